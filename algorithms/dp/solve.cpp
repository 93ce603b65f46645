#include "algorithms/dp/solve.hpp"

#include "algorithms/dp/check.hpp"
#include "algorithms/dp/kernels.hpp"
#include "engine/context.hpp"
#include "shaders/dp/dp.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <iterator>

namespace vkalgo::dp {
namespace {

/// Dispatches that one command buffer holds: enough to hide a submission, few enough to keep recording memory and the time
/// of one submission small.
constexpr std::uint64_t kDispatchesASubmission = 16384;
/// Cells that one submission computes, about: a software device takes a second for them, so that progress is seen.
constexpr std::uint64_t kCellsASubmission = std::uint64_t{1} << 30;

Question question_of(const RecurrenceHeader& header, const Shape& shape, const SolveOptions& options) {
    Question question;
    question.header = &header;
    question.pattern = options.pattern.value_or(header.pattern);
    question.shape = shape;
    question.keep = options.keep;
    question.lanes = options.lanes;
    question.schedule = options.schedule;
    return question;
}

/// Everything a run holds on the device.
struct Buffers {
    std::vector<Buffer> inputs;
    std::vector<BufferView> input_views;
    Buffer table, scratch, status, answer, path;
    std::vector<std::byte> params;
    RunArguments arguments;
};

Result<Buffers> make_buffers(Runner& runner, const RecurrenceHeader& header, const Instance& instance,
                             const MethodPlan& plan) {
    Context& context = runner.context();
    Buffers made;
    for (const InputDeclaration& input : header.inputs) {
        std::vector<std::byte> words = instance.inputs.at(input.name).data;
        // Bound are the words that hold elements: the kernels take a read beyond them for one outside the input.
        const std::uint64_t used = std::max<std::uint64_t>(4, (words.size() + 3) / 4 * 4);
        words.resize(std::max<std::size_t>(16, (words.size() + 15) / 16 * 16));
        VKALGO_TRY(Buffer buffer, runner.upload_new(words, input.name.c_str()));
        made.input_views.push_back(buffer.view().slice(0, used));
        made.inputs.push_back(std::move(buffer));
    }
    if (plan.table_bytes != 0) {
        VKALGO_TRY(made.table,
                   Buffer::create(
                       context, {.size = plan.table_bytes, .device_address = plan.table_by_address, .name = "table"}));
    }
    if (plan.scratch_bytes != 0) {
        VKALGO_TRY(made.scratch, Buffer::create(context, {.size = plan.scratch_bytes, .name = "scratch"}));
    }
    if (plan.path_records != 0) {
        VKALGO_TRY(made.path,
                   Buffer::create(context,
                                  {.size = sizeof(PathHead) + plan.path_records * sizeof(PathRecord), .name = "path"}));
    }
    VKALGO_TRY(made.status, Buffer::create(context, {.size = sizeof(Status), .name = "status"}));
    VKALGO_TRY(made.answer, Buffer::create(context, {.size = 16, .name = "answer"}));
    made.params = pack_params(header, instance);
    return made;
}

RunArguments arguments_of(const Buffers& buffers) {
    RunArguments arguments;
    arguments.inputs = buffers.input_views;
    arguments.params = buffers.params;
    arguments.table = buffers.table.view();
    arguments.table_address = buffers.table.device_address();
    arguments.scratch = buffers.scratch.view();
    arguments.status = buffers.status.view();
    arguments.answer = buffers.answer.view();
    arguments.path = buffers.path.view();
    return arguments;
}

template <class T>
Result<T> download_value(Runner& runner, const Buffer& buffer) {
    T value{};
    VKALGO_CHECK(runner.download(buffer.view().slice(0, sizeof value), std::as_writable_bytes(std::span(&value, 1))));
    return value;
}

std::string place(std::int64_t i, std::int64_t j) {
    return "(" + std::to_string(i) + ", " + std::to_string(j) + ")";
}

Result<void> check_status(Runner& runner, const Buffers& buffers, const CompiledRecurrence& recurrence, Pattern pattern,
                          std::string_view method) {
    VKALGO_TRY(const Status status, download_value<Status>(runner, buffers.status));
    const std::string cell = recurrence.file + ": cell " + place(status.i, status.j);
    const bool stepped = (status.flags & VKALGO_STATUS_STEP) != 0;
    const std::string read = (stepped ? ": its step() goes to " : " reads at") + place(status.a, status.b);
    const std::string cure = stepped ? "; let it go to an earlier cell, the last time into the base region" : "";
    if ((status.flags & VKALGO_STATUS_LOOPS) != 0) {
        return Error{ErrorCode::too_large,
                     recurrence.file + ": its loops were stopped by the driver, which allows so many turns in all" +
                         (method == "stage" ? "; make the instance smaller, or its loops shorter"
                                            : "; take --method stage, which computes less in one go"),
                     "recurrence"};
    }
    if ((status.flags & VKALGO_STATUS_OUTSIDE) != 0) {
        return Error{ErrorCode::invalid_argument, cell + read + ", which lies outside the table or its domain" + cure,
                     "recurrence"};
    }
    if ((status.flags & VKALGO_STATUS_NOT_EARLIER) != 0) {
        return Error{
            ErrorCode::invalid_argument,
            cell + read + ", which pattern " + std::string(to_string(pattern)) + " does not compute earlier" + cure,
            "recurrence"};
    }
    if ((status.flags & VKALGO_STATUS_TOO_FAR) != 0) {
        return Error{ErrorCode::invalid_argument,
                     cell + read + ", which class " + std::string(to_string(recurrence.header.recurrence_class)) +
                         " does not reach; mend the read, or declare the class it needs",
                     "recurrence"};
    }
    if ((status.flags & VKALGO_STATUS_INPUT) != 0) {
        return Error{ErrorCode::invalid_argument,
                     cell + " reads element " + std::to_string(status.a) + " of input " +
                         input_name(recurrence.header, status.b) + ", which has no such element",
                     "recurrence"};
    }
    if ((status.flags & VKALGO_STATUS_OVERFLOW) != 0) {
        return Error{
            ErrorCode::overflow,
            cell + " overflows its type " + std::string(to_string(recurrence.header.cell)) +
                "; declare a larger `//! cell`" +
                (recurrence.header.problem == "binomial" ? " or give --modulo" : " or make the instance smaller"),
            "recurrence"};
    }
    if ((status.flags & VKALGO_STATUS_STALLED) != 0) {
        return Error{ErrorCode::timeout, "a workgroup waited too long for another on this device; take --method stage",
                     "tile"};
    }
    return {};
}

struct Times {
    double run = 0, walk = 0;
    std::vector<SpanTime> spans;
};

Result<Times> run_once(Runner& runner, const MethodPlan& plan, const MethodRun& method, const Buffers& buffers,
                       std::uint64_t cells, const std::function<void(double)>& progress) {
    const RunArguments arguments = arguments_of(buffers);
    Times times;
    const std::uint64_t submissions =
        std::max<std::uint64_t>(plan.dispatches / kDispatchesASubmission, cells / kCellsASubmission) + 1;
    const std::uint64_t chunk = (plan.steps + submissions - 1) / submissions;
    const auto add = [&](RunReport report) {
        times.spans.insert(times.spans.end(), std::make_move_iterator(report.spans.begin()),
                           std::make_move_iterator(report.spans.end()));
        return report.gpu_milliseconds;
    };
    VKALGO_TRY(RunReport run,
               runner.run_chunks({
                   .name = plan.method,
                   .steps = plan.steps,
                   .chunk = chunk,
                   .record = [&](Recorder& recorder, std::uint64_t first,
                                 std::uint64_t count) { return method.record(recorder, arguments, first, count); },
                   .progress = progress,
               }));
    times.run = add(std::move(run));
    if (plan.walk_steps == 0) {
        return times;
    }
    VKALGO_TRY(RunReport walk,
               runner.run_chunks({
                   .name = "solution",
                   .steps = plan.walk_steps,
                   .chunk = kDispatchesASubmission / 16,
                   .record = [&](Recorder& recorder, std::uint64_t first,
                                 std::uint64_t count) { return method.record_walk(recorder, arguments, first, count); },
                   .done = [&]() -> Result<bool> {
                       VKALGO_TRY(const PathHead head, download_value<PathHead>(runner, buffers.path));
                       return head.done != 0;
                   },
               }));
    times.walk = add(std::move(walk));
    return times;
}

Result<void> read_path(Runner& runner, const Buffers& buffers, const MethodPlan& plan, bool has_step,
                       Solution& solution) {
    VKALGO_TRY(const PathHead head, download_value<PathHead>(runner, buffers.path));
    if (head.done == 0 || head.count > plan.path_records) {
        return Error{ErrorCode::invalid_argument,
                     "the walk of the solution did not reach the base after " + std::to_string(head.count) +
                         " steps; does step(i, j) always go to an earlier cell?",
                     "solution"};
    }
    solution.path.resize(head.count);
    if (has_step) {
        solution.path_end = Cell{head.i, head.j};
    }
    if (head.count == 0) {
        return {};
    }
    return runner.download(buffers.path.view().slice(sizeof(PathHead), head.count * sizeof(PathRecord)),
                           std::as_writable_bytes(std::span(solution.path)));
}

/// The stored table, row-major in the user's orientation.
Result<std::vector<std::byte>> read_table(Runner& runner, const Buffers& buffers, const MethodPlan& plan,
                                          ElementType cell) {
    const std::size_t bytes = size_of(cell);
    std::vector<std::byte> stored(static_cast<std::size_t>(plan.layout.cells) * bytes);
    VKALGO_CHECK(runner.download(buffers.table.view(), stored));
    const TableSize size = plan.layout.frame.size;
    std::vector<std::byte> table(static_cast<std::size_t>(size.rows * size.columns) * bytes);
    std::byte* target = table.data();
    for (std::int64_t i = 0; i < size.rows; ++i) {
        for (std::int64_t j = 0; j < size.columns; ++j, target += bytes) {
            std::memcpy(target, stored.data() + static_cast<std::size_t>(plan.layout.index_of({i, j})) * bytes, bytes);
        }
    }
    return table;
}

Result<void> compile_missing(CompiledRecurrence& recurrence, const MethodPlan& plan, const CompileModule& compile) {
    for (const std::string& module : plan.modules) {
        if (recurrence.module(module).empty() && compile) {
            VKALGO_CHECK(compile(recurrence, module));
        }
    }
    return {};
}

/// solve() without the check of the recurrence's reads.
Result<Solution> solve_checked(Runner& runner, const CompiledRecurrence& recurrence, Instance instance,
                               const SolveOptions& options, const CompileModule& compile) {
    Context& context = runner.context();
    Solution solution;
    solution.pattern = options.pattern.value_or(recurrence.header.pattern);
    VKALGO_TRY(const auto plan, plan_solve(recurrence, instance, options, context.profile(), solution.shape));
    solution.method = plan->method;
    solution.plan_summary = plan->summary;
    solution.device_bytes = device_bytes(*plan, solution.shape);
    solution.scratch_bytes = plan->scratch_bytes;
    const TableSize size = solution.shape.size;
    if (size.rows == 0 || size.columns == 0) {
        return solution;
    }

    CompiledRecurrence complete = recurrence;
    VKALGO_CHECK(compile_missing(complete, *plan, compile));
    const auto& methods_table = methods();
    const auto method = std::find_if(methods_table.begin(), methods_table.end(),
                                     [&](const Method* e) { return e->name == plan->method; });
    VKALGO_TRY(const auto run, (*method)->create(context, complete, *plan));
    VKALGO_TRY(Buffers buffers, make_buffers(runner, recurrence.header, instance, *plan));

    const auto start = std::chrono::steady_clock::now();
    const auto warm = [&] {
        const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - start;
        return !options.warm_up || passed.count() >= runner.warm_up_milliseconds();
    };
    const auto wanted = static_cast<std::size_t>(std::max(1, options.repeat));
    for (bool timed = !options.warm_up; solution.gpu_milliseconds.size() < wanted; timed = timed || warm()) {
        VKALGO_TRY(Times times, run_once(runner, *plan, *run, buffers,
                                         static_cast<std::uint64_t>(size.rows * size.columns), options.progress));
        VKALGO_CHECK(check_status(runner, buffers, recurrence, solution.pattern, plan->method));
        if (!timed) {
            continue;
        }
        solution.gpu_milliseconds.push_back(times.run + times.walk);
        solution.walk_milliseconds.push_back(times.walk);
        solution.spans = std::move(times.spans);
    }
    std::array<std::byte, 16> answer{};
    VKALGO_CHECK(runner.download(buffers.answer.view(), answer));
    solution.answer = read_number(recurrence.header.cell, answer.data());
    solution.shape.answer =
        AnswerKernel::found_at(recurrence.header, solution.shape, answer).value_or(solution.shape.answer);
    if (options.keep.solution) {
        VKALGO_CHECK(read_path(runner, buffers, *plan, recurrence.header.has_step, solution));
    }
    if (options.keep.table) {
        VKALGO_TRY(solution.table, read_table(runner, buffers, *plan, recurrence.header.cell));
    }
    return solution;
}

/// Which cell of a border holds the answer is known after a run only: a first run finds it, without table or walk, and in the
/// second, which walks, that cell is the declared answer. Neither wants more memory than what solve() planned.
Result<Solution> solve_from_border(Runner& runner, const CompiledRecurrence& recurrence, Instance instance,
                                   const SolveOptions& options, const CompileModule& compile) {
    SolveOptions finding = options;
    finding.keep = {};
    finding.repeat = 1;
    finding.warm_up = false;
    VKALGO_TRY(const Solution found, solve_checked(runner, recurrence, instance, finding, compile));
    if (!found.answer) {
        return found;
    }
    CompiledRecurrence placed = recurrence;
    placed.header.answer.kind = AnswerDeclaration::Kind::at;
    VKALGO_TRY(placed.header.answer.row, Expression::parse(std::to_string(found.shape.answer.i)));
    VKALGO_TRY(placed.header.answer.column, Expression::parse(std::to_string(found.shape.answer.j)));
    VKALGO_TRY(Solution solution, solve_checked(runner, placed, std::move(instance), options, compile));
    for (double& milliseconds : solution.gpu_milliseconds) {
        milliseconds += found.gpu_milliseconds.front();
    }
    return solution;
}

}  // namespace

Result<std::unique_ptr<MethodPlan>> plan_solve(const CompiledRecurrence& recurrence, Instance& instance,
                                               const SolveOptions& options, const DeviceProfile& profile,
                                               Shape& shape) {
    VKALGO_TRY(shape, check_instance(recurrence.header, instance, options.pattern.value_or(recurrence.header.pattern)));
    return make_plan(question_of(recurrence.header, shape, options), profile, options.method, options.memory_limit);
}

Result<std::uint64_t> plan_check(const CompiledRecurrence& recurrence, const Instance& instance,
                                 const SolveOptions& options, const MethodPlan& plan) {
    const Pattern pattern = options.pattern.value_or(recurrence.header.pattern);
    if (pattern == recurrence.header.pattern && (recurrence.built_in || plan.method == "stage")) {
        return 0;
    }
    VKALGO_TRY(const std::uint64_t bytes, check_bytes(recurrence.header, pattern, instance.params));
    if (options.memory_limit != 0 && bytes > options.memory_limit) {
        return Error{ErrorCode::too_large,
                     "the check of the recurrence's reads wants " + std::to_string(bytes) +
                         " bytes of device memory and " + std::to_string(options.memory_limit) +
                         " bytes are allowed by --memory; raise it" +
                         (pattern == recurrence.header.pattern ? ", or take --method stage, which needs no check" : ""),
                     "memory"};
    }
    return bytes;
}

Result<Solution> solve(Runner& runner, const CompiledRecurrence& recurrence, Instance instance,
                       const SolveOptions& options, const CompileModule& compile) {
    Shape shape;
    VKALGO_TRY(const auto plan, plan_solve(recurrence, instance, options, runner.context().profile(), shape));
    VKALGO_TRY(const std::uint64_t check_bytes, plan_check(recurrence, instance, options, *plan));
    if (check_bytes != 0) {
        VKALGO_TRY(Runner checking, Runner::create(runner.context()));  // its staging memory goes with it
        VKALGO_CHECK(check_reads(checking, recurrence, options.pattern.value_or(recurrence.header.pattern), compile,
                                 instance.params));
    }
    const bool from_border = options.keep.solution && AnswerKernel::takes_border(recurrence.header);
    VKALGO_TRY(Solution solution, (from_border ? solve_from_border : solve_checked)(
                                      runner, recurrence, std::move(instance), options, compile));
    solution.device_bytes = std::max(solution.device_bytes, check_bytes);
    return solution;
}

}  // namespace vkalgo::dp
