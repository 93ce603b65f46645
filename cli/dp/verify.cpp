#include "cli/dp/verify.hpp"

#include "algorithms/dp/interpreter/interpreter.hpp"
#include "algorithms/dp/method/prediction.hpp"
#include "cli/dp/inputs.hpp"
#include "cli/dp/report.hpp"
#include "cli/dp/verify_solution.hpp"
#include "engine/context.hpp"
#include "formats/source.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <stop_token>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr double kMaxSeconds = 60;
/// Approximate speed of the interpreter on one core: cells per second or, for reductions, terms per second.
constexpr double kCellsPerSecond = 1e7;

std::string interpreter_name(const dp::RecurrenceHeader& header) {
    return fmt::format("the CPU interpreter of {}", header.problem);
}

/// Returns why the interpreter would take too much time or memory; empty if it would not.
std::string too_much(const dp::RecurrenceHeader& header, const dp::Shape& shape) {
    const double seconds = dp::terms_of(header, shape.size) / kCellsPerSecond;
    if (seconds > kMaxSeconds) {
        const double minutes = std::round(seconds / 60);
        return fmt::format("the CPU interpreter would take about {:.0f} {}", minutes,
                           minutes == 1 ? "minute" : "minutes");
    }
    const double bytes = static_cast<double>(shape.size.cells().value_or(std::int64_t{1} << 60)) * header.cell_bytes();
    const std::uint64_t host = host_memory();
    if (host != 0 && bytes > static_cast<double>(host) / 2) {
        return fmt::format("the CPU interpreter would take {}, more than half of this machine's {} of memory",
                           format_bytes(static_cast<std::uint64_t>(std::min(bytes, 1e18))), format_bytes(host));
    }
    return {};
}

dp::SolveOptions with_method(dp::SolveOptions options, std::string method) {
    options.method = std::move(method);
    options.call.repeat = 1;
    options.call.warm_up = false;
    options.call.progress = {};
    return options;
}

/// Returns the other method with the least predicted time. Its name is empty if no other method can solve the instance.
VerifyWith other_method(const dp::Recurrence& recurrence, const dp::Instance& outline, std::string_view ran,
                        const dp::SolveOptions& options, const DeviceProfile& profile) {
    VerifyWith best;
    for (const dp::Method* method : dp::methods()) {
        if (method->only_by_name || method->name == ran) {
            continue;
        }
        const auto plan = dp::plan_solve(recurrence.header(), outline, with_method(options, method->name), profile);
        if (plan && (best.method.empty() || plan->run->run_seconds < best.seconds)) {
            best.method = method->name;
            best.seconds = plan->run->run_seconds;
        }
    }
    return best;
}

Error nothing_to_compare_with(const std::string& why) {
    return Error{ErrorCode::unsupported,
                 fmt::format("--verify cannot compare: {}, and no other method can run this; make "
                             "the instance smaller, or leave out --verify",
                             why),
                 {}};
}

Result<Verification> against_method(Runner& runner, const dp::Recurrence& recurrence, const dp::Instance& instance,
                                    const dp::Solution& solution, const dp::SolveOptions& options,
                                    const std::string& method) {
    Verification verification{"method " + method, {}};
    VKALGO_TRY(dp::Solution second, dp::solve(runner, recurrence, instance, with_method(options, method)));
    const dp::RecurrenceHeader& header = recurrence.header();
    verification.difference = answer_difference(header, {solution.answer, solution.status},
                                                {second.answer, second.status}, verification.against);
    if (verification.difference.empty() && !solution.table.empty()) {
        verification.difference = table_difference(header, solution, second.table, verification.against);
    }
    if (verification.difference.empty() && solution.path != second.path) {
        verification.difference = fmt::format("the solution is not the one that {} traces back", verification.against);
    }
    if (verification.difference.empty()) {
        std::vector<dp::InputArray> outputs;
        for (const dp::OutputDeclaration& output : header.outputs) {
            outputs.push_back(std::move(second.outputs.at(output.name)));
        }
        verification.difference = output_difference(header, solution, outputs, verification.against);
    }
    verification.against += tolerance_text(header);
    return verification;
}

