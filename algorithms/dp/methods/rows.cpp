// Method `rows`: several rows per dispatch, for recurrences whose cells read the previous row within a known distance.
// The plan is in rows_plan.cpp, the kernels are in shaders/dp/rows.glsl and traceback_rows.glsl.
#include "shaders/dp/rows.h"

#include "algorithms/dp/method/kernels.hpp"
#include "algorithms/dp/method/method.hpp"
#include "algorithms/dp/methods/rows/rows_plan.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <limits>

namespace vkalgo::dp {
namespace {

class RowsRun final : public MethodRun {
public:
    RowsRun(Context& context, const RowsPlan& plan) : context_(context), plan_(plan) {}

    Result<void> prepare(const CompiledRecurrence& recurrence) {
        std::vector<SpecializationConstant> constants = common_constants(plan_.fill.workgroup);
        const std::array own{
            SpecializationConstant{VKALGO_ROWS_CONSTANT_CELLS, plan_.fill.cells},
            SpecializationConstant{VKALGO_ROWS_CONSTANT_BUFFERS, plan_.fill.buffers},
            SpecializationConstant{VKALGO_ROWS_CONSTANT_KEEPS_TABLE, plan_.keeps_table},
            SpecializationConstant{VKALGO_ROWS_CONSTANT_KEEPS_DECISIONS, plan_.keeps_decisions},
            SpecializationConstant{VKALGO_ROWS_CONSTANT_REGION_TEST, plan_.region_test},
            SpecializationConstant{VKALGO_ROWS_CONSTANT_CHECK_INPUTS, !plan_.inputs_suffice},
            SpecializationConstant{VKALGO_ROWS_CONSTANT_LEFT, columns_near_an_end(plan_.task.before)},
            SpecializationConstant{VKALGO_ROWS_CONSTANT_RIGHT, columns_near_an_end(plan_.task.after)},
            SpecializationConstant{VKALGO_ROWS_CONSTANT_NARROW, plan_.task.columns < plan_.fill.span()},
        };
        constants.insert(constants.end(), own.begin(), own.end());
        VKALGO_TRY(rows_, make_kernel(context_, recurrence, plan_.modules[0], std::move(constants)));
        if (plan_.header.answer.searches()) {
            VKALGO_TRY(answer_, AnswerKernel::create(context_, recurrence, plan_, plan_.order));
        }
        return prepare_traceback(recurrence);
    }

    Result<void> record(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                        std::uint64_t count) const override {
        if (first == 0) {
            begin(recorder, arguments);
        }
        const std::uint64_t end = std::min(first + count, plan_.steps);
        for (std::uint64_t s = first; s < end && !plan_.shape.size.empty(); ++s) {
            dispatch_rows(recorder, arguments, s);
        }
        if (end == plan_.steps && first < end && plan_.header.answer.searches() && !plan_.shape.size.empty()) {
            const TableView table =
                plan_.keeps_table ? arguments.table : part(arguments, plan_.rows[RowsPlan::row_of(plan_.steps - 1)]);
            answer_.record(recorder, plan_.header, plan_.shape, part(arguments, plan_.description), table, arguments);
        }
        return recorder.status();
    }

    Result<void> record_traceback(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                                  std::uint64_t count) const override {
        for (std::uint64_t s = first; s < first + count && s < plan_.traceback_steps; ++s) {
            plan_.keeps_table ? traceback_table(recorder, arguments, s == 0)
                              : traceback_decisions(recorder, arguments, s == 0);
        }
        return recorder.status();
    }

private:
    /// Returns the specialization constants that the fill kernel and the traceback kernel share.
    std::vector<SpecializationConstant> common_constants(std::uint32_t workgroup) const {
        std::vector<SpecializationConstant> constants = table_constants(plan_, plan_.order, workgroup);
        const auto rows_per_word = static_cast<std::uint32_t>(plan_.task.rows_per_word(plan_.fill));
        constants.push_back({VKALGO_ROWS_CONSTANT_ROWS_PER_WORD, rows_per_word});
        constants.push_back({VKALGO_ROWS_CONSTANT_TRANSPOSE, plan_.frame.transpose});
        constants.push_back({VKALGO_ROWS_CONSTANT_REFLECT, plan_.reflect()});
        return constants;
    }

    Result<void> prepare_traceback(const CompiledRecurrence& recurrence) {
        if (plan_.traceback_module.empty()) {
            return {};
        }
        if (plan_.keeps_table) {
            VKALGO_TRY(traceback_, make_kernel(context_, recurrence, plan_.traceback_module,
                                               table_constants(plan_, plan_.order, 1)));
            return {};
        }
        std::vector<SpecializationConstant> constants = common_constants(workgroup_of_traceback());
        constants.push_back({VKALGO_TRACEBACK_ROWS_CONSTANT_WINDOW, static_cast<std::uint32_t>(plan_.window)});
        VKALGO_TRY(traceback_, make_kernel(context_, recurrence, plan_.traceback_module, std::move(constants)));
        return {};
    }

    /// Returns how many of an invocation's columns are so near an end of the workgroup's columns that a read may go
    /// beyond this end. Consecutive columns of an invocation are one workgroup size apart. In a table of one column,
    /// every read except a read of the own column goes beyond an end.
    std::uint32_t columns_near_an_end(std::int64_t reach) const {
        const std::int64_t near = reach == 0 && plan_.task.columns > 1 ? 0 : reach / plan_.fill.workgroup + 1;
        return static_cast<std::uint32_t>(std::min<std::int64_t>(near, plan_.fill.cells));
    }

