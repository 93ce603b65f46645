// Method `stage`: one dispatch per stage, for any recurrence. It is the method of the thesis that shaders/dp/stage.glsl
// names. Since it checks every read, it is the reference with which the other methods are compared.
#include "algorithms/counted.hpp"
#include "algorithms/dp/method/kernels.hpp"
#include "algorithms/dp/method/method.hpp"
#include "algorithms/dp/method/prediction.hpp"
#include "engine/context.hpp"
#include "engine/scratch.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>
#include <optional>

namespace vkalgo::dp {
namespace {

/// Invocations that share the terms of one cell under `reduce`: a power of two that divides every workgroup.
constexpr std::uint32_t kTermLanes = 32;

struct StagePlan : MethodPlan {
    RecurrenceHeader header;
    Shape shape;
    Order order;
    /// Number of stages that are kept. 0: the whole table.
    std::int64_t ring = 0;
    /// Number of cells for which a kept stage has room.
    std::int64_t ring_width = 0;
    /// Number of steps, from step 0 on, whose cells the table already contains.
    std::uint64_t given_steps = 0;
    bool clear_table = false;
    /// Dispatches per stage. May be more than one if the cells of a stage are computed in sequence.
    std::uint64_t parts_of_stage = 1;
    /// Invocations that share the terms of a `reduce`.
    std::uint32_t lanes_per_cell = 1;
    std::string traceback_module;
    /// Number of steps, or of nodes of the tree of splits, that one dispatch of the traceback handles.
    std::uint32_t trace_each = 0;
    /// For a search: the number of slots, the most candidates that a stage has. The candidates of each stage are
    /// numbered from 0. Slot k holds the best of all candidates of number k, over all stages.
    std::uint64_t slots = 0;
    ScratchLayout::Part description, found;
};

/// Cells of a sequential row that one dispatch computes. Far below every device's limit of loop iterations.
constexpr std::int64_t kSequentialCells = 4096;

std::uint32_t stage_workgroup(const DeviceProfile& profile) {
    return std::min<std::uint32_t>(VKALGO_STAGE_WORKGROUP, profile.max_workgroup_invocations);
}

/// Returns the number of stages to keep. 0: all stages are kept.
std::int64_t ring_stages(const PlanRequest& request, const Order& order) {
    if (request.keep.table || request.keep.solution || request.stages) {
        return 0;
    }
    const std::optional<std::int64_t> back = request.shape.reach.stages_back(order.function);
    const std::int64_t kept = back ? std::max<std::int64_t>(*back, 1) + 1 : 0;
    return back && order.stages() > kept ? kept : 0;
}

Result<void> lay_out_stage_table(StagePlan& plan, const PlanRequest& request, const DeviceProfile& profile) {
    const TableSize size = plan.order.size;
    const std::optional<std::int64_t> all = size.cells();
    plan.ring = ring_stages(request, plan.order);
    plan.ring_width = plan.order.most_candidates();
    if (plan.ring == 0 && !all) {
        return Error{ErrorCode::too_large, "the table would have more than 2^60 cells", "size"};
    }
    if (plan.ring == 0) {
        VKALGO_TRY(plan.layout, TableLayout::of(request.keep.layout, size));
    } else {
        TableSize flat = size;
        auto extents = size.extents();
        extents[plan.order.solved] = 1;
        flat = {extents[0], extents[1], extents[2], extents[3]};
        plan.layout = TableLayout::row_major(flat);
        plan.layout.strides[plan.order.solved] = 0;
        plan.layout.cells = plan.ring * plan.ring_width;
    }
    return reach_table(plan, request, profile,
                       {.cell_bytes = request.header->cell_bytes(),
                        .where = request.keep.table ? "table" : "size",
                        .name = plan.ring > 0 ? "last " + std::to_string(plan.ring) + " stages" : "table"});
}

Result<void> plan_scratch(StagePlan& plan, const DeviceProfile& profile) {
    ScratchLayout layout;
    plan.description = layout.add(sizeof(shader::VkalgoTableLayout));
    plan.slots = plan.header.answer.searches() ? static_cast<std::uint64_t>(plan.order.most_candidates()) : 0;
    // A slot holds a value and a cell's indices (shaders/dp/found.glsl).
    const std::uint64_t slot_bytes = size_of(plan.header.value_type()) + 4 * plan.header.index_count();
    plan.found = layout.add(plan.slots * slot_bytes);
    plan.scratch_bytes = layout.bytes();
    if (plan.slots != 0) {
        plan.parts.push_back({"best values", plan.found.size});
    }
    return check_scratch("stage", plan.scratch_bytes, {{plan.found, "best values"}}, profile);
}

Result<void> plan_traceback(StagePlan& plan, const PlanRequest& request, const DeviceProfile& profile) {
    if (!request.keep.solution) {
        return {};
    }
    const RecurrenceHeader& header = *request.header;
    if (!header.has_solution()) {
        return Error{ErrorCode::invalid_argument,
                     "recurrence '" + header.problem +
                         "' does not say how to find a solution; write a step(), or a solution() with outputs",
                     "solution"};
    }
    const bool splits = !header.has_step && !header.has_solution_function;
    plan.traceback_module = splits ? "splits" : header.has_step ? "traceback" : "solution";
    if (plan.table_by_address) {
        plan.traceback_module += "-wide";
    }
    plan.modules.push_back(plan.traceback_module);
    plan.traces_from_found = true;
    plan.path_records = splits ? split_records(plan.order.size) : step_records(header, plan.order);
    if (header.has_solution_function) {
        plan.path_records = 1;  // No record is written
    }
    plan.trace_each = splits ? kSplitNodes : traceback_steps_per_dispatch(header, profile);
    plan.traceback_steps = header.has_solution_function ? 1 : plan.path_records / plan.trace_each + 1;
    plan.parts.push_back({"path", plan.path_records * path_record_bytes(header)});
    return {};
}

Result<std::unique_ptr<MethodPlan>> plan_stage(const PlanRequest& request, const DeviceProfile& profile) {
    auto plan = std::make_unique<StagePlan>();
    const RecurrenceHeader& header = *request.header;
    plan->header = header;
    plan->shape = request.shape;
    plan->order = Order::of(request.stage, request.shape.size, header.domain);
    const bool by_diagonals = request.keep.layout != Layout::rows && request.keep.layout != Layout::columns;
    plan->clear_table = header.domain != Domain::full || by_diagonals || (request.keep.table && has_gaps(header));
    const std::int64_t longest = std::max(request.shape.size.rows, request.shape.size.columns);
    plan->lanes_per_cell = header.reduce ? kTermLanes : 1;
    if (header.reduce && profile.max_loop_iterations != 0 &&
        longest / plan->lanes_per_cell >= profile.max_loop_iterations) {
        return Error{ErrorCode::too_large,
                     "a cell reduces up to " + std::to_string(longest) + " terms, divided among " +
                         std::to_string(plan->lanes_per_cell) + " invocations, but this device stops a loop after " +
                         std::to_string(profile.max_loop_iterations) + " iterations",
                     "size"};
    }
    VKALGO_CHECK(check_numbers(header, profile));
    if (plan->order.most_candidates() * plan->lanes_per_cell > std::numeric_limits<std::int32_t>::max()) {
        return Error{ErrorCode::too_large,
                     "a stage of the table has up to " + std::to_string(plan->order.most_candidates()) +
                         " cells, but one dispatch computes at most " +
                         std::to_string(std::numeric_limits<std::int32_t>::max() / plan->lanes_per_cell),
                     "size"};
    }
    VKALGO_CHECK(lay_out_stage_table(*plan, request, profile));
    VKALGO_CHECK(plan_scratch(*plan, profile));
    const std::string wide = plan->table_by_address ? "-wide" : "";
    plan->modules = {"stage" + wide};
    if (header.answer.searches()) {
        plan->modules.emplace_back("best");
    }
    VKALGO_CHECK(plan_traceback(*plan, request, profile));
    if (header.sequential) {
        plan->parts_of_stage =
            static_cast<std::uint64_t>((request.shape.size.columns + kSequentialCells - 1) / kSequentialCells);
    }
    plan->steps = static_cast<std::uint64_t>(std::max<std::int64_t>(1, plan->order.stages())) * plan->parts_of_stage;
    if (request.stages) {
        plan->cut = true;
        plan->steps = request.stages->to * plan->parts_of_stage;
        plan->given_steps = request.stages->from * plan->parts_of_stage;
        plan->clear_table = plan->clear_table && plan->given_steps == 0;
    }
    plan->dispatches = plan->steps + 1 + plan->traceback_steps;
    const CostTable cost = cost_table(profile);
    plan->make_seconds = cost.stage_kernels;
    plan->run_seconds =
        static_cast<double>(plan->steps) * cost.dispatch +
        work_of(header, request.shape.size) * (header.sequential ? cost.sequential_cell : cost.stored_cell);
    if (header.reduce && !counts_terms(header)) {
        // Counted as in method row-all, but with twice the time per term, since each term is checked more thoroughly
        // here.
        const auto cells = static_cast<double>(plan->order.most_candidates());
        const double processors = profile.processors != 0 ? profile.processors : 16;
        plan->run_seconds +=
            static_cast<double>(plan->steps) * (cost.team_row + 2 * cells * cells * cost.team_term / processors);
    }
    plan->summary = counted(plan->steps, "wavefront") + ", one dispatch each, up to " +
                    std::to_string(stage_workgroup(profile) / plan->lanes_per_cell) + " cells per workgroup";
    if (header.sequential) {
        plan->summary = counted(plan->steps, "dispatch") +
                        ", each of a row or a part of one, whose cells are computed one after another";
    }
    return std::unique_ptr<MethodPlan>(std::move(plan));
}

class StageRun final : public MethodRun {
public:
    StageRun(Context& context, const StagePlan& plan) : context_(context), plan_(plan) {}

