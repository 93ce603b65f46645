// Tests that archives, images and documents of other programs are recognized by their first bytes, whatever their names
// are, and are never read as numbers.
#include "formats/containers.hpp"

#include "formats/format.hpp"
#include "formats/meshes/mesh.hpp"
#include "formats/reader.hpp"
#include "tests/formats/zip_samples.hpp"
#include "tests/support/gzipped.hpp"
#include "tests/support/temporary_folder.hpp"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

using namespace std::string_literals;

struct Foreign {
    std::string ending;
    std::string content;
    std::string about;
};

std::vector<Foreign> foreign_files() {
    const std::string rest("\0\1\2 and so on\0"s);
    return {
        {".bz2", "BZh91AY&SY" + rest, "packed with bzip2"},
        {".xz", "\xFD"s + "7zXZ\0"s + rest, "packed with xz"},
        {".zst", "\x28\xB5\x2F\xFD" + rest, "packed with Zstandard"},
        {".lz4", "\x04\x22\x4D\x18" + rest, "packed with LZ4"},
        {".lzma", "\x5D\0\0\x80\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"s + rest, "packed with lzma"},
        {".z", "\x1F\x9D\x90" + rest, "packed with compress"},
        {".zip", zip_file({{"a.txt", "1 2"}}), "a zip archive"},
        {".zip", zip_file({}), "a zip archive"},
        {".xlsx", zip_file({{"[Content_Types].xml", "x"}, {"xl/workbook.xml", "x"}}), "workbook"},
        {".docx", zip_file({{"[Content_Types].xml", "x"}, {"word/document.xml", "x"}}), "Word or PowerPoint document"},
        {".tar", std::string(257, 'a') + "ustar\0" + rest, "a tar archive"},
        {".7z", "7z\xBC\xAF\x27\x1C" + rest, "a 7z archive"},
        {".rar", "Rar!\x1A\7\1" + rest, "a RAR archive"},
        {".jpg", "\xFF\xD8\xFF\xE0" + rest, "a JPEG image"},
        {".gif", "GIF89a" + rest, "a GIF image"},
        {".bmp", "BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0"s + rest, "a BMP image"},
        {".pgm", "P5\n# made by hand\n3 2\n255\n" + rest, "a Netpbm image"},
        {".ppm", "P3 3 2 255\n1 2 3\n", "a Netpbm image"},
        {".pfm", "Pf\n3 2\n-1.0\n" + rest, "a Netpbm image"},
        {".pam", "P7\nWIDTH 3\n" + rest, "a Netpbm image"},
        {".webp", "RIFF\x24\0\0\0WEBPVP8 "s + rest, "a WebP image"},
        {".heic", "\0\0\0\x18"s + "ftypheic" + rest, "a HEIF image"},
        {".parquet", "PAR1\x15\4" + rest, "a Parquet table"},
        {".feather", "ARROW1\0\0"s + rest, "an Arrow table"},
        {".h5", "\x89HDF\r\n\x1a\n" + rest, "an HDF5 file"},
        {".nc", "CDF\1" + rest, "a NetCDF file"},
        {".mat", "MATLAB 5.0 MAT-file" + rest, "a MATLAB file"},
        {".fits", "SIMPLE  =                    T" + rest, "a FITS file"},
        {".pkl", "\x80\4\x95\x10\0\0\0\0\0\0\0]"s + rest, "a Python pickle"},
        {".xls", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + rest, "Microsoft Office"},
        {".db", "SQLite format 3\0"s + rest, "an SQLite database"},
        {".wav", "RIFF\x24\0\0\0WAVEfmt "s + rest, "a sound file"},
        {".mp4", "\0\0\0\x18"s + "ftypisom" + rest, "a film"},
        {".pdf", "%PDF-1.7\n" + rest, "a PDF document"},
        {".xml", "\xEF\xBB\xBF <?xml version=\"1.0\"?>\n<a/>\n", "an XML or HTML document"},
        {".html", "<!DOCTYPE html>\n<p>1 2", "an XML or HTML document"},
        {".json", " {\"a\": [1, 2.5, \"x\"]}\n", "JSON"},
        {".json", "[1, 2, 3]", "JSON"},
        {".jsonl", "{\"a\": 1}\n{\"a\": 2}\n", "JSON"},
        {".json", "[1e999, 2]", "JSON"},
    };
}

