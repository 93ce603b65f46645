#pragma once

#include "../../engine/kernel.hpp"
#include "../../engine/recorder.hpp"
#include "../divide_up.hpp"
#include "histogram.hpp"
#include "histogram_plan.hpp"
#include "histogram_tuning.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo {

/// What a method records with: its kernels, in the order of HistogramMethod::kernels, and arguments that have been
/// checked.
struct HistogramRecording {
    Recorder& recorder;
    std::span<const std::shared_ptr<const Kernel>> kernels;
    const HistogramPlan& plan;
    const HistogramOptions& options;
    /// A buffer that the options do not ask for may be set, but is not read.
    const HistogramArguments& arguments;
    /// The buffer for the result. It is cleared before, or holds the counts to add to. It differs from arguments.counts
    /// if the plan has a table.
    BufferView counts;
    /// The scratch that the method's plan asked for, without the table; null if it asked for none.
    BufferView scratch;
    /// Words, one of which holds the count; null if the plan's count is exact.
    BufferView count_words;
    /// The value of HistogramPush::counted.
    std::uint32_t counted = 0;

    /// The part of the values that one window binds, the number of values before it, and its own number of values.
    struct Window {
        BufferView values;
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };
    /// Returns window number `window` of the plan, counted from 0.
    Window window(std::uint64_t window) const;
};

/// A way to count. Each file of algorithms/histogram/methods/ defines one, `const HistogramMethod&
/// histogram_method_NAME()`. CMake collects them; nothing else names them.
struct HistogramMethod {
    const char* name = "";
    /// The name of the method's span in a profile.
    const char* span = "";
    /// A description in one line, for lists.
    const char* summary = "";
    /// Returns the method's rank for "auto", which takes the method with the highest rank above 0. A rank must not fall
    /// as `count` grows. Never null.
    int (*rank)(std::uint64_t bins, std::uint64_t count, const DeviceProfile& profile) = nullptr;
    /// True if the method can also count inputs for which is_plain() is false. Exactly one method can.
    bool general = false;
    /// Fills in the fields that plan_histogram leaves to the method.
    Result<void> (*plan)(HistogramPlan& plan, const HistogramOptions& options, const DeviceProfile& profile) = nullptr;
    /// Returns the kernels; they must not depend on the count.
    std::vector<KernelInfo> (*kernels)(const HistogramPlan& plan, const HistogramOptions& options,
                                       const DeviceProfile& profile) = nullptr;
    /// Records the dispatches. Called only for counts above 0. The recorder keeps the errors.
    void (*record)(const HistogramRecording& recording) = nullptr;
    /// Describes the plan in a few words, for example "2048 chunks per window, 32 counters per bin in 32768 bytes of
    /// shared memory".
    std::string (*describe)(const HistogramPlan& plan) = nullptr;
};

/// Returns all methods, sorted by name. CMake generates this function.
std::span<const HistogramMethod* const> histogram_methods();

/// Returns the method of that name; null for any other name.
const HistogramMethod* find_histogram_method(std::string_view name);

namespace histogram_detail {

/// Returns the largest number of invocations of a workgroup on the device.
std::uint32_t most_threads(const DeviceProfile& profile);
/// Returns options.threads. If it is 0, returns `wanted`, limited to what the device allows.
std::uint32_t threads_of(const HistogramOptions& options, std::uint32_t wanted, const DeviceProfile& profile);
/// Returns the number of invocations of a workgroup that adds up tables.
std::uint32_t add_threads(const DeviceProfile& profile);
/// Returns 0, the rank of a method that "auto" never chooses by its rank.
int rank_zero(std::uint64_t bins, std::uint64_t count, const DeviceProfile& profile);
/// Returns the words of shared memory for counters: all but eight, which the kernels need for other variables.
std::uint32_t counter_words(const DeviceProfile& profile);
/// Returns the number of loop iterations that an invocation may make: 2^32 - 1 on a device without a limit.
std::uint64_t loop_budget(const DeviceProfile& profile);

/// Returns the constants of the rule and of the plan's own fields. The number of copies (`copies`, `general`), of
/// ranges (`ranges`) and of fields (`packed`) share one constant id.
std::vector<SpecializationConstant> constants_of(const HistogramPlan& plan, std::uint32_t threads,
                                                 std::uint32_t copies_or_ranges);

/// The variants of one kernel: [kind][plain]. Kind 0: values of up to 32 bits, 1: 64-bit integers, 2: f64. Plain 0:
/// with subgroup votes, 1: without.
struct Variants {
    KernelInfo of[3][2];
};
/// Returns the variant for the plan's type on this device, with `constants`.
KernelInfo choose_variant(const Variants& variants, const HistogramPlan& plan, const DeviceProfile& profile,
                          std::vector<SpecializationConstant> constants);

/// What a method that counts in chunks asks of plan_chunks.
struct ChunkWish {
    /// Upper limit of the number of chunks, unless the loop budget requires more. It has no effect if the options give
    /// the number.
    std::uint64_t most_chunks = 0;
    /// Lower limit of the values per chunk, with the same two exceptions; 0: none.
    std::uint64_t least_values = 0;
    /// Loop iterations to clear and add up private counters.
    std::uint64_t counter_iterations = 0;
    /// Loop iterations to read and count a vector, without those that find bins.
    std::uint64_t vector_iterations = 1;
    /// Loop iterations of one check of the counters, which follows each interval of vectors; 0: no checks.
    std::uint64_t look_iterations = 0;
};
/// Cuts windows into chunks that stay within the device's loop budget. Errors: too_large if not even a chunk of one
/// vector per invocation stays within it.
Result<void> plan_chunks(HistogramPlan& plan, const HistogramOptions& options, const ChunkWish& wish,
                         const DeviceProfile& profile);
/// Returns the number of values of the first window.
inline std::uint64_t window_count(const HistogramPlan& plan) {
    return std::min(plan.count, plan.window_values);
}
/// Returns "1 chunk per window" or "2048 chunks per window".
std::string chunks_in_words(const HistogramPlan& plan);
/// Returns "1 counter per bin in 512 bytes of shared memory", for example.
std::string copies_in_words(const HistogramPlan& plan);
/// Records one dispatch per window, with plan.ranges workgroups per chunk.
void record_chunks(const HistogramRecording& recording);
/// Records the dispatch of window `number`, and returns the number of its chunks. `tables`, if it is not null, is one
/// more binding of the kernel.
std::uint32_t record_chunks(const HistogramRecording& recording, std::uint64_t number, const BufferView& tables = {});

}  // namespace histogram_detail

}  // namespace vkalgo

/// The six modules of shaders/histogram/NAME*.comp, in the order of Variants.
#define VKALGO_HISTOGRAM_VARIANTS(name)                                                         \
    vkalgo::histogram_detail::Variants {                                                        \
        {                                                                                       \
            {{"histogram/" #name, spirv::histogram_##name, {}},                                 \
             {"histogram/" #name "_plain", spirv::histogram_##name##_plain, {}}},               \
                {{"histogram/" #name "_wide", spirv::histogram_##name##_wide, {}},              \
                 {"histogram/" #name "_wide_plain", spirv::histogram_##name##_wide_plain, {}}}, \
                {{"histogram/" #name "_f64", spirv::histogram_##name##_f64, {}},                \
                 {"histogram/" #name "_f64_plain", spirv::histogram_##name##_f64_plain, {}}},   \
        }                                                                                       \
    }
