#include "algorithms/dp/batch.hpp"

#include "algorithms/dp/batch/batch_device.hpp"
#include "engine/clock.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstring>
#include <deque>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace vkalgo::dp {
namespace {

Result<void> check_options(const RecurrenceHeader& header, const BatchOptions& options) {
    if (!header.outputs.empty()) {
        return Error{ErrorCode::unsupported,
                     "a batch gives no outputs, only answers and tracebacks; solve each problem by itself", "outputs"};
    }
    const Method* method = find_method(options.method);
    if (options.method.empty() || (method != nullptr && method->batch != nullptr)) {
        return {};
    }
    std::string names;
    for (const std::string_view name : batch_methods()) {
        names += (names.empty() ? "" : ", ") + std::string(name);
    }
    return Error{ErrorCode::invalid_argument,
                 "there is no method '" + options.method + "' for batches; there are: " + names, "method"};
}

BatchSolution empty_solution(const RecurrenceHeader& header, const Batch& batch, const BatchOptions& options) {
    BatchSolution solution;
    solution.answer_type = header.value_type();
    solution.answers.resize(batch.count * size_of(solution.answer_type));
    solution.statuses.resize(batch.count);
    solution.cells.assign(batch.count, {-1, -1});
    if (options.solution) {
        solution.paths.resize(batch.count);
    }
    return solution;
}

/// Returns a batch that consists of the given problems of `batch`. The new batch refers to array indices that are added
/// to `chosen`, so `chosen` must outlive it.
Batch part_of(const Batch& batch, std::span<const std::uint32_t> problems,
              std::vector<std::vector<std::uint32_t>>& chosen) {
    Batch part = batch;
    part.count = problems.size();
    for (auto& [name, input] : part.inputs) {
        if (input.arrays() == 1) {
            input.chosen = {};
            continue;
        }
        std::vector<std::uint32_t>& arrays = chosen.emplace_back();
        for (const std::uint32_t p : problems) {
            arrays.push_back(static_cast<std::uint32_t>(input.array_of(p)));
        }
        input.chosen = arrays;
    }
    return part;
}

/// A checked batch and its plan.
struct Planned {
    CheckedBatch checked;
    std::unique_ptr<BatchPlan> plan;
};

/// Checks and plans a batch. `may_go_alone`: problems that solve() solves sooner are left to solve().
Result<Planned> plan_call(BatchDevice& device, const RecurrenceHeader& header, const Batch& batch,
                          const BatchOptions& options, bool may_go_alone) {
    BatchFacts facts;
    VKALGO_TRY(CheckedBatch checked,
               check_batch(header, batch, [&](const Shape& shape, std::optional<std::int64_t> bound) {
                   facts.collect(header, shape, bound);
               }));
    const DeviceProfile& profile = device.context().profile();
    VKALGO_TRY(auto plan, plan_batch(header, checked, facts, options, profile));
    choose_kernels(*plan, batch, checked, options, profile, may_go_alone);
    return Planned{std::move(checked), std::move(plan)};
}

/// A call of BatchSolver::solve(), after it was planned.
class BatchCall {
public:
    BatchCall(BatchDevice& device, const Recurrence& recurrence, const Batch& batch, const BatchOptions& options,
              const CheckedBatch& checked, const BatchPlan& plan)
        : device_(device), recurrence_(recurrence), batch_(batch), options_(options), checked_(checked), plan_(plan) {
        device_.enter();
    }
    BatchCall(const BatchCall&) = delete;
    BatchCall& operator=(const BatchCall&) = delete;
    /// Leaves the device. If the call failed, chunks may still be in flight; they hold no reference to the call.
    ~BatchCall() { device_.leave(); }

