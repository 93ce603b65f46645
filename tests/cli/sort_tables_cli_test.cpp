// Tests `vkalgo sort` of the rows of tables: several columns, text, missing keys, delimiters, no header.
#include "tests/cli/sort_process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

/// Returns the rows that `vkalgo sort --output -` prints for a table on standard input.
std::string ordered_rows(const std::string& table, Words arguments) {
    arguments.insert(arguments.begin(), {"sort", "-", "--quiet", "--output", "-"});
    const ProcessResult run = run_vkalgo(arguments, {.input = table});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    return run.output;
}

/// Returns a table without a header, with a text, a small number and a large number per line.
std::string random_rows(std::size_t rows) {
    std::mt19937_64 random(5);
    std::string table;
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::uint64_t k = 1 + random() % 3; k > 0; --k) {
            constexpr std::string_view kTexts = "abAZ ~.09\xC3\xA9";
            table += kTexts[random() % kTexts.size()];
        }
        table += fmt::format("x,{},{}\n", static_cast<int>(random() % 21) - 10, random());
    }
    return table;
}

TEST(SortTables, OrderRowsBySeveralColumns) {
    const TemporaryFolder folder;
    const std::string table = folder.file(
        "t.csv", "name,t,price\n\"b, c\",1,2.5\na,18446744073709551615,-1\n\"say \"\"d\"\"\",1,7\nb,3,2.5\na,1,0\n");
    const std::string output = folder.path("o.csv");
    const auto json =
        json_of_sort({table, "--column", "t:desc:u64", "--column", "name:text", "--verify", "--output", output});
    EXPECT_EQ(content_of(output),
              "name,t,price\na,18446744073709551615,-1\nb,3,2.5\na,1,0\n\"b, c\",1,2.5\n\"say \"\"d\"\"\",1,7\n");
    EXPECT_EQ(json["verified"], true);
    EXPECT_EQ(json["parameters"]["columns"],
              (nlohmann::json{{{"column", "t"}, {"direction", "desc"}, {"type", "u64"}},
                              {{"column", "name"}, {"direction", "asc"}, {"type", "text"}}}));
    EXPECT_EQ(json["parameters"]["header"], true);
    EXPECT_EQ(json["result"]["count"], 5);
    EXPECT_EQ(json["result"]["sorted"], true);
    EXPECT_EQ(json["result"]["missing"], 0);
    json_of_sort({table, "--column", "price:desc", "--column", "name:text", "--indices", "--output", output});
    EXPECT_EQ(content_of(output), "2\n3\n0\n4\n1\n");
    json_of_sort(
        {table, "--column", "name:text", "--descending", "--column", "t:asc", "--output", folder.path("o.txt")});
    EXPECT_EQ(content_of(folder.path("o.txt")),
              "name,t,price\n\"say \"\"d\"\"\",1,7\n\"b, c\",1,2.5\nb,3,2.5\na,1,0\na,18446744073709551615,-1\n");
    json_of_sort({table, "--column", "t", "--column", "price", "--top", "2", "--verify", "--output", output});
    EXPECT_EQ(content_of(output), "name,t,price\na,18446744073709551615,-1\nb,3,2.5\n");
    json_of_sort({table, "--column", "t", "--column", "price:desc", "--bottom", "2", "--output", output});
    EXPECT_EQ(content_of(output), "name,t,price\n\"say \"\"d\"\"\",1,7\n\"b, c\",1,2.5\n");
    // If the keys are one column of numbers, its direction and type are those of the whole sort.
    const auto one = json_of_sort({table, "--column", "t:desc:u64", "--method", "radix", "--verify"});
    EXPECT_EQ(one["parameters"]["descending"], true);
    EXPECT_EQ(one["parameters"]["type"], "u64");
    EXPECT_EQ(one["verified"], true);
    const ProcessResult keys = run_vkalgo({"sort", table, "--column", "t:desc:f64", "--top", "1", "--quiet"});
    EXPECT_EQ(keys.exit_code, 2) << "18446744073709551615 is not an f64";
}

TEST(SortTables, SortAsGnuSortDoes) {
    if (run_shell("LC_ALL=C sort --version | grep -q GNU").exit_code != 0) {
        GTEST_SKIP() << "there is no GNU sort";
    }
    const TemporaryFolder folder;
    const std::string table = folder.file("t.csv", random_rows(3000));
    struct Case {
        std::string vkalgo, gnu;
    };
    for (const auto& [vkalgo, gnu] :
         {Case{"--column 1:text", "-k1,1"}, Case{"--column 1:desc:text", "-k1,1r"}, Case{"--column 2", "-k2,2n"},
          Case{"--column 2:desc --column 1:text", "-k2,2nr -k1,1"},
          Case{"--column 1:text:desc --column 3:u64", "-k1,1r -k3,3n"},
          Case{"--column 2 --column 1:text --column 3:desc", "-k2,2n -k1,1 -k3,3nr"},
          Case{"--column 3:desc --column 1:text --column 2", "-k3,3nr -k1,1 -k2,2n"}}) {
        const ProcessResult run = run_shell(fmt::format(
            "\"$V\" sort '{0}' --no-header {1} --quiet --output - >ours && LC_ALL=C sort -s -t, {2} '{0}' >theirs && "
            "cmp ours theirs",
            table, vkalgo, gnu));
        EXPECT_EQ(run.exit_code, 0) << vkalgo << ": " << run.output << run.errors;
    }
}

