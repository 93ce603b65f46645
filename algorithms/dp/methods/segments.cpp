// Method `segments`: blocked products for `reduce` over segments. The kernels are in shaders/dp/segments.glsl.
#include "shaders/dp/segments.h"

#include "algorithms/counted.hpp"
#include "algorithms/dp/method/kernels.hpp"
#include "algorithms/dp/method/method.hpp"
#include "algorithms/dp/method/prediction.hpp"
#include "algorithms/dp/method/stored_run.hpp"
#include "algorithms/dp/method/testing.hpp"
#include "engine/context.hpp"
#include "engine/scratch.hpp"

#include <algorithm>
#include <array>

namespace vkalgo::dp {
namespace {

/// Cells along the side of a large block. Small blocks have half as many.
constexpr std::uint32_t kLargeSide = 64;
/// Workgroups per processor for the products that are computed ahead: more than a processor runs at once. Measured on
/// an H200 with 2, 4 and 8 workgroups, a side of 16,384 cells in blocks of 64: 133.4, 121.3 and 117.5 ms; with 8 and 16
/// workgroups, a side of 4,096 cells in blocks of 32: 3.53 and 3.73 ms.
constexpr std::uint64_t kWorkgroupsPerProcessor = 8;
/// Minimum number of splits in a part of a block's products, in multiples of the side of a block. Each part stores best
/// values of its own, which is not worth it for fewer splits. Measured on an H200, a table side of 2,048 cells in
/// blocks of 32 and of 64: a minimum of half a block's side takes 1.27 and 1.60 ms, one side 1.22 and 1.54 ms, two
/// sides 1.14 and 1.47 ms.
constexpr std::uint64_t kLeastSides = 2;
/// Approximate maximum of splits per part of a block's products, if a device stops loops.
constexpr std::uint64_t kMaxSplits = 50'000;

struct SegmentsPlan : StoredPlan {
    /// Micro blocks (of 4 x 4 cells) along the side of a block.
    std::uint32_t micros = 0;
    /// Blocks along the side of the table.
    std::uint64_t blocks = 0;
    /// Target number of workgroups for the products.
    std::uint64_t workgroups = 0;
    std::uint64_t max_loop_iterations = 0;
    bool clear_table = false;
    /// Results of the products of a diagonal of blocks: [0] for diagonals with even numbers, [1] for those with odd
    /// numbers.
    std::array<ScratchLayout::Part, 2> partials;

    std::uint32_t side() const { return 4 * micros; }
    /// Returns the invocations of a workgroup, for all tasks except the task diagonal.
    std::uint32_t workgroup() const { return 2 * micros * micros; }

