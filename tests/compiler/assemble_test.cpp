#include "compiler/assemble.hpp"

#include "compiler/embedded_texts.hpp"
#include "tests/compiler/recurrence_texts.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/paths.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::compiler::test {
namespace {

std::vector<std::string> modules_of_text(const std::string& source) {
    auto recurrence = read_recurrence(source, "my.glsl");
    EXPECT_TRUE(recurrence) << recurrence.error().message;
    const auto names = modules_of(recurrence->header);
    EXPECT_TRUE(names) << names.error().message;
    return names.value_or(std::vector<std::string>{});
}

const std::string kStep = "step_t step(int i, int j) { return step_t(i - 1, j, 0u); }\n";

const std::string kWays =
    "//! problem  ways\n//! pattern  RDU\n//! cell     u32\n//! rows     n\n//! columns  m\n//! base     last-row 1\n"
    "//! answer   at(0, 0)\n//! reduce   min k = 0 .. columns() - 1\n"
    "cell_t base(int i, int j) { return 0u; }\n"
    "cell_t term(int i, int k, int j) { return at(i + 1, k) + uint(k * j % 7); }\n";
const std::string kYears =
    "//! problem  years\n//! pattern  CRL\n//! cell     u32\n//! rows     1\n//! columns  n\n"
    "//! base     last-column 1\n//! answer   at(0, 0)\n//! reduce   min k = j + 1 .. columns() - 1\n"
    "cell_t base(int i, int j) { return 0u; }\n"
    "cell_t term(int i, int k, int j) { return at(0, k) + uint(k * j % 7); }\n";

TEST(Assemble, KnowsTheModulesOfARecurrence) {
    using Names = std::vector<std::string>;
    const Names always{"answer", "answer-wide", "explicit-dag", "interpret", "poll", "stage", "stage-wide"};
    const auto with = [&](Names more) {
        more.insert(more.end(), always.begin(), always.end());
        std::sort(more.begin(), more.end());
        return more;
    };
    const Names tiles{"tile",
                      "tile-wide",
                      "tile-persistent",
                      "tile-persistent-wide",
                      "tile-persistent-plain",
                      "tile-persistent-plain-wide"};
    Names lengths = tiles;
    lengths.insert(lengths.end(), {"batch", "bits", "bits_batch"});
    Names traced = lengths;
    traced.insert(traced.end(),
                  {"batch_traceback", "traceback", "traceback-wide", "traceback_tiles", "traceback_windows"});
    EXPECT_EQ(modules_of_text(kKnapsack), with({"rows", "rows-wide"}));
    EXPECT_EQ(modules_of_text(kKnapsack + kStep), with({"rows", "rows-wide", "traceback", "traceback-wide"}));
    EXPECT_EQ(modules_of_text("//! decisions 0\n" + kKnapsack + kStep),
              with({"rows", "rows-wide", "traceback", "traceback-rows", "traceback-wide"}));
    EXPECT_EQ(modules_of_text(kLcs), with(lengths));
    EXPECT_EQ(modules_of_text(kLcs + kStep), with(traced));
    EXPECT_EQ(modules_of_text(kMatrixChain), with({"segments", "segments-wide", "splits", "splits-wide"}));
    EXPECT_EQ(modules_of_text(kWays), with({"row-all", "row-all-wide", "splits", "splits-wide"}));
    EXPECT_EQ(modules_of_text(kYears), with({"chain", "splits", "splits-wide"}));
}

TEST(Assemble, MakesEveryModuleOfTheExamples) {
    for (const std::string& source : {kLcs, kLcs + kStep, kKnapsack, kKnapsack + kStep, kMatrixChain}) {
        if (!vkalgo::test::kEveryKernel && source != kLcs && source != kMatrixChain) {
            continue;
        }
        const auto recurrence = assemble_recurrence(source, "my.glsl");
        ASSERT_TRUE(recurrence) << recurrence.error().message;
        const std::vector<std::string> modules = modules_of_text(source);
        for (const std::string& module : modules) {
            ASSERT_FALSE(recurrence->module(module).empty()) << module;
            EXPECT_EQ(recurrence->module(module)[0], 0x07230203U) << module;
        }
        EXPECT_EQ(recurrence->modules.size(), modules.size());
        EXPECT_EQ(recurrence->source, source);
        EXPECT_EQ(recurrence->file, "my.glsl");
        EXPECT_FALSE(recurrence->built_in);
    }
}

TEST(Assemble, MakesBuiltInProblemsWhenVkalgoIsBuilt) {
    // The build assembled all built-in recurrences. Assembling all of them again would take minutes. So, unless
    // VKALGO_DEEP=1, the test takes at most the three whose modules differ most.
    const std::vector<std::string_view> some = {"knapsack", "lcs", "matrix-chain"};
    ASSERT_GE(dp::builtin_recurrences().size(), 32U);
    for (const dp::CompiledRecurrence* recurrence : dp::builtin_recurrences()) {
        EXPECT_TRUE(recurrence->built_in);
        EXPECT_FALSE(recurrence->header.problem.empty());
        EXPECT_EQ(recurrence->file, "dp/problems/" + recurrence->header.problem + ".glsl");
        const bool chosen = std::ranges::find(some, recurrence->header.problem) != some.end();
        if (!vkalgo::test::kEveryKernel ? recurrence->header.problem != "knapsack" : !chosen && !vkalgo::test::deep()) {
            continue;
        }
        // The built-in text, header and modules equal those that are made at run time.
        auto again = assemble_recurrence(recurrence->source, recurrence->file);
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(again->modules.size(), recurrence->built_in_modules.size()) << recurrence->header.problem;
        for (const auto& [name, words] : again->modules) {
            EXPECT_TRUE(std::ranges::equal(words, recurrence->module(name))) << recurrence->header.problem << name;
        }
    }
}

TEST(Assemble, DoesNotMakeAModuleAgainThatExists) {
    auto recurrence = read_recurrence(kLcs, "my.glsl");
    ASSERT_TRUE(recurrence);
    int asked = 0;
    const TextSource counting = [&](std::string_view name) {
        ++asked;
        return tiny_source()(name);
    };
    ASSERT_TRUE(assemble_module(*recurrence, "stage", counting));
    const int first = asked;
    EXPECT_GT(first, 0);
    ASSERT_TRUE(assemble_module(*recurrence, "stage", counting));
    EXPECT_EQ(asked, first);
    EXPECT_EQ(recurrence->modules.size(), 1U);
    EXPECT_TRUE(recurrence->module("interpret").empty());
}

TEST(Assemble, RefusesAModuleThatTheRecurrenceDoesNotHave) {
    auto recurrence = read_recurrence(kKnapsack, "my.glsl");
    ASSERT_TRUE(recurrence);
    const auto done = assemble_module(*recurrence, "tile");
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::invalid_argument);
    EXPECT_NE(done.error().message.find("no module 'tile'"), std::string::npos);
    EXPECT_NE(done.error().message.find("stage-wide"), std::string::npos);
    EXPECT_TRUE(recurrence->modules.empty());
}

