#pragma once

#include "../../engine/call.hpp"
#include "../../engine/runner.hpp"
#include "top_k.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace vkalgo {

/// The options of the easy call.
struct TopKCallOptions {
    /// Calls for a C++ type of keys set `type`. top_k_of and segmented_top_k_of set `values` to true if values are
    /// given, otherwise to false.
    TopKOptions top = {};
    CallOptions call = {};
};

/// How a call uses device memory: all keys are in memory at once.
struct TopKCallPlan {
    TopKPlan plan;
    /// Bytes of device memory, buffer by buffer; the runner owns the staging memory.
    std::uint64_t keys_bytes = 0;
    std::uint64_t values_bytes = 0;
    std::uint64_t top_keys_bytes = 0;
    std::uint64_t top_values_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t staging_bytes = 0;

    /// Returns the bytes of device memory, staging included.
    std::uint64_t device_bytes() const {
        return keys_bytes + values_bytes + top_keys_bytes + top_values_bytes + scratch_bytes + staging_bytes;
    }
};

/// Plans a call for the first k of `count` keys; a pure function of its arguments. Of options.call only memory_limit is
/// used. Errors: those of plan_top_k; too_large (more than the memory).
Result<TopKCallPlan> plan_top_k_call(const TopKCallOptions& options, std::uint64_t count, std::uint64_t k,
                                     const DeviceProfile& profile);

/// What was found: k whole keys in order, or all keys if there are fewer. With values or indices, `values` has one
/// value or index per key.
struct TopKResult {
    std::vector<std::byte> keys;
    std::vector<std::uint32_t> values;
    TopKPlan plan;
    CallReport report;
};

/// Finds the k largest or smallest keys. `keys` holds the bytes of whole keys of type options.top.type. If `values` is
/// not empty, the values of the found keys are returned too; with options.top.indices, their indices. Errors: those of
/// plan_top_k_call; invalid_argument (the number of values differs from the number of keys, an incomplete key, no timed
/// run); cancelled; those of the runner.
Result<TopKResult> top_k_of(Runner& runner, std::span<const std::byte> keys, std::span<const std::uint32_t> values,
                            std::uint64_t k, const TopKCallOptions& options);

/// Finds the first keys with a plan of plan_top_k_call. The plan runs unchanged and contains all options except `call`;
/// call.memory_limit has no effect here. Errors: those of top_k_of except those of plan_top_k_call; invalid_argument (a
/// plan for another number of keys; values that only the plan or only the call has).
Result<TopKResult> top_k_of(Runner& runner, std::span<const std::byte> keys, std::span<const std::uint32_t> values,
                            const TopKCallPlan& plan, const CallOptions& call);

/// Finds the first k keys of a C++ type, as sort() takes them.
///
///     auto best = vkalgo::top_k(runner, std::span(scores), 10, {}, {.top = {.indices = true}});
template <class Key>
    requires Element<std::remove_const_t<Key>>
Result<TopKResult> top_k(Runner& runner, std::span<Key> keys, std::uint64_t k,
                         std::span<const std::uint32_t> values = {}, TopKCallOptions options = {}) {
    options.top.type = element_type_of<std::remove_const_t<Key>>();
    return top_k_of(runner, std::as_bytes(keys), values, k, options);
}

/// The result of top_k_reference, which tests and --verify compare with that of the device. It comes from a stable sort
/// on the processor.
struct TopKFound {
    std::vector<std::byte> keys;
    /// Without values, the indices of the keys.
    std::vector<std::uint32_t> values;
};
/// Finds the first k keys on the processor. Errors: those of sort_reference.
Result<TopKFound> top_k_reference(std::span<const std::byte> keys, std::span<const std::uint32_t> values,
                                  std::uint64_t k, const TopKOptions& options);

}  // namespace vkalgo
