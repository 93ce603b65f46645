#include "cli/options.hpp"

#include "cli/manual/manual.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

/// An option of each kind.
struct Values {
    bool flag = false;
    std::string text = "preset";
    std::vector<std::string> texts;
    std::uint64_t size = 5;
    std::optional<std::uint64_t> limited;
    std::optional<std::int64_t> integer;
    std::optional<Range> range;
    std::string choice = "auto";
    std::vector<std::string> inputs;

    Result<void> parse(std::vector<std::string> words) {
        Options options(std::move(words));
        options.flag("--flag", flag, "a flag");
        options.text("--text", text, "TEXT", "a text");
        options.texts("--item", texts, "ITEM", "items");
        options.size("--size", size, "a size");
        options.size("--limited", limited, "a limited size", 1, 100);
        options.integer("--integer", integer, "an integer");
        options.range("--range", range, "a range");
        options.choice("--choice", choice, {"auto", "atomic"}, "a choice");
        options.inputs(inputs, "files", 2);
        options.refuse({"--repeat"});
        return options.parse("test");
    }
};

TEST(Options, FillWhatIsGivenAndKeepTheDefaultsElsewhere) {
    Values values;
    const auto parsed = values.parse(
        {"a.txt", "--size", "4Ki", "--item=x", "--flag", "--item", "y", "--integer", "-3", "--range=-1:1", "-"});
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_TRUE(values.flag);
    EXPECT_EQ(values.text, "preset");
    EXPECT_EQ(values.texts, (std::vector<std::string>{"x", "y"}));
    EXPECT_EQ(values.size, 4096U);
    EXPECT_FALSE(values.limited);
    EXPECT_EQ(values.integer, -3);
    EXPECT_EQ(values.range->low, -1);
    EXPECT_EQ(values.inputs, (std::vector<std::string>{"a.txt", "-"}));
}

TEST(Options, TakeWordsAfterTwoDashesAsInputs) {
    Values values;
    const auto parsed = values.parse({"--", "--size"});
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_EQ(values.inputs, std::vector<std::string>{"--size"});
}

TEST(Options, AreRefusedWithTheReason) {
    const std::pair<std::vector<std::string>, const char*> table[] = {
        {{"--sise", "3"}, "unknown option '--sise'; did you mean --size?"},
        {{"--sise=3"}, "unknown option '--sise'; did you mean --size?"},
        {{"--quux"}, "unknown option '--quux'; see vkalgo test --help"},
        {{"-x"}, "unknown option '-x'"},
        {{"--size"}, "--size needs a value; give --size SIZE"},
        {{"--size", "-1"}, "--size: '-1' is negative; give 0 or more"},
        {{"--limited", "-3"}, "--limited: '-3' is negative; give 1 to 100"},
        {{"--limited", "-x"}, "--limited: '-x' is not a size"},
        {{"--size", "--flag"}, "--size needs a value; give --size SIZE"},
        {{"--size=", "5"}, "--size needs a value; give --size SIZE"},
        {{"--text=", "a"}, "--text needs a value; give --text"},
        {{"--text", "--flag"}, "--text needs a value; give --text"},
        {{"--size", "1", "--size", "2"}, "--size is given 2 times"},
        {{"--flag", "--flag"}, "--flag is given 2 times"},
        {{"--flag=yes"}, "--flag takes no value"},
        {{"--limited", "0"}, "--limited: 0 is out of range; give 1 to 100"},
        {{"--limited", "101"}, "--limited: 101 is out of range; give 1 to 100"},
        {{"--choice", "atomc"}, "--choice: 'atomc' is unknown; did you mean 'atomic'?"},
        {{"--range", "1"}, "--range: '1' is not a range"},
        {{"--integer", "1.5"}, "--integer: '1.5' is not a whole number"},
        {{"a", "b", "c"}, "unexpected argument 'c': test reads at most 2 inputs"},
        {{"--repeat", "3"}, "option --repeat does not apply to test"},
    };
    for (const auto& [words, message] : table) {
        Values values;
        EXPECT_REFUSED(values.parse(words), message);
    }
}

TEST(Options, CanBePeekedAtBeforeTheyAreDeclared) {
    const Options options({"--problem", "lcs", "--class=local", "--last", "--", "--hidden", "x"});
    EXPECT_EQ(options.peek("--problem"), "lcs");
    EXPECT_EQ(options.peek("--class"), "local");
    EXPECT_EQ(options.peek("--prob"), std::nullopt);
    EXPECT_EQ(options.peek("--hidden"), std::nullopt);
}

TEST(Options, AreAllInTheHelp) {
    Options options({});
    std::uint64_t count = 12;
    options.group("Sizes");
    options.size("--count", count, "how many");
    const std::string help =
        help_screen({"vkalgo test", {}, "Tests.", "  vkalgo test --count 3\n", {}}, options.rows(), 80);
    for (const char* part :
         {"Tests.", "Sizes:", "--count SIZE", "how many (default: 12)", "how many", "  vkalgo test --count 3"}) {
        EXPECT_NE(help.find(part), std::string::npos) << part << " is missing in\n" << help;
    }
}

TEST(Options, FindTheFirstWordThatIsNeitherAnOptionNorItsValue) {
    const auto first = [](std::vector<std::string> words) {
        Options options(std::move(words));
        std::string device;
        options.text("--device", device, "NAME", "a device");
        return options.first_free_word();
    };
    EXPECT_EQ(first({"--json", "--device", "dp", "histogram", "dp"}), 3U);
    EXPECT_EQ(first({"--device=dp", "sort"}), 1U);
    EXPECT_EQ(first({"--device", "dp"}), std::nullopt);
}

}  // namespace
}  // namespace vkalgo::cli::test
