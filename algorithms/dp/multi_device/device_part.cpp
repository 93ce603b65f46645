#include "algorithms/dp/multi_device/device_part.hpp"

#include "engine/clock.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace vkalgo::dp {
namespace {

using Clock = std::chrono::steady_clock;

/// Maximum pause between two checks of the submissions under way.
constexpr std::chrono::microseconds kPause{50};

}  // namespace

DevicePart::DevicePart(Runner& runner, const RecurrenceHeader& header, SolvePlan& plan, std::string title)
    : runner_(runner), header_(header), plan_(plan), title_(std::move(title)) {}

Error DevicePart::named(Error error) const {
    if (error.code != ErrorCode::cancelled) {
        error.message = title_ + error.message;
    }
    return error;
}

Result<void> DevicePart::prepare(const CompiledRecurrence& recurrence, const Instance& instance) {
    Context& context = runner_.context();
    VKALGO_TRY(run_, plan().method->create(context, recurrence, plan()));
    VKALGO_TRY(loaded_, LoadedRun::create(runner_, header_, instance, plan_.shape, plan()));
    const std::uint64_t bytes = bands().border_end;
    VKALGO_TRY(arriving_,
               Buffer::create(context, {.size = bytes, .kind = MemoryKind::upload, .name = "arriving border"}));
    VKALGO_TRY(leaving_,
               Buffer::create(context, {.size = bytes, .kind = MemoryKind::readback, .name = "leaving border"}));
    VKALGO_TRY(status_, Buffer::create(context, {.size = kStatusStride * kMaxInFlight,
                                                 .kind = MemoryKind::readback,
                                                 .name = "status of submissions"}));
    return {};
}

void DevicePart::run(Exchange& exchange, std::span<const std::unique_ptr<DevicePart>> parts, const StatusOf& status,
                     Clock::time_point start) {
    work_ = {};
    work_.bands = bands().own_bands();
    work_.device_bytes = plan_.device_bytes;
    if (auto ran = run_slots(exchange, parts, status, start); !ran) {
        exchange.fail(named(std::move(ran).error()));
    }
    // Waits after an error too, since submissions under way use memory that its owner frees next.
    for (const UnderWay& left : under_way_) {
        if (auto waited = runner_.wait(left.ticket); !waited) {
            exchange.fail(named(std::move(waited).error()));
        }
    }
    under_way_.clear();
    work_.end_milliseconds = milliseconds_since(start);
    exchange.leave();
}

Result<void> DevicePart::run_slots(Exchange& exchange, std::span<const std::unique_ptr<DevicePart>> parts,
                                   const StatusOf& status, Clock::time_point start) {
    const std::uint64_t steps = bands().slots() + 1;  // The first step prepares
    std::vector<BandBorder> arriving;
    for (std::uint64_t step = 0; step < steps || !under_way_.empty();) {
        if (exchange.failed()) {
            return {};
        }
        const bool may_submit = step < steps && under_way_.size() < kMaxInFlight;
        if (may_submit && (step == 0 || exchange.have(arriving))) {
            fetch(arriving, parts);
            VKALGO_CHECK(submit(step, arriving));
            ++step;
            arriving = step < steps ? bands().arriving(step - 1) : std::vector<BandBorder>();
        } else if (may_submit && !under_way_.empty()) {
            // Waits for the border or for the end of the oldest submission, whichever comes first. The device should
            // get its next slot before it has finished the current one.
            exchange.await_for(arriving, kPause);
            VKALGO_TRY(const bool ended, runner_.finished(under_way_.front().ticket));
            if (ended) {
                VKALGO_CHECK(await_oldest(exchange, status));
            }
        } else if (!under_way_.empty()) {
            VKALGO_CHECK(await_oldest(exchange, status));
        } else {
            const Clock::time_point begin = Clock::now();
            if (!exchange.await(arriving)) {
                return {};
            }
            (step == 1 ? work_.first_wait_milliseconds : work_.wait_milliseconds) +=
                step == 1 ? milliseconds_since(start) : milliseconds_since(begin);
        }
    }
    return {};
}

void DevicePart::fetch(std::span<const BandBorder> arriving, std::span<const std::unique_ptr<DevicePart>> parts) {
    const Clock::time_point begin = Clock::now();
    for (const BandBorder& border : arriving) {
        const ScratchLayout::Part bytes = bands().bytes_of(border.tiles);
        std::memcpy(arriving_.mapped().data() + bytes.offset,
                    parts[border.device]->leaving_.mapped().data() + bytes.offset, bytes.size);
    }
    work_.copy_milliseconds += arriving.empty() ? 0 : milliseconds_since(begin);
}

Result<void> DevicePart::submit(std::uint64_t step, std::span<const BandBorder> arriving) {
    const BufferView border = ScratchLayout::view(arguments().scratch, bands().border);
    const auto part_of = [&](const BufferView& whole, TileRange tiles) {
        const ScratchLayout::Part bytes = bands().bytes_of(tiles);
        return whole.slice(bytes.offset, bytes.size);
    };
    VKALGO_TRY(const Ticket ticket, runner_.submit([&](Recorder& recorder) -> Result<void> {
        for (const BandBorder& comes : arriving) {
            recorder.copy(part_of(arriving_.view(), comes.tiles), part_of(border, comes.tiles));
        }
        VKALGO_CHECK(run_->record(recorder, arguments(), step, 1));
        if (step != 0) {
            for (const TileRange& goes : bands().leaving(step - 1)) {
                recorder.copy(part_of(border, goes), part_of(leaving_.view(), goes));
            }
        }
        recorder.copy(arguments().status, status_.view().slice(step % kMaxInFlight * kStatusStride, sizeof(Status)));
        return recorder.status();
    }));
    under_way_.push_back({ticket, step});
    return {};
}

Result<void> DevicePart::await_oldest(Exchange& exchange, const StatusOf& status) {
    const UnderWay oldest = under_way_.front();
    auto report = runner_.wait(oldest.ticket);
    under_way_.pop_front();
    if (!report) {
        return std::move(report).error();
    }
    work_.busy_milliseconds += report->gpu_milliseconds;
    Status raised;
    std::memcpy(&raised, status_.mapped().data() + oldest.step % kMaxInFlight * kStatusStride, sizeof raised);
    VKALGO_CHECK(status_error(raised, status));
    if (oldest.step != 0) {
        ++work_.submissions;
        exchange.publish(bands().share.device);
    }
    return {};
}

Result<AnswerRecord> DevicePart::answer() {
    AnswerRecord record;
    VKALGO_CHECK(runner_.download(arguments().answer, std::as_writable_bytes(std::span(&record, 1))));
    return record;
}

}  // namespace vkalgo::dp
