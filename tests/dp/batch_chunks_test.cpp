// Tests how many cells of a batch one submission computes.
#include "algorithms/dp/batch/batch_plan.hpp"
#include "tests/dp/large_gpu.hpp"

#include <gtest/gtest.h>

namespace vkalgo::dp::test {
namespace {

// Windows ends a submission after two seconds. A processor takes up to 1.4 s for 7.6e9 cells on an H200.
TEST(BatchChunks, HaveCellsForASecondOfTheDevicesProcessors) {
    DeviceProfile gpu = large_gpu();
    ASSERT_EQ(gpu.processors, 132U);
    EXPECT_EQ(chunk_cells_of(gpu), 1e12);
    gpu.processors = 6;
    EXPECT_LE(chunk_cells_of(gpu), 6 * 7.6e9);
    const double of_six = chunk_cells_of(gpu);
    gpu.processors = 0;  // Unknown
    EXPECT_LE(chunk_cells_of(gpu), of_six);
    EXPECT_GT(chunk_cells_of(gpu), 1e9);
    gpu.processors = 1000;
    EXPECT_EQ(chunk_cells_of(gpu), 1e12);
}

}  // namespace
}  // namespace vkalgo::dp::test
