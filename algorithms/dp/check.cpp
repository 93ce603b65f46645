#include "algorithms/dp/check.hpp"

#include "algorithms/dp/kernels.hpp"
#include "engine/context.hpp"
#include "shaders/dp/dp.h"

#include <algorithm>
#include <array>
#include <set>

namespace vkalgo::dp {
namespace {

/// of one recording: 256 KiB; more reads take several
constexpr std::uint32_t kLogReads = 1u << 14;
/// of an instance
constexpr std::uint32_t kMostReads = 1u << 22;
constexpr std::uint32_t kLogHeadBytes = 16;
constexpr std::uint64_t kLogBytes = kLogHeadBytes + std::uint64_t{kLogReads} * sizeof(RecordedRead);
constexpr std::uint32_t kRecordWorkgroup = 64;

std::string place(std::int64_t i, std::int64_t j) {
    return "(" + std::to_string(i) + ", " + std::to_string(j) + ")";
}

bool in_table(TableSize size, Cell cell) {
    return cell.i >= 0 && cell.i < size.rows && cell.j >= 0 && cell.j < size.columns;
}

/// Why a read breaks the declared class, pattern, domain or table; empty if it does not.
std::string broken_rule(const RecurrenceHeader& header, Pattern pattern, TableSize size, const RecordedRead& read) {
    const Cell from{read.i, read.j};
    const Cell to{read.a, read.b};
    if (!in_table(size, to)) {
        return "which lies outside the table of " + std::to_string(size.rows) + " x " + std::to_string(size.columns) +
               " cells";
    }
    if (!header.in_domain(to)) {
        return "which lies outside the domain";
    }
    const Frame frame = Frame::of(pattern, size);
    if (frame.stage_of(to) >= frame.stage_of(from)) {
        return "which pattern " + std::string(to_string(pattern)) + " does not compute earlier";
    }
    const Cell c = frame.to_canonical(from);
    const Cell d = frame.to_canonical(to);
    bool fits = true;
    switch (header.recurrence_class) {
        case RecurrenceClass::local:
            fits = std::abs(c.i - d.i) <= 1 && std::abs(c.j - d.j) <= 1;
            break;
        case RecurrenceClass::row_gather:
        case RecurrenceClass::row_all:
            fits = !frame.diagonal && c.i - d.i == 1;
            break;
        case RecurrenceClass::segments:
            fits = from.i == to.i || from.j == to.j;
            break;
        case RecurrenceClass::chain:
            fits = size.rows == 1 || size.columns == 1;
            break;
        case RecurrenceClass::any:
            break;
    }
    return fits ? std::string{} : "which class " + std::string(to_string(header.recurrence_class)) + " does not reach";
}

struct Recording {
    std::vector<RecordedRead> reads;
    /// reads of the recorded cells, also those that the log had no room for
    std::uint32_t seen = 0;
    Status status;
};

/// One instance: runs every stage of `pattern` and records the reads of every `parts`-th cell from the `part`-th on.
Result<Recording> record_reads(Runner& runner, const CompiledRecurrence& recurrence, const Kernel& kernel,
                               const Instance& instance, const Frame& frame, std::uint32_t parts, std::uint32_t part) {
    Context& context = runner.context();
    const auto cells = static_cast<std::uint64_t>(frame.size.rows * frame.size.columns);
    std::vector<Buffer> inputs;
    VKALGO_TRY(Buffer table,
               Buffer::create(context, {.size = cells * size_of(recurrence.header.cell), .name = "table"}));
    VKALGO_TRY(Buffer status, Buffer::create(context, {.size = sizeof(Status), .name = "status"}));
    VKALGO_TRY(Buffer log, Buffer::create(context, {.size = kLogBytes, .name = "reads"}));
    std::vector<Binding> bindings{table.view(), table.view(), status.view(), log.view()};
    for (const InputDeclaration& input : recurrence.header.inputs) {
        std::vector<std::byte> words = instance.inputs.at(input.name).data;
        // Bound are the words that hold elements: the kernel takes a read beyond them for one outside the input.
        const std::uint64_t used = std::max<std::uint64_t>(4, (words.size() + 3) / 4 * 4);
        words.resize(Buffer::rounded(words.size()));
        VKALGO_TRY(Buffer buffer, runner.upload_new(words, input.name.c_str()));
        bindings.push_back(buffer.view().slice(0, used));
        inputs.push_back(std::move(buffer));
    }
    const std::vector<std::byte> params = pack_params(recurrence.header, instance);
    const auto report = runner.run([&](Recorder& recorder) -> Result<void> {
        const std::array<std::uint32_t, 4> head{0, kLogReads, parts, part};
        recorder.update(log.view().slice(0, kLogHeadBytes), std::as_bytes(std::span(head)));
        recorder.fill(status.view(), 0);
        recorder.fill(table.view(), 0);
        shader::VkalgoStagePush push{};
        push.place.rows = static_cast<std::int32_t>(frame.size.rows);
        push.place.columns = static_cast<std::int32_t>(frame.size.columns);
        for (std::int64_t stage = 0; stage < frame.stages(); ++stage) {
            push.stage = static_cast<std::int32_t>(stage);
            push.count = static_cast<std::uint32_t>(frame.stage_width(stage));
            recorder.dispatch(kernel, bindings_of(kernel, bindings), push_with_params(push, params),
                              Groups::linear((push.count + kRecordWorkgroup - 1) / kRecordWorkgroup, context));
        }
        return recorder.status();
    });
    if (!report) {
        return report.error();
    }
    std::array<std::uint32_t, 4> head{};
    VKALGO_CHECK(runner.download(log.view().slice(0, kLogHeadBytes), std::as_writable_bytes(std::span(head))));
    Recording recording;
    VKALGO_CHECK(runner.download(status.view().slice(0, sizeof(Status)),
                                 std::as_writable_bytes(std::span(&recording.status, 1))));
    recording.seen = head[0];
    recording.reads.resize(std::min(head[0], kLogReads));
    if (!recording.reads.empty()) {
        VKALGO_CHECK(runner.download(log.view().slice(kLogHeadBytes, recording.reads.size() * sizeof(RecordedRead)),
                                     std::as_writable_bytes(std::span(recording.reads))));
    }
    return recording;
}

/// What all reads seen so far fit.
class Findings {
public:
    explicit Findings(const RecurrenceHeader& header) : header_(header) {
        classes_.fill(true);
        patterns_.fill(true);
    }

