// Tests small files that expand to much data. The command must refuse them and use little memory.
#include "tests/cli/process.hpp"
#include "tests/support/gzipped.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <zlib.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

constexpr std::uint64_t kMaxImageBytes = 300'000'000;
/// Three times the default of --input-limit, plus what the command needs without any input.
constexpr std::uint64_t kMaxTextBytes = (std::uint64_t{3} << 27) + 100'000'000;

std::string chunk(const std::string& body) {
    const auto big_endian = [](unsigned long value) {
        return std::string{static_cast<char>(value >> 24), static_cast<char>(value >> 16),
                           static_cast<char>(value >> 8), static_cast<char>(value)};
    };
    return big_endian(body.size() - 4) + body +
           big_endian(::crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size())));
}

/// Returns a PNG whose header announces 60000 x 60000 grey pixels. Its data are zeros, as many bytes as such an image
/// takes at least when it is compressed.
std::string image_bomb() {
    const std::string size("\0\0\xea\x60", 4);
    return std::string("\x89PNG\r\n\x1a\n", 8) + chunk("IHDR" + size + size + std::string("\10\0\0\0\0", 5)) +
           chunk("IDAT" + std::string(3'600'000, '\0')) + chunk("IEND");
}

TEST(InputBombs, AnImageIsRefusedByItsHeader) {
    const TemporaryFolder folder;
    const std::string image = folder.file("bomb.png", image_bomb());
    const std::string decoded = "60000 x 60000 pixels, 3.4 GiB when decoded, but the limit is ";
    expect_refused_within(kMaxImageBytes, {"histogram", image}, decoded + "128 MiB; raise --input-limit");
    expect_refused_within(kMaxImageBytes, {"histogram", image, "--memory", "1G"},
                          decoded + "128 MiB; raise --input-limit");
    expect_refused_within(kMaxImageBytes, {"histogram", image, "--memory", "1G", "--input-limit", "8Gi"},
                          decoded + "953.7 MiB; raise --memory");
    expect_refused_within(kMaxImageBytes, {"histogram", "-", "--format", "png", "--input-limit", "10M"},
                          decoded + "9.5 MiB; raise --input-limit", {.input_file = image});
    expect_refused_within(kMaxImageBytes, {"dp", "--problem", "lcs", image, image}, decoded + "128 MiB");
}

/// Returns a valid gzip file that contains `text` and copies of `unit` after it, 124 MiB together.
std::string packed_text(std::string text, const std::string& unit) {
    constexpr std::size_t kBytes = std::size_t{124} << 20;
    text.reserve(kBytes + unit.size() + 16);
    while (text.size() < kBytes) {
        text += unit;
    }
    return gzipped(text);
}

TEST(InputBombs, ATextTakesOnlyTheMemoryOfItsBytesAndItsNumbers) {
    const TemporaryFolder folder;
    const std::string commas = folder.file("commas.csv.gz", packed_text("", ","));
    const Words knapsack = {"dp", "--problem", "knapsack", "--capacity", "5"};
    const auto with = [](Words words, const std::string& path) {
        words.push_back(path);
        return words;
    };
    const std::string too_wide = "line 1: the row has more than 65536 columns";
    expect_refused_within(kMaxTextBytes, with(knapsack, commas), too_wide);
    expect_refused_within(kMaxTextBytes, {"histogram", commas, "--memory", "1G"}, too_wide);
    const std::string rows = folder.file("rows.csv.gz", packed_text("weight,price\n", "1,\n,\n,2\n"));
    expect_refused_within(kMaxTextBytes, with(knapsack, rows), "there is no column 'profit'");
    const std::string late = folder.file("late.csv.gz", packed_text("weight,profit,a\n", "1,1,\n"));
    expect_refused_within(kMaxTextBytes, {"histogram", late, "--column", "price"}, "there is no column 'price'");
    const std::string word = folder.file("word.csv.gz", packed_text("weight,profit\n1,", "x"));
    expect_refused_within(kMaxTextBytes, with(knapsack, word), "xxx...' is not a number");
    const std::string numbers = folder.file("numbers.txt.gz", packed_text("", "1 ") + gzipped("x"));
    expect_refused_within(kMaxTextBytes, {"dp", "--problem", "matrix-chain", numbers}, "'x' is not a number");
}

}  // namespace
}  // namespace vkalgo::cli::test
