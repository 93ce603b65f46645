// Runs examples/spell as a user does: a list of words with the line ends of several systems, and invalid command lines.
#include "tests/examples/program.hpp"
#include "tests/support/paths.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <unistd.h>

namespace vkalgo::test {
namespace {

/// A file that is removed after the test.
class List {
public:
    explicit List(const std::string& text)
        : path_(std::filesystem::temp_directory_path() / ("vkalgo_spell_" + std::to_string(getpid()) + ".txt")) {
        std::ofstream(path_, std::ios::binary) << text;
    }
    ~List() { std::filesystem::remove(path_); }
    List(const List&) = delete;
    List& operator=(const List&) = delete;
    std::string option() const { return "--words '" + path_.string() + "' "; }

private:
    std::filesystem::path path_;
};

TEST(SpellCommand, TakesTheLineEndsOfOtherSystemsAndNoBlankLines) {
    const List list("apple\r\n\r\n \t\r\npear\r\nplum");
    const Ended ended = run_program(spell_program(), list.option() + "aple -- --peer");
    if (ended.status == 3) {
        GTEST_SKIP() << ended.output;
    }
    EXPECT_EQ(ended.status, 0) << ended.output;
    EXPECT_EQ(ended.output.find('\r'), std::string::npos);
    EXPECT_TRUE(ended.output.starts_with("aple: apple (1) ")) << ended.output;
    EXPECT_NE(ended.output.find("\n--peer: pear (3) "), std::string::npos) << ended.output;
    EXPECT_NE(ended.output.find("\n6 pairs in "), std::string::npos) << ended.output;
}

TEST(SpellCommand, RefusesInvalidCommandLinesWithTheReason) {
    const List blank("\r\n\n  \n");
    const std::pair<std::string, const char*> refused[] = {
        {"--words no.txt word", "no.txt cannot be read"},
        {"--words . word", ". cannot be read"},
        {blank.option() + "word", "has no words"},
        {"--words", "--words needs a value"},
        {"--count", "--count needs a value"},
        {"--count many", "--count many: give a whole number from 4 to 1000000"},
        {"--count 3", "--count 3: give a whole number"},
        {"--speed 3", "there is no option --speed"},
        {"-x", "there is no option -x"},
    };
    for (const auto& [arguments, message] : refused) {
        const Ended ended = run_program(spell_program(), arguments);
        EXPECT_EQ(ended.status, 2) << arguments << ": " << ended.output;
        EXPECT_NE(ended.output.find(message), std::string::npos) << arguments << ": " << ended.output;
    }
}

TEST(SpellCommand, ExplainsItself) {
    for (const char* option : {"--help", "-h"}) {
        const Ended ended = run_program(spell_program(), option);
        EXPECT_EQ(ended.status, 0);
        EXPECT_TRUE(ended.output.starts_with("usage: vkalgo_example_spell [--words FILE | --count N]")) << ended.output;
    }
}

}  // namespace
}  // namespace vkalgo::test
