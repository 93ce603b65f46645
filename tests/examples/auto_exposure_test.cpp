// Runs examples/auto_exposure as a user does, and checks its output and its pictures.
#include "tests/examples/program.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/paths.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <unistd.h>

namespace vkalgo::test {
namespace {

Ended run(const std::string& arguments) {
    return run_program(auto_exposure_program(), arguments);
}

/// Returns the mean linear luminance, from 0 to 1, of the pixels in columns [from, to) and rows [top, bottom).
double mean_luminance(const Decoded& picture, std::uint32_t from, std::uint32_t to, std::uint32_t top,
                      std::uint32_t bottom) {
    constexpr double kWeights[] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (std::uint32_t y = top; y < bottom; ++y) {
        for (std::uint32_t x = from; x < to; ++x) {
            for (std::size_t c = 0; c < 3; ++c) {
                const double v = picture.rgb[(std::size_t{y} * picture.width + x) * 3 + c] / 255.0;
                sum += kWeights[c] * (v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4));
            }
        }
    }
    return sum / ((to - from) * (bottom - top));
}

double mean_luminance(const Decoded& picture) {
    return mean_luminance(picture, 0, picture.width, 0, picture.height);
}

/// One run for all tests of the suite. Its pictures have 241 x 135 pixels; neither number is a multiple of a side of a
/// workgroup.
class AutoExposure : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        folder = std::filesystem::temp_directory_path() / ("vkalgo_auto_exposure_" + std::to_string(getpid()));
        const std::string validate = validating() ? " --validate" : "";
        ended = run("--frames 9 --size 241x135 --check --output '" + folder.string() + "'" + validate);
    }
    static void TearDownTestSuite() { std::filesystem::remove_all(folder); }
    void SetUp() override {
        if (ended.output.find("no device here has Vulkan 1.2") != std::string::npos) {
            GTEST_SKIP() << "no device draws";
        }
        ASSERT_EQ(ended.status, 0) << ended.output;
    }

    static std::filesystem::path folder;
    static Ended ended;
};
std::filesystem::path AutoExposure::folder;
Ended AutoExposure::ended;

TEST_F(AutoExposure, ComputesTheRightHistogramAndExposureOfEveryFrame) {
    EXPECT_NE(ended.output.find("check: every frame's histogram and exposure are right"), std::string::npos)
        << ended.output;
}

TEST_F(AutoExposure, IsCleanUnderSynchronizationValidation) {
    if (!validating()) {
        GTEST_SKIP() << "no validation layer wanted";
    }
    EXPECT_NE(ended.output.find("validation: 0 messages"), std::string::npos) << ended.output;
}

TEST_F(AutoExposure, ShowsTheDarkRoomThatIsBlackWithAFixedExposure) {
    const Decoded before = decode(folder / "before.png");
    const Decoded after = decode(folder / "after.png");
    for (const Decoded* picture : {&before, &after}) {
        ASSERT_EQ(picture->width, 241U);
        ASSERT_EQ(picture->height, 135U);
    }
    EXPECT_GT(mean_luminance(after), 0.15);
    EXPECT_LT(mean_luminance(after), 0.50);
    EXPECT_LT(mean_luminance(before), 0.25 * mean_luminance(after));
}

TEST_F(AutoExposure, KeepsTheBrightnessOfTheWholeWalkWithinABand) {
    const Decoded strip = decode(folder / "strip.png");
    const std::uint32_t width = 241 / 3;
    const std::uint32_t height = 135 / 3;
    ASSERT_EQ(strip.width, 4 * (width + 4) - 4);
    ASSERT_EQ(strip.height, 2 * (height + 4) - 4);
    double darkest = 1;
    double brightest = 0;
    for (std::uint32_t k = 0; k < 4; ++k) {
        const std::uint32_t left = k * (width + 4);
        const double fixed = mean_luminance(strip, left, left + width, 0, height);
        darkest = std::min(darkest, fixed);
        brightest = std::max(brightest, fixed);
        const double adapted = mean_luminance(strip, left, left + width, height + 4, 2 * height + 4);
        EXPECT_GT(adapted, 0.12) << "picture " << k;
        EXPECT_LT(adapted, 0.55) << "picture " << k;
    }
    EXPECT_GT(brightest, 5 * darkest) << "the scene is not a challenge";
}

/// Draws more pixels than the run above. So more of them show a surface that is seen at a right angle, where rounding
/// becomes visible.
TEST(AutoExposureCommand, MetersCorrectlyAtItsDefaultSize) {
    const auto folder = std::filesystem::temp_directory_path() / ("vkalgo_default_size_" + std::to_string(getpid()));
    const Ended ended = run("--check --output '" + folder.string() + "'");
    std::filesystem::remove_all(folder);
    if (ended.output.find("no device here has Vulkan 1.2") != std::string::npos) {
        GTEST_SKIP() << "no device draws";
    }
    EXPECT_EQ(ended.status, 0) << ended.output;
}

TEST(AutoExposureCommand, RefusesInvalidCommandLines) {
    const std::pair<const char*, const char*> refused[] = {
        {"--frames 0", "--frames: '0' is not a whole number from 1 to 1000"},
        {"--frames -1", "--frames: '-1' is not a whole number"},
        {"--frames 12abc", "--frames: '12abc' is not a whole number"},
        {"--frames 99999999999999999999", "--frames: '99999999999999999999' is not a whole number"},
        {"--size 640", "--size: '640' is not a size such as 640x360"},
        {"--size 640x", "--size: '' is not a whole number"},
        {"--size 4x4", "--size: '4' is not a whole number from 16 to 4096"},
        {"--output", "'--output' needs a value after it"},
        {"--speed 3", "'--speed' is not an option"},
        {"now", "'now' is not an option"},
    };
    for (const auto& [arguments, message] : refused) {
        const Ended ended = run(arguments);
        EXPECT_EQ(ended.status, 2) << arguments << ": " << ended.output;
        EXPECT_NE(ended.output.find(message), std::string::npos) << arguments << ": " << ended.output;
    }
}

}  // namespace
}  // namespace vkalgo::test
