// Tests what the formats of meshes have in common: the detection of the format, and the invariants of a mesh.
#include "formats/meshes/mesh.hpp"

#include "tests/formats/mesh_samples.hpp"
#include "tests/support/gzipped.hpp"
#include "tests/support/temporary_folder.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

/// Returns the triangles by their coordinates, independent of the numbering of the vertices.
std::vector<double> corners_of(const Mesh& mesh) {
    const std::vector<double> positions = positions_of(mesh);
    std::vector<double> corners;
    for (const std::uint32_t vertex : mesh.triangles) {
        corners.insert(corners.end(), positions.begin() + 3 * vertex, positions.begin() + 3 * vertex + 3);
    }
    return corners;
}

TEST(Meshes, AreTheSameInEveryFormat) {
    const std::vector<double> expected = {0, 0, 0, 1, 0, 0, 1, 1, 0,  0, 0, 0, 1, 1,
                                          0, 0, 1, 0, 1, 0, 0, 2, .5, 1, 1, 1, 0};
    for (const MeshSample& sample : mesh_samples()) {
        const auto mesh = parse_mesh(sample.content, sample.name);
        ASSERT_TRUE(mesh) << mesh.error().message;
        EXPECT_EQ(defect_of(*mesh), "") << sample.name;
        EXPECT_EQ(corners_of(*mesh), expected) << sample.name;
        const bool stl = sample.name.ends_with("stl"), gltf = sample.name.ends_with("gltf");
        EXPECT_EQ(mesh->indexed, !stl);
        EXPECT_EQ(mesh->splits_vertices, gltf);
        EXPECT_EQ(mesh->vertex_count(), stl ? 9U : 5U);
        EXPECT_EQ(mesh->faces, stl || gltf ? 3U : 2U);
        EXPECT_EQ(mesh->polygons, stl || gltf ? 0U : 1U);
        EXPECT_EQ(mesh->face_of, stl || gltf ? std::vector<std::uint32_t>{} : (std::vector<std::uint32_t>{0, 0, 1}));
        const bool single = stl || sample.name.ends_with("ply") || sample.name == "binary.gltf";
        EXPECT_EQ(mesh->scalar(), single ? ElementType::f32 : ElementType::f64);
    }
}

TEST(Meshes, AreTheSameWithTheLineEndsOfOtherSystems) {
    for (const MeshSample& sample : mesh_samples()) {
        if (sample.name.starts_with("binary") || sample.name == "little.ply" || sample.name == "big.ply") {
            continue;
        }
        const auto expected = parse_mesh(sample.content, sample.name);
        ASSERT_TRUE(expected) << expected.error().message;
        for (const char* line_end : {"\r\n", "\r"}) {
            std::string content;
            for (const char letter : sample.content) {
                content += letter == '\n' ? line_end : std::string(1, letter);
            }
            const auto mesh = parse_mesh(content, sample.name);
            ASSERT_TRUE(mesh) << mesh.error().message;
            EXPECT_EQ(mesh->positions, expected->positions) << sample.name;
            EXPECT_EQ(mesh->triangles, expected->triangles) << sample.name;
        }
    }
}

TEST(Meshes, HaveTheFormatOfTheirContentOrElseOfTheirName) {
    for (const MeshSample& sample : mesh_samples()) {
        std::vector<std::string> notices;
        InputSettings settings;
        settings.notice = [&](const std::string& message) { notices.push_back(message); };
        const bool by_content = sample.name.find("obj") == std::string::npos;
        const auto nameless = parse_mesh(sample.content, "mesh", settings);
        EXPECT_EQ(nameless.has_value(), by_content) << sample.name;
        EXPECT_EQ(notices.size(), 0U);
        const auto misnamed = parse_mesh(sample.content, by_content ? "mesh.obj" : "mesh.off", settings);
        EXPECT_EQ(misnamed.has_value(), by_content) << sample.name;
        EXPECT_EQ(notices.size(), by_content ? 1U : 0U);
        settings.format = extension_of(sample.name).substr(1);
        EXPECT_TRUE(parse_mesh(sample.content, "mesh.stl", settings)) << sample.name;
    }
    EXPECT_REFUSED(
        parse_mesh("v 0 0 0\n", "mesh"),
        fmt::format("'mesh' is not in a known format of meshes; convert the file, or give its format by <format>: {}",
                    fmt::join(mesh_format_names(), ", ")));
    InputSettings settings;
    settings.format = "pyl";
    EXPECT_REFUSED(parse_mesh("v 0 0 0\n", "mesh", settings),
                   "<format>: 'pyl' is not a format of a mesh; did you mean 'ply'?");
}

