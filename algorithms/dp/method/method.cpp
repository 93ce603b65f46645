#include "algorithms/dp/method/method.hpp"

#include "algorithms/dp/recurrence/analysis/narrow.hpp"
#include "engine/buffer.hpp"
#include "engine/runner.hpp"

#include <algorithm>

namespace vkalgo::dp {
namespace {

std::string megabytes(std::uint64_t bytes) {
    if (bytes < 10'000'000) {
        return std::to_string(bytes) + " bytes";
    }
    return std::to_string((bytes + 999'999) / 1'000'000) + " MB (" + std::to_string(bytes) + " bytes)";
}

Result<void> check_memory(const MethodPlan& plan, const PlanRequest& request, const DeviceProfile& profile) {
    const std::uint64_t limit = request.memory_limit;
    const std::uint64_t wanted = device_bytes(plan, request.shape);
    const bool own_limit = limit != 0 && (profile.device_memory == 0 || limit <= profile.device_memory);
    const std::uint64_t available = own_limit ? limit : profile.device_memory;
    if (available == 0 || wanted <= available) {
        return {};
    }
    return Error{ErrorCode::too_large,
                 "method " + std::string(plan.method->name) + " needs " + megabytes(wanted) +
                     " of device memory, but " + (own_limit ? "the memory limit is " : "the device has ") +
                     megabytes(available),
                 "memory_limit"};
}

/// Checks the buffers that are bound whole: inputs, outputs and path. The methods check their tables and their scratch
/// memory themselves.
Result<void> check_bindings(const MethodPlan& plan, const PlanRequest& request, const DeviceProfile& profile) {
    const auto refuse = [&](const std::string& what, std::uint64_t bytes, const char* where) {
        return Error{ErrorCode::too_large,
                     what + " takes " + megabytes(bytes) + ", but one storage buffer of this device holds at most " +
                         megabytes(profile.max_storage_range),
                     where};
    };
    const auto input = static_cast<std::uint64_t>(request.shape.largest_input);
    if (input > profile.max_storage_range) {
        return refuse("the largest input", input, "size");
    }
    for (std::size_t k = 0; k < request.shape.output_counts.size(); ++k) {
        const OutputDeclaration& output = request.header->outputs[k];
        const std::uint64_t bytes = output_buffer_bytes(output, request.shape.output_counts[k]);
        if (bytes > profile.max_storage_range) {
            return refuse("output '" + output.name + "'", bytes, "size");
        }
    }
    if (plan.path_bytes > profile.max_storage_range) {
        return refuse("the path of the solution", plan.path_bytes, "solution");
    }
    return {};
}

std::string sharing_names() {
    std::string names;
    for (const Method* method : methods()) {
        if (method->shares) {
            names += (names.empty() ? "" : ", ") + std::string(method->name);
        }
    }
    return names;
}

Result<std::unique_ptr<MethodPlan>> plan_by(const Method& method, const PlanRequest& request,
                                            const DeviceProfile& profile) {
    if (method.plan == nullptr) {
        return refused_by(method.name, "is for batches, and this is a single problem; use another method");
    }
    if (!method.runs_everything && (request.stages || request.keep.layout != Layout::rows)) {
        return Error{ErrorCode::unsupported,
                     "method " + std::string(method.name) +
                         (request.stages ? " fills whole tables, not only some stages; use method "
                                         : " stores tables only row by row; for another layout use method ") +
                         std::string(reference_method().name),
                     request.stages ? "from_stage" : "layout"};
    }
    if (request.share && !method.shares) {
        return Error{ErrorCode::unsupported,
                     "method " + std::string(method.name) +
                         " cannot share a table among devices; these methods can: " + sharing_names(),
                     "method"};
    }
    if (request.share && (request.keep.table || request.keep.solution)) {
        return Error{ErrorCode::unsupported,
                     std::string("several devices that share a table give only the answer; for the ") +
                         (request.keep.table ? "table" : "solution") + " use one device",
                     request.keep.table ? "table" : "solution"};
    }
    // A kept table must have the cells that the header declares, so a run that keeps the table does not use 32-bit
    // cells.
    const bool narrow = method.narrows && request.header->narrows && !request.keep.table && fits_narrow(request.bound);
    const RecurrenceHeader header = narrow ? narrowed(*request.header) : RecurrenceHeader{};
    PlanRequest own = request;
    own.header = narrow ? &header : request.header;
    VKALGO_TRY(auto plan, method.plan(own, profile));
    plan->method = &method;
    plan->narrow = narrow;
    plan->summary += narrow ? "; cells of 32 bits" : "";
    return plan;
}

Result<std::unique_ptr<MethodPlan>> fastest_plan(const PlanRequest& request, const DeviceProfile& profile) {
    std::unique_ptr<MethodPlan> best;
    double least = 0;
    // The error to return if no method can run: that of the method that runs everything. But this method needs the most
    // memory. So if another method is too large as well, the error of the other method is returned. Errors of other
    // kinds are ignored, since they would recommend the method that runs everything.
    Error refused{ErrorCode::unsupported, "this program was built without methods", "method"};
    const bool loops_are_stopped = request.header->has_loops && profile.max_loop_iterations != 0;
    for (const Method* method : methods()) {
        if (method->only_by_name || (loops_are_stopped && method->many_cells_per_invocation)) {
            continue;
        }
        auto plan = plan_by(*method, request, profile);
        if (!plan) {
            const bool for_room = plan.error().code == ErrorCode::too_large && !method->runs_everything;
            if (for_room || (method->runs_everything && refused.code != ErrorCode::too_large)) {
                refused = plan.error();
            }
            continue;
        }
        const double seconds = (*plan)->make_seconds + request.runs * (*plan)->run_seconds;
        if (best == nullptr || seconds < least) {
            best = std::move(*plan);
            least = seconds;
        }
    }
    if (best == nullptr) {
        return refused;
    }
    return best;
}

Result<std::unique_ptr<MethodPlan>> named_plan(std::string_view name, const PlanRequest& request,
                                               const DeviceProfile& profile) {
    if (const Method* method = find_method(name)) {
        return plan_by(*method, request, profile);
    }
    std::string names;
    for (const Method* each : single_methods()) {
        names += (names.empty() ? "" : ", ") + std::string(each->name);
    }
    return Error{ErrorCode::invalid_argument, "there is no method '" + std::string(name) + "'; there are: " + names,
                 "method"};
}

}  // namespace

std::vector<const Method*> single_methods() {
    std::vector<const Method*> found(methods().begin(), methods().end());
    std::erase_if(found, [](const Method* method) { return method->plan == nullptr; });
    return found;
}

const Method* find_method(std::string_view name) {
    const auto all = methods();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Method* method) {
        return method->name == name || (method->former_name != nullptr && method->former_name == name);
    });
    return found == all.end() ? nullptr : *found;
}

Error refused_by(const std::string& method, const std::string& why) {
    return {ErrorCode::unsupported, "method " + method + " " + why, "method"};
}

const Method& reference_method() {
    return **std::find_if(methods().begin(), methods().end(),
                          [](const Method* method) { return method->runs_everything && method->checks_reads; });
}

std::vector<const Method*> methods_for(const PlanRequest& request) {
    DeviceProfile profile;
    profile.type = DeviceType::discrete;
    profile.max_workgroup_invocations = 1024;
    profile.max_workgroup_size = {1024, 1024, 64};
    profile.max_workgroup_count = {~0U, 65535, 65535};
    profile.shared_memory = 48 << 10;
    profile.max_storage_range = ~0U;
    profile.max_allocation = profile.device_memory = std::uint64_t{1} << 40;
    profile.processors = 64;
    profile.max_push_constants = 256;
    profile.max_storage_buffers = 1 << 20;
    profile.subgroup_size = profile.min_subgroup_size = profile.max_subgroup_size = 32;
    profile.subgroup_size_control = true;
    profile.max_workgroup_subgroups = 32;
    profile.subgroup_vote = profile.subgroup_ballot = profile.subgroup_arithmetic = true;
    profile.subgroup_shuffle = profile.subgroup_shuffle_relative = true;
    profile.int8 = profile.int16 = profile.int64 = profile.float16 = profile.float64 = true;
    profile.storage_8bit = profile.storage_16bit = profile.int64_atomics = true;
    profile.buffer_device_address = profile.memory_model_device_scope = profile.timeline_semaphores = true;
    profile.cross_workgroup_progress = true;
    std::vector<const Method*> able;
    for (const Method* method : methods()) {
        if (!method->only_by_name && plan_by(*method, request, profile)) {
            able.push_back(method);
        }
    }
    return able;
}

std::uint64_t device_bytes(const MethodPlan& plan, const Shape& shape) {
    const auto rounded = [](std::uint64_t bytes) { return bytes == 0 ? 0 : Buffer::rounded(bytes); };
    std::uint64_t bytes = static_cast<std::uint64_t>(shape.input_bytes + shape.output_bytes) +
                          rounded(plan.table_bytes) + rounded(plan.part_list_bytes()) + rounded(plan.scratch_bytes) +
                          sizeof(Status) + sizeof(AnswerRecord) +
                          rounded((shape.input_counts.size() + shape.output_counts.size()) * sizeof(std::uint32_t));
    bytes += plan.staging_bytes;
    return bytes + rounded(plan.path_bytes);
}

void add_transfer_bytes(MethodPlan& plan, const PlanRequest& request) {
    plan.path_bytes =
        plan.path_records == 0 ? 0 : sizeof(PathHead) + plan.path_records * path_record_bytes(*request.header);
    const std::uint64_t table_bytes = request.keep.table ? plan.table_bytes : 0;
    plan.staging_bytes = Runner::staging_bytes(static_cast<std::uint64_t>(request.shape.largest_input),
                                               std::max<std::uint64_t>({plan.path_bytes, table_bytes, sizeof(Status)}));
    if (plan.bands) {
        plan.staging_bytes += 2 * Buffer::rounded(plan.bands->border_end) + Buffer::rounded(kBandStatusBytes);
    }
}

Result<std::unique_ptr<MethodPlan>> make_plan(const PlanRequest& request, const DeviceProfile& profile,
                                              std::string_view method, std::uint64_t memory_limit) {
    PlanRequest limited = request;
    limited.memory_limit = memory_limit;
    VKALGO_TRY(auto plan, method.empty() ? fastest_plan(limited, profile) : named_plan(method, limited, profile));
    add_transfer_bytes(*plan, request);
    VKALGO_CHECK(check_bindings(*plan, request, profile));
    VKALGO_CHECK(check_memory(*plan, limited, profile));
    return plan;
}

}  // namespace vkalgo::dp
