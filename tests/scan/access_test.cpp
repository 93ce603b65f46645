// Tests the accesses that a scan reports to a host application, and the recorders that it refuses.
#include "engine/descriptors.hpp"
#include "engine/hazards.hpp"
#include "tests/scan/scanning.hpp"
#include "tests/support/foreign_device.hpp"
#include <vkalgo_spirv/tests_scan/fill_words.hpp>

#include <algorithm>
#include <string_view>

#include <gtest/gtest.h>

namespace vkalgo::test {

namespace {

constexpr std::uint32_t kElements = 20000;

/// An argument of a scan. The host application fills it with a word before the scan, and some of its bytes after the
/// scan.
struct Touched {
    const char* name;
    BufferView view;
    ArgumentAccess access;
    std::uint32_t before;
    /// The bytes that are filled after the scan, and the word that fills them. With this word, correct results stay
    /// correct.
    BufferView later;
    std::uint32_t after;
};

/// A host application that fills an argument before and after a scan, in its own command buffer. The fill before the
/// scan is a transfer or a kernel. If the scan records transfers itself, its barrier after them would hide an error in
/// the host's barrier after a transfer, so only a fill by a kernel tests that barrier.
class HostsOwnBarriers {
public:
    /// Records the fills and the scan. The barriers between them have only the accesses that the scan reports for this
    /// argument, and the recorder of the scan knows no earlier accesses.
    void scan(const Scan& scan, const ScanArguments& arguments, const Touched& touched, bool by_kernel) {
        const VolkDeviceTable& vk = foreign_.table().device;
        const FoldedAccess written{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT};
        const FoldedAccess filled{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};
        const auto barrier = [&](VkCommandBuffer commands, const FoldedAccess& from, const FoldedAccess& to) {
            const VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, from.access, to.access};
            vk.vkCmdPipelineBarrier(commands, from.stages, to.stages, 0, 1, &memory, 0, nullptr, 0, nullptr);
        };
        foreign_.run([&](VkCommandBuffer commands) {
            const BufferView& view = touched.view;
            if (by_kernel) {
                HazardTracker own(HazardTracker::Before::nothing);
                Recorder recorder(*context_, commands, arena_, {.hazards = &own});
                const std::uint32_t push[] = {static_cast<std::uint32_t>(view.size / 4), touched.before};
                const Binding bindings[] = {view};
                recorder.dispatch(*fill_, bindings, std::as_bytes(std::span(push)), Groups{1, 1, 1});
                EXPECT_OK(recorder.status());
            } else {
                vk.vkCmdFillBuffer(commands, view.buffer, view.offset, view.size, touched.before);
            }
            barrier(commands, by_kernel ? written : filled, touched.access.first.folded());
            HazardTracker nothing(HazardTracker::Before::nothing);
            Recorder recorder(*context_, commands, arena_, {.hazards = &nothing});
            EXPECT_OK(scan.record(recorder, arguments));
            barrier(commands, touched.access.last.folded(), filled);
            const BufferView& later = touched.later;
            vk.vkCmdFillBuffer(commands, later.buffer, later.offset, later.size, touched.after);
        });
        EXPECT_OK(arena_.reset());
        for (const std::string& message : foreign_.messages().taken()) {
            ADD_FAILURE() << message;
        }
    }

    Context& context() { return *context_; }
    Runner& runner() { return runner_; }

private:
    ForeignDevice foreign_{{.everything = true}};
    std::unique_ptr<Context> context_ = take(Context::adopt(foreign_.host()));
    Runner runner_ = take(Runner::create(*context_));
    DescriptorArena arena_{*context_};
    std::shared_ptr<const Kernel> fill_ =
        take(context_->kernel({.name = "fill_words", .spirv = spirv::tests_scan_fill_words}));
};

/// Returns elements that are all 3, as a fill with the word 3 makes them, and a head at every 32nd element, from
/// element 0 on.
ScanInput filled_input(const ScanOptions& options) {
    ScanInput input = make_scan_input(options, kElements, 1);
    for (std::size_t i = 0; i < input.values.size(); ++i) {
        input.values[i] = i % 4 == 0 ? 3 : 0;
    }
    std::fill(input.heads.begin(), input.heads.end(), 1u);
    return input;
}

}  // namespace