/// Returns the interpreter's own table; nullopt if the interpreter took too long. `late` stops the interpreter, even
/// after this function has returned.
Result<std::optional<dp::Interpretation>> interpret(const dp::Interpreter& interpreter, const dp::Instance& instance,
                                                    const dp::Solution& solution, const VerifyWith& with,
                                                    std::stop_source& late) {
    const auto start = std::chrono::steady_clock::now();
    dp::InterpretOptions options;
    options.cancel = late.get_token();
    options.progress = [&](double fraction) {
        if (with.progress) {
            with.progress(fraction);
        }
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
        if (passed.count() > kMaxSeconds) {
            late.request_stop();
        }
    };
    VKALGO_TRY(dp::Interpretation run, interpreter.start(instance, solution.shape, solution.stage, options));
    const auto filled = run.fill();
    if (!filled && filled.error().code == ErrorCode::cancelled && !with.cancel.stop_requested()) {
        return std::optional<dp::Interpretation>();
    }
    VKALGO_CHECK(filled);
    return std::optional<dp::Interpretation>(std::move(run));
}

}  // namespace

Result<VerifyWith> choose_verification(const dp::Recurrence& recurrence, const dp::Instance& outline,
                                       const dp::SolvePlan& plan, const dp::SolveOptions& options,
                                       const DeviceProfile& profile) {
    const std::string why = too_much(recurrence.header(), plan.shape);
    if (why.empty()) {
        return VerifyWith{};
    }
    const std::string ran = plan.seconds_as_batch ? "batch" : plan.run->method->name;
    VerifyWith other = other_method(recurrence, outline, ran, options, profile);
    if (other.method.empty()) {
        return nothing_to_compare_with(why);
    }
    return other;
}

Result<Verification> verify_solution(Runner& runner, const dp::Recurrence& recurrence, const dp::Instance& instance,
                                     const dp::Solution& solution, const dp::SolveOptions& options,
                                     const VerifyWith& with) {
    const dp::RecurrenceHeader& header = recurrence.header();
    const auto another = [&](const std::string& why) -> Result<Verification> {
        const std::string other =
            other_method(recurrence, instance, solution.method, options, runner.context().profile()).method;
        return other.empty() ? Result<Verification>(nothing_to_compare_with(why))
                             : against_method(runner, recurrence, instance, solution, options, other);
    };
    if (!with.method.empty()) {
        // `with.method` differs from the planned method, but the run may have taken it. Then another one is chosen.
        return with.method == solution.method
                   ? another(too_much(header, solution.shape))
                   : against_method(runner, recurrence, instance, solution, options, with.method);
    }
    Verification verification{interpreter_name(header), {}};
    if (solution.shape.size.empty()) {
        return verification;  // An empty table has no answer to compare
    }
    VKALGO_TRY(const auto compiled, recurrence.with_modules(std::array{std::string(dp::kInterpretModule)}));
    VKALGO_TRY(const dp::Interpreter interpreter, dp::Interpreter::create(*compiled));
    std::stop_source late;
    const std::stop_callback cancel(with.cancel, [&late] { late.request_stop(); });
    VKALGO_TRY(std::optional<dp::Interpretation> run, interpret(interpreter, instance, solution, with, late));
    if (!run) {
        return another("the CPU interpreter takes more than a minute");
    }
    verification.difference = answer_difference(header, {solution.answer, solution.status},
                                                {run->answer(), run->status()}, "the interpreter");
    if (verification.difference.empty() && !solution.table.empty()) {
        verification.difference = table_difference(header, solution, run->table(), "the interpreter");
    }
    std::string doubt;
    if (verification.difference.empty() && options.keep.solution) {
        VKALGO_TRY(const Replay replay, replay_solution(header, *run, solution));
        verification.difference = replay.difference;
        verification.against += replay.remark;
        // For built-in recurrences nothing is in doubt: tests compare them with other algorithms.
        doubt = recurrence.is_builtin() ? "" : replay.doubt;
    }
    if (verification.difference.empty()) {
        verification.difference = output_difference(header, solution, run->outputs(), "the interpreter");
    }
    verification.against += tolerance_text(header) + doubt;
    return verification;
}

}  // namespace vkalgo::cli
