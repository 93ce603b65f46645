// Tests the detection of an input's format, and what is read from it.
#include "formats/reader.hpp"

#include "formats/drawing/png.hpp"
#include "formats/npy.hpp"
#include "formats/random_array.hpp"
#include "tests/support/gzipped.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <cstring>
#include <new>
#include <string>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

std::string npy_text(const Array& array) {
    return std::string(as_text(encode_npy(array)));
}

Array bytes_array(const std::string& text, ElementType type = ElementType::u8) {
    const Bytes bytes = size_of(text);
    return {type, {bytes.size() / size_of(type)}, bytes};
}

std::string png_text(const std::vector<std::uint8_t>& samples) {
    const auto png = encode_png(static_cast<std::uint32_t>(samples.size()), 1, 1, samples);
    return std::string(as_text(*png));
}

/// Reads files of one folder and collects the notices for the user.
struct Reading {
    TemporaryFolder folder;
    std::string notices;
    InputSettings settings;

    Reading() {
        settings.notice = [this](const std::string& message) { notices += message + "\n"; };
    }
    Result<std::string> letters(const std::string& name, const std::string& content) {
        notices.clear();
        return InputReader(settings).letters(folder.file(name, content));
    }
    /// Returns the values as bytes.
    Result<std::string> values(const std::string& name, const std::string& content,
                               ElementType type = ElementType::u8) {
        notices.clear();
        VKALGO_TRY(const Array array, InputReader(settings).values(folder.file(name, content), type));
        return std::string(as_text(array.data));
    }
    Result<std::string> list(const std::string& name, const std::string& content) {
        notices.clear();
        VKALGO_TRY(const Array array, InputReader(settings).list(folder.file(name, content), ElementType::u8));
        return std::string(as_text(array.data));
    }
};

#define EXPECT_READ(expression, wanted)                          \
    do {                                                         \
        const auto read_result = (expression);                   \
        ASSERT_TRUE(read_result) << read_result.error().message; \
        EXPECT_EQ(*read_result, wanted);                         \
    } while (false)

TEST(Formats, HaveNamesEndingsAndMagicsOfTheirOwn) {
    std::vector<std::string_view> seen;
    for (const Format* format : formats()) {
        seen.emplace_back(format->name);
        seen.insert(seen.end(), format->endings.begin(), format->endings.end());
        if (!format->magic_is_weak) {  // Weak magics may be equal: then the file's name decides
            seen.insert(seen.end(), format->magics.begin(), format->magics.end());
        }
        EXPECT_NE(format->about[0], '\0') << format->name;
    }
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end());
    EXPECT_GE(formats().size(), 8U);
    for (const Want want : {Want::values, Want::list, Want::letters, Want::table}) {
        EXPECT_EQ(std::count_if(formats().begin(), formats().end(),
                                [&](const Format* format) {
                                    return std::count(format->otherwise.begin(), format->otherwise.end(), want) > 0;
                                }),
                  1);
    }
    EXPECT_NE(formats_help(Want::values).find(".npy (a NumPy array)"), std::string::npos) << formats_help(Want::values);
    EXPECT_NE(formats_help(Want::values).find("; any other file is read as raw"), std::string::npos);
    EXPECT_EQ(formats_help(Want::table).find(".npy"), std::string::npos);
}

