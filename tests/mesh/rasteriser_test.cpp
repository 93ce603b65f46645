// Compares triangles drawn by compute shaders with the samples that they cover, computed in doubles.
#include "algorithms/mesh/mesh_rasteriser.hpp"
#include "tests/mesh/meshes.hpp"
#include "tests/support/foreign_device.hpp"
#include "tests/support/guarded_buffer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace vkalgo::test {
namespace {

constexpr std::uint32_t kNone = MeshRasterArguments::kNoTriangle;
using Vector = std::array<double, 3>;

/// A mesh and the parameters to draw it.
struct Scene {
    OwnedMesh mesh;
    std::vector<std::uint32_t> colours;
    MeshRasterParams params;
    MeshCamera camera;

    std::uint32_t triangles() const { return static_cast<std::uint32_t>(mesh.triangles.size() / 3); }
    std::uint32_t columns() const { return params.width * params.samples; }
    std::uint32_t rows() const { return params.height * params.samples; }
    bool is_marked(std::uint32_t triangle) const { return colours[triangle] >> 31 != 0; }

    /// Returns the column and row of a corner, in samples, and its depth.
    Vector seen(std::uint32_t triangle, std::size_t corner) const {
        const std::size_t vertex = mesh.triangles[3 * std::size_t{triangle} + corner];
        Vector at{};
        const std::array<float, 3>* axes[] = {&camera.right, &camera.down, &camera.forward};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (std::size_t k = 0; k < 3; ++k) {
                at.at(axis) += axes[axis]->at(k) * (double{mesh.positions[3 * vertex + k]} - camera.middle.at(k));
            }
        }
        return {at[0] * params.samples + columns() / 2.0, at[1] * params.samples + rows() / 2.0, at[2]};
    }
};

