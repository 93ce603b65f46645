#include "tests/support/device_fixture.hpp"

#include <cstdlib>

namespace vkalgo::test {

void Messages::add(std::string_view text) {
    const std::lock_guard lock(mutex_);
    texts_.emplace_back(text);
}

std::vector<std::string> Messages::taken() {
    const std::lock_guard lock(mutex_);
    return std::exchange(texts_, {});
}

std::function<void(std::string_view)> Messages::sink() {
    return [this](std::string_view text) { add(text); };
}

bool validating() {
    const char* without = std::getenv("VKALGO_TESTS_WITHOUT_VALIDATION");
    return without == nullptr || std::string_view(without) != "1";
}

ContextOptions test_options() {
    ContextOptions options;
    options.validate = validating();
    if (const char* device = std::getenv("VKALGO_TESTS_DEVICE"); device != nullptr) {
        options.device = device;
    }
    return options;
}

ContextOptions aligned_options() {
    ContextOptions options = test_options();
    options.narrow = [](DeviceProfile& profile) { profile.storage_offset_alignment = 256; };
    return options;
}

ValidatedContext::ValidatedContext(ContextOptions options) {
    options.on_message = messages_.sink();
    context_ = take(Context::create(options), "Context::create");
}

ValidatedContext::~ValidatedContext() {
    context_.reset();
    for (const std::string& text : messages_.taken()) {
        ADD_FAILURE() << "validation: " << text;
    }
}

std::unique_ptr<ValidatedContext> DeviceTest::shared_context;
std::optional<Runner> DeviceTest::shared_runner;

void DeviceTest::SetUpTestSuite() {
    shared_context = std::make_unique<ValidatedContext>();
    shared_runner = take(Runner::create(**shared_context), "Runner::create");
}

void DeviceTest::TearDownTestSuite() {
    shared_runner.reset();
    if (shared_context == nullptr) {
        return;  // SetUpTestSuite failed
    }
    EXPECT_EQ((*shared_context)->memory_in_use(), 0U) << "a test's buffers outlive it";
    shared_context.reset();
}

void DeviceTest::TearDown() {
    for (const std::string& text : shared_context->messages().taken()) {
        ADD_FAILURE() << "validation: " << text;
    }
}

}  // namespace vkalgo::test
