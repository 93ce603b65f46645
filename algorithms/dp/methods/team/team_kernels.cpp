// The kernels of method `team` on the device.
#include "algorithms/dp/batch/batch_kernels.hpp"
#include "algorithms/dp/method/kernels.hpp"
#include "algorithms/dp/methods/team/team_plan.hpp"
#include "shaders/dp/batch.h"

namespace vkalgo::dp {
namespace {

/// Problems per workgroup of the traceback kernel.
constexpr std::uint32_t kTracebackWorkgroup = 32;

class TeamRun final : public TeamedKernels {
public:
    TeamRun(const TeamPlan& plan, const BatchCallFacts& call) : TeamedKernels(plan, call), team_(plan) {}

    Result<void> prepare() {
        std::vector<std::string> modules{"batch"};
        if (team_.solution) {
            modules.emplace_back("batch_traceback");
        }
        VKALGO_TRY(const auto compiled, call_.recurrence.with_modules(modules));
        kernels_.resize(team_.used.size());
        for (std::size_t number = 0; number < kernels_.size(); ++number) {
            if (!team_.used[number]) {
                continue;
            }
            Kernels& made = kernels_[number];
            const BatchFit fit{number / 2, number % 2 != 0};
            VKALGO_TRY(made.fill, make(*compiled, "batch", fit, team_.solution && !fit.is_cut));
            if (team_.solution && fit.is_cut) {
                VKALGO_TRY(made.keep, make(*compiled, "batch", fit, true));
            }
            if (team_.solution) {
                VKALGO_TRY(made.traceback, make(*compiled, "batch_traceback", fit, !fit.is_cut));
            }
        }
        return {};
    }

    std::vector<std::pair<const char*, std::uint64_t>> scratch(const BatchChunk& chunk) const override {
        const std::uint64_t cell = team_.header->cell_bytes();
        return {{"rows", chunk.range.row_cells * cell}, {"table", chunk.range.table_cells * cell}};
    }

    void record(Recorder& recorder, const BatchViews& views, const BatchChunk& chunk) const override {
        std::vector<Binding> bindings(VKALGO_BATCH_FIRST_INPUT);
        bindings[kStatusBinding] = views.status;
        bindings[VKALGO_BATCH_ROWS] = views.scratch[0];
        bindings[VKALGO_BATCH_TABLE] = views.scratch[1];
        bindings[VKALGO_BATCH_ANSWERS] = views.answers;
        bindings[VKALGO_BATCH_MOVES] = views.moves;
        bindings.emplace_back(views.list);
        bindings.insert(bindings.end(), views.inputs.begin(), views.inputs.end());
        const auto first_traceback = static_cast<std::uint32_t>(views.answer_bytes / 4);
        const auto send = [&](const Kernel& kernel, const SizeClass& of, std::uint32_t count, std::uint32_t launch,
                              std::uint32_t each) {
            const shader::VkalgoBatchPush push{of.first, count, launch, steps_of(of), first_traceback};
            dispatch(recorder, kernel, bindings, push_with_params(push, call_.params), count, each);
        };
        {
            const SpanScope span(recorder, "tables");
            for (const SizeClass& of : chunk.size_classes) {
                for (std::uint32_t launch = 0; launch < of.launches.size(); ++launch) {
                    send(*kernels_of(of).fill, of, of.launches[launch], launch, team_.teams);
                }
            }
        }
        if (!team_.solution) {
            return;
        }
        const SpanScope span(recorder, "tracebacks");
        for (const SizeClass& of : chunk.size_classes) {
            const Kernels& own = kernels_of(of);
            send(*own.traceback, of, of.count, VKALGO_BATCH_NO_LAUNCH, kTracebackWorkgroup);
            for (auto launch = static_cast<std::uint32_t>(of.launches.size()); own.keep && launch-- > 0;) {
                send(*own.keep, of, of.launches[launch], launch, team_.teams);
                send(*own.traceback, of, of.launches[launch], launch, kTracebackWorkgroup);
            }
        }
    }

private:
    struct Kernels {
        /// `keep` computes a launch of a cut table a second time and keeps its cells.
        std::shared_ptr<const Kernel> fill, keep, traceback;
    };
    const Kernels& kernels_of(const SizeClass& of) const { return kernels_[BatchPlan::number_of(of.fit)]; }

    Result<std::shared_ptr<const Kernel>> make(const CompiledRecurrence& compiled, const std::string& module,
                                               const BatchFit& fit, bool keeps) const {
        const bool fills = module == "batch";
        const bool one_subgroup = fills && !team_.shared_lanes;
        const std::uint32_t cut = team_.solution ? VKALGO_BATCH_CUT_FOR_TRACEBACKS : VKALGO_BATCH_CUT;
        return make_kernel(call_.context, compiled, module,
                           {{VKALGO_BATCH_CONSTANT_LANES, team_.lanes},
                            {VKALGO_BATCH_CONSTANT_LANES_SHARED, team_.shared_lanes},
                            {VKALGO_BATCH_CONSTANT_WORKGROUP, fills ? team_.lanes * team_.teams : kTracebackWorkgroup},
                            {VKALGO_BATCH_CONSTANT_REGISTERS, team_.sizes[fit.size]},
                            {VKALGO_BATCH_CONSTANT_REFLECT_ROWS, team_.reflect_rows},
                            {VKALGO_BATCH_CONSTANT_REFLECT_COLUMNS, team_.reflect_columns},
                            {VKALGO_BATCH_CONSTANT_REGION_TEST, team_.region_test},
                            {VKALGO_BATCH_CONSTANT_FIRST_ROW, static_cast<std::uint32_t>(team_.first_row)},
                            {VKALGO_BATCH_CONSTANT_FIRST_COLUMN, static_cast<std::uint32_t>(team_.first_column)},
                            {VKALGO_BATCH_CONSTANT_NEIGHBOURS, team_.first_row > 0 && team_.first_column > 0},
                            {VKALGO_BATCH_CONSTANT_CHECK_INPUTS, !team_.inputs_suffice},
                            {VKALGO_BATCH_CONSTANT_SYMBOLS, team_.symbols},
                            {VKALGO_BATCH_CONSTANT_KEYS, team_.keys},
                            {VKALGO_BATCH_CONSTANT_KEEP, keeps},
                            {VKALGO_BATCH_CONSTANT_CUT, fit.is_cut ? cut : VKALGO_BATCH_WHOLE}},
                           one_subgroup ? call_.context.profile().required_subgroup_size() : 0);
    }

    const TeamPlan& team_;
    /// The kernels that the plan uses, indexed by BatchPlan::number_of().
    std::vector<Kernels> kernels_;
};

}  // namespace

Result<std::unique_ptr<BatchKernels>> TeamPlan::create(const BatchCallFacts& call) const {
    auto made = std::make_unique<TeamRun>(*this, call);
    VKALGO_CHECK(made->prepare());
    return made;
}

}  // namespace vkalgo::dp
