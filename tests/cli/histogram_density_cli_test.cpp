// Runs `vkalgo histogram` as a process: densities, and rules that choose the number of bins.
#include "formats/npy.hpp"
#include "formats/writer.hpp"
#include "tests/cli/arrays.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

std::vector<double> squares(std::size_t size) {
    SplitMix64 random(5);
    std::vector<double> values(size);
    for (double& value : values) {
        const double uniform = std::ldexp(static_cast<double>(random.next() >> 11), -53);
        value = uniform * uniform * 10 - 3;
    }
    return values;
}

/// Returns how many values lie in each of `bins` bins of equal width, as numpy.histogram counts them.
std::vector<std::uint64_t> numpy_counts(const std::vector<double>& values, std::size_t bins, double low, double high) {
    std::vector<std::uint64_t> counts(bins);
    const double step = (high - low) / static_cast<double>(bins);
    for (const double value : values) {
        if (low <= value && value <= high) {
            std::size_t bin = 0;
            while (bin + 1 < bins && value >= static_cast<double>(bin + 1) * step + low) {
                ++bin;
            }
            ++counts[bin];
        }
    }
    return counts;
}

TEST(HistogramBinsCommand, FindsTheNumberOfBinsByEveryRule) {
    const TemporaryFolder folder;
    const std::vector<double> values = squares(1000);
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    const std::string file = npy(folder, "v.npy", {1000}, values);
    // sqrt(1000) = 31.6, log2(1000) + 1 = 10.97, 2 * 1000^(1/3) = 20 minus a rounding error
    const std::vector<std::pair<std::string, std::size_t>> known = {{"sqrt", 32}, {"sturges", 11}, {"rice", 20}};
    for (const std::string rule : {"auto", "doane", "fd", "rice", "scott", "sqrt", "stone", "sturges"}) {
        const auto json = json_of_command("histogram", {file, "--bins", rule, "--verify"});
        EXPECT_EQ(json["parameters"]["bins_by"], rule);
        EXPECT_EQ(json["parameters"]["range"], (nlohmann::json{*least, *most}));
        const auto bins = json["result"]["bins"].get<std::size_t>();
        EXPECT_EQ(json["parameters"]["bins"], bins);
        EXPECT_GT(bins, 1U) << rule;
        EXPECT_EQ(json["result"]["counts"], nlohmann::json(numpy_counts(values, bins, *least, *most))) << rule;
        for (const auto& [name, number] : known) {
            EXPECT_TRUE(name != rule || bins == number) << rule << " " << bins;
        }
    }
    // The rule sees only the values in the range.
    const auto inside = static_cast<double>(
        std::count_if(values.begin(), values.end(), [](double value) { return -1 <= value && value <= 2; }));
    const auto within = json_of_command("histogram", {file, "--bins", "sqrt", "--range", "-1:2"});
    EXPECT_NEAR(within["result"]["bins"].get<double>(), std::sqrt(inside), 3);
    EXPECT_EQ(within["parameters"]["range"], (nlohmann::json{-1, 2}));
}

TEST(HistogramBinsCommand, TakesTheRangeOfWholeNumbersAndOfRandomValues) {
    const TemporaryFolder folder;
    const std::string bytes = folder.file("v.raw", raw<std::uint8_t>({3, 3, 4, 4, 5, 6, 6, 6}));
    const auto json = json_of_command("histogram", {bytes, "--type", "u8", "--bins", "sqrt", "--verify"});
    EXPECT_EQ(json["parameters"]["range"], (nlohmann::json{3, 6}));
    EXPECT_EQ(json["result"]["counts"], (nlohmann::json{4, 1, 3}));
    // A bin of whole numbers is at least 1 wide: 3 bins for 3 .. 6, and not the 100 that --type f64 gets.
    EXPECT_EQ(result_of_command("histogram", {bytes, "--type", "u8", "--bins", "stone"})["bins"], 3);
    const auto random = json_of_command("histogram", {"--n", "1K", "--type", "f32", "--bins", "sturges", "--verify"});
    EXPECT_EQ(random["verified"], true);
    EXPECT_EQ(random["result"]["bins"], 11);
    EXPECT_EQ(random["result"]["outside"], 0);
    const std::string equal = folder.file("equal.txt", "2.5 2.5 2.5\n");
    const auto one = json_of_command("histogram", {equal, "--bins", "auto", "--density"});
    EXPECT_EQ(one["parameters"]["range"], (nlohmann::json{2, 3}));
    EXPECT_EQ(one["result"]["density"], (nlohmann::json{1}));
    // The rule counts the values of a region of an image.
    const auto part = result_of_command(
        "histogram", {bytes, "--type", "u8", "--width", "4", "--region", "1,0,2,2", "--bins", "sqrt", "--density"});
    EXPECT_EQ(part["count"], 4);
    EXPECT_EQ(part["bins"], 2);
}

