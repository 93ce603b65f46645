#include "tests/formats/volume_samples.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

const std::string kShape = "dimension: 3\nsizes: 3 2 2\n";

Result<Volume> nrrd(const std::string& fields, const std::string& data, const InputSettings& settings = {}) {
    return parse_volume(nrrd_file(fields, data), "a.nrrd", settings);
}

TEST(Nrrd, OfEveryTypeAndByteOrderIsRead) {
    const std::pair<const char*, ElementType> types[] = {{"unsigned char", ElementType::u8},
                                                         {"signed char", ElementType::i8},
                                                         {"ushort", ElementType::u16},
                                                         {"int16_t", ElementType::i16},
                                                         {"uint", ElementType::u32},
                                                         {"INT", ElementType::i32},
                                                         {"unsigned long long", ElementType::u64},
                                                         {"int64", ElementType::i64},
                                                         {"float", ElementType::f32},
                                                         {"double", ElementType::f64}};
    for (const auto& [word, type] : types) {
        for (const bool big_endian : {false, true}) {
            std::string data, text;
            with_type(type, [&](auto zero) {
                using T = decltype(zero);
                for (int voxel = 0; voxel < 12; ++voxel) {
                    const auto value = static_cast<T>(voxel * 7);
                    data += big_endian ? big(value) : little(value);
                    text += std::to_string(voxel * 7) + (voxel % 3 == 2 ? "\n" : " ");
                }
            });
            const std::string fields =
                std::string("type: ") + word + "\n" + kShape + (big_endian ? "endian: big\n" : "endian: little\n");
            for (const auto& [encoding, content] :
                 {std::pair<std::string, std::string>{"raw", data}, {"gzip", gzipped(data)}, {"ascii", text}}) {
                const auto volume = nrrd(fields + "encoding: " + encoding + "\n", content);
                ASSERT_TRUE(volume) << volume.error().message;
                EXPECT_EQ(volume->type, type);
                EXPECT_EQ(values_of(*volume), (std::vector<double>{0, 7, 14, 21, 28, 35, 42, 49, 56, 63, 70, 77}));
            }
        }
    }
}

TEST(Nrrd, HasTheTransformationOfItsSpace) {
    const std::string fields = "type: uchar\nencoding: raw\n" + kShape;
    const std::string data(12, '\1');
    EXPECT_EQ(nrrd(fields, data)->geometry.spacing, (std::array<double, 3>{1, 1, 1}));
    EXPECT_EQ(nrrd(fields + "spacings: 0.5 nan 3\n", data)->geometry.spacing, (std::array<double, 3>{0.5, 1, 3}));
    const std::string directions = "space directions: (0,2,0) (3,0,4) (0,0,1)\nspace origin: (7,8,9)\n";
    const auto left = nrrd(fields + "space: left-posterior-superior\n" + directions, data);
    ASSERT_TRUE(left) << left.error().message;
    EXPECT_EQ(left->geometry.spacing, (std::array<double, 3>{2, 5, 1}));
    EXPECT_EQ(left->geometry.to_world, (std::array<double, 12>{-0., -3, -0., -7, -2, -0., -0., -8, 0, 4, 1, 9}));
    EXPECT_EQ(nrrd(fields + "space: RAS\n" + directions, data)->geometry.to_world,
              (std::array<double, 12>{0, 3, 0, 7, 2, 0, 0, 8, 0, 4, 1, 9}));
    EXPECT_FALSE(nrrd(fields + "space: scanner-xyz\n" + directions, data)->geometry.to_world);
    EXPECT_REFUSED(nrrd(fields + "spacings: 1 inf 1\n", data), "a spacing of inf along y");
    EXPECT_REFUSED(nrrd(fields + "spacings: 1 x 1\n", data), "line 6: spacing 'x' is not a number");
    EXPECT_REFUSED(nrrd(fields + "spacings: 1 1\n", data),
                   "has 2 words in the field 'spacings', but its dimension is 3");
    EXPECT_REFUSED(nrrd(fields + "space directions: (1,0,0) (0,1,0) (0,0\n", data), "'(0,0' is not a vector");
    EXPECT_REFUSED(nrrd(fields + "space directions: (1,0,0) (0,1,0) (0,0,inf)\n", data), "a spacing of inf along z");
}

