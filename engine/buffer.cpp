#include "engine/buffer.hpp"

#include "engine/context.hpp"
#include "engine/dispatch_table.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace vkalgo {
namespace {

constexpr std::uint64_t kGranule = 16;

struct MemoryWish {
    VkMemoryPropertyFlags must;
    VkMemoryPropertyFlags avoid;
};

/// Wishes for each kind, best first.
std::vector<MemoryWish> wishes(MemoryKind kind) {
    constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
    constexpr VkMemoryPropertyFlags kCached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
    constexpr VkMemoryPropertyFlags kMapped =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    switch (kind) {
        case MemoryKind::upload:
            return {{kMapped, kLocal | kCached}, {kMapped, kLocal}, {kMapped, 0}};
        case MemoryKind::readback:
            return {{kMapped | kCached, kLocal}, {kMapped | kCached, 0}, {kMapped, 0}};
        case MemoryKind::device:
            break;
    }
    // Device-local memory that the host sees too may be a small window.
    return {{kLocal, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT}, {kLocal, 0}, {0, 0}};
}

int find_memory_type(const VkPhysicalDeviceMemoryProperties& memory, std::uint32_t allowed, MemoryKind kind) {
    constexpr VkMemoryPropertyFlags kNever =
        VK_MEMORY_PROPERTY_PROTECTED_BIT | VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT |
        VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD | VK_MEMORY_PROPERTY_DEVICE_UNCACHED_BIT_AMD;
    for (const MemoryWish& wish : wishes(kind)) {
        for (std::uint32_t type = 0; type < memory.memoryTypeCount; ++type) {
            const VkMemoryPropertyFlags flags = memory.memoryTypes[type].propertyFlags;
            if ((allowed >> type & 1U) != 0 && (flags & wish.must) == wish.must &&
                (flags & (wish.avoid | kNever)) == 0) {
                return static_cast<int>(type);
            }
        }
    }
    return -1;
}

std::string quoted(const char* name) {
    return name == nullptr || *name == '\0' ? "a buffer" : "buffer '" + std::string(name) + "'";
}

}  // namespace

Result<Buffer> Buffer::create(Context& context, const BufferInfo& info) {
    VKALGO_CHECK(context.alive());
    const DeviceProfile& profile = context.profile();
    if (info.device_address && !profile.buffer_device_address) {
        return Error{ErrorCode::unsupported, "the device has no buffer device addresses", info.name};
    }
    const auto too_large = [&](std::uint64_t available) {
        return Error{ErrorCode::too_large,
                     quoted(info.name) + " needs " + std::to_string(info.size) +
                         " bytes; the device allocates at most " + std::to_string(available) + " at once",
                     info.name};
    };
    if (info.size > profile.max_allocation || info.size > UINT64_MAX - kGranule) {
        return too_large(profile.max_allocation);
    }
    const VolkDeviceTable& vk = context.table().device;
    Buffer buffer;  // its destructor undoes what was done when a step fails
    buffer.context_ = &context;
    buffer.size_ = std::max(kGranule, (info.size + kGranule - 1) / kGranule * kGranule);

    VkBufferCreateInfo create{};
    create.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    create.size = buffer.size_;
    create.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                   VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT |
                   VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
    if (info.device_address) {
        create.usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    }
    create.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
    VKALGO_CHECK(
        context.check(vk.vkCreateBuffer(context.device(), &create, nullptr, &buffer.buffer_), "vkCreateBuffer"));

    name_object(context.table(), context.device(), VK_OBJECT_TYPE_BUFFER,
                reinterpret_cast<std::uint64_t>(buffer.buffer_), info.name);

    VkMemoryRequirements needs{};
    vk.vkGetBufferMemoryRequirements(context.device(), buffer.buffer_, &needs);
    if (needs.size > profile.max_allocation) {
        return too_large(profile.max_allocation);
    }
    const int type = find_memory_type(context.memory_properties(), needs.memoryTypeBits, info.kind);
    if (type < 0) {
        return Error{ErrorCode::unsupported, "the device has no memory for " + quoted(info.name) + " of this kind",
                     info.name};
    }
    if (auto booked = context.book_memory(needs.size); !booked) {
        Error error = std::move(booked).error();
        error.message = quoted(info.name) + ": " + error.message;
        return error;
    }
    buffer.booked_ = needs.size;

    VkMemoryAllocateFlagsInfo flags{};
    flags.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO;
    flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
    VkMemoryAllocateInfo allocate{};
    allocate.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    allocate.pNext = info.device_address ? &flags : nullptr;
    allocate.allocationSize = needs.size;
    allocate.memoryTypeIndex = static_cast<std::uint32_t>(type);
    if (auto got = context.check(vk.vkAllocateMemory(context.device(), &allocate, nullptr, &buffer.memory_),
                                 "vkAllocateMemory");
        !got) {
        Error error = std::move(got).error();
        error.message += "; " + quoted(info.name) + " wanted " + std::to_string(needs.size) + " bytes";
        return error;
    }
    VKALGO_CHECK(context.check(vk.vkBindBufferMemory(context.device(), buffer.buffer_, buffer.memory_, 0),
                               "vkBindBufferMemory"));
    if (info.kind != MemoryKind::device) {
        void* pointer = nullptr;
        VKALGO_CHECK(context.check(vk.vkMapMemory(context.device(), buffer.memory_, 0, VK_WHOLE_SIZE, 0, &pointer),
                                   "vkMapMemory"));
        buffer.mapped_ = static_cast<std::byte*>(pointer);
    }
    if (info.device_address) {
        VkBufferDeviceAddressInfo address{};
        address.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO;
        address.buffer = buffer.buffer_;
        buffer.address_ = vk.vkGetBufferDeviceAddress(context.device(), &address);
    }
    return buffer;
}

Buffer::~Buffer() {
    if (context_ == nullptr) {
        return;
    }
    if (context_->may_destroy()) {
        const VolkDeviceTable& vk = context_->table().device;
        if (buffer_ != VK_NULL_HANDLE) {
            vk.vkDestroyBuffer(context_->device(), buffer_, nullptr);
        }
        if (memory_ != VK_NULL_HANDLE) {
            vk.vkFreeMemory(context_->device(), memory_, nullptr);
        }
    }
    context_->return_memory(booked_);
}

void Buffer::swap(Buffer& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(buffer_, other.buffer_);
    std::swap(memory_, other.memory_);
    std::swap(size_, other.size_);
    std::swap(booked_, other.booked_);
    std::swap(address_, other.address_);
    std::swap(mapped_, other.mapped_);
}

}  // namespace vkalgo
