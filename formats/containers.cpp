#include "formats/containers.hpp"

#include "formats/bytes.hpp"
#include "formats/zip.hpp"
#include "support/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace vkalgo::formats {
namespace {

using namespace std::string_view_literals;

constexpr const char* kUnpack = "unpack it, or pack it with gzip instead, which vkalgo can read";
constexpr const char* kExtract = "extract the input file from it, and give that file";
constexpr const char* kToPng = "convert it to PNG (magick IN OUT.png)";
constexpr const char* kToFrame = "save one of its images as PNG (ffmpeg -i IN -frames:v 1 OUT.png)";
constexpr const char* kToCsv = "save its table as .csv";
constexpr const char* kToNpy = "save its values with numpy.save";
constexpr const char* kToText = "write its numbers to a .csv or .txt";

/// Bytes that every file of some kind has at a fixed offset.
struct Mark {
    std::size_t offset = 0;
    std::string_view bytes;
};

struct Known {
    Container container;
    /// Endings of names, in lower case.
    std::vector<std::string_view> endings;
    /// Each of these marks shows the kind of file by itself.
    std::vector<Mark> marks;
    /// A check of the first bytes that by itself shows the kind of file. May be null.
    bool (*shows)(std::span<const std::byte> head) = nullptr;
};

std::uint64_t little_number(std::string_view text, std::size_t offset, std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t k = size; k-- > 0;) {
        value = value << 8 | static_cast<unsigned char>(text[offset + k]);
    }
    return value;
}

/// Returns whether a bzip2 file begins here: a magic number, the block size, then the first bytes of a block (digits of
/// pi) or of the end of the data (digits of the square root of pi).
bool shows_bzip2(std::span<const std::byte> head) {
    const std::string_view text = as_text(head);
    return text.starts_with("BZh") && text.size() > 3 && text[3] >= '1' && text[3] <= '9' &&
           (text.substr(4).starts_with("1AY&SY") || text.substr(4).starts_with("\x17\x72\x45\x38\x50\x90"));
}

/// Returns whether a BMP image begins here: a file header with its reserved zeros, an offset of the pixels below 4096
/// (headers and palette take less), and one of the sizes that image headers have.
bool shows_bmp(std::span<const std::byte> head) {
    constexpr std::array<std::uint64_t, 7> kHeaders{12, 40, 52, 56, 64, 108, 124};
    const std::string_view text = as_text(head);
    return text.size() >= 18 && text.starts_with("BM") && little_number(text, 6, 4) == 0 &&
           little_number(text, 10, 4) < 4096 &&
           std::find(kHeaders.begin(), kHeaders.end(), little_number(text, 14, 4)) != kHeaders.end();
}

/// Returns whether a PNM image begins here: P1 to P6, Pf or PF, then blanks or a comment, and the width; or P7, then a
/// line break and a word in capitals or a comment.
bool shows_pnm(std::span<const std::byte> head) {
    std::string_view text = as_text(head);
    if (text.size() < 4 || text[0] != 'P' || "1234567fF"sv.find(text[1]) == std::string_view::npos) {
        return false;
    }
    if (text[1] == '7') {
        return text[2] == '\n' && (text[3] == '#' || (text[3] >= 'A' && text[3] <= 'Z'));
    }
    text.remove_prefix(2);
    for (bool blank = false;;) {
        const std::size_t next = std::min(text.find_first_not_of(" \t\r\n"), text.size());
        blank = blank || next > 0;
        text.remove_prefix(next);
        if (!text.starts_with('#')) {
            return blank && !text.empty() && text[0] >= '0' && text[0] <= '9';
        }
        text.remove_prefix(std::min(text.find('\n'), text.size()));
    }
}

/// Returns whether a pickle of protocol 4 or 5 begins here: it begins with a frame, whose length must fit 48 bits.
bool shows_pickle(std::span<const std::byte> head) {
    const std::string_view text = as_text(head);
    return text.size() >= 11 && (text.starts_with("\x80\4\x95"sv) || text.starts_with("\x80\5\x95"sv)) &&
           little_number(text, 9, 2) == 0;
}

/// Returns whether a file packed with compress begins here: the third byte holds the flag of block mode, and the
/// largest width of a code, 9 to 16 bits.
bool shows_compress(std::span<const std::byte> head) {
    const std::string_view text = as_text(head);
    return text.starts_with("\x1f\x9d"sv) && text.size() > 2 && (text[2] & 0x60) == 0 && (text[2] & 0x1f) >= 9 &&
           (text[2] & 0x1f) <= 16;
}

