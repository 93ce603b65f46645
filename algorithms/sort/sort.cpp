#include "algorithms/sort/sort.hpp"

#include "algorithms/sort/sort_method.hpp"
#include "engine/context.hpp"
#include "shaders/sort/sort.h"

#include <algorithm>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

/// Every argument, declared once, in the order of SortAccess.
std::vector<Argument> arguments_of(const SortArguments& arguments, const SortPlan& plan) {
    return {{.name = "keys", .view = arguments.keys, .bytes = plan.keys_bytes, .access = Access::read_write},
            {.name = "values", .view = arguments.values, .bytes = plan.values_bytes, .access = Access::read_write},
            {.name = "scratch",
             .view = arguments.scratch,
             .bytes = plan.scratch_bytes,
             .access = Access::read_write,
             .usage = ScratchNeed{}.usage},
            {.name = "count_buffer", .view = arguments.count_buffer, .bytes = 4, .alignment = 4, .optional = true}};
}

}  // namespace

std::vector<SpecializationConstant> sort_item_constants(const SortOptions& options, std::uint32_t threads) {
    const std::uint32_t key = is_float(options.type)    ? VKALGO_SORT_KEY_FLOAT
                              : is_signed(options.type) ? VKALGO_SORT_KEY_SIGNED
                                                        : VKALGO_SORT_KEY_UNSIGNED;
    return {{VKALGO_SORT_CONSTANT_THREADS, threads},
            {VKALGO_SORT_CONSTANT_KEY_WORDS, size_of(options.type) / 4},
            {VKALGO_SORT_CONSTANT_KEY, key},
            {VKALGO_SORT_CONSTANT_DESCENDING, options.descending ? 1u : 0u},
            {VKALGO_SORT_CONSTANT_HAS_VALUES, options.values ? 1u : 0u}};
}

Result<Sort> Sort::create(Context& context, const SortOptions& options, std::shared_ptr<const SortTuning> tuning) {
    Sort sort;
    sort.context_ = &context;
    sort.options_ = options;
    sort.tuning_ = std::move(tuning);
    VKALGO_TRY(const auto methods, sort_methods_for(options, context.profile()));
    for (const SortMethod* method : methods) {
        if (method->sort_on_host != nullptr) {
            return Error{ErrorCode::unsupported,
                         std::string("the method '") + method->name +
                             "' runs on the processor and records nothing; sort_on_host and sort_in_place take it",
                         "method"};
        }
        sort.options_.method = method->name;
        VKALGO_TRY(const SortPlan plan, sort.plan(1));
        MethodKernels entry{method, {}};
        for (const SortKernel& wanted : method->kernels(plan, context.profile())) {
            VKALGO_TRY(auto kernel,
                       context.kernel({wanted.name, wanted.spirv, wanted.constants, wanted.required_subgroup_size}));
            entry.kernels.push_back(std::move(kernel));
        }
        sort.methods_.push_back(std::move(entry));
        if (method->scans) {
            VKALGO_TRY(Scan scan, Scan::create(context, kSortScan));
            sort.scan_ = std::make_shared<const Scan>(std::move(scan));
        }
    }
    sort.options_ = options;
    return sort;
}

Result<Sort> Sort::create(Context& context, const SortOptions& options) {
    return create(context, options, nullptr);
}

Result<Sort> create_tuned_sort(Context& context, const SortOptions& options, const SortTuning& tuning) {
    return Sort::create(context, options, std::make_shared<const SortTuning>(tuning));
}

Result<SortPlan> Sort::plan(std::uint64_t count) const {
    const SortParams params{options_, count};
    return tuning_ ? plan_tuned_sort(params, context_->profile(), *tuning_) : plan_sort(params, context_->profile());
}

Result<ScratchNeed> Sort::scratch(const SortParams& params, const DeviceProfile& profile) {
    VKALGO_TRY(const SortPlan plan, plan_sort(params, profile));
    ScratchNeed need;
    need.bytes = plan.scratch_bytes;
    return need;
}

Result<SortAccess> Sort::access(const SortArguments& arguments) const {
    if (context_ == nullptr) {
        return Error{ErrorCode::invalid_argument, "the sort was never created", "sort"};
    }
    VKALGO_TRY(const SortPlan plan, this->plan(arguments.count));
    VKALGO_TRY(const auto touched, dry_accesses(*context_, arguments_of(arguments, plan),
                                                [&](Recorder& recorder) { return record(recorder, arguments); }));
    return SortAccess{touched[0], touched[1], touched[2], touched[3]};
}

Result<void> Sort::record(Recorder& recorder, const SortArguments& arguments) const {
    if (&recorder.context() != context_) {
        return Error{ErrorCode::invalid_argument,
                     context_ == nullptr ? "the sort was never created"
                                         : "the recorder writes for another context than the sort was created for",
                     "recorder"};
    }
    VKALGO_TRY(const SortPlan plan, this->plan(arguments.count));
    VKALGO_CHECK(check_arguments(arguments_of(arguments, plan), context_->profile()));
    if (plan.count < 2) {
        return recorder.status();
    }
    const auto entry = std::find_if(methods_.begin(), methods_.end(),
                                    [&](const MethodKernels& one) { return one.method == plan.method; });
    const SpanScope span(recorder, std::string("sort ") + plan.method->name);
    SortRecording recording{recorder, plan, entry->kernels, scan_.get(), arguments, arguments.keys, 0};
    if (arguments.count_buffer) {
        const BoundWord word = bind_word(arguments.count_buffer.slice(0, 4), context_->profile());
        recording.count_words = word.view;
        recording.counted = word.index + 1;
    }
    return plan.method->record(recording);
}

}  // namespace vkalgo
