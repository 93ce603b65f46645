#pragma once

#include "algorithms/sort/shell_options.hpp"
#include "algorithms/sort/sort_method.hpp"
#include "cli/answer.hpp"
#include "cli/options.hpp"
#include "engine/result.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The options of `vkalgo sort` for the methods shell-... .
namespace vkalgo::cli {

/// The options --increments, --max-threads, --min-elements and --runs.
class ShellFlags {
public:
    void declare(Options& options);

    /// Returns the values of the options, and reads the file of increments. Errors: invalid_argument (an option that
    /// sort.method, "auto" included, does not take; a file that does not hold a list of increments; standard input, if
    /// `inputs` has it too).
    Result<ShellOptions> options(const SortOptions& sort, std::span<const std::string> inputs) const;

    /// Returns the value of --increments, if it is given: a file, or the name of a sequence.
    std::vector<std::string> files() const {
        return increments_given_ ? std::vector{increments_} : std::vector<std::string>();
    }

    /// Describes the options that the method takes.
    void describe(const SortMethod& method, const ShellOptions& shell, Json& parameters) const;

private:
    std::string increments_ = "sedgewick";
    bool increments_given_ = false;
    std::optional<std::uint64_t> max_threads_, min_elements_;
    std::optional<std::string> runs_;
};

/// Parses the increments of a file: one per line, descending, the last one 1. Errors: invalid_argument. If a line is
/// wrong, the message has its number, from 1.
Result<std::vector<std::uint64_t>> parse_increments(std::string_view text, const std::string& name);

}  // namespace vkalgo::cli
