#include "engine/binding.hpp"

#include "engine/device_profile.hpp"

#include <algorithm>

namespace vkalgo {

bool Binding::operator==(const Binding& other) const {
    if (const BufferView* own = buffer(); own != nullptr) {
        return other.buffer() != nullptr && *own == *other.buffer();
    }
    const ImageView* own = image();
    const ImageView* its = other.image();
    return its != nullptr && own->view == its->view && own->layout == its->layout && own->sampler == its->sampler;
}

BoundWord bind_word(const BufferView& word, const DeviceProfile& profile) {
    const std::uint64_t alignment = std::max(profile.storage_offset_alignment, kWordBytes);
    const std::uint64_t begin = word.offset / alignment * alignment;
    const std::uint64_t before = word.offset - begin;
    return {{word.buffer, begin, before + kWordBytes}, static_cast<std::uint32_t>(before / kWordBytes)};
}

}  // namespace vkalgo
