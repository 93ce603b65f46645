#include "algorithms/dp/run.hpp"

#include "algorithms/dp/kernels.hpp"
#include "engine/context.hpp"
#include "shaders/dp/dp.h"

#include <algorithm>
#include <cstring>

namespace vkalgo::dp {
namespace {

template <class T>
Result<T> download_value(Runner& runner, const Buffer& buffer) {
    T value{};
    VKALGO_CHECK(runner.download(buffer.view().slice(0, sizeof value), std::as_writable_bytes(std::span(&value, 1))));
    return value;
}

std::string place(std::int64_t i, std::int64_t j) {
    return "(" + std::to_string(i) + ", " + std::to_string(j) + ")";
}

}  // namespace

Result<RunBuffers> RunBuffers::create(Runner& runner, const RecurrenceHeader& header, const Instance& instance,
                                      const MethodPlan& plan) {
    Context& context = runner.context();
    RunBuffers made;
    for (const InputDeclaration& input : header.inputs) {
        std::vector<std::byte> words = instance.inputs.at(input.name).data;
        // Bound are the words that hold elements: the kernels take a read beyond them for one outside the input.
        const std::uint64_t used = std::max<std::uint64_t>(4, (words.size() + 3) / 4 * 4);
        words.resize(Buffer::rounded(words.size()));
        VKALGO_TRY(Buffer buffer, runner.upload_new(words, input.name.c_str()));
        made.input_views.push_back(buffer.view().slice(0, used));
        made.inputs.push_back(std::move(buffer));
    }
    if (plan.table_bytes != 0) {
        VKALGO_TRY(made.table,
                   Buffer::create(
                       context, {.size = plan.table_bytes, .device_address = plan.table_by_address, .name = "table"}));
    }
    if (plan.scratch_bytes != 0) {
        VKALGO_TRY(made.scratch, Buffer::create(context, {.size = plan.scratch_bytes, .name = "scratch"}));
    }
    if (plan.path_records != 0) {
        VKALGO_TRY(made.path,
                   Buffer::create(context,
                                  {.size = sizeof(PathHead) + plan.path_records * sizeof(PathRecord), .name = "path"}));
    }
    VKALGO_TRY(made.status, Buffer::create(context, {.size = sizeof(Status), .name = "status"}));
    VKALGO_TRY(made.answer, Buffer::create(context, {.size = 16, .name = "answer"}));
    made.params = pack_params(header, instance);
    return made;
}

RunArguments RunBuffers::arguments() const {
    RunArguments views;
    views.inputs = input_views;
    views.params = params;
    views.table = table.view();
    views.table_address = table.device_address();
    views.scratch = scratch.view();
    views.status = status.view();
    views.answer = answer.view();
    views.path = path.view();
    return views;
}

Result<void> RunBuffers::check_status(Runner& runner, const CompiledRecurrence& recurrence, Pattern pattern,
                                      const Method& method) const {
    VKALGO_TRY(const Status raised, download_value<Status>(runner, status));
    const std::string cell = recurrence.file + ": cell " + place(raised.i, raised.j);
    const bool stepped = (raised.flags & VKALGO_STATUS_STEP) != 0;
    const std::string read = (stepped ? ": its step() goes to " : " reads at") + place(raised.a, raised.b);
    const std::string cure = stepped ? "; let it go to an earlier cell, the last time into the base region" : "";
    if ((raised.flags & VKALGO_STATUS_LOOPS) != 0) {
        return Error{
            ErrorCode::too_large,
            recurrence.file +
                ": its loops were stopped by the driver, which allows an invocation a fixed total of iterations" +
                (method.many_cells_per_invocation
                     ? "; method " + std::string(method.name) + " computes many cells in one invocation"
                     : "; make the instance smaller, or its loops shorter"),
            method.many_cells_per_invocation ? "method" : "recurrence"};
    }
    if ((raised.flags & VKALGO_STATUS_OUTSIDE) != 0) {
        return Error{ErrorCode::invalid_argument, cell + read + ", which lies outside the table or its domain" + cure,
                     "recurrence"};
    }
    if ((raised.flags & VKALGO_STATUS_NOT_EARLIER) != 0) {
        return Error{
            ErrorCode::invalid_argument,
            cell + read + ", which pattern " + std::string(to_string(pattern)) + " does not compute earlier" + cure,
            "recurrence"};
    }
    if ((raised.flags & VKALGO_STATUS_TOO_FAR) != 0) {
        return Error{ErrorCode::invalid_argument,
                     cell + read + ", which class " + std::string(to_string(recurrence.header.recurrence_class)) +
                         " does not reach; mend the read, or declare the class it needs",
                     "recurrence"};
    }
    if ((raised.flags & VKALGO_STATUS_INPUT) != 0) {
        return Error{ErrorCode::invalid_argument,
                     cell + " reads element " + std::to_string(raised.a) + " of input " +
                         input_name(recurrence.header, raised.b) + ", which has no such element",
                     "recurrence"};
    }
    if ((raised.flags & VKALGO_STATUS_OVERFLOW) != 0) {
        return Error{ErrorCode::overflow,
                     cell + " overflows its type " + std::string(to_string(recurrence.header.cell)), "cell"};
    }
    if ((raised.flags & VKALGO_STATUS_STALLED) != 0) {
        return Error{ErrorCode::timeout, "a workgroup waited too long for another on this device", "method"};
    }
    return {};
}

Result<PathHead> RunBuffers::path_head(Runner& runner) const {
    return download_value<PathHead>(runner, path);
}

Result<void> RunBuffers::read_path(Runner& runner, const MethodPlan& plan, bool has_step, Solution& solution) const {
    VKALGO_TRY(const PathHead head, path_head(runner));
    if (head.done == 0 || head.count > plan.path_records) {
        return Error{ErrorCode::invalid_argument,
                     "the walk of the solution did not reach the base after " + std::to_string(head.count) +
                         " steps; does step(i, j) always go to an earlier cell?",
                     "recurrence"};
    }
    solution.path.resize(head.count);
    if (has_step) {
        solution.path_end = Cell{head.i, head.j};
    }
    if (head.count == 0) {
        return {};
    }
    return runner.download(path.view().slice(sizeof(PathHead), head.count * sizeof(PathRecord)),
                           std::as_writable_bytes(std::span(solution.path)));
}

Result<std::vector<std::byte>> RunBuffers::read_table(Runner& runner, const MethodPlan& plan, ElementType cell) const {
    const std::size_t bytes = size_of(cell);
    std::vector<std::byte> stored(static_cast<std::size_t>(plan.layout.cells) * bytes);
    VKALGO_CHECK(runner.download(table.view(), stored));
    const TableSize size = plan.layout.frame.size;
    std::vector<std::byte> rows(static_cast<std::size_t>(size.rows * size.columns) * bytes);
    std::byte* target = rows.data();
    for (std::int64_t i = 0; i < size.rows; ++i) {
        for (std::int64_t j = 0; j < size.columns; ++j, target += bytes) {
            std::memcpy(target, stored.data() + static_cast<std::size_t>(plan.layout.index_of({i, j})) * bytes, bytes);
        }
    }
    return rows;
}

}  // namespace vkalgo::dp
