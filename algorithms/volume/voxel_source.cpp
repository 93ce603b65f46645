#include "algorithms/volume/voxel_source.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/half.hpp"
#include "algorithms/invalid.hpp"
#include "algorithms/sampled_image.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

namespace vkalgo {

namespace {

/// Returns the number whose key is `key` if keys have the order `order` (VKALGO_VOXELS_ORDER_...).
ExactNumber number_of(std::uint64_t key, std::uint32_t order, ElementType type) {
    const std::uint64_t sign = std::uint64_t{1} << (8 * size_of(type) - 1);
    std::uint64_t bits = key;
    if (order == VKALGO_VOXELS_ORDER_SIGNED) {
        bits ^= sign;
    } else if (order == VKALGO_VOXELS_ORDER_FLOAT) {
        bits ^= (key & sign) != 0 ? sign : sign | (sign - 1);
    }
    return with_type(type, [&](auto zero) -> ExactNumber {
        decltype(zero) value{};
        std::memcpy(static_cast<void*>(&value), &bits, sizeof(value));
        if constexpr (std::is_integral_v<decltype(zero)>) {
            return ExactNumber(value);
        } else {
            return ExactNumber(static_cast<double>(value));
        }
    });
}

std::uint64_t bits_of_infinity(ElementType type) {
    return type == ElementType::f16 ? 0x7c00U : type == ElementType::f32 ? 0x7f800000U : 0x7ff0000000000000U;
}

/// Returns the first key from `low` to `high` whose number passes, or high + 1 if none passes. If a key passes, all
/// keys after it must pass.
template <class Passes>
std::uint64_t first_key(std::uint64_t low, std::uint64_t high, const Passes& passes) {
    if (!passes(high)) {
        return high + 1;  // For the largest 64-bit key this is 0; the caller tests the high key separately
    }
    while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (passes(middle)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

}  // namespace

VoxelForm voxel_form(const VolumeBitsOptions& options) {
    if (options.image) {
        const auto first = static_cast<std::size_t>(options.flat ? VoxelForm::flat_f32 : VoxelForm::image_f32);
        const std::size_t kind = options.type == ElementType::f32 ? 0 : options.type == ElementType::u32 ? 1 : 2;
        return static_cast<VoxelForm>(first + kind);
    }
    return static_cast<VoxelForm>(std::countr_zero(size_of(options.type)));
}

Result<void> check_voxel_options(const VolumeBitsOptions& options) {
    if (options.image && options.type != ElementType::f32 && options.type != ElementType::u32 &&
        options.type != ElementType::i32) {
        return Error{ErrorCode::unsupported,
                     std::string("images must have values of f32, u32 or i32, not ") + to_string(options.type), "type"};
    }
    return {};
}

Result<void> check_voxel_shape(const VolumeShape& shape, const VolumeBitsOptions& options) {
    if (options.image && options.flat && shape.z > 1) {
        return Error{ErrorCode::invalid_argument,
                     "an image of two dimensions must have one slice, not " + std::to_string(shape.z), "shape"};
    }
    return {};
}

Result<void> check_voxel_image(const ImageView& image, const VolumeShape& shape, const VolumeBitsOptions& options,
                               std::string_view object) {
    VKALGO_CHECK(check_sampled_image(image, options.type, object));
    if (shape.x > image.extent.width || shape.y > image.extent.height ||
        (!options.flat && shape.z > image.extent.depth)) {
        const auto text = [](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
            return std::to_string(x) + " x " + std::to_string(y) + " x " + std::to_string(z);
        };
        return invalid("the volume of " + text(shape.x, shape.y, shape.z) + " voxels exceeds the image, which has " +
                           text(image.extent.width, image.extent.height, image.extent.depth) + " texels",
                       "image");
    }
    return {};
}

VoxelKeys voxel_keys(const VoxelSelection& selection, ElementType type) {
    const bool real = is_float(type);
    const std::uint64_t all = ~std::uint64_t{0} >> (64 - 8 * size_of(type));
    const std::uint64_t sign = all / 2 + 1;
    if (selection.rule == VoxelRule::nonzero) {
        return real ? VoxelKeys{VKALGO_VOXELS_ORDER_MAGNITUDE, 1, bits_of_infinity(type)}
                    : VoxelKeys{VKALGO_VOXELS_ORDER_UNSIGNED, 1, all};
    }
    VoxelKeys keys{.order = static_cast<std::uint32_t>(real              ? VKALGO_VOXELS_ORDER_FLOAT
                                                       : is_signed(type) ? VKALGO_VOXELS_ORDER_SIGNED
                                                                         : VKALGO_VOXELS_ORDER_UNSIGNED)};
    // For floats, only keys from -infinity to infinity can be inside, so that NaNs are outside.
    const std::uint64_t least = real ? all - (bits_of_infinity(type) | sign) : 0;
    const std::uint64_t most = real ? bits_of_infinity(type) | sign : all;
    const auto number = [&](std::uint64_t key) { return number_of(key, keys.order, type); };
    const auto is_above = [&](std::uint64_t key) { return number(key) > selection.value; };
    if (selection.rule == VoxelRule::above) {
        if (is_above(most)) {
            keys.low = first_key(least, most, is_above);
            keys.high = most;
        }
        return keys;
    }
    const auto is_there = [&](std::uint64_t key) { return is_above(key) || number(key) == selection.value; };
    if (!is_there(most)) {
        return keys;
    }
    const std::uint64_t first = first_key(least, most, is_there);
    if (number(first) == selection.value) {
        keys.low = first;
        // -0 and 0 are equal, and have two keys.
        keys.high = number(most) == selection.value ? most : first_key(least, most, is_above) - 1;
    }
    return keys;
}

std::uint32_t voxel_lie(const VolumeShape& shape, const VolumeBitsOptions& options) {
    const std::uint64_t row = std::uint64_t{shape.x} * size_of(options.type);
    return options.image   ? VKALGO_VOXELS_LIE_ANYWHERE
           : row % 16 == 0 ? VKALGO_VOXELS_LIE_VECTORS
           : row % 4 == 0  ? VKALGO_VOXELS_LIE_WORDS
                           : VKALGO_VOXELS_LIE_ANYWHERE;
}

Result<void> make_voxel_kernels(Context& context, const VolumeBitsOptions& options, const VoxelKernels& infos,
                                std::uint32_t threads, std::shared_ptr<const Kernel> (&kernels)[3]) {
    KernelInfo info = infos[static_cast<std::size_t>(voxel_form(options))];
    const std::uint32_t lies = options.image ? 1 : 3;
    for (std::uint32_t lie = 0; lie < lies; ++lie) {
        info.constants = {{VKALGO_VOXELS_CONSTANT_THREADS, threads},
                          {VKALGO_VOXELS_CONSTANT_LIE, lie},
                          {VKALGO_VOXELS_CONSTANT_ORDER, voxel_keys(options.selection, options.type).order}};
        VKALGO_TRY(kernels[lie], context.kernel(info));
    }
    return {};
}

shader::VoxelPush voxel_push(const VolumeShape& shape, const VolumeBitsOptions& options, std::uint32_t slices) {
    const VoxelKeys keys = voxel_keys(options.selection, options.type);
    shader::VoxelPush push{};
    push.width = shape.x;
    push.height = shape.y;
    push.rows = static_cast<std::uint32_t>(std::uint64_t{shape.y} * slices);
    push.row_words = shape.row_words();
    const std::uint64_t bytes = voxels_bytes(shape, options.type, slices);
    push.last_word = options.image || bytes == 0 ? 0 : static_cast<std::uint32_t>(bytes / 4 - 1);
    push.low = static_cast<std::uint32_t>(keys.low);
    push.low_high = static_cast<std::uint32_t>(keys.low >> 32);
    push.high = static_cast<std::uint32_t>(keys.high);
    push.high_high = static_cast<std::uint32_t>(keys.high >> 32);
    if (voxel_form(options) != VoxelForm::bytes) {
        return push;
    }
    // After a flip, a byte is inside if it is at least `least`; with `inverted`, if it is less. This covers every
    // interval of keys that a rule makes.
    constexpr std::uint32_t kEach = 0x01010101;
    std::uint32_t flip = keys.order == VKALGO_VOXELS_ORDER_SIGNED ? 0x80 : 0;
    std::uint32_t least = push.low;
    bool inverted = false;
    if (keys.low > keys.high) {
        least = 0;
        inverted = true;
    } else if (keys.high != 255) {
        flip ^= push.low;
        least = 1;
        inverted = true;
    }
    push.VKALGO_BYTES_FLIP = flip * kEach;
    push.VKALGO_BYTES_LEAST = (least & 127) * kEach;
    push.VKALGO_BYTES_BELOW_128 = least < 128 ? ~0U : 0;
    push.VKALGO_BYTES_INVERT = inverted ? ~0U : 0;
    return push;
}

std::uint64_t voxels_bytes(const VolumeShape& shape, ElementType type, std::uint32_t slices) {
    return divide_up(std::uint64_t{shape.x} * shape.y * slices * size_of(type), 4) * 4;
}

std::uint32_t most_voxel_slices(const VolumeShape& shape, const VolumeBitsOptions& options,
                                const DeviceProfile& profile) {
    if (options.image || shape.voxels() == 0) {
        return shape.z;
    }
    const std::uint64_t slice = std::uint64_t{shape.x} * shape.y * size_of(options.type);
    // Kernels use 32-bit indices for voxels and words of voxels.
    const std::uint64_t most = std::min<std::uint64_t>(profile.max_storage_range & ~std::uint64_t{3}, 0xfffffffc);
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(most / slice, shape.z));
}

Result<void> check_bit_volume(const VolumeShape& shape, const DeviceProfile& profile) {
    // The number of words may overflow 64 bits, so it is not computed. rows(), a product of two sizes, cannot overflow.
    if (shape.x != 0 && shape.rows() > profile.max_storage_range / 4 / shape.row_words()) {
        return Error{ErrorCode::too_large,
                     "the bits of " + std::to_string(shape.x) + " x " + std::to_string(shape.y) + " x " +
                         std::to_string(shape.z) +
                         " voxels do not fit one storage buffer of this device, which holds at most " +
                         std::to_string(profile.max_storage_range) + " bytes",
                     "shape"};
    }
    return {};
}

std::uint32_t volume_threads(const DeviceProfile& profile) {
    return std::min(std::bit_floor(std::min(profile.max_workgroup_invocations, profile.max_workgroup_size[0])), 256U);
}

}  // namespace vkalgo
