// Compares triangles drawn by compute shaders with the samples that they cover, computed in doubles.
#include "algorithms/mesh/mesh_rasteriser.hpp"
#include "tests/mesh/meshes.hpp"
#include "tests/mesh/raster_reference.hpp"
#include "tests/mesh/raster_scene.hpp"
#include "tests/support/foreign_device.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace vkalgo::test {
namespace {

class MeshRaster : public DeviceTest {};

TEST_F(MeshRaster, ShowsTheNearestTriangleInEveryFamily) {
    for (const Family family : {Family::cloud, Family::grid, Family::plane, Family::line, Family::far}) {
        for (const std::uint32_t samples : {1U, 3U}) {
            const RasterScene scene =
                raster_scene_of(random_mesh(family, 30, 60, static_cast<std::uint64_t>(family) + samples), 97 / samples,
                                61 / samples, samples);
            RasterDrawing drawing(runner(), scene);
            drawing.run(runner());
            SCOPED_TRACE("family " + std::to_string(static_cast<int>(family)));
            // Far from the origin the spacing of floats is coarse compared with the mesh.
            expect_nearest_triangles(scene, drawing.shown(), family == Family::far ? 0.3 : 0.01);
            // Families `line` and `plane` contain slivers, whose normals floats cannot determine.
            if (family != Family::line && family != Family::plane) {
                expect_colours(scene, drawing.shown(), drawing.picture());
            }
        }
    }
}

/// Triangles of every size class: drawn by an invocation, by a workgroup, or by several.
TEST_F(MeshRaster, DrawsTrianglesOfEverySize) {
    OwnedMesh mesh = scattered_mesh(400, 3);
    SplitMix64 random(5);
    for (std::size_t t = 0; t < 400; ++t) {
        // A triangle is scaled by a factor from 0.01 to 10, but stays within the cube of the mesh.
        const double factor = std::pow(10.0, 3 * real(random) - 2);
        for (std::size_t k = 1; k < 3; ++k) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const float first = mesh.positions[9 * t + axis];
                float& other = mesh.positions[9 * t + 3 * k + axis];
                other = std::clamp(first + static_cast<float>(factor) * (other - first), 0.0F, 1.0F);
            }
        }
    }
    const RasterScene scene = raster_scene_of(std::move(mesh), 160, 150);
    RasterDrawing drawing(runner(), scene);
    drawing.run(runner());
    EXPECT_GT(take(plan_mesh_raster(scene.params, context().profile())).classes, 1U);
    expect_nearest_triangles(scene, drawing.shown(), 0.01);
}

