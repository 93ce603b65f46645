// What the documentation shows is what the tests compile and run. In README.md and docs/*.md,
//
//     <!-- from tests/docs/embedding_test.cpp -->
//     ```cpp
//
// says where a block's lines stand: each of its paragraphs must be found there, line for line and in this order, apart
// from indentation. A block of C++ or CMake without such a line is an error.
#include "tests/support/places.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace {

using Lines = std::vector<std::string>;

Lines read_lines(const std::filesystem::path& path) {
    std::ifstream file(path);
    Lines lines;
    for (std::string line; std::getline(file, line);) {
        lines.push_back(line);
    }
    return lines;
}

bool blank(const std::string& line) {
    return line.find_first_not_of(' ') == std::string::npos;
}

std::string without_indentation(const std::string& line, std::size_t columns) {
    return blank(line) ? "" : line.find_first_not_of(' ') < columns ? line : line.substr(columns);
}

/// The line after `part` in `source`, from `begin` on; source.size() + 1 if it is not there.
std::size_t find_after(const Lines& source, const Lines& part, std::size_t begin) {
    for (std::size_t at = begin; at + part.size() <= source.size(); ++at) {
        // How much deeper the source stands than the document, by the first line.
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
    /// of the fence, from 1
    std::size_t line = 0;
    /// empty: none is named
    std::string source;
    std::vector<Lines> paragraphs;
};

std::vector<Block> blocks_of(const std::filesystem::path& path) {
    const Lines lines = read_lines(path);
    std::vector<Block> blocks;
    for (std::size_t k = 0; k < lines.size(); ++k) {
        if (lines[k].rfind("```", 0) != 0) {
            continue;
        }
        const bool code = lines[k] == "```cpp" || lines[k] == "```cmake";
        Block block{path.filename().string(), k + 1, "", {{}}};
        const std::string mark = "<!-- from ";
        if (k > 0 && lines[k - 1].rfind(mark, 0) == 0) {
            block.source = lines[k - 1].substr(mark.size(), lines[k - 1].rfind(" -->") - mark.size());
        }
        for (++k; k < lines.size() && lines[k] != "```"; ++k) {
            if (!blank(lines[k])) {
                block.paragraphs.back().push_back(lines[k]);
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
    if (std::filesystem::exists(root / "README.md")) {
        paths.push_back(root / "README.md");
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
            const Lines source = read_lines(std::filesystem::path(vkalgo::test::source_folder()) / block.source);
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

TEST(Documentation, IsNotTakenForRightWhenALineDiffers) {
    const Lines source{"int f() {", "    if (a) {", "        b();", "    }", "}"};
    EXPECT_EQ(find_after(source, {"if (a) {", "    b();"}, 0), 3U);
    EXPECT_EQ(find_after(source, {"    if (a) {", "        b();"}, 0), 3U);
    EXPECT_GT(find_after(source, {"if (a) {", "    c();"}, 0), source.size());
    EXPECT_GT(find_after(source, {"if (a) {", "b();"}, 0), source.size());
    EXPECT_GT(find_after(source, {"if (a) {", "    b();"}, 2), source.size());
}

TEST(Documentation, LinksToFilesThatExist) {
    for (const auto& document : documents()) {
        std::size_t number = 0;
        bool code = false;
        for (const std::string& line : read_lines(document)) {
            ++number;
            code = code != (line.rfind("```", 0) == 0);
            if (code) {
                continue;
            }
            for (std::size_t at = line.find("]("); at != std::string::npos; at = line.find("](", at + 1)) {
                std::string target = line.substr(at + 2, line.find(')', at) - at - 2);
                target = target.substr(0, target.find('#'));
                if (!target.empty() && target.find("://") == std::string::npos) {
                    EXPECT_TRUE(std::filesystem::exists(document.parent_path() / target))
                        << document.filename().string() << ":" << number << ": " << target;
                }
            }
        }
    }
}

}  // namespace
