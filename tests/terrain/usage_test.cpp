// The code of docs/terrain.md, compiled and run: tests/docs/snippets_test.cpp compares the two line for line.
#include "algorithms/terrain/drainage_call.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

Result<std::uint32_t> largest_river(vkalgo::Runner& runner, const std::vector<float>& heights, std::uint32_t width,
                                    std::uint32_t height) {
    VKALGO_TRY(const auto drainage, vkalgo::drain(runner, {.width = width, .height = height, .dx = 30, .dy = 30},
                                                  heights, {.include_self = true, .threshold = 1000}));
    return *std::max_element(drainage.sums.begin(), drainage.sums.end());
}

}  // namespace

class TerrainUsage : public DeviceTest {};

/// A valley that falls to the south.
TEST_F(TerrainUsage, FindsARiverAsTheDocumentationShows) {
    constexpr std::uint32_t kSide = 41;
    std::vector<float> heights;
    for (std::uint32_t row = 0; row < kSide; ++row) {
        for (std::uint32_t column = 0; column < kSide; ++column) {
            const auto away = static_cast<float>(column > 20 ? column - 20 : 20 - column);
            heights.push_back(100 - static_cast<float>(row) + 10 * away);
        }
    }
    const auto largest = largest_river(runner(), heights, kSide, kSide);
    ASSERT_OK(largest);
    EXPECT_GT(*largest, kSide * kSide / 2);
}

}  // namespace vkalgo::test
