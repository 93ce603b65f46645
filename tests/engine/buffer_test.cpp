#include "engine/buffer.hpp"

#include "engine/dispatch_table.hpp"
#include "engine/scratch.hpp"
#include "tests/engine/kernels.hpp"
#include "tests/support/guarded_buffer.hpp"

#include <gtest/gtest-spi.h>

namespace vkalgo::test {
namespace {

class BufferTest : public DeviceTest {};

TEST_F(BufferTest, OfNoBytesStillHasSixteenToBind) {
    const Buffer buffer = take(Buffer::create(context(), {.size = 0}));
    EXPECT_EQ(buffer.size(), 16U);
    EXPECT_EQ(buffer.view().size, 16U);
    take(runner().upload(buffer.view(), {}));
    take(runner().download(buffer.view(), {}));
}

TEST_F(BufferTest, IsCountedFromBirthToDeath) {
    const std::uint64_t before = context().memory_in_use();
    context().reset_peak_memory();
    {
        Buffer a = take(Buffer::create(context(), {.size = 1 << 20}));
        EXPECT_GE(context().memory_in_use(), before + (1 << 20));
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
    const std::uint64_t most = context().profile().max_allocation;
    for (const std::uint64_t size : {most + 1, UINT64_MAX - 20, UINT64_MAX}) {
        const auto buffer = Buffer::create(context(), {.size = size, .name = "giant"});
        EXPECT_ERROR(buffer, ErrorCode::too_large);
        ASSERT_FALSE(buffer);
        EXPECT_NE(buffer.error().message.find("giant"), std::string::npos);
        EXPECT_NE(buffer.error().message.find(std::to_string(size)), std::string::npos);
        EXPECT_NE(buffer.error().message.find(std::to_string(most)), std::string::npos);
    }
}

TEST(BufferLimit, IsObeyedAndGivesBackWhatIsFreed) {
    ContextOptions options = test_options();
    options.memory_limit = 1 << 20;
    ValidatedContext context(options);
    {
        const Buffer half = take(Buffer::create(*context, {.size = 1 << 19}));
        const auto more = Buffer::create(*context, {.size = (1 << 19) + 65536, .name = "second"});
        EXPECT_ERROR(more, ErrorCode::too_large);
        ASSERT_FALSE(more);
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

TEST_F(BufferTest, IsMappedWhenTheHostShallSeeIt) {
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
