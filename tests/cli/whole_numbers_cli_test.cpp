// Tests whole numbers in texts: each command must take them exactly, or refuse them and name the file and the line.
#include "cli/dp/inputs.hpp"
#include "formats/meshes/mesh.hpp"
#include "formats/meshes/points.hpp"
#include "formats/npy.hpp"
#include "formats/rasters/dem_format.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

/// Runs a script that must succeed, and returns what it prints.
std::string printed(const std::string& script) {
    const ProcessResult run = run_shell("set -e\n" + script);
    EXPECT_EQ(run.exit_code, 0) << script << "\n" << run.errors;
    return run.output;
}

/// Expects that the last command of a script is refused with exit code 2 and a message that contains all these parts.
void expect_wrong(const std::string& script, const Words& parts) {
    const ProcessResult run = run_shell(script);
    EXPECT_EQ(run.exit_code, 2) << script << "\n" << run.output;
    EXPECT_EQ(run.output, "") << script;
    for (const std::string& part : parts) {
        EXPECT_NE(run.errors.find(part), std::string::npos) << script << "\n" << run.errors;
    }
}

/// Returns the lines of numbers that add and matmul print.
std::string rows_of(const std::string& output) {
    std::string rows;
    for (std::size_t at = 0; at < output.size();) {
        const std::size_t end = output.find('\n', at);
        const std::string line = output.substr(at, end - at);
        rows += line.starts_with("row ") || line.starts_with("values ") ? line.substr(10) + "\n" : "";
        at = end + 1;
    }
    return rows;
}

}  // namespace

TEST(WholeNumbers, AreAddedAsWholeNumbers) {
    EXPECT_EQ(rows_of(printed("echo 16777217 > a.csv; echo 1 > b.csv; $V add a.csv b.csv --verify")), "16777218\n");
    EXPECT_EQ(rows_of(printed("echo 9007199254740993,-3 > a.csv; echo 0,1 > b.csv; $V add a.csv b.csv")),
              "9007199254740993  -2\n");
    EXPECT_EQ(rows_of(printed("echo 18446744073709551614 > a.csv; echo 1 > b.csv; $V add a.csv b.csv")),
              "18446744073709551615\n");
    EXPECT_EQ(rows_of(printed("echo 4000000000 > a.csv; echo 2 > b.csv; $V add a.csv b.csv --operator multiply")),
              "8000000000\n");
    const auto type = [](const std::string& script) {
        return nlohmann::json::parse(printed(script))["result"]["type"].get<std::string>();
    };
    EXPECT_EQ(type("echo 1,+2 > a.csv; $V add a.csv a.csv --json"), "i64");
    EXPECT_EQ(type("echo 18446744073709551615 > a.csv; echo 0 > b.csv; $V add a.csv b.csv --json"), "u64");
    EXPECT_EQ(type("echo 1,2 > a.csv; $V add a.csv a.csv --type f32 --json"), "f32");
    EXPECT_EQ(type("echo 1,2.5 > a.csv; $V add a.csv a.csv --json"), "f32");
    EXPECT_EQ(type("echo 1,2 > a.csv; echo 1,1e3 > b.csv; $V add a.csv b.csv --json"), "f32") << "both are real";
}

TEST(WholeNumbers, ThatATypeDoesNotHoldAreRefusedWithTheirPosition) {
    const Words words{"'16777217' is a whole number that f32 cannot hold exactly", "another type"};
    const auto with = [&](const std::string& position) { return Words{position, words[0], words[1]}; };
    const std::string csv = "printf '1,2\\n3,16777217\\n' > a.csv; ";
    expect_wrong(csv + "$V add a.csv a.csv --type f32", with("'a.csv' line 2, column 2"));
    expect_wrong(csv + "$V matmul a.csv a.csv --type f32", with("'a.csv' line 2, column 2"));
    expect_wrong(csv + "$V sort a.csv --type f32", with("'a.csv' line 2, column 2"));
    expect_wrong(csv + "$V histogram a.csv --type f32", with("'a.csv' line 2, column 2"));
    expect_wrong("echo 1.5,16777217 > a.csv; $V add a.csv a.csv", with("'a.csv' line 1, column 2"));
    expect_wrong("echo 1 16777217 | $V sort - --format txt --type f32", with("'standard input' line 1"));
    expect_wrong("echo 2049 > a.txt; $V histogram a.txt --type f16", {"a.txt' line 1: '2049'", "f16"});
    expect_wrong("echo 9007199254740993 > a.txt; $V sort a.txt --type f64",
                 {"a.txt' line 1: '9007199254740993'", "f64"});
    expect_wrong("echo -1 18446744073709551615 > a.txt; $V sort a.txt",
                 {"a.txt' line 1: '18446744073709551615'", "f64"});
    expect_wrong("printf 't\\n1700000001\\n1700000000\\n' > t.csv; $V sort t.csv --column t --type f32 --verify",
                 {"'t.csv' line 2, column 1: '1700000001'"});
    // A number with a point is a measurement, so it is rounded.
    EXPECT_EQ(printed("echo 16777217.0 1e9 | $V sort - --format txt --type f32 --quiet"), "16777216\n1000000000\n");
}

