#include "algorithms/sort/sort_plan.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/sort/sort_choice.hpp"
#include "algorithms/sort/sort_demands.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo {

namespace {

Result<void> check_bytes(std::uint64_t bytes, const char* what, const DeviceProfile& profile) {
    const std::uint64_t most = std::min(profile.max_storage_range, profile.max_allocation);
    if (bytes > most) {
        return Error{ErrorCode::too_large,
                     std::string("the ") + what + " take " + std::to_string(bytes) +
                         " bytes, and one buffer of this device has at most " + std::to_string(most),
                     "count"};
    }
    return {};
}

Result<void> check_count(std::uint64_t count) {
    if (count > std::numeric_limits<std::uint32_t>::max()) {
        return Error{ErrorCode::too_large,
                     std::to_string(count) + " keys are too many; at most 4,294,967,295 are sorted", "count"};
    }
    return {};
}

SortBytes bytes_of(const SortOptions& options, std::uint64_t count) {
    return {divide_up(count * size_of(options.type), 4) * 4, options.values ? count * 4 : 0};
}

}  // namespace

std::string_view SortPlan::method_name() const {
    return method->name;
}

bool SortPlan::sorts() const {
    return method->sorts;
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
    VKALGO_CHECK(check_count(params.count));
    const SortBytes bytes = bytes_of(params.options, params.count);
    VKALGO_CHECK(check_bytes(bytes.keys, "keys", profile));
    VKALGO_CHECK(check_bytes(bytes.values, "values", profile));
    return bytes;
}

Result<void> check_scratch(const char* what, std::uint64_t bytes, std::uint64_t binding, const DeviceProfile& profile) {
    if (bytes > profile.max_allocation || binding > profile.max_storage_range) {
        return Error{ErrorCode::too_large, std::string("the scratch of ") + what + " fits no buffer of this device",
                     "count"};
    }
    return {};
}

Result<SortPlan> SortPlanner::plan(const SortMethod& method, std::uint64_t count) const {
    VKALGO_CHECK(check_count(count));
    SortPlan plan;
    plan.options = options;
    plan.method = &method;
    plan.tuning = tuning;
    plan.count = count;
    const SortBytes bytes = bytes_of(options, count);
    plan.keys_bytes = bytes.keys;
    plan.values_bytes = bytes.values;
    if (!plan.on_host()) {
        VKALGO_CHECK(check_bytes(plan.keys_bytes, "keys", profile));
        VKALGO_CHECK(check_bytes(plan.values_bytes, "values", profile));
    }
    VKALGO_CHECK(method.plan(plan, profile));
    if (method.predict != nullptr) {
        plan.predicted_ms = method.predict(plan, profile);
    }
    return plan;
}

}  // namespace vkalgo
