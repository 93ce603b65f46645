#include "algorithms/sort/sort_plan.hpp"

#include "algorithms/sort/sort_method.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo {

namespace {

bool some_bits(const SortOptions& options) {
    return options.begin_bit != 0 || (options.end_bit != 0 && options.end_bit != 8 * size_of(options.type));
}

bool small_keys(const SortOptions& options) {
    return size_of(options.type) < 4;
}

/// What options may ask for and not every method does.
struct Demand {
    /// that asks for it
    const char* field;
    /// behind "u32 keys"
    const char* words;
    bool (*asked)(const SortOptions& options);
    bool (*met)(const SortMethod& method);
};
constexpr Demand kDemands[] = {
    {"type", "", [](const SortOptions& options) { return small_keys(options); },
     [](const SortMethod& method) { return method.small_keys; }},
    {"type", "", [](const SortOptions& options) { return !small_keys(options); },
     [](const SortMethod& method) { return !method.small_keys; }},
    {"begin_bit", " by some of their bits alone", [](const SortOptions& options) { return some_bits(options); },
     [](const SortMethod& method) { return method.by_bits; }},
    {"stable", ", equal ones in their order", [](const SortOptions& options) { return options.stable; },
     [](const SortMethod& method) { return method.stable; }},
    {"increments", " by increments or runs of one's choice",
     [](const SortOptions& options) { return options.shell != ShellOptions{}; },
     [](const SortMethod& method) { return method.takes_increments; }},
    // All variants of a Shellsort may have the same options, to be compared; so no plan asks by itself.
    {"max_threads", " in runs of one's choice", [](const SortOptions& /*options*/) { return false; },
     [](const SortMethod& method) { return method.takes_runs; }},
};

/// Those of the options, and that of the field `also`.
std::vector<const Demand*> demands_of(const SortOptions& options, std::string_view also = {}) {
    std::vector<const Demand*> demands;
    for (const Demand& demand : kDemands) {
        if (demand.asked(options) || demand.field == also) {
            demands.push_back(&demand);
        }
    }
    return demands;
}

bool meets(const SortMethod& method, std::span<const Demand* const> demands) {
    return std::all_of(demands.begin(), demands.end(), [&](const Demand* demand) { return demand->met(method); });
}

Error not_met(const SortOptions& options, std::span<const Demand* const> demands) {
    std::string keys = std::string(to_string(options.type)) + " keys";
    for (const Demand* demand : demands) {
        keys += demand->words;
    }
    std::string others;
    for (const SortMethod* other : sort_methods()) {
        if (meets(*other, demands)) {
            others += std::string(others.empty() ? "; methods that do: " : ", ") + other->name;
        }
    }
    if (others.empty()) {
        return Error{ErrorCode::unsupported, "no method sorts " + keys, demands.back()->field};
    }
    return Error{ErrorCode::unsupported, "the method '" + options.method + "' does not sort " + keys + others,
                 "method"};
}

Result<void> check_options(const SortOptions& options) {
    if (options.type == ElementType::f16) {
        return Error{ErrorCode::invalid_argument,
                     "no sort of f16; types: u8, i8, u16, i16, u32, i32, u64, i64, f32, f64", "type"};
    }
    const std::uint32_t bits = 8 * size_of(options.type);
    const std::uint32_t end = options.end_bit == 0 ? bits : options.end_bit;
    if (options.begin_bit >= end || end > bits) {
        return Error{ErrorCode::invalid_argument,
                     "a " + std::string(to_string(options.type)) + " key has no bits from " +
                         std::to_string(options.begin_bit) + " to before " + std::to_string(end),
                     end > bits ? "end_bit" : "begin_bit"};
    }
    if (options.indices && !options.values) {
        return Error{ErrorCode::invalid_argument, "indices take the place of values, which are not asked for",
                     "indices"};
    }
    return {};
}

std::string names_of_methods() {
    std::string names = "auto";
    for (const SortMethod* method : sort_methods()) {
        names += std::string(", ") + method->name;
    }
    return names;
}

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

/// What is common to all methods; the method itself is still to be chosen.
Result<SortPlan> outline(const SortParams& params, const SortTuning& tuning) {
    if (params.count > std::numeric_limits<std::uint32_t>::max()) {
        return Error{ErrorCode::too_large,
                     std::to_string(params.count) + " keys are too many; at most 4,294,967,295 are sorted", "count"};
    }
    SortPlan plan;
    plan.options = params.options;
    plan.tuning = std::make_shared<const SortTuning>(tuning);
    plan.count = params.count;
    plan.keys_bytes = (plan.count * size_of(plan.options.type) + 3) / 4 * 4;
    plan.values_bytes = plan.options.values ? plan.count * 4 : 0;
    return plan;
}

/// Plans of the same options and numbers.
struct Planner {
    const SortOptions& options;
    const DeviceProfile& profile;
    const SortTuning& tuning;

