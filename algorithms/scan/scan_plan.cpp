#include "algorithms/scan/scan_plan.hpp"

#include "algorithms/scan/scan_method.hpp"
#include "algorithms/scan/scan_tuning.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <string>

namespace vkalgo {

namespace {

/// The most bytes of a window's elements. A storage-buffer binding has less than 4 GiB, since maxStorageBufferRange has
/// 32 bits. This number is a multiple of 256, the largest offset alignment that Vulkan allows.
constexpr std::uint64_t kLargestWindow = (std::uint64_t{1} << 32) - 256;

bool has_type(ElementType type) {
    return type == ElementType::u32 || type == ElementType::i32 || type == ElementType::u64 ||
           type == ElementType::i64 || type == ElementType::f32 || type == ElementType::f64;
}

std::string names_of_methods() {
    std::string names = "auto";
    for (const ScanMethod* method : scan_methods()) {
        names += std::string(", ") + method->name;
    }
    return names;
}

/// Returns a plan without a method, with the fields that depend only on the options, the count and the tuning.
Result<ScanPlan> outline(const ScanParams& params, const ScanTuning& tuning) {
    if (!has_type(params.options.type)) {
        return Error{ErrorCode::invalid_argument,
                     std::string("elements of type ") + to_string(params.options.type) +
                         " cannot be scanned; the types are: u32, i32, u64, i64, f32, f64",
                     "type"};
    }
    constexpr std::uint64_t kMax = std::uint64_t{1} << 60;
    if (params.count > kMax) {
        return Error{ErrorCode::too_large,
                     std::to_string(params.count) + " elements are too many; give at most " + std::to_string(kMax),
                     "count"};
    }
    ScanPlan plan;
    plan.options = params.options;
    plan.tuning = std::make_shared<const ScanTuning>(tuning);
    plan.count = params.count;
    const std::uint64_t bytes = size_of(params.options.type);
    plan.tile_elements = std::uint64_t{tuning.threads} * tuning.vectors * 16 / bytes;
    plan.tiles = divide_up(plan.count, plan.tile_elements);
    plan.values_bytes = plan.count * bytes;
    plan.heads_bytes = params.options.segmented ? scan_heads_bytes(plan.count) : 0;
    return plan;
}

Result<const ScanMethod*> choose_method(const ScanParams& params, const DeviceProfile& profile) {
    const ScanMethod* best = nullptr;
    int rank = 0;
    for (const ScanMethod* method : scan_methods()) {
        if (params.options.method == method->name) {
            return method;
        }
        const int own = method->rank(params, profile);
        if (own > rank) {
            best = method;
            rank = own;
        }
    }
    if (params.options.method != "auto") {
        return Error{ErrorCode::invalid_argument,
                     "there is no method '" + params.options.method + "' of scan; methods: " + names_of_methods(),
                     "method"};
    }
    return best;
}

}  // namespace

const char* to_string(ScanOperator op) {
    switch (op) {
        case ScanOperator::add:
            return "add";
        case ScanOperator::min:
            return "min";
        case ScanOperator::max:
            break;
    }
    return "max";
}

const char* to_string(ScanKind kind) {
    return kind == ScanKind::inclusive ? "inclusive" : "exclusive";
}

std::string_view ScanPlan::method_name() const {
    return method->name;
}

std::vector<std::string_view> scan_method_names() {
    std::vector<std::string_view> names;
    for (const ScanMethod* method : scan_methods()) {
        names.emplace_back(method->name);
    }
    return names;
}

std::uint64_t scan_loop_budget(const DeviceProfile& profile) {
    return profile.max_loop_iterations == 0 ? std::numeric_limits<std::uint32_t>::max() : profile.max_loop_iterations;
}

std::uint64_t scan_tile_iterations(const ScanTuning& tuning) {
    // Each vector is loaded with its heads and scanned by its invocation. The sums of the vectors of a row are scanned
    // in log2(lanes) steps. Then the vector is stored. An incomplete vector at the end is handled word by word.
    const std::uint64_t row = 5 + static_cast<std::uint64_t>(std::bit_width(tuning.lanes)) + 4 * 5;
    return 1 + tuning.vectors * row + tuning.threads / tuning.lanes + 1;
}

std::uint64_t scan_window_step(const ScanPlan& plan, const DeviceProfile& profile) {
    const std::uint64_t alignment = profile.vector_offset_alignment();
    const std::uint64_t tile_bytes = plan.tile_elements * size_of(plan.options.type);
    const std::uint64_t step = std::lcm(tile_bytes, alignment) / tile_bytes;
    if (!plan.options.segmented) {
        return step;
    }
    return std::lcm(step, std::lcm(plan.tile_elements, alignment * 8) / plan.tile_elements);  // 8 heads per byte
}

Result<void> scan_cut_windows(ScanPlan& plan, std::uint64_t most_tiles, const DeviceProfile& profile) {
    const std::uint64_t tile_bytes = plan.tile_elements * size_of(plan.options.type);
    const std::uint64_t most = std::min(std::min(profile.max_storage_range, kLargestWindow) / tile_bytes, most_tiles);
    plan.window_tiles = std::max<std::uint64_t>(plan.tiles, 1);
    if (most < plan.window_tiles) {
        const std::uint64_t step = scan_window_step(plan, profile);
        if (most < step) {
            return Error{ErrorCode::too_large,
                         std::to_string(plan.count) + " elements are scanned in windows of at most " +
                             std::to_string(most * tile_bytes) + " bytes on this device, but the method '" +
                             plan.method->name + "' needs windows of at least " + std::to_string(step * tile_bytes) +
                             "; scan fewer elements",
                         "count"};
        }
        plan.window_tiles = most / step * step;
    }
    plan.windows = std::max<std::uint64_t>(divide_up(plan.tiles, plan.window_tiles), 1);
    return {};
}

Result<ScanPlan> plan_tuned_scan(const ScanParams& params, const DeviceProfile& profile, const ScanTuning& tuning) {
    VKALGO_TRY(ScanPlan plan, outline(params, tuning));
    if (scan_adds_f64(params.options) && !profile.float64) {
        return Error{
            ErrorCode::unsupported,
            "sums of f64 need 64-bit floating point (shaderFloat64), which this device lacks or the program has not "
            "enabled; choose another type, or the operator min or max",
            "type"};
    }
    VKALGO_TRY(plan.method, choose_method(params, profile));
    VKALGO_CHECK(plan.method->plan(plan, profile));
    return plan;
}

Result<std::vector<const ScanMethod*>> scan_methods_for(const ScanOptions& options, const DeviceProfile& profile) {
    std::vector<const ScanMethod*> methods;
    // The choice of `auto` depends only on whether there are few or many elements.
    for (const std::uint64_t count : {std::uint64_t{1}, std::uint64_t{1} << 40}) {
        VKALGO_TRY(const ScanMethod* method, choose_method({options, count}, profile));
        if (std::find(methods.begin(), methods.end(), method) == methods.end()) {
            methods.push_back(method);
        }
    }
    return methods;
}

Result<ScanPlan> plan_scan(const ScanParams& params, const DeviceProfile& profile) {
    VKALGO_TRY(const ScanMethod* method, choose_method(params, profile));
    return plan_tuned_scan(params, profile, scan_tuning(*method, params.options, profile));
}

}  // namespace vkalgo
