#include "algorithms/dp/check/check.hpp"

#include "algorithms/dp/check/check_errors.hpp"
#include "algorithms/dp/check/check_graph.hpp"
#include "algorithms/dp/check/check_instances.hpp"
#include "algorithms/dp/check/check_rules.hpp"
#include "algorithms/dp/check/check_values.hpp"
#include "algorithms/dp/interpreter/interpreter.hpp"
#include "algorithms/dp/recurrence/source_text.hpp"

#include <optional>
#include <set>
#include <utility>

namespace vkalgo::dp {
namespace {

/// Limits for one instance. A table with more cells is not checked. After more reads the check of the instance ends
/// without an error.
constexpr std::int64_t kMaxCells = 1 << 20;
constexpr std::uint64_t kMaxReads = 1 << 22;
/// Limits for the beginnings of the real instance. The first beginning has at most kFewElements elements per input and
/// kPrefixCells cells. The second beginning has at most kPrefixCells elements per input, and kMoreCells cells or, if
/// values of the first beginning caused a fault, kPrefixCells cells.
constexpr std::int64_t kFewElements = 24;
constexpr std::int64_t kMoreCells = 1 << 12;
constexpr std::int64_t kPrefixCells = 1 << 15;
/// Maximum loop iterations of one call of a function of the text.
constexpr std::int64_t kMaxTurns = 1 << 24;
/// Maximum numbers of instructions of an instance that are watched for integers that wrap and for computations with
/// INFEASIBLE. kFewWatched is for made-up values and the first beginning, and takes one or two milliseconds.
/// kMaxWatched is for other real values, and takes ten milliseconds.
constexpr std::int64_t kFewWatched = 1 << 18;
constexpr std::int64_t kMaxWatched = 1 << 20;
/// Maximum loop iterations of all instances together. They take some seconds.
constexpr std::int64_t kMaxTotalRounds = std::int64_t{1} << 26;

/// Returns whether the text of cell() or term() calls at().
bool names_reads(const CompiledRecurrence& recurrence) {
    SourceText text;
    text.scan(plain_text(recurrence.source, recurrence.file).value_or(std::string()));
    const SourceFunction* function = text.find(recurrence.header.reduce ? "term" : "cell");
    bool reads = false;
    for (std::size_t k = function != nullptr ? function->body_first : text.tokens.size(); k < text.tokens.size(); ++k) {
        reads = reads || (k < function->body_last && text.tokens[k].is("at") && text.is_call(k));
    }
    return reads;
}

/// A check of a recurrence: it runs small instances and compares their reads with the header.
class Check {
public:
    Check(const CompiledRecurrence& recurrence, const Interpreter& interpreter, const StageFunction& stage,
          const CheckOptions& options)
        : recurrence_(recurrence),
          header_(recurrence.header),
          interpreter_(interpreter),
          stage_(stage),
          options_(options),
          findings_(recurrence.header) {}

    Result<void> run(const Small& small) {
        const TableSize size = small.shape.size;
        if (size.empty() || turns_left_ <= 0) {
            return {};
        }
        if (size.cells().value_or(kMaxCells + 1) > kMaxCells) {
            warn(report_.limit_warnings, "a small random instance has a table of " + size_text(header_, size) +
                                             " cells, but the check takes at most " + std::to_string(kMaxCells) +
                                             "; let the sizes of the table follow from len(), n, m or params");
            return {};
        }
        broken_.reset();
        reads_ = 0;
        off_the_traceback_ = false;
        graph_reads_.reset();
        const bool is_wanted = small.source != CheckedGraph::Source::random || options_.instance == nullptr;
        if (options_.graph && is_wanted && !report_.graph && size.cells() <= kMaxGraphCells) {
            graph_reads_.emplace(header_, size);
        }
        VKALGO_TRY(Interpretation filled, start(small, [&](InterpretedFunction function, Cell from, Cell to) {
                       return record(small.shape, {from, to, function});
                   }));
        const std::int64_t turns = turns_left_;
        const auto done = filled.fill();
        const std::int64_t turns_a_cell = (turns - turns_left_) / *size.cells() + 1;
        report_.cells += static_cast<std::uint64_t>(size.cells().value_or(0));
        ++report_.instances;
        if (done) {
            VKALGO_CHECK(keep_graph(small, filled));
            VKALGO_CHECK(hold_bound(small, filled));
            VKALGO_CHECK(refuse_values(small, filled.noted(), size));
            look_at_numbers(small, filled);
            if (header_.has_step && options_.step) {
                VKALGO_CHECK(check_steps(small, filled));
            }
            if (header_.has_solution_function && options_.step) {
                VKALGO_CHECK(check_solution(small, filled));
            }
            if (options_.algebras) {
                find_algebras(small, filled, turns_a_cell);
            }
        } else {
            VKALGO_CHECK(refuse(small, filled, done.error()));
        }
        return {};
    }

