// Tests `vkalgo sort` with segments, the first keys, distinct keys, and values that move with the keys.
#include "cli/formats.hpp"
#include "formats/npy.hpp"
#include "formats/source.hpp"
#include "tests/cli/sort_process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

/// Returns what `vkalgo sort --quiet` prints for these numbers given as text.
std::string sorted(const std::string& input, Words arguments) {
    arguments.insert(arguments.begin(), {"sort", "--quiet", "-", "--format", "txt", "--verify"});
    const ProcessResult run = run_vkalgo(arguments, {.input = input});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    const std::size_t verified = run.output.find("verified  equal to the CPU reference");
    EXPECT_NE(verified, std::string::npos) << run.output;
    return run.output.substr(0, verified);
}

/// Returns the bytes of words, little-endian.
std::string raw_words(const std::vector<std::uint32_t>& words) {
    return {reinterpret_cast<const char*>(words.data()), words.size() * 4};
}

TEST(SortVariants, SortsEachSegmentSeparately) {
    const TemporaryFolder folder;
    const std::string offsets = folder.file("offsets.txt", "0 3 3\n5");
    EXPECT_EQ(sorted("3 1 2 9 7", {"--segments", offsets}), "1\n2\n3\n7\n9\n");
    EXPECT_EQ(sorted("3 1 2 7 9", {"--segments", offsets, "--descending"}), "3\n2\n1\n9\n7\n");
    EXPECT_EQ(sorted("3 1 2 9 7", {"--segments", offsets, "--indices", "--type", "f64"}), "1\n2\n0\n4\n3\n");
    Array array{ElementType::u32, {3}, {}};
    array.data.resize(12);
    const std::string words = raw_words({0, 500, 4000});
    std::memcpy(array.data.data(), words.data(), 12);
    const Bytes npy = encode_npy(array);
    const std::string file = folder.file("o.npy", {reinterpret_cast<const char*>(npy.data()), npy.size()});
    for (const char* type : {"u8", "i64"}) {
        const auto json = json_of_sort({"--n", "4000", "--type", type, "--segments", file, "--verify"});
        EXPECT_EQ(json["result"]["segments"], 2);
        EXPECT_EQ(json["result"]["sorted"], true);
        EXPECT_EQ(json["verified"], true);
    }
    const std::string keys = folder.file("k.raw", raw_words({7, 5, 6, 1}));
    const std::string raw_offsets = folder.file("o.raw", raw_words({0, 2, 4}));
    const ProcessResult run = run_vkalgo({"sort", keys, "--quiet", "--segments", raw_offsets, "--format", "raw"});
    EXPECT_EQ(run.output, "5\n7\n1\n6\n") << run.errors;
}

TEST(SortVariants, GivesOnlyTheFirstKeys) {
    EXPECT_EQ(sorted("3 1 4 1 5 9 2 6", {"--top", "3"}), "9\n6\n5\n");
    EXPECT_EQ(sorted("3 1 4 1 5 9 2 6", {"--bottom", "3", "--indices"}), "1\n3\n6\n");
    EXPECT_EQ(sorted("3 1", {"--top", "5", "--type", "i16"}), "3\n1\n");
    const auto json = json_of_sort({"--n", "100000", "--type", "f32", "--top", "10", "--verify"});
    EXPECT_EQ(json["result"]["count"], 100000);
    EXPECT_EQ(json["result"]["found"], 10);
    EXPECT_EQ(json["parameters"]["top"], 10);
    EXPECT_EQ(json["verified"], true);
}

TEST(SortVariants, GivesEachKeyOnceWithItsCount) {
    EXPECT_EQ(sorted("3 1 3 3 1", {"--unique"}), "1 2\n3 3\n");
    EXPECT_EQ(sorted("3 1 3 3 1", {"--unique", "--type", "u8", "--descending"}), "3 3\n1 2\n");
    const TemporaryFolder folder;
    const std::string table = folder.path("u.csv"), keys = folder.path("u.npy"), counts = folder.path("c.npy");
    const auto json = json_of_sort(
        {"--n", "5000", "--type", "u16", "--distribution", "few", "--unique", "--verify", "--output", table});
    EXPECT_EQ(json["verified"], true);
    EXPECT_TRUE(content_of(table).starts_with("key,count\n"));
    json_of_sort({"--n", "5000", "--type", "u16", "--distribution", "few", "--unique", "--output", keys,
                  "--output-values", counts});
    EXPECT_EQ(json_of_sort({keys, "--verify"})["result"]["count"], json["result"]["distinct"]);
    EXPECT_EQ(json_of_sort({counts, "--verify"})["result"]["count"], json["result"]["distinct"]);
}

