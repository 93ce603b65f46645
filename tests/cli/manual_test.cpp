#include "cli/manual/manual.hpp"

#include "tests/cli/process.hpp"
#include "tests/cli/terminal.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

bool has_program(const std::string& name) {
    return run_shell("command -v " + name + " >/dev/null").exit_code == 0;
}

/// Returns the completions that bash offers for these words after `vkalgo`. The last word is the one to complete.
std::string completed(const std::string& words) {
    const std::string script =
        "\"$V\" --generate bash > completion && source ./completion && COMP_WORDS=(vkalgo " + words +
        ") && COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) && _vkalgo 2>/dev/null; printf '%s ' \"${COMPREPLY[@]}\"";
    return run_shell(script).output;
}

TEST(Manual, NamesEveryOptionOfEveryCommandInEveryForm) {
    const Manual manual = make_manual();
    const std::string man = man_page(manual);
    const std::string bash = bash_completion(manual);
    const std::string zsh = zsh_completion(manual);
    const std::string fish = fish_completion(manual);
    ASSERT_EQ(manual.commands.size(), commands().size());
    for (const CommandPage& page : manual.commands) {
        EXPECT_GT(page.options.size(), 3U);
        EXPECT_NE(man.find(fmt::format(".B vkalgo {}\n", page.command->name)), std::string::npos);
        for (const OptionRow& option : page.options) {
            const ::testing::ScopedTrace trace(__FILE__, __LINE__, page.command->name + (" " + option.name));
            std::string searched;
            for (const char letter : option.name) {
                searched += letter == '-' ? "\\-" : std::string(1, letter);
            }
            EXPECT_NE(man.find(searched), std::string::npos);
            EXPECT_NE(zsh.find(option.name), std::string::npos);
            if (!option.is_input()) {
                EXPECT_NE(bash.find(option.name), std::string::npos);
                EXPECT_NE(
                    fish.find(fmt::format("seen_subcommand_from {}' -l {}", page.command->name, option.name.substr(2))),
                    std::string::npos);
            }
        }
    }
    EXPECT_NE(bash.find("--capacity"), std::string::npos) << "the params of problems are options too";
}

TEST(Manual, IsMadeByTheProgramItself) {
    for (const char* what : {"man", "bash", "zsh", "fish"}) {
        const ProcessResult result = run_vkalgo({"--generate", what});
        EXPECT_EQ(result.exit_code, 0);
        EXPECT_GT(result.output.size(), 1000U);
    }
    expect_refused({{"--generate", "tcsh"}, 2, "there are: man, bash, zsh, fish"});
    expect_refused({{"devices", "--generate", "man"}, 2, "unknown option '--generate'"});
    expect_refused({{"--generate", "man", "extra"}, 2, "unexpected argument 'extra': --generate takes one value"});
    expect_refused({{"--generate=man", "devices"}, 2, "unexpected argument 'devices': --generate takes one value"});
    expect_refused({{"--generate", "man", "help"}, 2, "unexpected argument 'help': --generate takes one value"});
}

TEST(Manual, CompletesInBash) {
    EXPECT_EQ(run_shell("\"$V\" --generate bash > c && bash -n c").exit_code, 0);
    EXPECT_EQ(completed("hist"), "histogram ");
    EXPECT_EQ(completed("dp --prob"), "--problem ");
    EXPECT_EQ(completed("--device llvmpipe dp --prob"), "--problem ");
    EXPECT_EQ(completed("--device = 0 dp --prob"), "--problem ");
    EXPECT_EQ(completed("--device=0 dp --prob"), "--problem ") << "where = does not part words";
    EXPECT_EQ(completed("--device = 0 histogram --dist"), "--distribution ");
    EXPECT_EQ(completed("--memory = 1G hist"), "histogram ");
    EXPECT_NE(completed("dp -").find(" -h "), std::string::npos);
    EXPECT_NE(completed("-").find(" -h "), std::string::npos);
    EXPECT_EQ(completed("dp --problem kn"), "knapsack ");
    EXPECT_EQ(completed("dp --problem = kn"), "knapsack ");
    EXPECT_EQ(completed("dp --problem knapsack --cap"), "--capacity ");
    EXPECT_EQ(completed("histogram --distribution r"), "reversed ");
    EXPECT_EQ(completed("histogram --prob"), " ");
    EXPECT_EQ(completed("help dev"), "devices ");
    EXPECT_EQ(completed("histogram --output comp"), "completion ");
    EXPECT_EQ(completed("histogram comp"), "completion ");
}

