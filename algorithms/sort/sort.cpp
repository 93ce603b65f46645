#include "algorithms/sort/sort.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/kept_plans.hpp"
#include "algorithms/sort/composed.hpp"
#include "algorithms/sort/sort_choice.hpp"
#include "engine/context.hpp"
#include "shaders/sort/around.h"
#include "shaders/sort/segments.h"
#include "shaders/sort/sort.h"
#include <vkalgo_spirv/sort/copy_words.hpp>
#include <vkalgo_spirv/sort/fill_indices.hpp>
#include <vkalgo_spirv/sort/gather_elements.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

/// Declares every argument, in the order of SortAccess.
std::vector<Argument> arguments_of(const SortArguments& arguments, const SortPlan& plan, const DeviceProfile& profile) {
    return {{.name = "keys",
             .view = arguments.keys,
             .bytes = plan.keys_bytes,
             .alignment = size_of(plan.options.type) < 4 ? profile.vector_offset_alignment() : 0,
             .access = Access::read_write},
            {.name = "values", .view = arguments.values, .bytes = plan.values_bytes, .access = Access::read_write},
            scratch_argument(arguments.scratch, plan.scratch_bytes, profile.vector_offset_alignment()),
            count_argument(arguments.count_buffer)};
}

/// Records a dispatch of a kernel of around.h for `words` words. `counted` and `first` are as in AroundPush.
void dispatch_around(Recorder& recorder, const Kernel& kernel, std::initializer_list<Binding> bindings,
                     std::uint64_t words, std::uint32_t counted, std::uint64_t first = 0) {
    const std::uint64_t each = std::uint64_t{VKALGO_AROUND_THREADS} * VKALGO_AROUND_EACH;
    const std::uint64_t groups = divide_up(words, each);
    recorder.dispatch(kernel, bindings,
                      shader::AroundPush{static_cast<std::uint32_t>(words), counted, static_cast<std::uint32_t>(groups),
                                         static_cast<std::uint32_t>(first)},
                      Groups::linear(groups, recorder.context()));
}

}  // namespace

std::uint32_t sort_key_kind(ElementType type) {
    return is_float(type) ? VKALGO_SORT_KEY_FLOAT : is_signed(type) ? VKALGO_SORT_KEY_SIGNED : VKALGO_SORT_KEY_UNSIGNED;
}

std::vector<SpecializationConstant> sort_item_constants(const SortOptions& options, std::uint32_t threads) {
    return {{VKALGO_SORT_CONSTANT_THREADS, threads},
            {VKALGO_SORT_CONSTANT_KEY_WORDS, (size_of(options.type) + 3) / 4},
            {VKALGO_SORT_CONSTANT_KEY, sort_key_kind(options.type)},
            {VKALGO_SORT_CONSTANT_DESCENDING, options.descending ? 1u : 0u},
            {VKALGO_SORT_CONSTANT_HAS_VALUES, options.values ? 1u : 0u},
            {VKALGO_SORT_CONSTANT_BY_INDEX, options.indices ? 1u : 0u},
            {VKALGO_SORT_CONSTANT_BEGIN_BIT, options.begin_bit},
            {VKALGO_SORT_CONSTANT_END_BIT, options.end_bit == 0 ? 8 * size_of(options.type) : options.end_bit}};
}

KernelInfo sort_copy_kernel() {
    return {"sort/copy_words", spirv::sort_copy_words, {}};
}

void copy_sort_words(Recorder& recorder, const Kernel& kernel, const BufferView& from, const BufferView& to) {
    dispatch_around(recorder, kernel, {from, to}, from.size / 4, 0);
}

KernelInfo sort_gather_kernel(std::uint32_t bits) {
    return {"sort/gather_elements",
            spirv::sort_gather_elements,
            {{VKALGO_SEGMENTS_CONSTANT_THREADS, VKALGO_AROUND_THREADS},
             {VKALGO_SEGMENTS_CONSTANT_EACH, VKALGO_AROUND_EACH},
             {VKALGO_SEGMENTS_CONSTANT_BITS, bits}}};
}

