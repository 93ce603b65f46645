// Method `explicit-dag`: one dispatch per minimal stage of the dependency graph. To find the graph, the host interprets
// the recurrence and records its reads. The method is algorithms 1 and 2 of the thesis that
// shaders/dp/explicit_dag.glsl names. It exists for comparison: the graph takes more memory and time than the table
// that it describes.
#include "algorithms/counted.hpp"
#include "algorithms/dp/check/check_rules.hpp"
#include "algorithms/dp/check/graph.hpp"
#include "algorithms/dp/interpreter/interpreter.hpp"
#include "algorithms/dp/method/method.hpp"
#include "algorithms/dp/method/prediction.hpp"
#include "algorithms/dp/methods/numbered/numbered_cells.hpp"
#include "engine/clock.hpp"
#include "engine/context.hpp"
#include "shaders/dp/numbered.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace vkalgo::dp {
namespace {

/// Bytes of host memory per cell and per edge while the graph is made (see DependencyGraph), and the maximum bytes in
/// total.
constexpr std::uint64_t kBytesPerCell = 80, kBytesPerEdge = 48;
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 30;
/// Maximum bytes of vkCmdUpdateBuffer.
constexpr std::uint64_t kUpdateBytes = 1 << 16;

struct ExplicitDagPlan : NumberedPlan {
    /// Set by analyze(): `list` has the numbers of the cells, stage by stage; `begins` has the index in `list` at which
    /// each stage begins, and last the size of `list`.
    std::vector<std::uint32_t> list;
    std::vector<std::uint64_t> begins;
};

std::uint64_t graph_bytes(std::uint64_t cells, std::uint64_t edges) {
    return kBytesPerCell * cells + kBytesPerEdge * edges;
}

/// Returns the error for a graph that takes too many bytes. `edges` is for example "about 100".
Error too_large(const RecurrenceHeader& header, TableSize size, const std::string& edges, std::uint64_t bytes) {
    return {ErrorCode::too_large,
            "method explicit-dag needs " + std::to_string(kBytesPerCell) + " bytes of host memory per cell and " +
                std::to_string(kBytesPerEdge) + " per edge of the dependency graph. A table of " +
                size_text(header, size) + " cells with " + edges + " edges needs " + std::to_string(bytes) +
                " bytes; at most " + std::to_string(kMaxBytes) + " are allowed",
            "size"};
}

Result<std::unique_ptr<MethodPlan>> plan_explicit_dag(const PlanRequest& request, const DeviceProfile& profile) {
    auto plan = std::make_unique<ExplicitDagPlan>();
    VKALGO_CHECK(plan_numbered(*plan, request, profile, "explicit-dag", 4, 0, "cells by minimal stage"));
    plan->modules.emplace_back(kInterpretModule);
    const TableSize size = request.shape.size;
    // The reads of a cell or term are known only when it is interpreted. One read per cell or term is assumed; base
    // cells read nothing, and other cells usually read more.
    const auto edges = static_cast<std::uint64_t>(work_of(*request.header, size));
    if (const std::uint64_t bytes = graph_bytes(plan->domain_cells, edges); bytes > kMaxBytes) {
        return too_large(*request.header, size, "about " + std::to_string(edges), bytes);
    }
    plan->dispatches = plan->steps + 1;
    const CostTable cost = cost_table(profile);
    constexpr double kSecondsPerEdge = 1e-6;
    plan->run_seconds = static_cast<double>(plan->dispatches) * cost.dispatch +
                        static_cast<double>(edges) * (cost.stored_cell + kSecondsPerEdge);
    plan->summary = "up to " + counted(plan->steps, "minimal stage") + ", one dispatch each; the dependency graph of " +
                    counted(plan->domain_cells, "cell") + " is made on the host";
    return std::unique_ptr<MethodPlan>(std::move(plan));
}

/// An analysis that interprets the recurrence and records which cell reads which.
class Analysis {
public:
    Analysis(const ExplicitDagPlan& plan, const StageFunction& stage) : plan_(plan), stage_(stage) {}

    Result<DependencyGraph> graph(const CompiledRecurrence& recurrence, const Instance& instance,
                                  std::stop_token cancel) {
        number_cells();
        VKALGO_TRY(const Interpreter interpreter, Interpreter::create(recurrence));
        InterpretOptions options;
        options.notes_value_faults = true;  // The device raises the error
        options.cancel = std::move(cancel);
        options.on_read = [this](InterpretedFunction function, Cell from, Cell to) {
            return record(function, from, to);
        };
        VKALGO_TRY(Interpretation filled, interpreter.start(instance, plan_.shape, stage_, options));
        const auto done = filled.fill();
        if (is_full_) {
            const std::uint64_t least = edges_.size() + 1;  // Including the edge for which there was no room
            return too_large(plan_.header, plan_.shape.size, "at least " + std::to_string(least),
                             graph_bytes(cells_.size(), least));
        }
        VKALGO_CHECK(done);
        return DependencyGraph::of_numbers(std::move(cells_), std::move(edges_));
    }

private:
    void number_cells() {
        numbers_.resize(plan_.numbers);
        std::size_t index = 0;
        for_each_cell(plan_.shape.size, [&](Cell cell) {
            numbers_[index++] = cells_.size();
            if (plan_.header.in_domain(cell)) {
                cells_.push_back(cell);
            }
        });
    }

