#include "algorithms/mesh/mesh_rasteriser.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/mesh/mesh_method.hpp"
#include "algorithms/recorded.hpp"
#include "algorithms/word.hpp"
#include "engine/context.hpp"
#include "shaders/mesh/raster.h"
#include <vkalgo_spirv/mesh/raster_parts.hpp>
#include <vkalgo_spirv/mesh/raster_shade.hpp>
#include <vkalgo_spirv/mesh/raster_triangles.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace vkalgo {

namespace {

constexpr const char* kRasteriser = "mesh rasteriser";
constexpr std::uint64_t kMaxDrawnVertices = std::uint64_t{1} << 30;
constexpr std::uint64_t kMaxDrawnTriangles = std::uint64_t{1} << 29;
constexpr std::uint32_t kMaxSamplesPerPixel = 8;
/// Triangles per dispatch: so few that the lists of large triangles stay short.
constexpr std::uint64_t kChunk = std::uint64_t{1} << 18;
/// The least number of samples of a part of a large triangle's box, and the largest number of parts.
constexpr std::uint32_t kLeastRasterPart = 4096;
constexpr std::uint32_t kMaxParts = 1U << 2 * (VKALGO_RASTER_CLASSES - 1);

static_assert(MeshRasterArguments::kNoTriangle == VKALGO_RASTER_NONE);
static_assert(MeshRasteriser::colour(0, 0, 0, true) == VKALGO_RASTER_MARKED);

/// Returns the invocations of a workgroup: so few that a large triangle keeps them busy.
std::uint32_t raster_threads(const DeviceProfile& profile) {
    return std::min(mesh_threads(profile), 64U);
}

/// Declares every argument, in the order of MeshRasterAccess.
std::vector<Argument> arguments_of(const MeshRasterArguments& arguments, const MeshRasterPlan& plan) {
    return {{.name = "positions", .view = arguments.positions, .bytes = plan.positions_bytes},
            {.name = "triangles", .view = arguments.triangles, .bytes = plan.triangles_bytes},
            {.name = "colours", .view = arguments.colours, .bytes = plan.colours_bytes},
            {.name = "shown",
             .view = arguments.shown,
             .bytes = plan.shown_bytes,
             .access = Access::read_write,
             .usage = MeshRasteriser::kUsage},
            {.name = "picture", .view = arguments.picture, .bytes = plan.picture_bytes, .access = Access::write},
            {.name = "scratch",
             .view = arguments.scratch,
             .bytes = plan.scratch_bytes,
             .access = Access::read_write,
             .usage = plan.parts.need.usage}};
}

/// Returns the push constants of every kernel, with the camera in samples instead of pixels.
shader::RasterPush push_of(const MeshRasterPlan& plan, const MeshRasterArguments& arguments) {
    shader::RasterPush push{};
    const auto samples = static_cast<float>(plan.params.samples);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        push.middle[axis] = arguments.camera.middle.at(axis);
        push.right[axis] = arguments.camera.right.at(axis) * samples;
        push.down[axis] = arguments.camera.down.at(axis) * samples;
        push.forward[axis] = arguments.camera.forward.at(axis);
    }
    push.vertices = word(plan.params.vertices);
    push.width = plan.params.width * plan.params.samples;
    push.height = plan.params.height * plan.params.samples;
    push.part = plan.part;
    push.room = word(plan.chunk);
    push.samples = plan.params.samples;
    push.background = arguments.background;
    return push;
}

}  // namespace

