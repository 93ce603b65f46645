// Scans as parts of other recordings, on devices that are not our own, and on smaller ones.
#include "engine/descriptors.hpp"
#include "engine/hazards.hpp"
#include "tests/scan/scanning.hpp"
#include "tests/support/foreign_device.hpp"
#include <vkalgo_spirv/tests_scan/flag_odd.hpp>
#include <vkalgo_spirv/tests_scan/scatter_odd.hpp>

#include <gtest/gtest.h>

namespace vkalgo::test {

namespace {

constexpr const char* kMethods[] = {"look-back", "reduce-then-scan"};

/// Stream compaction: flags, their exclusive scan in place, and a scatter; the scan's total is how many were kept.
class Compaction {
public:
    Compaction(Context& context, const char* method)
        : options_{.kind = ScanKind::exclusive, .method = method},
          tuning_(scan_tuning(options_, context.profile())),
          flag_(take(context.kernel({.name = "flag_odd", .spirv = spirv::tests_scan_flag_odd}))),
          scatter_(take(context.kernel({.name = "scatter_odd", .spirv = spirv::tests_scan_scatter_odd}))) {
        tuning_.threads = 2 * tuning_.lanes;
        tuning_.vectors = 2;
        scan_ = take(create_tuned_scan(context, options_, tuning_));
    }

    struct Buffers {
        Buffers(Runner& runner, const Compaction& of, std::vector<std::uint32_t> in)
            : input(std::move(in)),
              values(runner, input),
              places(runner, input.size() * 4),
              kept(runner, input.size() * 4),
              count(runner, 4),
              scratch(runner, take(plan_tuned_scan({of.options_, input.size()}, runner.context().profile(), of.tuning_))
                                  .scratch_bytes) {}

        void expect(const char* what) const {
            std::vector<std::uint32_t> expected;
            std::copy_if(input.begin(), input.end(), std::back_inserter(expected),
                         [](std::uint32_t value) { return value % 2 == 1; });
            ASSERT_EQ(count.values<std::uint32_t>(1)[0], expected.size()) << what;
            EXPECT_EQ(kept.values<std::uint32_t>(expected.size()), expected) << what;
            for (const GuardedBuffer* buffer : {&values, &places, &kept, &count, &scratch}) {
                buffer->expect_intact(what);
            }
        }

        std::vector<std::uint32_t> input;
        GuardedBuffer values, places, kept, count, scratch;
    };

