// Runs `vkalgo scan` on many inputs and outputs, and compares the results with a separate reference.
#include "cli/formats.hpp"
#include "formats/npy.hpp"
#include "formats/source.hpp"
#include "tests/cli/arrays.hpp"
#include "tests/cli/in_process.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/random.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

constexpr const char* kScanOperatorNames[] = {"add", "min", "max"};
constexpr std::size_t kScanSizes[] = {0, 1, 255, 256, 257, 70'000};

/// Calls `function` with a value of each type that can be scanned, except f16, which has a test of its own.
template <class Function>
void for_each_scan_type(const Function& function) {
    const auto each = [&]<class... T>(T... values) { (function(values), ...); };
    each(std::uint8_t{}, std::int8_t{}, std::uint16_t{}, std::int16_t{}, std::uint32_t{}, std::int32_t{},
         std::uint64_t{}, std::int64_t{}, float{}, double{});
}

/// Returns random elements. Floats are small whole numbers, so that sums are exact in any order; for min and max there
/// are also zeros of both signs, infinities and NaN.
template <class T>
std::vector<T> elements_to_scan(std::size_t count, std::uint64_t seed, const std::string& op) {
    SplitMix64 random(seed);
    std::vector<T> elements(count);
    for (T& element : elements) {
        if constexpr (std::is_integral_v<T>) {
            element = static_cast<T>(random.next());
        } else {
            const std::uint32_t word = random.below(64);
            const T special[] = {T{0}, -T{0}, std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity()};
            element = op != "add" && word < 4 ? special[word] : static_cast<T>(static_cast<int>(word % 15) - 7);
        }
    }
    return elements;
}

template <class T>
T scan_identity(const std::string& op) {
    using Limits = std::numeric_limits<T>;
    if (op == "add") {
        return T{0};
    }
    if constexpr (Limits::has_infinity) {
        return op == "min" ? Limits::infinity() : -Limits::infinity();
    } else {
        return op == "min" ? Limits::max() : Limits::lowest();
    }
}

template <class T>
T scan_combined(const std::string& op, T a, T b) {
    if (op == "add") {
        if constexpr (std::is_integral_v<T>) {
            return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
        } else {
            return a + b;
        }
    }
    bool less = a < b;
    if constexpr (!std::is_integral_v<T>) {
        if (std::isnan(b)) {
            return a;
        }
        less = a < b || (a == b && std::signbit(a));
    }
    return less == (op == "min") ? a : b;
}

/// Computes the scan in a simple loop. Segments begin at `offsets`; the last offset is the number of elements.
template <class T>
std::vector<T> scanned_on_paper(const std::vector<T>& elements, const std::vector<std::uint64_t>& offsets,
                                const std::string& op, bool exclusive) {
    std::vector<T> results;
    for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
        T sum = scan_identity<T>(op);
        for (std::uint64_t i = offsets[s]; i < offsets[s + 1]; ++i) {
            const T before = sum;
            sum = scan_combined<T>(op, sum, elements[static_cast<std::size_t>(i)]);
            results.push_back(exclusive ? before : sum);
        }
    }
    return results;
}

/// Expects that a .npy file holds these values, bit for bit.
template <class T>
void expect_npy(const std::string& path, const std::vector<T>& expected, const std::string& what) {
    auto bytes = read_file(path);
    ASSERT_TRUE(bytes) << what;
    const auto array = parse_npy(std::move(*bytes), path);
    ASSERT_TRUE(array) << what;
    EXPECT_EQ(array->shape, std::vector<std::uint64_t>{expected.size()}) << what;
    ASSERT_EQ(array->type, element_type_of<T>()) << what;
    std::vector<T> got(expected.size());
    ASSERT_EQ(array->data.size(), raw(got).size()) << what;
    if (!got.empty()) {
        std::memcpy(got.data(), array->data.data(), array->data.size());
    }
    for (std::size_t i = 0; i < got.size(); ++i) {
        ASSERT_EQ(std::memcmp(&got[i], &expected[i], sizeof(T)), 0)
            << what << ": element " << i << " is " << +got[i] << ", not " << +expected[i];
    }
}

/// Runs a command that must succeed. It runs within this process because there are many of them.
nlohmann::json json_of_scan_here(Words words) {
    words.insert(words.begin(), {"--json", "scan"});
    const ProcessResult run = run_here(words, {});
    EXPECT_EQ(run.exit_code, 0) << run.output << run.errors;
    auto json = nlohmann::json::parse(run.output, nullptr, false);
    return json.is_object() ? json : nlohmann::json::object();
}

