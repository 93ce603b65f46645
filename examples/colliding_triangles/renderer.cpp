#include "renderer.hpp"

#include "collide_comp.h"
#include "colour_comp.h"
#include "move_comp.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

namespace {

constexpr vkalgo::StageAccess kHostRead{VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT};
/// Capacity of the buffer of pairs, as a number of pairs per triangle. The buffer holds all pairs of triangles whose
/// boxes meet, those of one body included, and each pair twice: once in each order.
constexpr std::uint32_t kPairsPerTriangle = 64;

std::uint32_t packed(const Colour& colour, bool marked = false) {
    return vkalgo::MeshRasteriser::colour(colour[0], colour[1], colour[2], marked);
}

/// Returns a camera that fits the room, independent of the bodies.
vkalgo::MeshCamera camera_of_room(const VkExtent2D& size) {
    std::vector<float> corners;
    for (unsigned corner = 0; corner < 8; ++corner) {
        for (unsigned axis = 0; axis < 3; ++axis) {
            corners.push_back((corner >> axis & 1U) != 0 ? kRoom.at(axis) : 0.0F);
        }
    }
    return vkalgo::fit_camera(corners, vkalgo::MeshUp::y, size.width, size.height);
}

vkalgo::HierarchyPlan hierarchy_plan(std::uint64_t triangles, const vkalgo::Context& context) {
    return value_of(vkalgo::plan_bounding_volume_hierarchy(triangles, context.profile()));
}

vkalgo::MeshRasterPlan raster_plan(const vkalgo::MeshRasterParams& params, const vkalgo::Context& context) {
    return value_of(vkalgo::plan_mesh_raster(params, context.profile()));
}

template <class T>
std::vector<T> values_of(const vkalgo::Buffer& buffer, std::size_t count) {
    std::vector<T> values(count);
    std::memcpy(values.data(), buffer.mapped().data(), count * sizeof(T));
    return values;
}

}  // namespace

Renderer::Renderer(Device& device, const RendererOptions& options)
    : device_(device),
      options_(options),
      bodies_(make_bodies(options.bodies)),
      context_(value_of(vkalgo::Context::adopt(device.lend()))),
      hierarchy_(value_of(vkalgo::BoundingVolumeHierarchy::create(*context_))),
      rasteriser_(value_of(vkalgo::MeshRasteriser::create(*context_))),
      raster_{vertex_count(), triangle_count(), options.size.width, options.size.height, 2},
      camera_(camera_of_room(options.size)),
      // The renderer runs its own kernels through vkalgo too, so vkalgo knows their accesses.
      move_(value_of(context_->kernel({.name = "move", .spirv = move_comp}))),
      collide_(value_of(context_->kernel({.name = "collide", .spirv = collide_comp}))),
      colour_(value_of(context_->kernel({.name = "colour", .spirv = colour_comp}))),
      poses_(buffer(options.bodies * sizeof(Pose), vkalgo::MemoryKind::upload, "poses")),
      positions_(buffer(12ULL * vertex_count(), vkalgo::MemoryKind::device, "positions")),
      triangles_(uploaded(make_triangles(options.bodies), "triangles")),
      boxes_(buffer(hierarchy_plan(triangle_count(), *context_).boxes_bytes, vkalgo::MemoryKind::device, "boxes")),
      tree_(buffer(hierarchy_plan(triangle_count(), *context_).hierarchy_bytes, vkalgo::MemoryKind::device, "tree")),
      pairs_(buffer(8ULL * kPairsPerTriangle * triangle_count(), vkalgo::MemoryKind::device, "pairs")),
      count_(buffer(4, vkalgo::MemoryKind::device, "count")),
      arguments_(buffer(16, vkalgo::MemoryKind::device, "arguments")),
      collides_(buffer(4ULL * triangle_count(), vkalgo::MemoryKind::device, "collides")),
      plain_([&] {
          std::vector<std::uint32_t> colours;
          for (const Body& body : bodies_) {
              colours.push_back(packed(body.colour));
          }
          return uploaded(colours, "plain colours");
      }()),
      colours_(buffer(4ULL * triangle_count(), vkalgo::MemoryKind::device, "colours")),
      shown_(buffer(raster_plan(raster_, *context_).shown_bytes, vkalgo::MemoryKind::device, "shown")),
      picture_(buffer(raster_plan(raster_, *context_).picture_bytes, vkalgo::MemoryKind::readback, "picture")),
      // The hierarchy and the rasteriser run one after the other in the same recorder, so they may share the scratch.
      scratch_(buffer(std::max(hierarchy_plan(triangle_count(), *context_).scratch_bytes,
                               raster_plan(raster_, *context_).scratch_bytes),
                      vkalgo::MemoryKind::device, "scratch")),
      count_copy_(buffer(4, vkalgo::MemoryKind::readback, "count copy")),
      collides_copy_(buffer(4ULL * triangle_count(), vkalgo::MemoryKind::readback, "collides copy")),
      positions_copy_(buffer(12ULL * vertex_count(), vkalgo::MemoryKind::readback, "positions copy")),
      arena_(*context_),
      frame_(device) {}

