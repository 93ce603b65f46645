#pragma once

#include "frame.hpp"
#include "resources.hpp"
#include "scene.hpp"
#include <vkalgo/algorithms/scan/scan.hpp>
#include <vkalgo/algorithms/sort/sort.hpp>
#include <vkalgo/engine/buffer.hpp>
#include <vkalgo/engine/context.hpp>
#include <vkalgo/engine/descriptors.hpp>
#include <vkalgo/engine/kernel.hpp>
#include <vkalgo/engine/recorder.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

struct RendererOptions {
    VkExtent2D size{640, 360};
    std::uint32_t frames = 24;
    std::uint32_t particles = 20000;
};

/// A renderer that draws transparent particles from back to front. Each frame is one command buffer: culling, vkalgo's
/// sort by depth, the draw, the picture's encoding. Only the device knows the number of particles left after culling.
/// One frame is in flight, since the host writes each picture to a file before it continues.
class Renderer {
public:
    Renderer(Device& device, const RendererOptions& options);
    /// Waits for the frame in flight.
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    /// Records a frame, submits it and waits for it. Returns RGBA with 8 bits per channel, row-major, valid until the
    /// next call.
    std::span<const std::byte> draw(std::uint32_t frame);
    /// Returns the number of particles that were sorted and drawn in the last frame.
    std::uint32_t shown() const;

private:
    /// Writes the indices of the visible particles to `order_`, the farthest first, and their number to `command_`.
    void sort_by_depth(vkalgo::Recorder& recorder, const Camera& camera) const;
    void draw_in_order(const Camera& camera) const;
    void develop(vkalgo::Recorder& recorder) const;
    vkalgo::Buffer buffer(std::uint64_t bytes, vkalgo::MemoryKind kind, const char* name) const;

    /// Returns the view of the number of particles in `command_`, a VkDrawIndirectCommand.
    vkalgo::BufferView shown_count() const;

    Device& device_;
    RendererOptions options_;
    std::unique_ptr<vkalgo::Context> context_;
    vkalgo::Scan scan_;
    vkalgo::Sort sort_;
    std::shared_ptr<const vkalgo::Kernel> cull_;
    std::shared_ptr<const vkalgo::Kernel> compact_;
    std::shared_ptr<const vkalgo::Kernel> develop_;

    vkalgo::Buffer particles_;
    /// Per particle: 1 if it is visible, else 0. After the scan: the number of visible particles up to and including
    /// this one.
    vkalgo::Buffer shown_;
    vkalgo::Buffer depths_;
    /// Depths of the visible particles.
    vkalgo::Buffer keys_;
    vkalgo::Buffer order_;
    vkalgo::Buffer scratch_;
    vkalgo::Buffer command_;
    vkalgo::Buffer shown_copy_;
    vkalgo::Buffer picture_;

    SceneImage scene_;
    SetLayout set_layout_;
    ScenePass scene_pass_;
    Owned<VkFramebuffer> framebuffer_;
    Owned<VkDescriptorPool> descriptor_pool_;
    VkDescriptorSet descriptor_set_ = VK_NULL_HANDLE;
    /// vkalgo's descriptor sets, if the device has no push descriptors.
    vkalgo::DescriptorArena arena_;
    FrameCommands frame_;
};
