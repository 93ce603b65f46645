#include "renderer.hpp"

#include "compact_comp.h"
#include "cull_comp.h"
#include "develop_comp.h"
#include "particle_frag.h"
#include "particle_vert.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace {

constexpr VkDescriptorType kBuffer = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
constexpr vkalgo::StageAccess kVertexRead{VK_PIPELINE_STAGE_VERTEX_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
constexpr vkalgo::StageAccess kDrawRead{VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT, VK_ACCESS_INDIRECT_COMMAND_READ_BIT};
constexpr vkalgo::StageAccess kHostRead{VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT};

/// Sorts from back to front. Particles of equal depth stay in the order of their indices.
vkalgo::SortOptions back_to_front() {
    return {.type = vkalgo::ElementType::f32, .descending = true, .values = true};
}

std::uint64_t scratch_bytes(std::uint64_t particles, const vkalgo::DeviceProfile& profile) {
    // The scan and the sort run one after the other in the same recorder, so they may share the scratch.
    return std::max(value_of(vkalgo::Scan::scratch({.count = particles}, profile)).bytes,
                    value_of(vkalgo::Sort::scratch({.options = back_to_front(), .count = particles}, profile)).bytes);
}

}  // namespace

Renderer::Renderer(Device& device, const RendererOptions& options)
    : device_(device),
      options_(options),
      context_(value_of(vkalgo::Context::adopt(device.lend()))),
      scan_(value_of(vkalgo::Scan::create(*context_, {}))),
      sort_(value_of(vkalgo::Sort::create(*context_, back_to_front()))),
      // The renderer runs its own kernels through vkalgo too, so vkalgo knows their accesses.
      cull_(value_of(context_->kernel({.name = "cull", .spirv = cull_comp}))),
      compact_(value_of(context_->kernel({.name = "compact", .spirv = compact_comp}))),
      develop_(value_of(context_->kernel({.name = "develop", .spirv = develop_comp}))),
      particles_(buffer(options.particles * sizeof(Particle), vkalgo::MemoryKind::upload, "particles")),
      shown_(buffer(options.particles * sizeof(std::uint32_t), vkalgo::MemoryKind::device, "shown")),
      depths_(buffer(options.particles * sizeof(float), vkalgo::MemoryKind::device, "depths")),
      keys_(buffer(options.particles * sizeof(float), vkalgo::MemoryKind::device, "keys")),
      order_(buffer(options.particles * sizeof(std::uint32_t), vkalgo::MemoryKind::device, "order")),
      scratch_(buffer(scratch_bytes(options.particles, context_->profile()), vkalgo::MemoryKind::device, "scratch")),
      command_(buffer(sizeof(VkDrawIndirectCommand), vkalgo::MemoryKind::device, "command")),
      shown_copy_(buffer(sizeof(std::uint32_t), vkalgo::MemoryKind::readback, "shown copy")),
      picture_(buffer(options.size.width * 4ULL * options.size.height, vkalgo::MemoryKind::readback, "picture")),
      scene_(device, options.size),
      set_layout_(device, VK_SHADER_STAGE_VERTEX_BIT, {kBuffer, kBuffer}),
      scene_pass_(device, {.vertex = particle_vert,
                           .fragment = particle_frag,
                           .push_stages = VK_SHADER_STAGE_VERTEX_BIT,
                           .push_bytes = sizeof(Camera),
                           .set = &set_layout_,
                           .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP,
                           .transparent = true}),
      framebuffer_(scene_pass_.framebuffer(device, scene_, options.size)),
      descriptor_pool_(descriptor_pool(device, 1, {{kBuffer, 2}})),
      arena_(*context_),
      frame_(device) {
    const std::vector<Particle> particles = make_particles(options.particles);
    std::memcpy(particles_.mapped().data(), particles.data(), particles.size() * sizeof(Particle));
    descriptor_set_ =
        set_layout_.bind(device, descriptor_pool_.get(), {particles_.view().buffer, order_.view().buffer});
}

