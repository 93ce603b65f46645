#include "algorithms/dp/batch/batch_run.hpp"

#include "algorithms/dp/method/kernels.hpp"
#include "algorithms/dp/run/run.hpp"
#include "engine/clock.hpp"
#include "engine/context.hpp"
#include "shaders/dp/batch.h"
#include "shaders/dp/bits.h"
#include "shaders/dp/dp.h"
#include "shaders/dp/packed_f16.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

namespace vkalgo::dp {
namespace {

constexpr std::size_t kBitsList = 8;  // as bits.glsl says

/// At least that large, and what it holds is lost if it has to grow.
Result<void> make_room_in(Context& context, Buffer& buffer, std::uint64_t bytes, const char* name,
                          MemoryKind kind = MemoryKind::device) {
    if (buffer.view() && buffer.size() >= bytes) {
        return {};
    }
    buffer = Buffer();
    VKALGO_TRY(buffer, Buffer::create(context, {.size = bytes + bytes / 8, .kind = kind, .name = name}));
    return {};
}

}  // namespace

/// Of what the device alone uses: a chunk that is under way in another slot has it too.
Result<void> BatchRun::grow(Buffer& buffer, std::uint64_t bytes, const char* name, const Slot& asks) {
    if (buffer.view() && buffer.size() >= bytes) {
        return {};
    }
    for (Slot& other : slots_) {
        if (&other != &asks) {
            collect(other);
        }
    }
    return make_room_in(runner_->context(), buffer, bytes, name);
}

Result<void> BatchRun::make_room(const BatchWork& work, Slot& slot) {
    Context& context = runner_->context();
    const BatchPlan& plan = *work.plan_;
    const BatchChunk& chunk = slot.chunk->range;
    const std::uint64_t cell = plan.header->cell_bytes();
    const BatchWork::Answers answers = work.answers_of(*slot.chunk);
    const std::uint64_t moves = padded(chunk.move_words * 4);
    const std::uint64_t row = work.is_packed_f16() ? 8 * VKALGO_PACKED_F16_GROUP : work.is_bits() ? 4 : cell;
    const std::uint64_t symbols = work.is_packed_f16() ? 8 : work.is_bits() ? plan.digits * 4 : 0;
    VKALGO_CHECK(grow(scratch_.rows, padded(chunk.row_cells * row), "rows", slot));
    VKALGO_CHECK(grow(scratch_.symbols, padded(chunk.row_cells * symbols), "symbols", slot));
    VKALGO_CHECK(grow(scratch_.profiles, padded(work.is_packed_f16() ? work.packed_f16_->profile_bytes() : 0),
                      "profiles", slot));
    VKALGO_CHECK(grow(scratch_.table, padded(chunk.table_cells * cell), "table", slot));
    VKALGO_CHECK(grow(scratch_.moves, moves, "moves", slot));
    VKALGO_CHECK(grow(scratch_.answers, answers.with_tracebacks, "answers", slot));
    VKALGO_CHECK(grow(scratch_.status, sizeof(Status), "status", slot));
    if (!slot.results.view() && !spare_.empty()) {
        slot.results = std::move(spare_.back());
        spare_.pop_back();
    }
    return make_room_in(context, slot.results, sizeof(Status) + answers.bytes + moves, "results", MemoryKind::readback);
}

std::vector<Binding> BatchRun::bindings(const BatchWork& work, const Slot& slot) const {
    const BatchPlan& plan = *work.plan_;
    const BatchChunk& chunk = slot.chunk->range;
    std::vector<Binding> views(work.is_bits() ? kBitsList : VKALGO_BATCH_FIRST_INPUT);
    views[kStatusBinding] = scratch_.status.view();
    const std::uint64_t cell = plan.header->cell_bytes();
    // Buffers have room to grow, perhaps more than one binding may have.
    const auto used = [](const Buffer& buffer, std::uint64_t bytes) { return buffer.view().slice(0, padded(bytes)); };
    if (work.is_bits()) {
        views[VKALGO_BITS_CARRIES] = used(scratch_.rows, chunk.row_cells * 4);
        views[VKALGO_BITS_SYMBOLS_IN] = views[VKALGO_BITS_SYMBOLS_OUT] =
            used(scratch_.symbols, chunk.row_cells * plan.digits * 4);
        views[VKALGO_BITS_STATE_IN] = views[VKALGO_BITS_STATE_OUT] = used(scratch_.table, chunk.table_cells * cell);
        // No workgroup waits for another.
        views[VKALGO_BITS_TICKET] = scratch_.moves.view();
        views[VKALGO_BITS_ANSWER] = scratch_.answers.view();
    } else {
        views[VKALGO_BATCH_ROWS] = used(scratch_.rows, chunk.row_cells * cell);
        views[VKALGO_BATCH_ANSWERS] = scratch_.answers.view();
        views[VKALGO_BATCH_TABLE] = used(scratch_.table, chunk.table_cells * cell);
        views[VKALGO_BATCH_MOVES] = used(scratch_.moves, chunk.move_words * 4);
    }
    views.emplace_back(slot.list.view());
    for (std::size_t k = 0; k < slot.inputs.size(); ++k) {
        const BatchChunk::Elements elements = slot.inputs[k].elements;
        const std::uint64_t bytes = (elements.end - elements.begin) * size_of(plan.header->inputs[k].type);
        views.emplace_back(used(slot.inputs[k].buffer, bytes));
    }
    return views;
}

PackedF16Run::Views BatchRun::packed_f16_views(const BatchWork& work, const Slot& slot) const {
    const ProfileRead& read = *work.plan_->header->profile;
    const std::uint64_t groups = slot.chunk->range.row_cells;
    // Buffers have room to grow, perhaps more than one binding may have.
    const auto used = [](const Buffer& buffer, std::uint64_t bytes) { return buffer.view().slice(0, padded(bytes)); };
    const auto letters = [&](std::size_t input) {
        const BatchChunk::Elements elements = slot.inputs[input].elements;
        return used(slot.inputs[input].buffer, elements.end - elements.begin);
    };
    return {.problems = slot.list.view(),
            .x = letters(read.row),
            .y = letters(read.column),
            .scores = slot.scores.view(),
            .symbols = used(scratch_.symbols, groups * 8),
            .rows = used(scratch_.rows, groups * 8 * VKALGO_PACKED_F16_GROUP),
            .profiles = used(scratch_.profiles, work.packed_f16_->profile_bytes()),
            .answers = scratch_.answers.view()};
}

namespace {

/// Records the kernels of a chunk.
class ChunkRecorder {
public:
    ChunkRecorder(Recorder& recorder, const BatchPlan& plan, std::vector<Binding> views,
                  std::span<const std::byte> params, std::uint64_t tracebacks)
        : recorder_(recorder),
          plan_(plan),
          views_(std::move(views)),
          params_(params),
          first_traceback_(static_cast<std::uint32_t>(tracebacks / 4)) {}

