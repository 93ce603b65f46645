#pragma once

#include "tests/support/device_fixture.hpp"

namespace vkalgo::test {

/// A buffer whose view is between two guards. At first everything, including the view, contains poison, so it can serve
/// as scratch too: an algorithm that reads what it did not write gets poison. `expect_intact` detects writes outside
/// the view.
class GuardedBuffer {
public:
    static constexpr std::uint32_t kPoison = 0xDEADBEEF;

    /// Creates a buffer. `size`: bytes of the view. `guard`: minimum of bytes on either side.
    GuardedBuffer(Runner& runner, std::uint64_t size, std::uint64_t guard = 4096);
    /// Creates a buffer, and writes the values to the beginning of its view.
    template <class T>
    GuardedBuffer(Runner& runner, const std::vector<T>& values) : GuardedBuffer(runner, values.size() * sizeof(T)) {
        take(runner.upload(view(), std::as_bytes(std::span(values))), "upload");
    }

    /// Returns the view. Its size is the requested one, rounded up to a multiple of 4, and at least 4, since an empty
    /// view cannot be bound.
    BufferView view() const { return view_; }
    /// Fails the test if a byte outside the view changed.
    void expect_intact(const char* what = "") const;
    /// Returns the first `count` values of the view.
    template <class T>
    std::vector<T> values(std::size_t count) const {
        return read_back<T>(*runner_, {view_.buffer, view_.offset, count * sizeof(T)});
    }

private:
    Runner* runner_;
    Buffer buffer_;
    BufferView view_;
};

}  // namespace vkalgo::test
