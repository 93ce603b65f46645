#include "formats/meshes/marked_ply.hpp"

#include "tests/formats/mesh_samples.hpp"
#include "tests/support/temporary_folder.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

using Groups = std::vector<std::uint32_t>;

TEST(MarkedPly, IsReadBackAsTheSameMesh) {
    for (const MeshSample& sample : mesh_samples()) {
        const auto mesh = parse_mesh(sample.content, sample.name);
        ASSERT_TRUE(mesh) << mesh.error().message;
        const TemporaryFolder folder;
        const auto written = write_marked_ply(folder.path("marked.ply"), *mesh, Groups{0, 1, 0});
        ASSERT_TRUE(written) << written.error().message;
        const auto again = read_mesh(folder.path("marked.ply"));
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(again->positions, mesh->positions) << sample.name;
        EXPECT_EQ(again->triangles, mesh->triangles) << sample.name;
        EXPECT_EQ(folder.entries(), 1U);
    }
}

TEST(MarkedPly, ColoursMarkedTrianglesAndWritesTheirGroup) {
    const auto mesh = parse_mesh("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 3 2 1\n", "a.obj");
    ASSERT_TRUE(mesh) << mesh.error().message;
    const auto bytes = encode_marked_ply(*mesh, Groups{7, 0});
    ASSERT_TRUE(bytes) << bytes.error().message;
    const std::string expected =
        "ply\nformat binary_little_endian 1.0\ncomment written by vkalgo\nelement vertex 3\nproperty double x\n"
        "property double y\nproperty double z\nelement face 2\nproperty list uchar int vertex_indices\n"
        "property uchar red\nproperty uchar green\nproperty uchar blue\nproperty uint group\nend_header\n" +
        little(0., 0., 0., 1., 0., 0., 0., 1., 0.) + little(std::uint8_t{3}, 0, 1, 2) + "\xdc\x28\x1e" + little(7) +
        little(std::uint8_t{3}, 2, 1, 0) + "\xc8\xc8\xc8" + little(0);
    EXPECT_EQ(as_text(*bytes), expected);
}

TEST(MarkedPly, OfNoTrianglesIsAFileToo) {
    const auto bytes = encode_marked_ply(Mesh{}, {});
    ASSERT_TRUE(bytes) << bytes.error().message;
    const auto again = parse_mesh(as_text(*bytes), "a.ply");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->vertex_count(), 0U);
}

TEST(MarkedPly, IsNotWrittenWithoutAGroupForEachTriangle) {
    const TemporaryFolder folder;
    EXPECT_REFUSED(write_marked_ply(folder.path("a.ply"), Mesh{}, Groups{1}),
                   "the number of groups is 1, but that of triangles is 0");
    EXPECT_REFUSED(write_marked_ply(folder.path("no/a.ply"), Mesh{}, {}), "cannot write");
    EXPECT_EQ(folder.entries(), 0U);
}

}  // namespace
}  // namespace vkalgo::formats::test