Renderer::~Renderer() {
    vkDeviceWaitIdle(device_.device());
}

vkalgo::Buffer Renderer::buffer(std::uint64_t bytes, vkalgo::MemoryKind kind, const char* name) const {
    return value_of(vkalgo::Buffer::create(*context_, {.size = bytes, .kind = kind, .name = name}));
}

template <class T>
vkalgo::Buffer Renderer::uploaded(const std::vector<T>& values, const char* name) const {
    vkalgo::Buffer made = buffer(values.size() * sizeof(T), vkalgo::MemoryKind::upload, name);
    std::memcpy(made.mapped().data(), values.data(), values.size() * sizeof(T));
    return made;
}

BodiesPush Renderer::push() const {
    return {options_.bodies, kPairsPerTriangle * triangle_count()};
}

std::vector<bool> Renderer::collides() const {
    const auto words = values_of<std::uint32_t>(collides_copy_, triangle_count());
    return {words.begin(), words.end()};
}

std::vector<float> Renderer::positions() const {
    return values_of<float>(positions_copy_, std::size_t{3} * vertex_count());
}

std::span<const std::byte> Renderer::draw(std::uint32_t frame) {
    frame_.begin(device_, [&] { value_of(arena_.reset()); });
    const std::vector<Pose> poses = poses_at(bodies_, options_.seconds_per_frame * static_cast<float>(frame));
    std::memcpy(poses_.mapped().data(), poses.data(), poses.size() * sizeof(Pose));
    vkalgo::Recorder recorder(*context_, frame_.commands, arena_);
    move(recorder);
    find_pairs(recorder, frame == 0);
    test_pairs(recorder);
    draw(recorder);
    value_of(recorder.status());
    frame_.submit(device_);
    frame_.wait(device_);
    if (const auto pairs = values_of<std::uint32_t>(count_copy_, 1).front(); pairs > push().capacity) {
        throw std::runtime_error("the boxes of " + std::to_string(pairs) +
                                 " pairs of triangles meet, but there is room for " + std::to_string(push().capacity) +
                                 "; give fewer bodies");
    }
    return picture_.mapped().first(std::size_t{options_.size.width} * 4 * options_.size.height);
}

void Renderer::move(vkalgo::Recorder& recorder) const {
    recorder.dispatch(*move_, {poses_.view(), positions_.view()}, push(), {groups(vertex_count(), BODIES_THREADS)});
    recorder.copy(positions_.view(), positions_copy_.view());
    recorder.hand_over(positions_copy_.view(), kHostRead);
}

void Renderer::find_pairs(vkalgo::Recorder& recorder, bool is_first) const {
    const std::uint32_t count = triangle_count();
    const vkalgo::HierarchyArguments tree{
        .boxes = boxes_.view(), .hierarchy = tree_.view(), .scratch = scratch_.view(), .items = count};
    // The hierarchy is built in the first frame, and then adapted to the moved triangles in each frame.
    value_of(hierarchy_.record_triangle_boxes(recorder, positions_.view(), triangles_.view(), tree.boxes,
                                              vertex_count(), count));
    value_of(is_first ? hierarchy_.record_build(recorder, tree) : hierarchy_.record_refit(recorder, tree));
    value_of(hierarchy_.record_overlaps(recorder, {.hierarchy = tree.hierarchy,
                                                   .items = count,
                                                   .asked = tree.boxes,
                                                   .asked_count = count,
                                                   .answers = pairs_.view(),
                                                   .capacity = push().capacity,
                                                   .count = count_.view()}));
}

void Renderer::test_pairs(vkalgo::Recorder& recorder) const {
    recorder.fill(collides_.view(), 0);
    recorder.dispatch_linear_indirect(
        *collide_, {positions_.view(), triangles_.view(), pairs_.view(), count_.view(), collides_.view()}, push(),
        {count_.view(), BODIES_THREADS, push().capacity}, arguments_.view());
    recorder.copy(count_.view(), count_copy_.view());
    recorder.copy(collides_.view(), collides_copy_.view());
    recorder.hand_over(count_copy_.view(), kHostRead);
    recorder.hand_over(collides_copy_.view(), kHostRead);
}

void Renderer::draw(vkalgo::Recorder& recorder) const {
    const struct {
        BodiesPush push;
        std::uint32_t collision;
    } colours{push(), packed(kCollision, true)};
    recorder.dispatch(*colour_, {collides_.view(), plain_.view(), colours_.view()}, colours,
                      {groups(triangle_count(), BODIES_THREADS)});
    value_of(rasteriser_.record(recorder, {.params = raster_,
                                           .camera = camera_,
                                           .positions = positions_.view(),
                                           .triangles = triangles_.view(),
                                           .colours = colours_.view(),
                                           .shown = shown_.view(),
                                           .picture = picture_.view(),
                                           .scratch = scratch_.view(),
                                           .background = packed(kSky)}));
    recorder.hand_over(picture_.view(), kHostRead);
}
