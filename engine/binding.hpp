#pragma once

#include "buffer.hpp"
#include "image.hpp"

#include <cstdint>
#include <variant>

namespace vkalgo {

struct DeviceProfile;

/// What goes to one binding of a kernel: a buffer or an image. Converts from either.
class Binding {
public:
    Binding() = default;
    // NOLINTBEGIN(google-explicit-constructor): a list of views is a list of bindings
    /// A storage or uniform buffer, as the kernel declares it.
    Binding(const BufferView& buffer) : resource_(buffer) {}
    /// An image, as the kernel declares it.
    Binding(const ImageView& image) : resource_(image) {}
    // NOLINTEND(google-explicit-constructor)

    /// null if it is an image
    const BufferView* buffer() const { return std::get_if<BufferView>(&resource_); }
    /// null if it is a buffer
    const ImageView* image() const { return std::get_if<ImageView>(&resource_); }
    /// Whether the same descriptor would be written.
    bool operator==(const Binding& other) const;

private:
    std::variant<BufferView, ImageView> resource_;
};

/// A uint32 somewhere in a buffer, as a kernel binds it: `view` begins at an offset that the device takes, and the word
/// is word[index] of it.
struct BoundWord {
    BufferView view;
    std::uint32_t index = 0;
};
/// `word` is 4 bytes or more at any multiple of 4, for example a field of a draw command. The view of the result may
/// begin up to storage_offset_alignment - 4 bytes before it.
BoundWord bind_word(const BufferView& word, const DeviceProfile& profile);

}  // namespace vkalgo
