#pragma once

#include <stop_token>

namespace vkalgo::formats {

/// An object that lets `stop` end waiting reads. The object affects the Sources that its thread opens during its
/// lifetime. After `stop` is requested, a read of such a Source that waits for a pipe or a similar input returns the
/// error `cancelled`, in any thread. All later reads of that Source return this error too.
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
