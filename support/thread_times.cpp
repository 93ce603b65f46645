#include "support/thread_times.hpp"

#include <algorithm>
#include <ctime>

namespace vkalgo {
namespace {

/// Returns the milliseconds that this thread spent on a processor.
double busy_milliseconds() {
    timespec time{};
    return ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0
               ? static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6
               : 0;
}

}  // namespace

void ThreadTime::add(const ThreadTime& other) {
    threads += other.threads;
    busy_milliseconds += other.busy_milliseconds;
    waiting_milliseconds += other.waiting_milliseconds;
}

ThreadTime ThreadTimes::sum() const {
    const std::lock_guard lock(mutex_);
    return sum_;
}

ThreadTimes::Scope::Scope(ThreadTimes& times)
    : times_(times), begin_(std::chrono::steady_clock::now()), busy_before_(busy_milliseconds()) {}

ThreadTimes::Scope::~Scope() {
    const double busy = busy_milliseconds() - busy_before_;
    const double passed = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin_).count();
    const std::lock_guard lock(times_.mutex_);
    times_.sum_.add({1, busy, std::max(0.0, passed - busy)});
}

}  // namespace vkalgo
