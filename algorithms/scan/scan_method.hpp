// Internal to algorithms/scan/: what a file of methods/ defines.
#pragma once

#include "algorithms/divide_up.hpp"
#include "engine/kernel.hpp"
#include "engine/recorder.hpp"
#include "scan.hpp"
#include "scan_plan.hpp"
#include "shaders/scan/scan.h"

#include <memory>
#include <span>
#include <vector>

namespace vkalgo {

/// One recording: the plan, its kernels in the order of ScanMethod::kernels, the caller's arguments.
struct ScanRecording {
    Recorder& recorder;
    const ScanPlan& plan;
    std::span<const std::shared_ptr<const Kernel>> kernels;
    const ScanArguments& arguments;

    /// Tiles of a window, and what of `view` belongs to them: `bytes` per tile, `all` bytes in all windows together.
    std::uint64_t tiles_of(std::uint64_t window) const;
    BufferView slice(const BufferView& view, std::uint64_t window, std::uint64_t tile_bytes, std::uint64_t all) const;
    /// What every kernel is pushed for a window.
    shader::ScanPush push(std::uint64_t window) const;
    /// One dispatch: `results` and `carries` are those of the method's own.
    void dispatch(std::size_t kernel, std::uint64_t window, const BufferView& results, const BufferView& carries,
                  const shader::ScanPush& push) const;
    BufferView results_of(std::uint64_t window) const;
};

/// How a scan is done. A file methods/<name>.cpp defines `const ScanMethod& scan_method_<name>()`; nothing else knows
/// it.
struct ScanMethod {
    const char* name;
    /// Words about it, for lists.
    const char* summary;
    /// For "auto": of the methods with a rank above 0 the highest is taken.
    int (*rank)(const ScanParams& params, const DeviceProfile& profile);
    /// Adjusts what scan_tuning() chose for the device; the device's limits are kept to afterwards.
    void (*tune)(ScanTuning& tuning, const ScanOptions& options, const DeviceProfile& profile);
    /// Fills in the plan's cuts, scratch_bytes, dispatches and loop_iterations; what is common stands already.
    /// Errors: unsupported, too_large.
    Result<void> (*plan)(ScanPlan& plan, const DeviceProfile& profile);
    std::vector<KernelInfo> (*kernels)(const ScanPlan& plan, const DeviceProfile& profile);
    void (*record)(const ScanRecording& recording);
};

/// All methods in order of name (made by CMake).
std::span<const ScanMethod* const> scan_methods();

/// Those that plans of these options may name, whatever the count. Errors: those of plan_scan about the options.
Result<std::vector<const ScanMethod*>> scan_methods_for(const ScanOptions& options, const DeviceProfile& profile);

// What methods plan with.
/// Iterations that one invocation may make in a dispatch.
std::uint64_t scan_loop_budget(const DeviceProfile& profile);
/// Iterations that one tile takes at most: loads, row scans, stores, the teams.
std::uint64_t scan_tile_iterations(const ScanTuning& tuning);
/// Tiles after which every argument's offset is aligned again.
std::uint64_t scan_window_step(const ScanPlan& plan, const DeviceProfile& profile);
/// Sets window_tiles and windows: what a binding holds, at most `most_tiles`, and a multiple of the step unless one
/// window holds all. Errors: too_large.
Result<void> scan_cut_windows(ScanPlan& plan, std::uint64_t most_tiles, const DeviceProfile& profile);

}  // namespace vkalgo
