#include "algorithms/volume/box_codes.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/recorded.hpp"
#include "algorithms/sort/sort.hpp"
#include "algorithms/volume/voxel_source.hpp"
#include "algorithms/word.hpp"
#include "engine/context.hpp"
#include "shaders/volume/boxes.h"
#include <vkalgo_spirv/volume/count_codes.hpp>
#include <vkalgo_spirv/volume/encode_points.hpp>
#include <vkalgo_spirv/volume/list_codes.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace vkalgo {

namespace {

static_assert(most_code_levels(2) <= VKALGO_CODES_MOST_LEVELS);

SortOptions sort_options(const BoxCodesOptions& options) {
    const bool wide = options.axes * (options.levels - 1) > 32;
    return {.type = wide ? ElementType::u64 : ElementType::u32};
}

struct Parts {
    ScratchLayout::Part codes, sort;
    ScratchNeed need;
};

Result<Parts> parts_of(const BoxCodesPlan& plan, const DeviceProfile& profile) {
    ScratchLayout layout;
    Parts parts;
    parts.codes = layout.add(plan.count * plan.code_bytes);
    VKALGO_TRY(const ScratchNeed sort, Sort::scratch({sort_options(plan.options), plan.count}, profile));
    parts.sort = layout.add(sort.bytes, sort.usage);
    parts.need = layout.need();
    return parts;
}

std::vector<Argument> arguments_of(const BoxCodesArguments& arguments, const BoxCodesPlan& plan,
                                   const DeviceProfile& profile) {
    const bool volume = plan.options.volume;
    return {{.name = "coordinates", .view = arguments.coordinates, .bytes = plan.coordinates_bytes},
            {.name = "bits", .view = arguments.bits, .bytes = volume ? arguments.shape.bit_bytes() : 0},
            {.name = "counts",
             .view = arguments.counts,
             .bytes = plan.counts_bytes,
             .access = Access::read_write,
             .usage = BoxCodes::kCountsUsage},
            {.name = "found",
             .view = arguments.found,
             .bytes = volume ? 4U : 0U,
             .access = Access::read_write,
             .usage = BoxCodes::kCountsUsage},
            {.name = "scratch",
             .view = arguments.scratch,
             .bytes = plan.scratch_bytes,
             // A part of this scratch is the scratch of Sort, which begins at a multiple of 16.
             .alignment = profile.vector_offset_alignment(),
             .access = Access::read_write,
             .usage = ScratchNeed{}.usage}};
}

}  // namespace

std::uint32_t code_levels(const VolumeShape& shape) {
    const std::uint32_t largest = std::max({shape.x, shape.y, shape.z});
    return largest == 0 ? 1 : 1 + static_cast<std::uint32_t>(std::bit_width(largest - 1));
}

Result<BoxCodesPlan> plan_box_codes(const BoxCodesOptions& options, std::uint64_t count, const DeviceProfile& profile) {
    if (options.axes != 2 && options.axes != 3) {
        return Error{ErrorCode::invalid_argument,
                     "points must have 2 or 3 coordinates, not " + std::to_string(options.axes), "axes"};
    }
    if (options.levels == 0 || options.levels > most_code_levels(options.axes)) {
        return Error{ErrorCode::invalid_argument,
                     "codes of " + std::to_string(options.axes) + " axes can have 1 to " +
                         std::to_string(most_code_levels(options.axes)) + " levels, not " +
                         std::to_string(options.levels),
                     "levels"};
    }
    BoxCodesPlan plan;
    plan.options = options;
    plan.count = count;
    plan.code_bytes = size_of(sort_options(options).type);
    const std::uint64_t coordinates = options.volume ? 0 : 4 * options.axes;
    const std::uint64_t most =
        std::min<std::uint64_t>(profile.max_storage_range, ~0U) / std::max<std::uint64_t>(coordinates, plan.code_bytes);
    if (count > most) {
        return Error{ErrorCode::too_large,
                     std::to_string(count) + (options.volume ? " voxels" : " points") +
                         " are too many to sort; this device sorts at most " + std::to_string(most) + " at once",
                     "count"};
    }
    plan.coordinates_bytes = count * coordinates;
    plan.counts_bytes = 8 * std::uint64_t{options.levels};
    VKALGO_TRY(const Parts parts, parts_of(plan, profile));
    plan.scratch_bytes = parts.need.bytes;
    plan.loop_iterations = 32 + VKALGO_CODES_EACH + 2 * options.levels * (1 + options.levels);
    return plan;
}

