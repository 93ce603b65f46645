// Histograms in the command buffers of a host application, on devices that it created, and on devices with fewer
// features.
#include "engine/descriptors.hpp"
#include "tests/histogram/counting.hpp"
#include "tests/support/foreign_device.hpp"

#include <gtest/gtest.h>

namespace vkalgo::test {

namespace {

const std::string kEmbeddedMethods[] = {"auto", "two-kernel", "atomic", "copies", "packed", "ranges", "global"};

HistogramOptions options_by(const std::string& method) {
    HistogramOptions options{.type = ElementType::u16, .bins = 3000, .method = method};
    if (method == "two-kernel") {
        options.blocks = 4;
        options.threads = 64;
    }
    return options;
}

/// Runs every method on the narrowed device. Only `copies` and `packed` may be refused, for lack of shared memory.
void count_on(const Narrow& narrow, std::initializer_list<std::size_t> sizes = {1025, 50021}) {
    ContextOptions wanted = test_options();
    wanted.narrow = narrow;
    ValidatedContext context(wanted);
    Runner runner = take(Runner::create(*context));
    for (const std::string& method : kEmbeddedMethods) {
        if ((method == "copies" || method == "packed") && context->profile().shared_memory < 3000 * 4) {
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
        for (const std::string& method : kEmbeddedMethods) {
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

TEST(HistogramEmbedding, EachStatedAccessIsWhatAHostsOwnBarriersNeed) {
    // A host fills one argument, counts, and fills it again. It uses barriers with only that argument's accesses and a
    // recorder that knows no earlier accesses, so synchronization validation checks each mask separately.
    ForeignDevice foreign({.everything = true});
    auto context = take(Context::adopt(foreign.host()));
    Runner runner = take(Runner::create(*context));
    DescriptorArena arena(*context);
    constexpr std::uint32_t kValues = 20000;
    struct Touched {
        const char* name;
        BufferView view;
        ArgumentAccess access;
        std::uint32_t word;
    };
    const FoldedAccess filled{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};
    const VolkDeviceTable& vk = foreign.table().device;
    const auto barrier = [&](VkCommandBuffer commands, const FoldedAccess& from, const FoldedAccess& to) {
        const VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, from.access, to.access};
        vk.vkCmdPipelineBarrier(commands, from.stages, to.stages, 0, 1, &memory, 0, nullptr, 0, nullptr);
    };
    for (const std::string& method : kEmbeddedMethods) {
        const HistogramOptions options = options_by(method);
        const Histogram histogram = take(Histogram::create(*context, options));
        std::vector<std::uint8_t> bytes(2 * kValues, 0);
        for (std::size_t low = 0; low < bytes.size(); low += 2) {
            bytes[low] = 7;
        }
        const CountBuffers buffers(runner, options, bytes);
        const GuardedBuffer count(runner, std::vector<std::uint32_t>{kValues});
        HistogramArguments arguments = buffers.arguments();
        arguments.count_buffer = count.view();
        // With add_to_counts, the recording does not fill the counts first. The barrier after such a fill would hide an
        // error in the host's barrier.
        for (const bool add : {false, true}) {
            arguments.add_to_counts = add;
            const HistogramAccess access = take(histogram.access(arguments), "access");
            for (const Touched& touched : {Touched{"values", arguments.values, access.values, 0x00070007},
                                           Touched{"counts", arguments.counts, access.counts, 0},
                                           Touched{"scratch", arguments.scratch, access.scratch, 5},
                                           Touched{"count_buffer", count.view(), access.count_buffer, kValues}}) {
                const std::string what = method + ", " + touched.name + (add ? ", added to" : "");
                const bool used = std::string(touched.name) != "scratch" || buffers.plan.scratch_bytes != 0;
                ASSERT_EQ(touched.access.first.stages != 0, used) << what;
                ASSERT_EQ(touched.access.last.stages != 0, used) << what;
                if (!used) {
                    continue;
                }
                ASSERT_OK(runner.run([&](Recorder& recorder) -> Result<void> {
                    recorder.fill(arguments.counts, 0);
                    return {};
                }));
                foreign.run([&](VkCommandBuffer commands) {
                    vk.vkCmdFillBuffer(commands, touched.view.buffer, touched.view.offset, touched.view.size,
                                       touched.word);
                    barrier(commands, filled, touched.access.first.folded());
                    HazardTracker nothing(HazardTracker::Before::nothing);
                    Recorder recorder(*context, commands, arena, {.hazards = &nothing});
                    EXPECT_OK(histogram.record(recorder, arguments));
                    barrier(commands, touched.access.last.folded(), filled);
                    // The counts are compared later, so this fill must not change them. It writes only their last word,
                    // which is 0 already.
                    const bool result = touched.view.buffer == arguments.counts.buffer;
                    vk.vkCmdFillBuffer(commands, touched.view.buffer, touched.view.offset + (result ? 4 * 3000 : 0),
                                       result ? 4 : touched.view.size, touched.word);
                });
                EXPECT_OK(arena.reset());
                buffers.expect(options, bytes, what);
            }
        }
    }
}

TEST(HistogramEmbedding, RefusesARecorderOfAnotherContext) {
    ValidatedContext one;
    ValidatedContext other;
    const Histogram histogram = take(Histogram::create(*one, {}));
    Runner runner = take(Runner::create(*other));
    const CountBuffers buffers(runner, {}, make_values(ElementType::u16, Distribution::uniform, 100, 1));
    const auto recorded =
        runner.run([&](Recorder& recorder) { return histogram.record(recorder, buffers.arguments()); });
    EXPECT_ERROR(recorded, ErrorCode::invalid_argument);
    EXPECT_EQ(recorded.error().where, "recorder");
    const auto never =
        runner.run([&](Recorder& recorder) { return Histogram().record(recorder, buffers.arguments()); });
    EXPECT_ERROR(never, ErrorCode::invalid_argument);
}

TEST(NarrowedHistogram, CountsIfViewsBeginAtMultiplesOf256Bytes) {
    const Narrow narrow = [](DeviceProfile& profile) { profile.storage_offset_alignment = 256; };
    count_on(narrow);
    ContextOptions wanted = test_options();
    wanted.narrow = narrow;
    ValidatedContext context(wanted);
    Runner runner = take(Runner::create(*context));
    for (const std::string& method : kEmbeddedMethods) {
        const HistogramOptions options = options_by(method);
        const Histogram histogram = take(Histogram::create(*context, options));
        const std::vector<std::uint8_t> bytes = make_values(ElementType::u16, Distribution::uniform, 4001, 3);
        const CountBuffers buffers(runner, options, bytes);
        const auto counted = [&](auto&& change) {
            HistogramArguments arguments = buffers.arguments();
            change(arguments);
            return runner.run([&](Recorder& recorder) { return histogram.record(recorder, arguments); });
        };
        // Only arguments that are read through bind_word may begin at any word.
        const GuardedBuffer words(runner, std::vector<std::uint32_t>{9, 4001, 9, 9});
        ASSERT_OK(counted([&](HistogramArguments& a) { a.count_buffer = words.view().slice(4, 4); }));
        buffers.expect(options, bytes, method);
        EXPECT_ERROR(counted([&](HistogramArguments& a) {
                         a.count = 100;
                         a.values = a.values.slice(64, 200);
                     }),
                     ErrorCode::invalid_argument);
        const GuardedBuffer large(runner, buffers.plan.counts_bytes + 64);
        EXPECT_ERROR(
            counted([&](HistogramArguments& a) { a.counts = large.view().slice(64, buffers.plan.counts_bytes); }),
            ErrorCode::invalid_argument);
    }
}

TEST(NarrowedHistogram, Counts64BitIntegersWithoutDeviceSupportForThem) {
    ContextOptions wanted = test_options();
    wanted.narrow = [](DeviceProfile& profile) { profile.int64 = profile.float64 = profile.int64_atomics = false; };
    ValidatedContext context(wanted);
    Runner runner = take(Runner::create(*context));
    EXPECT_ERROR(Histogram::create(*context, {.type = ElementType::f64}), ErrorCode::unsupported);
    for (const std::string& method : kEmbeddedMethods) {
        HistogramOptions options = options_by(method);
        options.type = ElementType::i64;
        const Histogram histogram = take(Histogram::create(*context, options));
        count_and_compare(runner, histogram, make_values(options.type, Distribution::uniform, 10007, 6), method);
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

TEST(NarrowedHistogram, CountsInWindowsIfABindingIsShort) {
    // 16 KiB hold 8,192 values, so 50,021 values take seven windows, and tables of 3,001 counters are added one by one.
    count_on([](DeviceProfile& profile) { profile.max_storage_range = 1 << 14; });
}

TEST(NarrowedHistogram, TakesItsCountFromTheDeviceAcrossWindows) {
    ContextOptions wanted = test_options();
    wanted.narrow = [](DeviceProfile& profile) { profile.max_storage_range = 1 << 14; };
    ValidatedContext context(wanted);
    Runner runner = take(Runner::create(*context));
    for (const char* const method : {"two-kernel", "copies", "general"}) {
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
    // 45,000 chunks of three ranges each are 135,000 workgroups, folded into two dimensions.
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

TEST(NarrowedHistogram, UsesNoMoreMemoryThanItPlanned) {
    // The limit of scratch has room for two tables, and the counts serve as a third one. So the planner splits the
    // eight blocks.
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