TEST(SortVariants, MovesValuesAndRowsAlong) {
    const TemporaryFolder folder;
    const std::string values = folder.file("v.txt", "10 20 30 40");
    EXPECT_EQ(sorted("3 1 2 1", {"--values", values}), "1 20\n1 40\n2 30\n3 10\n");
    EXPECT_EQ(sorted("3 1 2 1", {"--values", values, "--top", "2"}), "3 10\n2 30\n");
    Array wide{ElementType::u64, {2, 2}, {}};
    wide.data.resize(32, std::byte{1});
    wide.data[0] = std::byte{2};
    const Bytes npy = encode_npy(wide);
    const std::string rows = folder.file("w.npy", {reinterpret_cast<const char*>(npy.data()), npy.size()});
    const std::string moved = folder.path("moved.npy"), keys = folder.path("keys.bin");
    const ProcessResult run =
        run_vkalgo({"sort", folder.file("k.txt", "9 5"), "--values", rows, "--output", keys, "--output-values", moved});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(content_of(keys), raw_words({5, 9}));
    EXPECT_EQ(content_of(moved).size(), npy.size());
    EXPECT_EQ(content_of(moved)[npy.size() - 16], 2);  // The row that was the first is now the last

    const std::string table = folder.file("t.csv", "name,price\n\"a, b\",2.5\nc,-1\n\"say \"\"d\"\"\",0.25\ne,2.5\n");
    const std::string output = folder.path("sorted.csv");
    json_of_sort({table, "--column", "price", "--type", "f32", "--output", output});
    EXPECT_EQ(content_of(output), "name,price\nc,-1\n\"say \"\"d\"\"\",0.25\n\"a, b\",2.5\ne,2.5\n");
    json_of_sort({table, "--column", "price", "--type", "f32", "--top", "2", "--output", output});
    EXPECT_EQ(content_of(output), "name,price\n\"a, b\",2.5\ne,2.5\n");
    const std::string blanks = folder.file("blanks.csv", "name, price \n  d ,\t2 \n\n\"c\",1\n");
    json_of_sort({blanks, "--column", "price", "--type", "f32", "--output", output});
    EXPECT_EQ(content_of(output), "name, price \n\"c\",1\n  d ,\t2 \n");
}

TEST(SortVariants, OverwritesNothingThatItReadsOrWrites) {
    const TemporaryFolder folder;
    const std::string keys = folder.file("keys.txt", "3 1 2"), offsets = folder.file("offsets.txt", "0 1 3");
    const std::string table = folder.file("table.csv", "a,b\n2,x\n1,y\n"), steps = folder.file("steps.txt", "2\n1\n");
    const std::string picture = folder.path("a.svg"), twice = folder.path("a.csv");
    expect_refused({keys, "--segments", offsets, "--output", offsets}, "this file is also an input");
    expect_refused({keys, "--values", keys, "--output", folder.path("o.csv"), "--output-values", keys},
                   "this file is also an input");
    expect_refused({keys, "--method", "shell-a", "--increments", steps, "--output", steps},
                   "this file is also an input");
    expect_refused({keys, "--values", keys, "--output", twice, "--output-values", folder.path("./a.csv")},
                   "name the same file");
    expect_refused({table, "--column", "a", "--output", twice, "--picture", picture}, "--phases and --picture");
    expect_refused({table, "--column", "a", "--output", twice, "--phases"}, "--phases and --picture");
    for (const auto& [file, text] : {std::pair{keys, "3 1 2"}, {offsets, "0 1 3"}, {steps, "2\n1\n"}}) {
        EXPECT_EQ(content_of(file), text);
    }
}

TEST(SortVariants, RefusesOptionsThatConflict) {
    const TemporaryFolder folder;
    const std::string four = folder.file("four.txt", "1 2 3 4");
    const std::string table = folder.file("t.csv", "a,b\n1,2\n");
    const auto offsets = [&](const char* text) { return folder.file("o.txt", text); };
    expect_refused({"--n", "5", "--segments", offsets("0 2 1 5")}, "offset 2 is 1, less than the offset before it, 2");
    expect_refused({"--n", "5", "--segments", offsets("1 5")}, "the first offset is 1, not 0");
    expect_refused({"--n", "5", "--segments", offsets("0 4")}, "the last offset is 4, not the number of keys, 5");
    expect_refused({"--n", "5", "--segments", offsets("0 -4 5")},
                   "'-4' does not fit u32; give whole numbers from 0 up");
    expect_refused({"--n", "5", "--segments", offsets("0 5"), "--top", "2"}, "choose one");
    expect_refused({"--n", "5", "--top", "0"}, "--top");
    expect_refused({"--n", "5", "--top", "2", "--descending"}, "sorts in its own order");
    expect_refused({"--n", "5", "--bottom", "2", "--method", "radix"}, "does not sort all keys");
    expect_refused({"--n", "5", "--top", "2", "--begin-bit", "8"}, "leave out --method, --begin-bit and --end-bit");
    expect_refused({"--n", "5", "--bottom", "2", "--end-bit", "8"}, "leave out --method, --begin-bit and --end-bit");
    expect_refused({"--n", "5", "--unique", "--indices"}, "keeps each key once");
    expect_refused({"--n", "5", "--values", four}, "has 4 values for 5 keys; give one value per key");
    const Bytes wide = encode_npy({ElementType::u64, {2, 3}, Bytes(48)});
    expect_refused(
        {"--n", "5", "--values", folder.file("w.npy", {reinterpret_cast<const char*>(wide.data()), wide.size()})},
        "has 2 rows for 5 keys; give one row per key");
    expect_refused({"--n", "4", "--values", four, "--indices"}, "choose one");
    for (const char* what : {"--top", "--bottom"}) {
        expect_refused({"--n", "1M", what, "5", "--memory", "1M"}, "raise --memory");
    }
    expect_refused({"--n", "1M", "--unique", "--memory", "1M"}, "raise --memory");
    expect_refused({table, "--column", "a", "--values", four}, "leave out --values");
    expect_refused({"-", "--values", "-"}, "can be read only once");
    expect_refused({"--n", "4", "--values", four, "--output", folder.path("k.npy")}, "add --output-values");
    expect_refused({"--n", "4", "--output-values", folder.path("k.npy")}, "give one of these, or leave it out");
    expect_refused({"--n", "4", "--unique", "--output", folder.path("k.npy"), "--output-values", folder.path("k.npy")},
                   "the same file");
}

}  // namespace
}  // namespace vkalgo::cli::test
