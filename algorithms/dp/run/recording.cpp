#include "algorithms/dp/run/recording.hpp"

#include "engine/context.hpp"

#include <algorithm>
#include <utility>

namespace vkalgo::dp {
namespace {

/// Returns a view of the first `bytes` bytes of a buffer, rounded up by Buffer::rounded(). Null for 0 bytes.
BufferView part_of(const Buffer& buffer, std::uint64_t bytes) {
    return bytes == 0 ? BufferView{} : buffer.view().slice(0, Buffer::rounded(bytes));
}

/// Returns a view of a plan's table in `buffers`, which must be large enough for the table.
TableView table_of(const TableBuffers& buffers, const MethodPlan& plan) {
    TableView table = plan.table_bytes == 0 ? TableView() : buffers.view();
    if (plan.part_bytes == 0 && !table.parts.empty()) {
        table.parts.front() = table.parts.front().slice(0, Buffer::rounded(plan.table_bytes));
    }
    if (!plan.table_by_address) {
        table.address = 0;
    }
    return table;
}

}  // namespace

RunBytes RunBytes::united(const RunBytes& other) const {
    return {std::max(table, other.table), std::max(scratch, other.scratch), std::max(path, other.path)};
}

Result<RunBuffers> RunBuffers::create(Context& context, const RecurrenceHeader& header, const Shape& shape,
                                      const MethodPlan& plan, const RunBytes& bytes) {
    RunBuffers made;
    const auto make = [&](Buffer& target, std::uint64_t size, const char* name) -> Result<void> {
        if (size != 0) {
            VKALGO_TRY(target, Buffer::create(context, {.size = size, .name = name}));
        }
        return {};
    };
    for (std::size_t k = 0; k < header.outputs.size(); ++k) {
        const OutputDeclaration& output = header.outputs[k];
        VKALGO_CHECK(make(made.outputs.emplace_back(), output_buffer_bytes(output, shape.output_counts[k]),
                          output.name.c_str()));
    }
    const std::uint64_t arrays = header.inputs.size() + header.outputs.size();
    VKALGO_CHECK(make(made.counts, arrays * sizeof(std::uint32_t), "element counts"));
    MethodPlan stored;  // The fields that TableBuffers reads
    stored.table_bytes = bytes.table;
    stored.table_by_address = plan.table_by_address;
    stored.part_bytes = plan.part_bytes;
    VKALGO_TRY(made.table, TableBuffers::create(context, stored));
    VKALGO_CHECK(make(made.scratch, bytes.scratch, "scratch"));
    VKALGO_CHECK(make(made.path, bytes.path, "path"));
    VKALGO_CHECK(make(made.status, sizeof(Status), "status"));
    VKALGO_CHECK(make(made.answer, sizeof(AnswerRecord), "answer"));
    return made;
}

bool RunBuffers::have_room(const RecurrenceHeader& header, const Shape& shape, const MethodPlan& plan) const {
    bool fits =
        plan.table_bytes <= table_bytes() && plan.scratch_bytes <= scratch.size() && plan.path_bytes <= path.size();
    for (std::size_t k = 0; k < outputs.size(); ++k) {
        fits = fits && output_buffer_bytes(header.outputs[k], shape.output_counts[k]) <= outputs[k].size();
    }
    return fits;
}

std::uint64_t RunBuffers::table_bytes() const {
    std::uint64_t bytes = 0;
    for (const BufferView& part : table.view().parts) {
        bytes += part.size;
    }
    return bytes;
}

std::uint64_t RunBuffers::size() const {
    std::uint64_t bytes = table_bytes();
    for (const Buffer* each : {&counts, &scratch, &path, &status, &answer}) {
        bytes += each->size();
    }
    for (const Buffer& output : outputs) {
        bytes += output.size();
    }
    return bytes;
}

Recording::Recording(const RecurrenceHeader& header, const Shape& shape, const MethodPlan& plan,
                     const RunBuffers& buffers, std::vector<BufferView> inputs, std::vector<std::byte> params)
    : header_(&header), plan_(&plan), inputs_(std::move(inputs)), params_(std::move(params)) {
    for (const std::int64_t count : shape.input_counts) {
        counts_.push_back(static_cast<std::uint32_t>(count));
    }
    for (std::size_t k = 0; k < buffers.outputs.size(); ++k) {
        counts_.push_back(static_cast<std::uint32_t>(shape.output_counts[k]));
        outputs_.push_back(
            buffers.outputs[k].view().slice(0, output_buffer_bytes(header.outputs[k], shape.output_counts[k])));
    }
    arguments_.inputs = inputs_;
    arguments_.outputs = outputs_;
    arguments_.counts = buffers.counts.view();
    arguments_.params = params_;
    arguments_.table = table_of(buffers.table, plan);
    arguments_.scratch = part_of(buffers.scratch, plan.scratch_bytes);
    arguments_.status = buffers.status.view();
    arguments_.answer = buffers.answer.view();
    arguments_.path = part_of(buffers.path, plan.path_bytes);
}

Result<void> Recording::record(Recorder& recorder, const MethodRun& run) const {
    VKALGO_CHECK(run.record(recorder, arguments_, 0, plan_->steps));
    return plan_->traceback_steps == 0 ? Result<void>()
                                       : run.record_traceback(recorder, arguments_, 0, plan_->traceback_steps);
}

Result<void> Recording::read(Runner& runner, const Keep& keep, Solution& solution) const {
    VKALGO_CHECK(read_answer(runner, arguments_.answer, *plan_, *header_, solution));
    if (keep.solution) {
        VKALGO_CHECK(read_path(runner, arguments_.path, *plan_, *header_, solution));
    }
    VKALGO_CHECK(read_outputs(runner, outputs_, *header_, solution));
    if (keep.table) {
        VKALGO_TRY(solution.table,
                   read_table(runner, arguments_.table, *plan_, solution.shape.size, header_->cell_bytes()));
    }
    return {};
}

Result<LoadedRun> LoadedRun::create(Runner& runner, const RecurrenceHeader& header, const Instance& instance,
                                    const Shape& shape, const MethodPlan& plan) {
    std::vector<Buffer> inputs;
    std::vector<BufferView> views;
    for (const InputDeclaration& input : header.inputs) {
        // Kernels read whole words, and ignore the bytes after the last element.
        const InputArray& array = instance.inputs.at(input.name);
        VKALGO_TRY(Buffer buffer, runner.upload_new(array.data, input.name.c_str()));
        views.push_back(buffer.view().slice(0, std::max<std::uint64_t>(4, (array.data.size() + 3) / 4 * 4)));
        inputs.push_back(std::move(buffer));
    }
    VKALGO_TRY(RunBuffers buffers, RunBuffers::create(runner.context(), header, shape, plan, RunBytes::of(plan)));
    Recording recording(header, shape, plan, buffers, std::move(views), pack_params(header, instance));
    if (!recording.counts().empty()) {
        VKALGO_CHECK(runner.upload(buffers.counts.view(), recording.counts()));
    }
    return LoadedRun{std::move(inputs), std::move(buffers), std::move(recording)};
}

}  // namespace vkalgo::dp
