#include "engine/buffer.hpp"

#include "engine/context.hpp"
#include "engine/dispatch_table.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace vkalgo {
namespace {

struct MemoryWish {
    VkMemoryPropertyFlags must;
    VkMemoryPropertyFlags avoid;
};

/// Returns which properties memory of a kind must have and should not have: several choices, best first.
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
    // Device-local memory that the host can see may be only a small window.
    return {{kLocal, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT}, {kLocal, 0}, {0, 0}};
}

/// Returns the memory types that suit this kind, best first, each once.
std::vector<std::uint32_t> memory_types(const VkPhysicalDeviceMemoryProperties& memory, std::uint32_t allowed,
                                        MemoryKind kind) {
    constexpr VkMemoryPropertyFlags kNever =
        VK_MEMORY_PROPERTY_PROTECTED_BIT | VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT |
        VK_MEMORY_PROPERTY_DEVICE_COHERENT_BIT_AMD | VK_MEMORY_PROPERTY_DEVICE_UNCACHED_BIT_AMD;
    std::vector<std::uint32_t> types;
    for (const MemoryWish& wish : wishes(kind)) {
        if (wish.must == 0 && !types.empty()) {
            break;  // Do not silently use host memory in place of device-local memory
        }
        for (std::uint32_t type = 0; type < memory.memoryTypeCount; ++type) {
            const VkMemoryPropertyFlags flags = memory.memoryTypes[type].propertyFlags;
            if ((allowed >> type & 1U) != 0 && (flags & wish.must) == wish.must &&
                (flags & (wish.avoid | kNever)) == 0 && std::find(types.begin(), types.end(), type) == types.end()) {
                types.push_back(type);
            }
        }
    }
    return types;
}

std::string quoted(const char* name) {
    return name == nullptr || *name == '\0' ? "a buffer" : "buffer '" + std::string(name) + "'";
}

}  // namespace

Result<Buffer> Buffer::create(Context& context, const BufferInfo& info) {
    VKALGO_CHECK(context.alive());
    const DeviceProfile& profile = context.profile();
    if (info.device_address && !profile.buffer_device_address) {
        return Error{ErrorCode::unsupported,
                     quoted(info.name) + " needs a device address, which the device lacks or which is not enabled",
                     info.name};
    }
    const std::uint64_t most = profile.largest_buffer();
    const auto too_large = [&](std::uint64_t needed) {
        return Error{ErrorCode::too_large,
                     quoted(info.name) + " needs " + std::to_string(needed) + " bytes; the device allocates at most " +
                         std::to_string(most) + " at once",
                     info.name};
    };
    if (info.size > most || info.size > UINT64_MAX - 16) {
        return too_large(info.size);
    }
    const VolkDeviceTable& vk = context.table().device;
    Buffer buffer;  // Its destructor undoes the completed steps if a later step fails
    State& state = *buffer.state_;
    state.context = &context;
    state.size = rounded(info.size);

    VkBufferCreateInfo create{};
    create.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    create.size = state.size;
    create.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                   VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT |
                   VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
    if (info.device_address) {
        create.usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    }
    create.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
    VKALGO_CHECK(context.check(vk.vkCreateBuffer(context.device(), &create, nullptr, &state.buffer), "vkCreateBuffer"));

    name_object(context.table(), context.device(), VK_OBJECT_TYPE_BUFFER, reinterpret_cast<std::uint64_t>(state.buffer),
                info.name);

    VkMemoryRequirements needs{};
    vk.vkGetBufferMemoryRequirements(context.device(), state.buffer, &needs);
    if (needs.size > most) {
        return too_large(needs.size);
    }
    const std::vector<std::uint32_t> types = memory_types(context.memory_properties(), needs.memoryTypeBits, info.kind);
    if (types.empty()) {
        return Error{ErrorCode::unsupported,
                     "the device has no memory of the kind that " + quoted(info.name) + " needs", info.name};
    }
    // The driver's padding for alignment differs between devices. A plan cannot know it, so it is not counted.
    if (auto booked = context.book_memory(state.size); !booked) {
        Error error = std::move(booked).error();
        error.message = quoted(info.name) + ": " + error.message;
        return error;
    }
    state.booked = state.size;

    VkMemoryAllocateFlagsInfo flags{};
    flags.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO;
    flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
    VkMemoryAllocateInfo allocate{};
    allocate.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    allocate.pNext = info.device_address ? &flags : nullptr;
    allocate.allocationSize = needs.size;
    VkResult allocated = VK_ERROR_OUT_OF_DEVICE_MEMORY;
    // One heap may be full while another heap, or another window on the same heap, has room.
    for (std::size_t i = 0; i < types.size() && allocated == VK_ERROR_OUT_OF_DEVICE_MEMORY; ++i) {
        allocate.memoryTypeIndex = types[i];
        allocated = vk.vkAllocateMemory(context.device(), &allocate, nullptr, &state.memory);
    }
    if (auto got = context.check(allocated, "vkAllocateMemory"); !got) {
        Error error = std::move(got).error();
        error.message += "; " + quoted(info.name) + " wanted " + std::to_string(needs.size) + " bytes";
        return error;
    }
    VKALGO_CHECK(
        context.check(vk.vkBindBufferMemory(context.device(), state.buffer, state.memory, 0), "vkBindBufferMemory"));
    if (info.kind != MemoryKind::device) {
        void* pointer = nullptr;
        VKALGO_CHECK(context.check(vk.vkMapMemory(context.device(), state.memory, 0, VK_WHOLE_SIZE, 0, &pointer),
                                   "vkMapMemory"));
        state.mapped = static_cast<std::byte*>(pointer);
    }
    if (info.device_address) {
        VkBufferDeviceAddressInfo address{};
        address.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO;
        address.buffer = state.buffer;
        state.address = vk.vkGetBufferDeviceAddress(context.device(), &address);
    }
    return buffer;
}

void Buffer::State::destroy() noexcept {
    if (context == nullptr) {
        return;
    }
    if (context->may_destroy()) {
        const VolkDeviceTable& vk = context->table().device;
        if (buffer != VK_NULL_HANDLE) {
            vk.vkDestroyBuffer(context->device(), buffer, nullptr);
        }
        if (memory != VK_NULL_HANDLE) {
            vk.vkFreeMemory(context->device(), memory, nullptr);
        }
    }
    context->return_memory(booked);
}

}  // namespace vkalgo
