#include "cli/commands/sort/alone.hpp"

#include "algorithms/sort/sort_reference.hpp"
#include "cli/call_report.hpp"
#include "cli/commands/sort/phases.hpp"
#include "cli/commands/sort/report.hpp"
#include "cli/progress.hpp"
#include "engine/runner.hpp"
#include "formats/writer.hpp"
#include "support/numbers.hpp"

#include <utility>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {

Result<SortAlone> SortAlone::plan(Session& session, AloneSettings settings, std::uint64_t count) {
    Context* context = nullptr;
    if (!settings.on_host) {
        VKALGO_TRY(context, session.context());
    }
    SortAlone alone(std::move(settings), context);
    VKALGO_TRY(alone.plan_, plan_sort_call(alone.settings_.options, count, alone.profile()));
    explain_sort(session, alone.plan_);
    if (alone.settings_.phases || alone.settings_.picture) {
        VKALGO_CHECK(check_phases(alone.settings_.phases ? "--phases" : "--picture", alone.plan_.plan));
    }
    return alone;
}

Result<void> SortAlone::run(Session& session, Array keys, Answer& answer) const {
    const SortOptions& sort = settings_.options.sort;
    const bool shows_phases = settings_.phases || settings_.picture;
    keys.shape = {keys.count()};
    Array before = session.globals().verify || shows_phases ? keys : Array{};
    std::vector<std::uint32_t> indices(settings_.indices ? keys.count() : 0);
    VKALGO_TRY(const SortResult sorted, timed(session, keys, indices));
    describe(session, sorted, keys, indices, answer);
    if (shows_phases) {
        VKALGO_TRY(PhaseReport report, report_phases(sorted, profile(), before.data, settings_.picture.has_value()));
        if (settings_.phases) {
            answer.result["phases"] = phases_json(report.phases);
            answer.text = (session.globals().quiet ? "" : answer.text + "\n") + phases_text(report.phases);
        }
        if (settings_.picture) {
            answer.output(*settings_.picture, report.picture);
        }
    }
    if (session.globals().verify) {
        VKALGO_TRY(answer.verification, verify_sorted(std::move(before), keys, indices, sorted, sort));
    }
    return {};
}

DeviceProfile SortAlone::profile() const {
    return context_ != nullptr ? context_->profile() : DeviceProfile{};
}

Result<SortResult> SortAlone::timed(Session& session, Array& keys, std::span<std::uint32_t> indices) const {
    CallOptions call = settings_.options.call;
    const double work = static_cast<double>(keys.count()) * static_cast<double>(call.repeat);
    Progress progress(session, "sort", work, "keys");
    call.progress = progress.callback();
    call.cancel = progress.cancel();
    if (context_ == nullptr) {
        return sort_on_host(keys.data, indices, plan_.plan, call);
    }
    VKALGO_TRY(Runner runner, Runner::create(*context_));
    return sort_in_place(runner, keys.data, indices, plan_, call);
}

void SortAlone::describe(const Session& session, const SortResult& sorted, const Array& keys,
                         std::span<const std::uint32_t> indices, Answer& answer) const {
    answer.on_host = sorted.plan.on_host();
    report_run(session, sorted.report, answer.on_host ? sorted.host_milliseconds : sorted.report.gpu_milliseconds,
               answer);
    const std::uint64_t pairs = unsorted_pairs(keys.data, settings_.options.sort);
    report_order(keys.count(), pairs, sorted.plan.method_name(), answer);
    const Array order = settings_.indices ? array_of(indices) : Array{};
    const Array& shown = settings_.indices ? order : keys;
    if (session.globals().quiet) {
        const Bytes lines = write_table(array_table(shown, false), "-");
        answer.text.assign(reinterpret_cast<const char*>(lines.data()), lines.size());
    } else {
        answer.line("keys", fmt::format("{} of {}", keys.count(), to_string(keys.type)));
        answer.line("method", sorted.plan.method_name());
        if (pairs != 0) {
            answer.line("unsorted", fmt::format("{} of neighbours out of order", plural(pairs, "pair")));
        }
        answer.line("first", first_elements(shown));
    }
    if (settings_.output) {
        answer.output(*settings_.output, write_table(array_table(shown, false), *settings_.output));
    }
}

}  // namespace vkalgo::cli