Renderer::~Renderer() {
    vkDeviceWaitIdle(device_.device());
}

vkalgo::Buffer Renderer::buffer(std::uint64_t bytes, vkalgo::MemoryKind kind, const char* name) const {
    return value_of(vkalgo::Buffer::create(*context_, {.size = bytes, .kind = kind, .name = name}));
}

vkalgo::BufferView Renderer::shown_count() const {
    return command_.view().slice(offsetof(VkDrawIndirectCommand, instanceCount), sizeof(std::uint32_t));
}

std::uint32_t Renderer::shown() const {
    std::uint32_t count = 0;
    std::memcpy(&count, shown_copy_.mapped().data(), sizeof(count));
    return count;
}

std::span<const std::byte> Renderer::draw(std::uint32_t frame) {
    const VkExtent2D size = options_.size;
    const Camera camera = camera_at(frame, options_.frames, size.width, size.height, options_.particles);
    frame_.begin(device_, [&] { value_of(arena_.reset()); });
    vkalgo::Recorder recorder(*context_, frame_.commands, arena_);
    sort_by_depth(recorder, camera);
    draw_in_order(camera);
    develop(recorder);
    value_of(recorder.status());
    frame_.submit(device_);
    frame_.wait(device_);
    return picture_.mapped().first(std::size_t{size.width} * 4 * size.height);
}

void Renderer::sort_by_depth(vkalgo::Recorder& recorder, const Camera& camera) const {
    const std::uint32_t count = options_.particles;
    const vkalgo::Groups each{groups(count, PARTICLES_THREADS)};
    recorder.dispatch(*cull_, {particles_.view(), shown_.view(), depths_.view()}, camera, each);

    // The scan writes its total to `command_`, as the number of instances. The draw and the sort read the number there.
    const VkDrawIndirectCommand square{4, 0, 0, 0};
    recorder.update(command_.view(), std::as_bytes(std::span(&square, 1)));
    value_of(scan_.record(recorder, {.values = shown_.view(),
                                     .results = shown_.view(),
                                     .scratch = scratch_.view(),
                                     .count = count,
                                     .total = shown_count()}));
    recorder.dispatch(*compact_, {shown_.view(), depths_.view(), keys_.view(), order_.view()}, count, each);

    value_of(sort_.record(recorder, {.keys = keys_.view(),
                                     .values = order_.view(),
                                     .scratch = scratch_.view(),
                                     .count = count,
                                     .count_buffer = shown_count()}));
    recorder.copy(shown_count(), shown_copy_.view());
    recorder.hand_over(shown_copy_.view(), kHostRead);
    recorder.hand_over(order_.view(), kVertexRead);
    recorder.hand_over(command_.view(), kDrawRead);
}

void Renderer::draw_in_order(const Camera& camera) const {
    scene_pass_.begin(frame_.commands, framebuffer_.get(), options_.size,
                      {{kBackground[0], kBackground[1], kBackground[2], 1.0F}});
    const VkPipelineLayout layout = scene_pass_.layout.get();
    vkCmdBindDescriptorSets(frame_.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout, 0, 1, &descriptor_set_, 0,
                            nullptr);
    vkCmdPushConstants(frame_.commands, layout, VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof(camera), &camera);
    vkCmdDrawIndirect(frame_.commands, command_.view().buffer, 0, 1, sizeof(VkDrawIndirectCommand));
    vkCmdEndRenderPass(frame_.commands);
}

void Renderer::develop(vkalgo::Recorder& recorder) const {
    // No barrier is needed here: the render pass ended with a barrier for its target.
    const VkExtent2D size = options_.size;
    recorder.dispatch(*develop_, {scene_.sampled(), picture_.view()}, size,
                      {groups(size.width, 8), groups(size.height, 8)});
    recorder.hand_over(picture_.view(), kHostRead);
}