    /// Runs the real instance or beginnings of it. If a graph was asked for, the first beginning is small enough for a
    /// graph. Larger beginnings follow.
    Result<void> run_real(const Instance& instance) {
        if (options_.graph) {
            constexpr std::int64_t kMaxElements = 1024;
            auto prefix = prefix_of(header_, instance, stage_, kMaxElements, kMaxGraphCells);
            const bool is_whole = prefix && prefix->is_whole;
            VKALGO_CHECK(prefix ? run(small_of(std::move(*prefix), true)) : Result<void>());
            if (is_whole) {
                return {};
            }
        }
        return run_beginning(instance);
    }

    CheckReport report() {
        findings_.report(report_);
        report_.algebras = algebras_.value_or(std::vector<Algebra>{});
        if (!answers_ && !missing_.empty()) {
            report_.number_warnings.push_back("the answer follows from " + missing_ +
                                              "; declare a base that gives this cell a value");
        }
        const bool complete = report_.warnings.empty() && report_.limit_warnings.empty() &&
                              report_.beginning_warnings.empty() && report_.cells > report_.instances;
        if (report_.reads == 0 && complete && !header_.inputs.empty() && names_reads(recurrence_)) {
            report_.limit_warnings.emplace_back(
                "no cell read another cell in this check; the values of the inputs may "
                "be the reason: declare 'in LOW .. HIGH' for them, or give INPUTs");
        }
        return std::move(report_);
    }

private:
    using KindAndLine = std::pair<FaultKind, std::uint32_t>;

    /// Runs a beginning of the real instance, and then a larger one, which may be the whole instance. If values of the
    /// first beginning cause a fault, the larger one decides.
    Result<void> run_beginning(const Instance& instance) {
        auto prefix = prefix_of(header_, instance, stage_, kFewElements, kPrefixCells);
        if (!prefix) {
            return {};
        }
        values_failed_ = false;
        const bool is_whole = prefix->is_whole;
        VKALGO_CHECK(run(small_of(std::move(*prefix), true)));
        if (is_whole && !values_failed_) {
            return {};
        }
        prefix = prefix_of(header_, instance, stage_, kPrefixCells, values_failed_ ? kPrefixCells : kMoreCells);
        return prefix ? run(small_of(std::move(*prefix), false)) : Result<void>();
    }

    Result<Interpretation> start(const Small& small, ReadHook on_read) {
        InterpretOptions options;
        options.notes_value_faults = true;
        options.trusts_differences = small.made_up;
        options.most_watched = small.made_up || small.is_first ? kFewWatched : kMaxWatched;
        options.cut_inputs = small.cut_inputs;
        options.cut_outputs = small.is_cut();
        // 32-bit cells may replace 64-bit cells only while sums stay within the bound. For other cells a greater sum
        // does no harm.
        options.bound = header_.narrows ? bound_of(header_, small.instance) : std::nullopt;
        options.most_turns = kMaxTurns;
        options.turns_in_all = &turns_left_;
        options.cancel = options_.cancel;
        options.on_read = std::move(on_read);
        return interpreter_.start(small.instance, small.shape, stage_, options);
    }

