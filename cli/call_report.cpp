#include "cli/call_report.hpp"

namespace vkalgo::cli {

void report_run(const Session& session, const CallReport& report, std::span<const double> times, Answer& answer) {
    if (session.globals().repeat) {
        answer.repeats.assign(times.begin(), times.end());
    }
    answer.gpu_ms = times.front();
    answer.spans = report.spans;
    if (!answer.on_host) {
        answer.upload_ms = report.upload_milliseconds;
        answer.download_ms = report.download_milliseconds;
    }
    answer.scratch_bytes = report.scratch_bytes;
}

void take_globals(const Session& session, CallOptions& options) {
    options.memory_limit = session.globals().memory;
    if (session.globals().repeat) {
        options.repeat = static_cast<int>(*session.globals().repeat);
        options.warm_up = true;
    }
}

}  // namespace vkalgo::cli
