// One pass: every workgroup scans a tile and looks back over the tiles before it (shaders/scan/look_back.glsl).
#include "algorithms/scan/scan_method.hpp"
#include "algorithms/scan/scan_tuning.hpp"
#include <vkalgo_spirv/scan/look_back.hpp>
#include <vkalgo_spirv/scan/look_back_f64.hpp>
#include <vkalgo_spirv/scan/look_back_f64_plain.hpp>
#include <vkalgo_spirv/scan/look_back_plain.hpp>

#include <algorithm>
#include <bit>
#include <string>

namespace vkalgo {

namespace {

bool able(const DeviceProfile& profile) {
    return profile.int64 && profile.int64_atomics && profile.memory_model_device_scope && profile.subgroup_shuffle &&
           profile.subgroup_ballot && profile.subgroup_arithmetic;
}

/// Returns true if a reproducible result is required but this method's result may vary. It varies because each run
/// finds other sums of earlier tiles ready, and so adds floating-point numbers in another order.
bool varies(const ScanOptions& options) {
    return options.reproducible && is_float(options.type) && options.op == ScanOperator::add;
}

/// Returns a rank above that of reduce-then-scan if the device and the options allow look-back, the device has
/// cross_workgroup_progress, and the elements have at least scan_one_pass_from() bytes; otherwise 0.
int rank_look_back(const ScanParams& params, const DeviceProfile& profile) {
    const bool large = params.count * size_of(params.options.type) >= scan_one_pass_from(params.options);
    return able(profile) && !varies(params.options) && profile.cross_workgroup_progress && large ? 20 : 0;
}

Result<void> plan_look_back(ScanPlan& plan, const DeviceProfile& profile) {
    if (!able(profile)) {
        return Error{ErrorCode::unsupported,
                     "the method 'look-back' needs 64-bit integers, 64-bit atomics, subgroup shuffles, ballots and "
                     "arithmetic, and the Vulkan memory model with device scope; this device lacks some of these, or "
                     "they are not enabled",
                     "method"};
    }
    if (varies(plan.options)) {
        return Error{ErrorCode::unsupported,
                     std::string("the method 'look-back' adds ") + to_string(plan.options.type) +
                         " in an order that changes from run to run; choose another method for a reproducible sum",
                     "method"};
    }
    const ScanTuning& tuning = *plan.tuning;
    // In the worst case no tile of the dispatch before a workgroup's own tile publishes its sum. The workgroup then
    // polls each of these tiles without success and computes the tile's sum itself.
    const auto steps = static_cast<std::uint64_t>(std::bit_width(tuning.lanes));
    const std::uint64_t look = 3 + 2 * steps;
    const std::uint64_t missed = (tuning.patience + std::uint64_t{1}) * look + tuning.vectors * (2 + steps) +
                                 tuning.threads / tuning.lanes + steps + 2;
    const std::uint64_t own = scan_tile_iterations(tuning) + 2 * look + 2 * steps;
    const std::uint64_t budget = scan_loop_budget(profile);
    const bool limited = profile.max_loop_iterations != 0;
    const std::uint64_t most = !limited ? UINT64_MAX : budget > own ? (budget - own) / missed + 1 : 1;
    VKALGO_CHECK(scan_cut_windows(plan, most, profile));
    plan.loop_iterations = own + (plan.window_tiles - 1) * missed;
    plan.dispatches = plan.windows;
    plan.links_offset = (plan.windows * 4 + 15) / 16 * 16;
    plan.scratch_bytes = plan.links_offset + std::max<std::uint64_t>(plan.tiles, 1) * VKALGO_SCAN_LINK_WORDS * 8;
    if (plan.scratch_bytes > profile.max_storage_range) {
        return Error{ErrorCode::too_large,
                     "the scratch of the method 'look-back' for " + std::to_string(plan.count) +
                         " elements does not fit one storage buffer of this device; choose another method, or scan "
                         "fewer elements",
                     "count"};
    }
    return {};
}

std::vector<KernelInfo> look_back_kernels(const ScanPlan& plan, const DeviceProfile& profile) {
    // On llvmpipe, subgroup operations do not work in kernels with the memory model. Exchanges through shared memory
    // (shared_lanes) do.
    const bool plain = profile.type == DeviceType::software && !plan.tuning->shared_lanes;
    if (scan_adds_f64(plan.options)) {
        return plain ? std::vector<KernelInfo>{{"scan/look_back_f64_plain", spirv::scan_look_back_f64_plain}}
                     : std::vector<KernelInfo>{{"scan/look_back_f64", spirv::scan_look_back_f64}};
    }
    if (plain) {
        return {{"scan/look_back_plain", spirv::scan_look_back_plain}};
    }
    return {{"scan/look_back", spirv::scan_look_back}};
}

void record_look_back(const ScanRecording& recording) {
    const ScanPlan& plan = recording.plan;
    const BufferView links = recording.arguments.scratch.slice(0, plan.scratch_bytes);
    recording.recorder.fill(links, 0);
    for (std::uint64_t window = 0; window < plan.dispatches; ++window) {
        shader::ScanPush push = recording.push(window);
        push.first_tile = static_cast<std::uint32_t>(window * plan.window_tiles);
        push.groups = static_cast<std::uint32_t>(std::max<std::uint64_t>(recording.tiles_of(window), 1));
        push.ticket = static_cast<std::uint32_t>(window);
        push.links = static_cast<std::uint32_t>(plan.links_offset / 8);
        push.patience = plan.tuning->patience;
        recording.dispatch(0, window, recording.results_of(window), links, push);
    }
}

}  // namespace

const ScanMethod& scan_method_look_back();
const ScanMethod& scan_method_look_back() {
    static const ScanMethod method{
        "look-back",     "one pass; each workgroup looks back at the sums of earlier workgroups",
        rank_look_back,  scan_tune_one_pass,
        plan_look_back,  look_back_kernels,
        record_look_back};
    return method;
}

}  // namespace vkalgo