TEST(WholeNumbers, HaveADefaultTypeThatHoldsThem) {
    EXPECT_EQ(printed("printf 't\\n1700000001\\n1700000000\\n' > t.csv; $V sort t.csv --column t --output - --quiet"),
              "t\n1700000000\n1700000001\n");
    EXPECT_EQ(printed("echo 3 -1 9007199254740993 9007199254740992 | $V sort - --format txt --quiet"),
              "-1\n3\n9007199254740992\n9007199254740993\n");
    EXPECT_EQ(printed("echo 3 0 18446744073709551615 | $V sort - --format txt --quiet"),
              "0\n3\n18446744073709551615\n");
    EXPECT_EQ(printed("echo 3 1700000000.5 1700000000.25 | $V sort - --format txt --quiet"),
              "3\n1700000000.25\n1700000000.5\n");
    EXPECT_EQ(printed("echo 3 nan -inf | $V sort - --format txt --quiet"), "-inf\n3\nnan\n");
    const auto parameters = [](const std::string& script) {
        return nlohmann::json::parse(printed(script))["parameters"];
    };
    EXPECT_EQ(parameters("echo 3 4 | $V sort - --format txt --json")["type"], "u32");
    const auto small = parameters("echo 3 65535 > a.txt; $V histogram a.txt --json");
    EXPECT_EQ(small["type"], "u16");
    EXPECT_EQ(small["range"], (nlohmann::json{0, 65535}));
    const auto large = parameters("echo -3 70000 > a.txt; $V histogram a.txt --bins 4 --json");
    EXPECT_EQ(large["type"], "i64");
    EXPECT_EQ(large["range"], (nlohmann::json{-3, 70000}));
    EXPECT_EQ(parameters("echo 0.5 3 > a.txt; $V histogram a.txt --bins 4 --json")["type"], "f64");
    const auto named = parameters("echo -3 70000 > a.txt; $V histogram a.txt --type i64 --json");
    EXPECT_EQ(named["range"][0], INT64_MIN);
}

TEST(WholeNumbers, BesideAnArrayHaveItsType) {
    const TemporaryFolder folder;
    const auto array = [&](const std::string& name, ElementType type, const std::vector<std::byte>& bytes) {
        const Bytes file = encode_npy({type, {2, 2}, bytes});
        return folder.file(name, {reinterpret_cast<const char*>(file.data()), file.size()});
    };
    const std::string one = array("one.npy", ElementType::f32, std::vector<std::byte>(16));
    const std::string byte = array("byte.npy", ElementType::u8, std::vector<std::byte>(4));
    const std::string tenth = folder.file("tenth.csv", "0.1,0\n0,0\n"),
                      big = folder.file("big.csv", "16777217,0\n0,0\n");
    EXPECT_EQ(json_of_command("add", {one, tenth})["result"]["type"], "f32");
    EXPECT_EQ(json_of_command("add", {tenth, one})["result"]["type"], "f32");
    EXPECT_EQ(json_of_command("add", {byte, folder.file("seven.csv", "7,0\n0,0\n")})["result"]["type"], "u8");
    EXPECT_EQ(json_of_command("matmul", {tenth, one})["result"]["type"], "f32");
    expect_refused({{"add", big, one}, 2, "big.csv' line 1, column 1: '16777217'"});
    expect_refused({{"add", byte, big}, 2, "big.csv' line 1, column 1: '16777217' does not fit u8"});
}

TEST(WholeNumbers, WhoseResultsWouldWrapAreRefusedUnlessTheTypeIsRequested) {
    const std::string most = "echo 1,9223372036854775807 > a.csv; echo 1,1 > b.csv; ";
    expect_wrong(most + "$V add a.csv b.csv", {"element 1", "i64", "--type"});
    EXPECT_EQ(rows_of(printed(most + "$V add a.csv b.csv --type i64")), "2  -9223372036854775808\n");
    EXPECT_EQ(rows_of(printed(most + "$V add a.csv b.csv --operator subtract")), "0  9223372036854775806\n");
    expect_wrong("echo 0 > a.csv; echo 18446744073709551615 > b.csv; $V add a.csv b.csv --operator subtract",
                 {"element 0", "u64"});
    expect_wrong("echo 4000000000 > a.csv; $V add a.csv a.csv --operator multiply", {"element 0", "i64"});
}

