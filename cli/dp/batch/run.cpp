#include "cli/call_report.hpp"
#include "cli/dp/alignment/batch_block.hpp"
#include "cli/dp/batch/batch.hpp"
#include "cli/dp/batch/chooser.hpp"
#include "cli/dp/batch/feed.hpp"
#include "cli/dp/batch/inputs.hpp"
#include "cli/dp/batch/sink.hpp"
#include "cli/dp/batch/solver.hpp"
#include "cli/dp/batch/teller.hpp"
#include "cli/dp/describe.hpp"
#include "cli/dp/timeout.hpp"
#include "cli/formats/bytes.hpp"
#include "cli/numbers.hpp"
#include "cli/progress.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

Error bad_usage(std::string message) {
    return Error{ErrorCode::invalid_argument, std::move(message), {}};
}

Telling::Format format_of(const BatchJob& job, bool json) {
    const std::string ending = job.output ? extension_of(*job.output) : "";
    return ending == ".csv"                             ? Telling::Format::csv
           : ending == ".sam"                           ? Telling::Format::sam
           : ending == ".json" || (!job.output && json) ? Telling::Format::json
                                                        : Telling::Format::tsv;
}

class BatchRun {
public:
    BatchRun(Session& session, const BatchJob& job) : session_(session), job_(job), request_(job.request) {}

    Result<Answer> run() {
        VKALGO_TRY(inputs_, open_inputs(job_));
        VKALGO_CHECK(prepare_telling());
        std::vector<RowReader*> readers;
        for (const auto& reader : inputs_.readers) {
            readers.push_back(reader.get());
        }
        if (request_.pairs()) {
            VKALGO_TRY(second_, read_all_rows(*readers[1], most_held()));
            readers.resize(1);
        }
        total_bytes_ = readers[0]->bytes().value_or(0);
        RowFeed feed(readers, job_.block);
        // Bad rows at the beginning are told before a device is asked for.
        VKALGO_TRY(std::optional<RowSet> set, feed.next());
        SolveBatch solve = job_.solve;
        if (!solve || session_.globals().verify) {
            VKALGO_TRY(Context * context, session_.context());
            VKALGO_TRY(Runner runner, Runner::create(*context));
            runner_.emplace(std::move(runner));
            verifier_.emplace(*job_.recurrence, *runner_);
        }
        if (!solve) {
            solve = [this](const dp::Batch& batch, const dp::BatchOptions& options) {
                return dp::solve_batch(*runner_, *job_.recurrence->shared, batch, options);
            };
        }
        solver_.emplace(job_, telling_, inputs_.common, std::move(solve));
        solver_->options.call.memory_limit = session_.globals().memory;
        solver_->repeat = session_.globals().repeat.value_or(0);
        Sink sink(telling_, job_.output.value_or(session_.globals().json ? "" : "-"));
        VKALGO_CHECK(solve_all(feed, std::move(set), sink));
        return answer(std::move(sink));
    }

private:
    std::uint64_t most_held() const {
        const std::uint64_t memory = session_.globals().memory;
        return memory != 0 ? memory : std::max(host_memory() / 4, job_.input.limits.unsized);
    }

    Result<void> prepare_telling() {
        const dp::RecurrenceHeader& header = job_.recurrence->header();
        telling_.recurrence = job_.recurrence;
        telling_.format = format_of(job_, session_.globals().json);
        telling_.solution = job_.solution || telling_.format == Telling::Format::sam;
        VKALGO_CHECK(tell_alignments(job_, telling_));
        telling_.pairs = request_.pairs();
        telling_.chosen = request_.chooses();
        for (std::size_t file = 0; file < inputs_.readers.size(); ++file) {
            const RowReader& reader = *inputs_.readers[file];
            telling_.has_names.push_back(reader.has_names());
            for (std::size_t k = 0; k < reader.inputs().size(); ++k) {
                telling_.places[reader.inputs()[k]->name] = {file, k, reader.codes()[k]};
            }
        }
        if (request_.top) {
            VKALGO_TRY(const Best best, best_of(header, request_.best));
            chooser_.emplace(request_, best);
        } else if (request_.chooses()) {
            chooser_.emplace(request_, Best::least);
        }
        return telling_.format == Telling::Format::sam ? check_sam(telling_) : Result<void>();
    }

