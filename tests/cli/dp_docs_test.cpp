// Runs what README.md, CONTRIBUTING.md and the pages in docs/ show, in the order of each page, in a separate folder per
// page. A block of GLSL writes its recurrence into a file named after its problem, or is appended to the block before
// it. In a console block, a shell runs each line that begins with "$ ". The lines after it are what the command must
// print: first standard output, then standard error. A line that is cut ends with "...". Of a line that depends on the
// machine, only the label is compared. A block that nothing runs fails the test.
#include "algorithms/dp/recurrence/header.hpp"
#include "cli/dp/job.hpp"
#include "cli/dp/solution_kind.hpp"
#include "formats/source.hpp"
#include "tests/support/pages.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

using vkalgo::test::Fence;
using Lines = std::vector<std::string>;

/// A step of a page, which writes a file or runs a command.
struct Step {
    /// The problem of a recurrence; empty for a command.
    std::string problem;
    /// The text of the file; it is appended if the file exists.
    Lines text;
    std::string command;
    /// The lines that the command prints.
    Lines expected;
};

/// Replaces `./run`, which builds vkalgo and then runs it, by `vkalgo`, which is already built here.
std::string as_command(std::string line) {
    for (std::size_t at = 0; (at = line.find("./run ", at)) != std::string::npos;) {
        line.replace(at, 5, "vkalgo");
    }
    return line;
}

void add_commands(const Fence& block, const std::string& where, std::vector<Step>& steps) {
    if (block.lines.empty() || !block.lines.front().starts_with("$ ")) {
        ADD_FAILURE() << where << ": a console block begins with a command, '$ vkalgo ...'";
        return;
    }
    for (const std::string& line : block.lines) {
        if (line.starts_with("$ ")) {
            steps.push_back({{}, {}, as_command(line.substr(2)), {}});
        } else {
            steps.back().expected.push_back(line);
        }
    }
}

std::vector<Step> steps_of(const std::filesystem::path& page) {
    std::vector<Step> steps;
    std::string problem;
    for (const Fence& block : vkalgo::test::fences_of(page)) {
        const std::string where = page.filename().string() + ":" + std::to_string(block.line);
        if (block.language == "console") {
            add_commands(block, where, steps);
        } else if (block.language == "glsl") {
            const std::string named = vkalgo::test::problem_of(block);
            problem = named.empty() ? problem : named;
            EXPECT_FALSE(problem.empty()) << where << ": a recurrence begins with '//! problem  NAME'";
            steps.push_back({problem, block.lines, {}, {}});
        } else {
            // Blocks of C++ and CMake are parts of tests: tests/docs/snippets_test.cpp.
            EXPECT_TRUE(block.language == "cpp" || block.language == "cmake")
                << where << ": nothing runs a block of '" << block.language << "'";
        }
    }
    for (auto step = steps.begin(); step != steps.end(); ++step) {
        const bool used = step->problem.empty() || std::any_of(step, steps.end(), [&](const Step& later) {
                              return later.command.find(step->problem + ".glsl") != std::string::npos;
                          });
        EXPECT_TRUE(used) << page.filename().string() << ": no command after it uses " << step->problem << ".glsl";
    }
    return steps;
}

