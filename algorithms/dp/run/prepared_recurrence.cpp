#include "algorithms/dp/prepared_recurrence.hpp"

#include "algorithms/counted.hpp"
#include "algorithms/dp/recurrence/text_errors.hpp"
#include "algorithms/dp/run/recording.hpp"
#include "algorithms/dp/solve.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <cstring>
#include <list>
#include <mutex>
#include <utility>

namespace vkalgo::dp {
namespace {

/// Number of runs that the planner assumes. A prepared recurrence runs often, so the cost of making its kernels hardly
/// counts.
constexpr double kOften = 1000;
/// Maximum number of plans that are kept. The plan that was not used for the longest time is dropped first.
constexpr std::size_t kMaxPlans = 32;

/// Makes the instance of these lengths and params, without its elements.
Result<Instance> outline_of(const RecurrenceHeader& header, const Lengths& lengths, const Params& params) {
    Instance outline;
    outline.params = params;
    for (const ParamDeclaration& param : header.params) {
        if (param.fallback) {
            outline.params.emplace(param.name, *param.fallback);  // Lengths may follow from this param
        }
    }
    for (const auto& [name, length] : lengths) {
        if (header.input(name) == nullptr && name != "n" && name != "m") {
            return invalid("a length is given for '" + name + "', but the recurrence has no input of this name",
                           "lengths");
        }
        if (length < 0) {
            return invalid("the length of '" + name + "' is " + std::to_string(length) + "; give 0 or more", "lengths");
        }
    }
    const auto given = [&](std::string_view name) {
        const auto found = lengths.find(name);
        return found == lengths.end() ? std::nullopt : std::optional(found->second);
    };
    outline.n = given("n").value_or(0);
    outline.m = given("m").value_or(0);
    for (const InputDeclaration& input : header.inputs) {
        std::optional<std::int64_t> length = given(input.name);
        if (input.length) {
            VKALGO_TRY(const std::int64_t declared, input.length->evaluate(scope_of(header, outline)));
            if (length && *length != declared) {
                return invalid("the length of '" + input.name + "' is " + std::to_string(*length) + ", but " +
                                   input.length->text() + " = " + std::to_string(declared) + " is declared",
                               "lengths");
            }
            length = declared;
        }
        if (length && *length < 0) {
            return invalid("the length of '" + input.name + "' would be " + input.length->text() + " = " +
                               std::to_string(*length) + "; it must be 0 or more",
                           "lengths");
        }
        if (!length) {
            return invalid("input '" + input.name + "' has no length; give it in `lengths`", "lengths");
        }
        outline.inputs.emplace(input.name, InputArray{input.type, static_cast<std::uint64_t>(*length), {}});
    }
    VKALGO_CHECK(complete_params(header, outline));
    // If the bound reads elements of inputs, it is not known here. Then the caller ensures that it fits the cell type.
    const auto bound = check_bound(header, scope_of(header, outline));
    if (!bound && (bound.error().code == ErrorCode::overflow || header.bound->inputs_read().empty())) {
        return bound.error();
    }
    return outline;
}

/// Returns the bytes of an input in whole words, as kernels read it.
std::uint64_t word_bytes(const InputDeclaration& input, std::int64_t count) {
    return (static_cast<std::uint64_t>(count) * size_of(input.type) + 3) / 4 * 4;
}

}  // namespace

struct PreparedRecurrence::State {
    /// A plan for given lengths, with its kernels.
    struct Planned {
        Shape shape;
        std::unique_ptr<MethodPlan> plan;
        /// The kernels of the plan. Null for an empty table.
        std::unique_ptr<MethodRun> run;
    };

    State(Context& used, Recurrence made_of) : context(used), recurrence(std::move(made_of)) {}

