// Runs `vkalgo histogram` as a process: bins between edges, several histograms, sums of weights.
#include "cli/formats.hpp"
#include "formats/npy.hpp"
#include "tests/cli/arrays.hpp"
#include "tests/cli/process.hpp"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

TEST(HistogramGroupsCommand, CountsBetweenEdges) {
    const TemporaryFolder folder;
    const std::string values = folder.file("v.raw", raw<std::int16_t>({-7, 0, 1, 9, 10, 99, 100, 101}));
    const auto with = [&](const std::string& edges) {
        return json_of_command("histogram", {values, "--type", "i16", "--edges", edges, "--verify"});
    };
    const nlohmann::json expected{2, 2, 2};
    const auto of_list = with("0,5,20,100");
    EXPECT_EQ(of_list["result"]["counts"], (nlohmann::json{2, 2, 2}));
    EXPECT_EQ(of_list["result"]["outside"], 2);
    EXPECT_EQ(of_list["parameters"]["edges"], (nlohmann::json{0, 5, 20, 100}));
    EXPECT_EQ(of_list["parameters"]["range"], (nlohmann::json{0, 100}));
    EXPECT_EQ(of_list["verified"], true);
    EXPECT_EQ(with(folder.file("edges.txt", "0\n5\n20\n100\n"))["result"]["counts"], expected);
    Array array{ElementType::f64, {4}, Bytes(32)};
    const double numbers[] = {0, 5, 20, 100};
    std::memcpy(array.data.data(), numbers, sizeof numbers);
    const std::string npy = folder.file("edges.npy", as_text(encode_npy(array)));
    EXPECT_EQ(with(npy)["result"]["counts"], expected);
    const auto run = [&](Words words) {
        words.insert(words.begin(), {"histogram", values, "--type", "i16", "--edges", "0,5,20,100"});
        return run_vkalgo(words).output;
    };
    EXPECT_NE(run({}).find("3 between edges over 0:100, 3 of them not empty"), std::string::npos) << run({});
    EXPECT_NE(run({}).find("20 .. 100"), std::string::npos);
    EXPECT_EQ(run({"--output", "-"}), "bin,low,high,count\n0,0,4,2\n1,5,19,2\n2,20,100,2\n");
    run({"--output", folder.path("counts.json")});
    const auto json = nlohmann::json::parse(content_of(folder.path("counts.json")), nullptr, false);
    EXPECT_EQ(json["edges"], (nlohmann::json{0, 5, 20, 100}));
    const std::string stream = folder.file("s.raw", raw<float>({0.05F, 0.1F, 2.0F, HUGE_VALF, NAN}));
    const auto streamed =
        result_of_command("histogram", {stream, "--type", "f32", "--edges", "-inf,0.1,1,inf", "--stream"});
    EXPECT_EQ(streamed["counts"], (nlohmann::json{1, 1, 2}));
    EXPECT_EQ(streamed["outside"], 1);
    EXPECT_EQ(streamed["nan"], 1);
    for (Refusal refusal : std::vector<Refusal>{
             {{"--edges", "5,5"}, 2, "--edges: edges must ascend: edge 1 (5) is not above edge 0 (5)"},
             {{"--edges", "5,"}, 2, "--edges: '' is not a number"},
             {{"--edges", "5"}, 2, "--edges: '5' is only one edge; give at least two"},
             {{"--edges", "1,x"}, 2, "--edges: 'x' is not a number"},
             {{"--edges", "0,1.5"}, 2, "edges for u16 must be whole numbers"},
             {{"--edges", "0,70000"}, 2, "is 70000, outside the range of u16"},
             {{"--edges", folder.file("one.txt", "7\n")}, 2, "at least two edges, but there is only one"},
             {{"--edges", folder.file("none.txt", "\n")}, 2, "none.txt' has no numbers; give at least two edges"},
             {{"--edges", folder.path("missing.txt")}, 2, "missing.txt"},
             {{"--edges", npy, "--output", npy}, 2, "edges.npy"},
             {{"--edges", "0,1", "--bins", "1"}, 2, "leave out --bins and --range"},
             {{"--edges", "0,1", "--range", "0:1"}, 2, "leave out --bins and --range"},
             {{"--edges", "0,1", "--plot", folder.path("a.svg")}, 2, "--plot draws only bins of equal width"},
             {{"--edges", "0,1", "--method", "packed"},
              2,
              "--method: the method 'packed' counts only values of one channel in bins of one width"}}) {
        refusal.arguments.insert(refusal.arguments.begin(), {"histogram", "--n", "4"});
        SCOPED_TRACE(refusal.message);
        expect_refused(refusal);
    }
}

