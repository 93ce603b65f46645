#include "algorithms/sort/sort_plan.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/sort/composed.hpp"
#include "algorithms/sort/sort_choice.hpp"
#include "algorithms/sort/sort_demands.hpp"
#include "shaders/sort/around.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vkalgo {

namespace {

/// The largest number of keys that 32 bits can count.
constexpr std::uint64_t kCounted = std::numeric_limits<std::uint32_t>::max();

std::uint64_t most_bound(const DeviceProfile& profile) {
    return std::min(profile.max_storage_range, profile.largest_buffer());
}

Result<void> check_bytes(std::uint64_t bytes, const char* what, std::uint64_t most, const char* where) {
    if (bytes > most) {
        return Error{ErrorCode::too_large,
                     std::string("the ") + what + " need " + std::to_string(bytes) + " bytes, but one " + where +
                         " of this device has at most " + std::to_string(most),
                     "count"};
    }
    return {};
}

Result<void> check_bytes(const SortBytes& bytes, std::uint64_t most, const char* where) {
    VKALGO_CHECK(check_bytes(bytes.keys, "keys", most, where));
    return check_bytes(bytes.values, "values", most, where);
}

Result<void> check_count(std::uint64_t count, std::uint64_t most) {
    if (count > most) {
        return Error{ErrorCode::too_large,
                     std::to_string(count) + " keys are too many; give at most " + std::to_string(most), "count"};
    }
    return {};
}

/// Checks that 32 bits can count the keys, and that keys and values fit one binding each.
Result<void> check_bound(const SortBytes& bytes, std::uint64_t count, const DeviceProfile& profile) {
    VKALGO_CHECK(check_count(count, kCounted));
    VKALGO_CHECK(check_bytes(bytes, profile.largest_buffer(), "buffer"));
    return check_bytes(bytes, most_bound(profile), "binding");
}

/// Returns the largest number of keys of a part. The offsets at which the keys and the values of a part begin must be
/// allowed as offsets of bindings, and a position within a part that is filled up to a power of two must fit 32 bits.
std::uint64_t part_of(const SortOptions& options, const DeviceProfile& profile) {
    constexpr std::uint64_t kNeighbours = 64;
    constexpr std::uint64_t kMaxPositions = std::uint64_t{1} << 30;
    const std::uint64_t unit = std::max(profile.storage_offset_alignment / 4, kNeighbours);
    const std::uint64_t most = most_bound(profile) / std::max(size_of(options.type), options.values ? 4U : 0U);
    return std::min(most, kMaxPositions) / unit * unit;
}

SortBytes bytes_of(const SortOptions& options, std::uint64_t count) {
    return {divide_up(count * size_of(options.type), 4) * 4, options.values ? count * (options.value_bits / 8) : 0};
}

}  // namespace

std::string_view SortPlan::method_name() const {
    return method->name;
}

bool SortPlan::sorts() const {
    return method->sorts;
}

bool SortPlan::stable() const {
    return sorts() && (options.indices || by_indices != nullptr || method->stable);
}

bool SortPlan::on_host() const {
    return method->sort_on_host != nullptr;
}

std::vector<std::string_view> sort_method_names() {
    std::vector<std::string_view> names;
    for (const SortMethod* method : sort_methods()) {
        names.emplace_back(method->name);
    }
    return names;
}

Result<SortBytes> sort_bytes(const SortParams& params, const DeviceProfile& profile) {
    VKALGO_CHECK(check_sort_options(params.options));
    const SortBytes bytes = bytes_of(params.options, params.count);
    VKALGO_CHECK(check_bound(bytes, params.count, profile));
    return bytes;
}

Result<void> check_scratch(const char* what, std::uint64_t bytes, std::uint64_t binding, const DeviceProfile& profile) {
    if (bytes > std::min(profile.max_allocation, profile.largest_buffer()) || binding > profile.max_storage_range) {
        return Error{ErrorCode::too_large,
                     std::string("the scratch of ") + what + " does not fit one buffer of this device; give fewer keys",
                     "count"};
    }
    return {};
}

Error SortPlanner::in_parts_instead(Error error, const SortBytes& bytes) const {
    // "auto" has already tried the methods that sort in parts.
    if (options.method != "auto" && check_bytes(bytes, profile.largest_buffer(), "buffer")) {
        const std::string others = sort_methods_in_parts(options);
        error.message += others.empty() ? "" : "; methods that sort more keys, in parts: " + others;
    }
    return error;
}

SortPairsParts sort_pairs_parts(const SortPlan& plan) {
    ScratchLayout layout;
    SortPairsParts parts;
    parts.order = layout.add(plan.count * 4);
    parts.values = layout.add(plan.values_bytes);
    parts.sort = layout.add(plan.by_indices->scratch_bytes);
    parts.need = layout.need();
    return parts;
}

Result<SortPlan> SortPlanner::plan_pairs(const SortMethod& method, std::uint64_t count) const {
    const SortBytes bytes = bytes_of(options, count);
    VKALGO_CHECK(check_bound(bytes, count, profile));
    const SortOptions by_indices = sort_by_indices(options);
    VKALGO_TRY(SortPlan plan, (SortPlanner{by_indices, profile, tuning}.plan(method, count)));
    plan.by_indices = std::make_shared<const SortPlan>(plan);
    plan.options = options;
    plan.values_bytes = bytes.values;
    const SortPairsParts parts = sort_pairs_parts(plan);
    plan.scratch_bytes = parts.need.bytes;
    VKALGO_CHECK(check_scratch("the sort of pairs", plan.scratch_bytes, parts.values.size, profile));
    plan.dispatches += 2;
    plan.loop_iterations = std::max(plan.loop_iterations, std::uint64_t{VKALGO_AROUND_EACH} + 1);
    // Values are copied, and gathered by their positions.
    plan.predicted_ms += predict_beside(profile, 2, count, 2 * 8 + 4 + 2 * 8);
    return plan;
}

Result<SortPlan> SortPlanner::plan(const SortMethod& method, std::uint64_t count) const {
    VKALGO_CHECK(check_count(count, kMaxSortKeys));
    if (options.value_bits == 64) {
        return plan_pairs(method, count);
    }
    SortPlan plan;
    plan.options = options;
    plan.method = &method;
    plan.tuning = tuning;
    plan.count = count;
    const SortBytes bytes = bytes_of(options, count);
    plan.keys_bytes = bytes.keys;
    plan.values_bytes = bytes.values;
    plan.part = count;
    if (plan.on_host()) {
        VKALGO_CHECK(check_count(count, kCounted));
    } else if (auto bound = check_bound(bytes, count, profile); !bound) {
        if (!method.parts) {
            return in_parts_instead(std::move(bound).error(), bytes);
        }
        VKALGO_CHECK(check_bytes(bytes, profile.largest_buffer(), "buffer"));
        plan.part = part_of(options, profile);
    }
    if (options.indices) {
        VKALGO_CHECK(check_count(count, kCounted));
    }
    VKALGO_CHECK(method.plan(plan, profile));
    if (method.predict != nullptr) {
        plan.predicted_ms = method.predict(plan, profile);
    }
    if (options.indices && count != 0 && !plan.on_host()) {
        const std::uint64_t fills = divide_up(count, plan.part);
        plan.dispatches += fills;
        plan.predicted_ms += predict_beside(profile, fills, count, 4);
    }
    return plan;
}

}  // namespace vkalgo
