#include "cli/commands/sort/table_sort.hpp"

#include "cli/call_report.hpp"
#include "cli/commands/sort/report.hpp"
#include "cli/progress.hpp"
#include "engine/runner.hpp"
#include "formats/number_text.hpp"
#include "formats/writer.hpp"
#include "support/bad_usage.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// Adds the times and spans of a further sort. The numbers of bytes become those of the sort that needs more.
void add_report(CallReport& sum, const CallReport& report) {
    sum.gpu_milliseconds.resize(std::max(sum.gpu_milliseconds.size(), report.gpu_milliseconds.size()));
    for (std::size_t k = 0; k < report.gpu_milliseconds.size(); ++k) {
        sum.gpu_milliseconds[k] += report.gpu_milliseconds[k];
    }
    sum.upload_milliseconds += report.upload_milliseconds;
    sum.download_milliseconds += report.download_milliseconds;
    sum.spans.insert(sum.spans.end(), report.spans.begin(), report.spans.end());
    sum.device_bytes = std::max(sum.device_bytes, report.device_bytes);
    sum.scratch_bytes = std::max(sum.scratch_bytes, report.scratch_bytes);
}

/// Returns the elements at these indices.
Array elements_at(const Array& array, std::span<const std::uint32_t> indices) {
    const std::size_t size = size_of(array.type);
    Array taken{array.type, {indices.size()}, Bytes(indices.size() * size)};
    for (std::size_t i = 0; i < indices.size(); ++i) {
        std::memcpy(taken.data.data() + i * size, array.data.data() + indices[i] * size, size);
    }
    return taken;
}

}  // namespace

bool takes_rows(const std::string& path, bool in_text) {
    const Writer* const writer = writer_of(path);
    return path == "-" ||
           (writer != nullptr && writer->needs == OutputPart::rows && (writer->separator != 0 || in_text));
}

Bytes rows_for(const TableText& table, std::span<const std::uint32_t> order, const std::string& path) {
    const Writer* const writer = writer_of(path);
    const bool keeps =
        writer == nullptr || writer->separator == 0 || (writer->keeps_given_delimiter && table.names_delimiter);
    return table_rows(table, order, keeps ? table.delimiter : writer->separator);
}

Result<TableSort> TableSort::plan(Session& session, TableSortSettings settings, const TableKeys& keys) {
    TableSort sort(std::move(settings), keys);
    VKALGO_CHECK(sort.check_output());
    VKALGO_TRY(const Context* context, session.context());
    sort.words_ = packed_keys(keys);
    for (const Array& words : sort.words_) {
        SortCallOptions options = sort.settings_.options;
        options.sort.type = words.type;
        options.sort.values = options.sort.indices = true;
        options.sort.descending = false;  // The packed words are always sorted in ascending order
        auto plan = plan_sort_call(options, words.count(), context->profile());
        if (!plan && plan.error().where == "method") {
            plan.error().message += fmt::format(
                "; the keys of {} are packed into {}, so that missing keys come last and rows move with their keys",
                keys.text(), to_string(words.type));
        }
        VKALGO_CHECK(plan);
        explain_sort(session, *plan);
        sort.plans_.push_back(std::move(*plan));
    }
    return sort;
}

/// Checks --output. An output that holds only numbers is an error if the keys are not the numbers of one column, or if
/// keys are missing and the type has no NaN for them.
Result<void> TableSort::check_output() const {
    if (!settings_.output || settings_.indices || takes_rows(*settings_.output, true)) {
        return {};
    }
    if (!has_plain_keys()) {
        return bad_usage(
            fmt::format("--output: '{}' can hold only the numbers of one column, but the keys are {}; write rows "
                        "into a .csv, .tsv or .txt, or add --indices",
                        *settings_.output, keys_.text()));
    }
    const KeyColumn& column = keys_.columns.front();
    if (!is_float(column.numbers().type)) {
        return bad_usage(
            fmt::format("--output: '{}' cannot hold the {} of column '{}', which is {}; write rows into a "
                        ".csv or .tsv, or sort the column as f64",
                        *settings_.output, plural(column.missing(), "missing key"), column.label(),
                        to_string(column.numbers().type)));
    }
    return {};
}

