#pragma once

#include "../../engine/call.hpp"
#include "../../engine/runner.hpp"
#include "mesh_camera.hpp"
#include "mesh_rasteriser.hpp"
#include "mesh_view.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// The options of draw_meshes().
struct MeshPictureOptions {
    /// `width`, `height` and `samples` are as in MeshRasterParams.
    std::uint32_t width = 1024;
    std::uint32_t height = 1024;
    std::uint32_t samples = 2;
    MeshUp up = MeshUp::y;
    /// As in MeshRasterArguments.
    std::uint32_t background = MeshRasteriser::colour(250, 250, 248);
    CallOptions call = {};
};

/// How a call of draw_meshes() uses device memory.
struct MeshPicturePlan {
    MeshRasterPlan raster;
    /// Bytes of device memory, staging included.
    std::uint64_t device_bytes = 0;
};

/// Plans a call; a pure function of its arguments. Of options.call only memory_limit is used. Errors: those of
/// plan_mesh_raster; too_large (more than the memory).
Result<MeshPicturePlan> plan_mesh_picture(std::uint64_t vertices, std::uint64_t triangles,
                                          const MeshPictureOptions& options, const DeviceProfile& profile);

/// The result of draw_meshes().
struct MeshPicture {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    /// Red, green and blue per pixel, row by row.
    std::vector<std::uint8_t> rgb;
    /// As in MeshRasterArguments: two layers of options.samples * height rows and options.samples * width columns.
    std::vector<std::uint32_t> shown;
    CallReport report;
};

/// Draws meshes together, in the view of fit_camera; see MeshRasteriser. `colours` are made by MeshRasteriser::colour:
/// one per triangle of the first mesh, then of the next. Vertices that no triangle uses are ignored. Coordinates may
/// have any size and either type; details smaller than a ten-millionth of the whole are lost.
///
///     auto picture = vkalgo::draw_meshes(runner, std::array{mesh}, colours, {.width = 640, .height = 640});
///
/// Errors: those of check_mesh and plan_mesh_picture; invalid_argument (the number of colours is not that of the
/// triangles, fewer than one timed run); too_large (more vertices than 32 bits can number); cancelled; those of the
/// runner.
Result<MeshPicture> draw_meshes(Runner& runner, std::span<const MeshView> meshes,
                                std::span<const std::uint32_t> colours, const MeshPictureOptions& options = {});

}  // namespace vkalgo
