#include "algorithms/dp/run/recovery.hpp"

#include "algorithms/dp/interpreter/interpreter.hpp"
#include "algorithms/dp/recurrence.hpp"
#include "engine/clock.hpp"

#include <array>
#include <chrono>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace vkalgo::dp {

Keep keep_on_device(const SolveOptions& options) {
    Keep keep = options.keep;
    if (keep.solution && options.recover == Recover::host) {
        keep.table = true;
        keep.solution = false;
    }
    return keep;
}

Result<void> recover_on_host(const Recurrence& recurrence, const Instance& instance, std::stop_token cancel,
                             Solution& solution) {
    const auto begin = std::chrono::steady_clock::now();
    if (!solution.answer) {
        return {};
    }
    const std::array<std::string, 1> modules{std::string(kInterpretModule)};
    VKALGO_TRY(const auto compiled, recurrence.with_modules(modules));
    VKALGO_TRY(const Interpreter interpreter, Interpreter::create(*compiled));
    InterpretOptions options;
    options.cancel = std::move(cancel);
    VKALGO_TRY(Interpretation run, interpreter.start(instance, solution.shape, solution.stage, options));
    const RecurrenceHeader& header = recurrence.header();
    std::vector<InputArray> outputs;
    for (const OutputDeclaration& output : header.outputs) {
        outputs.push_back(solution.outputs.at(output.name));
    }
    run.adopt(solution.table, solution.shape.answer, *solution.answer, std::move(outputs));
    if (header.has_solution_function) {
        VKALGO_CHECK(run.run_solution());
    } else {
        VKALGO_TRY(InterpretedTraceback traced, run.traceback(std::numeric_limits<std::uint64_t>::max()));
        solution.path = std::move(traced.path);
        solution.path_end = traced.end;
    }
    for (std::size_t k = 0; k < header.outputs.size(); ++k) {
        solution.outputs.at(header.outputs[k].name) = run.outputs()[k];
    }
    const double passed = milliseconds_since(begin);
    solution.traceback_milliseconds.assign(1, passed);
    return {};
}

}  // namespace vkalgo::dp
