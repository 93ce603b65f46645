// The library vkalgo_mpi.so: messages of any length through MPI. A message is sent as its length and then in parts,
// since MPI gives the number of bytes as an int. Parts from one sender stay in order.
#define OMPI_SKIP_MPICXX
#define MPICH_SKIP_MPICXX
#include "cli/batch/cluster/transport.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <vector>

#include <mpi.h>

namespace {

constexpr std::size_t kPart = std::size_t{1} << 30;
constexpr int kTag = 0x7661;

struct Sending {
    std::uint64_t length = 0;
    void (*release)(void*) = nullptr;
    void* owner = nullptr;
    std::vector<MPI_Request> requests;
};

/// A message some of whose parts have not arrived.
struct Receiving {
    std::vector<char> bytes;
    std::size_t received = 0;
    bool open = false;
};

struct State {
    std::deque<std::unique_ptr<Sending>> sending;
    std::vector<Receiving> receiving;
    std::vector<char> message;
};

State& state() {
    static State only;
    return only;
}

const char* start(int* rank, int* size, int* local_rank, int* local_size) {
    int provided = 0;
    if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS) {
        return "MPI_Init_thread failed";
    }
    if (provided < MPI_THREAD_SERIALIZED) {
        return "it does not support MPI_THREAD_SERIALIZED";
    }
    MPI_Comm host = MPI_COMM_NULL;
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    MPI_Comm_size(MPI_COMM_WORLD, size);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, *rank, MPI_INFO_NULL, &host);
    MPI_Comm_rank(host, local_rank);
    MPI_Comm_size(host, local_size);
    MPI_Comm_free(&host);
    state().receiving.resize(static_cast<std::size_t>(*size));
    return nullptr;
}

void post(int to, const void* bytes, std::size_t count, void (*release)(void*), void* owner) {
    auto& sending = *state().sending.emplace_back(std::make_unique<Sending>());
    sending.length = count;
    sending.release = release;
    sending.owner = owner;
    sending.requests.emplace_back();
    MPI_Isend(&sending.length, sizeof sending.length, MPI_BYTE, to, kTag, MPI_COMM_WORLD, &sending.requests.back());
    for (std::size_t first = 0; first < count; first += kPart) {
        const auto part = static_cast<int>(std::min(kPart, count - first));
        sending.requests.emplace_back();
        MPI_Isend(static_cast<const char*>(bytes) + first, part, MPI_BYTE, to, kTag, MPI_COMM_WORLD,
                  &sending.requests.back());
    }
}

void drop_sent() {
    auto& sending = state().sending;
    for (auto each = sending.begin(); each != sending.end();) {
        int done = 0;
        auto& requests = (*each)->requests;
        MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE);
        if (done == 0) {
            ++each;
            continue;
        }
        (*each)->release((*each)->owner);
        each = sending.erase(each);
    }
}

/// Receives the length of a message, or the next part of a message whose length is known. Returns whether the message
/// is complete.
bool receive(const MPI_Status& status, int count) {
    Receiving& from = state().receiving[static_cast<std::size_t>(status.MPI_SOURCE)];
    if (!from.open) {
        std::uint64_t length = 0;
        MPI_Recv(&length, sizeof length, MPI_BYTE, status.MPI_SOURCE, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        from.bytes.resize(length);
        from.received = 0;
        from.open = true;
    } else {
        MPI_Recv(from.bytes.data() + from.received, count, MPI_BYTE, status.MPI_SOURCE, kTag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        from.received += static_cast<std::size_t>(count);
    }
    return from.received == from.bytes.size();
}

int poll(int* from, const void** bytes, std::size_t* count) {
    drop_sent();
    for (;;) {
        int there = 0;
        MPI_Status status;
        MPI_Iprobe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &there, &status);
        if (there == 0) {
            return 0;
        }
        int part = 0;
        MPI_Get_count(&status, MPI_BYTE, &part);
        if (receive(status, part)) {
            Receiving& whole = state().receiving[static_cast<std::size_t>(status.MPI_SOURCE)];
            whole.open = false;
            state().message.swap(whole.bytes);
            *from = status.MPI_SOURCE;
            *bytes = state().message.data();
            *count = state().message.size();
            return 1;
        }
    }
}

std::size_t unsent() {
    return state().sending.size();
}

void finish() {
    MPI_Finalize();
}

}  // namespace

extern "C" const VkalgoTransport* vkalgo_transport() {
    static char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    if (library[0] == '\0') {
        int length = 0;
        MPI_Get_library_version(library, &length);
        // The text after the first comma or line break says how the library was built.
        if (char* end = std::strpbrk(library, ",\n")) {
            *end = '\0';
        }
    }
    static const VkalgoTransport transport{kVkalgoTransportVersion, library, start, post, poll, unsent, finish};
    return &transport;
}
