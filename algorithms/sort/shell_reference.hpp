// Internal to algorithms/sort/ and its tests: the result of each variant of Shellsort, computed on the processor.
#pragma once

#include "shell_plan.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace vkalgo {

/// A key as an unsigned number in the wanted order, the value that moves with it, and a number that decides between
/// equal keys.
struct ShellItem {
    std::uint64_t key = 0;
    std::uint32_t value = 0;
    std::uint32_t tie = 0;

    bool less(const ShellItem& other) const { return key < other.key || (key == other.key && tie < other.tie); }

    bool operator==(const ShellItem&) const = default;
};

/// Does the linear Shellsort, the paper's "Lineal": sorts every class by insertion. Equal keys of a class keep their
/// order.
void reference_shell_sort(std::span<ShellItem> items, std::span<const std::uint64_t> increments);

/// Reads and writes of items.
struct ShellAccesses {
    std::uint64_t reads = 0;
    std::uint64_t writes = 0;
};

/// What the threads of one class did for one increment.
struct ShellClassCount {
    std::uint64_t size = 0;
    /// Sorts of the runs; after the last one, nothing was left to exchange.
    std::uint64_t passes = 0;
    /// Accesses of the insertions of the first pass, and of all later passes.
    ShellAccesses first, later;
    /// Exchanges between neighbouring runs, in all passes.
    std::uint64_t exchanges = 0;
    /// Keys in the runs that exchanged a key at either end, added up over all passes.
    std::uint64_t changed_keys = 0;
};

/// Called after each increment with its index in `cuts`, the counts of each of its classes, and the items.
using ShellObserver =
    std::function<void(std::size_t cut, std::span<const ShellClassCount> classes, std::span<const ShellItem> items)>;

/// Does sequentially what the device does: the variants 0 and a sort classes by insertion, b and c sort only their
/// runs, and d, e and f also exchange keys between runs. `cuts` are those of plan_shell_cuts for this variant. Returns
/// the sum, over all increments, of the largest number of passes of a class, including the pass that exchanged nothing.
std::uint64_t reference_shell(std::span<ShellItem> items, std::span<const ShellCut> cuts, ShellVariant variant,
                              const ShellObserver& observe = {});

/// Returns the number of pairs of neighbours in which the second item has the lesser key; 0 for a sorted array.
std::uint64_t unsorted_pairs(std::span<const ShellItem> items);

}  // namespace vkalgo
