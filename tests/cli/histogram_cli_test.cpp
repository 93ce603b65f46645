// Runs `vkalgo histogram` as a process: inputs of every kind, counts, files, and messages about bad input.
#include "cli/formats.hpp"
#include "formats/drawing/png.hpp"
#include "formats/npy.hpp"
#include "tests/cli/arrays.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/effort.hpp"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

TEST(HistogramCommand, AnswersInWords) {
    const ProcessResult run = run_vkalgo({"histogram", "--n", "1M"});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_TRUE(run.output.starts_with("values    1,000,000 u16, 0 outside")) << run.output;
    for (const char* part : {"65,536", "61440 .. 65535", "device", "gpu"}) {
        EXPECT_NE(run.output.find(part), std::string::npos) << part;
    }
    EXPECT_EQ(run.errors, "");
}

TEST(HistogramCommand, JsonHasEveryFieldOfTheContract) {
    const TemporaryFolder folder;
    const std::string file = folder.file("v.raw", raw<std::uint8_t>({1, 2, 2, 3, 3, 3, 200}));
    const auto json = json_of_command("histogram", {file, "--type", "u8", "--range", "0:9", "--bins", "5", "--verify"});
    EXPECT_EQ(json["command"], "histogram");
    EXPECT_TRUE(json["device"]["name"].is_string());
    EXPECT_EQ(json["parameters"]["input"], file);
    EXPECT_EQ(json["parameters"]["range"], (nlohmann::json{0, 9}));
    const auto& result = json["result"];
    EXPECT_EQ(result["bins"], 5);
    EXPECT_EQ(result["count"], 7);
    EXPECT_EQ(result["outside"], 1);
    EXPECT_EQ(result["distinct"], 2);
    EXPECT_EQ(result["max_bin"], 1);
    EXPECT_EQ(result["max_count"], 5);
    EXPECT_EQ(result["counts"], (nlohmann::json{1, 5, 0, 0, 0}));
    EXPECT_TRUE(json["time_ms"]["gpu"].is_number());
    EXPECT_EQ(json["memory_bytes"]["scratch"], 0);
    EXPECT_EQ(json["verified"], true);
}

TEST(HistogramCommand, EveryMethodAndDistributionIsVerified) {
    for (const char* method : {"auto", "two-kernel", "atomic", "copies", "packed", "ranges", "global", "general"}) {
        for (const std::string distribution : {"uniform", "constant", "zipf"}) {
            if (!vkalgo::test::kEveryKernel && distribution != "uniform") {
                continue;
            }
            const auto json = json_of_command(
                "histogram", {"--n", "3000", "--type", "i16", "--bins", "100", "--method", method, "--blocks", "7",
                              "--threads", "64", "--distribution", distribution, "--verify"});
            EXPECT_EQ(json["verified"], true) << method << " " << distribution;
        }
    }
}

TEST(HistogramCommand, ReadsEveryKindOfFile) {
    const TemporaryFolder folder;
    const Words bins = {"--bins", "4", "--range", "0:3"};
    const nlohmann::json expected{1, 2, 3, 0};
    const auto counts = [&](Words arguments, const ProcessSettings& settings = {}) {
        arguments.insert(arguments.end(), bins.begin(), bins.end());
        return result_of_command("histogram", arguments, settings)["counts"];
    };
    const std::vector<std::uint8_t> values = {2, 1, 0, 2, 1, 2};
    EXPECT_EQ(counts({folder.file("a.raw", raw(values)), "--type", "u8"}), expected);
    EXPECT_EQ(counts({folder.file("a.csv", "x,y\n2,1\n0,2\n1,2\n")}), expected);
    EXPECT_EQ(counts({"-", "--type", "u8"}, {.input = raw(values), .environment = {}, .output_file = {}}), expected);
    Array array{ElementType::f32, {2, 3}, {}};
    for (const std::uint8_t value : values) {
        const auto number = static_cast<float>(value);
        array.data.insert(array.data.end(), sizeof number, std::byte{});
        std::memcpy(array.data.data() + array.data.size() - sizeof number, &number, sizeof number);
    }
    // The four bins are 0.75 wide. The values 0, 1 and 2 lie in bins 0, 1 and 2; a value of 3 would lie in the last
    // bin.
    EXPECT_EQ(counts({folder.file("a.npy", as_text(encode_npy(array)))}), expected);
    EXPECT_EQ(counts({folder.file("a.txt", "2 1 0\n2 1 2\n")}), expected);
    array = Array{ElementType::f64, {2}, Bytes(16)};
    EXPECT_EQ(counts({folder.file("zeros.npy", as_text(encode_npy(array))), "--type", "i16"}),
              (nlohmann::json{2, 0, 0, 0}));
    const auto png = encode_png(3, 2, 1, values);
    ASSERT_TRUE(png.has_value());
    EXPECT_EQ(counts({folder.file("a.png", as_text(*png))}), expected);
}