TEST(Nrrd, MayHaveAxesWithoutDirections) {
    const std::string fields = "type: uchar\nencoding: raw\n";
    const std::string data = "\1\2\3\4\5\6\7\10\11\12\13\14";
    std::string notices;
    InputSettings settings;
    settings.notice = [&](const std::string& notice) { notices += notice + "\n"; };
    struct Case {
        std::string directions;
        std::array<double, 3> spacing;
        std::ptrdiff_t notices;
    };
    for (const Case& one : std::vector<Case>{{"(2,0,0) (0,3,0) (nan,nan,nan)", {2, 3, 1}, 1},
                                             {"(nan,0,0) (0,3,0) (0,0,4)", {1, 3, 4}, 1},
                                             {"(nan,nan,nan) (NaN,nan,nan) (nan,nan,nan)", {1, 1, 1}, 3},
                                             {"none none none", {1, 1, 1}, 3}}) {
        notices.clear();
        const auto volume =
            nrrd(fields + kShape + "space: left-posterior-superior\nspace directions: " + one.directions + "\n", data,
                 settings);
        ASSERT_TRUE(volume) << one.directions << volume.error().message;
        EXPECT_EQ(volume->size, (std::array<std::uint32_t, 3>{3, 2, 2}));
        EXPECT_EQ(volume->geometry.spacing, one.spacing) << one.directions;
        EXPECT_FALSE(volume->geometry.to_world);
        EXPECT_EQ(as_text(volume->voxels), data);
        EXPECT_EQ(std::count(notices.begin(), notices.end(), '\n'), one.notices) << notices;
        EXPECT_NE(notices.find("'a.nrrd' has the direction '"), std::string::npos) << notices;
        EXPECT_TRUE(parse_volume(as_text(encode_volume("o.nrrd", *volume)->bytes), "o.nrrd"));
    }
    // An axis that is not spatial holds several volumes.
    for (const char* none : {"none", "(nan,nan,nan)"}) {
        const std::string header = fields + "dimension: 4\nsizes: 2 3 2 1\nkinds: vector domain domain domain\n" +
                                   "space dimension: 3\nspace directions: " + none + " (1,0,0) (0,2,0) (0,0,3)\n";
        settings.volume = 1;
        const auto second = nrrd(header, data, settings);
        ASSERT_TRUE(second) << second.error().message;
        EXPECT_EQ(values_of(*second), (std::vector<double>{2, 4, 6, 8, 10, 12}));
        EXPECT_EQ(second->geometry.spacing, (std::array<double, 3>{1, 2, 3}));
        EXPECT_REFUSED(nrrd(header, data), "has 2 volumes; choose one");
    }
}

TEST(Nrrd, IsWrittenWithTheFieldsThatItHad) {
    const std::string kept =
        "# seen by nobody\ncontent: a knee\nspace: left-posterior-superior\nspace directions: (0,2,0) (3,0,4) "
        "(0,0,1)\nspace origin: (7,8,9)\nkinds: domain domain domain\nmy key:=and its value\n";
    const auto volume = nrrd("type: short\n" + kShape + kept + "encoding: raw\nendian: big\nold max: 7\nmin: 1\n",
                             std::string(24, '\1'));
    ASSERT_TRUE(volume) << volume.error().message;
    const auto written = encode_volume("o.nrrd", volume->like(ElementType::f32, Bytes(48)));
    ASSERT_TRUE(written) << written.error().message;
    EXPECT_EQ(std::string(as_text(written->bytes)).substr(0, as_text(written->bytes).find("\n\n")),
              "NRRD0004\ntype: float\ndimension: 3\n" + kept + "sizes: 3 2 2\nendian: little\nencoding: gzip");
    const auto again = parse_volume(as_text(written->bytes), "o.nrrd");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->geometry.to_world, volume->geometry.to_world);
    EXPECT_EQ(values_of(*again), std::vector<double>(12, 0));
}

TEST(Nrrd, IsWrittenWithANewHeaderForOtherFormats) {
    Volume volume = volume_of<std::uint64_t>({4, 3, 2}, counted<std::uint64_t>(24, std::uint64_t{1} << 60));
    volume.geometry.spacing = {0.5, 0.25, 4};
    auto again = parse_volume(as_text(encode_volume("o.nrrd", volume)->bytes), "o.nrrd");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->voxels, volume.voxels);
    EXPECT_EQ(again->geometry.spacing, volume.geometry.spacing);
    volume.geometry.to_world = {-0.5, 0, 0, 1, 0, 0.25, 0, 2, 0, 0, 4, 3};
    again = parse_volume(as_text(encode_volume("o.nrrd", volume)->bytes), "o.nrrd");
    EXPECT_EQ(again->geometry.spacing, volume.geometry.spacing);
    EXPECT_EQ(again->geometry.to_world, volume.geometry.to_world);
}

