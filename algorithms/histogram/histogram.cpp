#include "algorithms/histogram/histogram.hpp"

#include "engine/context.hpp"
#include "shaders/histogram/histogram.h"
#include <vkalgo_spirv/histogram/add_tables.hpp>
#include <vkalgo_spirv/histogram/count_copies.hpp>
#include <vkalgo_spirv/histogram/count_copies_plain.hpp>
#include <vkalgo_spirv/histogram/count_global.hpp>
#include <vkalgo_spirv/histogram/count_global_plain.hpp>
#include <vkalgo_spirv/histogram/count_ranges.hpp>
#include <vkalgo_spirv/histogram/count_ranges_plain.hpp>
#include <vkalgo_spirv/histogram/count_sections.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

static_assert(sizeof(shader::HistogramPush) <= 128 && sizeof(shader::SectionsPush) <= 128);
static_assert(static_cast<std::uint32_t>(BinRule::Kind::same) == VKALGO_RULE_SAME &&
              static_cast<std::uint32_t>(BinRule::Kind::shift) == VKALGO_RULE_SHIFT &&
              static_cast<std::uint32_t>(BinRule::Kind::divide) == VKALGO_RULE_DIVIDE &&
              static_cast<std::uint32_t>(BinRule::Kind::scale) == VKALGO_RULE_FLOAT);

