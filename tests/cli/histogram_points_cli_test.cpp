// Runs `vkalgo histogram` as a process on points with two coordinates. The counts must be those of numpy.histogram2d.
#include "formats/npy.hpp"
#include "formats/writer.hpp"
#include "tests/cli/arrays.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

using CountRows = std::vector<std::vector<std::uint64_t>>;

/// Points near a line, on and between the edges of bins. A few of them are NaN or infinite.
struct Cloud {
    std::vector<double> x, y;
    /// The interleaved coordinates: x and y of the first point, then x and y of the next.
    std::vector<double> both;
};

Cloud cloud_of(std::size_t points, std::uint64_t seed) {
    SplitMix64 random(seed);
    Cloud cloud;
    for (std::size_t point = 0; point < points; ++point) {
        // Multiples of 0.05, many of them edges.
        double x = random.below(41) / 20.0 - 0.5;
        double y = x + std::ldexp(static_cast<double>(random.next() >> 11), -53);
        switch (random.below(100)) {
            case 0:
                x = std::numeric_limits<double>::quiet_NaN();
                break;
            case 1:
                y = std::numeric_limits<double>::infinity();
                break;
            default:
                break;
        }
        cloud.x.push_back(x);
        cloud.y.push_back(y);
        cloud.both.insert(cloud.both.end(), {x, y});
    }
    return cloud;
}

/// Returns numpy.linspace(low, high, bins + 1).
std::vector<double> linspace(double low, double high, std::size_t bins) {
    std::vector<double> edges;
    const double step = (high - low) / static_cast<double>(bins);
    for (std::size_t bin = 0; bin < bins; ++bin) {
        const volatile double product = static_cast<double>(bin) * step;
        edges.push_back(product + low);
    }
    edges.push_back(high);
    return edges;
}

/// Returns the counts of numpy.histogram2d(x, y, bins=[x_edges, y_edges]).
CountRows histogram2d(const Cloud& cloud, const std::vector<double>& x_edges, const std::vector<double>& y_edges) {
    CountRows rows(x_edges.size() - 1, std::vector<std::uint64_t>(y_edges.size() - 1));
    const auto bin_in = [](const std::vector<double>& edges, double value) {
        const auto right = std::upper_bound(edges.begin(), edges.end(), value) - edges.begin();
        return static_cast<std::size_t>(value == edges.back() ? right - 1 : right);
    };
    for (std::size_t point = 0; point < cloud.x.size(); ++point) {
        if (!std::isnan(cloud.x[point]) && !std::isnan(cloud.y[point])) {
            const std::size_t i = bin_in(x_edges, cloud.x[point]), j = bin_in(y_edges, cloud.y[point]);
            if (i - 1 < rows.size() && j - 1 < rows.front().size()) {
                ++rows[i - 1][j - 1];
            }
        }
    }
    return rows;
}

std::uint64_t sum_of(const CountRows& rows) {
    std::uint64_t sum = 0;
    for (const auto& row : rows) {
        for (const std::uint64_t count : row) {
            sum += count;
        }
    }
    return sum;
}

formats::Array read_array(const std::string& path) {
    auto array = formats::parse_npy(formats::bytes_of(content_of(path)), path);
    EXPECT_TRUE(array.has_value()) << path;
    return array ? std::move(*array) : formats::Array();
}