TEST(Nrrd, MayHaveItsDataInAFileBesideIt) {
    const TemporaryFolder folder;
    folder.file("values.raw", "12" + std::string(12, '\5'));
    folder.file("values.raw.gz", gzipped(std::string(12, '\6')));
    folder.file("values.txt", "a line\n1 2 3 4 5 6 7 8 9 10 11 12");
    const auto read = [&](const std::string& fields) {
        return read_volume(folder.file("a.nhdr", "NRRD0004\ntype: uchar\n" + kShape + fields));
    };
    auto volume = read("encoding: raw\nbyte skip: 2\ndata file: values.raw\n");
    ASSERT_TRUE(volume) << volume.error().message;
    EXPECT_EQ(values_of(*volume), std::vector<double>(12, 5));
    EXPECT_EQ(values_of(*read("encoding: raw\nbyte skip: -1\ndatafile: ./values.raw\n")), std::vector<double>(12, 5));
    EXPECT_EQ(values_of(*read("encoding: gz\ndata file: values.raw.gz\n")), std::vector<double>(12, 6));
    EXPECT_EQ(values_of(*read("encoding: txt\nline skip: 1\ndata file: values.txt\n")), counted<double>(12, 1));
    EXPECT_REFUSED(read("encoding: raw\ndata file: nothing.raw\n"), "nothing.raw");
    EXPECT_REFUSED(read("encoding: raw\ndata file: a%03d.raw 1 3 1\n"), "a001.raw");
    EXPECT_REFUSED(read("encoding: raw\ndata file: LIST\nb\n"), "/b'");
    EXPECT_REFUSED(read("encoding: raw\nline skip: 9\ndata file: values.txt\n"),
                   "fewer lines than the 9 that 'line skip' passes over");
    // A volume with a data file is written as one file.
    volume = read("encoding: raw\nbyte skip: 2\ndata file: values.raw\n");
    EXPECT_TRUE(parse_volume(as_text(encode_volume("o.nrrd", *volume)->bytes), "o.nrrd"));
}

