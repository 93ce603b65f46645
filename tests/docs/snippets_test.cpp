// Tests that the documentation shows code that the tests compile and run. In README.md, CONTRIBUTING.md, CHANGELOG.md
// and docs/*.md, a line above each block of C++ or CMake names the file that contains the lines of the block:
//
//     <!-- from tests/docs/embedding_test.cpp -->
//     ```cpp
//
// The paragraphs of the block must be found in the file in the same order, line for line except for indentation. A
// block without such a line is an error.
#include "tests/support/pages.hpp"
#include "tests/support/paths.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace {

using Lines = std::vector<std::string>;
using vkalgo::test::Fence;
using vkalgo::test::lines_of;

bool blank(const std::string& line) {
    return line.find_first_not_of(' ') == std::string::npos;
}

std::string without_indentation(const std::string& line, std::size_t columns) {
    return blank(line) ? "" : line.find_first_not_of(' ') < columns ? line : line.substr(columns);
}

/// Finds the lines `part` in `source`, from index `begin` on. Returns the index of the line after them, or
/// source.size() + 1 if they are not found.
std::size_t find_after(const Lines& source, const Lines& part, std::size_t begin) {
    for (std::size_t at = begin; at + part.size() <= source.size(); ++at) {
        // The first line determines how much further the source is indented than the document.
        const std::size_t in_source = source[at].find_first_not_of(' ');
        const std::size_t in_part = part[0].find_first_not_of(' ');
        if (in_source == std::string::npos || in_source < in_part) {
            continue;
        }
        const auto same = [&](const std::string& a, const std::string& b) {
            return without_indentation(a, in_source - in_part) == b;
        };
        const auto first = source.begin() + static_cast<std::ptrdiff_t>(at);
        if (std::equal(first, first + static_cast<std::ptrdiff_t>(part.size()), part.begin(), same)) {
            return at + part.size();
        }
    }
    return source.size() + 1;
}

struct Block {
    std::string document;
    /// Line number of the fence, from 1.
    std::size_t line = 0;
    /// Path of the source; empty if the block names none.
    std::string source;
    std::vector<Lines> paragraphs;
};

std::vector<Block> blocks_of(const std::filesystem::path& path) {
    std::vector<Block> blocks;
    for (const Fence& fence : vkalgo::test::fences_of(path)) {
        const bool code = fence.language == "cpp" || fence.language == "cmake";
        Block block{path.filename().string(), fence.line, "", {{}}};
        const std::string mark = "<!-- from ";
        if (fence.before.starts_with(mark)) {
            block.source = fence.before.substr(mark.size(), fence.before.rfind(" -->") - mark.size());
        }
        for (const std::string& line : fence.lines) {
            if (!blank(line)) {
                block.paragraphs.back().push_back(line);
            } else if (!block.paragraphs.back().empty()) {
                block.paragraphs.emplace_back();
            }
        }
        if (code || !block.source.empty()) {
            blocks.push_back(block);
        }
    }
    return blocks;
}

std::vector<std::filesystem::path> documents() {
    const std::filesystem::path root = vkalgo::test::source_folder();
    std::vector<std::filesystem::path> paths;
    for (const char* name : {"README.md", "CONTRIBUTING.md", "CHANGELOG.md"}) {
        if (std::filesystem::exists(root / name)) {
            paths.push_back(root / name);
        }
    }
    for (const auto& entry : std::filesystem::directory_iterator(root / "docs")) {
        if (entry.path().extension() == ".md") {
            paths.push_back(entry.path());
        }
    }
    return paths;
}

TEST(Documentation, ShowsTheVeryLinesThatTestsCompileAndRun) {
    std::size_t checked = 0;
    for (const auto& document : documents()) {
        for (const Block& block : blocks_of(document)) {
            const std::string where = block.document + ":" + std::to_string(block.line);
            if (block.source.empty()) {
                ADD_FAILURE() << where << ": the line before this block does not say where it is from";
                continue;
            }
            const Lines source = lines_of(std::filesystem::path(vkalgo::test::source_folder()) / block.source);
            std::size_t at = 0;
            for (const Lines& paragraph : block.paragraphs) {
                at = paragraph.empty() ? at : find_after(source, paragraph, at);
                if (at > source.size()) {
                    ADD_FAILURE() << where << ": not in " << block.source << ", or not in this order:\n"
                                  << paragraph[0];
                    break;
                }
            }
            ++checked;
        }
    }
    EXPECT_GE(checked, 8U) << "docs/embedding.md alone has as many";
}

