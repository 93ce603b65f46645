#include "algorithms/dp/method.hpp"

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

Result<void> check_memory(const MethodPlan& plan, const Question& question, const DeviceProfile& profile,
                          std::uint64_t limit) {
    const std::uint64_t wanted = device_bytes(plan, question.shape);
    const bool own_limit = limit != 0 && (profile.device_memory == 0 || limit <= profile.device_memory);
    const std::uint64_t available = own_limit ? limit : profile.device_memory;
    if (available == 0 || wanted <= available) {
        return {};
    }
    return Error{ErrorCode::too_large,
                 "method " + std::string(plan.method->name) + " wants " + megabytes(wanted) +
                     " of device memory, and " + (own_limit ? "the memory limit is " : "the device has ") +
                     megabytes(available),
                 "memory_limit"};
}

/// Inputs and the path are bound whole; the methods see to their tables and borders themselves.
Result<void> check_bindings(const MethodPlan& plan, const Question& question, const DeviceProfile& profile) {
    const auto refuse = [&](const std::string& what, std::uint64_t bytes, const char* where) {
        return Error{ErrorCode::too_large,
                     what + " takes " + megabytes(bytes) + ", and one storage buffer of this device holds " +
                         megabytes(profile.max_storage_range),
                     where};
    };
    const auto input = static_cast<std::uint64_t>(question.shape.largest_input);
    if (input > profile.max_storage_range) {
        return refuse("the largest input", input, "size");
    }
    const std::uint64_t path = sizeof(PathHead) + plan.path_records * sizeof(PathRecord);
    if (plan.path_records != 0 && path > profile.max_storage_range) {
        return refuse("the path of the solution", path, "solution");
    }
    return {};
}

/// All of them, the preferred first.
std::vector<const Method*> by_preference() {
    std::vector<const Method*> ordered(methods().begin(), methods().end());
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const Method* a, const Method* b) { return a->preference > b->preference; });
    return ordered;
}

Result<std::unique_ptr<MethodPlan>> plan_by(const Method& method, const Question& question,
                                            const DeviceProfile& profile) {
    VKALGO_TRY(auto plan, method.plan(question, profile));
    plan->method = &method;
    return plan;
}

Result<std::unique_ptr<MethodPlan>> preferred_plan(const Question& question, const DeviceProfile& profile) {
    // What keeps the preferred one of the methods that could run it: the next ones would say to take that one.
    Error refused{ErrorCode::unsupported, "no method was built in", "method"};
    const bool loops_are_stopped = question.header->has_loops && profile.max_loop_iterations != 0;
    for (const Method* method : by_preference()) {
        if (loops_are_stopped && method->many_cells_per_invocation) {
            continue;
        }
        auto plan = plan_by(*method, question, profile);
        if (plan) {
            return plan;
        }
        if (refused.code != ErrorCode::too_large) {
            refused = plan.error();
        }
    }
    return refused;
}

Result<std::unique_ptr<MethodPlan>> named_plan(std::string_view name, const Question& question,
                                               const DeviceProfile& profile) {
    if (const Method* method = find_method(name)) {
        return plan_by(*method, question, profile);
    }
    std::string names;
    for (const Method* each : methods()) {
        names += (names.empty() ? "" : ", ") + std::string(each->name);
    }
    return Error{ErrorCode::invalid_argument, "there is no method '" + std::string(name) + "'; there are: " + names,
                 "method"};
}

}  // namespace

const Method* find_method(std::string_view name) {
    const auto all = methods();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Method* method) { return method->name == name; });
    return found == all.end() ? nullptr : *found;
}

const Method& reference_method() {
    const std::vector<const Method*> ordered = by_preference();
    return **std::find_if(ordered.begin(), ordered.end(),
                          [](const Method* method) { return method->runs_everything && method->checks_reads; });
}

std::int64_t TableLayout::index_of(Cell user) const {
    if (wavefront_contiguous) {
        return frame.index_of(user);
    }
    const Cell c = frame.to_canonical(user);
    return c.i * pitch + lead + c.j;
}

std::uint64_t device_bytes(const MethodPlan& plan, const Shape& shape) {
    const auto rounded = [](std::uint64_t bytes) { return bytes == 0 ? 0 : Buffer::rounded(bytes); };
    std::uint64_t bytes = static_cast<std::uint64_t>(shape.input_bytes) + rounded(plan.table_bytes) +
                          rounded(plan.scratch_bytes) + sizeof(Status) + 16;
    bytes += plan.staging_bytes;
    if (plan.path_records != 0) {
        bytes += rounded(sizeof(PathHead) + plan.path_records * sizeof(PathRecord));
    }
    return bytes;
}

Result<std::unique_ptr<MethodPlan>> make_plan(const Question& question, const DeviceProfile& profile,
                                              std::string_view method, std::uint64_t memory_limit) {
    VKALGO_TRY(auto plan, method.empty() ? preferred_plan(question, profile) : named_plan(method, question, profile));
    VKALGO_CHECK(check_bindings(*plan, question, profile));
    const std::uint64_t path_bytes = plan->path_records * sizeof(PathRecord);
    const std::uint64_t table_bytes = question.keep.table ? plan->table_bytes : 0;
    plan->staging_bytes = Runner::staging_bytes(static_cast<std::uint64_t>(question.shape.largest_input),
                                                std::max<std::uint64_t>({path_bytes, table_bytes, sizeof(Status)}));
    VKALGO_CHECK(check_memory(*plan, question, profile, memory_limit));
    return plan;
}

}  // namespace vkalgo::dp
