// Tests spans on a simulated queue whose ticks are not nanoseconds and whose counter wraps. Also tests labels and names
// for debuggers.
#include "engine/profiler.hpp"

#include "engine/dispatch_table.hpp"
#include "tests/support/device_fixture.hpp"

#include <cstring>

#include <dlfcn.h>

namespace vkalgo::test {
namespace {

constexpr float kPeriod = 52.08F;
constexpr std::uint32_t kBits = 36;

PFN_vkGetInstanceProcAddr real_get_for_ticks = nullptr;
PFN_vkGetPhysicalDeviceProperties2 real_properties = nullptr;
PFN_vkGetPhysicalDeviceQueueFamilyProperties real_families = nullptr;
std::vector<std::uint64_t> ticks;

VKAPI_ATTR void VKAPI_CALL properties(VkPhysicalDevice device, VkPhysicalDeviceProperties2* out) {
    real_properties(device, out);
    out->properties.limits.timestampPeriod = kPeriod;
}
VKAPI_ATTR void VKAPI_CALL families(VkPhysicalDevice device, std::uint32_t* count, VkQueueFamilyProperties* out) {
    real_families(device, count, out);
    for (std::uint32_t i = 0; out != nullptr && i < *count; ++i) {
        out[i].timestampValidBits = kBits;
    }
}
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get(VkInstance instance, const char* name) {
    const PFN_vkVoidFunction found = real_get_for_ticks(instance, name);
    if (std::strcmp(name, "vkGetPhysicalDeviceProperties2") == 0) {
        real_properties = reinterpret_cast<PFN_vkGetPhysicalDeviceProperties2>(found);
        return reinterpret_cast<PFN_vkVoidFunction>(&properties);
    }
    if (std::strcmp(name, "vkGetPhysicalDeviceQueueFamilyProperties") == 0) {
        real_families = reinterpret_cast<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(found);
        return reinterpret_cast<PFN_vkVoidFunction>(&families);
    }
    return found;
}
VKAPI_ATTR VkResult VKAPI_CALL results(VkDevice, VkQueryPool, std::uint32_t first, std::uint32_t count, std::size_t,
                                       void* out, VkDeviceSize, VkQueryResultFlags) {
    std::memcpy(out, ticks.data() + first, count * sizeof(std::uint64_t));
    return VK_SUCCESS;
}

class Ticks : public ::testing::Test {
protected:
    Ticks() : library_(dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL)) {
        real_get_for_ticks = reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library_, "vkGetInstanceProcAddr"));
        ContextOptions options = test_options();
        options.get_instance_proc_addr = get;
        context_.emplace(std::move(options));
    }
    ~Ticks() override {
        context_.reset();
        dlclose(library_);
    }
    /// Returns the milliseconds of a span with these two ticks.
    double milliseconds(std::uint64_t begin, std::uint64_t end) {
        Context& context = **context_;
        Runner runner = take(Runner::create(context));
        VolkDeviceTable& vk = context.table().device;
        const auto real = std::exchange(vk.vkGetQueryPoolResults, results);
        // The first span is that of the run itself.
        ticks = {0, 1, begin, end};
        const RunReport report = take(runner.run([](Recorder& recorder) -> Result<void> {
            recorder.begin_span("span");
            recorder.end_span();
            return {};
        }));
        vk.vkGetQueryPoolResults = real;
        return report.spans.at(0).milliseconds;
    }

private:
    void* library_;
    std::optional<ValidatedContext> context_;
};

TEST_F(Ticks, AreCountedInTheDevicesPeriod) {
    EXPECT_NEAR(milliseconds(1'000, 1'001'000), 52.08, 1e-4);
}

TEST_F(Ticks, MayWrapBetweenTheEndsOfASpan) {
    EXPECT_NEAR(milliseconds((1ULL << kBits) - 500'000, 500'000), 52.08, 1e-4);
}

TEST_F(Ticks, HaveOnlyTheValidBitsOfTheQueue) {
    constexpr std::uint64_t kRubbish = 0xABCULL << kBits;
    EXPECT_NEAR(milliseconds(kRubbish | 1'000, 1'001'000), 52.08, 1e-4);
    EXPECT_NEAR(milliseconds(1'000, kRubbish | 1'001'000), 52.08, 1e-4);
}

int labels = 0;
std::string label_text;

VKAPI_ATTR void VKAPI_CALL begin_label(VkCommandBuffer, const VkDebugUtilsLabelEXT* label) {
    ++labels;
    label_text += std::string("<") + label->pLabelName;
}
VKAPI_ATTR void VKAPI_CALL end_label(VkCommandBuffer) {
    label_text += ">";
}

TEST(Labels, AreWrittenAroundSpansIfTheExtensionIsThere) {
    ValidatedContext context;
    Runner runner = take(Runner::create(*context));
    const auto record = [](Recorder& recorder) -> Result<void> {
        const SpanScope outer(recorder, "outer");
        const SpanScope inner(recorder, "inner");
        return {};
    };
    DispatchTable& table = context->table();
    const auto real_begin = std::exchange(table.vkCmdBeginDebugUtilsLabelEXT, begin_label);
    const auto real_end = std::exchange(table.vkCmdEndDebugUtilsLabelEXT, end_label);
    labels = 0;
    label_text.clear();
    take(runner.run(record));
    EXPECT_EQ(labels, 2);
    EXPECT_EQ(label_text, "<outer<inner>>");
    table.vkCmdBeginDebugUtilsLabelEXT = nullptr;
    table.vkCmdEndDebugUtilsLabelEXT = nullptr;
    take(runner.run(record));
    EXPECT_EQ(labels, 2) << "an instance without the extension has no labels";
    table.vkCmdBeginDebugUtilsLabelEXT = real_begin;
    table.vkCmdEndDebugUtilsLabelEXT = real_end;
    take(runner.run(record));
}

std::vector<std::string> names;

VKAPI_ATTR VkResult VKAPI_CALL set_name(VkDevice, const VkDebugUtilsObjectNameInfoEXT* info) {
    names.emplace_back(info->pObjectName);
    return VK_SUCCESS;
}

TEST(Labels, NameBuffers) {
    ValidatedContext context;
    const auto real = std::exchange(context->table().vkSetDebugUtilsObjectNameEXT, set_name);
    names.clear();
    const Buffer named = take(Buffer::create(*context, {.size = 64, .name = "counters"}));
    const Buffer nameless = take(Buffer::create(*context, {.size = 64}));
    context->table().vkSetDebugUtilsObjectNameEXT = nullptr;
    const Buffer without = take(Buffer::create(*context, {.size = 64, .name = "sums"}));
    context->table().vkSetDebugUtilsObjectNameEXT = real;
    EXPECT_EQ(names, std::vector<std::string>{"counters"});
}

}  // namespace
}  // namespace vkalgo::test
