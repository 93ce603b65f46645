#pragma once

#include "cli/batch/cluster/cluster.hpp"
#include "cli/batch/setup.hpp"
#include "cli/batch/task.hpp"
#include "engine/result.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// What the processes of a batch send each other, packed. All run on the same kind of machine.
namespace vkalgo::cli {

/// The first byte of a packet.
enum class PacketKind : std::uint8_t {
    /// to the first process: this one is ready, with so many devices
    hello,
    /// a task is done
    result,
    /// something went wrong
    failed,
    /// what the devices did
    shares,
    /// the process ends, and sends nothing more
    left,
    /// from the first process: what does not change
    setup,
    task,
    /// no more tasks come; shares are wanted
    finish,
    /// end with this exit code
    leave,
};

/// A process that is ready.
struct Hello {
    std::string host;
    std::uint32_t devices = 0;
};

/// What all need to know beside the command line.
struct SharedSetup {
    std::vector<BatchFile> files;
    std::map<std::string, dp::InputArray, std::less<>> common;
    std::shared_ptr<const Rows> second;
};

/// A task that is done.
struct TaskResult {
    std::uint64_t number = 0;
    std::uint64_t problems = 0;
    std::vector<FormattedRows> formatted;
    std::vector<KeptProblem> kept;
};

PacketKind kind_of(std::span<const std::byte> bytes);
Packet pack_kind(PacketKind kind);
Packet pack(const Hello& hello);
Packet pack(const SharedSetup& setup);
/// Only the rows that it is about.
Packet pack(const Task& task);
Packet pack(const TaskResult& result);
Packet pack(const Error& error);
Packet pack(const std::vector<DeviceShare>& shares);
Packet pack_leave(int code);

Hello unpack_hello(std::span<const std::byte> bytes);
SharedSetup unpack_setup(std::span<const std::byte> bytes);
std::shared_ptr<Task> unpack_task(std::span<const std::byte> bytes);
TaskResult unpack_result(std::span<const std::byte> bytes);
Error unpack_error(std::span<const std::byte> bytes);
std::vector<DeviceShare> unpack_shares(std::span<const std::byte> bytes);
int unpack_leave(std::span<const std::byte> bytes);

/// What is taken off the row numbers of a task when it is packed.
std::size_t rows_before(const Task& task);

}  // namespace vkalgo::cli