std::string lines_of_scan(Words words, const ProcessSettings& settings = {}) {
    words.insert(words.begin(), {"scan", "--quiet"});
    const ProcessResult run = run_vkalgo(words, settings);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    return run.output;
}

}  // namespace

TEST(ScanCommand, AgreesWithTheReferenceForEachTypeOperatorAndSize) {
    const TemporaryFolder folder;
    const std::string output = folder.path("results.npy");
    std::size_t runs = 0;
    for_each_scan_type([&](auto sample) {
        using T = decltype(sample);
        const char* const type = to_string(element_type_of<T>());
        for (const std::size_t size : kScanSizes) {
            if (size < 257 && sizeof(T) != 4 && !deep()) {
                continue;
            }
            // Over all runs, each operator and both kinds (inclusive and exclusive) occur with each size and with each
            // type, but not in all combinations.
            const std::string op = kScanOperatorNames[(runs + runs / 6) % 3];
            const bool exclusive = (runs / 3) % 2 == 1;
            const std::string what =
                std::string(type) + " " + op + (exclusive ? " exclusive " : " ") + std::to_string(size);
            const std::vector<T> elements = elements_to_scan<T>(size, ++runs, op);
            Words words{folder.file("elements.npy", npy(elements)),
                        "--type",
                        type,
                        "--operator",
                        op,
                        "--output",
                        output,
                        "--verify"};
            if (exclusive) {
                words.emplace_back("--exclusive");
            }
            auto json = json_of_scan_here(words);
            EXPECT_EQ(json["verified"], true) << what;
            EXPECT_EQ(json["result"]["count"], size) << what;
            EXPECT_EQ(json["result"]["type"], type) << what;
            expect_npy(output, scanned_on_paper(elements, {0, size}, op, exclusive), what);
        }
    });
}

TEST(ScanCommand, ScansEachSegmentByItselfForEachTypeAndOperator) {
    const TemporaryFolder folder;
    const std::string output = folder.path("results.npy");
    // The segments have lengths of 255, 0, 1, 256, 257, 3000 and 0.
    const std::vector<std::uint64_t> offsets{0, 255, 255, 256, 512, 769, 3769, 3769};
    const std::string segments = folder.file("offsets.npy", npy(offsets));
    std::uint64_t seed = 100;
    for_each_scan_type([&](auto sample) {
        using T = decltype(sample);
        for (const std::string op : kScanOperatorNames) {
            const bool exclusive = ++seed % 2 == 0;
            if (sizeof(T) != 4 && seed % 3 != 0 && !deep()) {
                continue;
            }
            const std::vector<T> elements = elements_to_scan<T>(3769, seed, op);
            const char* const type = to_string(element_type_of<T>());
            Words words{folder.file("elements.npy", npy(elements)),
                        "--type",
                        type,
                        "--operator",
                        op,
                        "--segments",
                        segments,
                        "--output",
                        output,
                        "--verify"};
            if (exclusive) {
                words.emplace_back("--exclusive");
            }
            auto json = json_of_scan_here(words);
            EXPECT_EQ(json["verified"], true);
            EXPECT_EQ(json["result"]["segments"], 7);
            expect_npy(output, scanned_on_paper(elements, offsets, op, exclusive), std::string(type) + " " + op);
        }
    });
}

TEST(ScanCommand, ScansWhatIsTypedIn) {
    const ProcessSettings typed{.input = "3 -1 4\n+1,5"};
    const auto with = [&](std::initializer_list<const char*> more) {
        Words words{"-", "--format", "txt"};
        words.insert(words.end(), more.begin(), more.end());
        return lines_of_scan(words, typed);
    };
    EXPECT_EQ(with({}), "3\n2\n6\n7\n12\n");
    EXPECT_EQ(with({"--exclusive"}), "0\n3\n2\n6\n7\n");
    EXPECT_EQ(with({"--operator", "min"}), "3\n-1\n-1\n-1\n-1\n");
    EXPECT_EQ(with({"--operator", "max", "--exclusive", "--type", "i8"}), "-128\n3\n3\n4\n4\n");
    EXPECT_EQ(with({"--operator", "min", "--exclusive", "--type", "f32"}), "inf\n3\n-1\n-1\n-1\n");
    EXPECT_EQ(lines_of_scan({"-", "--format", "txt"}, {.input = "0.5 0.25 1"}), "0.5\n0.75\n1.75\n");
    EXPECT_EQ(lines_of_scan({"-", "--format", "txt"}, {.input = ""}), "");
    const std::string text = run_vkalgo({"scan", "-", "--format", "txt"}, typed).output;
    EXPECT_NE(text.find("elements  5 of i64\nscan      inclusive, add\nmethod    "), std::string::npos) << text;
    EXPECT_NE(text.find("total     12\nfirst     3 2 6 7 12\n"), std::string::npos) << text;
}

