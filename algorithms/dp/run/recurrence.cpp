#include "algorithms/dp/recurrence.hpp"

#include "algorithms/dp/interpreter/interpreter.hpp"

#include <algorithm>
#include <bit>
#include <mutex>
#include <set>
#include <utility>

namespace vkalgo::dp {
namespace {

/// Maximum number of passed checks that are remembered, one per order, set of params and whether step() was checked. A
/// program may try very many. If there are more, all are forgotten.
constexpr std::size_t kMaxVerdicts = 1024;
constexpr std::size_t kMaxWarnings = 16;

/// Returns the key under which the result of a check is remembered.
std::string verdict_key(const StageFunction& stage, const Params& params, bool step) {
    std::string key = step ? "step" : "cell";
    for (const int coefficient : stage.coefficients) {
        key += ' ' + std::to_string(coefficient);
    }
    for (const auto& [name, value] : params) {
        const auto bits = std::visit([](auto number) { return std::bit_cast<std::uint64_t>(number); }, value);
        key += ' ' + name + '=' + std::to_string(value.index()) + ':' + std::to_string(bits);
    }
    return key;
}

}  // namespace

struct Recurrence::State {
    CompileModule compile;
    /// The recurrence as it was given; header() refers to it.
    std::shared_ptr<const CompiledRecurrence> given;

    std::mutex mutex;
    /// The recurrence with the modules that were compiled since. The object is replaced and never changed, so that its
    /// users need no lock.
    std::shared_ptr<const CompiledRecurrence> complete;
    std::set<std::string, std::less<>> passed;
    std::vector<std::string> warnings;
    RecurrenceWork work;
};

Recurrence::Recurrence(std::shared_ptr<State> state) : state_(std::move(state)) {}

Result<Recurrence> Recurrence::builtin(std::string_view name) {
    std::string names;
    for (const CompiledRecurrence* each : builtin_recurrences()) {
        if (each->header.problem == name) {
            auto state = std::make_shared<State>();
            state->given = std::shared_ptr<const CompiledRecurrence>(std::shared_ptr<void>(), each);  // Owns nothing
            state->complete = state->given;
            return Recurrence(std::move(state));
        }
        names += (names.empty() ? "" : ", ") + each->header.problem;
    }
    return Error{ErrorCode::invalid_argument,
                 "there is no built-in recurrence '" + std::string(name) + "'; there are: " + names, "name"};
}

std::vector<std::string> Recurrence::builtin_names() {
    std::vector<std::string> names;
    for (const CompiledRecurrence* each : builtin_recurrences()) {
        names.push_back(each->header.problem);
    }
    return names;
}

Recurrence Recurrence::of(CompiledRecurrence compiled, CompileModule compile) {
    auto state = std::make_shared<State>();
    state->compile = std::move(compile);
    state->given = std::make_shared<const CompiledRecurrence>(std::move(compiled));
    state->complete = state->given;
    return Recurrence(std::move(state));
}

const RecurrenceHeader& Recurrence::header() const {
    return state_->given->header;
}

const std::string& Recurrence::file() const {
    return state_->given->file;
}

bool Recurrence::is_builtin() const {
    return state_->given->built_in;
}

RecurrenceWork Recurrence::work() const {
    const std::lock_guard lock(state_->mutex);
    return state_->work;
}

Result<std::shared_ptr<const CompiledRecurrence>> Recurrence::with_modules(std::span<const std::string> modules) const {
    // The lock is held during compilation, so that other callers that need the same modules wait for them.
    const std::lock_guard lock(state_->mutex);
    const auto lacks = [&](const CompiledRecurrence& recurrence, const std::string& module) {
        return recurrence.module(module).empty();
    };
    const bool compiles = state_->compile && std::any_of(modules.begin(), modules.end(), [&](const auto& module) {
                              return lacks(*state_->complete, module);
                          });
    if (!compiles) {
        return state_->complete;
    }
    auto longer = std::make_shared<CompiledRecurrence>(*state_->complete);
    for (const std::string& module : modules) {
        if (lacks(*longer, module)) {
            VKALGO_CHECK(state_->compile(*longer, module));
            ++state_->work.modules_compiled;
        }
    }
    state_->complete = std::move(longer);
    return state_->complete;
}

Result<void> Recurrence::check(const StageFunction& stage, const CheckOptions& options) const {
    if (is_builtin() && stage == header().stage) {
        return {};
    }
    const std::string key = verdict_key(stage, options.params, options.step);
    {
        const std::lock_guard lock(state_->mutex);
        if (state_->passed.contains(key) || state_->passed.contains(verdict_key(stage, options.params, true))) {
            return {};
        }
        ++state_->work.checks;
    }
    const std::string interpreted(kInterpretModule);
    VKALGO_TRY(const auto complete, with_modules(std::span(&interpreted, 1)));
    VKALGO_TRY(const CheckReport report, check_reads(*complete, stage, {}, options));
    const std::lock_guard lock(state_->mutex);
    for (const std::string& warning : report.number_warnings) {
        const bool is_known =
            std::find(state_->warnings.begin(), state_->warnings.end(), warning) != state_->warnings.end();
        if (!is_known && state_->warnings.size() < kMaxWarnings) {
            state_->warnings.push_back(warning);
        }
    }
    if (state_->passed.size() >= kMaxVerdicts) {
        state_->passed.clear();
    }
    state_->passed.insert(key);
    return {};
}

std::vector<std::string> Recurrence::warnings() const {
    const std::lock_guard lock(state_->mutex);
    return state_->warnings;
}

Result<PreparedRecurrence> Recurrence::prepare(Context& context, const PrepareOptions& options) const {
    return PreparedRecurrence::create(context, *this, options);
}

}  // namespace vkalgo::dp