TEST(Manual, OffersEachWordOnceInBashAndShortNamesInZsh) {
    const Manual manual = make_manual();
    EXPECT_EQ(bash_completion(manual).find("return; return"), std::string::npos);
    EXPECT_NE(zsh_completion(manual).find("'(-h --help)'{-h,--help}'[print this help]'"), std::string::npos);
}

TEST(Manual, ParsesInOtherShellsIfTheyAreInstalled) {
    if (has_program("zsh")) {
        EXPECT_EQ(run_shell("\"$V\" --generate zsh > _vkalgo && zsh -n _vkalgo").exit_code, 0);
    }
    if (has_program("fish")) {
        EXPECT_EQ(run_shell("\"$V\" --generate fish > c.fish && fish -n c.fish").exit_code, 0);
    }
}

TEST(Manual, IsAPageThatGroffSetsWithoutAWarning) {
    if (!has_program("groff")) {
        GTEST_SKIP() << "groff is not installed";
    }
    const ProcessResult page = run_shell("\"$V\" --generate man | groff -man -Tascii -ww -P-cbou");
    EXPECT_EQ(page.exit_code, 0);
    EXPECT_EQ(page.errors, "");
    for (const char* part : {"VKALGO(1)", "vkalgo - classic parallel", "--distribution NAME", "EXIT STATUS",
                             "ENVIRONMENT", "VKALGO_DEVICE", "FILES", "NAME.gz"}) {
        EXPECT_NE(page.output.find(part), std::string::npos) << part << page.output.substr(0, 2000);
    }
}

TEST(Help, IsTheSameByEitherName) {
    EXPECT_EQ(run_vkalgo({"help", "dp"}).output, run_vkalgo({"dp", "--help"}).output);
    EXPECT_EQ(run_vkalgo({"help"}).output, run_vkalgo({"--help"}).output);
    EXPECT_NE(run_vkalgo({"help", "dp", "--problem", "knapsack"}).output.find("--capacity"), std::string::npos);
    expect_refused({{"help", "pd"}, 2, "unknown command 'pd'; did you mean 'dp'?"});
    EXPECT_EQ(run_vkalgo({"histogram", "-h"}).output, run_vkalgo({"help", "histogram"}).output);
}

TEST(Help, SaysOneOfOnlyIfNoOtherValueIsAccepted) {
    Options options({});
    std::string name, file;
    options.choice("--name", name, {"a", "b"}, "a name");
    options.text("--file", file, "NAME|FILE", "a name or a file");
    options.suggest({"a", "b"});
    const std::vector<OptionRow> rows = options.rows();
    EXPECT_EQ(described(rows[0]), "a name; one of a, b");
    EXPECT_EQ(described(rows[1]), "a name or a file");
    EXPECT_EQ(rows[1].choices, (std::vector<std::string>{"a", "b"})) << "for completions";
}

TEST(Help, NamesEachValueThatCompletionsOffer) {
    for (const CommandPage& page : make_manual().commands) {
        for (const OptionRow& option : page.options) {
            for (const std::string& choice : option.choices) {
                EXPECT_TRUE(option.brings_options || described(option).find(choice) != std::string::npos)
                    << page.command->name << " " << option.name << " " << choice;
            }
        }
    }
}

TEST(Help, RefusesWhatItWouldIgnore) {
    for (const std::vector<std::string>& words : {std::vector<std::string>{"histogram", "--help", "--nope"},
                                                  {"help", "histogram", "--nope"},
                                                  {"--help", "--nope"},
                                                  {"help", "--nope"},
                                                  {"--version", "--nope"},
                                                  {"histogram", "--nope", "--version"}}) {
        expect_refused({words, 2, "unknown option '--nope'; see vkalgo"});
    }
    expect_refused({{"devices", "--help", "--memory", "1G"}, 2, "--memory does not apply to devices"});
    expect_refused({{"dp", "--problem", "nope", "--help"}, 2, "unknown problem 'nope'"});
}

