#pragma once

#include <cstddef>
#include <cstdint>

/// What vkalgo asks of MPI, as a table of functions that a library of its own brings (cli/dp/cluster/mpi/), so that the
/// command itself is not linked with MPI and does not load it until it is needed. One thread at a time calls them.
extern "C" {

/// Changes with anything below.
constexpr int kVkalgoTransportVersion = 1;

struct VkalgoTransport {
    int version;
    /// of the MPI library, for messages
    const char* library;

    /// Joins the other processes. Null, or a message why not.
    const char* (*start)(int* rank, int* size, int* local_rank, int* local_size);
    /// Sends bytes, which stay where they are until `release` is called with `owner`.
    void (*post)(int to, const void* bytes, std::size_t count, void (*release)(void* owner), void* owner);
    /// Goes on with what is under way. 1: a whole message is there, from that process, until the next call. 0: none.
    int (*poll)(int* from, const void** bytes, std::size_t* count);
    /// How many messages are not sent yet.
    std::size_t (*unsent)();
    /// Leaves. All messages are sent and received.
    void (*finish)();
};

/// The one function that the library has.
using VkalgoTransportOf = const VkalgoTransport* (*)();
}