TEST(HistogramCommand, CountsHalves) {
    const TemporaryFolder folder;
    // 0.5, 1, -2, infinity, NaN
    const std::vector<std::uint16_t> bits{0x3800, 0x3c00, 0xc000, 0x7c00, 0x7e00};
    Array array{ElementType::f16, {bits.size()}, Bytes(10)};
    std::memcpy(array.data.data(), bits.data(), 10);
    const std::string npy = folder.file("v.npy", as_text(encode_npy(array)));
    for (const Words& more : std::vector<Words>{{"--verify"}, {"--stream", "--range", "-2:1"}}) {
        Words words{npy, "--bins", "2"};
        words.insert(words.end(), more.begin(), more.end());
        const auto json = json_of_command("histogram", words);
        EXPECT_EQ(json["parameters"]["type"], "f16");
        EXPECT_EQ(json["parameters"]["range"], (nlohmann::json{-2, 1}));
        EXPECT_EQ(json["result"]["counts"], (nlohmann::json{1, 2}));
        EXPECT_EQ(json["result"]["outside"], 2);
        EXPECT_EQ(json["result"]["nan"], 1);
    }
    for (const char* distribution : {"uniform", "sorted", "zipf", "few"}) {
        EXPECT_EQ(json_of_command("histogram", {"--n", "3000", "--type", "f16", "--range", "0:1", "--bins", "9",
                                                "--distribution", distribution, "--verify"})["verified"],
                  true);
    }
    const std::string text = folder.file("v.txt", "0.5 1 -2");
    EXPECT_EQ(result_of_command("histogram", {text, "--type", "f16", "--bins", "2"})["counts"], (nlohmann::json{1, 2}));
}

TEST(HistogramCommand, PrintsQuantiles) {
    const TemporaryFolder folder;
    const std::string file = folder.file("v.raw", raw<std::uint8_t>({7, 1, 3, 3, 9, 200}));
    const Words words{file, "--type", "u8", "--quantiles", "0,0.5,0.75,1"};
    EXPECT_EQ(result_of_command("histogram", words)["quantiles"], (nlohmann::json{1, 3, 9, 200}));
    Words text = words;
    text.insert(text.begin(), "histogram");
    EXPECT_NE(run_vkalgo(text).output.find("0.75: 9\n"), std::string::npos) << run_vkalgo(text).output;
    EXPECT_EQ(result_of_command("histogram", {file, "--type", "u8", "--range", "0:9", "--bins", "2", "--quantiles",
                                              "0.6"})["quantiles"],
              (nlohmann::json{5}));
    EXPECT_EQ(
        result_of_command("histogram", {file, "--type", "u8", "--channels", "2", "--quantiles", "0.5"})["quantiles"],
        (nlohmann::json{{7}, {3}}));
    const std::string of_two =
        run_vkalgo({"histogram", file, "--type", "u8", "--channels", "2", "--quantiles", "0.5"}).output;
    EXPECT_NE(of_two.find("of histogram 1, 0.5: 3\n"), std::string::npos) << of_two;
    EXPECT_TRUE(result_of_command("histogram",
                                  {folder.file("empty.raw", ""), "--type", "u8", "--quantiles", "0.5"})["quantiles"]
                    .is_null());
    for (const char* list : {"1.5", "-0.1", "0.5,", "half", "nan"}) {
        const ProcessResult run = run_vkalgo({"histogram", "--n", "4", "--quantiles", list});
        EXPECT_EQ(run.exit_code, 2) << list;
        EXPECT_NE(run.errors.find("--quantiles"), std::string::npos) << run.errors;
    }
}