TEST(SortTables, PutMissingKeysLastInBothDirections) {
    const std::string table = "v,w\n3,c\n,b\nNA,a\n-1,\nnan,d\n";
    EXPECT_EQ(ordered_rows(table, {"--format", "csv", "--column", "v"}), "v,w\n-1,\n3,c\n,b\nNA,a\nnan,d\n");
    EXPECT_EQ(ordered_rows(table, {"--format", "csv", "--column", "v:desc"}), "v,w\n3,c\n-1,\n,b\nNA,a\nnan,d\n");
    EXPECT_EQ(ordered_rows(table, {"--format", "csv", "--column", "v:f32:desc", "--column", "w:text:desc"}),
              "v,w\n3,c\n-1,\nnan,d\n,b\nNA,a\n");
    EXPECT_EQ(ordered_rows(table, {"--format", "csv", "--column", "v:f16:desc", "--column", "w:text:desc"}),
              "v,w\n3,c\n-1,\nnan,d\n,b\nNA,a\n");
    EXPECT_EQ(ordered_rows(table, {"--format", "csv", "--column", "w:text:desc"}), "v,w\nnan,d\n3,c\n,b\nNA,a\n-1,\n");
    const TemporaryFolder folder;
    const std::string file = folder.file("t.csv", table), output = folder.path("o.npy");
    const auto json = json_of_sort({file, "--column", "v", "--verify"});
    EXPECT_EQ(json["result"]["missing"], 3);
    EXPECT_EQ(json["verified"], true);
    EXPECT_EQ(run_vkalgo({"sort", file, "--column", "v", "--top", "3", "--quiet"}).output, "3\n-1\nnan\n");
    EXPECT_EQ(run_vkalgo({"sort", file, "--column", "v", "--quiet"}).output, "-1\n3\nnan\nnan\nnan\n");
    EXPECT_NE(run_vkalgo({"sort", file, "--column", "w:text"}).output.find("1 key, which comes last"),
              std::string::npos);
    expect_refused({file, "--column", "v", "--output", output}, "cannot hold the 3 missing keys of column 'v'");
    json_of_sort({file, "--column", "v:f64:desc", "--output", output});
    EXPECT_EQ(run_vkalgo({"sort", output, "--quiet"}).output, "-1\n3\nnan\nnan\nnan\n");
    for (const char* type : {"f16", "f32", "f64"}) {
        const std::string column = fmt::format("v:{}", type);
        EXPECT_EQ(run_vkalgo({"sort", file, "--column", column, "--unique", "--quiet"}).output, "-1 1\n3 1\nnan 3\n")
            << type;
    }
    for (const char* option : {"--unique", "--phases"}) {
        expect_refused({file, "--column", "v", option}, "3 keys of the column 'v' are missing");
    }
}

TEST(SortTables, TakeAnyDelimiterAndNoHeader) {
    const TemporaryFolder folder;
    const std::string table = folder.file("t.txt", "3;b;x\n1;a;\"q;r\"\n2;b;z\n");
    const auto written = [&](const std::string& name, Words arguments) {
        const std::string output = folder.path(name);
        arguments.insert(arguments.begin(), {table, "--output", output});
        json_of_sort(arguments);
        return content_of(output);
    };
    const Words plain{"--delimiter", ";", "--column", "1"},
        words{"--delimiter", "semicolon", "--no-header", "--column", "2:text:desc", "--column", "1"};
    EXPECT_EQ(written("o.txt", plain), "1;a;\"q;r\"\n2;b;z\n3;b;x\n");
    EXPECT_EQ(written("o.csv", plain), "1;a;\"q;r\"\n2;b;z\n3;b;x\n");
    EXPECT_EQ(written("o.tsv", plain), "1\ta\t\"q;r\"\n2\tb\tz\n3\tb\tx\n");
    EXPECT_EQ(written("p.txt", words), "2;b;z\n3;b;x\n1;a;\"q;r\"\n");
    EXPECT_EQ(written("p.csv", words), "2;b;z\n3;b;x\n1;a;\"q;r\"\n");
    EXPECT_EQ(ordered_rows("b 2\na 1\n", {"--delimiter", "space", "--no-header", "--column", "2"}), "a 1\nb 2\n");
    EXPECT_EQ(ordered_rows("b|2\na|1\n", {"--delimiter", "|", "--header", "--column", "b:text"}), "b|2\na|1\n");
    EXPECT_EQ(ordered_rows("b\t2\na\t1\n", {"--delimiter", "\\t", "--no-header", "--column", "1:text"}),
              "a\t1\nb\t2\n");
    EXPECT_EQ(ordered_rows("b\x1f"
                           "2\na\x1f"
                           "1\n",
                           {"--delimiter", "\x1f", "--no-header", "--column", "1:text"}),
              "a\x1f"
              "1\nb\x1f"
              "2\n");
    const ProcessResult guessed = run_vkalgo({"sort", folder.file("n.csv", "b,x\na,y\n"), "--column", "1:text"});
    EXPECT_NE(guessed.errors.find(
                  "line 1 is read as a header, since all of its cells are names; give --header or --no-header"),
              std::string::npos)
        << guessed.errors;
    EXPECT_EQ(run_vkalgo({"sort", folder.file("m.csv", "7\n5\n9\n"), "--header", "--quiet"}).output, "5\n9\n");
}

