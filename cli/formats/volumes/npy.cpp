// NumPy arrays: the last axis is x, the one before it y, the first of three z. They say nothing of a place.
#include "cli/formats/npy.hpp"

#include "cli/formats/volume_format.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// Copies the voxels into x, y, z order and this machine's byte order. `first`: of the volume; `step`: bytes between
/// neighbours along x, y, z.
Bytes ordered(const char* first, const Volume& volume, const std::array<std::uint64_t, 3>& step) {
    const std::size_t size = size_of(volume.type);
    Bytes voxels(volume.voxel_count() * size);
    if (step[0] == size && step[1] == size * volume.size[0] && step[2] == step[1] * volume.size[1]) {
        std::memcpy(voxels.data(), first, voxels.size());
        return voxels;
    }
    std::byte* target = voxels.data();
    for (std::uint64_t z = 0; z < volume.size[2]; ++z) {
        for (std::uint64_t y = 0; y < volume.size[1]; ++y) {
            const char* source = first + z * step[2] + y * step[1];
            for (std::uint64_t x = 0; x < volume.size[0]; ++x, target += size, source += step[0]) {
                std::memcpy(target, source, size);
            }
        }
    }
    return voxels;
}

Result<Volume> read(std::string_view content, const std::string& name, const InputSettings& settings) {
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
    volume.voxels = ordered(as_text(array.data).data() + offset, volume, step);
    if (array.swapped) {
        swap_elements(volume.voxels, volume.type);
    }
    return volume;
}

bool recognises(std::string_view content) {
    return content.starts_with("\x93NUMPY");
}

Result<Bytes> encode(const Volume& volume) {
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
                                        .recognises = recognises,
                                        .read = read,
                                        .encode = encode};
    return format;
}

}  // namespace vkalgo::cli
