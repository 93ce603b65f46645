#include "cli/sort/arrangement.hpp"

#include "algorithms/sort/segmented_sort_call.hpp"
#include "algorithms/sort/sort_method.hpp"
#include "algorithms/sort/sort_reference.hpp"
#include "algorithms/sort/top_k_call.hpp"
#include "algorithms/sort/unique_call.hpp"
#include "cli/formats/convert.hpp"
#include "cli/formats/csv.hpp"
#include "cli/formats/csv_rows.hpp"
#include "cli/numbers.hpp"
#include "cli/progress.hpp"
#include "cli/sort/listing.hpp"
#include "engine/runner.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// Keys in the answer for people.
constexpr std::uint64_t kShown = 8;

Error bad_usage(std::string message) {
    return Error{ErrorCode::invalid_argument, std::move(message), {}};
}

bool is_text(std::string_view path) {
    return path == "-" || path.ends_with(".csv") || path.ends_with(".txt");
}

Array array_of(std::span<const std::uint32_t> words) {
    const auto bytes = std::as_bytes(words);
    return {ElementType::u32, {words.size()}, {bytes.begin(), bytes.end()}};
}

/// The rows of a table as lines in the order of `places`, below its header.
Result<std::string> rows_in_order(const std::string& table, std::span<const std::uint32_t> places) {
    const std::string name = "table";
    CsvRows rows(table, name);
    std::vector<std::string> lines;
    std::vector<CsvCell> cells;
    for (;;) {
        VKALGO_TRY(const bool more, rows.next(cells));
        if (!more) {
            break;
        }
        std::vector<std::string> texts;
        for (const CsvCell& cell : cells) {
            texts.push_back(cell.content());
        }
        lines.push_back(csv_line(texts));
    }
    std::string text = lines.front();
    for (const std::uint32_t place : places) {
        text += lines[std::size_t{place} + 1];
    }
    return text;
}

}  // namespace

/// What came of a run. Places are there if they are shown, or if something moves along.
struct Arrangement::Outcome {
    Array keys;
    std::vector<std::uint32_t> places;
    /// of --unique
    std::vector<std::uint32_t> counts;
    CallReport report;
    std::string method;
    std::uint64_t unsorted = 0;
    std::optional<Verification> verification;
};

void Arrangement::declare_run(Options& options) {
    options.text(
        "--segments", segments_, "FILE",
        "sort each segment by itself: where segments begin, ascending from 0, and at the end the number of keys "
        "(text, .npy, or raw u32 by --format raw)");
    options.size("--top", top_, "only so many of the largest keys, the largest first", 1);
    options.size("--bottom", bottom_, "only so many of the smallest keys, the smallest first", 1);
    options.flag("--unique", unique_, "each key once, with how often it stands there");
    options.text("--values", values_, "FILE",
                 "what moves along with the keys: as many values of any type, or rows of a .npy array");
}

void Arrangement::declare_output(Options& options) {
    options.text(
        "--output-values", output_values_, "FILE",
        "write the values, or the counts of --unique, by themselves: .npy, .csv, .txt or .bin (default: beside "
        "the keys, if these are written as text)");
}

bool Arrangement::moves_rows(const ArrangementContext& context) const {
    return context.column && !context.indices && !unique_ && context.output &&
           (*context.output == "-" || context.output->ends_with(".csv"));
}

Result<void> Arrangement::check(const Session& session, const ArrangementContext& context) const {
    if (int{segments_.has_value()} + int{top_.has_value()} + int{bottom_.has_value()} + int{unique_} > 1) {
        return bad_usage("--segments, --top, --bottom and --unique do not go together; choose one");
    }
    const std::string_view first = top_ ? "--top" : "--bottom";
    if ((top_ || bottom_) && context.descending) {
        return bad_usage(fmt::format("{} has an order of its own; leave --descending out", first));
    }
    if ((top_ || bottom_) && (context.method != "auto" || context.bits)) {
        return bad_usage(
            fmt::format("{} does not sort all keys; leave --method, --begin-bit and --end-bit out", first));
    }
    if (unique_ && (context.indices || context.bits || values_)) {
        return bad_usage("--unique keeps each key once; leave --indices, --values, --begin-bit and --end-bit out");
    }
    if (values_ && context.indices) {
        return bad_usage("--indices shows where keys stood, and --values moves values to them; choose one");
    }
    if (values_ && context.column) {
        return bad_usage("--column moves whole rows along; leave --values out");
    }
    std::vector<std::string> read(context.inputs.begin(), context.inputs.end());
    for (const auto& path : {segments_, values_}) {
        if (path && *path == "-" && std::find(read.begin(), read.end(), "-") != read.end()) {
            return bad_usage("- is standard input, which can be read once; name a file for the others");
        }
        read.push_back(path.value_or(""));
    }
    const bool second = values_ || unique_;
    if (output_values_ && !second) {
        return bad_usage("--output-values writes what --values or --unique give; leave it out");
    }
    if (output_values_) {
        VKALGO_CHECK(session.check_output("--output-values", *output_values_, {".npy", ".csv", ".txt", ".bin"}));
        VKALGO_CHECK(check_not_input("--output-values", *output_values_, read));
    }
    if (context.output && second) {
        VKALGO_CHECK(check_not_input("--output", *context.output, read));
        if (!output_values_ && !is_text(*context.output)) {
            return bad_usage(fmt::format("--output: {} holds the keys alone; add --output-values FILE, or write a .csv",
                                         *context.output));
        }
        if (output_values_ && *output_values_ == *context.output) {
            return bad_usage("--output and --output-values name the same file; choose another for one");
        }
    }
    return {};
}