TEST(SortTables, AreReadByHistogramWithTheSameOptions) {
    const TemporaryFolder folder;
    const std::string table = folder.file("t.txt", "a;3\nb;4\nc;3\n");
    const auto counts = [&](Words arguments) {
        arguments.insert(arguments.begin(), {"histogram", table, "--type", "u8", "--quiet", "--delimiter", ";"});
        return run_vkalgo(arguments).output;
    };
    EXPECT_EQ(counts({"--column", "2", "--no-header"}), "3 2\n4 1\n");
    EXPECT_EQ(counts({"--column", "2", "--header"}), "3 1\n4 1\n");
    EXPECT_EQ(counts({"--column", "3", "--header"}), "3 1\n4 1\n") << "the name goes before the number";
    EXPECT_EQ(counts({"--column", "2"}), "3 2\n4 1\n") << "not all cells of the first row are names";
    expect_refused("histogram", {table, "--delimiter", ";", "--column", "2", "--stream", "--range", "0:9"}, "--column");
    expect_refused("histogram", {"--n", "5", "--delimiter", ";"}, "--delimiter is for tables");
    expect_refused("histogram", {"--n", "5", "--no-header"}, "--no-header is for tables");
    expect_refused("histogram", {table, "--column", "1", "--column", "2", "--column", "2"},
                   "--column is given 3 times; give it once or twice");
    const ProcessResult run = run_vkalgo({"histogram", "-", "--type", "u8"}, {.input = "a;3\nb;4\n"});
    EXPECT_NE(run.errors.find("--delimiter semicolon reads numbers"), std::string::npos) << run.errors;
}

TEST(SortTables, RefuseWhatDoesNotFit) {
    const TemporaryFolder folder;
    const std::string table = folder.file("t.csv", "a,b,t\n1,x,2\n2,y,1\n"), output = folder.path("o.npy");
    const Words text{table, "--column", "b:text"};
    const auto with = [&](Words more) {
        more.insert(more.begin(), text.begin(), text.end());
        return more;
    };
    expect_refused(with({"--output", output}), "can hold only the numbers of one column, but the keys are b:text");
    expect_refused(with({"--unique"}), "but here the keys are b:text");
    expect_refused(with({"--segments", folder.file("o.txt", "0 2")}), "--segments needs keys that are the numbers");
    expect_refused(with({"--method", "shell-b"}), "--method shell-b needs keys that are the numbers");
    expect_refused(with({"--begin-bit", "3"}), "--begin-bit needs keys that are the numbers");
    expect_refused(with({"--method", "counting"}), "the keys of b:text are packed into u32");
    expect_refused(with({"--column", "2:desc"}), "'b' and '2' are the same column");
    expect_refused(with({"--top", "1", "--descending"}), "leave out --descending");
    expect_refused({table, "--column", "a:asc", "--top", "1"}, "--top sorts in its own order, but the column 'a'");
    expect_refused({table, "--column", "b"}, "'x' is not a number; correct it, or sort it as text by --column b:text");
    expect_refused({table, "--column", "a:down"},
                   "after the name there may be a colon and one of these words: asc, desc, text, u8");
    expect_refused({table, "--column", "a:f8"}, "there is no column 'a:f8'");
    expect_refused({table, "--column", "a:u8", "--type", "u8"}, "--type is for columns without their own type");
    expect_refused({table, "--column", "4"}, "there is no column '4'");
    expect_refused({table, "--header", "--no-header"}, "exclude each other");
    expect_refused({table, "--delimiter", "||"}, "--delimiter: '||' is longer than one byte");
    expect_refused({table, "--column", "a", "--no-header"}, "without a header, columns have numbers, here from 1 to 3");
    expect_refused({"--n", "5", "--column", "a"}, "--column chooses a column");
    expect_refused({folder.file("s.csv", "a;b\n1;2\n"), "--column", "b"}, "--delimiter semicolon reads semicolons");
    EXPECT_EQ(folder.entries(), 3U) << "nothing is written";
}

}  // namespace
}  // namespace vkalgo::cli::test