/// Corners are on a lattice of sixteenths of a sample, and each triangle has one depth. So every sample has a known
/// result, borders included, and of equal depths the first triangle is shown.
TEST_F(MeshRaster, IsExactIfNothingIsRounded) {
    constexpr std::uint32_t kSide = 40;
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        SplitMix64 random(seed);
        OwnedMesh mesh;
        for (std::uint32_t t = 0; t < 300; ++t) {
            // Half of the coordinates are exact centres of samples.
            const auto coordinate = [&] {
                const std::uint32_t sixteenths =
                    random.below(2) == 0 ? 16 * random.below(kSide) + 8 : random.below(16 * kSide + 1);
                return static_cast<float>(sixteenths) / 16 - kSide / 2.0F;
            };
            const auto level = static_cast<float>(random.below(20));
            const float first_x = coordinate(), first_y = coordinate();
            for (std::uint32_t k = 0; k < 3; ++k) {
                // Every tenth triangle appears as a line, every twentieth as a point.
                mesh.positions.push_back(k != 0 && t % 10 == 0 ? first_x : coordinate());
                mesh.positions.push_back(k != 0 && t % 20 == 0 ? first_y : coordinate());
                mesh.positions.push_back(level);
                mesh.triangles.push_back(3 * t + k);
            }
        }
        RasterScene scene = raster_scene_of(std::move(mesh), kSide, kSide);
        scene.camera = {.right = {1, 0, 0}, .down = {0, 1, 0}, .forward = {0, 0, 1}};
        RasterDrawing drawing(runner(), scene);
        drawing.run(runner());
        const auto shown = drawing.shown();
        for (const bool marked : {false, true}) {
            for (std::uint32_t at = 0; at < kSide * kSide; ++at) {
                std::uint32_t best = kNoTriangle;
                double nearest = std::numeric_limits<double>::infinity();
                for (std::uint32_t t = 0; t < scene.triangles(); ++t) {
                    const std::array<RasterPoint, 3> corners{scene.seen(t, 0), scene.seen(t, 1), scene.seen(t, 2)};
                    const double x = (corners[0][0] + corners[1][0] + corners[2][0]) / 3;
                    const double y = (corners[0][1] + corners[1][1] + corners[2][1]) / 3;
                    // The middle may be on the border between two samples; it is rounded down.
                    const bool in_middle = scene.is_marked(t) && std::floor(x) == at % kSide &&
                                           std::floor(y) == static_cast<double>(at / kSide);
                    const bool covers = cover_of(corners, at % kSide + 0.5, at / kSide + 0.5).inside >= 0;
                    if ((covers || in_middle) && !(marked && !scene.is_marked(t)) && corners[0][2] < nearest) {
                        best = t;
                        nearest = corners[0][2];
                    }
                }
                ASSERT_EQ(shown[at + (marked ? kSide * kSide : 0)], best) << "sample " << at << ", marked " << marked;
            }
        }
    }
}

/// Neighbours leave no gap between them, wherever their borders are.
TEST_F(MeshRaster, LeavesNoGapBetweenNeighbours) {
    OwnedMesh mesh;
    constexpr std::uint32_t kCells = 24;
    SplitMix64 random(4);
    for (std::uint32_t y = 0; y <= kCells; ++y) {
        for (std::uint32_t x = 0; x <= kCells; ++x) {
            const bool border = x == 0 || y == 0 || x == kCells || y == kCells;
            const double shift = border ? 0 : 0.9;
            mesh.positions.push_back(static_cast<float>(x + shift * (real(random) - 0.5)));
            mesh.positions.push_back(static_cast<float>(y + shift * (real(random) - 0.5)));
            mesh.positions.push_back(static_cast<float>(real(random)));
        }
    }
    for (std::uint32_t y = 0; y < kCells; ++y) {
        for (std::uint32_t x = 0; x < kCells; ++x) {
            const std::uint32_t at = y * (kCells + 1) + x;
            mesh.triangles.insert(mesh.triangles.end(),
                                  {at, at + 1, at + kCells + 2, at, at + kCells + 2, at + kCells + 1});
        }
    }
    RasterScene scene = raster_scene_of(std::move(mesh), 200, 200);
    scene.camera = {.middle = {12, 12, 0}, .right = {8, 0, 0}, .down = {0, 8, 0}, .forward = {0, 0, 1}};
    RasterDrawing drawing(runner(), scene);
    drawing.run(runner());
    const auto shown = drawing.shown();
    for (std::uint32_t row = 5; row < 195; ++row) {
        for (std::uint32_t column = 5; column < 195; ++column) {
            EXPECT_NE(shown[row * 200 + column], kNoTriangle) << column << ", " << row;
        }
    }
}