    Result<void> record(Recorder& recorder, const Buffers& buffers) const {
        const auto count = static_cast<std::uint32_t>(buffers.input.size());
        const Groups groups = Groups::linear((count + 63) / 64, recorder.context());
        recorder.dispatch(*flag_, {buffers.values.view(), buffers.places.view()}, count, groups);
        VKALGO_CHECK(scan_.record(recorder, {.values = buffers.places.view(),
                                             .results = buffers.places.view(),
                                             .scratch = buffers.scratch.view(),
                                             .count = count,
                                             .total = buffers.count.view()}));
        recorder.dispatch(*scatter_, {buffers.values.view(), buffers.places.view(), buffers.kept.view()}, count,
                          groups);
        return recorder.status();
    }

private:
    ScanOptions options_;
    ScanTuning tuning_;
    std::shared_ptr<const Kernel> flag_, scatter_;
    Scan scan_;
};

/// Two compactions in one command buffer of a context narrowed so, by each method that it has.
void compact_on(const Narrow& narrow) {
    ContextOptions wanted = test_options();
    wanted.narrow = narrow;
    ValidatedContext context(wanted);
    Runner runner = take(Runner::create(*context));
    for (const char* method : kMethods) {
        if (const auto made = Scan::create(*context, {.method = method}); !made) {
            EXPECT_EQ(made.error().code, ErrorCode::unsupported) << method << ": " << made.error().message;
            continue;
        }
        const Compaction compaction(*context, method);
        const Compaction::Buffers first(runner, compaction, random_words(5003, 1));
        const Compaction::Buffers second(runner, compaction, random_words(1025, 2));
        ASSERT_OK(runner.run([&](Recorder& recorder) -> Result<void> {
            VKALGO_CHECK(compaction.record(recorder, first));
            return compaction.record(recorder, second);
        }));
        first.expect(method);
        second.expect(method);
    }
}

}  // namespace

TEST(ScanEmbedding, CompactsTwiceInOneCommandBuffer) {
    compact_on({});
}

TEST(ScanEmbedding, CompactsOnADeviceThatAlignsTo256Bytes) {
    compact_on([](DeviceProfile& profile) { profile.storage_offset_alignment = 256; });
}

TEST(ScanEmbedding, CompactsWithoutPushDescriptorsSubgroupsOrLargeWorkgroups) {
    compact_on([](DeviceProfile& profile) {
        profile.push_descriptors = false;
        profile.subgroup_vote = profile.subgroup_ballot = profile.subgroup_arithmetic = false;
        profile.subgroup_shuffle = profile.subgroup_shuffle_relative = false;
        profile.max_workgroup_invocations = 128;
        profile.max_workgroup_size = {128, 128, 64};
    });
}

TEST(ScanEmbedding, CompactsInsideAForeignCommandBuffer) {
    for (const bool everything : {false, true}) {
        ForeignDevice foreign({.everything = everything});
        auto context = take(Context::adopt(foreign.host()));
        Runner runner = take(Runner::create(*context));
        DescriptorArena arena(*context);
        for (const char* method : kMethods) {
            if (!Scan::create(*context, {.method = method})) {
                continue;
            }
            const Compaction compaction(*context, method);
            const Compaction::Buffers buffers(runner, compaction, random_words(5003, 3));
            foreign.run([&](VkCommandBuffer commands) {
                Recorder recorder(*context, commands, arena);
                EXPECT_OK(compaction.record(recorder, buffers));
            });
            EXPECT_OK(arena.reset());
            buffers.expect(method);
        }
    }
}

TEST(ScanEmbedding, TheStatedAccessesAreWhatAHostsOwnBarriersNeed) {
    // A host fills the values, scans, and copies the results, with barriers made of access() alone: synchronization
    // validation judges them.
    ForeignDevice foreign({.everything = true});
    auto context = take(Context::adopt(foreign.host()));
    Runner runner = take(Runner::create(*context));
    DescriptorArena arena(*context);
    for (const char* method : kMethods) {
        const ScanOptions options{.method = method};
        const Scan scan = take(Scan::create(*context, options));
        const ScanInput input = make_scan_input(options, 20000, 1);
        const ScanBuffers buffers(runner, take(plan_scan({options, 20000}, context->profile())), input);
        const GuardedBuffer copy(runner, 80000);
        const ScanAccess access = take(scan.access(buffers.arguments()));
        foreign.run([&](VkCommandBuffer commands) {
            const VolkDeviceTable& vk = foreign.table().device;
            const auto old = [](VkFlags64 mask) { return static_cast<VkFlags>(mask); };
            const BufferView values = buffers.values.view();
            vk.vkCmdFillBuffer(commands, values.buffer, values.offset, values.size, 3);
            StageAccess first = access.values.first;
            first |= access.results.first;
            first |= access.scratch.first;
            first |= access.total.first;
            const VkMemoryBarrier before{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_TRANSFER_WRITE_BIT,
                                         old(first.access)};
            vk.vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, old(first.stages), 0, 1, &before, 0,
                                    nullptr, 0, nullptr);
            HazardTracker hazards(HazardTracker::Before::nothing);
            Recorder recorder(*context, commands, arena, {.hazards = &hazards});
            EXPECT_OK(scan.record(recorder, buffers.arguments()));
            const StageAccess last = access.results.last;
            const VkMemoryBarrier after{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, old(last.access),
                                        VK_ACCESS_TRANSFER_READ_BIT};
            vk.vkCmdPipelineBarrier(commands, old(last.stages), VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1, &after, 0,
                                    nullptr, 0, nullptr);
            const VkBufferCopy region{buffers.results.view().offset, copy.view().offset, 80000};
            vk.vkCmdCopyBuffer(commands, buffers.results.view().buffer, copy.view().buffer, 1, &region);
        });
        EXPECT_OK(arena.reset());
        EXPECT_EQ(copy.values<std::uint32_t>(20000)[19999], 60000u) << method;
    }
}

