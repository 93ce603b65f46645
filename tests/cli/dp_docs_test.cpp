// The console blocks of docs/dp.md, CONTRIBUTING.md and README.md are run as they stand: "$ " lines by a shell in an
// empty folder, the lines after them are what it must print (standard output, then standard error). "..." ends a line
// that goes on; lines of a machine's own are compared by their label. The recurrences that the page shows are there,
// each in a file named after its problem.
#include "cli/formats/source.hpp"
#include "tests/cli/temporary_folder.hpp"
#include "tests/support/places.hpp"

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
namespace {

using Lines = std::vector<std::string>;

struct Step {
    std::string command;
    Lines expected;
};

struct Page {
    /// its blocks of GLSL, by problem
    std::map<std::string, std::string> recurrences;
    std::vector<Step> steps;
};

/// `./run` builds and then runs vkalgo; here it is built.
std::string as_command(std::string line) {
    for (std::size_t at = 0; (at = line.find("./run ", at)) != std::string::npos;) {
        line.replace(at, 5, "vkalgo");
    }
    return line;
}

Page read_page(const std::string& path) {
    std::ifstream file(path);
    Page page;
    std::string block;
    std::string problem;
    for (std::string line; std::getline(file, line);) {
        if (line.rfind("```", 0) == 0) {
            block = block.empty() ? line.substr(3) : "";
        } else if (block == "glsl") {
            const std::string label = "//! problem  ";
            problem = line.rfind(label, 0) == 0 ? line.substr(label.size()) : problem;
            page.recurrences[problem] += line + "\n";
        } else if (block == "console" && line.rfind("$ ", 0) == 0) {
            page.steps.push_back({as_command(line.substr(2)), {}});
        } else if (block == "console" && !page.steps.empty()) {
            page.steps.back().expected.push_back(line);
        }
    }
    return page;
}

/// What the command prints, run in `folder` with the built vkalgo.
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

bool agrees(const std::string& line, const std::string& expected) {
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

void expect_shown(const std::string& document, std::size_t least_steps, std::size_t recurrences,
                  const std::string& their_folder) {
    const Page page = read_page(vkalgo::test::source_folder() + "/" + document);
    ASSERT_GE(page.steps.size(), least_steps);
    EXPECT_EQ(page.recurrences.size(), recurrences);
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder.path(their_folder));
    for (const auto& [problem, text] : page.recurrences) {
        folder.file(their_folder + problem + ".glsl", text);
    }
    for (const Step& step : page.steps) {
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
}

TEST(DpDocs, EveryConsoleBlockPrintsWhatItShows) {
    expect_shown("docs/dp.md", 17, 4, "");
}

TEST(Contributing, EveryConsoleBlockPrintsWhatItShows) {
    expect_shown("CONTRIBUTING.md", 2, 1, "");
}

TEST(Readme, EveryConsoleBlockPrintsWhatItShows) {
    expect_shown("README.md", 7, 1, "tour/");
}

TEST(Readme, ItsTourWritesIntoAFolderOfItsOwnOnly) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder.path("tour"));
    for (const Step& step : read_page(vkalgo::test::source_folder() + "/README.md").steps) {
        if (step.command.find("vkalgo ") == std::string::npos) {
            EXPECT_EQ(output_of(step.command, folder.path("")), Lines{}) << step.command;
        }
    }
    EXPECT_TRUE(std::filesystem::exists(folder.path("tour/items.csv")));
    EXPECT_EQ(folder.entries(), 3U) << "the tour, and the test's own command.sh and errors.txt";
}

}  // namespace
}  // namespace vkalgo::cli::test
