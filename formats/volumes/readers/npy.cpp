// Reads and writes NumPy arrays. The last axis is x, the axis before it is y, and the axis before that, if there is
// one, is z. The first of four axes counts volumes. The arrays have no position.
#include "formats/npy.hpp"

#include "formats/volumes/volume_format.hpp"

#include <algorithm>

namespace vkalgo::formats {
namespace {

Result<Volume> read_npy_volume(std::string_view content, const std::string& name, const InputSettings& settings) {
    VKALGO_TRY(NpyView array, view_npy(as_byte_span(content), name));
    std::vector<std::uint64_t> shape = array.shape;
    const std::uint64_t count = shape.size() == 4 ? shape[0] : 1;
    if (shape.size() == 4) {
        shape.erase(shape.begin());
    }
    Volume volume;
    volume.type = array.type;
    std::reverse(shape.begin(), shape.end());
    VKALGO_CHECK(set_size(volume, shape, name));
    VKALGO_TRY(const std::uint64_t chosen, choose_volume(count, name, settings));
    // Bytes between neighbours along the axes of the array, then along x, y, z.
    std::vector<std::uint64_t> strides(array.shape.size(), size_of(array.type));
    for (std::size_t axis = 1; axis < strides.size(); ++axis) {
        const std::size_t to = array.fortran_order ? axis : strides.size() - 1 - axis;
        const std::size_t from = array.fortran_order ? axis - 1 : to + 1;
        strides[to] = strides[from] * array.shape[from];
    }
    std::array<std::uint64_t, 3> step{};
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        step[axis] = strides[strides.size() - 1 - axis];
    }
    const std::uint64_t offset = array.shape.size() == 4 ? chosen * strides[0] : 0;
    volume.voxels = gather_voxels(as_text(array.data).substr(offset), volume, step);
    if (array.swapped) {
        swap_elements(volume.voxels, volume.type);
    }
    return volume;
}

Result<Bytes> encode_npy_volume(const Volume& volume) {
    Array array{volume.type, {volume.size[1], volume.size[0]}, volume.voxels};
    if (volume.dimensions == 3) {
        array.shape.insert(array.shape.begin(), volume.size[2]);
    }
    return encode_npy(array);
}

}  // namespace

const VolumeFormat& volume_format_npy();
const VolumeFormat& volume_format_npy() {
    static const VolumeFormat format = {.name = "npy",
                                        .about = "NumPy array, z, y, x",
                                        .endings = {".npy"},
                                        .written = {".npy"},
                                        .recognises = looks_like_npy,
                                        .read = read_npy_volume,
                                        .encode = encode_npy_volume};
    return format;
}

}  // namespace vkalgo::formats
