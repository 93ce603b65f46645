#include "cli/batch/cluster/leader.hpp"

#include "support/threads.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {

void Leader::start(const BatchSetup& setup, std::vector<BatchFile> files, TaskQueue& queue, Formatter& formatter,
                   BatchMeter& meter) {
    queue_ = &queue;
    formatter_ = &formatter;
    meter_ = &meter;
    others_.resize(others() + 1);
    const auto packet = std::make_shared<Packet>(pack(SharedSetup{std::move(files), setup.common, setup.second}));
    for (int other = 1; other < cluster_->size(); ++other) {
        cluster_->post(other, packet);
    }
    thread_ = start_thread([this] {
        const auto worked = guarded([this]() -> Result<void> {
            work();
            return {};
        });
        if (!worked) {
            queue_->fail(worked.error());
        }
    });
}

void Leader::work() {
    Patience patience;
    bool is_finished = false;
    while (reports_ < others()) {
        bool moved = false;
        while (const auto message = cluster_->poll()) {
            take(*message);
            moved = true;
        }
        if (queue_->is_over() && !is_finished) {
            if (!queue_->check()) {
                return;  // The other processes wait only for the exit code, which they get at the end
            }
            for (int other = 1; other < cluster_->size(); ++other) {
                cluster_->post(other, std::make_shared<Packet>(pack_kind(PacketKind::finish)));
            }
            is_finished = moved = true;
        }
        if (give_tasks() || moved) {
            patience.reset();
        } else {
            patience.wait();
        }
    }
}

/// Sends tasks, each to the process that has the fewest tasks, until each process has Other::most tasks. So a process
/// has its next task before it needs it. Returns whether any task was sent.
bool Leader::give_tasks() {
    bool any = false;
    for (;;) {
        Other* idle = nullptr;
        for (Other& other : others_) {
            if (other.tasks.size() < other.most && (idle == nullptr || other.tasks.size() < idle->tasks.size())) {
                idle = &other;
            }
        }
        auto task = idle != nullptr ? queue_->try_take() : nullptr;
        if (!task) {
            return any;
        }
        cluster_->post(static_cast<int>(idle - others_.data()), std::make_shared<Packet>(pack(*task)));
        idle->tasks.emplace(task->number, std::move(task));
        any = true;
    }
}

void Leader::take_result(Other& other, std::span<const std::byte> bytes) {
    TaskResult result = unpack_result(bytes);
    const auto found = other.tasks.find(result.number);
    if (found == other.tasks.end()) {
        return;
    }
    const std::shared_ptr<Task> task = std::move(found->second);
    other.tasks.erase(found);
    if (task->kind == Task::Kind::choose) {
        const auto before = static_cast<std::uint32_t>(rows_before(*task));
        for (KeptProblem& each : result.kept) {
            each.x += before;
        }
        task->kept = std::move(result.kept);
    }
    meter_->done(task->weight);
    if (task->slot) {
        formatter_->fill(*task->slot, std::move(result.formatted), result.problems);
    }
    queue_->done(*task);
}

void Leader::take(const Cluster::Message& message) {
    const int rank = message.from;
    Other& other = others_[static_cast<std::size_t>(rank)];
    switch (kind_of(message.bytes)) {
        case PacketKind::hello: {
            const Hello hello = unpack_hello(message.bytes);
            other.host = hello.host;
            other.most = hello.tasks;
            return;
        }
        case PacketKind::result:
            take_result(other, message.bytes);
            return;
        case PacketKind::failed: {
            Error error = unpack_error(message.bytes);
            error.message = fmt::format("rank {}: {}", rank, error.message);
            if (failure_) {
                failure_ = error;
            }
            ++reports_;  // The other process sends nothing more of use
            queue_->fail(std::move(error));
            return;
        }
        case PacketKind::shares:
            for (DeviceShare& share : unpack_shares(message.bytes)) {
                share.rank = rank;
                share.host = other.host;
                shares_.push_back(std::move(share));
            }
            ++reports_;
            return;
        default:
            return;
    }
}

Result<std::vector<DeviceShare>> Leader::shares() {
    VKALGO_CHECK(failure_);
    std::sort(shares_.begin(), shares_.end(), [](const auto& a, const auto& b) { return a.rank < b.rank; });
    return std::move(shares_);
}

}  // namespace vkalgo::cli
