// Method `stage`: one dispatch per wavefront, for any class and every pattern. The thesis's way, and the reference that
// the other methods are held against, since it checks every read.
#include "algorithms/dp/kernels.hpp"
#include "algorithms/dp/method.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <array>

namespace vkalgo::dp {
namespace {

/// Nodes of a tree of splits in one dispatch.
constexpr std::uint32_t kSplitNodes = 64;
/// Invocations that share the terms of one cell under `reduce`: a power of two that divides every workgroup.
constexpr std::uint32_t kTermLanes = 32;

struct StagePlan : MethodPlan {
    RecurrenceHeader header;
    Shape shape;
    Frame frame;
    shader::VkalgoTablePlace place{};
    std::int64_t first_stage = 0;
    std::int64_t stages = 0;
    bool clear_table = false;
    /// invocations that share the terms of a `reduce`
    std::uint32_t lanes_per_cell = 1;
    std::string walk_module;
    /// steps, or nodes, per dispatch of the walk
    std::uint32_t walk_each = 0;
};

/// Wavefronts to keep when nobody asks for the table; 0: all of them.
int ring_stages(const Question& question, const Frame& frame) {
    const RecurrenceHeader& header = *question.header;
    if (question.keep.table || question.keep.solution) {
        return 0;
    }
    const RecurrenceClass reach = header.recurrence_class;
    const bool previous_only =
        reach == RecurrenceClass::local ||
        (!frame.diagonal && (reach == RecurrenceClass::row_gather || reach == RecurrenceClass::row_all));
    if (!previous_only) {
        return 0;
    }
    const int ring = frame.diagonal ? 3 : 2;
    if (header.answer.kind == AnswerDeclaration::Kind::min || header.answer.kind == AnswerDeclaration::Kind::max) {
        return 0;
    }
    if (frame.stage_of(question.shape.answer) + ring < frame.stages()) {
        return 0;
    }
    return frame.stages() > ring ? ring : 0;
}

/// The stages before it hold no cell of the domain.
std::int64_t first_used_stage(const RecurrenceHeader& header, const Frame& frame) {
    const bool falling = (frame.reflect_rows != frame.reflect_columns) && frame.diagonal;
    if (header.domain == Domain::upper && falling && frame.reflect_rows) {
        return frame.size.rows - 1;
    }
    if (header.domain == Domain::lower && falling && frame.reflect_columns) {
        return frame.size.columns - 1;
    }
    return 0;
}

Result<void> place_table(StagePlan& plan, const Question& question, const DeviceProfile& profile) {
    const std::uint64_t cell = size_of(question.header->cell);
    const int ring = ring_stages(question, plan.frame);
    plan.place.rows = static_cast<std::int32_t>(plan.frame.size.rows);
    plan.place.columns = static_cast<std::int32_t>(plan.frame.size.columns);
    plan.place.ring = ring;
    plan.place.ring_width =
        static_cast<std::int32_t>(plan.frame.diagonal ? plan.frame.canonical_rows() : plan.frame.canonical_columns());
    const std::uint64_t cells =
        ring > 0
            ? static_cast<std::uint64_t>(ring) * static_cast<std::uint64_t>(plan.place.ring_width)
            : static_cast<std::uint64_t>(plan.frame.size.rows) * static_cast<std::uint64_t>(plan.frame.size.columns);
    if (cells > (std::uint64_t{1} << 60)) {
        return Error{ErrorCode::too_large, "the table would have " + std::to_string(cells) + " cells", "size"};
    }
    plan.table_bytes = std::max<std::uint64_t>(cells * cell, 16);
    plan.table_by_address = plan.table_bytes > profile.max_storage_range;
    plan.layout = {plan.frame, true, 0, static_cast<std::int64_t>(cells)};
    plan.parts.push_back({ring > 0 ? "last " + std::to_string(ring) + " wavefronts" : "table", plan.table_bytes});
    const char* where = question.keep.table ? "table" : "size";
    if (plan.table_by_address && !(profile.buffer_device_address && profile.int64)) {
        return Error{ErrorCode::too_large,
                     "the table takes " + std::to_string(plan.table_bytes) +
                         " bytes, one storage buffer of this device holds " +
                         std::to_string(profile.max_storage_range) + ", and it has no 64-bit buffer addresses",
                     where};
    }
    if (plan.table_bytes > profile.max_allocation) {
        return Error{ErrorCode::too_large,
                     "the table takes " + std::to_string(plan.table_bytes) +
                         " bytes and one allocation of this device at most " + std::to_string(profile.max_allocation),
                     where};
    }
    return {};
}

Result<void> plan_walk(StagePlan& plan, const Question& question, const DeviceProfile& profile) {
    if (!question.keep.solution) {
        return {};
    }
    const RecurrenceHeader& header = *question.header;
    if (!header.has_solution()) {
        return Error{ErrorCode::invalid_argument,
                     "recurrence '" + header.problem + "' says no way to walk a solution; give it a step(i, j)",
                     "solution"};
    }
    const bool splits = !header.has_step;
    plan.walk_module = splits ? "splits" : "walk";
    if (plan.table_by_address) {
        plan.walk_module += "-wide";
    }
    plan.modules.push_back(plan.walk_module);
    plan.path_records = static_cast<std::uint64_t>(plan.frame.stages()) + 1;
    plan.walk_each = splits ? kSplitNodes : walk_steps_per_dispatch(header, profile);
    plan.walk_steps = plan.path_records / plan.walk_each + 1;
    plan.parts.push_back({"path", plan.path_records * sizeof(PathRecord)});
    return {};
}

Result<std::unique_ptr<MethodPlan>> plan_stage(const Question& question, const DeviceProfile& profile) {
    auto plan = std::make_unique<StagePlan>();
    const RecurrenceHeader& header = *question.header;
    plan->header = header;
    plan->shape = question.shape;
    plan->frame = Frame::of(question.pattern, question.shape.size);
    plan->first_stage = first_used_stage(header, plan->frame);
    plan->stages = plan->frame.stages();
    plan->clear_table = header.domain != Domain::full;
    const std::int64_t longest = std::max(question.shape.size.rows, question.shape.size.columns);
    plan->lanes_per_cell = header.reduce && !header.has_cell ? kTermLanes : 1;
    if (header.reduce && profile.max_loop_iterations != 0 &&
        longest / plan->lanes_per_cell >= profile.max_loop_iterations) {
        return Error{ErrorCode::too_large,
                     "a reduction over up to " + std::to_string(longest) +
                         " terms, and this device stops a loop after " + std::to_string(profile.max_loop_iterations),
                     "size"};
    }
    if (header.cell == ElementType::f64 && !profile.float64) {
        return Error{ErrorCode::unsupported, "this device has no f64", "cell"};
    }
    if ((header.cell == ElementType::u64 || header.cell == ElementType::i64) && !profile.int64) {
        return Error{ErrorCode::unsupported, "this device has no 64-bit integers", "cell"};
    }
    VKALGO_CHECK(place_table(*plan, question, profile));
    const std::string wide = plan->table_by_address ? "-wide" : "";
    plan->modules = {"stage" + wide, "answer" + wide};
    VKALGO_CHECK(plan_walk(*plan, question, profile));
    plan->steps = static_cast<std::uint64_t>(std::max<std::int64_t>(1, plan->stages - plan->first_stage));
    plan->dispatches = plan->steps + 1 + plan->walk_steps;
    plan->summary = std::to_string(plan->steps) + " wavefronts, one dispatch each, " +
                    std::to_string(VKALGO_STAGE_WORKGROUP / plan->lanes_per_cell) + " cells per workgroup";
    return std::unique_ptr<MethodPlan>(std::move(plan));
}

class StageRun final : public MethodRun {
public:
    StageRun(Context& context, const StagePlan& plan) : context_(context), plan_(plan) {}

