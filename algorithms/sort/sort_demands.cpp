#include "algorithms/sort/sort_demands.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

namespace vkalgo {

namespace {

bool some_bits(const SortOptions& options) {
    return options.begin_bit != 0 || (options.end_bit != 0 && options.end_bit != 8 * size_of(options.type));
}

bool small_keys(const SortOptions& options) {
    return size_of(options.type) < 4;
}

/// A demand that options may make and that only some methods meet.
struct Demand {
    /// The field that makes the demand.
    const char* field;
    /// The text that follows "u32 keys" in a message.
    const char* words;
    /// What else the caller may do if no method meets the demand.
    const char* otherwise;
    bool (*asked)(const SortOptions& options);
    bool (*met)(const SortMethod& method);
};
constexpr const char* kAnyOrder = "allow values of equal keys to change their order (stable = false)";
constexpr Demand kDemands[] = {
    {"type", "", "", [](const SortOptions& options) { return small_keys(options); },
     [](const SortMethod& method) { return method.small_keys; }},
    {"type", "", "", [](const SortOptions& options) { return !small_keys(options); },
     [](const SortMethod& method) { return !method.small_keys; }},
    {"begin_bit", " by only some of their bits", "compare all of their bits",
     [](const SortOptions& options) { return some_bits(options); },
     [](const SortMethod& method) { return method.by_bits; }},
    {"stable", " with values so that equal keys keep their order", kAnyOrder,
     [](const SortOptions& options) {
         return options.stable && options.values && !options.indices && options.value_bits == 32;
     },
     [](const SortMethod& method) { return method.stable; }},
    {"value_bits", " with values of 64 bits", "give values of 32 bits",
     [](const SortOptions& options) { return options.value_bits == 64; },
     [](const SortMethod& method) { return method.sort_on_host == nullptr; }},
    {"increments", " by given increments or runs", "give no increments and no runs",
     [](const SortOptions& options) { return options.shell != ShellOptions{}; },
     [](const SortMethod& method) { return method.takes_increments; }},
    // All variants of Shellsort accept the same options, so that they can be compared. Therefore no options make this
    // demand; only check_heeded adds it.
    {"max_threads", " in given runs", "give no runs", [](const SortOptions& /*options*/) { return false; },
     [](const SortMethod& method) { return method.takes_runs; }},
};

/// Returns the demands of the options, and the demand of the field `also`.
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

/// Returns the field that makes the demand. A demand for some bits is made by begin_bit or, if that is 0, by end_bit.
const char* field_of(const Demand& demand, const SortOptions& options) {
    const bool only_end = std::string_view(demand.field) == "begin_bit" && options.begin_bit == 0;
    return only_end ? "end_bit" : demand.field;
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
        return Error{ErrorCode::unsupported,
                     "no method sorts " + keys + "; give keys of another type, or " + demands.back()->otherwise,
                     field_of(*demands.back(), options)};
    }
    const bool in_order = std::any_of(demands.begin(), demands.end(),
                                      [](const Demand* demand) { return std::string_view(demand->field) == "stable"; });
    others += in_order ? std::string("; or ") + kAnyOrder : "";
    return Error{ErrorCode::unsupported, "the method '" + options.method + "' does not sort " + keys + others,
                 "method"};
}

std::string names_of_methods() {
    std::string names = "auto";
    for (const SortMethod* method : sort_methods()) {
        names += std::string(", ") + method->name;
    }
    return names;
}

/// Returns the method that options.method names. Errors: invalid_argument (an unknown method); unsupported (the method
/// does not do what the options ask for).
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

}  // namespace

Result<void> check_sort_options(const SortOptions& options) {
    const std::uint32_t bits = 8 * size_of(options.type);
    const std::uint32_t end = options.end_bit == 0 ? bits : options.end_bit;
    if (options.begin_bit >= end || end > bits) {
        return Error{ErrorCode::invalid_argument,
                     end > bits
                         ? "the range ends before bit " + std::to_string(end) + ", but " + to_string(options.type) +
                               " keys have only the bits 0 to " + std::to_string(bits - 1)
                         : "the range begins at bit " + std::to_string(options.begin_bit) + " and ends before bit " +
                               std::to_string(end) + "; it must have at least one bit",
                     end > bits ? "end_bit" : "begin_bit"};
    }
    if (options.value_bits != 32 && options.value_bits != 64) {
        return Error{ErrorCode::invalid_argument,
                     "values must have 32 or 64 bits, not " + std::to_string(options.value_bits), "value_bits"};
    }
    if (options.value_bits == 64 && (!options.values || options.indices)) {
        return Error{ErrorCode::invalid_argument,
                     options.indices ? "indices have 32 bits; set value_bits to 32"
                                     : "value_bits is 64, but there are no values; set values too",
                     "value_bits"};
    }
    if (options.indices && !options.values) {
        return Error{ErrorCode::invalid_argument, "indices are written as values; set values too", "indices"};
    }
    return {};
}

Result<void> check_heeded(const SortOptions& options, std::string_view field) {
    const auto demands = demands_of(options, field);
    const auto methods = sort_methods();
    const bool heeded = std::any_of(methods.begin(), methods.end(), [&](const SortMethod* method) {
        return options.method == method->name && meets(*method, demands);
    });
    return heeded ? Result<void>{} : not_met(options, demands);
}

std::string sort_methods_in_parts(const SortOptions& options) {
    const auto demands = demands_of(options);
    std::string names;
    for (const SortMethod* method : sort_methods()) {
        if (method->parts && meets(*method, demands)) {
            names += std::string(names.empty() ? "" : ", ") + method->name;
        }
    }
    return names;
}

Result<std::vector<const SortMethod*>> sort_candidates(const SortOptions& options, const DeviceProfile& profile) {
    VKALGO_CHECK(check_sort_options(options));
    if (options.method != "auto") {
        VKALGO_TRY(const SortMethod* method, named_method(options));
        return std::vector{method};
    }
    const auto demands = demands_of(options);
    std::vector<const SortMethod*> candidates;
    for (const SortMethod* method : sort_methods()) {
        if (method->predict != nullptr && meets(*method, demands) &&
            (!method->waits || profile.cross_workgroup_progress)) {
            candidates.push_back(method);
        }
    }
    if (candidates.empty()) {
        return not_met(options, demands);
    }
    return candidates;
}

}  // namespace vkalgo
