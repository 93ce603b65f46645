#include "cli/batch/cluster/cluster.hpp"

#include "cli/batch/cluster/messages.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include <dlfcn.h>
#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr const char* kLibrary = "vkalgo_mpi.so";

/// Returns the paths at which the library may be: beside the command in a build, or in the folder of libraries of an
/// installation.
std::vector<std::filesystem::path> library_paths() {
    std::error_code failure;
    const auto command = std::filesystem::read_symlink("/proc/self/exe", failure);
    const auto folder = command.parent_path();
    return {folder / kLibrary, folder / VKALGO_MPI_FOLDER / kLibrary};
}

Error no_cluster(std::string message) {
    return Error{ErrorCode::unsupported, std::move(message), {}};
}

/// Loads the library of the transport. Its symbols are global, since Open MPI loads parts of itself that need them. The
/// library is never closed, because MPI libraries do not support that.
Result<const VkalgoTransport*> load() {
    std::string problem;
    for (const auto& path : library_paths()) {
        std::error_code failure;
        if (!std::filesystem::exists(path, failure)) {
            continue;
        }
        void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
        if (library == nullptr) {
            problem = ::dlerror();
            continue;
        }
        const auto get = reinterpret_cast<VkalgoTransportOf>(::dlsym(library, "vkalgo_transport"));
        const VkalgoTransport* transport = get != nullptr ? get() : nullptr;
        if (transport != nullptr && transport->version == kVkalgoTransportVersion) {
            return transport;
        }
        problem = fmt::format("'{}' is of another version", path.string());
    }
    return no_cluster(fmt::format(
        "several processes share a batch through MPI, {}; install libopenmpi-dev and build vkalgo with it "
        "(cmake -DVKALGO_MPI=ON), or give --mpi no: each process then works by itself",
        problem.empty() ? "which this vkalgo was built without" : fmt::format("which cannot be loaded: {}", problem)));
}

void release(void* owner) {
    delete static_cast<std::shared_ptr<const Packet>*>(owner);  // Allocated by post()
}

}  // namespace

Result<std::shared_ptr<Cluster>> Cluster::join(const Launch& launch) {
    VKALGO_TRY(const VkalgoTransport* transport, load());
    std::shared_ptr<Cluster> cluster(new Cluster(*transport));
    if (const char* problem =
            transport->start(&cluster->rank_, &cluster->size_, &cluster->local_rank_, &cluster->local_size_)) {
        return no_cluster(
            fmt::format("{} cannot start: {}; correct its installation, or give --mpi no: each "
                        "process then works by itself",
                        transport->library, problem));
    }
    if (launch.size > 1 && cluster->size_ != launch.size) {
        return no_cluster(
            fmt::format("{} processes were started, but {} sees {}; start them by the mpirun of "
                        "the MPI that vkalgo is built with",
                        launch.size, transport->library, cluster->size_));
    }
    if (cluster->size_ == 1) {
        transport->finish();
        return std::shared_ptr<Cluster>();
    }
    return cluster;
}

void Cluster::post(int to, std::shared_ptr<const Packet> packet) {
    const void* bytes = packet->data();
    const std::size_t count = packet->size();
    // The transport knows only an address. `owner` keeps the packet alive. The transport calls release(), which deletes
    // `owner`, when the packet is sent.
    auto owner = std::make_unique<std::shared_ptr<const Packet>>(std::move(packet));
    transport_.post(to, bytes, count, release, owner.release());
}

std::optional<Cluster::Message> Cluster::poll() {
    Message message;
    const void* bytes = nullptr;
    std::size_t count = 0;
    if (transport_.poll(&message.from, &bytes, &count) == 0) {
        return std::nullopt;
    }
    message.bytes = {static_cast<const std::byte*>(bytes), count};
    return message;
}

void Cluster::send_all() {
    Patience patience;
    while (transport_.unsent() > 0) {
        // Messages that arrive now are dropped: nothing needs them any more.
        if (!poll()) {
            patience.wait();
        }
    }
}

int Cluster::leave(int code) {
    Patience patience;
    if (rank_ == 0) {
        for (int other = 1; other < size_; ++other) {
            post(other, std::make_shared<Packet>(pack_leave(code)));
        }
        for (int there = size_ - 1; there > 0;) {
            if (const auto message = poll()) {
                there -= kind_of(message->bytes) == PacketKind::left ? 1 : 0;
                patience.reset();
            } else {
                patience.wait();
            }
        }
    } else {
        while (!exit_code_) {
            if (const auto message = poll(); message && kind_of(message->bytes) == PacketKind::leave) {
                exit_code_ = unpack_leave(message->bytes);
            } else if (!message) {
                patience.wait();
            }
        }
        code = *exit_code_;
        post(0, std::make_shared<Packet>(pack_kind(PacketKind::left)));
    }
    send_all();
    transport_.finish();
    return code;
}

void Patience::wait() {
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds_));
    microseconds_ = std::min(2 * microseconds_, kMax);
}

}  // namespace vkalgo::cli