TEST(HistogramPointsCommand, CountsTheRowsOfAnArrayAsNumpyDoes) {
    const TemporaryFolder folder;
    const Cloud cloud = cloud_of(20011, 3);
    const std::string file = npy(folder, "points.npy", {20011, 2}, cloud.both);
    // A range can be written in two ways.
    for (const std::string range : {"-0.25,1.25,0,2", "-0.25:1.25,0:2"}) {
        const auto json = json_of_command(
            "histogram", {file, "--bins", "30,7", "--range", range, "--verify", "--output", folder.path("h.npy")});
        const CountRows expected = histogram2d(cloud, linspace(-0.25, 1.25, 30), linspace(0, 2, 7));
        EXPECT_EQ(json["result"]["counts"], nlohmann::json(expected));
        EXPECT_EQ(json["result"]["x_edges"], nlohmann::json(linspace(-0.25, 1.25, 30)));
        EXPECT_EQ(json["result"]["y_edges"], nlohmann::json(linspace(0, 2, 7)));
        EXPECT_EQ(json["result"]["count"], 20011);
        EXPECT_EQ(json["result"]["outside"], 20011 - sum_of(expected));
        EXPECT_EQ(json["result"]["nan"],
                  std::count_if(cloud.x.begin(), cloud.x.end(), [](double x) { return std::isnan(x); }));
        EXPECT_EQ(json["parameters"]["bins"], (nlohmann::json{30, 7}));
        EXPECT_EQ(json["parameters"]["range"], (nlohmann::json{{-0.25, 1.25}, {0, 2}}));
        EXPECT_EQ(json["verified"], true);
        const formats::Array array = read_array(folder.path("h.npy"));
        EXPECT_EQ(array.type, ElementType::u32);
        EXPECT_EQ(array.shape, (std::vector<std::uint64_t>{30, 7}));
        std::vector<std::uint32_t> counts(30 * 7);
        ASSERT_EQ(array.data.size(), 4 * counts.size());
        std::memcpy(counts.data(), array.data.data(), array.data.size());
        for (std::size_t bin = 0; bin < counts.size(); ++bin) {
            EXPECT_EQ(counts[bin], expected[bin / 7][bin % 7]) << bin;
        }
    }
    // One number of bins, or one range, holds for both axes.
    EXPECT_EQ(result_of_command("histogram", {file, "--bins", "5", "--range", "0,1,0,1"})["counts"],
              nlohmann::json(histogram2d(cloud, linspace(0, 1, 5), linspace(0, 1, 5))));
    EXPECT_EQ(result_of_command("histogram", {file, "--bins", "5,4", "--range", "0:1"})["counts"],
              nlohmann::json(histogram2d(cloud, linspace(0, 1, 5), linspace(0, 1, 4))));
    // The default range is that of the finite coordinates. numpy reports an error instead.
    const auto all = result_of_command("histogram", {file, "--bins", "8,9"});
    EXPECT_EQ(all["x_edges"], nlohmann::json(linspace(-0.5, 1.5, 8)));
    // The first --edges is for x, the second for y.
    const std::string edges = folder.file("edges.txt", "0 0.3 1.5\n");
    const auto own = json_of_command("histogram", {file, "--edges", "-1,0,0.05,2", "--edges", edges, "--verify"});
    EXPECT_EQ(own["result"]["counts"], nlohmann::json(histogram2d(cloud, {-1, 0, 0.05, 2}, {0, 0.3, 1.5})));
    EXPECT_EQ(own["parameters"]["edges"], (nlohmann::json{{-1, 0, 0.05, 2}, {0, 0.3, 1.5}}));
}