TEST(HistogramCommand, SaysHowManyValuesAreNaN) {
    const TemporaryFolder folder;
    const std::string file = folder.file("v.raw", raw<float>({NAN, 0.5F, -NAN, 7.0F}));
    for (const char* method : {"auto", "two-kernel", "atomic", "copies", "packed", "ranges", "global", "general"}) {
        const auto result = result_of_command(
            "histogram", {file, "--type", "f32", "--range", "0:1", "--bins", "4", "--method", method, "--verify"});
        EXPECT_EQ(result["outside"], 3) << method;
        EXPECT_EQ(result["nan"], 2) << method;
    }
    const ProcessResult run = run_vkalgo({"histogram", file, "--type", "f32", "--range", "0:1", "--bins", "4"});
    EXPECT_TRUE(run.output.starts_with("values    4 f32, 3 outside the range, of them 2 NaN\n")) << run.output;
    EXPECT_EQ(result_of_command("histogram", {"--n", "9"})["nan"], 0);
}

TEST(HistogramCommand, EmptyInputHasNoFullestBin) {
    const TemporaryFolder folder;
    const auto result = result_of_command("histogram", {folder.file("empty.raw", ""), "--type", "u8", "--verify"});
    EXPECT_EQ(result["count"], 0);
    EXPECT_TRUE(result["max_bin"].is_null());
    EXPECT_EQ(result["max_count"], 0);
    EXPECT_EQ(result["counts"].size(), 256U);
}

TEST(HistogramCommand, WritesTheCountsInEachFormat) {
    const TemporaryFolder folder;
    const Words input = {folder.file("v.raw", raw<std::int8_t>({-2, -1, -1, 0, 5})),
                         "--type",
                         "i8",
                         "--range",
                         "-2:1",
                         "--bins",
                         "2",
                         "--quiet",
                         "--output"};
    const auto written = [&](const std::string& name) {
        Words arguments = {"histogram"};
        arguments.insert(arguments.end(), input.begin(), input.end());
        arguments.push_back(name == "-" ? name : folder.path(name));
        const ProcessResult run = run_vkalgo(arguments);
        EXPECT_EQ(run.exit_code, 0) << run.errors;
        return name == "-" ? run.output : content_of(folder.path(name));
    };
    const std::string csv = "bin,low,high,count\n0,-2,-1,3\n1,0,1,1\n";
    EXPECT_EQ(written("counts.csv"), csv);
    EXPECT_EQ(written("-"), csv);
    const auto json = nlohmann::json::parse(written("counts.json"), nullptr, false);
    EXPECT_EQ(json["counts"], (nlohmann::json{3, 1}));
    EXPECT_EQ(json["outside"], 1);
    const auto npy = parse_npy(size_of(written("counts.npy")), "counts.npy");
    ASSERT_TRUE(npy.has_value());
    EXPECT_EQ(npy->type, ElementType::u32);
    EXPECT_EQ(as_text(npy->data), raw<std::uint32_t>({3, 1}));
}

