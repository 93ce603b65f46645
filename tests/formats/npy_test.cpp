#include "formats/npy.hpp"

#include "formats/random_array.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstring>

#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

/// Returns a .npy file built by hand, independently of encode_npy.
Bytes npy_file(const std::string& header, std::string_view data, char version = 1) {
    std::string file("\x93NUMPY", 6);
    file += {version, '\0'};
    const std::string text = header + "\n";
    file += static_cast<char>(text.size() & 0xff);
    file += static_cast<char>(text.size() >> 8);
    if (version > 1) {
        file += {'\0', '\0'};
    }
    file += text;
    file += data;
    return size_of(file);
}

const std::string kSixBytes = "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), }";

TEST(Npy, GivesBackWhatWasWrittenForEveryTypeAndShape) {
    for (const ElementType type :
         {ElementType::u8, ElementType::i8, ElementType::u16, ElementType::i16, ElementType::u32, ElementType::i32,
          ElementType::u64, ElementType::i64, ElementType::f16, ElementType::f32, ElementType::f64}) {
        for (const std::vector<std::uint64_t>& shape :
             std::vector<std::vector<std::uint64_t>>{{}, {0}, {1}, {7}, {3, 5}, {2, 0, 4}, {2, 3, 4}}) {
            std::uint64_t count = 1;
            for (const std::uint64_t extent : shape) {
                count *= extent;
            }
            Array array = random_array(type, count, Distribution::uniform, 7);
            array.shape = shape;
            const Bytes file = encode_npy(array);
            EXPECT_EQ((file.size() - array.data.size()) % 64, 0U) << "NumPy aligns the data to 64 bytes";
            const auto back = parse_npy(file, "a.npy");
            ASSERT_TRUE(back) << back.error().message;
            EXPECT_EQ(back->type, type);
            EXPECT_EQ(back->shape, shape);
            EXPECT_EQ(back->data, array.data);
        }
    }
}

TEST(Npy, ReadsVersionsOneToThree) {
    for (const char version : {'\1', '\2', '\3'}) {
        const auto array = parse_npy(npy_file(kSixBytes, "abcdef", version), "a.npy");
        ASSERT_TRUE(array) << array.error().message;
        EXPECT_EQ(as_text(array->data), "abcdef");
    }
}

TEST(Npy, TurnsFortranOrderIntoCOrder) {
    const auto array =
        parse_npy(npy_file("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3)}", "adbecf"), "a.npy");
    ASSERT_TRUE(array) << array.error().message;
    EXPECT_EQ(as_text(array->data), "abcdef");
    // The elements of a 2 x 3 x 2 array are letters. Element (i, j, k) is at index i + 2 j + 6 k in Fortran order, and
    // at 6 i + 2 j + k in C order.
    const auto cube =
        parse_npy(npy_file("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3, 2)}", "agciekbhdjfl"), "a.npy");
    ASSERT_TRUE(cube) << cube.error().message;
    EXPECT_EQ(as_text(cube->data), "abcdefghijkl");
}

TEST(Npy, SwapsAForeignByteOrder) {
    const auto array = parse_npy(
        npy_file("{'descr': '>u4', 'fortran_order': False, 'shape': (2,)}", std::string_view("\0\0\1\2\3\4\5\6", 8)),
        "a.npy");
    ASSERT_TRUE(array) << array.error().message;
    std::uint32_t values[2];
    std::memcpy(values, array->data.data(), sizeof values);
    EXPECT_EQ(values[0], 0x0102U);
    EXPECT_EQ(values[1], 0x03040506U);
}

TEST(Npy, AcceptsKeysInAnyOrderAndEitherQuotes) {
    const auto array = parse_npy(npy_file(R"({"shape":(6L,),"descr":"<i1","fortran_order":False})", "abcdef"), "a.npy");
    ASSERT_TRUE(array) << array.error().message;
    EXPECT_EQ(array->shape, std::vector<std::uint64_t>{6});
}

// NumPy adds the sizes of the fields, so a gap without a field of its own would move all following fields.
TEST(Npy, WritesRecordsWithTheirGaps) {
    const auto descr = [](const std::vector<NpyField>& fields, std::uint32_t item_bytes) {
        Array array;
        array.shape = {2, 3};
        array.data.resize(std::size_t{6} * item_bytes);
        const Bytes file = encode_npy_records(array, fields, item_bytes);
        const std::string text(reinterpret_cast<const char*>(file.data()), file.size() - array.data.size());
        const std::size_t begin = text.find('[');
        return text.substr(begin, text.find(']') - begin + 1);
    };
    EXPECT_EQ(descr({{"M", ElementType::i32, 0}, {"E", ElementType::f64, 8}, {"F", ElementType::u32, 16}}, 24),
              "[('M', '<i4'), ('', '|V4'), ('E', '<f8'), ('F', '<u4'), ('', '|V4'), ]");
    EXPECT_EQ(descr({{"a", ElementType::u64, 0}, {"b", ElementType::f32, 8}, {"c", ElementType::f32, 12}}, 16),
              "[('a', '<u8'), ('b', '<f4'), ('c', '<f4'), ]");
}

