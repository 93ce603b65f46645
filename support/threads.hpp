#pragma once

#include "engine/result.hpp"

#include <exception>
#include <functional>
#include <thread>
#include <utility>

/// Threads that may not start, and may throw: both become errors.
namespace vkalgo {

/// What an exception says: out_of_memory where there is no memory (`no_memory` says for what), or no thread left; else
/// driver.
Error error_of(const std::exception& failure, const char* no_memory);

/// A thread that does the work. Throws std::system_error where the system gives none, as std::jthread does.
std::jthread start_thread(std::function<void()> work);

/// What the work gives, a Result, or the error of what it throws.
template <class Work>
auto guarded(Work&& work, const char* no_memory = "no memory is left for the rows; free some") -> decltype(work()) {
    try {
        return std::forward<Work>(work)();
    } catch (const std::exception& failure) {
        return error_of(failure, no_memory);
    }
}

/// For tests: after `others` more, start_thread() throws as where the system gives no thread; negative: never.
void let_no_thread_start(int others);

}  // namespace vkalgo
