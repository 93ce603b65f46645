#pragma once

#include <utility>

namespace vkalgo {

/// The owner of one object's handles; it can be moved but not copied. `State` is a plain struct whose defaults mean
/// "nothing owned" and whose `destroy()` releases what is owned, if anything. A moved-from Handle holds State's
/// defaults.
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

    /// Returns the state, as a pointer does.
    State& operator*() { return state_; }
    /// Returns the state, as a pointer does.
    const State& operator*() const { return state_; }
    /// Returns the state, as a pointer does.
    State* operator->() { return &state_; }
    /// Returns the state, as a pointer does.
    const State* operator->() const { return &state_; }

private:
    State state_;
};

}  // namespace vkalgo