TEST(ScanAccesses, EachStatedAccessIsWhatAHostsOwnBarriersNeed) {
    // Synchronization validation reports a stage or an access that a barrier lacks. The results are checked too.
    HostsOwnBarriers host;
    for (const char* method : {"look-back", "reduce-then-scan"}) {
        for (const bool segmented : {false, true}) {
            const ScanOptions options{.segmented = segmented, .method = method};
            const Scan scan = take(Scan::create(host.context(), options));
            const ScanPlan plan = take(plan_scan({options, kElements}, host.context().profile()));
            const ScanInput input = filled_input(options);
            const std::uint32_t sum = 3 * (segmented ? kElements % 32 == 0 ? 32 : kElements % 32 : kElements);
            for (const bool in_place : {false, true}) {
                const ScanBuffers names(host.runner(), plan, input);
                const GuardedBuffer unused(host.runner(), 4);
                const auto touched_by = [&](const ScanBuffers& buffers, const BufferView& count) {
                    ScanArguments arguments = buffers.arguments(in_place);
                    arguments.count_buffer = count;
                    const ScanAccess access = take(scan.access(arguments), "access");
                    const BufferView& results = arguments.results;
                    std::vector<Touched> all{{"scratch", arguments.scratch, access.scratch, 5, arguments.scratch, 5},
                                             {"total", arguments.total, access.total, 5, arguments.total, sum},
                                             {"count_buffer", count, access.count_buffer, kElements, count, 0}};
                    if (segmented) {
                        all.push_back({"heads", arguments.heads, access.heads, 1, arguments.heads, 0});
                    }
                    if (!in_place) {
                        all.push_back({"values", arguments.values, access.values, 3, arguments.values, 0});
                    }
                    all.push_back({"results", results, access.results, in_place ? 3u : 5u,
                                   results.slice(results.size - 4, 4), sum});
                    return all;
                };
                const std::size_t arguments = touched_by(names, unused.view()).size();
                for (std::size_t each = 0; each < 2 * arguments; ++each) {
                    const ScanBuffers buffers(host.runner(), plan, input);
                    const GuardedBuffer count(host.runner(), std::vector<std::uint32_t>{kElements});
                    const Touched touched = touched_by(buffers, count.view())[each / 2];
                    const bool by_kernel = each % 2 == 1;
                    const std::string what = scan_words(options) + (in_place ? " in place, " : ", ") + touched.name +
                                             (by_kernel ? " by a kernel" : "");
                    SCOPED_TRACE(what);
                    ASSERT_NE(touched.access.first.stages, 0u);
                    ASSERT_NE(touched.access.last.stages, 0u);
                    if (touched.name == std::string_view("total") ||
                        (touched.name == std::string_view("results") && !in_place)) {
                        // Look-back records its own barrier before it writes total and results. With that barrier the
                        // validation layer would not report a wrong access here. So the access is checked directly.
                        EXPECT_TRUE(touched.access.first.holds(
                            {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, VK_ACCESS_2_SHADER_WRITE_BIT}));
                    }
                    if (touched.name == std::string_view("results") && in_place) {
                        // A method with one pass writes in the dispatch that reads. With two passes, the first pass
                        // only reads.
                        const bool one_pass = options.method == "look-back";
                        const VkAccessFlags2 access =
                            VK_ACCESS_2_SHADER_READ_BIT | (one_pass ? VK_ACCESS_2_SHADER_WRITE_BIT : 0);
                        EXPECT_TRUE(touched.access.first.holds({VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, access}));
                    }
                    ScanArguments wanted = buffers.arguments(in_place);
                    wanted.count_buffer = count.view();
                    host.scan(scan, wanted, touched, by_kernel);
                    buffers.expect(what, kElements, in_place);
                }
            }
        }
    }
}

TEST(ScanAccesses, RefuseARecorderOfAnotherContext) {
    ValidatedContext one;
    ValidatedContext other;
    const ScanOptions options;
    const Scan scan = take(Scan::create(*one, options));
    Runner runner = take(Runner::create(*other));
    const ScanInput input = make_scan_input(options, 100, 1);
    const ScanBuffers buffers(runner, take(plan_scan({options, 100}, other->profile())), input);
    const auto refused = [&](const Scan& by, const char* where) {
        const auto recorded = runner.run([&](Recorder& recorder) { return by.record(recorder, buffers.arguments()); });
        ASSERT_ERROR(recorded, ErrorCode::invalid_argument);
        EXPECT_EQ(recorded.error().where, where);
    };
    refused(scan, "recorder");
    refused(Scan(), "scan");
    EXPECT_ERROR(Scan().access(buffers.arguments()), ErrorCode::invalid_argument);
}

}  // namespace vkalgo::test