TEST(ScanCommand, ReadsAndWritesFiles) {
    const TemporaryFolder folder;
    const std::string table = folder.file("t.csv", "name,price\na,2.5\nb,-1\nc,0.25\n");
    for (const char* ending : {".npy", ".csv", ".tsv", ".txt", ".bin"}) {
        const std::string output = folder.path(std::string("sums") + ending);
        auto json = json_of_command("scan", {table, "--column", "price", "--output", output});
        EXPECT_EQ(json["result"]["type"], "f32");
        EXPECT_EQ(json["result"]["total"], 1.75);
        Words again{output, "--operator", "max", "--type", "f32"};
        if (ending == std::string(".tsv")) {
            again.insert(again.end(), {"--format", "txt"});
        }
        EXPECT_EQ(lines_of_scan(again), "2.5\n2.5\n2.5\n") << ending;
    }
    const std::string bytes = folder.file("bytes.bin", "\x01\x02\xFF");
    EXPECT_EQ(lines_of_scan({bytes, "--type", "u8"}), "1\n3\n2\n");
    const ProcessResult packed = run_shell("printf '1 2 3' | gzip > n.txt.gz; \"$V\" scan n.txt.gz --output -");
    EXPECT_EQ(packed.output, "1\n3\n6\n") << packed.errors;
    // Several dimensions are scanned as one row.
    const std::string square = npy<std::int32_t>(folder, "square.npy", {2, 2}, {1, 2, 3, 4});
    EXPECT_EQ(lines_of_scan({square}), "1\n3\n6\n10\n");
}

TEST(ScanCommand, TakesSegmentsAsSortDoes) {
    const TemporaryFolder folder;
    const std::string elements = folder.file("elements.txt", "1 2 3 4 5");
    const std::string text = folder.file("offsets.txt", "0 2 2 5");
    const std::string words = folder.file("offsets.bin", raw<std::uint32_t>({0, 2, 2, 5}));
    const std::string signed_words = npy<std::int64_t>(folder, "offsets.npy", {4}, {0, 2, 2, 5});
    for (const std::string& segments : {text, words, signed_words}) {
        EXPECT_EQ(lines_of_scan({elements, "--segments", segments}), "1\n3\n3\n7\n12\n") << segments;
    }
    // --column applies only to the elements.
    const std::string table = folder.file("t.csv", "a,b\n1,9\n1,9\n");
    EXPECT_EQ(lines_of_scan({table, "--column", "b", "--segments", folder.file("two.txt", "0\n1\n2\n")}), "9\n9\n");
    EXPECT_EQ(lines_of_scan({elements, "--segments", "-"}, {.input = "0 5"}), "1\n3\n6\n10\n15\n");
    EXPECT_EQ(lines_of_scan({"--n", "0", "--segments", folder.file("none.txt", "0 0")}), "");
    auto json = json_of_command("scan", {elements, "--segments", text});
    EXPECT_EQ(json["result"]["segments"], 3);
    EXPECT_EQ(json["result"]["total"], 12);
    EXPECT_EQ(json["parameters"]["segments"], text);
}

