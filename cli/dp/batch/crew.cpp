#include "cli/dp/batch/crew.hpp"

#include "cli/devices.hpp"

#include <new>
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

Result<void> Crew::choose(const Session& session, int place, int places) {
    if (setup_.job->solve && !setup_.verify) {
        return {};
    }
    VKALGO_TRY(devices_, named_devices(session.globals().device, place, places));
    return {};
}

Result<void> Crew::open(Session& session) {
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
        workers_.push_back(std::make_unique<Worker>(setup_, std::move(name), context, setup_.job->solve));
        if (auto opened = workers_.back()->open(); !opened) {
            Error error = opened.error();
            error.message = workers_.back()->name() + ": " + error.message;
            return error;
        }
    }
    return {};
}

void Crew::work(std::size_t number, TaskBoard& board, Teller& teller, BatchMeter& meter, bool name_devices) {
    Worker& worker = *workers_[number];
    while (const auto task = board.take()) {
        Result<std::shared_ptr<SolvedBlock>> block;
        try {
            const double weight = task->weight;
            block = worker.run(*task, board.stop_token(),
                               [&meter, number, weight](double fraction) { meter.at(number, weight * fraction); });
        } catch (const std::bad_alloc&) {
            block = Error{ErrorCode::out_of_memory, "no memory is left for the answers of --batch; free some", {}};
        }
        if (!block) {
            Error error = std::move(block).error();
            if (name_devices && error.code != ErrorCode::cancelled) {
                error.message = worker.name() + ": " + error.message;
            }
            board.fail(std::move(error));
            return;
        }
        meter.done(number, task->weight);
        if (task->slot) {
            teller.fill(*task->slot, std::move(*block));
        }
        board.done(*task);
    }
}

void Crew::start(TaskBoard& board, Teller& teller, BatchMeter& meter, bool name_devices) {
    for (std::size_t k = 0; k < workers_.size(); ++k) {
        threads_.emplace_back(
            [this, k, &board, &teller, &meter, name_devices] { work(k, board, teller, meter, name_devices); });
    }
}

std::vector<DeviceShare> Crew::shares() const {
    std::vector<DeviceShare> shares;
    for (const auto& worker : workers_) {
        shares.push_back(worker->share());
    }
    return shares;
}

}  // namespace vkalgo::cli