TEST(InputReader, TakesTheFormatFromTheName) {
    Reading reading;
    EXPECT_READ(reading.letters("a.fasta.gz", gzipped(">h\nAC\nGT\n")), "ACGT");
    EXPECT_READ(reading.letters("a.FQ", "@h\nAC\n+\n!!\n"), "AC");
    EXPECT_READ(reading.letters("empty.txt", ""), "");
    EXPECT_READ(reading.letters("a.bin", "x\ny\n"), "x\ny\n");
    EXPECT_READ(reading.letters("a", "x\ny\n"), "x\ny");
    EXPECT_EQ(reading.notices, "");
    EXPECT_REFUSED(reading.letters("empty.fna", ""), "is an empty FASTA file");

    const Array wanted = random_array(ElementType::i16, 50, Distribution::uniform, 2);
    const auto from_npy =
        InputReader().values(reading.folder.file("a.npy.gz", gzipped(npy_text(wanted))), ElementType::u8);
    ASSERT_TRUE(from_npy) << from_npy.error().message;
    EXPECT_EQ(from_npy->type, ElementType::i16);
    EXPECT_EQ(from_npy->data, wanted.data);
    EXPECT_READ(reading.values("a.bin", std::string(as_text(wanted.data)), ElementType::i16), as_text(wanted.data));
    EXPECT_READ(reading.values("a.csv", "v\n1\n2\n"), "\1\2");
    EXPECT_READ(reading.values("a.txt.gz", gzipped("1 2\n")), "\1\2");
    EXPECT_READ(reading.values("a.fa", ">h\nACGT\n"), "ACGT");  // Letters are values of u8
    EXPECT_READ(reading.list("list", "1 2\n"), "\1\2");
    EXPECT_READ(reading.list("a.csv", "v\n1\n2\n"), "\1\2");
    EXPECT_EQ(reading.notices, "");
    const auto columns =
        InputReader().columns(reading.folder.file("items.txt", "a,b\n1,2\n"), {"b"}, {ElementType::u16});
    ASSERT_TRUE(columns) << columns.error().message;
    EXPECT_EQ(columns->front().count(), 1U);
    EXPECT_REFUSED(reading.values("a.png", "no image"), "not a valid PNG");
    EXPECT_REFUSED(reading.values("b.npy", "no array"), "not a .npy file");
    EXPECT_REFUSED(reading.values("c.gz", "not packed"), "not a valid gzip file");
}

TEST(InputReader, ReadsTheNumbersOfANumberFormatAsLetters) {
    Reading reading;
    EXPECT_READ(reading.letters("a.npy", npy_text(bytes_array("ACGT"))), "ACGT");
    EXPECT_READ(reading.letters("wide.npy", npy_text(bytes_array(std::string("A\0C\0", 4), ElementType::u16))), "AC");
    EXPECT_READ(reading.letters("a.csv", "code\n65\n67\n"), "AC");
    EXPECT_READ(reading.letters("a.png", png_text({65, 67})), "AC");
    EXPECT_REFUSED(reading.letters("b.csv", "ACGT\n"), "as a header");
    EXPECT_REFUSED(reading.letters("b.npy", npy_text(bytes_array(std::string("A\1", 2), ElementType::u16))),
                   "u8 cannot hold");
}

TEST(InputReader, FirstBytesOverrideTheNameWithANotice) {
    Reading reading;
    const std::string npy = npy_text(bytes_array("\1\2"));
    for (const char* name : {"plain", "data.dat", "packed.dat"}) {
        EXPECT_READ(reading.values(name, name[0] == 'd' ? npy : gzipped(npy)), "\1\2");
        EXPECT_EQ(reading.notices, "") << "nothing contradicts";
    }
    EXPECT_READ(reading.values("data.bin", npy), "\1\2");
    EXPECT_NE(reading.notices.find("<format> raw reads it as its name says"), std::string::npos) << reading.notices;
    EXPECT_READ(reading.values("a.csv", npy), "\1\2");
    EXPECT_NE(reading.notices.find("a.csv' starts like a NumPy array (npy) and is read as such; <format> csv"),
              std::string::npos)
        << reading.notices;
    EXPECT_READ(reading.letters("a.txt", png_text({65, 66})), "AB");
    EXPECT_NE(reading.notices.find("<format> txt"), std::string::npos) << reading.notices;
    EXPECT_READ(reading.list("numbers", npy), "\1\2");
    EXPECT_REFUSED(reading.values("a.bin", std::string("II*\0more", 8)),
                   "is a TIFF image (tiff), which cannot be read as numbers");
    EXPECT_REFUSED(reading.letters("b.bin", std::string("MM\0*more", 8)), "cannot be read as letters");
    EXPECT_REFUSED(reading.values("photo.tif", "anything"), "give its format by <format>: ");
    EXPECT_READ(reading.values("photo.tif", npy), "\1\2");
    EXPECT_EQ(reading.notices.find("<format>"), std::string::npos) << "TIFF is not read: " << reading.notices;
}