TEST(HistogramPointsCommand, CountsTwoColumnsOfATableEachOfItsOwnType) {
    const TemporaryFolder folder;
    Cloud cloud = cloud_of(3001, 4);
    std::string csv = "name,age,weight\n", txt, tsv = "age\tweight\n";
    cloud.x.clear();
    for (std::size_t point = 0; point < cloud.y.size(); ++point) {
        cloud.x.push_back(static_cast<double>(point * 7 % 91));
        const std::string numbers = fmt::format("{},{}", cloud.x.back(), cloud.y[point]);
        csv += fmt::format("n{},{}\n", point, numbers);
        tsv += fmt::format("{}\t{}\n", cloud.x.back(), cloud.y[point]);
        txt += fmt::format("{} {}\n", cloud.x.back(), cloud.y[point]);
    }
    const std::string table = folder.file("t.csv", csv);
    const Words by_columns{table, "--column", "age", "--column", "weight", "--range", "0,90,0,2"};
    const nlohmann::json expected(histogram2d(cloud, linspace(0, 90, 10), linspace(0, 2, 10)));
    const auto json = json_of_command("histogram", by_columns);
    EXPECT_EQ(json["result"]["counts"], expected);
    EXPECT_EQ(json["parameters"]["type"], (nlohmann::json{"u16", "f64"}));
    EXPECT_EQ(json["parameters"]["columns"], (nlohmann::json{"age", "weight"}));
    // The rows of a table or a text of two columns are points too, and so are pairs of raw elements.
    for (const std::string& file : {folder.file("t.tsv", tsv), folder.file("t.txt", txt)}) {
        EXPECT_EQ(
            result_of_command("histogram", {file, "--bins", "10,10", "--range", "0,90,0,2", "--verify"})["counts"],
            expected)
            << file;
    }
    std::vector<double> both;
    for (std::size_t point = 0; point < cloud.x.size(); ++point) {
        both.insert(both.end(), {cloud.x[point], cloud.y[point]});
    }
    EXPECT_EQ(result_of_command("histogram", {folder.file("t.raw", raw(both)), "--type", "f64", "--bins", "10,10",
                                              "--range", "0,90,0,2"})["counts"],
              expected);
    // Columns by number, with another delimiter and without a header.
    std::string list = csv.substr(csv.find('\n') + 1);
    std::replace(list.begin(), list.end(), ',', ';');
    EXPECT_EQ(result_of_command("histogram", {folder.file("list.txt", list), "--delimiter", ";", "--no-header",
                                              "--column", "2", "--column", "3", "--range", "0,90,0,2"})["counts"],
              expected);
    // Standard input is read only once.
    ProcessSettings settings;
    settings.input = csv;
    EXPECT_EQ(result_of_command("histogram", {"-", "--column", "age", "--column", "weight", "--range", "0,90,0,2"},
                                settings)["counts"],
              expected);
}

TEST(HistogramPointsCommand, DividesByTheAreaOfEachBinAsNumpyDoes) {
    const TemporaryFolder folder;
    const Cloud cloud = cloud_of(5003, 5);
    const std::string file = npy(folder, "points.npy", {5003, 2}, cloud.both);
    const std::vector<double> x = linspace(-0.1, 1.3, 13), y = linspace(0, 1.7, 11);
    const auto json = json_of_command("histogram", {file, "--bins", "13,11", "--range", "-0.1,1.3,0,1.7", "--density",
                                                    "--output", folder.path("d.npy")});
    const CountRows counts = histogram2d(cloud, x, y);
    const auto within = static_cast<double>(sum_of(counts));
    const formats::Array array = read_array(folder.path("d.npy"));
    EXPECT_EQ(array.type, ElementType::f64);
    EXPECT_EQ(array.shape, (std::vector<std::uint64_t>{13, 11}));
    std::vector<double> found(13 * 11);
    ASSERT_EQ(array.data.size(), 8 * found.size());
    std::memcpy(found.data(), array.data.data(), array.data.size());
    for (std::size_t i = 0; i < 13; ++i) {
        for (std::size_t j = 0; j < 11; ++j) {
            const double expected = static_cast<double>(counts[i][j]) / (x[i + 1] - x[i]) / (y[j + 1] - y[j]) / within;
            EXPECT_EQ(found[i * 11 + j], expected) << i << " " << j;
            EXPECT_EQ(json["result"]["density"][i][j], expected);
        }
    }
    const std::string alone = folder.file("one.txt", "7 7\n");
    EXPECT_TRUE(result_of_command("histogram", {alone, "--bins", "2,2", "--range", "0,1,0,1", "--density"})["density"]
                    .is_null());
    expect_refused("histogram", {file, "--edges", "0,1,inf", "--edges", "0,1", "--density"},
                   "--density: bin 1 of x (counted from 0) has width inf, so it has no density; give other --edges");
}

