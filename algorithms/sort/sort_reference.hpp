#pragma once

#include "../../engine/result.hpp"
#include "sort_plan.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vkalgo {

/// A key's bits, zero-extended, as an unsigned integer that ascends in the order of the options; bits that do not
/// decide are 0.
std::uint64_t sort_ordinal(std::uint64_t bits, const SortOptions& options);

/// That of each of some whole keys.
std::vector<std::uint64_t> sort_ordinals(std::span<const std::byte> keys, const SortOptions& options);

/// What sort_ordinal makes of bits that all decide, back to them.
std::uint64_t sort_bits(std::uint64_t ordinal, const SortOptions& options);

/// Sorts on the processor, stably, with a second place for keys and values; `values`, one per key or none, move along.
/// For tests and --verify. Errors: invalid_argument (a part of a key; a number of values that is not that of the keys).
Result<void> sort_reference(std::span<std::byte> keys, std::span<std::uint32_t> values, const SortOptions& options);

/// Neighbours that are out of order.
std::uint64_t unsorted_pairs(std::span<const std::byte> keys, const SortOptions& options);

/// What is wrong with `order` as an order of `keys`: one of its numbers is no place or comes twice, or two neighbours
/// are out of order, or, with `stable`, equal keys changed places. Empty: nothing.
std::string wrong_order(std::span<const std::byte> keys, std::span<const std::uint32_t> order,
                        const SortOptions& options, bool stable);

}  // namespace vkalgo