TEST(InputReader, AFormatThatCannotBeReadCannotBeChosen) {
    Reading reading;
    reading.settings.format = "tiff";
    const std::vector<std::string> names = format_names();
    EXPECT_EQ(std::count(names.begin(), names.end(), "tiff"), 0);
    EXPECT_REFUSED(reading.values("photo.tif", "anything"),
                   fmt::format("<format>: 'tiff' is unknown; there are: {}", fmt::join(names, ", ")));
}

TEST(InputReader, AWeakSignatureCountsOnlyForLettersAndCausesANotice) {
    Reading reading;
    for (const char* text : {">h\nAC\nGT\n", "\xEF\xBB\xBF>h\nACGT\n", "\n  >h\nACGT\n", "@h\nACGT\n+\n!!!!\n"}) {
        for (const char* name : {"a.faa", "a.txt", "plain"}) {
            EXPECT_READ(reading.letters(name, text), "ACGT");
            EXPECT_NE(reading.notices.find("is read as such, without its header; <format> txt"), std::string::npos)
                << reading.notices;
        }
    }
    EXPECT_READ(reading.letters("packed", gzipped(">h\nACGT\n")), "ACGT");
    EXPECT_READ(reading.letters("a.fq", ">h\nACGT\n"), "ACGT");
    EXPECT_NE(reading.notices.find("starts like a FASTA record"), std::string::npos) << reading.notices;
    EXPECT_REFUSED(reading.letters("mail", "@home and so on\n"), "<format> txt");
    EXPECT_REFUSED(reading.letters("b", ">h\nA\x80\n"), "<format> txt");
    EXPECT_READ(reading.values("a.bin", ">h\nACGT\n"), ">h\nACGT\n");
    EXPECT_EQ(reading.notices, "") << "numbers may start with any byte";
}

TEST(InputReader, AGivenFormatOverridesTheNameAndTheContent) {
    Reading reading;
    const std::string npy = npy_text(bytes_array("\1"));
    reading.settings.format = "raw";
    EXPECT_READ(reading.values("a.npy", npy), npy);
    EXPECT_READ(reading.letters("a.fa", ">h\nA\n"), ">h\nA\n");
    EXPECT_READ(reading.values("a.gz", gzipped("x")), gzipped("x"));  // Raw bytes are not unpacked
    reading.settings.format = "txt";
    EXPECT_READ(reading.letters("a.fa", ">h\nA\n"), ">h\nA");
    EXPECT_READ(reading.values("plain", gzipped("1 2")), "\1\2");
    reading.settings.format = "csv";
    EXPECT_READ(reading.values("a.bin", "v\n1\n"), "\1");
    EXPECT_EQ(reading.notices, "");
    reading.settings.format = "fasta";
    EXPECT_REFUSED(reading.letters("a.txt", "ACGT\n"), "a FASTA file must start with a '>'");
    reading.settings.format = "fast";
    EXPECT_REFUSED(reading.letters("a.txt", "ACGT\n"), "<format>: 'fast' is unknown; did you mean 'fasta'?");
    reading.settings.format = "npy";
    EXPECT_REFUSED(
        InputReader(reading.settings).columns(reading.folder.file("t.csv", "a\n1\n"), {"a"}, {ElementType::u8}),
        "<format> npy: a NumPy array cannot be read as a table; give one of: ");
}

