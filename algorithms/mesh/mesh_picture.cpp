#include "algorithms/mesh/mesh_picture.hpp"

#include "algorithms/mesh/mesh_floats.hpp"
#include "algorithms/mesh/mesh_intersection_call.hpp"
#include "engine/context.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace vkalgo {

namespace {

/// The triangles of all meshes, one mesh after the other, and the vertices that they use.
struct Input {
    std::vector<float> positions;
    std::vector<std::uint32_t> triangles;
};

Result<Input> input_of(std::span<const MeshView> meshes) {
    constexpr std::uint32_t kUnnamed = std::numeric_limits<std::uint32_t>::max();
    Input input;
    std::vector<double> coordinates;
    for (const MeshView& mesh : meshes) {
        VKALGO_CHECK(check_mesh(mesh));
        std::vector<std::uint32_t> numbers(mesh.vertices(), kUnnamed);
        for (const std::uint32_t vertex : mesh.triangles) {
            if (numbers[vertex] == kUnnamed) {
                if (coordinates.size() / 3 >= kUnnamed) {
                    return Error{ErrorCode::too_large,
                                 "the triangles of all meshes use 2^32 vertices or more; give fewer", "meshes"};
                }
                numbers[vertex] = static_cast<std::uint32_t>(coordinates.size() / 3);
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    coordinates.push_back(mesh.coordinate(vertex, axis));
                }
            }
            input.triangles.push_back(numbers[vertex]);
        }
    }
    input.positions = floats_around_middle(coordinates);
    return input;
}

struct PictureBuffers {
    Buffer positions, triangles, colours, shown, picture, scratch;
};

Result<PictureBuffers> make_buffers(Runner& runner, const MeshRasterPlan& plan, const Input& input,
                                    std::span<const std::uint32_t> colours) {
    Context& context = runner.context();
    PictureBuffers buffers;
    VKALGO_TRY(buffers.positions, runner.upload_new(std::as_bytes(std::span(input.positions)), "positions"));
    VKALGO_TRY(buffers.triangles, runner.upload_new(std::as_bytes(std::span(input.triangles)), "triangles"));
    VKALGO_TRY(buffers.colours, runner.upload_new(std::as_bytes(colours), "colours"));
    VKALGO_TRY(buffers.shown, Buffer::create(context, {.size = plan.shown_bytes, .name = "shown"}));
    VKALGO_TRY(buffers.picture, Buffer::create(context, {.size = plan.picture_bytes, .name = "picture"}));
    VKALGO_TRY(buffers.scratch, Buffer::create(context, {.size = plan.scratch_bytes, .name = "scratch"}));
    return buffers;
}

/// Does the warm-up run, if the call wants one, and the timed runs.
Result<void> run(Runner& runner, const MeshRasterArguments& arguments, const CallOptions& call, CallReport& report) {
    VKALGO_TRY(const MeshRasteriser rasteriser, MeshRasteriser::create(runner.context()));
    const auto record = [&](Recorder& recorder) { return rasteriser.record(recorder, arguments); };
    if (call.warm_up) {
        VKALGO_CHECK(runner.measure(record, 0));
    }
    for (int turn = 0; turn < call.repeat; ++turn) {
        if (call.cancel.stop_requested()) {
            return Error{ErrorCode::cancelled, "the picture of the mesh was cancelled", "cancel"};
        }
        VKALGO_TRY(RunReport ran, runner.run(record));
        report.gpu_milliseconds.push_back(ran.gpu_milliseconds);
        report.spans = std::move(ran.spans);
        if (call.progress) {
            call.progress(static_cast<double>(turn + 1) / call.repeat);
        }
    }
    return {};
}

}  // namespace

