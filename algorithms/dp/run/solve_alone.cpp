#include "algorithms/dp/run/solve_alone.hpp"

#include "algorithms/dp/instance/checked_instance.hpp"
#include "algorithms/dp/method/kernels.hpp"
#include "algorithms/dp/recurrence/analysis/narrow.hpp"
#include "algorithms/dp/run/recording.hpp"
#include "algorithms/dp/run/recovery.hpp"
#include "algorithms/dp/run/resume_table.hpp"
#include "engine/clock.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <variant>

namespace vkalgo::dp {
namespace {

/// Dispatches per command buffer: enough to hide the cost of a submission, and few enough to keep the memory of a
/// recording and the time of a submission small.
constexpr std::uint64_t kDispatchesPerSubmission = 16384;
/// Steps of a traceback per submission. After each submission, PathHead::done is checked, since most tracebacks are
/// shorter than the longest possible traceback.
constexpr std::uint64_t kTracebackStepsPerSubmission = kDispatchesPerSubmission / 16;
/// Approximate number of cells that one submission computes, so that progress is reported.
constexpr std::uint64_t kCellsPerSubmission = std::uint64_t{1} << 30;
/// If a run on a software device is predicted to take at least this time, it is divided into submissions of about half
/// this time, for progress and cancellation.
constexpr double kSoftwareMilliseconds = 200;

/// Returns whether the numbers are equal; two NaN count as equal.
bool is_same(const Number& one, const std::optional<Number>& other) {
    const double* a = std::get_if<double>(&one);
    const double* b = other ? std::get_if<double>(&*other) : nullptr;
    return other == one || (a != nullptr && b != nullptr && std::isnan(*a) && std::isnan(*b));
}

/// Returns the stages that the options name, or nullopt if they name none.
Result<std::optional<StageRange>> stages_of(const RecurrenceHeader& header, const SolveOptions& options,
                                            const Shape& shape, const StageFunction& function) {
    if (!options.from_stage && !options.to_stage) {
        return options.resume_table.empty()
                   ? Result<std::optional<StageRange>>(std::nullopt)
                   : Error{ErrorCode::invalid_argument,
                           "a table to begin from is given, but not the stage to begin with; give both", "from_stage"};
    }
    const Order order = Order::of(function, shape.size, header.domain);
    const auto refuse = [](std::string message, const char* where) {
        return Error{ErrorCode::invalid_argument, std::move(message), where};
    };
    if (!options.keep.table) {
        return refuse("a run of some stages must keep the table", "table");
    }
    if (!header.outputs.empty()) {
        return Error{ErrorCode::unsupported, "a recurrence with outputs cannot run only some of its stages",
                     "from_stage"};
    }
    if (order.stages() <= 0) {
        return refuse("the table has no cells, so it has no stages", options.from_stage ? "from_stage" : "to_stage");
    }
    const std::int64_t first = options.from_stage ? order.stage_called(*options.from_stage) : order.first;
    const std::int64_t last = options.to_stage ? order.stage_called(*options.to_stage) : order.last;
    const std::string all = "stages go from " + std::to_string(order.number_of(order.first)) + " to " +
                            std::to_string(order.number_of(order.last));
    if (first < order.first || first > order.last) {
        return refuse("there is no stage " + std::to_string(*options.from_stage) + "; " + all, "from_stage");
    }
    if (last < first || last > order.last) {
        return refuse("a run from stage " + std::to_string(order.number_of(first)) + " cannot end with stage " +
                          std::to_string(options.to_stage.value_or(0)) + "; " + all,
                      "to_stage");
    }
    if (options.keep.solution && last != order.last) {
        return refuse("a solution needs a run to the last stage; " + all, "to_stage");
    }
    const auto bytes = static_cast<std::uint64_t>(shape.size.cells().value_or(0)) * header.cell_bytes();
    if (first != order.first && options.resume_table.size() != bytes) {
        return refuse(options.resume_table.empty()
                          ? "a run from stage " + std::to_string(*options.from_stage) +
                                " needs a table with the earlier stages; give one"
                          : "the table to begin from has " + std::to_string(options.resume_table.size()) +
                                " bytes, but the table of this instance has " + std::to_string(bytes),
                      "resume_table");
    }
    return std::optional(StageRange{static_cast<std::uint64_t>(first - order.first),
                                    static_cast<std::uint64_t>(last - order.first) + 1});
}

/// Sets to 0 the cells of the stages that a partial run did not reach. Before, these cells hold arbitrary bytes of the
/// device's memory.
void clear_later_stages(const RecurrenceHeader& header, const SolveOptions& options, Solution& solution) {
    if (!options.to_stage) {
        return;
    }
    const TableSize size = solution.shape.size;
    const Order order = Order::of(solution.stage, size, header.domain);
    const std::int64_t last = order.stage_called(*options.to_stage);
    auto at = solution.table.begin();
    for_each_cell(size, [&](const Cell& cell) {
        const auto next = at + static_cast<std::ptrdiff_t>(header.cell_bytes());
        if (order.function.at(cell) > last) {
            std::fill(at, next, std::byte{});
        }
        at = next;
    });
}

/// The progress over several runs, each of which reports 0 to 1. The progress never falls.
class RunsProgress {
public:
    RunsProgress(std::function<void(double)> report, std::size_t runs) : report_(std::move(report)), runs_(runs) {}

