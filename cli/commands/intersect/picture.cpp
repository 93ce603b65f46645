#include "cli/commands/intersect/picture.hpp"

#include "algorithms/mesh/mesh_picture.hpp"
#include "cli/commands/intersect/pairs.hpp"
#include "engine/runner.hpp"
#include "formats/drawing/number_labels.hpp"
#include "formats/drawing/png.hpp"
#include "support/numbers.hpp"
#include "support/phrases.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// The colours of triangles in no group: in the first mesh, and in the second.
constexpr std::array<std::array<std::uint8_t, 3>, 2> kPlain{{{196, 198, 200}, {150, 172, 196}}};

MeshPictureOptions options_for(const Session& session, MeshUp up) {
    MeshPictureOptions options{.width = kMeshPictureSize, .height = kMeshPictureSize, .up = up};
    options.call.memory_limit = session.globals().memory;
    return options;
}

/// What the device draws: the meshes or, with a region, only the triangles in `kept` (three vertices each); and for
/// each triangle drawn its group (0: none) and its colour.
struct Drawn {
    std::vector<std::vector<std::uint32_t>> kept;
    std::vector<MeshView> meshes;
    std::vector<std::uint32_t> groups;
    std::vector<std::uint32_t> colours;
};

Drawn drawn_of(const MeshScene& scene) {
    Drawn drawn;
    drawn.kept.resize(scene.meshes.size());
    std::size_t number = 0;
    for (std::size_t which = 0; which < scene.meshes.size(); ++which) {
        const MeshView view = scene.meshes[which].view();
        for (std::uint32_t triangle = 0; triangle < view.triangles.size() / 3; ++triangle, ++number) {
            if (scene.region && !meets_region(view, triangle, *scene.region)) {
                continue;
            }
            const std::uint32_t group = scene.groups.group_of[number];
            const auto [red, green, blue] = group == 0 ? kPlain.at(which) : group_colour(group);
            drawn.groups.push_back(group);
            drawn.colours.push_back(MeshRasteriser::colour(red, green, blue, group != 0));
            if (scene.region) {
                const auto corners = view.triangles.subspan(3 * std::size_t{triangle}, 3);
                drawn.kept[which].insert(drawn.kept[which].end(), corners.begin(), corners.end());
            }
        }
        drawn.meshes.push_back(view);
        if (scene.region) {
            drawn.meshes.back().triangles = drawn.kept[which];
        }
    }
    return drawn;
}

/// Where a group is seen: the sums of the pixel coordinates of its samples (a pixel has several samples), the number of
/// samples, the edges of the rectangle around them, and the pixel that is nearest to their mean. Samples where other
/// triangles hide the group count too.
struct Sight {
    double x = 0, y = 0;
    std::uint64_t samples = 0;
    std::uint32_t left = std::numeric_limits<std::uint32_t>::max(), right = 0, top = left, bottom = 0;
    std::uint32_t nearest_x = 0, nearest_y = 0;
    double away = std::numeric_limits<double>::infinity();
};

std::vector<Sight> sights_of(const MeshPicture& picture, const Drawn& drawn, std::size_t groups) {
    std::vector<Sight> sights(groups + 1);
    const std::size_t layer = picture.shown.size() / 2;
    const auto per_pixel = static_cast<std::uint32_t>(
        std::lround(std::sqrt(static_cast<double>(layer) / (static_cast<double>(picture.width) * picture.height))));
    const auto each = [&](const auto& take) {
        for (std::size_t sample = 0; sample < layer; ++sample) {
            const std::uint32_t triangle = picture.shown[layer + sample];
            if (triangle != MeshRasterArguments::kNoTriangle) {
                const std::size_t columns = std::size_t{picture.width} * per_pixel;
                take(sights[drawn.groups[triangle]], static_cast<std::uint32_t>(sample % columns / per_pixel),
                     static_cast<std::uint32_t>(sample / columns / per_pixel));
            }
        }
    };
    each([](Sight& sight, std::uint32_t x, std::uint32_t y) {
        sight.x += x;
        sight.y += y;
        ++sight.samples;
        sight.left = std::min(sight.left, x);
        sight.right = std::max(sight.right, x);
        sight.top = std::min(sight.top, y);
        sight.bottom = std::max(sight.bottom, y);
    });
    each([&](Sight& sight, std::uint32_t x, std::uint32_t y) {
        const auto count = static_cast<double>(sight.samples);
        const double away = std::hypot(x - sight.x / count, y - sight.y / count);
        if (away < sight.away) {
            sight.away = away;
            sight.nearest_x = x;
            sight.nearest_y = y;
        }
    });
    return sights;
}