TEST(InputReader, SaysThatTextIsReadAsRaw) {
    Reading reading;
    EXPECT_READ(reading.values("plain", "1 2\n"), "1 2\n");
    EXPECT_NE(reading.notices.find("looks like numbers in text and is read as raw; <format> csv or txt"),
              std::string::npos)
        << reading.notices;
    for (const char* table :
         {"weight\n81\n82\n", "name,weight\r\na, 81\r\n\r\nb,\r\nc,82\r\n", "a;1\nb;2\n", "x y\n1 2\n"}) {
        EXPECT_READ(reading.values("m.dat", table), table);
        EXPECT_NE(reading.notices.find("m.dat' looks like a table in text and is read as raw; <format> csv"),
                  std::string::npos)
            << table;
    }
    const std::string tabs = "na\xC3\xAFve\t n\n1.5\tx\n";
    EXPECT_READ(reading.values("m.dat", tabs), tabs);
    EXPECT_NE(reading.notices.find("<format> tsv reads numbers separated by tabs"), std::string::npos)
        << reading.notices;
    for (const char* other : {"1 2 x\n", "weight\n", "one\ntwo\n3 times\n", "weight\n81\n\x01\n", ""}) {
        EXPECT_READ(reading.values("m.dat", other), other);
        EXPECT_EQ(reading.notices, "") << other;
    }
    reading.settings.format = "raw";
    EXPECT_READ(reading.values("m.dat", "weight\n81\n"), "weight\n81\n");
    EXPECT_EQ(reading.notices, "") << "that was asked for";
}

TEST(InputReader, ChoosesRecordsColumnsAndCase) {
    Reading reading;
    const std::string two = reading.folder.file("two.fa", ">a\nac\n>b\ngt\n");
    const std::string text = reading.folder.file("text.txt", "Gt");
    const auto both = [&](InputReader& reader, const std::string& x, const std::string& y) -> Result<std::string> {
        VKALGO_TRY(const std::string first, reader.letters(x));
        VKALGO_TRY(const std::string second, reader.letters(y));
        VKALGO_CHECK(reader.check_used());
        return first + " " + second;
    };
    const auto with = [&](std::vector<std::string> records, bool ignore_case = false) {
        InputSettings settings = reading.settings;
        settings.records = std::move(records);
        settings.ignore_case = ignore_case;
        return InputReader(settings);
    };
    auto reader = with({"b"});
    EXPECT_READ(both(reader, two, two), "gt gt");
    reader = with({"2", "a"}, true);
    EXPECT_READ(both(reader, two, two), "GT AC");
    reader = with({"b"}, true);
    EXPECT_READ(both(reader, text, two), "GT GT");  // The text has no records to choose from
    reader = with({"a"});
    EXPECT_REFUSED(both(reader, text, text),
                   "<record> chooses a record of a " + record_formats() + " file, but no such file is given");
    reader = with({"a", "b"});
    EXPECT_REFUSED(both(reader, text, two), "<record> is given 2 times for 1 file with records");
    reader = with({"a", "b"});
    ASSERT_TRUE(reader.letters(two));
    EXPECT_REFUSED(both(reader, two, two), "<record> is given 2 times for 3 files with records");

    InputSettings settings;
    settings.column = "y";
    reader = InputReader(settings);
    const auto column = reader.values(reading.folder.file("c.csv", "x,y\n1,2\n3,4\n"), ElementType::u8);
    ASSERT_TRUE(column) << column.error().message;
    EXPECT_EQ(as_text(column->data), "\2\4");
    EXPECT_TRUE(reader.check_used());
    reader = InputReader(settings);
    EXPECT_TRUE(reader.values(reading.folder.file("n.txt", "1 2"), ElementType::u8));
    EXPECT_REFUSED(reader.check_used(), "n.txt' is not read as a table; if it is one, add <format> csv");
    reader = InputReader(settings);
    EXPECT_TRUE(reader.values(reading.folder.file("n.npy", npy_text(bytes_array("A"))), ElementType::u8));
    EXPECT_REFUSED(reader.check_used(), "<column> chooses a column of a table");
    settings = {};
    settings.format = "csv";
    EXPECT_REFUSED(InputReader(settings).check_used(), "<format> is for files");
    settings = {};
    settings.ignore_case = true;
    EXPECT_REFUSED(InputReader(settings).check_used(), "<ignore-case> is for inputs of letters");
    settings = {};
    settings.limits_given = true;
    EXPECT_REFUSED(InputReader(settings).check_used(), "<input-limit> is for files");
}