Result<void> Arrangement::read(InputReader& reader, std::uint64_t count) {
    if (segments_) {
        VKALGO_TRY(Array offsets, reader.list(*segments_, ElementType::u32));
        VKALGO_TRY(offsets, converted(std::move(offsets), ElementType::u32, *segments_));
        offsets_.resize(offsets.count());
        std::memcpy(offsets_.data(), offsets.data.data(), offsets.data.size());
        if (const std::string wrong = segment_offsets_error(offsets_, count); !wrong.empty()) {
            return bad_usage(fmt::format("--segments: '{}': {}", *segments_, wrong));
        }
    }
    if (values_) {
        VKALGO_TRY(carried_, reader.values(*values_, ElementType::u32));
        const std::uint64_t rows = carried_.shape.empty() ? 1 : carried_.shape.front();
        if (rows != count) {
            return bad_usage(fmt::format("--values: '{}' has {} for {}; give one for each", *values_,
                                         plural(rows, "value"), plural(count, "key")));
        }
    }
    return {};
}

Result<Arrangement::Outcome> Arrangement::arrange(Session& session, const ArrangementJob& job) const {
    VKALGO_TRY(Context * context, session.context());
    VKALGO_TRY(Runner runner, Runner::create(*context));
    const std::uint64_t count = job.keys.count();
    const bool verify = session.globals().verify;
    const bool placed = job.indices || values_ || !job.table.empty();
    Progress progress(session, "sort", static_cast<double>(count) * job.options.call.repeat, "keys");
    SortCallOptions call = job.options;
    call.call.progress = progress.callback();
    call.call.cancel = progress.cancel();
    call.sort.values = false;
    call.sort.indices = placed && !unique_ && !top_ && !bottom_;
    Outcome outcome;
    outcome.keys = job.keys;
    outcome.keys.shape = {count};
    outcome.places.resize(call.sort.indices ? count : 0);
    UniqueFound right;
    SortOptions order = job.options.sort;
    order.values = order.indices = false;
    if (unique_) {
        call.sort.indices = false;
        VKALGO_TRY(UniqueResult found, unique_of(runner, job.keys.data, call));
        outcome.keys.data = std::move(found.keys);
        outcome.counts = std::move(found.counts);
        outcome.report = std::move(found.report);
        outcome.method = found.sort.method_name();
        if (verify) {
            VKALGO_TRY(right, unique_reference(job.keys.data, order));
        }
    } else if (top_ || bottom_) {
        const TopKCallOptions top{{.type = job.keys.type, .smallest = bottom_.has_value(), .indices = placed},
                                  call.call};
        const std::uint64_t k = top_ ? *top_ : *bottom_;
        VKALGO_TRY(TopKResult found, top_k_of(runner, job.keys.data, {}, k, top));
        outcome.keys.data = std::move(found.keys);
        outcome.places = std::move(found.values);
        outcome.report = std::move(found.report);
        outcome.method = "radix-select";
        order.descending = top_.has_value();
        if (verify) {
            VKALGO_TRY(TopKFound all, top_k_reference(job.keys.data, {}, k, top.top));
            right = {std::move(all.keys), std::move(all.values)};
        }
    } else {
        const std::vector<std::uint32_t> whole{0, static_cast<std::uint32_t>(count)};
        if (segments_) {
            VKALGO_TRY(const SegmentedSortResult sorted,
                       segmented_sort_in_place(runner, outcome.keys.data, outcome.places, offsets_, call));
            outcome.report = sorted.report;
            outcome.method = sorted.plan.by_key.method_name();
        } else {
            call.sort.stable = true;
            VKALGO_TRY(const SortResult sorted, sort_in_place(runner, outcome.keys.data, outcome.places, call));
            outcome.report = sorted.report;
            outcome.method = sorted.plan.method_name();
        }
        if (verify) {
            right.keys = job.keys.data;
            right.counts.resize(count);
            std::iota(right.counts.begin(), right.counts.end(), 0U);
            VKALGO_CHECK(segmented_sort_reference(right.keys, right.counts, segments_ ? offsets_ : whole, order));
        }
    }
    outcome.keys.shape = {outcome.keys.count()};
    const std::size_t bytes = size_of(job.keys.type);
    const std::span<const std::byte> keys = outcome.keys.data;
    for (std::size_t s = 0; segments_ && s + 1 < offsets_.size(); ++s) {
        outcome.unsorted +=
            unsorted_pairs(keys.subspan(offsets_[s] * bytes, (offsets_[s + 1] - offsets_[s]) * bytes), order);
    }
    outcome.unsorted += segments_ ? 0 : unsorted_pairs(keys, order);
    if (verify) {
        Verification& verification = outcome.verification.emplace();
        verification.against = unique_             ? "the CPU reference unique_reference"
                               : (top_ || bottom_) ? "the CPU reference top_k_reference"
                                                   : "the CPU reference segmented_sort_reference";
        const std::vector<std::uint32_t>& words = unique_ ? outcome.counts : outcome.places;
        if (outcome.keys.data != right.keys) {
            verification.difference = "the keys differ";
        } else if (!words.empty() && words != right.counts) {
            verification.difference = unique_ ? "the counts differ" : "what moves along differs";
        }
    }
    return outcome;
}

