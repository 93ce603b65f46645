#include "engine/driver_manifest.hpp"

#include "tests/support/temporary_folder.hpp"

#include <string>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

TEST(DriverManifest, GivesTheLibraryWhereverItIsInTheFile) {
    const std::string usual = R"({"ICD": {"api_version": "1.1.230", "library_path": "/lib/a \"b\"\u00e9\\c.so"}, )"
                              R"("file_format_version": "1"})";
    const auto library = library_of_manifest(usual);
    ASSERT_TRUE(library) << library.error().message;
    EXPECT_EQ(*library, "/lib/a \"b\"?\\c.so");
    const auto more = library_of_manifest(
        " {\n \"x\": [1, -2.5e3, true, null, [], {}, {\"ICD\": 3}],\n"
        "\"file_format_version\": 1.0, \"ICD\": {\"library_path\": \"a.so\",\n"
        "\"is_portability_driver\": false, \"api_version\": 1.3}} what follows");
    ASSERT_TRUE(more) << more.error().message;
    EXPECT_EQ(*more, "a.so");
}

TEST(DriverManifest, RefusesTextThatIsNotJsonWithTheLine) {
    EXPECT_REFUSED(library_of_manifest(""), "is empty");
    EXPECT_REFUSED(library_of_manifest(" \r\n\t"), "is empty");
    EXPECT_REFUSED(library_of_manifest("\xEF\xBB\xBF{}"), "byte order mark");
    for (const char* text : {"x", "{", "{\"a\"", "{\"a\":", "{\"a\": 1", "{\"a\": 1,}", "{a: 1}", "[1", "[1 2]", "\"a",
                             "\"\\", "{\"a\": \"\\q\"}", "tru"}) {
        EXPECT_REFUSED(library_of_manifest(text), "is not valid JSON in line 1");
    }
    EXPECT_REFUSED(library_of_manifest("{\n\n\"a\" 1}"), "in line 3");
    EXPECT_REFUSED(library_of_manifest(std::string(100'000, '[')), "is not valid JSON in line 1");
}

TEST(DriverManifest, RefusesAManifestWithoutARequiredEntry) {
    EXPECT_REFUSED(library_of_manifest("{}"), "has no 'file_format_version'");
    EXPECT_REFUSED(library_of_manifest("3"), "has no 'file_format_version'");
    EXPECT_REFUSED(library_of_manifest(R"({"file_format_version": "1", "library_path": "a"})"),
                   "has no 'ICD/library_path'");
    EXPECT_REFUSED(library_of_manifest(R"({"file_format_version": "1", "ICD": {"library_path": "a"}})"),
                   "has no 'ICD/api_version'");
    EXPECT_REFUSED(
        library_of_manifest(R"({"file_format_version": "1", "ICD": {"library_path": "", "api_version": "1"}})"),
        "does not name a library");
}

}  // namespace
}  // namespace vkalgo::test