TEST(Assemble, LetsThreadsShareARecurrence) {
    auto recurrence = read_recurrence(kLcs, "my.glsl");
    ASSERT_TRUE(recurrence);
    std::vector<std::thread> threads;
    std::vector<int> done(6, 0);
    for (std::size_t k = 0; k < done.size(); ++k) {
        threads.emplace_back([&, k] {
            done[k] = assemble_module(*recurrence, k % 2 == 0 ? "stage" : "stage-wide", tiny_source()) ? 1 : 0;
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(done, std::vector<int>(6, 1));
    EXPECT_EQ(recurrence->modules.size(), 2U);
}

TEST(Assemble, EmbedsEachTemplate) {
    std::vector<std::string> names;
    for (const std::string folder : {"common", "dp"}) {
        for (const auto& entry :
             std::filesystem::directory_iterator(vkalgo::test::source_folder() + "/shaders/" + folder)) {
            if (entry.path().extension() == ".glsl" || entry.path().extension() == ".h") {
                names.push_back(folder + "/" + entry.path().filename().string());
            }
        }
    }
    std::sort(names.begin(), names.end());
    const auto texts = embedded_texts();
    EXPECT_TRUE(std::equal(texts.begin(), texts.end(), names.begin(), names.end(),
                           [](const EmbeddedText& text, const std::string& name) { return text.name == name; }));
    for (const EmbeddedText& text : embedded_texts()) {
        std::ifstream file(vkalgo::test::source_folder() + "/shaders/" + std::string(text.name), std::ios::binary);
        ASSERT_TRUE(file) << text.name;
        EXPECT_EQ(text.text, std::string(std::istreambuf_iterator<char>(file), {})) << text.name;
        EXPECT_EQ(embedded_source()(text.name), text.text);
    }
    EXPECT_FALSE(embedded_source()("dp/none.glsl"));
}

}  // namespace
}  // namespace vkalgo::compiler::test