TEST(HistogramBinsCommand, RefusesOptionsThatConflictWithARule) {
    const TemporaryFolder folder;
    const std::string bytes = folder.file("v.raw", std::string("abcdefgh"));
    const std::string wide = folder.file("wide.txt", "1.5 2.5 3.5 4.5 5.5 6.5 7.5 8.5 1e300\n");
    for (const Words& more : std::vector<Words>{{"--channels", "2"}, {"--segments", bytes}, {"--weights", bytes}}) {
        Words words{bytes, "--type", "u8", "--bins", "auto"};
        words.insert(words.end(), more.begin(), more.end());
        expect_refused("histogram", words, "--bins: the rules work only for one histogram of counts; give a number");
    }
    expect_refused("histogram", {"--n", "4", "--bins", "fd", "--edges", "0,1"}, "leave out --bins and --range");
    expect_refused("histogram", {bytes, "--bins", "fd", "--stream"}, "give --bins a number, or leave out --stream");
    expect_refused("histogram", {"--n", "4", "--bins", "sturge"},
                   "or the name of a rule: auto, doane, fd, rice, scott");
    expect_refused("histogram", {"--n", "4", "--bins", "-3"}, "--bins: '-3' is negative; give 1 to");
    expect_refused("histogram", {wide, "--bins", "fd"},
                   "--bins: the rule fd gives more than 268435456 (2^28) bins for these values; choose another rule");
}

TEST(HistogramDensityCommand, IntegratesToOneOverEvenBins) {
    const TemporaryFolder folder;
    const std::vector<double> values = squares(5000);
    const std::string file = npy(folder, "v.npy", {5000}, values);
    const auto json = json_of_command("histogram", {file, "--bins", "9", "--range", "-2:4", "--density", "--verify",
                                                    "--output", folder.path("d.npy")});
    EXPECT_EQ(json["parameters"]["density"], true);
    const auto density = json["result"]["density"].get<std::vector<double>>();
    const std::vector<std::uint64_t> counts = numpy_counts(values, 9, -2, 4);
    EXPECT_EQ(json["result"]["counts"], nlohmann::json(counts));
    double within = 0;
    for (const std::uint64_t count : counts) {
        within += static_cast<double>(count);
    }
    ASSERT_EQ(density.size(), 9U);
    double sum = 0;
    for (std::size_t bin = 0; bin < 9; ++bin) {
        EXPECT_NEAR(density[bin], static_cast<double>(counts[bin]) / (within * (6.0 / 9)), 1e-15);
        sum += density[bin] * (6.0 / 9);
    }
    EXPECT_NEAR(sum, 1, 1e-14);
    const auto array = formats::parse_npy(formats::bytes_of(content_of(folder.path("d.npy"))), "d.npy");
    ASSERT_TRUE(array.has_value());
    EXPECT_EQ(array->type, ElementType::f64);
    ASSERT_EQ(array->data.size(), 9 * sizeof(double));
    EXPECT_EQ(std::memcmp(array->data.data(), density.data(), array->data.size()), 0);
}

