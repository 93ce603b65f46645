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

/// What was found: whole keys in order, as many as were wanted or, if there are fewer, all; with values or indices as
/// many of these.
struct TopKResult {
    std::vector<std::byte> keys;
    std::vector<std::uint32_t> values;
    TopKPlan plan;
    CallReport report;
};

/// The k largest or smallest of whole keys of options.top.type, with their values unless `values` is empty, or with
/// their places by options.top.indices. Errors: those of plan_top_k; invalid_argument (a number of values that is not
/// that of the keys, a part of a key); too_large (beyond the memory); cancelled; the runner's.
Result<TopKResult> top_k_of(Runner& runner, std::span<const std::byte> keys, std::span<const std::uint32_t> values,
                            std::uint64_t k, const TopKCallOptions& options);

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
