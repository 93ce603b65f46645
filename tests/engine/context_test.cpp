#include "engine/context.hpp"

#include "tests/engine/kernels.hpp"

#include <atomic>
#include <cctype>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace vkalgo::test {
namespace {

TEST(Context, ListsAtLeastOneUsableDeviceWithPlausibleLimits) {
    const auto listings = take(list_devices(), "list_devices");
    ASSERT_FALSE(listings.empty());
    bool usable = false;
    for (const DeviceListing& listing : listings) {
        EXPECT_FALSE(listing.profile.name.empty());
        EXPECT_EQ(listing.usable, listing.reason.empty());
        if (listing.usable) {
            usable = true;
            EXPECT_GE(listing.profile.api_version, VK_API_VERSION_1_2);
            EXPECT_GE(listing.profile.max_storage_range, std::uint64_t{1} << 27);
            EXPECT_GE(listing.profile.shared_memory, 16384U);
            EXPECT_GE(listing.profile.max_storage_buffers, 4U);
            EXPECT_GT(listing.profile.device_memory, 0U);
            EXPECT_FALSE(listing.profile.driver.empty());
        }
    }
    EXPECT_TRUE(usable);
}

TEST(Context, KnowsTheLoopBudgetOfLlvmpipe) {
    ValidatedContext context;
    const DeviceProfile& profile = context->profile();
    const bool llvmpipe = profile.name.find("llvmpipe") != std::string::npos;
    EXPECT_EQ(profile.max_loop_iterations, llvmpipe ? 65535U : 0U) << profile.name;
    EXPECT_EQ(profile.cross_workgroup_progress, profile.vendor_id == 0x10de && profile.type == DeviceType::discrete);
}

TEST(Context, IsChosenByIndexAndByAnyPartOfTheNameInAnyCase) {
    const auto listings = take(list_devices(), "list_devices");
    for (std::size_t i = 0; i < listings.size(); ++i) {
        if (!listings[i].usable) {
            continue;
        }
        ContextOptions options;
        options.device = std::to_string(i);
        EXPECT_EQ(take(Context::create(options), "by index")->profile().name, listings[i].profile.name);
        options.device = listings[i].profile.name.substr(1, 5);
        for (char& letter : options.device) {
            letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
        }
        EXPECT_OK(Context::create(options));
    }
}

TEST(Context, SaysWhichDevicesThereAreWhenTheNameIsUnknown) {
    for (const char* name : {"no such device", "99", "99999999999999999999"}) {
        ContextOptions options;
        options.device = name;
        const auto context = Context::create(options);
        EXPECT_ERROR(context, ErrorCode::invalid_argument);
        ASSERT_FALSE(context);
        EXPECT_NE(context.error().message.find(take(list_devices())[0].profile.name), std::string::npos)
            << context.error().message;
    }
}

TEST(Context, ReportsALoaderThatOffersNothing) {
    ContextOptions options;
    options.get_instance_proc_addr = [](VkInstance, const char*) -> PFN_vkVoidFunction { return nullptr; };
    EXPECT_ERROR(Context::create(options), ErrorCode::unsupported);  // Such a loader counts as Vulkan 1.0
}

/// A loader that creates no instance and remembers how it was asked to create one.
struct RefusingLoader {
    static inline bool lists_all = false;
    static inline VkInstanceCreateFlags flags = 0;
    static inline std::vector<std::string> extensions;

