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

/// The paper's implementations (section III). b and c leave the keys unsorted.
enum class ShellVariant : std::uint8_t {
    /// One class after another, each sorted by one thread.
    zero,
    /// One thread per class.
    a,
    /// One thread per run.
    b,
    /// Like b, but keys are inserted from the greater end of each run.
    c,
    /// Like b, then exchanges between neighbouring runs until none is needed.
    d,
    /// Like d, with a workgroup per class if a class fits in shared memory.
    e,
    /// Like d, with a workgroup per run.
    f
};

/// Returns true if runs exchange keys.
constexpr bool exchanges(ShellVariant variant) {
    return variant == ShellVariant::d || variant == ShellVariant::e || variant == ShellVariant::f;
}
/// Returns true if the variant sorts whole classes.
constexpr bool sorts(ShellVariant variant) {
    return variant != ShellVariant::b && variant != ShellVariant::c;
}

/// Returns the names that ShellOptions::increments may have.
std::span<const std::string_view> shell_increment_names();

/// Returns the increments below `count`, descending; the last one is 1. Returns an empty list for fewer than two keys.
/// Errors: invalid_argument (an unknown sequence, a list that does not meet the conditions of ShellOptions).
Result<std::vector<std::uint64_t>> shell_increments(const ShellOptions& options, std::uint64_t count);

/// One increment h: class c is the keys c, c + h, c + 2 h, ..., and its run r begins at element r * run_length of the
/// class.
struct ShellCut {
    std::uint64_t increment = 1;
    /// Number of classes: h.
    std::uint64_t classes = 1;
    /// Keys of class 0; other classes may have one key fewer.
    std::uint64_t class_size = 0;
    /// Runs of class 0; none is empty.
    std::uint64_t runs = 1;
    /// Keys of a run; the last run of a class may be shorter.
    std::uint64_t run_length = 0;
    /// An upper bound of the distance between two keys of a class that are out of order, in positions of the class.
    std::uint64_t reach = 0;
    /// If runs exchange keys: the number of sorts of the runs, with exchanges between two sorts, after which every
    /// class is certainly sorted.
    std::uint64_t passes = 1;

    bool operator==(const ShellCut&) const = default;
};

/// How one class is cut into runs.
struct ShellRunCut {
    std::uint64_t runs = 1;
    /// Keys of a run; the last run may be shorter.
    std::uint64_t run_length = 0;
};
/// Cuts a class of `size` keys, at least 1, out of `count` keys by the rule of the options. A run has at least
/// `least_length` keys, or all keys of a shorter class. By the rule of the paper's text, runs are ceil(size / threads)
/// long, so there may be fewer runs than threads.
ShellRunCut cut_class(const ShellOptions& options, std::uint64_t count, std::uint64_t size,
                      std::uint64_t least_length = 1);

/// Returns the number of sorts of the runs after which a class is certainly sorted, if keys of the class that are out
/// of order are at most `reach` positions apart: floor((reach + 1) / 2) + 1. Between two sorts, neighbouring runs
/// exchange the last key of one run and the first key of the next run if they are out of order. For a whole class of c
/// keys, reach is c - 1 and the result is floor(c / 2) + 1.
std::uint64_t passes_bound(std::uint64_t reach);

/// Returns one cut per increment, in the order in which `variant` does the increments. Errors: those of
/// shell_increments; invalid_argument (0 threads or 0 elements).
Result<std::vector<ShellCut>> plan_shell_cuts(ShellVariant variant, const ShellOptions& options, std::uint64_t count);

}  // namespace vkalgo