TEST(HistogramGroupsCommand, CountsChannelsAndRegions) {
    const TemporaryFolder folder;
    // Two rows of three pixels with four channels, and two bytes after each row.
    std::vector<std::uint8_t> image;
    for (std::uint8_t row = 0; row < 2; ++row) {
        for (std::uint8_t pixel = 0; pixel < 3; ++pixel) {
            image.insert(image.end(), {pixel, row, 3, 255});
        }
        image.insert(image.end(), {77, 77});
    }
    const std::string file = folder.file("image.raw", raw(image));
    const Words base{file, "--type",  "u8", "--range",  "0:3", "--bins",
                     "4",  "--width", "3",  "--stride", "14",  "--verify"};
    const auto with = [&](const Words& more) {
        Words words = base;
        words.insert(words.end(), more.begin(), more.end());
        return json_of_command("histogram", words);
    };
    const auto all = with({"--channels", "4"});
    EXPECT_EQ(all["verified"], true);
    EXPECT_EQ(all["result"]["histograms"], 4);
    EXPECT_EQ(all["result"]["count"], 6);
    EXPECT_EQ(all["result"]["counts"], (nlohmann::json{{2, 2, 2, 0}, {3, 3, 0, 0}, {0, 0, 0, 6}, {0, 0, 0, 0}}));
    EXPECT_EQ(all["result"]["outside_of"], (nlohmann::json{0, 0, 0, 6}));
    const auto colours = with({"--channels", "4:0,1", "--region", "1,1,2,1"});
    EXPECT_EQ(colours["result"]["counts"], (nlohmann::json{{0, 1, 1, 0}, {0, 2, 0, 0}}));
    EXPECT_EQ(colours["parameters"]["region"], "1,1,2,1");
    EXPECT_EQ(with({"--channels", "4:1"})["result"]["counts"], (nlohmann::json{3, 3, 0, 0}));
    // Without --channels the same bytes are rows of three.
    EXPECT_EQ(with({"--region", "0,1,3,1"})["result"]["counts"], (nlohmann::json{1, 1, 0, 1}));
    Words csv = base;
    csv.insert(csv.begin(), "histogram");
    csv.insert(csv.end() - 1, {"--channels", "4:0,1", "--output", "-"});
    csv.pop_back();
    EXPECT_TRUE(run_vkalgo(csv).output.starts_with("histogram,bin,low,high,count\n0,0,0,0,2\n0,1,1,1,2\n"))
        << run_vkalgo(csv).output;
    with({"--channels", "3", "--output", folder.path("counts.npy")});
    const auto npy = parse_npy(size_of(content_of(folder.path("counts.npy"))), "counts.npy");
    ASSERT_TRUE(npy.has_value());
    EXPECT_EQ(npy->shape, (std::vector<std::uint64_t>{3, 4}));
    // The shape of a .npy file gives the length of its rows.
    Array array{ElementType::u8, {2, 3}, size_of(raw<std::uint8_t>({0, 1, 2, 3, 0, 1}))};
    const std::string shaped = folder.file("a.npy", as_text(encode_npy(array)));
    EXPECT_EQ(
        result_of_command("histogram", {shaped, "--bins", "4", "--range", "0:3", "--region", "1,0,2,2"})["counts"],
        (nlohmann::json{1, 2, 1, 0}));
    const auto drawn = run_vkalgo({"histogram", shaped, "--region", "1,0,2,2", "--plot", folder.path("r.svg")});
    EXPECT_EQ(drawn.exit_code, 0) << drawn.errors;
    EXPECT_TRUE(content_of(folder.path("r.svg")).starts_with("<svg"));
    for (Refusal refusal : std::vector<Refusal>{
             {{file, "--type", "u8", "--channels", "5"}, 2, "1 to 4 channels"},
             {{file, "--type", "u8", "--channels", "3"}, 2, "cannot make a whole number of pixels of 3 channels"},
             {{file, "--type", "u8", "--channels", "2:0,0"}, 2, "has channel 0 twice; give each channel once"},
             {{file, "--type", "u8", "--channels", "2:2"}, 2, "has channel 2; give channels from 0 to 1"},
             {{file, "--type", "u8", "--region", "0,0,1,1"}, 2, "give --width"},
             {{file, "--type", "u8", "--region", "0,0,1"}, 2, "is not a region"},
             {{file, "--type", "u8", "--region", "0,0,1,0"}, 2, "is not a region"},
             {{file, "--type", "u8", "--width", "4", "--region", "3,0,2,1"}, 2, "exceeds a row of 4 pixels; give a"},
             {{file, "--type", "u8", "--width", "1", "--region", "1,0,1,1"}, 2, "exceeds a row of 1 pixel; give a"},
             {{file, "--type", "u8", "--width", "4", "--region", "0,7,4,1"}, 2, "the 28 bytes that are given"},
             {{file, "--type", "u16", "--width", "4", "--stride", "9"}, 2, "not a multiple of the 2 bytes"},
             {{file, "--type", "u8", "--width", "4", "--stride", "3"},
              2,
              "28 bytes cannot hold whole rows of 4 bytes that begin 3 bytes apart"},
             {{file, "--type", "u8", "--width", "5"}, 2, "28 bytes cannot hold whole rows of 5 bytes"},
             {{file, "--type", "u8", "--width", "100"}, 2, "28 bytes cannot hold whole rows of 100 bytes"},
             {{file, "--type", "u8", "--channels", "4", "--method", "copies"}, 2, "--method: the method 'copies'"},
             {{"--n", "12", "--channels", "4"}, 2, "leave out --n and --stream"},
             {{file, "--type", "u8", "--channels", "4", "--stream"}, 2, "leave out --n and --stream"},
             {{file, "--type", "u8", "--channels", "4", "--plot", folder.path("p.svg")},
              2,
              "--plot draws only one histogram of counts"}}) {
        refusal.arguments.insert(refusal.arguments.begin(), "histogram");
        SCOPED_TRACE(refusal.message);
        expect_refused(refusal);
    }
}

