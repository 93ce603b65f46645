#include "engine/pipeline_cache.hpp"

#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include <unistd.h>

namespace vkalgo {
namespace {

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

constexpr std::size_t kLargestFile = std::size_t{1} << 30;

std::vector<std::byte> read_file(const std::string& path) {
    std::vector<std::byte> bytes;
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file) {
        return bytes;
    }
    std::byte block[65536];
    for (;;) {
        const std::size_t count = std::fread(block, 1, sizeof(block), file.get());
        bytes.insert(bytes.end(), block, block + count);
        if (count < sizeof(block) || bytes.size() > kLargestFile) {
            break;
        }
    }
    if (std::ferror(file.get()) != 0 || bytes.size() > kLargestFile) {
        bytes.clear();
    }
    return bytes;
}

bool fits(const std::vector<std::byte>& bytes, const VkPhysicalDeviceProperties& properties) {
    VkPipelineCacheHeaderVersionOne header{};
    if (bytes.size() < sizeof(header)) {
        return false;
    }
    std::memcpy(&header, bytes.data(), sizeof(header));
    return header.headerSize == sizeof(header) && header.headerVersion == VK_PIPELINE_CACHE_HEADER_VERSION_ONE &&
           header.vendorID == properties.vendorID && header.deviceID == properties.deviceID &&
           std::memcmp(header.pipelineCacheUUID, properties.pipelineCacheUUID, VK_UUID_SIZE) == 0;
}

}  // namespace

Result<VkPipelineCache> load_pipeline_cache(const DispatchTable& table, VkDevice device, const std::string& file,
                                            const VkPhysicalDeviceProperties& properties) {
    const std::vector<std::byte> bytes = read_file(file);
    VkPipelineCacheCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO;
    if (fits(bytes, properties)) {
        info.initialDataSize = bytes.size();
        info.pInitialData = bytes.data();
    }
    VkPipelineCache cache = VK_NULL_HANDLE;
    VkResult result = table.device.vkCreatePipelineCache(device, &info, nullptr, &cache);
    if (result != VK_SUCCESS && info.initialDataSize != 0) {
        // The header is right but the driver dislikes the rest.
        info.initialDataSize = 0;
        info.pInitialData = nullptr;
        result = table.device.vkCreatePipelineCache(device, &info, nullptr, &cache);
    }
    VKALGO_CHECK(check_vk(result, "vkCreatePipelineCache"));
    return cache;
}

void store_pipeline_cache(const DispatchTable& table, VkDevice device, VkPipelineCache cache, const std::string& file) {
    std::size_t size = 0;
    if (table.device.vkGetPipelineCacheData(device, cache, &size, nullptr) != VK_SUCCESS || size == 0) {
        return;
    }
    std::vector<std::byte> bytes(size);
    if (table.device.vkGetPipelineCacheData(device, cache, &size, bytes.data()) != VK_SUCCESS) {
        return;
    }
    // The process number keeps two writers apart; the later rename wins whole.
    const std::string beside = file + "." + std::to_string(getpid()) + ".tmp";
    File out(std::fopen(beside.c_str(), "wb"));
    if (!out) {
        return;
    }
    const bool written = std::fwrite(bytes.data(), 1, size, out.get()) == size && std::fflush(out.get()) == 0;
    out.reset();
    if (!written || std::rename(beside.c_str(), file.c_str()) != 0) {
        std::remove(beside.c_str());
    }
}

}  // namespace vkalgo