    std::uint32_t workgroup_of_traceback() const {
        return std::min<std::uint32_t>(VKALGO_TRACEBACK_ROWS_WORKGROUP, context_.profile().max_workgroup_invocations);
    }

    BufferView part(const RunArguments& arguments, const ScratchLayout::Part& which) const {
        return ScratchLayout::view(arguments.scratch, which);
    }

    void begin(Recorder& recorder, const RunArguments& arguments) const {
        recorder.fill(arguments.status, 0);
        recorder.fill(arguments.answer, 0);
        if (plan_.clear_table) {
            arguments.table.clear(recorder);
        }
        record_description(recorder, part(arguments, plan_.description),
                           description_of(plan_.order, plan_.layout, plan_.shape.answer, arguments.table),
                           arguments.table);
    }

    void dispatch_rows(Recorder& recorder, const RunArguments& arguments, std::uint64_t step) const {
        const RowsTask& task = plan_.task;
        shader::VkalgoRowsPush push{};
        push.rows = static_cast<std::int32_t>(task.rows);
        push.columns = static_cast<std::int32_t>(task.columns);
        const std::int64_t first = 1 + static_cast<std::int64_t>(step) * plan_.fill.rows;
        push.first = static_cast<std::int32_t>(first);
        push.count = static_cast<std::int32_t>(std::min(plan_.fill.rows, task.rows - first));
        push.begin = step == 0 ? 1 : 0;
        push.width = static_cast<std::int32_t>(plan_.fill.width);
        push.before = static_cast<std::int32_t>(task.before);
        push.after = static_cast<std::int32_t>(task.after);
        const Cell answer = plan_.frame.to_canonical(plan_.shape.answer);
        const bool searches = plan_.header.answer.searches();
        push.answer_row = searches ? std::numeric_limits<std::int32_t>::max() : static_cast<std::int32_t>(answer.i);
        push.answer_column = static_cast<std::int32_t>(answer.j);
        const BufferView table = plan_.keeps_table ? arguments.table.bound() : part(arguments, plan_.unused);
        std::vector<Binding> bindings{table,
                                      table,
                                      arguments.status,
                                      arguments.answer,
                                      part(arguments, plan_.description),
                                      part(arguments, plan_.rows[RowsPlan::row_of(step + 1)]),
                                      part(arguments, plan_.rows[RowsPlan::row_of(step)]),
                                      part(arguments, plan_.decisions)};
        add_arrays(bindings, arguments);
        arguments.table.use(recorder, Access::write);
        const auto groups = static_cast<std::uint64_t>((task.columns + plan_.fill.width - 1) / plan_.fill.width);
        recorder.dispatch(*rows_, bindings_of(*rows_, bindings), push_with_params(push, arguments.params),
                          Groups::linear(groups, context_));
    }

    void traceback_table(Recorder& recorder, const RunArguments& arguments, bool begins) const {
        shader::VkalgoTracebackPush push{};
        push.begin = begins ? 1 : 0;
        push.steps = traceback_steps_per_dispatch(plan_.header, context_.profile());
        push.capacity = static_cast<std::uint32_t>(plan_.path_records);
        const BufferView table = arguments.table.bound();
        std::vector<Binding> bindings{
            table, table, arguments.status, arguments.path, part(arguments, plan_.description), arguments.answer};
        add_arrays(bindings, arguments);
        arguments.table.use(recorder, Access::read);
        recorder.dispatch(*traceback_, bindings_of(*traceback_, bindings), push_with_params(push, arguments.params),
                          Groups{});
    }

    void traceback_decisions(Recorder& recorder, const RunArguments& arguments, bool begins) const {
        shader::VkalgoTracebackRowsPush push{};
        push.rows = static_cast<std::int32_t>(plan_.task.rows);
        push.columns = static_cast<std::int32_t>(plan_.task.columns);
        push.before = static_cast<std::int32_t>(plan_.task.before);
        push.after = static_cast<std::int32_t>(plan_.task.after);
        push.begin = begins ? 1 : 0;
        push.words = plan_.traceback_words;
        push.capacity = static_cast<std::uint32_t>(plan_.path_records);
        const BufferView unused = part(arguments, plan_.unused);
        std::vector<Binding> bindings{unused,
                                      unused,
                                      arguments.status,
                                      arguments.path,
                                      part(arguments, plan_.description),
                                      arguments.answer,
                                      unused,
                                      part(arguments, plan_.decisions)};
        add_arrays(bindings, arguments);
        recorder.dispatch(*traceback_, bindings_of(*traceback_, bindings), push_with_params(push, arguments.params),
                          Groups{});
    }

    Context& context_;
    const RowsPlan& plan_;
    std::shared_ptr<const Kernel> rows_, traceback_;
    AnswerKernel answer_;
};

Result<std::unique_ptr<MethodRun>> create_rows(Context& context, const CompiledRecurrence& recurrence,
                                               const MethodPlan& plan) {
    auto run = std::make_unique<RowsRun>(context, static_cast<const RowsPlan&>(plan));
    VKALGO_CHECK(run->prepare(recurrence));
    return std::unique_ptr<MethodRun>(std::move(run));
}

}  // namespace

const Method& method_rows();
const Method& method_rows() {
    static const Method method{
        .name = "rows",
        .about = "several rows per dispatch in shared memory; cells that read the previous row within a known distance",
        .runs_everything = false,
        .checks_reads = true,
        .many_cells_per_invocation = true,
        .narrows = true,
        .plan = plan_rows,
        .create = create_rows,
    };
    return method;
}

}  // namespace vkalgo::dp