    /// Returns the callback of the current run. Empty if the caller wants no progress.
    std::function<void(double)> of_run() {
        if (!report_) {
            return {};
        }
        return [this](double fraction) { tell((static_cast<double>(ended_) + fraction) / static_cast<double>(runs_)); };
    }
    /// Ends a run. All untimed runs together count as one run, since their number is not known: it depends on the time
    /// that they take.
    void end_run() { ended_ = std::min(ended_ + 1, runs_ - 1); }

private:
    void tell(double fraction) {
        told_ = std::max(told_, std::min(fraction, 1.0));
        report_(told_);
    }

    std::function<void(double)> report_;
    std::size_t runs_;
    std::size_t ended_ = 0;
    double told_ = 0;
};

struct Times {
    double run = 0, traceback = 0;
    std::vector<SpanTime> spans;
};

/// Runs a plan once. Calls `check_status` after each submission; an error that a kernel raised ends the run.
Result<Times> run_once(Runner& runner, const MethodPlan& plan, const MethodRun& method, const RunArguments& arguments,
                       std::uint64_t cells, double estimated_milliseconds,
                       const std::function<Result<void>()>& check_status, std::function<void(double)> progress,
                       const std::stop_token& cancel) {
    Times times;
    const auto add = [&](RunReport report) {
        times.spans.insert(times.spans.end(), std::make_move_iterator(report.spans.begin()),
                           std::make_move_iterator(report.spans.end()));
        return report.gpu_milliseconds;
    };
    const std::uint64_t submissions =
        std::max<std::uint64_t>(plan.dispatches / kDispatchesPerSubmission, cells / kCellsPerSubmission) + 1;
    const bool long_run = estimated_milliseconds >= kSoftwareMilliseconds;
    Chunks chunks{
        .name = plan.method->name,
        .steps = plan.steps,
        .chunk = (plan.steps + submissions - 1) / submissions,
        .record = [&](Recorder& recorder, std::uint64_t first,
                      std::uint64_t count) { return method.record(recorder, arguments, first, count); },
        .done = [&]() -> Result<bool> {
            VKALGO_CHECK(check_status());
            return false;
        },
        .progress = std::move(progress),
        .cancel = cancel,
    };
    if (long_run) {
        chunks.aim_milliseconds = kSoftwareMilliseconds / 2;
        // By the estimate the first chunk takes a tenth of aim_milliseconds, since the estimate may be far off for a
        // device.
        const double share = chunks.aim_milliseconds / 10 / estimated_milliseconds;
        chunks.first_chunk = static_cast<std::uint64_t>(static_cast<double>(plan.steps) * share);
    }
    VKALGO_TRY(RunReport run, runner.run_chunks(chunks));
    times.run = add(std::move(run));
    if (plan.traceback_steps == 0) {
        return times;
    }
    VKALGO_TRY(
        RunReport traceback,
        runner.run_chunks({
            .name = "solution",
            .steps = plan.traceback_steps,
            .chunk = kTracebackStepsPerSubmission,
            .aim_milliseconds = chunks.aim_milliseconds,
            .record = [&](Recorder& recorder, std::uint64_t first,
                          std::uint64_t count) { return method.record_traceback(recorder, arguments, first, count); },
            .done = [&]() -> Result<bool> {
                VKALGO_CHECK(check_status());
                VKALGO_TRY(const PathHead head, read_path_head(runner, arguments.path));
                return head.done != 0;
            },
            .progress = {},
            .cancel = cancel,
        }));
    times.traceback = add(std::move(traceback));
    return times;
}

/// Runs a plan, without the check of the recurrence's reads. `header` is the header of the recurrence, or a copy that
/// names another cell as the answer.
Result<Solution> run_checked(Runner& runner, const Recurrence& recurrence, const RecurrenceHeader& header,
                             const Instance& instance, SolvePlan& planned, const CallOptions& call) {
    Context& context = runner.context();
    const SolveOptions& options = planned.options;
    const MethodPlan& plan = *planned.run;
    Solution solution = solution_of(header, planned.stage, planned.shape, plan);
    solution.call.device_bytes = planned.device_bytes;
    const TableSize size = solution.shape.size;
    if (size.empty()) {
        return solution;
    }

    VKALGO_TRY(const auto compiled, recurrence.with_modules(plan.modules));
    if (plan.method->analyze != nullptr) {
        VKALGO_CHECK(plan.method->analyze(*planned.run, *compiled, instance, call.cancel));
        solution.plan_summary = plan.summary;
    }
    VKALGO_TRY(const auto run, plan.method->create(context, *compiled, plan));
    VKALGO_TRY(const LoadedRun loaded, LoadedRun::create(runner, header, instance, solution.shape, plan));
    const RunArguments& arguments = loaded.recording.arguments();
    if (!options.resume_table.empty()) {
        VKALGO_CHECK(write_table(runner, arguments.table, plan, size, header.cell_bytes(), options.resume_table));
    }

    const auto start = std::chrono::steady_clock::now();
    const auto warm = [&] {
        const double passed = milliseconds_since(start);
        return passed >= runner.warm_up_milliseconds();
    };
    const auto wanted = static_cast<std::size_t>(std::max(1, call.repeat));
    RunsProgress progress(call.progress, wanted + (call.warm_up ? 1 : 0));
    const double estimated =
        context.profile().type == DeviceType::software ? 1000 * plan.run_seconds : 0;  // Other devices are fast enough
    const auto check_status = [&] {
        return dp::check_status(runner, arguments.status, {header, recurrence.file(), solution.stage, *plan.method});
    };
    bool timed = !call.warm_up;
    while (solution.call.gpu_milliseconds.size() < wanted) {
        VKALGO_TRY(Times times,
                   run_once(runner, plan, *run, arguments, static_cast<std::uint64_t>(size.cells().value_or(0)),
                            estimated, check_status, progress.of_run(), call.cancel));
        if (timed) {
            solution.call.gpu_milliseconds.push_back(times.run + times.traceback);
            solution.traceback_milliseconds.push_back(times.traceback);
            solution.call.spans = std::move(times.spans);
            progress.end_run();
        } else if (warm()) {
            timed = true;
            progress.end_run();
        }
    }
    const Keep keep = keep_on_device(options);
    VKALGO_CHECK(loaded.recording.read(runner, keep, solution));
    if (keep.table) {
        clear_later_stages(header, options, solution);
    }
    return solution;
}

/// Solves with a traceback from a border. Which cell of the border holds the answer is known only after a run. So there
/// are two runs. The first run finds that cell, without table or traceback. The second run traces back; for it, that
/// cell is declared as the answer. Each run has its own request and is planned when the request is known. Neither run
/// needs more memory than solve() planned.
Result<Solution> solve_from_border(Runner& runner, const Recurrence& recurrence, const Instance& instance,
                                   const SolveOptions& options, const CallOptions& call) {
    RunsProgress progress(call.progress, 2);
    const auto run = [&](const RecurrenceHeader& header, SolveOptions own, int repeat,
                         bool warm_up) -> Result<Solution> {
        own.call = call;
        own.call.memory_limit = options.call.memory_limit;
        own.call.repeat = repeat;
        own.call.warm_up = warm_up;
        own.call.progress = progress.of_run();
        VKALGO_TRY(SolvePlan plan, plan_part(header, instance, own, std::nullopt, runner.context().profile()));
        return run_checked(runner, recurrence, header, instance, plan, own.call);
    };
    SolveOptions finding = options;
    finding.keep = {};
    VKALGO_TRY(const Solution found, run(recurrence.header(), finding, 1, false));
    if (!found.answer) {
        SolveOptions filling = options;
        filling.keep.solution = false;  // There is no answer to trace back from
        return options.keep.table ? run(recurrence.header(), filling, call.repeat, call.warm_up)
                                  : Result<Solution>(found);
    }
    progress.end_run();
    RecurrenceHeader with_answer = recurrence.header();
    with_answer.answer.kind = AnswerDeclaration::Kind::at;
    for (const std::int64_t index : {found.shape.answer.i, found.shape.answer.j}) {
        VKALGO_TRY(Expression expression, Expression::parse(std::to_string(index)));
        with_answer.answer.indices.push_back(std::move(expression));
    }
    VKALGO_TRY(Solution solution, run(with_answer, options, call.repeat, call.warm_up));
    for (double& milliseconds : solution.call.gpu_milliseconds) {
        milliseconds += found.call.gpu_milliseconds.front();
    }
    return solution;
}

}  // namespace

Result<SolvePlan> plan_part(const RecurrenceHeader& header, const Instance& outline, const SolveOptions& options,
                            const std::optional<Share>& share, const DeviceProfile& profile) {
    SolvePlan plan;
    plan.options = options;
    plan.stage = stage_of(header, options);
    VKALGO_TRY(plan.shape, shape_of(header, outline, plan.stage));
    const double runs = std::max(options.call.repeat, 1) + (options.call.warm_up ? 1 : 0);
    if (options.keep.solution && options.recover == Recover::host && !header.has_solution()) {
        return Error{ErrorCode::invalid_argument,
                     "recurrence '" + header.problem + "' does not say how to find a solution; write a step()",
                     "solution"};
    }
    VKALGO_TRY(const auto stages, stages_of(header, options, plan.shape, plan.stage));
    PlanRequest request{&header, plan.stage, plan.shape, keep_on_device(options), options.knobs, runs, 0, stages};
    const auto params = params_of(header, outline);
    plan.params = params ? *params : outline.params;
    request.params = &plan.params;
    request.share = share;
    if (header.bound) {
        const auto bound = header.bound->evaluate(scope_of(header, outline));
        request.bound = bound ? std::optional(*bound) : std::nullopt;  // The bound may read missing elements
    }
    VKALGO_TRY(plan.run, make_plan(request, profile, options.method, options.call.memory_limit));
    plan.device_bytes = device_bytes(*plan.run, plan.shape);
    return plan;
}

Result<void> check_plan(const RecurrenceHeader& header, const Instance& instance, const Shape& shape,
                        const SolvePlan& plan) {
    const auto refuse = [](const std::string& what) {
        return Error{ErrorCode::invalid_argument, "the plan was made for an instance with " + what, "plan"};
    };
    if (plan.run == nullptr) {
        return Error{ErrorCode::invalid_argument, "the plan is empty; make one by plan_solve()", "plan"};
    }
    const Shape& planned = plan.shape;
    if (shape.size != planned.size) {
        return refuse("a table of " + size_text(header, planned.size) + " cells, but this one has " +
                      size_text(header, shape.size));
    }
    if (shape.input_counts != planned.input_counts || shape.output_counts != planned.output_counts ||
        shape.answer != planned.answer) {
        return refuse("other lengths or another answer cell");
    }
    for (const ParamDeclaration& param : header.params) {
        const auto found = plan.params.find(param.name);
        const auto relied = found != plan.params.end() ? std::optional(found->second) : param.fallback;
        if (relied && !is_same(*relied, value_of(header, param, instance))) {
            return refuse("another value of param '" + param.name + "'");
        }
    }
    for (std::size_t d = 0; d < kMaxIndices; ++d) {
        if (shape.reach.least[d] < planned.reach.least[d] || shape.reach.most[d] > planned.reach.most[d]) {
            return refuse("inputs or params with which cells read less far than they do here");
        }
    }
    if (plan.run->narrow) {
        const auto bound = header.bound->evaluate(scope_of(header, instance));
        if (!bound || !fits_narrow(*bound)) {
            return refuse("a smaller bound");
        }
    }
    return {};
}

Result<Solution> run_plan(Runner& runner, const Recurrence& recurrence, const Instance& instance, SolvePlan& plan,
                          const CallOptions& call) {
    const RecurrenceHeader& header = recurrence.header();
    const SolveOptions& options = plan.options;
    const double uploads = runner.upload_milliseconds();
    const double downloads = runner.download_milliseconds();
    VKALGO_CHECK(recurrence.check(
        plan.stage,
        {.params = plan.params, .instance = &instance, .step = options.keep.solution, .cancel = call.cancel}));
    VKALGO_CHECK(check_resume_table(recurrence, instance, plan, call.cancel));
    const Keep keep = keep_on_device(options);
    const bool from_border = keep.solution && header.answer.searches() && !plan.run->traces_from_found;
    VKALGO_TRY(Solution solution, from_border ? solve_from_border(runner, recurrence, instance, options, call)
                                              : run_checked(runner, recurrence, header, instance, plan, call));
    if (options.keep.solution && !keep.solution) {
        VKALGO_CHECK(recover_on_host(recurrence, instance, call.cancel, solution));
        if (!options.keep.table) {
            solution.table = {};
        }
    }
    solution.call.device_bytes = std::max(solution.call.device_bytes, plan.device_bytes);
    solution.call.upload_milliseconds = runner.upload_milliseconds() - uploads;
    solution.call.download_milliseconds = runner.download_milliseconds() - downloads;
    return solution;
}

Result<Solution> solve_alone(Runner& runner, const Recurrence& recurrence, const Instance& instance,
                             const SolveOptions& options) {
    const RecurrenceHeader& header = recurrence.header();
    VKALGO_CHECK(checked_shape(header, instance, stage_of(header, options)));
    VKALGO_TRY(SolvePlan plan, plan_part(header, instance, options, std::nullopt, runner.context().profile()));
    return run_plan(runner, recurrence, instance, plan, options.call);
}

}  // namespace vkalgo::dp
