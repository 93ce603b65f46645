// Runs `vkalgo sort` as a process: inputs, outputs, and messages about bad input.
#include "algorithms/half.hpp"
#include "algorithms/sort/sort_plan.hpp"
#include "cli/formats.hpp"
#include "formats/npy.hpp"
#include "formats/source.hpp"
#include "tests/cli/sort_process.hpp"
#include "tests/support/random.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

std::string sorted_lines(Words arguments, const ProcessSettings& settings = {}) {
    arguments.insert(arguments.begin(), {"sort", "--quiet"});
    const ProcessResult run = run_vkalgo(arguments, settings);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    return run.output;
}

TEST(SortCommand, SortsWhatIsTypedIn) {
    const ProcessSettings typed{.input = "3 1 2 -5 1"};
    const Words text = {"-", "--format", "txt", "--type", "i32"};
    const auto with = [&](std::initializer_list<const char*> more) {
        Words words = text;
        words.insert(words.end(), more.begin(), more.end());
        return sorted_lines(words, typed);
    };
    EXPECT_EQ(with({}), "-5\n1\n1\n2\n3\n");
    EXPECT_EQ(with({"--descending"}), "3\n2\n1\n1\n-5\n");
    EXPECT_EQ(with({"--indices", "--method", "radix"}), "3\n1\n4\n2\n0\n");
    EXPECT_EQ(sorted_lines({"-", "--format", "txt", "--type", "f64"}, {.input = "nan 0 -0.5 -inf 1e300"}),
              "-inf\n-0.5\n0\n1e+300\nnan\n");
}

TEST(SortCommand, KeepsTheOrderOfEqualKeysWhateverTheirNumberAndTheMethod) {
    const ProcessSettings typed{.input = "4 9 4 9 1"};
    for (const std::string_view method : sort_method_names()) {
        if (method == "shell-b" || method == "shell-c") {
            continue;  // These methods do not sort
        }
        const char* type = method == "counting" ? "i8" : "i32";
        const Words words{"-", "--format", "txt", "--type", type, "--indices", "--method", std::string(method)};
        Words descending = words;
        descending.emplace_back("--descending");
        EXPECT_EQ(sorted_lines(words, typed), "4\n0\n2\n1\n3\n") << method;
        EXPECT_EQ(sorted_lines(descending, typed), "1\n3\n0\n2\n4\n") << method;
    }
    for (const char* type : {"i32", "f32", "u64", "f64"}) {
        EXPECT_EQ(sorted_lines({"-", "--format", "txt", "--type", type, "--indices", "--descending"}, typed),
                  "1\n3\n0\n2\n4\n");
        for (const char* n : {"10", "1000", "50000", "300000"}) {
            const auto json =
                json_of_sort({"--n", n, "--distribution", "few", "--type", type, "--indices", "--verify"});
            EXPECT_EQ(json["verified"], true) << type << ", " << n;
        }
    }
}

TEST(SortCommand, SortsSmallKeysAndByARangeOfBits) {
    EXPECT_EQ(sorted_lines({"-", "--format", "txt", "--type", "i8"}, {.input = "3 -128 127 -1 3"}),
              "-128\n-1\n3\n3\n127\n");
    const ProcessSettings typed{.input = "257 2 256 513 1"};
    EXPECT_EQ(sorted_lines({"-", "--format", "txt", "--end-bit", "8"}, typed), "256\n257\n513\n1\n2\n");
    EXPECT_EQ(sorted_lines({"-", "--format", "txt", "--begin-bit", "8", "--descending", "--indices"}, typed),
              "3\n0\n2\n1\n4\n");
    const auto json =
        json_of_sort({"--n", "100003", "--type", "i16", "--distribution", "zipf", "--descending", "--verify"});
    EXPECT_EQ(json["result"]["method"], "counting");
    EXPECT_EQ(json["verified"], true);
    const auto bits = json_of_sort({"--n", "5000", "--begin-bit", "3", "--end-bit", "20", "--indices", "--verify"});
    EXPECT_EQ(bits["result"]["sorted"], true);
    EXPECT_EQ(bits["parameters"]["end_bit"], 20);
    EXPECT_EQ(bits["verified"], true);
}

TEST(SortCommand, SortsHalvesByTheNameOfTheirType) {
    EXPECT_EQ(sorted_lines({"-", "--format", "txt", "--type", "f16"}, {.input = "nan 0 -0.5 -inf 60000 -0"}),
              "-inf\n-0.5\n-0\n0\n60000\nnan\n");
    for (const char* more : {"--descending", "--indices", "--unique", "--top=7"}) {
        const auto json = json_of_sort({"--n", "5000", "--type", "f16", more, "--verify"});
        EXPECT_EQ(json["parameters"]["type"], "f16");
        EXPECT_EQ(json["verified"], true) << more;
    }
    // Text with random numbers of f16: they have the same order whether they are read as f16 or as f64.
    std::string text;
    vkalgo::test::SplitMix64 random(9);
    for (int k = 0; k < 500; ++k) {
        const Half half = Half::of_bits(static_cast<std::uint16_t>(random.below(0x7c00U) | random.below(2) << 15));
        text += fmt::format("{}\n", float{half});
    }
    for (const char* order : {"--indices", "--descending"}) {
        const auto lines = [&](const char* type) {
            return sorted_lines({"-", "--format", "txt", "--type", type, order}, {.input = text});
        };
        EXPECT_EQ(lines("f16"), lines("f64")) << order;
    }
}