    std::size_t number_of(Cell cell) const { return numbers_[static_cast<std::size_t>(plan_.layout.index_of(cell))]; }

    ReadVerdict record(InterpretedFunction function, Cell from, Cell to) {
        if (function != InterpretedFunction::cell) {
            return ReadVerdict::go_on;
        }
        if (!is_there(plan_.header, plan_.shape.size, to) || !is_earlier(plan_.header, stage_, to, from)) {
            return ReadVerdict::skip;  // The device raises the error of this read
        }
        is_full_ = graph_bytes(cells_.size(), edges_.size() + 1) > kMaxBytes;
        if (is_full_) {
            return ReadVerdict::stop;
        }
        edges_.emplace_back(number_of(from), number_of(to));
        return ReadVerdict::go_on;
    }

    const ExplicitDagPlan& plan_;
    const StageFunction& stage_;
    /// The number of each cell of the domain, from 0. Indexed by the cell's index in the table.
    std::vector<std::size_t> numbers_;
    std::vector<Cell> cells_;
    std::vector<std::pair<std::size_t, std::size_t>> edges_;
    bool is_full_ = false;
};

Result<void> analyze_explicit_dag(MethodPlan& planned, const CompiledRecurrence& recurrence, const Instance& instance,
                                  std::stop_token cancel) {
    auto& plan = static_cast<ExplicitDagPlan&>(planned);
    const auto start = std::chrono::steady_clock::now();
    Analysis analysis(plan, plan.order.function);
    VKALGO_TRY(const DependencyGraph graph, analysis.graph(recurrence, instance, std::move(cancel)));
    plan.list.clear();
    plan.begins = {0};
    for (const auto& stage : graph.stages()) {
        for (const std::size_t cell : stage) {
            plan.list.push_back(static_cast<std::uint32_t>(plan.layout.index_of(graph.cells()[cell])));
        }
        plan.begins.push_back(plan.list.size());
    }
    const double passed = milliseconds_since(start);
    plan.steps = std::max<std::uint64_t>(1, plan.begins.size() - 1);
    plan.dispatches = plan.steps + 1;
    plan.summary = counted(plan.begins.size() - 1, "minimal stage") + ", one dispatch each; the dependency graph of " +
                   counted(graph.cells().size(), "cell") + " and " + counted(graph.edges(), "edge") + " took " +
                   std::to_string(graph_bytes(graph.cells().size(), graph.edges())) + " bytes on the host and " +
                   std::to_string(std::llround(passed)) + " ms";
    return {};
}

class ExplicitDagRun final : public NumberedRun {
public:
    ExplicitDagRun(Context& context, const ExplicitDagPlan& plan) : NumberedRun(context, plan), plan_(plan) {}

    Result<void> prepare(const CompiledRecurrence& recurrence) { return make_kernels(recurrence); }

    Result<void> record(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                        std::uint64_t count) const override {
        if (first == 0) {
            begin(recorder, arguments);
            write_list(recorder, arguments);
        }
        const std::vector<Binding> bindings = bind(arguments);
        const std::uint64_t end = std::min(first + count, plan_.steps);
        for (std::uint64_t s = first; s < end && s + 1 < plan_.begins.size(); ++s) {
            const shader::VkalgoExplicitDagPush push{static_cast<std::uint32_t>(plan_.begins[s]),
                                                     static_cast<std::uint32_t>(plan_.begins[s + 1] - plan_.begins[s])};
            const std::uint32_t each = numbered_workgroup(context().profile());
            recorder.dispatch(kernel(), bindings_of(kernel(), bindings), push_with_params(push, arguments.params),
                              Groups::linear((std::uint64_t{push.count} + each - 1) / each, context()));
        }
        if (end == plan_.steps && first < end) {
            answer(recorder, arguments);
        }
        return recorder.status();
    }

private:
    void write_list(Recorder& recorder, const RunArguments& arguments) const {
        const auto bytes = std::as_bytes(std::span(plan_.list));
        for (std::size_t done = 0; done < bytes.size(); done += kUpdateBytes) {
            const std::size_t part = std::min<std::size_t>(kUpdateBytes, bytes.size() - done);
            recorder.update(cells(arguments).slice(done, part), bytes.subspan(done, part));
        }
    }

    const ExplicitDagPlan& plan_;
};

Result<std::unique_ptr<MethodRun>> create_explicit_dag(Context& context, const CompiledRecurrence& recurrence,
                                                       const MethodPlan& plan) {
    auto run = std::make_unique<ExplicitDagRun>(context, static_cast<const ExplicitDagPlan&>(plan));
    VKALGO_CHECK(run->prepare(recurrence));
    return std::unique_ptr<MethodRun>(std::move(run));
}

}  // namespace

const Method& method_explicit_dag();
const Method& method_explicit_dag() {
    static const Method method{
        .name = "explicit-dag",
        .former_name = "graph",
        .about = "the dependency graph on the host, one dispatch per minimal stage; for comparisons, up to 2^22 cells",
        .runs_everything = false,
        .checks_reads = true,
        .many_cells_per_invocation = false,
        .only_by_name = true,
        .plan = plan_explicit_dag,
        .create = create_explicit_dag,
        .analyze = analyze_explicit_dag,
    };
    return method;
}

}  // namespace vkalgo::dp