/// Sorts the rows by these words. The sort is stable and starts from the current order of the rows.
Result<void> TableSort::sort_by(Session& session, Array& words, const SortCallPlan& plan) {
    VKALGO_TRY(Context * context, session.context());
    VKALGO_TRY(Runner runner, Runner::create(*context));
    CallOptions call = settings_.options.call;
    Progress progress(session, "sort", static_cast<double>(words.count()) * call.repeat, "keys");
    call.progress = progress.callback();
    call.cancel = progress.cancel();
    const bool is_first = order_.empty();
    Array keys = is_first ? std::move(words) : elements_at(words, order_);
    std::vector<std::uint32_t> order(keys.count());
    VKALGO_TRY(const SortResult sorted, sort_in_place(runner, keys.data, order, plan, call));
    add_report(report_, sorted.report);
    method_ = sorted.plan.method_name();
    if (!is_first) {
        for (std::uint32_t& row : order) {
            row = order_[row];
        }
    }
    order_ = std::move(order);
    return {};
}

Result<void> TableSort::run(Session& session, Answer& answer) {
    for (std::size_t k = words_.size(); k-- > 0;) {
        VKALGO_CHECK(sort_by(session, words_[k], plans_[k]));
    }
    if (session.globals().verify) {
        answer.verification = verified();
    }
    const std::uint64_t unsorted = unsorted_rows();
    if (settings_.first) {
        order_.resize(std::min<std::uint64_t>(order_.size(), *settings_.first));
    }
    report_run(session, report_, answer);
    report_order(keys_.count(), unsorted, method_, answer);
    answer.result["missing"] = keys_.missing();
    if (settings_.first) {
        answer.result["found"] = order_.size();
    }
    describe(session, answer);
    return {};
}

Verification TableSort::verified() const {
    Verification verification{"the CPU reference std::stable_sort", {}};
    std::vector<std::uint32_t> expected(order_.size());
    std::iota(expected.begin(), expected.end(), 0U);
    std::stable_sort(expected.begin(), expected.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return keys_.compare(a, b) < 0; });
    const auto [wrong, right] = std::mismatch(order_.begin(), order_.end(), expected.begin());
    if (wrong != order_.end()) {
        verification.difference =
            fmt::format("row {} of the sorted rows is row {} of the input, not {} (counted from 0)",
                        wrong - order_.begin(), *wrong, *right);
    }
    return verification;
}

std::uint64_t TableSort::unsorted_rows() const {
    std::uint64_t unsorted = 0;
    for (std::size_t i = 1; i < order_.size(); ++i) {
        unsorted += keys_.compare(order_[i - 1], order_[i]) > 0 ? 1U : 0U;
    }
    return unsorted;
}

/// Returns the content of an output: rows, their former indices, or the keys of one column.
Bytes TableSort::written(const std::string& path) const {
    if (settings_.indices) {
        return write_table(array_table(array_of(order_), false), path);
    }
    return writes_rows(path) ? rows_for(keys_.table, order_, path) : written_keys(path);
}

/// Returns the keys of the only column as the content of an output.
Bytes TableSort::written_keys(const std::string& path) const {
    const KeyColumn& column = keys_.columns.front();
    const Array keys = elements_at(column.numbers(), order_);
    OutputTable table = array_table(keys, false);
    table.rows = [&](std::string& text, std::string_view /*separator*/) {
        for (const std::uint32_t row : order_) {
            text.append(column.key_text(row)) += '\n';
        }
    };
    return write_table(table, path);
}

/// Returns the first keys of the first column, or the first indices, as text.
std::string TableSort::first_keys() const {
    constexpr std::size_t kShown = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(order_.size(), kShown); ++i) {
        const std::string key =
            settings_.indices ? fmt::format("{}", order_[i]) : excerpt(keys_.columns.front().key_text(order_[i]));
        text += fmt::format("{}{}", i == 0 ? "" : " ", key);
    }
    return text + (order_.size() > kShown ? " ..." : "");
}

void TableSort::describe(const Session& session, Answer& answer) const {
    if (session.globals().quiet) {
        const bool are_keys = has_plain_keys() && !settings_.indices;
        const bool moves_rows = settings_.output && writes_rows(*settings_.output);
        const Bytes lines = are_keys && !moves_rows ? written_keys("-") : written("-");
        answer.text.assign(as_text(lines));
    } else {
        answer.line("keys", fmt::format("{} by {}", plural(keys_.count(), "row"), keys_.text()));
        if (keys_.missing() != 0) {
            answer.line("missing", fmt::format("{}, which {} last", plural(keys_.missing(), "key"),
                                               keys_.missing() == 1 ? "comes" : "come"));
        }
        answer.line("method", method_);
        if (settings_.first) {
            answer.line("found", fmt::format("{}", order_.size()));
        }
        answer.line("first", first_keys());
    }
    if (settings_.output) {
        answer.output(*settings_.output, written(*settings_.output));
    }
}

}  // namespace vkalgo::cli