    Result<void> prepare(const CompiledRecurrence& recurrence) {
        std::vector<SpecializationConstant> constants =
            table_constants(plan_, plan_.order, stage_workgroup(context_.profile()));
        constants.push_back({VKALGO_STAGE_CONSTANT_LANES_PER_CELL, plan_.lanes_per_cell});
        VKALGO_TRY(stage_, make_kernel(context_, recurrence, plan_.modules[0], std::move(constants)));
        if (plan_.slots != 0) {
            VKALGO_TRY(best_,
                       make_kernel(context_, recurrence, "best", order_constants(plan_.order, VKALGO_BEST_WORKGROUP)));
        }
        if (!plan_.traceback_module.empty()) {
            const bool splits = plan_.traceback_module.starts_with("splits");
            VKALGO_TRY(traceback_,
                       make_kernel(context_, recurrence, plan_.traceback_module,
                                   table_constants(plan_, plan_.order, splits ? VKALGO_SPLITS_WORKGROUP : 1)));
        }
        return {};
    }

    Result<void> record(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                        std::uint64_t count) const override {
        if (first == 0) {
            begin(recorder, arguments);
        }
        const BufferView found = plan_.slots != 0 ? part(arguments, plan_.found) : arguments.answer;
        const std::vector<Binding> bindings =
            bind(arguments, {arguments.status, found, part(arguments, plan_.description)});
        const std::uint64_t end = std::min(first + count, plan_.steps);
        for (std::uint64_t s = first; s < end && plan_.order.stages() > 0; ++s) {
            dispatch_stage(recorder, arguments, bindings, s);
        }
        if (end == plan_.steps && plan_.slots != 0 && first < end) {
            shader::VkalgoBestPush push{static_cast<std::uint32_t>(plan_.slots)};
            const std::array<Binding, 2> views{found, arguments.answer};
            recorder.dispatch(*best_, bindings_of(*best_, views), push_with_params(push, arguments.params), Groups{});
        }
        return recorder.status();
    }

