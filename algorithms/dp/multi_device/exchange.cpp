#include "algorithms/dp/multi_device/exchange.hpp"

#include "algorithms/dp/method/bands.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace vkalgo::dp {

Exchange::Exchange(std::vector<std::uint64_t> slots, const std::stop_token& cancel)
    : ended_(slots.size(), 0),
      all_(std::accumulate(slots.begin(), slots.end(), std::uint64_t{0})),
      threads_(slots.size()),
      cancel_(cancel, [this] {
          fail({ErrorCode::cancelled, "cancelled after " + ended_text(), "multi_device"});
      }) {}

std::string Exchange::ended_text() const {
    const std::lock_guard lock(mutex_);
    return std::to_string(all_ended_) + " of " + std::to_string(all_) + " steps";
}

void Exchange::publish(std::size_t device) {
    {
        const std::lock_guard lock(mutex_);
        ++ended_[device];
        ++all_ended_;
    }
    changed_.notify_all();
}

void Exchange::leave() {
    {
        const std::lock_guard lock(mutex_);
        --threads_;
    }
    changed_.notify_all();
}

void Exchange::fail(Error error) {
    {
        const std::lock_guard lock(mutex_);
        if (!failed_) {
            failed_ = std::move(error);
        }
    }
    changed_.notify_all();
}

bool Exchange::failed() const {
    const std::lock_guard lock(mutex_);
    return failed_.has_value();
}

bool Exchange::have_locked(std::span<const BandBorder> borders) const {
    return std::all_of(borders.begin(), borders.end(),
                       [&](const BandBorder& border) { return ended_[border.device] > border.slot; });
}

bool Exchange::have(std::span<const BandBorder> borders) const {
    const std::lock_guard lock(mutex_);
    return have_locked(borders);
}

bool Exchange::await(std::span<const BandBorder> borders) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return failed_.has_value() || have_locked(borders); });
    return !failed_;
}

void Exchange::await_for(std::span<const BandBorder> borders, std::chrono::microseconds most) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, most, [&] { return failed_.has_value() || have_locked(borders); });
}

Result<void> Exchange::watch(const std::function<void(double)>& progress) {
    std::unique_lock lock(mutex_);
    std::uint64_t told = 0;
    while (threads_ != 0) {
        changed_.wait(lock, [&] { return threads_ == 0 || (progress && told != all_ended_); });
        if (progress && told != all_ended_) {
            told = all_ended_;
            lock.unlock();
            progress(static_cast<double>(told) / static_cast<double>(all_));
            lock.lock();
        }
    }
    return failed_ ? Result<void>(*failed_) : Result<void>();
}

}  // namespace vkalgo::dp