    ReadVerdict record(const Shape& shape, const RecordedRead& read) {
        if (probes_) {
            return ReadVerdict::go_on;
        }
        ++reads_;
        if (reads_ > kMaxReads) {
            return ReadVerdict::stop;
        }
        if (read.function == InterpretedFunction::base || read.function == InterpretedFunction::solution) {
            return ReadVerdict::go_on;  // The interpreter itself refuses reads in base(); solution() may read any cell
        }
        if (off_the_traceback_ && !is_there(header_, shape.size, read.to)) {
            return ReadVerdict::skip;
        }
        if (std::string rule = broken_rule(header_, stage_, shape, read); !rule.empty()) {
            broken_ = {read, std::move(rule)};
            return ReadVerdict::stop;
        }
        if (read.function == InterpretedFunction::cell) {
            ++report_.reads;
            findings_.add(stage_, shape.size, read);
            if (graph_reads_) {
                graph_reads_->add(read.from, read.to);
            }
        }
        return ReadVerdict::go_on;
    }

    /// Keeps the graph of the reads of a filled table.
    Result<void> keep_graph(const Small& small, const Interpretation& filled) {
        if (!graph_reads_) {
            return {};
        }
        CheckedGraph kept{.source = small.source, .shape = small.shape, .graph = {}, .answers = {}};
        VKALGO_TRY(kept.graph, graph_reads_->graph());
        graph_reads_.reset();
        for (std::size_t cell = 0; cell < kept.graph.cells().size(); ++cell) {
            if (filled.may_answer(kept.graph.cells()[cell])) {
                kept.answers.push_back(cell);
            }
        }
        report_.graph = std::move(kept);
        return {};
    }

    /// Handles a run that stopped: a read broke a rule, a limit of the check was reached, or another fault happened.
    /// Returns an error only if the text is wrong or the check was cancelled.
    Result<void> refuse(const Small& small, const Interpretation& stopped, const Error& error) {
        const TableSize size = small.shape.size;
        if (broken_) {
            return broken_read(small);
        }
        if (reads_ > kMaxReads) {
            return {};
        }
        if (!stopped.fault()) {
            return error;
        }
        if (stopped.fault()->kind == FaultKind::stopped) {
            return left_off();
        }
        const bool endless = stopped.fault()->kind == FaultKind::endless && options_.instance != nullptr;
        if (endless || (small.is_cut() && stopped.fault()->of_values())) {
            return refuse_values(small, stopped.fault(), size);
        }
        return recurrence_.built_in
                   ? wrong_pattern_error(header_, stage_, stopped.fault()->text(header_) + table_text(header_, size))
                   : error;
    }

    /// Warns that the check has used up its loop iterations and ends early. The text may still be correct. Errors:
    /// cancelled: a stop was requested.
    Result<void> left_off() {
        if (options_.cancel.stop_requested()) {
            return Error{ErrorCode::cancelled, "the check was cancelled", "cancel"};
        }
        warn(report_.limit_warnings, "the check stopped early, since its instances together ran " +
                                         std::to_string(kMaxTotalRounds) + " loop iterations, its limit");
        return {};
    }

    Error broken_read(const Small& small) {
        const TableSize size = small.shape.size;
        const auto& [read, rule] = *broken_;
        DependencyGraph reads;
        if (read.function == InterpretedFunction::cell && is_there(header_, size, read.to) &&
            !is_earlier(header_, stage_, read.to, read.from)) {
            // Perhaps the cell lies on a cycle, which no order computes.
            const auto begin = [&](ReadHook on_read) { return start(small, std::move(on_read)); };
            if (auto graph = graph_without_order(header_, stage_, size, begin)) {
                reads = *std::move(graph);
            }
        }
        return broken_read_error(recurrence_, stage_, size, read, rule, reads);
    }

    /// Reports a fault that depends on values. It is an error if the instance is the user's whole instance. It is a
    /// warning if values are made up, or if the instance is only a beginning of the user's: if the whole instance
    /// causes the fault too, its run finds the fault. Exceptions: a run does not detect a variable that was not set,
    /// and may not survive an endless loop. So these two faults are errors for a beginning too.
    Result<void> refuse_values(const Small& small, const std::optional<Fault>& fault, TableSize size) {
        if (!fault) {
            return {};
        }
        if (small.is_first) {
            values_failed_ = true;
            return {};
        }
        const bool run_finds_it = fault->kind != FaultKind::endless && fault->kind != FaultKind::unset;
        if (!small.made_up && !(small.is_cut() && run_finds_it)) {
            return fault->error(header_, recurrence_.file);
        }
        warn_of_values(small, {fault->kind, fault->line}, fault->text(header_) + seen_text(small, size));
        return {};
    }

