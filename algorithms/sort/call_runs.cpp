#include "algorithms/sort/call_runs.hpp"

#include "engine/context.hpp"

#include <algorithm>
#include <vector>

namespace vkalgo {

namespace {

/// A call in progress.
struct Call {
    Runner& runner;
    const CallOptions& options;
    const std::string& what;
    std::span<const CallBuffer> infos;
    std::vector<Buffer> buffers = {};
    std::vector<BufferView> views = {};
    double step = 0;

    Result<void> prepare() {
        for (const CallBuffer& info : infos) {
            if (info.bytes == 0) {
                views.emplace_back();
                continue;
            }
            VKALGO_TRY(Buffer buffer, Buffer::create(runner.context(), {.size = info.bytes, .name = info.name}));
            views.push_back(buffer.view());
            buffers.push_back(std::move(buffer));
        }
        return {};
    }

    Result<void> go_on() const {
        if (options.cancel.stop_requested()) {
            return Error{ErrorCode::cancelled, "the " + what + " was cancelled", "cancel"};
        }
        return {};
    }

    /// Reports progress after a step. Each of options.repeat timed runs has two steps, the upload before it and the run
    /// itself. The download is the last step of the call.
    void tell() {
        ++step;
        if (options.progress) {
            options.progress(step / (2.0 * options.repeat + 1));
        }
    }

    Result<void> upload() {
        VKALGO_CHECK(go_on());
        for (std::size_t i = 0; i < infos.size(); ++i) {
            if (!infos[i].upload.empty()) {
                VKALGO_CHECK(runner.upload(views[i], infos[i].upload));
            }
        }
        return {};
    }

    Result<void> download() {
        for (std::size_t i = 0; i < infos.size(); ++i) {
            if (!infos[i].download.empty()) {
                VKALGO_CHECK(runner.download(views[i].slice(0, infos[i].download.size()), infos[i].download));
            }
        }
        return {};
    }
};

}  // namespace

std::uint64_t call_buffer_bytes(std::uint64_t bytes) {
    return bytes == 0 ? 0 : Buffer::rounded(bytes);
}

std::uint64_t call_bytes(std::span<const CallBuffer> buffers) {
    std::uint64_t bytes = 0, upload = 0, download = 0;
    for (const CallBuffer& buffer : buffers) {
        bytes += call_buffer_bytes(buffer.bytes);
        upload = std::max<std::uint64_t>(upload, buffer.upload.size());
        download = std::max<std::uint64_t>(download, buffer.download.size());
    }
    return bytes + Runner::staging_bytes(upload, download);
}

Result<void> check_call_memory(const std::string& what, std::uint64_t bytes, const CallOptions& options,
                               const DeviceProfile& profile) {
    const std::uint64_t available = tighter_limit(options.memory_limit, profile.device_memory);
    if (available != 0 && bytes > available) {
        return Error{ErrorCode::too_large,
                     what + " needs " + std::to_string(bytes) + " bytes of device memory, but only " +
                         std::to_string(available) + " are available",
                     "memory_limit"};
    }
    return {};
}

CallOptions within_context(CallOptions options, const Context& context) {
    options.memory_limit = tighter_limit(options.memory_limit, context.memory_limit());
    return options;
}

Result<CallReport> run_call(Runner& runner, const CallOptions& options, const std::string& what,
                            std::span<const CallBuffer> buffers,
                            const std::function<Result<void>(Recorder&, std::span<const BufferView>)>& record) {
    VKALGO_CHECK(check_repeat(options));
    CallReport report;
    report.device_bytes = call_bytes(buffers);
    const double uploaded = runner.upload_milliseconds();
    const double downloaded = runner.download_milliseconds();
    Call call{runner, options, what, buffers};
    VKALGO_CHECK(call.prepare());
    const auto recorded = [&](Recorder& recorder) { return record(recorder, call.views); };
    if (options.warm_up) {
        VKALGO_CHECK(call.upload());
        VKALGO_TRY(const auto untimed, runner.measure(recorded, 0));
        static_cast<void>(untimed);
    }
    for (int turn = 0; turn < options.repeat; ++turn) {
        VKALGO_CHECK(call.upload());
        call.tell();
        VKALGO_CHECK(call.go_on());
        VKALGO_TRY(const RunReport ran, runner.run(recorded));
        report.gpu_milliseconds.push_back(ran.gpu_milliseconds);
        report.spans = ran.spans;
        call.tell();
    }
    VKALGO_CHECK(call.go_on());
    VKALGO_CHECK(call.download());
    call.tell();
    report.upload_milliseconds = runner.upload_milliseconds() - uploaded;
    report.download_milliseconds = runner.download_milliseconds() - downloaded;
    return report;
}

Result<void> check_repeat(const CallOptions& options) {
    if (options.repeat < 1) {
        return Error{ErrorCode::invalid_argument, "there must be at least one timed run", "repeat"};
    }
    return {};
}

Result<std::uint64_t> whole_keys(std::size_t bytes, std::uint32_t key_bytes, const char* type) {
    if (bytes % key_bytes != 0) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(bytes) + " bytes do not hold a whole number of " + type + " keys", "keys"};
    }
    return bytes / key_bytes;
}

Result<void> check_values(std::size_t values, std::uint64_t keys, bool wanted) {
    if ((values != 0 || wanted) && values != keys) {
        return Error{ErrorCode::invalid_argument,
                     "the number of values is " + std::to_string(values) + ", but that of the keys is " +
                         std::to_string(keys) + "; give one value per key",
                     "values"};
    }
    return {};
}

Result<void> check_planned(std::uint64_t planned, std::uint64_t keys, bool plans_values, bool has_values) {
    if (planned != keys) {
        return Error{ErrorCode::invalid_argument,
                     "the plan is for " + std::to_string(planned) + " keys, but there are " + std::to_string(keys),
                     "plan"};
    }
    // A call without keys needs no values, whatever the plan says.
    if (keys != 0 && plans_values != has_values) {
        return Error{
            ErrorCode::invalid_argument,
            plans_values ? "the plan has values, but none are given" : "values are given, but the plan has none",
            "plan"};
    }
    return {};
}

}  // namespace vkalgo