Result<MeshPicturePlan> plan_mesh_picture(std::uint64_t vertices, std::uint64_t triangles,
                                          const MeshPictureOptions& options, const DeviceProfile& profile) {
    MeshPicturePlan plan;
    VKALGO_TRY(plan.raster,
               plan_mesh_raster({vertices, triangles, options.width, options.height, options.samples}, profile));
    const MeshRasterPlan& raster = plan.raster;
    for (const std::uint64_t bytes : {raster.positions_bytes, raster.triangles_bytes, raster.colours_bytes,
                                      raster.shown_bytes, raster.picture_bytes, raster.scratch_bytes}) {
        plan.device_bytes += Buffer::rounded(bytes);
    }
    plan.device_bytes +=
        Runner::staging_bytes(std::max(raster.positions_bytes, raster.triangles_bytes), raster.shown_bytes);
    const std::uint64_t available = tighter_limit(options.call.memory_limit, profile.device_memory);
    if (available != 0 && plan.device_bytes > available) {
        return Error{ErrorCode::too_large,
                     "a picture of " + std::to_string(options.width) + " x " + std::to_string(options.height) +
                         " pixels of " + std::to_string(triangles) + " triangles needs " +
                         std::to_string(plan.device_bytes) + " bytes of device memory, but only " +
                         std::to_string(available) + " are available",
                     "memory_limit"};
    }
    return plan;
}

Result<MeshPicture> draw_meshes(Runner& runner, std::span<const MeshView> meshes,
                                std::span<const std::uint32_t> colours, const MeshPictureOptions& options) {
    if (options.call.repeat < 1) {
        return Error{ErrorCode::invalid_argument, "there must be at least one timed run", "repeat"};
    }
    VKALGO_TRY(const Input input, input_of(meshes));
    const std::uint64_t vertices = input.positions.size() / 3, triangles = input.triangles.size() / 3;
    if (colours.size() != triangles) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(colours.size()) + " colours are given for " + std::to_string(triangles) +
                         " triangles; give one colour per triangle",
                     "colours"};
    }
    MeshPictureOptions limited = options;
    limited.call.memory_limit = tighter_limit(options.call.memory_limit, runner.context().memory_limit());
    VKALGO_TRY(const MeshPicturePlan plan, plan_mesh_picture(vertices, triangles, limited, runner.context().profile()));
    MeshPicture picture{.width = options.width, .height = options.height, .rgb = {}, .shown = {}, .report = {}};
    const double uploaded = runner.upload_milliseconds(), downloaded = runner.download_milliseconds();
    VKALGO_TRY(const PictureBuffers buffers, make_buffers(runner, plan.raster, input, colours));
    VKALGO_CHECK(run(runner,
                     {.params = plan.raster.params,
                      .camera = fit_camera(input.positions, options.up, options.width, options.height),
                      .positions = buffers.positions.view(),
                      .triangles = buffers.triangles.view(),
                      .colours = buffers.colours.view(),
                      .shown = buffers.shown.view(),
                      .picture = buffers.picture.view(),
                      .scratch = buffers.scratch.view(),
                      .background = options.background},
                     options.call, picture.report));
    std::vector<std::uint32_t> pixels(plan.raster.picture_bytes / 4);
    picture.shown.resize(plan.raster.shown_bytes / 4);
    VKALGO_CHECK(runner.download(buffers.picture.view().slice(0, plan.raster.picture_bytes),
                                 std::as_writable_bytes(std::span(pixels))));
    VKALGO_CHECK(runner.download(buffers.shown.view().slice(0, plan.raster.shown_bytes),
                                 std::as_writable_bytes(std::span(picture.shown))));
    picture.rgb.reserve(3 * pixels.size());
    for (const std::uint32_t pixel : pixels) {
        for (const int shift : {0, 8, 16}) {
            picture.rgb.push_back(static_cast<std::uint8_t>(pixel >> shift));
        }
    }
    picture.report.upload_milliseconds = runner.upload_milliseconds() - uploaded;
    picture.report.download_milliseconds = runner.download_milliseconds() - downloaded;
    picture.report.device_bytes = plan.device_bytes;
    picture.report.scratch_bytes = plan.raster.scratch_bytes;
    return picture;
}

}  // namespace vkalgo
