// Two passes without waiting: first the sum of each chunk, then the scan of each chunk, which begins with the sum of
// all chunks before it (shaders/scan/*_chunks).
#include "algorithms/scan/scan_method.hpp"
#include "algorithms/scan/scan_tuning.hpp"
#include <vkalgo_spirv/scan/scan_chunks.hpp>
#include <vkalgo_spirv/scan/scan_chunks_f64.hpp>
#include <vkalgo_spirv/scan/scan_chunks_f64_plain.hpp>
#include <vkalgo_spirv/scan/scan_chunks_plain.hpp>
#include <vkalgo_spirv/scan/sum_chunks.hpp>
#include <vkalgo_spirv/scan/sum_chunks_f64.hpp>
#include <vkalgo_spirv/scan/sum_chunks_f64_plain.hpp>
#include <vkalgo_spirv/scan/sum_chunks_plain.hpp>

#include <algorithm>

namespace vkalgo {

namespace {

/// Bytes of a chunk's sum.
constexpr std::uint64_t kSum = 16;

int rank_reduce_then_scan(const ScanParams&, const DeviceProfile&) {
    return 10;
}

void keep_tuning(ScanTuning&, const ScanOptions&, const DeviceProfile&) {}

Result<void> plan_chunks(ScanPlan& plan, const DeviceProfile& profile) {
    const ScanTuning& tuning = *plan.tuning;
    VKALGO_CHECK(scan_cut_windows(plan, UINT64_MAX, profile));
    const std::uint64_t tiles = std::max<std::uint64_t>(plan.tiles, 1);
    const std::uint64_t tile = scan_tile_iterations(tuning);
    const std::uint64_t teams = tuning.threads / tuning.lanes;
    const std::uint64_t budget = scan_loop_budget(profile);
    // With more chunks, each chunk is shorter, but more sums precede it. The loop over the tiles of a chunk and the
    // loop over the sums before it must fit the budget together.
    const auto before = [&](std::uint64_t chunks) { return divide_up(chunks, tuning.threads) + teams + 40; };
    std::uint64_t wanted = std::max<std::uint64_t>(tuning.chunks, plan.windows);
    for (;; wanted *= 2) {
        plan.chunk_tiles = divide_up(tiles, wanted);
        plan.window_chunks = divide_up(std::min(plan.window_tiles, tiles), plan.chunk_tiles);
        const std::uint64_t chunks = plan.window_chunks * plan.windows;
        plan.loop_iterations = plan.chunk_tiles * tile + before(chunks);
        if (plan.loop_iterations <= budget) {
            plan.scratch_bytes = tiles <= plan.chunk_tiles ? 0 : chunks * kSum;
            break;
        }
        if (plan.chunk_tiles == 1) {
            return Error{ErrorCode::too_large,
                         std::to_string(plan.count) +
                             " elements need more loop iterations per invocation than this device allows, " +
                             std::to_string(budget) + "; scan fewer elements",
                         "count"};
        }
    }
    plan.dispatches = plan.windows * (plan.scratch_bytes == 0 ? 1 : 2);
    return {};
}

std::vector<KernelInfo> reduce_then_scan_kernels(const ScanPlan& plan, const DeviceProfile&) {
    if (scan_adds_f64(plan.options)) {
        if (plan.tuning->shared_lanes) {
            return {{"scan/sum_chunks_f64_plain", spirv::scan_sum_chunks_f64_plain},
                    {"scan/scan_chunks_f64_plain", spirv::scan_scan_chunks_f64_plain}};
        }
        return {{"scan/sum_chunks_f64", spirv::scan_sum_chunks_f64},
                {"scan/scan_chunks_f64", spirv::scan_scan_chunks_f64}};
    }
    if (plan.tuning->shared_lanes) {
        return {{"scan/sum_chunks_plain", spirv::scan_sum_chunks_plain},
                {"scan/scan_chunks_plain", spirv::scan_scan_chunks_plain}};
    }
    return {{"scan/sum_chunks", spirv::scan_sum_chunks}, {"scan/scan_chunks", spirv::scan_scan_chunks}};
}

void record_reduce_then_scan(const ScanRecording& recording) {
    const ScanPlan& plan = recording.plan;
    const BufferView sums = recording.arguments.scratch.slice(0, plan.scratch_bytes);
    for (const std::size_t pass : {std::size_t{0}, std::size_t{1}}) {
        if (pass == 0 && plan.scratch_bytes == 0) {
            continue;
        }
        for (std::uint64_t window = 0; window < plan.windows; ++window) {
            shader::ScanPush push = recording.push(window);
            push.first_tile = static_cast<std::uint32_t>(window * plan.window_chunks);
            push.groups = static_cast<std::uint32_t>(
                divide_up(std::max<std::uint64_t>(recording.tiles_of(window), 1), plan.chunk_tiles));
            push.chunk_tiles = static_cast<std::uint32_t>(plan.chunk_tiles);
            recording.dispatch(pass, window, pass == 0 ? sums : recording.results_of(window),
                               plan.scratch_bytes == 0 ? BufferView{} : sums, push);
        }
    }
}

}  // namespace

const ScanMethod& scan_method_reduce_then_scan();
const ScanMethod& scan_method_reduce_then_scan() {
    static const ScanMethod method{"reduce-then-scan",
                                   "two passes; no workgroup waits for another",
                                   rank_reduce_then_scan,
                                   keep_tuning,
                                   plan_chunks,
                                   reduce_then_scan_kernels,
                                   record_reduce_then_scan};
    return method;
}

}  // namespace vkalgo
