#pragma once

#include "handle.hpp"
#include "result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

class Context;

/// What sizes and offsets of kernels' arguments are multiples of.
constexpr std::uint64_t kWordBytes = 4;

/// A byte range of somebody's buffer: all that an algorithm ever sees.
struct BufferView {
    VkBuffer buffer = VK_NULL_HANDLE;
    /// bytes; a multiple of the profile's storage_offset_alignment where a kernel binds it
    std::uint64_t offset = 0;
    /// bytes
    std::uint64_t size = 0;

    /// The part [first, first + bytes) of this view; the caller keeps it inside.
    BufferView slice(std::uint64_t first, std::uint64_t bytes) const { return {buffer, offset + first, bytes}; }
    explicit operator bool() const { return buffer != VK_NULL_HANDLE; }
    bool operator==(const BufferView&) const = default;
};

/// The first byte behind the view; the largest number for one of VK_WHOLE_SIZE, wherever it begins.
constexpr std::uint64_t end_of(const BufferView& view) {
    return view.size > ~view.offset ? ~std::uint64_t{0} : view.offset + view.size;
}

enum class MemoryKind {
    /// device-local; perhaps not visible to the host
    device,
    /// host-visible and coherent, mapped: the host writes, the device reads
    upload,
    /// host-visible, coherent and cached where there is such memory, mapped: the device writes, the host reads
    readback,
};

/// What Buffer::create makes.
struct BufferInfo {
    /// bytes; rounded up to a multiple of 16, at least 16, so that an empty array still binds
    std::uint64_t size = 0;
    MemoryKind kind = MemoryKind::device;
    /// needs profile().buffer_device_address
    bool device_address = false;
    /// for error messages and for debuggers (VK_EXT_debug_utils); kept by pointer during create only
    const char* name = "";
};

/// One VkBuffer with its own memory, empty when default-made or moved from. Storage, uniform, transfer source and
/// destination, and indirect usage are always on. Where the best memory for its kind is full, other memory of the kind
/// is tried (never the host's for `device`). Counts against the context's memory_limit.
class Buffer {
public:
    /// Errors: too_large (beyond largest_buffer() or the context's memory limit), out_of_memory.
    static Result<Buffer> create(Context& context, const BufferInfo& info);
    /// What create() makes of a size: whole 16-byte vectors, one at least.
    static constexpr std::uint64_t rounded(std::uint64_t bytes) { return bytes == 0 ? 16 : (bytes + 15) / 16 * 16; }

    /// All of it.
    BufferView view() const { return {state_->buffer, 0, state_->size}; }
    /// Bytes.
    std::uint64_t size() const { return state_->size; }
    /// Its bytes in host memory; empty if it is not mapped.
    std::span<std::byte> mapped() const {
        return {state_->mapped, state_->mapped != nullptr ? static_cast<std::size_t>(state_->size) : 0};
    }
    /// 0 unless asked for
    std::uint64_t device_address() const { return state_->address; }

private:
    struct State {
        Context* context = nullptr;
        VkBuffer buffer = VK_NULL_HANDLE;
        VkDeviceMemory memory = VK_NULL_HANDLE;
        std::uint64_t size = 0;
        std::uint64_t booked = 0;
        std::uint64_t address = 0;
        std::byte* mapped = nullptr;
        void destroy() noexcept;
    };
    Handle<State> state_;
};

}  // namespace vkalgo