Scene scene_of(OwnedMesh mesh, std::uint32_t width, std::uint32_t height, std::uint32_t samples = 1) {
    Scene scene{std::move(mesh), {}, {0, 0, width, height, samples}, {}};
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

/// A scene on the device between guards.
class Drawing {
public:
    Drawing(Runner& runner, const Scene& scene)
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
    const Scene& scene_;
    MeshRasterPlan plan_;
    GuardedBuffer positions_, triangles_, colours_, shown_, picture_, scratch_;
};

/// How a triangle covers a sample: the distance of its centre to the borders, in samples, positive inside, and the
/// depth there.
struct Cover {
    double inside = -std::numeric_limits<double>::infinity();
    double depth = 0;
};

Cover cover(const std::array<Vector, 3>& t, double x, double y) {
    const auto twice = [](const Vector& a, const Vector& b, double cx, double cy) {
        return (b[0] - a[0]) * (cy - a[1]) - (b[1] - a[1]) * (cx - a[0]);
    };
    const double whole = twice(t[0], t[1], t[2][0], t[2][1]);
    if (whole == 0) {
        return {};
    }
    Cover found{std::numeric_limits<double>::infinity(), 0};
    for (std::size_t k = 0; k < 3; ++k) {
        const Vector &a = t.at((k + 1) % 3), &b = t.at((k + 2) % 3);
        const double part = twice(a, b, x, y) / whole;
        found.inside = std::min(found.inside, part * std::abs(whole) / std::hypot(b[0] - a[0], b[1] - a[1]));
        found.depth += part * t.at(k)[2];
    }
    return found;
}

/// Expects that every sample shows a triangle that may be nearest there, or none if no triangle certainly covers it.
/// `slack`: tolerance of a position, in samples; that of a depth follows from the triangle's slope.
void expect_nearest(const Scene& scene, const std::vector<std::uint32_t>& shown, double slack) {
    const std::size_t samples = std::size_t{scene.columns()} * scene.rows();
    std::vector<std::array<Vector, 3>> seen(scene.triangles());
    double most = 0;
    for (std::uint32_t t = 0; t < scene.triangles(); ++t) {
        seen[t] = {scene.seen(t, 0), scene.seen(t, 1), scene.seen(t, 2)};
        for (const Vector& corner : seen[t]) {
            most = std::max(most, std::abs(corner[2]));
        }
    }
    std::size_t drawn = 0;
    for (const bool marked : {false, true}) {
        for (std::size_t at = 0; at < samples; ++at) {
            const double x = static_cast<double>(at % scene.columns()) + 0.5;
            const double y = static_cast<double>(at / scene.columns()) + 0.5;
            const std::uint32_t found = shown[at + (marked ? samples : 0)];
            double sure = std::numeric_limits<double>::infinity(), possible = sure;
            for (std::uint32_t t = 0; t < scene.triangles(); ++t) {
                if (marked && !scene.is_marked(t)) {
                    continue;
                }
                const Cover here = cover(seen[t], x, y);
                // The depth is clamped to that of the corners, since near the border rounded corners may give any
                // slope.
                const double low = std::min({seen[t][0][2], seen[t][1][2], seen[t][2][2]});
                const double high = std::max({seen[t][0][2], seen[t][1][2], seen[t][2][2]});
                const double depth = std::clamp(here.depth, low, high);
                const double error = 1e-5 * most + (here.inside < 8 * slack ? high - low : 0.02 * (high - low));
                if (here.inside > slack) {
                    sure = std::min(sure, depth + error);
                }
                const Vector middle = {(seen[t][0][0] + seen[t][1][0] + seen[t][2][0]) / 3,
                                       (seen[t][0][1] + seen[t][1][1] + seen[t][2][1]) / 3, 0};
                const bool in_middle = scene.is_marked(t) && std::abs(middle[0] - x) <= 0.5 + slack &&
                                       std::abs(middle[1] - y) <= 0.5 + slack;
                if (t == found) {
                    ASSERT_TRUE(here.inside > -slack || in_middle) << "sample " << x << ", " << y << ", triangle " << t;
                    possible = in_middle ? low - error : depth - error;
                }
            }
            if (found == kNone) {
                ASSERT_EQ(sure, std::numeric_limits<double>::infinity()) << "sample " << x << ", " << y;
            } else {
                ASSERT_LE(possible, sure) << "sample " << x << ", " << y << ", triangle " << found;
                ++drawn;
            }
        }
    }
    EXPECT_GT(drawn, 0U);
}

std::array<double, 3> channels(std::uint32_t colour) {
    return {static_cast<double>(colour & 255), static_cast<double>(colour >> 8 & 255),
            static_cast<double>(colour >> 16 & 255)};
}

/// Returns a triangle's colour under a light of 90/256 to 256/256, by the angle between its normal and the view.
std::array<double, 3> lit(const Scene& scene, std::uint32_t triangle) {
    std::array<Vector, 3> t{};
    for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            t.at(k).at(axis) = scene.mesh.positions[3 * scene.mesh.triangles[3 * std::size_t{triangle} + k] + axis];
        }
    }
    Vector u{}, v{}, normal{};
    for (std::size_t k = 0; k < 3; ++k) {
        u.at(k) = t[1].at(k) - t[0].at(k);
        v.at(k) = t[2].at(k) - t[0].at(k);
    }
    double along = 0, size = 0, view = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        normal.at(k) = u.at((k + 1) % 3) * v.at((k + 2) % 3) - u.at((k + 2) % 3) * v.at((k + 1) % 3);
        along += normal.at(k) * scene.camera.forward.at(k);
        size += normal.at(k) * normal.at(k);
        view += double{scene.camera.forward.at(k)} * scene.camera.forward.at(k);
    }
    const double facing = size == 0 ? 1 : std::abs(along) / std::sqrt(size * view);
    std::array<double, 3> colour = channels(scene.colours[triangle]);
    for (double& channel : colour) {
        channel *= (90 + 166 * facing) / 256;
    }
    return colour;
}

