#include "algorithms/sort/segmented_sort_call.hpp"
#include "algorithms/sort/sort_reference.hpp"
#include "algorithms/sort/top_k_call.hpp"
#include "algorithms/sort/unique_call.hpp"
#include "cli/call_report.hpp"
#include "cli/commands/sort/report.hpp"
#include "cli/commands/sort/table_sort.hpp"
#include "cli/commands/sort/variants.hpp"
#include "cli/progress.hpp"
#include "engine/runner.hpp"
#include "formats/writer.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {

/// The result of a run. It has the original indices of the keys if these are shown, or if values or rows move along.
struct SortVariants::Outcome {
    Array keys;
    /// The number of keys that were given.
    std::uint64_t given = 0;
    std::vector<std::uint32_t> indices;
    /// For --unique: how often each key occurs.
    std::vector<std::uint32_t> counts;
    CallReport report;
    std::string method;
    /// The options that give the order of `keys`.
    SortOptions order;
    std::uint64_t unsorted = 0;
    std::optional<Verification> verification;

    /// Compares the keys with those of the reference, and their original indices or counts (`words`) if there are any.
    void verify(const char* reference, const Bytes& right_keys, std::span<const std::uint32_t> words,
                std::span<const std::uint32_t> right_words) {
        verification = Verification{fmt::format("the CPU reference {}", reference), {}};
        if (keys.data != right_keys) {
            verification->difference = "the keys differ";
        } else if (!words.empty() && !std::equal(words.begin(), words.end(), right_words.begin(), right_words.end())) {
            verification->difference = counts.empty() ? "the original indices of the keys differ" : "the counts differ";
        }
    }
};

Result<SortVariants::Outcome> SortVariants::run_plan(Runner& runner, SortVariantsJob& job, const UniqueCallPlan& plan,
                                                     const CallOptions& call, bool verify) {
    VKALGO_TRY(UniqueResult found, unique_of(runner, job.keys.data, plan, call));
    Outcome outcome;
    outcome.keys = {job.keys.type, {found.counts.size()}, std::move(found.keys)};
    outcome.counts = std::move(found.counts);
    outcome.report = std::move(found.report);
    outcome.method = found.sort.method_name();
    outcome.order = plan.sort.options;
    if (verify) {
        VKALGO_TRY(const UniqueFound right, unique_reference(job.keys.data, outcome.order));
        outcome.verify("unique_reference", right.keys, outcome.counts, right.counts);
    }
    return outcome;
}

Result<SortVariants::Outcome> SortVariants::run_plan(Runner& runner, SortVariantsJob& job, const TopKCallPlan& plan,
                                                     const CallOptions& call, bool verify) {
    const TopKOptions& options = plan.plan.options;
    VKALGO_TRY(TopKResult found, top_k_of(runner, job.keys.data, {}, plan, call));
    Outcome outcome;
    outcome.keys = {job.keys.type, {found.plan.k}, std::move(found.keys)};
    outcome.indices = std::move(found.values);
    outcome.report = std::move(found.report);
    outcome.method = "radix-select";
    outcome.order = {.type = job.keys.type, .descending = !options.smallest};
    if (verify) {
        VKALGO_TRY(const TopKFound right, top_k_reference(job.keys.data, {}, plan.plan.k, options));
        outcome.verify("top_k_reference", right.keys, outcome.indices, right.values);
    }
    return outcome;
}

Result<SortVariants::Outcome> SortVariants::run_plan(Runner& runner, SortVariantsJob& job, const SortCallPlan& plan,
                                                     const CallOptions& call, bool verify) const {
    return run_all(job, plan.plan.options, verify, "sort_reference", [&](Outcome& outcome) -> Result<void> {
        VKALGO_TRY(SortResult sorted, sort_in_place(runner, outcome.keys.data, outcome.indices, plan, call));
        outcome.report = std::move(sorted.report);
        outcome.method = sorted.plan.method_name();
        return {};
    });
}

Result<SortVariants::Outcome> SortVariants::run_plan(Runner& runner, SortVariantsJob& job,
                                                     const SegmentedSortCallPlan& plan, const CallOptions& call,
                                                     bool verify) const {
    return run_all(
        job, plan.plan.options.sort, verify, "segmented_sort_reference", [&](Outcome& outcome) -> Result<void> {
            VKALGO_TRY(SegmentedSortResult sorted,
                       segmented_sort_in_place(runner, outcome.keys.data, outcome.indices, offsets_, plan, call));
            outcome.report = std::move(sorted.report);
            outcome.method = sorted.plan.by_key.method_name();
            return {};
        });
}

template <class SortInPlace>
Result<SortVariants::Outcome> SortVariants::run_all(SortVariantsJob& job, const SortOptions& planned, bool verify,
                                                    const char* reference, const SortInPlace& sort) const {
    Outcome outcome;
    Bytes right = verify ? job.keys.data : Bytes();
    outcome.keys = std::move(job.keys);
    outcome.indices.resize(planned.indices ? outcome.keys.count() : 0);
    outcome.order = planned;
    outcome.order.values = outcome.order.indices = false;
    VKALGO_CHECK(sort(outcome));
    if (verify) {
        std::vector<std::uint32_t> indices(outcome.keys.count());
        std::iota(indices.begin(), indices.end(), 0U);
        VKALGO_CHECK(segmented_sort_reference(right, indices, segments_of(outcome.keys.count()), outcome.order));
        outcome.verify(reference, right, outcome.indices, indices);
    }
    return outcome;
}