    void add(Pattern pattern, TableSize size, std::span<const RecordedRead> reads) {
        RecurrenceHeader other = header_;
        for (const RecordedRead& read : reads) {
            if (offsets_.size() <= kMostOffsets) {
                offsets_.insert({read.a - read.i, read.b - read.j});
            }
            for (std::size_t c = 0; c < classes_.size(); ++c) {
                other.recurrence_class = static_cast<RecurrenceClass>(c);
                classes_[c] = classes_[c] && broken_rule(other, pattern, size, read).empty();
            }
            other.recurrence_class = RecurrenceClass::any;
            for (std::size_t p = 0; p < patterns_.size(); ++p) {
                patterns_[p] = patterns_[p] && broken_rule(other, static_cast<Pattern>(p), size, read).empty();
            }
        }
    }

    void report(CheckReport& report) const {
        report.offsets_cut = offsets_.size() > kMostOffsets;
        for (const auto& [i, j] : offsets_) {
            if (report.offsets.size() < kMostOffsets) {
                report.offsets.push_back({i, j});
            }
        }
        for (std::size_t c = 0; c < classes_.size(); ++c) {
            if (classes_[c]) {
                report.classes.push_back(static_cast<RecurrenceClass>(c));
            }
        }
        for (std::size_t p = 0; p < patterns_.size(); ++p) {
            if (patterns_[p]) {
                report.patterns.push_back(static_cast<Pattern>(p));
            }
        }
    }

private:
    static constexpr std::size_t kMostOffsets = 64;
    const RecurrenceHeader& header_;
    std::set<std::pair<std::int32_t, std::int32_t>> offsets_;
    std::array<bool, kClassNames.size()> classes_{};
    std::array<bool, kPatternNames.size()> patterns_{};
};

/// A built-in keeps to what it declares, so that another pattern is what breaks a rule.
Error wrong_pattern(const CompiledRecurrence& recurrence, Pattern pattern, const std::string& what) {
    return {ErrorCode::invalid_argument,
            "problem '" + recurrence.header.problem + "' does not run in pattern " + std::string(to_string(pattern)) +
                ": " + what,
            "pattern"};
}

/// The first read in the pattern's order that breaks a rule.
Result<void> refuse_broken(const CompiledRecurrence& recurrence, Pattern pattern, TableSize size,
                           std::vector<RecordedRead>& reads) {
    const Frame frame = Frame::of(pattern, size);
    std::sort(reads.begin(), reads.end(), [&](const RecordedRead& x, const RecordedRead& y) {
        const auto key = [&](const RecordedRead& r) {
            return std::array<std::int64_t, 5>{frame.stage_of({r.i, r.j}), r.i, r.j, r.a, r.b};
        };
        return key(x) < key(y);
    });
    for (const RecordedRead& read : reads) {
        const std::string rule = broken_rule(recurrence.header, pattern, size, read);
        if (rule.empty()) {
            continue;
        }
        const Cell to{read.a, read.b};
        const bool exists = in_table(size, to) && recurrence.header.in_domain(to);
        const std::string what = "cell " + place(read.i, read.j) + " reads at" + place(read.a, read.b) + ", " + rule +
                                 " (seen on a table of " + std::to_string(size.rows) + " x " +
                                 std::to_string(size.columns) + " cells)";
        if (recurrence.built_in) {
            return wrong_pattern(recurrence, pattern, what);
        }
        return Error{ErrorCode::invalid_argument,
                     recurrence.file + ": " + what + "; mend the read" +
                         (exists ? ", or declare the class and pattern it needs" : ""),
                     "recurrence"};
    }
    return {};
}

/// All reads of an instance, or an error if they are too many to hold.
Result<Recording> record_all_reads(Runner& runner, const CompiledRecurrence& recurrence, const Kernel& kernel,
                                   const Instance& instance, const Frame& frame) {
    VKALGO_TRY(Recording all, record_reads(runner, recurrence, kernel, instance, frame, 1, 0));
    const std::uint32_t seen = all.seen;
    const auto most_parts = static_cast<std::uint32_t>(frame.size.rows * frame.size.columns);
    // Twice the parts that would do, and more where cells differ: each must fit the log.
    for (std::uint32_t parts = seen / kLogReads * 2; all.seen > all.reads.size() && seen <= kMostReads; parts *= 2) {
        parts = std::min(parts, most_parts);
        all = {};
        for (std::uint32_t part = 0; part < parts && all.seen == all.reads.size(); ++part) {
            VKALGO_TRY(const Recording some, record_reads(runner, recurrence, kernel, instance, frame, parts, part));
            all.seen += some.seen;
            all.reads.insert(all.reads.end(), some.reads.begin(), some.reads.end());
            all.status = some.status;
        }
        if (parts == most_parts) {
            break;
        }
    }
    if (all.seen > all.reads.size()) {
        return Error{ErrorCode::invalid_argument,
                     recurrence.file + ": a small instance makes a table of " + std::to_string(frame.size.rows) +
                         " x " + std::to_string(frame.size.columns) + " cells and " + std::to_string(seen) +
                         " reads, too many to check; form smaller sizes from len(), n, m or params",
                     "recurrence"};
    }
    return all;
}

/// Does the size of a small instance follow from this param?
bool forms_sizes(const RecurrenceHeader& header, const std::string& param) {
    std::vector<const Expression*> sizes{&header.rows, &header.columns};
    if (header.answer.kind == AnswerDeclaration::Kind::at) {
        sizes.insert(sizes.end(), {&*header.answer.row, &*header.answer.column});
    }
    for (const InputDeclaration& input : header.inputs) {
        if (input.length) {
            sizes.push_back(&*input.length);
        }
    }
    return std::any_of(sizes.begin(), sizes.end(), [&](const Expression* size) {
        const std::vector<std::string> names = size->variables();
        return std::find(names.begin(), names.end(), param) != names.end();
    });
}

/// Where the driver stopped a loop, what was seen after it means nothing.
Result<void> refuse_stopped_loops(const CompiledRecurrence& recurrence, const Status& status) {
    if ((status.flags & VKALGO_STATUS_LOOPS) == 0) {
        return {};
    }
    return Error{ErrorCode::too_large,
                 recurrence.file +
                     ": its loops were stopped by the driver, which allows an invocation a fixed total of iterations "
                     "(seen on a small random instance); make its loops shorter",
                 "recurrence"};
}

/// An input read past its end: methods that keep inputs in registers would answer from another element.
Result<void> refuse_input_overrun(const CompiledRecurrence& recurrence, Pattern pattern, const Status& status) {
    if ((status.flags & VKALGO_STATUS_INPUT) == 0) {
        return {};
    }
    const std::string what = "cell " + place(status.i, status.j) + " reads element " + std::to_string(status.a) +
                             " of input " + input_name(recurrence.header, status.b) +
                             ", which has no such element (seen on a small random instance)";
    if (recurrence.built_in) {
        return wrong_pattern(recurrence, pattern, what);
    }
    return Error{ErrorCode::invalid_argument, recurrence.file + ": " + what, "check"};
}

struct Trial {
    std::int64_t n, m;
    std::uint64_t range, seed;
};
// Few symbols make matches likely; a range about the table's size makes data-dependent reads reach far.
constexpr std::array<Trial, 5> kTrials{{{5, 7, 2, 1}, {13, 9, 4, 2}, {8, 24, 12, 3}, {19, 6, 3, 4}, {16, 16, 40, 5}}};

struct Small {
    Instance instance;
    Shape shape;
};

/// The instance of a trial; `params` are taken but for those that form sizes.
Result<Small> small_of(const RecurrenceHeader& header, Pattern pattern, const Params& params, const Trial& trial) {
    Small small;
    VKALGO_TRY(small.instance, small_instance(header, trial.n, trial.m, trial.range, trial.seed));
    for (const auto& [name, value] : params) {
        if (!forms_sizes(header, name)) {
            small.instance.params.insert_or_assign(name, value);
        }
    }
    VKALGO_TRY(small.shape, check_instance(header, small.instance, pattern));
    return small;
}

}  // namespace

Result<std::uint64_t> check_bytes(const RecurrenceHeader& header, Pattern pattern, const Params& params) {
    std::uint64_t most = 0;
    for (const Trial& trial : kTrials) {
        VKALGO_TRY(const Small small, small_of(header, pattern, params, trial));
        const auto cells = static_cast<std::uint64_t>(small.shape.size.rows * small.shape.size.columns);
        const std::uint64_t staging =
            Runner::staging_bytes(static_cast<std::uint64_t>(small.shape.largest_input), kLogBytes - kLogHeadBytes);
        most = std::max(most, kLogBytes + Buffer::rounded(cells * size_of(header.cell)) + sizeof(Status) + staging +
                                  static_cast<std::uint64_t>(small.shape.input_bytes));
    }
    return most;
}

Result<CheckReport> check_reads(Runner& runner, const CompiledRecurrence& recurrence, Pattern pattern,
                                const CompileModule& compile, const Params& params) {
    CompiledRecurrence complete = recurrence;
    if (complete.module("record").empty() && compile) {
        VKALGO_CHECK(compile(complete, "record"));
    }
    CheckReport report;
    Findings findings(recurrence.header);
    for (const Trial& trial : kTrials) {
        VKALGO_TRY(const Small small, small_of(recurrence.header, pattern, params, trial));
        const TableSize size = small.shape.size;
        if (size.rows == 0 || size.columns == 0) {
            continue;
        }
        if (size.rows * size.columns > 1'000'000) {
            return Error{ErrorCode::invalid_argument,
                         recurrence.file + ": a small instance (n = " + std::to_string(trial.n) +
                             ", m = " + std::to_string(trial.m) + ") makes a table of " + std::to_string(size.rows) +
                             " x " + std::to_string(size.columns) +
                             " cells, too large to check; form sizes from len(), n, m or params",
                         "recurrence"};
        }
        const Frame frame = Frame::of(pattern, size);
        VKALGO_TRY(const auto kernel, make_kernel(runner.context(), complete, "record", kRecordWorkgroup, frame));
        VKALGO_TRY(Recording recording, record_all_reads(runner, complete, *kernel, small.instance, frame));
        VKALGO_CHECK(refuse_stopped_loops(recurrence, recording.status));
        VKALGO_CHECK(refuse_broken(recurrence, pattern, size, recording.reads));
        VKALGO_CHECK(refuse_input_overrun(recurrence, pattern, recording.status));
        findings.add(pattern, size, recording.reads);
        report.cells += static_cast<std::uint64_t>(size.rows * size.columns);
        report.reads += recording.reads.size();
        ++report.instances;
    }
    findings.report(report);
    return report;
}

}  // namespace vkalgo::dp
