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

/// The work that a recurrence has caused so far.
struct RecurrenceWork {
    /// Modules that were compiled for it.
    std::uint64_t modules_compiled = 0;
    /// Runs of its check on the CPU, which finds out what it reads.
    std::uint64_t checks = 0;
};

/// A recurrence, built-in or a user's own: its declarations, its compiled modules and the checks that it has passed.
/// The modules of a user's file are compiled when they are first needed. It is a handle: copies share everything, so
/// nothing is compiled or checked twice. Thread-safe. It holds no object of a device; the context keeps its kernels
/// (Context::kernel).
///
///     auto lcs = dp::Recurrence::builtin("lcs");
///     auto own = compiler::recurrence(text, "mine.glsl");  // vkalgo/compiler/recurrence.hpp
class Recurrence {
public:
    /// Returns the built-in recurrence of that name. Errors: invalid_argument: no built-in has that name; the message
    /// lists the names.
    static Result<Recurrence> builtin(std::string_view name);
    /// Returns the names of the built-in recurrences, in order.
    static std::vector<std::string> builtin_names();
    /// Makes a recurrence from modules that are already assembled, for example by the build. `compile` makes
    /// the missing ones; without it they stay missing.
    static Recurrence of(CompiledRecurrence compiled, CompileModule compile = {});

    /// Returns everything that its `//!` lines declare.
    const RecurrenceHeader& header() const;
    /// Returns its name in messages.
    const std::string& file() const;
    /// Returns whether it is built into vkalgo.
    bool is_builtin() const;
    /// Returns the work that it has caused so far.
    RecurrenceWork work() const;

    /// Makes it ready to be recorded into a host's command buffer: plans for the largest lengths in `options`, checks a
    /// user's file (once per order and params), compiles, allocates. See PreparedRecurrence.
    /// Errors: those of solve() that come before a run; unsupported ("solution"): the method needs two runs to find the
    /// solution (another method may need one); invalid_argument ("lengths"): the recurrence does not have such a name.
    Result<PreparedRecurrence> prepare(Context& context, const PrepareOptions& options) const;

    /// Returns the recurrence with these modules, for a method to run. Compiles those that are missing. Errors: those
    /// of compiling.
    Result<std::shared_ptr<const CompiledRecurrence>> with_modules(std::span<const std::string> modules) const;
    /// Runs check_reads(), unless the recurrence has passed it in that order with the same params. A built-in in its
    /// own order has passed. Further instances are not checked: a run on the device finds the errors that their values
    /// cause.
    Result<void> check(const StageFunction& stage, const CheckOptions& options) const;
    /// Returns the warnings of the checks about errors that no run finds (CheckReport::number_warnings), each once.
    std::vector<std::string> warnings() const;

private:
    struct State;
    explicit Recurrence(std::shared_ptr<State> state);
    std::shared_ptr<State> state_;
};

}  // namespace vkalgo::dp