TEST(ScanCommand, WidensSumsOfSmallNumbersUnlessATypeIsNamed) {
    const TemporaryFolder folder;
    const std::string small = npy<std::uint8_t>(folder, "u8.npy", {3}, {200, 100, 3});
    const std::string negative = npy<std::int16_t>(folder, "i16.npy", {3}, {-30000, -30000, 1});
    const std::string half = npy<Half>(folder, "f16.npy", {2}, {Half(0.5), Half(0.25)});
    const auto result = [](Words words) { return result_of_command("scan", std::move(words)); };
    EXPECT_EQ(result({small})["type"], "u64");
    EXPECT_EQ(result({small})["total"], 303);
    EXPECT_EQ(result({small, "--type", "u8"})["total"], 47);
    EXPECT_EQ(result({small, "--operator", "max"})["type"], "u8");
    EXPECT_EQ(result({negative})["type"], "i64");
    EXPECT_EQ(result({negative})["total"], -59999);
    EXPECT_EQ(result({negative, "--operator", "min"})["type"], "i16");
    EXPECT_EQ(result({half, "--type", "f32"})["total"], 0.75);
    EXPECT_EQ(result({half})["total"], 0.75);
    EXPECT_EQ(result({half})["type"], "f32");
    EXPECT_EQ(result({half, "--operator", "max"})["type"], "f16");
    EXPECT_EQ(result({half, "--type", "f16"})["type"], "f16");
    EXPECT_EQ(result({npy<double>(folder, "f64.npy", {2}, {0.1, 0.2})})["total"], 0.1 + 0.2);
}

TEST(ScanCommand, AddsF16AsF32AndRoundsEachResultOnce) {
    const TemporaryFolder folder;
    const std::string output = folder.path("results.npy");
    SplitMix64 random(23);
    for (const std::size_t size : {1U, 257U, 5003U}) {
        // The elements are eighths, whose sums are exact in f32. Most of these are not exact in f16, and the last ones
        // exceed its range.
        std::vector<Half> elements;
        for (std::size_t i = 0; i < size; ++i) {
            elements.emplace_back((static_cast<double>(random.below(512)) - 64) / 8);
        }
        const std::string input = folder.file("elements.npy", npy(elements));
        for (const bool exclusive : {false, true}) {
            std::vector<Half> expected;
            double sum = 0;
            for (const Half element : elements) {
                const double before = sum;
                sum += static_cast<double>(static_cast<float>(element));
                expected.emplace_back(exclusive ? before : sum);
            }
            Words words{input, "--type", "f16", "--output", output, "--verify"};
            if (exclusive) {
                words.emplace_back("--exclusive");
            }
            EXPECT_EQ(json_of_scan_here(words)["verified"], true);
            expect_npy(output, expected, "f16 of " + std::to_string(size));
        }
    }
    const auto least = [&](const char* kind) {
        Words words{npy<Half>(folder, "signs.npy", {4}, {Half(0), Half(-0.0), Half(std::nan("")), Half(-3)}),
                    "--operator", "min"};
        words.insert(words.end(), {"--type", "f16", kind});
        return lines_of_scan(words);
    };
    EXPECT_EQ(least("--exclusive"), "inf\n0\n-0\n-0\n");
}

TEST(ScanCommand, TakesNumbersInTextForF64WhereF32DoesNotHoldThem) {
    EXPECT_EQ(lines_of_scan({"-", "--format", "txt"}, {.input = "16777217 0.5"}), "16777217\n16777217.5\n");
    EXPECT_EQ(lines_of_scan({"-", "--format", "txt", "--type", "f64", "--operator", "max"}, {.input = "0.1 0.3 0.2"}),
              "0.1\n0.3\n0.3\n");
}

TEST(ScanCommand, JsonHasEveryFieldOfTheContract) {
    for (const char* method : {"auto", "reduce-then-scan"}) {
        auto json = json_of_command("scan", {"--n", "3000", "--type", "u64", "--method", method, "--seed", "7",
                                             "--exclusive", "--verify", "--repeat", "2"});
        EXPECT_EQ(json["command"], "scan");
        const nlohmann::json parameters = {
            {"n", 3000},         {"seed", 7},         {"distribution", "uniform"}, {"type", "u64"},
            {"operator", "add"}, {"exclusive", true}, {"method", method},          {"reproducible", false}};
        for (const auto& [name, value] : parameters.items()) {
            EXPECT_EQ(json["parameters"][name], value) << name;
        }
        EXPECT_EQ(json["result"]["count"], 3000);
        EXPECT_EQ(json["result"]["type"], "u64");
        EXPECT_TRUE(json["result"]["total"].is_number_unsigned());
        EXPECT_NE(json["result"]["method"], "auto");
        EXPECT_EQ(json["result"]["parts"], 1);
        EXPECT_EQ(json["verified"], true);
        EXPECT_EQ(json["verified_against"], "the CPU reference scan_reference");
    }
    // JSON has no number for an infinite total.
    EXPECT_EQ(result_of_command("scan", {"--n", "0", "--type", "f32", "--operator", "min"})["total"], "inf");
}