TEST(HistogramGroupsCommand, CountsSegmentsAndWeights) {
    const TemporaryFolder folder;
    const std::string file = folder.file("v.raw", raw<std::uint8_t>({0, 1, 1, 2, 2, 2, 9}));
    const Words base{file, "--type", "u8", "--range", "0:2", "--bins", "3", "--verify"};
    const auto with = [&](const Words& more) {
        Words words = base;
        words.insert(words.end(), more.begin(), more.end());
        return json_of_command("histogram", words);
    };
    const std::string offsets = folder.file("offsets.txt", "1\n1\n4\n7\n");
    const auto cut = with({"--segments", offsets});
    EXPECT_EQ(cut["result"]["counts"], (nlohmann::json{{0, 0, 0}, {0, 2, 1}, {0, 0, 2}}));
    EXPECT_EQ(cut["result"]["outside"], 1);
    EXPECT_EQ(cut["verified"], true);
    const std::string weights = folder.file("w.txt", "4000000000 2 3 4000000000 4000000000 1 7");
    const auto summed = with({"--weights", weights});
    EXPECT_EQ(summed["result"]["counts"], (nlohmann::json{4000000000U, 5, 8000000001U}));
    EXPECT_EQ(summed["result"]["outside"], 7);
    EXPECT_EQ(summed["verified"], true);
    EXPECT_EQ(with({"--weights", weights, "--segments", offsets})["result"]["counts"],
              (nlohmann::json{{0, 0, 0}, {0, 5, 4000000000U}, {0, 0, 4000000001U}}));
    const std::string one = folder.file("one.txt", "1\n");
    const std::string halves = folder.file("halves.txt", "0.5 -2 1e10 1e-10 -1e10 0.25 nan");
    for (Refusal refusal : std::vector<Refusal>{
             {{"--segments", one}, 2, "two or more offsets in ascending order"},
             {{"--segments", folder.file("down.txt", "3 2")}, 2, "two or more offsets in ascending order"},
             {{"--segments", folder.file("far.txt", "3 8")}, 2, "the last offset, 8, exceeds the number of values, 7"},
             {{"--segments", offsets, "--channels", "2"}, 2, "cannot make a whole number of pixels"},
             {{"--segments", folder.path("none.txt")}, 2, "none.txt"},
             {{"--weights", one}, 2, "has 1 weight for 7 pixels"},
             {{"--weights", folder.file("minus.txt", "-1")}, 2, "has 1 weight for 7 pixels"},
             {{"--weights", folder.file("words.txt", "1 two")}, 2, "two"},
             {{"--weights", folder.file("minus.npy", npy<std::int32_t>({1, -1}))}, 2, "has 2 weights for 7 pixels"},
             {{"--weights", halves, "--quantiles", "0.5"}, 2, "--quantiles"},
             {{"--weights", folder.file("wide.txt", "16777217 1\n4294967296 4 5 6 7")},
              2,
              "wide.txt' line 1: '16777217' is a whole number that f32 cannot hold exactly; write it with a point"},
             {{"--weights", folder.file("widest.txt", "1 2 3 4 5 6 18446744073709551615")}, 2, "cannot hold exactly"},
             {{"--weights", folder.file("wide.npy", npy<std::uint64_t>({1, 2, 3, 4, 5, 6, 4294967297}))},
              2,
              "element 6 is 4294967297 (u64), which f32 cannot hold exactly (elements count from 0); weights must be "
              "all"},
             {{"--weights", folder.file("low.npy", npy<std::int32_t>({-1, 16777217, 3, 4, 5, 6, 7}))},
              2,
              "element 1 is 16777217 (i32), which f32 cannot hold exactly (elements count from 0); weights must be "
              "all"},
             {{"--segments", folder.file("below.txt", "0 -1")},
              2,
              "below.txt' line 1: '-1' does not fit u32; give whole numbers from 0 up to the number of elements"},
             {{"--segments", folder.file("below.npy", npy<std::int32_t>({0, -1}))},
              2,
              "element 1 is -1 (i32), which u32 cannot hold exactly"},
             {{"--weights", one, "--output", one}, 2, "one.txt"}}) {
        refusal.arguments.insert(refusal.arguments.begin(), {"histogram", file, "--type", "u8"});
        SCOPED_TRACE(refusal.message);
        expect_refused(refusal);
    }
}

