// Method `packed`: all bins in the shared memory of one workgroup, several counters per word
// (shaders/histogram/count_packed.glsl, add_packed.comp).
#include "algorithms/histogram/histogram_method.hpp"
#include "engine/context.hpp"
#include "shaders/histogram/histogram.h"
#include <vkalgo_spirv/histogram/add_packed.hpp>
#include <vkalgo_spirv/histogram/count_packed.hpp>
#include <vkalgo_spirv/histogram/count_packed_f64.hpp>
#include <vkalgo_spirv/histogram/count_packed_f64_plain.hpp>
#include <vkalgo_spirv/histogram/count_packed_plain.hpp>
#include <vkalgo_spirv/histogram/count_packed_wide.hpp>
#include <vkalgo_spirv/histogram/count_packed_wide_plain.hpp>

#include <algorithm>

namespace vkalgo {

const HistogramMethod& histogram_method_packed();

namespace histogram_detail {
namespace {

/// The largest number of counters per word: each then has three bits.
constexpr std::uint32_t kMaxFields = 10;

/// Returns the number of words of shared memory for counters: what the table of booked amounts and the hot bins leave.
std::uint32_t packed_words(const DeviceProfile& profile) {
    const std::uint32_t words = counter_words(profile);
    return words > VKALGO_PACKED_BESIDE ? words - VKALGO_PACKED_BESIDE : 0;
}

/// Returns the largest number of bins that fit.
std::uint64_t most_bins(const DeviceProfile& profile) {
    return std::min(std::uint64_t{kMaxFields} * packed_words(profile), std::uint64_t{1} << VKALGO_PACKED_BIN_BITS);
}

/// Returns the fewest counters per word, at least two, with which the bins fit; 0 if they do not fit.
std::uint32_t fields_for(std::uint64_t bins, const DeviceProfile& profile) {
    for (std::uint32_t fields = 2; fields <= kMaxFields && bins <= most_bins(profile); ++fields) {
        if (divide_up(bins, fields) <= packed_words(profile)) {
            return fields;
        }
    }
    return 0;
}

int rank_packed(std::uint64_t bins, std::uint64_t count, const DeviceProfile& profile) {
    const HistogramTuning tuning = histogram_tuning(profile);
    // Bins whose 32-bit counters fit shared memory need no packing, and counters of few bits overflow too often.
    const std::uint32_t fields = fields_for(bins, profile);
    const bool pays = bins > counter_words(profile) && fields != 0 && fields <= tuning.most_fields;
    return pays && count >= tuning.ranges_pay * bins ? 3 : 0;
}

Result<void> plan_packed(HistogramPlan& plan, const HistogramOptions& options, const DeviceProfile& profile) {
    const HistogramTuning tuning = histogram_tuning(profile);
    const std::uint32_t fields = fields_for(plan.rule.bins, profile);
    if (fields == 0) {
        return Error{ErrorCode::too_large,
                     "the method 'packed' counts in at most " + std::to_string(most_bins(profile)) +
                         " bins on this device, not " + std::to_string(plan.rule.bins) +
                         "; use fewer bins, or the method 'auto'",
                     "bins"};
    }
    plan.threads = threads_of(options, tuning.private_threads, profile);
    plan.fields = fields;
    plan.shared_words = static_cast<std::uint32_t>(divide_up(plan.rule.bins, fields));
    plan.merge = true;
    // For each value the kernel's function `mend` may run. It has two loops, and each of them goes through all fields
    // at most once.
    const std::uint64_t per_vector = (16 / size_of(plan.rule.type) + std::uint64_t{1}) * 2 * fields;
    VKALGO_CHECK(plan_chunks(
        plan, options,
        {.most_chunks = tuning.packed_chunks,
         .least_values = tuning.packed_values_per_bin * plan.rule.bins,
         .counter_iterations =
             (fields + std::uint64_t{3}) * (divide_up(plan.shared_words, plan.threads) + 1) +
             3 * (divide_up(VKALGO_PACKED_SLOTS + VKALGO_PACKED_HOT * VKALGO_PACKED_COPIES, plan.threads) + 1) +
             per_vector,
         .vector_iterations = per_vector},
        profile));
    const std::uint64_t tables_bytes = std::uint64_t{plan.chunks} * plan.shared_words * 4;
    if (tables_bytes <= plan.scratch_room) {
        plan.scratch_bytes = tables_bytes;
        plan.dispatches *= 2;
    }
    return {};
}

std::vector<KernelInfo> packed_kernels(const HistogramPlan& plan, const HistogramOptions& /*options*/,
                                       const DeviceProfile& profile) {
    return {
        choose_variant(VKALGO_HISTOGRAM_VARIANTS(count_packed), plan, profile,
                       constants_of(plan, plan.threads, plan.fields)),
        {"histogram/add_packed", spirv::histogram_add_packed, constants_of(plan, add_threads(profile), plan.fields)}};
}

void record_packed(const HistogramRecording& recording) {
    const HistogramPlan& plan = recording.plan;
    Recorder& recorder = recording.recorder;
    const HistogramTuning tuning = histogram_tuning(recorder.context().profile());
    const bool tabled = static_cast<bool>(recording.scratch);
    const BufferView tables = tabled ? recording.scratch : recording.counts;
    for (std::uint64_t number = 0; number < plan.windows; ++number) {
        const std::uint32_t chunks = record_chunks(recording, number, tables);
        if (!tabled) {
            continue;
        }
        const std::uint64_t rows = divide_up(chunks, tuning.packed_tables_per_row);
        const std::uint64_t words = divide_up(plan.shared_words, add_threads(recorder.context().profile()));
        recorder.dispatch(*recording.kernels[1], {tables, recording.counts},
                          shader::AddPackedPush{chunks, tuning.packed_tables_per_row},
                          Groups::linear(rows * words, recorder.context()));
    }
}

std::string describe_packed(const HistogramPlan& plan) {
    return chunks_in_words(plan) + ", " + std::to_string(plan.fields) + " counters of " +
           std::to_string(32 / plan.fields) + " bits per word in " + std::to_string(4 * plan.shared_words) +
           " bytes of shared memory";
}

}  // namespace
}  // namespace histogram_detail

const HistogramMethod& histogram_method_packed() {
    using namespace histogram_detail;
    static const HistogramMethod method{.name = "packed",
                                        .span = "histogram packed",
                                        .summary = "all bins in shared memory, several counters per word",
                                        .rank = rank_packed,
                                        .plan = plan_packed,
                                        .kernels = packed_kernels,
                                        .record = record_packed,
                                        .describe = describe_packed};
    return method;
}

}  // namespace vkalgo
