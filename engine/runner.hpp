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

/// The measured times of a run.
struct RunReport {
    /// The time from the first command to the last, by timestamps (by the host's clock if the queue has no timestamps).
    double gpu_milliseconds = 0;
    /// The spans that the recording opened.
    std::vector<SpanTime> spans;
};

/// The options of a run.
struct RunOptions {
    /// The default is 10 minutes.
    std::uint64_t timeout_nanoseconds = 600'000'000'000;
};

/// A semaphore that a submission waits for on the device. `value` is at least 1 for a timeline semaphore (needs
/// profile().timeline_semaphores) and 0 for a binary semaphore.
struct SemaphoreWait {
    VkSemaphore semaphore = VK_NULL_HANDLE;
    std::uint64_t value = 0;
    /// The stages of the submission that wait.
    VkPipelineStageFlags stages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
};

/// A semaphore that a submission signals on the device when all its work has finished. `value` as in SemaphoreWait.
struct SemaphoreSignal {
    VkSemaphore semaphore = VK_NULL_HANDLE;
    std::uint64_t value = 0;
};

/// The semaphores of a submission. The spans are read only during Runner::submit.
struct SubmitOptions {
    std::span<const SemaphoreWait> wait;
    std::span<const SemaphoreSignal> signal;
};

/// The number of a submission of one runner.
struct Ticket {
    /// 1, 2, 3, ... in the order of submission.
    std::uint64_t number = 0;
    bool operator==(const Ticket&) const = default;
};

/// Work that is too long for one submission: `steps` steps, of which each submission runs at most `chunk`.
struct Chunks {
    /// The name of the span around each submission in the report. Empty means no span.
    std::string name;
    std::uint64_t steps = 0;
    /// The most steps of a submission; at least 1.
    std::uint64_t chunk = 1;
    /// Optional. The time that a submission should take by the host's clock. The first submission then has
    /// `first_chunk` steps (at least 1, at most `chunk`). The number of steps of each later submission follows from the
    /// time of the submission before. It is at most four times the number before, and at most `chunk`.
    double aim_milliseconds = 0;
    std::uint64_t first_chunk = 1;
    /// Records steps [first, first + count).
    std::function<Result<void>(Recorder& recorder, std::uint64_t first, std::uint64_t count)> record;
    /// Optional. Called after each submission has finished. Returns true to end the work early.
    std::function<Result<bool>()> done;
    /// Optional. Called after each submission with the fraction of the steps that is done, and with 1 at an early end.
    std::function<void(double fraction)> progress;
    /// Checked before each submission. If a stop was requested, the run ends with ErrorCode::cancelled.
    std::stop_token cancel;
    /// The timeout of one submission.
    std::uint64_t timeout_nanoseconds = RunOptions{}.timeout_nanoseconds;
};

/// The easy way to run work: upload, record, submit, wait, download. Submissions run on the context's queue in order.
/// Each waits for everything that earlier submissions of this context wrote; only the copies of stage() do not wait.
/// Not thread-safe: use one runner per thread. Several runners may share a context.
class Runner {
public:
    /// Creates a runner. `context` must outlive it. Errors: those of the Vulkan objects that it makes.
    static Result<Runner> create(Context& context);
    Runner(Runner&&) noexcept;
    Runner& operator=(Runner&&) noexcept;
    ~Runner();

    /// Returns the context that was passed to create().
    Context& context() const;
    /// Copies `bytes` (at most target.size) to the device through a staging buffer of at most 32 MiB, and waits.
    Result<void> upload(const BufferView& target, std::span<const std::byte> bytes);
    /// Uploads without waiting for the end. Returns when all bytes are in staging memory; the device may still copy the
    /// last of them while it does other work. Later submissions see the bytes. No unfinished submission may use
    /// `target` (wait for the submissions that did). `target` must live until await_staged(), upload() or download()
    /// has returned, or until a later submission has been waited for. After an error no copies are in progress.
    Result<void> stage(const BufferView& target, std::span<const std::byte> bytes);
    /// Blocks until everything that was staged has arrived.
    Result<void> await_staged();
    /// Copies the first bytes.size() bytes of `source` to the host, and waits.
    Result<void> download(const BufferView& source, std::span<std::byte> bytes);
    /// Creates a device buffer that holds `bytes`.
    Result<Buffer> upload_new(std::span<const std::byte> bytes, const char* name = "");

    /// Records one command buffer, submits it and waits. If `record` fails, nothing is submitted.
    /// Errors: those of `record`, device_lost, timeout, out_of_memory. After a timeout the context is lost for further
    /// runs.
    Result<RunReport> run(const std::function<Result<void>(Recorder&)>& record, const RunOptions& options = {});

    /// Records one command buffer and submits it without waiting. Several submissions may be unfinished at a time. Each
    /// has a command buffer, an arena and timestamps of its own, which are reused after it has finished. Everything
    /// that the submission uses must live until it has finished. Errors: those of `record` (nothing is submitted),
    /// unsupported (a semaphore's value without timeline semaphores), device_lost, out_of_memory.
    Result<Ticket> submit(const std::function<Result<void>(Recorder&)>& record, const SubmitOptions& options = {});
    /// Blocks until the ticket's submission has finished; returns at once if it already has. Returns the report of the
    /// submission. The report is empty if it was returned before. It may be empty if the submission is not one of the
    /// last kReportsKept. Errors: invalid_argument (not a ticket of this runner), device_lost, timeout.
    Result<RunReport> wait(Ticket ticket, const RunOptions& options = {});
    /// Returns whether the ticket's submission has finished; does not wait. Errors: invalid_argument (not a ticket of
    /// this runner), device_lost.
    Result<bool> finished(Ticket ticket);
    static constexpr std::size_t kReportsKept = 64;

    /// Records and submits one chunk after the other, and waits for each. The report has the sum of the device times,
    /// and the spans of all submissions. Errors: those of `run` and of `done`; cancelled; invalid_argument (`chunk` is
    /// 0, or `record` is empty).
    Result<RunReport> run_chunks(const Chunks& chunks);

    /// Returns the device times of `repetitions` runs in milliseconds. Untimed runs come first, for
    /// warm_up_milliseconds() of wall time (at least one run), because many slow steps happen only once.
    Result<std::vector<double>> measure(const std::function<Result<void>(Recorder&)>& record, int repetitions);
    /// Returns the duration of the untimed runs: one second on a GPU, 0 on a software device. A GPU raises its clocks
    /// only under load, and slowly (an H200 that idled for seconds ran at a fifth of its speed for more than 0.2 s).
    double warm_up_milliseconds() const;

    /// The most bytes of staging memory that a runner holds (host-visible; it counts as the context's memory too).
    static constexpr std::uint64_t kStagingBytes = 64ull << 20;
    /// Returns the staging bytes that a runner holds after uploads and downloads of at most these sizes.
    static constexpr std::uint64_t staging_bytes(std::uint64_t largest_upload, std::uint64_t largest_download) {
        const auto held = [](std::uint64_t bytes) {
            const std::uint64_t most = bytes < kStagingBytes / 2 ? bytes : kStagingBytes / 2;
            return bytes == 0 ? 0 : Buffer::rounded(most);
        };
        return held(largest_upload) + held(largest_download);
    }

    /// Returns the wall time in milliseconds that the host has spent in upload(), stage() and await_staged() so far.
    /// Copies that the device makes while the host does other work are not included.
    double upload_milliseconds() const;
    /// Returns the wall time in milliseconds that the host has spent in download() so far.
    double download_milliseconds() const;

private:
    struct Slot;
    struct State;
    explicit Runner(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace vkalgo
