#pragma once

#include "buffer.hpp"
#include "profiler.hpp"
#include "recorder.hpp"
#include "result.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace vkalgo {

class Context;

struct RunReport {
    /// from the first to the last command, by timestamps (host clock where there are none)
    double gpu_milliseconds = 0;
    /// those that the recording opened
    std::vector<SpanTime> spans;
};

struct RunOptions {
    /// 10 minutes
    std::uint64_t timeout_nanoseconds = 600'000'000'000;
};

/// The easy way: upload, record, submit, wait, download. One at a time; not thread-safe; needs the context's queue.
class Runner {
public:
    static Result<Runner> create(Context& context);
    Runner(Runner&&) noexcept;
    Runner& operator=(Runner&&) noexcept;
    ~Runner();

    Context& context() const;
    /// Copies `bytes` (at most view.size) to the device through a staging buffer of at most 64 MiB, and waits.
    Result<void> upload(const BufferView& target, std::span<const std::byte> bytes);
    /// Copies from the device and waits.
    Result<void> download(const BufferView& source, std::span<std::byte> bytes);
    /// A device buffer that holds `bytes`.
    Result<Buffer> upload_new(std::span<const std::byte> bytes, const char* name = "");

    /// Records one command buffer, submits it and waits. An error of `record` submits nothing.
    /// Errors: those of `record`, device_lost, timeout, out_of_memory. After a timeout the context is lost for further runs.
    Result<RunReport> run(const std::function<Result<void>(Recorder&)>& record, const RunOptions& options = {});

    /// Device times of `repetitions` runs in milliseconds, after untimed ones for warm_up_milliseconds() of wall time (one at
    /// least): much that is slow happens once.
    Result<std::vector<double>> measure(const std::function<Result<void>(Recorder&)>& record, int repetitions);
    /// A second on a GPU, which raises its clocks only under load and not at once (an H200 that idled for seconds ran a fifth
    /// as fast for more than 0.2 s); nothing on a software device.
    double warm_up_milliseconds() const;

    /// Bytes of staging memory this runner holds at most (host-visible; counted in the context's memory too).
    static constexpr std::uint64_t kStagingBytes = 64ull << 20;
    /// What it holds once it has made uploads and downloads of at most so many bytes each.
    static constexpr std::uint64_t staging_bytes(std::uint64_t largest_upload, std::uint64_t largest_download) {
        const auto held = [](std::uint64_t bytes) {
            const std::uint64_t most = bytes < kStagingBytes / 2 ? bytes : kStagingBytes / 2;
            return bytes == 0 ? 0 : most < 16 ? 16 : (most + 15) / 16 * 16;
        };
        return held(largest_upload) + held(largest_download);
    }

    /// Milliseconds of wall time spent in uploads and downloads so far.
    double upload_milliseconds() const;
    double download_milliseconds() const;

private:
    struct State;
    explicit Runner(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace vkalgo
