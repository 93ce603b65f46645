#pragma once

#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "engine/call.hpp"

#include <span>

namespace vkalgo::cli {

/// Copies the times, the spans and the scratch bytes of a run to the answer. `times` is not empty. The times were
/// measured on the CPU if Answer::on_host is set.
void report_run(const Session& session, const CallReport& report, std::span<const double> times, Answer& answer);
/// Does the same with the GPU times of the report as `times`.
inline void report_run(const Session& session, const CallReport& report, Answer& answer) {
    report_run(session, report, report.gpu_milliseconds, answer);
}

/// Copies --memory and --repeat to the options of a call. With --repeat, the call also gets a warm-up run.
void take_globals(const Session& session, CallOptions& options);

}  // namespace vkalgo::cli
