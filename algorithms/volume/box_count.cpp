#include "algorithms/volume/box_count.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/recorded.hpp"
#include "algorithms/volume/voxel_source.hpp"
#include "engine/context.hpp"
#include "shaders/volume/boxes.h"
#include <vkalgo_spirv/volume/count_boxes_16.hpp>
#include <vkalgo_spirv/volume/count_boxes_32.hpp>
#include <vkalgo_spirv/volume/count_boxes_64.hpp>
#include <vkalgo_spirv/volume/count_boxes_8.hpp>
#include <vkalgo_spirv/volume/count_boxes_bits.hpp>
#include <vkalgo_spirv/volume/count_boxes_flat_f32.hpp>
#include <vkalgo_spirv/volume/count_boxes_flat_i32.hpp>
#include <vkalgo_spirv/volume/count_boxes_flat_u32.hpp>
#include <vkalgo_spirv/volume/count_boxes_image_f32.hpp>
#include <vkalgo_spirv/volume/count_boxes_image_i32.hpp>
#include <vkalgo_spirv/volume/count_boxes_image_u32.hpp>

#include <algorithm>
#include <bit>
#include <string>

namespace vkalgo {

namespace {

static_assert(sizeof(shader::CountBoxesPush) <= 128);

/// Returns the kernels. This is a function, so that a program unpacks these modules when it needs them and not when it
/// starts.
VoxelKernels count_kernels() {
    return {{{"volume/count_boxes_8", spirv::volume_count_boxes_8},
             {"volume/count_boxes_16", spirv::volume_count_boxes_16},
             {"volume/count_boxes_32", spirv::volume_count_boxes_32},
             {"volume/count_boxes_64", spirv::volume_count_boxes_64},
             {"volume/count_boxes_image_f32", spirv::volume_count_boxes_image_f32},
             {"volume/count_boxes_image_u32", spirv::volume_count_boxes_image_u32},
             {"volume/count_boxes_image_i32", spirv::volume_count_boxes_image_i32},
             {"volume/count_boxes_flat_f32", spirv::volume_count_boxes_flat_f32},
             {"volume/count_boxes_flat_u32", spirv::volume_count_boxes_flat_u32},
             {"volume/count_boxes_flat_i32", spirv::volume_count_boxes_flat_i32}}};
}

/// Sets how a stage is cut into workgroups and these into invocations, so that few invocations have no voxels. Boxes of
/// side 32 stay whole: a workgroup covers at least 32 rows, and 32 slices if the stage has them. An invocation has 4
/// rows, and 4 slices unless the stage has only one slice.
void cut(BoxCountStage& stage, std::uint32_t threads) {
    const VolumeShape& shape = stage.shape;
    stage.layers = shape.z == 1 ? 1 : VKALGO_BOXES_OWN;
    stage.deep = std::min(std::bit_ceil(static_cast<std::uint32_t>(divide_up(shape.z, stage.layers))), 8U);
    stage.across = std::min({std::bit_ceil(shape.row_words()), 4U, threads / (8 * stage.deep)});
    stage.down = threads / (stage.across * stage.deep);
    stage.groups_across = divide_up(shape.row_words(), stage.across);
    stage.groups_down = divide_up(shape.y, std::uint64_t{VKALGO_BOXES_OWN} * stage.down);
    stage.groups_deep = divide_up(shape.z, std::uint64_t{stage.layers} * stage.deep);
}

VolumeShape coarser(const VolumeShape& shape) {
    const auto part = [](std::uint32_t n) { return static_cast<std::uint32_t>(divide_up(n, 32)); };
    return {part(shape.x), part(shape.y), part(shape.z)};
}

/// Adds the bit volumes of the coarse boxes to the layout, one for each stage except the first. They are side by side,
/// so that one fill clears them.
std::vector<ScratchLayout::Part> coarse_parts(const BoxCountPlan& plan, ScratchLayout& layout) {
    std::vector<ScratchLayout::Part> parts;
    for (std::size_t stage = 1; stage < plan.stages.size(); ++stage) {
        parts.push_back(layout.add(plan.stages[stage].shape.bit_bytes()));
    }
    return parts;
}

std::vector<Argument> arguments_of(const BoxCountArguments& arguments, const BoxCountPlan& plan,
                                   const DeviceProfile& profile) {
    return {{.name = "voxels",
             .view = arguments.voxels,
             .bytes = plan.voxels_bytes,
             .alignment = profile.vector_offset_alignment()},
            {.name = "bits", .view = arguments.bits, .bytes = plan.bits_bytes},
            {.name = "counts",
             .view = arguments.counts,
             .bytes = plan.counts_bytes,
             .access = Access::read_write,
             .usage = BoxCount::kCountsUsage},
            {.name = "scratch",
             .view = arguments.scratch,
             .bytes = plan.scratch_bytes,
             .access = Access::read_write,
             .usage = ScratchNeed{}.usage}};
}

shader::CountBoxesPush push_of(const BoxCountStage& stage) {
    shader::CountBoxesPush push{};
    push.voxels.width = stage.shape.x;
    push.voxels.height = stage.shape.y;
    push.voxels.row_words = stage.shape.row_words();
    push.depth = stage.shape.z;
    push.across = stage.across;
    push.down = stage.down;
    push.deep = stage.deep;
    push.layers = stage.layers;
    push.groups_across = static_cast<std::uint32_t>(stage.groups_across);
    push.groups_down = static_cast<std::uint32_t>(stage.groups_down);
    push.groups = static_cast<std::uint32_t>(stage.groups());
    push.levels = stage.levels;
    push.first = stage.first;
    return push;
}

}  // namespace

Result<BoxCountPlan> plan_box_count(const VolumeShape& shape, const BoxCountOptions& options,
                                    const DeviceProfile& profile) {
    BoxCountPlan plan;
    plan.shape = shape;
    plan.options = options;
    VKALGO_CHECK(check_bit_volume(shape, profile));
    if (shape.voxels() == 0) {
        return plan;
    }
    if (options.bits) {
        plan.bits_bytes = shape.bit_bytes();
    } else {
        VKALGO_TRY(const VolumeBitsPlan voxels, plan_volume_bits(shape, options.voxels, profile));
        if (voxels.most_slices < shape.z) {
            return Error{ErrorCode::too_large,
                         std::to_string(voxels.voxels_bytes) + " bytes of voxels do not fit one storage buffer of " +
                             "this device; pack them in parts by VolumeBits, and count boxes in the bits",
                         "shape"};
        }
        plan.voxels_bytes = voxels.voxels_bytes;
        plan.loop_iterations = 16 * voxels.loop_iterations;
    }
    const std::uint32_t largest = std::max({shape.x, shape.y, shape.z});
    plan.levels = 1 + static_cast<std::uint32_t>(std::bit_width(largest - 1));
    plan.counts_bytes = 8 * std::uint64_t{plan.levels};
    const std::uint32_t threads = volume_threads(profile);
    VolumeShape rest = shape;
    for (std::uint32_t first = 0; first < plan.levels;) {
        const std::uint32_t left = plan.levels - first;
        BoxCountStage stage{.shape = rest, .first = first};
        stage.levels = left <= VKALGO_BOXES_LEVELS ? left : VKALGO_BOXES_LEVEL_BITS;
        cut(stage, threads);
        plan.stages.push_back(stage);
        first += stage.levels;
        rest = coarser(rest);
    }
    ScratchLayout layout;
    coarse_parts(plan, layout);
    plan.scratch_bytes = layout.bytes();
    plan.loop_iterations += 16 + 4 + VKALGO_BOXES_COPIES;
    return plan;
}

Result<BoxCount> BoxCount::create(Context& context, const BoxCountOptions& options) {
    BoxCount counter;
    counter.context_ = &context;
    counter.options_ = options;
    const std::uint32_t threads = volume_threads(context.profile());
    if (!options.bits) {
        VKALGO_CHECK(check_voxel_options(options.voxels));
        VKALGO_CHECK(make_voxel_kernels(context, options.voxels, count_kernels(), threads, counter.kernels_));
    }
    VKALGO_TRY(counter.of_bits_, context.kernel({"volume/count_boxes_bits",
                                                 spirv::volume_count_boxes_bits,
                                                 {{VKALGO_VOXELS_CONSTANT_THREADS, threads}},
                                                 0}));
    return counter;
}

Result<ScratchNeed> BoxCount::scratch(const VolumeShape& shape, const BoxCountOptions& options,
                                      const DeviceProfile& profile) {
    VKALGO_TRY(const BoxCountPlan plan, plan_box_count(shape, options, profile));
    ScratchLayout layout;
    coarse_parts(plan, layout);
    return layout.need();
}

Result<BoxCountAccess> BoxCount::access(const VolumeShape& shape, const BoxCountArguments& arguments) const {
    VKALGO_CHECK(check_created(context_, "box counter"));
    VKALGO_TRY(const BoxCountPlan plan, plan_box_count(shape, options_, context_->profile()));
    return accesses_of<BoxCountAccess>(*context_, arguments_of(arguments, plan, context_->profile()),
                                       [&](Recorder& recorder) { return record(recorder, shape, arguments); });
}

Result<void> BoxCount::record(Recorder& recorder, const VolumeShape& shape, const BoxCountArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, "box counter"));
    const DeviceProfile& profile = context_->profile();
    VKALGO_TRY(const BoxCountPlan plan, plan_box_count(shape, options_, profile));
    if (plan.levels == 0) {
        return {};
    }
    const bool image = !options_.bits && options_.voxels.image;
    if (image) {
        VKALGO_CHECK(check_voxel_image(arguments.image, shape, options_.voxels, "box counter"));
    }
    VKALGO_CHECK(check_arguments(arguments_of(arguments, plan, profile), profile));
    const SpanScope span(recorder, "count boxes");
    const BufferView counts = arguments.counts.slice(0, plan.counts_bytes);
    ScratchLayout layout;
    std::vector<BufferView> coarse;
    for (const ScratchLayout::Part& part : coarse_parts(plan, layout)) {
        coarse.push_back(ScratchLayout::view(arguments.scratch, part));
    }
    recorder.fill(counts, 0);
    if (!coarse.empty()) {
        recorder.fill(arguments.scratch.slice(0, plan.scratch_bytes), 0);
    }
    for (std::size_t number = 0; number < plan.stages.size(); ++number) {
        const BoxCountStage& stage = plan.stages[number];
        shader::CountBoxesPush push = push_of(stage);
        // Without coarse boxes, the counters are bound in their place, and the kernel does not use that binding.
        const BufferView next = number < coarse.size() ? coarse[number] : counts;
        if (number < coarse.size()) {
            push.coarse_words = plan.stages[number + 1].shape.row_words();
            push.coarse_height = plan.stages[number + 1].shape.y;
        }
        const Groups groups = Groups::linear(stage.groups(), *context_);
        if (number != 0 || options_.bits) {
            const BufferView bits = number != 0 ? coarse[number - 1] : arguments.bits.slice(0, plan.bits_bytes);
            recorder.dispatch(*of_bits_, {bits, bits, counts, next}, push, groups);
            continue;
        }
        push.voxels = voxel_push(shape, options_.voxels, shape.z);
        const Binding voxels = image ? Binding(arguments.image) : Binding(arguments.voxels.slice(0, plan.voxels_bytes));
        recorder.dispatch(*kernels_[voxel_lie(shape, options_.voxels)], {voxels, voxels, counts, next}, push, groups);
    }
    return recorder.status();
}

}  // namespace vkalgo