TEST(HistogramDensityCommand, DividesByTheWidthOfEachBin) {
    const TemporaryFolder folder;
    const std::string file = folder.file("v.txt", "0.5 1 2 3 3.5 9 -1\n");
    const Words words{file, "--edges", "0,1,5", "--density"};
    const auto run = [&](Words more) {
        more.insert(more.begin(), words.begin(), words.end());
        more.insert(more.begin(), "histogram");
        const ProcessResult result = run_vkalgo(more);
        EXPECT_EQ(result.exit_code, 0) << result.errors;
        return result.output;
    };
    // Five values have a bin, so the densities are 1 / 5 / 1 and 4 / 5 / 4.
    EXPECT_EQ(result_of_command("histogram", words)["density"], (nlohmann::json{0.2, 0.2}));
    EXPECT_EQ(run({"--output", "-"}), "bin,low,high,density\n0,0,1,0.2\n1,1,5,0.2\n");
    EXPECT_EQ(run({"--quiet"}), "0 0.2\n1 0.2\n");
    const std::string text = run({});
    EXPECT_NE(text.find("fullest   bin 1 ([1, 5]): 4 values\n"), std::string::npos) << text;
    EXPECT_NE(text.find("densest   bin 0 ([0, 1)): 0.2\n"), std::string::npos) << text;
    run({"--output", folder.path("d.json")});
    const auto json = nlohmann::json::parse(content_of(folder.path("d.json")), nullptr, false);
    EXPECT_EQ(json["density"], (nlohmann::json{0.2, 0.2}));
    EXPECT_EQ(json["counts"], (nlohmann::json{1, 4}));
    // A bin of two whole numbers is 2 wide.
    const std::string bytes = folder.file("v.raw", raw<std::uint8_t>({0, 1, 1, 2, 9}));
    EXPECT_EQ(result_of_command("histogram",
                                {bytes, "--type", "u8", "--range", "0:3", "--bins", "2", "--density"})["density"],
              (nlohmann::json{0.375, 0.125}));
    EXPECT_EQ(result_of_command("histogram", {bytes, "--type", "u8", "--range", "9:9", "--bins", "1", "--density",
                                              "--stream"})["density"],
              (nlohmann::json{1}));
}

TEST(HistogramDensityCommand, OfNoValuesIsNull) {
    const TemporaryFolder folder;
    const Words words{folder.file("v.txt", "7.5\n"), "--bins", "2", "--range", "0:1", "--density"};
    EXPECT_TRUE(result_of_command("histogram", words)["density"].is_null());
    Words text = words;
    text.insert(text.begin(), "histogram");
    EXPECT_NE(run_vkalgo(text).output.find("density   none: no value has a bin\n"), std::string::npos);
    text.insert(text.end(), {"--output", "-"});
    EXPECT_EQ(run_vkalgo(text).output, "bin,low,high,density\n0,0,0.5,nan\n1,0.5,1,nan\n");
}

TEST(HistogramDensityCommand, IsRefusedIfItIsUndefinedOrOptionsConflict) {
    const TemporaryFolder folder;
    const std::string bytes = folder.file("v.raw", std::string("abcdefgh"));
    const auto refused = [](Words words, const std::string& message) {
        words.insert(words.end(), {"--type", "f32", "--density"});
        expect_refused("histogram", words, message);
    };
    refused({bytes, "--channels", "2"}, "--density works only for one histogram of counts; leave out --density");
    refused({bytes, "--weights", bytes}, "--density works only for one histogram of counts; leave out --density");
    refused({"--n", "4", "--counters", "64", "--output", folder.path("c.npy")},
            "--counters sets the bits of counters, but --density");
    refused({"--n", "4", "--plot", folder.path("p.svg")},
            "--plot draws counts, not densities; leave out --plot or --density");
    refused({"--n", "4", "--range", "5:5"}, "--density: the range 5:5 has width 0; give a wider --range");
    refused({"--n", "4", "--edges", "0,1,inf"},
            "--density: bin 1 (counted from 0) has width inf, so it has no density; give other --edges");
    EXPECT_EQ(folder.entries(), 1U);
}

}  // namespace
}  // namespace vkalgo::cli::test