TEST(ScanCommand, VerifiesSumsOfFloatsAndPartsAndNamedMethods) {
    for (const char* type : {"f32", "f64", "f16", "u32", "i8"}) {
        for (const char* distribution : {"uniform", "zipf"}) {
            auto json = json_of_command(
                "scan", {"--n", "300K", "--type", type, "--distribution", distribution, "--reproducible", "--verify"});
            EXPECT_EQ(json["verified"], true) << type << " " << distribution;
        }
    }
    const TemporaryFolder folder;
    std::vector<std::uint64_t> offsets{0, 5, 400'000, 400'001, 1'000'000};
    const std::string segments = folder.file("offsets.npy", npy(offsets));
    for (const char* type : {"f32", "f64", "u32"}) {
        const Words words{"--n", "1M", "--type", type, "--memory", "2Mi", "--verify", "--exclusive"};
        Words segmented = words;
        segmented.insert(segmented.end(), {"--segments", segments});
        for (const Words& each : {words, segmented}) {
            auto json = json_of_command("scan", each);
            EXPECT_EQ(json["verified"], true) << type;
            EXPECT_GT(json["result"]["parts"], 1) << type;
        }
    }
    // --verify compares infinite and NaN sums too: the order of the additions does not decide which sums are so.
    const ProcessSettings typed{.input = "1.5 inf 2 -inf 3"};
    const ProcessResult run = run_vkalgo({"scan", "-", "--format", "txt", "--verify", "--quiet"}, typed);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_TRUE(run.output.starts_with("1.5\ninf\ninf\n")) << run.output;
    EXPECT_NE(run.output.find("nan\nverified"), std::string::npos) << run.output;
    const ProcessResult verbose = run_vkalgo({"scan", "--n", "100", "--verbose"});
    EXPECT_NE(verbose.errors.find("method reduce-then-scan, 1 dispatch, 1 part"), std::string::npos) << verbose.errors;
}

TEST(ScanCommand, NamedMethodsAreObeyedOrRefused) {
    const ProcessResult run = run_vkalgo({"--json", "scan", "--n", "100K", "--method", "look-back", "--verify"});
    if (run.exit_code == 0) {
        EXPECT_EQ(nlohmann::json::parse(run.output)["result"]["method"], "look-back");
        expect_refused("scan", {"--n", "10", "--type", "f32", "--method", "look-back", "--reproducible"},
                       "choose another method for a reproducible sum");
    } else {
        EXPECT_EQ(run.exit_code, 2) << run.output;
        EXPECT_NE(run.output.find("--method: the method 'look-back' needs"), std::string::npos) << run.output;
    }
}

TEST(ScanCommand, RefusesSumsBeyondTheDefaultTypeOfWholeNumbersInText) {
    const TemporaryFolder folder;
    const std::string large = folder.file("large.txt", "9223372036854775807 1 -5");
    const auto refused = [](Words words, const std::string& message) {
        expect_refused("scan", std::move(words), message);
    };
    refused(
        {large},
        "the sum up to element 1 (counted from 0) does not fit i64, the type of whole numbers in text; choose --type");
    refused({large, "--exclusive"}, "the sum up to element 1 (counted from 0) does not fit i64");
    EXPECT_EQ(lines_of_scan({large, "--type", "i64"}),
              "9223372036854775807\n-9223372036854775808\n9223372036854775803\n");
    EXPECT_EQ(lines_of_scan({large, "--operator", "max", "--exclusive"}),
              "-9223372036854775808\n9223372036854775807\n9223372036854775807\n");
    // An overflow that no result and no total shows does not matter.
    const std::string apart = folder.file("apart.txt", "9223372036854775807 1 -5 7");
    const std::string segments = folder.file("segments.txt", "0 2 4");
    EXPECT_EQ(lines_of_scan({apart, "--segments", segments, "--exclusive"}), "0\n9223372036854775807\n0\n-5\n");
    refused({apart, "--segments", segments}, "the sum up to element 1 (counted from 0) does not fit i64");
    refused({folder.file("last.txt", "9223372036854775807 1"), "--exclusive"}, "the sum up to element 1");
    EXPECT_EQ(lines_of_scan({folder.file("u64.txt", "18446744073709551615 0")}),
              "18446744073709551615\n18446744073709551615\n");
}

}  // namespace vkalgo::cli::test
