#pragma once

#include <stop_token>

namespace vkalgo::formats {

/// While this lives, a Source that its thread opens can be woken: where `stop` asks for it, a read that waits for a
/// pipe or the like gives up, in whatever thread, as all later ones do. The error is cancelled.
class WakeReaders {
public:
    explicit WakeReaders(std::stop_token stop);
    WakeReaders(const WakeReaders&) = delete;
    WakeReaders& operator=(const WakeReaders&) = delete;
    ~WakeReaders();

    /// What Source asks for; stop_possible() is false where none lives.
    static const std::stop_token& current();

private:
    std::stop_token before_;
};

}  // namespace vkalgo::formats
