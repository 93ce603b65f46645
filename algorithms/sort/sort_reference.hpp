#pragma once

#include "../../engine/result.hpp"
#include "sort_plan.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vkalgo {

/// Returns a key, given by its zero-extended bits, as an unsigned integer that ascends in the order of the options.
/// Bits that do not decide (SortOptions::begin_bit) are 0 in the result.
std::uint64_t sort_ordinal(std::uint64_t bits, const SortOptions& options);

/// Returns the ordinal (sort_ordinal) of each of the whole keys in `keys`.
std::vector<std::uint64_t> sort_ordinals(std::span<const std::byte> keys, const SortOptions& options);

/// Returns the bits of an ordinal: the inverse of sort_ordinal if all bits decide.
std::uint64_t sort_bits(std::uint64_t ordinal, const SortOptions& options);

/// Sorts on the processor, stably, with a second buffer for keys and values. `values`, one per key or empty, are moved
/// with the keys. For tests and --verify. Errors: invalid_argument (an incomplete key; the number of values differs
/// from the number of keys).
Result<void> sort_reference(std::span<std::byte> keys, std::span<std::uint32_t> values, const SortOptions& options);

/// Returns the number of pairs of neighbouring keys that are out of order.
std::uint64_t unsorted_pairs(std::span<const std::byte> keys, const SortOptions& options);

/// Returns what is wrong with `order` as an order of `keys`: a number that is not an index or occurs twice, two
/// neighbours out of order, or (with `stable`) equal keys that changed their order. Returns an empty string if the
/// order is right.
std::string wrong_order(std::span<const std::byte> keys, std::span<const std::uint32_t> order,
                        const SortOptions& options, bool stable);

}  // namespace vkalgo
