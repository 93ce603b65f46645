// Tests that the README names the packages that ./run installs.
#include "tests/support/pages.hpp"
#include "tests/support/paths.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

/// Returns the words after `mark` in the line that begins with `from`, and those of the following lines. The first of
/// these lines that begins with `to` and all lines after it do not count.
std::set<std::string> words_between(const std::vector<std::string>& lines, const std::string& from,
                                    const std::string& mark, const std::string& to) {
    const auto begins = [](const std::string& with) {
        return [&with](const std::string& line) { return line.starts_with(with); };
    };
    const auto first = std::find_if(lines.begin(), lines.end(), begins(from));
    if (first == lines.end()) {
        return {};
    }
    std::string text = first->substr(first->find(mark) + mark.size());
    for (auto line = first + 1; line != lines.end() && !line->starts_with(to); ++line) {
        text += " " + *line;
    }
    std::istringstream stream(text);
    std::set<std::string> words;
    for (std::string word; stream >> word;) {
        words.insert(word);
    }
    return words;
}

TEST(Systems, TheReadmeNamesThePackagesThatRunInstalls) {
    const std::filesystem::path source = source_folder();
    if (!std::filesystem::exists(source / "tools/setup.sh")) {
        GTEST_SKIP() << "the source tree is not here";
    }
    const auto installed = words_between(lines_of(source / "tools/setup.sh"), "vkalgo_packages=(", "(", ")");
    EXPECT_GT(installed.size(), std::size_t{20});
    EXPECT_EQ(words_between(lines_of(source / "README.md"), "- **Debian 12** and **Debian 13**", ": ", "- **"),
              installed);
}

}  // namespace
}  // namespace vkalgo::test