TEST(WholeNumbers, AreMultipliedExactly) {
    const std::string two = "printf '1,2\\n3,4\\n' > a.csv; printf '0,1\\n1,0\\n' > b.csv; ";
    const auto type = [](const std::string& script) {
        return nlohmann::json::parse(printed(script + " --verify --json"))["result"]["type"].get<std::string>();
    };
    EXPECT_EQ(rows_of(printed(two + "$V matmul a.csv b.csv")), "2  1\n4  3\n");
    EXPECT_EQ(type(two + "$V matmul a.csv b.csv"), "i32");
    EXPECT_EQ(type(two + "$V matmul a.csv b.csv --alpha 3 --c a.csv --beta -1"), "i32");
    EXPECT_EQ(type(two + "$V matmul a.csv b.csv --alpha 0.5"), "f64");
    EXPECT_EQ(type(two + "$V matmul a.csv b.csv --type f32"), "f32");
    const std::string large = "printf '100000,2\\n16777217,0\\n' > a.csv; printf '100000,0\\n0,1\\n' > b.csv; ";
    EXPECT_EQ(rows_of(printed(large + "$V matmul a.csv b.csv")), "10000000000  2\n1677721700000  0\n");
    EXPECT_EQ(type(large + "$V matmul a.csv b.csv"), "f64");
    expect_wrong("printf '1,9007199254740993\\n2,3\\n' > a.csv; $V matmul a.csv a.csv",
                 {"a.csv", "9007199254740993", "f64", "cannot hold exactly"});
    const std::string beyond = "printf '94906267,0\\n0,94906267\\n' > a.csv; $V matmul a.csv a.csv";
    expect_wrong(beyond, {"exceed 2^53", "--type f64"});
    EXPECT_EQ(type(beyond + " --type f64"), "f64");
    EXPECT_EQ(type(beyond + " --alpha 0.5"), "f64");
    const std::string small = "printf '9007199254740991,1\\n' > a.csv; printf '1,0\\n2,0\\n' > b.csv; ";
    expect_wrong(small + "$V matmul a.csv b.csv", {"exceed 2^53"});
    expect_wrong(small + "$V matmul b.csv a.csv --transpose-a --transpose-b", {"exceed 2^53"});
    expect_wrong(small + "echo 2,2 > c.csv; $V matmul a.csv b.csv --alpha 0 --c c.csv --beta 4503599627370497",
                 {"exceed 2^53"});
    const std::string just = "printf '9007199254740990,2\\n' > a.csv; printf '1,0\\n1,0\\n' > b.csv; ";
    EXPECT_EQ(rows_of(printed(just + "$V matmul a.csv b.csv")), "9007199254740992  0\n");
    expect_wrong(two + "$V matmul a.csv b.csv --type f32 --alpha 16777217", {"--alpha: '16777217'", "f32"});
    EXPECT_EQ(type(two + "$V matmul a.csv b.csv --type f32 --alpha 1e20"), "f32");
}

TEST(WholeNumbers, OnTheCommandLineAreExactToo) {
    const std::string text = "echo 1.5 3 > a.txt; ";
    expect_wrong(text + "$V histogram a.txt --type f32 --range 0:16777217", {"--range: '16777217'", "f32"});
    expect_wrong(text + "$V histogram a.txt --type f64 --range 0:9007199254740993", {"--range: '9007199254740993'"});
    expect_wrong(text + "$V histogram a.txt --type f64 --edges 0,18446744073709551617", {"18446744073709551617"});
    printed(text + "$V histogram a.txt --type f32 --range 0:16777217.0 --bins 2");
    printed(text + "$V histogram a.txt --type f32 --range +0:+4 --bins 2");
    expect_wrong("$V dp --problem lcs --n 9 --at-least 36893488147419103233", {"--at-least: '36893488147419103233'"});
    expect_wrong("$V drainage --n 9 --threshold 9007199254740993", {"--threshold", "9007199254740993"});
    EXPECT_TRUE(parse_param("16777216", ElementType::f32));
    EXPECT_TRUE(parse_param("16777217.0", ElementType::f32));
    EXPECT_TRUE(parse_param("9007199254740992", ElementType::f64));
    EXPECT_EQ(std::get<std::uint64_t>(*parse_param("+7", ElementType::u32)), 7U);
    EXPECT_REFUSED(parse_param("16777217", ElementType::f32), "'16777217' is a whole number that f32");
    EXPECT_REFUSED(parse_param("9007199254740993", ElementType::f64), "cannot hold exactly");
    EXPECT_REFUSED(parse_param("1e39", ElementType::f32), "does not fit f32");
}

