#pragma once

#include "cli/batch/cluster/transport.hpp"
#include "cli/system/launch.hpp"
#include "engine/result.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Several processes, on one host or many, that work on one batch.
namespace vkalgo::cli {

using Packet = std::vector<std::byte>;

/// This process among all processes of the run. Only one thread may use it at a time.
class Cluster {
public:
    /// Loads MPI and joins the other processes. Returns null if this process is the only one. Errors: unsupported: this
    /// vkalgo is built without MPI, MPI cannot be loaded or started, or another MPI started the processes.
    static Result<std::shared_ptr<Cluster>> join(const Launch& launch);

    int rank() const { return rank_; }
    int size() const { return size_; }
    /// Returns the rank among the processes of this host.
    int local_rank() const { return local_rank_; }
    int local_size() const { return local_size_; }

    /// Starts to send a packet to the process of rank `to`.
    void post(int to, std::shared_ptr<const Packet> packet);
    struct Message {
        int from = 0;
        std::span<const std::byte> bytes;
    };
    /// Continues the sends that post() started. Returns a message that has arrived; null if no message has arrived. Its
    /// bytes are valid until the next call.
    std::optional<Message> poll();

    /// In the first process: tells the other processes to end with this code, and waits until each has confirmed it. In
    /// another process: waits for the code and confirms it. Returns the code.
    int leave(int code);

private:
    explicit Cluster(const VkalgoTransport& transport) : transport_(transport) {}
    void send_all();

    const VkalgoTransport& transport_;
    int rank_ = 0, size_ = 1, local_rank_ = 0, local_size_ = 1;
    std::optional<int> exit_code_;

    friend class Follower;
};

/// A wait that gets longer while nothing happens.
class Patience {
public:
    void reset() { microseconds_ = kLeast; }
    void wait();

private:
    static constexpr int kLeast = 20, kMax = 1000;
    int microseconds_ = kLeast;
};

}  // namespace vkalgo::cli