void gather_sort_elements(Recorder& recorder, const Kernel& kernel, const BufferView& order, const BufferView& from,
                          const BufferView& to, std::uint64_t count, const BoundWord& counted) {
    const std::uint64_t groups = divide_up(to.size / 4, std::uint64_t{VKALGO_AROUND_THREADS} * VKALGO_AROUND_EACH);
    recorder.dispatch(kernel, {order, from, to, to, counted.view},
                      shader::SegmentsPush{static_cast<std::uint32_t>(count), counted.index + 1,
                                           static_cast<std::uint32_t>(groups), 1},
                      Groups::linear(groups, recorder.context()));
}

struct Sort::Plans : KeptPlans<std::uint64_t, SortPlan> {};

Result<Sort> Sort::create(Context& context, const SortOptions& options, std::shared_ptr<const SortTuning> tuning) {
    Sort sort;
    sort.plans_ = std::make_shared<Plans>();
    sort.context_ = &context;
    sort.options_ = options;
    sort.tuning_ = std::move(tuning);
    const SortPlanner planner{options, context.profile(), sort.tuning_};
    VKALGO_TRY(SortChoices choices, sort_choices(planner));
    for (const SortMethod* method : choices.methods) {
        if (method->sort_on_host != nullptr) {
            return Error{ErrorCode::unsupported,
                         std::string("the method '") + method->name +
                             "' runs on the processor and cannot be recorded; use sort_on_host or sort_in_place",
                         "method"};
        }
        VKALGO_TRY(const SortPlan plan, planner.plan(*method, 1));
        MethodKernels entry{method, {}};
        VKALGO_TRY(entry.kernels,
                   context.kernels(method->kernels(plan.by_indices ? *plan.by_indices : plan, context.profile())));
        sort.methods_.push_back(std::move(entry));
        if (method->scans) {
            VKALGO_TRY(Scan scan, Scan::create(context, kSortScan));
            sort.scan_ = std::make_shared<const Scan>(std::move(scan));
        }
        if (method->small_keys) {
            VKALGO_TRY(Histogram histogram, Histogram::create(context, sort_histogram(options)));
            sort.histogram_ = std::make_shared<const Histogram>(std::move(histogram));
            if (options.values) {
                VKALGO_TRY(Sort by_bins, create(context, sort_by_bins(options)));
                sort.by_bins_ = std::make_shared<const Sort>(std::move(by_bins));
            }
        }
    }
    const bool by_indices = options.value_bits == 64;
    if (by_indices) {
        VKALGO_TRY(sort.copy_, context.kernel(sort_copy_kernel()));
        VKALGO_TRY(sort.gather_, context.kernel(sort_gather_kernel(options.value_bits)));
    }
    if (options.indices || by_indices) {
        VKALGO_TRY(sort.fill_indices_, context.kernel({"sort/fill_indices", spirv::sort_fill_indices, {}, 0}));
    }
    sort.choices_ = std::make_shared<const SortChoices>(std::move(choices));
    return sort;
}

Result<Sort> Sort::create(Context& context, const SortOptions& options) {
    return create_tuned_sort(context, options, sort_tuning(options, context.profile()));
}

Result<Sort> Sort::create_planned(Context& context, const SortPlan& plan) {
    VKALGO_TRY(Sort sort, create(context, plan.options, plan.tuning));
    sort.plans_->keep(plan.count, plan);
    return sort;
}

Result<Sort> create_tuned_sort(Context& context, const SortOptions& options, const SortTuning& tuning) {
    return Sort::create(context, options, std::make_shared<const SortTuning>(tuning));
}

