#pragma once

#include "../../engine/arguments.hpp"
#include "../../engine/buffer.hpp"
#include "../../engine/kernel.hpp"
#include "../../engine/recorder.hpp"
#include "../../engine/result.hpp"
#include "../../engine/scratch.hpp"
#include "mesh_camera.hpp"

#include <cstdint>
#include <memory>

namespace vkalgo {

class Context;

/// What is drawn, and how large.
struct MeshRasterParams {
    /// at most 2^30
    std::uint64_t vertices = 0;
    /// at most 2^29
    std::uint64_t triangles = 0;
    /// of the picture, in pixels
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    /// per pixel, to each side: a pixel's colour is the mean of their square. 1 to 8; width and height times this are
    /// at most kMaxMeshSamples.
    std::uint32_t samples = 1;
};

/// Samples of a picture, to each side, at most.
inline constexpr std::uint32_t kMaxMeshSamples = 16384;

/// What `record` will do: everything it dispatches follows from this.
struct MeshRasterPlan {
    MeshRasterParams params;
    std::uint64_t positions_bytes = 0;
    std::uint64_t triangles_bytes = 0;
    std::uint64_t colours_bytes = 0;
    std::uint64_t shown_bytes = 0;
    std::uint64_t picture_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    /// invocations of a workgroup
    std::uint32_t threads = 0;
    /// samples of a large triangle's box that a workgroup takes; classes of large triangles, by how many workgroups
    /// draw them: 4^c
    std::uint32_t part = 0;
    std::uint32_t classes = 0;
    /// triangles of one dispatch
    std::uint64_t chunk = 0;
    /// Loop iterations of the busiest invocation, at most.
    std::uint64_t loop_iterations = 0;

    /// Where the parts of the scratch lie.
    struct Parts {
        ScratchLayout::Part depths, counts, arguments, large;
        ScratchNeed need;
    };
    Parts parts;
};

/// A pure function of its arguments: needs no device. Errors: invalid_argument (no pixels, samples that are none or
/// more than 8), too_large (more vertices, triangles or samples than stated or than a storage buffer binds).
Result<MeshRasterPlan> plan_mesh_raster(const MeshRasterParams& params, const DeviceProfile& profile);

/// What is written (`shown`, `picture`, `scratch`) shares no byte with anything else here. Offsets are multiples of
/// storage_offset_alignment.
struct MeshRasterArguments {
    MeshRasterParams params;
    MeshCamera camera;
    /// 3 floats per vertex
    BufferView positions;
    /// 3 uint32 per triangle: its vertices, each less than params.vertices
    BufferView triangles;
    /// a uint32 per triangle: see MeshRasteriser::colour
    BufferView colours;
    /// Two uint32 per sample, those of all samples row by row, then the others. The first says which triangle is seen
    /// there, the second which marked one would be if there were no others; kNoTriangle: none.
    BufferView shown;
    /// a uint32 per pixel, row by row: red in the low byte, green, blue, 255
    BufferView picture;
    /// as many bytes as MeshRasterPlan::scratch_bytes
    BufferView scratch;
    /// as MeshRasteriser::colour makes it; where there is no triangle
    std::uint32_t background = 0xffffffff;

    static constexpr std::uint32_t kNoTriangle = 0xffffffff;
};

/// How the device touches each argument first and last, for barriers of the host's own.
struct MeshRasterAccess {
    ArgumentAccess positions, triangles, colours, shown, picture, scratch;
};

/// Draws triangles by compute shaders: what is nearest in each sample, lit from where the eye is, both sides alike.
///
///     auto rasteriser = vkalgo::MeshRasteriser::create(context);
///     rasteriser->record(recorder, {.params = {vertices, triangles, 640, 360}, .camera = camera, ...});
///
/// A triangle covers a sample if the sample's centre is in it or on its border, with vertices rounded to 1/256 of a
/// sample. Marked triangles show where their middle lies, too, however small they are, and shine through what hides
/// them. Of triangles of the same depth the first one shows. One that comes 2^21 samples away from the picture's middle
/// is not drawn, nor is one without a depth that is a number. Pictures of two devices may differ where two triangles
/// have the same depth but for rounding, and by one step of a colour.
///
/// Small triangles are drawn by an invocation each, large ones by a workgroup or by several. Two passes, one for the
/// depths and one for the triangles: no atomics of 64 bits.
///
/// vkalgo does: record dispatches, fills and the barriers between them. The caller does: what Sort says.
class MeshRasteriser {
public:
    /// Takes the kernels from the context's cache. Errors: those of Context::kernel.
    static Result<MeshRasteriser> create(Context& context);

    /// A triangle's colour, and whether it is marked.
    static constexpr std::uint32_t colour(std::uint8_t red, std::uint8_t green, std::uint8_t blue,
                                          bool marked = false) {
        return red | std::uint32_t{green} << 8 | std::uint32_t{blue} << 16 | (marked ? 0x80000000U : 0U);
    }

    /// Buffer usage that every argument needs; the scratch has that of its plan.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

    /// How `record` would touch these arguments. Errors: those of record.
    Result<MeshRasterAccess> access(const MeshRasterArguments& arguments) const;

    /// Records the whole work. Thread-safe; submits, waits for and allocates nothing on the device.
    /// Errors: those of plan_mesh_raster; invalid_argument for a view that is missing, too small, badly aligned or that
    /// overlaps another, for a recorder of another context or an object that was never created; the recorder's.
    Result<void> record(Recorder& recorder, const MeshRasterArguments& arguments) const;

private:
    void record_phase(Recorder& recorder, const MeshRasterPlan& plan, const MeshRasterArguments& arguments,
                      std::uint32_t phase) const;

    Context* context_ = nullptr;
    std::shared_ptr<const Kernel> triangles_, parts_, shade_;
};

}  // namespace vkalgo
