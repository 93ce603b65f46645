// Internal to algorithms/sort/: what a file of methods/ defines.
#pragma once

#include "../histogram/histogram.hpp"
#include "../scan/scan.hpp"
#include "engine/kernel.hpp"
#include "engine/profiler.hpp"
#include "engine/recorder.hpp"
#include "sort.hpp"
#include "sort_phases.hpp"
#include "sort_tuning.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace vkalgo {

/// One recording: the plan, its kernels in the order of SortMethod::kernels, the caller's arguments.
struct SortRecording {
    Recorder& recorder;
    const SortPlan& plan;
    std::span<const std::shared_ptr<const Kernel>> kernels;
    /// with SortMethod::scans
    const Scan* scan;
    const SortArguments& arguments;
    /// A word that says how many keys there are, or keys that nobody looks at; see PrattPush::counted.
    BufferView count_words;
    std::uint32_t counted = 0;
    /// with SortMethod::small_keys; the sort with SortOptions::values besides
    const Histogram* histogram = nullptr;
    const Sort* by_bins = nullptr;
};

/// How keys are sorted. A file methods/<name>.cpp defines `const SortMethod& sort_method_<name>()`; nothing else knows
/// it.
struct SortMethod {
    const char* name;
    /// Words about it, for lists.
    const char* summary;
    /// It needs exclusive sums of u32.
    bool scans;
    /// Values of equal keys keep their order. (With SortOptions::indices they do by every method that sorts.)
    bool stable;
    /// False: it leaves keys unsorted by design, and is there to be measured.
    bool sorts = true;
    /// It sorts keys of 8 and 16 bits, and no others. It needs a histogram of them, and a sort of their bins.
    bool small_keys = false;
    /// It heeds SortOptions::begin_bit and end_bit; only a stable method can.
    bool by_bits = false;
    /// Its workgroups wait for one another. It ends on every device, but "auto" takes it only where the profile has
    /// cross_workgroup_progress.
    bool waits = false;
    /// It sorts keys that one binding does not hold, in parts (SortPlan::part).
    bool parts = false;
    /// It takes SortOptions::shell: its increments, and what cuts classes into runs.
    bool takes_increments = false;
    bool takes_runs = false;
    /// Milliseconds that a finished plan of this method will take, by sort_costs; "auto" takes the least. Null: it is
    /// taken by name only.
    double (*predict)(const SortPlan& plan, const DeviceProfile& profile) = nullptr;
    /// Fills in the plan's scratch_bytes, dispatches and loop_iterations; what is common stands already.
    /// Errors: unsupported, too_large.
    Result<void> (*plan)(SortPlan& plan, const DeviceProfile& profile);
    std::vector<KernelInfo> (*kernels)(const SortPlan& plan, const DeviceProfile& profile);
    Result<void> (*record)(const SortRecording& recording);
    /// What it leaves, worked out on the processor. Null: what sort_reference gives, but for the order of equal keys if
    /// it is not stable.
    Result<void> (*reference)(const SortPlan& plan, std::span<std::byte> keys,
                              std::span<std::uint32_t> values) = nullptr;
    /// What sort_phases gives, without times. Null: it has no phases.
    Result<std::vector<SortPhase>> (*phases)(const SortPlan& plan, const DeviceProfile& profile,
                                             std::span<const std::byte> keys, const SortStateVisitor& visit) = nullptr;
    /// Not null: it sorts on the processor, and needs no device; kernels and record are null then. With
    /// SortOptions::phases it appends a span per increment. Errors: cancelled.
    Result<void> (*sort_on_host)(const SortPlan& plan, std::span<std::byte> keys, std::span<std::uint32_t> values,
                                 const std::stop_token& cancel, std::vector<SpanTime>& spans) = nullptr;
};

/// All methods in order of name (made by CMake).
std::span<const SortMethod* const> sort_methods();

/// Errors: unsupported, as plan_sort has it (options.method does not look at this field of SortOptions or ShellOptions,
/// whose default may be given; "auto" looks at none of ShellOptions).
Result<void> check_heeded(const SortOptions& options, std::string_view field);

/// Errors: too_large (more than kMaxSortPhases).
Result<void> check_phases(std::size_t phases);

/// The scan that SortRecording::scan is.
inline const ScanOptions kSortScan{.type = ElementType::u32, .kind = ScanKind::exclusive};

/// The histogram that SortRecording::histogram is, and the sort that SortRecording::by_bins is: of words that hold the
/// number of a key's bin.
inline HistogramOptions sort_histogram(const SortOptions& options) {
    return {.type = options.type};
}
inline SortOptions sort_by_bins(const SortOptions& options) {
    return {.values = true, .end_bit = 8 * size_of(options.type)};
}

/// What keys and values take, whatever the method, in whole words.
struct SortBytes {
    std::uint64_t keys = 0;
    std::uint64_t values = 0;
};
/// Errors: those of plan_sort but for those about the method.
Result<SortBytes> sort_bytes(const SortParams& params, const DeviceProfile& profile);

/// Errors: too_large: the scratch of `what` has more bytes than one allocation, or the largest part of it, `binding`,
/// than one binding.
Result<void> check_scratch(const char* what, std::uint64_t bytes, std::uint64_t binding, const DeviceProfile& profile);

/// The kernel that copies words, and a dispatch of it.
KernelInfo sort_copy_kernel();
void copy_sort_words(Recorder& recorder, const Kernel& kernel, const BufferView& from, const BufferView& to);

/// The constants that shaders/sort/item.glsl takes, and shaders/sort/radix.glsl besides.
std::vector<SpecializationConstant> sort_item_constants(const SortOptions& options, std::uint32_t threads);

}  // namespace vkalgo