    Result<void> record_traceback(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                                  std::uint64_t count) const override {
        const std::vector<Binding> bindings =
            bind(arguments, {arguments.status, arguments.path, part(arguments, plan_.description), arguments.answer});
        shader::VkalgoTracebackPush push{};
        push.steps = plan_.trace_each;
        push.capacity = static_cast<std::uint32_t>(plan_.path_records);
        for (std::uint64_t s = first; s < first + count && s < plan_.traceback_steps; ++s) {
            push.begin = s == 0 ? 1 : 0;
            arguments.table.use(recorder, Access::read);
            recorder.dispatch(*traceback_, bindings_of(*traceback_, bindings), push_with_params(push, arguments.params),
                              Groups{});
        }
        return recorder.status();
    }

private:
    BufferView part(const RunArguments& arguments, const ScratchLayout::Part& which) const {
        return ScratchLayout::view(arguments.scratch, which);
    }

    void begin(Recorder& recorder, const RunArguments& arguments) const {
        recorder.fill(arguments.status, 0);
        recorder.fill(arguments.answer, 0);
        for (const BufferView& output : arguments.outputs) {
            recorder.fill(output, 0);
        }
        if (plan_.slots != 0) {
            recorder.fill(part(arguments, plan_.found), 0);
        }
        if (plan_.clear_table) {
            arguments.table.clear(recorder);
        }
        shader::VkalgoTableLayout description =
            description_of(plan_.order, plan_.layout, plan_.shape.answer, arguments.table);
        description.ring = static_cast<std::int32_t>(plan_.ring);
        description.ring_width = static_cast<std::uint32_t>(plan_.ring_width);
        record_description(recorder, part(arguments, plan_.description), description, arguments.table);
    }

