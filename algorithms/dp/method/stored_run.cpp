#include "algorithms/dp/method/stored_run.hpp"

#include "engine/context.hpp"

#include <algorithm>

namespace vkalgo::dp {

void StoredPlan::take(const PlanRequest& request) {
    header = *request.header;
    shape = request.shape;
    frame = Frame::of(*request.stage.pattern(), request.shape.size);
    order = Order::of(request.stage, request.shape.size, header.domain);
}

Result<void> StoredPlan::add_modules(std::string_view method_module, const PlanRequest& request,
                                     const DeviceProfile& profile) {
    modules = {module_name(method_module, header, *this)};
    answer_at_end = answer_at_end || header.answer.searches();
    if (answer_at_end) {
        modules.push_back(module_name("answer", header, *this));
    }
    if (!request.keep.solution) {
        return {};
    }
    if (!header.has_solution()) {
        return Error{ErrorCode::invalid_argument,
                     "recurrence '" + header.problem +
                         "' does not say how to find a solution; write a step(), or a solution() with outputs",
                     "solution"};
    }
    if (header.has_solution_function) {
        return refused_by(std::string(method_module),
                          "finds solutions only by step() or by the splits of a 'reduce'; use another method");
    }
    const bool splits = !header.has_step;
    traceback_module = module_name(splits ? "splits" : "traceback", header, *this);
    trace_each = splits ? kSplitNodes : traceback_steps_per_dispatch(header, profile);
    modules.push_back(traceback_module);
    traces_from_found = true;
    path_records = splits ? split_records(order.size) : step_records(header, order);
    traceback_steps = path_records / trace_each + 1;
    parts.push_back({"path", path_records * path_record_bytes(header)});
    return {};
}

Result<void> StoredRun::prepare_ends(const CompiledRecurrence& recurrence) {
    if (stored_.answer_at_end) {
        VKALGO_TRY(answer_, AnswerKernel::create(context_, recurrence, stored_, stored_.order));
    }
    if (!stored_.traceback_module.empty()) {
        const std::uint32_t workgroup = stored_.header.has_step ? 1 : VKALGO_SPLITS_WORKGROUP;
        VKALGO_TRY(traceback_, make_kernel(context_, recurrence, stored_.traceback_module,
                                           table_constants(stored_, stored_.order, workgroup)));
    }
    return {};
}

std::vector<Binding> StoredRun::bind(const RunArguments& arguments, const BufferView& table,
                                     std::initializer_list<BufferView> others) {
    std::vector<Binding> bindings{table, table};
    bindings.insert(bindings.end(), others.begin(), others.end());
    add_arrays(bindings, arguments);
    return bindings;
}

void StoredRun::clear(Recorder& /*recorder*/, const RunArguments& /*arguments*/) const {}

Result<void> StoredRun::record(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                               std::uint64_t count) const {
    const BufferView description = part(arguments, stored_.description);
    if (first == 0) {
        recorder.fill(arguments.status, 0);
        recorder.fill(arguments.answer, 0);
        clear(recorder, arguments);
        record_description(recorder, description,
                           description_of(stored_.order, stored_.layout, stored_.shape.answer, arguments.table),
                           arguments.table);
    }
    const std::uint64_t end = std::min(first + count, stored_.steps);
    if (stored_.shape.size.empty()) {
        return recorder.status();
    }
    for (std::uint64_t step = first; step < end; ++step) {
        dispatch_step(recorder, arguments, step);
    }
    if (end == stored_.steps && first < end && stored_.answer_at_end) {
        answer_.record(recorder, stored_.header, stored_.shape, description, searched_cells(arguments), arguments);
    }
    return recorder.status();
}

Result<void> StoredRun::record_traceback(Recorder& recorder, const RunArguments& arguments, std::uint64_t first,
                                         std::uint64_t count) const {
    const std::vector<Binding> bindings =
        bind(arguments, arguments.table.bound(),
             {arguments.status, arguments.path, part(arguments, stored_.description), arguments.answer});
    shader::VkalgoTracebackPush push{};
    push.steps = stored_.trace_each;
    push.capacity = static_cast<std::uint32_t>(stored_.path_records);
    for (std::uint64_t step = first; step < first + count && step < stored_.traceback_steps; ++step) {
        push.begin = step == 0 ? 1 : 0;
        arguments.table.use(recorder, Access::read);
        recorder.dispatch(*traceback_, bindings_of(*traceback_, bindings), push_with_params(push, arguments.params),
                          Groups{});
    }
    return recorder.status();
}

}  // namespace vkalgo::dp
