#pragma once

#include "cli/batch/cluster/cluster.hpp"
#include "cli/batch/cluster/messages.hpp"
#include "cli/batch/device_workers.hpp"
#include "cli/batch/formatter.hpp"
#include "cli/batch/task.hpp"
#include "cli/batch/task_queue.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <thread>
#include <vector>

namespace vkalgo::cli {

/// The part of the first process: it sends tasks from the queue to the other processes, and puts their results into the
/// output.
class Leader {
public:
    explicit Leader(std::shared_ptr<Cluster> cluster) : cluster_(std::move(cluster)) {}
    Leader(const Leader&) = delete;
    Leader& operator=(const Leader&) = delete;

    /// Returns the number of other processes.
    std::size_t others() const { return static_cast<std::size_t>(cluster_->size()) - 1; }
    /// Starts a thread that does the work. All arguments except `files` must live until join() has returned.
    void start(const BatchSetup& setup, std::vector<BatchFile> files, TaskQueue& queue, Formatter& formatter,
               BatchMeter& meter);
    /// Waits for the thread, after the queue is over.
    void join() { thread_ = {}; }
    /// Returns what the other processes did. Valid after join(). Errors: the first failure that another process
    /// reported.
    Result<std::vector<DeviceShare>> shares();

private:
    struct Other {
        std::string host;
        /// The most tasks that the process may have at a time; 0 until it is ready.
        std::size_t most = 0;
        std::map<std::uint64_t, std::shared_ptr<Task>> tasks;
    };

    void work();
    bool give_tasks();
    void take(const Cluster::Message& message);
    void take_result(Other& other, std::span<const std::byte> bytes);

    std::shared_ptr<Cluster> cluster_;
    TaskQueue* queue_ = nullptr;
    Formatter* formatter_ = nullptr;
    BatchMeter* meter_ = nullptr;
    std::vector<Other> others_;
    std::size_t reports_ = 0;
    std::vector<DeviceShare> shares_;
    Result<void> failure_;
    std::jthread thread_;
};

}  // namespace vkalgo::cli
