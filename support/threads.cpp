#include "support/threads.hpp"

#include <atomic>
#include <new>
#include <system_error>

#include <fmt/format.h>

namespace vkalgo {
namespace {

/// The number of threads that may still start before one fails. Negative: all threads may start.
std::atomic<int> threads_left{-1};

}  // namespace

Error error_of(const std::exception& failure, const char* no_memory) {
    if (dynamic_cast<const std::bad_alloc*>(&failure) != nullptr) {
        return {ErrorCode::out_of_memory, no_memory, {}};
    }
    const auto* system = dynamic_cast<const std::system_error*>(&failure);
    if (system != nullptr && system->code() == std::errc::resource_unavailable_try_again) {
        return {ErrorCode::out_of_memory,
                "no thread could be started, because a limit on processes or memory is reached; raise it with ulimit "
                "-u or -v",
                {}};
    }
    return {ErrorCode::driver, fmt::format("{}; please report this as a bug of vkalgo", failure.what()), {}};
}

std::jthread start_thread(std::function<void()> work) {
    if (threads_left >= 0 && threads_left-- == 0) {
        threads_left = 0;  // The next threads fail too
        throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
    }
    return std::jthread(std::move(work));
}

void let_no_thread_start(int others) {
    threads_left = others;
}

}  // namespace vkalgo
