#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vkalgo {

/// How a class of keys is cut into runs; one thread sorts each run. c is the size of the class, n the number of all
/// keys. The paper is F. Huertas Ferrer, Paralelizacion en GPU del algoritmo Shell Sort.
enum class ShellRuns : std::uint8_t {
    /// The rule in the paper's text: clamp(ceil(c / min_elements), 1, max_threads) threads.
    text,
    /// The rule that fits the paper's table III: max(min_elements, floor(n / max_threads) + 1) keys per run.
    table
};

/// Options of the methods whose names begin with shell-. The methods shell-seq, shell-0 and shell-a make no runs, but
/// accept all options. Other methods accept only the defaults.
struct ShellOptions {
    /// One of shell_increment_names(): shell, hibbard, knuth, sedgewick, ciura, tokuda, pratt.
    std::string increments = "sedgewick";
    /// If not empty, these increments are used, and not `increments`: distinct numbers, ascending or descending, with 1
    /// among them.
    std::vector<std::uint64_t> own_increments;
    /// Upper limit of the threads per class; at least 1.
    std::uint32_t max_threads = 512;
    /// The wanted number of keys per thread, at least 1. A class with fewer keys has one thread. A thread gets more
    /// keys if max_threads requires it, and may get fewer, since the number of threads is rounded up.
    std::uint32_t min_elements = 1;
    ShellRuns runs = ShellRuns::text;

    bool operator==(const ShellOptions&) const = default;
};

}  // namespace vkalgo