    /// Solves the batch once and writes the results into `solution`: runs chunk after chunk, then solves the problems
    /// that kernels do not run. For the progress, this is run `run`, counted from 0, of `runs` runs. Returns the
    /// milliseconds that the device took.
    Result<double> run(BatchSolution& solution, std::size_t run, std::size_t runs) {
        run_ = run;
        runs_ = runs;
        done_ = 0;
        milliseconds_ = 0;
        std::size_t alone = 0;
        if (!plan_.sizes.empty()) {
            if (!work_) {
                VKALGO_TRY(work_, BatchWork::create(device_.context(), recurrence_, batch_, checked_, plan_));
            }
            doubtful_.clear();
            VKALGO_CHECK(run_chunks(solution));
            again_ = doubtful_.size();
            add_unfit(solution);
            VKALGO_CHECK(solve_by_fallback(solution));
        }
        for (std::size_t p = 0; p < batch_.count && done_ < batch_.count; ++p) {
            if (work_ && (!plan_.fallback.empty() || plan_.fit_of(checked_.items[p]))) {
                continue;
            }
            VKALGO_CHECK(device_.solve_alone(recurrence_, batch_, options_, p, solution));
            // A table without cells has no times.
            const std::vector<double>& times = solution.call.gpu_milliseconds;
            milliseconds_ += times.empty() ? 0 : times.back();
            ++alone;
            ++done_;
            tell();
        }
        tell();
        solution.method = 2 * alone > batch_.count ? "single" : plan_.method->name;
        solution.plan_summary = summary_of(alone);
        return milliseconds_;
    }

    double upload_milliseconds() const { return upload_milliseconds_; }

private:
    Result<void> run_chunks(BatchSolution& solution) {
        std::deque<std::shared_ptr<BatchChunk>> open;
        for (std::size_t first = 0; first < batch_.count;) {
            if (options_.call.cancel.stop_requested()) {
                return Error{ErrorCode::cancelled, "cancelled", {}};
            }
            auto chunk = work_->prepare(next_range(plan_, batch_, checked_, first));
            first = chunk->range.end;
            for (const SizeClass& size_class : chunk->size_classes) {
                launches_ = std::max(launches_, size_class.launches.size());
            }
            VKALGO_CHECK(device_.begin(*work_, chunk, upload_milliseconds_));
            open.push_back(std::move(chunk));
            while (!open.empty() && device_.is_done(*open.front())) {
                VKALGO_CHECK(take_in(*open.front(), solution));
                open.pop_front();
            }
            tell();
        }
        for (const auto& chunk : open) {
            device_.finish(*chunk);
            solution.call.device_bytes = device_.device_bytes();
            VKALGO_CHECK(take_in(*chunk, solution));
        }
        return {};
    }

    Result<void> take_in(BatchChunk& chunk, BatchSolution& solution) {
        VKALGO_CHECK(work_->take_in(chunk, solution, doubtful_));
        device_.give_back(std::move(chunk.results));
        milliseconds_ += chunk.report.gpu_milliseconds;
        done_ += chunk.range.problems;
        tell();
        return {};
    }

    /// Adds the problems that no kernel of the plan runs to the problems of the fallback, and counts their cells. The
    /// cells of the other problems are already counted.
    void add_unfit(BatchSolution& solution) {
        for (std::size_t p = 0; p < batch_.count && !plan_.fallback.empty(); ++p) {
            const BatchItem& item = checked_.items[p];
            if (!plan_.fit_of(item)) {
                doubtful_.push_back(static_cast<std::uint32_t>(p));
                solution.table_cells += static_cast<double>(item.rows) * item.columns;
                ++done_;
            }
        }
    }

    /// Returns an error about a problem of the fallback's batch as an error about the same problem of this batch.
    Error of_this_batch(Error error) const {
        constexpr std::string_view kProblem = "problem ";
        std::size_t k = doubtful_.size();
        if (error.where.starts_with(kProblem)) {
            std::from_chars(error.where.data() + kProblem.size(), error.where.data() + error.where.size(), k);
        }
        if (k < doubtful_.size()) {
            const std::string problem = std::string(kProblem) + std::to_string(doubtful_[k]);
            if (error.message.starts_with(error.where)) {
                error.message.replace(0, error.where.size(), problem);
            }
            error.where = problem;
        }
        return error;
    }