TEST(Npy, RefusesEveryTruncationOfAFile) {
    const Bytes whole = npy_file(kSixBytes, "abcdef");
    ASSERT_TRUE(parse_npy(whole, "a.npy"));
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const Bytes part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
        EXPECT_REFUSED(parse_npy(part, "a.npy"), "'a.npy'");
    }
}

TEST(Npy, SaysWhatIsWrongWithAFile) {
    EXPECT_REFUSED(parse_npy({}, "a.npy"), "is empty");
    EXPECT_REFUSED(parse_npy(size_of("hello, world"), "a.npy"), "does not start with");
    EXPECT_REFUSED(parse_npy(npy_file(kSixBytes, "abcde"), "a.npy"), "truncated .npy file: its shape needs 6 bytes");
    EXPECT_REFUSED(parse_npy(npy_file(kSixBytes, "abcdefg"), "a.npy"), "too long");
    EXPECT_REFUSED(parse_npy(npy_file(kSixBytes, "abcdef", 4), "a.npy"), "version 4");
    EXPECT_REFUSED(parse_npy(npy_file("{'descr': '<c8', 'fortran_order': False, 'shape': (1,)}", "abcdefgh"), "a.npy"),
                   "dtype '<c8'");
    EXPECT_REFUSED(parse_npy(npy_file("{'descr': '', 'fortran_order': False, 'shape': (1,)}", "a"), "a.npy"),
                   "dtype ''");
    EXPECT_REFUSED(
        parse_npy(npy_file("{'descr': [('x', '<i4')], 'fortran_order': False, 'shape': (1,)}", "abcd"), "a.npy"),
        "several fields, of dtype [('x', '<i4')]; ");
    EXPECT_REFUSED(
        parse_npy(npy_file("{'descr': ('<f4', (3, 2)), 'fortran_order': False, 'shape': (1,)}", ""), "a.npy"),
        "of sub-array dtype ('<f4', (3, 2)); save it as a plain array");
    EXPECT_REFUSED(parse_npy(npy_file("{'descr': [('x', '<f4', (3,)), ('y', '|u1')], 'fortran_order': False, "
                                      "'shape': (1,)}",
                                      ""),
                             "a.npy"),
                   "of dtype [('x', '<f4', (3,)), ('y', '|u1')]; ");
    EXPECT_REFUSED(parse_npy(npy_file("{'descr': ('<f4', (3", ""), "a.npy"), "sub-array dtype ('<f4', (3");
    EXPECT_REFUSED(parse_npy(npy_file("{'descr': '|u1', 'fortran_order': False}", ""), "a.npy"), "must have the keys");
    EXPECT_REFUSED(
        parse_npy(npy_file("{'descr': '|u1', 'descr': '|u1', 'fortran_order': False, 'shape': ()}", "a"), "a.npy"),
        "given twice");
    EXPECT_REFUSED(parse_npy(npy_file("{'descr': '|u1', 'fortran_order': Maybe, 'shape': ()}", "a"), "a.npy"),
                   "True or False");
    EXPECT_REFUSED(parse_npy(npy_file("{'descr': '|u1', 'fortran_order': False, 'shape': (-1,)}", "a"), "a.npy"),
                   "extent");
    EXPECT_REFUSED(
        parse_npy(npy_file("{'descr': '|u1', 'fortran_order': False, 'shape': (99999999999999999999,)}", "a"), "a.npy"),
        "extent");
    EXPECT_REFUSED(
        parse_npy(npy_file("{'descr': '|u1', 'fortran_order': False, 'shape': (4294967296, 4294967296)}", "a"),
                  "a.npy"),
        "more bytes than 64 bits");
    EXPECT_REFUSED(parse_npy(npy_file("{'descr' '|u1', 'fortran_order': False, 'shape': ()}", "a"), "a.npy"),
                   "malformed");
    EXPECT_REFUSED(parse_npy(npy_file(kSixBytes + "x", "abcdef"), "a.npy"), "follows the dictionary");
}

}  // namespace
}  // namespace vkalgo::formats::test
