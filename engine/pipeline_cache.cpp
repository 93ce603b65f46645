#include "engine/pipeline_cache.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

// POSIX: close. <cstdlib> and <cstdio> declare mkstemp and fdopen, which are POSIX too.
#include <unistd.h>

namespace vkalgo {
namespace {

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

constexpr std::size_t kLargestFile = std::size_t{1} << 30;

/// The header before the driver's own bytes. Drivers trust those bytes, and some crash on damaged ones.
struct Seal {
    char magic[8] = {'v', 'k', 'a', 'l', 'g', 'o', 'p', '1'};
    std::uint64_t bytes = 0;
    std::uint64_t checksum = 0;
};
static_assert(sizeof(Seal) == 24);

/// Returns the 64-bit FNV-1a hash. It detects damage, not malice.
std::uint64_t checksum_of(std::span<const std::byte> bytes) {
    std::uint64_t sum = 0xcbf29ce484222325U;
    for (const std::byte byte : bytes) {
        sum = (sum ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3U;
    }
    return sum;
}

Seal seal_of(std::span<const std::byte> payload) {
    Seal seal;
    seal.bytes = payload.size();
    seal.checksum = checksum_of(payload);
    return seal;
}

/// Returns the driver's bytes after the seal. Empty if the seal does not match the file.
std::span<const std::byte> unsealed(std::span<const std::byte> file) {
    if (file.size() < sizeof(Seal)) {
        return {};
    }
    const auto payload = file.subspan(sizeof(Seal));
    const Seal seal = seal_of(payload);
    return std::memcmp(file.data(), &seal, sizeof seal) == 0 ? payload : std::span<const std::byte>{};
}

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

bool fits(std::span<const std::byte> bytes, const VkPhysicalDeviceProperties& properties) {
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
    const std::vector<std::byte> sealed = read_file(file);
    const std::span<const std::byte> bytes = unsealed(sealed);
    VkPipelineCacheCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO;
    if (fits(bytes, properties)) {
        info.initialDataSize = bytes.size();
        info.pInitialData = bytes.data();
    }
    VkPipelineCache cache = VK_NULL_HANDLE;
    VkResult result = table.device.vkCreatePipelineCache(device, &info, nullptr, &cache);
    if (result != VK_SUCCESS && info.initialDataSize != 0) {
        // The header is right, but the driver rejects the rest.
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
    // A name that no other writer uses, in this process or another one. The last rename wins; files are never mixed.
    std::string beside = file + ".XXXXXX";
    const int descriptor = mkstemp(beside.data());
    if (descriptor < 0) {
        return;
    }
    File out(fdopen(descriptor, "wb"));
    if (!out) {
        close(descriptor);
        std::remove(beside.c_str());
        return;
    }
    const Seal seal = seal_of(std::span(bytes).first(size));
    const bool written = std::fwrite(&seal, sizeof seal, 1, out.get()) == 1 &&
                         std::fwrite(bytes.data(), 1, size, out.get()) == size && std::fflush(out.get()) == 0;
    out.reset();
    if (!written || std::rename(beside.c_str(), file.c_str()) != 0) {
        std::remove(beside.c_str());
    }
}

}  // namespace vkalgo