    const RecurrenceHeader& header() const { return recurrence.header(); }
    /// Returns the instance of a recording, without its elements.
    Result<Instance> outline(const RecurrenceArguments& arguments) const;
    /// Returns the plan of an instance with its kernels. Makes the plan if it is not among the kept plans. Errors:
    /// too_large: the plan needs more memory than was prepared.
    Result<std::shared_ptr<const Planned>> planned(const Instance& outline);
    Result<std::shared_ptr<const Planned>> make_planned(const Shape& shape, std::uint64_t limit) const;
    PlanRequest request(const Shape& shape) const;
    /// Plans for the lengths `shorter`, and raises `taken` to the bytes of table, scratch and path that this plan
    /// takes. allocate() calls it for samples of lengths.
    void count_shorter(const Lengths& shorter);
    /// Allocates the memory of all recordings: that of the largest plan and, as far as the memory limit allows (0: no
    /// limit), a reserve for the plans of shorter lengths.
    Result<void> allocate(const Planned& largest, std::uint64_t memory_limit);
    std::vector<Argument> arguments_of(const RecurrenceArguments& arguments, const Shape& shape) const;
    /// Returns a run of a plan in the prepared memory.
    Recording recording(const Planned& planned, const Instance& outline, std::vector<BufferView> inputs = {}) const;

    Context& context;
    Recurrence recurrence;
    StageFunction stage;
    Keep keep;
    std::string method;
    const TestKnobs* knobs = nullptr;
    Lengths lengths;
    Params params;
    RunBuffers buffers;
    /// Total bytes of the plan for the largest lengths. Plans for shorter lengths use no more bytes if possible.
    std::uint64_t aim_bytes = 0;
    /// For each buffer: the most bytes that the plan for the largest lengths, or a plan for one of the samples, takes.
    RunBytes taken;

