#include "algorithms/dp/check/check.hpp"

#include "algorithms/dp/check/check_errors.hpp"
#include "algorithms/dp/check/check_graph.hpp"
#include "algorithms/dp/check/check_instances.hpp"
#include "algorithms/dp/check/check_rules.hpp"
#include "algorithms/dp/check/check_values.hpp"
#include "algorithms/dp/interpreter/interpreter.hpp"

#include <optional>
#include <set>
#include <utility>

namespace vkalgo::dp {
namespace {

/// Limits for one instance; what exceeds them is not checked.
constexpr std::int64_t kMaxCells = 1 << 20;
constexpr std::uint64_t kMaxReads = 1 << 22;
/// Limits for beginnings of the real instance: first a few elements, then enough for some cells, and more if values
/// went wrong.
constexpr std::int64_t kFewElements = 24;
constexpr std::int64_t kMoreCells = 1 << 12;
constexpr std::int64_t kPrefixCells = 1 << 15;
constexpr std::int64_t kMaxTurns = 1 << 24;
/// Instructions whose numbers are also computed exactly: one or two milliseconds, ten for real values.
constexpr std::int64_t kFewWatched = 1 << 18;
constexpr std::int64_t kMaxWatched = 1 << 20;
/// Loop iterations of all instances together: some seconds.
constexpr std::int64_t kMaxTotalRounds = std::int64_t{1} << 26;

/// Runs small instances and compares what they read with the header.
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
            warn("a small instance makes a table of " + size_text(header_, size) +
                 " cells, too large to check; form sizes from len(), n, m or params");
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

    /// Runs the real instance or beginnings of it: one that is small enough for a graph, if that was asked for, and
    /// larger ones.
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
            report_.number_warnings.push_back("the answer follows from " + missing_ + "; declare a base that gives it");
        }
        return std::move(report_);
    }

private:
    using KindAndLine = std::pair<FaultKind, std::uint32_t>;

    /// Runs a beginning of the real instance, and then a larger one, which may be the whole. The larger one decides if
    /// values went wrong.
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
        // Cells of 32 bits replace 64-bit ones only while sums stay within it. For other cells a greater sum does no
        // harm.
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
            return ReadVerdict::go_on;  // The interpreter refuses it in base() itself; solution() may read
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

    /// Keeps what the cells of a filled table read.
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

    /// Reports a run that stopped: by a read that breaks a rule, or because it did not end.
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
            return left_off(error);
        }
        const bool endless = stopped.fault()->kind == FaultKind::endless && options_.instance != nullptr;
        if (endless || (small.is_cut() && stopped.fault()->of_values())) {
            return refuse_values(small, stopped.fault(), size);
        }
        return recurrence_.built_in
                   ? wrong_pattern_error(header_, stage_, stopped.fault()->text(header_) + table_text(header_, size))
                   : error;
    }

    /// Warns that the iterations were used up. That does not mean that the text is wrong.
    Result<void> left_off(const Error& error) {
        if (options_.cancel.stop_requested()) {
            return error;
        }
        warn("loops run so many iterations that the check stopped after " + std::to_string(report_.cells) + " cells");
        return {};
    }

    Error broken_read(const Small& small) {
        const TableSize size = small.shape.size;
        const auto& [read, rule] = *broken_;
        DependencyGraph reads;
        if (read.function == InterpretedFunction::cell && is_there(header_, size, read.to) &&
            !is_earlier(header_, stage_, read.to, read.from)) {
            // Perhaps no order computes it.
            const auto begin = [&](ReadHook on_read) { return start(small, std::move(on_read)); };
            if (auto graph = graph_without_order(header_, stage_, size, begin)) {
                reads = *std::move(graph);
            }
        }
        return broken_read_error(recurrence_, stage_, size, read, rule, reads);
    }

    /// Reports what values caused: an error if they are real and complete, else a warning, since the run finds it. But
    /// a run does not detect a variable that was not set, and may not survive an endless loop, so these are errors of a
    /// beginning too.
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
            warn(text);
        }
    }

    /// Checks the values that are numbers against `bound`.
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

    /// Looks for what no run finds: numbers that wrapped, numbers computed with INFEASIBLE, and an answer that nothing
    /// gives. If there are real values, made-up ones do not count.
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

    /// Checks step() along the traceback from the answer, then at every other cell. There a read may lead outside the
    /// table, since a traceback need not come that way, but never further than a cell may read.
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
                break;  // The traceback itself refuses that
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
            return left_off({});
        }
        return broken ? Result<void>(broken_read(small)) : Result<void>();
    }

    /// Checks step() at every cell, where `decisions` promises that it is possible, and where the step goes.
    Result<void> check_decisions(const Small& small, Interpretation& filled) {
        Result<void> checked;
        for_each_cell(small.shape.size, [&](Cell cell) {
            if (checked && turns_left_ > 0 && header_.in_domain(cell) && !header_.in_base(cell, small.shape.size)) {
                checked = check_decision(small, filled, cell);
            }
        });
        return turns_left_ <= 0 && checked ? left_off({}) : checked;
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

    /// Finds the algebras that all small instances fit. None if a cell takes too many loop iterations.
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

    void warn(const std::string& text) {
        if (report_.warnings.size() < kMaxWarnings) {
            report_.warnings.push_back(text);
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
    /// The kinds and lines that a warning was given for; each is warned of once.
    std::set<KindAndLine> warned_;
    /// The read that breaks a rule, and the rule.
    std::optional<std::pair<RecordedRead, std::string>> broken_;
    std::uint64_t reads_ = 0;
    std::int64_t turns_left_ = kMaxTotalRounds;
    bool off_the_traceback_ = false;
    /// Reads of cells, while a table is filled whose graph is kept.
    std::optional<ReadSet> graph_reads_;
    /// Reads are ignored, since their values are not real.
    bool probes_ = false;
    /// Values of a beginning caused a fault; a larger beginning must show it again.
    bool values_failed_ = false;
    /// Whether some table has an answer that follows from what the file gives; if not, what it follows from.
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
            continue;  // No instance of that size fits the header; the real one does
        }
        VKALGO_TRY(const Small made, std::move(small));
        VKALGO_CHECK(check.run(made));
    }
    return check.report();
}

}  // namespace vkalgo::dp
