#include "algorithms/dp/batch/batch_run.hpp"

#include "engine/clock.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

namespace vkalgo::dp {
namespace {

/// Makes the buffer at least `bytes` bytes large. If the buffer has to grow, its contents are lost.
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

/// Grows a buffer that only the device uses. A chunk in flight in the other slot uses the buffer too, so that chunk is
/// collected first.
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
    const BatchWork::Answers answers = work.answers_of(*slot.chunk);
    const std::uint64_t moves = padded(slot.chunk->range.move_words * 4);
    const auto parts = work.kernels_->scratch(*slot.chunk);
    scratch_.parts.resize(std::max(scratch_.parts.size(), parts.size()));
    for (std::size_t k = 0; k < parts.size(); ++k) {
        VKALGO_CHECK(grow(scratch_.parts[k], padded(parts[k].second), parts[k].first, slot));
    }
    VKALGO_CHECK(grow(scratch_.moves, moves, "moves", slot));
    VKALGO_CHECK(grow(scratch_.answers, answers.with_tracebacks, "answers", slot));
    VKALGO_CHECK(grow(scratch_.status, sizeof(Status), "status", slot));
    if (!slot.results.view() && !spare_.empty()) {
        slot.results = std::move(spare_.back());
        spare_.pop_back();
    }
    return make_room_in(runner_->context(), slot.results, sizeof(Status) + answers.bytes + moves, "results",
                        MemoryKind::readback);
}

BatchViews BatchRun::views(const BatchWork& work, const Slot& slot) const {
    const BatchChunk& chunk = *slot.chunk;
    // A buffer has spare room and may be larger than a binding allows, so only its used part is bound.
    const auto used = [](const Buffer& buffer, std::uint64_t bytes) { return buffer.view().slice(0, padded(bytes)); };
    BatchViews made{.status = scratch_.status.view(),
                    .answers = scratch_.answers.view(),
                    .moves = used(scratch_.moves, chunk.range.move_words * 4),
                    .list = slot.list.view(),
                    .constants = slot.constants.view(),
                    .answer_bytes = work.answers_of(chunk).bytes};
    const auto parts = work.kernels_->scratch(chunk);
    for (std::size_t k = 0; k < parts.size(); ++k) {
        made.scratch.push_back(used(scratch_.parts[k], parts[k].second));
    }
    for (std::size_t k = 0; k < slot.inputs.size(); ++k) {
        const BatchRange::Elements elements = slot.inputs[k].elements;
        const std::uint64_t bytes = (elements.end - elements.begin) * size_of(work.plan_->header->inputs[k].type);
        made.inputs.push_back(used(slot.inputs[k].buffer, bytes));
    }
    return made;
}

Result<void> BatchRun::record(Recorder& recorder, const BatchWork& work, const Slot& slot) const {
    const BatchViews all = views(work, slot);
    recorder.fill(all.status, 0);
    recorder.fill(all.answers, 0);
    work.kernels_->record(recorder, all, *slot.chunk);
    const BufferView results = slot.results.view();
    recorder.copy(all.status.slice(0, sizeof(Status)), results.slice(0, sizeof(Status)));
    recorder.copy(all.answers.slice(0, all.answer_bytes), results.slice(sizeof(Status), all.answer_bytes));
    if (work.plan_->solution) {
        recorder.copy(all.moves, results.slice(sizeof(Status) + all.answer_bytes, all.moves.size));
    }
    recorder.hand_over(results, {VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT});
    return recorder.status();
}

/// Sends the list and the inputs that are not on the device yet. Uses the slot's own upload buffer, so that it does not
/// wait for work in flight. Data larger than kLarge goes in parts through the runner's staging.
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
    if (const auto constants = work.kernels_->constants(); !constants.empty()) {
        VKALGO_CHECK(make_room_in(context, slot.constants, padded(constants.size()), "constants"));
        VKALGO_CHECK(add(slot.constants, constants));
    }
    slot.inputs.resize(header.inputs.size());
    for (std::size_t k = 0; k < header.inputs.size(); ++k) {
        const BatchInput& input = work.batch_->inputs.at(header.inputs[k].name);
        Slot::Input& target = slot.inputs[k];
        const BatchRange::Elements wanted = slot.chunk->range.inputs[k];
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
        std::uint64_t offset = 0;
        for (const Copy& copy : copies) {
            std::memcpy(mapped.data() + offset, copy.bytes.data(), copy.bytes.size());
            offset += padded(copy.bytes.size());
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

Result<void> BatchRun::begin(const BatchWork& work, const std::shared_ptr<BatchChunk>& chunk) {
    if (chunk->order.empty()) {
        chunk->done = true;
        return {};
    }
    Slot& slot = slots_.at(next_slot_);
    next_slot_ = (next_slot_ + 1) % slots_.size();
    collect(slot);
    slot.chunk = chunk;
    auto submitted = submit(work, slot);
    if (!submitted) {  // Copies in flight must end before their buffers grow.
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

/// Waits for the chunk in the slot and gives the chunk its results.
void BatchRun::collect(Slot& slot) {
    if (!slot.chunk) {
        return;
    }
    const auto held = std::exchange(slot.chunk, nullptr);  // The call that made the chunk may be over.
    BatchChunk& chunk = *held;
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
    return !finished || *finished;  // collect() reports the error.
}

bool BatchRun::has_room() {
    Slot& slot = slots_.at(next_slot_);
    if (slot.chunk && is_finished(slot)) {
        collect(slot);
    }
    return !slot.chunk;
}

bool BatchRun::look(const BatchChunk& chunk) {
    for (Slot& slot : slots_) {
        if (slot.chunk.get() == &chunk && is_finished(slot)) {
            collect(slot);
        }
    }
    return chunk.done;
}

void BatchRun::finish(const BatchChunk& chunk) {
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
        for (const Buffer* buffer : {&slot.upload, &slot.list, &slot.constants, &slot.results}) {
            add(*buffer);
        }
    }
    for (const Buffer& part : scratch_.parts) {
        add(part);
    }
    for (const Buffer* buffer : {&scratch_.moves, &scratch_.answers, &scratch_.status}) {
        add(*buffer);
    }
    for (const Buffer& buffer : spare_) {
        add(buffer);
    }
    return bytes;
}

}  // namespace vkalgo::dp
