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

/// What the easy call is asked for, beyond the keys and k.
struct TopKCallOptions {
    /// `type` is set by a call that knows the type of its keys; `values` by whether there are any.
    TopKOptions top = {};
    CallOptions call = {};
};

/// What a call does with device memory: all keys are there at once.
struct TopKCallPlan {
    TopKPlan plan;
    /// bytes of device memory, buffer by buffer; staging is the runner's
    std::uint64_t keys_bytes = 0;
    std::uint64_t values_bytes = 0;
    std::uint64_t top_keys_bytes = 0;
    std::uint64_t top_values_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    std::uint64_t staging_bytes = 0;

    /// Bytes of device memory, staging included.
    std::uint64_t device_bytes() const {
        return keys_bytes + values_bytes + top_keys_bytes + top_values_bytes + scratch_bytes + staging_bytes;
    }
};

/// A pure function of its arguments: for the first k of `count` keys. Of options.call it looks at memory_limit.
/// Errors: those of plan_top_k; too_large (beyond the memory).
Result<TopKCallPlan> plan_top_k_call(const TopKCallOptions& options, std::uint64_t count, std::uint64_t k,
                                     const DeviceProfile& profile);

/// What was found: whole keys in order, as many as were wanted or, if there are fewer, all; with values or indices as
/// many of these.
struct TopKResult {
    std::vector<std::byte> keys;
    std::vector<std::uint32_t> values;
    TopKPlan plan;
    CallReport report;
};

/// The k largest or smallest of whole keys of options.top.type, with their values unless `values` is empty, or with
/// their places by options.top.indices. Errors: those of plan_top_k_call; invalid_argument (a number of values that is
/// not that of the keys, a part of a key); cancelled; the runner's.
Result<TopKResult> top_k_of(Runner& runner, std::span<const std::byte> keys, std::span<const std::uint32_t> values,
                            std::uint64_t k, const TopKCallOptions& options);

/// The same by a plan of plan_top_k_call, which is run as it is and says all but `call`; of that memory_limit has no
/// effect here. Errors: those of top_k_of but for plan_top_k_call; invalid_argument (a plan of other keys, or with
/// values where there are none).
Result<TopKResult> top_k_of(Runner& runner, std::span<const std::byte> keys, std::span<const std::uint32_t> values,
                            const TopKCallPlan& plan, const CallOptions& call);

/// The same for keys of a type of C++, as sort() takes them.
///
///     auto best = vkalgo::top_k(runner, std::span(scores), 10, {}, {.top = {.indices = true}});
template <class Key>
    requires std::is_arithmetic_v<Key>
Result<TopKResult> top_k(Runner& runner, std::span<Key> keys, std::uint64_t k,
                         std::span<const std::uint32_t> values = {}, TopKCallOptions options = {}) {
    options.top.type = element_type_of<std::remove_const_t<Key>>();
    return top_k_of(runner, std::as_bytes(keys), values, k, options);
}

/// The same on the processor, by a stable sort. For tests and --verify.
struct TopKFound {
    std::vector<std::byte> keys;
    /// without values the places of the keys
    std::vector<std::uint32_t> values;
};
/// Errors: those of sort_reference.
Result<TopKFound> top_k_reference(std::span<const std::byte> keys, std::span<const std::uint32_t> values,
                                  std::uint64_t k, const TopKOptions& options);

}  // namespace vkalgo