/// Draws the numbers of groups; returns how many were drawn.
std::size_t draw_numbers(MeshPicture& picture, const Drawn& drawn, const MeshGroups& groups) {
    const std::vector<Sight> sights = sights_of(picture, drawn, groups.sizes.size());
    std::vector<std::uint32_t> order(groups.sizes.size());
    std::iota(order.begin(), order.end(), 1U);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return groups.sizes[a - 1] > groups.sizes[b - 1]; });
    order.resize(std::min(order.size(), kMaxGroupNumbers));
    std::size_t numbers = 0;
    NumberLabels labels(picture.width, picture.height);
    for (const std::uint32_t group : order) {
        const Sight& sight = sights[group];
        if (sight.samples != 0 &&
            labels.add(group, sight.nearest_x, sight.nearest_y, sight.right - sight.left, sight.bottom - sight.top)) {
            ++numbers;
        }
    }
    labels.draw(picture.rgb);
    return numbers;
}

}  // namespace

std::array<std::uint8_t, 3> group_colour(std::uint32_t group) {
    constexpr std::array<std::array<std::uint8_t, 3>, 12> kColours{{{214, 39, 40},
                                                                    {31, 119, 200},
                                                                    {44, 160, 44},
                                                                    {255, 127, 14},
                                                                    {148, 80, 200},
                                                                    {0, 170, 180},
                                                                    {227, 60, 160},
                                                                    {140, 86, 60},
                                                                    {188, 180, 20},
                                                                    {50, 70, 160},
                                                                    {120, 200, 60},
                                                                    {255, 110, 110}}};
    return kColours.at((group - 1) % kColours.size());
}

MeshUp picture_up(const std::optional<std::string>& option, const Mesh& first) {
    if (!option) {
        return first.indexed ? MeshUp::y : MeshUp::z;
    }
    return *option == "x" ? MeshUp::x : *option == "y" ? MeshUp::y : MeshUp::z;
}

Result<void> check_scene(Session& session, std::span<const Mesh> meshes) {
    std::uint64_t vertices = 0, triangles = 0;
    for (const Mesh& mesh : meshes) {
        vertices += mesh.vertex_count();
        triangles += mesh.triangle_count();
    }
    VKALGO_TRY(const Context* const context, session.context());
    VKALGO_CHECK(plan_mesh_picture(vertices, triangles, options_for(session, MeshUp::y), context->profile()));
    return {};
}

Result<Bytes> draw_scene(Session& session, const MeshScene& scene) {
    const Drawn drawn = drawn_of(scene);
    VKALGO_TRY(Context* const context, session.context());
    VKALGO_TRY(Runner runner, Runner::create(*context));
    VKALGO_TRY(MeshPicture picture, draw_meshes(runner, drawn.meshes, drawn.colours, options_for(session, scene.up)));
    const std::size_t numbers = draw_numbers(picture, drawn, scene.groups);
    session.reporter().explain(fmt::format(
        "picture of {} x {} pixels with the numbers of {}: {:.1f} ms, device memory {}", picture.width, picture.height,
        plural(numbers, "group"), picture.report.gpu_milliseconds.front(), format_bytes(picture.report.device_bytes)));
    return encode_png(picture.width, picture.height, 3, picture.rgb);
}

}  // namespace vkalgo::cli
