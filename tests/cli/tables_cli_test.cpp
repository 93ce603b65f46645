// Runs commands on tables: columns, tabs, and a matrix from a text of one column.
#include "tests/cli/arrays.hpp"
#include "tests/cli/process.hpp"
#include "tests/formats/zip_samples.hpp"
#include "tests/support/temporary_folder.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

TEST(TableCommands, NeedANamedColumnToSort) {
    const TemporaryFolder folder;
    const std::string table = folder.file("t.csv", "a,b\n4,1\n2,3\n");
    expect_refused("sort", {table}, "line 1: the table has 2 columns; choose one by --column: a, b");
    expect_refused("sort", {table, "--type", "u8", "--top", "1"}, "the table has 2 columns");
    expect_refused("sort", {table, "--column", ""}, "--column: an empty name");
    expect_refused("histogram", {table, "--column", ""}, "--column: an empty name");
    EXPECT_EQ(run_vkalgo({"sort", table, "--format", "csv", "--quiet"}).output, "1\n2\n3\n4\n");
    EXPECT_EQ(run_vkalgo({"sort", table, "--column", "b", "--quiet"}).output, "1\n3\n");
    // A table of values may have several columns.
    const std::string keys = folder.file("k.txt", "9 5"), moved = folder.path("moved.csv");
    const ProcessResult run =
        run_vkalgo({"sort", keys, "--values", table, "--output", folder.path("k.csv"), "--output-values", moved});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    const std::string sequence = folder.file("s.fa", ">s\nACGT\n");
    expect_refused("dp", {"--problem", "lcs", sequence, sequence, "--record", ""}, "--record is empty");
}

TEST(TableCommands, SortRowsWithTabs) {
    const TemporaryFolder folder;
    const std::string table = folder.file("t.tsv", "name\tprice\nx, y\t2.5\nz\t-1\n");
    const auto written = [&](const std::string& from, const std::string& name) {
        const std::string output = folder.path(name);
        const ProcessResult run = run_vkalgo({"sort", from, "--column", "price", "--output", output});
        EXPECT_EQ(run.exit_code, 0) << run.errors;
        return content_of(output);
    };
    EXPECT_EQ(written(table, "o.tsv"), "name\tprice\nz\t-1\nx, y\t2.5\n");
    EXPECT_EQ(written(table, "o.csv"), "name,price\nz,-1\n\"x, y\",2.5\n");
    EXPECT_EQ(written(folder.path("o.csv"), "p.tsv"), "name\tprice\nz\t-1\n\"x, y\"\t2.5\n");
    EXPECT_EQ(run_vkalgo({"sort", table, "--column", "price", "--output", "-", "--quiet"}).output,
              "name\tprice\nz\t-1\nx, y\t2.5\n");
    EXPECT_EQ(result_of_command("histogram", {table, "--column", "price", "--bins", "2"})["counts"],
              (nlohmann::json{1, 1}));
    const std::string items = folder.file("items.tsv", "weight\tprofit\n2\t3\n3\t4\n");
    EXPECT_EQ(run_vkalgo({"dp", "--problem", "knapsack", "--capacity", "5", items, "--quiet"}).output, "7\n");
}

TEST(TableCommands, MultiplyTextOfOneColumn) {
    const TemporaryFolder folder;
    const std::string column = folder.file("x.csv", "5\n6\n"), list = folder.file("x.txt", "5\n6\n");
    const std::string header = folder.file("x.tsv", "v\n5\n6\n");
    const std::string square = folder.file("a.csv", "1,2\n3,4\n"), lines = folder.file("a.txt", "1 2\n3 4\n");
    const std::string array = npy<float>(folder, "a.npy", {2, 2}, {1, 2, 3, 4});
    for (const std::string& a : {square, lines, array}) {
        for (const std::string& x : {column, list, header}) {
            const ProcessResult run = run_vkalgo({"matmul", a, x, "--verify"});
            EXPECT_NE(run.output.find("row 0     17\nrow 1     39\n"), std::string::npos) << run.output << run.errors;
            EXPECT_EQ(result_of_command("matmul", {x, a, "--transpose-a"})["columns"], 2);
        }
    }
    const auto outer = result_of_command("matmul", {column, list, "--transpose-b", "--verify"});
    EXPECT_EQ(outer["rows"], 2);
    EXPECT_EQ(outer["columns"], 2);
    EXPECT_EQ(outer["inner"], 1);
    EXPECT_EQ(result_of_command("matmul", {square, column, "--c", list})["columns"], 1);
    EXPECT_EQ(result_of_command("matmul", {folder.file("row.txt", "1 2"), column})["rows"], 1);
    expect_refused("matmul", {column, square}, "A (2 x 1) has 1 column, but B (2 x 2) has 2 rows");
    expect_refused("matmul", {folder.file("odd.txt", "1 2\n3\n"), column},
                   "odd.txt' line 2 has 1 number, but the lines before have 2");
    expect_refused("matmul", {npy<float>(folder, "x.npy", {2}, {5, 6}), square}, "if it is a column");
}

