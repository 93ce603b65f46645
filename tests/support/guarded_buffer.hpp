#pragma once

#include "tests/support/device_fixture.hpp"

namespace vkalgo::test {

/// A buffer whose view lies between two guards. Everything, the view included, is filled with poison at first, so that
/// it serves as scratch too: an algorithm that reads what it did not write gets nonsense, one that writes beside its
/// view is found by `expect_intact`.
class GuardedBuffer {
public:
    static constexpr std::uint32_t kPoison = 0xDEADBEEF;

    /// `size`: bytes of the view. `guard`: least bytes on either side.
    GuardedBuffer(Runner& runner, std::uint64_t size, std::uint64_t guard = 4096);
    /// The same with the view's first bytes set.
    template <class T>
    GuardedBuffer(Runner& runner, const std::vector<T>& values) : GuardedBuffer(runner, values.size() * sizeof(T)) {
        take(runner.upload(view(), std::as_bytes(std::span(values))), "upload");
    }

    /// Size as asked for, rounded up to 4, at least 4, since an empty view cannot be bound.
    BufferView view() const { return view_; }
    /// Fails the test if a byte outside the view changed.
    void expect_intact(const char* what = "") const;
    /// The first `count` values of the view.
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
