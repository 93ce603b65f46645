#include "engine/recorder.hpp"

#include "engine/dispatch_table.hpp"
#include "tests/engine/kernels.hpp"
#include "tests/engine/recording_test.hpp"
#include "tests/support/guarded_buffer.hpp"

#include <chrono>

namespace vkalgo::test {
namespace {

constexpr std::uint32_t kCount = 1000;
constexpr std::uint64_t kBytes = kCount * 4;

class RecorderTest : public RecordingTest {
protected:
    /// Runs `record` and returns the number of barriers.
    std::uint64_t barriers(const std::function<void(Recorder&)>& record) {
        std::uint64_t count = 0;
        take(runner().run([&](Recorder& recorder) -> Result<void> {
            record(recorder);
            count = recorder.barriers();
            return {};
        }));
        return count;
    }
    Buffer make(std::uint64_t bytes = kBytes) { return take(Buffer::create(context(), {.size = bytes})); }

    Kernel add = make_add(context());
};

TEST_F(RecorderTest, NeedsNoBarrierBetweenIndependentDispatches) {
    const Buffer a = make(), b = make(), c = make(), d = make();
    EXPECT_EQ(barriers([&](Recorder& recorder) {
                  record_add(recorder, add, a.view(), b.view(), kCount, 1);
                  record_add(recorder, add, c.view(), d.view(), kCount, 1);
                  record_add(recorder, add, a.view(), d.view().slice(0, 0), 0, 1);
              }),
              0U);
}

TEST_F(RecorderTest, NeedsNoBarrierBetweenReadsOfOneBuffer) {
    const Buffer a = make(), b = make(), c = make();
    EXPECT_EQ(barriers([&](Recorder& recorder) {
                  record_add(recorder, add, a.view(), b.view(), kCount, 1);
                  record_add(recorder, add, a.view(), c.view(), kCount, 1);
              }),
              0U);
}

TEST_F(RecorderTest, PutsOneBarrierBeforeAReadAfterAWrite) {
    const Buffer a = make(), b = make(), c = make();
    EXPECT_EQ(barriers([&](Recorder& recorder) {
                  record_add(recorder, add, a.view(), b.view(), kCount, 1);
                  record_add(recorder, add, b.view(), c.view(), kCount, 1);
              }),
              1U);
}

TEST_F(RecorderTest, PutsOneBarrierBeforeAWriteAfterARead) {
    const Buffer a = make(), b = make(), c = make();
    EXPECT_EQ(barriers([&](Recorder& recorder) {
                  record_add(recorder, add, a.view(), b.view(), kCount, 1);
                  record_add(recorder, add, c.view(), a.view(), kCount, 1);
              }),
              1U);
}

TEST_F(RecorderTest, PutsOneBarrierBeforeAWriteAfterAWrite) {
    const Buffer a = make(), b = make(), c = make();
    EXPECT_EQ(barriers([&](Recorder& recorder) {
                  record_add(recorder, add, a.view(), c.view(), kCount, 1);
                  record_add(recorder, add, b.view(), c.view(), kCount, 1);
              }),
              1U);
}

TEST_F(RecorderTest, DistinguishesPartsOfOneBuffer) {
    const Buffer a = make(1 << 20);
    const auto part = [&](std::uint64_t index) { return a.view().slice(index * 4096, kBytes); };
    EXPECT_EQ(barriers([&](Recorder& recorder) {
                  record_add(recorder, add, part(0), part(1), kCount, 1);
                  record_add(recorder, add, part(2), part(3), kCount, 1);
              }),
              0U);
    EXPECT_EQ(barriers([&](Recorder& recorder) {
                  record_add(recorder, add, part(0), part(1), kCount, 1);
                  record_add(recorder, add, a.view().slice(4096 + 2048, 2048), part(3), 512, 1);
              }),
              1U)
        << "the second reads half of what the first wrote";
}

TEST_F(RecorderTest, BindsABufferTwiceInOneDispatchWithoutABarrier) {
    const std::vector<std::uint32_t> values = random_words(kCount, 3);
    const Buffer a = upload(runner(), values);
    EXPECT_EQ(barriers([&](Recorder& recorder) {
                  record_add(recorder, add, a.view(), a.view(), kCount, 1);
                  record_add(recorder, add, a.view(), a.view(), kCount, 1);
                  record_add(recorder, add, a.view(), a.view(), kCount, 1);
              }),
              2U)
        << "between the three, not within";
    const auto result = read_back<std::uint32_t>(runner(), a.view());
    for (std::size_t i = 0; i < kCount; ++i) {
        ASSERT_EQ(result[i], values[i] + 3);
    }
}

TEST_F(RecorderTest, CoversAllPendingAccessesWithOneBarrier) {
    const Buffer a = make(), b = make(), c = make(), d = make();
    EXPECT_EQ(barriers([&](Recorder& recorder) {
                  record_add(recorder, add, a.view(), b.view(), kCount, 1);
                  record_add(recorder, add, a.view(), c.view(), kCount, 1);
                  record_add(recorder, add, b.view(), d.view(), kCount, 1);
                  record_add(recorder, add, c.view(), a.view(), kCount, 1);
              }),
              1U)
        << "the barrier before the third covers the second's write and the first's read too";
}

TEST_F(RecorderTest, LetsADispatchReadWhatAFillAndACopyWrote) {
    const Buffer a = make(), b = make(), c = make();
    EXPECT_EQ(barriers([&](Recorder& recorder) {
                  recorder.fill(a.view(), 5);
                  recorder.copy(a.view(), b.view());
                  record_add(recorder, add, b.view(), c.view(), kCount, 7);
              }),
              2U);
    for (const std::uint32_t value : read_back<std::uint32_t>(runner(), c.view().slice(0, kBytes))) {
        ASSERT_EQ(value, 12U);
    }
}

TEST_F(RecorderTest, AddsABarrierForACopyAfterABarrierForKernelsOnly) {
    const Buffer a = make(), b = make(), c = make(), d = make();
    const auto values = random_words(kCount, 4);
    take(runner().upload(a.view(), std::as_bytes(std::span(values))));
    EXPECT_EQ(barriers([&](Recorder& recorder) {
                  record_add(recorder, add, a.view(), b.view(), kCount, 1);
                  record_add(recorder, add, b.view(), c.view(), kCount, 1);  // Needs b visible to kernels
                  recorder.copy(b.view(), d.view());                         // Needs b visible to copies
              }),
              2U);
    const auto result = read_back<std::uint32_t>(runner(), d.view());
    for (std::size_t i = 0; i < kCount; ++i) {
        ASSERT_EQ(result[i], values[i] + 1);
    }
}

TEST_F(RecorderTest, UpdatesAreSeenByTheNextDispatch) {
    const Buffer a = make(), b = make();
    const auto values = random_words(kCount, 9);
    EXPECT_EQ(barriers([&](Recorder& recorder) {
                  recorder.update(a.view(), std::as_bytes(std::span(values)));
                  record_add(recorder, add, a.view(), b.view(), kCount, 1);
              }),
              1U);
    EXPECT_EQ(read_back<std::uint32_t>(runner(), b.view())[999], values[999] + 1);
}

TEST_F(RecorderTest, DispatchesTheNumberOfGroupsThatAKernelWroteIntoABuffer) {
    const Kernel choose = make_kernel(context(), "choose_grid", spirv::tests_engine_choose_grid);
    const Kernel number = make_kernel(context(), "write_numbers", spirv::tests_engine_write_numbers);
    const Buffer source = upload(runner(), std::vector<std::uint32_t>{37});
    const Buffer grid = make(64);
    GuardedBuffer target(runner(), 400);
    const std::uint32_t count = 100;
    EXPECT_EQ(barriers([&](Recorder& recorder) {
                  const Binding first[] = {source.view(), grid.view()};
                  recorder.dispatch(choose, first, {}, {1, 1, 1});
                  const Binding second[] = {target.view()};
                  recorder.dispatch_indirect(number, second, std::as_bytes(std::span(&count, 1)), grid.view());
                  EXPECT_EQ(recorder.dispatches(), 2U);
              }),
              1U);
    const auto result = target.values<std::uint32_t>(100);
    for (std::uint32_t i = 0; i < 100; ++i) {
        ASSERT_EQ(result[i], i < 37 ? i + 1 : GuardedBuffer::kPoison);
    }
    target.expect_intact();
}

TEST_F(RecorderTest, FoldsMoreGroupsThanOneDimensionTakes) {
    const Kernel number = make_kernel(context(), "write_numbers", spirv::tests_engine_write_numbers);
    for (const std::uint32_t count : {65535U, 65536U, 65537U, 200003U}) {
        GuardedBuffer target(runner(), std::uint64_t{count} * 4);
        take(runner().run([&](Recorder& recorder) -> Result<void> {
            recorder.dispatch(number, {target.view()}, count, Groups::linear(count, context()));
            return {};
        }));
        const auto result = target.values<std::uint32_t>(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            ASSERT_EQ(result[i], i + 1) << "of " << count;
        }
        target.expect_intact();
    }
}

TEST_F(RecorderTest, FoldsSoThatLessThanOneGroupPerRowIsWasted) {
    const std::uint64_t limit = context().profile().max_workgroup_count[0];
    for (const std::uint64_t count : {limit - 1, limit, limit + 1, 2 * limit, 2 * limit + 1, 1000 * limit - 3}) {
        const Groups groups = Groups::linear(count, context());
        const std::uint64_t total = std::uint64_t{groups.x} * groups.y;
        EXPECT_LE(groups.x, limit);
        EXPECT_GE(total, count);
        EXPECT_LT(total - count, groups.y);
        EXPECT_EQ(groups.z, 1U);
    }
    EXPECT_EQ(Groups::linear(0, context()).x, 0U);
}

TEST_F(RecorderTest, RecordsNothingForAnEmptyGrid) {
    const Buffer a = make(), b = make();
    take(runner().run([&](Recorder& recorder) -> Result<void> {
        recorder.dispatch(add, {a.view(), b.view()}, AddPush{0, 1}, {0, 1, 1});
        recorder.dispatch(add, {a.view(), b.view()}, AddPush{0, 1}, {1, 0, 1});
        EXPECT_EQ(recorder.dispatches(), 0U);
        return {};
    }));
}

TEST_F(RecorderTest, TracksAccessesByAddress) {
    if (!context().profile().buffer_device_address) {
        GTEST_SKIP() << "the device has no buffer device addresses";
    }
    const Kernel by_address = make_kernel(context(), "add_by_address", spirv::tests_engine_add_by_address);
    const Buffer words = take(Buffer::create(context(), {.size = 256, .device_address = true}));
    ASSERT_NE(words.device_address(), 0U);
    struct Push {
        std::uint32_t at[2];
        std::uint32_t count;
    };
    const Push push{
        {static_cast<std::uint32_t>(words.device_address()), static_cast<std::uint32_t>(words.device_address() >> 32)},
        64};
    EXPECT_EQ(barriers([&](Recorder& recorder) {
                  recorder.fill(words.view(), 40);
                  for (int i = 0; i < 2; ++i) {
                      recorder.use_by_address(words.view(), Access::read_write);
                      recorder.dispatch(by_address, {}, push, {1, 1, 1});
                  }
              }),
              2U);
    for (const std::uint32_t value : read_back<std::uint32_t>(runner(), words.view())) {
        ASSERT_EQ(value, 42U);
    }
}

TEST_F(RecorderTest, HandsAMappedBufferOverToTheHost) {
    const Buffer back = take(Buffer::create(context(), {.size = kBytes, .kind = MemoryKind::readback}));
    EXPECT_EQ(barriers([&](Recorder& recorder) {
                  recorder.fill(back.view(), 77);
                  recorder.hand_over(back.view(), {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT});
              }),
              1U);
    std::uint32_t word = 0;
    std::memcpy(&word, back.mapped().data() + 96, 4);
    EXPECT_EQ(word, 77U);
}

TEST_F(RecorderTest, NamesKernelAndBindingOfABufferThatCannotBeBound) {
    const Buffer a = make(), b = make();
    const auto refused = [&](ErrorCode code, const char* part, const std::function<void(Recorder&)>& record) {
        const Result<void> result = status(record);
        EXPECT_ERROR(result, code);
        if (!result) {
            EXPECT_NE(result.error().message.find("add_constant"), std::string::npos) << result.error().message;
            EXPECT_NE(result.error().message.find(part), std::string::npos) << result.error().message;
        }
    };
    const auto bind = [&](const BufferView& first, const BufferView& second) {
        return [&, first, second](Recorder& recorder) {
            recorder.dispatch(add, {first, second}, AddPush{1, 1}, {1, 1, 1});
        };
    };
    refused(ErrorCode::invalid_argument, "binding 0", bind({}, b.view()));
    refused(ErrorCode::invalid_argument, "binding 1", bind(a.view(), b.view().slice(0, 0)));
    refused(ErrorCode::invalid_argument, "binding 1", bind(a.view(), b.view().slice(4, 8)));
    refused(ErrorCode::too_large, "binding 0",
            bind({a.view().buffer, 0, context().profile().max_storage_range + 4}, b.view()));
    refused(ErrorCode::invalid_argument, "2 bindings", [&](Recorder& recorder) {
        recorder.dispatch(add, {a.view()}, AddPush{1, 1}, {1, 1, 1});
    });
    struct Wide {
        std::uint32_t words[8];
    };
    refused(ErrorCode::invalid_argument, "push constants", [&](Recorder& recorder) {
        recorder.dispatch(add, {a.view(), b.view()}, Wide{}, {1, 1, 1});
    });
    if (context().profile().max_workgroup_count[1] != UINT32_MAX) {
        refused(ErrorCode::too_large, "workgroups", [&](Recorder& recorder) {
            recorder.dispatch(add, {a.view(), b.view()}, AddPush{1, 1},
                              {1, context().profile().max_workgroup_count[1] + 1, 1});
        });
    }
}

TEST_F(RecorderTest, KeepsItsFirstErrorAndRecordsNothingAfterIt) {
    const Buffer a = make(), b = make();
    const auto result = status([&](Recorder& recorder) {
        recorder.fail({ErrorCode::overflow, "first", ""});
        recorder.fail({ErrorCode::driver, "second", ""});
        record_add(recorder, add, a.view(), b.view(), kCount, 1);
        recorder.fill(a.view(), 1);
        recorder.copy(a.view(), b.view());
        EXPECT_EQ(recorder.dispatches(), 0U);
    });
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().message, "first");
    EXPECT_OK(status([](Recorder&) {})) << "the next run begins anew";
}

TEST_F(RecorderTest, RefusesMisalignedFillsAndOverlappingCopies) {
    const Buffer a = make();
    EXPECT_ERROR(status([&](Recorder& recorder) { recorder.fill(a.view().slice(2, 8), 0); }),
                 ErrorCode::invalid_argument);
    EXPECT_ERROR(status([&](Recorder& recorder) { recorder.fill(a.view().slice(0, 7), 0); }),
                 ErrorCode::invalid_argument);
    EXPECT_ERROR(status([&](Recorder& recorder) { recorder.copy(a.view().slice(0, 64), a.view().slice(32, 64)); }),
                 ErrorCode::invalid_argument);
    const std::vector<std::byte> large(65540);
    const Buffer wide = make(1 << 20);
    EXPECT_ERROR(status([&](Recorder& recorder) { recorder.update(wide.view(), large); }), ErrorCode::invalid_argument);
}

int pipeline_binds = 0;
int descriptor_pushes = 0;
PFN_vkCmdBindPipeline real_bind = nullptr;
PFN_vkCmdPushDescriptorSetKHR real_push = nullptr;

VKAPI_ATTR void VKAPI_CALL count_bind(VkCommandBuffer commands, VkPipelineBindPoint point, VkPipeline pipeline) {
    ++pipeline_binds;
    real_bind(commands, point, pipeline);
}
VKAPI_ATTR void VKAPI_CALL count_push(VkCommandBuffer commands, VkPipelineBindPoint point, VkPipelineLayout layout,
                                      std::uint32_t set, std::uint32_t count, const VkWriteDescriptorSet* writes) {
    ++descriptor_pushes;
    real_push(commands, point, layout, set, count, writes);
}

TEST_F(RecorderTest, BindsAKernelAndItsBuffersOnceForARowOfDispatches) {
    if (!context().profile().push_descriptors) {
        GTEST_SKIP() << "counts push descriptors, which the device has not";
    }
    const Buffer a = make(), b = make();
    VolkDeviceTable& vk = context().table().device;
    real_bind = std::exchange(vk.vkCmdBindPipeline, count_bind);
    real_push = std::exchange(vk.vkCmdPushDescriptorSetKHR, count_push);
    pipeline_binds = descriptor_pushes = 0;
    take(runner().run([&](Recorder& recorder) -> Result<void> {
        for (std::uint32_t i = 0; i < 10; ++i) {
            record_add(recorder, add, a.view(), b.view(), kCount, i);
        }
        EXPECT_EQ(pipeline_binds, 1);
        EXPECT_EQ(descriptor_pushes, 1);
        record_add(recorder, add, b.view(), a.view(), kCount, 1);
        EXPECT_EQ(pipeline_binds, 1);
        EXPECT_EQ(descriptor_pushes, 2);
        recorder.forget_bindings();
        record_add(recorder, add, b.view(), a.view(), kCount, 1);
        EXPECT_EQ(pipeline_binds, 2);
        EXPECT_EQ(descriptor_pushes, 3);
        return {};
    }));
    vk.vkCmdBindPipeline = real_bind;
    vk.vkCmdPushDescriptorSetKHR = real_push;
}

TEST(RecorderCost, StaysLinearOverAHundredThousandDispatches) {
    // Without validation, which is much slower than recording.
    ContextOptions options = test_options();
    options.validate = false;
    const auto context = take(Context::create(options));
    VolkDeviceTable& vk = context->table().device;
    // Measures only the recorder's own time, not the driver's.
    vk.vkCmdPipelineBarrier = [](VkCommandBuffer, VkPipelineStageFlags, VkPipelineStageFlags, VkDependencyFlags,
                                 std::uint32_t, const VkMemoryBarrier*, std::uint32_t, const VkBufferMemoryBarrier*,
                                 std::uint32_t, const VkImageMemoryBarrier*) {};
    vk.vkCmdPushDescriptorSetKHR = [](VkCommandBuffer, VkPipelineBindPoint, VkPipelineLayout, std::uint32_t,
                                      std::uint32_t, const VkWriteDescriptorSet*) {};
    vk.vkCmdPushConstants = [](VkCommandBuffer, VkPipelineLayout, VkShaderStageFlags, std::uint32_t, std::uint32_t,
                               const void*) {};
    vk.vkCmdDispatch = [](VkCommandBuffer, std::uint32_t, std::uint32_t, std::uint32_t) {};
    const Kernel add = make_add(*context);
    Runner runner = take(Runner::create(*context));
    const Buffer a = take(Buffer::create(*context, {.size = 1 << 24}));
    const auto time = [&](const std::function<void(Recorder&, std::uint32_t)>& record, std::uint32_t count) {
        const auto start = std::chrono::steady_clock::now();
        take(runner.run([&](Recorder& recorder) -> Result<void> {
            for (std::uint32_t i = 0; i < count; ++i) {
                record(recorder, i);
            }
            return {};
        }));
        return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count() / count;
    };
    const auto chained = [&](Recorder& recorder, std::uint32_t i) {
        record_add(recorder, add, a.view().slice(i % 2 * 4096, 4096), a.view().slice((i + 1) % 2 * 4096, 4096), 1024,
                   i);
    };
    const auto scattered = [&](Recorder& recorder, std::uint32_t i) {
        record_add(recorder, add, a.view().slice(std::uint64_t{i} * 7919 % 4096 * 4096, 256),
                   a.view().slice(std::uint64_t{i} * 104729 % 4096 * 4096 + 1024, 256), 64, i);
    };
    const double chain = time(chained, 100000);
    const double scatter = time(scattered, 100000);
    RecordProperty("microseconds_chained", std::to_string(chain));
    RecordProperty("microseconds_scattered", std::to_string(scatter));
    // The limits are generous. A loaded machine or a sanitizer build must pass, but quadratic growth (hundreds of
    // microseconds) must not.
    EXPECT_LT(chain, 20);
    EXPECT_LT(scatter, 20);
}

}  // namespace
}  // namespace vkalgo::test
