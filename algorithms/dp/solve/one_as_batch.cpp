#include "algorithms/dp/solve/one_as_batch.hpp"

#include "algorithms/dp/batch.hpp"
#include "algorithms/dp/batch/batch_plan.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <array>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace vkalgo::dp {
namespace {

/// Seconds, on a GPU and on a software device. A run that takes less time by its own plan is not replaced by a batch,
/// since kernels of batches must be made too.
constexpr double kLeastSeconds = 0.02, kLeastSoftwareSeconds = 0.5;
/// Kernels of batches must be faster by this factor, since predictions are rough.
constexpr double kSooner = 2;

BatchOptions options_of(const SolveOptions& options) {
    BatchOptions own;
    own.solution = options.keep.solution;
    own.call = options.call;
    return own;
}

/// Returns whether batches can compute everything that the options ask for.
bool gives_all(const RecurrenceHeader& header, const SolveOptions& options) {
    const bool is_whole = !options.from_stage && !options.to_stage && options.resume_table.empty();
    const bool is_usual = options.method.empty() && options.knobs == nullptr && options.recover == Recover::device;
    const bool is_own_order = !options.pattern || options.pattern == header.stage.pattern();
    return is_whole && is_usual && is_own_order && !options.keep.table && header.outputs.empty() &&
           header.index_count() == 2;
}

/// Removes the number of the problem from an error of a batch, since this batch has only one problem. Sets `where` to
/// the field of solve() that the number replaced. The instance was checked and the method is named, so only kernels
/// raise such errors (status_error()), and the error's code determines the field.
Error without_problem(Error error) {
    const std::string problem = "problem 0";
    if (error.where == problem) {
        error.where = error.code == ErrorCode::overflow           ? "cell"
                      : error.code == ErrorCode::invalid_argument ? "recurrence"
                                                                  : "method";
    }
    if (error.message.starts_with(problem + ": ")) {
        error.message.erase(0, problem.size() + 2);
    }
    return error;
}

}  // namespace

void plan_as_batch(const RecurrenceHeader& header, const Instance& outline, const DeviceProfile& profile,
                   SolvePlan& plan) {
    const bool is_software = profile.type == DeviceType::software;
    const double alone = plan.run->run_seconds;
    const bool has_params = std::all_of(header.params.begin(), header.params.end(), [&](const ParamDeclaration& param) {
        return plan.params.contains(param.name);
    });
    if (alone < (is_software ? kLeastSoftwareSeconds : kLeastSeconds) || !gives_all(header, plan.options) ||
        !has_params) {
        return;
    }
    CheckedBatch checked;
    checked.common = std::shared_ptr<const Instance>(std::shared_ptr<void>(), &outline);  // The pointer owns nothing
    checked.params = plan.params;
    const Shape& shape = plan.shape;
    checked.items.push_back({0, static_cast<std::int32_t>(shape.size.rows),
                             static_cast<std::int32_t>(shape.size.columns), static_cast<std::int32_t>(shape.answer.i),
                             static_cast<std::int32_t>(shape.answer.j)});
    std::optional<std::int64_t> bound;
    if (header.bound) {
        const auto value = header.bound->evaluate(scope_of(header, outline));
        if (!value) {
            return;
        }
        bound = *value;
    }
    BatchFacts facts;
    facts.collect(header, shape, bound);
    const auto batch = plan_batch(header, checked, facts, options_of(plan.options), profile);
    const auto fit = batch ? (*batch)->fit_of(checked.items.front()) : std::nullopt;
    if (!fit) {
        return;
    }
    const double together = (*batch)->seconds(checked.items.front(), *fit).alone;
    if (kSooner * together < alone) {
        plan.seconds_as_batch = together;
        plan.batch_method = (*batch)->method->name;
    }
}

Result<Solution> solve_as_batch(Runner& runner, const Recurrence& recurrence, const Instance& instance,
                                const SolvePlan& plan, const CallOptions& call) {
    Batch batch{.count = 1, .params = plan.params, .n = instance.n, .m = instance.m};
    std::list<std::array<std::uint64_t, 2>> offsets;
    for (const auto& [name, input] : instance.inputs) {
        offsets.push_back({0, input.count});
        batch.inputs.emplace(name, BatchInput{.type = input.type, .data = input.data, .offsets = offsets.back()});
    }
    BatchOptions options = options_of(plan.options);
    options.method = plan.batch_method;
    options.call = call;
    options.call.memory_limit = plan.options.call.memory_limit;
    const auto solved = solve_batch(runner, recurrence, batch, options);
    if (!solved) {
        return without_problem(solved.error());
    }
    VKALGO_TRY(Solution solution, solved->solution(recurrence.header(), batch, 0));
    solution.call = solved->call;
    solution.plan_summary = solved->plan_summary;
    return solution;
}

}  // namespace vkalgo::dp
