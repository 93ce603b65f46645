#include "algorithms/scan/scan.hpp"

#include "algorithms/kept_plans.hpp"
#include "algorithms/recorded.hpp"
#include "algorithms/scan/scan_method.hpp"
#include "algorithms/scan/scan_tuning.hpp"
#include "engine/binding.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

static_assert(sizeof(shader::ScanPush) <= 128);

static_assert(static_cast<std::uint32_t>(ScanTuning::Order::workgroup) == VKALGO_SCAN_BY_WORKGROUP &&
              static_cast<std::uint32_t>(ScanTuning::Order::ticket) == VKALGO_SCAN_BY_TICKET &&
              static_cast<std::uint32_t>(ScanTuning::Order::reversed) == VKALGO_SCAN_REVERSED);

constexpr std::uint32_t kSignBit = 0x80000000u;
/// The bits of infinity: of f32, and the high word of f64, whose low word is 0.
constexpr std::uint32_t kInfinity = 0x7f800000u;
constexpr std::uint32_t kInfinityHigh = 0x7ff00000u;

/// How the kernels interpret elements (shaders/scan/element.glsl): the operator, the key, and the identity as a key.
struct Keys {
    std::uint32_t op = VKALGO_SCAN_ADD;
    std::uint32_t key = VKALGO_SCAN_KEY_SAME;
    std::uint32_t identity_low = 0, identity_high = 0;
};

Keys keys_of(const ScanOptions& options) {
    Keys keys;
    const bool real = is_float(options.type);
    if (options.op == ScanOperator::add) {
        keys.op = real ? VKALGO_SCAN_ADD_FLOAT : VKALGO_SCAN_ADD;
        return keys;
    }
    const bool least = options.op == ScanOperator::min;
    keys.op = least ? VKALGO_SCAN_MIN : VKALGO_SCAN_MAX;
    keys.identity_low = keys.identity_high = least ? ~0u : 0u;
    if (real) {
        keys.key = VKALGO_SCAN_KEY_FLOAT;
        // The key of infinity is its bits with the sign bit set. The key of -infinity is the complement of its bits.
        if (options.type == ElementType::f64) {
            keys.identity_low = least ? 0u : ~0u;
            keys.identity_high = least ? kInfinityHigh | kSignBit : ~(kInfinityHigh | kSignBit);
        } else {
            keys.identity_low = least ? kInfinity | kSignBit : ~(kInfinity | kSignBit);
        }
    } else if (is_signed(options.type)) {
        keys.key = VKALGO_SCAN_KEY_SIGN;
    }
    return keys;
}

std::vector<SpecializationConstant> constants_of(const ScanPlan& plan) {
    const ScanOptions& options = plan.options;
    const ScanTuning& tuning = *plan.tuning;
    const Keys keys = keys_of(options);
    return {{VKALGO_SCAN_CONSTANT_LANES, tuning.lanes},
            {VKALGO_SCAN_CONSTANT_LANES_SHARED, tuning.shared_lanes ? 1u : 0u},
            {VKALGO_SCAN_CONSTANT_THREADS, tuning.threads},
            {VKALGO_SCAN_CONSTANT_VECTORS, tuning.vectors},
            {VKALGO_SCAN_CONSTANT_WORDS, size_of(options.type) / 4},
            {VKALGO_SCAN_CONSTANT_OPERATOR, keys.op},
            {VKALGO_SCAN_CONSTANT_KEY, keys.key},
            {VKALGO_SCAN_CONSTANT_IDENTITY_LOW, keys.identity_low},
            {VKALGO_SCAN_CONSTANT_IDENTITY_HIGH, size_of(options.type) == 8 ? keys.identity_high : 0u},
            {VKALGO_SCAN_CONSTANT_INCLUSIVE, options.kind == ScanKind::inclusive ? 1u : 0u},
            {VKALGO_SCAN_CONSTANT_SEGMENTED, options.segmented ? 1u : 0u},
            {VKALGO_SCAN_CONSTANT_ORDER, static_cast<std::uint32_t>(tuning.order)}};
}

bool in_place(const ScanArguments& arguments) {
    return arguments.values && arguments.values.buffer == arguments.results.buffer &&
           arguments.values.offset == arguments.results.offset;
}

