#pragma once

#include <string>
#include <utility>

#include <tl/expected.hpp>

namespace vkalgo {

/// The kinds of errors. The command line maps them to its exit codes.
enum class ErrorCode {
    /// The caller's input is wrong: a bad size, a view too small, a malformed file.
    invalid_argument,
    /// The work does not fit the memory or the limits given. Usually a planner finds this before anything runs.
    too_large,
    /// The device lacks a feature that is needed, or the feature was not enabled; or a method or an option that was
    /// chosen does not support the work.
    unsupported,
    /// No usable Vulkan loader, driver or device.
    no_device,
    /// The driver had no host or device memory left.
    out_of_memory,
    /// The device stopped, or an earlier run timed out; the context can only be destroyed.
    device_lost,
    /// The device did not finish within the time given.
    timeout,
    /// A result does not fit its type.
    overflow,
    /// The caller cancelled (CallOptions::cancel) before the result was complete.
    cancelled,
    /// Any other failure the driver reported.
    driver,
};

/// Returns the lower-case name of a code, e.g. "device_lost".
const char* to_string(ErrorCode code);

/// An error and its message for the user.
struct Error {
    ErrorCode code = ErrorCode::driver;
    /// What is wrong, and what to do about it.
    std::string message;
    /// The Vulkan call, the file and line, or the argument that failed; may be empty.
    std::string where;
};

/// A value or an Error. The library never exits, prints nothing and throws no exceptions of its own: every function
/// that can fail returns a Result. Only two kinds of exceptions pass through: those of the standard library when the
/// host itself is out of memory or threads (std::bad_alloc, std::system_error), and those of the caller's own
/// callbacks. Destructors then release everything.
template <class T>
class [[nodiscard]] Result : public tl::expected<T, Error> {
    using Base = tl::expected<T, Error>;

public:
    using Base::Base;
    /// Makes a failure.
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
    /// Makes a failure.
    Result(Error error)
        : Base(tl::unexpect, std::move(error)) {}  // NOLINT(google-explicit-constructor): `return Error{...}`
};

}  // namespace vkalgo

/// Returns the error of `expression`, a Result, to the caller. Continues if `expression` succeeded.
#define VKALGO_CHECK(expression)                                 \
    do {                                                         \
        if (auto vkalgo_result = (expression); !vkalgo_result) { \
            return std::move(vkalgo_result).error();             \
        }                                                        \
    } while (false)

/// Declares a variable from the value of a Result, or returns its error to the caller: `VKALGO_TRY(auto value,
/// make())`.
#define VKALGO_CONCAT_(a, b) a##b
#define VKALGO_CONCAT(a, b) VKALGO_CONCAT_(a, b)
#define VKALGO_TRY_(result, declaration, ...) \
    auto result = (__VA_ARGS__);              \
    if (!result) {                            \
        return std::move(result).error();     \
    }                                         \
    declaration = std::move(result).value()
#define VKALGO_TRY(declaration, ...) VKALGO_TRY_(VKALGO_CONCAT(vkalgo_try_, __LINE__), declaration, __VA_ARGS__)
