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
    /// The number of vertices, at most 2^30.
    std::uint64_t vertices = 0;
    /// The number of triangles, at most 2^29.
    std::uint64_t triangles = 0;
    /// Size of the picture in pixels.
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    /// Samples per side of a pixel: its colour is the mean of samples * samples colours. 1 to 8; width and height times
    /// this are at most kMaxMeshSamples.
    std::uint32_t samples = 1;
};

/// The largest number of samples of a picture per side.
inline constexpr std::uint32_t kMaxMeshSamples = 16384;

/// The plan of what `record` will do; it determines every dispatch.
struct MeshRasterPlan {
    MeshRasterParams params;
    std::uint64_t positions_bytes = 0;
    std::uint64_t triangles_bytes = 0;
    std::uint64_t colours_bytes = 0;
    std::uint64_t shown_bytes = 0;
    std::uint64_t picture_bytes = 0;
    std::uint64_t scratch_bytes = 0;
    /// Invocations of a workgroup.
    std::uint32_t threads = 0;
    /// `part`: the most samples of a large triangle's box that a workgroup takes. `classes`: the number of classes of
    /// large triangles, from class 0; 4^c workgroups draw a triangle of class c.
    std::uint32_t part = 0;
    std::uint32_t classes = 0;
    /// The most triangles of one dispatch.
    std::uint64_t chunk = 0;
    /// Upper limit of the loop iterations of the busiest invocation.
    std::uint64_t loop_iterations = 0;

    /// The parts of the scratch.
    struct Parts {
        ScratchLayout::Part depths, counts, arguments, large;
        ScratchNeed need;
    };
    Parts parts;
};

/// Plans a picture; a pure function of its arguments that needs no device. Errors: invalid_argument (0 pixels, 0
/// samples or more than 8); too_large (more vertices, triangles or samples than stated or than a storage buffer holds).
Result<MeshRasterPlan> plan_mesh_raster(const MeshRasterParams& params, const DeviceProfile& profile);

/// Arguments that are written (`shown`, `picture`, `scratch`) must not share a byte with any other argument. Offsets
/// are multiples of storage_offset_alignment.
struct MeshRasterArguments {
    MeshRasterParams params;
    MeshCamera camera;
    /// 3 floats per vertex.
    BufferView positions;
    /// 3 uint32 per triangle: its vertices, each less than params.vertices.
    BufferView triangles;
    /// A uint32 per triangle; see MeshRasteriser::colour.
    BufferView colours;
    /// Two layers, each of one uint32 per sample, row by row. The first layer has the triangle that is seen. The second
    /// layer has the marked triangle that would be seen if there were only marked triangles. A sample without such a
    /// triangle has kNoTriangle.
    BufferView shown;
    /// A uint32 per pixel, row by row: red in the low byte, then green, blue, 255.
    BufferView picture;
    /// At least MeshRasterPlan::scratch_bytes bytes.
    BufferView scratch;
    /// The colour of pixels without a triangle, as MeshRasteriser::colour makes it.
    std::uint32_t background = 0xffffffff;

    static constexpr std::uint32_t kNoTriangle = 0xffffffff;
};

/// The first and last access of the device to each argument, for an application that records its own barriers.
struct MeshRasterAccess {
    ArgumentAccess positions, triangles, colours, shown, picture, scratch;
};

/// Draws triangles by compute shaders: the nearest triangle in each sample, lit from the eye, with both sides alike.
///
///     auto rasteriser = vkalgo::MeshRasteriser::create(context);
///     rasteriser->record(recorder, {.params = {vertices, triangles, 640, 360}, .camera = camera, ...});
///
/// A triangle covers a sample if the sample's centre is inside it or on its border, with vertices rounded to 1/256 of a
/// sample. Marked triangles also cover the sample in which their middle lies, however small they are, and shine through
/// what hides them. Of triangles of the same depth the first one is shown. A triangle is not drawn if it reaches 2^21
/// samples from the middle of the picture along either axis, or if its depth is not a number. Pictures of two devices
/// may differ in two ways. If the depths of two triangles differ only by rounding, either of them may be shown; and a
/// colour may differ by one step.
///
/// A small triangle is drawn by one invocation, a large one by one or several workgroups. There are two passes, one for
/// the depths and one for the triangles, so that no 64-bit atomics are needed.
///
/// vkalgo records dispatches, fills and the barriers between them. The caller has the duties that Sort describes.
class MeshRasteriser {
public:
    /// Takes the kernels from the context's cache. Errors: those of Context::kernel.
    static Result<MeshRasteriser> create(Context& context);

    /// Returns the word for a triangle's colour and whether it is marked.
    static constexpr std::uint32_t colour(std::uint8_t red, std::uint8_t green, std::uint8_t blue,
                                          bool marked = false) {
        return red | std::uint32_t{green} << 8 | std::uint32_t{blue} << 16 | (marked ? 0x80000000U : 0U);
    }

    /// Buffer usage that every argument needs; the scratch needs the usage of its plan.
    static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

    /// Returns how `record` would access these arguments. Errors: those of record.
    Result<MeshRasterAccess> access(const MeshRasterArguments& arguments) const;

    /// Records the whole work. Thread-safe; does not submit, wait or allocate device memory. Errors: those of
    /// plan_mesh_raster; invalid_argument for a view that is missing, too small, badly aligned or overlaps another, for
    /// a recorder of another context, and for an object that was never created; those of the recorder.
    Result<void> record(Recorder& recorder, const MeshRasterArguments& arguments) const;

private:
    void record_phase(Recorder& recorder, const MeshRasterPlan& plan, const MeshRasterArguments& arguments,
                      std::uint32_t phase) const;

    Context* context_ = nullptr;
    std::shared_ptr<const Kernel> triangles_, parts_, shade_;
};

}  // namespace vkalgo
