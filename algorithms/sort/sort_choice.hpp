// Internal to algorithms/sort/: the choice of the method that sorts.
#pragma once

#include "sort_method.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace vkalgo {

/// A planner: makes plans with the same options and tuning. The objects to which it refers must outlive it.
struct SortPlanner {
    const SortOptions& options;
    const DeviceProfile& profile;
    std::shared_ptr<const SortTuning> tuning;

    /// Plans with this method, and ignores the method that the options name. Errors: those of plan_sort, except those
    /// about the options.
    Result<SortPlan> plan(const SortMethod& method, std::uint64_t count) const;

private:
    /// Plans with this method for values of 64 bits.
    Result<SortPlan> plan_pairs(const SortMethod& method, std::uint64_t count) const;
    /// Returns `error`, of a method that cannot sort keys beyond one binding. If the options name a method, and the
    /// keys fit a buffer, adds to the message the names of the methods that can sort these keys in parts.
    Error in_parts_instead(Error error, const SortBytes& bytes) const;
};

/// The methods among which plans choose, for all counts, computed once.
struct SortChoices {
    /// The buckets of counts that "auto" treats alike: bucket b holds the counts above 2^(b - 1), up to 2^b. Bucket 1
    /// also holds the counts 0 and 1, and bucket 0 is unused.
    static constexpr std::size_t kBuckets = 41;

    /// The methods that plans may name for some count.
    std::vector<const SortMethod*> methods;
    /// The methods to try for each bucket, the best first.
    std::array<std::vector<const SortMethod*>, kBuckets> by_bucket;
    /// The method whose error is returned if no method can sort a count.
    const SortMethod* last = nullptr;
};

/// Returns the methods to choose from. Errors: those of plan_sort about the options.
Result<SortChoices> sort_choices(const SortPlanner& planner);

/// Returns the plan of the best method that can sort `count` keys. Errors: those of plan_sort.
Result<SortPlan> plan_chosen_sort(const SortPlanner& planner, const SortChoices& choices, std::uint64_t count);

}  // namespace vkalgo
