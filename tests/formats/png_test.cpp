#include "formats/drawing/png.hpp"

#include "tests/support/random_text.hpp"
#include "tests/support/temporary_folder.hpp"

#include <array>
#include <cmath>
#include <cstring>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <zlib.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

std::string big_endian(std::uint32_t value) {
    return {static_cast<char>(value >> 24), static_cast<char>(value >> 16), static_cast<char>(value >> 8),
            static_cast<char>(value)};
}

std::string chunk(const std::string& name, const std::string& content) {
    const std::string body = name + content;
    const auto sum = ::crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
    return big_endian(static_cast<std::uint32_t>(content.size())) + body + big_endian(static_cast<std::uint32_t>(sum));
}

std::string deflated(const std::string& text) {
    uLongf size = ::compressBound(text.size());
    std::string packed(size, '\0');
    ::compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(text.data()),
               text.size());
    packed.resize(size);
    return packed;
}

/// Returns a PNG built by hand, independently of libpng; `rows` have no filter bytes.
std::string png_file(std::uint32_t width, std::uint32_t height, int depth, int colour,
                     const std::vector<std::string>& rows, const std::string& more_chunks = {}, char interlaced = 0) {
    std::string pixels;
    for (const std::string& row : rows) {
        pixels += '\0' + row;
    }
    return std::string("\x89PNG\r\n\x1a\n", 8) +
           chunk("IHDR", big_endian(width) + big_endian(height) +
                             std::string{static_cast<char>(depth), static_cast<char>(colour), 0, 0, interlaced}) +
           more_chunks + chunk("IDAT", deflated(pixels)) + chunk("IEND", {});
}

constexpr int kGrey = 0;
constexpr int kRgb = 2;
constexpr int kPalette = 3;
constexpr int kGreyAlpha = 4;
constexpr int kRgba = 6;

std::vector<unsigned> samples_of(const Result<Array>& array) {
    std::vector<unsigned> values;
    if (array && array->type == ElementType::u8) {
        for (const std::byte byte : array->data) {
            values.push_back(std::to_integer<unsigned>(byte));
        }
    } else if (array) {
        for (std::size_t at = 0; at < array->data.size(); at += 2) {
            std::uint16_t value = 0;
            std::memcpy(&value, array->data.data() + at, 2);
            values.push_back(value);
        }
    }
    return values;
}

using Samples = std::vector<unsigned>;

TEST(Png, GivesGreySamplesAsTheyAreStored) {
    const auto array =
        parse_png(size_of(png_file(3, 2, 8, kGrey, {"\x01\x02\x03", std::string("\x00\x80\xff", 3)})), "a.png");
    ASSERT_TRUE(array) << array.error().message;
    EXPECT_EQ(array->shape, (std::vector<std::uint64_t>{2, 3}));
    EXPECT_EQ(samples_of(array), (Samples{1, 2, 3, 0, 128, 255}));
    EXPECT_EQ(samples_of(parse_png(size_of(png_file(2, 1, 16, kGrey, {std::string("\x01\x02\xff\xfe", 4)})), "a.png")),
              (Samples{0x0102, 0xfffe}));
    EXPECT_EQ(samples_of(parse_png(size_of(png_file(4, 1, 1, kGrey, {"\xA0"})), "a.png")), (Samples{255, 0, 255, 0}));
    EXPECT_EQ(samples_of(parse_png(size_of(png_file(2, 1, 4, kGrey, {"\x1f"})), "a.png")), (Samples{17, 255}));
}

TEST(Png, GivesTheRoundedLuminanceOfColour) {
    const auto luminance = [](double red, double green, double blue) {
        return static_cast<unsigned>(std::floor(0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.5));
    };
    const auto array =
        parse_png(size_of(png_file(2, 1, 8, kRgb, {std::string("\x0a\x14\x1e\xff\xff\xff", 6)})), "a.png");
    EXPECT_EQ(samples_of(array), (Samples{luminance(10, 20, 30), 255}));
    const auto wide =
        parse_png(size_of(png_file(1, 1, 16, kRgb, {std::string("\xff\xff\x00\x00\x80\x00", 6)})), "a.png");
    EXPECT_EQ(samples_of(wide), (Samples{luminance(65535, 0, 32768)}));
}

TEST(Png, IgnoresAlphaAndLooksUpPalettes) {
    EXPECT_EQ(
        samples_of(parse_png(size_of(png_file(2, 1, 8, kGreyAlpha, {std::string("\x07\x00\x09\xff", 4)})), "a.png")),
        (Samples{7, 9}));
    EXPECT_EQ(samples_of(parse_png(size_of(png_file(1, 1, 8, kRgba, {std::string("\x32\x32\x32\x00", 4)})), "a.png")),
              (Samples{50}));
    const std::string palette = chunk("PLTE", std::string("\x05\x05\x05\x60\x60\x60", 6));
    EXPECT_EQ(samples_of(parse_png(size_of(png_file(3, 1, 8, kPalette, {std::string("\1\0\1", 3)}, palette)), "a.png")),
              (Samples{96, 5, 96}));
}