    /// Of `count` problems of a size class, its launch, by workgroups that take `each`.
    void dispatch(const Kernel& kernel, const SizeClass& size_class, std::uint32_t count, std::uint32_t launch,
                  std::uint32_t each) const {
        if (plan_.kernels == BatchPlan::Kernels::bits) {
            shader::VkalgoBitsPush push{};
            push.first_strip = size_class.first;
            push.strips = count;
            push.corner = plan_.header->bits->corner;
            push.launch = launch;
            push.tile_blocks = steps_of(size_class);
            send(kernel, push, count, each);
        } else {
            send(kernel,
                 shader::VkalgoBatchPush{size_class.first, count, launch, steps_of(size_class), first_traceback_},
                 count, each);
        }
    }
    /// Symbols of `count` problems from the first one on.
    void symbols(const Kernel& kernel, std::uint32_t count, std::uint32_t launches) const {
        shader::VkalgoBitsPush push{};
        push.strips = count;
        push.corner = plan_.header->bits->corner;
        push.tile_blocks = static_cast<std::uint32_t>(plan_.symbol_blocks());
        for (push.launch = 0; push.launch < launches; ++push.launch) {
            send(kernel, push, count, 1);
        }
    }

private:
    std::uint32_t steps_of(const SizeClass& size_class) const {
        return size_class.fit.is_cut ? static_cast<std::uint32_t>(plan_.launch_steps(size_class.fit.size)) : 0;
    }
    template <class Push>
    void send(const Kernel& kernel, const Push& push, std::uint32_t count, std::uint32_t each) const {
        recorder_.dispatch(kernel, bindings_of(kernel, views_), push_with_params(push, params_),
                           Groups::linear((std::uint64_t{count} + each - 1) / each, recorder_.context()));
    }

