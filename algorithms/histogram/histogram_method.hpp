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

/// What a method records with: its kernels in the order of HistogramMethod::kernels, and arguments that were checked.
struct HistogramRecording {
    Recorder& recorder;
    std::span<const std::shared_ptr<const Kernel>> kernels;
    const HistogramPlan& plan;
    const HistogramOptions& options;
    /// What the options do not ask for may be there all the same and is not read.
    const HistogramArguments& arguments;
    /// the result, cleared or to be added to; not always that of the arguments
    BufferView counts;
    /// What the method's plan asked for, before that of the table; null if that is nothing.
    BufferView scratch;
    /// words, one of which is the count; null if the plan's count is exact
    BufferView count_words;
    /// HistogramPush::counted
    std::uint32_t counted = 0;

    /// The part of the values that window `window` binds, and how many values it has.
    struct Window {
        BufferView values;
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };
    /// Window number `window` of the plan, from 0.
    Window window(std::uint64_t window) const;
};

/// A way to count. Each file of algorithms/histogram/methods/ defines one, `const HistogramMethod&
/// histogram_method_NAME()`; CMake collects them, and nothing else names them.
struct HistogramMethod {
    const char* name = "";
    /// of its span in a profile
    const char* span = "";
    /// one line
    const char* summary = "";
    /// For "auto": of the methods with a rank above 0 the highest is taken. Does not fall as `count` grows. Never null.
    int (*rank)(std::uint64_t bins, std::uint64_t count, const DeviceProfile& profile) = nullptr;
    /// Counts also what is not is_plain. One method does.
    bool general = false;
    /// Fills in the fields that plan_histogram leaves to the method.
    Result<void> (*plan)(HistogramPlan& plan, const HistogramOptions& options, const DeviceProfile& profile) = nullptr;
    /// They do not depend on the count.
    std::vector<KernelInfo> (*kernels)(const HistogramPlan& plan, const HistogramOptions& options,
                                       const DeviceProfile& profile) = nullptr;
    /// Only for counts above 0; errors stick to the recorder.
    void (*record)(const HistogramRecording& recording) = nullptr;
    /// The plan in a few words: "2048 chunks, 32 counters per bin in 32768 bytes of shared memory".
    std::string (*describe)(const HistogramPlan& plan) = nullptr;
};

/// All methods, by name. CMake generates it.
std::span<const HistogramMethod* const> histogram_methods();

/// None of that name: null.
const HistogramMethod* find_histogram_method(std::string_view name);

namespace histogram_detail {

/// Invocations that a workgroup of the device has at most.
std::uint32_t most_threads(const DeviceProfile& profile);
/// options.threads, else `wanted` as far as the device goes.
std::uint32_t threads_of(const HistogramOptions& options, std::uint32_t wanted, const DeviceProfile& profile);
/// Invocations of a workgroup that adds up tables.
std::uint32_t add_threads(const DeviceProfile& profile);
/// The rank of a method that "auto" does not take for its rank.
int rank_zero(std::uint64_t bins, std::uint64_t count, const DeviceProfile& profile);
/// Shared memory for counters: all but what the kernels keep for themselves.
std::uint32_t counter_words(const DeviceProfile& profile);
/// Loop iterations that an invocation may make.
std::uint64_t loop_budget(const DeviceProfile& profile);

/// The constants of the rule and of the plan's own fields; the ids of copies and ranges are one.
std::vector<SpecializationConstant> constants_of(const HistogramPlan& plan, std::uint32_t threads,
                                                 std::uint32_t copies_or_ranges);

/// One kernel in its variants: [kind][plain], kind 0: values of up to 32 bits, 1: 64-bit integers, 2: f64; plain:
/// without subgroup votes.
struct Variants {
    KernelInfo of[3][2];
};
/// The one for the plan's type on this device, with `constants`.
KernelInfo choose_variant(const Variants& variants, const HistogramPlan& plan, const DeviceProfile& profile,
                          std::vector<SpecializationConstant> constants);

/// How a method that counts chunk by chunk wants them.
struct ChunkWish {
    /// chunks at most, unless the options name a number
    std::uint64_t most_chunks = 0;
    /// values per chunk at least
    std::uint64_t least_values = 0;
    /// loop iterations of clearing and adding up private counters
    std::uint64_t counter_iterations = 0;
    /// loop iterations of reading a vector
    std::uint64_t vector_iterations = 1;
    /// loop iterations of one look at the counters in each interval of vectors; 0: no looks
    std::uint64_t look_iterations = 0;
};
/// Cuts windows into chunks that keep within the device's loops.
Result<void> plan_chunks(HistogramPlan& plan, const HistogramOptions& options, const ChunkWish& wish,
                         const DeviceProfile& profile);
/// The number of values of the first window.
inline std::uint64_t window_count(const HistogramPlan& plan) {
    return std::min(plan.count, plan.window_values);
}
/// "1 chunk", "2048 chunks".
std::string chunks_in_words(const HistogramPlan& plan);
/// One dispatch per window, plan.ranges workgroups per chunk.
void record_chunks(const HistogramRecording& recording);
/// The one of window `number`, for a kernel that has a binding more. Returns the number of chunks.
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