TEST(Containers, AreNeverReadAsNumbersUnderAnyName) {
    const TemporaryFolder folder;
    for (const auto& [ending, content, about] : foreign_files()) {
        for (const std::string& name :
             {"a" + ending, "plain"s, "a.bin"s, "a.raw"s, "a.dat"s, "a.csv"s, "a.txt"s, "a.npy"s, "a.png"s}) {
            SCOPED_TRACE(name + " " + about);
            const std::string path = folder.file(name, content);
            EXPECT_REFUSED(InputReader().values(path, ElementType::u8), about);
            EXPECT_REFUSED(InputReader().values(path, ElementType::u8), "which cannot be read as numbers; ");
            EXPECT_REFUSED(InputReader().list(path, ElementType::u8), about);
            EXPECT_REFUSED(InputReader().columns(path, {"a"}, {ElementType::u8}), about);
            EXPECT_REFUSED(PartReader::open(path, ElementType::u8, {}), about);
        }
        const auto packed = InputReader().values(folder.file("a.gz", gzipped(content)), ElementType::u8);
        EXPECT_REFUSED(packed, about);
        InputSettings raw;
        raw.format = "raw";
        const auto bytes = InputReader(raw).values(folder.file("a" + ending, content), ElementType::u8);
        ASSERT_TRUE(bytes) << bytes.error().message;
        EXPECT_EQ(as_text(bytes->data), content);
    }
}

TEST(Containers, MayBeReadAsLettersIfTheyArePlainText) {
    const TemporaryFolder folder;
    for (const std::string text :
         {"<?xml version=\"1.0\"?>", "[1, 2]", "%PDF-1.4", "GIF89a", "P3 3 2 255\n1", "ID3\tx"}) {
        const auto letters = InputReader().letters(folder.file("a.txt", text));
        ASSERT_TRUE(letters) << letters.error().message;
        EXPECT_EQ(*letters, text);
    }
    EXPECT_REFUSED(InputReader().letters(folder.file("a.txt", "%PDF-1.4\n\1\2\3")),
                   "a PDF document, which cannot be read as letters; give the letters as a text file; ");
    EXPECT_REFUSED(InputReader().letters(folder.file("a.fa", zip_file({{"a", "b"}}))), "a zip archive");
}

TEST(Containers, AreRefusedByTheirEndingIfOnlyTheNameIsKnown) {
    const TemporaryFolder folder;
    EXPECT_REFUSED(
        InputReader().values(folder.file("a.jpg", "anything"), ElementType::u8),
        "' is that of a JPEG image, which cannot be read as numbers, and its content shows no other format; ");
    EXPECT_REFUSED(InputReader().values(folder.file("a.xlsx", ""), ElementType::u8), "workbook");
    EXPECT_REFUSED(InputReader().values(folder.file("a.tga.gz", gzipped("x")), ElementType::u8), "a TGA image");
    EXPECT_TRUE(InputReader().list(folder.file("a.json", "1 2"), ElementType::u8));
}

TEST(Containers, AreNotDetectedInRandomBytesOrInTables) {
    std::mt19937 random(5);
    std::string bytes(4096, '\0');
    for (int turn = 0; turn < 300; ++turn) {
        for (char& byte : bytes) {
            byte = static_cast<char>(random() & 0xff);
        }
        const Container* const found = container_of(as_byte_span(bytes), "a");
        EXPECT_EQ(found, nullptr) << (found == nullptr ? "" : found->about);
    }
    for (const char* text : {"", "[", "[[[", "BM is a word", "BZh", "PK", "P5x3", "P5", "[1],[2]\n3,4\n",
                             "{a},b\n1,2\n", "<5,>6\n1,2\n", "Pf", "P7 1 2"}) {
        EXPECT_EQ(container_of(as_byte_span(text), "a"), nullptr) << text;
    }
}

TEST(Containers, AreNamedAmongMeshesToo) {
    EXPECT_REFUSED(parse_mesh(zip_file({{"a", "b"}}), "mesh", {}),
                   "'mesh' is a zip archive, which cannot be read as a mesh");
}

}  // namespace
}  // namespace vkalgo::formats::test
