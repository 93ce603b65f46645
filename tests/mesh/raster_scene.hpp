#pragma once

#include "algorithms/mesh/mesh_rasteriser.hpp"
#include "tests/mesh/meshes.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/guarded_buffer.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

/// Meshes to draw, and their pictures.
namespace vkalgo::test {

inline constexpr std::uint32_t kNoTriangle = MeshRasterArguments::kNoTriangle;
/// A column and a row, in samples, and a depth.
using RasterPoint = std::array<double, 3>;

/// A mesh and the parameters to draw it.
struct RasterScene {
    OwnedMesh mesh;
    std::vector<std::uint32_t> colours;
    MeshRasterParams params;
    MeshCamera camera;

    std::uint32_t triangles() const { return static_cast<std::uint32_t>(mesh.triangles.size() / 3); }
    std::uint32_t columns() const { return params.width * params.samples; }
    std::uint32_t rows() const { return params.height * params.samples; }
    bool is_marked(std::uint32_t triangle) const { return colours[triangle] >> 31 != 0; }

    /// Returns the column and row of a corner, in samples, and its depth.
    RasterPoint seen(std::uint32_t triangle, std::size_t corner) const {
        const std::size_t vertex = mesh.triangles[3 * std::size_t{triangle} + corner];
        RasterPoint at{};
        const std::array<float, 3>* axes[] = {&camera.right, &camera.down, &camera.forward};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (std::size_t k = 0; k < 3; ++k) {
                at.at(axis) += axes[axis]->at(k) * (double{mesh.positions[3 * vertex + k]} - camera.middle.at(k));
            }
        }
        return {at[0] * params.samples + columns() / 2.0, at[1] * params.samples + rows() / 2.0, at[2]};
    }
};

/// Returns a scene that shows a whole mesh, with every third triangle marked.
inline RasterScene raster_scene_of(OwnedMesh mesh, std::uint32_t width, std::uint32_t height,
                                   std::uint32_t samples = 1) {
    RasterScene scene{std::move(mesh), {}, {0, 0, width, height, samples}, {}};
    scene.params.vertices = scene.mesh.view().vertices();
    scene.params.triangles = scene.triangles();
    scene.camera = fit_camera(scene.mesh.positions, MeshUp::y, width, height);
    for (std::uint32_t triangle = 0; triangle < scene.triangles(); ++triangle) {
        scene.colours.push_back(MeshRasteriser::colour(static_cast<std::uint8_t>(40 + triangle % 200),
                                                       static_cast<std::uint8_t>(240 - triangle % 150), 100,
                                                       triangle % 3 == 0));
    }
    return scene;
}

/// The buffers of a scene on the device, between guards.
class RasterDrawing {
public:
    RasterDrawing(Runner& runner, const RasterScene& scene)
        : scene_(scene),
          plan_(take(plan_mesh_raster(scene.params, runner.context().profile()))),
          positions_(runner, scene.mesh.positions),
          triangles_(runner, scene.mesh.triangles),
          colours_(runner, scene.colours),
          shown_(runner, plan_.shown_bytes),
          picture_(runner, plan_.picture_bytes),
          scratch_(runner, plan_.scratch_bytes) {}

    MeshRasterArguments arguments() const {
        return {.params = scene_.params,
                .camera = scene_.camera,
                .positions = positions_.view(),
                .triangles = triangles_.view(),
                .colours = colours_.view(),
                .shown = shown_.view(),
                .picture = picture_.view(),
                .scratch = scratch_.view(),
                .background = MeshRasteriser::colour(1, 2, 3)};
    }
    void run(Runner& runner) {
        const MeshRasteriser rasteriser = take(MeshRasteriser::create(runner.context()));
        take(runner.run([&](Recorder& recorder) { return rasteriser.record(recorder, arguments()); }));
        expect_intact();
    }
    void expect_intact() const {
        for (const GuardedBuffer* buffer : {&positions_, &triangles_, &colours_, &shown_, &picture_, &scratch_}) {
            buffer->expect_intact("raster");
        }
    }
    std::vector<std::uint32_t> shown() const { return shown_.values<std::uint32_t>(plan_.shown_bytes / 4); }
    std::vector<std::uint32_t> picture() const { return picture_.values<std::uint32_t>(plan_.picture_bytes / 4); }

private:
    const RasterScene& scene_;
    MeshRasterPlan plan_;
    GuardedBuffer positions_, triangles_, colours_, shown_, picture_, scratch_;
};

}  // namespace vkalgo::test
