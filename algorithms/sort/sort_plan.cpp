#include "algorithms/sort/sort_plan.hpp"

#include "algorithms/sort/sort_method.hpp"

#include <algorithm>
#include <bit>
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
    VKALGO_CHECK(check_options(params.options));
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

Result<const SortMethod*> choose_method(const SortParams& params, const DeviceProfile& profile) {
    const SortOptions& options = params.options;
    const auto demands = demands_of(options);
    const SortMethod* best = nullptr;
    int rank = 0;
    for (const SortMethod* method : sort_methods()) {
        if (options.method == method->name) {
            return meets(*method, demands) ? Result<const SortMethod*>(method) : not_met(options, demands);
        }
        if (meets(*method, demands) && method->rank(params, profile) > rank) {
            best = method;
            rank = method->rank(params, profile);
        }
    }
    if (options.method != "auto") {
        return Error{ErrorCode::invalid_argument,
                     "there is no method '" + options.method + "' of sort; methods: " + names_of_methods(), "method"};
    }
    if (best == nullptr) {
        return not_met(options, demands);
    }
    return best;
}

/// The most items up to `most_each` that pass through this much shared memory in `rounds` rounds.
SweepShape sweep_shape(const SortOptions& options, const DeviceProfile& profile, const SortTuning& tuning,
                       std::uint32_t most_each, std::uint32_t rounds) {
    SweepShape shape{.threads = profile.type == DeviceType::discrete ? 512 : tuning.radix_threads};
    shape.threads =
        std::bit_floor(std::min({shape.threads, profile.max_workgroup_invocations, profile.max_workgroup_size[0]}));
    const std::uint64_t digits = std::uint64_t{1} << tuning.bits;
    // Beside the pool: a word per digit, one per team, one more.
    const auto room = [&] {
        const std::uint64_t beside = digits + shape.threads / tuning.lanes + 1;
        return profile.shared_memory / 4 > beside ? profile.shared_memory / 4 - beside : 0;
    };
    while (shape.threads > tuning.lanes && shape.threads / tuning.lanes * digits > room()) {
        shape.threads /= 2;
    }
    const std::uint32_t key_words = (size_of(options.type) + 3) / 4;
    const auto round_each = static_cast<std::uint32_t>(room() / key_words / shape.threads);
    shape.each = std::clamp(rounds * round_each, 1U, most_each);
    shape.rounds = std::min(rounds, shape.each);
    return shape;
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

SortTuning sort_tuning(const SortOptions& options, const DeviceProfile& profile) {
    SortTuning tuning;
    const std::uint32_t most = std::min(profile.max_workgroup_invocations, profile.max_workgroup_size[0]);
    tuning.threads = std::min(std::bit_floor(most), profile.type == DeviceType::software ? 1024U : 512U);
    tuning.counting_threads = std::min(std::bit_floor(most), tuning.counting_threads);
    // (llvmpipe takes as long by 128 threads, but compiles the kernel for so many items of each in ten seconds.)
    // A tile of columns is as wide as the piece in which memory is read: 32 bytes. llvmpipe takes 104 ms for 2^16 u32
    // by 64 columns, 167 by 32, 148 by 128, 600 by 8.
    const std::uint64_t items = std::bit_floor(profile.shared_memory / 4 / sort_item_words(options));
    const std::uint64_t columns = profile.type == DeviceType::software ? 64 : 32 / size_of(options.type);
    const bool ballots = profile.subgroup_ballot && std::has_single_bit(profile.subgroup_size);
    tuning.lanes = ballots ? profile.subgroup_size : 1;
    tuning.bits = ballots ? 8 : 4;
    tuning.radix_threads = std::min(std::bit_floor(most), ballots ? 256U : 64U);
    // Counters of all teams, and some of shared memory to spare.
    while (4 * (std::uint64_t{tuning.radix_threads} / tuning.lanes << tuning.bits) > profile.shared_memory / 2) {
        tuning.radix_threads /= 2;
    }
    // Without progress a tile that is missed may never come by itself.
    tuning.sweep_patience = profile.cross_workgroup_progress ? 4096 : 16;
    const bool discrete = profile.type == DeviceType::discrete;
    // On an H200 512 invocations leave 128 registers to each: 44 keys of a word in two rounds take 2.3 ms for 2^26, 22
    // in one 2.7, and with values, whose targets take registers too, 44 are half as fast as 22.
    tuning.sweep = sweep_shape(options, profile, tuning, discrete ? 44 : 16, options.values || !discrete ? 1 : 2);
    tuning.few_sweep = sweep_shape(options, profile, tuning, 8, 1);
    tuning.few_keys = std::uint64_t{1} << 22;
    const bool software = profile.type == DeviceType::software;
    tuning.shell_class_threads = software ? 16 : 128;
    tuning.shell_run_threads = software ? 8 : 32;
    tuning.shell_groups = software ? 16 : 2048;
    // Two words of shared memory are the flags of passes.
    tuning.shell_held = (profile.shared_memory / 4 - 2) / sort_item_words(options);
    tuning.pratt = {.tile = items, .rows = items / columns};
    return tuning;
}

Result<SortPlan> plan_tuned_sort(const SortParams& params, const DeviceProfile& profile, const SortTuning& tuning) {
    VKALGO_TRY(SortPlan plan, outline(params, tuning));
    VKALGO_TRY(plan.method, choose_method(params, profile));
    if (!plan.on_host()) {
        VKALGO_CHECK(check_bytes(plan.keys_bytes, "keys", profile));
        VKALGO_CHECK(check_bytes(plan.values_bytes, "values", profile));
    }
    VKALGO_CHECK(plan.method->plan(plan, profile));
    return plan;
}

Result<std::vector<const SortMethod*>> sort_methods_for(const SortOptions& options, const DeviceProfile& profile) {
    std::vector<const SortMethod*> methods;
    // `auto` changes its mind between few keys and many, if at all.
    for (const std::uint64_t count : {std::uint64_t{1}, std::uint64_t{std::numeric_limits<std::uint32_t>::max()}}) {
        VKALGO_TRY(const SortMethod* method, choose_method({options, count}, profile));
        if (std::find(methods.begin(), methods.end(), method) == methods.end()) {
            methods.push_back(method);
        }
    }
    return methods;
}

Result<SortPlan> plan_sort(const SortParams& params, const DeviceProfile& profile) {
    return plan_tuned_sort(params, profile, sort_tuning(params.options, profile));
}

}  // namespace vkalgo
