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

/// Submissions and what they took.
struct RoundRuns {
    Runner& runner;
    std::stop_token cancel;
    /// of all submissions, on the device's clock
    double milliseconds = 0;
    std::vector<SpanTime> spans = {};

    struct Outcome {
        /// The scratch's first word says so.
        bool done = false;
        /// after which there was more to do
        std::uint32_t rounds = 0;
    };
    /// Records the rounds of a range.
    using Record = std::function<Result<void>(Recorder& recorder, const RoundRange& range)>;

    /// One submission. Errors: those of Runner::run.
    Result<void> once(const std::function<Result<void>(Recorder&)>& record);
    /// `rounds` rounds at most, some per submission until the status in `scratch` says that they are done, and what
    /// comes after the last: not if `ends` and they are not done. Errors: those of Runner::run_chunks.
    Result<Outcome> rounds(const char* name, std::uint32_t rounds, const BufferView& scratch, const Record& record,
                           bool ends = true);
    /// The same of rounds that end: their number. Errors: driver (the device did not come to an end).
    Result<std::uint32_t> to_the_end(const char* name, std::uint32_t rounds, const BufferView& scratch,
                                     const Record& record);

    /// Spans of one name and depth become one, in the order in which they first came.
    void merge_spans();

private:
    void add(const RunReport& report);
};

}  // namespace vkalgo