/// Returns the text without a byte order mark and the blanks and line breaks at its beginning.
std::string_view first_letters(std::span<const std::byte> head) {
    std::string_view text = as_text(head);
    text.remove_prefix(text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return text;
}

bool shows_xml(std::span<const std::byte> head) {
    const std::string start = in_lower_case(first_letters(head).substr(0, 16));
    return start.starts_with("<?xml") || start.starts_with("<!doctype") || start.starts_with("<html") ||
           start.starts_with("<svg");
}

/// Returns whether a text is JSON, or the beginning of JSON that is cut off. A beginning must have at least 64 bytes,
/// since a few brackets also begin other texts.
bool begins_json(std::string_view text) {
    constexpr std::size_t kLeastBeginning = 64;
    try {
        const auto discard = [](int, nlohmann::ordered_json::parse_event_t, nlohmann::ordered_json&) { return false; };
        [[maybe_unused]] const nlohmann::ordered_json discarded = nlohmann::ordered_json::parse(text, discard);
    } catch (const nlohmann::ordered_json::parse_error& error) {
        return text.size() >= kLeastBeginning && error.byte > text.size();
    } catch (const nlohmann::ordered_json::exception&) {
        return true;  // A number beyond f64
    }
    return true;
}

/// Returns whether JSON begins here: an object or a list, or lines of objects.
bool shows_json(std::span<const std::byte> head) {
    const std::string_view text = first_letters(head);
    return (text.starts_with('{') || text.starts_with('[')) &&
           (begins_json(text) || (text.starts_with('{') && begins_json(text.substr(0, text.find('\n')))));
}

/// Returns whether a zip archive begins here. The names of its files tell the kind of archive (known_zip()).
bool shows_zip(std::span<const std::byte> head) {
    return looks_like_zip(head);
}

const std::vector<Known>& known_containers() {
    static const std::vector<Known> known = {
        // Packed files
        {{"a file packed with bzip2", kUnpack, true}, {".bz2", ".tbz", ".tbz2"}, {}, shows_bzip2},
        {{"a file packed with xz", kUnpack, true},
         {".xz", ".txz"},
         {{0,
           "\xFD"
           "7zXZ\0"sv}}},
        {{"a file packed with Zstandard", kUnpack, true}, {".zst", ".zstd", ".tzst"}, {{0, "\x28\xB5\x2F\xFD"}}},
        {{"a file packed with LZ4", kUnpack, true}, {".lz4"}, {{0, "\x04\x22\x4D\x18"}, {0, "\x02\x21\x4C\x18"}}},
        {{"a file packed with lzma", kUnpack, true},
         {".lzma"},
         {{0, "\x5D\0\0\x80\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"sv}, {0, "\x5D\0\0\0\4\xFF\xFF\xFF\xFF"sv}}},
        {{"a file packed with lzip", kUnpack, true}, {".lz"}, {{0, "LZIP\1"}}},
        {{"a file packed with lzop", kUnpack, true}, {".lzo"}, {{0, "\x89LZO\0\r\n\x1a\n"sv}}},
        {{"a file packed with Snappy", kUnpack, true}, {".sz", ".snappy"}, {{0, "\xFF\6\0\0sNaPpY"sv}}},
        {{"a file packed with compress", kUnpack, true}, {".z"}, {}, shows_compress},
        {{"a file packed with Brotli", kUnpack, true}, {".br"}, {}},
        // Archives
        {{"a zip archive", kExtract, true}, {".zip", ".jar", ".kmz", ".pt", ".pth"}, {}, shows_zip},
        {{"a tar archive", kExtract, true}, {".tar", ".tgz"}, {{257, "ustar"}}},
        {{"a 7z archive", kExtract, true}, {".7z"}, {{0, "7z\xBC\xAF\x27\x1C"}}},
        {{"a RAR archive", kExtract, true}, {".rar"}, {{0, "Rar!\x1A\7"}}},
        {{"a cabinet archive", kExtract, true}, {".cab"}, {{0, "MSCF\0\0\0\0"sv}}},
        {{"an ar archive", kExtract, true}, {".deb"}, {{0, "!<arch>\n"}}},
        {{"a cpio archive", kExtract, true}, {".cpio"}, {{0, "070701"}, {0, "070702"}, {0, "070707"}}},
        // Images
        {{"a JPEG image", kToPng}, {".jpg", ".jpeg", ".jpe", ".jfif"}, {{0, "\xFF\xD8\xFF"}}},
        {{"a GIF image", kToPng}, {".gif"}, {{0, "GIF87a"}, {0, "GIF89a"}}},
        {{"a BMP image", kToPng}, {".bmp", ".dib"}, {}, shows_bmp},
        {{"a Netpbm image", kToPng}, {".pgm", ".ppm", ".pbm", ".pnm", ".pam", ".pfm"}, {}, shows_pnm},
        {{"a WebP image", kToPng}, {".webp"}, {{8, "WEBPVP8"}}},
        {{"a HEIF image", kToPng},
         {".heic", ".heif"},
         {{4, "ftypheic"}, {4, "ftypheix"}, {4, "ftypmif1"}, {4, "ftypmsf1"}}},
        {{"an AVIF image", kToPng}, {".avif"}, {{4, "ftypavif"}, {4, "ftypavis"}}},
        {{"a JPEG 2000 image", kToPng},
         {".jp2", ".j2k", ".jpx", ".jpf"},
         {{0, "\0\0\0\x0CjP  \r\n\x87\n"sv}, {0, "\xFF\x4F\xFF\x51"}}},
        {{"a JPEG XL image", kToPng}, {".jxl"}, {{0, "\0\0\0\x0CJXL \r\n\x87\n"sv}}},
        {{"an OpenEXR image", kToPng}, {".exr"}, {{0, "\x76\x2F\x31\1"}}},
        {{"a Radiance image", kToPng}, {".hdr"}, {{0, "#?RADIANCE"}, {0, "#?RGBE"}}},
        {{"a Photoshop image", kToPng}, {".psd", ".psb"}, {{0, "8BPS\0"sv}}},
        {{"a QOI image", kToPng}, {".qoi"}, {{0, "qoif"}}},
        {{"a DirectDraw image", kToPng}, {".dds"}, {{0, "DDS |\0\0\0"sv}}},
        {{"a KTX image", kToPng}, {".ktx", ".ktx2"}, {{0, "\xABKTX "}}},
        {{"an icon", kToPng}, {".ico", ".cur"}, {}},
        {{"a TGA image", kToPng}, {".tga"}, {}},
        {{"a DICOM image", kToPng}, {".dcm", ".dicom"}, {{128, "DICM"}}},
        // Tables and arrays
        {{"an Excel or OpenDocument workbook", kToCsv}, {".xlsx", ".xlsm", ".ods"}, {}},
        {{"a Microsoft Office document", kToCsv}, {".xls", ".doc", ".ppt"}, {{0, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"}}},
        {{"a Parquet table", kToCsv}, {".parquet"}, {{0, "PAR1"}, {0, "PARE"}}},
        {{"an Arrow table", kToCsv}, {".arrow", ".feather", ".ipc"}, {{0, "ARROW1"}, {0, "FEA1"}}},
        {{"an Avro file", kToCsv}, {".avro"}, {{0, "Obj\1"}}},
        {{"an ORC table", kToCsv}, {".orc"}, {}},
        {{"an SQLite database", kToCsv}, {".sqlite", ".sqlite3", ".db"}, {{0, "SQLite format 3\0"sv}}},
        {{"a Stata or SPSS table", kToCsv}, {".dta", ".sav"}, {{0, "<stata_dta>"}, {0, "$FL2@(#)"}}},
        {{"R data", kToCsv}, {".rda", ".rdata", ".rds"}, {{0, "RDX2\n"}, {0, "RDX3\n"}}},
        {{"an HDF5 file", kToNpy}, {".h5", ".hdf5", ".hdf", ".he5", ".nc4"}, {{0, "\x89HDF\r\n\x1a\n"}}},
        {{"an HDF4 file", kToNpy}, {}, {{0, "\x0e\x03\x13\x01"}}},
        {{"a NetCDF file", kToNpy}, {".nc", ".cdf"}, {{0, "CDF\1"}, {0, "CDF\2"}, {0, "CDF\5"}}},
        {{"a MATLAB file", kToNpy}, {".mat"}, {{0, "MATLAB 5.0 MAT-file"}, {0, "MATLAB 7.3 MAT-file"}}},
        {{"a FITS file", kToNpy}, {".fits", ".fit"}, {{0, "SIMPLE  ="}}},
        {{"a Python pickle", kToNpy}, {".pkl", ".pickle"}, {}, shows_pickle},
        {{"a GRIB file", kToNpy}, {".grib", ".grb", ".grib2"}, {{0, "GRIB\0\0"sv}}},
        {{"an NRRD volume", kToNpy}, {".nrrd", ".nhdr"}, {{0, "NRRD000"}}},
        {{"a NIfTI volume", kToNpy}, {".nii"}, {{344, "n+1\0"sv}, {4, "n+2\0\r\n\x1a\n"sv}}},
        {{"a LAS point cloud", kToNpy}, {".las", ".laz"}, {{0, "LASF"}}},
        // Sound, films, documents
        {{"a sound file", kToNpy},
         {".wav", ".flac", ".ogg", ".mp3", ".aiff", ".m4a"},
         {{8, "WAVE"}, {0, "fLaC\0"sv}, {0, "OggS\0"sv}, {0, "ID3\3"}, {0, "ID3\4"}, {8, "AIFF"}}},
        {{"a film", kToFrame},
         {".mp4", ".mov", ".avi", ".mkv", ".webm"},
         {{4, "ftypisom"}, {4, "ftypmp4"}, {4, "ftypqt  "}, {4, "ftypM4"}, {8, "AVI LIST"}, {0, "\x1A\x45\xDF\xA3"}}},
        {{"a PDF document", kToText}, {".pdf"}, {{0, "%PDF-"}}},
        {{"a PostScript document", kToText}, {".ps", ".eps"}, {{0, "%!PS"}}},
        {{"an RTF document", kToText}, {".rtf"}, {{0, "{\\rtf"}}},
        {{"an OpenDocument, Word or PowerPoint document", kToText}, {".docx", ".odt", ".pptx"}, {}},
        {{"an XML or HTML document", kToText}, {".xml", ".html", ".htm", ".svg", ".kml"}, {}, shows_xml},
        {{"JSON", kToText}, {".json", ".jsonl", ".ndjson", ".geojson", ".ipynb"}, {}, shows_json},
    };
    return known;
}

bool has_marks(const Known& known, std::span<const std::byte> head) {
    const std::string_view text = as_text(head);
    const bool marked = std::any_of(known.marks.begin(), known.marks.end(), [&](const Mark& mark) {
        return text.size() >= mark.offset && text.substr(mark.offset).starts_with(mark.bytes);
    });
    return marked || (known.shows != nullptr && known.shows(head));
}

const Known* known_by_ending(std::string_view ending) {
    const auto found = std::find_if(known_containers().begin(), known_containers().end(), [&](const Known& known) {
        return std::find(known.endings.begin(), known.endings.end(), ending) != known.endings.end();
    });
    return found == known_containers().end() ? nullptr : &*found;
}

/// Returns the kind of a zip archive by the names of its first files. Workbooks and documents are zip archives too.
const Known* known_zip(std::span<const std::byte> head) {
    const std::string_view text = as_text(head);
    const bool workbook = text.find("xl/work") != std::string_view::npos ||
                          text.find("opendocument.spreadsheet") != std::string_view::npos;
    const bool document =
        text.find("word/doc") != std::string_view::npos || text.find("opendocument.text") != std::string_view::npos;
    return known_by_ending(workbook ? ".xlsx" : document ? ".docx" : ".zip");
}

}  // namespace

const Container* container_of(std::span<const std::byte> head, const std::string& path) {
    const auto found = std::find_if(known_containers().begin(), known_containers().end(),
                                    [&](const Known& known) { return has_marks(known, head); });
    if (found == known_containers().end()) {
        return nullptr;
    }
    if (found->shows != shows_zip) {
        return &found->container;
    }
    const Known* const named = known_by_ending(extension_of(path));
    const bool named_exactly =
        named != nullptr && (named == known_by_ending(".xlsx") || named == known_by_ending(".docx"));
    return named_exactly ? &named->container : &known_zip(head)->container;
}

const Container* container_by_ending(const std::string& path) {
    const Known* const named = known_by_ending(extension_of(path));
    return named == nullptr ? nullptr : &named->container;
}

}  // namespace vkalgo::formats
