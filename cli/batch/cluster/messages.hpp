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

/// The packed messages between the processes of a batch. All processes run on the same kind of machine.
namespace vkalgo::cli {

/// The first byte of a packet.
enum class PacketKind : std::uint8_t {
    /// To the first process, as the next four kinds: this process is ready, with the number of tasks that it can have.
    hello,
    /// A task is done.
    result,
    /// Something failed.
    failed,
    /// What the devices did.
    shares,
    /// The process ends and sends nothing more.
    left,
    /// From the first process, as the next three kinds: the data that stays the same for all tasks.
    setup,
    task,
    /// No more tasks follow, and shares are requested.
    finish,
    /// End with this exit code.
    leave,
};

/// A process that is ready.
struct Hello {
    std::string host;
    /// The most tasks that the process may have at a time.
    std::uint32_t tasks = 0;
};

/// What all processes need in addition to the command line.
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
/// Packs only the rows that the task uses.
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

/// Returns the number of rows of a set that come before those of the task. Packing leaves these rows out, and subtracts
/// their number from the row numbers of the kept problems.
std::size_t rows_before(const Task& task);

}  // namespace vkalgo::cli