/// A caller's camera may look at a part of the mesh. Parts that are outside the picture, far away or not numbers do no
/// harm.
TEST_F(MeshRaster, ClipsTrianglesOutsideThePicture) {
    OwnedMesh mesh = random_mesh(Family::cloud, 40, 80, 11);
    constexpr float kInfinite = std::numeric_limits<float>::infinity();
    constexpr float kNoNumber = std::numeric_limits<float>::quiet_NaN();
    // The last one is in the middle of the picture, but its depth is out of range.
    const std::vector<std::array<float, 3>> far = {{1e4F, 0.2F, 0.3F},      {1e12F, 0.2F, 0.3F},
                                                   {1e30F, 0.2F, 0.3F},     {kInfinite, 0.2F, 0.3F},
                                                   {kNoNumber, 0.2F, 0.3F}, {0.6F, 0.4F, -3.3e38F}};
    for (const std::array<float, 3>& corner : far) {
        const auto vertex = static_cast<std::uint32_t>(mesh.positions.size() / 3);
        mesh.positions.insert(mesh.positions.end(), corner.begin(), corner.end());
        mesh.triangles.insert(mesh.triangles.end(), {0, 1, vertex});
    }
    RasterScene scene = raster_scene_of(std::move(mesh), 64, 48);
    scene.camera = {.middle = {0.6F, 0.4F, 0}, .right = {200, 0, 0}, .down = {0, 200, 0}, .forward = {0, 0.1F, 1}};
    RasterDrawing drawing(runner(), scene);
    drawing.run(runner());
    // The triangle that reaches to 1e4 is drawn; those beyond 2^21 samples are not.
    for (const std::uint32_t triangle : drawing.shown()) {
        ASSERT_TRUE(triangle == kNoTriangle || triangle <= 80) << triangle;
    }
    scene.mesh.triangles.resize(3 * std::size_t{81});
    scene.params.triangles = 81;
    expect_nearest_triangles(scene, drawing.shown(), 0.05);
}

TEST_F(MeshRaster, ShowsTheBackgroundWithoutTriangles) {
    for (const bool vertices : {true, false}) {
        RasterScene scene = raster_scene_of({}, 33, 7, 2);
        if (vertices) {
            scene.mesh.positions.assign(9, 1.0F);
            scene.params.vertices = 3;
        }
        RasterDrawing drawing(runner(), scene);
        drawing.run(runner());
        EXPECT_EQ(drawing.picture(), std::vector<std::uint32_t>(33 * 7, 0xff030201U));
        EXPECT_EQ(drawing.shown(), std::vector<std::uint32_t>(std::size_t{8} * 33 * 7, kNoTriangle));
    }
}

TEST_F(MeshRaster, RunsTwiceInOneCommandBuffer) {
    const RasterScene one = raster_scene_of(random_mesh(Family::cloud, 30, 50, 1), 60, 50);
    const RasterScene other = raster_scene_of(random_mesh(Family::grid, 30, 50, 2), 31, 70, 2);
    RasterDrawing first(runner(), one), second(runner(), other);
    const MeshRasteriser rasteriser = take(MeshRasteriser::create(context()));
    ASSERT_OK(runner().run([&](Recorder& recorder) -> Result<void> {
        VKALGO_CHECK(rasteriser.record(recorder, first.arguments()));
        VKALGO_CHECK(rasteriser.record(recorder, second.arguments()));
        return rasteriser.record(recorder, first.arguments());
    }));
    for (const auto& [drawing, scene] : {std::pair{&first, &one}, std::pair{&second, &other}}) {
        expect_nearest_triangles(*scene, drawing->shown(), 0.01);
        expect_colours(*scene, drawing->shown(), drawing->picture());
        drawing->expect_intact();
    }
}

TEST_F(MeshRaster, DrawsTheSamePictureAgain) {
    const RasterScene scene = raster_scene_of(random_mesh(Family::grid, 30, 300, 7), 120, 90, 2);
    RasterDrawing first(runner(), scene), second(runner(), scene);
    first.run(runner());
    second.run(runner());
    EXPECT_EQ(first.shown(), second.shown());
    EXPECT_EQ(first.picture(), second.picture());
}

