#include "engine/runner.hpp"

#include "engine/clock.hpp"
#include "engine/context.hpp"
#include "engine/descriptors.hpp"
#include "engine/dispatch_table.hpp"
#include "engine/submission.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <string>
#include <utility>

namespace vkalgo {
namespace {

using Clock = std::chrono::steady_clock;

/// All stages and accesses, since callbacks may record anything through Recorder::commands().
constexpr VkPipelineStageFlags kDeviceStages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
constexpr VkAccessFlags kDeviceWrites = VK_ACCESS_MEMORY_WRITE_BIT;
constexpr VkAccessFlags kDeviceAccesses = kDeviceWrites | VK_ACCESS_MEMORY_READ_BIT;

/// The work that the copies of a transfer wait for on the device.
enum class After {
    /// All writes of earlier submissions.
    everything,
    /// No work: the copies run concurrently with earlier submissions.
    nothing,
};

/// The bytes of one half of a staging buffer. The staging buffer of each direction has two halves, so that the host
/// copies one half while the device copies the other half.
constexpr std::uint64_t kHalf = Runner::kStagingBytes / 4;

}  // namespace

/// The resources of one submission that Runner::submit made.
struct Runner::Slot {
    explicit Slot(Context& context) : arena(context) {}

    DescriptorArena arena;
    Profiler profiler;
    /// The ticket of the submission whose report is still to be read. 0 if the slot is free.
    std::uint64_t ticket = 0;
    Clock::time_point start;
    /// The last member, so that it is destroyed first; its destructor waits for the submission.
    Submission submission;
};

struct Runner::State {
    explicit State(Context& given) : context(given) {}

    Context& context;
    CommandPool pool;
    std::vector<std::unique_ptr<Slot>> slots;
    std::uint64_t last_ticket = 0;
    Buffer upload_staging;
    Buffer download_staging;
    /// The submissions of transfers, one per half. Declared after the staging buffers, so that pending copies are
    /// waited for before these buffers are destroyed.
    Submission halves[2];
    double upload_milliseconds = 0;
    double download_milliseconds = 0;

    void barrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags made, VkPipelineStageFlags to,
                 VkAccessFlags seen) const {
        VkMemoryBarrier memory{};
        memory.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
        memory.srcAccessMask = made;
        memory.dstAccessMask = seen;
        context.table().device.vkCmdPipelineBarrier(commands, from, to, 0, 1, &memory, 0, nullptr, 0, nullptr);
    }

    /// Begins `submission` after everything that earlier submissions wrote.
    Result<void> begin(Submission& submission) const {
        VKALGO_CHECK(submission.begin());
        barrier(submission.commands(), kDeviceStages, kDeviceWrites, kDeviceStages, kDeviceAccesses);
        return {};
    }

    Result<void> ensure(Buffer& staging, MemoryKind kind, std::uint64_t bytes) {
        const std::uint64_t wanted = std::min(bytes, 2 * kHalf);
        if (staging.size() >= wanted) {
            return {};
        }
        VKALGO_CHECK(settle({}));
        staging = Buffer();
        VKALGO_TRY(staging, Buffer::create(context, {.size = wanted, .kind = kind, .name = "staging"}));
        return {};
    }