/// Returns what the command prints when it runs in `folder` with the built vkalgo.
Lines output_of(const std::string& command, const std::string& folder) {
    const std::string programs = std::filesystem::path(vkalgo::test::command_program()).parent_path().string();
    std::ofstream(folder + "/command.sh") << "cd " << folder << "\nexport PATH=" << programs << ":$PATH\n"
                                          << command << "\n";
    std::FILE* pipe = ::popen(("bash " + folder + "/command.sh 2> " + folder + "/errors.txt").c_str(), "r");
    std::string text;
    std::array<char, 4096> part{};
    for (std::size_t count = 0; (count = std::fread(part.data(), 1, part.size(), pipe)) > 0;) {
        text.append(part.data(), count);
    }
    ::pclose(pipe);
    const auto errors = read_file(folder + "/errors.txt");
    text += errors ? as_text(*errors) : "no standard error";
    Lines lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

/// Returns the line without the version of llvmpipe, which differs between machines.
std::string without_version(const std::string& line) {
    static const std::regex version(R"(llvmpipe \(LLVM [0-9.]+, [0-9]+ bits\))");
    return std::regex_replace(line, version, "llvmpipe");
}

bool agrees(const std::string& full_line, const std::string& full_expected) {
    const std::string line = without_version(full_line);
    const std::string expected = without_version(full_expected);
    for (const char* label : {"method ", "device ", "time ", "memory "}) {
        if (expected.rfind(label, 0) == 0) {
            return line.rfind(label, 0) == 0;
        }
    }
    const std::size_t dots = expected.size() < 3 ? std::string::npos : expected.size() - 3;
    if (dots != std::string::npos && expected.substr(dots) == "...") {
        return line.rfind(expected.substr(0, dots), 0) == 0;
    }
    return line == expected;
}

void run(const Step& step, const TemporaryFolder& folder) {
    const Lines printed = output_of(step.command, folder.path(""));
    std::string shown;
    for (const std::string& line : printed) {
        shown += line + "\n";
    }
    ASSERT_EQ(printed.size(), step.expected.size()) << step.command << "\n" << shown;
    for (std::size_t k = 0; k < printed.size(); ++k) {
        EXPECT_TRUE(agrees(printed[k], step.expected[k]))
            << step.command << "\nprints " << printed[k] << "\nnot    " << step.expected[k];
    }
}

/// Runs the steps of a page and compares what they print. The page must have at least `least_steps` steps. Its
/// recurrences are written into `their_folder`, which ends with '/' or is empty.
void expect_shown(const std::filesystem::path& page, std::size_t least_steps, const std::string& their_folder) {
    const std::vector<Step> steps = steps_of(page);
    ASSERT_GE(steps.size(), least_steps) << page;
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder.path(their_folder));
    std::set<std::string> written;
    for (const Step& step : steps) {
        if (step.problem.empty()) {
            run(step, folder);
            continue;
        }
        const bool grows = !written.insert(step.problem).second;
        std::ofstream file(folder.path(their_folder + step.problem + ".glsl"), grows ? std::ios::app : std::ios::out);
        for (const std::string& line : step.text) {
            file << line << "\n";
        }
    }
}

std::filesystem::path page(const std::string& name) {
    return std::filesystem::path(vkalgo::test::source_folder()) / name;
}

std::string text_of_page(const std::string& name) {
    std::string text;
    for (const std::string& line : vkalgo::test::lines_of(page(name))) {
        text += line + "\n";
    }
    return text;
}

/// Returns every page about recurrences: docs/dp*.md, the pages on alignments and the thesis, and the reference.
std::vector<std::filesystem::path> dp_pages() {
    std::vector<std::filesystem::path> pages{page("docs/recurrences.md"), page("docs/thesis.md")};
    for (const auto& entry : std::filesystem::directory_iterator(page("docs"))) {
        const std::string name = entry.path().filename().string();
        if ((name.starts_with("dp") && name.ends_with(".md")) || name == "alignment.md") {
            pages.push_back(entry.path());
        }
    }
    return pages;
}

TEST(DpDocs, TheTutorialPrintsWhatItShows) {
    expect_shown(page("docs/dp.md"), 20, "");
}

TEST(DpDocs, EveryOtherPagePrintsWhatItShows) {
    const auto pages = dp_pages();
    EXPECT_GE(pages.size(), 5U);
    for (const auto& each : pages) {
        if (each.filename() != "dp.md") {
            expect_shown(each, 0, "");
        }
    }
}

TEST(ScanDocs, ThePagePrintsWhatItShows) {
    expect_shown(page("docs/scan.md"), 5, "");
}

TEST(DpDocs, CodeIsOnlyInFencedBlocks) {
    for (const auto& each : dp_pages()) {
        bool block = false;
        std::string before;
        for (const std::string& line : vkalgo::test::lines_of(each)) {
            EXPECT_FALSE(!block && before.empty() && line.starts_with("    ")) << each << ": " << line;
            block = block != line.starts_with("```");
            before = line;
        }
    }
}

constexpr std::string_view kSmallLetters = "abcdefghijklmnopqrstuvwxyz";

/// Returns the words of the text: the maximal runs of these characters.
std::set<std::string> runs_of(std::string_view characters, const std::string& text) {
    std::set<std::string> runs;
    for (std::size_t from = text.find_first_of(characters); from != std::string::npos;) {
        const std::size_t end = std::min(text.find_first_not_of(characters, from), text.size());
        runs.insert(text.substr(from, end - from));
        from = text.find_first_of(characters, end);
    }
    return runs;
}