    Result<void> prepare(const CompiledRecurrence& recurrence) {
        const std::array<SpecializationConstant, 1> own{{{VKALGO_STAGE_CONSTANT_LANES_PER_CELL, plan_.lanes_per_cell}}};
        VKALGO_TRY(stage_, make_kernel(context_, recurrence, plan_.modules[0], workgroup(), plan_.frame, own));
        VKALGO_TRY(answer_, AnswerKernel::create(context_, recurrence, plan_.frame, plan_.table_by_address));
        if (!plan_.walk_module.empty()) {
            const bool splits = plan_.walk_module.starts_with("splits");
            VKALGO_TRY(walk_, make_kernel(context_, recurrence, plan_.walk_module, splits ? VKALGO_SPLITS_WORKGROUP : 1,
                                          plan_.frame));
        }
        return {};
    }

    Result<void> record(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                        std::uint64_t count) const override {
        if (first == 0) {
            recorder.fill(arguments.status, 0);
            recorder.fill(arguments.answer, 0);
            if (plan_.clear_table) {
                recorder.fill(arguments.table, 0);
            }
        }
        const std::vector<Binding> bindings = bind(arguments, BufferView{});
        shader::VkalgoStagePush push{.place = place(arguments), .stage = 0, .count = 0};
        const std::uint32_t cells_a_group = workgroup() / plan_.lanes_per_cell;
        for (std::uint64_t s = first; s < first + count && s < plan_.steps; ++s) {
            const std::int64_t stage = plan_.first_stage + static_cast<std::int64_t>(s);
            if (stage >= plan_.stages) {
                break;
            }
            push.stage = static_cast<std::int32_t>(stage);
            push.count = static_cast<std::uint32_t>(plan_.frame.stage_width(stage));
            if (plan_.table_by_address) {
                recorder.use_by_address(arguments.table, Access::read_write);
            }
            recorder.dispatch(*stage_, bindings_of(*stage_, bindings), push_with_params(push, arguments.params),
                              Groups::linear((push.count + cells_a_group - 1) / cells_a_group, context_));
        }
        if (first + count >= plan_.steps && plan_.stages > 0) {
            answer_.record(recorder, plan_.header, plan_.shape, place(arguments), arguments.table, arguments);
        }
        return recorder.status();
    }