/// Expects that the picture shows the triangles of `shown`, by the mean of each pixel's samples.
void expect_colours(const Scene& scene, const std::vector<std::uint32_t>& shown,
                    const std::vector<std::uint32_t>& picture) {
    const std::size_t layer = shown.size() / 2;
    for (std::size_t pixel = 0; pixel < picture.size(); ++pixel) {
        std::array<double, 3> mean{};
        for (std::uint32_t k = 0; k < scene.params.samples * scene.params.samples; ++k) {
            const std::size_t row = pixel / scene.params.width * scene.params.samples + k / scene.params.samples;
            const std::size_t column = pixel % scene.params.width * scene.params.samples + k % scene.params.samples;
            const std::size_t at = row * scene.columns() + column;
            std::array<double, 3> colour = shown[at] == kNone ? std::array{1.0, 2.0, 3.0} : lit(scene, shown[at]);
            if (const std::uint32_t behind = shown[layer + at]; behind != kNone && behind != shown[at]) {
                for (std::size_t c = 0; c < 3; ++c) {
                    colour.at(c) = (5 * colour.at(c) + 3 * lit(scene, behind).at(c)) / 8;
                }
            }
            for (std::size_t c = 0; c < 3; ++c) {
                mean.at(c) += colour.at(c) / (scene.params.samples * scene.params.samples);
            }
        }
        EXPECT_EQ(picture[pixel] >> 24, 255U);
        for (std::size_t c = 0; c < 3; ++c) {
            ASSERT_NEAR(channels(picture[pixel]).at(c), mean.at(c), 3) << "pixel " << pixel << ", channel " << c;
        }
    }
}

class MeshRaster : public DeviceTest {};

TEST_F(MeshRaster, ShowsWhatIsNearestInEveryFamily) {
    for (const Family family : {Family::cloud, Family::grid, Family::plane, Family::line, Family::far}) {
        for (const std::uint32_t samples : {1U, 3U}) {
            const Scene scene = scene_of(random_mesh(family, 30, 60, static_cast<std::uint64_t>(family) + samples),
                                         97 / samples, 61 / samples, samples);
            Drawing drawing(runner(), scene);
            drawing.run(runner());
            SCOPED_TRACE("family " + std::to_string(static_cast<int>(family)));
            // Far from the origin the spacing of floats is coarse compared with the mesh.
            expect_nearest(scene, drawing.shown(), family == Family::far ? 0.3 : 0.01);
            // Floats cannot determine the normal of a sliver, which these families contain.
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
        // From a hundredth of their size to as large as all of them together.
        const double factor = std::pow(10.0, 3 * real(random) - 2);
        for (std::size_t k = 1; k < 3; ++k) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const float first = mesh.positions[9 * t + axis];
                float& other = mesh.positions[9 * t + 3 * k + axis];
                other = std::clamp(first + static_cast<float>(factor) * (other - first), 0.0F, 1.0F);
            }
        }
    }
    const Scene scene = scene_of(std::move(mesh), 160, 150);
    Drawing drawing(runner(), scene);
    drawing.run(runner());
    EXPECT_GT(take(plan_mesh_raster(scene.params, context().profile())).classes, 1U);
    expect_nearest(scene, drawing.shown(), 0.01);
}

