#include "algorithms/terrain/round_runs.hpp"

#include "shaders/terrain/terrain.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

/// Rounds per submission: the number in the first submission, and the largest number in a later one. Rounds that are
/// not needed cost little, but not nothing.
constexpr std::uint64_t kFirstChunk = 16;
constexpr std::uint64_t kChunk = 128;
constexpr double kAimMilliseconds = 100;

}  // namespace

void RoundRuns::add(const RunReport& report) {
    milliseconds += report.gpu_milliseconds;
    spans.insert(spans.end(), report.spans.begin(), report.spans.end());
}

void RoundRuns::merge_spans() {
    std::vector<SpanTime> merged;
    for (SpanTime& span : spans) {
        const auto same = std::find_if(merged.begin(), merged.end(), [&](const SpanTime& other) {
            return other.depth == span.depth && other.name == span.name;
        });
        if (same != merged.end()) {
            same->milliseconds += span.milliseconds;
        } else {
            merged.push_back(std::move(span));
        }
    }
    spans = std::move(merged);
}

Result<void> RoundRuns::once(const std::function<Result<void>(Recorder&)>& record) {
    VKALGO_TRY(const RunReport report, runner.run(record));
    add(report);
    return {};
}

Result<RoundRuns::Outcome> RoundRuns::rounds(const char* name, std::uint32_t rounds, const BufferView& scratch,
                                             const Record& record, bool ends) {
    std::array<std::uint32_t, VKALGO_TERRAIN_STATUS_WORDS> status{};
    VKALGO_TRY(const RunReport report, runner.run_chunks({
                                           .name = name,
                                           .steps = rounds,
                                           .chunk = kChunk,
                                           .aim_milliseconds = kAimMilliseconds,
                                           .first_chunk = kFirstChunk,
                                           .record =
                                               [&](Recorder& recorder, std::uint64_t first, std::uint64_t count) {
                                                   return record(recorder, {static_cast<std::uint32_t>(first),
                                                                            static_cast<std::uint32_t>(count), false});
                                               },
                                           .done = [&]() -> Result<bool> {
                                               VKALGO_CHECK(runner.download(scratch.slice(0, sizeof status),
                                                                            std::as_writable_bytes(std::span(status))));
                                               return status[VKALGO_TERRAIN_DONE] != 0;
                                           },
                                           .progress = {},
                                           .cancel = cancel,
                                       }));
    add(report);
    Outcome outcome{status[VKALGO_TERRAIN_DONE] != 0, rounds};
    if (outcome.done) {
        outcome.rounds = status[VKALGO_TERRAIN_ROUNDS];
    } else if (rounds != 0 && status[VKALGO_TERRAIN_CHANGED + (rounds - 1) % 3] == 0) {
        outcome.rounds = rounds - 1;  // The last round found nothing to do
    }
    if (outcome.done || !ends) {
        VKALGO_CHECK(once([&](Recorder& recorder) { return record(recorder, {rounds, 0, true}); }));
    }
    return outcome;
}

Result<std::uint32_t> RoundRuns::to_the_end(const char* name, std::uint32_t rounds, const BufferView& scratch,
                                            const Record& record) {
    VKALGO_TRY(const Outcome outcome, this->rounds(name, rounds, scratch, record));
    if (!outcome.done) {
        return Error{ErrorCode::driver,
                     std::string("the device did not finish the work '") + name +
                         "' within the planned number of rounds; try another device, or report a bug of vkalgo",
                     name};
    }
    return outcome.rounds;
}

}  // namespace vkalgo
