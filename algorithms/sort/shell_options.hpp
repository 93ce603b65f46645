#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vkalgo {

/// How a class of keys is cut into runs, each of which one thread sorts. c is the size of the class, n the number of
/// all keys.
enum class ShellRuns : std::uint8_t {
    /// the rule of the paper's text: clamp(ceil(c / min_elements), 1, max_threads) threads
    text,
    /// the rule that the paper's table III fits: max(min_elements, floor(n / max_threads) + 1) keys per run
    table
};

/// What the methods shell-... take, though shell-seq, shell-0 and shell-a make no runs; others refuse all but the
/// defaults.
struct ShellOptions {
    /// one of shell_increment_names(): shell, hibbard, knuth, sedgewick, ciura, tokuda, pratt
    std::string increments = "sedgewick";
    /// If not empty, these instead: ascending or descending, each once, 1 among them.
    std::vector<std::uint64_t> own_increments;
    /// threads per class, at most; at least 1
    std::uint32_t max_threads = 512;
    /// keys per thread, at least, where the class has so many; at least 1
    std::uint32_t min_elements = 1;
    ShellRuns runs = ShellRuns::text;

    bool operator==(const ShellOptions&) const = default;
};

}  // namespace vkalgo
