// Internal to algorithms/sort/ and its tests: the increments of a Shellsort, and how its classes are cut into runs.
// Source: F. Huertas Ferrer, Paralelizacion en GPU del algoritmo Shell Sort ("the paper").
#pragma once

#include "../../engine/result.hpp"
#include "shell_options.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace vkalgo {

/// The paper's implementations (section III). b and c do not sort.
enum class ShellVariant : std::uint8_t {
    /// a thread for one class, then for the next
    zero,
    /// a thread per class
    a,
    /// a thread per run
    b,
    /// b, inserting from the greater end of each run
    c,
    /// b, and exchanges between neighbouring runs until there are none
    d,
    /// d, a workgroup per class
    e,
    /// d, a workgroup per run
    f
};

/// Do runs exchange keys?
constexpr bool exchanges(ShellVariant variant) {
    return variant == ShellVariant::d || variant == ShellVariant::e || variant == ShellVariant::f;
}
/// Does it sort whole classes?
constexpr bool sorts(ShellVariant variant) {
    return variant != ShellVariant::b && variant != ShellVariant::c;
}

/// The names that ShellOptions::increments may have.
std::span<const std::string_view> shell_increment_names();

/// The increments below `count`, descending; the last one is 1, and there are none for fewer than two keys.
/// Errors: invalid_argument (a sequence of no such name, a list that is not as ShellOptions says).
Result<std::vector<std::uint64_t>> shell_increments(const ShellOptions& options, std::uint64_t count);

/// One increment h: class c is the keys c, c + h, c + 2 h, ..., and its run r the elements r * run_length and so on.
struct ShellCut {
    std::uint64_t increment = 1;
    /// of which there are h
    std::uint64_t classes = 1;
    /// keys of class 0; others may have one less
    std::uint64_t class_size = 0;
    /// of class 0, none of them empty
    std::uint64_t runs = 1;
    /// keys; the last run of a class may be shorter
    std::uint64_t run_length = 0;
    /// Keys of a class that are out of order are at most so many places of the class apart.
    std::uint64_t reach = 0;
    /// Where runs exchange keys: so many sorts of the runs, with exchanges between them, sort the class.
    std::uint64_t passes = 1;

    bool operator==(const ShellCut&) const = default;
};

/// How one class is cut.
struct ShellRunCut {
    std::uint64_t runs = 1;
    /// keys; the last run may be shorter
    std::uint64_t run_length = 0;
};
/// A class of `size` keys, at least 1, out of `count`: the rule of the options, but no runs of fewer than
/// `least_length` keys unless the class is shorter. By the text's rule runs are ceil(size / threads) long, so that
/// there may be fewer of them than threads.
ShellRunCut cut_class(const ShellOptions& options, std::uint64_t count, std::uint64_t size,
                      std::uint64_t least_length = 1);

/// Sorts of the runs that sort every class whose keys are out of order over at most `reach` places, if between two of
/// them neighbouring runs exchange the last key and the first where they are out of order: floor((reach + 1) / 2) + 1.
/// For a whole class of c keys, reach is c - 1 and this is floor(c / 2) + 1.
std::uint64_t passes_bound(std::uint64_t reach);

/// The increments of `variant` in the order in which they are done. Errors: those of shell_increments;
/// invalid_argument (no threads, no elements).
Result<std::vector<ShellCut>> plan_shell_cuts(ShellVariant variant, const ShellOptions& options, std::uint64_t count);

}  // namespace vkalgo