TEST(InputReader, ReadsTablesWithTheirColumns) {
    Reading reading;
    reading.settings.column = "b";
    const std::vector<std::string> wanted{"b", "1"};
    InputReader reader(reading.settings);
    const auto table = reader.table(reading.folder.file("t.csv", "a,b\n1,2\n3,4.5\n"), wanted, {});
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table->rows, (std::vector<std::string_view>{"a,b", "1,2", "3,4.5"}));
    EXPECT_EQ(as_text(table->text), "a,b\n1,2\n3,4.5\n");
    EXPECT_EQ(table->columns[0].index, 1U);
    EXPECT_EQ(table->columns[1].index, 0U);
    EXPECT_TRUE(reader.check_used());
    EXPECT_REFUSED(InputReader(reading.settings).table(reading.folder.file("t.txt", "a,b\n1,2\n"), wanted, {}),
                   "t.txt' is not read as a table; if it is one, add <format> csv");
    EXPECT_REFUSED(
        InputReader(reading.settings).table(reading.folder.file("t.npy", npy_text(bytes_array("A"))), wanted, {}),
        "<column> chooses a column of a table");
}

TEST(InputReader, ReadsTextAsATableIfADelimiterIsGiven) {
    const TemporaryFolder folder;
    const std::string text = "a;b\n1;2\n3;4\n";
    InputSettings settings;
    settings.delimiter = ';';
    settings.column = "b";
    for (const char* name : {"t.txt", "t.dat", "t", "t.csv", "t.tsv"}) {
        InputReader reader(settings);
        const auto read = reader.values(folder.file(name, text), ElementType::u8);
        ASSERT_TRUE(read) << name << ": " << read.error().message;
        EXPECT_EQ(as_text(read->data), "\2\4") << name;
        EXPECT_TRUE(reader.check_used()) << name;
    }
    settings.column.clear();
    settings.format = "txt";
    InputReader as_text_alone(settings);
    EXPECT_TRUE(as_text_alone.values(folder.file("n.txt", "1 2"), ElementType::u8));
    EXPECT_REFUSED(as_text_alone.check_used(), "<delimiter> is for tables (csv, tsv), but no table is given");
    settings.format.clear();
    InputReader array(settings);
    EXPECT_TRUE(array.values(folder.file("n.npy", npy_text(bytes_array("A"))), ElementType::u8));
    EXPECT_REFUSED(array.check_used(), "<delimiter> is for tables");
    EXPECT_REFUSED(PartReader::open(folder.file("n.raw", "12"), ElementType::u8, settings),
                   "<delimiter> needs a table, but a table cannot be read as a stream");
    settings.delimiter.reset();
    settings.header = HeaderRow::absent;
    EXPECT_REFUSED(PartReader::open(folder.file("n.raw", "12"), ElementType::u8, settings),
                   "<no-header> needs a table");
    InputReader headless(settings);
    EXPECT_REFUSED(headless.check_used(), "<no-header> is for tables");
    EXPECT_REFUSED(InputReader(settings).values(folder.file("w.txt", "a b\n1 2\n"), ElementType::u8),
                   "w.txt' is not read as a table; if it is one, add <format> csv, else leave <no-header> out");
    const auto all = headless.values(folder.file("h.csv", "1,2\n3,4\n"), ElementType::u8);
    ASSERT_TRUE(all);
    EXPECT_EQ(as_text(all->data), "\1\2\3\4");
    settings.header = HeaderRow::present;
    const auto below = InputReader(settings).values(folder.file("p.csv", "1,2\n3,4\n"), ElementType::u8);
    ASSERT_TRUE(below);
    EXPECT_EQ(as_text(below->data), "\3\4");
}

