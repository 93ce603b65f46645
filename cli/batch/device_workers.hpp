#pragma once

#include "cli/batch/formatter.hpp"
#include "cli/batch/task.hpp"
#include "cli/batch/task_queue.hpp"
#include "cli/batch/worker.hpp"
#include "cli/command.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace vkalgo::cli {

/// A meter of how much of the input is done, in all threads and processes. Thread-safe.
class BatchMeter {
public:
    /// Starts to report. `total` is the weight of all tasks, `update` takes a fraction from 0 to 1. If `total` is 0 or
    /// `update` is empty, nothing is reported.
    void begin(double total, std::function<void(double)> update);
    /// Stops reporting.
    void end();
    /// Sets how much of the weight of a worker's current task is done.
    void at(std::size_t worker, double weight);
    /// Adds the weight of a worker's finished task. The worker then has no current task.
    void done(std::size_t worker, double weight);
    void done(double weight);

private:
    void show();

    std::mutex mutex_;
    std::function<void(double)> update_;
    double total_ = 0, done_ = 0;
    std::vector<double> parts_;
};

/// The devices of this process, each with several threads: the host works for one task while the device works for
/// another.
class DeviceWorkers {
public:
    explicit DeviceWorkers(const BatchSetup& setup) : setup_(setup) {}
    DeviceWorkers(const DeviceWorkers&) = delete;
    DeviceWorkers& operator=(const DeviceWorkers&) = delete;

    /// Chooses the devices that the session's --device names. Without --device, on a host that runs several processes,
    /// chooses one device by the `rank` of this process among the `ranks` processes of the host. Chooses none if
    /// BatchJob::solve is set and nothing is verified. Errors: those of named_devices().
    Result<void> choose(const Session& session, int rank = 0, int ranks = 1);
    std::size_t size() const { return setup_.job->solve ? setup_.job->solvers : devices_.size(); }
    /// Returns the number of threads that solve at the same time, on all devices.
    std::size_t threads() const { return size() * threads_of_device(); }
    /// Opens the devices.
    Result<void> open(Session& session);
    /// Starts to work on the tasks of the queue. With `name_devices`, messages name the device of an error. Throws what
    /// start_thread() throws; the caller must then fail the queue and call join().
    void start(TaskQueue& queue, Formatter& formatter, BatchMeter& meter, bool name_devices);
    /// Waits for the threads, after the queue is over.
    void join() { threads_.clear(); }

    /// Returns what each device did. Valid after join().
    std::vector<DeviceShare> shares() const;
    ThreadTime times() const { return times_.sum(); }

private:
    std::size_t threads_of_device() const;
    Result<void> open_workers(BatchDevice& device);
    void work(std::size_t number, TaskQueue& queue, Formatter& formatter, BatchMeter& meter, bool name_devices);

    const BatchSetup& setup_;
    std::vector<std::string> devices_;
    std::vector<std::unique_ptr<BatchDevice>> opened_;
    /// threads_of_device() workers per device, one device after another.
    std::vector<std::unique_ptr<Worker>> workers_;
    ThreadTimes times_;
    std::vector<std::jthread> threads_;
};

}  // namespace vkalgo::cli