    std::string seen_text(const Small& small, TableSize size) const {
        return small.is_cut() ? " (seen on the instance's first " + size_text(header_, size) + " cells)"
                              : table_text(header_, size);
    }

    void warn_of_values(const Small& small, KindAndLine what, const std::string& text) {
        if (small.is_cut()) {
            report_.beginning_warnings.push_back(text);
        } else if (warned_.insert(what).second) {
            warn(report_.warnings, text);
        }
    }

    /// Checks that no cell has a value above `bound`. INFEASIBLE and UNBOUNDED are not values.
    Result<void> hold_bound(const Small& small, Interpretation& filled) {
        const std::string beyond = beyond_bound(header_, small, filled);
        if (beyond.empty()) {
            return {};
        }
        if (small.is_first) {
            values_failed_ = true;
            return {};
        }
        const std::string what = beyond + seen_text(small, small.shape.size);
        if (!small.made_up && !small.is_cut()) {
            return Error{ErrorCode::invalid_argument, recurrence_.file + ": " + what + "; raise the bound",
                         "recurrence"};
        }
        warn_of_values(small, {FaultKind::overflow, 0}, what);
        return {};
    }

    /// Looks for faults that no run finds: numbers that wrapped, numbers computed with INFEASIBLE, and an answer that
    /// neither a base nor a term gives. If there is a real instance, wrong numbers from made-up values do not count.
    void look_at_numbers(const Small& small, Interpretation& filled) {
        const auto astray = filled.astray();
        const AnswerSource source = answer_source(header_, small, filled, options_.instance == nullptr);
        answers_ = answers_ || source.is_number;
        missing_ = missing_.empty() && !source.missing.empty() ? source.missing + seen_text(small, small.shape.size)
                                                               : missing_;
        if (!astray || (small.made_up && options_.instance != nullptr)) {
            return;
        }
        if (small.is_first) {
            values_failed_ = true;
        } else if (warned_.insert({astray->kind, astray->line}).second &&
                   report_.number_warnings.size() < kMaxWarnings) {
            report_.number_warnings.push_back(astray_text(header_, small, filled, seen_text(small, small.shape.size)));
        }
    }

    /// Checks step() along the traceback from the answer, then at every other cell. A traceback may never visit these
    /// other cells. So step() may read outside the table or the domain there; its other reads must keep the rules.
    Result<void> check_steps(const Small& small, Interpretation& filled) {
        const TableSize size = small.shape.size;
        off_the_traceback_ = false;
        Cell at = filled.answer_cell();
        std::uint32_t state = 0;
        while (is_there(header_, size, at) && !header_.in_base(at, size)) {
            const auto next = filled.step(at, state);
            if (!next) {
                VKALGO_CHECK(refuse(small, filled, next.error()));
                break;
            }
            VKALGO_CHECK(refuse_values(small, filled.noted(), size));
            if (is_there(header_, size, next->next) && !filled.is_earlier(next->next, at)) {
                break;  // The traceback itself refuses such a step
            }
            at = next->next;
            state = next->state;
        }
        if (header_.decisions && stage_ == header_.stage) {
            return check_decisions(small, filled);
        }
        off_the_traceback_ = true;
        bool broken = false;
        for_each_cell(size, [&](Cell cell) {
            if (!broken && turns_left_ > 0 && header_.in_domain(cell) && !header_.in_base(cell, size)) {
                broken = !filled.step(cell) && broken_;
            }
        });
        if (turns_left_ <= 0 && !broken) {
            return left_off();
        }
        return broken ? Result<void>(broken_read(small)) : Result<void>();
    }