TEST(HistogramPointsCommand, WritesEveryFormatAndAnswersInText) {
    const TemporaryFolder folder;
    const std::string file = folder.file("p.csv", "x,y\n0,0.5\n0,0.5\n1,1\n3,2\n9,9\n");
    const Words words{"histogram", file, "--bins", "2,2", "--range", "0,4,0,2"};
    const auto run = [&](Words more) {
        more.insert(more.begin(), words.begin(), words.end());
        const ProcessResult result = run_vkalgo(more);
        EXPECT_EQ(result.exit_code, 0) << result.errors;
        return result.output;
    };
    const std::string header = "x_bin,y_bin,x_low,x_high,y_low,y_high,count\n";
    const std::string rows = "0,0,0,2,0,1,2\n0,1,0,2,1,2,1\n1,0,2,4,0,1,0\n1,1,2,4,1,2,1\n";
    EXPECT_EQ(run({"--output", "-"}), header + rows);
    run({"--output", folder.path("h.csv")});
    EXPECT_EQ(content_of(folder.path("h.csv")), header + rows);
    run({"--output", folder.path("h.txt")});
    std::string blanks = rows;
    std::replace(blanks.begin(), blanks.end(), ',', ' ');
    EXPECT_EQ(content_of(folder.path("h.txt")), blanks);
    run({"--output", folder.path("h.json")});
    const auto json = nlohmann::json::parse(content_of(folder.path("h.json")), nullptr, false);
    EXPECT_EQ(json["counts"], (nlohmann::json{{2, 1}, {0, 1}}));
    EXPECT_EQ(json["x_edges"], (nlohmann::json{0, 2, 4}));
    EXPECT_EQ(json["outside"], 1);
    run({"--output", folder.path("h.bin")});
    EXPECT_EQ(content_of(folder.path("h.bin")), raw<std::uint32_t>({2, 1, 0, 1}));
    run({"--output", folder.path("wide.npy"), "--counters", "64"});
    EXPECT_EQ(read_array(folder.path("wide.npy")).type, ElementType::u64);
    EXPECT_EQ(run({"--quiet"}), "0 0 2\n0 1 1\n1 1 1\n");
    const std::string text = run({});
    EXPECT_NE(text.find("points    5, x of f64, y of f64\n"), std::string::npos) << text;
    EXPECT_NE(text.find("outside   1\n"), std::string::npos) << text;
    EXPECT_NE(text.find("fullest   bin 0, 0 (x [0, 2), y [0, 1)): 2\n"), std::string::npos) << text;
    EXPECT_NE(text.find("\n  |++|\n  |@ |\n"), std::string::npos) << text;
}

TEST(HistogramPointsCommand, AddsUpWeightsAndCountsRandomPoints) {
    const TemporaryFolder folder;
    const std::string file = folder.file("p.txt", "0 0\n0 0\n1 1\n5 5\n");
    const std::string words = folder.file("w.txt", "1 4000000000 7 9\n"),
                      reals = folder.file("r.txt", "0.5 1 -2 9.5\n");
    const Words points{file, "--bins", "2,2", "--range", "0,1,0,1", "--verify"};
    const auto with = [&](const std::string& weights) {
        Words all = points;
        all.insert(all.end(), {"--weights", weights});
        return result_of_command("histogram", all);
    };
    EXPECT_EQ(with(words)["counts"], (nlohmann::json{{4000000001u, 0}, {0, 7}}));
    EXPECT_EQ(with(words)["outside"], 9);
    EXPECT_EQ(with(reals)["sums"], (nlohmann::json{{1.5, 0}, {0, -2}}));
    EXPECT_EQ(with(reals)["outside_sum"], 9.5);
    const auto random = json_of_command("histogram", {"--n", "3K", "--type", "f32", "--bins", "20,30", "--verify"});
    EXPECT_EQ(random["verified"], true);
    EXPECT_EQ(random["result"]["count"], 3000);
    EXPECT_EQ(random["result"]["outside"], 0);
    for (const std::string method : {"two-kernel", "copies", "global", "general"}) {
        EXPECT_EQ(json_of_command("histogram", {"--n", "3K", "--type", "f32", "--bins", "20,30", "--method",
                                                method})["result"]["counts"],
                  random["result"]["counts"])
            << method;
    }
}