Result<BoxCodes> BoxCodes::create(Context& context, const BoxCodesOptions& options) {
    VKALGO_TRY(const BoxCodesPlan plan, plan_box_codes(options, 1, context.profile()));
    BoxCodes codes;
    codes.context_ = &context;
    codes.options_ = options;
    codes.threads_ = volume_threads(context.profile());
    VKALGO_TRY(Sort sort, Sort::create(context, sort_options(options)));
    codes.sort_ = std::make_shared<const Sort>(std::move(sort));
    const std::vector<SpecializationConstant> constants{{VKALGO_BOXES_CONSTANT_THREADS, codes.threads_},
                                                        {VKALGO_BOXES_CONSTANT_AXES, options.axes},
                                                        {VKALGO_BOXES_CONSTANT_WIDE, plan.code_bytes == 8 ? 1U : 0U}};
    KernelInfo make{"volume/encode_points", spirv::volume_encode_points, constants, 0};
    if (options.volume) {
        make = {"volume/list_codes", spirv::volume_list_codes, constants, 0};
    }
    VKALGO_TRY(codes.make_, context.kernel(make));
    VKALGO_TRY(codes.count_, context.kernel({"volume/count_codes", spirv::volume_count_codes, constants, 0}));
    return codes;
}

Result<ScratchNeed> BoxCodes::scratch(const BoxCodesOptions& options, std::uint64_t count,
                                      const DeviceProfile& profile) {
    VKALGO_TRY(const BoxCodesPlan plan, plan_box_codes(options, count, profile));
    VKALGO_TRY(const Parts parts, parts_of(plan, profile));
    return parts.need;
}

Result<BoxCodesAccess> BoxCodes::access(const BoxCodesArguments& arguments) const {
    VKALGO_CHECK(check_created(context_, "box counter"));
    VKALGO_TRY(const BoxCodesPlan plan, plan_box_codes(options_, arguments.count, context_->profile()));
    return accesses_of<BoxCodesAccess>(*context_, arguments_of(arguments, plan, context_->profile()),
                                       [&](Recorder& recorder) { return record(recorder, arguments); });
}

Result<void> BoxCodes::record(Recorder& recorder, const BoxCodesArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, "box counter"));
    const DeviceProfile& profile = context_->profile();
    VKALGO_TRY(const BoxCodesPlan plan, plan_box_codes(options_, arguments.count, profile));
    const VolumeShape& shape = arguments.shape;
    if (options_.volume) {
        VKALGO_CHECK(check_bit_volume(shape, profile));
        if (code_levels(shape) > options_.levels || (options_.axes == 2 && shape.z > 1)) {
            return Error{ErrorCode::invalid_argument,
                         "the codes have " + std::to_string(options_.axes) + " axes and " +
                             std::to_string(options_.levels) + " levels, but this shape needs " +
                             std::to_string(shape.z > 1 ? 3 : 2) + " axes and " + std::to_string(code_levels(shape)) +
                             " levels",
                         "shape"};
        }
    }
    VKALGO_CHECK(check_arguments(arguments_of(arguments, plan, profile), profile));
    const SpanScope span(recorder, "count boxes by codes");
    const BufferView counts = arguments.counts.slice(0, plan.counts_bytes);
    recorder.fill(counts, 0);
    const BufferView found = options_.volume ? arguments.found.slice(0, 4) : counts;
    if (options_.volume) {
        recorder.fill(found, 0);
    }
    const std::uint64_t words = options_.volume ? shape.words() : plan.count;
    if (plan.count == 0 || words == 0) {
        return recorder.status();
    }
    VKALGO_TRY(const Parts parts, parts_of(plan, profile));
    const BufferView codes = ScratchLayout::view(arguments.scratch, parts.codes).slice(0, plan.count * plan.code_bytes);
    shader::CodesPush push{};
    push.count = word(words);
    push.row_words = shape.row_words();
    push.height = shape.y;
    push.most = word(plan.count);
    push.levels = options_.levels;
    const Groups groups = Groups::linear(divide_up(words, threads_), *context_);
    if (options_.volume) {
        recorder.dispatch(*make_, {arguments.bits.slice(0, shape.bit_bytes()), codes, found}, push, groups);
    } else {
        recorder.dispatch(*make_, {arguments.coordinates.slice(0, plan.coordinates_bytes), codes}, push, groups);
    }
    SortArguments sorted{
        .keys = codes, .scratch = ScratchLayout::view(arguments.scratch, parts.sort), .count = plan.count};
    if (options_.volume) {
        sorted.count_buffer = found;
    }
    VKALGO_CHECK(sort_->record(recorder, sorted));
    push.count = word(plan.count);
    push.counted = options_.volume ? 1 : 0;
    // Without a count in a buffer, the codes are bound in its place.
    recorder.dispatch(*count_, {codes, options_.volume ? found : codes, counts}, push,
                      Groups::linear(divide_up(plan.count, std::uint64_t{threads_} * VKALGO_CODES_EACH), *context_));
    return recorder.status();
}

}  // namespace vkalgo
