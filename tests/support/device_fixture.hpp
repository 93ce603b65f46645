#pragma once

#include "engine/context.hpp"
#include "engine/runner.hpp"

#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {

/// Returns the value of a Result in a test that cannot continue without it. GoogleTest turns the exception into a
/// failure of that test (or suite) with the error's message.
template <class T>
T take(Result<T> result, const char* what = "") {
    if (!result) {
        throw std::runtime_error(std::string(what) + ": " + result.error().message + " [" + result.error().where + "]");
    }
    if constexpr (!std::is_void_v<T>) {
        return std::move(result).value();
    }
}

template <class T>
::testing::AssertionResult holds_value(const Result<T>& result) {
    if (result) {
        return ::testing::AssertionSuccess();
    }
    return ::testing::AssertionFailure() << to_string(result.error().code) << ": " << result.error().message << " ["
                                         << result.error().where << "]";
}

/// Returns success for an Error of this code with a message that is not empty.
template <class T>
::testing::AssertionResult holds_error(const Result<T>& result, ErrorCode code) {
    if (result) {
        return ::testing::AssertionFailure() << "no error, but " << to_string(code) << " was expected";
    }
    if (result.error().code != code || result.error().message.empty()) {
        return ::testing::AssertionFailure()
               << to_string(result.error().code) << " instead of " << to_string(code) << ": " << result.error().message;
    }
    return ::testing::AssertionSuccess();
}

#define EXPECT_OK(expression) EXPECT_TRUE(vkalgo::test::holds_value(expression))
#define ASSERT_OK(expression) ASSERT_TRUE(vkalgo::test::holds_value(expression))
#define EXPECT_ERROR(expression, expected) EXPECT_TRUE(vkalgo::test::holds_error(expression, expected))
#define ASSERT_ERROR(expression, expected) ASSERT_TRUE(vkalgo::test::holds_error(expression, expected))

/// A list of messages of the validation layer. Threads may add messages at once.
class Messages {
public:
    void add(std::string_view text);
    /// Returns all messages since the last call, and removes them.
    std::vector<std::string> taken();
    /// Returns a callback that adds a message. It is valid as long as this object exists.
    std::function<void(std::string_view)> sink();

private:
    std::mutex mutex_;
    std::vector<std::string> texts_;
};

/// Returns whether tests run with the validation layer. VKALGO_TESTS_WITHOUT_VALIDATION=1 turns it off, for machines
/// that have a GPU but no layers.
bool validating();

/// Returns options for a context on the tests' device, with validation if validating(). VKALGO_TESTS_DEVICE selects the
/// device, as `--device` does.
ContextOptions test_options();

/// Returns test_options() for a device whose storage buffers begin at multiples of 256 bytes, the largest alignment
/// that Vulkan allows. The tests of every algorithm use it, since lavapipe accepts any multiple of 16.
ContextOptions aligned_options();

/// A context under core and synchronization validation. Any message, up to and including the context's destruction,
/// fails the test that destroys the context, unless the test has taken the message before.
class ValidatedContext {
public:
    explicit ValidatedContext(ContextOptions options = test_options());
    ValidatedContext(const ValidatedContext&) = delete;
    ValidatedContext& operator=(const ValidatedContext&) = delete;
    ~ValidatedContext();

    Context& operator*() { return *context_; }
    Context* operator->() { return context_.get(); }
    Messages& messages() { return messages_; }

private:
    Messages messages_;
    std::unique_ptr<Context> context_;
};

/// The base class of fixtures with one validated context and runner for all tests of a suite. The options of the
/// context cannot be changed: a test that needs others makes a ValidatedContext of its own.
class DeviceTest : public ::testing::Test {
protected:
    static void SetUpTestSuite();
    static void TearDownTestSuite();
    /// Fails the test if a validation layer has written a message during it.
    void TearDown() override;

    static Context& context() { return **shared_context; }
    static Runner& runner() { return *shared_runner; }

private:
    static std::unique_ptr<ValidatedContext> shared_context;
    static std::optional<Runner> shared_runner;
};

/// Downloads the whole of `view` as values of type T.
template <class T>
std::vector<T> read_back(Runner& runner, const BufferView& view) {
    std::vector<T> values(static_cast<std::size_t>(view.size / sizeof(T)));
    take(runner.download({view.buffer, view.offset, values.size() * sizeof(T)},
                         std::as_writable_bytes(std::span(values))),
         "download");
    return values;
}

/// Creates a device buffer with these values.
template <class T>
Buffer upload(Runner& runner, const std::vector<T>& values) {
    return take(runner.upload_new(std::as_bytes(std::span(values)), "test data"), "upload");
}

}  // namespace vkalgo::test
