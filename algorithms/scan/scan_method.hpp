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

    /// Returns the number of tiles of a window.
    std::uint64_t tiles_of(std::uint64_t window) const;
    /// Returns the bytes of `view` that belong to a window. `view` has `tile_bytes` bytes per tile and `all` bytes for
    /// all windows together.
    BufferView slice(const BufferView& view, std::uint64_t window, std::uint64_t tile_bytes, std::uint64_t all) const;
    /// Returns the push constants of a window, up to ScanPush::total_index. The method sets the later fields.
    shader::ScanPush push(std::uint64_t window) const;
    /// Records one dispatch. `results` and `carries` are the views for VKALGO_SCAN_RESULTS and VKALGO_SCAN_CARRIES;
    /// null if the kernel does not access them.
    void dispatch(std::size_t kernel, std::uint64_t window, const BufferView& results, const BufferView& carries,
                  const shader::ScanPush& push) const;
    BufferView results_of(std::uint64_t window) const;
};

/// A way to scan. Each file methods/<name>.cpp defines `const ScanMethod& scan_method_<name>()`, with _ instead of -.
/// Only scan_methods() calls it.
struct ScanMethod {
    const char* name;
    /// A short description, for lists.
    const char* summary;
    /// Returns the method's rank for "auto", which chooses the method with the highest rank above 0.
    int (*rank)(const ScanParams& params, const DeviceProfile& profile);
    /// Adjusts the tuning that scan_tuning() chose for the device. Afterwards scan_tuning() reduces `threads` and
    /// `lanes` to what a workgroup of the device may have.
    void (*tune)(ScanTuning& tuning, const ScanOptions& options, const DeviceProfile& profile);
    /// Sets the plan's windows, scratch_bytes, dispatches and loop_iterations, and the fields that only this method
    /// uses. The fields that depend only on the options, the count and the tuning are already set. Errors: unsupported,
    /// too_large.
    Result<void> (*plan)(ScanPlan& plan, const DeviceProfile& profile);
    std::vector<KernelInfo> (*kernels)(const ScanPlan& plan, const DeviceProfile& profile);
    void (*record)(const ScanRecording& recording);
};

/// Returns all methods in order of name. CMake generates this function.
std::span<const ScanMethod* const> scan_methods();

/// Returns the methods that plans with these options may choose, for any count. Errors: invalid_argument (an unknown
/// method name).
Result<std::vector<const ScanMethod*>> scan_methods_for(const ScanOptions& options, const DeviceProfile& profile);

// Functions that methods use to plan.
/// Returns true if the scan adds f64. Such a scan needs the kernels with doubles, and a device that supports doubles.
inline bool scan_adds_f64(const ScanOptions& options) {
    return options.type == ElementType::f64 && options.op == ScanOperator::add;
}
/// Returns the most loop iterations that one invocation may make in a dispatch.
std::uint64_t scan_loop_budget(const DeviceProfile& profile);
/// Returns the largest number of loop iterations of an invocation for one tile: loads, scans of rows, the loop over the
/// teams, and stores.
std::uint64_t scan_tile_iterations(const ScanTuning& tuning);
/// Returns the smallest number of tiles after which the offsets of values, results and heads are aligned for a binding.
std::uint64_t scan_window_step(const ScanPlan& plan, const DeviceProfile& profile);
/// Sets window_tiles and windows. A window has at most `most_tiles` tiles and at most the tiles that one binding holds.
/// If there are several windows, window_tiles is a multiple of scan_window_step(). Errors: too_large.
Result<void> scan_cut_windows(ScanPlan& plan, std::uint64_t most_tiles, const DeviceProfile& profile);

}  // namespace vkalgo