    Recorder& recorder_;
    const BatchPlan& plan_;
    std::vector<Binding> views_;
    std::span<const std::byte> params_;
    std::uint32_t first_traceback_;
};

}  // namespace

Result<void> BatchRun::record(Recorder& recorder, const BatchWork& work, const Slot& slot) const {
    const BatchPlan& plan = *work.plan_;
    const BatchWork::Chunk& chunk = *slot.chunk;
    const BatchWork::Answers answers = work.answers_of(chunk);
    const ChunkRecorder kernels(recorder, plan, work.is_packed_f16() ? std::vector<Binding>{} : bindings(work, slot),
                                work.params_, answers.bytes);
    recorder.fill(scratch_.status.view(), 0);
    recorder.fill(scratch_.answers.view(), 0);
    if (work.is_bits()) {
        const SpanScope span(recorder, "symbols");
        kernels.symbols(*work.symbols_, static_cast<std::uint32_t>(chunk.order.size()), chunk.symbol_launches);
    }
    {
        const SpanScope span(recorder, "tables");
        if (work.is_packed_f16()) {
            work.packed_f16_->record(recorder, packed_f16_views(work, slot), chunk.size_classes);
        }
        for (const SizeClass& size_class : work.is_packed_f16() ? std::vector<SizeClass>{} : chunk.size_classes) {
            const Kernel& fill = *work.kernels_of(size_class.fit).fill;
            for (std::uint32_t launch = 0; launch < size_class.launches.size(); ++launch) {
                kernels.dispatch(fill, size_class, size_class.launches[launch], launch, plan.teams);
            }
        }
    }
    if (plan.solution) {
        const SpanScope span(recorder, "tracebacks");
        for (const SizeClass& size_class : chunk.size_classes) {
            const BatchWork::Kernels& own = work.kernels_of(size_class.fit);
            kernels.dispatch(*own.traceback, size_class, size_class.count, VKALGO_BATCH_NO_LAUNCH,
                             kBatchTracebackWorkgroup);
            for (auto launch = static_cast<std::uint32_t>(size_class.launches.size()); own.keep && launch-- > 0;) {
                kernels.dispatch(*own.keep, size_class, size_class.launches[launch], launch, plan.teams);
                kernels.dispatch(*own.traceback, size_class, size_class.launches[launch], launch,
                                 kBatchTracebackWorkgroup);
            }
        }
    }
    const BufferView results = slot.results.view();
    recorder.copy(scratch_.status.view().slice(0, sizeof(Status)), results.slice(0, sizeof(Status)));
    recorder.copy(scratch_.answers.view().slice(0, answers.bytes), results.slice(sizeof(Status), answers.bytes));
    if (plan.solution) {
        const std::uint64_t moves = padded(chunk.range.move_words * 4);
        recorder.copy(scratch_.moves.view().slice(0, moves), results.slice(sizeof(Status) + answers.bytes, moves));
    }
    recorder.hand_over(results, {VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT});
    return recorder.status();
}

/// The list and the inputs that are not there yet: through the slot's own memory, so that nothing that is under way is
/// waited for, or in parts through the runner's where there is much of one.
Result<void> BatchRun::send(const BatchWork& work, Slot& slot) {
    const auto begin = std::chrono::steady_clock::now();
    Context& context = runner_->context();
    const RecurrenceHeader& header = *work.plan_->header;
    constexpr std::uint64_t kLarge = std::uint64_t{24} << 20;
    std::vector<Copy> copies;
    std::uint64_t total = 0;
    const auto add = [&](const Buffer& target, std::span<const std::byte> bytes) -> Result<void> {
        if (bytes.empty()) {
            return {};
        }
        if (bytes.size() > kLarge) {
            return runner_->stage(target.view(), bytes);
        }
        copies.push_back({target.view().slice(0, bytes.size()), bytes});
        total += padded(bytes.size());
        return {};
    };
    const auto list = std::as_bytes(std::span(slot.chunk->list));
    VKALGO_CHECK(make_room_in(context, slot.list, padded(list.size()), "problems"));
    VKALGO_CHECK(add(slot.list, list));
    if (work.is_packed_f16()) {
        const auto scores = std::as_bytes(std::span(work.packed_f16_->scores()));
        VKALGO_CHECK(make_room_in(context, slot.scores, padded(scores.size()), "scores"));
        VKALGO_CHECK(add(slot.scores, scores));
    }
    slot.inputs.resize(header.inputs.size());
    for (std::size_t k = 0; k < header.inputs.size(); ++k) {
        const BatchInput& input = work.batch_->inputs.at(header.inputs[k].name);
        Slot::Input& target = slot.inputs[k];
        const BatchChunk::Elements wanted = slot.chunk->range.inputs[k];
        if (target.buffer.view() && target.elements == wanted && target.number == work.number_) {
            continue;
        }
        const std::uint64_t bytes = size_of(input.type);
        const auto data = input.data.subspan(wanted.begin * bytes, (wanted.end - wanted.begin) * bytes);
        target.number = 0;
        VKALGO_CHECK(make_room_in(context, target.buffer, padded(data.size()), header.inputs[k].name.c_str()));
        VKALGO_CHECK(add(target.buffer, data));
        target.elements = wanted;
        target.number = work.number_;
    }
    if (!copies.empty()) {
        VKALGO_CHECK(make_room_in(context, slot.upload, total, "upload", MemoryKind::upload));
        const std::span<std::byte> mapped = slot.upload.mapped();
        std::uint64_t place = 0;
        for (const Copy& copy : copies) {
            std::memcpy(mapped.data() + place, copy.bytes.data(), copy.bytes.size());
            place += padded(copy.bytes.size());
        }
        VKALGO_TRY(slot.sent, runner_->submit([&](Recorder& recorder) {
            std::uint64_t from = 0;
            for (const Copy& copy : copies) {
                recorder.copy(slot.upload.view().slice(from, copy.bytes.size()), copy.target);
                from += padded(copy.bytes.size());
            }
            return recorder.status();
        }));
    }
    upload_milliseconds_ += milliseconds_since(begin);
    return {};
}

Result<Ticket> BatchRun::submit(const BatchWork& work, Slot& slot) {
    VKALGO_CHECK(make_room(work, slot));
    VKALGO_CHECK(send(work, slot));
    return runner_->submit([&](Recorder& recorder) { return record(recorder, work, slot); });
}

Result<void> BatchRun::begin(const BatchWork& work, const std::shared_ptr<BatchWork::Chunk>& chunk) {
    if (chunk->order.empty()) {
        chunk->done = true;
        return {};
    }
    Slot& slot = slots_.at(next_slot_);
    next_slot_ = (next_slot_ + 1) % slots_.size();
    collect(slot);
    slot.chunk = chunk;
    auto submitted = submit(work, slot);
    if (!submitted) {  // what was sent uses buffers that may grow
        slot.chunk.reset();
        if (slot.sent.number != 0) {
            static_cast<void>(runner_->wait(std::exchange(slot.sent, {})));
        }
        static_cast<void>(runner_->await_staged());
        return std::move(submitted).error();
    }
    slot.ticket = *submitted;
    return {};
}

/// Waits for what is in the slot, and gives it what came of it.
void BatchRun::collect(Slot& slot) {
    if (!slot.chunk) {
        return;
    }
    const auto held = std::exchange(slot.chunk, nullptr);  // its call may be over
    BatchWork::Chunk& chunk = *held;
    auto report = runner_->wait(slot.ticket);
    if (report && slot.sent.number != 0) {
        if (auto sent = runner_->wait(slot.sent); !sent) {
            report = sent.error();
        }
    }
    slot.sent = {};
    if (report) {
        chunk.report = std::move(*report);
        chunk.results = std::move(slot.results);
        slot.results = Buffer();
    } else {
        chunk.failure = report.error();
    }
    chunk.done = true;
}

bool BatchRun::is_finished(const Slot& slot) {
    const auto finished = runner_->finished(slot.ticket);
    return !finished || *finished;  // collect() says why
}

bool BatchRun::has_room() {
    Slot& slot = slots_.at(next_slot_);
    if (slot.chunk && is_finished(slot)) {
        collect(slot);
    }
    return !slot.chunk;
}

bool BatchRun::look(const BatchWork::Chunk& chunk) {
    for (Slot& slot : slots_) {
        if (slot.chunk.get() == &chunk && is_finished(slot)) {
            collect(slot);
        }
    }
    return chunk.done;
}

void BatchRun::finish(const BatchWork::Chunk& chunk) {
    for (Slot& slot : slots_) {
        if (slot.chunk.get() == &chunk) {
            collect(slot);
        }
    }
}

void BatchRun::give_back(Buffer results) {
    constexpr std::size_t kMax = 4;
    if (results.view() && spare_.size() < kMax) {
        spare_.push_back(std::move(results));
    }
}

void BatchRun::release() {
    for (Slot& slot : slots_) {
        collect(slot);
    }
    static_cast<void>(runner_->await_staged());
    slots_ = {};
    scratch_ = {};
    spare_.clear();
}

std::uint64_t BatchRun::device_bytes() const {
    std::uint64_t bytes = 0;
    const auto add = [&](const Buffer& buffer) { bytes += buffer.view() ? buffer.size() : 0; };
    for (const Slot& slot : slots_) {
        for (const Slot::Input& input : slot.inputs) {
            add(input.buffer);
        }
        for (const Buffer* buffer : {&slot.upload, &slot.list, &slot.scores, &slot.results}) {
            add(*buffer);
        }
    }
    for (const Buffer* buffer : {&scratch_.rows, &scratch_.symbols, &scratch_.table, &scratch_.moves,
                                 &scratch_.profiles, &scratch_.answers, &scratch_.status}) {
        add(*buffer);
    }
    for (const Buffer& buffer : spare_) {
        add(buffer);
    }
    return bytes;
}

}  // namespace vkalgo::dp
