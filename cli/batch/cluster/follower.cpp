#include "cli/batch/cluster/follower.hpp"

#include "cli/batch/cluster/messages.hpp"
#include "cli/batch/device_workers.hpp"
#include "cli/batch/formatter.hpp"
#include "cli/batch/setup.hpp"
#include "cli/batch/task_queue.hpp"
#include "support/numbers.hpp"
#include "support/threads.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

namespace vkalgo::cli {

std::string host_name() {
    char name[256] = "";
    return ::gethostname(name, sizeof name - 1) == 0 ? name : "a host";
}

class Follower : public OutputSink {
public:
    Follower(Session& session, const BatchJob& job, Cluster& cluster)
        : session_(session), job_(job), cluster_(cluster), device_workers_(setup_), queue_(kMaxTasks) {}

    /// Runs until the first process tells this process to end.
    Result<void> run() {
        setup_.job = &job_;
        VKALGO_CHECK(device_workers_.choose(session_, cluster_.local_rank(), cluster_.local_size()));
        setup_.verify = session_.globals().verify;
        setup_.memory = session_.globals().memory;
        setup_.repeat = session_.globals().repeat.value_or(0);
        // While the devices are opened, the setup arrives.
        VKALGO_CHECK(device_workers_.open(session_));
        // One task in progress per thread, one waiting task per device, and one task that is being formatted.
        const std::size_t tasks = device_workers_.threads() + device_workers_.size() + 1;
        post(pack(Hello{host_name(), static_cast<std::uint32_t>(tasks)}));
        Result<void> done = guarded([this] { return serve(); });
        queue_.fail(Error{ErrorCode::cancelled, "over", {}});
        device_workers_.join();
        return done;
    }

    Result<void> take(const FormattedRows& formatted) override {
        formatted_.push_back(formatted);
        return {};
    }
    Result<void> end_of_slot(std::uint64_t tag, std::uint64_t problems) override {
        add(pack(TaskResult{tag, problems, std::exchange(formatted_, {}), {}}));
        return {};
    }

private:
    /// The most slots of the formatter that wait. It is greater than the number of tasks that a process has at a time
    /// (see Leader::Other::most), so Formatter::open() never blocks.
    static constexpr std::size_t kMaxTasks = 1000;

    void post(Packet packet) { cluster_.post(0, std::make_shared<Packet>(std::move(packet))); }

    /// Queues a packet, from any thread. The serving thread sends it.
    void add(Packet packet) {
        const std::lock_guard lock(mutex_);
        outgoing_.push_back(std::move(packet));
    }
    bool send_added() {
        std::deque<Packet> packets;
        {
            const std::lock_guard lock(mutex_);
            packets.swap(outgoing_);
        }
        for (Packet& packet : packets) {
            post(std::move(packet));
        }
        return !packets.empty();
    }

    /// Handles messages until the first process tells this process to end. Errors: those of the handlers; the queue's
    /// failure.
    Result<void> serve() {
        Patience patience;
        while (!cluster_.exit_code_) {
            bool moved = false;
            if (const auto message = cluster_.poll()) {
                VKALGO_CHECK(take_message(*message));
                moved = true;
            }
            moved = give_back_chosen() || moved;
            moved = send_added() || moved;
            VKALGO_CHECK(queue_.check());
            if (moved) {
                patience.reset();
            } else {
                patience.wait();
            }
        }
        return {};
    }

    Result<void> take_message(const Cluster::Message& message) {
        switch (kind_of(message.bytes)) {
            case PacketKind::setup:
                return begin(unpack_setup(message.bytes));
            case PacketKind::task:
                return begin_task(unpack_task(message.bytes));
            case PacketKind::finish:
                return report();
            case PacketKind::leave:
                cluster_.exit_code_ = unpack_leave(message.bytes);
                return {};
            default:
                return {};
        }
    }

    Result<void> begin(SharedSetup shared) {
        VKALGO_CHECK(prepare(session_, job_, shared.files, setup_));
        setup_.common = std::move(shared.common);
        setup_.second = std::move(shared.second);
        const std::size_t here = static_cast<std::size_t>(std::max(1, cluster_.local_size()));
        const std::size_t threads = std::clamp<std::size_t>(std::thread::hardware_concurrency() / here, 1, 8);
        formatter_.emplace(setup_.output_format, *this, threads, kMaxTasks,
                           [this](Error error) { queue_.fail(std::move(error)); });
        abandon_.emplace(queue_.stop_token(), Abandon{&*formatter_});
        device_workers_.start(queue_, *formatter_, meter_, true);
        return {};
    }

    Result<void> begin_task(std::shared_ptr<Task> task) {
        if (task->kind == Task::Kind::choose) {
            chosen_.push_back(task);
        } else {
            task->slot = formatter_->open(task->number);
        }
        return queue_.submit(std::move(task));
    }

    /// Sends back the results of tasks of kind `choose` that are done, in the order in which the tasks arrived. Returns
    /// whether any result was sent.
    bool give_back_chosen() {
        bool any = false;
        while (!chosen_.empty() && queue_.is_done(*chosen_.front())) {
            post(pack(TaskResult{chosen_.front()->number, 0, {}, std::move(chosen_.front()->kept)}));
            chosen_.pop_front();
            any = true;
        }
        return any;
    }

    Result<void> report() {
        VKALGO_CHECK(queue_.finish());
        device_workers_.join();
        if (session_.validation_messages() > 0) {
            return Error{
                ErrorCode::driver,
                fmt::format("the validation layers sent {}; the first is: {}; please report this as a bug of vkalgo",
                            plural(session_.validation_messages(), "message"), session_.validation_message()),
                {}};
        }
        post(pack(device_workers_.shares()));
        return {};
    }

    struct Abandon {
        Formatter* formatter;
        void operator()() const { formatter->abandon(); }
    };

    Session& session_;
    const BatchJob& job_;
    Cluster& cluster_;
    BatchSetup setup_;
    DeviceWorkers device_workers_;
    TaskQueue queue_;
    BatchMeter meter_;
    std::mutex mutex_;
    std::deque<Packet> outgoing_;
    /// Rows of the slot that is being written.
    std::vector<FormattedRows> formatted_;
    std::deque<std::shared_ptr<Task>> chosen_;
    std::optional<Formatter> formatter_;
    std::optional<std::stop_callback<Abandon>> abandon_;
};

Answer follow(Session& session, const BatchJob& job, const std::shared_ptr<Cluster>& cluster) {
    {
        Follower follower(session, job, *cluster);
        if (auto done = follower.run(); !done) {
            Error error = std::move(done).error();
            error.message = fmt::format("on {}, {}", host_name(), error.message);
            cluster->post(0, std::make_shared<Packet>(pack(error)));
        }
    }
    session.at_end([cluster](int code) { return cluster->leave(code); });
    Answer answer;
    answer.reported_elsewhere = true;
    return answer;
}

}  // namespace vkalgo::cli
