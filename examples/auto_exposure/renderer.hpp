#pragma once

#include "exposure.h"
#include "frame.hpp"
#include "resources.hpp"
#include <vkalgo/algorithms/histogram/histogram.hpp>
#include <vkalgo/algorithms/histogram/image_histogram.hpp>
#include <vkalgo/engine/context.hpp>
#include <vkalgo/engine/descriptors.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

struct RendererOptions {
    VkExtent2D size{640, 360};
    std::uint32_t frames = 24;
    /// Duration of all frames together.
    float seconds = 4.0F;
    float fixed_exposure = 0.10F;
    /// Whether to keep every frame's scene and counts, for a check afterwards.
    bool keep_metering = false;
};

/// A frame's pictures: RGBA with 8 bits per channel, row-major.
struct Pictures {
    /// With constant exposure.
    std::span<const std::byte> fixed;
    /// With metered exposure.
    std::span<const std::byte> adapted;
};

/// A renderer that draws a scene and sets its exposure automatically. Each frame is one command buffer: the scene,
/// vkalgo's histogram of its luminance, the exposure, the tone mapping. Two frames are in flight, and no frame waits
/// for data that the host reads back.
class Renderer {
public:
    Renderer(Device& device, const RendererOptions& options);
    /// Waits for the frames in flight.
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    /// Records a frame and submits it. Waits only for the frame two before it. With `keep`, copies the pictures of the
    /// frame to the host.
    void draw(std::uint32_t frame, bool keep);
    /// Waits for all frames. The functions below may be called afterwards.
    void finish();

    std::uint32_t pixels() const { return options_.size.width * options_.size.height; }
    Pictures pictures(std::uint32_t frame) const;
    Exposure exposure(std::uint32_t frame) const;
    /// Returns the scene of a frame: four half floats per pixel, row-major. Needs keep_metering.
    std::span<const std::uint16_t> scene(std::uint32_t frame) const;
    /// Returns the counts of a frame. Needs keep_metering.
    std::span<const std::uint32_t> counts(std::uint32_t frame) const;
    float seconds_per_frame() const { return options_.seconds / static_cast<float>(options_.frames); }

private:
    /// The resources of one frame in flight.
    struct Slot {
        Slot(const Renderer& renderer, vkalgo::Context& context);

        SceneImage scene;
        Owned<VkFramebuffer> framebuffer;
        HostBuffer counts;
        HostBuffer fixed_picture;
        HostBuffer adapted_picture;
        Owned<VkDescriptorPool> descriptor_pool;
        VkDescriptorSet exposure_set = VK_NULL_HANDLE;
        VkDescriptorSet tone_set = VK_NULL_HANDLE;
        /// vkalgo's descriptor sets, if the device has no push descriptors.
        vkalgo::DescriptorArena arena;
        FrameCommands frame;
    };
    /// The buffers that a frame writes and that the host may read after finish().
    struct Kept {
        std::optional<HostBuffer> fixed_picture;
        std::optional<HostBuffer> adapted_picture;
        std::optional<HostBuffer> scene;
        std::optional<HostBuffer> counts;
    };

    void draw_scene(const Slot& slot, std::uint32_t frame) const;
    void meter(Slot& slot) const;
    void expose(const Slot& slot, std::uint32_t frame) const;
    void keep(const Slot& slot, std::uint32_t frame, bool pictures);
    HostBuffer copy_of_scene(const Slot& slot) const;

    Device& device_;
    RendererOptions options_;
    std::unique_ptr<vkalgo::Context> context_;
    vkalgo::ImageHistogram histogram_;
    ScenePass scene_pass_;
    ComputePass exposure_pass_;
    ComputePass tone_pass_;
    /// One Exposure, passed from frame to frame.
    HostBuffer exposure_;
    /// One Exposure per frame, for the host.
    HostBuffer exposures_;
    std::vector<Kept> kept_;
    std::array<std::unique_ptr<Slot>, 2> slots_;
};
