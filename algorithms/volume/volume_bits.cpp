#include "algorithms/volume/volume_bits.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/recorded.hpp"
#include "algorithms/volume/voxel_source.hpp"
#include "engine/context.hpp"
#include "shaders/volume/volume_bits.h"
#include <vkalgo_spirv/volume/pack_16.hpp>
#include <vkalgo_spirv/volume/pack_32.hpp>
#include <vkalgo_spirv/volume/pack_64.hpp>
#include <vkalgo_spirv/volume/pack_8.hpp>
#include <vkalgo_spirv/volume/pack_flat_f32.hpp>
#include <vkalgo_spirv/volume/pack_flat_i32.hpp>
#include <vkalgo_spirv/volume/pack_flat_u32.hpp>
#include <vkalgo_spirv/volume/pack_image_f32.hpp>
#include <vkalgo_spirv/volume/pack_image_i32.hpp>
#include <vkalgo_spirv/volume/pack_image_u32.hpp>

#include <algorithm>
#include <cstring>
#include <string>

namespace vkalgo {

namespace {

static_assert(sizeof(shader::VolumeBitsPush) <= 128);

/// Returns the kernels. This is a function, so that a program unpacks these modules when it needs them and not when it
/// starts.
VoxelKernels pack_kernels() {
    return {{{"volume/pack_8", spirv::volume_pack_8},
             {"volume/pack_16", spirv::volume_pack_16},
             {"volume/pack_32", spirv::volume_pack_32},
             {"volume/pack_64", spirv::volume_pack_64},
             {"volume/pack_image_f32", spirv::volume_pack_image_f32},
             {"volume/pack_image_u32", spirv::volume_pack_image_u32},
             {"volume/pack_image_i32", spirv::volume_pack_image_i32},
             {"volume/pack_flat_f32", spirv::volume_pack_flat_f32},
             {"volume/pack_flat_u32", spirv::volume_pack_flat_u32},
             {"volume/pack_flat_i32", spirv::volume_pack_flat_i32}}};
}

/// Returns the number of slices that are packed.
std::uint32_t slices_of(const VolumeShape& shape, const VolumeBitsArguments& arguments) {
    return arguments.slices != 0 ? arguments.slices : shape.z - std::min(arguments.first_slice, shape.z);
}

std::vector<Argument> arguments_of(const VolumeBitsArguments& arguments, const VolumeBitsPlan& plan,
                                   std::uint32_t slices, const DeviceProfile& profile) {
    return {{.name = "voxels",
             .view = arguments.voxels,
             .bytes = plan.options.image ? 0 : voxels_bytes(plan.shape, plan.options.type, slices),
             .alignment = profile.vector_offset_alignment()},
            {.name = "bits", .view = arguments.bits, .bytes = plan.bits_bytes, .access = Access::write}};
}

}  // namespace

bool selects(const VoxelSelection& selection, ElementType type, const void* voxel) {
    return with_type(type, [&](auto zero) {
        decltype(zero) value{};
        std::memcpy(&value, voxel, sizeof(value));
        ExactNumber number;
        if constexpr (std::is_integral_v<decltype(zero)>) {
            number = ExactNumber(value);
        } else {
            number = ExactNumber(static_cast<double>(value));
        }
        switch (selection.rule) {
            case VoxelRule::nonzero:
                return number > ExactNumber{} || number < ExactNumber{};
            case VoxelRule::above:
                return number > selection.value;
            default:
                return number == selection.value;
        }
    });
}

Result<VolumeBitsPlan> plan_volume_bits(const VolumeShape& shape, const VolumeBitsOptions& options,
                                        const DeviceProfile& profile) {
    VKALGO_CHECK(check_voxel_options(options));
    VKALGO_CHECK(check_voxel_shape(shape, options));
    VolumeBitsPlan plan;
    plan.shape = shape;
    plan.options = options;
    VKALGO_CHECK(check_bit_volume(shape, profile));
    if (shape.voxels() == 0) {
        return plan;
    }
    plan.most_slices = most_voxel_slices(shape, options, profile);
    plan.bits_bytes = shape.bit_bytes();
    if (plan.most_slices == 0) {
        return Error{ErrorCode::too_large,
                     "one slice of " + std::to_string(shape.x) + " x " + std::to_string(shape.y) + " voxels of " +
                         to_string(options.type) +
                         " does not fit one storage buffer of this device, which holds at most " +
                         std::to_string(profile.max_storage_range) + " bytes",
                     "shape"};
    }
    plan.voxels_bytes = options.image ? 0 : voxels_bytes(shape, options.type, shape.z);
    plan.loop_iterations = options.image ? 32 : 8 * size_of(options.type);
    return plan;
}

Result<VolumeBits> VolumeBits::create(Context& context, const VolumeBitsOptions& options) {
    VKALGO_CHECK(check_voxel_options(options));
    VolumeBits packer;
    packer.context_ = &context;
    packer.options_ = options;
    packer.threads_ = volume_threads(context.profile());
    VKALGO_CHECK(make_voxel_kernels(context, options, pack_kernels(), packer.threads_, packer.kernels_));
    return packer;
}

Result<VolumeBitsAccess> VolumeBits::access(const VolumeShape& shape, const VolumeBitsArguments& arguments) const {
    VKALGO_CHECK(check_created(context_, "packer"));
    VKALGO_TRY(const VolumeBitsPlan plan, plan_volume_bits(shape, options_, context_->profile()));
    return accesses_of<VolumeBitsAccess>(
        *context_, arguments_of(arguments, plan, slices_of(shape, arguments), context_->profile()),
        [&](Recorder& recorder) { return record(recorder, shape, arguments); });
}

Result<void> VolumeBits::record(Recorder& recorder, const VolumeShape& shape,
                                const VolumeBitsArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, "packer"));
    const DeviceProfile& profile = context_->profile();
    VKALGO_TRY(const VolumeBitsPlan plan, plan_volume_bits(shape, options_, profile));
    const std::uint32_t slices = slices_of(shape, arguments);
    if (options_.image && arguments.first_slice != 0) {
        return Error{ErrorCode::invalid_argument,
                     "an image is packed from its first slice, so first_slice must be 0, but it is " +
                         std::to_string(arguments.first_slice),
                     "first_slice"};
    }
    if (arguments.first_slice > shape.z || slices > shape.z - arguments.first_slice) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(slices) + " slices from slice " + std::to_string(arguments.first_slice) +
                         " on are not among the " + std::to_string(shape.z) + " slices of the volume, counted from 0",
                     "first_slice"};
    }
    if (shape.voxels() == 0 || slices == 0) {
        return {};
    }
    if (slices > plan.most_slices) {
        return Error{ErrorCode::too_large,
                     "the voxels of " + std::to_string(slices) + " slices do not fit one storage buffer of this " +
                         "device; pack at most " + std::to_string(plan.most_slices) + " at once",
                     "slices"};
    }
    if (options_.image) {
        VKALGO_CHECK(check_voxel_image(arguments.image, shape, options_, "packer"));
    }
    VKALGO_CHECK(check_arguments(arguments_of(arguments, plan, slices, profile), profile));
    const SpanScope span(recorder, "pack voxels");
    const std::uint64_t slice_words = std::uint64_t{shape.y} * shape.row_words();
    shader::VolumeBitsPush push{};
    push.voxels = voxel_push(shape, options_, slices);
    push.words = static_cast<std::uint32_t>(slice_words * slices);
    push.first_word = static_cast<std::uint32_t>(slice_words * arguments.first_slice);
    const BufferView bits = arguments.bits.slice(0, plan.bits_bytes);
    const Groups groups = Groups::linear(divide_up(push.words, threads_), *context_);
    const Kernel& kernel = *kernels_[voxel_lie(shape, options_)];
    if (options_.image) {
        // The module declares no second binding, so the second view is ignored.
        recorder.dispatch(kernel, {arguments.image, arguments.image, bits}, push, groups);
    } else {
        const BufferView voxels = arguments.voxels.slice(0, voxels_bytes(shape, options_.type, slices));
        recorder.dispatch(kernel, {voxels, voxels, bits}, push, groups);
    }
    return recorder.status();
}

}  // namespace vkalgo
