#pragma once

#include "sort_call.hpp"
#include "unique.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace vkalgo {

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
/// Errors: those of plan_sort and plan_unique; invalid_argument (a part of a key; options.sort with values or bits);
/// too_large (beyond the memory); cancelled; the runner's.
Result<UniqueResult> unique_of(Runner& runner, std::span<const std::byte> keys, const SortCallOptions& options);

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