/// Returns every argument once, in the order of ScanAccess.
std::vector<Argument> arguments_of(const ScanArguments& arguments, const ScanPlan& plan, const DeviceProfile& profile) {
    const std::uint64_t vectors = profile.vector_offset_alignment();
    const bool same = in_place(arguments);
    return {{.name = "values",
             .view = arguments.values,
             .bytes = same ? 0 : plan.values_bytes,  // `results` then stands for `values` too
             .alignment = vectors},
            {.name = "results",
             .view = arguments.results,
             .bytes = plan.values_bytes,
             .alignment = vectors,
             .access = same ? Access::read_write : Access::write},
            {.name = "heads", .view = arguments.heads, .bytes = plan.heads_bytes},
            {.name = "scratch",
             .view = arguments.scratch,
             .bytes = plan.scratch_bytes,
             .alignment = vectors,
             .access = Access::read_write,
             .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT},
            {.name = "count_buffer", .view = arguments.count_buffer, .bytes = 4, .alignment = 4, .optional = true},
            {.name = "total",
             .view = arguments.total,
             .bytes = size_of(plan.options.type),
             .alignment = 4,
             .access = Access::write,
             .optional = true}};
}

BoundWord bind_total(const ScanArguments& arguments, const ScanPlan& plan, const DeviceProfile& profile) {
    BoundWord word = bind_word(arguments.total, profile);
    word.view.size += size_of(plan.options.type) - 4;
    return word;
}

}  // namespace

std::uint64_t ScanRecording::tiles_of(std::uint64_t window) const {
    return std::min(plan.window_tiles, plan.tiles - std::min(plan.tiles, window * plan.window_tiles));
}

BufferView ScanRecording::slice(const BufferView& view, std::uint64_t window, std::uint64_t tile_bytes,
                                std::uint64_t all) const {
    const std::uint64_t first = window * plan.window_tiles * tile_bytes;
    // The last window has all remaining bytes: its last tile may be incomplete, and its heads may end within a word.
    return view.slice(first, window + 1 == plan.windows ? all - first : plan.window_tiles * tile_bytes);
}

BufferView ScanRecording::results_of(std::uint64_t window) const {
    if (plan.count == 0) {
        return {};
    }
    return slice(arguments.results, window, plan.tile_elements * size_of(plan.options.type), plan.values_bytes);
}

shader::ScanPush ScanRecording::push(std::uint64_t window) const {
    const DeviceProfile& profile = recorder.context().profile();
    const std::uint64_t first = window * plan.window_tiles * plan.tile_elements;
    shader::ScanPush push{};
    push.count = static_cast<std::uint32_t>(std::min(plan.window_tiles * plan.tile_elements, plan.count - first));
    push.first = static_cast<std::uint32_t>(std::min<std::uint64_t>(first, std::numeric_limits<std::uint32_t>::max()));
    push.flags =
        (window + 1 == plan.windows ? VKALGO_SCAN_LAST_WINDOW : 0) | (in_place(arguments) ? VKALGO_SCAN_IN_PLACE : 0);
    if (arguments.count_buffer) {
        push.flags |= VKALGO_SCAN_INDIRECT;
        push.count_index = bind_word(arguments.count_buffer, profile).index;
    }
    if (arguments.total) {
        push.flags |= VKALGO_SCAN_WRITES_TOTAL;
        push.total_index = bind_total(arguments, plan, profile).index;
    }
    return push;
}

void ScanRecording::dispatch(std::size_t kernel, std::uint64_t window, const BufferView& results,
                             const BufferView& carries, const shader::ScanPush& push) const {
    const DeviceProfile& profile = recorder.context().profile();
    const std::uint64_t tile_bytes = plan.tile_elements * size_of(plan.options.type);
    const BufferView total = arguments.total ? bind_total(arguments, plan, profile).view : BufferView{};
    // Every binding needs a buffer, even if the kernel does not access it.
    const BufferView values = plan.count == 0 ? total : slice(arguments.values, window, tile_bytes, plan.values_bytes);
    const BufferView written = results ? results : total;
    std::array<Binding, VKALGO_SCAN_CARRIES + 1> bindings;
    bindings[VKALGO_SCAN_VALUES] = values;
    bindings[VKALGO_SCAN_RESULTS] = written;
    bindings[VKALGO_SCAN_HEADS] = plan.options.segmented && plan.count != 0
                                      ? slice(arguments.heads, window, plan.tile_elements / 8, plan.heads_bytes)
                                      : values;
    bindings[VKALGO_SCAN_COUNT] = arguments.count_buffer ? bind_word(arguments.count_buffer, profile).view : values;
    bindings[VKALGO_SCAN_TOTAL] = total ? total : written;
    bindings[VKALGO_SCAN_CARRIES] = carries ? carries : values;
    const Kernel& chosen = *kernels[kernel];
    recorder.dispatch(chosen, std::span<const Binding>(bindings).first(chosen.module().bindings.size()),
                      std::as_bytes(std::span(&push, 1)), Groups::linear(push.groups, recorder.context()));
}