    /// Checks at every cell whether step() goes where the line `decisions` says, since this line promises that every
    /// cell has a step.
    Result<void> check_decisions(const Small& small, Interpretation& filled) {
        Result<void> checked;
        for_each_cell(small.shape.size, [&](Cell cell) {
            if (checked && turns_left_ > 0 && header_.in_domain(cell) && !header_.in_base(cell, small.shape.size)) {
                checked = check_decision(small, filled, cell);
            }
        });
        return turns_left_ <= 0 && checked ? left_off() : checked;
    }

    Result<void> check_decision(const Small& small, Interpretation& filled, Cell cell) {
        const auto what = broken_decision(header_, filled, cell);
        if (!what) {
            return refuse(small, filled, what.error());
        }
        return what->empty() ? Result<void>() : broken_decision_error(recurrence_, small.shape.size, *what);
    }

    Result<void> check_solution(const Small& small, Interpretation& filled) {
        const auto ran = filled.run_solution();
        return ran ? refuse_values(small, filled.noted(), small.shape.size) : refuse(small, filled, ran.error());
    }

    /// Keeps the algebras that fit this instance and all instances before it. Keeps none if a cell takes too many loop
    /// iterations.
    void find_algebras(const Small& small, Interpretation& filled, std::int64_t turns_a_cell) {
        std::vector<Algebra> fitting;
        if (turns_a_cell < kMaxTotalRounds / 64 / kAlgebraCells) {
            probes_ = true;
            fitting = algebras_of(filled, header_, small.shape, report_.instances);
            probes_ = false;
        }
        if (!algebras_) {
            algebras_ = std::move(fitting);
            return;
        }
        keep_common_algebras(*algebras_, fitting);
    }

    static void warn(std::vector<std::string>& warnings, const std::string& text) {
        if (warnings.size() < kMaxWarnings) {
            warnings.push_back(text);
        }
    }

    static constexpr std::size_t kMaxWarnings = 8;

    const CompiledRecurrence& recurrence_;
    const RecurrenceHeader& header_;
    const Interpreter& interpreter_;
    StageFunction stage_;
    const CheckOptions& options_;
    Findings findings_;
    CheckReport report_;
    std::optional<std::vector<Algebra>> algebras_;
    /// The pairs of kind and line for which a warning was given, so that each pair gets one warning.
    std::set<KindAndLine> warned_;
    /// The read that breaks a rule, and the rule.
    std::optional<std::pair<RecordedRead, std::string>> broken_;
    std::uint64_t reads_ = 0;
    std::int64_t turns_left_ = kMaxTotalRounds;
    bool off_the_traceback_ = false;
    /// The reads of cells while a table is filled. Set only if the graph of the table is kept.
    std::optional<ReadSet> graph_reads_;
    /// Whether reads are ignored, since algebras_of() computes cells from random values.
    bool probes_ = false;
    /// Whether values of the first beginning caused a fault. The fault is reported only if the larger beginning shows
    /// it again.
    bool values_failed_ = false;
    /// Whether some table had an answer that a base or a term gives. If not, `missing_` describes the cell without base
    /// and term from which the answer follows.
    bool answers_ = false;
    std::string missing_;
};

}  // namespace

Result<CheckReport> check_reads(const CompiledRecurrence& recurrence, const StageFunction& stage,
                                const CompileModule& compile, const CheckOptions& options) {
    CompiledRecurrence complete = recurrence;
    if (complete.module(kInterpretModule).empty() && compile) {
        VKALGO_CHECK(compile(complete, std::string(kInterpretModule)));
    }
    VKALGO_TRY(const Interpreter interpreter, Interpreter::create(complete, Watch::numbers));
    Check check(complete, interpreter, stage, options);
    if (options.instance != nullptr) {
        VKALGO_CHECK(check.run_real(*options.instance));
    }
    for (const Trial& trial : kTrials) {
        auto small = small_of(complete.header, stage, options, trial);
        if (!small && options.instance != nullptr) {
            continue;  // No instance of that size fits the header, but the real instance does
        }
        VKALGO_TRY(const Small made, std::move(small));
        VKALGO_CHECK(check.run(made));
    }
    return check.report();
}

}  // namespace vkalgo::dp