Array Arrangement::second_column(const Outcome& outcome) const {
    if (unique_) {
        return array_of(outcome.counts);
    }
    Array moved{carried_.type, carried_.shape, {}};
    const std::size_t rows = carried_.shape.empty() ? 1 : carried_.shape.front();
    const std::size_t row = rows == 0 ? 0 : carried_.data.size() / rows;
    moved.data.resize(row * outcome.places.size());
    for (std::size_t i = 0; i < outcome.places.size(); ++i) {
        std::memcpy(moved.data.data() + i * row, carried_.data.data() + outcome.places[i] * row, row);
    }
    if (!moved.shape.empty()) {
        moved.shape.front() = outcome.places.size();
    }
    return moved;
}

/// The keys, and beside them in text what goes with them; or rows; or places.
Result<Bytes> Arrangement::written(const ArrangementJob& job, const Outcome& outcome, const std::string& path) const {
    if (!job.table.empty()) {
        VKALGO_TRY(const std::string text, rows_in_order(job.table, outcome.places));
        return bytes_of(text);
    }
    if (job.indices) {
        return listing(array_of(outcome.places), path);
    }
    if ((!values_ && !unique_) || output_values_) {
        return listing(outcome.keys, path);
    }
    const Array beside = second_column(outcome);
    const std::uint64_t keys = outcome.keys.count();
    const std::uint64_t each = keys == 0 ? 0 : beside.count() / keys;
    const bool csv = path.ends_with(".csv");
    std::string text = csv ? "key" : "";
    for (std::uint64_t c = 0; csv && c < std::max<std::uint64_t>(each, 1); ++c) {
        text += unique_ ? ",count" : each > 1 ? fmt::format(",value{}", c + 1) : ",value";
    }
    text += csv ? "\n" : "";
    for (std::uint64_t i = 0; i < keys; ++i) {
        text += element_text(outcome.keys, i);
        for (std::uint64_t c = 0; c < each; ++c) {
            text += (csv ? "," : " ") + element_text(beside, i * each + c);
        }
        text += "\n";
    }
    return bytes_of(text);
}

Result<void> Arrangement::describe(const Session& session, const ArrangementJob& job, const Outcome& outcome,
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
    const CallReport& report = outcome.report;
    if (session.globals().repeat) {
        answer.repeats = report.gpu_milliseconds;
    }
    answer.gpu_ms = report.gpu_milliseconds.front();
    answer.spans = report.spans;
    answer.upload_ms = report.upload_milliseconds;
    answer.download_ms = report.download_milliseconds;
    answer.scratch_bytes = report.scratch_bytes;
    answer.verification = outcome.verification;

    const std::uint64_t found = outcome.keys.count();
    answer.result["count"] = job.keys.count();
    answer.result["sorted"] = outcome.unsorted == 0;
    answer.result["unsorted_pairs"] = outcome.unsorted;
    answer.result["method"] = outcome.method;
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
        VKALGO_TRY(const Bytes lines, written(job, outcome, "-"));
        answer.text.assign(reinterpret_cast<const char*>(lines.data()), lines.size());
    } else {
        answer.line("keys", fmt::format("{} of {}", job.keys.count(), to_string(job.keys.type)));
        answer.line("method", outcome.method);
        if (segments_) {
            answer.line("segments", fmt::format("{}", offsets_.size() - 1));
        }
        if (found != job.keys.count() || unique_) {
            answer.line(unique_ ? "distinct" : "found", fmt::format("{}", found));
        }
        const Array shown = job.indices ? array_of(outcome.places) : outcome.keys;
        std::string first;
        for (std::uint64_t i = 0; i < std::min(found, kShown); ++i) {
            first += (i == 0 ? "" : " ") + element_text(shown, i) +
                     (unique_ ? fmt::format(" ({} times)", outcome.counts[i]) : "");
        }
        answer.line("first", first + (found > kShown ? " ..." : ""));
    }
    if (job.output) {
        VKALGO_TRY(Bytes bytes, written(job, outcome, *job.output));
        answer.output(*job.output, std::move(bytes));
    }
    if (output_values_) {
        answer.output(*output_values_, listing(second_column(outcome), *output_values_));
    }
    return {};
}

Result<void> Arrangement::run(Session& session, ArrangementJob job, Answer& answer) const {
    VKALGO_TRY(const Outcome outcome, arrange(session, job));
    return describe(session, job, outcome, answer);
}

}  // namespace vkalgo::cli
