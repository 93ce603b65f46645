#pragma once

#include "../../engine/call.hpp"
#include "../../engine/runner.hpp"
#include "sort.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace vkalgo {

/// The options of the easy call.
struct SortCallOptions {
    /// Calls for a C++ type of keys set `type`. Calls that take values also set `values` and `value_bits`.
    SortOptions sort = {};
    CallOptions call = {};
};

/// How a call uses device memory: all keys are in memory at once.
struct SortCallPlan {
    SortPlan plan;
    /// Bytes of device memory, buffer by buffer; the runner owns the staging memory.
    std::uint64_t keys_bytes = 0;
    std::uint64_t values_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t staging_bytes = 0;

    /// Returns the bytes of device memory, staging included.
    std::uint64_t device_bytes() const { return keys_bytes + values_bytes + scratch_bytes + staging_bytes; }
};

/// Plans a call; a pure function of its arguments. Of options.call only memory_limit is used.
/// Errors: those of plan_sort; too_large (more than the memory).
Result<SortCallPlan> plan_sort_call(const SortCallOptions& options, std::uint64_t count, const DeviceProfile& profile);

/// What a call returns besides the keys and values, which it sorts in place.
struct SortResult {
    SortPlan plan;
    /// A method on the processor leaves the device's times empty.
    CallReport report;
    /// For a method on the processor: one value per timed run, on the host's clock.
    std::vector<double> host_milliseconds;
};

/// Sorts keys in place. `keys` holds the bytes of whole keys of type options.sort.type. If `values` is not empty, moves
/// one value with each key. This call does everything that the device needs, for a host application that has no device
/// code of its own. With options.sort.indices the values are only written: they become the positions of the keys before
/// the sort. On an error keys and values keep their old contents. Only if the device fails during the download, the
/// keys may be sorted already and the values not yet. Errors: those of plan_sort_call; invalid_argument (a number of
/// values other than that of the keys, an incomplete key, no timed run); cancelled; those of the runner.
Result<SortResult> sort_in_place(Runner& runner, std::span<std::byte> keys, std::span<std::uint32_t> values,
                                 const SortCallOptions& options);

/// Sorts keys in place with a plan of plan_sort_call. The plan runs unchanged and contains all options except `call`;
/// call.memory_limit has no effect here. Errors: those of sort_in_place except those of plan_sort_call;
/// invalid_argument (a plan for another number of keys; values that only the plan or only the call has).
Result<SortResult> sort_in_place(Runner& runner, std::span<std::byte> keys, std::span<std::uint32_t> values,
                                 const SortCallPlan& plan, const CallOptions& call);

/// Sorts keys as sort_in_place does, and moves a value of 64 bits with each key. Equal keys keep their order with every
/// method that sorts. Errors: those of sort_in_place; unsupported (a method on the processor).
Result<SortResult> sort_pairs_in_place(Runner& runner, std::span<std::byte> keys, std::span<std::uint64_t> values,
                                       const SortCallOptions& options);

/// Sorts keys and values of 64 bits in place with a plan of plan_sort_call for such values. Errors: as those of
/// sort_in_place with a plan.
Result<SortResult> sort_pairs_in_place(Runner& runner, std::span<std::byte> keys, std::span<std::uint64_t> values,
                                       const SortCallPlan& plan, const CallOptions& call);

/// Sorts keys in place by a method that runs on the processor (SortPlan::on_host), without a device. sort_in_place
/// calls this function for such a method. Errors: those of plan_sort; unsupported (another method); invalid_argument,
/// as sort_in_place returns it; cancelled.
Result<SortResult> sort_on_host(std::span<std::byte> keys, std::span<std::uint32_t> values,
                                const SortCallOptions& options);
/// Sorts keys in place on the processor with a plan. Errors: unsupported (the plan's method needs a device);
/// invalid_argument, as sort_in_place with a plan returns it; cancelled.
Result<SortResult> sort_on_host(std::span<std::byte> keys, std::span<std::uint32_t> values, const SortPlan& plan,
                                const CallOptions& call);

/// Sorts keys of a C++ type in place: an integer of 8, 16, 32 or 64 bits, Half, float or double.
///
///     auto sorted = vkalgo::sort(runner, std::span(depths), indices, {.sort = {.descending = true}});
template <class Key>
    requires Element<Key>
Result<SortResult> sort(Runner& runner, std::span<Key> keys, std::span<std::uint32_t> values = {},
                        SortCallOptions options = {}) {
    options.sort.type = element_type_of<Key>();
    return sort_in_place(runner, std::as_writable_bytes(keys), values, options);
}

/// Sorts keys of a C++ type in place, with values of 64 bits, one per key: identifiers, addresses, or two words each.
///
///     auto sorted = vkalgo::sort_pairs(runner, std::span(depths), std::span(identifiers));
template <class Key>
    requires Element<Key>
Result<SortResult> sort_pairs(Runner& runner, std::span<Key> keys, std::span<std::uint64_t> values,
                              SortCallOptions options = {}) {
    options.sort.type = element_type_of<Key>();
    return sort_pairs_in_place(runner, std::as_writable_bytes(keys), values, options);
}

/// The order of the keys: `indices[i]` is the position of the i-th key of the order.
struct ArgsortResult {
    std::vector<std::uint32_t> indices;
    SortResult sorted;
};

/// Finds the order of keys and does not change them. `keys` holds the bytes of whole keys of type options.sort.type.
/// Equal keys keep their order with every method that sorts. Errors: those of sort_in_place.
Result<ArgsortResult> argsort_of(Runner& runner, std::span<const std::byte> keys, const SortCallOptions& options);

/// Finds the order of keys of a C++ type, as sort() takes them.
///
///     auto order = vkalgo::argsort(runner, std::span(depths), {.sort = {.descending = true}});
template <class Key>
    requires Element<std::remove_const_t<Key>>
Result<ArgsortResult> argsort(Runner& runner, std::span<Key> keys, SortCallOptions options = {}) {
    options.sort.type = element_type_of<std::remove_const_t<Key>>();
    return argsort_of(runner, std::as_bytes(keys), options);
}

}  // namespace vkalgo
