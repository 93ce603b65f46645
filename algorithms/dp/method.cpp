#include "algorithms/dp/method.hpp"

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
    std::string help = question.keep.table      ? "leave out the table (--table, --show)"
                       : question.keep.solution ? "leave out --solution"
                                                : "make the instance smaller";
    if (plan.method == "stage" && question.header->recurrence_class == RecurrenceClass::local) {
        help += ", or take --method tile";
    }
    if (own_limit) {
        help += ", or raise --memory";
    }
    return Error{ErrorCode::too_large,
                 "method " + plan.method + " wants " + megabytes(wanted) + " of device memory and " +
                     megabytes(available) + (own_limit ? " are allowed by --memory" : " are on the device") + "; " +
                     help,
                 "memory"};
}

/// Inputs and the path are bound whole; the methods see to their tables and borders themselves.
Result<void> check_bindings(const MethodPlan& plan, const Question& question, const DeviceProfile& profile) {
    const auto refuse = [&](const std::string& what, std::uint64_t bytes, const std::string& help) {
        return Error{ErrorCode::too_large,
                     what + " takes " + megabytes(bytes) + " and one storage buffer of this device holds at most " +
                         megabytes(profile.max_storage_range) + "; " + help,
                     "memory"};
    };
    const auto input = static_cast<std::uint64_t>(question.shape.largest_input);
    if (input > profile.max_storage_range) {
        return refuse("the largest input", input, "make it smaller");
    }
    const std::uint64_t path = sizeof(PathHead) + plan.path_records * sizeof(PathRecord);
    if (plan.path_records != 0 && path > profile.max_storage_range) {
        return refuse("the path of the solution", path, "leave out --solution or make the instance smaller");
    }
    return {};
}

Result<std::unique_ptr<MethodPlan>> preferred_plan(const Question& question, const DeviceProfile& profile) {
    std::vector<const Method*> ordered(methods().begin(), methods().end());
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const Method* a, const Method* b) { return a->preference > b->preference; });
    // What keeps the preferred one of the methods that could run it: the next ones would say to take that one.
    Error refused{ErrorCode::unsupported, "no method was built in", {}};
    const bool loops_are_stopped = question.header->has_loops && profile.max_loop_iterations != 0;
    for (const Method* method : ordered) {
        if (loops_are_stopped && method->many_cells_an_invocation) {
            continue;
        }
        auto plan = method->plan(question, profile);
        if (plan) {
            return plan;
        }
        if (refused.code != ErrorCode::too_large) {
            refused = plan.error();
        }
    }
    return refused;
}

}  // namespace

std::int64_t TableLayout::index_of(Cell user) const {
    if (wavefront_contiguous) {
        return frame.index_of(user);
    }
    const Cell c = frame.to_canonical(user);
    return c.i * pitch + lead + c.j;
}

std::uint64_t device_bytes(const MethodPlan& plan, const Shape& shape) {
    const auto rounded = [](std::uint64_t bytes) {
        return bytes == 0 ? 0 : std::max<std::uint64_t>(16, (bytes + 15) / 16 * 16);
    };
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
    std::unique_ptr<MethodPlan> plan;
    if (method.empty()) {
        VKALGO_TRY(plan, preferred_plan(question, profile));
    } else {
        const auto all = methods();
        const auto found = std::find_if(all.begin(), all.end(), [&](const Method* e) { return e->name == method; });
        if (found == all.end()) {
            std::string names;
            for (const Method* e : all) {
                names += (names.empty() ? "" : ", ") + std::string(e->name);
            }
            return Error{ErrorCode::invalid_argument,
                         "there is no method '" + std::string(method) + "'; there are: " + names, "method"};
        }
        VKALGO_TRY(plan, (*found)->plan(question, profile));
    }
    VKALGO_CHECK(check_bindings(*plan, question, profile));
    const std::uint64_t path_bytes = plan->path_records * sizeof(PathRecord);
    const std::uint64_t table_bytes = question.keep.table ? plan->table_bytes : 0;
    plan->staging_bytes = Runner::staging_bytes(static_cast<std::uint64_t>(question.shape.largest_input),
                                                std::max<std::uint64_t>({path_bytes, table_bytes, sizeof(Status)}));
    VKALGO_CHECK(check_memory(*plan, question, profile, memory_limit));
    return plan;
}

}  // namespace vkalgo::dp
