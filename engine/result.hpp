#pragma once

#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace vkalgo {

/// What kind of thing went wrong. The command line maps these to its exit codes.
enum class ErrorCode {
    /// the caller's input is wrong: a bad size, a view too small, a malformed file
    invalid_argument,
    /// refused by a planner before anything ran: does not fit the memory or the limits given
    too_large,
    /// the device, or what was enabled on it, lacks something that has no other path
    unsupported,
    /// no usable Vulkan loader, driver or device
    no_device,
    /// the driver had no host or device memory left
    out_of_memory,
    /// the device stopped; the context can only be destroyed
    device_lost,
    /// the device did not finish within the time given
    timeout,
    /// a result does not fit its type
    overflow,
    /// the caller asked for an end (CallOptions::cancel) before the result was complete
    cancelled,
    /// any other failure the driver reported
    driver,
};

/// Short lower-case name of a code, e.g. "device_lost".
const char* to_string(ErrorCode code);

/// What went wrong, in words for the person at the screen.
struct Error {
    ErrorCode code = ErrorCode::driver;
    /// what is wrong; what to do
    std::string message;
    /// the Vulkan call, the file and line, or the argument that failed; may be empty
    std::string where;
};

/// A value or an Error. The library exits and prints nothing, and throws nothing of its own: whatever can fail returns
/// one of these. What passes through it are the exceptions of the standard library when the host itself is out of
/// memory or of threads (std::bad_alloc, std::system_error) and those of the caller's own callbacks; destructors then
/// leave nothing behind.
template <class T>
class [[nodiscard]] Result : public tl::expected<T, Error> {
    using Base = tl::expected<T, Error>;

public:
    using Base::Base;
    /// A failure.
    Result(Error error)
        : Base(tl::unexpect, std::move(error)) {}  // NOLINT(google-explicit-constructor): `return Error{...}`
};

/// Success, or an error.
template <>
class [[nodiscard]] Result<void> : public tl::expected<void, Error> {
    using Base = tl::expected<void, Error>;

public:
    using Base::Base;
    Result() = default;
    /// A failure.
    Result(Error error)
        : Base(tl::unexpect, std::move(error)) {}  // NOLINT(google-explicit-constructor): `return Error{...}`
};

}  // namespace vkalgo

/// Returns the error of `expression`, a Result, to the caller; goes on otherwise.
#define VKALGO_CHECK(expression)                                 \
    do {                                                         \
        if (auto vkalgo_result = (expression); !vkalgo_result) { \
            return std::move(vkalgo_result).error();             \
        }                                                        \
    } while (false)

/// `VKALGO_TRY(auto value, make())` declares `value` from a Result, or returns its error to the caller.
#define VKALGO_CONCAT_(a, b) a##b
#define VKALGO_CONCAT(a, b) VKALGO_CONCAT_(a, b)
#define VKALGO_TRY_(result, declaration, ...) \
    auto result = (__VA_ARGS__);              \
    if (!result) {                            \
        return std::move(result).error();     \
    }                                         \
    declaration = std::move(result).value()
#define VKALGO_TRY(declaration, ...) VKALGO_TRY_(VKALGO_CONCAT(vkalgo_try_, __LINE__), declaration, __VA_ARGS__)
