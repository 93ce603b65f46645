#include "engine/kernel_cache.hpp"

#include "engine/dispatch_table.hpp"
#include "tests/engine/kernels.hpp"

#include <atomic>
#include <chrono>
#include <latch>
#include <thread>

namespace vkalgo::test {
namespace {

PFN_vkCreateComputePipelines real_create = nullptr;
std::atomic<int> created = 0;
std::function<VkResult(int call)> on_create;

VKAPI_ATTR VkResult VKAPI_CALL spy_create(VkDevice device, VkPipelineCache cache, std::uint32_t count,
                                          const VkComputePipelineCreateInfo* infos, const VkAllocationCallbacks* how,
                                          VkPipeline* pipelines) {
    const int call = ++created;
    const VkResult result = on_create ? on_create(call) : VK_SUCCESS;
    return result != VK_SUCCESS ? result : real_create(device, cache, count, infos, how, pipelines);
}

class KernelCacheTest : public ::testing::Test {
protected:
    void SetUp() override {
        created = 0;
        on_create = {};
        VolkDeviceTable& vk = context_->table().device;
        real_create = std::exchange(vk.vkCreateComputePipelines, spy_create);
    }
    void TearDown() override { on_create = {}; }
    Context& context() { return *context_; }

private:
    ValidatedContext context_;
};

TEST_F(KernelCacheTest, MakesOneKernelForAModuleWithTheSameConstantsInAnyOrder) {
    const auto first = take(context().kernel(add_info(3)));
    KernelInfo info = add_info(3);
    std::swap(info.constants[0], info.constants[1]);
    // The same words at another address, as in a module that was compiled again.
    const std::vector<std::uint32_t> copy(info.spirv.begin(), info.spirv.end());
    info.spirv = copy;
    info.name = "another name";
    EXPECT_EQ(take(context().kernel(info)), first);
    EXPECT_EQ(created, 1);
    EXPECT_EQ(first->name(), "add_constant");
}

TEST_F(KernelCacheTest, MakesAnotherForOtherConstantsModulesAndSubgroupSizes) {
    const auto three = take(context().kernel(add_info(3)));
    const auto four = take(context().kernel(add_info(4)));
    EXPECT_NE(three, four);
    KernelInfo fewer = add_info(3);
    fewer.constants.pop_back();
    EXPECT_NE(take(context().kernel(fewer)), three);
    KernelInfo numbers;
    numbers.name = "write_numbers";
    numbers.spirv = spirv::tests_engine_write_numbers;
    EXPECT_NE(take(context().kernel(numbers)), three);
    EXPECT_EQ(created, 4);
    if (context().profile().subgroup_size_control) {
        KernelInfo sized = add_info(3);
        sized.required_subgroup_size = context().profile().subgroup_size;
        EXPECT_NE(take(context().kernel(sized)), three);
        EXPECT_EQ(created, 5);
    }
}

TEST_F(KernelCacheTest, RefusesAConstantThatIsGivenTwice) {
    KernelInfo info = add_info(3);
    info.constants.push_back({kAddConstantFactor, 4});
    EXPECT_ERROR(context().kernel(info), ErrorCode::invalid_argument);
    EXPECT_EQ(created, 0);
}

TEST_F(KernelCacheTest, CompilesAKernelOnceThatManyThreadsRequestAtOnce) {
    on_create = [](int) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        return VK_SUCCESS;
    };
    constexpr int kThreads = 8;
    std::latch start(kThreads);
    std::vector<std::shared_ptr<const Kernel>> got(kThreads);
    {
        std::vector<std::jthread> threads;
        threads.reserve(kThreads);
        for (int i = 0; i < kThreads; ++i) {
            threads.emplace_back([&, i] {
                start.arrive_and_wait();
                got[static_cast<std::size_t>(i)] = take(context().kernel(add_info(3)));
            });
        }
    }
    EXPECT_EQ(created, 1);
    for (const auto& kernel : got) {
        EXPECT_EQ(kernel, got.front());
    }
}

TEST_F(KernelCacheTest, CompilesAKernelWhileAnotherIsBeingCompiled) {
    std::latch second_is_made(1);
    bool waited_in_vain = false;
    on_create = [&](int call) {
        if (call == 1) {
            const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
            while (!second_is_made.try_wait() && std::chrono::steady_clock::now() < end) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            waited_in_vain = !second_is_made.try_wait();
        }
        return VK_SUCCESS;
    };
    std::jthread first([&] { take(context().kernel(add_info(3))); });
    while (created == 0) {
        std::this_thread::yield();
    }
    take(context().kernel(add_info(4)));
    second_is_made.count_down();
    first.join();
    EXPECT_FALSE(waited_in_vain);
}

TEST_F(KernelCacheTest, CompilesAKernelAgainAfterAFailure) {
    on_create = [](int call) { return call == 1 ? VK_ERROR_OUT_OF_DEVICE_MEMORY : VK_SUCCESS; };
    EXPECT_ERROR(context().kernel(add_info(3)), ErrorCode::out_of_memory);
    EXPECT_OK(context().kernel(add_info(3)));
    EXPECT_EQ(created, 2);
}

TEST_F(KernelCacheTest, DropsKernelsThatWereNotRequestedRecentlyOnceThereAreMany) {
    constexpr auto kMany = static_cast<std::uint32_t>(KernelCache::kManyEntries);
    const auto held = take(context().kernel(add_info(1)));
    for (std::uint32_t factor = 2; factor <= 3 * kMany; ++factor) {
        take(context().kernel(add_info(factor)));
    }
    EXPECT_EQ(created, static_cast<int>(3 * kMany));
    take(context().kernel(add_info(3 * kMany)));
    EXPECT_EQ(take(context().kernel(add_info(1))), held);
    EXPECT_EQ(created, static_cast<int>(3 * kMany)) << "the newest and the held one were kept";
    take(context().kernel(add_info(2)));
    EXPECT_EQ(created, static_cast<int>(3 * kMany) + 1) << "the oldest was dropped";
}

TEST_F(KernelCacheTest, KeepsAKernelThatIsRequestedAgainHoweverOldItIs) {
    constexpr auto kMany = static_cast<std::uint32_t>(KernelCache::kManyEntries);
    for (std::uint32_t factor = 1; factor <= kMany; ++factor) {
        take(context().kernel(add_info(factor)));
    }
    take(context().kernel(add_info(1)));
    take(context().kernel(add_info(kMany + 1)));
    EXPECT_EQ(created, static_cast<int>(kMany) + 1);
    take(context().kernel(add_info(1)));
    EXPECT_EQ(created, static_cast<int>(kMany) + 1) << "the first was asked for of late";
    take(context().kernel(add_info(2)));
    EXPECT_EQ(created, static_cast<int>(kMany) + 2) << "the second was dropped";
}

TEST_F(KernelCacheTest, DropsKernelsThatNobodyHoldsWhenItIsTrimmed) {
    const auto held = take(context().kernel(add_info(3)));
    const std::weak_ptr<const Kernel> dropped = take(context().kernel(add_info(4)));
    EXPECT_FALSE(dropped.expired()) << "the cache itself keeps kernels";
    context().trim_kernels();
    EXPECT_TRUE(dropped.expired());
    EXPECT_EQ(take(context().kernel(add_info(3))), held);
    EXPECT_EQ(created, 2);
    take(context().kernel(add_info(4)));
    EXPECT_EQ(created, 3);
}

}  // namespace
}  // namespace vkalgo::test
