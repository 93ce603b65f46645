#include "cli/commands/sort/phases.hpp"

#include "algorithms/sort/sort_method.hpp"
#include "cli/commands/sort/picture.hpp"
#include "formats/source.hpp"
#include "support/numbers.hpp"

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// Bytes per key that the model of a sort takes on the CPU, including the classes of an increment (SortPhase) and the
/// states of a picture.
constexpr std::uint64_t kModelBytes = 160;

std::string title_of(const SortPlan& plan) {
    const ShellOptions& shell = plan.options.shell;
    std::string title = fmt::format("{}: {}", plan.method_name(), plural(plan.count, "key"));
    if (plan.method->takes_increments) {
        title += fmt::format(", increments {}", shell.own_increments.empty() ? shell.increments : "of a file");
    }
    if (plan.method->takes_runs) {
        title += fmt::format(", at most {} per class, at least {} each", plural(shell.max_threads, "thread"),
                             plural(shell.min_elements, "key"));
    }
    return title;
}

}  // namespace

Result<void> check_phases(const char* option, const SortPlan& plan) {
    if (plan.method->phases == nullptr) {
        const bool small = size_of(plan.options.type) < 4;
        return Error{ErrorCode::invalid_argument,
                     fmt::format("{}: the method {} has no increments; choose {}--method pratt or shell-...", option,
                                 plan.method_name(), small ? "a --type of 32 or 64 bits, and " : ""),
                     {}};
    }
    const std::uint64_t host = host_memory();
    if (plan.count > host / 2 / kModelBytes) {
        return Error{
            ErrorCode::too_large,
            fmt::format(
                "{}: the CPU model of {} keys needs more than half of this machine's {} of memory; sort fewer keys",
                option, plan.count, format_bytes(host)),
            {}};
    }
    return {};
}

Result<PhaseReport> report_phases(const SortResult& sorted, const DeviceProfile& profile,
                                  std::span<const std::byte> before, bool draws) {
    SortPicture picture;
    SortStateVisitor visit;
    if (draws) {
        visit = [&](std::span<const std::uint64_t> state) { picture.add(state); };
    }
    PhaseReport report;
    VKALGO_TRY(report.phases, sort_phases(sorted.plan, profile, before, sorted.report.spans, visit));
    if (draws) {
        std::vector<std::string> captions{"before"};
        for (const SortPhase& phase : report.phases) {
            captions.push_back("after " + phase.name);
        }
        report.picture = picture.svg(title_of(sorted.plan), captions);
    }
    return report;
}

Json phases_json(std::span<const SortPhase> phases) {
    Json all = Json::array();
    for (const SortPhase& phase : phases) {
        all.push_back({{"increment", phase.increment},
                       {"classes", phase.classes},
                       {"threads_per_class", phase.threads_per_class},
                       {"elements_per_thread", phase.elements_per_thread},
                       {"passes", phase.passes},
                       {"reads", phase.reads},
                       {"writes", phase.writes},
                       {"ms", phase.milliseconds}});
    }
    return all;
}

std::string phases_text(std::span<const SortPhase> phases) {
    std::string text = fmt::format("{:>10} {:>10} {:>13} {:>11} {:>9} {:>11} {:>11} {:>11}\n", "increment", "classes",
                                   "threads/class", "keys/thread", "passes", "reads", "writes", "ms");
    for (const SortPhase& phase : phases) {
        text += fmt::format("{:>10} {:>10} {:>13} {:>11.2f} {:>9.2f} {:>11.2f} {:>11.2f} {:>11.4f}\n", phase.increment,
                            phase.classes, phase.threads_per_class, phase.elements_per_thread, phase.passes,
                            phase.reads, phase.writes, phase.milliseconds);
    }
    return text;
}

}  // namespace vkalgo::cli
