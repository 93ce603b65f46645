// Internal to algorithms/sort/: which method a sort is done by.
#pragma once

#include "sort_method.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace vkalgo {

/// Plans of the same options and numbers. What it refers to outlives it.
struct SortPlanner {
    const SortOptions& options;
    const DeviceProfile& profile;
    std::shared_ptr<const SortTuning> tuning;

    /// By this method, whatever the options name. Errors: those of plan_sort, but for those about options.
    Result<SortPlan> plan(const SortMethod& method, std::uint64_t count) const;

private:
    /// The error of a method whose keys fit no binding, which tells of methods that take them.
    Error in_parts_instead(Error error, const SortBytes& bytes) const;
};

/// What plans for all counts choose from, found out once.
struct SortChoices {
    /// Counts that "auto" treats alike: from above 2^(b - 1) to 2^b.
    static constexpr std::size_t kBuckets = 41;

    /// Those that plans may name for some count, and no others.
    std::vector<const SortMethod*> methods;
    /// Those to be tried for each bucket, the best first.
    std::array<std::vector<const SortMethod*>, kBuckets> by_bucket;
    /// It says why no method can do a count.
    const SortMethod* last = nullptr;
};

/// Errors: those of plan_sort about options.
Result<SortChoices> sort_choices(const SortPlanner& planner);

/// Errors: those of plan_sort.
Result<SortPlan> plan_chosen_sort(const SortPlanner& planner, const SortChoices& choices, std::uint64_t count);

}  // namespace vkalgo
