// Histograms on devices that are not our own, and on smaller ones.
#include "engine/descriptors.hpp"
#include "tests/histogram/counting.hpp"
#include "tests/support/foreign_device.hpp"

#include <gtest/gtest.h>

namespace vkalgo::test {

namespace {

const std::string kMethods[] = {"auto", "two-kernel", "atomic", "copies", "ranges", "global"};

HistogramOptions options_by(const std::string& method) {
    HistogramOptions options{.type = ElementType::u16, .bins = 3000, .method = method};
    if (method == "two-kernel") {
        options.blocks = 4;
        options.threads = 64;
    }
    return options;
}

/// Every method that fits a device narrowed so; all but `copies` always do.
void count_on(const Narrow& narrow, std::initializer_list<std::size_t> sizes = {1025, 50021}) {
    ContextOptions wanted = test_options();
    wanted.narrow = narrow;
    ValidatedContext context(wanted);
    Runner runner = take(Runner::create(*context));
    for (const std::string& method : kMethods) {
        if (method == "copies" && context->profile().shared_memory < 3000 * 4) {
            EXPECT_ERROR(Histogram::create(*context, options_by(method)), ErrorCode::too_large);
            continue;
        }
        const Histogram histogram = take(Histogram::create(*context, options_by(method)));
        for (const std::size_t size : sizes) {
            for (const Distribution distribution :
                 {Distribution::uniform, Distribution::constant, Distribution::sorted}) {
                count_and_compare(runner, histogram, make_values(ElementType::u16, distribution, size, 6), method);
            }
        }
    }
}

}  // namespace

TEST(HistogramEmbedding, CountsInsideAForeignCommandBuffer) {
    for (const bool everything : {false, true}) {
        ForeignDevice foreign({.everything = everything});
        auto context = take(Context::adopt(foreign.host()));
        Runner runner = take(Runner::create(*context));
        DescriptorArena arena(*context);
        for (const std::string& method : kMethods) {
            const HistogramOptions options = options_by(method);
            const Histogram histogram = take(Histogram::create(*context, options));
            const std::vector<std::uint8_t> bytes = make_values(options.type, Distribution::zipf, 50021, 8);
            const CountBuffers buffers(runner, options, bytes);
            foreign.run([&](VkCommandBuffer commands) {
                Recorder recorder(*context, commands, arena);
                EXPECT_OK(histogram.record(recorder, buffers.arguments()));
            });
            EXPECT_OK(arena.reset());
            buffers.expect(options, bytes, method);
        }
    }
}

TEST(HistogramEmbedding, TheStatedAccessesAreWhatAHostsOwnBarriersNeed) {
    // A host fills the values, counts, and copies the result, with barriers made of first_access and last_access alone:
    // synchronization validation judges them.
    ForeignDevice foreign({.everything = true});
    auto context = take(Context::adopt(foreign.host()));
    Runner runner = take(Runner::create(*context));
    DescriptorArena arena(*context);
    for (const std::string& method : kMethods) {
        const HistogramOptions options = options_by(method);
        const Histogram histogram = take(Histogram::create(*context, options));
        const std::vector<std::uint8_t> bytes(40000, 7);
        const CountBuffers buffers(runner, options, bytes);
        const GuardedBuffer copy(runner, buffers.plan.counts_bytes);
        const HistogramAccess first = Histogram::first_access(buffers.plan);
        const HistogramAccess last = Histogram::last_access(buffers.plan);
        StageAccess all = first.values;
        all |= first.counts;
        all |= first.scratch;
        foreign.run([&](VkCommandBuffer commands) {
            const VolkDeviceTable& vk = foreign.table().device;
            const BufferView values = buffers.values.view();
            vk.vkCmdFillBuffer(commands, values.buffer, values.offset, values.size, 0x07070707);
            const VkMemoryBarrier before{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_TRANSFER_WRITE_BIT,
                                         all.folded().access};
            vk.vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, all.folded().stages, 0, 1, &before, 0,
                                    nullptr, 0, nullptr);
            Recorder recorder(*context, commands, arena);
            EXPECT_OK(histogram.record(recorder, buffers.arguments()));
            const VkMemoryBarrier after{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, last.counts.folded().access,
                                        VK_ACCESS_TRANSFER_READ_BIT};
            vk.vkCmdPipelineBarrier(commands, last.counts.folded().stages, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1, &after,
                                    0, nullptr, 0, nullptr);
            const VkBufferCopy region{buffers.counts.view().offset, copy.view().offset, buffers.plan.counts_bytes};
            vk.vkCmdCopyBuffer(commands, buffers.counts.view().buffer, copy.view().buffer, 1, &region);
        });
        EXPECT_OK(arena.reset());
        buffers.expect(options, bytes, method);
        EXPECT_EQ(copy.values<std::uint32_t>(3000), buffers.counts.values<std::uint32_t>(3000));
    }
}

