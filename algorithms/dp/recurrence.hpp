#pragma once

#include "check/check.hpp"
#include "prepared_recurrence.hpp"
#include "recurrence/compiled.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace vkalgo::dp {

/// The work that was done for a recurrence so far.
struct RecurrenceWork {
    /// Modules that were compiled for the recurrence.
    std::uint64_t modules_compiled = 0;
    /// Runs of check_reads(), which finds out on the CPU which cells the recurrence reads.
    std::uint64_t checks = 0;
};

/// A recurrence, built-in or a user's own: its declarations, its compiled modules and the checks that it has passed.
/// The modules of a user's file are compiled when they are first needed. A Recurrence is a handle: copies share
/// everything, so nothing is compiled or checked twice. Thread-safe. It holds no object of a device; the context keeps
/// the kernels (Context::kernel).
///
///     auto lcs = dp::Recurrence::builtin("lcs");
///     auto own = compiler::recurrence(text, "mine.glsl");  // vkalgo/compiler/recurrence.hpp
class Recurrence {
public:
    /// Returns the built-in recurrence of that name. Errors: invalid_argument: no built-in has that name; the message
    /// lists the names.
    static Result<Recurrence> builtin(std::string_view name);
    /// Returns the names of the built-in recurrences, in alphabetical order.
    static std::vector<std::string> builtin_names();
    /// Makes a recurrence from modules that are already assembled, for example by the build. `compile` makes missing
    /// modules; without it, missing modules stay missing.
    static Recurrence of(CompiledRecurrence compiled, CompileModule compile = {});

    /// Returns the header: everything that the `//!` lines declare.
    const RecurrenceHeader& header() const;
    /// Returns the name of the recurrence in messages.
    const std::string& file() const;
    /// Returns whether the recurrence is built into vkalgo.
    bool is_builtin() const;
    /// Returns the work that was done for the recurrence so far.
    RecurrenceWork work() const;

    /// Prepares the recurrence for recording into a command buffer of the caller: plans for the largest lengths in
    /// `options`, checks a user's file (once per order and params), compiles, allocates. See PreparedRecurrence.
    /// Errors: those of solve() that come before a run; unsupported ("solution"): the named method needs two runs to
    /// find the solution; invalid_argument ("lengths"): a name that the recurrence does not have, a missing or negative
    /// length, or a length that differs from the declared one.
    Result<PreparedRecurrence> prepare(Context& context, const PrepareOptions& options) const;

    /// Returns the recurrence with these modules, for a method to run. Compiles missing modules. Errors: those of
    /// compiling.
    Result<std::shared_ptr<const CompiledRecurrence>> with_modules(std::span<const std::string> modules) const;
    /// Runs check_reads(), unless the recurrence has already passed this check in the same order with the same params.
    /// A built-in has always passed the check in its own order. Further instances are not checked, since a run on the
    /// device finds the errors that their values cause.
    Result<void> check(const StageFunction& stage, const CheckOptions& options) const;
    /// Returns the warnings about errors that no run finds (CheckReport::number_warnings), from all checks, each once,
    /// and at most 16 of them.
    std::vector<std::string> warnings() const;

private:
    struct State;
    explicit Recurrence(std::shared_ptr<State> state);
    std::shared_ptr<State> state_;
};

}  // namespace vkalgo::dp
