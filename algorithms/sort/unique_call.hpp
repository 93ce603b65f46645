#pragma once

#include "sort_call.hpp"
#include "unique.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace vkalgo {

/// What a call does with device memory: all keys are there at once, sorted first and then searched.
struct UniqueCallPlan {
    SortPlan sort;
    UniquePlan plan;
    /// bytes of device memory, buffer by buffer; staging is the runner's
    std::uint64_t keys_bytes = 0;
    std::uint64_t distinct_bytes = 0;
    std::uint64_t counts_bytes = 0;
    /// of the number of distinct keys
    std::uint64_t found_bytes = 0;
    /// of the sort and then of the search, over the same bytes
    std::uint64_t scratch_bytes = 0;
    std::uint64_t staging_bytes = 0;

    /// Dispatches of both.
    std::uint64_t dispatches() const { return sort.dispatches + plan.dispatches; }
    /// Bytes of device memory, staging included.
    std::uint64_t device_bytes() const {
        return keys_bytes + distinct_bytes + counts_bytes + found_bytes + scratch_bytes + staging_bytes;
    }
};

/// A pure function of its arguments. Of options.call it looks at memory_limit. Errors: those of plan_sort and
/// plan_unique; invalid_argument (options.sort with values or bits); too_large (beyond the memory).
Result<UniqueCallPlan> plan_unique_call(const SortCallOptions& options, std::uint64_t count,
                                        const DeviceProfile& profile);

/// Distinct keys in order, and how often each stands among the keys given.
struct UniqueResult {
    std::vector<std::byte> keys;
    std::vector<std::uint32_t> counts;
    SortPlan sort;
    UniquePlan plan;
    CallReport report;
};

/// The distinct ones of whole keys of options.sort.type, which need not be sorted: they are sorted first, as
/// options.sort says, and have no values.
/// Errors: those of plan_unique_call; invalid_argument (a part of a key); cancelled; the runner's.
Result<UniqueResult> unique_of(Runner& runner, std::span<const std::byte> keys, const SortCallOptions& options);

/// The same by a plan of plan_unique_call, which is run as it is and says all but `call`; of that memory_limit has no
/// effect here. Errors: those of unique_of but for plan_unique_call; invalid_argument (a plan of other keys).
Result<UniqueResult> unique_of(Runner& runner, std::span<const std::byte> keys, const UniqueCallPlan& plan,
                               const CallOptions& call);

/// The same for keys of a type of C++, as sort() takes them.
///
///     auto words = vkalgo::unique(runner, std::span(tokens));
template <class Key>
    requires std::is_arithmetic_v<Key>
Result<UniqueResult> unique(Runner& runner, std::span<Key> keys, SortCallOptions options = {}) {
    options.sort.type = element_type_of<std::remove_const_t<Key>>();
    return unique_of(runner, std::as_bytes(keys), options);
}

/// The same on the processor. For tests and --verify.
struct UniqueFound {
    std::vector<std::byte> keys;
    std::vector<std::uint32_t> counts;
};
/// Errors: those of sort_reference.
Result<UniqueFound> unique_reference(std::span<const std::byte> keys, const SortOptions& options);

}  // namespace vkalgo