TEST(SortCommand, ReadsAndWritesFiles) {
    const TemporaryFolder folder;
    const std::string table = folder.file("t.csv", "name,price\na,2.5\nb,-1\nc,0.25\n");
    for (const char* ending : {".npy", ".csv", ".bin"}) {
        const std::string output = folder.path(std::string("sorted") + ending);
        json_of_sort({table, "--column", "price", "--type", "f32", "--output", output});
        const std::string type = ending == std::string(".bin") ? "f32" : "f64";  // A .npy or .csv may be read as a
                                                                                 // wider type
        Words read{output, "--type", type, "--descending"};
        if (ending == std::string(".csv")) {
            read.insert(read.end(), {"--column", "price"});  // Whole rows are kept
        }
        EXPECT_EQ(sorted_lines(read), "2.5\n0.25\n-1\n") << ending;
    }
    const std::string order = folder.path("order.npy");
    json_of_sort({table, "--column", "price", "--type", "f32", "--indices", "--output", order});
    EXPECT_EQ(sorted_lines({order}), "0\n1\n2\n");
}

TEST(SortCommand, JsonHasEveryFieldOfTheContract) {
    for (const std::string_view method : sort_method_names()) {
        const char* type = method == "counting" ? "u16" : "u64";
        const auto json = json_of_sort({"--n", "3000", "--distribution", "few", "--type", type, "--method",
                                        std::string(method), "--indices", "--verify"});
        EXPECT_EQ(json["command"], "sort");
        EXPECT_EQ(json["parameters"]["type"], type);
        EXPECT_EQ(json["result"]["count"], 3000);
        const bool sorts = method != "shell-b" && method != "shell-c";  // By design, these two leave keys unsorted
        EXPECT_EQ(json["result"]["sorted"], sorts) << method;
        EXPECT_EQ(json["result"]["unsorted_pairs"] == 0, sorts) << method;
        EXPECT_EQ(json["result"]["method"], method);
        EXPECT_EQ(json["verified"], true) << method;
    }
    EXPECT_EQ(json_of_sort({"--n", "0"})["result"]["sorted"], true);
}

TEST(SortCommand, PrintsThePredictedTime) {
    const ProcessResult device = run_vkalgo({"sort", "--n", "5000", "--method", "radix", "--verbose"});
    EXPECT_NE(device.errors.find("method radix, "), std::string::npos) << device.errors;
    EXPECT_NE(device.errors.find(", predicted "), std::string::npos) << device.errors;
    const ProcessResult by_name = run_vkalgo({"sort", "--n", "50", "--method", "shell-a", "--verbose"});
    EXPECT_EQ(by_name.errors.find("predicted"), std::string::npos) << by_name.errors;
}

TEST(SortCommand, RefusesBadInput) {
    const TemporaryFolder folder;
    const std::string odd = folder.file("odd.raw", "12345");
    expect_refused({}, "nothing to sort");
    expect_refused({odd, "--n", "5"}, "leave out these options or the file");
    expect_refused({odd, "--type", "u32"}, "5 bytes");
    expect_refused({"--n", "5", "--method", "bogo"}, "'bogo'");
    expect_refused({"--n", "5", "--type", "u128"}, "'u128'");
    expect_refused({"--n", "5", "--type", "u16", "--method", "radix"}, "methods that do: counting");
    expect_refused({"--n", "5", "--type", "u16", "--begin-bit", "8"}, "by only some of their bits");
    expect_refused({"--n", "5", "--type", "u8", "--end-bit", "4"}, "--end-bit: no method sorts u8 keys by only some");
    expect_refused({"--n", "5", "--end-bit", "33"}, "--end-bit: the range ends before bit 33");
    expect_refused({"--n", "5", "--end-bit", "0"}, "--end-bit");
    expect_refused({"--n", "5000G"}, "--n");
    if (on_software_device()) {  // llvmpipe binds at most 128 MiB
        expect_refused({"--n", "40M", "--method", "radix"}, "methods that sort more keys, in parts: pratt");
    }
    expect_refused({"--n", "5", "--top", "5G"}, "--top");
    expect_refused({"--n", "5", "--bottom", "5G"}, "--bottom");
    expect_refused({"--n", "5", "--type", "f16", "--method", "radix"}, "methods that do: counting");
    expect_refused({"--n", "5", "--type", "f16", "--begin-bit", "3"}, "by only some of their bits");
    expect_refused({folder.file("wide.txt", "65520"), "--type", "f16"}, "'65520' does not fit f16");
    expect_refused({"--n", "5", "--max-threads", "3"}, "--max-threads applies only to the methods shell-b, ");
    // With --json, which also needs standard output, the message differs.
    const ProcessResult both =
        run_vkalgo({"sort", "--n", "5", "--method", "shell-a", "--output", "-", "--picture", "-"});
    EXPECT_EQ(both.exit_code, 2);
    EXPECT_NE(both.errors.find("--picture -"), std::string::npos) << both.errors;
    expect_refused({"--n", "5", "--begin-bit", "4", "--end-bit", "4"},
                   "--begin-bit: the range begins at bit 4 and ends before bit 4");
    expect_refused({"--n", "5", "--begin-bit", "8", "--method", "pratt"}, "methods that do: onesweep, radix");
    expect_refused({"--n", "5", "--output", folder.path("x.doc")}, ".npy");
    expect_refused({"--n", "1M", "--memory", "1M"}, "--memory");
    const std::string table = folder.file("t.csv", "3\n1\n");
    expect_refused({table, "--output", table}, "this file is also an input");
}

}  // namespace
}  // namespace vkalgo::cli::test