TEST(DpDocs, TheReferenceHasTheKeywordsOfTheHeaderAndNoOthers) {
    const auto refused = dp::parse_header("//! colour red\n", "file");
    ASSERT_FALSE(refused);
    const std::string& message = refused.error().message;
    const std::string list = message.substr(message.find("there are: ") + 11);
    const std::set<std::string> keywords = runs_of(kSmallLetters, list);
    ASSERT_GE(keywords.size(), 26U) << message;

    const std::string text = text_of_page("docs/recurrences.md");
    const std::string tables = text.substr(text.find("## Header lines"));
    const std::string lines = tables.substr(0, tables.find("| `solution` | prints"));
    std::set<std::string> shown;
    std::istringstream rows(lines);
    for (std::string row; std::getline(rows, row);) {
        const std::size_t end = row.find_first_not_of(kSmallLetters, 3);
        if (row.starts_with("| `") && end > 3 && end < row.size() && row[end] == ' ') {
            shown.insert(row.substr(3, end - 3));
        }
    }
    shown.insert("columns");  // The page describes `columns` together with `rows`
    EXPECT_EQ(shown, keywords);
}

TEST(DpDocs, TheReferenceHasEveryKindOfSolution) {
    const std::string text = text_of_page("docs/recurrences.md");
    for (const SolutionKind* kind : solution_kinds()) {
        EXPECT_NE(text.find("| `" + std::string(kind->usage) + "` |"), std::string::npos) << kind->usage;
    }
}

TEST(DpDocs, TheCommandsPageHasEveryOption) {
    const TemporaryFolder folder;
    const std::string text = text_of_page("docs/dp-command.md");
    for (const std::string& line : output_of("vkalgo help dp", folder.path(""))) {
        if (line == "Examples:") {
            break;
        }
        for (const std::string& word : runs_of(std::string(kSmallLetters) + '-', line)) {
            EXPECT_TRUE(!word.starts_with("--") || text.find('`' + word) != std::string::npos) << word;
        }
    }
}

TEST(BatchDocs, EveryConsoleBlockPrintsWhatItShows) {
    expect_shown(page("docs/batches.md"), 8, "");
}

TEST(HistogramDocs, EveryConsoleBlockPrintsWhatItShows) {
    expect_shown(page("docs/histogram.md"), 5, "");
}

TEST(MeshDocs, EveryConsoleBlockPrintsWhatItShows) {
    expect_shown(page("docs/meshes.md"), 2, "");
}

TEST(SortDocs, EveryConsoleBlockPrintsWhatItShows) {
    expect_shown(page("docs/sort.md"), 3, "");
    expect_shown(page("docs/shellsort.md"), 1, "");
}

TEST(VolumeDocs, EveryConsoleBlockPrintsWhatItShows) {
    expect_shown(page("docs/volumes.md"), 5, "");
    expect_shown(page("docs/thinning.md"), 1, "");
}

TEST(TerrainDocs, EveryConsoleBlockPrintsWhatItShows) {
    expect_shown(page("docs/terrain.md"), 2, "");
}

TEST(MatrixDocs, EveryConsoleBlockPrintsWhatItShows) {
    expect_shown(page("docs/matrices.md"), 2, "");
}

TEST(RecipeDocs, EveryConsoleBlockPrintsWhatItShows) {
    std::size_t pages = 0;
    for (const auto& entry : std::filesystem::directory_iterator(page("docs"))) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("recipe-") && name.ends_with(".md")) {
            // The page on Vulkan apps has only C++, which tests/docs/snippets_test.cpp compares.
            expect_shown(entry.path(), name == "recipe-vulkan-app.md" ? 0U : 5U, "");
            ++pages;
        }
    }
    EXPECT_EQ(pages, 5U);
}

TEST(Contributing, EveryConsoleBlockPrintsWhatItShows) {
    expect_shown(page("CONTRIBUTING.md"), 3, "");
}

TEST(Readme, EveryConsoleBlockPrintsWhatItShows) {
    expect_shown(page("README.md"), 8, "tour/");
}

TEST(Readme, ItsTourWritesIntoAFolderOfItsOwnOnly) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder.path("tour"));
    for (const Step& step : steps_of(page("README.md"))) {
        if (step.problem.empty() && step.command.find("vkalgo ") == std::string::npos) {
            EXPECT_EQ(output_of(step.command, folder.path("")), Lines{}) << step.command;
        }
    }
    EXPECT_TRUE(std::filesystem::exists(folder.path("tour/items.csv")));
    EXPECT_EQ(folder.entries(), 3U) << "the tour, and the test's own command.sh and errors.txt";
}

}  // namespace
}  // namespace vkalgo::cli::test