    /// How the products of a diagonal of blocks are divided. A product combines terms that read no block of the
    /// previous diagonal. `blocks` blocks have products; each has `parts` parts of at most `chunks` chunks, and a chunk
    /// is `micros` splits.
    struct Products {
        std::uint64_t blocks = 0, parts = 0, chunks = 0;
    };
    Products products_of(std::uint64_t diagonal) const {
        Products made;
        const auto gap = static_cast<std::uint64_t>(header.segments->gap());
        const std::uint64_t splits = diagonal >= 3 ? side() * (diagonal - 3) + gap : 0;
        const std::uint64_t chunks = (splits + micros - 1) / micros;
        if (chunks == 0 || diagonal >= blocks) {
            return made;
        }
        made.blocks = blocks - diagonal;
        // A workgroup takes two parts.
        std::uint64_t wanted = std::max<std::uint64_t>(1, 2 * workgroups / made.blocks);
        wanted = std::min(wanted, std::max<std::uint64_t>(1, splits / (kLeastSides * side())));
        if (max_loop_iterations != 0) {
            wanted = std::max(wanted, splits / kMaxSplits + 1);
        }
        wanted += wanted % 2;
        made.chunks = (chunks + wanted - 1) / wanted;
        made.parts = (chunks + made.chunks - 1) / made.chunks;
        made.parts += made.parts % 2;
        return made;
    }
};

/// Returns whether the inputs contain every element that the text of term() reads at i, k or j.
bool inputs_suffice(const SegmentTerms& terms, const Shape& shape) {
    // Minimum distance from the diagonal of a cell with terms.
    const std::int64_t length = terms.first - terms.last;
    const std::int64_t last = shape.size.columns - 1;
    return std::all_of(terms.inputs.begin(), terms.inputs.end(), [&](const TermInput& read) {
        std::int64_t low = 0;
        std::int64_t high = last - length;
        if (read.index == TermInput::Index::split) {
            low = terms.first;
            high = last + terms.last;
        } else if (read.index == TermInput::Index::column) {
            low = length;
            high = last;
        }
        return low > high || (low + read.offset >= 0 && high + read.offset < shape.input_counts.at(read.input));
    });
}

Result<void> check_segments(const PlanRequest& request, const DeviceProfile& profile) {
    const RecurrenceHeader& header = *request.header;
    if (!header.segments) {
        return refused_by(
            "segments",
            "runs only recurrences with a 'reduce' over products of segments, not this one: " + header.no_segments);
    }
    if (request.stage.pattern() != Pattern::SONE || header.domain != Domain::upper) {
        return refused_by("segments", header.domain == Domain::upper
                                          ? "runs only pattern SONE, not " + stage_text(header, request.stage)
                                          : "runs only tables with 'domain upper'");
    }
    if (!header.outputs.empty()) {
        return refused_by("segments", "also computes terms that belong to no cell, and these may write outputs");
    }
    if (request.shape.size.rows < request.shape.size.columns) {
        return refused_by("segments", "runs only tables with at least as many rows as columns");
    }
    if (!inputs_suffice(*header.segments, request.shape)) {
        return refused_by("segments",
                          "does not test where an input begins and ends, but term() may read outside of one; method " +
                              std::string(reference_method().name) + " tests this");
    }
    if (!answer_on_one_border(header)) {
        return refused_by("segments", "takes the answer only from one cell or one border");
    }
    if (request.keep.solution && (header.has_step || header.has_solution_function)) {
        return refused_by("segments",
                          "finds only solutions that are splits, but this recurrence has a step() or a solution()");
    }
    for (const ElementType type : {ElementType::i64, ElementType::u64, ElementType::f64}) {
        if (header.computes_with(type) && !(is_float(type) ? profile.float64 : profile.int64)) {
            return Error{
                ErrorCode::unsupported,
                "this device does not support " + std::string(to_string(type)) + ", which this recurrence needs",
                "cell"};
        }
    }
    return {};
}

/// Returns the predicted seconds of a run with blocks of `side` cells along a side. In small blocks fewer cells depend
/// on each other one after another; large blocks read less memory per term. Measured on an H200 in blocks of 32 and of
/// 64: a table side of 2,048 cells takes 1.14 and 1.47 ms, a side of 4,096 cells 3.34 and 3.45 ms.
double seconds_with(std::uint32_t side, const PlanRequest& request, const RecurrenceHeader& header,
                    const DeviceProfile& profile) {
    const CostTable cost = cost_table(profile);
    const bool large = side == kLargeSide;
    const std::uint64_t diagonals = (static_cast<std::uint64_t>(request.shape.size.columns) + side - 1) / side;
    return static_cast<double>(std::max<std::uint64_t>(1, diagonals)) *
               ((large ? cost.segment_diagonal : cost.segment_small_diagonal) + cost.dispatch) +
           work_of(header, request.shape.size) * (large ? cost.segment_term : cost.segment_small_term) *
               (header.cell_bytes() / 4.0);
}

/// Chooses blocks of 64 or of 32 cells along a side: if the device has room for both sizes, the faster one.
Result<void> choose_blocks(SegmentsPlan& plan, const PlanRequest& request, const DeviceProfile& profile) {
    std::uint64_t split_bytes = 0;
    for (const TermInput& read : plan.header.segments->inputs) {
        split_bytes += read.index == TermInput::Index::split ? 8 : 0;
    }
    const std::uint32_t wanted = request.knobs != nullptr ? request.knobs->side : 0;
    for (const std::uint32_t side : {kLargeSide, kLargeSide / 2}) {
        const std::uint32_t micros = side / 4;
        // The shared memory of shaders/dp/segments.glsl holds a block, its diagonal, the cells of a step, and the
        // inputs of splits.
        const std::uint64_t cells = std::uint64_t{side} * side + 4 * 4 * side;
        const std::uint64_t bytes =
            cells * plan.header.cell_bytes() + 2 * side * std::max<std::uint64_t>(4, split_bytes);
        if (bytes > profile.shared_memory || 2 * micros * micros > profile.max_workgroup_invocations ||
            (wanted != 0 && wanted != side)) {
            continue;
        }
        const double seconds = seconds_with(side, request, plan.header, profile);
        if (plan.micros == 0 || seconds < plan.run_seconds) {
            plan.micros = micros;
            plan.run_seconds = seconds;
        }
    }
    return plan.micros != 0
               ? Result<void>()
               : refused_by("segments", "needs more than this device has: " + std::to_string(profile.shared_memory) +
                                            " bytes of shared memory and " +
                                            std::to_string(profile.max_workgroup_invocations) +
                                            " invocations per workgroup");
}

Result<void> plan_memory(SegmentsPlan& plan, const PlanRequest& request, const DeviceProfile& profile) {
    const std::uint64_t cell = plan.header.cell_bytes();
    const TableSize size = request.shape.size;
    const auto padded = static_cast<std::int64_t>(plan.blocks * plan.side());
    plan.layout.strides = {padded, 1, 0, 0};
    plan.layout.cells = std::max(size.rows, padded) * padded;
    VKALGO_CHECK(
        reach_table(plan, request, profile, {.cell_bytes = cell, .where = request.keep.table ? "table" : "size"}));
    std::uint64_t slabs = 0;
    for (std::uint64_t diagonal = 1; diagonal < plan.blocks; ++diagonal) {
        const SegmentsPlan::Products products = plan.products_of(diagonal);
        slabs = std::max(slabs, products.blocks * products.parts);
        ++plan.dispatches;
    }
    ScratchLayout layout;
    plan.description = layout.add(sizeof(shader::VkalgoTableLayout));
    for (ScratchLayout::Part& partials : plan.partials) {
        partials = layout.add(std::max<std::uint64_t>(1, slabs) * plan.side() * plan.side() * cell);
    }
    plan.scratch_bytes = layout.bytes();
    plan.parts.push_back({"products", 2 * plan.partials[0].size});
    return check_scratch("segments", plan.scratch_bytes, {{plan.partials[0], "products"}}, profile);
}

Result<std::unique_ptr<MethodPlan>> plan_segments(const PlanRequest& request, const DeviceProfile& profile) {
    VKALGO_CHECK(check_segments(request, profile));
    auto plan = std::make_unique<SegmentsPlan>();
    const RecurrenceHeader& header = *request.header;
    plan->take(request);
    plan->clear_table = request.keep.table || !header.in_domain(request.shape.answer);
    VKALGO_CHECK(choose_blocks(*plan, request, profile));
    plan->blocks = (static_cast<std::uint64_t>(request.shape.size.columns) + plan->side() - 1) / plan->side();
    plan->workgroups = kWorkgroupsPerProcessor * (profile.processors != 0 ? profile.processors : 16);
    const std::uint64_t slab = std::uint64_t{plan->side()} * plan->side() * plan->header.cell_bytes();
    plan->workgroups = std::min(plan->workgroups, profile.max_storage_range / slab / 4);
    plan->max_loop_iterations = profile.max_loop_iterations;
    plan->dispatches = 2;
    VKALGO_CHECK(plan_memory(*plan, request, profile));
    plan->steps = std::max<std::uint64_t>(1, plan->blocks);
    plan->answer_at_end = true;
    VKALGO_CHECK(plan->add_modules("segments", request, profile));
    plan->dispatches += plan->traceback_steps;
    plan->make_seconds = cost_table(profile).segment_kernels;
    plan->summary = counted(plan->steps, "diagonal") + " of blocks of " + std::to_string(plan->side()) + " x " +
                    std::to_string(plan->side()) + " cells";
    return std::unique_ptr<MethodPlan>(std::move(plan));
}

class SegmentsRun final : public StoredRun {
public:
    SegmentsRun(Context& context, const SegmentsPlan& plan) : StoredRun(context, plan), plan_(plan) {}