    Result<void> solve_all(RowFeed& feed, std::optional<RowSet> set, Sink& sink) {
        const auto begin = std::chrono::steady_clock::now();
        Progress progress(session_, job_.recurrence->header().problem, static_cast<double>(total_bytes_), "bytes");
        const Timeout timeout(job_.timeout, progress.cancel(), begin);
        progress_ = &progress;
        solver_->options.call.cancel = timeout.token();
        // Telling is cheap beside solving but for cigars; the reader and the writer have a thread each.
        const std::size_t threads = std::clamp(std::thread::hardware_concurrency(), 3U, 10U) - 2;
        Teller teller(telling_, sink, threads);
        teller_ = &teller;
        auto done = [&]() -> Result<void> {
            for (; set;) {
                VKALGO_CHECK(request_.pairs() ? solve_pairs(*set) : solve_rows(*set));
                done_bytes_ = (*set)[0]->bytes_read;
                VKALGO_TRY(set, feed.next());
                if (timeout.token().stop_requested()) {
                    return Error{ErrorCode::cancelled, "stopped before all problems were solved", {}};
                }
            }
            return {};
        }();
        progress_ = nullptr;
        solver_->options.call.cancel = {};
        if (!done && done.error().code != ErrorCode::cancelled) {
            return done;
        }
        if (!done) {
            return timeout.told(done.error());
        }
        VKALGO_CHECK(teller.finish());
        return sink.finish(told_);
    }

    /// Progress of one call among the others of a row set: it stands for [first, end) of the set's bytes.
    void show_progress(const Rows& rows, double first, double end) {
        solver_->options.call.progress = {};
        if (total_bytes_ == 0 || progress_ == nullptr) {
            return;
        }
        const auto total = static_cast<double>(total_bytes_);
        const auto done = static_cast<double>(done_bytes_);
        const double bytes = static_cast<double>(rows.bytes_read) - done;
        solver_->options.call.progress = [this, total, done, bytes, first, end](double fraction) {
            progress_->update((done + bytes * (first + (end - first) * fraction)) / total);
        };
    }

    /// Row k of each file with row k of the others.
    Result<void> solve_rows(const RowSet& set) {
        auto block = std::make_shared<SolvedBlock>(set);
        block->batch.count = set[0]->count();
        block->first = chooser_ ? solver_->problems : told_;
        for (std::size_t file = 0; file < set.size(); ++file) {
            solver_->look_at(*block, file, 0, block->batch.count);
        }
        show_progress(*set[0], 0, 1);
        VKALGO_CHECK(solve(*block, telling_.solution && !chooser_));
        if (!chooser_) {
            return tell_block(std::move(block));
        }
        chooser_->look(*block);
        keep(chooser_->take());
        return tell_kept(set);
    }

    /// Each row of the set with each row of the second file.
    Result<void> solve_pairs(const RowSet& queries) {
        const RowSet set{queries[0], second_};
        const std::size_t rows = set[0]->count();
        const std::size_t columns = set[1]->count();
        const std::size_t width = std::min(columns, job_.block.records);
        const std::size_t height = width < columns ? 1 : std::max<std::size_t>(1, job_.block.records / width);
        for (std::size_t row = 0; row < rows; row += height) {
            const std::size_t count = std::min(height, rows - row);
            for (std::size_t column = 0; column < columns; column += width) {
                const auto at = [&](std::size_t k) { return static_cast<double>(k) / static_cast<double>(rows); };
                show_progress(*set[0], at(row), at(row + count));
                VKALGO_CHECK(solve_tile(set, row, count, column, std::min(width, columns - column)));
            }
            if (chooser_) {
                keep(chooser_->take());
                if (kept_.size() >= job_.block.records) {
                    VKALGO_CHECK(tell_kept(set));
                }
            }
        }
        return chooser_ ? tell_kept(set) : Result<void>();
    }

