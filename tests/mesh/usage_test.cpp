// The code of docs/meshes.md, compiled and run: tests/docs/snippets_test.cpp compares the two line for line.
#include "algorithms/mesh/bounding_volume_hierarchy.hpp"
#include "algorithms/mesh/mesh_groups.hpp"
#include "algorithms/mesh/mesh_intersection_call.hpp"
#include "algorithms/mesh/mesh_picture.hpp"
#include "algorithms/mesh/triangulate_faces.hpp"
#include "algorithms/mesh/weld.hpp"
#include "tests/support/device_fixture.hpp"

#include <array>
#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

Result<std::uint64_t> crossings(vkalgo::Runner& runner, const std::vector<float>& positions,
                                const std::vector<std::uint32_t>& triangles) {
    VKALGO_TRY(const auto mesh, vkalgo::weld(std::span(positions), std::span(triangles)));
    VKALGO_TRY(const auto found,
               vkalgo::intersect_mesh(runner, {.positions = mesh.positions, .triangles = mesh.triangles}, {}));
    for (const vkalgo::MeshPair& pair : found.pairs) {
        EXPECT_LE(pair.first, pair.second);
    }
    return found.count;
}

Result<std::uint64_t> crossings_of_faces(vkalgo::Runner& runner, const std::vector<float>& positions,
                                         const std::vector<std::uint32_t>& corners,
                                         const std::vector<std::uint32_t>& sizes) {
    VKALGO_TRY(const auto faces, vkalgo::triangulate_faces({.positions = positions}, corners, sizes));
    VKALGO_TRY(const auto found,
               vkalgo::intersect_mesh(runner, {.positions = positions, .triangles = faces.triangles}, {}));
    return found.count;
}

Result<void> record_search(vkalgo::Recorder& recorder, const vkalgo::MeshIntersection& search,
                           vkalgo::BufferView positions, vkalgo::BufferView triangles, vkalgo::BufferView pairs,
                           vkalgo::BufferView counts, vkalgo::BufferView scratch, std::uint64_t vertices,
                           std::uint64_t count) {
    // Made once: vkalgo::MeshIntersection::create(context, {}); sizes from vkalgo::plan_mesh_intersection(...).
    return search.record(recorder, {.positions = positions,
                                    .triangles = triangles,
                                    .pairs = pairs,
                                    .counts = counts,
                                    .scratch = scratch,
                                    .vertices = vertices,
                                    .triangles_count = count});
}

Result<void> record_frame(vkalgo::Recorder& recorder, const vkalgo::BoundingVolumeHierarchy& hierarchy,
                          const vkalgo::HierarchyArguments& tree, vkalgo::BufferView positions,
                          vkalgo::BufferView triangles, std::uint64_t vertices, bool first, vkalgo::BufferView rays,
                          std::uint64_t count, vkalgo::BufferView hits) {
    // Made once: vkalgo::BoundingVolumeHierarchy::create(context); sizes from plan_bounding_volume_hierarchy(...).
    VKALGO_CHECK(hierarchy.record_triangle_boxes(recorder, positions, triangles, tree.boxes, vertices, tree.items));
    VKALGO_CHECK(first ? hierarchy.record_build(recorder, tree) : hierarchy.record_refit(recorder, tree));
    return hierarchy.record_rays(recorder, {.hierarchy = tree.hierarchy,
                                            .items = tree.items,
                                            .asked = rays,
                                            .asked_count = count,
                                            .answers = hits,
                                            .positions = positions,
                                            .triangles = triangles,
                                            .vertices = vertices});
}

Result<std::vector<std::uint8_t>> picture_of(vkalgo::Runner& runner, const vkalgo::MeshView& mesh,
                                             const std::vector<vkalgo::MeshPair>& pairs) {
    VKALGO_TRY(const auto groups, vkalgo::mesh_groups(pairs, mesh.triangles.size() / 3));
    std::vector<std::uint32_t> colours;
    for (const std::uint32_t group : groups.group_of) {
        colours.push_back(group == 0 ? vkalgo::MeshRasteriser::colour(200, 200, 200)
                                     : vkalgo::MeshRasteriser::colour(220, 40, 30, true));
    }
    VKALGO_TRY(const auto picture,
               vkalgo::draw_meshes(runner, std::array{mesh}, colours, {.width = 640, .height = 480}));
    return picture.rgb;
}

}  // namespace

class MeshUsage : public DeviceTest {};

/// A triangle that crosses two others, which share two positions.
TEST_F(MeshUsage, FindsCrossingsAsTheDocumentationShows) {
    const std::vector<float> positions = {0, 0, 0, 2, 0, 0, 0, 2, 0, .5F, .5F, -1, .5F, .5F,
                                          1, 3, 3, 1, 2, 0, 0, 0, 2, 0,   2,   2,  -9};
    const std::vector<std::uint32_t> triangles = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    const auto count = crossings(runner(), positions, triangles);
    ASSERT_OK(count);
    EXPECT_EQ(*count, 2U);
}