    Result<void> prepare(const CompiledRecurrence& recurrence) {
        VKALGO_TRY(diagonal_, make_task(recurrence, VKALGO_SEGMENTS_TASK_DIAGONAL));
        if (plan_.blocks > 1) {
            VKALGO_TRY(blocks_, make_task(recurrence, VKALGO_SEGMENTS_TASK_BLOCKS));
        }
        return prepare_ends(recurrence);
    }

private:
    Result<std::shared_ptr<const Kernel>> make_task(const CompiledRecurrence& recurrence, std::uint32_t task) const {
        const SegmentTerms& terms = *plan_.header.segments;
        const std::uint32_t workgroup =
            task == VKALGO_SEGMENTS_TASK_BLOCKS ? plan_.workgroup() : plan_.micros * plan_.micros;
        std::vector<SpecializationConstant> constants = table_constants(plan_, plan_.order, workgroup);
        const auto add = [&](std::uint32_t id, std::int64_t value) {
            constants.push_back({id, static_cast<std::uint32_t>(value)});
        };
        add(VKALGO_SEGMENTS_CONSTANT_MICROS, plan_.micros);
        add(VKALGO_SEGMENTS_CONSTANT_FIRST, terms.first);
        add(VKALGO_SEGMENTS_CONSTANT_LAST, terms.last);
        add(VKALGO_SEGMENTS_CONSTANT_ROW, terms.row);
        add(VKALGO_SEGMENTS_CONSTANT_COLUMN, terms.column);
        add(VKALGO_SEGMENTS_CONSTANT_TIGHT, terms.tight() ? 1 : 0);
        add(VKALGO_SEGMENTS_CONSTANT_TASK, task);
        return make_kernel(context_, recurrence, plan_.modules[0], std::move(constants));
    }

