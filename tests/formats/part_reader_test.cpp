// Tests that files are read in parts of whole elements.
#include "formats/npy.hpp"
#include "formats/random_array.hpp"
#include "formats/reader.hpp"
#include "tests/support/gzipped.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

TEST(PartReader, DeliversRawAndNpyInWholeElements) {
    const TemporaryFolder folder;
    const Array wanted = random_array(ElementType::u32, 100003, Distribution::uniform, 5);
    const std::string raw(as_text(wanted.data));
    std::string foreign = std::string(as_text(encode_npy(wanted)));
    foreign.replace(foreign.find('<'), 1, ">");
    for (std::size_t at = foreign.size() - raw.size(); at < foreign.size(); at += 4) {
        std::reverse(foreign.begin() + static_cast<std::ptrdiff_t>(at),
                     foreign.begin() + static_cast<std::ptrdiff_t>(at + 4));
    }
    const std::vector<std::string> paths = {folder.file("a.raw", raw), folder.file("a.raw.gz", gzipped(raw)),
                                            folder.file("a.npy", std::string(as_text(encode_npy(wanted)))),
                                            folder.file("b.npy.gz", gzipped(foreign))};
    for (const std::string& path : paths) {
        SCOPED_TRACE(path);
        auto reader = PartReader::open(path, ElementType::u32, {});
        ASSERT_TRUE(reader) << reader.error().message;
        EXPECT_EQ(reader->type(), ElementType::u32);
        EXPECT_EQ(reader->size().has_value(), !path.ends_with("raw.gz"));
        Bytes bytes;
        Bytes part(1003);
        for (;;) {
            const auto got = reader->read(part);
            ASSERT_TRUE(got) << got.error().message;
            if (*got == 0) {
                break;
            }
            EXPECT_LE(*got, 1000U);
            EXPECT_EQ(*got % 4, 0U);
            bytes.insert(bytes.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(*got));
        }
        EXPECT_EQ(bytes, wanted.data);
    }
}

TEST(PartReader, RefusesWhatItCannotReadInParts) {
    const TemporaryFolder folder;
    const auto all = [](const std::string& path, const InputSettings& settings = {}) -> Result<void> {
        VKALGO_TRY(auto reader, PartReader::open(path, ElementType::u16, settings));
        for (;;) {
            Bytes part(64);
            VKALGO_TRY(const std::size_t got, reader.read(part));
            if (got == 0) {
                return {};
            }
        }
    };
    const std::string npy =
        std::string(as_text(encode_npy(random_array(ElementType::u16, 1000, Distribution::uniform, 5))));
    EXPECT_TRUE(all(folder.file("good.npy", npy)));
    EXPECT_TRUE(all(folder.file("empty.raw", "")));
    EXPECT_REFUSED(all(folder.file("odd.raw", std::string(1001, 'x'))),
                   "has 1001 bytes, which is not a multiple of the 2 bytes");
    EXPECT_REFUSED(all(folder.file("cut.npy", npy.substr(0, npy.size() - 2))),
                   "is truncated: its header announces 2000");
    EXPECT_REFUSED(all(folder.file("long.npy", npy + "xy")), "is too long: its header announces 2000");
    EXPECT_REFUSED(all(folder.file("a.csv", "1\n")),
                   "which cannot be read as a stream; convert it, or give its format by <format>: ");
    std::string fortran = npy;
    fortran.replace(fortran.find("False"), 5, "True ").replace(fortran.find("(1000,)"), 9, "(10, 100)");
    EXPECT_REFUSED(all(folder.file("fortran.npy", fortran)), "Fortran order");
}

}  // namespace
}  // namespace vkalgo::formats::test
