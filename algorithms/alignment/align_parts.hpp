#pragma once

// Internal to algorithms/alignment: functions that align() uses for two sequences and for many.
#include "../../engine/call.hpp"
#include "../../engine/result.hpp"
#include "../dp/recurrence.hpp"
#include "align.hpp"
#include "alignment_runs.hpp"
#include "scoring.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace vkalgo {

/// The options in the form that the recurrences take.
struct AlignSetup {
    dp::Recurrence recurrence;
    /// The params open, extend and anchored.
    dp::Params params;
    Scoring scoring;

    /// Makes the setup of these options. Errors: invalid_argument; `where` names the field of the options.
    static Result<AlignSetup> of(const AlignOptions& options);

    /// Returns the warnings of Scoring::notices(), with fields instead of options.
    std::vector<std::string> notices() const;
};

/// Returns a message of Scoring or of reverse_complement() in which the option in angle brackets is replaced by the
/// field of AlignOptions or AlignScores that it means: "<ignore-case>" becomes "ignore_case".
std::string with_fields(std::string text);

/// Returns the options of run `run`, counted from 0, of `runs` runs. The run reports its progress as a part of the
/// progress of the whole call. `call` must outlive the result.
CallOptions part_of(const CallOptions& call, int run, int runs);

/// Sets where the alignment ends. `answer`: i is the number of letters of the query before the end, j the number of
/// letters of the target or, if the alignment is reverse, of its reverse complement. `target_letters`: the length of
/// the target.
void set_end(Alignment& alignment, dp::Cell answer, std::int64_t target_letters);
/// Sets all members of the alignment from the runs, except `score` and `reverse`. `reverse` must be set before.
void set_runs(Alignment& alignment, const AlignmentRuns& runs, std::int64_t target_letters);

}  // namespace vkalgo
