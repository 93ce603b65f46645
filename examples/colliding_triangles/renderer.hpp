#pragma once

#include "frame.hpp"
#include "scene.hpp"
#include <vkalgo/algorithms/mesh/bounding_volume_hierarchy.hpp>
#include <vkalgo/algorithms/mesh/mesh_rasteriser.hpp>
#include <vkalgo/engine/buffer.hpp>
#include <vkalgo/engine/context.hpp>
#include <vkalgo/engine/descriptors.hpp>
#include <vkalgo/engine/kernel.hpp>
#include <vkalgo/engine/recorder.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

struct RendererOptions {
    VkExtent2D size{640, 360};
    std::uint32_t bodies = 400;
    float seconds_per_frame = 1 / 12.0F;
};

/// A renderer of bodies that fly about. A triangle that passes through a triangle of another body has another colour.
/// Each frame is one command buffer: the vertices move, vkalgo updates the hierarchy and finds the boxes that meet, the
/// renderer's own shader tests those pairs, and vkalgo draws. Only the device knows the number of pairs. One frame is
/// in flight, since the host writes each picture to a file before it continues.
class Renderer {
public:
    Renderer(Device& device, const RendererOptions& options);
    /// Waits for the frame in flight.
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    /// Records a frame, submits it and waits for it. Returns RGBA with 8 bits per channel, row-major. This picture and
    /// the results of the functions below are valid until the next call. Throws if the number of pairs exceeds the
    /// capacity.
    std::span<const std::byte> draw(std::uint32_t frame);
    /// Returns for each triangle whether it passes through a triangle of another body.
    std::vector<bool> collides() const;
    /// Returns x, y, z of each vertex.
    std::vector<float> positions() const;

private:
    void move(vkalgo::Recorder& recorder) const;
    /// Writes the pairs of triangles whose boxes meet to `pairs_`, and their number to `count_`.
    void find_pairs(vkalgo::Recorder& recorder, bool is_first) const;
    void test_pairs(vkalgo::Recorder& recorder) const;
    void draw(vkalgo::Recorder& recorder) const;
    vkalgo::Buffer buffer(std::uint64_t bytes, vkalgo::MemoryKind kind, const char* name) const;
    template <class T>
    vkalgo::Buffer uploaded(const std::vector<T>& values, const char* name) const;
    std::uint32_t triangle_count() const { return BODIES_CORNERS * options_.bodies; }
    /// Tetrahedra have as many vertices as triangles.
    std::uint32_t vertex_count() const { return BODIES_CORNERS * options_.bodies; }
    BodiesPush push() const;

    Device& device_;
    RendererOptions options_;
    std::vector<Body> bodies_;
    std::unique_ptr<vkalgo::Context> context_;
    vkalgo::BoundingVolumeHierarchy hierarchy_;
    vkalgo::MeshRasteriser rasteriser_;
    vkalgo::MeshRasterParams raster_;
    vkalgo::MeshCamera camera_;
    std::shared_ptr<const vkalgo::Kernel> move_;
    std::shared_ptr<const vkalgo::Kernel> collide_;
    std::shared_ptr<const vkalgo::Kernel> colour_;

    vkalgo::Buffer poses_;
    vkalgo::Buffer positions_;
    vkalgo::Buffer triangles_;
    vkalgo::Buffer boxes_;
    vkalgo::Buffer tree_;
    vkalgo::Buffer pairs_;
    vkalgo::Buffer count_;
    /// Arguments of the dispatch over the pairs.
    vkalgo::Buffer arguments_;
    vkalgo::Buffer collides_;
    /// One colour per body, for triangles that do not collide.
    vkalgo::Buffer plain_;
    vkalgo::Buffer colours_;
    vkalgo::Buffer shown_;
    vkalgo::Buffer picture_;
    vkalgo::Buffer scratch_;
    /// Copies of count_, collides_ and positions_, for the host.
    vkalgo::Buffer count_copy_;
    vkalgo::Buffer collides_copy_;
    vkalgo::Buffer positions_copy_;

    /// vkalgo's descriptor sets, if the device has no push descriptors.
    vkalgo::DescriptorArena arena_;
    FrameCommands frame_;
};
