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

/// Draws transparent particles from the back to the front. Each frame is one command buffer: culling, vkalgo's sort by
/// depth, the draw, the picture's encoding. How many particles are left after culling, only the device knows. One frame
/// is in flight, for the host writes each picture to a file before it goes on.
class Renderer {
public:
    Renderer(Device& device, const RendererOptions& options);
    /// waits for the frame in flight
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    /// Records, submits and waits. RGBA of 8 bits, row by row, valid until the next call.
    std::span<const std::byte> draw(std::uint32_t frame);
    /// Of the frame drawn last: particles that were sorted and drawn.
    std::uint32_t shown() const;

private:
    /// Leaves the indices of the visible particles in `order_`, the farthest first, and their number in `command_`.
    void sort_by_depth(vkalgo::Recorder& recorder, const Camera& camera) const;
    void draw_in_order(const Camera& camera) const;
    void develop(vkalgo::Recorder& recorder) const;
    vkalgo::Buffer buffer(std::uint64_t bytes, vkalgo::MemoryKind kind, const char* name) const;

    /// The number of particles within `command_`, a VkDrawIndirectCommand.
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
    /// per particle: whether it is shown, then how many up to it are
    vkalgo::Buffer shown_;
    vkalgo::Buffer depths_;
    /// the depths of those that are shown
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
    /// vkalgo's descriptor sets, where the device has no push descriptors
    vkalgo::DescriptorArena arena_;
    FrameCommands frame_;
};
