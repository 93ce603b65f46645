#include "algorithms/dp/batch.hpp"

#include "algorithms/dp/batch_plan.hpp"
#include "algorithms/dp/batch_run.hpp"
#include "algorithms/dp/halves_run.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <utility>

namespace vkalgo::dp {
namespace {

constexpr std::array<std::string_view, 4> kMethods{"bit-parallel", "halves", "team", "single"};

Result<void> check_options(const RecurrenceHeader& header, const BatchOptions& options) {
    if (!header.outputs.empty()) {
        return Error{ErrorCode::unsupported, "a batch gives answers and walks; outputs belong to single runs",
                     "outputs"};
    }
    if (options.method.empty() || std::find(kMethods.begin(), kMethods.end(), options.method) != kMethods.end()) {
        return {};
    }
    std::string names;
    for (const std::string_view name : kMethods) {
        names += (names.empty() ? "" : ", ") + std::string(name);
    }
    return Error{ErrorCode::invalid_argument,
                 "there is no method '" + options.method + "' for batches; there are: " + names, "method"};
}

/// solve() for one problem after another.
Result<void> solve_single(Runner& runner, const Recurrence& recurrence, const Batch& batch, const BatchOptions& options,
                          std::size_t p, BatchSolution& solution) {
    SolveOptions alone;
    alone.keep.solution = options.solution;
    alone.call.cancel = options.call.cancel;
    alone.call.memory_limit = options.call.memory_limit;
    auto solved = solve(runner, recurrence, batch.instance(p), alone);
    if (!solved) {
        Error error = solved.error();
        error.message = "problem " + std::to_string(p) + ": " + error.message;
        error.where = "problem " + std::to_string(p);
        return error;
    }
    const std::size_t bytes = size_of(solution.answer_type);
    if (solved->answer) {
        std::visit(
            [&](auto number) {
                const auto put = [&](auto value) {
                    std::memcpy(solution.answers.data() + p * bytes, &value, sizeof value);
                };
                switch (solution.answer_type) {
                    case ElementType::f64:
                        return put(static_cast<double>(number));
                    case ElementType::f32:
                        return put(static_cast<float>(number));
                    default:
                        return bytes == 8 ? put(static_cast<std::uint64_t>(number))
                                          : put(static_cast<std::uint32_t>(static_cast<std::uint64_t>(number)));
                }
            },
            *solved->answer);
    }
    solution.statuses[p] = solved->status;
    solution.cells[p] = {static_cast<std::int32_t>(solved->shape.answer.i),
                         static_cast<std::int32_t>(solved->shape.answer.j)};
    if (options.solution) {
        solution.paths.put(p, solved->path, solved->path_end);
    }
    solution.table_cells += static_cast<double>(solved->shape.size.cells().value_or(0));
    solution.call.device_bytes = std::max(solution.call.device_bytes, solved->call.device_bytes);
    solution.call.gpu_milliseconds = solved->call.gpu_milliseconds;
    return {};
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

/// A call that is planned.
struct BatchCall {
    Runner& runner;
    const Recurrence& recurrence;
    const Batch& batch;
    const BatchOptions& options;
    const CheckedBatch& checked;
    const BatchPlan& plan;
    std::optional<BatchRun> device = std::nullopt;
    double told = 0;
    /// problems that were solved again
    std::size_t again = 0;

    ~BatchCall() {
        if (device) {
            device->leave();
        }
    }

    /// Chunk after chunk, then the problems that no kernel takes: run number `run` of `runs`. Milliseconds of the
    /// device.
    Result<double> run(BatchSolution& solution, std::size_t run, std::size_t runs) {
        std::size_t done = 0;
        const auto tell = [&] {
            if (options.call.progress) {
                const double part = static_cast<double>(done) / static_cast<double>(batch.count);
                told = std::max(told, (static_cast<double>(run) + part) / static_cast<double>(runs));
                options.call.progress(told);
            }
        };
        double own = 0;
        std::size_t alone = 0;
        if (plan.kernels != BatchPlan::Kernels::single) {
            if (!device) {
                VKALGO_TRY(device, BatchRun::create(runner, recurrence, batch, checked, plan));
            }
            for (std::size_t first = 0; first < batch.count;) {
                if (options.call.cancel.stop_requested()) {
                    return Error{ErrorCode::cancelled, "cancelled", {}};
                }
                const BatchChunk chunk = next_chunk(plan, batch, checked, first);
                VKALGO_CHECK(device->begin(chunk, solution));
                tell();
                done += chunk.problems;
                first = chunk.end;
            }
            VKALGO_CHECK(device->end(solution));
            own += device->take_milliseconds();
            solution.call.device_bytes = device->device_bytes();
            const std::vector<std::uint32_t> doubtful = device->take_doubtful();
            again = doubtful.size();
            if (again > 0) {
                if (options.call.memory_limit != 0) {
                    device.reset();
                    solution.call.device_bytes = 0;
                }
                VKALGO_TRY(const double took,
                           solve_again_by_team(runner, recurrence, batch, options, doubtful, solution));
                own += took;
            }
        }
        for (std::size_t p = 0; p < batch.count; ++p) {
            if (plan.kernels != BatchPlan::Kernels::single && plan.size_of_item(checked.items[p])) {
                continue;
            }
            VKALGO_CHECK(solve_single(runner, recurrence, batch, options, p, solution));
            own += solution.call.gpu_milliseconds.back();
            ++alone;
            ++done;
            tell();
        }
        tell();
        solution.method = 2 * alone > batch.count ? "single" : plan.method();
        solution.plan_summary = summary_of(alone);
        return own;
    }

    std::string summary_of(std::size_t alone) const {
        const bool is_bits = plan.kernels == BatchPlan::Kernels::bits;
        std::string text;
        if (alone < batch.count) {
            const bool is_pairs = plan.kernels == BatchPlan::Kernels::halves;
            text = std::to_string(batch.count - alone) + " problems" + (is_pairs ? ", two by " : " by ") +
                   std::to_string(plan.lanes) + " lanes" + (is_pairs ? ", " : " each, ");
            for (const std::uint32_t size : plan.sizes) {
                text += (size == plan.sizes.front() ? "" : " or ") + std::to_string(is_bits ? 32 * size : size);
            }
            text += " rows per lane";
        }
        if (again > 0) {
            text += ", " + std::to_string(again) + " of them again by team";
        }
        if (alone > 0) {
            text += (text.empty() ? "" : "; ") + std::to_string(alone) + " one after another";
        }
        return text;
    }
};

}  // namespace

std::span<const std::string_view> batch_methods() {
    return kMethods;
}

Result<BatchSolution> solve_batch(Runner& runner, const Recurrence& recurrence, const Batch& batch,
                                  const BatchOptions& options) {
    const RecurrenceHeader& header = recurrence.header();
    VKALGO_CHECK(check_options(header, options));
    const double uploads = runner.upload_milliseconds();
    const double downloads = runner.download_milliseconds();
    BatchFacts facts;
    VKALGO_TRY(const CheckedBatch checked,
               check_batch(header, batch, [&](const Shape& shape, std::optional<std::int64_t> bound) {
                   facts.collect(header, shape, bound);
               }));
    VKALGO_TRY(const BatchPlan plan, plan_batch(header, checked, facts, options, runner.context().profile()));
    BatchSolution solution = empty_solution(header, batch, options);
    if (batch.count == 0) {
        return solution;
    }
    const Instance first = batch.instance(0);
    VKALGO_CHECK(recurrence.check(header.stage, {.params = checked.common.params,
                                                 .instance = &first,
                                                 .step = options.solution,
                                                 .cancel = options.call.cancel}));
    BatchCall call{runner, recurrence, batch, options, checked, plan};
    const auto start = std::chrono::steady_clock::now();
    const auto is_warm = [&] {
        const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - start;
        return !options.call.warm_up || passed.count() >= runner.warm_up_milliseconds();
    };
    std::vector<double> milliseconds;
    const auto wanted = static_cast<std::size_t>(std::max(1, options.call.repeat));
    for (bool is_timed = !options.call.warm_up; milliseconds.size() < wanted;) {
        solution = empty_solution(header, batch, options);
        // Untimed runs are told of as the first timed one.
        VKALGO_TRY(const double took, call.run(solution, milliseconds.size(), wanted));
        if (is_timed) {
            milliseconds.push_back(took);
        }
        is_timed = is_timed || is_warm();
    }
    solution.call.gpu_milliseconds = std::move(milliseconds);
    solution.call.upload_milliseconds = runner.upload_milliseconds() - uploads;
    solution.call.download_milliseconds = runner.download_milliseconds() - downloads;
    return solution;
}

}  // namespace vkalgo::dp
