// Internal to algorithms/scan/: the interface that each file of methods/ implements.
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

/// One recording: the plan, its kernels in the order of ScanMethod::kernels, and the caller's arguments.
struct ScanRecording {
    Recorder& recorder;
    const ScanPlan& plan;
    std::span<const std::shared_ptr<const Kernel>> kernels;
    const ScanArguments& arguments;

    /// tiles_of() returns the number of tiles of a window. slice() returns the part of `view` for a window:
    /// `tile_bytes` per tile, `all` bytes in all windows together.
    std::uint64_t tiles_of(std::uint64_t window) const;
    BufferView slice(const BufferView& view, std::uint64_t window, std::uint64_t tile_bytes, std::uint64_t all) const;
    /// Returns the push constants that every kernel of a window gets.
    shader::ScanPush push(std::uint64_t window) const;
    /// Records one dispatch. The method passes its own `results` and `carries`.
    void dispatch(std::size_t kernel, std::uint64_t window, const BufferView& results, const BufferView& carries,
                  const shader::ScanPush& push) const;
    BufferView results_of(std::uint64_t window) const;
};

/// A way to scan. Each file methods/<name>.cpp defines `const ScanMethod& scan_method_<name>()`; nothing else names it.
struct ScanMethod {
    const char* name;
    /// A short description, for lists.
    const char* summary;
    /// Returns the method's rank for "auto", which chooses the method with the highest rank above 0.
    int (*rank)(const ScanParams& params, const DeviceProfile& profile);
    /// Adjusts the tuning that scan_tuning() chose for the device. scan_tuning() applies the device's limits
    /// afterwards.
    void (*tune)(ScanTuning& tuning, const ScanOptions& options, const DeviceProfile& profile);
    /// Sets the plan's windows and chunks, scratch_bytes, dispatches and loop_iterations. What all methods have in
    /// common is already set. Errors: unsupported, too_large.
    Result<void> (*plan)(ScanPlan& plan, const DeviceProfile& profile);
    std::vector<KernelInfo> (*kernels)(const ScanPlan& plan, const DeviceProfile& profile);
    void (*record)(const ScanRecording& recording);
};

/// Returns all methods in order of name. CMake generates this function.
std::span<const ScanMethod* const> scan_methods();

/// Returns the methods that plans with these options may choose, for any count. Errors: those of plan_scan about the
/// options.
Result<std::vector<const ScanMethod*>> scan_methods_for(const ScanOptions& options, const DeviceProfile& profile);

// Functions that methods use to plan.
/// Returns true if the scan adds f64. Such a scan needs the kernels with doubles, and a device that supports doubles.
inline bool scan_adds_f64(const ScanOptions& options) {
    return options.type == ElementType::f64 && options.op == ScanOperator::add;
}
/// Returns the loop iterations that one invocation may make in a dispatch.
std::uint64_t scan_loop_budget(const DeviceProfile& profile);
/// Returns the largest number of loop iterations of an invocation for one tile: loads, row scans, stores, subgroups.
std::uint64_t scan_tile_iterations(const ScanTuning& tuning);
/// Returns the number of tiles after which every argument's offset is aligned again.
std::uint64_t scan_window_step(const ScanPlan& plan, const DeviceProfile& profile);
/// Sets window_tiles and windows. A window has at most `most_tiles` tiles and at most the tiles that one binding holds.
/// If there are several windows, their number of tiles is a multiple of scan_window_step(). Errors: too_large.
Result<void> scan_cut_windows(ScanPlan& plan, std::uint64_t most_tiles, const DeviceProfile& profile);

}  // namespace vkalgo
