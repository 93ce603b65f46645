#include "cli/batch/shares.hpp"

#include "cli/batch/solver.hpp"
#include "cli/call_report.hpp"
#include "support/numbers.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// Returns the device's share of all cells. If no cells were counted, returns its share of the problems.
double part_of(const DeviceShare& share, const ShareSum& sum) {
    return sum.cells > 0      ? share.cells / sum.cells
           : sum.problems > 0 ? static_cast<double>(share.problems) / static_cast<double>(sum.problems)
                              : 0;
}

double first_of(const std::vector<double>& times) {
    return times.empty() ? 0 : times.front();
}

std::string title_of(const DeviceShare& share) {
    return share.host.empty() ? share.device : fmt::format("rank {} on {}, {}", share.rank, share.host, share.device);
}

Json share_json(const DeviceShare& share, const ShareSum& sum) {
    Json json = Json::object();
    if (!share.host.empty()) {
        json["rank"] = share.rank;
        json["host"] = share.host;
    }
    json["device"] = share.device;
    json["problems"] = share.problems;
    json["cells"] = share.cells;
    json["share"] = part_of(share, sum);
    json["gpu_ms"] = first_of(share.gpu_milliseconds);
    json["busy_ms"] = share.busy_milliseconds;
    return json;
}

Result<Verification> verification_of(const dp::Recurrence& recurrence, std::span<const DeviceShare> shares,
                                     std::uint64_t problems) {
    Verification verification;
    std::uint64_t compared = 0, kept = 0, compared_kept = 0;
    const DeviceShare* first = nullptr;
    for (const DeviceShare& share : shares) {
        compared += share.compared;
        kept += share.kept;
        compared_kept += share.compared_kept;
        if (!share.difference.empty() && (first == nullptr || share.differs_at < first->differs_at)) {
            first = &share;
        }
    }
    if (compared == 0 && problems > 0) {
        return Error{
            ErrorCode::unsupported,
            fmt::format(
                "--verify cannot compare any problem: it takes up to {} problems of each block of problems that "
                "are solved together, and the table of each of these has more than {:.0f} million cells, too many for "
                "the CPU interpreter; leave out --verify",
                BatchVerifier::kSample, BatchVerifier::kMaxCells / 1e6),
            {}};
    }
    if (first != nullptr) {
        verification.difference =
            shares.size() > 1 ? fmt::format("{}, on {}", first->difference, title_of(*first)) : first->difference;
    }
    verification.against = fmt::format("the CPU interpreter of {}, on {} of {}", recurrence.header().problem, compared,
                                       plural(problems, "problem"));
    if (kept > 0) {
        verification.against +=
            fmt::format(", and on the solutions of {} of {}", compared_kept, plural(kept, "kept problem"));
    }
    return verification;
}

}  // namespace

void DeviceShare::add(const DeviceShare& other) {
    if (other.tasks == 0) {
        return;
    }
    if (tasks == 0 || other.last_task > last_task) {
        last_task = other.last_task;
        method = other.method;
        plan_summary = other.plan_summary;
        spans = other.spans;
    }
    if (!other.difference.empty() && (difference.empty() || other.differs_at < differs_at)) {
        difference = other.difference;
        differs_at = other.differs_at;
    }
    tasks += other.tasks;
    problems += other.problems;
    cells += other.cells;
    compared += other.compared;
    kept += other.kept;
    compared_kept += other.compared_kept;
    gpu_milliseconds.resize(std::max(gpu_milliseconds.size(), other.gpu_milliseconds.size()));
    for (std::size_t k = 0; k < other.gpu_milliseconds.size(); ++k) {
        gpu_milliseconds[k] += other.gpu_milliseconds[k];
    }
    upload_milliseconds += other.upload_milliseconds;
    download_milliseconds += other.download_milliseconds;
    device_bytes = std::max(device_bytes, other.device_bytes);
    scratch_bytes = std::max(scratch_bytes, other.scratch_bytes);
}

ShareSum sum_of(std::span<const DeviceShare> shares) {
    ShareSum sum;
    const DeviceShare* last = nullptr;
    for (const DeviceShare& share : shares) {
        sum.problems += share.problems;
        sum.cells += share.cells;
        if (share.tasks > 0 && (last == nullptr || share.last_task > last->last_task)) {
            last = &share;
        }
    }
    if (last != nullptr) {
        sum.method = last->method;
        sum.plan_summary = last->plan_summary;
    }
    return sum;
}

Result<void> report_shares(const Session& session, const dp::Recurrence& recurrence,
                           std::span<const DeviceShare> shares, Answer& answer) {
    const ShareSum sum = sum_of(shares);
    CallReport report;
    std::vector<double> times{0};
    std::uint64_t device_bytes = 0;
    for (const DeviceShare& share : shares) {
        times.resize(std::max(times.size(), share.gpu_milliseconds.size()));
        for (std::size_t k = 0; k < share.gpu_milliseconds.size(); ++k) {
            times[k] = std::max(times[k], share.gpu_milliseconds[k]);
        }
        report.upload_milliseconds = std::max(report.upload_milliseconds, share.upload_milliseconds);
        report.download_milliseconds = std::max(report.download_milliseconds, share.download_milliseconds);
        report.scratch_bytes += share.scratch_bytes;
        device_bytes += share.device_bytes;
        if (report.spans.empty()) {
            report.spans = share.spans;
        }
    }
    report_run(session, report, times, answer);
    if (session.globals().verify) {
        VKALGO_TRY(answer.verification, verification_of(recurrence, shares, sum.problems));
    }
    const Reporter& reporter = session.reporter();
    reporter.explain(fmt::format("batch: {} with {:.3g} {} in all, method {}{}{}", plural(sum.problems, "problem"),
                                 sum.cells, sum.cells == 1 ? "cell" : "cells", sum.method,
                                 sum.plan_summary.empty() ? "" : ", ", sum.plan_summary));
    if (shares.size() < 2) {
        return {};
    }
    answer.device_bytes = device_bytes;
    Json& list = answer.result["devices"] = Json::array();
    for (const DeviceShare& share : shares) {
        list.push_back(share_json(share, sum));
        reporter.explain(fmt::format("{}: {}, {:.1f} % of the cells, gpu {}, at work {}", title_of(share),
                                     plural(share.problems, "problem"), 100 * part_of(share, sum),
                                     format_milliseconds(first_of(share.gpu_milliseconds)),
                                     format_milliseconds(share.busy_milliseconds)));
    }
    return {};
}

}  // namespace vkalgo::cli