Result<std::shared_ptr<const SortPlan>> Sort::plan(std::uint64_t count) const {
    return plans_->get(count, [&] {
        return plan_chosen_sort({options_, context_->profile(), tuning_}, *choices_, count);
    });
}

Result<ScratchNeed> Sort::scratch(const SortParams& params, const DeviceProfile& profile) {
    VKALGO_TRY(const SortPlan plan, plan_sort(params, profile));
    ScratchNeed need;
    need.bytes = plan.scratch_bytes;
    return need;
}

Result<SortAccess> Sort::access(const SortArguments& arguments) const {
    VKALGO_CHECK(check_created(context_, "sort"));
    VKALGO_TRY(const auto plan, this->plan(arguments.count));
    return accesses_of<SortAccess>(*context_, arguments_of(arguments, *plan, context_->profile()),
                                   [&](Recorder& recorder) { return record(recorder, arguments); });
}

Result<void> Sort::record(Recorder& recorder, const SortArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, "sort"));
    VKALGO_TRY(const auto kept, this->plan(arguments.count));
    const SortPlan& plan = *kept;
    VKALGO_CHECK(check_arguments(arguments_of(arguments, plan, context_->profile()), context_->profile()));
    if (plan.count == 0 || (plan.count == 1 && !plan.options.indices)) {
        return recorder.status();
    }
    return plan.by_indices ? record_pairs(recorder, arguments, plan) : record_method(recorder, arguments, plan);
}

Result<void> Sort::record_pairs(Recorder& recorder, const SortArguments& arguments, const SortPlan& plan) const {
    const SpanScope span(recorder, "sort pairs");
    const SortPairsParts parts = sort_pairs_parts(plan);
    const auto part = [&](const ScratchLayout::Part& one) { return ScratchLayout::view(arguments.scratch, one); };
    const BufferView values = arguments.values.slice(0, plan.values_bytes);
    const BufferView order = part(parts.order).slice(0, plan.count * 4), old_values = part(parts.values);
    copy_sort_words(recorder, *copy_, values, old_values.slice(0, plan.values_bytes));
    SortArguments keys = arguments;
    keys.values = order;
    keys.scratch = part(parts.sort);
    VKALGO_CHECK(record_method(recorder, keys, *plan.by_indices));
    gather_sort_elements(recorder, *gather_, order, old_values, values, plan.count,
                         count_word(arguments.count_buffer, order, context_->profile()));
    return recorder.status();
}

Result<void> Sort::record_method(Recorder& recorder, const SortArguments& arguments, const SortPlan& plan) const {
    const auto entry = std::find_if(methods_.begin(), methods_.end(),
                                    [&](const MethodKernels& one) { return one.method == plan.method; });
    const SpanScope span(recorder, std::string("sort ") + plan.method->name);
    SortRecording recording{
        recorder,         plan,          entry->kernels, scan_.get(), arguments, arguments.keys.slice(0, 4), 0,
        histogram_.get(), by_bins_.get()};
    if (arguments.count_buffer && plan.part < plan.count) {
        return Error{ErrorCode::unsupported,
                     "more than " + std::to_string(plan.part) +
                         " keys of this size are sorted in parts, and the host must know the lengths of the parts; "
                         "give no count_buffer",
                     "count_buffer"};
    }
    if (arguments.count_buffer) {
        const BoundWord word = bind_word(arguments.count_buffer.slice(0, 4), context_->profile());
        recording.count_words = word.view;
        recording.counted = word.index + 1;
    }
    if (plan.options.indices) {
        for (std::uint64_t first = 0; first < plan.count; first += plan.part) {
            const std::uint64_t count = std::min(plan.part, plan.count - first);
            dispatch_around(recorder, *fill_indices_,
                            {arguments.values.slice(first * 4, count * 4), recording.count_words}, count,
                            recording.counted, first);
        }
    }
    return plan.count == 1 ? recorder.status() : plan.method->record(recording);
}

}  // namespace vkalgo