TEST(HistogramGroupsCommand, SumsWeightsThatAreFractions) {
    const TemporaryFolder folder;
    const std::string file = folder.file("v.raw", raw<std::uint8_t>({0, 1, 1, 2, 2, 2, 9}));
    const auto with = [&](const Words& more) {
        Words words{file, "--type", "u8", "--range", "0:2", "--bins", "3", "--verify"};
        words.insert(words.end(), more.begin(), more.end());
        return json_of_command("histogram", words);
    };
    // f32 holds 1e10, but the nearest f32 of 1e-10 differs from it. The sum 1e10 + 1e-10 - 1e10 must be exactly that
    // f32.
    const std::string text = folder.file("w.txt", "0.5 -2 0.25 1e10 1e-10 -1e10 nan");
    const auto summed = with({"--weights", text});
    EXPECT_EQ(summed["result"]["sums"], (nlohmann::json{0.5, -1.75, double{1e-10F}}));
    EXPECT_EQ(summed["result"]["outside_sum"], "nan");
    EXPECT_EQ(summed["result"]["nan_sum"], 0.0);
    EXPECT_EQ(summed["verified"], true);
    const std::string floats = folder.file("w.npy", npy<float>({1, 2, 3, 4, 5, 6, 7}));
    const std::string doubles = folder.file("d.npy", npy<double>({1, 2, 3, 4, 5, 6, 7}));
    const std::string offsets = folder.file("offsets.txt", "1\n4\n7\n");
    for (const std::string& weights : {floats, doubles}) {
        EXPECT_EQ(with({"--weights", weights})["result"]["sums"], (nlohmann::json{1.0, 5.0, 15.0}));
        const auto cut = with({"--weights", weights, "--segments", offsets})["result"];
        EXPECT_EQ(cut["sums"], (nlohmann::json{{0.0, 5.0, 4.0}, {0.0, 0.0, 11.0}}));
        EXPECT_EQ(cut["outside_sum"], (nlohmann::json{0.0, 7.0}));
        EXPECT_EQ(cut["histograms"], 2);
    }
    // Whole numbers that are not all u32 become f32, from a text file and from every integer type.
    for (const std::string& weights : {folder.file("minus.txt", "-1 2 -3 4 5 -6 7"),
                                       folder.file("i8.npy", npy<std::int8_t>({-1, 2, -3, 4, 5, -6, 7})),
                                       folder.file("i16.npy", npy<std::int16_t>({-1, 2, -3, 4, 5, -6, 7})),
                                       folder.file("i32.npy", npy<std::int32_t>({-1, 2, -3, 4, 5, -6, 7})),
                                       folder.file("i64.npy", npy<std::int64_t>({-1, 2, -3, 4, 5, -6, 7}))}) {
        const auto found = with({"--weights", weights});
        EXPECT_EQ(found["result"]["sums"], (nlohmann::json{-1.0, -1.0, 3.0})) << weights;
        EXPECT_EQ(found["verified"], true) << weights;
    }
    const std::string wide = folder.file("wide.npy", npy<std::uint64_t>({4294967296, 1, 1, 1, 1, 1, 1}));
    EXPECT_EQ(with({"--weights", wide})["result"]["sums"], (nlohmann::json{4294967296.0, 2.0, 3.0}));
    // Whole numbers up to the largest u32 are added exactly. If one weight has a decimal point, all are read as f32.
    const std::string whole = folder.file("whole.txt", "4294967295 16777217 1 1 1 1 1");
    EXPECT_EQ(with({"--weights", whole})["result"]["counts"], (nlohmann::json{4294967295U, 16777218U, 3U}));
    const std::string pointed = folder.file("pointed.txt", "4294967296.0 16777217.0 1 1 1 1 1");
    EXPECT_EQ(with({"--weights", pointed})["result"]["sums"], (nlohmann::json{4294967296.0, 16777217.0, 3.0}));
    const Words base{"histogram", file, "--type", "u8", "--range", "0:2", "--bins", "3", "--weights", text};
    const auto written = [&](const char* name, const Words& more = {}) {
        Words words = base;
        words.insert(words.end(), more.begin(), more.end());
        words.insert(words.end(), {"--output", folder.path(name)});
        const ProcessResult run = run_vkalgo(words);
        EXPECT_EQ(run.exit_code, 0) << run.errors;
        EXPECT_NE(run.output.find("largest in bin"), std::string::npos) << run.output;
        return content_of(folder.path(name));
    };
    EXPECT_TRUE(written("s.csv").starts_with("bin,low,high,sum\n0,0,0,0.5\n1,1,1,-1.75\n2,2,2,1"));
    EXPECT_TRUE(written("g.csv", {"--segments", offsets}).starts_with("histogram,bin,low,high,sum\n0,0,0,0,0\n"));
    EXPECT_EQ(nlohmann::json::parse(written("s.json"))["sums"], summed["result"]["sums"]);
    EXPECT_TRUE(written("s.npy").ends_with(raw<double>({0.5, -1.75, double{1e-10F}})));
}