TEST(WholeNumbers, OfEdgesOfBinsAreComparedExactly) {
    // 9007199254740993 lies between two doubles.
    const std::string edges = "echo 0 9007199254740993 9007199254740994 > e.txt; echo 9007199254740992.0 > a.txt; ";
    EXPECT_EQ(printed(edges + "$V histogram a.txt --type f64 --edges e.txt --quiet"), "0 1\n");
    EXPECT_EQ(printed(edges + "echo 9007199254740993 > b.txt; $V histogram b.txt --type i64 --edges e.txt --quiet"),
              "1 1\n");
    EXPECT_EQ(printed("echo 5 16777217 > w.txt; echo 1 2 > a.txt; $V histogram a.txt --bins 2 --range 1:2 --weights "
                      "w.txt --quiet"),
              "0 5\n1 16777217\n");
}

TEST(WholeNumbers, OfARecurrenceAreExact) {
    const std::string own =
        "cat > own.glsl <<'END'\n//! problem own\n//! pattern RUD\n//! cell f32\n//! input a f32[]\n//! input b "
        "i64[len(a)]\n"
        "//! files csv a, b: rows\n//! rows len(a) + 1\n//! columns 2\n//! base first-row 1\n//! answer last\n"
        "cell_t base(int i, int j) { return cell_t(0); }\n"
        "cell_t cell(int i, int j) { return at(i - 1, j) + a(i - 1); }\nEND\n";
    expect_wrong(own + "printf 'a,b\\n1,2\\n16777217,3\\n' > t.csv; $V dp --recurrence own.glsl t.csv",
                 {"'t.csv' line 3, column 1: '16777217'", "f32"});
    // The user cannot choose a type here.
    expect_wrong(own + "printf 'a,b\\n1e60,2\\n' > t.csv; $V dp --recurrence own.glsl --batch t.csv",
                 {"'t.csv' line 2, a: '1e60' does not fit f32; correct it"});
    // Each column has the type of its input.
    EXPECT_TRUE(
        printed(own + "printf 'a,b\\n0.1,9007199254740993\\n' > t.csv; $V dp --recurrence own.glsl t.csv --quiet")
            .starts_with("0.1\n"));
    expect_wrong(own + "printf 'a,b\\n1 16777217,2 3\\n' > t.csv; $V dp --recurrence own.glsl --batch t.csv",
                 {"'t.csv' line 2", "'16777217'", "f32"});
}

TEST(WholeNumbers, OfOtherFilesAreExact) {
    const std::string header = "ncols 2\nnrows 1\ncellsize 1\n";
    const auto dem = parse_dem(header + "1 16777217\n", "a.asc");
    ASSERT_TRUE(dem) << dem.error().message;
    EXPECT_EQ(dem->wide, (std::vector<double>{1, 16777217}));
    EXPECT_REFUSED(parse_dem(header + "1 9007199254740993\n", "a.asc"), "line 4: '9007199254740993' is a whole number");
    EXPECT_TRUE(parse_dem(header + "NODATA_value -340282350000000000000000000000000000000\n"
                                   "1 -340282350000000000000000000000000000000\n",
                          "a.asc"));
    const auto stl = [](const std::string& x) {
        return parse_mesh("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex " + x +
                              " 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n",
                          "a.stl");
    };
    EXPECT_TRUE(stl("16777218"));
    EXPECT_TRUE(stl("1.6777217e7"));
    EXPECT_REFUSED(stl("16777217"), "line 5: '16777217' is a whole number that f32 cannot hold exactly");
    EXPECT_TRUE(parse_mesh("v 0 0 0\nv 16777217 0 0\nv 0 1 0\nf 1 2 3\n", "a.obj")) << "which is read as f64";
    EXPECT_REFUSED(parse_mesh("v 0 0 0\nv 9007199254740993 0 0\nv 0 1 0\nf 1 2 3\n", "a.obj"), "line 2: ");
    EXPECT_REFUSED(parse_points("0,9007199254740993\n", "a.csv", {}), "line 1, column 2: '9007199254740993'");
}

TEST(WholeNumbers, AndOtherNumbersMayBeTinyOrHaveAPlusSign) {
    EXPECT_EQ(printed("echo 1e-400 +5 -1e-400 .5 5. 5E0 | $V sort - --format txt --type f64 --quiet"),
              "-0\n0\n0.5\n5\n5\n5\n");
    EXPECT_EQ(printed("echo 1e-60 +5 1e-45 | $V sort - --format txt --type f32 --quiet"), "0\n1e-45\n5\n");
    EXPECT_EQ(rows_of(printed("echo +5,-5 > a.csv; $V add a.csv a.csv")), "10  -10\n");
    EXPECT_EQ(printed("printf '+1\\n+2\\n' > a.csv; $V sort a.csv --quiet"), "1\n2\n") << "no header";
}

}  // namespace vkalgo::cli::test