    /// Solves, by the fallback, the problems whose answers by the kernels may be wrong and the problems that the
    /// kernels do not run.
    Result<void> solve_by_fallback(BatchSolution& solution) {
        if (doubtful_.empty()) {
            return {};
        }
        if (options_.call.memory_limit != 0) {
            device_.release();
        }
        std::vector<std::vector<std::uint32_t>> chosen;
        const Batch part = part_of(batch_, doubtful_, chosen);
        BatchOptions own;
        own.method = plan_.fallback;
        own.cells = false;
        own.call.cancel = options_.call.cancel;
        own.call.memory_limit = options_.call.memory_limit;
        const auto planned = plan_call(device_, recurrence_.header(), part, own, true);
        if (!planned) {
            return of_this_batch(planned.error());
        }
        BatchSolution again = empty_solution(recurrence_.header(), part, own);
        BatchCall call(device_, recurrence_, part, own, planned->checked, *planned->plan);
        const Result<double> took = call.run(again, 0, 1);
        if (!took) {
            return of_this_batch(took.error());
        }
        milliseconds_ += *took;
        upload_milliseconds_ += call.upload_milliseconds();
        const std::size_t bytes = size_of(solution.answer_type);
        for (std::size_t k = 0; k < doubtful_.size(); ++k) {
            std::memcpy(solution.answers.data() + doubtful_[k] * bytes, again.answers.data() + k * bytes, bytes);
            solution.statuses[doubtful_[k]] = again.statuses[k];
        }
        solution.call.device_bytes = std::max(solution.call.device_bytes, again.call.device_bytes);
        return {};
    }

    void tell() {
        if (options_.call.progress) {
            const double part = static_cast<double>(done_) / static_cast<double>(batch_.count);
            told_ = std::max(told_, (static_cast<double>(run_) + part) / static_cast<double>(runs_));
            options_.call.progress(told_);
        }
    }

    std::string summary_of(std::size_t alone) const {
        std::string text;
        if (alone < batch_.count) {
            const bool is_pairs = plan_.problems_per_team == 2;
            const std::size_t problems = batch_.count - alone;
            text = std::to_string(problems) + (problems == 1 ? " problem" : " problems") + ", " +
                   std::to_string(plan_.lanes) + (is_pairs ? " lanes per pair, " : " lanes per problem, ");
            for (const std::uint32_t size : plan_.sizes) {
                text += (size == plan_.sizes.front() ? "" : " or ") + std::to_string(plan_.rows_per_size * size);
            }
            text += " rows per lane";
            if (launches_ > 1) {
                text += ", tables divided among up to " + std::to_string(launches_) + " launches";
            }
        }
        if (again_ > 0) {
            text += ", " + std::to_string(again_) + (again_ == 1 ? " problem" : " problems") + " computed again by " +
                    std::string(plan_.fallback);
        }
        if (doubtful_.size() > again_) {
            const std::size_t only = doubtful_.size() - again_;
            text += ", " + std::to_string(only) + (only == 1 ? " problem" : " problems") + " computed only by " +
                    std::string(plan_.fallback);
        }
        if (alone > 0) {
            text += (text.empty() ? "" : "; ") + std::to_string(alone) + " solved one after another";
        }
        return text;
    }

    BatchDevice& device_;
    const Recurrence& recurrence_;
    const Batch& batch_;
    const BatchOptions& options_;
    const CheckedBatch& checked_;
    const BatchPlan& plan_;
    std::optional<BatchWork> work_;
    /// The problems that the fallback solves in a run. For the first `again_` of them the plan's kernels have computed
    /// an answer that may be wrong.
    std::vector<std::uint32_t> doubtful_;
    std::size_t again_ = 0;
    std::size_t run_ = 0, runs_ = 1, done_ = 0, launches_ = 1;
    double told_ = 0, milliseconds_ = 0, upload_milliseconds_ = 0;
};

}  // namespace

