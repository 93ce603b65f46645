#include "algorithms/dp/method/stored_walk.hpp"

#include "engine/context.hpp"

namespace vkalgo::dp {

Result<StoredWalkPlan> plan_stored_walk(MethodPlan& plan, const Question& question, const Order& order,
                                        const DeviceProfile& profile) {
    StoredWalkPlan walk;
    if (!question.keep.solution) {
        return walk;
    }
    const RecurrenceHeader& header = *question.header;
    if (header.has_solution_function || !header.has_solution()) {
        return Error{ErrorCode::unsupported, "this method finds solutions by step() and by the splits of a 'reduce'",
                     "method"};
    }
    const bool splits = !header.has_step;
    walk.module = module_name(splits ? "splits" : "walk", header, plan);
    walk.each = splits ? kSplitNodes : walk_steps_per_dispatch(header, profile);
    plan.modules.push_back(walk.module);
    plan.walks_from_found = true;
    plan.path_records = splits ? split_records(order.size) : step_records(header, order);
    plan.walk_steps = plan.path_records / walk.each + 1;
    plan.parts.push_back({"path", plan.path_records * path_record_bytes(header)});
    return walk;
}

Result<StoredWalk> StoredWalk::create(Context& context, const CompiledRecurrence& recurrence, const MethodPlan& plan,
                                      const Order& order, const StoredWalkPlan& walk) {
    StoredWalk made;
    if (!walk.module.empty()) {
        const std::uint32_t workgroup = walk.module.starts_with("splits") ? VKALGO_SPLITS_WORKGROUP : 1;
        VKALGO_TRY(made.kernel_,
                   make_kernel(context, recurrence, walk.module, table_constants(plan, order, workgroup)));
        made.each_ = walk.each;
    }
    return made;
}

void StoredWalk::record(Recorder& recorder, const MethodPlan& plan, const RunArguments& arguments,
                        const BufferView& place, std::uint64_t first, std::uint64_t count) const {
    const BufferView table = arguments.table.bound();
    std::vector<Binding> bindings{table, table, arguments.status, arguments.path, place, arguments.answer};
    add_arrays(bindings, arguments);
    shader::VkalgoWalkPush push{};
    push.steps = each_;
    push.capacity = static_cast<std::uint32_t>(plan.path_records);
    for (std::uint64_t s = first; s < first + count && s < plan.walk_steps; ++s) {
        push.begin = s == 0 ? 1 : 0;
        arguments.table.use(recorder, Access::read);
        recorder.dispatch(*kernel_, bindings_of(*kernel_, bindings), push_with_params(push, arguments.params),
                          Groups{});
    }
}

}  // namespace vkalgo::dp
