#pragma once

#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/dp/alignment/letters.hpp"
#include "cli/dp/job.hpp"
#include "cli/options.hpp"
#include "engine/result.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vkalgo::cli {

/// The options of pictures. A picture shows the table, or where two inputs match.
class PictureOptions {
public:
    /// Declares --picture, --dotplot, --window, --match-at-least and --dots-only.
    void declare(Options& options);

    /// Returns whether one of these options is given.
    bool given() const { return table_ || dots_ || window_ || match_ || dots_only_; }
    /// Returns the names of the options that are given.
    std::vector<std::string> names() const;
    /// Returns whether the table is drawn. The run must then keep the table and, without --to-stage, the solution.
    bool of_table() const { return table_.has_value(); }
    /// Returns whether dots are drawn and nothing is solved.
    bool dots_only() const { return dots_only_; }

    /// Checks the options before anything is read. `streams` is another option that needs standard output, or empty.
    /// Errors: invalid_argument: options that need others, names that do not end in .png, two outputs with the same
    /// file or on standard output, a table that no picture can show.
    Result<void> check(const Session& session, const dp::RecurrenceHeader& header, const std::string& streams) const;
    /// Checks that no picture replaces a file of `inputs`, and appends the pictures' files to `inputs`. Errors:
    /// invalid_argument.
    Result<void> check_outputs(std::vector<std::string>& inputs) const;
    /// Checks that the inputs can be drawn as dots, and that --window and --match-at-least are not longer than an
    /// input. Errors: invalid_argument.
    Result<void> check_instance(const dp::RecurrenceHeader& header, const dp::Instance& outline,
                                const dp::Shape& shape) const;

    /// Takes the names of the records that the inputs were read from, in the order of the inputs of letters
    /// (InputReader::record_names()). If only some of these inputs were read as records, no input has a name.
    void take_names(const dp::RecurrenceHeader& header, std::span<const std::string> record_names);

    /// What the pictures show.
    struct Scene {
        const dp::Recurrence& recurrence;
        const dp::Instance& instance;
        const dp::Solution& solution;
        /// The value of --to-stage, with stages numbered as in --help.
        std::optional<std::int64_t> to_stage;
        /// Whether --solution is given: the dots then show its path too.
        bool solution_wanted = false;
        /// How the letters of an alignment are printed.
        ScoredLetters letters = {};
    };
    /// Draws the pictures into the answer. If `brief`, adds no line about the pictures. Errors: those of draw_table()
    /// and of encode_png().
    Result<void> add(Answer& answer, const Scene& scene, bool brief) const;

private:
    Result<void> add_table(Answer& answer, const Scene& scene) const;
    Result<void> add_dots(Answer& answer, const Scene& scene) const;

    std::optional<std::string> table_, dots_;
    std::optional<std::uint64_t> window_, match_;
    bool dots_only_ = false;
    /// The names of the records, by the names of the inputs.
    std::map<std::string, std::string> records_;
};

}  // namespace vkalgo::cli
