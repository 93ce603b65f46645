#include "cli/progress.hpp"

#include "tests/cli/terminal.hpp"

#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
namespace {

const std::vector<std::string> kLongRun = {"dp",  "--problem", "lcs",      "--method", "tile",
                                           "--n", "30K",       "--repeat", "3",        "--quiet"};

std::vector<std::string> without_quiet() {
    return {kLongRun.begin(), kLongRun.end() - 1};
}

TEST(Progress, IsDrawnOnlyOnATerminalOnStandardErrorAndErasedAtTheEnd) {
    const TerminalResult result = run_in_terminal(without_quiet());
    ASSERT_EQ(result.exit_code, 0) << result.screen;
    EXPECT_NE(result.screen.find("\r\x1b[Klcs ["), std::string::npos) << result.screen;
    EXPECT_NE(result.screen.find('%'), std::string::npos);
    EXPECT_TRUE(result.screen.ends_with("\r\x1b[K")) << result.screen;
    EXPECT_EQ(result.output.find('\r'), std::string::npos) << result.output;
    EXPECT_EQ(result.output.find('\x1b'), std::string::npos) << result.output;
}

TEST(Progress, IsNotDrawnOnADumbTerminalNorUnderQuiet) {
    EXPECT_EQ(run_in_terminal(without_quiet(), {.environment = {{"TERM", "dumb"}}}).screen, "");
    EXPECT_EQ(run_in_terminal(kLongRun).screen, "");
}

TEST(Progress, ShowsShareRateAndTimeLeftWithinTheColumns) {
    const ProgressView view{"histogram", 0.45, 12.34e6, "values", 427, {}};
    EXPECT_EQ(progress_line(view, 100, false),
              "histogram [##################                      ]  45%  12.3M values/s  7:07 left");
    EXPECT_EQ(progress_line(view, 64, false), "histogram [########           ]  45%  12.3M values/s  7:07 left");
    for (std::size_t columns = 0; columns < 100; ++columns) {
        EXPECT_LE(progress_line(view, columns, false).size(), columns == 0 ? 0 : columns - 1);
    }
    EXPECT_EQ(progress_line({"dp", 1, 0, {}, 3601, {}}, 80, false),
              "dp [########################################] 100%  1:00:01 left");
    EXPECT_NE(progress_line({"dp", 0.9999, 0, {}, {}, {}}, 80, false).find("]  99%"), std::string::npos)
        << "all is done at the end alone";
    const ProgressView compiling{"dp", 0, 5, "cells", {}, "compiling kernels"};
    EXPECT_TRUE(progress_line(compiling, 80, false).ends_with("]   0%  compiling kernels"));
    EXPECT_NE(progress_line(view, 100, true).find("\x1b[32m######"), std::string::npos);
}

TEST(Progress, RoundsRatesUpToTheNextStep) {
    for (const auto& [rate, text] : {std::pair{999.4, "999"},
                                     {999.5, "1K"},
                                     {999.9, "1K"},
                                     {1000.0, "1K"},
                                     {999.4e3, "999K"},
                                     {999.5e3, "1M"},
                                     {999.9e6, "1G"},
                                     {999.7e9, "1T"}}) {
        const std::string line = progress_line({"dp", 0.5, rate, "cells", {}, {}}, 80, false);
        EXPECT_TRUE(line.ends_with(std::string("  ") + text + " cells/s")) << line;
    }
}

TEST(Progress, SaysThatItCompilesOnlyWhileItDoes) {
    for (const DeviceType device : {DeviceType::software, DeviceType::discrete}) {
        for (const bool has_begun : {false, true}) {
            EXPECT_EQ(progress_stage(2, device, has_begun), "compiling kernels");
        }
        EXPECT_EQ(progress_stage(0, device, true), "");
    }
    EXPECT_EQ(progress_stage(0, DeviceType::software, false), "waiting for the first result");
    EXPECT_EQ(progress_stage(0, DeviceType::discrete, false), "");
}

}  // namespace
}  // namespace vkalgo::cli::test
