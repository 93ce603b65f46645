#pragma once

#include "buffer.hpp"
#include "image.hpp"

#include <cstdint>
#include <variant>

namespace vkalgo {

struct DeviceProfile;

/// A buffer or an image that is bound to one binding of a kernel. Made from a BufferView or an ImageView by conversion.
class Binding {
public:
    Binding() = default;
    // NOLINTBEGIN(google-explicit-constructor): a list of views is a list of bindings
    /// Binds a storage or uniform buffer, as the kernel declares it.
    Binding(const BufferView& buffer) : resource_(buffer) {}
    /// Binds an image, as the kernel declares it.
    Binding(const ImageView& image) : resource_(image) {}
    // NOLINTEND(google-explicit-constructor)

    /// Returns the buffer, or null if the binding is an image.
    const BufferView* buffer() const { return std::get_if<BufferView>(&resource_); }
    /// Returns the image, or null if the binding is a buffer.
    const ImageView* image() const { return std::get_if<ImageView>(&resource_); }
    /// Returns whether both bindings would write the same descriptor.
    bool operator==(const Binding& other) const;

private:
    std::variant<BufferView, ImageView> resource_;
};

/// A uint32 that may lie anywhere in a buffer, in the form in which a kernel reads it. A binding must begin at an
/// offset that the device accepts, so `view` may begin before the word. The word is element `index` of `view`.
struct BoundWord {
    BufferView view;
    std::uint32_t index = 0;
};
/// Returns the binding of `word`, a view of at least 4 bytes at an offset that is a multiple of 4, for example a field
/// of a draw command. The returned view may begin up to storage_offset_alignment - 4 bytes before the word.
BoundWord bind_word(const BufferView& word, const DeviceProfile& profile);

}  // namespace vkalgo
