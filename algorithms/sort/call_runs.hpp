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

/// One buffer of an easy call. `upload` is copied to the buffer before the untimed runs and before every timed run,
/// since a run may overwrite the buffer; `download` is filled from the buffer at the end. A copy whose span is empty is
/// skipped. If bytes is 0, no buffer is made, and its view is null.
struct CallBuffer {
    const char* name = "";
    std::uint64_t bytes = 0;
    std::span<const std::byte> upload = {};
    std::span<std::byte> download = {};
};

/// Returns the size of the buffer that Buffer::create makes for `bytes` bytes. Returns 0 for 0 bytes, since a call then
/// makes no buffer.
std::uint64_t call_buffer_bytes(std::uint64_t bytes);

/// Returns the bytes of device memory that a call with these buffers takes, staging included.
std::uint64_t call_bytes(std::span<const CallBuffer> buffers);

/// Checks that `bytes` of device memory are within options.memory_limit and within the device's memory. `what` names
/// the call: "this sort". Errors: too_large.
Result<void> check_call_memory(const std::string& what, std::uint64_t bytes, const CallOptions& options,
                               const DeviceProfile& profile);

/// Returns `options` with the smaller of its own memory limit and the context's. A limit of 0 means no limit.
CallOptions within_context(CallOptions options, const Context& context);

/// Creates the buffers. If options.warm_up is set, uploads the input and makes untimed runs (Runner::measure). Then,
/// for each of options.repeat timed runs, uploads the input, calls `record` with the views of the buffers, and runs
/// what it recorded. At the end downloads the results. `what` names the call: "sort". This function does not check that
/// the buffers fit the memory; the call's plan does. Errors: invalid_argument (repeat); cancelled; those of `record`;
/// those of the runner.
Result<CallReport> run_call(Runner& runner, const CallOptions& options, const std::string& what,
                            std::span<const CallBuffer> buffers,
                            const std::function<Result<void>(Recorder&, std::span<const BufferView>)>& record);

/// Checks the number of timed runs. Errors: invalid_argument (repeat).
Result<void> check_repeat(const CallOptions& options);

/// Returns the number of keys in `bytes` bytes. Errors: invalid_argument (an incomplete key).
Result<std::uint64_t> whole_keys(std::size_t bytes, std::uint32_t key_bytes, const char* type);

/// Checks the number of values. Errors: invalid_argument if it is not the number of keys. If values are not `wanted`, 0
/// values are allowed too.
Result<void> check_values(std::size_t values, std::uint64_t keys, bool wanted);

/// Checks that a plan fits the keys and values. Errors: invalid_argument (a plan for another number of keys; a plan
/// with values although none are given; a plan without values although some are given).
Result<void> check_planned(std::uint64_t planned, std::uint64_t keys, bool plans_values, bool has_values);

}  // namespace vkalgo