class ScanWindows : public DeviceTest {};

TEST_F(ScanWindows, AreScannedFromTheSumsBeforeThemWithHeadsAndACountOnTheDevice) {
    ContextOptions wanted = test_options();
    wanted.narrow = [](DeviceProfile& profile) {
        profile.max_storage_range = 1 << 14;
        profile.storage_offset_alignment = 64;
    };
    ValidatedContext context(wanted);
    Runner small = take(Runner::create(*context));
    for (const char* method : kMethods) {
        for (const bool segmented : {false, true}) {
            const ScanOptions options{.type = ElementType::u32, .segmented = segmented, .method = method};
            ScanTuning tuning = scan_tuning(options, context->profile());
            tuning.threads = 2 * tuning.lanes;
            tuning.vectors = 2;
            const Scan scan = take(create_tuned_scan(*context, options, tuning));
            const ScanInput input = make_scan_input(options, 20011, 1, 5000);
            const ScanPlan plan = take(plan_tuned_scan({options, input.count}, context->profile(), tuning));
            EXPECT_GT(plan.windows, 4u);
            for (const std::uint32_t present : {0u, 4096u, 4097u, 15000u, 20011u}) {
                const GuardedBuffer count(small, std::vector<std::uint32_t>{present});
                const ScanBuffers buffers(small, plan, input);
                ASSERT_OK(small.run([&](Recorder& recorder) {
                    ScanArguments arguments = buffers.arguments();
                    arguments.count_buffer = count.view();
                    return scan.record(recorder, arguments);
                }));
                buffers.expect(scan_words(options) + " in windows", present);
            }
        }
    }
}

TEST_F(ScanWindows, HoldMoreWorkgroupsThanOneDimension) {
    for (const char* method : kMethods) {
        const ScanOptions options{.method = method};
        ScanTuning tuning = scan_tuning(options, context().profile());
        tuning.threads = tuning.lanes;
        tuning.vectors = 1;
        tuning.chunks = 1 << 20;
        const Scan scan = take(create_tuned_scan(context(), options, tuning));
        const ScanInput input = make_scan_input(options, 70000ull * tuning.lanes * 4, 1);
        scan_and_compare(runner(), options, tuning, scan, input);
    }
}

TEST_F(ScanWindows, RefuseViewsThatAreMissingSmallAskewOrOverlapping) {
    const ScanOptions options{.segmented = true, .method = "look-back"};
    const Scan scan = take(Scan::create(context(), options));
    const ScanInput input = make_scan_input(options, 1000, 1);
    const ScanBuffers buffers(runner(), take(plan_scan({options, 1000}, context().profile())), input);
    const auto record = [&](auto&& change) {
        ScanArguments arguments = buffers.arguments();
        change(arguments);
        return runner().run([&](Recorder& recorder) { return scan.record(recorder, arguments); });
    };
    EXPECT_OK(record([](ScanArguments&) {}));
    const auto refused = [&](const char* name, auto&& change) {
        const auto result = record(change);
        ASSERT_ERROR(result, ErrorCode::invalid_argument);
        EXPECT_EQ(result.error().where, name) << result.error().message;
    };
    refused("values", [](ScanArguments& a) { a.values = {}; });
    refused("results", [](ScanArguments& a) { a.results = {}; });
    refused("heads", [](ScanArguments& a) { a.heads = {}; });
    refused("scratch", [](ScanArguments& a) { a.scratch.size -= 4; });
    refused("values", [](ScanArguments& a) { a.values.size = 3996; });
    refused("values", [](ScanArguments& a) { a.values.offset += 4; });
    refused("total", [](ScanArguments& a) { a.total.offset += 2; });
    refused("values", [](ScanArguments& a) {
        a.count = 500;
        a.results = a.values.slice(1024, 2048);
    });
    refused("count", [](ScanArguments& a) {
        a.count = 1ull << 32;
        a.count_buffer = a.total;
    });
}

}  // namespace vkalgo::test