/// A concave face, whose fan would intersect itself.
TEST_F(MeshUsage, CutsFacesAsTheDocumentationShows) {
    const std::vector<float> positions = {4, 1, 0, 1, 1, 0, 1, 4, 0, 0, 4, 0, 0, 0, 0, 4, 0, 0};
    const auto count = crossings_of_faces(runner(), positions, {0, 1, 2, 3, 4, 5}, {6});
    ASSERT_OK(count);
    EXPECT_EQ(*count, 0U);
}

TEST_F(MeshUsage, RecordsAsTheDocumentationShows) {
    const std::vector<float> positions = {0, 0, 0, 2, 0, 0, 0, 2, 0, .5F, .5F, -1, .5F, .5F, 1, 3, 3, 1};
    const std::vector<std::uint32_t> triangles = {0, 1, 2, 3, 4, 5};
    const auto plan = take(plan_mesh_intersection({.vertices = 6, .triangles = 2}, context().profile()));
    const MeshIntersection search = take(MeshIntersection::create(context(), {}));
    const Buffer at = upload(runner(), positions), corners = upload(runner(), triangles);
    const Buffer pairs = take(Buffer::create(context(), {.size = plan.pairs_bytes}));
    const Buffer counts = take(Buffer::create(context(), {.size = 12}));
    const Buffer scratch = take(Buffer::create(context(), {.size = plan.scratch_bytes}));
    ASSERT_OK(runner().run([&](Recorder& recorder) {
        return record_search(recorder, search, at.view(), corners.view(), pairs.view(), counts.view(), scratch.view(),
                             6, 2);
    }));
    EXPECT_EQ(read_back<std::uint32_t>(runner(), counts.view().slice(0, 12))[2], 1U);
    EXPECT_EQ(read_back<std::uint64_t>(runner(), pairs.view().slice(0, 8)).front(), 1U);
}

TEST_F(MeshUsage, DrawsAsTheDocumentationShows) {
    const std::vector<float> positions = {0, 0, 0, 2, 0, 0, 0, 2, 0, .5F, .5F, -1, .5F, .5F, 1, 3, 3, 1, 4, 0, 0};
    const std::vector<std::uint32_t> triangles = {0, 1, 2, 3, 4, 5, 1, 6, 5};
    const auto rgb = picture_of(runner(), {.positions = positions, .triangles = triangles}, {{0, 1}});
    ASSERT_OK(rgb);
    ASSERT_EQ(rgb->size(), 3U * 640 * 480);
    std::size_t red = 0, grey = 0;
    for (std::size_t at = 0; at < rgb->size(); at += 3) {
        red += (*rgb)[at] > 2 * (*rgb)[at + 1] ? 1U : 0U;
        grey += (*rgb)[at] == (*rgb)[at + 1] && (*rgb)[at] <= 200 ? 1U : 0U;
    }
    EXPECT_GT(red, 5000U);
    EXPECT_GT(grey, 5000U);
}

TEST_F(MeshUsage, CastsRaysAsTheDocumentationShows) {
    std::vector<float> positions = {0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 2, 0, 1, 0, 2, 1};
    const std::vector<std::uint32_t> triangles = {0, 1, 2, 3, 4, 5};
    const auto plan = take(plan_bounding_volume_hierarchy(2, context().profile()));
    const auto hierarchy = take(BoundingVolumeHierarchy::create(context()));
    const Buffer at = upload(runner(), positions), corners = upload(runner(), triangles);
    const Buffer rays = upload(runner(), std::vector<float>{.5F, .5F, 5, 0, 0, 0, -1, 100});
    const Buffer boxes = take(Buffer::create(context(), {.size = plan.boxes_bytes}));
    const Buffer tree = take(Buffer::create(context(), {.size = plan.hierarchy_bytes}));
    const Buffer scratch = take(Buffer::create(context(), {.size = plan.scratch_bytes}));
    const Buffer hits = take(Buffer::create(context(), {.size = 16}));
    for (const float height : {1.0F, -1.0F}) {
        positions[11] = positions[14] = positions[17] = height;
        take(runner().upload(at.view(), std::as_bytes(std::span(positions))));
        ASSERT_OK(runner().run([&](Recorder& recorder) {
            return record_frame(
                recorder, hierarchy,
                {.boxes = boxes.view(), .hierarchy = tree.view(), .scratch = scratch.view(), .items = 2}, at.view(),
                corners.view(), 6, height > 0, rays.view(), 1, hits.view());
        }));
        EXPECT_EQ(read_back<std::uint32_t>(runner(), hits.view())[0], height > 0 ? 1U : 0U);
        EXPECT_EQ(read_back<float>(runner(), hits.view())[1], height > 0 ? 4.0F : 5.0F);
    }
}

}  // namespace vkalgo::test
