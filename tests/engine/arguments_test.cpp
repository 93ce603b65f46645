#include "engine/arguments.hpp"

#include "engine/binding.hpp"
#include "engine/hazards.hpp"
#include "engine/scratch.hpp"
#include "tests/engine/kernels.hpp"
#include "tests/support/random.hpp"

#include <algorithm>

namespace vkalgo::test {
namespace {

BufferView view(std::uintptr_t number, std::uint64_t offset, std::uint64_t size) {
    return {reinterpret_cast<VkBuffer>(16 * number), offset, size};
}

std::string refusal(const std::vector<Argument>& arguments) {
    const Result<void> result = check_arguments(arguments, DeviceProfile{});
    return result ? "" : result.error().message + " [" + result.error().where + "]";
}

TEST(Arguments, AreRefusedByNameWithWhatTheyHaveAndNeed) {
    EXPECT_EQ(refusal({{.name = "values", .view = view(1, 0, 64), .bytes = 64}}), "");
    EXPECT_EQ(refusal({{.name = "values", .view = view(1, 0, 60), .bytes = 64}}),
              "the view `values` has 60 bytes, but needs 64 [values]");
    EXPECT_EQ(refusal({{.name = "values", .bytes = 64}}), "the view `values` is missing [values]");
    EXPECT_EQ(refusal({{.name = "values", .bytes = 64, .optional = true}}), "");
    EXPECT_EQ(refusal({{.name = "values", .bytes = 0}}), "") << "nothing is reached";
    EXPECT_EQ(refusal({{.name = "values", .view = view(1, 128, 64), .bytes = 64}}),
              "the view `values` starts at byte 128, which is not a multiple of 256 [values]");
    EXPECT_EQ(refusal({{.name = "count", .view = view(1, 4, 4), .bytes = 4, .alignment = 4}}), "");
    EXPECT_EQ(refusal({{.name = "count", .view = view(1, 2, 4), .bytes = 4, .alignment = 4}}),
              "the view `count` starts at byte 2, which is not a multiple of 4 [count]");
}

TEST(Arguments, AreRefusedIfTheyOverlapAndOneIsWritten) {
    const auto pair = [](const BufferView& first, Access how, const BufferView& second) {
        return refusal({{.name = "values", .view = first, .bytes = first.size, .alignment = 4, .access = how},
                        {.name = "counts", .view = second, .bytes = second.size, .alignment = 4}});
    };
    const std::string overlap = "the views `values` and `counts` overlap; give each view its own bytes [values]";
    EXPECT_EQ(pair(view(1, 0, 64), Access::write, view(1, 60, 64)), overlap) << "one word";
    EXPECT_EQ(pair(view(1, 60, 64), Access::read_write, view(1, 0, 64)), overlap);
    EXPECT_EQ(pair(view(1, 0, 64), Access::write, view(1, 64, 64)), "");
    EXPECT_EQ(pair(view(1, 64, 64), Access::write, view(1, 0, 64)), "");
    EXPECT_EQ(pair(view(1, 0, 64), Access::write, view(2, 0, 64)), "");
    EXPECT_EQ(pair(view(1, 0, 64), Access::read, view(1, 0, 64)), "") << "both are read";
    EXPECT_EQ(refusal({{.name = "values", .view = view(1, 0, 1024), .bytes = 64, .access = Access::write},
                       {.name = "counts", .view = view(1, 256, 64), .bytes = 64}}),
              "")
        << "the bytes after those in use are the caller's";
    EXPECT_EQ(refusal({{.name = "results", .view = view(1, 0, 4096), .bytes = 4096, .access = Access::write},
                       {.name = "scratch", .view = view(1, 1024, 0), .bytes = 0, .access = Access::read_write}}),
              "")
        << "nothing is reached of the second";
    EXPECT_EQ(refusal({{.name = "scratch", .view = view(1, 1024, 64), .bytes = 0, .access = Access::read_write},
                       {.name = "results", .view = view(1, 0, 4096), .bytes = 4096, .access = Access::write}}),
              "");
}

class DryTest : public DeviceTest {};

TEST_F(DryTest, ReportsTheFirstAndTheLastAccessOfEachArgument) {
    const Kernel add = make_add(context());
    const auto fake = [&](std::uintptr_t number) {
        return Argument{.name = "view", .view = view(number, 0, 4096), .bytes = 4096};
    };
    const Argument arguments[] = {fake(1), fake(2), fake(3), fake(4)};
    const auto accesses = take(dry_accesses(context(), arguments, [&](Recorder& recorder) -> Result<void> {
        recorder.fill(arguments[1].view.slice(0, 1024), 0);
        record_add(recorder, add, arguments[0].view, arguments[1].view, 1000, 1);
        record_add(recorder, add, arguments[1].view, arguments[2].view, 1000, 1);
        recorder.copy(arguments[1].view, arguments[2].view);
        EXPECT_EQ(recorder.dispatches(), 2U);
        return recorder.status();
    }));
    const StageAccess read{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
    const StageAccess write{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT};
    const StageAccess copy_write{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};
    ASSERT_EQ(accesses.size(), 4U);
    EXPECT_EQ(accesses[0].first, read);
    EXPECT_EQ(accesses[0].last, read);
    EXPECT_EQ(accesses[1].first.stages, copy_write.stages | write.stages) << "filled in part, written elsewhere";
    EXPECT_EQ(accesses[1].first.access, copy_write.access | write.access);
    EXPECT_EQ(accesses[1].last.stages,
              VkPipelineStageFlags2{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT});
    EXPECT_EQ(accesses[1].last.access,
              VkAccessFlags2{VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_READ_BIT});
    EXPECT_EQ(accesses[2].first, write);
    EXPECT_EQ(accesses[2].last, copy_write);
    EXPECT_EQ(accesses[3], ArgumentAccess{});
    EXPECT_ERROR(dry_accesses(context(), arguments,
                              [&](Recorder& recorder) -> Result<void> {
                                  recorder.fill(arguments[0].view.slice(2, 4), 0);
                                  return {};
                              }),
                 ErrorCode::invalid_argument);
}

TEST_F(DryTest, SaysThatAnArgumentUsedInPlaceIsReadAndWrittenFirst) {
    const Kernel add = make_add(context());
    const BufferView values = view(1, 0, 4096);
    const Argument arguments[] = {{.name = "values", .view = values, .bytes = 4096},
                                  {.name = "half", .view = values.slice(2048, 2048), .bytes = 2048},
                                  {.name = "beside", .view = view(2, 0, 4096), .bytes = 4096}};
    const auto accesses = take(dry_accesses(context(), arguments, [&](Recorder& recorder) -> Result<void> {
        record_add(recorder, add, values, values, 1024, 1);
        recorder.fill(values, 0);
        record_add(recorder, add, arguments[2].view.slice(0, 2048), arguments[2].view.slice(1024, 3072), 512, 1);
        return recorder.status();
    }));
    const StageAccess both = by_kernel(Access::read_write);
    EXPECT_EQ(accesses[0].first, both) << "and the fill comes later";
    EXPECT_EQ(accesses[1].first, both);
    EXPECT_EQ(accesses[2].first, both) << "a part read, a part written, a part both";
    EXPECT_EQ(accesses[0].last, (StageAccess{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT}));
}

TEST(AccessWatch, FindsTheFirstAccessOfEachByteAsAModelOfEveryByteDoes) {
    constexpr std::uint64_t kBytes = 24;
    SplitMix64 random(3);
    for (int turn = 0; turn < 300; ++turn) {
        const BufferView watched = view(1, 4, kBytes - 8);
        AccessWatch watch({&watched, 1});
        bool touched[kBytes] = {};
        StageAccess first;
        for (int command = 0; command < 4; ++command) {
            std::vector<HazardTracker::Use> uses;
            for (std::uint32_t count = 1 + random.below(3); count != 0; --count) {
                const std::uint64_t begin = random.below(kBytes);
                const std::uint64_t size = random.below(static_cast<std::uint32_t>(kBytes - begin)) + 1;
                uses.push_back({view(1, begin, size), {1U << random.below(8), 1U << random.below(8)}});
            }
            for (const HazardTracker::Use& use : uses) {
                for (std::uint64_t at = use.view.offset; at < use.view.offset + use.view.size; ++at) {
                    if (at >= watched.offset && at < watched.offset + watched.size && !touched[at]) {
                        first |= use.by;
                    }
                }
            }
            for (const HazardTracker::Use& use : uses) {
                std::fill_n(touched + use.view.offset, use.view.size, true);
            }
            watch.note(uses);
        }
        ASSERT_EQ(watch.first(0), first) << turn;
    }
}

TEST(AccessWatch, TreatsAViewOfTheWholeSizeAsEverythingAfterItsOffset) {
    const BufferView watched = view(1, 256, VK_WHOLE_SIZE);
    AccessWatch watch({&watched, 1});
    const HazardTracker::Use before{view(1, 0, 256), by_kernel(Access::write)};
    watch.note({&before, 1});
    EXPECT_EQ(watch.first(0), StageAccess{});
    const HazardTracker::Use inside{view(1, 4096, VK_WHOLE_SIZE), by_kernel(Access::read)};
    watch.note({&inside, 1});
    EXPECT_EQ(watch.first(0), by_kernel(Access::read));
}

TEST(BoundWord, IsFoundAfterAnOffsetThatTheDeviceAllows) {
    DeviceProfile profile;
    for (const std::uint64_t alignment : {4U, 16U, 64U, 256U}) {
        profile.storage_offset_alignment = alignment;
        for (const std::uint64_t offset : {0U, 4U, 12U, 16U, 252U, 256U, 1020U}) {
            const BoundWord word = bind_word(view(1, offset, 4), profile);
            EXPECT_EQ(word.view.offset % alignment, 0U);
            EXPECT_EQ(word.view.offset + std::uint64_t{word.index} * 4, offset);
            EXPECT_EQ(word.view.offset + word.view.size, offset + 4);
        }
    }
}

TEST(ScratchLayout, AlignsEveryPartForEveryDevice) {
    ScratchLayout layout;
    for (const std::uint64_t bytes : {1U, 16U, 60U, 64U, 255U, 256U, 257U}) {
        const auto part = layout.add(bytes);
        EXPECT_EQ(part.offset % 256, 0U);
        EXPECT_GE(part.size, bytes);
        EXPECT_LE(part.offset + part.size, layout.bytes());
    }
    EXPECT_EQ(layout.need().usage & VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT, 0U);
    layout.add(16, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    EXPECT_NE(layout.need().usage & VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT, 0U);
    EXPECT_NE(layout.need().usage & VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, 0U);
    EXPECT_EQ(layout.need().bytes, layout.bytes());
}

TEST(ScratchLayout, LetsPhasesShareTheirBytes) {
    ScratchLayout layout;
    const auto kept = layout.add(100);
    const auto phases = layout.mark();
    const auto first = layout.add(1000);
    const auto second = layout.add(500);
    layout.rewind(phases);
    const auto third = layout.add(300);
    layout.end_phases();
    const auto after = layout.add(10);
    EXPECT_EQ(third.offset, first.offset);
    EXPECT_GT(first.offset, kept.offset);
    EXPECT_GE(after.offset, second.offset + second.size);
    EXPECT_GE(layout.bytes(), after.offset + after.size);
    EXPECT_EQ(layout.bytes(), 256U + 1024U + 512U + 256U);
}

}  // namespace
}  // namespace vkalgo::test