Result<MeshRasterPlan> plan_mesh_raster(const MeshRasterParams& params, const DeviceProfile& profile) {
    const auto invalid = [](std::string message, const char* where) {
        return Error{ErrorCode::invalid_argument, std::move(message), where};
    };
    if (params.width == 0 || params.height == 0) {
        return invalid("a picture must have at least one pixel", params.width == 0 ? "width" : "height");
    }
    if (params.samples == 0 || params.samples > kMaxSamplesPerPixel) {
        return invalid(std::to_string(params.samples) + " samples per pixel along each side are given; give 1 to " +
                           std::to_string(kMaxSamplesPerPixel),
                       "samples");
    }
    const std::uint64_t widest = std::max(params.width, params.height);
    if (widest * params.samples > kMaxMeshSamples) {
        return Error{ErrorCode::too_large,
                     "a side of " + std::to_string(widest) + " pixels, with " + std::to_string(params.samples) +
                         " samples per pixel along it, has more than " + std::to_string(kMaxMeshSamples) + " samples",
                     widest == params.width ? "width" : "height"};
    }
    if (params.vertices > kMaxDrawnVertices || params.triangles > kMaxDrawnTriangles) {
        return Error{ErrorCode::too_large,
                     std::to_string(params.vertices) + " vertices and " + std::to_string(params.triangles) +
                         " triangles are too many; at most " + std::to_string(kMaxDrawnVertices) + " vertices and " +
                         std::to_string(kMaxDrawnTriangles) + " triangles can be drawn",
                     params.vertices > kMaxDrawnVertices ? "vertices" : "triangles"};
    }
    MeshRasterPlan plan;
    plan.params = params;
    const std::uint64_t pixels = std::uint64_t{params.width} * params.height;
    const std::uint64_t samples = pixels * params.samples * params.samples;
    plan.positions_bytes = 12 * params.vertices;
    plan.triangles_bytes = 12 * params.triangles;
    plan.colours_bytes = 4 * params.triangles;
    plan.shown_bytes = 8 * samples;
    plan.picture_bytes = 4 * pixels;
    plan.threads = raster_threads(profile);
    plan.part = std::max(kLeastRasterPart, word(divide_up(samples, kMaxParts)));
    plan.classes = 1;
    while (samples > std::uint64_t{plan.part} << 2 * (plan.classes - 1)) {
        ++plan.classes;
    }
    plan.chunk = std::min(kChunk, params.triangles);
    plan.loop_iterations = std::max<std::uint64_t>(
        {VKALGO_RASTER_SMALL, divide_up(plan.part, plan.threads), params.samples * params.samples});
    ScratchLayout layout;
    plan.parts.depths = layout.add(8 * samples);
    plan.parts.counts = layout.add(4 * VKALGO_RASTER_CLASSES);
    plan.parts.arguments = layout.add(16, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    plan.parts.large = layout.add(4 * plan.chunk * plan.classes);
    plan.parts.need = layout.need();
    plan.scratch_bytes = plan.parts.need.bytes;
    VKALGO_CHECK(check_binding(plan.positions_bytes, "the positions need", "vertices", profile));
    VKALGO_CHECK(check_binding(plan.triangles_bytes, "the triangles need", "triangles", profile));
    VKALGO_CHECK(check_binding(plan.shown_bytes, "the samples of the picture need", "width", profile));
    return plan;
}

Result<MeshRasteriser> MeshRasteriser::create(Context& context) {
    MeshRasteriser made;
    made.context_ = &context;
    const std::vector<SpecializationConstant> constants = {
        {VKALGO_MESH_CONSTANT_THREADS, raster_threads(context.profile())}};
    const auto kernel = [&](const char* name, std::span<const std::uint32_t> spirv) {
        return context.kernel({name, spirv, constants, 0});
    };
    VKALGO_TRY(made.triangles_, kernel("mesh/raster_triangles", spirv::mesh_raster_triangles));
    VKALGO_TRY(made.parts_, kernel("mesh/raster_parts", spirv::mesh_raster_parts));
    VKALGO_TRY(made.shade_, kernel("mesh/raster_shade", spirv::mesh_raster_shade));
    return made;
}

Result<MeshRasterAccess> MeshRasteriser::access(const MeshRasterArguments& arguments) const {
    VKALGO_CHECK(check_created(context_, kRasteriser));
    VKALGO_TRY(const MeshRasterPlan plan, plan_mesh_raster(arguments.params, context_->profile()));
    return accesses_of<MeshRasterAccess>(*context_, arguments_of(arguments, plan),
                                         [&](Recorder& recorder) { return record(recorder, arguments); });
}

Result<void> MeshRasteriser::record(Recorder& recorder, const MeshRasterArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, kRasteriser));
    VKALGO_TRY(const MeshRasterPlan plan, plan_mesh_raster(arguments.params, context_->profile()));
    VKALGO_CHECK(check_arguments(arguments_of(arguments, plan), context_->profile()));
    const SpanScope span(recorder, "draw triangles");
    const BufferView shown = arguments.shown.slice(0, plan.shown_bytes);
    recorder.fill(ScratchLayout::view(arguments.scratch, plan.parts.depths), ~0U);
    recorder.fill(shown, ~0U);
    const bool nothing = plan.params.triangles == 0 || plan.params.vertices == 0;
    for (std::uint32_t phase = 0; phase < 2 && !nothing; ++phase) {
        const SpanScope pass(recorder, phase == 0 ? "depths" : "nearest");
        record_phase(recorder, plan, arguments, phase);
    }
    const SpanScope pass(recorder, "shade");
    shader::RasterPush push = push_of(plan, arguments);
    push.width = plan.params.width;
    push.height = plan.params.height;
    // A binding must not be empty, even if there is nothing to draw.
    recorder.dispatch(*shade_,
                      {nothing ? shown : arguments.positions, nothing ? shown : arguments.triangles,
                       nothing ? shown : arguments.colours, shown, arguments.picture.slice(0, plan.picture_bytes)},
                      push, Groups::linear(divide_up(plan.picture_bytes / 4, plan.threads), *context_));
    return recorder.status();
}

void MeshRasteriser::record_phase(Recorder& recorder, const MeshRasterPlan& plan, const MeshRasterArguments& arguments,
                                  std::uint32_t phase) const {
    const auto part = [&](const ScratchLayout::Part& one) { return ScratchLayout::view(arguments.scratch, one); };
    const BufferView depths = part(plan.parts.depths), counts = part(plan.parts.counts);
    const BufferView large = part(plan.parts.large);
    const BufferView shown = arguments.shown.slice(0, plan.shown_bytes);
    shader::RasterPush push = push_of(plan, arguments);
    push.phase = phase;
    const std::initializer_list<Binding> bindings = {
        arguments.positions, arguments.triangles, arguments.colours, depths, shown, counts, large};
    for (std::uint64_t first = 0; first < plan.params.triangles; first += plan.chunk) {
        const std::uint64_t count = std::min(plan.chunk, plan.params.triangles - first);
        push.first = word(first);
        push.end = word(first + count);
        recorder.fill(counts, 0);
        recorder.dispatch(*triangles_, bindings, push, Groups::linear(divide_up(count, plan.threads), *context_));
        for (push.size_class = 0; push.size_class < plan.classes; ++push.size_class) {
            recorder.dispatch_linear_indirect(
                *parts_, bindings, push,
                {counts.slice(4 * std::uint64_t{push.size_class}, 4), 1, count << 2 * push.size_class},
                part(plan.parts.arguments));
        }
    }
}

}  // namespace vkalgo