TEST(InputLimits, ApplyToInputsOfKnownAndOfUnknownSize) {
    const TemporaryFolder folder;
    const std::string plain = folder.file("plain", std::string(1000, 'x'));
    const std::string packed = folder.file("packed.gz", gzipped(std::string(1000, 'x')));
    const auto size_of_read = [](const std::string& path, const InputLimits& limits) -> Result<std::size_t> {
        VKALGO_TRY(const Bytes bytes, read_file(path, limits));
        return bytes.size();
    };
    const auto refused = [&](const std::string& path, const InputLimits& limits, const char* part) {
        const auto read = size_of_read(path, limits);
        ASSERT_FALSE(read) << part;
        EXPECT_EQ(read.error().code, ErrorCode::too_large);
        EXPECT_NE(read.error().message.find(part), std::string::npos) << read.error().message;
    };
    EXPECT_READ(size_of_read(packed, {.unsized = 1000}), 1000U);
    EXPECT_READ(size_of_read(plain, {.unsized = 999}), 1000U);  // A file that is not packed has a known size
    EXPECT_READ(size_of_read(plain, {.memory = 1000}), 1000U);
    EXPECT_READ(size_of_read(packed, {.memory = 10}), 1000U);
    refused(packed, {.unsized = 999},
            "has no known size, and is longer when unpacked than <input-limit> (999 B); raise <input-limit>");
    refused(plain, {.memory = 999}, "has 1000 B, but the limit is 999 B, which <memory> sets; raise it");
    refused("/dev/zero", {.unsized = 12345},
            "'/dev/zero' has no known size, and is longer than <input-limit> (12.1 KiB)");

    const std::string sparse = folder.file("sparse", "x");
    ASSERT_EQ(::truncate(sparse.c_str(), off_t{1} << 40), 0);
    int asked = 0;
    const auto device = [&asked]() -> std::uint64_t {
        ++asked;
        return 2000;
    };
    refused(sparse, {.device_memory = device},
            "has 1 TiB, but the limit is 1000 B, half of the memory of this machine or of the device");
    EXPECT_EQ(asked, 1);
    EXPECT_READ(size_of_read(plain, {.device_memory = device}), 1000U);
    EXPECT_EQ(asked, 1) << "no device is opened for a small file";
    refused(sparse, {}, "half of the memory of this machine; allow more by <memory>");
    EXPECT_GT(host_memory(), std::uint64_t{1} << 20);
}

TEST(InputLimits, AnInputThatTakesAllMemoryIsTooLarge) {
    const TemporaryFolder folder;
    const std::string path = folder.file("sparse", "x");
    ASSERT_EQ(::truncate(path.c_str(), off_t{1} << 30), 0);
    InputSettings settings;
    settings.limits.device_memory = []() -> std::uint64_t { throw std::bad_alloc(); };
    InputReader reader(settings);
    const auto expect_too_large = [](const auto& result) {
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().code, ErrorCode::too_large);
        EXPECT_NE(result.error().message.find("sparse' needs more memory than this machine has left"),
                  std::string::npos)
            << result.error().message;
    };
    expect_too_large(reader.values(path, ElementType::u8));
    expect_too_large(reader.list(path, ElementType::u8));
    expect_too_large(reader.letters(path));
    expect_too_large(reader.columns(path, {"x"}, {ElementType::u8}));
}

}  // namespace
}  // namespace vkalgo::formats::test