TEST(Documentation, IsRefusedWhenALineDiffers) {
    const Lines source{"int f() {", "    if (a) {", "        b();", "    }", "}"};
    EXPECT_EQ(find_after(source, {"if (a) {", "    b();"}, 0), 3U);
    EXPECT_EQ(find_after(source, {"    if (a) {", "        b();"}, 0), 3U);
    EXPECT_GT(find_after(source, {"if (a) {", "    c();"}, 0), source.size());
    EXPECT_GT(find_after(source, {"if (a) {", "b();"}, 0), source.size());
    EXPECT_GT(find_after(source, {"if (a) {", "    b();"}, 2), source.size());
}

TEST(Documentation, NamesTheLoadersFunctionInAWayThatCompilesWithVolkToo) {
    // volk declares vkGetInstanceProcAddr as a variable that points to the function. So &vkGetInstanceProcAddr is a
    // pointer to that variable, and does not compile where a pointer to the function is expected.
    std::vector<std::filesystem::path> files = documents();
    for (const auto& entry : std::filesystem::recursive_directory_iterator(
             std::filesystem::path(vkalgo::test::source_folder()) / "examples")) {
        if (entry.is_regular_file()) {
            files.push_back(entry.path());
        }
    }
    for (const auto& file : files) {
        for (const std::string& line : lines_of(file)) {
            EXPECT_EQ(line.find("&vkGetInstanceProcAddr"), std::string::npos) << file << ": " << line;
        }
    }
}

/// Returns the lines of a page outside of its blocks, with their numbers from 1.
std::vector<std::pair<std::size_t, std::string>> prose_of(const std::filesystem::path& page) {
    std::vector<std::pair<std::size_t, std::string>> prose;
    bool code = false;
    std::size_t number = 0;
    for (const std::string& line : lines_of(page)) {
        ++number;
        const bool fence = line.starts_with("```");
        if (!fence && !code) {
            prose.emplace_back(number, line);
        }
        code = code != fence;
    }
    return prose;
}

/// Returns the anchor of a heading, which links give after the '#': its letters in lower case, its digits, '-' and '_',
/// and a hyphen for each blank. Other characters are left out.
std::string anchor_of(std::string_view heading) {
    std::string anchor;
    for (const char c : heading) {
        const auto code = static_cast<unsigned char>(c);
        if (std::isalnum(code) != 0 || c == '-' || c == '_') {
            anchor += static_cast<char>(std::tolower(code));
        } else if (c == ' ') {
            anchor += '-';
        }
    }
    return anchor;
}

bool has_heading(const std::filesystem::path& page, const std::string& anchor) {
    const auto prose = prose_of(page);
    return std::any_of(prose.begin(), prose.end(), [&](const auto& numbered) {
        const std::string& line = numbered.second;
        const std::size_t text = line.find_first_not_of('#');
        return line.starts_with("#") && text != std::string::npos && anchor_of(line.substr(text + 1)) == anchor;
    });
}

TEST(Documentation, LinksToFilesAndHeadingsThatExist) {
    for (const auto& document : documents()) {
        for (const auto& [number, line] : prose_of(document)) {
            for (std::size_t at = line.find("]("); at != std::string::npos; at = line.find("](", at + 1)) {
                const std::string link = line.substr(at + 2, line.find(')', at) - at - 2);
                if (link.find("://") != std::string::npos) {
                    continue;
                }
                const std::string where = document.filename().string() + ":" + std::to_string(number) + ": " + link;
                const std::size_t hash = std::min(link.find('#'), link.size());
                const auto target = hash == 0 ? document : document.parent_path() / link.substr(0, hash);
                EXPECT_TRUE(std::filesystem::exists(target)) << where;
                if (hash < link.size() && target.extension() == ".md") {
                    EXPECT_TRUE(has_heading(target, link.substr(hash + 1))) << where;
                }
            }
        }
    }
}

}  // namespace
