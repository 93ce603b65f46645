// Internal to algorithms/sort/: the type that each file of methods/ defines.
#pragma once

#include "../histogram/histogram.hpp"
#include "../scan/scan.hpp"
#include "engine/binding.hpp"
#include "engine/kernel.hpp"
#include "engine/profiler.hpp"
#include "engine/recorder.hpp"
#include "engine/scratch.hpp"
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

/// One recording: the plan, its kernels in the order of SortMethod::kernels, and the caller's arguments.
struct SortRecording {
    Recorder& recorder;
    const SortPlan& plan;
    std::span<const std::shared_ptr<const Kernel>> kernels;
    /// Not null with SortMethod::scans.
    const Scan* scan;
    const SortArguments& arguments;
    /// A buffer with a word that holds the number of keys. Without a count buffer, the buffer of the keys, from which
    /// no kernel then reads a count. `counted` is 1 plus the index of the word, or 0 without a count buffer.
    BufferView count_words;
    std::uint32_t counted = 0;
    /// With SortMethod::small_keys: the histogram of the keys and, with SortOptions::values, the sort of their bins.
    /// Null otherwise.
    const Histogram* histogram = nullptr;
    const Sort* by_bins = nullptr;
};

/// A way to sort. A file methods/<name>.cpp defines `const SortMethod& sort_method_<name>()`, with _ instead of -. Only
/// sort_methods() calls it.
struct SortMethod {
    const char* name;
    /// A description for lists.
    const char* summary;
    /// True if the method needs exclusive sums of u32.
    bool scans;
    /// Values of equal keys keep their order. (With SortOptions::indices they do so with every method that sorts.)
    bool stable;
    /// False if the method leaves keys unsorted by design and exists only to be measured.
    bool sorts = true;
    /// Sorts only keys of 8 and 16 bits. Needs a histogram of the keys, and a sort of their bins.
    bool small_keys = false;
    /// Supports SortOptions::begin_bit and end_bit; only a stable method can.
    bool by_bits = false;
    /// The workgroups of the method wait for one another. The sort ends on every device, but "auto" takes the method
    /// only if the profile has cross_workgroup_progress.
    bool waits = false;
    /// Sorts keys that exceed one binding, in parts (SortPlan::part).
    bool parts = false;
    /// Uses SortOptions::shell: its increments, and the options that cut classes into runs.
    bool takes_increments = false;
    bool takes_runs = false;
    /// Returns the predicted milliseconds of a finished plan of this method, from sort_costs; "auto" takes the method
    /// with the least time. Null: the method is only taken by name.
    double (*predict)(const SortPlan& plan, const DeviceProfile& profile) = nullptr;
    /// Sets the plan's scratch_bytes, dispatches and loop_iterations, and the fields that only this method uses. The
    /// fields common to all methods are already set. Errors: unsupported, too_large.
    Result<void> (*plan)(SortPlan& plan, const DeviceProfile& profile);
    std::vector<KernelInfo> (*kernels)(const SortPlan& plan, const DeviceProfile& profile);
    Result<void> (*record)(const SortRecording& recording);
    /// Computes the method's result on the processor. Null: the result is that of sort_reference, except for the order
    /// of equal keys if the method is not stable.
    Result<void> (*reference)(const SortPlan& plan, std::span<std::byte> keys,
                              std::span<std::uint32_t> values) = nullptr;
    /// Returns what sort_phases returns, without times. Null: the method has no phases.
    Result<std::vector<SortPhase>> (*phases)(const SortPlan& plan, const DeviceProfile& profile,
                                             std::span<const std::byte> keys, const SortStateVisitor& visit) = nullptr;
    /// Not null: the method sorts on the processor and needs no device; then kernels and record are null. With
    /// SortOptions::phases this function appends a span per increment. Errors: cancelled.
    Result<void> (*sort_on_host)(const SortPlan& plan, std::span<std::byte> keys, std::span<std::uint32_t> values,
                                 const std::stop_token& cancel, std::vector<SpanTime>& spans) = nullptr;
};

/// Returns all methods, sorted by name. CMake generates this function.
std::span<const SortMethod* const> sort_methods();

/// Checks that options.method names a method that uses `field`, a field of SortOptions or ShellOptions, and that does
/// what the options ask for. "auto" never passes this check. Errors: unsupported, as plan_sort returns it.
Result<void> check_heeded(const SortOptions& options, std::string_view field);

/// Checks a number of phases. Errors: too_large (more than kMaxSortPhases).
Result<void> check_phases(std::size_t phases);

/// The options of SortRecording::scan.
inline const ScanOptions kSortScan{.type = ElementType::u32, .kind = ScanKind::exclusive};

/// Return the options of SortRecording::histogram and of SortRecording::by_bins, the sort of words that hold the number
/// of a key's bin.
inline HistogramOptions sort_histogram(const SortOptions& options) {
    // Keys of f16 are counted by their bits.
    return {.type = options.type == ElementType::f16 ? ElementType::u16 : options.type};
}
inline SortOptions sort_by_bins(const SortOptions& options) {
    return {.values = true, .end_bit = 8 * size_of(options.type)};
}

/// Returns the options of SortPlan::by_indices: the keys with their positions as values.
inline SortOptions sort_by_indices(SortOptions options) {
    options.value_bits = 32;
    options.indices = true;
    return options;
}

/// The scratch of a sort of pairs with values of 64 bits: the positions, a copy of the values, and the scratch of
/// SortPlan::by_indices.
struct SortPairsParts {
    ScratchLayout::Part order, values, sort;
    ScratchNeed need;
};
SortPairsParts sort_pairs_parts(const SortPlan& plan);

/// The bytes of keys and values, in whole words, for any method.
struct SortBytes {
    std::uint64_t keys = 0;
    std::uint64_t values = 0;
};
/// Returns the bytes of params.count keys and their values. Errors: those of plan_sort except those about the method.
Result<SortBytes> sort_bytes(const SortParams& params, const DeviceProfile& profile);

/// Checks the scratch of `what`. Errors: too_large if it has more bytes than one allocation, or if its largest part, of
/// `binding` bytes, exceeds one binding.
Result<void> check_scratch(const char* what, std::uint64_t bytes, std::uint64_t binding, const DeviceProfile& profile);

/// sort_copy_kernel() returns the kernel that copies words. copy_sort_words() records a dispatch of it, which copies
/// all words of `from` to `to`.
KernelInfo sort_copy_kernel();
void copy_sort_words(Recorder& recorder, const Kernel& kernel, const BufferView& from, const BufferView& to);

/// sort_gather_kernel() returns the kernel that gathers elements of `bits` bits. gather_sort_elements() records a
/// dispatch of it: element i of `to` becomes element order[i] of `from`, for `count` elements or, with a count buffer,
/// for the number that it holds. `counted` is what count_word() returns.
KernelInfo sort_gather_kernel(std::uint32_t bits);
void gather_sort_elements(Recorder& recorder, const Kernel& kernel, const BufferView& order, const BufferView& from,
                          const BufferView& to, std::uint64_t count, const BoundWord& counted);

/// Returns the constant VKALGO_SORT_KEY_... of a type.
std::uint32_t sort_key_kind(ElementType type);

/// Returns the workgroup's size, the constants that shaders/sort/item.glsl takes, and the range of bits to sort by.
std::vector<SpecializationConstant> sort_item_constants(const SortOptions& options, std::uint32_t threads);

}  // namespace vkalgo