constexpr StageAccess kNone{};
constexpr StageAccess kRead{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
constexpr StageAccess kReadWrite{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                 VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
constexpr StageAccess kFilled{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};

struct Module {
    const char* name;
    std::span<const std::uint32_t> spirv;
};

Module module_of(HistogramMethod method, const DeviceProfile& profile) {
    const bool vote = profile.subgroup_vote && profile.subgroup_ballot;
    switch (method) {
        case HistogramMethod::copies:
            return vote ? Module{"histogram/count_copies", spirv::histogram_count_copies}
                        : Module{"histogram/count_copies_plain", spirv::histogram_count_copies_plain};
        case HistogramMethod::ranges:
            return vote ? Module{"histogram/count_ranges", spirv::histogram_count_ranges}
                        : Module{"histogram/count_ranges_plain", spirv::histogram_count_ranges_plain};
        case HistogramMethod::two_kernel:
            return {"histogram/count_sections", spirv::histogram_count_sections};
        case HistogramMethod::atomic:  // merges nothing, so no votes
            return {"histogram/count_global_plain", spirv::histogram_count_global_plain};
        default:
            return vote ? Module{"histogram/count_global", spirv::histogram_count_global}
                        : Module{"histogram/count_global_plain", spirv::histogram_count_global_plain};
    }
}

std::vector<SpecializationConstant> constants_of(const HistogramPlan& plan, std::uint32_t threads) {
    const BinRule& rule = plan.rule;
    std::vector<SpecializationConstant> constants{
        {VKALGO_CONSTANT_THREADS, threads},
        {VKALGO_CONSTANT_BYTES, size_of(rule.type)},
        {VKALGO_CONSTANT_SIGN, rule.sign},
        {VKALGO_CONSTANT_RULE, static_cast<std::uint32_t>(rule.kind)},
        {VKALGO_CONSTANT_WHOLE, rule.whole},
        {VKALGO_CONSTANT_LOW, rule.low},
        {VKALGO_CONSTANT_SPAN, rule.span},
        {VKALGO_CONSTANT_BINS, rule.bins},
        {VKALGO_CONSTANT_RULE_A, rule.a},
        {VKALGO_CONSTANT_RULE_B, rule.b},
        {VKALGO_CONSTANT_RULE_C, rule.c},
        {VKALGO_CONSTANT_MERGE, plan.merge},
        {VKALGO_CONSTANT_SHARED_WORDS, std::max(plan.shared_words, 1u)},
    };
    if (plan.method == HistogramMethod::ranges) {
        constants.push_back({VKALGO_CONSTANT_RANGES, plan.ranges});
        constants.push_back({VKALGO_CONSTANT_INTERVAL, plan.interval});
    } else {
        constants.push_back({VKALGO_CONSTANT_COPIES, plan.copies});
    }
    return constants;
}

/// Invocations of add_tables.
std::uint32_t add_threads(const DeviceProfile& profile) {
    return std::min({256u, profile.max_workgroup_invocations, profile.max_workgroup_size[0]});
}

Result<void> check_view(const BufferView& view, std::uint64_t bytes, std::uint64_t alignment, const char* name) {
    if (!view) {
        return Error{ErrorCode::invalid_argument, std::string("the view `") + name + "` is missing", name};
    }
    if (view.size < bytes) {
        return Error{ErrorCode::invalid_argument,
                     std::string("the view `") + name + "` has " + std::to_string(view.size) + " bytes; " +
                         std::to_string(bytes) + " are needed",
                     name};
    }
    if (view.offset % alignment != 0) {
        return Error{ErrorCode::invalid_argument,
                     std::string("the view `") + name + "` starts at byte " + std::to_string(view.offset) +
                         ", which is no multiple of " + std::to_string(alignment),
                     name};
    }
    return {};
}

/// What is written shares no byte with anything else.
Result<void> check_apart(const BufferView& written, const char* name, const BufferView& other, const char* other_name) {
    const bool meet = written && written.buffer == other.buffer && written.offset < other.offset + other.size &&
                      other.offset < written.offset + written.size;
    if (meet) {
        return Error{
            ErrorCode::invalid_argument,
            std::string("the views `") + name + "` and `" + other_name + "` overlap; give each bytes of its own", name};
    }
    return {};
}

Result<void> check_arguments(const HistogramArguments& arguments, const HistogramPlan& plan,
                             const DeviceProfile& profile) {
    const std::uint64_t alignment = std::max<std::uint64_t>(profile.storage_offset_alignment, 4);
    VKALGO_CHECK(check_view(arguments.counts, plan.counts_bytes, alignment, "counts"));
    if (arguments.count == 0) {
        return {};
    }
    VKALGO_CHECK(check_view(arguments.values, histogram_values_bytes(plan.rule.type, arguments.count),
                            std::max<std::uint64_t>(alignment, 16), "values"));
    if (plan.scratch_bytes != 0) {
        VKALGO_CHECK(check_view(arguments.scratch, plan.scratch_bytes, alignment, "scratch"));
    }
    if (arguments.count_buffer) {
        VKALGO_CHECK(check_view(arguments.count_buffer, 4, alignment, "count_buffer"));
    }
    VKALGO_CHECK(check_apart(arguments.counts, "counts", arguments.values, "values"));
    VKALGO_CHECK(check_apart(arguments.counts, "counts", arguments.scratch, "scratch"));
    VKALGO_CHECK(check_apart(arguments.counts, "counts", arguments.count_buffer, "count_buffer"));
    VKALGO_CHECK(check_apart(arguments.scratch, "scratch", arguments.values, "values"));
    VKALGO_CHECK(check_apart(arguments.scratch, "scratch", arguments.count_buffer, "count_buffer"));
    return {};
}

/// The part of `values` that window `window` binds, and how many values it has.
std::pair<BufferView, std::uint32_t> window_of(const HistogramArguments& arguments, const HistogramPlan& plan,
                                               std::uint64_t window) {
    const std::uint64_t first = window * plan.window_values;
    const std::uint64_t count = std::min(plan.window_values, plan.count - first);
    return {arguments.values.slice(first * size_of(plan.rule.type), histogram_values_bytes(plan.rule.type, count)),
            static_cast<std::uint32_t>(count)};
}

}  // namespace

Result<Histogram> Histogram::create(Context& context, const HistogramOptions& options) {
    Histogram histogram;
    histogram.options_ = options;
    for (const HistogramMethod method : histogram_methods(options, context.profile())) {
        // Constants do not depend on the count.
        HistogramParams params{options, 1};
        params.options.method = method;
        VKALGO_TRY(const HistogramPlan plan, plan_histogram(params, context.profile()));
        const Module module = module_of(method, context.profile());
        VKALGO_TRY(auto kernel, context.kernel({module.name, module.spirv, constants_of(plan, plan.threads), 0}));
        histogram.kernels_.push_back({method, std::move(kernel)});
        if (method == HistogramMethod::two_kernel) {
            VKALGO_TRY(histogram.add_tables_, context.kernel({"histogram/add_tables", spirv::histogram_add_tables,
                                                              constants_of(plan, add_threads(context.profile())), 0}));
        }
    }
    return histogram;
}

Result<ScratchNeed> Histogram::scratch(const HistogramParams& params, const DeviceProfile& profile) {
    VKALGO_TRY(const HistogramPlan plan, plan_histogram(params, profile));
    ScratchNeed need;
    need.bytes = plan.scratch_bytes;
    return need;
}

HistogramAccess Histogram::first_access(const HistogramPlan& plan, bool add_to_counts) {
    HistogramAccess access;
    if (!add_to_counts) {
        access.counts = kFilled;
    }
    if (plan.count != 0) {
        access.values = kRead;
        access.count_buffer = kRead;
        access.counts = add_to_counts ? kReadWrite : kFilled;
        access.scratch = plan.scratch_bytes != 0 ? kFilled : kNone;
    }
    return access;
}

HistogramAccess Histogram::last_access(const HistogramPlan& plan, bool add_to_counts) {
    HistogramAccess access = first_access(plan, add_to_counts);
    if (plan.count != 0) {
        access.counts = kReadWrite;
        access.scratch = plan.scratch_bytes != 0 ? kReadWrite : kNone;
    }
    return access;
}

const Kernel& Histogram::kernel_of(HistogramMethod method) const {
    return *std::find_if(kernels_.begin(), kernels_.end(), [&](const MethodKernel& k) {
                return k.method == method;
            })->kernel;
}

Result<void> Histogram::record(Recorder& recorder, const HistogramArguments& arguments) const {
    const DeviceProfile& profile = recorder.context().profile();
    VKALGO_TRY(const HistogramPlan plan, plan_histogram({options_, arguments.count}, profile));
    VKALGO_CHECK(check_arguments(arguments, plan, profile));
    const SpanScope span(recorder, std::string("histogram ") + to_string(plan.method));
    if (!arguments.add_to_counts) {
        recorder.fill(arguments.counts.slice(0, plan.counts_bytes), 0);
    }
    if (plan.method == HistogramMethod::two_kernel) {
        record_two_kernel(recorder, arguments, plan);
    } else {
        record_chunks(recorder, arguments, plan);
    }
    return recorder.status();
}

void Histogram::record_chunks(Recorder& recorder, const HistogramArguments& arguments,
                              const HistogramPlan& plan) const {
    const Kernel& kernel = kernel_of(plan.method);
    const BufferView counts = arguments.counts.slice(0, plan.counts_bytes);
    const std::uint64_t per_vector = 16 / size_of(plan.rule.type);
    for (std::uint64_t window = 0; window < plan.windows; ++window) {
        const auto [values, count] = window_of(arguments, plan, window);
        const shader::HistogramPush push{count, static_cast<std::uint32_t>(window * plan.window_values),
                                         arguments.count_buffer ? 1u : 0u, plan.vectors_per_chunk};
        const std::uint64_t vectors = count / per_vector;
        const std::uint64_t chunks =
            std::max<std::uint64_t>((vectors + plan.vectors_per_chunk - 1) / plan.vectors_per_chunk, 1);
        recorder.dispatch(kernel, {values, values, arguments.count_buffer ? arguments.count_buffer : values, counts},
                          push, Groups::linear(chunks * plan.ranges, recorder.context()));
    }
}

void Histogram::record_two_kernel(Recorder& recorder, const HistogramArguments& arguments,
                                  const HistogramPlan& plan) const {
    if (plan.count == 0) {
        return;
    }
    const Kernel& kernel = kernel_of(HistogramMethod::two_kernel);
    const BufferView counts = arguments.counts.slice(0, plan.counts_bytes);
    // Without scratch every block is table 0, one after another; the binding is then never used.
    const BufferView tables = plan.scratch_bytes != 0 ? arguments.scratch.slice(0, plan.scratch_bytes) : counts;
    const std::uint32_t threads = add_threads(recorder.context().profile());
    const std::uint64_t adders = (std::uint64_t{plan.rule.bins} + threads) / threads;  // bins + 1 counters
    for (std::uint32_t first = 0; first < plan.blocks; first += plan.blocks_at_once) {
        const std::uint32_t blocks = std::min(plan.blocks_at_once, plan.blocks - first);
        if (plan.scratch_bytes != 0) {
            recorder.fill(tables, 0);
        }
        for (std::uint64_t window = 0; window < plan.windows; ++window) {
            const auto [values, count] = window_of(arguments, plan, window);
            shader::SectionsPush push{};
            push.count = count;
            push.first = static_cast<std::uint32_t>(window * plan.window_values);
            push.indirect = arguments.count_buffer ? 1 : 0;
            const auto words = static_cast<std::uint32_t>(histogram_values_bytes(plan.rule.type, count) / 4);
            push.section_words = (words + plan.blocks - 1) / plan.blocks;
            push.first_section = first;
            push.words = plan.words_per_dispatch;
            for (push.first_word = 0; push.first_word < push.section_words; push.first_word += push.words) {
                recorder.dispatch(kernel,
                                  {values, arguments.count_buffer ? arguments.count_buffer : values, counts, tables},
                                  push, {blocks, 1, 1});
            }
        }
        for (std::uint32_t table = 0; table + 1 < blocks; ++table) {
            recorder.dispatch(*add_tables_, {counts, counts, tables}, shader::AddPush{table},
                              Groups::linear(adders, recorder.context()));
        }
    }
}

}  // namespace vkalgo
