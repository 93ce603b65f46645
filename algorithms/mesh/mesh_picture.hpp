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

/// What the easy call is asked for, beyond the meshes.
struct MeshPictureOptions {
    /// as in MeshRasterParams
    std::uint32_t width = 1024;
    std::uint32_t height = 1024;
    std::uint32_t samples = 2;
    MeshUp up = MeshUp::y;
    /// as in MeshRasterArguments
    std::uint32_t background = MeshRasteriser::colour(250, 250, 248);
    CallOptions call = {};
};

/// What a call does with device memory.
struct MeshPicturePlan {
    MeshRasterPlan raster;
    /// staging included
    std::uint64_t device_bytes = 0;
};

/// A pure function of its arguments. Of options.call it looks at memory_limit. Errors: those of plan_mesh_raster;
/// too_large (for the memory).
Result<MeshPicturePlan> plan_mesh_picture(std::uint64_t vertices, std::uint64_t triangles,
                                          const MeshPictureOptions& options, const DeviceProfile& profile);

/// What the easy call gives back.
struct MeshPicture {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    /// red, green, blue per pixel, row by row
    std::vector<std::uint8_t> rgb;
    /// as in MeshRasterArguments: of options.samples times the width and the height
    std::vector<std::uint32_t> shown;
    CallReport report;
};

/// Draws meshes together as fit_camera sees them: see MeshRasteriser. `colours`: as MeshRasteriser::colour makes them,
/// one per triangle of the first mesh, then of the next. Vertices that no triangle names count for nothing. Coordinates
/// of any size, of either type; what is smaller than a ten-millionth of all has no shape.
///
///     auto picture = vkalgo::draw_meshes(runner, std::array{mesh}, colours, {.width = 640, .height = 640});
///
/// Errors: those of check_mesh and plan_mesh_picture; invalid_argument (another number of colours than of triangles, no
/// timed run), too_large (more vertices than 32 bits can number), cancelled; the runner's.
Result<MeshPicture> draw_meshes(Runner& runner, std::span<const MeshView> meshes,
                                std::span<const std::uint32_t> colours, const MeshPictureOptions& options = {});

}  // namespace vkalgo