    static VKAPI_ATTR VkResult VKAPI_CALL version(std::uint32_t* version) {
        *version = VK_API_VERSION_1_3;
        return VK_SUCCESS;
    }
    static VKAPI_ATTR VkResult VKAPI_CALL offered(const char*, std::uint32_t* count, VkExtensionProperties* listed) {
        if (listed != nullptr && lists_all) {
            listed[0] = {VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME, 1};
        }
        *count = lists_all ? 1 : 0;
        return VK_SUCCESS;
    }
    static VKAPI_ATTR VkResult VKAPI_CALL create(const VkInstanceCreateInfo* info, const VkAllocationCallbacks*,
                                                 VkInstance*) {
        flags = info->flags;
        extensions.assign(info->ppEnabledExtensionNames, info->ppEnabledExtensionNames + info->enabledExtensionCount);
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL entry(VkInstance, const char* name) {
        const std::string_view wanted = name;
        if (wanted == "vkEnumerateInstanceVersion") {
            return reinterpret_cast<PFN_vkVoidFunction>(&version);
        }
        if (wanted == "vkEnumerateInstanceExtensionProperties") {
            return reinterpret_cast<PFN_vkVoidFunction>(&offered);
        }
        return wanted == "vkCreateInstance" ? reinterpret_cast<PFN_vkVoidFunction>(&create) : nullptr;
    }
};

// Loaders hide devices such as MoltenVK's from programs that do not ask for them.
TEST(Context, AsksForDevicesThatImplementAPartOfVulkanIfTheLoaderCanListThem) {
    ContextOptions options;
    options.get_instance_proc_addr = RefusingLoader::entry;
    for (const bool can : {false, true}) {
        RefusingLoader::lists_all = can;
        EXPECT_ERROR(Context::create(options), ErrorCode::driver);
        EXPECT_EQ((RefusingLoader::flags & VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR) != 0, can);
        EXPECT_EQ(
            RefusingLoader::extensions,
            can ? std::vector<std::string>{VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME} : std::vector<std::string>{});
    }
}

TEST(Context, CoexistsWithASecondContextThatOutlivesIt) {
    auto first = std::make_unique<ValidatedContext>();
    ValidatedContext second;
    const auto values = random_words(1000, 1);
    const auto run = [&](Context& context) {
        const Kernel add = make_add(context);
        Runner runner = take(Runner::create(context));
        const Buffer source = upload(runner, values);
        const Buffer target = take(Buffer::create(context, {.size = 4000}));
        take(runner.run([&](Recorder& recorder) -> Result<void> {
            record_add(recorder, add, source.view(), target.view(), 1000, 3);
            return {};
        }));
        return read_back<std::uint32_t>(runner, target.view().slice(0, 4000));
    };
    const auto from_first = run(**first);
    first.reset();
    EXPECT_EQ(run(*second), from_first);
}

// Newer loaders unload a driver that offers no device, even while another thread opens its drivers.
TEST(Context, IsCreatedAndDestroyedByManyThreadsAtOnce) {
    std::atomic<int> made = 0;
    {
        std::vector<std::jthread> threads;
        for (int k = 0; k < 4; ++k) {
            threads.emplace_back([&] {
                for (int turn = 0; turn < 8; ++turn) {
                    made += Context::create(test_options()).has_value() ? 1 : 0;
                    made += list_devices().has_value() ? 1 : 0;
                }
            });
        }
    }
    EXPECT_EQ(made, 4 * 8 * 2);
}

std::set<std::string> loaded_libraries() {
    std::set<std::string> libraries;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        if (line.find(".so") != std::string::npos) {
            libraries.insert(line.substr(line.find('/')));
        }
    }
    return libraries;
}

TEST(Context, LeavesDriversLoadedWhenTheLastContextEnds) {
    std::set<std::string> before;
    {
        ValidatedContext context;
        before = loaded_libraries();
    }
    EXPECT_EQ(take(list_devices()).empty(), false);
    const std::set<std::string> after = loaded_libraries();
    for (const std::string& library : before) {
        // Layers may be unloaded.
        EXPECT_TRUE(after.contains(library) || library.find("Layer") != std::string::npos) << library;
    }
}

TEST(Context, RemembersThatItsDeviceIsLost) {
    ValidatedContext context;
    EXPECT_OK(context->alive());
    EXPECT_ERROR(context->check(VK_ERROR_DEVICE_LOST, "vkQueueSubmit"), ErrorCode::device_lost);
    EXPECT_ERROR(context->alive(), ErrorCode::device_lost);
    EXPECT_ERROR(Buffer::create(*context, {.size = 16}), ErrorCode::device_lost);
    EXPECT_ERROR(Runner::create(*context), ErrorCode::device_lost);
    EXPECT_ERROR(Profiler::create(*context), ErrorCode::device_lost);
    KernelInfo info;
    info.spirv = spirv::tests_engine_add_constant;
    EXPECT_ERROR(Kernel::create(*context, info), ErrorCode::device_lost);
}

}  // namespace
}  // namespace vkalgo::test
