#include "cli/advice.hpp"

#include "tests/support/paths.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
namespace {

TEST(Advice, NamesTheOptionThatSetsAField) {
    const Error full{ErrorCode::too_large, "the counts take 4096 bytes and memory_limit is 100", "memory_limit"};
    EXPECT_EQ(full_message(full),
              "the counts take 4096 bytes and memory_limit is 100; raise --memory, or choose smaller sizes");
    const Advice own[] = {
        {"bins", "--bins sets them", ErrorCode::too_large}, {"memory_limit", "think", {}}, {"range", "--range", {}}};
    EXPECT_EQ(full_message(full, own), full.message + "; think");
    EXPECT_EQ(full_message({ErrorCode::too_large, "too many bins", "bins"}, own), "too many bins; --bins sets them");
    EXPECT_EQ(full_message({ErrorCode::invalid_argument, "it is empty", "range"}, own), "--range: it is empty");
    EXPECT_EQ(full_message({ErrorCode::unsupported, "no such bins", "bins"}, own), "no such bins");
    EXPECT_EQ(full_message({ErrorCode::too_large, "raise --memory", "memory_limit"}), "raise --memory");
}

/// Returns the string literals of a source file. Leaves out lines that begin with // or #.
std::vector<std::string> literals_of(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::vector<std::string> literals;
    for (std::string line; std::getline(file, line);) {
        const auto start = line.find_first_not_of(' ');
        if (start == std::string::npos || line.compare(start, 2, "//") == 0 || line.compare(start, 1, "#") == 0) {
            continue;
        }
        std::string* open = nullptr;
        for (std::size_t k = start; k < line.size(); ++k) {
            if (line[k] == '"') {
                open = open == nullptr ? &literals.emplace_back() : nullptr;
            } else if (open != nullptr) {
                k = line[k] == '\\' ? std::min(k + 1, line.size() - 1) : k;
                *open += line[k];
            }
        }
    }
    return literals;
}

bool names_option(const std::string& text) {
    const auto letter = [&](std::size_t k) { return k < text.size() && text[k] >= 'a' && text[k] <= 'z'; };
    for (auto at = text.find("--"); at != std::string::npos; at = text.find("--", at + 1)) {
        const bool begins = at == 0 || (text[at - 1] != '-' && !letter(at - 1));
        if (begins && letter(at + 2) && (letter(at + 3) || text.compare(at + 3, 1, "-") == 0)) {
            return true;
        }
    }
    return false;
}

TEST(Advice, IsGivenOnlyByTheCommandSoTheLibraryNamesNoOption) {
    EXPECT_TRUE(names_option("give --memory") && names_option("--bins") && !names_option("a -- b"));
    std::size_t seen = 0;
    for (const char* room : {"engine", "algorithms", "compiler", "support", "formats"}) {
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(vkalgo::test::source_folder() + "/" + room)) {
            const std::string extension = entry.path().extension();
            const bool is_tool = entry.path().parent_path().filename() == "tools";  // A program with options of its own
            if (is_tool || (extension != ".cpp" && extension != ".hpp")) {
                continue;
            }
            for (const std::string& literal : literals_of(entry.path())) {
                ++seen;
                EXPECT_FALSE(names_option(literal)) << entry.path() << ": \"" << literal << "\"";
            }
        }
    }
    EXPECT_GT(seen, 500U);
}

TEST(Advice, FieldsOfFormatsBecomeOptions) {
    EXPECT_EQ(with_options("name its <format>, raise <input-limit> or <memory>; <format> again"),
              "name its --format, raise --input-limit or --memory; --format again");
    EXPECT_EQ(with_options("a < b > c, <fields> of others, <format"), "a < b > c, <fields> of others, <format");
    const Error error{ErrorCode::invalid_argument, "the file has no such column", "<column>"};
    EXPECT_EQ(full_message(error), "the file has no such column (--column)");
}

}  // namespace
}  // namespace vkalgo::cli::test