    void clear(Recorder& recorder, const RunArguments& arguments) const override {
        if (plan_.clear_table) {
            arguments.table.clear(recorder);
        }
    }

    TableView searched_cells(const RunArguments& arguments) const override { return arguments.table; }

    /// Records a diagonal of blocks, and those terms of the next diagonal that read only diagonals before this one. The
    /// diagonal and these terms do not wait for each other.
    void dispatch_step(Recorder& recorder, const RunArguments& arguments, std::uint64_t diagonal) const override {
        const SegmentsPlan::Products products = plan_.products_of(diagonal), next = plan_.products_of(diagonal + 1);
        shader::VkalgoSegmentsPush push{};
        push.diagonal = static_cast<std::uint32_t>(diagonal);
        push.blocks = static_cast<std::uint32_t>(plan_.blocks - diagonal);
        push.parts = static_cast<std::uint32_t>(products.parts);
        push.next_parts = static_cast<std::uint32_t>(next.parts);
        push.chunks = static_cast<std::uint32_t>(next.chunks);
        const BufferView out = part(arguments, plan_.partials[(diagonal + 1) % 2]);
        const BufferView in = part(arguments, plan_.partials[diagonal % 2]);
        const std::vector<Binding> bindings =
            bind(arguments, arguments.table.bound(), {arguments.status, out, part(arguments, plan_.description), in});
        const Kernel& kernel = diagonal == 0 ? *diagonal_ : *blocks_;
        const SpanScope span(recorder, diagonal == 0 ? "diagonal" : "blocks");
        arguments.table.use(recorder, Access::read_write);
        recorder.dispatch(kernel, bindings_of(kernel, bindings), push_with_params(push, arguments.params),
                          Groups::linear(push.blocks + next.blocks * next.parts / 2, context_));
    }

    const SegmentsPlan& plan_;
    std::shared_ptr<const Kernel> diagonal_, blocks_;
};

Result<std::unique_ptr<MethodRun>> create_segments(Context& context, const CompiledRecurrence& recurrence,
                                                   const MethodPlan& plan) {
    auto run = std::make_unique<SegmentsRun>(context, static_cast<const SegmentsPlan&>(plan));
    VKALGO_CHECK(run->prepare(recurrence));
    return std::unique_ptr<MethodRun>(std::move(run));
}

}  // namespace

const Method& method_segments();
const Method& method_segments() {
    static const Method method{
        .name = "segments",
        .about = "blocks of 64 x 64 or 32 x 32 cells as matrix products; reduce over segments in pattern SONE",
        .runs_everything = false,
        .checks_reads = false,
        .many_cells_per_invocation = true,
        .narrows = true,
        .plan = plan_segments,
        .create = create_segments,
    };
    return method;
}

}  // namespace vkalgo::dp
