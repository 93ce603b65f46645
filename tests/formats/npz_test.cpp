#include "formats/npz.hpp"

#include "formats/npy.hpp"
#include "formats/random_array.hpp"
#include "formats/reader.hpp"
#include "tests/formats/zip_samples.hpp"
#include "tests/support/gzipped.hpp"
#include "tests/support/temporary_folder.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

std::string encoded(const Array& array) {
    return std::string(as_text(encode_npy(array)));
}

Result<Array> parsed(const std::string& archive, const DecodedLimit& limit = {}) {
    return parse_npz(as_byte_span(archive), "a.npz", limit);
}

const std::string kOne = encoded({ElementType::u8, {2}, {std::byte{7}, std::byte{9}}});

TEST(Npz, GivesTheArrayForEveryKindOfCompression) {
    for (const ElementType type : {ElementType::u8, ElementType::i16, ElementType::f32, ElementType::u64}) {
        for (const std::vector<std::uint64_t>& shape :
             std::vector<std::vector<std::uint64_t>>{{}, {0}, {7}, {30, 1000}, {2, 3, 4}}) {
            std::uint64_t count = 1;
            for (const std::uint64_t extent : shape) {
                count *= extent;
            }
            Array wanted = random_array(type, count, Distribution::few, 3);
            wanted.shape = shape;
            for (const bool deflated : {false, true}) {
                for (const bool wide : {false, true}) {
                    const std::string comment = deflated ? "PK\5\6 is not an end here, it is too short" : "";
                    const auto array = parsed(zip_file({{"arr_0.npy", encoded(wanted)}},
                                                       {.deflated = deflated, .wide = wide, .comment = comment}));
                    ASSERT_TRUE(array) << array.error().message;
                    EXPECT_EQ(array->type, type);
                    EXPECT_EQ(array->shape, shape);
                    EXPECT_EQ(array->data, wanted.data);
                }
            }
        }
    }
}

TEST(Npz, OfSeveralArraysIsRefusedWithTheirNames) {
    EXPECT_REFUSED(parsed(zip_file({{"x.npy", kOne}, {"y.npy", kOne}})),
                   "'a.npz' has 2 arrays (x, y), but only one can be read; save one with numpy.save");
    EXPECT_REFUSED(parsed(zip_file({{"readme.txt", "x"}})), "'a.npz' has no array");
    EXPECT_REFUSED(parsed(zip_file({})), "has no array");
    EXPECT_TRUE(parsed(zip_file({{"readme.txt", "x"}, {"x.npy", kOne}})));
    std::vector<std::pair<std::string, std::string>> many;
    for (int k = 0; k < 30; ++k) {
        many.emplace_back("a" + std::to_string(k) + ".npy", kOne);
    }
    EXPECT_REFUSED(parsed(zip_file(many)), "30 arrays (a0, a1, ");
    EXPECT_REFUSED(parsed(zip_file(many)), "a19 and 10 more");
}

TEST(Npz, DetectsDamage) {
    for (const bool deflated : {false, true}) {
        const std::string whole = zip_file({{"x.npy", kOne}}, {.deflated = deflated, .wide = deflated});
        ASSERT_TRUE(parsed(whole));
        for (std::size_t length = 0; length < whole.size(); ++length) {
            EXPECT_REFUSED(parsed(whole.substr(0, length)), "'a.npz' is ");
        }
        const auto wanted = parsed(whole);
        for (std::size_t at = 0; at < whole.size(); ++at) {
            for (const int bit : {1, 128}) {
                std::string damaged = whole;
                damaged[at] = static_cast<char>(damaged[at] ^ bit);
                const auto array = parsed(damaged);  // Some fields have no effect, but no damage may change a value
                EXPECT_TRUE(!array || array->data == wanted->data) << at;
            }
        }
    }
    EXPECT_REFUSED(parsed(zip_file({{"x.npy", kOne}}, {.flags = 1})), "'x.npy' in 'a.npz' is encrypted");
    EXPECT_REFUSED(parsed(zip_file({{"x.npy", "no array"}})), "'x.npy' in 'a.npz' is not a .npy file");
    std::string other = zip_file({{"x.npy", kOne}});
    other[other.find("PK\1\2") + 10] = 12;
    EXPECT_REFUSED(parsed(other), "is packed by method 12 of zip");
    EXPECT_REFUSED(parsed(""), "is empty, so it is not a .npz file");
    EXPECT_REFUSED(parsed("hello"), "does not start like a zip archive");
}

TEST(Npz, BeyondTheLimitIsRefusedBeforeItIsUnpacked) {
    const std::string zeros = encoded({ElementType::u8, {100000}, Bytes(100000)});
    const auto array = parsed(zip_file({{"x.npy", zeros}}, {.deflated = true}), {.bytes = 1000, .option = "<memory>"});
    ASSERT_FALSE(array);
    EXPECT_EQ(array.error().code, ErrorCode::too_large);
    EXPECT_NE(array.error().message.find("the limit is 1000 B; raise <memory>"), std::string::npos)
        << array.error().message;
    EXPECT_TRUE(parsed(zip_file({{"x.npy", zeros}}), {.bytes = 1000})) << "the file itself has a limit of its own";
    std::string lying = zip_file({{"x.npy", zeros}}, {.deflated = true, .wide = true});
    lying[lying.find("PK\1\2") + 46 + 5 + 5 + 4 + 7] = '\x10';  // The highest byte of the unpacked size
    EXPECT_REFUSED(parsed(lying), "is damaged: ");
}

TEST(Npz, IsDetectedUnderAnyName) {
    const TemporaryFolder folder;
    const std::string archive = zip_file({{"x.npy", kOne}}, {.deflated = true});
    for (const char* name : {"a.npz", "plain", "a.bin", "a.zip", "a.csv"}) {
        const auto read = InputReader().values(folder.file(name, archive), ElementType::u16);
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(as_text(read->data), "\7\11") << name;
    }
    EXPECT_TRUE(InputReader().values(folder.file("a.npz.gz", gzipped(archive)), ElementType::u8));
    EXPECT_REFUSED(InputReader().values(folder.file("b.npz", "1 2"), ElementType::u8), "not a .npz file");
    EXPECT_TRUE(InputReader().values(folder.file("c.npz", zip_file({{"a.txt", ""}, {"x.npy", kOne}})), ElementType::u8))
        << "whatever its first file is";
}

}  // namespace
}  // namespace vkalgo::formats::test