TEST(HistogramCommand, PrintsFloatEdgesByTheFewestDigitsThatReadBackTheSame) {
    const Words words = {"histogram", "--n", "10", "--type", "f32", "--range", "0:0.3", "--bins", "3"};
    Words with_csv = words;
    with_csv.insert(with_csv.end(), {"--distribution", "constant", "--output", "-"});
    const std::string csv = run_vkalgo(with_csv).output;
    EXPECT_TRUE(csv.starts_with("bin,low,high,count\n0,0,0.1,")) << csv;
    EXPECT_NE(csv.find("\n2,0.2,0.3,"), std::string::npos) << csv;
    const ProcessResult text = run_vkalgo(words);
    EXPECT_NE(text.output.find("3 for 0:0.3, "), std::string::npos) << text.output;
    EXPECT_NE(run_vkalgo({"histogram", "--n", "9", "--type", "u32"}).output.find(" for 0:4294967295, "),
              std::string::npos);
    EXPECT_EQ(json_of_command("histogram", Words(words.begin() + 1, words.end()))["parameters"]["range"].dump(),
              "[0.0,0.3]");
}

TEST(HistogramCommand, DrawsAPlot) {
    const TemporaryFolder folder;
    const ProcessResult run =
        run_vkalgo({"histogram", "--n", "1000", "--type", "u8", "--plot", folder.path("plot.svg")});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_TRUE(content_of(folder.path("plot.svg")).starts_with("<svg")) << run.output;
}

