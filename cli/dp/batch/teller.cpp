#include "cli/dp/batch/teller.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

namespace vkalgo::cli {
namespace {

/// Large enough to be worth a lock, small enough for all threads to have some.
constexpr std::size_t kProblems = 2048;

}  // namespace

struct Teller::Part {
    std::shared_ptr<const SolvedBlock> block;
    std::size_t first = 0, end = 0;
    Told told;
    Result<void> result;
    std::atomic<bool> done = false;
};

Teller::Teller(const Telling& telling, Sink& sink, std::size_t threads)
    : telling_(telling), sink_(sink), work_(4 * threads), order_(8 * threads) {
    for (std::size_t k = 0; k < threads; ++k) {
        tellers_.emplace_back([this] { tell_parts(); });
    }
    writer_ = std::jthread([this] { write_parts(); });
}

Teller::~Teller() {
    // Parts that are in order_ but in no thread's hands would never be done.
    order_.abandon();
    work_.close();
    tellers_.clear();
}

void Teller::tell_parts() {
    while (auto part = work_.pop()) {
        Part& mine = **part;
        for (std::size_t p = mine.first; p < mine.end && mine.result; ++p) {
            mine.result = tell(telling_, *mine.block, p, mine.told);
        }
        mine.block.reset();
        mine.done = true;
        mine.done.notify_all();
    }
}

void Teller::write_parts() {
    while (auto part = order_.pop()) {
        Part& next = **part;
        next.done.wait(false);
        written_ = next.result ? sink_.take(next.told) : std::move(next.result);
        if (!written_) {
            order_.abandon();
            return;
        }
    }
}

bool Teller::add(std::shared_ptr<const SolvedBlock> block) {
    const std::size_t count = block->batch.count;
    for (std::size_t first = 0; first < count; first += kProblems) {
        auto part = std::make_shared<Part>();
        part->block = block;
        part->first = first;
        part->end = std::min(count, first + kProblems);
        if (!work_.push(part) || !order_.push(std::move(part))) {
            return false;
        }
    }
    return true;
}

Result<void> Teller::finish() {
    work_.close();
    order_.close();
    if (writer_.joinable()) {
        writer_.join();
    }
    return written_;
}

}  // namespace vkalgo::cli