std::vector<std::uint32_t> SortVariants::segments_of(std::uint64_t count) const {
    return segments_ ? offsets_ : std::vector<std::uint32_t>{0, static_cast<std::uint32_t>(count)};
}

Result<SortVariants::Outcome> SortVariants::run_variant(Session& session, SortVariantsJob& job) const {
    VKALGO_TRY(Context * context, session.context());
    VKALGO_TRY(Runner runner, Runner::create(*context));
    const std::uint64_t count = job.keys.count();
    Progress progress(session, "sort", static_cast<double>(count) * job.call.repeat, "keys");
    CallOptions call = job.call;
    call.progress = progress.callback();
    call.cancel = progress.cancel();
    VKALGO_TRY(Outcome outcome,
               std::visit([&](const auto& plan) { return run_plan(runner, job, plan, call, session.globals().verify); },
                          job.plan));
    outcome.given = count;
    outcome.keys.shape = {outcome.keys.count()};
    const std::size_t bytes = size_of(outcome.keys.type);
    const std::vector<std::uint32_t> ends = segments_of(outcome.keys.count());
    for (std::size_t s = 0; s + 1 < ends.size(); ++s) {
        outcome.unsorted += unsorted_pairs(
            std::span(outcome.keys.data).subspan(ends[s] * bytes, (ends[s + 1] - ends[s]) * bytes), outcome.order);
    }
    return outcome;
}

Array SortVariants::second_column(const Outcome& outcome) const {
    if (unique_) {
        return array_of(outcome.counts);
    }
    Array moved{carried_.type, carried_.shape, {}};
    const std::size_t rows = carried_.shape.empty() ? 1 : carried_.shape.front();
    const std::size_t row = rows == 0 ? 0 : carried_.data.size() / rows;
    moved.data.resize(row * outcome.indices.size());
    for (std::size_t i = 0; i < outcome.indices.size(); ++i) {
        std::memcpy(moved.data.data() + i * row, carried_.data.data() + outcome.indices[i] * row, row);
    }
    if (!moved.shape.empty()) {
        moved.shape.front() = outcome.indices.size();
    }
    return moved;
}

/// Returns the content of an output: rows, original indices, or the keys. In text, the values that belong to the keys
/// are beside them.
Bytes SortVariants::written(const SortVariantsJob& job, const Outcome& outcome, const std::string& path) const {
    if (!job.table.empty()) {
        return rows_for(job.table, outcome.indices, path);
    }
    if (job.indices) {
        return write_table(array_table(array_of(outcome.indices), false), path);
    }
    if ((!values_ && !unique_) || output_values_) {
        return write_table(array_table(outcome.keys, false), path);
    }
    const Array beside = second_column(outcome);
    const std::uint64_t keys = outcome.keys.count();
    const std::uint64_t each = keys == 0 ? 0 : beside.count() / keys;
    OutputTable table{.columns = {"key"}, .stream_writer = "txt"};
    for (std::uint64_t c = 0; c < std::max<std::uint64_t>(each, 1); ++c) {
        table.columns.push_back(unique_ ? "count" : each > 1 ? fmt::format("value{}", c + 1) : "value");
    }
    table.rows = [&](std::string& text, std::string_view separator) {
        for (std::uint64_t i = 0; i < keys; ++i) {
            text += element_text(outcome.keys, i);
            for (std::uint64_t c = 0; c < each; ++c) {
                text.append(separator).append(element_text(beside, i * each + c));
            }
            text += '\n';
        }
    };
    return write_table(table, path);
}

void SortVariants::describe(const Session& session, const SortVariantsJob& job, const Outcome& outcome,
                            Answer& answer) const {
    if (segments_) {
        answer.parameters["segments"] = *segments_;
    }
    if (top_) {
        answer.parameters["top"] = *top_;
    }
    if (bottom_) {
        answer.parameters["bottom"] = *bottom_;
    }
    if (unique_) {
        answer.parameters["unique"] = true;
    }
    if (values_) {
        answer.parameters["values"] = *values_;
    }
    report_run(session, outcome.report, answer);
    answer.verification = outcome.verification;
    const std::uint64_t found = outcome.keys.count();
    report_order(outcome.given, outcome.unsorted, outcome.method, answer);
    if (segments_) {
        answer.result["segments"] = offsets_.size() - 1;
    }
    if (top_ || bottom_) {
        answer.result["found"] = found;
    }
    if (unique_) {
        answer.result["distinct"] = found;
    }
    if (session.globals().quiet) {
        const Bytes lines = written(job, outcome, "-");
        answer.text.assign(reinterpret_cast<const char*>(lines.data()), lines.size());
    } else {
        answer.line("keys", fmt::format("{} of {}", outcome.given, to_string(outcome.keys.type)));
        answer.line("method", outcome.method);
        if (segments_) {
            answer.line("segments", fmt::format("{}", offsets_.size() - 1));
        }
        if (found != outcome.given || unique_) {
            answer.line(unique_ ? "distinct" : "found", fmt::format("{}", found));
        }
        answer.line("first", first_elements(job.indices ? array_of(outcome.indices) : outcome.keys, outcome.counts));
    }
    if (job.output) {
        answer.output(*job.output, written(job, outcome, *job.output));
    }
    if (output_values_) {
        answer.output(*output_values_, write_table(array_table(second_column(outcome), false), *output_values_));
    }
}

Result<void> SortVariants::run(Session& session, SortVariantsJob job, Answer& answer) const {
    VKALGO_TRY(const Outcome outcome, run_variant(session, job));
    describe(session, job, outcome, answer);
    return {};
}

}  // namespace vkalgo::cli