    Result<void> submit_copy(Submission& submission, const BufferView& source, const BufferView& target,
                             std::uint64_t bytes, After after) {
        VKALGO_CHECK(after == After::everything ? begin(submission) : submission.begin());
        const VkBufferCopy region{source.offset, target.offset, bytes};
        context.table().device.vkCmdCopyBuffer(submission.commands(), source.buffer, target.buffer, 1, &region);
        barrier(submission.commands(), VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
        return submission.submit();
    }

    /// Marks all submissions as unfinished after a failed wait: they use memory that may be freed next, and nobody
    /// waits for them any more.
    void abandon_all() {
        for (const auto& slot : slots) {
            slot->submission.abandon();
        }
        for (Submission& half : halves) {
            half.abandon();
        }
    }

    Result<void> await(Submission& half) {
        auto waited = half.wait();
        if (!waited) {
            abandon_all();
        }
        return waited;
    }

    /// Waits for all transfers, also after a failure: a copy to or from a buffer that its owner frees next may be
    /// unfinished. If this wait fails, the context knows of the unfinished work.
    Result<void> settle(Result<void> result) {
        for (Submission& half : halves) {
            if (auto waited = await(half); !waited) {
                return result ? std::move(waited) : std::move(result);
            }
        }
        return result;
    }

    Result<void> check_upload(const BufferView& target, std::span<const std::byte> bytes) const {
        VKALGO_CHECK(context.alive());
        if (bytes.size() > target.size) {
            return Error{
                ErrorCode::invalid_argument,
                std::to_string(bytes.size()) + " bytes do not fit a view of " + std::to_string(target.size) + " bytes",
                "upload"};
        }
        return {};
    }

    /// Copies `bytes` to the device. Does not wait for the last copies.
    Result<void> send(const BufferView& target, std::span<const std::byte> bytes, After after) {
        VKALGO_CHECK(ensure(upload_staging, MemoryKind::upload, bytes.size()));
        std::size_t turn = 0;
        for (std::uint64_t at = 0; at < bytes.size(); at += kHalf, turn ^= 1) {
            const std::uint64_t count = std::min<std::uint64_t>(kHalf, bytes.size() - at);
            VKALGO_CHECK(await(halves[turn]));
            std::memcpy(upload_staging.mapped().data() + turn * kHalf, bytes.data() + at, count);
            VKALGO_CHECK(submit_copy(halves[turn], upload_staging.view().slice(turn * kHalf, count),
                                     target.slice(at, count), count, after));
        }
        return {};
    }

    Result<void> download(const BufferView& source, std::span<std::byte> bytes) {
        VKALGO_CHECK(ensure(download_staging, MemoryKind::readback, bytes.size()));
        const auto count_at = [&](std::uint64_t at) { return std::min<std::uint64_t>(kHalf, bytes.size() - at); };
        const auto fetch = [&](std::uint64_t at, std::size_t turn) {
            return submit_copy(halves[turn], source.slice(at, count_at(at)),
                               download_staging.view().slice(turn * kHalf, count_at(at)), count_at(at),
                               After::everything);
        };
        if (!bytes.empty()) {
            VKALGO_CHECK(fetch(0, 0));
        }
        std::size_t turn = 0;
        for (std::uint64_t at = 0; at < bytes.size(); at += kHalf, turn ^= 1) {
            if (at + kHalf < bytes.size()) {
                VKALGO_CHECK(fetch(at + kHalf, turn ^ 1));
            }
            VKALGO_CHECK(await(halves[turn]));
            std::memcpy(bytes.data() + at, download_staging.mapped().data() + turn * kHalf, count_at(at));
        }
        return {};
    }

    /// Returns an unused slot. Reports that were never fetched are dropped when they are kReportsKept tickets old.
    Result<Slot*> free_slot() {
        for (const auto& slot : slots) {
            if (slot->ticket != 0 && slot->ticket + kReportsKept <= last_ticket) {
                VKALGO_TRY(const bool finished, slot->submission.finished());
                slot->ticket = finished ? 0 : slot->ticket;
            }
            if (slot->ticket == 0) {
                return slot.get();
            }
        }
        auto slot = std::make_unique<Slot>(context);
        VKALGO_TRY(slot->profiler, Profiler::create(context));
        VKALGO_TRY(slot->submission, Submission::create(context, pool));
        slots.push_back(std::move(slot));
        return slots.back().get();
    }

    Result<Ticket> submit(const std::function<Result<void>(Recorder&)>& record, const SubmitOptions& options) {
        VKALGO_TRY(Slot* const slot, free_slot());
        VKALGO_CHECK(slot->arena.reset());
        VKALGO_CHECK(begin(slot->submission));
        const VkCommandBuffer commands = slot->submission.commands();
        slot->profiler.reset(commands);
        slot->profiler.begin(commands, "run");
        // There are no outstanding accesses, since begin() has recorded a barrier that waits for earlier submissions.
        HazardTracker hazards(HazardTracker::Before::nothing);
        Recorder recorder(context, commands, slot->arena, {.hazards = &hazards, .profiler = &slot->profiler});
        VKALGO_CHECK(record(recorder));
        VKALGO_CHECK(recorder.status());
        slot->profiler.end(commands);
        // Makes the run's writes to mapped buffers visible to the host.
        barrier(commands, kDeviceStages, kDeviceWrites, VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
        slot->start = Clock::now();
        VKALGO_CHECK(slot->submission.submit(options.wait, options.signal));
        slot->ticket = ++last_ticket;
        return Ticket{slot->ticket};
    }

    /// Returns the slot that has the ticket's report, or null if the report was fetched or dropped.
    Result<Slot*> slot_of(Ticket ticket) const {
        if (ticket.number == 0 || ticket.number > last_ticket) {
            return Error{ErrorCode::invalid_argument,
                         "ticket " + std::to_string(ticket.number) + " does not belong to this runner", "ticket"};
        }
        for (const auto& slot : slots) {
            if (slot->ticket == ticket.number) {
                return slot.get();
            }
        }
        return nullptr;
    }

    Result<RunReport> wait(Ticket ticket, const RunOptions& options) {
        VKALGO_TRY(Slot* const slot, slot_of(ticket));
        if (slot == nullptr) {
            return RunReport{};
        }
        if (auto waited = slot->submission.wait(options.timeout_nanoseconds); !waited) {
            abandon_all();
            return std::move(waited).error();
        }
        slot->ticket = 0;
        RunReport report;
        VKALGO_TRY(report.spans, slot->profiler.read());
        report.gpu_milliseconds =
            context.profile().timestamp_bits != 0 ? report.spans.front().milliseconds : milliseconds_since(slot->start);
        report.spans.erase(report.spans.begin());
        for (SpanTime& span : report.spans) {
            --span.depth;
        }
        return report;
    }
};

Runner::Runner(std::unique_ptr<State> state) : state_(std::move(state)) {}
Runner::Runner(Runner&&) noexcept = default;
Runner& Runner::operator=(Runner&&) noexcept = default;
Runner::~Runner() = default;

Result<Runner> Runner::create(Context& context) {
    VKALGO_CHECK(context.alive());
    if (context.queue() == VK_NULL_HANDLE) {
        return Error{ErrorCode::invalid_argument, "a runner needs a queue, but the host did not give one", "queue"};
    }
    auto state = std::make_unique<State>(context);
    VKALGO_TRY(state->pool, CommandPool::create(context));
    VKALGO_CHECK(state->free_slot());
    for (Submission& half : state->halves) {
        VKALGO_TRY(half, Submission::create(context, state->pool));
    }
    return Runner(std::move(state));
}

Context& Runner::context() const {
    return state_->context;
}
double Runner::upload_milliseconds() const {
    return state_->upload_milliseconds;
}
double Runner::download_milliseconds() const {
    return state_->download_milliseconds;
}

Result<void> Runner::upload(const BufferView& target, std::span<const std::byte> bytes) {
    VKALGO_CHECK(state_->check_upload(target, bytes));
    const auto start = Clock::now();
    VKALGO_CHECK(state_->settle(state_->send(target, bytes, After::everything)));
    state_->upload_milliseconds += milliseconds_since(start);
    return {};
}

Result<void> Runner::stage(const BufferView& target, std::span<const std::byte> bytes) {
    VKALGO_CHECK(state_->check_upload(target, bytes));
    const auto start = Clock::now();
    if (auto sent = state_->send(target, bytes, After::nothing); !sent) {
        return state_->settle(std::move(sent));
    }
    state_->upload_milliseconds += milliseconds_since(start);
    return {};
}

Result<void> Runner::await_staged() {
    VKALGO_CHECK(state_->context.alive());
    const auto start = Clock::now();
    VKALGO_CHECK(state_->settle({}));
    state_->upload_milliseconds += milliseconds_since(start);
    return {};
}

Result<void> Runner::download(const BufferView& source, std::span<std::byte> bytes) {
    VKALGO_CHECK(state_->context.alive());
    if (bytes.size() > source.size) {
        return Error{ErrorCode::invalid_argument,
                     "a view of " + std::to_string(source.size) + " bytes is too small for " +
                         std::to_string(bytes.size()) + " bytes",
                     "download"};
    }
    VKALGO_CHECK(await_staged());
    const auto start = Clock::now();
    VKALGO_CHECK(state_->settle(state_->download(source, bytes)));
    state_->download_milliseconds += milliseconds_since(start);
    return {};
}

Result<Buffer> Runner::upload_new(std::span<const std::byte> bytes, const char* name) {
    VKALGO_TRY(Buffer buffer, Buffer::create(state_->context, {.size = bytes.size(), .name = name}));
    VKALGO_CHECK(upload(buffer.view(), bytes));
    return buffer;
}

Result<Ticket> Runner::submit(const std::function<Result<void>(Recorder&)>& record, const SubmitOptions& options) {
    VKALGO_CHECK(state_->context.alive());
    return state_->submit(record, options);
}

Result<RunReport> Runner::wait(Ticket ticket, const RunOptions& options) {
    VKALGO_CHECK(state_->context.alive());
    return state_->wait(ticket, options);
}

Result<bool> Runner::finished(Ticket ticket) {
    VKALGO_TRY(Slot* const slot, state_->slot_of(ticket));
    return slot != nullptr ? slot->submission.finished() : Result<bool>(true);
}

Result<RunReport> Runner::run(const std::function<Result<void>(Recorder&)>& record, const RunOptions& options) {
    VKALGO_TRY(const Ticket ticket, submit(record));
    return state_->wait(ticket, options);
}

Result<RunReport> Runner::run_chunks(const Chunks& chunks) {
    if (chunks.chunk == 0 || !chunks.record) {
        return Error{ErrorCode::invalid_argument, "chunks need `record`, and at least one step per chunk", "chunks"};
    }
    RunReport all;
    bool ended = false;
    const bool measured = chunks.aim_milliseconds > 0;
    std::uint64_t size = measured ? std::clamp<std::uint64_t>(chunks.first_chunk, 1, chunks.chunk) : chunks.chunk;
    for (std::uint64_t first = 0; first < chunks.steps && !ended;) {
        if (chunks.cancel.stop_requested()) {
            return Error{ErrorCode::cancelled,
                         "cancelled after " + std::to_string(first) + " of " + std::to_string(chunks.steps) + " steps",
                         chunks.name};
        }
        const std::uint64_t count = std::min(size, chunks.steps - first);
        const auto start = Clock::now();
        VKALGO_TRY(RunReport report, run([&](Recorder& recorder) { return chunks.record(recorder, first, count); },
                                         {.timeout_nanoseconds = chunks.timeout_nanoseconds}));
        first += count;
        if (measured) {
            const double growth = chunks.aim_milliseconds / std::max(milliseconds_since(start), 0.1);
            const double next = std::max(1.0, static_cast<double>(size) * std::min(4.0, growth));
            size = next < static_cast<double>(chunks.chunk) ? static_cast<std::uint64_t>(next) : chunks.chunk;
        }
        all.gpu_milliseconds += report.gpu_milliseconds;
        if (!chunks.name.empty()) {
            all.spans.push_back({chunks.name, 0, report.gpu_milliseconds});
        }
        for (SpanTime& span : report.spans) {
            span.depth += chunks.name.empty() ? 0U : 1U;
            all.spans.push_back(std::move(span));
        }
        if (chunks.done) {
            VKALGO_TRY(ended, chunks.done());
        }
        if (chunks.progress) {
            chunks.progress(ended ? 1.0 : static_cast<double>(first) / static_cast<double>(chunks.steps));
        }
    }
    return all;
}

double Runner::warm_up_milliseconds() const {
    return context().profile().type == DeviceType::software ? 0 : 1000;
}

Result<std::vector<double>> Runner::measure(const std::function<Result<void>(Recorder&)>& record, int repetitions) {
    const auto start = Clock::now();
    do {
        VKALGO_CHECK(run(record));
    } while (milliseconds_since(start) < warm_up_milliseconds());
    std::vector<double> times;
    for (int turn = 0; turn < repetitions; ++turn) {
        VKALGO_TRY(const RunReport report, run(record));
        times.push_back(report.gpu_milliseconds);
    }
    return times;
}

}  // namespace vkalgo