TEST(Nrrd, MayHaveItsDataInSeveralFiles) {
    const TemporaryFolder folder;
    const std::string first = "\1\2\3\4\5\6", second = "\7\10\11\12\13\14";
    folder.file("s08.raw", "ab" + first);
    folder.file("s10.raw", "ab" + second);
    folder.file("s8.gz", gzipped(first));
    folder.file("s10.gz", gzipped(second));
    folder.file("one.txt", "a line\n1 2 3 4 5 6");
    folder.file("two.txt", "another\n7 8 9 10\n11 12\n");
    const auto read = [&](const std::string& fields) {
        return read_volume(folder.file("a.nhdr", "NRRD0004\ntype: uchar\n" + kShape + fields));
    };
    for (const char* fields :
         {"encoding: raw\nbyte skip: 2\ndata file: LIST\ns08.raw\ns10.raw\n",
          "encoding: raw\nbyte skip: -1\ndata file: LIST 2\r\n ./s08.raw\r\ns10.raw\r\n\r\n",
          "encoding: raw\nbyte skip: 2\ndata file: s%02d.raw 8 10 2\n",
          "data file: s%02i.raw 8 11 2 2\nencoding: raw\nbyte skip: 2\n", "encoding: gzip\ndatafile: s%d.gz 8 10 2\n",
          "encoding: text\nline skip: 1\ndata file: LIST\none.txt\ntwo.txt"}) {
        const auto volume = read(fields);
        ASSERT_TRUE(volume) << fields << volume.error().message;
        EXPECT_EQ(values_of(*volume), counted<double>(12, 1)) << fields;
        EXPECT_EQ(volume->geometry.data_files.size(), 2U);
        EXPECT_TRUE(parse_volume(as_text(encode_volume("o.nrrd", *volume)->bytes), "o.nrrd"));
    }
    // The file numbers descend: 10, then 8.
    const auto back = read("encoding: gzip\ndata file: s%d.gz 10 8 -2\n");
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(values_of(*back).front(), 7);
    EXPECT_REFUSED(read("encoding: raw\ndata file: LIST\n\n"), "line 6: LIST is not followed by names of files");
    EXPECT_REFUSED(read("encoding: raw\ndata file: LIST\ns08.raw\nnothing.raw\n"), "nothing.raw");
    EXPECT_REFUSED(
        read("encoding: raw\nbyte skip: 3\ndata file: LIST\ns08.raw\ns10.raw\n"),
        "has 3 x 2 x 2 values of u8, which need 6 bytes in each of 2 data files, but there are 5; the file is "
        "truncated or its header is wrong; copy or write it again (in its data file 's08.raw')");
    folder.file("few.gz", gzipped("\1\2"));
    EXPECT_REFUSED(read("encoding: gzip\ndata file: LIST\ns8.gz\nfew.gz\n"),
                   "which need 6 bytes in each of 2 data files, but there are 2;");
    folder.file("few.txt", "1 2 3 4   ");
    folder.file("empty.txt", "");
    EXPECT_REFUSED(read("encoding: text\ndata file: LIST\nfew.txt\nfew.txt\n"),
                   "needs 6 numbers in each of 2 data files for its sizes 3 x 2 x 2, but there are 4;");
    EXPECT_REFUSED(read("encoding: text\ndata file: LIST\nempty.txt\nempty.txt\n"),
                   "needs 6 numbers in each of 2 data files for its sizes 3 x 2 x 2, but 0 bytes of text");
    EXPECT_REFUSED(read("encoding: raw\ndata file: LIST\ns08.raw\ns08.raw\ns08.raw\ns08.raw\ns08.raw\n"),
                   "has 5 data files for 3 x 2 x 2 values of u8");
    EXPECT_REFUSED(read("encoding: raw\ndata file: s%x.raw 1 3 1\n"),
                   "line 6: 's%x.raw' is not a name with one number");
    EXPECT_REFUSED(read("encoding: raw\ndata file: s%d.raw 1 3 0\n"),
                   "the numbers 1 to 3 of the data files, in steps of 0");
    EXPECT_REFUSED(read("encoding: raw\ndata file: s%d.raw 3 1 1\n"), "the numbers 3 to 1 of the data files");
    EXPECT_REFUSED(read("encoding: raw\ndata file: s%d.raw 1 99999999999 1\n"), "do not give 1 to 1048576 files");
    // The header of a volume of 10^13 voxels names the same small file 1,024 times.
    std::string often =
        "NRRD0004\ntype: uchar\ndimension: 3\nsizes: 100000 100000 1024\nencoding: gzip\ndata file: LIST\n";
    for (int file = 0; file < 1024; ++file) {
        often += "s8.gz\n";
    }
    const auto large = read_volume(folder.file("b.nhdr", often));
    ASSERT_FALSE(large);
    EXPECT_EQ(large.error().code, ErrorCode::too_large);
    EXPECT_NE(large.error().message.find("when unpacked, but the limit is"), std::string::npos)
        << large.error().message;
}

TEST(Nrrd, OfSeveralVolumesNeedsOneChosen) {
    std::string data;
    for (char value = 0; value < 24; ++value) {
        data += value;
    }
    const std::string fields = "type: uchar\ndimension: 4\nencoding: raw\n";
    const std::string first = fields + "sizes: 2 3 2 2\nkinds: list domain domain domain\nspacings: nan 1 2 3\n";
    EXPECT_REFUSED(nrrd(first, data), "has 2 volumes");
    InputSettings settings;
    settings.volume = 1;
    auto volume = nrrd(first, data, settings);
    ASSERT_TRUE(volume) << volume.error().message;
    EXPECT_EQ(values_of(*volume), (std::vector<double>{1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23}));
    EXPECT_EQ(volume->geometry.spacing, (std::array<double, 3>{1, 2, 3}));
    const auto again = parse_volume(as_text(encode_volume("o.nrrd", *volume)->bytes), "o.nrrd");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->geometry.spacing, volume->geometry.spacing);
    volume = nrrd(fields + "sizes: 3 2 2 2\n", data, settings);
    ASSERT_TRUE(volume) << volume.error().message;
    EXPECT_EQ(values_of(*volume), counted<double>(12, 12));
    EXPECT_REFUSED(
        nrrd("type: uchar\ndimension: 3\nencoding: raw\nsizes: 3 2 4\nkinds: RGB-color domain domain\n", data),
        "has colours along axis 0");
}

