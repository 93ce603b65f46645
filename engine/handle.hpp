#pragma once

#include <utility>

namespace vkalgo {

/// Owns the handles of one object: moved, never copied. `State` is a plain struct whose defaults mean "nothing owned"
/// and whose `destroy()` releases what is owned, if anything. A moved-from Handle holds State's defaults.
template <class State>
class Handle {
public:
    Handle() = default;
    Handle(Handle&& other) noexcept : state_(std::exchange(other.state_, State{})) {}
    Handle& operator=(Handle&& other) noexcept {
        Handle dead(std::move(other));
        std::swap(state_, dead.state_);
        return *this;
    }
    ~Handle() { state_.destroy(); }

    /// The state, as of a pointer.
    State& operator*() { return state_; }
    /// The state, as of a pointer.
    const State& operator*() const { return state_; }
    /// The state, as of a pointer.
    State* operator->() { return &state_; }
    /// The state, as of a pointer.
    const State* operator->() const { return &state_; }

private:
    State state_;
};

}  // namespace vkalgo
