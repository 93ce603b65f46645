#include "cli/batch/formatter.hpp"

#include "cli/batch/batch_writer.hpp"
#include "cli/batch/problem_text.hpp"
#include "support/threads.hpp"

#include <algorithm>
#include <utility>

namespace vkalgo::cli {
namespace {

/// Problems per part: enough to be worth a lock, but so few that all threads get parts.
constexpr std::size_t kProblems = 2048;

}  // namespace

struct FormatterPart {
    std::shared_ptr<const SolvedBlock> block;
    std::size_t first = 0, end = 0;
    FormattedRows formatted;
    Result<void> result;
    bool done = false;
};

Formatter::Formatter(const OutputFormat& output_format, OutputSink& sink, std::size_t threads, std::size_t most_slots,
                     std::function<void(Error)> failed, Times* times)
    : output_format_(output_format),
      sink_(sink),
      failed_(std::move(failed)),
      times_(times != nullptr ? times : &own_times_),
      work_(4 * threads),
      order_(most_slots) {
    formatters_.reserve(threads);
    try {
        for (std::size_t k = 0; k < threads; ++k) {
            formatters_.push_back(start_thread([this] { format_parts(); }));
        }
        writer_ = start_thread([this] { write_slots(); });
    } catch (...) {
        abandon();  // Ends the threads that were already started, which wait for work
        throw;
    }
}

Formatter::~Formatter() {
    abandon();
    formatters_.clear();
}

void Formatter::abandon() {
    {
        const std::lock_guard lock(mutex_);
        abandoned_ = true;
        changed_.notify_all();
    }
    order_.abandon();
    work_.abandon();
}

void Formatter::format_parts() {
    const ThreadTimes::Scope scope(times_->format);
    while (auto part = work_.pop()) {
        FormatterPart& mine = **part;
        mine.result = guarded([&]() -> Result<void> {
            return output_format_.writer->format(output_format_, *mine.block, mine.first, mine.end, mine.formatted);
        });
        mine.block.reset();
        const std::lock_guard lock(mutex_);
        mine.done = true;
        changed_.notify_all();
    }
}

Result<void> Formatter::write(Slot& slot) {
    for (const auto& part : slot.parts) {
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [&] { return abandoned_ || part->done; });
            if (abandoned_) {
                return {};
            }
        }
        VKALGO_CHECK(std::move(part->result));
        VKALGO_CHECK(sink_.take(part->formatted));
        part->formatted = {};
    }
    problems_ += slot.problems;
    return sink_.end_of_slot(slot.tag, slot.problems);
}

void Formatter::write_slots() {
    const ThreadTimes::Scope scope(times_->write);
    while (auto slot = order_.pop()) {
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [&] { return abandoned_ || (*slot)->filled; });
            if (abandoned_) {
                return;
            }
        }
        written_ = guarded([&] { return write(**slot); });
        if (!written_) {
            failed_(written_.error());  // Before abandon(), so that the reason is known when open() returns null
            abandon();
            return;
        }
    }
}

std::shared_ptr<Slot> Formatter::open(std::uint64_t tag) {
    auto slot = std::make_shared<Slot>();
    slot->tag = tag;
    return order_.push(slot) ? slot : nullptr;
}

void Formatter::fill(Slot& slot, std::shared_ptr<const SolvedBlock> block) {
    const std::size_t count = block->batch.count;
    std::vector<std::shared_ptr<FormatterPart>> parts;
    for (std::size_t first = 0, end = 0; first < count; first = end) {
        end = std::min(count, first + kProblems);
        if (output_format_.writer->keeps_queries && end < count) {
            end = end_of_query(output_format_, *block, end - 1);
        }
        parts.push_back(std::make_shared<FormatterPart>());
        parts.back()->block = block;
        parts.back()->first = first;
        parts.back()->end = end;
    }
    block.reset();
    {
        const std::lock_guard lock(mutex_);
        slot.parts = parts;
        slot.problems = count;
        slot.filled = true;
        changed_.notify_all();
    }
    for (auto& part : parts) {
        if (!work_.push(std::move(part))) {
            return;
        }
    }
}

void Formatter::fill(Slot& slot, std::vector<FormattedRows> formatted, std::uint64_t problems) {
    const std::lock_guard lock(mutex_);
    for (FormattedRows& each : formatted) {
        slot.parts.push_back(std::make_shared<FormatterPart>());
        slot.parts.back()->formatted = std::move(each);
        slot.parts.back()->done = true;
    }
    slot.problems = problems;
    slot.filled = true;
    changed_.notify_all();
}

Result<void> Formatter::finish() {
    order_.close();
    if (writer_.joinable()) {
        writer_.join();
    }
    return written_;
}

}  // namespace vkalgo::cli
