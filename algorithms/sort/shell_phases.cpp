// The phases of a Shellsort. A model on the processor counts the accesses of each class; here these counts are added up
// for the dispatches of the kernels.
#include "algorithms/sort/shell_method.hpp"
#include "algorithms/sort/shell_reference.hpp"
#include "algorithms/sort/shell_steps.hpp"
#include "algorithms/sort/sort_reference.hpp"

#include <algorithm>
#include <map>

namespace vkalgo {

namespace {

/// For each dispatch of the kernel shell_classes for one increment: the largest number of passes that a class has made
/// when this dispatch ends.
using Rounds = std::vector<std::uint64_t>;

/// Returns the rounds of each increment whose classes fit in shared memory.
Result<std::map<std::uint64_t, Rounds>> rounds_of(const SortPlan& plan, ShellVariant variant,
                                                  const DeviceProfile& profile) {
    std::map<std::uint64_t, Rounds> rounds;
    if (variant == ShellVariant::e) {
        VKALGO_TRY(const ShellTotals totals, for_each_shell_step(plan, variant, profile, [&](const ShellStep& step) {
                       if (step.kernel == ShellKernel::classes) {
                           Rounds& own = rounds[step.push.increment];
                           own.push_back((own.empty() ? 0 : own.back()) + step.push.passes);
                       }
                   }));
        static_cast<void>(totals);
    }
    return rounds;
}

/// Sums over all threads: sorts of their runs, and reads and writes of keys.
struct Sums {
    std::uint64_t passes = 0, reads = 0, writes = 0;
};

std::uint64_t runs_of(const ShellClassCount& one, const ShellCut& cut) {
    return (one.size + cut.run_length - 1) / cut.run_length;
}

/// Returns the sums for keys in device memory. All classes share one flag, so classes that are in order are sorted
/// again as long as another class is out of order.
Sums sums_in_memory(const ShellCut& cut, std::span<const ShellClassCount> classes, std::uint64_t most) {
    const std::uint64_t exchanged = std::min(most, cut.passes - 1);
    Sums sums;
    for (const ShellClassCount& one : classes) {
        const std::uint64_t runs = runs_of(one, cut);
        // An insertion that moves nothing reads its key and the key before it.
        const std::uint64_t idle = 2 * (one.size - runs);
        sums.passes += runs * most;
        sums.reads += one.first.reads + one.later.reads + (most - one.passes) * idle +
                      exchanged * 2 * (runs - std::min<std::uint64_t>(runs, 1));
        sums.writes += one.first.writes + one.later.writes + 2 * one.exchanges;
    }
    return sums;
}

/// Returns the sums for classes in shared memory. A dispatch reads and writes every key once. The workgroup of a class
/// continues until its own class is in order.
Sums sums_of_classes(const ShellCut& cut, std::span<const ShellClassCount> classes, std::uint64_t most,
                     const Rounds& rounds) {
    const auto last = std::find_if(rounds.begin(), rounds.end(), [&](std::uint64_t end) { return end >= most; });
    const std::uint64_t ran = static_cast<std::uint64_t>(last - rounds.begin()) + (last == rounds.end() ? 0 : 1);
    Sums sums;
    for (const ShellClassCount& one : classes) {
        const auto own =
            std::find_if(rounds.begin(), rounds.end(), [&](std::uint64_t end) { return end >= one.passes; });
        const auto needed = static_cast<std::uint64_t>(own - rounds.begin()) + 1;
        // Each further dispatch checks once whether the class is in order.
        sums.passes += runs_of(one, cut) * (one.passes + ran - std::min(needed, ran));
        sums.reads += ran * one.size;
        sums.writes += ran * one.size;
    }
    return sums;
}

/// Returns the sums for runs that exchange keys by a buffer of their extremes, the first and the last key of each run.
/// The extremes are read and written in every pass, the keys only if they change.
Sums sums_of_extremes(const ShellCut& cut, std::span<const ShellClassCount> classes, std::uint64_t most) {
    const std::uint64_t exchanged = std::min(most, cut.passes - 1);
    Sums sums;
    for (const ShellClassCount& one : classes) {
        const std::uint64_t runs = runs_of(one, cut);
        const std::uint64_t neighbours = runs == 0 ? 0 : 2 * (runs - 1);
        sums.passes += runs * most;
        sums.reads += one.first.reads + 2 * runs + exchanged * (2 * runs + neighbours) + one.changed_keys;
        sums.writes += one.first.writes + 2 * runs * (1 + exchanged) + one.changed_keys;
    }
    return sums;
}

Sums sums_of(ShellVariant variant, const ShellCut& cut, std::span<const ShellClassCount> classes,
             const std::map<std::uint64_t, Rounds>& rounds) {
    const auto most =
        std::max_element(classes.begin(), classes.end(), [](const ShellClassCount& a, const ShellClassCount& b) {
            return a.passes < b.passes;
        })->passes;
    const auto held = rounds.find(cut.increment);
    if (held != rounds.end()) {
        return sums_of_classes(cut, classes, most, held->second);
    }
    return variant == ShellVariant::f && cut.runs > 1 ? sums_of_extremes(cut, classes, most)
                                                      : sums_in_memory(cut, classes, most);
}

}  // namespace

std::string shell_span(std::uint64_t increment) {
    return "increment " + std::to_string(increment);
}

Result<std::vector<SortPhase>> shell_phases(const SortPlan& plan, ShellVariant variant, const DeviceProfile& profile,
                                            std::span<const std::byte> keys, const SortStateVisitor& visit) {
    VKALGO_TRY(const auto cuts, plan_shell_cuts(variant, plan.options.shell, plan.count));
    VKALGO_TRY(const auto rounds, rounds_of(plan, variant, profile));
    const std::vector<std::uint64_t> ordinals = sort_ordinals(keys, plan.options);
    std::vector<ShellItem> items(ordinals.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        items[i] = {ordinals[i], 0, plan.options.indices ? static_cast<std::uint32_t>(i) : 0};
    }
    if (visit) {
        visit(ordinals);
    }
    std::vector<SortPhase> phases;
    reference_shell(items, cuts, variant,
                    [&](std::size_t i, std::span<const ShellClassCount> classes, std::span<const ShellItem> state) {
                        const ShellCut& cut = cuts[i];
                        const Sums sums = sums_of(variant, cut, classes, rounds);
                        const auto threads = static_cast<double>(cut.classes * cut.runs);
                        phases.push_back({.name = shell_span(cut.increment),
                                          .increment = cut.increment,
                                          .classes = cut.classes,
                                          .threads_per_class = cut.runs,
                                          .elements_per_thread = static_cast<double>(plan.count) / threads,
                                          .passes = static_cast<double>(sums.passes) / threads,
                                          .reads = static_cast<double>(sums.reads) / threads,
                                          .writes = static_cast<double>(sums.writes) / threads});
                        if (visit) {
                            std::vector<std::uint64_t> now(state.size());
                            std::transform(state.begin(), state.end(), now.begin(),
                                           [](const ShellItem& item) { return item.key; });
                            visit(now);
                        }
                    });
    return phases;
}

}  // namespace vkalgo
