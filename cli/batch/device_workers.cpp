#include "cli/batch/device_workers.hpp"

#include "cli/devices.hpp"
#include "support/threads.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {

void BatchMeter::begin(double total, std::function<void(double)> update) {
    const std::lock_guard lock(mutex_);
    total_ = total;
    update_ = total > 0 ? std::move(update) : nullptr;
}

void BatchMeter::end() {
    const std::lock_guard lock(mutex_);
    update_ = nullptr;
}

void BatchMeter::show() {
    if (!update_) {
        return;
    }
    double sum = done_;
    for (const double part : parts_) {
        sum += part;
    }
    update_(sum / total_);
}

void BatchMeter::at(std::size_t worker, double weight) {
    const std::lock_guard lock(mutex_);
    parts_.resize(std::max(parts_.size(), worker + 1));
    parts_[worker] = weight;
    show();
}

void BatchMeter::done(std::size_t worker, double weight) {
    const std::lock_guard lock(mutex_);
    parts_.resize(std::max(parts_.size(), worker + 1));
    parts_[worker] = 0;
    done_ += weight;
    show();
}

void BatchMeter::done(double weight) {
    const std::lock_guard lock(mutex_);
    done_ += weight;
    show();
}

Result<void> DeviceWorkers::choose(const Session& session, int rank, int ranks) {
    if (setup_.job->solve && !setup_.verify) {
        return {};
    }
    VKALGO_TRY(devices_, named_devices(session.globals().device, rank, ranks));
    return {};
}

Result<void> DeviceWorkers::open(Session& session) {
    std::vector<Context*> contexts;
    if (!devices_.empty()) {
        VKALGO_TRY(contexts, session.contexts(devices_));
    }
    for (std::size_t k = 0; k < size(); ++k) {
        Context* context = contexts.empty() ? nullptr : contexts[k % contexts.size()];
        std::string name = fmt::format("device {}", k);
        if (context != nullptr) {
            name = device_title(devices_[k % devices_.size()], *context);
        }
        opened_.push_back(std::make_unique<BatchDevice>(setup_, std::move(name), context));
        if (auto opened = open_workers(*opened_.back()); !opened) {
            Error error = opened.error();
            error.message = opened_.back()->name() + ": " + error.message;
            return error;
        }
    }
    return {};
}

Result<void> DeviceWorkers::open_workers(BatchDevice& device) {
    VKALGO_CHECK(device.open());
    for (std::size_t k = 0; k < threads_of_device(); ++k) {
        workers_.push_back(std::make_unique<Worker>(setup_, device));
        VKALGO_CHECK(workers_.back()->open());
    }
    return {};
}

/// Returns the threads per device. A few threads keep a device busy, if there are cores for them. Timed runs, verified
/// runs and BatchJob::solve use one thread.
std::size_t DeviceWorkers::threads_of_device() const {
    if (setup_.job->solve || setup_.verify || setup_.repeat != 0 || size() == 0) {
        return 1;
    }
    if (setup_.job->threads) {
        return *setup_.job->threads;
    }
    constexpr std::size_t kMax = 6;
    const std::size_t cores = std::thread::hardware_concurrency();
    return std::clamp<std::size_t>((cores + 2) / (3 * size()), 1, kMax);
}

void DeviceWorkers::work(std::size_t number, TaskQueue& queue, Formatter& formatter, BatchMeter& meter,
                         bool name_devices) {
    const ThreadTimes::Scope scope(times_);
    Worker& worker = *workers_[number];
    while (const auto task = queue.take()) {
        const auto run = [&]() -> Result<void> {
            const double weight = task->weight;
            VKALGO_TRY(auto block, worker.run(*task, queue.stop_token(), [&meter, number, weight](double fraction) {
                meter.at(number, weight * fraction);
            }));
            meter.done(number, task->weight);
            if (task->slot) {
                formatter.fill(*task->slot, std::move(block));
            }
            queue.done(*task);
            return {};
        };
        if (auto done = guarded(run, "the machine has no memory left for the answers of --batch; free some memory");
            !done) {
            Error error = std::move(done).error();
            if (name_devices && error.code != ErrorCode::cancelled) {
                error.message = worker.name() + ": " + error.message;
            }
            queue.fail(std::move(error));
            return;
        }
    }
}

void DeviceWorkers::start(TaskQueue& queue, Formatter& formatter, BatchMeter& meter, bool name_devices) {
    threads_.reserve(workers_.size());
    for (std::size_t k = 0; k < workers_.size(); ++k) {
        threads_.push_back(start_thread(
            [this, k, &queue, &formatter, &meter, name_devices] { work(k, queue, formatter, meter, name_devices); }));
    }
}

std::vector<DeviceShare> DeviceWorkers::shares() const {
    std::vector<DeviceShare> shares;
    for (std::size_t k = 0; k < workers_.size(); ++k) {
        const DeviceShare share = workers_[k]->share();
        if (k % threads_of_device() == 0) {
            shares.push_back(share);
        } else {
            shares.back().add(share);
        }
    }
    return shares;
}

}  // namespace vkalgo::cli