TEST(HistogramCommand, UsesNoMoreMemoryThanItPlans) {
    // Values, result and staging take about 0.8 MB of the 2 MB. The eight tables of 262 kB, 2.1 MB together, do not fit
    // into the rest, so they are processed in parts.
    const auto json = json_of_command("histogram", {"--n", "100K", "--method", "two-kernel", "--blocks", "8",
                                                    "--threads", "128", "--memory", "2M", "--verify"});
    EXPECT_EQ(json["verified"], true);
    EXPECT_LE(json["memory_bytes"]["device"].get<std::uint64_t>(), 2'000'000U);
    EXPECT_GT(json["memory_bytes"]["scratch"].get<std::uint64_t>(), 262'144U);
    EXPECT_LT(json["memory_bytes"]["scratch"].get<std::uint64_t>(), 7U * 262'148);
}

TEST(HistogramCommand, CountsPartByPartWithinTheMemoryAllowed) {
    const auto json = json_of_command("histogram", {"--n", "1M", "--memory", "1M", "--verify"});
    EXPECT_EQ(json["verified"], true);
    EXPECT_EQ(json["result"]["count"], 1'000'000);
    EXPECT_LE(json["memory_bytes"]["device"].get<std::uint64_t>(), 1'000'000U);
    EXPECT_GT(json["memory_bytes"]["device"].get<std::uint64_t>(), 500'000U);
}

TEST(HistogramCommand, CountsTypesOf64Bits) {
    for (const char* type : {"u64", "i64", "f64"}) {
        for (const char* method : {"auto", "two-kernel", "atomic"}) {
            const auto json = json_of_command("histogram", {"--n", "3000", "--type", type, "--bins", "100", "--method",
                                                            method, "--blocks", "7", "--threads", "64", "--verify"});
            EXPECT_EQ(json["verified"], true) << type << " " << method;
        }
    }
    const TemporaryFolder folder;
    const Words input = {folder.file("v.raw", raw<std::uint64_t>({18446744073709551615U, 18446744073709551610U, 7})),
                         "--type",
                         "u64",
                         "--range",
                         "18446744073709551608:18446744073709551615",
                         "--bins",
                         "4"};
    const auto json = json_of_command("histogram", input);
    EXPECT_EQ(json["result"]["counts"], (nlohmann::json{0, 1, 0, 1}));
    EXPECT_EQ(json["result"]["outside"], 1);
    EXPECT_EQ(json["parameters"]["range"].dump(), "[18446744073709551608,18446744073709551615]");
    Words with_csv = input;
    with_csv.insert(with_csv.begin(), "histogram");
    with_csv.insert(with_csv.end(), {"--output", "-"});
    EXPECT_NE(run_vkalgo(with_csv).output.find("\n3,18446744073709551614,18446744073709551615,1\n"), std::string::npos);
    EXPECT_NE(json_of_command("histogram", {"--n", "9", "--type", "i64"})["parameters"]["range"].dump().find(
                  "-9223372036854775808"),
              std::string::npos);
}

TEST(HistogramCommand, TakesTheRangeOfFloatingPointFilesFromTheirValues) {
    const TemporaryFolder folder;
    Array array{ElementType::f64, {4}, Bytes(32)};
    const double values[] = {-2.5, 0.1, 0.2, 7.5};
    std::memcpy(array.data.data(), values, sizeof values);
    const std::string npy = folder.file("v.npy", as_text(encode_npy(array)));
    const auto json = json_of_command("histogram", {npy, "--bins", "10", "--verify"});
    EXPECT_EQ(json["parameters"]["range"], (nlohmann::json{-2.5, 7.5}));
    EXPECT_EQ(json["result"]["counts"], (nlohmann::json{1, 0, 2, 0, 0, 0, 0, 0, 0, 1}));
    EXPECT_EQ(json["result"]["outside"], 0);
    const std::string csv = folder.file("v.csv", "x\n1.5\n2.5\n3.5\n");
    EXPECT_EQ(json_of_command("histogram", {csv, "--type", "f32", "--bins", "2"})["parameters"]["range"],
              (nlohmann::json{1.5, 3.5}));
    const std::string txt = folder.file("a.txt", "1.5 3.5\n2\n");
    EXPECT_EQ(json_of_command("histogram", {txt, "--type", "f32", "--bins", "2"})["parameters"]["range"],
              (nlohmann::json{1.5, 3.5}));
    // Integers use their type's range, unless the range of the values is requested.
    EXPECT_EQ(json_of_command("histogram", {"--n", "100", "--type", "u8"})["parameters"]["range"],
              (nlohmann::json{0, 255}));
    const std::string bytes = folder.file("v.raw", raw<std::uint8_t>({5, 9, 5}));
    EXPECT_EQ(
        json_of_command("histogram", {bytes, "--type", "u8", "--range", "data", "--bins", "5"})["result"]["counts"],
        (nlohmann::json{2, 0, 0, 0, 1}));
    EXPECT_EQ(
        json_of_command("histogram", {bytes, "--type", "u8", "--range", "5:5", "--bins", "1"})["result"]["counts"],
        (nlohmann::json{2}));
    EXPECT_EQ(json_of_command("histogram",
                              {"--n", "100", "--type", "f32", "--range", "data", "--bins", "3"})["result"]["outside"],
              0);
}

TEST(HistogramCommand, StreamsInputsThatDoNotFitIntoMemory) {
    const TemporaryFolder folder;
    std::vector<std::uint32_t> values(30'000'000 / 4);
    for (std::size_t at = 0; at < values.size(); ++at) {
        values[at] = static_cast<std::uint32_t>(at * 2654435761U);
    }
    // 30 MB, so neither a file of this size nor a pipe could be read whole.
    const Words how = {"--type", "u32", "--bins", "7", "--memory", "4M", "--input-limit", "1M", "--stream"};
    const auto with = [&](const std::string& input) {
        Words arguments{input};
        arguments.insert(arguments.end(), how.begin(), how.end());
        return arguments;
    };
    std::vector<std::uint64_t> expected(7);
    for (const std::uint32_t value : values) {
        ++expected[static_cast<std::size_t>(std::uint64_t{value} * 7 >> 32)];
    }
    const auto of_file = json_of_command("histogram", with(folder.file("v.raw", raw(values))));
    EXPECT_EQ(of_file["result"]["counts"], nlohmann::json(expected));
    EXPECT_EQ(of_file["result"]["count"], values.size());
    EXPECT_LE(of_file["memory_bytes"]["device"].get<std::uint64_t>(), 4'000'000U);
    const auto of_pipe =
        json_of_command("histogram", with("-"), {.input = raw(values), .environment = {}, .output_file = {}});
    EXPECT_EQ(of_pipe["result"]["counts"], nlohmann::json(expected));
    Array array{ElementType::f64, {3}, Bytes(24)};
    const double numbers[] = {0.25, 0.5, 2};
    std::memcpy(array.data.data(), numbers, sizeof numbers);
    const std::string npy = folder.file("v.npy", as_text(encode_npy(array)));
    const auto of_npy = json_of_command("histogram", {npy, "--stream", "--range", "0:1", "--bins", "2"});
    EXPECT_EQ(of_npy["result"]["counts"], (nlohmann::json{1, 1}));
    EXPECT_EQ(of_npy["result"]["outside"], 1);
    for (Refusal refusal : std::vector<Refusal>{{{npy, "--stream"}, 2, "give --range LO:HI"},
                                                {{npy, "--stream", "--type", "f32"}, 2, "leave out --type"},
                                                {{npy, "--stream", "--type", "u64"}, 2, "leave out --type"},
                                                {{npy, "--stream", "--verify"}, 2, "leave out --verify"},
                                                {{npy, "--stream", "--range", "data"}, 2, "leave out --verify"},
                                                {{"--n", "5", "--stream"}, 2, "--stream reads a file"},
                                                {{folder.file("odd.raw", "abc"), "--stream"}, 2, "odd.raw"}}) {
        refusal.arguments.insert(refusal.arguments.begin(), "histogram");
        expect_refused(refusal);
    }
}

TEST(HistogramCommand, TheSeedDecidesTheRandomValues) {
    const auto counts = [](const char* seed) {
        return result_of_command("histogram", {"--n", "1000", "--type", "u8", "--seed", seed})["counts"];
    };
    EXPECT_EQ(counts("1"), result_of_command("histogram", {"--n", "1000", "--type", "u8"})["counts"]);
    EXPECT_EQ(counts("7"), counts("7"));
    EXPECT_NE(counts("7"), counts("8"));
    EXPECT_EQ(json_of_command("histogram", {"--n", "10", "--seed", "42"})["parameters"]["seed"], 42);
}

TEST(HistogramCommand, RepeatsAsOftenAsItIsAsked) {
    const auto json = json_of_command("histogram", {"--n", "1000", "--repeat", "3", "--verify"});
    EXPECT_EQ(json["verified"], true);
    EXPECT_EQ(json["repeat"]["runs"], 3);
}

TEST(HistogramCommand, RefusesBadInput) {
    const TemporaryFolder folder;
    const std::string odd = folder.file("odd.raw", "abc");
    const std::string good = folder.file("good.raw", "abcd");
    const std::string npy = folder.file("cut.npy", std::string("\x93NUMPY\x01\x00\x76", 9));
    const std::string png = folder.file("bad.png", "\x89PNG\r\n\x1a\nnonsense");
    Array wide{ElementType::f64, {1}, Bytes(8)};
    const double value = 0.1;
    std::memcpy(wide.data.data(), &value, sizeof value);
    const std::string tenth = folder.file("tenth.npy", as_text(encode_npy(wide)));
    const std::vector<Refusal> refusals = {
        {{}, 2, "--n"},
        {{"missing.raw"}, 2, "missing.raw"},
        {{folder.path("")}, 2, "directory"},
        {{odd}, 2, "multiple"},
        {{npy}, 2, "truncated"},
        {{png}, 2, "PNG"},
        {{tenth, "--type", "f32"}, 2, "element 0 is 0.1 (f64), which f32 cannot hold exactly"},
        {{folder.file("words.txt", "1 2\n3 four\n")}, 2, "words.txt' line 2: 'four' is not a number"},
        {{folder.file("empty.csv", "")}, 2, "empty"},
        {{folder.file("big.csv", "1\n300\n"), "--type", "u8"}, 2, "300"},
        {{good, good}, 2, "one input"},
        {{good, "--n", "4"}, 2, "leave out these options or the file"},
        {{good, "--seed", "4"}, 2, "leave out these options or the file"},
        {{"--n", "-1"}, 2, "-1"},
        {{"--n", "9999999999999"}, 2, "--n: 9999999999999 values of 2 bytes need more than half of"},
        {{"--n", "9999999999999"}, 2, "give fewer values, or write the values to a file and use --stream"},
        {{folder.file("long.raw", std::string(100'000, 'x')), "--type", "u8", "--memory", "64K"},
         2,
         "which --memory sets; raise it or give a smaller file, or count a raw or .npy file part by part with "
         "--stream"},
        {{"--n", "999999999999999999999"}, 2, "64 bits"},
        {{"--n", "4", "--bins", "0"}, 2, "--bins"},
        {{"--n", "4", "--bins", "2^29"}, 2, "--bins"},
        {{"--n", "4", "--bins", "3.5"}, 2, "--bins: '3.5' has a fraction; give a whole number, as in 4 or 4K (1 to"},
        {{"--n", "4", "--bins", "abc"}, 2, "--bins: 'abc' is not a size; give decimal digits"},
        {{"--n", "1e3x"}, 2, "--n: '1e3x' is not a size; give decimal digits"},
        {{"--n", "4", "--range", "5:4"}, 2, "--range: '5:4' is an empty range"},
        {{"--n", "4", "--range", "dat"}, 2, "--range: 'dat' is not a range"},
        {{"--n", "4", "--range", "0:65536"}, 2, "--range: the range 0:65536 exceeds that of u16"},
        {{"--n", "4", "--range", "0:1.5"}, 2, "--range: the range 0:1.5 is for u16, so its ends must be whole"},
        {{"--n", "4", "--type", "u64", "--range", "-1:5"}, 2, "exceeds that of u64"},
        {{"--n", "4", "--type", "f16", "--range", "0:65520"}, 2, "exceeds that of f16"},
        {{folder.file("wide.txt", "65520"), "--type", "f16"}, 2, "'65520' does not fit f16"},
        {{"--n", "4", "--type", "f8"}, 2, "f8"},
        {{"--n", "4", "--method", "radix"}, 2, "two-kernel"},
        {{"--n", "4", "--threads", "60000"}, 2, "threads"},
        {{"--n", "4", "--blocks", "65536"}, 2, "--blocks"},
        {{"--n", "4", "--output", folder.path("counts.png")},
         2,
         "cannot write this format; give a name that ends in ."},
        {{"--n", "4", "--output", folder.path("counts.csv.gz")},
         2,
         "cannot write this format; give a name that ends in ."},
        {{"--n", "4", "--output", folder.path("counts")}, 2, "cannot write this format; give a name that ends in ."},
        {{"--n", "4", "--plot", folder.path("plot.png")}, 2, "ends in .svg"},
        {{"--n", "4", "--plot", "-"}, 2, ".svg"},
        {{"--n", "4", "--output", folder.path("no/such/counts.csv")}, 2, "counts.csv"},
        {{"--n", "10M", "--memory", "300K"}, 2, "only 300000 are available; give fewer --bins, or raise --memory"},
        {{"--n", "4", "--problem", "lcs"}, 2, "--problem"},
    };
    for (Refusal refusal : refusals) {
        refusal.arguments.insert(refusal.arguments.begin(), "histogram");
        SCOPED_TRACE(refusal.message);
        expect_refused(refusal);
    }
    EXPECT_EQ(folder.entries(), 10U);
}

TEST(HistogramCommand, UsesTheSingularForACountOfOne) {
    const ProcessResult result =
        run_vkalgo({"histogram", "--n", "1", "--type", "u8", "--method", "atomic", "--verbose"});
    EXPECT_NE(result.output.find("1 of them not empty\n"), std::string::npos) << result.output;
    EXPECT_NE(result.output.find("): 1 value\n"), std::string::npos) << result.output;
    EXPECT_NE(result.errors.find("1 part of at most 1 value, 1 window of at most 1 value, 1 dispatch per part\n"),
              std::string::npos)
        << result.errors;
}

}  // namespace
}  // namespace vkalgo::cli::test