TEST(Meshes, AreReadFromFilesPackedOrNot) {
    const TemporaryFolder folder;
    const MeshSample sample = mesh_samples().front();
    for (const auto& [name, content] : {std::pair<std::string, std::string>{"a.ply", sample.content},
                                        std::pair<std::string, std::string>{"a.ply.gz", gzipped(sample.content)}}) {
        const auto mesh = read_mesh(folder.file(name, content));
        ASSERT_TRUE(mesh) << mesh.error().message;
        EXPECT_EQ(mesh->triangle_count(), 3U);
    }
    EXPECT_REFUSED(read_mesh(folder.path("none.ply")), "No such file");
    InputSettings settings;
    settings.limits.memory = 10;
    const auto refused = read_mesh(folder.path("a.ply"), settings);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::too_large);
}

TEST(Meshes, RefuseFilesThatAreNoMeshes) {
    for (const std::string& name : mesh_format_names()) {
        EXPECT_REFUSED(parse_mesh("", "a." + name), "is empty, so it is not a mesh");
        EXPECT_REFUSED(parse_mesh(std::string("\x89PNG\r\n\x1a\n\0\0\0", 11), "a." + name), "'a." + name + "'");
        EXPECT_REFUSED(parse_mesh(std::string("\xff\xfev\0 \0", 6), "a." + name), "UTF-16; save it as UTF-8");
    }
}

TEST(Meshes, HelpNamesEveryFormat) {
    EXPECT_EQ(mesh_formats_help(),
              ".gltf .glb (glTF 2.0), .obj (Wavefront OBJ), .off (OFF), .ply (PLY), .stl (STL), each also as .gz; - is "
              "standard input");
}

TEST(Meshes, SplitAConvexFaceOfManyCornersIntoAFan) {
    std::string content;
    std::string face = "f";
    for (int corner = 0; corner < 100'000; ++corner) {
        content += fmt::format("v {} {} 0\n", corner, std::int64_t{corner} * corner);
        face += " " + std::to_string(corner + 1);
    }
    const auto mesh = parse_mesh(content + face + "\n", "a.obj");
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(defect_of(*mesh), "");
    EXPECT_EQ(mesh->faces, 1U);
    ASSERT_EQ(mesh->triangle_count(), 99'998U);
    EXPECT_EQ(std::vector(mesh->triangles.end() - 3, mesh->triangles.end()),
              (std::vector<std::uint32_t>{0, 99'998, 99'999}));
}

TEST(Meshes, SkipFacesOfFewerThanThreeCorners) {
    for (const auto& [name, content] :
         {std::pair<const char*, const char*>{"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2\nf 3 2 1\nf 1\n"},
          {"a.off", "OFF 3 4 0\n0 0 0 1 0 0 0 1 0\n3 0 1 2\n2 0 1\n3 2 1 0\n1 0\n"},
          {"a.ply",
           "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float "
           "y\nproperty float z\nelement face 4\nproperty list uchar int vertex_index\n"
           "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n2 0 1\n3 2 1 0\n1 0\n"}}) {
        const auto mesh = parse_mesh(content, name);
        ASSERT_TRUE(mesh) << mesh.error().message;
        EXPECT_EQ(defect_of(*mesh), "");
        EXPECT_EQ(mesh->faces, 4U);
        EXPECT_EQ(mesh->face_of, (std::vector<std::uint32_t>{0, 2}));
        EXPECT_EQ(mesh->odd.without_triangles, (std::vector<std::uint32_t>{1, 3}));
    }
}

}  // namespace
}  // namespace vkalgo::formats::test
