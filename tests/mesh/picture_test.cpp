// Pictures of meshes by the easy call: their contents, for all kinds of coordinates.
#include "algorithms/mesh/mesh_picture.hpp"
#include "tests/mesh/meshes.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

namespace vkalgo::test {
namespace {

constexpr std::uint32_t kBackground = MeshRasterArguments::kNoTriangle;
constexpr std::uint32_t kSize = 96;

class MeshPictures : public DeviceTest {
protected:
    static MeshPictureOptions small() { return {.width = kSize, .height = kSize, .samples = 1}; }
    static MeshPicture drawn(const std::vector<MeshView>& meshes, std::uint32_t colour = 0x8000ff00U) {
        std::size_t triangles = 0;
        for (const MeshView& mesh : meshes) {
            triangles += mesh.triangles.size() / 3;
        }
        return take(draw_meshes(runner(), meshes, std::vector<std::uint32_t>(triangles, colour), small()));
    }
    /// Returns the triangles in the picture.
    static std::set<std::uint32_t> seen(const MeshPicture& picture) {
        std::set<std::uint32_t> triangles(picture.shown.begin(), picture.shown.end());
        triangles.erase(kBackground);
        return triangles;
    }
    /// Returns the number of samples in which two pictures show different triangles.
    static std::size_t differences(const MeshPicture& a, const MeshPicture& b) {
        EXPECT_EQ(a.shown.size(), b.shown.size());
        std::size_t count = 0;
        for (std::size_t at = 0; at < std::min(a.shown.size(), b.shown.size()); ++at) {
            count += a.shown[at] != b.shown[at] ? 1U : 0U;
        }
        return count;
    }
    static OwnedMesh scaled(const OwnedMesh& mesh, double factor) {
        OwnedMesh other = mesh;
        for (float& value : other.positions) {
            value = static_cast<float>((value - 0.5) * factor);
        }
        return other;
    }
};

TEST_F(MeshPictures, AreTheSameAtEveryScaleAndInEitherType) {
    const OwnedMesh mesh = random_mesh(Family::cloud, 40, 60, 3);
    const MeshPicture right = drawn({scaled(mesh, 1).view()});
    EXPECT_GT(seen(right).size(), 20U);
    // A factor that is a power of two changes no bit of the picture.
    for (const double factor : {0x1p-66, 0x1p66, 0x1p-120, 0x1p127}) {
        EXPECT_EQ(drawn({scaled(mesh, factor).view()}).shown, right.shown) << factor;
    }
    for (const double factor : {1e-20, 1e20, 1e-35, 6e38}) {
        EXPECT_LT(differences(drawn({scaled(mesh, factor).view()}), right), 30U) << factor;
    }
    EXPECT_EQ(drawn({scaled(mesh, 1).doubled().view()}).shown, right.shown);
    for (const double factor : {1e-50, 1e50}) {
        EXPECT_LT(differences(drawn({scaled(mesh, 1).doubled(0, factor).view()}), right), 30U) << factor;
    }
    // Doubles distinguish positions that are far from the origin.
    EXPECT_LT(differences(drawn({scaled(mesh, 1).doubled(1e6).view()}), right), 30U);
}

TEST_F(MeshPictures, ShowMarkedTrianglesThatHaveNoArea) {
    const OwnedMesh point{{7, 7, 7, 7, 7, 7, 7, 7, 7}, {}, {0, 1, 2, 0, 0, 0}};
    const OwnedMesh line{{1, 2, 3, 2, 4, 6, 3, 6, 9}, {}, {0, 1, 2}};
    const OwnedMesh tiny{
        {0, 0, 0, 1, 0, 0, 0, 1, 0, 0.5F, 0.5F, 0, 0.5000001F, 0.5F, 0, 0.5F, 0.5000001F, 0}, {}, {0, 1, 2, 3, 4, 5}};
    for (const OwnedMesh& mesh : {point, line, tiny}) {
        const MeshPicture marked = drawn({mesh.view()});
        EXPECT_FALSE(seen(marked).empty());
        const std::size_t layer = marked.shown.size() / 2;
        EXPECT_TRUE(std::any_of(marked.shown.begin() + static_cast<std::ptrdiff_t>(layer), marked.shown.end(),
                                [](std::uint32_t triangle) { return triangle != kBackground; }));
    }
    // Without marks, a point and a line have no samples.
    EXPECT_TRUE(seen(drawn({point.view()}, 0x00ff00U)).empty());
    EXPECT_TRUE(seen(drawn({line.view()}, 0x00ff00U)).empty());
    // A single point is in the middle of the picture; it has no normal, so its brightness is full.
    const MeshPicture picture = drawn({point.view()});
    const std::size_t middle = (kSize / 2) * kSize + kSize / 2;
    EXPECT_EQ(picture.shown[middle], 0U);
    EXPECT_EQ(picture.rgb[3 * middle + 1], 255U);
}

TEST_F(MeshPictures, OfNothingShowOnlyTheBackground) {
    const OwnedMesh vertices{{1, 2, 3}, {}, {}};
    for (const std::vector<MeshView>& meshes : {std::vector<MeshView>{}, {MeshView{}}, {vertices.view(), {}}}) {
        const MeshPicture picture = drawn(meshes);
        EXPECT_TRUE(seen(picture).empty());
        ASSERT_EQ(picture.rgb.size(), 3U * kSize * kSize);
        for (std::size_t at = 0; at < picture.rgb.size(); at += 3) {
            ASSERT_EQ(picture.rgb[at], 250U);
            ASSERT_EQ(picture.rgb[at + 2], 248U);
        }
    }
}

TEST_F(MeshPictures, ShowMeshesTogether) {
    const OwnedMesh one = random_mesh(Family::cloud, 30, 40, 1),
                    other = random_mesh(Family::cloud, 30, 40, 2).doubled();
    OwnedMesh both = one.doubled();
    both.positions_f64.insert(both.positions_f64.end(), other.positions_f64.begin(), other.positions_f64.end());
    for (const std::uint32_t vertex : other.triangles) {
        both.triangles.push_back(vertex + 30);
    }
    EXPECT_EQ(drawn({one.view(), other.view()}).shown, drawn({both.view()}).shown);
}

TEST_F(MeshPictures, FillThePictureExceptForTheMargin) {
    OwnedMesh mesh = random_mesh(Family::cloud, 200, 400, 6);
    // Flat, high and wide meshes; a vertex that no triangle uses is ignored.
    for (const std::array<float, 3>& stretch :
         {std::array{1.0F, 1.0F, 1.0F}, {9.0F, 1.0F, 1.0F}, {1.0F, 9.0F, 1.0F}, {1.0F, 0.0F, 1.0F}}) {
        OwnedMesh stretched = mesh;
        for (std::size_t at = 0; at < mesh.positions.size(); ++at) {
            stretched.positions[at] *= stretch.at(at % 3);
        }
        stretched.positions.insert(stretched.positions.end(), {1e5F, 1e5F, 1e5F});
        const MeshPicture picture = drawn({stretched.view()});
        std::uint32_t left = kSize, right = 0, top = kSize, bottom = 0;
        for (std::uint32_t at = 0; at < kSize * kSize; ++at) {
            if (picture.shown[at] != kBackground) {
                left = std::min(left, at % kSize);
                right = std::max(right, at % kSize);
                top = std::min(top, at / kSize);
                bottom = std::max(bottom, at / kSize);
            }
        }
        const std::uint32_t wide = right - left + 1, high = bottom - top + 1;
        EXPECT_NEAR(std::max(wide, high), 0.92 * kSize, 3);
        EXPECT_LE(std::max(wide, high), 0.92 * kSize + 2);
        EXPECT_NEAR(left + right, kSize, 6);
        EXPECT_NEAR(top + bottom, kSize, 6);
    }
}

/// Defines up, right and front. No other test would notice a camera that mirrors or rotates the mesh.
TEST(MeshCameras, LookFromTheFrontTheRightAndAbove) {
    const std::vector<float> cube = {0, 0, 0, 1, 1, 1};
    for (const MeshUp up : {MeshUp::x, MeshUp::y, MeshUp::z}) {
        const MeshCamera camera = fit_camera(cube, up, 100, 100);
        const auto upwards = static_cast<std::size_t>(up);
        const std::size_t to_right = up == MeshUp::x ? 1 : 0, to_front = up == MeshUp::z ? 1 : 2;
        const float right = up == MeshUp::x ? -1.0F : 1.0F, front = up == MeshUp::z ? -1.0F : 1.0F;
        EXPECT_LT(camera.down.at(upwards), 0);
        EXPECT_NEAR(camera.right.at(upwards), 0, 1e-6F);
        EXPECT_GT(camera.right.at(to_right) * right, 0);
        // Points in front, to the right and above are nearer to the eye.
        EXPECT_LT(camera.forward.at(to_front) * front, 0);
        EXPECT_LT(camera.forward.at(to_right) * right, 0);
        EXPECT_LT(camera.forward.at(upwards), 0);
        const auto dot = [](const std::array<float, 3>& a, const std::array<float, 3>& b) {
            return double{a[0]} * b[0] + double{a[1]} * b[1] + double{a[2]} * b[2];
        };
        EXPECT_NEAR(dot(camera.right, camera.down), 0, 1e-2);
        EXPECT_NEAR(dot(camera.right, camera.forward), 0, 1e-2);
        EXPECT_NEAR(dot(camera.right, camera.right), dot(camera.down, camera.down), 1e-2);
        // The picture is not mirrored: right x down points forward.
        const double turn =
            camera.right[0] * (camera.down[1] * camera.forward[2] - camera.down[2] * camera.forward[1]) +
            camera.right[1] * (camera.down[2] * camera.forward[0] - camera.down[0] * camera.forward[2]) +
            camera.right[2] * (camera.down[0] * camera.forward[1] - camera.down[1] * camera.forward[0]);
        EXPECT_GT(turn, 0);
    }
}

TEST_F(MeshPictures, RefuseWhatTheyCannotDraw) {
    const OwnedMesh mesh = random_mesh(Family::cloud, 9, 6, 1);
    const std::vector<std::uint32_t> colours(6);
    const std::array meshes{mesh.view()};
    const auto refused = [&](ErrorCode code, const MeshPictureOptions& options) {
        EXPECT_ERROR(draw_meshes(runner(), meshes, colours, options), code);
    };
    EXPECT_ERROR(draw_meshes(runner(), meshes, std::span(colours).first(5), small()), ErrorCode::invalid_argument);
    OwnedMesh broken = mesh;
    broken.triangles[2] = 9;
    EXPECT_ERROR(draw_meshes(runner(), std::array{broken.view()}, colours, small()), ErrorCode::invalid_argument);
    refused(ErrorCode::invalid_argument, {.width = 0});
    refused(ErrorCode::invalid_argument, {.samples = 9});
    refused(ErrorCode::invalid_argument, {.call = {.repeat = 0}});
    refused(ErrorCode::too_large, {.width = 100000});
    refused(ErrorCode::too_large, {.call = {.memory_limit = 1 << 20}});
    std::stop_source stop;
    stop.request_stop();
    refused(ErrorCode::cancelled, {.width = kSize, .height = kSize, .call = {.cancel = stop.get_token()}});
}

TEST_F(MeshPictures, UseAsMuchMemoryAsPlanned) {
    const OwnedMesh mesh = scattered_mesh(6, 1);
    const MeshPicturePlan plan = take(plan_mesh_picture(18, 6, small(), context().profile()));
    MeshPictureOptions options = small();
    options.call.memory_limit = plan.device_bytes;
    options.call.repeat = 2;
    options.call.warm_up = true;
    ValidatedContext context;
    Runner runner = take(Runner::create(*context));
    const MeshPicture picture =
        take(draw_meshes(runner, std::array{mesh.view()}, std::vector<std::uint32_t>(6), options));
    EXPECT_EQ(context->peak_memory(), plan.device_bytes);
    EXPECT_EQ(picture.report.device_bytes, plan.device_bytes);
    EXPECT_EQ(picture.report.gpu_milliseconds.size(), 2U);
    options.call.memory_limit -= 1;
    EXPECT_ERROR(plan_mesh_picture(18, 6, options, context->profile()), ErrorCode::too_large);
}

}  // namespace
}  // namespace vkalgo::test
