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

/// This process among the others. Used by one thread at a time.
class Cluster {
public:
    /// Loads MPI and joins them. Null: there are no others. Errors: unsupported: this vkalgo is built without MPI, or
    /// it is another MPI than the one that started it.
    static Result<std::shared_ptr<Cluster>> join(const Launch& launch);

    int rank() const { return rank_; }
    int size() const { return size_; }
    /// among those of this host
    int local_rank() const { return local_rank_; }
    int local_size() const { return local_size_; }

    /// Sends it, from now on.
    void post(int to, std::shared_ptr<const Packet> packet);
    struct Message {
        int from = 0;
        std::span<const std::byte> bytes;
    };
    /// Goes on with what is sent, and gives a message that is there, valid until the next call.
    std::optional<Message> poll();

    /// Of the first process: tells the others to end with this code, and waits until they do. Of another: waits to be
    /// told. Gives the code.
    int leave(int code);

private:
    explicit Cluster(const VkalgoTransport& transport) : transport_(transport) {}
    void send_all();

    const VkalgoTransport& transport_;
    int rank_ = 0, size_ = 1, local_rank_ = 0, local_size_ = 1;
    std::optional<int> exit_code_;

    friend class Follower;
};

/// Waits a little longer each time that nothing happened.
class Patience {
public:
    void reset() { microseconds_ = kLeast; }
    void wait();

private:
    static constexpr int kLeast = 20, kMax = 1000;
    int microseconds_ = kLeast;
};

}  // namespace vkalgo::cli
