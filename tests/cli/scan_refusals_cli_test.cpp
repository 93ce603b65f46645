// Tests that `vkalgo scan` refuses bad input, and its messages.
#include "tests/cli/arrays.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

TEST(ScanRefusals, RefusesBadInput) {
    const TemporaryFolder folder;
    const auto refused = [](Words words, const std::string& message) {
        expect_refused("scan", std::move(words), message);
    };
    const std::string five = folder.file("five.txt", "1 2 3 4 5");
    const std::string odd = folder.file("odd.raw", "12345");
    refused({}, "nothing to scan; give a file, or --n N");
    refused({five, "--n", "5"}, "leave out these options or the file");
    refused({five, five}, "");
    refused({odd, "--type", "u32"}, "5 bytes");
    refused({folder.path("none.npy")}, "No such file");
    refused({folder.file("letters.txt", "1 2\nx")}, "letters.txt' line 2: 'x' is not a number");
    refused({folder.file("t.csv", "a,b\n1,2\n"), "--column", "c"}, "'c'");
    refused({five, "--column", "c"}, "--column");
    refused({"--n", "5", "--format", "txt"}, "--format is for files");
    refused({"--n", "5000G"}, "--n");
    refused({"--n", "-1"}, "--n");
    refused({"--n", "5", "--type", "u128"}, "--type: 'u128' is unknown");
    refused({npy<double>(folder, "f64.npy", {1}, {0.1}), "--type", "f32"}, "f64.npy");
    refused({five, "--type", "f32", "--operator", "product"}, "--operator: 'product' is unknown");
    refused({five, "--method", "serial"}, "--method: 'serial' is unknown");
    refused({"--n", "1M", "--memory", "4K"}, "--memory");
    refused({five, "--output", folder.path("x.doc")}, ".npy");
    refused({five, "--output", five}, "this file is also an input");
    refused({five, "--output", folder.path("none/x.npy")}, "none");
    const auto bad_segments = [&](const std::string& offsets, const std::string& message) {
        refused({five, "--segments", folder.file("offsets.txt", offsets)}, message);
    };
    bad_segments("", "there must be at least two numbers");
    bad_segments("5", "there must be at least two numbers");
    bad_segments("1 5", "--segments: '" + folder.path("offsets.txt") +
                            "': the first number is 1; it must be 0, where the first segment");
    bad_segments("0 3 2 5", "number 2 (counted from 0) is 2, less than the number before it, 3");
    bad_segments("0 4", "the last number is 4; it must be the number of elements, 5");
    bad_segments("0\n-2 5", "offsets.txt' line 2: '-2' does not fit u64; give whole numbers from 0 up");
    bad_segments("0 x 5", "offsets.txt' line 1: 'x' is not a number");
    refused({five, "--segments", folder.path("offsets.npy")}, "No such file");
    refused({five, "--segments", folder.file("five.txt", "1 2 3 4 5"), "--output", five}, "this file is also");
    refused({"-", "--segments", "-"}, "it can be read only once");
    EXPECT_EQ(folder.entries(), 6U);
}

}  // namespace
}  // namespace vkalgo::cli::test
