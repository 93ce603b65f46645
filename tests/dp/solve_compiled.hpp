#pragma once

#include "algorithms/dp/solve.hpp"

#include <utility>

namespace vkalgo::dp::test {

/// dp::solve with a recurrence of modules that a test chose: no call knows of what another one compiled or checked.
inline Result<Solution> solve(Runner& runner, const CompiledRecurrence& recurrence, const Instance& instance,
                              const SolveOptions& options = {}, CompileModule compile = {}) {
    return dp::solve(runner, Recurrence::of(recurrence, std::move(compile)), instance, options);
}

}  // namespace vkalgo::dp::test
