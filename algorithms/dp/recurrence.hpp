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

/// What a recurrence has cost so far.
struct RecurrenceWork {
    /// modules that were compiled for it
    std::uint64_t modules_compiled = 0;
    /// times that it was run on the CPU to see what it reads
    std::uint64_t checks = 0;
};

/// A recurrence, built-in or a user's own: what it declares, its modules, which a user's file compiles when they are
/// first needed, and the checks that it has passed. A handle: copies share all of that, so that what was compiled and
/// checked once is not again. Thread-safe. It holds nothing of a device; its kernels are the context's
/// (Context::kernel), which keeps them.
///
///     auto lcs = dp::Recurrence::builtin("lcs");
///     auto own = compiler::recurrence(text, "mine.glsl");  // vkalgo/compiler/recurrence.hpp
class Recurrence {
public:
    /// Errors: invalid_argument: there is no built-in of that name; the message names those that there are.
    static Result<Recurrence> builtin(std::string_view name);
    /// The names of the built-in recurrences, in order.
    static std::vector<std::string> builtin_names();
    /// Of modules that were assembled already, by the build say, or that `compile` gives; without it there are no
    /// others.
    static Recurrence of(CompiledRecurrence compiled, CompileModule compile = {});

    /// Everything that its `//!` lines say.
    const RecurrenceHeader& header() const;
    /// Its name in messages.
    const std::string& file() const;
    /// Whether it is one of vkalgo's own.
    bool is_builtin() const;
    /// What it has cost so far.
    RecurrenceWork work() const;

    /// Makes it ready to be recorded into a host's command buffer: plans for the most that `options` allow, checks a
    /// user's file (once for each order and params), compiles, takes memory. See PreparedRecurrence.
    /// Errors: those of solve() that come before a run; unsupported: "solution" where only two runs find it (another
    /// method can); invalid_argument: "lengths": a name that the recurrence does not have.
    Result<PreparedRecurrence> prepare(Context& context, const PrepareOptions& options) const;

    /// What a method runs: with these modules, compiled now if they were not before. Errors: those of compiling.
    Result<std::shared_ptr<const CompiledRecurrence>> with_modules(std::span<const std::string> modules) const;
    /// check_reads(), unless it passed before in that order with the same params; built-ins in their own order have
    /// passed. Further instances are not looked at: what their values lead to, a run on the device finds.
    Result<void> check(const StageFunction& stage, const CheckOptions& options) const;
    /// What checks saw that no run finds (CheckReport::number_warnings), each once.
    std::vector<std::string> warnings() const;

private:
    struct State;
    explicit Recurrence(std::shared_ptr<State> state);
    std::shared_ptr<State> state_;
};

}  // namespace vkalgo::dp