struct Scan::Plans : KeptPlans<std::uint64_t, ScanPlan> {};

Result<Scan> Scan::create(Context& context, const ScanOptions& options, std::shared_ptr<const ScanTuning> tuning) {
    Scan scan;
    scan.plans_ = std::make_shared<Plans>();
    scan.context_ = &context;
    scan.options_ = options;
    scan.tuning_ = std::move(tuning);
    VKALGO_TRY(const auto methods, scan_methods_for(options, context.profile()));
    for (const ScanMethod* method : methods) {
        scan.options_.method = method->name;
        VKALGO_TRY(const ScanPlan plan, scan.plan(1));
        MethodKernels entry{method, {}};
        std::vector<KernelInfo> infos = method->kernels(plan, context.profile());
        for (KernelInfo& info : infos) {
            const bool sized = !plan.tuning->shared_lanes && context.profile().required_subgroup_size() != 0;
            info.constants = constants_of(plan);
            info.required_subgroup_size = sized ? plan.tuning->lanes : 0;
        }
        VKALGO_TRY(entry.kernels, context.kernels(infos));
        scan.methods_.push_back(std::move(entry));
    }
    scan.options_ = options;
    return scan;
}

Result<Scan> Scan::create(Context& context, const ScanOptions& options) {
    return create(context, options, nullptr);
}

Result<Scan> create_tuned_scan(Context& context, const ScanOptions& options, const ScanTuning& tuning) {
    return Scan::create(context, options, std::make_shared<const ScanTuning>(tuning));
}

Result<ScanPlan> Scan::plan(std::uint64_t count) const {
    const ScanParams params{options_, count};
    return tuning_ ? plan_tuned_scan(params, context_->profile(), *tuning_) : plan_scan(params, context_->profile());
}

Result<std::shared_ptr<const ScanPlan>> Scan::kept_plan(std::uint64_t count) const {
    return plans_->get(count, [&] { return plan(count); });
}

Result<ScratchNeed> Scan::scratch(const ScanParams& params, const DeviceProfile& profile) {
    VKALGO_TRY(const ScanPlan plan, plan_scan(params, profile));
    ScratchNeed need;
    need.bytes = plan.scratch_bytes;
    return need;
}

Result<ScanAccess> Scan::access(const ScanArguments& arguments) const {
    VKALGO_CHECK(check_created(context_, "scan"));
    VKALGO_TRY(const auto plan, kept_plan(arguments.count));
    return accesses_of<ScanAccess>(*context_, arguments_of(arguments, *plan, context_->profile()),
                                   [&](Recorder& recorder) { return record(recorder, arguments); });
}

Result<void> Scan::record(Recorder& recorder, const ScanArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, "scan"));
    const DeviceProfile& profile = context_->profile();
    VKALGO_TRY(const auto kept, kept_plan(arguments.count));
    const ScanPlan& plan = *kept;
    if (arguments.count_buffer && arguments.count > std::numeric_limits<std::uint32_t>::max()) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(arguments.count) + " elements are too many with a count_buffer; give at most " +
                         std::to_string(std::numeric_limits<std::uint32_t>::max()),
                     "count"};
    }
    VKALGO_CHECK(check_arguments(arguments_of(arguments, plan, profile), profile));
    if (plan.count == 0 && !arguments.total) {
        return recorder.status();
    }
    const auto entry = std::find_if(methods_.begin(), methods_.end(),
                                    [&](const MethodKernels& one) { return one.method == plan.method; });
    const SpanScope span(recorder, std::string("scan ") + plan.method->name);
    plan.method->record({recorder, plan, entry->kernels, arguments});
    return recorder.status();
}

}  // namespace vkalgo
