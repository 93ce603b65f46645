#pragma once

#include <cstddef>
#include <cstdint>

/// What vkalgo needs of MPI, as a table of functions that a separate library provides (cli/batch/cluster/mpi/). The
/// command itself is not linked with MPI. It loads MPI only when needed. One thread at a time calls the functions.
extern "C" {

/// The version of this table. It changes with every change below.
constexpr int kVkalgoTransportVersion = 1;

struct VkalgoTransport {
    int version;
    /// The name of the MPI library, for messages.
    const char* library;

    /// Joins the other processes. Sets the rank of this process and the number of processes, in the run and on this
    /// host. Returns null, or a message that says why this failed.
    const char* (*start)(int* rank, int* size, int* local_rank, int* local_size);
    /// Starts to send bytes to the process of rank `to`. They must stay unchanged until they are sent: poll() then
    /// calls `release` with `owner`.
    void (*post)(int to, const void* bytes, std::size_t count, void (*release)(void* owner), void* owner);
    /// Continues the sends, and receives parts of messages. Returns 0 if no whole message has arrived. Otherwise
    /// returns 1 and sets the rank of the sender, and the bytes of the message and their number. The message is valid
    /// until the next call.
    int (*poll)(int* from, const void** bytes, std::size_t* count);
    /// Returns the number of messages that are not yet sent.
    std::size_t (*unsent)();
    /// Leaves the other processes. All messages must be sent and received before.
    void (*finish)();
};

/// The type of vkalgo_transport(), the only function that the library exports.
using VkalgoTransportOf = const VkalgoTransport* (*)();
}