    Result<void> record_walk(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                             std::uint64_t count) const override {
        const std::vector<Binding> bindings = bind(arguments, arguments.path);
        shader::VkalgoWalkPush push{};
        push.place = place(arguments);
        push.i = static_cast<std::int32_t>(plan_.shape.answer.i);
        push.j = static_cast<std::int32_t>(plan_.shape.answer.j);
        push.steps = plan_.walk_each;
        push.capacity = static_cast<std::uint32_t>(plan_.path_records);
        for (std::uint64_t s = first; s < first + count && s < plan_.walk_steps; ++s) {
            push.begin = s == 0 ? 1 : 0;
            if (plan_.table_by_address) {
                recorder.use_by_address(arguments.table, Access::read);
            }
            recorder.dispatch(*walk_, bindings_of(*walk_, bindings), push_with_params(push, arguments.params),
                              Groups{});
        }
        return recorder.status();
    }

private:
    std::uint32_t workgroup() const {
        return std::min<std::uint32_t>(VKALGO_STAGE_WORKGROUP, context_.profile().max_workgroup_invocations);
    }

    shader::VkalgoTablePlace place(const RunArguments& arguments) const {
        shader::VkalgoTablePlace place = plan_.place;
        place.address_low = static_cast<std::uint32_t>(arguments.table_address);
        place.address_high = static_cast<std::uint32_t>(arguments.table_address >> 32);
        return place;
    }

    std::vector<Binding> bind(const RunArguments& arguments, const BufferView& third) const {
        const BufferView table = plan_.table_by_address ? BufferView{} : arguments.table;
        std::vector<Binding> bindings{table, table, arguments.status, third};
        bindings.insert(bindings.end(), arguments.inputs.begin(), arguments.inputs.end());
        return bindings;
    }

    Context& context_;
    const StagePlan& plan_;
    std::shared_ptr<const Kernel> stage_, walk_;
    AnswerKernel answer_;
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
        .about = "one dispatch per wavefront; any class, every pattern, every read checked",
        .preference = 0,
        .runs_everything = true,
        .checks_reads = true,
        .many_cells_per_invocation = false,
        .software_cells_per_second = 2e7,
        .plan = plan_stage,
        .create = create_stage,
    };
    return method;
}

}  // namespace vkalgo::dp
