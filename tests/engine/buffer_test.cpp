#include "engine/buffer.hpp"

#include "engine/dispatch_table.hpp"
#include "engine/scratch.hpp"
#include "tests/engine/kernels.hpp"
#include "tests/support/guarded_buffer.hpp"

#include <gtest/gtest-spi.h>

namespace vkalgo::test {
namespace {

class BufferTest : public DeviceTest {};

TEST_F(BufferTest, OfNoBytesHasSixteenBytesToBind) {
    const Buffer buffer = take(Buffer::create(context(), {.size = 0}));
    EXPECT_EQ(buffer.size(), 16U);
    EXPECT_EQ(buffer.view().size, 16U);
    take(runner().upload(buffer.view(), {}));
    take(runner().download(buffer.view(), {}));
}

TEST_F(BufferTest, IsCountedFromCreationToDestruction) {
    const std::uint64_t before = context().memory_in_use();
    context().reset_peak_memory();
    {
        Buffer a = take(Buffer::create(context(), {.size = 1 << 20}));
        EXPECT_GE(context().memory_in_use(), before + (1 << 20));
        EXPECT_EQ(context().peak_memory(), context().memory_in_use());
        Buffer b = std::move(a);
        EXPECT_EQ(a.size(), 0U);  // NOLINT(bugprone-use-after-move): empty by contract
        EXPECT_GE(context().memory_in_use(), before + (1 << 20));
        a = take(Buffer::create(context(), {.size = 4096}));
        b = std::move(a);
        EXPECT_LT(context().memory_in_use(), before + (1 << 20)) << "the first buffer is gone";
    }
    EXPECT_EQ(context().memory_in_use(), before);
    EXPECT_GE(context().peak_memory(), before + (1 << 20));
    context().reset_peak_memory();
    EXPECT_EQ(context().peak_memory(), before);
}

TEST_F(BufferTest, BeyondTheLargestAllocationIsRefusedWithTheBytes) {
    const std::uint64_t most = context().profile().largest_buffer();
    for (const std::uint64_t size : {most + 1, UINT64_MAX - 20, UINT64_MAX}) {
        const auto buffer = Buffer::create(context(), {.size = size, .name = "giant"});
        EXPECT_ERROR(buffer, ErrorCode::too_large);
        ASSERT_FALSE(buffer);
        EXPECT_NE(buffer.error().message.find("giant"), std::string::npos);
        EXPECT_NE(buffer.error().message.find(std::to_string(size)), std::string::npos);
        EXPECT_NE(buffer.error().message.find(std::to_string(most)), std::string::npos);
    }
}

TEST(BufferLimit, IsObeyedAndFreedMemoryNoLongerCounts) {
    ContextOptions options = test_options();
    options.memory_limit = 1 << 20;
    ValidatedContext context(options);
    {
        const Buffer half = take(Buffer::create(*context, {.size = 1 << 19}));
        const auto more = Buffer::create(*context, {.size = (1 << 19) + 65536, .name = "second"});
        EXPECT_ERROR(more, ErrorCode::too_large);
        ASSERT_FALSE(more);
        EXPECT_EQ(more.error().where, "memory_limit");
        EXPECT_NE(more.error().message.find("second"), std::string::npos) << more.error().message;
        EXPECT_NE(more.error().message.find(std::to_string(1 << 20)), std::string::npos) << more.error().message;
        EXPECT_EQ(context->memory_in_use(), static_cast<std::uint64_t>(1 << 19));
    }
    EXPECT_OK(Buffer::create(*context, {.size = 1 << 20}));
    EXPECT_EQ(context->memory_in_use(), 0U);
}

TEST(BufferFailure, GivesTheBookedBytesBack) {
    ValidatedContext context;
    VolkDeviceTable& vk = context->table().device;
    const auto real = vk.vkAllocateMemory;
    vk.vkAllocateMemory = [](VkDevice, const VkMemoryAllocateInfo*, const VkAllocationCallbacks*, VkDeviceMemory*) {
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    };
    const auto buffer = Buffer::create(*context, {.size = 4096, .name = "unlucky"});
    EXPECT_ERROR(buffer, ErrorCode::out_of_memory);
    vk.vkAllocateMemory = real;
    EXPECT_EQ(context->memory_in_use(), 0U);
    EXPECT_NE(buffer.error().message.find("unlucky"), std::string::npos);
}

// Simulates a device with two equal memory types. An allocation fails if `types_full` has the bit of its type;
// otherwise it is made from the real type `real_type`.
PFN_vkGetInstanceProcAddr real_get_for_types = nullptr;
PFN_vkGetPhysicalDeviceMemoryProperties2 real_memory_properties = nullptr;
PFN_vkGetBufferMemoryRequirements real_requirements = nullptr;
PFN_vkAllocateMemory real_allocate_memory = nullptr;
std::vector<std::uint32_t> types_tried;
std::uint32_t types_full = 0;
std::uint32_t real_type = 0;

VKAPI_ATTR void VKAPI_CALL two_types(VkPhysicalDevice device, VkPhysicalDeviceMemoryProperties2* properties) {
    real_memory_properties(device, properties);
    auto& memory = properties->memoryProperties;
    // Both types stand for one real type that is visible to the host. Their flags suit every MemoryKind.
    constexpr VkMemoryPropertyFlags kSeen = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    real_type = 0;
    while ((memory.memoryTypes[real_type].propertyFlags & kSeen) != kSeen) {
        ++real_type;
    }
    const std::uint32_t heap = memory.memoryTypes[real_type].heapIndex;
    memory.memoryTypeCount = 2;
    memory.memoryTypes[0] = memory.memoryTypes[1] = {
        kSeen | VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, heap};
}
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL get_with_two_types(VkInstance instance, const char* name) {
    const PFN_vkVoidFunction found = real_get_for_types(instance, name);
    if (std::string_view(name) == "vkGetPhysicalDeviceMemoryProperties2") {
        real_memory_properties = reinterpret_cast<PFN_vkGetPhysicalDeviceMemoryProperties2>(found);
        return reinterpret_cast<PFN_vkVoidFunction>(&two_types);
    }
    return found;
}
VKAPI_ATTR void VKAPI_CALL both_allowed(VkDevice device, VkBuffer buffer, VkMemoryRequirements* needs) {
    real_requirements(device, buffer, needs);
    needs->memoryTypeBits = 3;
}
VKAPI_ATTR VkResult VKAPI_CALL allocate_unless_full(VkDevice device, const VkMemoryAllocateInfo* info,
                                                    const VkAllocationCallbacks* how, VkDeviceMemory* memory) {
    types_tried.push_back(info->memoryTypeIndex);
    if ((types_full >> info->memoryTypeIndex & 1U) != 0) {
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    VkMemoryAllocateInfo real = *info;
    real.memoryTypeIndex = real_type;
    return real_allocate_memory(device, &real, how, memory);
}

TEST_F(BufferTest, TakesAnotherMemoryTypeOfItsKindIfTheFirstIsFull) {
    real_get_for_types = context().table().vkGetInstanceProcAddr;
    ContextOptions options = test_options();
    options.validate = false;  // It would report the forged requirements
    options.get_instance_proc_addr = get_with_two_types;
    const auto own = take(Context::create(options));
    if (real_memory_properties == nullptr || own->memory_properties().memoryTypeCount != 2) {
        GTEST_SKIP() << "the memory types could not be made up";
    }
    VolkDeviceTable& vk = own->table().device;
    real_requirements = std::exchange(vk.vkGetBufferMemoryRequirements, both_allowed);
    real_allocate_memory = std::exchange(vk.vkAllocateMemory, allocate_unless_full);
    for (const MemoryKind kind : {MemoryKind::device, MemoryKind::upload, MemoryKind::readback}) {
        types_tried.clear();
        types_full = 0b01;
        EXPECT_OK(Buffer::create(*own, {.size = 64, .kind = kind}));
        EXPECT_EQ(types_tried, (std::vector<std::uint32_t>{0, 1}));
        types_tried.clear();
        types_full = 0b11;
        EXPECT_ERROR(Buffer::create(*own, {.size = 64, .kind = kind}), ErrorCode::out_of_memory);
        EXPECT_EQ(types_tried, (std::vector<std::uint32_t>{0, 1})) << "each once";
        EXPECT_EQ(own->memory_in_use(), 0U);
    }
}

TEST_F(BufferTest, IsMappedIfTheHostAccessesIt) {
    for (const MemoryKind kind : {MemoryKind::upload, MemoryKind::readback}) {
        const Buffer buffer = take(Buffer::create(context(), {.size = 100, .kind = kind}));
        EXPECT_EQ(buffer.mapped().size(), buffer.size());
        EXPECT_EQ(buffer.size(), 112U);
    }
    EXPECT_TRUE(take(Buffer::create(context(), {.size = 100})).mapped().empty());
}

TEST_F(BufferTest, GuardsFindAWriteBesideTheView) {
    GuardedBuffer guarded(runner(), 1000);
    guarded.expect_intact();
    take(runner().run([&](Recorder& recorder) -> Result<void> {
        recorder.fill({guarded.view().buffer, guarded.view().offset + 1000, 4}, 0);
        return {};
    }));
    GuardedBuffer* const overrun = &guarded;
    EXPECT_NONFATAL_FAILURE(overrun->expect_intact(), "after the view");
}

TEST(ScratchLayout, AlignsEveryPartAndCarvesTheSameBytes) {
    ScratchLayout layout;
    const auto a = layout.add(1);
    const auto b = layout.add(0);
    const auto c = layout.add(257);
    EXPECT_EQ(a.offset, 0U);
    EXPECT_EQ(b.offset, 256U);
    EXPECT_EQ(c.offset, 512U);
    EXPECT_EQ(b.size, 16U);
    EXPECT_EQ(c.size, 272U);
    EXPECT_EQ(layout.bytes(), 1024U);
    const BufferView view{VK_NULL_HANDLE, 4096, layout.bytes()};
    EXPECT_EQ(ScratchLayout::view(view, c).offset, 4608U);
}

}  // namespace
}  // namespace vkalgo::test