    Result<void> solve_tile(const RowSet& set, std::size_t row, std::size_t rows, std::size_t column,
                            std::size_t columns) {
        auto block = std::make_shared<SolvedBlock>(set);
        dp::PairNumbers numbers =
            dp::PairNumbers::of(0, static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(columns));
        block->batch.count = rows * columns;
        block->first = chooser_ ? solver_->problems : told_;
        block->arrays = {std::move(numbers.rows), std::move(numbers.columns)};
        solver_->look_at(*block, 0, row, rows);
        solver_->look_at(*block, 1, column, columns);
        for (const auto& [name, place] : telling_.places) {
            block->batch.inputs.at(name).chosen = block->arrays[place.file];
        }
        for (std::size_t file = 0; file < 2; ++file) {
            const auto first = static_cast<std::uint32_t>(file == 0 ? row : column);
            block->chosen[file] = block->arrays[file];
            for (std::uint32_t& each : block->chosen[file]) {
                each += first;
            }
        }
        VKALGO_CHECK(solve(*block, telling_.solution && !chooser_));
        if (chooser_) {
            chooser_->look(*block);
            return {};
        }
        return tell_block(std::move(block));
    }

    Result<void> solve(SolvedBlock& block, bool with_solution) {
        VKALGO_CHECK(solver_->solve(block, with_solution));
        if (session_.globals().verify) {
            VKALGO_CHECK(verifier_->look(telling_, block, with_solution, solver_->options.call.cancel));
        }
        return {};
    }

    void keep(std::vector<KeptProblem> kept) { kept_.insert(kept_.end(), kept.begin(), kept.end()); }

    /// Tells those that were kept; their solutions are found only now.
    Result<void> tell_kept(const RowSet& set) {
        const std::vector<KeptProblem> all = std::exchange(kept_, {});
        for (std::size_t first = 0; first < all.size(); first += job_.block.records) {
            const std::size_t count = std::min(job_.block.records, all.size() - first);
            VKALGO_CHECK(tell_some(set, std::span(all).subspan(first, count)));
        }
        return {};
    }

    Result<void> tell_some(const RowSet& set, std::span<const KeptProblem> kept) {
        auto block = std::make_shared<SolvedBlock>(set);
        block->batch.count = kept.size();
        block->first = told_;
        for (std::size_t file = 0; file < set.size(); ++file) {
            const bool is_second = request_.pairs() && file == 1;
            for (const KeptProblem& each : kept) {
                block->chosen[file].push_back(is_second ? each.y : each.x);
            }
            if (telling_.solution) {
                solver_->copy_chosen(*block, file);
            }
        }
        if (telling_.solution) {
            const std::uint64_t problems = solver_->problems;  // solved once more, and counted once
            show_progress(*set[0], 1, 1);
            VKALGO_CHECK(solve(*block, true));
            solver_->problems = problems;
        } else {
            take_answers(kept, block->solution);
            for (const KeptProblem& each : kept) {
                block->minus.push_back(each.minus ? 1 : 0);
            }
        }
        return tell_block(std::move(block));
    }

    void take_answers(std::span<const KeptProblem> kept, dp::BatchSolution& solution) const {
        solution.answer_type = job_.recurrence->header().value_type();
        const std::size_t bytes = size_of(solution.answer_type);
        solution.answers.resize(kept.size() * bytes);
        solution.statuses.assign(kept.size(), dp::AnswerStatus::ok);
        for (std::size_t p = 0; p < kept.size(); ++p) {
            solution.cells.push_back(kept[p].cell);
            with_type(solution.answer_type, [&](auto zero) {
                using T = decltype(zero);
                if constexpr (std::is_arithmetic_v<T>) {
                    const T value = std::visit([](auto number) { return static_cast<T>(number); }, kept[p].answer);
                    std::memcpy(solution.answers.data() + p * bytes, &value, sizeof value);
                }
            });
        }
    }