TEST(TableCommands, AddTextOfOneColumn) {
    const TemporaryFolder folder;
    const std::string column = folder.file("x.csv", "5\n6\n"), list = folder.file("x.txt", "5 6\n");
    const std::string wide = npy<float>(folder, "wide.npy", {2, 1}, {1, 2}),
                      flat = npy<float>(folder, "flat.npy", {2}, {1, 2}),
                      row = npy<float>(folder, "row.npy", {1, 2}, {1, 2}),
                      square = npy<float>(folder, "square.npy", {2, 2}, {1, 2, 3, 4}),
                      four = npy<float>(folder, "four.npy", {4}, {1, 2, 3, 4});
    const auto shape = [](const Words& words) { return result_of_command("add", words)["shape"]; };
    for (const std::string& text : {column, list}) {
        EXPECT_EQ(shape({text, wide, "--verify"}), (nlohmann::json{2, 1}));
        EXPECT_EQ(shape({wide, text, "--verify"}), (nlohmann::json{2, 1}));
        EXPECT_EQ(shape({text, flat}), nlohmann::json::array({2}));
        EXPECT_EQ(shape({flat, text}), nlohmann::json::array({2}));
    }
    EXPECT_EQ(shape({column, list}), nlohmann::json::array({2}));
    const std::string lines = folder.file("l.txt", "1 2\n3 4\n");
    EXPECT_EQ(shape({lines, square}), (nlohmann::json{2, 2}));
    EXPECT_EQ(shape({lines, four}), nlohmann::json::array({4})) << "a list may be broken into lines";
    EXPECT_EQ(shape({folder.file("m.txt", "1 2 3\n4\n"), four}), nlohmann::json::array({4}));
    expect_refused("add", {column, row}, "give arrays of one shape");
    expect_refused("add", {column, square}, "give arrays of one shape");
    expect_refused("add", {npy<float>(folder, "one.npy", {}, {1}), flat},
                   "one.npy' has the shape (), but '" + flat + "' has 2;");
    expect_refused(
        "add",
        {folder.file("tall.txt", "1 2\n3 4\n5 6\n"), npy<float>(folder, "f.npy", {2, 3}, std::vector<float>(6, 1))},
        "the shape 3 x 2, but '");
}

TEST(ForeignFiles, AreRefusedWithWhatToDo) {
    const TemporaryFolder folder;
    const std::string jpeg = folder.file("photo", "\xFF\xD8\xFF\xE0 and so on");
    const std::string message = "is a JPEG image, which cannot be read as numbers; convert it to PNG";
    for (const char* command : {"histogram", "sort"}) {
        expect_refused(command, {jpeg}, message);
        expect_refused(command, {jpeg}, "--format raw reads its bytes as numbers");
    }
    expect_refused("histogram", {jpeg, "--stream"}, message);
    expect_refused("add", {jpeg, jpeg}, message);
    expect_refused("matmul", {jpeg, jpeg}, message);
    expect_refused("histogram", {folder.file("counts.dat", "[1, 2, 3]\n")}, "is JSON, which cannot be read as numbers");
    EXPECT_EQ(result_of_command("histogram", {jpeg, "--format", "raw", "--type", "u8"})["count"], 14);
}

TEST(ForeignFiles, OfOneNumpyArrayAreRead) {
    const TemporaryFolder folder;
    const std::string one = npy<float>({1, 2, 3, 4}, {2, 2});
    const std::string archive = folder.file("a.npz", formats::test::zip_file({{"x.npy", one}}, {.deflated = true}));
    const auto sum = result_of_command("add", {archive, folder.file("b.npy", one), "--verify"});
    EXPECT_EQ(sum["shape"], (nlohmann::json{2, 2}));
    EXPECT_EQ(sum["type"], "f32");
    expect_refused("matmul",
                   {folder.file("two.npz", formats::test::zip_file({{"x.npy", one}, {"y.npy", one}})), archive},
                   "has 2 arrays (x, y)");
}

}  // namespace vkalgo::cli::test
