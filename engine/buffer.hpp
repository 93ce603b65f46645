#pragma once

#include "handle.hpp"
#include "result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

#include <vulkan/vulkan_core.h>

namespace vkalgo {

class Context;

/// Sizes and offsets of kernel arguments are multiples of this number of bytes.
constexpr std::uint64_t kWordBytes = 4;

/// A byte range of a buffer that someone else owns. Algorithms take no other form of buffer.
struct BufferView {
    VkBuffer buffer = VK_NULL_HANDLE;
    /// Bytes. A multiple of the profile's storage_offset_alignment if a kernel binds the view.
    std::uint64_t offset = 0;
    /// Bytes.
    std::uint64_t size = 0;

    /// Returns the part [first, first + bytes) of this view. The caller must keep it inside the view.
    BufferView slice(std::uint64_t first, std::uint64_t bytes) const { return {buffer, offset + first, bytes}; }
    explicit operator bool() const { return buffer != VK_NULL_HANDLE; }
    bool operator==(const BufferView&) const = default;
};

/// Returns the first byte after the view, or the largest number if the size is VK_WHOLE_SIZE, whatever the offset.
constexpr std::uint64_t end_of(const BufferView& view) {
    return view.size > ~view.offset ? ~std::uint64_t{0} : view.offset + view.size;
}

enum class MemoryKind {
    /// Device-local memory, which the host may not see.
    device,
    /// Host-visible, coherent and mapped memory: the host writes, the device reads.
    upload,
    /// Host-visible, coherent and mapped memory, cached if the device has such memory: the device writes, the host
    /// reads.
    readback,
};

/// The parameters of Buffer::create.
struct BufferInfo {
    /// Bytes. Rounded up to a multiple of 16 and at least 16, so that an empty array can be bound too.
    std::uint64_t size = 0;
    MemoryKind kind = MemoryKind::device;
    /// Needs profile().buffer_device_address.
    bool device_address = false;
    /// The name in error messages and debuggers (VK_EXT_debug_utils). The pointer is used only during create().
    const char* name = "";
};

/// A VkBuffer with its own memory. Empty if default-constructed or moved from. The buffer always has storage, uniform,
/// transfer source, transfer destination and indirect usage. If the best memory for its kind is full, create() tries
/// other memory of that kind (never host memory for `device`). The bytes count against the context's memory_limit.
class Buffer {
public:
    /// Creates a buffer. Errors: too_large (beyond largest_buffer() or the context's memory limit), unsupported (no
    /// memory of this kind, or no device addresses), out_of_memory, device_lost, driver.
    static Result<Buffer> create(Context& context, const BufferInfo& info);
    /// Returns the size that create() allocates: a multiple of 16 bytes, at least 16.
    static constexpr std::uint64_t rounded(std::uint64_t bytes) { return bytes == 0 ? 16 : (bytes + 15) / 16 * 16; }

    /// Returns a view of the whole buffer.
    BufferView view() const { return {state_->buffer, 0, state_->size}; }
    /// Returns the size in bytes.
    std::uint64_t size() const { return state_->size; }
    /// Returns the bytes in host memory. Empty if the buffer is not mapped.
    std::span<std::byte> mapped() const {
        return {state_->mapped, state_->mapped != nullptr ? static_cast<std::size_t>(state_->size) : 0};
    }
    /// Returns the device address, or 0 unless BufferInfo::device_address was set.
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