TEST(Help, FitsTheTerminalAndHasNoDoubledBlankLines) {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"--help"}, {"dp", "--help"}, {"histogram", "--help"}, {"devices", "--help"}}) {
        for (const std::uint16_t columns : std::initializer_list<std::uint16_t>{60, 80, 90, 200}) {
            const std::string screen = run_in_terminal(words, {.columns = columns, .output_too = true}).screen;
            EXPECT_EQ(screen.find("\n\n\n"), std::string::npos);
            std::istringstream lines(screen);
            std::size_t longest = 0;
            bool kept = false;  // The lines of examples are never broken
            for (std::string line; std::getline(lines, line);) {
                kept = kept || line.starts_with("Examples:");
                longest = kept ? longest : std::max(longest, line.size());
            }
            EXPECT_LE(longest, std::min<std::size_t>(columns, 100)) << screen;
        }
    }
    const std::string help = run_vkalgo({"dp", "--help"}).output;
    EXPECT_NE(help.find("[INPUT...]"), std::string::npos) << help;
    EXPECT_NE(help.find("--seed NUMBER"), std::string::npos) << help;
    EXPECT_NE(run_vkalgo({"histogram", "--help"}).output.find("--seed NUMBER"), std::string::npos);
}

TEST(CommandLine, TakesOptionsOfACommandBeforeItsName) {
    const std::vector<std::string> after = {"dp", "--problem", "lcs", "--n", "40", "--quiet"};
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"--n", "40", "dp", "--problem", "lcs", "--quiet"},
          {"--problem", "lcs", "--quiet", "--n", "40", "dp"},
          {"--quiet", "--n=40", "dp", "--problem", "lcs"}}) {
        const ProcessResult result = run_vkalgo(words);
        EXPECT_EQ(result.exit_code, 0) << result.errors;
        EXPECT_EQ(result.output, run_vkalgo(after).output);
    }
    expect_refused({{"--n", "4", "pd"}, 2, "unknown option '--n'"});
    expect_refused({{"--device", "", "devices"}, 2, "--device: an empty name is not a device"});
}

TEST(Version, SaysHowTheProgramWasBuilt) {
    const ProcessResult text = run_vkalgo({"--version"});
    EXPECT_TRUE(text.output.starts_with("vkalgo 0.")) << text.output;
    const Json json = Json::parse(run_vkalgo({"--version", "--json"}).output, nullptr, false);
    for (const char* field : {"version", "commit", "compiler", "build_type", "vulkan_headers"}) {
        ASSERT_TRUE(json.contains(field)) << field;
        EXPECT_NE(text.output.find(json[field].get<std::string>()), std::string::npos) << field;
    }
    const std::string commit = json["commit"];
    EXPECT_TRUE(commit == "unknown" ||
                (commit.size() >= 40 && commit.find_first_not_of("0123456789abcdef") == std::string::npos))
        << commit;
    EXPECT_TRUE(json["vulkan_headers"].get<std::string>().starts_with("1.")) << json.dump();
}

TEST(Version, KnowsTheCommitOfARepositoryAndNoneOfATarball) {
    if (run_shell("command -v git").exit_code != 0) {
        GTEST_SKIP() << "no git here";
    }
    const std::string facts =
        "cmake -DOUTPUT=\"$PWD/facts.cpp\" -DSOURCE=\"$PWD/SOURCES\" -DVERSION=1 -DTYPE=Release -P " +
        vkalgo::test::source_folder() + "/cmake/write_build_facts.cmake && grep Commit facts.cpp";
    const std::string repository =
        "export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a "
        "GIT_COMMITTER_EMAIL=a@b; git init -q SOURCES && git -C SOURCES commit -q --allow-empty -m a && ";
    EXPECT_NE(run_shell("mkdir SOURCES && " + facts).output.find("\"unknown\""), std::string::npos);
    EXPECT_EQ(run_shell(repository + facts).output.find("\"unknown\""), std::string::npos);
    const std::string inside = "git init -q . && mkdir SOURCES && ";
    EXPECT_NE(run_shell(inside + facts).output.find("\"unknown\""), std::string::npos);
}

}  // namespace
}  // namespace vkalgo::cli::test