    std::mutex mutex;
    /// The plan used last is at the front.
    std::list<std::shared_ptr<const Planned>> plans;
};

Result<Instance> PreparedRecurrence::State::outline(const RecurrenceArguments& arguments) const {
    Lengths used = lengths;
    for (const auto& [name, length] : arguments.lengths) {
        const auto most = lengths.find(name);
        if (most != lengths.end() && length > most->second) {
            return invalid("the length of '" + name + "' is " + std::to_string(length) +
                               ", but the recurrence was prepared for at most " + std::to_string(most->second),
                           "lengths");
        }
        used.insert_or_assign(name, length);
    }
    Params all = params;
    for (const auto& [name, value] : arguments.params) {
        all.insert_or_assign(name, value);
    }
    return outline_of(header(), used, all);
}

PlanRequest PreparedRecurrence::State::request(const Shape& shape) const {
    PlanRequest made{&header(), stage, shape, keep, knobs, kOften};
    made.one_buffer = true;  // table() returns that buffer
    return made;
}

Result<std::shared_ptr<const PreparedRecurrence::State::Planned>> PreparedRecurrence::State::make_planned(
    const Shape& shape, std::uint64_t limit) const {
    auto made = std::make_shared<Planned>();
    made->shape = shape;
    VKALGO_TRY(made->plan, make_plan(request(shape), context.profile(), method, limit));
    if (made->plan->method->analyze != nullptr) {
        return Error{ErrorCode::unsupported,
                     "method " + method +
                         " needs the values of an instance, and a recording is made before they are known; use "
                         "solve(), or another method",
                     "method"};
    }
    const bool tracebacks = keep.solution && header().answer.searches();
    if (tracebacks && !made->plan->traces_from_found) {
        if (!method.empty()) {
            return Error{ErrorCode::unsupported,
                         "method " + method +
                             " needs two runs to find the solution of an answer that is searched for among cells, but "
                             "a recording has only one run; give no method, or use solve()",
                         "solution"};
        }
        VKALGO_TRY(made->plan, make_plan(request(shape), context.profile(), reference_method().name, limit));
    }
    if (!shape.size.empty()) {
        VKALGO_TRY(const auto compiled, recurrence.with_modules(made->plan->modules));
        VKALGO_TRY(made->run, made->plan->method->create(context, *compiled, *made->plan));
    }
    return std::shared_ptr<const Planned>(std::move(made));
}

Result<std::shared_ptr<const PreparedRecurrence::State::Planned>> PreparedRecurrence::State::planned(
    const Instance& outline) {
    VKALGO_TRY(const Shape shape, shape_of(header(), outline, stage));
    const std::lock_guard lock(mutex);
    const auto found = std::find_if(plans.begin(), plans.end(), [&](const auto& each) { return each->shape == shape; });
    if (found != plans.end()) {
        plans.splice(plans.begin(), plans, found);
        return plans.front();
    }
    auto frugal = make_planned(shape, aim_bytes);
    const bool retry = !frugal && frugal.error().code == ErrorCode::too_large;
    VKALGO_TRY(auto made, retry ? make_planned(shape, 0) : std::move(frugal));
    if (!buffers.have_room(header(), shape, *made->plan)) {
        return Error{ErrorCode::too_large,
                     "a table of " + size_text(header(), shape.size) +
                         " cells needs more memory than was prepared; prepare again, for these lengths and params",
                     "lengths"};
    }
    plans.push_front(std::move(made));
    if (plans.size() > kMaxPlans) {
        plans.pop_back();
    }
    return plans.front();
}

void PreparedRecurrence::State::count_shorter(const Lengths& shorter) {
    const auto outline = outline_of(header(), shorter, params);
    const auto shape = outline ? shape_of(header(), *outline, stage) : Result<Shape>(outline.error());
    if (!shape) {
        return;  // There is no instance of these lengths
    }
    auto plan = make_plan(request(*shape), context.profile(), method, aim_bytes);
    if (!plan) {
        plan = make_plan(request(*shape), context.profile(), method);
    }
    if (plan) {
        taken = taken.united(RunBytes::of(**plan));
    }
}

Result<void> PreparedRecurrence::State::allocate(const Planned& largest, std::uint64_t memory_limit) {
    const std::uint64_t limit = context.profile().largest_buffer();
    const auto room = [&](std::uint64_t bytes) { return std::max(bytes, std::min(room_for_shorter(bytes), limit)); };
    // Shorter tables may have tiles of another shape and take more memory. The samples of lengths are so close together
    // that the reserve that `room` adds covers the lengths between them.
    constexpr std::int64_t kSamples = 16;
    for (std::int64_t part = 1; part <= kSamples; ++part) {
        for (const auto& entry : lengths) {
            Lengths shorter = lengths;
            shorter[entry.first] = entry.second * part / kSamples;
            count_shorter(shorter);
        }
    }
    const RunBytes own = RunBytes::of(*largest.plan);
    taken = taken.united(own);
    // The bytes that the memory limit leaves for the reserve. The plan fits the limit.
    std::uint64_t spare = memory_limit == 0 ? ~std::uint64_t{0} : memory_limit - aim_bytes;
    const auto raised = [&](std::uint64_t least, std::uint64_t wanted) {
        const std::uint64_t added = std::min(wanted - least, spare);
        spare -= added;
        return least + added;
    };
    const RunBytes bytes{raised(own.table, room(taken.table)), raised(own.scratch, room(taken.scratch)),
                         raised(own.path, taken.path)};
    VKALGO_TRY(buffers, RunBuffers::create(context, header(), largest.shape, *largest.plan, bytes));
    return {};
}

std::vector<Argument> PreparedRecurrence::State::arguments_of(const RecurrenceArguments& arguments,
                                                              const Shape& shape) const {
    std::vector<Argument> all;
    for (std::size_t k = 0; k < arguments.inputs.size(); ++k) {
        const InputDeclaration& input = header().inputs[k];
        all.push_back({.name = input.name.c_str(),
                       .view = arguments.inputs[k],
                       .bytes = word_bytes(input, shape.input_counts[k])});
    }
    all.push_back({.name = "answer",
                   .view = arguments.answer,
                   .bytes = size_of(header().value_type()),
                   .alignment = 4,
                   .access = Access::write,
                   .usage = kAnswerUsage,
                   .optional = true});
    return all;
}

Recording PreparedRecurrence::State::recording(const Planned& planned, const Instance& outline,
                                               std::vector<BufferView> inputs) const {
    return {header(), planned.shape, *planned.plan, buffers, std::move(inputs), pack_params(header(), outline)};
}

PreparedRecurrence::PreparedRecurrence(std::unique_ptr<State> state) : state_(std::move(state)) {}
PreparedRecurrence::PreparedRecurrence(PreparedRecurrence&& other) noexcept = default;
PreparedRecurrence& PreparedRecurrence::operator=(PreparedRecurrence&& other) noexcept = default;
PreparedRecurrence::~PreparedRecurrence() = default;

Result<PreparedRecurrence> PreparedRecurrence::create(Context& context, const Recurrence& recurrence,
                                                      const PrepareOptions& options) {
    auto state = std::make_unique<State>(context, recurrence);
    const RecurrenceHeader& header = recurrence.header();
    state->stage = options.pattern ? StageFunction::of(*options.pattern) : header.stage;
    state->keep = options.keep;
    state->method = options.method;
    state->knobs = options.knobs;
    VKALGO_TRY(const Instance outline, outline_of(header, options.lengths, options.params));
    state->params = outline.params;
    // Declared lengths follow from the other lengths in each recording.
    state->lengths = options.lengths;
    for (const InputDeclaration& input : header.inputs) {
        if (input.length) {
            state->lengths.erase(input.name);
        }
    }
    VKALGO_TRY(const Shape shape, shape_of(header, outline, state->stage));
    VKALGO_CHECK(recurrence.check(
        state->stage, {.params = outline.params, .instance = options.sample, .step = options.keep.solution}));
    VKALGO_TRY(auto largest, state->make_planned(shape, options.memory_limit));
    state->method = largest->plan->method->name;
    state->aim_bytes = dp::device_bytes(*largest->plan, shape);
    VKALGO_CHECK(state->allocate(*largest, options.memory_limit));
    state->plans.push_front(std::move(largest));
    return PreparedRecurrence(std::move(state));
}

const Method& PreparedRecurrence::method() const {
    return *find_method(state_->method);
}

std::uint64_t PreparedRecurrence::device_bytes() const {
    return state_->buffers.size();
}

Result<void> PreparedRecurrence::record(Recorder& recorder, const RecurrenceArguments& arguments) const {
    const RecurrenceHeader& header = state_->header();
    if (&recorder.context() != &state_->context) {
        return invalid("the recorder belongs to another context than the prepared recurrence", "recorder");
    }
    VKALGO_TRY(const Instance outline, state_->outline(arguments));
    VKALGO_TRY(const auto planned, state_->planned(outline));
    const Shape& shape = planned->shape;
    if (arguments.inputs.size() != header.inputs.size()) {
        return invalid("the recurrence has " + counted(header.inputs.size(), "input") + ", but the arguments have " +
                           std::to_string(arguments.inputs.size()),
                       "inputs");
    }
    VKALGO_CHECK(check_arguments(state_->arguments_of(arguments, shape), state_->context.profile()));
    const SpanScope span(recorder, "dp " + header.problem);
    std::vector<BufferView> inputs;
    for (std::size_t k = 0; k < header.inputs.size(); ++k) {
        const std::uint64_t bytes = word_bytes(header.inputs[k], shape.input_counts[k]);
        // An input without elements is not read, but some view must be bound for it.
        inputs.push_back(bytes == 0 ? state_->buffers.counts.view().slice(0, 4) : arguments.inputs[k].slice(0, bytes));
    }
    const Recording recording = state_->recording(*planned, outline, std::move(inputs));
    const RunArguments& run = recording.arguments();
    const std::uint64_t value_bytes = size_of(header.value_type());
    const BufferView value = arguments.answer ? arguments.answer.slice(0, value_bytes) : BufferView{};
    if (shape.size.empty()) {
        for (const BufferView& view : {run.status, run.answer, value}) {
            if (view) {
                recorder.fill(view, 0);
            }
        }
        for (const BufferView& view : run.outputs) {
            recorder.fill(view, 0);
        }
        return recorder.status();
    }
    if (!recording.counts().empty()) {
        recorder.update(run.counts.slice(0, recording.counts().size()), recording.counts());
    }
    recorder.keep(planned);
    VKALGO_CHECK(recording.record(recorder, *planned->run));
    if (value) {
        recorder.copy(run.answer.slice(0, value_bytes), value);
    }
    return recorder.status();
}

Result<RecurrenceAccess> PreparedRecurrence::access(const RecurrenceArguments& arguments) const {
    VKALGO_TRY(const Instance outline, state_->outline(arguments));
    VKALGO_TRY(const auto planned, state_->planned(outline));
    if (arguments.inputs.size() != state_->header().inputs.size()) {
        return invalid("the recurrence has " + counted(state_->header().inputs.size(), "input") +
                           ", but the arguments have " + std::to_string(arguments.inputs.size()),
                       "inputs");
    }
    VKALGO_TRY(auto touched, dry_accesses(state_->context, state_->arguments_of(arguments, planned->shape),
                                          [&](Recorder& recorder) { return record(recorder, arguments); }));
    RecurrenceAccess access;
    access.answer = touched.back();
    touched.pop_back();
    access.inputs = std::move(touched);
    return access;
}

Result<RecordingPlan> PreparedRecurrence::plan(const RecurrenceArguments& arguments) const {
    VKALGO_TRY(const Instance outline, state_->outline(arguments));
    VKALGO_TRY(const auto planned, state_->planned(outline));
    return RecordingPlan{planned->shape, planned->plan->layout, planned->plan->dispatches};
}

Result<Solution> PreparedRecurrence::read(Runner& runner, const RecurrenceArguments& arguments) const {
    const RecurrenceHeader& header = state_->header();
    VKALGO_TRY(const Instance outline, state_->outline(arguments));
    VKALGO_TRY(const auto planned, state_->planned(outline));
    Solution solution = solution_of(header, state_->stage, planned->shape, *planned->plan);
    solution.call.device_bytes = device_bytes();
    std::array<std::byte, sizeof(Status)> raised{};
    VKALGO_CHECK(runner.download(status().slice(0, raised.size()), raised));
    VKALGO_CHECK(explain(raised));
    if (!planned->shape.size.empty()) {
        VKALGO_CHECK(state_->recording(*planned, outline).read(runner, state_->keep, solution));
    }
    return solution;
}

BufferView PreparedRecurrence::status() const {
    return state_->buffers.status.view().slice(0, sizeof(Status));
}

BufferView PreparedRecurrence::answer() const {
    return state_->buffers.answer.view().slice(0, sizeof(AnswerRecord));
}

BufferView PreparedRecurrence::path() const {
    return state_->keep.solution ? state_->buffers.path.view() : BufferView{};
}

BufferView PreparedRecurrence::output(std::string_view name) const {
    const auto& declared = state_->header().outputs;
    for (std::size_t k = 0; k < declared.size(); ++k) {
        if (declared[k].name == name) {
            return state_->buffers.outputs[k].view();
        }
    }
    return {};
}

BufferView PreparedRecurrence::table() const {
    const TableView table = state_->buffers.table.view();
    return state_->keep.table && !table.parts.empty() ? table.parts.front() : BufferView{};
}

Result<void> PreparedRecurrence::explain(std::span<const std::byte> status) const {
    Status raised;
    if (status.size() < sizeof raised) {
        return invalid("a status has " + std::to_string(sizeof raised) + " bytes, but " +
                           std::to_string(status.size()) + " are given",
                       "status");
    }
    std::memcpy(&raised, status.data(), sizeof raised);
    return status_error(raised, {state_->header(), state_->recurrence.file(), state_->stage, method()});
}

}  // namespace vkalgo::dp
