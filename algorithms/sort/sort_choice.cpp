#include "algorithms/sort/sort_choice.hpp"

#include "algorithms/sort/sort_demands.hpp"

#include <algorithm>
#include <bit>
#include <span>

namespace vkalgo {

namespace {

using Methods = std::vector<const SortMethod*>;

/// A bucket of counts: those from `low` to `high`, both included. If a method cannot sort a count, it cannot sort
/// higher counts of the bucket either. So the methods that "auto" may take are known beforehand.
struct Bucket {
    std::uint64_t low, high;
    std::size_t number;

    explicit Bucket(std::uint64_t count) {
        constexpr std::uint64_t kMax = kMaxSortKeys;
        high = std::bit_ceil(std::clamp<std::uint64_t>(count, 2, kMax));  // One key is already sorted
        low = high / 2 + 1;
        number = static_cast<std::size_t>(std::countr_zero(high));
    }
};

/// Returns the candidates that can sort some count of the bucket, the fastest first; equally fast candidates are in the
/// order of their names. They are compared at the highest count; if one of them cannot sort it, at the lowest count. A
/// single candidate is not checked.
Methods by_time(const SortPlanner& planner, const Methods& candidates, const Bucket& bucket) {
    if (candidates.size() == 1) {
        return {candidates.front()};
    }
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
    Methods methods(able.size());
    std::transform(able.begin(), able.end(), methods.begin(), [](const Candidate& one) { return one.method; });
    return methods;
}

/// Returns the largest count of the bucket that the method can sort; 0 if it can sort none.
std::uint64_t most_of(const SortPlanner& planner, const SortMethod& method, const Bucket& bucket) {
    if (planner.plan(method, bucket.high)) {
        return bucket.high;
    }
    if (!planner.plan(method, bucket.low)) {
        return 0;
    }
    std::uint64_t can = bucket.low, cannot = bucket.high;
    while (cannot - can > 1) {
        const std::uint64_t middle = can + (cannot - can) / 2;
        (planner.plan(method, middle) ? can : cannot) = middle;
    }
    return can;
}

/// Returns the method whose error says why no method can sort a count. This is the first candidate that sorts in parts.
/// If no such candidate exists, it is the last candidate.
const SortMethod& last_of(const Methods& candidates) {
    const auto in_parts =
        std::find_if(candidates.begin(), candidates.end(), [](const SortMethod* method) { return method->parts; });
    return in_parts != candidates.end() ? **in_parts : *candidates.back();
}

/// Returns the plan of the first of the methods that can sort this count. If none can, returns the error of `last`.
Result<SortPlan> plan_first(const SortPlanner& planner, const Methods& methods, const SortMethod& last,
                            std::uint64_t count) {
    for (const SortMethod* method : methods) {
        if (auto plan = planner.plan(*method, count)) {
            return plan;
        }
    }
    return planner.plan(last, count);
}

}  // namespace

Result<SortChoices> sort_choices(const SortPlanner& planner) {
    VKALGO_TRY(const Methods candidates, sort_candidates(planner.options, planner.profile));
    SortChoices choices;
    choices.last = &last_of(candidates);
    if (candidates.size() == 1) {
        choices.methods = candidates;
        choices.by_bucket.fill(candidates);
        return choices;
    }
    for (std::uint32_t power = 1; power < SortChoices::kBuckets; ++power) {
        const Bucket bucket(std::uint64_t{1} << power);
        const Methods& methods = choices.by_bucket[bucket.number] = by_time(planner, candidates, bucket);
        std::uint64_t done = 0;
        for (const SortMethod* method : methods) {
            const std::uint64_t most = done == bucket.high ? 0 : most_of(planner, *method, bucket);
            if (most > done &&
                std::find(choices.methods.begin(), choices.methods.end(), method) == choices.methods.end()) {
                choices.methods.push_back(method);
            }
            done = std::max(done, most);
        }
    }
    if (choices.methods.empty()) {
        choices.methods = candidates;
    }
    return choices;
}

Result<SortPlan> plan_chosen_sort(const SortPlanner& planner, const SortChoices& choices, std::uint64_t count) {
    return plan_first(planner, choices.by_bucket[Bucket(count).number], *choices.last, count);
}

Result<SortPlan> plan_tuned_sort(const SortParams& params, const DeviceProfile& profile, const SortTuning& tuning) {
    const SortPlanner planner{params.options, profile, std::make_shared<const SortTuning>(tuning)};
    VKALGO_TRY(const Methods candidates, sort_candidates(params.options, profile));
    return plan_first(planner, by_time(planner, candidates, Bucket(params.count)), last_of(candidates), params.count);
}

Result<SortPlan> plan_sort(const SortParams& params, const DeviceProfile& profile) {
    return plan_tuned_sort(params, profile, sort_tuning(params.options, profile));
}

}  // namespace vkalgo
