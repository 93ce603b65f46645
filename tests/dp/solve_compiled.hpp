#pragma once

#include "algorithms/dp/solve.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/compile_module.hpp"
#include "tests/support/device_fixture.hpp"

#include <map>
#include <string>
#include <utility>

namespace vkalgo::dp::test {

/// Returns the recurrence of a text, which is read once; its modules are compiled when they are asked for.
inline const Recurrence& recurrence_of(const std::string& text, const std::string& file = "a.glsl") {
    static std::map<std::string, Recurrence> known;
    const auto found = known.find(file + text);
    if (found != known.end()) {
        return found->second;
    }
    const CompiledRecurrence read = vkalgo::test::take(compiler::read_recurrence(text, file), text.c_str());
    return known.emplace(file + text, Recurrence::of(read, compile_module)).first->second;
}

/// Calls dp::solve with a recurrence whose modules a test chose. Calls do not share what others compiled or checked.
inline Result<Solution> solve(Runner& runner, const CompiledRecurrence& recurrence, const Instance& instance,
                              const SolveOptions& options = {}, CompileModule compile = {}) {
    return dp::solve(runner, Recurrence::of(recurrence, std::move(compile)), instance, options);
}

}  // namespace vkalgo::dp::test
