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

/// How much of the input is done, whoever does it. Thread-safe.
class BatchMeter {
public:
    /// `update` takes 0 to 1; empty: nobody looks.
    void begin(double total, std::function<void(double)> update);
    /// Nobody looks any more.
    void end();
    /// A share of what is under way.
    void at(std::size_t worker, double weight);
    /// It is done; as many are under way in that worker no more.
    void done(std::size_t worker, double weight);
    void done(double weight);

private:
    void show();

    std::mutex mutex_;
    std::function<void(double)> update_;
    double total_ = 0, done_ = 0;
    std::vector<double> parts_;
};

/// The devices of this process, each with some threads: what the host does for one task runs beside what the device
/// does for another.
class DeviceWorkers {
public:
    explicit DeviceWorkers(const BatchSetup& setup) : setup_(setup) {}
    DeviceWorkers(const DeviceWorkers&) = delete;
    DeviceWorkers& operator=(const DeviceWorkers&) = delete;

    /// How many devices the session's --device names; of several processes on a host each has its own, by `place` among
    /// `places`. Errors: no such device.
    Result<void> choose(const Session& session, int place = 0, int places = 1);
    std::size_t size() const { return setup_.job->solve ? setup_.job->solvers : devices_.size(); }
    /// That solve at the same time, of all devices.
    std::size_t threads() const { return size() * threads_of_device(); }
    /// Opens them.
    Result<void> open(Session& session);
    /// Begins to work on what is in the queue. `name_devices`: messages say on which one an error was. Throws what
    /// start_thread() does: fail the queue then, and join().
    void start(TaskQueue& queue, Formatter& formatter, BatchMeter& meter, bool name_devices);
    /// Once the queue is over.
    void join() { threads_.clear(); }

    /// After join().
    std::vector<DeviceShare> shares() const;
    ThreadTime times() const { return times_.sum(); }

private:
    std::size_t threads_of_device() const;
    Result<void> open_workers(BatchDevice& device);
    void work(std::size_t number, TaskQueue& queue, Formatter& formatter, BatchMeter& meter, bool name_devices);

    const BatchSetup& setup_;
    std::vector<std::string> devices_;
    std::vector<std::unique_ptr<BatchDevice>> opened_;
    /// threads_of_device() of each device, one after another
    std::vector<std::unique_ptr<Worker>> workers_;
    ThreadTimes times_;
    std::vector<std::jthread> threads_;
};

}  // namespace vkalgo::cli