TEST(Png, GivesBackWhatWasWritten) {
    const std::string letters = random_text("abcdefgh", 35, 3);
    const std::vector<std::uint8_t> samples(letters.begin(), letters.end());
    const auto file = encode_png(7, 5, 1, samples);
    ASSERT_TRUE(file) << file.error().message;
    const auto array = parse_png(*file, "a.png");
    ASSERT_TRUE(array) << array.error().message;
    EXPECT_EQ(as_text(array->data), letters);
    const std::vector<std::uint8_t> colour = {90, 90, 90, 7, 7, 7};
    const auto rgb = encode_png(2, 1, 3, colour);
    ASSERT_TRUE(rgb) << rgb.error().message;
    EXPECT_EQ(samples_of(parse_png(*rgb, "a.png")), (Samples{90, 7}));
    EXPECT_REFUSED(encode_png(2, 2, 1, colour), "do not make a PNG");
    EXPECT_REFUSED(encode_png(0, 2, 1, {}), "do not make a PNG");
}

TEST(Png, RefusesEveryTruncationOfAFile) {
    const std::string whole = png_file(3, 2, 8, kGrey, {"\x01\x02\x03", "\x04\x05\x06"});
    for (std::size_t length = 0; length < whole.size(); ++length) {
        EXPECT_REFUSED(parse_png(size_of(whole.substr(0, length)), "a.png"), "'a.png'");
    }
}

TEST(Png, RefusesAFileWithAnyFlippedByteOfItsPixelsOrHeader) {
    const std::string whole = png_file(3, 2, 8, kGrey, {"\x01\x02\x03", "\x04\x05\x06"});
    constexpr std::size_t kLastSum = 4;  // Checksum of the last chunk, which some versions of libpng ignore
    for (std::size_t at = 0; at + kLastSum < whole.size(); ++at) {
        std::string flipped = whole;
        flipped[at] = static_cast<char>(flipped[at] ^ 0x55);
        EXPECT_FALSE(parse_png(size_of(flipped), "a.png")) << "byte " << at;
    }
}

TEST(Png, RefusesAHeaderThatPromisesMorePixelsThanTheFileCanHold) {
    EXPECT_REFUSED(parse_png(size_of(png_file(100000, 100000, 8, kGrey, {"abc"})), "a.png"), "cannot fit");
}

TEST(Png, ReadsInterlacedImages) {
    // Adam7 divides an image into seven passes. With 3 x 3 pixels, passes 2 and 3 have no pixels and no rows.
    const auto image = [](const std::vector<std::string>& passes, int colour) {
        return samples_of(parse_png(size_of(png_file(3, 3, 8, colour, passes, {}, 1)), "a.png"));
    };
    EXPECT_EQ(image({"\x01", "\x03", "\x07\x09", "\x02", "\x08", "\x04\x05\x06"}, kGrey),
              (Samples{1, 2, 3, 4, 5, 6, 7, 8, 9}));
    const auto grey = [](const std::string& samples) {
        std::string rgb;
        for (const char sample : samples) {
            rgb.append(3, sample);
        }
        return rgb;
    };
    EXPECT_EQ(
        image({grey("\x01"), grey("\x03"), grey("\x07\x09"), grey("\x02"), grey("\x08"), grey("\x04\x05\x06")}, kRgb),
        (Samples{1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

TEST(Png, RefusesAnImageBeyondTheLimitByItsHeader) {
    const auto file = size_of(png_file(4, 2, 8, kRgb, {std::string(12, 'a'), std::string(12, 'b')}));
    EXPECT_TRUE(parse_png(file, "a.png", {24, "<memory>"}));
    const auto refused = parse_png(file, "a.png", {23, "<memory>"});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::too_large);
    EXPECT_EQ(refused.error().message,
              "'a.png' is an image of 4 x 2 pixels, 24 B when decoded, but the limit is 23 B; raise <memory> or give a "
              "smaller image");
    // Its pixels are damaged, but not read.
    const auto damaged = parse_png(size_of(png_file(4, 2, 8, kRgb, {"a"})), "a.png", {23, "<memory>"});
    ASSERT_FALSE(damaged);
    EXPECT_EQ(damaged.error().code, ErrorCode::too_large);
}

TEST(Png, UnpacksNoText) {
    const std::string text = chunk("zTXt", std::string("Comment\0\0", 9) + deflated(std::string(6'000'000, 'a')));
    std::string texts;
    for (int index = 0; index < 200; ++index) {
        texts += text;
    }
    rusage before{};
    rusage after{};
    ::getrusage(RUSAGE_SELF, &before);
    EXPECT_EQ(samples_of(parse_png(size_of(png_file(1, 1, 8, kGrey, {"\x07"}, texts)), "a.png")), Samples{7});
    ::getrusage(RUSAGE_SELF, &after);
    constexpr long kMaxKibibytes = 100'000;
    EXPECT_LT(after.ru_maxrss - before.ru_maxrss, kMaxKibibytes);
}

}  // namespace
}  // namespace vkalgo::formats::test
