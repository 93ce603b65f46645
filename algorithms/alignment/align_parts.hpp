#pragma once

// Internal to algorithms/alignment: functions that align() uses for two sequences and for many.
#include "../../engine/call.hpp"
#include "../../engine/result.hpp"
#include "../dp/recurrence.hpp"
#include "align.hpp"
#include "alignment_runs.hpp"
#include "scoring.hpp"

#include <cstdint>

namespace vkalgo {

/// The options in the form that the recurrences take.
struct AlignSetup {
    dp::Recurrence recurrence;
    /// The params open, extend and anchored.
    dp::Params params;
    Scoring scoring;

    /// Makes the setup of these options. Errors: invalid_argument, with the option.
    static Result<AlignSetup> of(const AlignOptions& options);
};

/// Returns the options of run `run` of `runs`. The progress of the run is reported as a part of the progress of the
/// whole call. `call` must outlive the result.
CallOptions part_of(const CallOptions& call, int run, int runs);

/// Sets where the alignment ends. `answer`: the number of letters of the query before this end, and of letters of the
/// target or, if the alignment is reverse, of its reverse complement. `target_letters`: the length of the target.
void set_end(Alignment& alignment, dp::Cell answer, std::int64_t target_letters);
/// Sets all members of the alignment except the score, from the runs.
void set_runs(Alignment& alignment, const AlignmentRuns& runs, std::int64_t target_letters);

}  // namespace vkalgo
