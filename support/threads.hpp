#pragma once

#include "engine/result.hpp"

#include <exception>
#include <functional>
#include <thread>
#include <utility>

/// Threads that may fail to start, and work that may throw. Both failures become errors.
namespace vkalgo {

/// Returns the error of an exception. Its code is out_of_memory if memory or threads ran out, otherwise driver. If
/// memory ran out, the message is `no_memory`.
Error error_of(const std::exception& failure, const char* no_memory);

/// Starts a thread that does the work. Throws std::system_error if the system has no thread left, as std::jthread does.
std::jthread start_thread(std::function<void()> work);

/// Returns the Result of `work`, or an error if it throws.
template <class Work>
auto guarded(Work&& work, const char* no_memory = "the machine has no memory left; free some memory")
    -> decltype(work()) {
    try {
        return std::forward<Work>(work)();
    } catch (const std::exception& failure) {
        return error_of(failure, no_memory);
    }
}

/// Makes start_thread() succeed `others` more times, then throw as if the system had no thread left. If `others` is
/// negative, it never throws. For tests.
void let_no_thread_start(int others);

}  // namespace vkalgo
