#pragma once

#include <stop_token>

namespace vkalgo::formats {

/// While this object lives, the Sources that its thread opens can be woken. After `stop` is requested, a read that
/// waits for a pipe or a similar input returns the error `cancelled`, whichever thread waits, and so do all later
/// reads.
class WakeReaders {
public:
    explicit WakeReaders(std::stop_token stop);
    WakeReaders(const WakeReaders&) = delete;
    WakeReaders& operator=(const WakeReaders&) = delete;
    ~WakeReaders();

    /// Returns the token that Source uses; stop_possible() is false if no WakeReaders lives.
    static const std::stop_token& current();

private:
    std::stop_token before_;
};

}  // namespace vkalgo::formats
