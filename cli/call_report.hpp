#pragma once

#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "engine/call.hpp"

#include <span>

namespace vkalgo::cli {

/// Times and memory of a run; `times` are of the processor where Answer::on_host is set.
void report_run(const Session& session, const CallReport& report, std::span<const double> times, Answer& answer);
/// The same on the device's clock.
inline void report_run(const Session& session, const CallReport& report, Answer& answer) {
    report_run(session, report, report.gpu_milliseconds, answer);
}

/// Adds to the options of a call what --memory and --repeat say.
void take_globals(const Session& session, CallOptions& options);

}  // namespace vkalgo::cli
