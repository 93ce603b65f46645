// Internal to algorithms/sort/: what its easy calls have in common.
#pragma once

#include "engine/call.hpp"
#include "engine/device_profile.hpp"
#include "engine/runner.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace vkalgo {

class Context;

/// One buffer of an easy call: what is uploaded to it before every run, since a run may overwrite it, and what is
/// downloaded from it in the end; nothing of what is empty. Without bytes there is no buffer, and its view is null.
struct CallBuffer {
    const char* name = "";
    std::uint64_t bytes = 0;
    std::span<const std::byte> upload = {};
    std::span<std::byte> download = {};
};

/// What Buffer::create makes of a size; nothing of 0, for which a call has no buffer.
std::uint64_t call_buffer_bytes(std::uint64_t bytes);

/// Bytes of device memory that such a call takes, staging included.
std::uint64_t call_bytes(std::span<const CallBuffer> buffers);

/// Whether `bytes` of device memory are within options.memory_limit and within what the device has. `what` is the call
/// in words: "this sort". Errors: too_large.
Result<void> check_call_memory(const std::string& what, std::uint64_t bytes, const CallOptions& options,
                               const DeviceProfile& profile);

/// `options`, within the context's memory.
CallOptions within_context(CallOptions options, const Context& context);

/// Makes the buffers, runs what `record` records with their views, options.repeat times, and downloads. `what` is the
/// call in words: "sort". Whether the buffers fit the memory is for the call's plan to say. Errors: invalid_argument
/// (repeat), cancelled; those of `record` and the runner's.
Result<CallReport> run_call(Runner& runner, const CallOptions& options, const std::string& what,
                            std::span<const CallBuffer> buffers,
                            const std::function<Result<void>(Recorder&, std::span<const BufferView>)>& record);

/// Errors: invalid_argument (repeat).
Result<void> check_repeat(const CallOptions& options);

/// How many keys so many bytes are. Errors: invalid_argument (a part of a key).
Result<std::uint64_t> whole_keys(std::size_t bytes, std::uint32_t key_bytes, const char* type);

/// Errors: invalid_argument (a number of values that is not that of the keys; none is one, unless they are wanted).
Result<void> check_values(std::size_t values, std::uint64_t keys, bool wanted);

/// Errors: invalid_argument (a plan of another number of keys, or one with values where there are none or without where
/// there are some).
Result<void> check_planned(std::uint64_t planned, std::uint64_t keys, bool plans_values, bool has_values);

}  // namespace vkalgo