TEST_F(MeshRaster, RefusesArgumentsThatDoNotFit) {
    const RasterScene scene = raster_scene_of(random_mesh(Family::cloud, 30, 50, 1), 60, 50);
    const RasterDrawing drawing(runner(), scene);
    const MeshRasteriser rasteriser = take(MeshRasteriser::create(context()));
    const auto refused = [&](ErrorCode code, const auto& change) {
        MeshRasterArguments arguments = drawing.arguments();
        change(arguments);
        EXPECT_ERROR(rasteriser.access(arguments), code);
    };
    EXPECT_OK(rasteriser.access(drawing.arguments()));
    refused(ErrorCode::invalid_argument, [](auto& arguments) { arguments.positions = {}; });
    refused(ErrorCode::invalid_argument, [](auto& arguments) { arguments.colours = arguments.colours.slice(0, 64); });
    refused(ErrorCode::invalid_argument, [](auto& arguments) { arguments.picture = arguments.shown; });
    refused(ErrorCode::invalid_argument, [](auto& arguments) { arguments.params.triangles = 51; });
    refused(ErrorCode::invalid_argument, [](auto& arguments) { arguments.params.width = 0; });
    refused(ErrorCode::invalid_argument, [](auto& arguments) { arguments.params.height = 0; });
    refused(ErrorCode::invalid_argument, [](auto& arguments) { arguments.params.samples = 0; });
    refused(ErrorCode::invalid_argument, [](auto& arguments) { arguments.params.samples = 9; });
    for (const bool tall : {false, true}) {
        MeshRasterArguments arguments = drawing.arguments();
        (tall ? arguments.params.height : arguments.params.width) = 16385;
        const auto access = rasteriser.access(arguments);
        ASSERT_ERROR(access, ErrorCode::too_large);
        EXPECT_EQ(access.error().where, tall ? "height" : "width");
    }
    // A picture that needs more than the given buffers, and more triangles than can be drawn.
    MeshRasterArguments large = drawing.arguments();
    large.params.width = large.params.height = 16384;
    EXPECT_FALSE(rasteriser.access(large));
    large = drawing.arguments();
    large.params.triangles = std::uint64_t{1} << 30;
    EXPECT_FALSE(rasteriser.access(large));
    EXPECT_ERROR(runner().run([&](Recorder& recorder) { return MeshRasteriser().record(recorder, {}); }),
                 ErrorCode::invalid_argument);
}

TEST(MeshRasterEmbedding, RecordsIntoAHostsOwnCommands) {
    const ForeignDevice device;
    const auto context = take(Context::adopt(device.host()));
    Runner runner = take(Runner::create(*context));
    const RasterScene scene = raster_scene_of(random_mesh(Family::cloud, 30, 60, 9), 97, 61);
    RasterDrawing drawing(runner, scene);
    drawing.run(runner);
    expect_nearest_triangles(scene, drawing.shown(), 0.01);
}

TEST(MeshRasterProfiles, IsRightOnSmallDevices) {
    ContextOptions options = aligned_options();
    options.narrow = [narrow = options.narrow](DeviceProfile& profile) {
        if (narrow) {
            narrow(profile);
        }
        profile.max_workgroup_invocations = 32;
        profile.max_workgroup_size = {32, 32, 32};
        profile.int64 = profile.float64 = false;
    };
    ValidatedContext context(options);
    Runner runner = take(Runner::create(*context));
    const RasterScene scene = raster_scene_of(random_mesh(Family::cloud, 30, 60, 9), 97, 61);
    RasterDrawing drawing(runner, scene);
    drawing.run(runner);
    expect_nearest_triangles(scene, drawing.shown(), 0.01);
    const MeshRasterPlan plan = take(plan_mesh_raster(
        {.vertices = 3, .triangles = 1, .width = 2000, .height = 2000, .samples = 2}, context->profile()));
    if (context->profile().max_loop_iterations != 0) {
        EXPECT_LE(plan.loop_iterations, context->profile().max_loop_iterations);
    }
}

}  // namespace
}  // namespace vkalgo::test