std::vector<std::string_view> batch_methods() {
    std::vector<std::string_view> names;
    for (const Method* method : methods()) {
        if (method->batch != nullptr) {
            names.emplace_back(method->name);
        }
    }
    return names;
}

struct BatchSolver::State {
    State(Runner& runner, const Recurrence& given) : recurrence(given), device(runner) {}

    const Recurrence& recurrence;
    BatchDevice device;
};

BatchSolver::BatchSolver(Runner& runner, const Recurrence& recurrence)
    : state_(std::make_unique<State>(runner, recurrence)) {}
BatchSolver::BatchSolver(BatchSolver&&) noexcept = default;
BatchSolver& BatchSolver::operator=(BatchSolver&&) noexcept = default;
BatchSolver::~BatchSolver() = default;

void BatchSolver::release() {
    state_->device.release();
}

std::uint64_t BatchSolver::device_bytes() const {
    return state_->device.device_bytes();
}

Result<BatchSolution> BatchSolver::solve(const Batch& batch, const BatchOptions& options) {
    const Recurrence& recurrence = state_->recurrence;
    BatchDevice& device = state_->device;
    const RecurrenceHeader& header = recurrence.header();
    VKALGO_CHECK(check_options(header, options));
    BatchSolution solution = empty_solution(header, batch, options);
    if (batch.count == 0) {  // Methods do not plan without problems
        VKALGO_CHECK(check_batch(header, batch, {}));
        return solution;
    }
    VKALGO_TRY(const Planned planned, plan_call(device, header, batch, options, options.method.empty()));
    if (!options.method.empty() && !planned.plan->sizes.empty()) {
        VKALGO_CHECK(check_all_fit(*planned.plan, planned.checked));
    }
    if (!recurrence.is_builtin()) {  // Built-in recurrences are already checked
        const Instance first = batch.instance(0);
        VKALGO_CHECK(recurrence.check(header.stage, {.params = planned.checked.params,
                                                     .instance = &first,
                                                     .step = options.solution,
                                                     .cancel = options.call.cancel}));
    }
    const bool is_timed_alone = options.call.warm_up || options.call.repeat > 1;
    std::shared_lock beside(device.timed, std::defer_lock);
    std::unique_lock alone(device.timed, std::defer_lock);
    is_timed_alone ? alone.lock() : beside.lock();
    BatchCall call(device, recurrence, batch, options, planned.checked, *planned.plan);
    const auto start = std::chrono::steady_clock::now();
    const auto is_warm = [&] {
        const double passed = milliseconds_since(start);
        return !options.call.warm_up || passed >= device.warm_up_milliseconds();
    };
    std::vector<double> milliseconds;
    const auto wanted = static_cast<std::size_t>(std::max(1, options.call.repeat));
    for (bool is_timed = !options.call.warm_up, is_fresh = true; milliseconds.size() < wanted; is_fresh = false) {
        if (!is_fresh) {
            solution = empty_solution(header, batch, options);
        }
        // Untimed runs report their progress as that of the first timed run.
        VKALGO_TRY(const double took, call.run(solution, milliseconds.size(), wanted));
        if (is_timed) {
            milliseconds.push_back(took);
        }
        is_timed = is_timed || is_warm();
    }
    solution.call.gpu_milliseconds = std::move(milliseconds);
    solution.call.upload_milliseconds += call.upload_milliseconds();
    return solution;
}

Result<BatchSolution> solve_batch(Runner& runner, const Recurrence& recurrence, const Batch& batch,
                                  const BatchOptions& options) {
    return BatchSolver(runner, recurrence).solve(batch, options);
}

}  // namespace vkalgo::dp
