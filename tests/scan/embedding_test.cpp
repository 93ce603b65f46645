// Scans as parts of other recordings, on devices that a host application created, and on devices with fewer features.
#include "engine/descriptors.hpp"
#include "tests/scan/scanning.hpp"
#include "tests/support/foreign_device.hpp"
#include <vkalgo_spirv/tests_scan/flag_odd.hpp>
#include <vkalgo_spirv/tests_scan/scatter_odd.hpp>

#include <gtest/gtest.h>

namespace vkalgo::test {

namespace {

/// Stream compaction: flags, their in-place exclusive scan, and a scatter. The scan's total is the number of values
/// kept.
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
              indices(runner, input.size() * 4),
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
            for (const GuardedBuffer* buffer : {&values, &indices, &kept, &count, &scratch}) {
                buffer->expect_intact(what);
            }
        }

        std::vector<std::uint32_t> input;
        GuardedBuffer values, indices, kept, count, scratch;
    };

    Result<void> record(Recorder& recorder, const Buffers& buffers) const {
        const auto count = static_cast<std::uint32_t>(buffers.input.size());
        const Groups groups = Groups::linear((count + 63) / 64, recorder.context());
        recorder.dispatch(*flag_, {buffers.values.view(), buffers.indices.view()}, count, groups);
        VKALGO_CHECK(scan_.record(recorder, {.values = buffers.indices.view(),
                                             .results = buffers.indices.view(),
                                             .scratch = buffers.scratch.view(),
                                             .count = count,
                                             .total = buffers.count.view()}));
        recorder.dispatch(*scatter_, {buffers.values.view(), buffers.indices.view(), buffers.kept.view()}, count,
                          groups);
        return recorder.status();
    }

private:
    ScanOptions options_;
    ScanTuning tuning_;
    std::shared_ptr<const Kernel> flag_, scatter_;
    Scan scan_;
};

/// Runs two compactions in one command buffer, in a context whose profile `narrow` reduced. Does so with each method
/// that the context supports.
void compact_on(const Narrow& narrow) {
    ContextOptions wanted = test_options();
    wanted.narrow = narrow;
    ValidatedContext context(wanted);
    Runner runner = take(Runner::create(*context));
    for (const char* method : kScanMethods) {
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
        for (const char* method : kScanMethods) {
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

}  // namespace vkalgo::test
