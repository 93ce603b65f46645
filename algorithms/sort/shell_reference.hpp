// Internal to algorithms/sort/ and its tests: what each variant of Shellsort gives, worked out on the processor.
#pragma once

#include "shell_plan.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace vkalgo {

/// A key as an unsigned number of the order wanted, the value that moves with it, and what decides between equal keys.
struct ShellItem {
    std::uint64_t key = 0;
    std::uint32_t value = 0;
    std::uint32_t tie = 0;

    bool less(const ShellItem& other) const { return key < other.key || (key == other.key && tie < other.tie); }

    bool operator==(const ShellItem&) const = default;
};

/// The linear Shellsort, the paper's "Lineal": every class is sorted by insertion, equal keys keep their order in it.
void reference_shell_sort(std::span<ShellItem> items, std::span<const std::uint64_t> increments);

/// Reads and writes of items.
struct ShellAccesses {
    std::uint64_t reads = 0;
    std::uint64_t writes = 0;
};

/// What the threads of one class did for one increment.
struct ShellClassCount {
    std::uint64_t size = 0;
    /// sorts of the runs, of which the last left nothing to exchange
    std::uint64_t passes = 0;
    /// by insertions of the first pass, and of all later ones
    ShellAccesses first, later;
    /// between neighbouring runs, in all passes
    std::uint64_t exchanges = 0;
    /// keys of runs that exchanged at either end, a run anew in each pass
    std::uint64_t changed_keys = 0;
};

/// Called once an increment is done: its place among `cuts`, what each of its classes took, and the items.
using ShellObserver =
    std::function<void(std::size_t cut, std::span<const ShellClassCount> classes, std::span<const ShellItem> items)>;

/// What the device does, sequentially: 0 and a sort classes by insertion, b and c their runs and nothing else, d, e and
/// f exchange keys between runs as well. `cuts` are those of plan_shell_cuts for this variant. Returns the sum over all
/// increments of the passes that its busiest class took, the one that exchanged nothing included.
std::uint64_t reference_shell(std::span<ShellItem> items, std::span<const ShellCut> cuts, ShellVariant variant,
                              const ShellObserver& observe = {});

/// Neighbours of which the second has the lesser key: 0 for a sorted array.
std::uint64_t unsorted_pairs(std::span<const ShellItem> items);

}  // namespace vkalgo