TEST(NarrowedHistogram, CountsWithLittleSharedMemory) {
    for (const std::uint32_t shared : {1024u, 16384u}) {
        count_on([=](DeviceProfile& profile) { profile.shared_memory = std::min(profile.shared_memory, shared); },
                 {50021});
    }
}

TEST(NarrowedHistogram, CountsWithoutPushDescriptors) {
    count_on([](DeviceProfile& profile) { profile.push_descriptors = false; });
}

TEST(NarrowedHistogram, CountsWithoutSubgroupOperations) {
    count_on([](DeviceProfile& profile) {
        profile.subgroup_vote = profile.subgroup_ballot = profile.subgroup_arithmetic = false;
        profile.subgroup_shuffle = profile.subgroup_shuffle_relative = false;
    });
}

TEST(NarrowedHistogram, CountsWithSmallWorkgroups) {
    count_on([](DeviceProfile& profile) {
        profile.max_workgroup_invocations = 128;
        profile.max_workgroup_size = {128, 128, 64};
    });
}

TEST(NarrowedHistogram, CountsInWindowsWhereABindingIsShort) {
    // 16 KiB hold 8,192 values, so that 50,021 take seven windows, and tables of 3,001 counters go one by one.
    count_on([](DeviceProfile& profile) { profile.max_storage_range = 1 << 14; });
}

TEST(NarrowedHistogram, TakesItsCountFromTheDeviceAcrossWindows) {
    ContextOptions wanted = test_options();
    wanted.narrow = [](DeviceProfile& profile) { profile.max_storage_range = 1 << 14; };
    ValidatedContext context(wanted);
    Runner runner = take(Runner::create(*context));
    for (const char* const method : {"two-kernel", "copies"}) {
        const HistogramOptions options = options_by(method);
        const Histogram histogram = take(Histogram::create(*context, options));
        std::vector<std::uint8_t> bytes = make_values(options.type, Distribution::uniform, 30000, 2);
        const CountBuffers buffers(runner, options, bytes);
        const GuardedBuffer count(runner, std::vector<std::uint32_t>{20001});
        ASSERT_OK(runner.run([&](Recorder& recorder) {
            HistogramArguments arguments = buffers.arguments();
            arguments.count_buffer = count.view();
            return histogram.record(recorder, arguments);
        }));
        bytes.resize(2 * 20001);
        buffers.expect(options, bytes, method);
    }
}

TEST(NarrowedHistogram, CountsWithMoreWorkgroupsThanOneDimensionHolds) {
    // 45,000 chunks of three ranges each: 135,000 workgroups, folded into two dimensions.
    ContextOptions wanted = test_options();
    wanted.narrow = [](DeviceProfile& profile) { profile.shared_memory = 512; };
    ValidatedContext context(wanted);
    Runner runner = take(Runner::create(*context));
    const HistogramOptions options{
        .type = ElementType::u16, .bins = 700, .method = "ranges", .blocks = 45000, .threads = 32};
    const Histogram histogram = take(Histogram::create(*context, options));
    const std::vector<std::uint8_t> bytes = make_values(options.type, Distribution::uniform, 45000 * 8 + 5, 3);
    const HistogramPlan plan = take(plan_histogram({options, bytes.size() / 2}, context->profile()));
    ASSERT_GT(std::uint64_t{plan.chunks} * plan.ranges, 131072u);
    count_and_compare(runner, histogram, bytes, "folded");
}

TEST(NarrowedHistogram, KeepsWithinTheMemoryThatItPlanned) {
    // The limit leaves room for the values, the result and two tables; the planner is told and splits.
    const std::vector<std::uint8_t> bytes = make_values(ElementType::u16, Distribution::uniform, 5000, 1);
    ValidatedContext context;
    Runner runner = take(Runner::create(*context));
    HistogramOptions options{.method = "two-kernel", .blocks = 8, .threads = 64, .max_scratch = 2 * 65537 * 4};
    const HistogramPlan plan = take(plan_histogram({options, 5000}, context->profile()));
    EXPECT_EQ(plan.blocks_at_once, 3u);
    EXPECT_LE(plan.scratch_bytes, options.max_scratch);
    const Histogram histogram = take(Histogram::create(*context, options));
    count_and_compare(runner, histogram, bytes, "split");
    options.max_scratch = 1;
    const Histogram poor = take(Histogram::create(*context, options));
    count_and_compare(runner, poor, bytes, "one block at a time");
}

}  // namespace vkalgo::test