TEST(HistogramPointsCommand, RefusesOptionsThatPointsDoNotTake) {
    const TemporaryFolder folder;
    const std::string file = npy<double>(folder, "p.npy", {2, 2}, {1, 2, 3, 4});
    const std::string list = npy<double>(folder, "l.npy", {4}, {1, 2, 3, 4});
    const std::string table = folder.file("t.csv", "a,b,c\n1,2,3\n4,5,6\n");
    const auto refused = [](const Words& words, const std::string& message) {
        expect_refused("histogram", words, message);
    };
    refused({list, "--bins", "2,2"}, "l.npy' has the shape (4), but points with two coordinates are rows of two");
    refused({table, "--bins", "2,2"},
            "has the shape (2, 3), but points with two coordinates are rows of two numbers; "
            "give two columns by --column X --column Y");
    refused({table, "--bins", "2,2", "--column", "a"}, "--column: points have two coordinates; give two columns");
    refused({table, "--column", "a", "--column", "d"}, "there is no column 'd'");
    refused({table, "--column", "a", "--column", "2", "--no-header"},
            "there is no column 'a'; without a header, columns have");
    refused({folder.file("holes.csv", "a,b\n1,2\n3,\n"), "--column", "a", "--column", "b"}, "line 3, column 2");
    refused({"--n", "10", "--column", "a", "--column", "b"}, "--column chooses a column of a table");
    refused({table, "--column", "a", "--column", "b", "--column", "c"}, "--column is given 3 times; give it once or");
    refused({table, "--column", "a", "--column", ""}, "--column: an empty name");
    refused({file, "--column", "a", "--column", "b"}, "is a NumPy array (npy), which cannot be read as a table");
    refused({folder.file("odd.raw", "abc"), "--type", "u8", "--bins", "2,2"}, "has an odd number of elements");
    refused({file, "--bins", "2,2,2"}, "--bins: '2,2,2' has numbers for 3 axes; give N, or NX,NY for points");
    refused({file, "--bins", "2,"}, "--bins: '' is not a size");
    refused({file, "--bins", "2,0"}, "--bins: 0 is out of range");
    refused({file, "--bins", "auto,2"}, "--bins: 'auto,2': the rules work for only one axis; give numbers");
    refused({file, "--bins", "auto", "--range", "0,1,0,1"}, "--bins: the rules work for only one axis");
    refused({file, "--bins", "1M,1M"}, "1000000 x 1000000 bins are too many");
    refused({file, "--bins", "2,2", "--range", "0,1"}, "--range: '0,1' is not a range; give LO:HI, or X0,X1,Y0,Y1");
    refused({file, "--bins", "2,2", "--range", "0,1,2"}, "--range: '0,1,2' is not a range");
    refused({file, "--bins", "2,2", "--range", "0,1,3,2"}, "--range: '0,1,3,2' is reversed: 3 is above 2");
    refused({file, "--bins", "2,2", "--range", "0:1,x:2"}, "--range: 'x' is not a number");
    refused({file, "--edges", "0,1", "--edges", "1,1"}, "is not above edge 0 (1), of y");
    refused({file, "--edges", "1,1", "--edges", "0,1"}, "is not above edge 0 (1), of x");
    refused({file, "--edges", "0,1", "--edges", "1,2", "--bins", "3"}, "leave out --bins and --range");
    refused({file, "--edges", "-", "--edges", "-"}, "it can be read only once");
    refused({"-", "--edges", "-"}, "it can be read only once");
    refused({file, "--bins", "2,2", "--quantiles", "0.5"}, "--quantiles needs values of one coordinate");
    refused({file, "--bins", "2,2", "--plot", folder.path("p.svg")}, "--plot draws only the bins of one axis");
    refused({file, "--bins", "2,2", "--stream"}, "do not work for points with two coordinates");
    refused({file, "--bins", "2,2", "--channels", "2"}, "--stream, --channels, ");
    refused({file, "--bins", "2,2", "--threads", "64"}, "do not work for points with two coordinates");
    refused({file, "--bins", "2,2", "--weights", list}, "has 4 weights for 2 points; give one weight for each");
    refused({file, "--bins", "2,2", "--output", file}, "p.npy");
    refused({folder.file("names.csv", "a,b,c\n1,2,x\n"), "--bins", "2,2"},
            "'x' is not a number; correct it, or choose two columns by --column, given twice: a, b, c");
    EXPECT_EQ(folder.entries(), 6U);
}

}  // namespace
}  // namespace vkalgo::cli::test