TEST(HistogramGroupsCommand, ReportsZeroPixelsLikeAnyOtherNumber) {
    const TemporaryFolder folder;
    const std::string none = folder.file("v.raw", "");
    const auto with = [&](const std::string& weights) {
        return result_of_command(
            "histogram", {none, "--type", "u8", "--range", "0:2", "--bins", "3", "--verify", "--weights", weights});
    };
    for (const std::string& weights : {folder.file("f.npy", npy<float>({})), folder.file("d.npy", npy<double>({}))}) {
        const auto found = with(weights);
        EXPECT_EQ(found["sums"], (nlohmann::json{0.0, 0.0, 0.0})) << found;
        EXPECT_EQ(found["outside_sum"], 0.0) << found;
    }
    for (const std::string& weights : {folder.file("w.npy", npy<std::uint32_t>({})), folder.file("w.txt", "")}) {
        EXPECT_EQ(with(weights)["counts"], (nlohmann::json{0, 0, 0}));
    }
}

TEST(HistogramGroupsCommand, WritesCountersOfTheRequestedWidth) {
    const TemporaryFolder folder;
    const std::string values = folder.file("v.txt", "1 1 2");
    const std::string light = folder.file("light.txt", "3 4 5");
    const std::string heavy = folder.file("heavy.txt", "4000000000 4000000000 5");
    const auto run = [&](const std::string& weights, const Words& more) {
        Words words{"histogram", values, "--type", "u8", "--range", "1:2", "--bins", "2", "--weights", weights};
        words.insert(words.end(), more.begin(), more.end());
        return run_vkalgo(words);
    };
    const std::string out = folder.path("counts.npy");
    const auto written = [&](const std::string& weights, const Words& more) {
        Words words{"--output", out};
        words.insert(words.end(), more.begin(), more.end());
        const ProcessResult result = run(weights, words);
        EXPECT_EQ(result.exit_code, 0) << result.errors;
        const auto array = parse_npy(size_of(content_of(out)), "counts.npy");
        EXPECT_TRUE(array.has_value());
        std::filesystem::remove(out);
        return array ? std::pair(array->type, std::string(as_text(array->data)))
                     : std::pair(ElementType::u8, std::string());
    };
    const auto words = [](std::uint32_t a, std::uint32_t b) {
        return std::pair(ElementType::u32, raw<std::uint32_t>({a, b}));
    };
    const auto doubles = [](std::uint64_t a, std::uint64_t b) {
        return std::pair(ElementType::u64, raw<std::uint64_t>({a, b}));
    };
    EXPECT_EQ(written(light, {}), words(7, 5));
    EXPECT_EQ(written(light, {"--counters", "32"}), words(7, 5));
    EXPECT_EQ(written(light, {"--counters", "64"}), doubles(7, 5));
    EXPECT_EQ(written(heavy, {}), doubles(8'000'000'000, 5));
    const ProcessResult narrow = run(heavy, {"--output", out, "--counters", "32"});
    EXPECT_EQ(narrow.exit_code, 2);
    EXPECT_NE(narrow.errors.find("the count of a bin is 8000000000"), std::string::npos) << narrow.errors;
    EXPECT_FALSE(std::filesystem::exists(out));
    const ProcessResult text = run(light, {"--output", folder.path("c.csv"), "--counters", "64"});
    EXPECT_EQ(text.exit_code, 2);
    EXPECT_NE(text.errors.find("--output FILE.npy"), std::string::npos) << text.errors;
    // --counters is refused before anything is counted. Otherwise --verbose would have printed the method.
    const std::string halves = folder.file("halves.txt", "0.5 1 2");
    const ProcessResult sums = run(halves, {"--output", out, "--counters", "64", "--verbose"});
    EXPECT_EQ(sums.exit_code, 2);
    EXPECT_NE(sums.errors.find("sums of f32 --weights are f64"), std::string::npos) << sums.errors;
    EXPECT_EQ(sums.errors.find("general"), std::string::npos) << sums.errors;
    EXPECT_NE(run(halves, {"--verbose"}).errors.find("general"), std::string::npos);
}

}  // namespace
}  // namespace vkalgo::cli::test