    Result<SortPlan> plan(const SortMethod& method, std::uint64_t count) const {
        VKALGO_TRY(SortPlan plan, outline({options, count}, tuning));
        plan.method = &method;
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
};

/// Those that `auto` may take. Errors: unsupported (none).
Result<std::vector<const SortMethod*>> candidates_of(const SortOptions& options) {
    const auto demands = demands_of(options);
    std::vector<const SortMethod*> candidates;
    for (const SortMethod* method : sort_methods()) {
        if (method->predict != nullptr && meets(*method, demands)) {
            candidates.push_back(method);
        }
    }
    if (candidates.empty()) {
        return not_met(options, demands);
    }
    return candidates;
}

/// Errors: invalid_argument (no such method), unsupported (it does not do what the options ask for).
Result<const SortMethod*> named_method(const SortOptions& options) {
    const auto methods = sort_methods();
    const auto found = std::find_if(methods.begin(), methods.end(),
                                    [&](const auto* method) { return options.method == method->name; });
    if (found == methods.end()) {
        return Error{ErrorCode::invalid_argument,
                     "there is no method '" + options.method + "' of sort; methods: " + names_of_methods(), "method"};
    }
    const auto demands = demands_of(options);
    return meets(**found, demands) ? Result<const SortMethod*>(*found) : not_met(options, demands);
}

/// Counts that `auto` treats alike, from above a power of two to the next one: so it is known beforehand which methods
/// it takes at all. What a method cannot do, it cannot do for higher counts of the bucket either.
struct Bucket {
    std::uint64_t low, high;

    explicit Bucket(std::uint64_t count) {
        constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
        high = std::bit_ceil(std::clamp<std::uint64_t>(count, 2, kMost));  // one key is sorted
        low = high / 2 + 1;
        high = std::min(high, kMost);
    }
};

/// The candidates that can do some count of the bucket, the fastest first, among equals the first by name. They are
/// compared at the highest count, or, where one cannot do that, at the lowest.
std::vector<const SortMethod*> by_time(const Planner& planner, std::span<const SortMethod* const> candidates,
                                       const Bucket& bucket) {
    struct Candidate {
        const SortMethod* method;
        double predicted_ms;
    };
    std::vector<Candidate> able;
    bool all = true;
    for (const SortMethod* method : candidates) {
        if (const auto high = planner.plan(*method, bucket.high)) {
            able.push_back({method, high->predicted_ms});
        } else if (planner.plan(*method, bucket.low)) {
            able.push_back({method, 0});
            all = false;
        }
    }
    if (!all) {
        for (Candidate& one : able) {
            one.predicted_ms = planner.plan(*one.method, bucket.low)->predicted_ms;
        }
    }
    std::stable_sort(able.begin(), able.end(),
                     [](const Candidate& a, const Candidate& b) { return a.predicted_ms < b.predicted_ms; });
    std::vector<const SortMethod*> methods(able.size());
    std::transform(able.begin(), able.end(), methods.begin(), [](const Candidate& one) { return one.method; });
    return methods;
}

/// The largest count of the bucket that the method can do; it can do the lowest.
std::uint64_t most_of(const Planner& planner, const SortMethod& method, const Bucket& bucket) {
    if (planner.plan(method, bucket.high)) {
        return bucket.high;
    }
    std::uint64_t can = bucket.low, cannot = bucket.high;
    while (cannot - can > 1) {
        const std::uint64_t middle = can + (cannot - can) / 2;
        (planner.plan(method, middle) ? can : cannot) = middle;
    }
    return can;
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

Result<void> check_heeded(const SortOptions& options, std::string_view field) {
    const auto demands = demands_of(options, field);
    const auto methods = sort_methods();
    const bool heeded = std::any_of(methods.begin(), methods.end(), [&](const SortMethod* method) {
        return options.method == method->name && meets(*method, demands);
    });
    return heeded ? Result<void>{} : not_met(options, demands);
}

Result<SortPlan> plan_tuned_sort(const SortParams& params, const DeviceProfile& profile, const SortTuning& tuning) {
    VKALGO_CHECK(check_options(params.options));
    const Planner planner{params.options, profile, tuning};
    if (params.options.method != "auto") {
        VKALGO_TRY(const SortMethod* method, named_method(params.options));
        return planner.plan(*method, params.count);
    }
    VKALGO_TRY(const auto candidates, candidates_of(params.options));
    for (const SortMethod* method : by_time(planner, candidates, Bucket(params.count))) {
        auto plan = planner.plan(*method, params.count);
        if (plan) {
            return plan;
        }
    }
    return planner.plan(*candidates.back(), params.count);  // says why not
}

Result<std::vector<const SortMethod*>> sort_methods_for(const SortOptions& options, const DeviceProfile& profile,
                                                        const SortTuning& tuning) {
    VKALGO_CHECK(check_options(options));
    if (options.method != "auto") {
        VKALGO_TRY(const SortMethod* method, named_method(options));
        return std::vector{method};
    }
    VKALGO_TRY(const auto candidates, candidates_of(options));
    const Planner planner{options, profile, tuning};
    std::vector<const SortMethod*> methods;
    for (std::uint32_t power = 1; power <= 32; ++power) {
        const Bucket bucket(std::uint64_t{1} << power);
        std::uint64_t done = 0;
        for (const SortMethod* method : by_time(planner, candidates, bucket)) {
            const std::uint64_t most = done == bucket.high ? 0 : most_of(planner, *method, bucket);
            if (most > done && std::find(methods.begin(), methods.end(), method) == methods.end()) {
                methods.push_back(method);
            }
            done = std::max(done, most);
        }
    }
    return methods.empty() ? candidates : methods;
}

Result<SortPlan> plan_sort(const SortParams& params, const DeviceProfile& profile) {
    return plan_tuned_sort(params, profile, sort_tuning(params.options, profile));
}

}  // namespace vkalgo