    void dispatch_stage(Recorder& recorder, const RunArguments& arguments, const std::vector<Binding>& bindings,
                        std::uint64_t step) const {
        const std::int64_t stage = plan_.order.first + static_cast<std::int64_t>(step / plan_.parts_of_stage);
        Order::Candidates box = plan_.order.candidates(stage);
        if (plan_.parts_of_stage > 1 || plan_.header.sequential) {
            const std::int64_t from = static_cast<std::int64_t>(step % plan_.parts_of_stage) * kSequentialCells;
            box.first[1] = from;
            box.length[1] = std::min(kSequentialCells, plan_.order.size.columns - from);
        }
        const std::int64_t count = box.count();
        if (count == 0) {
            return;
        }
        shader::VkalgoStagePush push{};
        push.stage = static_cast<std::int32_t>(stage);
        push.count = static_cast<std::uint32_t>(count);
        push.given = step < plan_.given_steps ? 1 : 0;
        for (std::size_t d = 0; d < kMaxIndices; ++d) {
            push.first[d] = static_cast<std::int32_t>(box.first[d]);
            push.width[d] = static_cast<std::int32_t>(box.length[d]);
        }
        arguments.table.use(recorder, Access::read_write);
        const std::uint32_t each = stage_workgroup(context_.profile()) / plan_.lanes_per_cell;
        const std::uint64_t groups = plan_.header.sequential ? 1 : (push.count + each - 1) / each;
        recorder.dispatch(*stage_, bindings_of(*stage_, bindings), push_with_params(push, arguments.params),
                          Groups::linear(groups, context_));
    }

    /// Returns the bindings: the table for reading and for writing, `others`, then the counts, the inputs and the
    /// outputs.
    std::vector<Binding> bind(const RunArguments& arguments, std::initializer_list<BufferView> others) const {
        const BufferView table = arguments.table.bound();
        std::vector<Binding> bindings{table, table};
        bindings.insert(bindings.end(), others.begin(), others.end());
        add_arrays(bindings, arguments);
        return bindings;
    }

    Context& context_;
    const StagePlan& plan_;
    std::shared_ptr<const Kernel> stage_, best_, traceback_;
};

Result<std::unique_ptr<MethodRun>> create_stage(Context& context, const CompiledRecurrence& recurrence,
                                                const MethodPlan& plan) {
    auto run = std::make_unique<StageRun>(context, static_cast<const StagePlan&>(plan));
    VKALGO_CHECK(run->prepare(recurrence));
    return std::unique_ptr<MethodRun>(std::move(run));
}

}  // namespace

const Method& method_stage();
const Method& method_stage() {
    static const Method method{
        .name = "stage",
        .about =
            "one dispatch per wavefront (several for a long sequential row); any class and any pattern; checks every "
            "read",
        .runs_everything = true,
        .checks_reads = true,
        .many_cells_per_invocation = false,
        .plan = plan_stage,
        .create = create_stage,
    };
    return method;
}

}  // namespace vkalgo::dp