    Result<void> tell_block(std::shared_ptr<SolvedBlock> block) {
        told_ += block->batch.count;
        return teller_->add(std::move(block)) ? Result<void>() : teller_->finish();
    }

    Result<Answer> answer(Sink sink) {
        const dp::RecurrenceHeader& header = job_.recurrence->header();
        Answer answer;
        answer.parameters = job_.parameters;
        answer.parameters["batch"] = request_.files;
        answer.result["problem"] = header.problem;
        answer.result["pattern"] = pattern_json(header.stage);
        answer.result["method"] = solver_->method;
        answer.result["problems"] = solver_->problems;
        answer.result["count"] = told_;
        answer.result["cells"] = solver_->table_cells;
        const std::vector<double> none{0};
        report_run(session_, solver_->call, solver_->gpu_milliseconds.empty() ? none : solver_->gpu_milliseconds,
                   answer);
        if (session_.globals().verify) {
            VKALGO_TRY(answer.verification, verifier_->result(solver_->problems));
        }
        session_.reporter().explain(fmt::format(
            "batch: {} of {:.3g} cells, method {}{}{}", plural(solver_->problems, "problem"), solver_->table_cells,
            solver_->method, solver_->plan_summary.empty() ? "" : ", ", solver_->plan_summary));
        const auto held = std::make_shared<Sink>(std::move(sink));
        if (job_.output || !session_.globals().json) {
            const std::string path = job_.output.value_or("-");
            answer.output(path, std::function<Result<void>()>([held] { return held->deliver(); }));
        } else {
            VKALGO_CHECK(held->describe(answer.result));
        }
        answer.line("problem", header.problem);
        answer.line("problems", plural(solver_->problems, "problem"));
        if (telling_.chosen) {
            answer.line("kept", std::to_string(told_));
        }
        answer.line("method", solver_->method);
        if (job_.output) {
            answer.result["output"] = *job_.output;
            answer.line("output", *job_.output);
        }
        return answer;
    }

    Session& session_;
    const BatchJob& job_;
    const BatchRequest& request_;
    BatchInputs inputs_;
    Telling telling_;
    std::shared_ptr<const Rows> second_;
    std::optional<Runner> runner_;
    std::optional<Solver> solver_;
    std::optional<BatchVerifier> verifier_;
    std::optional<PairChooser> chooser_;
    std::vector<KeptProblem> kept_;
    Progress* progress_ = nullptr;
    Teller* teller_ = nullptr;
    std::uint64_t total_bytes_ = 0, done_bytes_ = 0, told_ = 0;
};

/// What --output may be.
Result<void> check_outputs(const Session& session, const BatchJob& job) {
    if (!job.output) {
        return {};
    }
    VKALGO_CHECK(session.check_output("--output", *job.output, {".tsv", ".csv", ".json", ".sam"}));
    std::vector<std::string> inputs = job.request.files;
    inputs.insert(inputs.end(), job.instance.files.begin(), job.instance.files.end());
    for (const auto& [name, file] : job.instance.inputs) {
        inputs.push_back(file);
    }
    return check_not_input("--output", *job.output, inputs);
}

}  // namespace

Result<Answer> run_batch(Session& session, const BatchJob& job) {
    const dp::RecurrenceHeader& header = job.recurrence->header();
    VKALGO_CHECK(job.request.check());
    if (header.inputs.empty()) {
        return bad_usage(
            fmt::format("{} reads no inputs, so that all its problems are one; leave out --batch", header.problem));
    }
    if (!header.outputs.empty()) {
        return bad_usage(
            fmt::format("{} writes outputs, and a batch gives answers and walks; leave out --batch", header.problem));
    }
    if (job.solution && !header.has_solution() && !(header.solution && header.solution->kind == "none")) {
        return bad_usage(fmt::format("{} has no step(i, j), so there is no solution to walk; leave out --solution",
                                     job.recurrence->compiled.file));
    }
    VKALGO_CHECK(check_outputs(session, job));
    if (job.timeout) {
        VKALGO_CHECK(check_timeout(*job.timeout));
    }
    return BatchRun(session, job).run();
}

}  // namespace vkalgo::cli