/// Corners on a lattice of sixteenths of a sample, and one depth per triangle: every sample has a known result, borders
/// included, and of equal depths the first triangle is shown.
TEST_F(MeshRaster, IsExactWhereNothingIsRounded) {
    constexpr std::uint32_t kSide = 40;
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        SplitMix64 random(seed);
        OwnedMesh mesh;
        for (std::uint32_t t = 0; t < 300; ++t) {
            // Half of the coordinates are exact centres of samples.
            const auto place = [&] {
                const std::uint32_t sixteenths =
                    random.below(2) == 0 ? 16 * random.below(kSide) + 8 : random.below(16 * kSide + 1);
                return static_cast<float>(sixteenths) / 16 - kSide / 2.0F;
            };
            const auto level = static_cast<float>(random.below(20));
            const float first_x = place(), first_y = place();
            for (std::uint32_t k = 0; k < 3; ++k) {
                // Some have no area, or no visible area.
                mesh.positions.push_back(k != 0 && t % 10 == 0 ? first_x : place());
                mesh.positions.push_back(k != 0 && t % 20 == 0 ? first_y : place());
                mesh.positions.push_back(level);
                mesh.triangles.push_back(3 * t + k);
            }
        }
        Scene scene = scene_of(std::move(mesh), kSide, kSide);
        scene.camera = {.right = {1, 0, 0}, .down = {0, 1, 0}, .forward = {0, 0, 1}};
        Drawing drawing(runner(), scene);
        drawing.run(runner());
        const auto shown = drawing.shown();
        for (const bool marked : {false, true}) {
            for (std::uint32_t at = 0; at < kSide * kSide; ++at) {
                std::uint32_t best = kNone;
                double nearest = std::numeric_limits<double>::infinity();
                for (std::uint32_t t = 0; t < scene.triangles(); ++t) {
                    const std::array<Vector, 3> corners{scene.seen(t, 0), scene.seen(t, 1), scene.seen(t, 2)};
                    const double x = (corners[0][0] + corners[1][0] + corners[2][0]) / 3;
                    const double y = (corners[0][1] + corners[1][1] + corners[2][1]) / 3;
                    // The middle may be on the border between two samples; it is rounded down.
                    const bool in_middle = scene.is_marked(t) && std::floor(x) == at % kSide &&
                                           std::floor(y) == static_cast<double>(at / kSide);
                    const bool covers = cover(corners, at % kSide + 0.5, at / kSide + 0.5).inside >= 0;
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
    Scene scene = scene_of(std::move(mesh), 200, 200);
    scene.camera = {.middle = {12, 12, 0}, .right = {8, 0, 0}, .down = {0, 8, 0}, .forward = {0, 0, 1}};
    Drawing drawing(runner(), scene);
    drawing.run(runner());
    const auto shown = drawing.shown();
    for (std::uint32_t row = 5; row < 195; ++row) {
        for (std::uint32_t column = 5; column < 195; ++column) {
            EXPECT_NE(shown[row * 200 + column], kNone) << column << ", " << row;
        }
    }
}

/// A host's camera may look at a part of the mesh: what is outside, far away or not a number does no harm.
TEST_F(MeshRaster, CutsOffWhatLiesBesideThePicture) {
    OwnedMesh mesh = random_mesh(Family::cloud, 40, 80, 11);
    constexpr float kInfinite = std::numeric_limits<float>::infinity();
    constexpr float kNoNumber = std::numeric_limits<float>::quiet_NaN();
    // The last one is in the middle of the picture, but its depth is out of range.
    const std::vector<std::array<float, 3>> far = {{1e4F, 0.2F, 0.3F},      {1e12F, 0.2F, 0.3F},
                                                   {1e30F, 0.2F, 0.3F},     {kInfinite, 0.2F, 0.3F},
                                                   {kNoNumber, 0.2F, 0.3F}, {0.6F, 0.4F, -3.3e38F}};
    for (const std::array<float, 3>& place : far) {
        const auto vertex = static_cast<std::uint32_t>(mesh.positions.size() / 3);
        mesh.positions.insert(mesh.positions.end(), place.begin(), place.end());
        mesh.triangles.insert(mesh.triangles.end(), {0, 1, vertex});
    }
    Scene scene = scene_of(std::move(mesh), 64, 48);
    scene.camera = {.middle = {0.6F, 0.4F, 0}, .right = {200, 0, 0}, .down = {0, 200, 0}, .forward = {0, 0.1F, 1}};
    Drawing drawing(runner(), scene);
    drawing.run(runner());
    // The triangle that reaches to 1e4 is drawn; those beyond 2^21 samples are not.
    for (const std::uint32_t triangle : drawing.shown()) {
        ASSERT_TRUE(triangle == kNone || triangle <= 80) << triangle;
    }
    scene.mesh.triangles.resize(3 * std::size_t{81});
    scene.params.triangles = 81;
    expect_nearest(scene, drawing.shown(), 0.05);
}

TEST_F(MeshRaster, ShowsTheBackgroundWhereThereIsNothing) {
    for (const bool vertices : {true, false}) {
        Scene scene = scene_of({}, 33, 7, 2);
        if (vertices) {
            scene.mesh.positions.assign(9, 1.0F);
            scene.params.vertices = 3;
        }
        Drawing drawing(runner(), scene);
        drawing.run(runner());
        EXPECT_EQ(drawing.picture(), std::vector<std::uint32_t>(33 * 7, 0xff030201U));
        EXPECT_EQ(drawing.shown(), std::vector<std::uint32_t>(std::size_t{8} * 33 * 7, kNone));
    }
}

TEST_F(MeshRaster, RunsTwiceInOneCommandBuffer) {
    const Scene one = scene_of(random_mesh(Family::cloud, 30, 50, 1), 60, 50);
    const Scene other = scene_of(random_mesh(Family::grid, 30, 50, 2), 31, 70, 2);
    Drawing first(runner(), one), second(runner(), other);
    const MeshRasteriser rasteriser = take(MeshRasteriser::create(context()));
    ASSERT_OK(runner().run([&](Recorder& recorder) -> Result<void> {
        VKALGO_CHECK(rasteriser.record(recorder, first.arguments()));
        VKALGO_CHECK(rasteriser.record(recorder, second.arguments()));
        return rasteriser.record(recorder, first.arguments());
    }));
    for (const auto& [drawing, scene] : {std::pair{&first, &one}, std::pair{&second, &other}}) {
        expect_nearest(*scene, drawing->shown(), 0.01);
        expect_colours(*scene, drawing->shown(), drawing->picture());
        drawing->expect_intact();
    }
}

TEST_F(MeshRaster, DrawsTheSamePictureAgain) {
    const Scene scene = scene_of(random_mesh(Family::grid, 30, 300, 7), 120, 90, 2);
    Drawing first(runner(), scene), second(runner(), scene);
    first.run(runner());
    second.run(runner());
    EXPECT_EQ(first.shown(), second.shown());
    EXPECT_EQ(first.picture(), second.picture());
}

TEST_F(MeshRaster, RefusesArgumentsThatDoNotFit) {
    const Scene scene = scene_of(random_mesh(Family::cloud, 30, 50, 1), 60, 50);
    const Drawing drawing(runner(), scene);
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
    refused(ErrorCode::too_large, [](auto& arguments) { arguments.params.width = 16385; });
    // More than the largest buffer, or than the given buffers.
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
    const Scene scene = scene_of(random_mesh(Family::cloud, 30, 60, 9), 97, 61);
    Drawing drawing(runner, scene);
    drawing.run(runner);
    expect_nearest(scene, drawing.shown(), 0.01);
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
    const Scene scene = scene_of(random_mesh(Family::cloud, 30, 60, 9), 97, 61);
    Drawing drawing(runner, scene);
    drawing.run(runner);
    expect_nearest(scene, drawing.shown(), 0.01);
    const MeshRasterPlan plan = take(plan_mesh_raster(
        {.vertices = 3, .triangles = 1, .width = 2000, .height = 2000, .samples = 2}, context->profile()));
    if (context->profile().max_loop_iterations != 0) {
        EXPECT_LE(plan.loop_iterations, context->profile().max_loop_iterations);
    }
}

}  // namespace
}  // namespace vkalgo::test
