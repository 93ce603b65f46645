// Tests the file of the pipeline cache. Most tests use a fake dispatch table, since the cache of lavapipe holds nothing
// but its header.
#include "engine/pipeline_cache.hpp"

#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include <unistd.h>

namespace vkalgo::test {
namespace {

/// Data passed to the last vkCreatePipelineCache.
std::vector<char> given_data;
int creations = 0;
/// Number of creations that fail before one succeeds.
int refuse_creations = 0;
/// Data that vkGetPipelineCacheData returns.
std::vector<char> stored;

int anything = 0;
VkPipelineCache fake_handle() {
    return reinterpret_cast<VkPipelineCache>(&anything);
}

VKAPI_ATTR VkResult VKAPI_CALL create_cache(VkDevice, const VkPipelineCacheCreateInfo* info,
                                            const VkAllocationCallbacks*, VkPipelineCache* cache) {
    ++creations;
    const char* data = static_cast<const char*>(info->pInitialData);
    given_data.assign(data, data + info->initialDataSize);
    if (refuse_creations-- > 0) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    *cache = fake_handle();
    return VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL get_data(VkDevice, VkPipelineCache, std::size_t* size, void* data) {
    if (data != nullptr) {
        std::memcpy(data, stored.data(), stored.size());
    }
    *size = stored.size();
    return VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL get_no_data(VkDevice, VkPipelineCache, std::size_t*, void*) {
    return VK_ERROR_OUT_OF_HOST_MEMORY;
}

class PipelineCache : public ::testing::Test {
protected:
    void SetUp() override {
        folder = std::filesystem::temp_directory_path() / ("vkalgo_cache_" + std::to_string(getpid()));
        std::filesystem::create_directory(folder);
        file = (folder / "cache.bin").string();
        table.device.vkCreatePipelineCache = create_cache;
        table.device.vkGetPipelineCacheData = get_data;
        properties.vendorID = 0x10005;
        properties.deviceID = 7;
        std::memset(properties.pipelineCacheUUID, 0xAB, VK_UUID_SIZE);
        given_data.clear();
        creations = 0;
        refuse_creations = 0;
    }
    void TearDown() override { std::filesystem::remove_all(folder); }

    std::vector<char> valid() const {
        VkPipelineCacheHeaderVersionOne header{};
        header.headerSize = sizeof(header);
        header.headerVersion = VK_PIPELINE_CACHE_HEADER_VERSION_ONE;
        header.vendorID = properties.vendorID;
        header.deviceID = properties.deviceID;
        std::memcpy(header.pipelineCacheUUID, properties.pipelineCacheUUID, VK_UUID_SIZE);
        std::vector<char> bytes(sizeof(header) + 100, 'x');
        std::memcpy(bytes.data(), &header, sizeof(header));
        return bytes;
    }
    void write(const std::vector<char>& bytes) const {
        std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }
    /// Writes the file as store_pipeline_cache() does if the driver's cache has these bytes.
    void store(const std::vector<char>& bytes) const {
        stored = bytes;
        store_pipeline_cache(table, VK_NULL_HANDLE, fake_handle(), file);
    }
    std::vector<char> read() const {
        std::ifstream in(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    std::size_t files() const {
        return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
    }
    Result<VkPipelineCache> load() { return load_pipeline_cache(table, VK_NULL_HANDLE, file, properties); }

    std::filesystem::path folder;
    std::string file;
    DispatchTable table;
    VkPhysicalDeviceProperties properties{};
};

TEST_F(PipelineCache, BeginsEmptyWithoutAFile) {
    EXPECT_EQ(take(load()), fake_handle());
    EXPECT_TRUE(given_data.empty());
}

TEST_F(PipelineCache, IsLoadedWhenItsHeaderIsTheDevices) {
    store(valid());
    EXPECT_OK(load());
    EXPECT_EQ(given_data, valid());
}

TEST_F(PipelineCache, IsIgnoredWhenAnythingInItsHeaderDiffers) {
    for (const std::size_t at : {0U, 4U, 8U, 12U, 16U, 31U}) {
        auto bytes = valid();
        bytes[at] = static_cast<char>(bytes[at] ^ 0x41);
        store(bytes);
        EXPECT_OK(load());
        EXPECT_TRUE(given_data.empty()) << "byte " << at;
    }
}

TEST_F(PipelineCache, IsIgnoredWhenTruncatedOrADirectory) {
    auto bytes = valid();
    bytes.resize(20);
    write(bytes);
    EXPECT_OK(load());
    EXPECT_TRUE(given_data.empty());
    write({});
    EXPECT_OK(load());
    EXPECT_TRUE(given_data.empty());
    std::filesystem::remove(file);
    std::filesystem::create_directory(file);
    EXPECT_OK(load());
    EXPECT_TRUE(given_data.empty());
}

TEST_F(PipelineCache, NeverHandsTheDriverADamagedFile) {
    store(valid());
    const auto whole = read();
    for (std::size_t at = 0; at < whole.size(); ++at) {
        auto bytes = whole;
        bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
        write(bytes);
        EXPECT_OK(load());
        EXPECT_TRUE(given_data.empty()) << "byte " << at;
    }
    ASSERT_GT(whole.size(), valid().size());
    const std::vector<char> shorter(whole.begin(), whole.end() - 1);
    auto longer = whole;
    longer.push_back('x');
    for (const auto& bytes : {shorter, longer, valid()}) {
        write(bytes);
        EXPECT_OK(load());
        EXPECT_TRUE(given_data.empty()) << bytes.size() << " bytes";
    }
    write(whole);
    EXPECT_OK(load());
    EXPECT_EQ(given_data, valid());
}

TEST_F(PipelineCache, IsWholeWhenSeveralThreadsStoreAtOnce) {
    constexpr int kWriters = 4;
    static std::vector<std::vector<char>> payloads;  // The handle of a store identifies its payload
    payloads.clear();
    for (int i = 0; i < kWriters; ++i) {
        auto bytes = valid();
        bytes.resize(bytes.size() + (std::size_t{1} << (18 + i)), static_cast<char>('a' + i));
        payloads.push_back(std::move(bytes));
    }
    table.device.vkGetPipelineCacheData = [](VkDevice, VkPipelineCache cache, std::size_t* size, void* data) {
        const auto& bytes = payloads[reinterpret_cast<std::uintptr_t>(cache) - 1];
        if (data != nullptr) {
            std::memcpy(data, bytes.data(), bytes.size());
        }
        *size = bytes.size();
        return VK_SUCCESS;
    };
    for (int round = 0; round < 10; ++round) {
        {
            std::vector<std::jthread> writers;
            for (std::uintptr_t i = 1; i <= kWriters; ++i) {
                writers.emplace_back([&, i] {
                    store_pipeline_cache(table, VK_NULL_HANDLE, reinterpret_cast<VkPipelineCache>(i), file);
                });
            }
        }
        EXPECT_OK(load());
        EXPECT_NE(std::find(payloads.begin(), payloads.end(), given_data), payloads.end()) << "round " << round;
        EXPECT_EQ(files(), 1U);
    }
}

TEST_F(PipelineCache, BeginsEmptyIfTheDriverRejectsTheFile) {
    store(valid());
    refuse_creations = 1;
    EXPECT_OK(load());
    EXPECT_EQ(creations, 2);
    EXPECT_TRUE(given_data.empty());
    refuse_creations = 2;
    EXPECT_ERROR(load(), ErrorCode::out_of_memory);
}

TEST_F(PipelineCache, IsStoredWholeWithoutATemporaryFileLeft) {
    stored = valid();
    write(std::vector<char>(5000, 'o'));
    store_pipeline_cache(table, VK_NULL_HANDLE, fake_handle(), file);
    EXPECT_EQ(files(), 1U);
    EXPECT_OK(load());
    EXPECT_EQ(given_data, stored);
}

TEST_F(PipelineCache, KeepsTheOldFileIfTheDriverReturnsNothing) {
    write(valid());
    table.device.vkGetPipelineCacheData = get_no_data;
    store_pipeline_cache(table, VK_NULL_HANDLE, fake_handle(), file);
    EXPECT_EQ(read(), valid());
    EXPECT_EQ(files(), 1U);
}

TEST_F(PipelineCache, IsNotStoredIfNothingCanBeWritten) {
    stored = valid();
    store_pipeline_cache(table, VK_NULL_HANDLE, fake_handle(), (folder / "no" / "such" / "folder").string());
    EXPECT_EQ(files(), 0U);
    std::filesystem::create_directories(std::filesystem::path(file) / "occupied");
    store_pipeline_cache(table, VK_NULL_HANDLE, fake_handle(), file);
    EXPECT_EQ(files(), 1U) << "the file written beside is removed when it cannot be renamed";
}

TEST_F(PipelineCache, IsStoredAndLoadedOnTheRealDevice) {
    for (int i = 0; i < 2; ++i) {
        ContextOptions options = test_options();
        options.pipeline_cache = file;
        ValidatedContext context(options);
        EXPECT_NE(context->pipeline_cache(), VkPipelineCache{VK_NULL_HANDLE});
    }
    EXPECT_TRUE(std::filesystem::exists(file));
}

}  // namespace
}  // namespace vkalgo::test
