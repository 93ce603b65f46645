// The code of docs/volumes.md, compiled and run: tests/docs/snippets_test.cpp compares the two line for line.
#include "algorithms/volume/box_count.hpp"
#include "algorithms/volume/box_count_call.hpp"
#include "algorithms/volume/box_fit.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/volume/boxes.hpp"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

Result<double> dimension_of(vkalgo::Runner& runner, const vkalgo::VolumeShape& shape,
                            const std::vector<float>& densities) {
    VKALGO_TRY(const auto boxes,
               vkalgo::count_boxes(runner, shape, vkalgo::ElementType::f32, std::as_bytes(std::span(densities)),
                                   {.selection = {vkalgo::VoxelRule::above, 0.5}}));
    std::vector<double> sizes, counts;
    for (const vkalgo::BoxSize& size : boxes.sizes) {
        sizes.push_back(static_cast<double>(size.size));
        counts.push_back(static_cast<double>(size.count));
    }
    VKALGO_TRY(const auto line, vkalgo::fit_boxes(sizes, counts, 1, std::numeric_limits<double>::infinity()));
    return line.dimension;
}

Result<void> count_in_a_recording(const vkalgo::BoxCount& counter, vkalgo::Recorder& recorder,
                                  const vkalgo::VolumeShape& shape, const vkalgo::BufferView& voxels,
                                  const vkalgo::BufferView& counts, const vkalgo::BufferView& scratch) {
    // Made once: vkalgo::BoxCount::create(context, {.voxels = {.type = vkalgo::ElementType::u8}}); sizes from
    // vkalgo::plan_box_count(...).
    return counter.record(recorder, shape, {.voxels = voxels, .counts = counts, .scratch = scratch});
}

}  // namespace

class VolumeUsage : public DeviceTest {};

TEST_F(VolumeUsage, FindsADimensionAsTheDocumentationShows) {
    const VolumeShape shape{32, 32, 32};
    const auto found = dimension_of(runner(), shape, std::vector<float>(shape.voxels(), 1.0F));
    ASSERT_OK(found);
    EXPECT_NEAR(*found, 3, 1e-12);
}

TEST_F(VolumeUsage, CountsInARecordingAsTheDocumentationShows) {
    const VolumeShape shape{40, 30, 20};
    const auto inside = random_inside(shape, 1, 100);
    const auto expected = pyramid_counts(shape, inside);
    const BoxCount counter = take(BoxCount::create(context(), {}));
    const BoxCountPlan plan = take(plan_box_count(shape, {}, context().profile()));
    const GuardedBuffer voxels(runner(), whole_words(inside)), counts(runner(), plan.counts_bytes);
    const GuardedBuffer scratch(runner(), plan.scratch_bytes);
    ASSERT_OK(runner().run([&](Recorder& recorder) {
        return count_in_a_recording(counter, recorder, shape, voxels.view(), counts.view(), scratch.view());
    }));
    EXPECT_EQ(counts.values<std::uint64_t>(expected.size()), expected);
}

}  // namespace vkalgo::test