TEST(Nrrd, NamesTheLineOrTheFieldOfAnError) {
    const std::string type = "type: uchar\n", raw = "encoding: raw\n", data(12, '\1');
    EXPECT_REFUSED(nrrd(kShape + raw, data), "has no type in its header");
    EXPECT_REFUSED(nrrd(type + "sizes: 3 2 2\n" + raw, data), "has no dimension");
    EXPECT_REFUSED(nrrd(type + "dimension: 3\n" + raw, data), "has no sizes");
    EXPECT_REFUSED(nrrd(type + kShape, data), "has no encoding");
    EXPECT_REFUSED(nrrd("type: short\n" + kShape + raw, data + data), "has no endian");
    EXPECT_REFUSED(nrrd("type: block\n" + kShape + raw, data), "line 2: type 'block' is not a type of numbers of NRRD");
    EXPECT_REFUSED(nrrd(type + kShape + "encoding: bzip2\n", data), "line 5: encoding 'bzip2' is not supported");
    EXPECT_REFUSED(nrrd(type + "dimension: 2\nsizes: 3 2 2\n" + raw, data),
                   "has 3 sizes, but says that its dimension is 2");
    EXPECT_REFUSED(nrrd(type + "dimension: 0\n", data), "line 3: dimension is '0'");
    EXPECT_REFUSED(nrrd(type + "dimension: 1\nsizes: 12\n" + raw, data), "has 1 dimension");
    EXPECT_REFUSED(nrrd(type + "dimension: 3\nsizes: 3 0 2\n", data), "line 4: a size is '0'");
    EXPECT_REFUSED(nrrd(type + "dimension: 3\nsizes: 3 -2 2\n", data), "line 4: a size is '-2'");
    EXPECT_REFUSED(nrrd(type + "type: short\n", data), "line 3: 'type' is given twice");
    EXPECT_REFUSED(nrrd(type + "hello\n", data), "line 3: 'hello' is not a field");
    EXPECT_REFUSED(nrrd(type + kShape + raw + "endian: middle\n", data), "line 6: endian is 'middle'");
    EXPECT_REFUSED(nrrd(type + kShape + raw, data.substr(1)), "which need 12 bytes, but there are 11");
    EXPECT_REFUSED(nrrd(type + kShape + "encoding: gzip\n", gzipped(data.substr(1))), "but there are 11");
    EXPECT_REFUSED(nrrd(type + kShape + "encoding: gzip\n", data), "is not a valid gzip file");
    EXPECT_REFUSED(nrrd(type + "dimension: 3\nsizes: 2000000000 2000000000 2\nencoding: gzip\n", gzipped(data)),
                   "there are");
    EXPECT_REFUSED(nrrd(type + kShape + "encoding: text\n", "1 2 3 4 5 6 7 8 9 10 11 "), "but there are 11");
    EXPECT_REFUSED(nrrd(type + kShape + "encoding: text\n", "1 2 3 4 5 6 7 8 9 0 1 256"), "has an error in number 12");
    EXPECT_REFUSED(nrrd(type + kShape + "encoding: text\n", "1 2 3 4 5 6 7 8 9 0 1 2 3"), "has more than 12 numbers");
    EXPECT_REFUSED(nrrd(type + kShape + raw + "byte skip: -2\n", data), "byte skip is '-2'");
    EXPECT_REFUSED(nrrd(type + kShape + "encoding: gzip\nbyte skip: -1\n", data), "byte skip of -1");
    EXPECT_REFUSED(parse_volume("NRRD0009\n", "a.nrrd"), "'NRRD0009' is not a supported version");
    EXPECT_REFUSED(parse_volume("P5 3 2", "a.nrrd"), "is not an NRRD file");
    EXPECT_REFUSED(parse_volume("NRRD0004\n" + type + kShape + raw, "a.nrrd"), "ends without a blank line");
}

TEST(Nrrd, ThatExpandsBeyondTheLimitIsRefusedByItsHeader) {
    InputSettings settings;
    settings.limits.unsized = 1 << 20;
    const std::string bomb = gzipped(std::string(4 << 20, '\0'));
    const auto volume = nrrd("type: uchar\ndimension: 3\nsizes: 128 128 256\nencoding: gzip\n", bomb, settings);
    ASSERT_FALSE(volume);
    EXPECT_EQ(volume.error().code, ErrorCode::too_large);
    EXPECT_NE(volume.error().message.find("raise <input-limit>"), std::string::npos) << volume.error().message;
}

}  // namespace
}  // namespace vkalgo::formats::test
