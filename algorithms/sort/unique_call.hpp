#pragma once

#include "sort_call.hpp"
#include "unique.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace vkalgo {

/// How a call uses device memory: all keys are in memory at once. They are sorted first and then searched.
struct UniqueCallPlan {
    SortPlan sort;
    UniquePlan plan;
    /// Bytes of device memory, buffer by buffer; the runner owns the staging memory.
    std::uint64_t keys_bytes = 0;
    std::uint64_t distinct_bytes = 0;
    std::uint64_t counts_bytes = 0;
    /// Bytes of the number of distinct keys.
    std::uint64_t found_bytes = 0;
    /// Scratch of the sort and then of the search, in the same bytes.
    std::uint64_t scratch_bytes = 0;
    std::uint64_t staging_bytes = 0;

    /// Returns the dispatches of the sort and the search.
    std::uint64_t dispatches() const { return sort.dispatches + plan.dispatches; }
    /// Returns the bytes of device memory, staging included.
    std::uint64_t device_bytes() const {
        return keys_bytes + distinct_bytes + counts_bytes + found_bytes + scratch_bytes + staging_bytes;
    }
};

/// Plans a call; a pure function of its arguments. Of options.call only memory_limit is used. Errors: those of
/// plan_sort and plan_unique; invalid_argument (options.sort with values, indices or a range of bits); too_large (more
/// than the memory).
Result<UniqueCallPlan> plan_unique_call(const SortCallOptions& options, std::uint64_t count,
                                        const DeviceProfile& profile);

/// Distinct keys in order, and how often each occurs among the given keys.
struct UniqueResult {
    std::vector<std::byte> keys;
    std::vector<std::uint32_t> counts;
    SortPlan sort;
    UniquePlan plan;
    CallReport report;
};

/// Finds the distinct keys. `keys` holds the bytes of whole keys of type options.sort.type, in any order. They are
/// sorted first, as options.sort says, without values. Errors: those of plan_unique_call; invalid_argument (an
/// incomplete key, no timed run); cancelled; those of the runner.
Result<UniqueResult> unique_of(Runner& runner, std::span<const std::byte> keys, const SortCallOptions& options);

/// Finds the distinct keys with a plan of plan_unique_call. The plan runs unchanged and contains all options except
/// `call`; call.memory_limit has no effect here. Errors: those of unique_of except those of plan_unique_call;
/// invalid_argument (a plan for another number of keys).
Result<UniqueResult> unique_of(Runner& runner, std::span<const std::byte> keys, const UniqueCallPlan& plan,
                               const CallOptions& call);

/// Finds the distinct keys among keys of a C++ type, as sort() takes them.
///
///     auto words = vkalgo::unique(runner, std::span(tokens));
template <class Key>
    requires Element<std::remove_const_t<Key>>
Result<UniqueResult> unique(Runner& runner, std::span<Key> keys, SortCallOptions options = {}) {
    options.sort.type = element_type_of<std::remove_const_t<Key>>();
    return unique_of(runner, std::as_bytes(keys), options);
}

/// The result of unique_reference, which tests and --verify compare with that of the device.
struct UniqueFound {
    std::vector<std::byte> keys;
    std::vector<std::uint32_t> counts;
};
/// Finds the distinct keys on the processor. Errors: those of sort_reference.
Result<UniqueFound> unique_reference(std::span<const std::byte> keys, const SortOptions& options);

}  // namespace vkalgo
