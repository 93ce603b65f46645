#pragma once

#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/dp/alignment/letters.hpp"
#include "cli/dp/job.hpp"
#include "cli/options.hpp"
#include "engine/result.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vkalgo::cli {

/// What a command line says about pictures: of the table, and of where two inputs match.
class PictureOptions {
public:
    /// --picture, --dotplot, --window, --match-at-least
    void declare(Options& options);

    /// One of them is given.
    bool given() const { return table_ || dots_ || window_ || match_; }
    /// The table is drawn, with the solution: both are wanted.
    bool of_table() const { return table_.has_value(); }

    /// Before anything is read. `streams`: what else goes to standard output, by option; empty: nothing does. Errors:
    /// invalid_argument: options that want others, endings that are not .png, a table that no picture shows.
    Result<void> check(const Session& session, const dp::RecurrenceHeader& header, const std::string& streams) const;
    /// Refuses files among `inputs`, and appends its own. Errors: invalid_argument.
    Result<void> check_outputs(std::vector<std::string>& inputs) const;
    /// The inputs can be drawn as dots. Errors: invalid_argument.
    Result<void> check_instance(const dp::RecurrenceHeader& header, const dp::Instance& outline,
                                const dp::Shape& shape) const;

    /// What the pictures are of.
    struct Scene {
        const dp::Recurrence& recurrence;
        const dp::Instance& instance;
        const dp::Solution& solution;
        /// --to-stage, as --help has it
        std::optional<std::int64_t> to_stage;
        /// --solution: its path lies on the dots, too
        bool solution_wanted = false;
        /// of an alignment
        ScoredLetters letters = {};
    };
    /// Draws them into the answer. `brief`: says nothing of them. Errors: those of draw_table() and draw_dots().
    Result<void> add(Answer& answer, const Scene& scene, bool brief) const;

private:
    Result<void> add_table(Answer& answer, const Scene& scene) const;
    Result<void> add_dots(Answer& answer, const Scene& scene) const;

    std::optional<std::string> table_, dots_;
    std::optional<std::uint64_t> window_, match_;
};

}  // namespace vkalgo::cli
