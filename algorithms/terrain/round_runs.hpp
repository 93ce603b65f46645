// Internal to algorithms/terrain/: how the easy calls run what is recorded.
#pragma once

#include "engine/profiler.hpp"
#include "engine/recorder.hpp"
#include "engine/result.hpp"
#include "engine/runner.hpp"
#include "round_range.hpp"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

namespace vkalgo {

/// A series of submissions, and the time that they took.
struct RoundRuns {
    Runner& runner;
    std::stop_token cancel;
    /// The total time of the submissions, measured by the device.
    double milliseconds = 0;
    std::vector<SpanTime> spans = {};

    struct Outcome {
        /// Whether the first word of the scratch says that the rounds are done.
        bool done = false;
        /// The number of rounds after which there was more to do.
        std::uint32_t rounds = 0;
    };
    /// A function that records the rounds of a range.
    using Record = std::function<Result<void>(Recorder& recorder, const RoundRange& range)>;

    /// Makes one submission. Errors: those of Runner::run.
    Result<void> once(const std::function<Result<void>(Recorder&)>& record);
    /// Runs at most `rounds` rounds, several per submission, until the status in `scratch` says that they are done.
    /// Then records a range of no rounds with RoundRange::last, which writes the results; with `ends`, only if the
    /// rounds are done. Errors: those of Runner::run_chunks.
    Result<Outcome> rounds(const char* name, std::uint32_t rounds, const BufferView& scratch, const Record& record,
                           bool ends = true);
    /// Runs rounds as rounds() does, and requires that they end. Returns Outcome::rounds. Errors: those of rounds();
    /// driver (the rounds did not end).
    Result<std::uint32_t> to_the_end(const char* name, std::uint32_t rounds, const BufferView& scratch,
                                     const Record& record);

    /// Merges spans of the same name and depth, in the order in which they first appeared.
    void merge_spans();

private:
    void add(const RunReport& report);
};

}  // namespace vkalgo
