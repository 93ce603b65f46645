#pragma once

#include "buffer.hpp"
#include "profiler.hpp"
#include "recorder.hpp"
#include "result.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

class Context;

/// What a run took.
struct RunReport {
    /// from the first to the last command, by timestamps (host clock where there are none)
    double gpu_milliseconds = 0;
    /// those that the recording opened
    std::vector<SpanTime> spans;
};

/// How a run is made.
struct RunOptions {
    /// 10 minutes
    std::uint64_t timeout_nanoseconds = 600'000'000'000;
};

/// What a submission waits for on the device. `value`: of a timeline semaphore (needs profile().timeline_semaphores),
/// at least 1; 0: a binary semaphore.
struct SemaphoreWait {
    VkSemaphore semaphore = VK_NULL_HANDLE;
    std::uint64_t value = 0;
    /// these stages of the submission wait
    VkPipelineStageFlags stages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
};

/// What a submission signals on the device when all of it has finished; `value` as above.
struct SemaphoreSignal {
    VkSemaphore semaphore = VK_NULL_HANDLE;
    std::uint64_t value = 0;
};

/// Read during Runner::submit only.
struct SubmitOptions {
    std::span<const SemaphoreWait> wait;
    std::span<const SemaphoreSignal> signal;
};

/// A submission of one runner.
struct Ticket {
    /// 1, 2, 3, ... in the order of submission
    std::uint64_t number = 0;
    bool operator==(const Ticket&) const = default;
};

/// Work too long for one submission: `steps` steps, `chunk` of them per submission.
struct Chunks {
    /// names the span around each submission in the report; none if empty
    std::string name;
    std::uint64_t steps = 0;
    /// at least 1
    std::uint64_t chunk = 1;
    /// Optional. How long a submission should take by the host's clock: the first then has `first_chunk` steps, one at
    /// least, and each next one more or fewer by the time of the last, at most four times as many and `chunk`.
    double aim_milliseconds = 0;
    std::uint64_t first_chunk = 1;
    /// records steps [first, first + count)
    std::function<Result<void>(Recorder& recorder, std::uint64_t first, std::uint64_t count)> record;
    /// Optional. Asked after each submission has finished; true ends the work early.
    std::function<Result<bool>()> done;
    /// Optional. Called after each submission with the part of the steps that is done, and with 1 at an early end.
    std::function<void(double fraction)> progress;
    /// Looked at before each submission: ErrorCode::cancelled.
    std::stop_token cancel;
    /// of one submission
    std::uint64_t timeout_nanoseconds = RunOptions{}.timeout_nanoseconds;
};

/// The easy way: upload, record, submit, wait, download. Submissions run on the context's queue in order, each after
/// all that earlier ones of this context wrote (what stage() sends alone does not wait). Not thread-safe: one runner
/// per thread; several may share a context.
class Runner {
public:
    /// `context` outlives the runner. Errors: those of the Vulkan objects that it makes.
    static Result<Runner> create(Context& context);
    Runner(Runner&&) noexcept;
    Runner& operator=(Runner&&) noexcept;
    ~Runner();

    /// As given to create().
    Context& context() const;
    /// Copies `bytes` (at most view.size) to the device through a staging buffer of at most 64 MiB, and waits.
    Result<void> upload(const BufferView& target, std::span<const std::byte> bytes);
    /// Uploads without waiting for the end: returns once all bytes are in staging memory, the last of them still on
    /// their way, beside whatever the device does. What is submitted later sees them. `target`: nothing that is under
    /// way uses it (what did was waited for), and it lives until await_staged(), upload() or download() has returned,
    /// or a later submission has been waited for. After an error nothing is on its way any more.
    Result<void> stage(const BufferView& target, std::span<const std::byte> bytes);
    /// Waits until all that was staged has arrived.
    Result<void> await_staged();
    /// Copies from the device and waits.
    Result<void> download(const BufferView& source, std::span<std::byte> bytes);
    /// A device buffer that holds `bytes`.
    Result<Buffer> upload_new(std::span<const std::byte> bytes, const char* name = "");

    /// Records one command buffer, submits it and waits. An error of `record` submits nothing.
    /// Errors: those of `record`, device_lost, timeout, out_of_memory. After a timeout the context is lost for further
    /// runs.
    Result<RunReport> run(const std::function<Result<void>(Recorder&)>& record, const RunOptions& options = {});

    /// Records one command buffer and submits it without waiting. Several may be under way; each has a command buffer,
    /// an arena and timestamps of its own, which are reused after it has finished. What it uses must live until then.
    /// Errors: those of `record` (nothing is submitted), unsupported (a semaphore's value without timeline semaphores),
    /// device_lost, out_of_memory.
    Result<Ticket> submit(const std::function<Result<void>(Recorder&)>& record, const SubmitOptions& options = {});
    /// Waits until that submission has finished; returns at once if it has. Its report is there for the last
    /// kReportsKept submissions, once, and empty otherwise. Errors: invalid_argument (no ticket of this runner),
    /// device_lost, timeout.
    Result<RunReport> wait(Ticket ticket, const RunOptions& options = {});
    /// Whether that submission has finished; does not wait. Errors: invalid_argument (no ticket of this runner),
    /// device_lost.
    Result<bool> finished(Ticket ticket);
    static constexpr std::size_t kReportsKept = 64;

    /// Records, submits and awaits one chunk after the other. The report has the sum of the device times and the spans
    /// of all submissions. Errors: those of `run` and of `done`; cancelled; invalid_argument (a chunk of no steps, no
    /// `record`).
    Result<RunReport> run_chunks(const Chunks& chunks);

    /// Device times of `repetitions` runs in milliseconds, after untimed ones for warm_up_milliseconds() of wall time
    /// (one at least): much that is slow happens once.
    Result<std::vector<double>> measure(const std::function<Result<void>(Recorder&)>& record, int repetitions);
    /// A second on a GPU, which raises its clocks only under load and not at once (an H200 that idled for seconds ran a
    /// fifth as fast for more than 0.2 s); nothing on a software device.
    double warm_up_milliseconds() const;

    /// Bytes of staging memory this runner holds at most (host-visible; counted in the context's memory too).
    static constexpr std::uint64_t kStagingBytes = 64ull << 20;
    /// What it holds once it has made uploads and downloads of at most so many bytes each.
    static constexpr std::uint64_t staging_bytes(std::uint64_t largest_upload, std::uint64_t largest_download) {
        const auto held = [](std::uint64_t bytes) {
            const std::uint64_t most = bytes < kStagingBytes / 2 ? bytes : kStagingBytes / 2;
            return bytes == 0 ? 0 : Buffer::rounded(most);
        };
        return held(largest_upload) + held(largest_download);
    }

    /// Milliseconds of wall time that the host has spent in upload(), stage() and await_staged() so far. What the
    /// device copies while the host is elsewhere is not in it.
    double upload_milliseconds() const;
    /// The same in download().
    double download_milliseconds() const;

private:
    struct Slot;
    struct State;
    explicit Runner(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace vkalgo
