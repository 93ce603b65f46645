#include "formats/meshes/uri.hpp"
#include "tests/formats/gltf_samples.hpp"
#include "tests/formats/mesh_samples.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

using Values = std::vector<double>;
using Indices = std::vector<std::uint32_t>;

Result<Mesh> parse_gltf(const std::string& content, const InputSettings& settings = {}) {
    return parse_mesh(content, "a.gltf", settings);
}

/// The parts of a file of one triangle. Tests change some of them.
struct Parts {
    std::string asset = R"({"version": "2.0"})";
    std::string scenes = R"("scenes": [{"nodes": [0]}], )";
    std::string nodes = R"({"mesh": 0})";
    std::string meshes = R"({"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]})";
    std::string accessors = R"({"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"},
{"bufferView": 1, "componentType": 5125, "count": 3, "type": "SCALAR"})";
    std::string views = R"({"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 12})";
    std::string buffer = little(0.F, 0.F, 0.F, 1.F, 0.F, 0.F, 0.F, .1F, 0.F, 0U, 1U, 2U);
    std::string uri;
    std::string more;

    std::string text() const {
        return fmt::format(R"({{"asset": {}, {}"nodes": [{}], "meshes": [{}], "accessors": [{}], "bufferViews": [{}], )"
                           R"("buffers": [{{"byteLength": {}, "uri": "{}"}}]{}}})",
                           asset, scenes, nodes, meshes, accessors, views, buffer.size(),
                           uri.empty() ? data_uri(buffer) : uri, more);
    }
};

/// Returns the file with one part changed.
std::string with(std::string Parts::*part, const std::string& value) {
    Parts parts;
    parts.*part = value;
    return parts.text();
}

TEST(Gltf, KeepsFloatsIfNodesTransformNothing) {
    for (const char* node : {R"({"mesh": 0})", R"({"mesh": 0, "translation": [0, 0, 0], "scale": [1, 1, 1.0]})",
                             R"({"mesh": 0, "rotation": [0, 0, 0, 1]})",
                             R"({"mesh": 0, "matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]})"}) {
        const auto mesh = parse_gltf(with(&Parts::nodes, node));
        ASSERT_TRUE(mesh) << mesh.error().message;
        EXPECT_EQ(mesh->scalar(), ElementType::f32);
        EXPECT_EQ(positions_of(*mesh), (Values{0, 0, 0, 1, 0, 0, 0, .1F, 0}));
        EXPECT_EQ(mesh->triangles, (Indices{0, 1, 2}));
    }
}

TEST(Gltf, MovesMeshesByTheNodesAboveThemInDoubles) {
    // The outermost transformation applies last: child, then parent.
    const auto mesh = parse_gltf(with(&Parts::nodes,
                                      R"({"translation": [10, 0, 0], "rotation": [0, 0, 0.5, 0.5], "children": [1]},
{"mesh": 0, "scale": [2, 4, 8], "translation": [0, 0, 1]})"));
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->scalar(), ElementType::f64);
    // The vertices are scaled to (0, 0, 0), (2, 0, 0), (0, 0.4, 0), moved up by 1, rotated by 90 degrees from x to y,
    // and moved by 10 along x.
    const Values expected = {10, 0, 1, 10, 2, 1, 10 - 4 * double{.1F}, 0, 1};
    const Values found = positions_of(*mesh);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
        EXPECT_NEAR(found[k], expected[k], 1e-14);
    }
}

TEST(Gltf, TakesAMatrixColumnByColumn) {
    const auto mesh =
        parse_gltf(with(&Parts::nodes, R"({"mesh": 0, "matrix": [1,2,3,0, 4,5,6,0, 7,8,9,0, 10,11,12,1]})"));
    ASSERT_TRUE(mesh) << mesh.error().message;
    const double y = .1F;
    EXPECT_EQ(positions_of(*mesh), (Values{10, 11, 12, 11, 13, 15, 4 * y + 10, 5 * y + 11, 6 * y + 12}));
}

TEST(Gltf, ShowsAMeshOfSeveralNodesSeveralTimes) {
    Parts parts;
    parts.scenes = R"("scene": 1, "scenes": [{}, {"nodes": [2, 0]}], )";
    parts.nodes = R"({"mesh": 0, "translation": [0, 0, 5]}, {"mesh": 0, "translation": [0, 0, 9]}, {"mesh": 0})";
    const auto twice = parse_gltf(parts.text());
    ASSERT_TRUE(twice) << twice.error().message;
    EXPECT_EQ(twice->triangles, (Indices{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(positions_of(*twice)[2], 0);
    EXPECT_EQ(positions_of(*twice)[11], 5);
    EXPECT_EQ(twice->vertex_count(), 6U);
}

TEST(Gltf, WithoutScenesShowsAllNodesAndWithoutNodesAllMeshes) {
    Parts parts;
    parts.scenes = "";
    parts.nodes = R"({"mesh": 0}, {"children": [0], "translation": [1, 0, 0]})";
    const auto moved = parse_gltf(parts.text());
    ASSERT_TRUE(moved) << moved.error().message;
    EXPECT_EQ(positions_of(*moved)[0], 1);
    parts.nodes = "";
    parts.meshes += "," + parts.meshes;
    const auto both = parse_gltf(parts.text());
    ASSERT_TRUE(both) << both.error().message;
    EXPECT_EQ(both->triangle_count(), 2U);
    EXPECT_EQ(both->scalar(), ElementType::f32);
}

/// Returns a file of six vertices on a line. The positions do not matter, only the indices do.
std::string numbered(const std::string& primitive, const std::string& indices, const std::string& component,
                     std::size_t count) {
    Parts parts;
    parts.meshes = R"({"primitives": [{"attributes": {"POSITION": 0}, )" + primitive + "}]}";
    parts.buffer.clear();
    for (int vertex = 0; vertex < 6; ++vertex) {
        parts.buffer += little(static_cast<float>(vertex), 0.F, 0.F);
    }
    parts.buffer += indices;
    parts.accessors = R"({"bufferView": 0, "componentType": 5126, "count": 6, "type": "VEC3"},
{"bufferView": 1, "componentType": )" +
                      component + R"(, "count": )" + std::to_string(count) + R"(, "type": "SCALAR"})";
    parts.views = fmt::format(
        R"({{"buffer": 0, "byteLength": 72}}, {{"buffer": 0, "byteOffset": 72, "byteLength": {}}})", indices.size());
    return parts.text();
}

TEST(Gltf, ReadsTrianglesStripsAndFansWithIndicesOrWithout) {
    struct Case {
        std::string primitive, indices, component;
        std::size_t count;
        Indices triangles;
    };
    const std::string bytes("\1\0\2\4\3\5", 6);
    for (const Case& one : std::vector<Case>{
             {R"("indices": 1)", bytes, "5121", 6, {1, 0, 2, 4, 3, 5}},
             {R"("mode": 4)", bytes, "5121", 6, {0, 1, 2, 3, 4, 5}},
             {R"("mode": 5)", bytes, "5121", 6, {0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4}},
             {R"("mode": 5, "indices": 1)", bytes, "5121", 5, {1, 0, 2, 0, 4, 2, 2, 4, 3}},
             {R"("mode": 6)", bytes, "5121", 6, {1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0}},
             {R"("mode": 6, "indices": 1)", bytes, "5121", 4, {0, 2, 1, 2, 4, 1}},
             {R"("indices": 1)", little(std::uint16_t{5}, std::uint16_t{0}, std::uint16_t{3}), "5123", 3, {5, 0, 3}},
             {R"("indices": 1)", little(5U, 0U, 3U), "5125", 3, {5, 0, 3}},
             {R"("mode": 5, "indices": 1)", std::string("\1\2\2\3\3\4\5", 7), "5121", 7, {3, 4, 5}},
             {R"("mode": 5, "indices": 1)", std::string("\1\2", 2), "5121", 2, {}},
             {R"("mode": 6, "indices": 1)", std::string("\1", 1), "5121", 1, {}},
             {R"("mode": 0)", bytes, "5121", 6, {}},
             {R"("mode": 3, "indices": 1)", bytes, "5121", 6, {}},
         }) {
        const auto mesh = parse_gltf(numbered(one.primitive, one.indices, one.component, one.count));
        ASSERT_TRUE(mesh) << mesh.error().message;
        EXPECT_EQ(defect_of(*mesh), "");
        EXPECT_EQ(mesh->triangles, one.triangles) << one.primitive;
    }
    EXPECT_REFUSED(parse_gltf(numbered(R"("indices": 1)", bytes, "5121", 5)),
                   "meshes[0].primitives[0]: has 5 corners, which do not make whole triangles");
    EXPECT_REFUSED(parse_gltf(numbered(R"("mode": 7)", bytes, "5121", 6)), "mode 7 does not exist in glTF");
    EXPECT_REFUSED(parse_gltf(numbered(R"("indices": 1)", std::string("\1\6\2", 3), "5121", 3)),
                   "'a.gltf' meshes[0].primitives[0]: a face names vertex 6");
    EXPECT_REFUSED(parse_gltf(numbered(R"("indices": 1)", little(0U, 1U, 0xFFFFFFFFU), "5125", 3)),
                   "vertex 4294967295");
}

TEST(Gltf, ReadsPositionsThatAreShortNumbers) {
    Parts parts;
    parts.buffer = little(std::int16_t{32767}, std::int16_t{-32768}, std::int16_t{0}, std::uint16_t{77}) +
                   little(std::int16_t{7}, std::int16_t{0}, std::int16_t{0}, std::uint16_t{77}) +
                   little(std::int16_t{0}, std::int16_t{7}, std::int16_t{-7}, std::uint16_t{77}) + little(0U, 1U, 2U);
    parts.views =
        R"({"buffer": 0, "byteLength": 24, "byteStride": 8}, {"buffer": 0, "byteOffset": 24, "byteLength": 12})";
    const auto read = [&](const char* what) {
        parts.accessors = fmt::format(R"({{"bufferView": 0, {}, "count": 3, "type": "VEC3"}},
{{"bufferView": 1, "componentType": 5125, "count": 3, "type": "SCALAR"}})",
                                      what);
        const auto mesh = parse_gltf(parts.text());
        EXPECT_TRUE(mesh) << mesh.error().message;
        EXPECT_EQ(mesh->scalar(), ElementType::f64);
        return positions_of(*mesh);
    };
    EXPECT_EQ(read(R"("componentType": 5122)"), (Values{32767, -32768, 0, 7, 0, 0, 0, 7, -7}));
    const double seven = 7. / 32767;
    EXPECT_EQ(read(R"("componentType": 5122, "normalized": true)"), (Values{1, -1, 0, seven, 0, 0, 0, seven, -seven}));
    EXPECT_EQ(read(R"("componentType": 5123)")[1], 32768);
    EXPECT_EQ(read(R"("componentType": 5121)")[1], 127);
    EXPECT_EQ(read(R"("componentType": 5120, "normalized": true)")[0], -1. / 127);
}

TEST(Gltf, ReadsBuffersBesideIt) {
    const TemporaryFolder folder;
    Parts parts;
    folder.file("m s.bin", parts.buffer + "more");
    parts.uri = "m%20s.bin";
    const auto mesh = read_mesh(folder.file("a.gltf", parts.text()));
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->triangle_count(), 1U);
    folder.file("m s.bin", parts.buffer.substr(1));
    EXPECT_REFUSED(read_mesh(folder.path("a.gltf")), "buffers[0]: announces 48 bytes, but there are 47");
    parts.uri = "missing.bin";
    EXPECT_REFUSED(read_mesh(folder.file("b.gltf", parts.text())), "missing.bin': No such file");
    InputSettings settings;
    settings.limits.memory = 30;
    parts.uri = "m%20s.bin";
    const auto refused = parse_mesh(parts.text(), folder.path("c.gltf"), settings);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::too_large);
    for (const char* elsewhere : {"/etc/passwd", "../a.bin", "a/../../b.bin", "http://x/a.bin", "file:///a.bin",
                                  "c:a.bin", "a\\\\b.bin", "%2e%2e/a.bin", "%2Fa.bin", "a%00.bin", "a%2", "a%zz"}) {
        parts.uri = elsewhere;
        EXPECT_REFUSED(parse_gltf(parts.text()), "'a.gltf' buffers[0]: its URI does not name a file");
    }
    parts.uri = "a.bin";
    EXPECT_REFUSED(parse_mesh(parts.text(), "standard input"), "'a.bin', but a glTF file on standard input");
}

TEST(Gltf, IsRecognizedAsBinaryUnderAnyName) {
    Parts parts;
    parts.uri = "x";
    std::string text = parts.text();
    text.replace(text.find(R"(, "uri": "x")"), 12, "");
    const std::string binary = glb(text, parts.buffer);
    for (const char* name : {"a.glb", "a.gltf", "a"}) {
        const auto mesh = parse_mesh(binary, name);
        ASSERT_TRUE(mesh) << mesh.error().message;
        EXPECT_EQ(positions_of(*mesh), (Values{0, 0, 0, 1, 0, 0, 0, .1F, 0}));
    }
    EXPECT_REFUSED(parse_gltf(text), "buffers[0]: names no file and has no data");
    EXPECT_REFUSED(parse_gltf(binary + "x"), "byte 8: announces");
    std::string first = binary;
    first[4] = 1;
    EXPECT_REFUSED(parse_gltf(first), "byte 4: has version 1, but only 2 is supported; convert the file");
    std::string no_json = binary;
    no_json[20] = '!';
    EXPECT_REFUSED(parse_gltf(no_json), "byte 20: is not JSON from here on");
    std::string long_chunk = binary;
    long_chunk[14] = 1;
    EXPECT_REFUSED(parse_gltf(long_chunk), "byte 12: a chunk has ");
    std::string no_text = binary;
    no_text[16] = 'X';
    EXPECT_REFUSED(parse_gltf(no_text), "no chunk of JSON");
    EXPECT_REFUSED(parse_gltf(glb(text, parts.buffer.substr(0, 44))),
                   "buffers[0]: announces 48 bytes, but there are 44");
}

TEST(Gltf, RefusesNumbersOutsideTheirBuffers) {
    const auto position = [](const std::string& accessor) {
        return parse_gltf(with(&Parts::accessors, accessor + R"(, {"bufferView": 1, "componentType": 5125, "count": 3,
"type": "SCALAR"})"));
    };
    for (const char* accessor : {
             R"({"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"})",
             R"({"bufferView": 0, "componentType": 5126, "count": 0, "type": "VEC3"})",
             R"({"bufferView": 0, "componentType": 5126, "count": 3, "byteOffset": 1, "type": "VEC3"})",
             R"({"bufferView": 0, "componentType": 5126, "count": 1,
"byteOffset": 18446744073709551615, "type": "VEC3"})",
             R"({"bufferView": 0, "componentType": 5126, "count": 18446744073709551615, "type": "VEC3"})",
             R"({"bufferView": 0, "componentType": 5126, "count": 1537228672809129302, "type": "VEC3"})",
         }) {
        EXPECT_REFUSED(position(accessor), "'a.gltf' accessors[0]: ");
    }
    EXPECT_REFUSED(position(R"({"bufferView": 0, "componentType": 5126, "count": 0, "type": "VEC3"})"),
                   "accessors[0]: has the count 0, but must have at least one element");
    EXPECT_REFUSED(position(R"({"bufferView": 0, "componentType": 5126, "count": -3, "type": "VEC3"})"),
                   "accessors[0].count: is not a whole number");
    EXPECT_REFUSED(position(R"({"bufferView": 0, "componentType": 5126, "count": 2.5, "type": "VEC3"})"),
                   "is not a whole number");
    EXPECT_REFUSED(position(R"({"bufferView": 7, "componentType": 5126, "count": 3, "type": "VEC3"})"),
                   "bufferViews[7]: does not exist: the file has only 2");
    EXPECT_REFUSED(position(R"({"bufferView": 0, "componentType": 5124, "count": 3, "type": "VEC3"})"),
                   "componentType 5124");
    EXPECT_REFUSED(position(R"({"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC4"})"),
                   "neither SCALAR");
    EXPECT_REFUSED(position(R"({"bufferView": 0, "componentType": 5126, "count": 3, "type": "SCALAR"})"), "not VEC3");
    for (const char* view :
         {R"({"buffer": 0, "byteLength": 49})", R"({"buffer": 0, "byteOffset": 13, "byteLength": 36})",
          R"({"buffer": 0, "byteOffset": 18446744073709551580, "byteLength": 36})"}) {
        EXPECT_REFUSED(parse_gltf(with(&Parts::views, view + std::string(R"(, {"buffer": 0, "byteLength": 12})"))),
                       "'a.gltf' bufferViews[0]: ");
    }
    EXPECT_REFUSED(parse_gltf(with(&Parts::views, R"({"buffer": 0, "byteLength": 36, "byteStride": 4}, {})")),
                   "each element has 12 bytes, but byteStride puts elements 4 bytes apart");
    EXPECT_REFUSED(parse_gltf(with(&Parts::views, R"({"buffer": 0, "byteLength": 36, "byteStride": 16}, {})")),
                   "3 elements that begin at byte 0 of bufferViews[0], which has only 36");
    EXPECT_REFUSED(parse_gltf(with(&Parts::views, R"({"buffer": 1, "byteLength": 36}, {})")),
                   "buffers[1]: does not exist");
    EXPECT_REFUSED(parse_gltf(with(&Parts::uri, "data:;base64,AAAA")), "announces 48 bytes, but there are 3");
    EXPECT_REFUSED(parse_gltf(with(&Parts::uri, "data:;base64,AA*A")), "is not base64");
    EXPECT_REFUSED(parse_gltf(with(&Parts::uri, "data:text/plain,AAAA")), "is not base64");
}

TEST(Gltf, RefusesNodesThatDoNotFormATree) {
    for (const char* nodes : {R"({"mesh": 0, "children": [0]})", R"({"children": [1]}, {"mesh": 0, "children": [0]})",
                              R"({"children": [1, 2]}, {"children": [3]}, {"children": [3]}, {"mesh": 0})",
                              R"({"children": [1, 1]}, {"mesh": 0})"}) {
        EXPECT_REFUSED(parse_gltf(with(&Parts::nodes, nodes)), "must form a tree");
    }
    EXPECT_REFUSED(parse_gltf(with(&Parts::nodes, R"({"children": [-1]})")),
                   "nodes[0].children: is not a whole number");
    EXPECT_REFUSED(parse_gltf(with(&Parts::nodes, R"({"children": [1]})")),
                   "nodes[1]: does not exist: the file has only 1");
    EXPECT_REFUSED(parse_gltf(with(&Parts::nodes, R"({"mesh": 3})")), "meshes[3]: does not exist: the file has only 1");
    EXPECT_REFUSED(parse_gltf(with(&Parts::nodes, R"({"mesh": "a"})")), "nodes[0].mesh: is not a whole number");
    EXPECT_REFUSED(parse_gltf(with(&Parts::nodes, "{}")), "shows no mesh");
    EXPECT_REFUSED(parse_gltf(with(&Parts::nodes, R"({"mesh": 0, "matrix": [1, 2]})")),
                   "'matrix' is not a list of 16 numbers");
    EXPECT_REFUSED(parse_gltf(with(&Parts::nodes, R"({"mesh": 0, "scale": ["a", 1, 1]})")),
                   "'scale' is not a list of 3");
    EXPECT_REFUSED(parse_gltf(with(&Parts::nodes, R"({"mesh": 0, "rotation": [0, 0, 0, 0]})")),
                   "its rotation is 0 0 0 0");
    EXPECT_REFUSED(parse_gltf(with(&Parts::nodes, R"({"mesh": 0, "matrix": [1,0,0,1, 0,1,0,0, 0,0,1,0, 0,0,0,1]})")),
                   "last row");
    // However long a chain of nodes is, reading it does not deepen the call stack.
    std::string chain = R"({"children": [1]})";
    for (int node = 2; node < 100'000; ++node) {
        chain += fmt::format(R"(, {{"children": [{}]}})", node);
    }
    const auto deep = parse_gltf(with(&Parts::nodes, chain + R"(, {"mesh": 0})"));
    ASSERT_TRUE(deep) << deep.error().message;
    EXPECT_EQ(deep->triangle_count(), 1U);
}

TEST(Gltf, RefusesCoordinatesThatAreNotFinite) {
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        EXPECT_REFUSED(
            parse_gltf(with(&Parts::buffer, little(0.F, 0.F, 0.F, 1.F, bad, 0.F, 0.F, .1F, 0.F, 0U, 1U, 2U))),
            "meshes[0].primitives[0]: vertex 1 (from 0): a coordinate is infinite or not a number");
        const auto unused =
            parse_gltf(with(&Parts::buffer, little(0.F, 0.F, 0.F, 1.F, bad, 0.F, 0.F, .1F, 0.F, 0U, 2U, 0U)));
        ASSERT_TRUE(unused) << unused.error().message;
        EXPECT_EQ(unused->strays, std::vector<std::uint32_t>{1});
    }
    EXPECT_REFUSED(
        parse_gltf(
            with(&Parts::nodes, R"({"children": [1], "scale": [1e300, 1, 1]}, {"mesh": 0, "scale": [1e300, 1, 1]})")),
        "vertex 0 (from 0): a coordinate is infinite or not a number");
    EXPECT_REFUSED(parse_gltf(with(&Parts::nodes, R"({"mesh": 0, "scale": [1e999, 1, 1]})")),
                   "does not fit a 64-bit floating-point number");
}

TEST(Gltf, SaysWhatToDoAboutWhatItDoesNotRead) {
    const std::string no_view = R"({"componentType": 5126, "count": 3, "type": "VEC3"}, {"bufferView": 1,
"componentType": 5125, "count": 3, "type": "SCALAR"})";
    EXPECT_REFUSED(parse_gltf(with(&Parts::accessors, no_view)), "has no bufferView, or is sparse or packed");
    EXPECT_REFUSED(
        parse_gltf(with(&Parts::accessors, R"({"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
"sparse": {}})")),
        "is sparse or packed");
    Parts draco;
    draco.accessors = no_view;
    draco.meshes = R"({"primitives": [{"attributes": {"POSITION": 0}, "indices": 1,
"extensions": {"KHR_draco_mesh_compression": {}}}]})";
    EXPECT_REFUSED(parse_gltf(draco.text()), "is packed by KHR_draco_mesh_compression");
    draco.accessors = Parts().accessors;
    EXPECT_TRUE(parse_gltf(draco.text())) << "there is a copy that is not packed";
    Parts meshopt;
    meshopt.views = R"({"buffer": 0, "byteLength": 36, "extensions": {"EXT_meshopt_compression": {}}},
{"buffer": 0, "byteOffset": 36, "byteLength": 12})";
    EXPECT_TRUE(parse_gltf(meshopt.text())) << "there is a copy that is not packed";
    meshopt.more = R"(, "extensionsRequired": ["EXT_meshopt_compression"])";
    EXPECT_REFUSED(parse_gltf(meshopt.text()), "is packed by EXT_meshopt_compression");
    EXPECT_REFUSED(parse_gltf(with(&Parts::nodes, R"({"mesh": 0, "extensions": {"EXT_mesh_gpu_instancing": {}}})")),
                   "EXT_mesh_gpu_instancing");
    EXPECT_REFUSED(parse_gltf(with(&Parts::asset, R"({"version": "1.0"})")),
                   "asset: has version '1.0', but only glTF 2 is supported");
    EXPECT_REFUSED(parse_gltf(with(&Parts::asset, "{}")), "has no version, so this is not a glTF file");
    EXPECT_REFUSED(parse_gltf(with(&Parts::asset, R"({"version": 2.0})")), "asset: has a version that is not a text");
}

TEST(Gltf, ReadsASkinnedMeshInItsOriginalPose) {
    const auto mesh = parse_gltf(with(&Parts::nodes, R"({"mesh": 0, "skin": 0, "translation": [9, 9, 9]})"));
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(positions_of(*mesh)[0], 0);
}

TEST(Gltf, ObeysTheMemoryLimit) {
    // Ten thousand nodes show a mesh of ten thousand primitives, each of the same three vertices.
    Parts parts;
    parts.nodes.clear();
    std::string roots, primitives;
    for (int k = 0; k < 10'000; ++k) {
        parts.nodes += (k == 0 ? "" : ",") + std::string(R"({"mesh":0})");
        roots += (k == 0 ? "" : ",") + std::to_string(k);
        primitives += (k == 0 ? "" : ",") + std::string(R"({"attributes":{"POSITION":0},"indices":1})");
    }
    parts.meshes = R"({"primitives": [)" + primitives + "]}";
    parts.scenes = R"("scenes": [{"nodes": [)" + roots + "]}], ";
    InputSettings settings;
    settings.limits.memory = std::uint64_t{1} << 30;
    const auto refused = parse_gltf(parts.text(), settings);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::too_large);
    EXPECT_NE(refused.error().message.find("raise <memory>"), std::string::npos) << refused.error().message;
    const auto deep = parse_gltf(R"({"asset": )" + std::string(1'000'000, '[') + std::string(1'000'000, ']') + "}");
    EXPECT_REFUSED(deep, "lists and objects are nested more than");
    EXPECT_REFUSED(parse_gltf(R"({"asset": )" + std::string(1'000'000, '[')), "nested more than");
    EXPECT_REFUSED(parse_gltf(R"({"asset": [[)"), "byte 12: is not JSON from here on");
    EXPECT_REFUSED(parse_gltf(R"({"asset"! {}})"), "byte 8: is not JSON from here on");
    // The object of the whole file is one level.
    const auto nested = [](std::size_t lists) {
        return with(&Parts::more, R"(, "extras": )" + std::string(lists, '[') + std::string(lists, ']'));
    };
    EXPECT_TRUE(parse_gltf(nested(63)));
    EXPECT_REFUSED(parse_gltf(nested(64)), "lists and objects are nested more than 64 levels deep");
}

TEST(Gltf, EqualsTheSameMeshAsPlyAndObj) {
    const std::vector<MeshSample> samples = mesh_samples();
    const auto sample = [&](const std::string& name) {
        for (const MeshSample& one : samples) {
            if (one.name == name) {
                return parse_mesh(one.content, one.name);
            }
        }
        return Result<Mesh>(Error{});
    };
    const auto ply = sample("little.ply"), obj = sample("a.obj"), binary = sample("binary.gltf"),
               text = sample("a.gltf");
    ASSERT_TRUE(ply && obj && binary && text);
    EXPECT_EQ(binary->positions, ply->positions);
    EXPECT_EQ(text->positions, obj->positions);
    EXPECT_EQ(binary->triangles, ply->triangles);
    EXPECT_EQ(text->triangles, obj->triangles);
}

TEST(DataUris, AreDecodedWithPaddingAndWithout) {
    const auto decoded = [](const std::string& letters) {
        const auto bytes = decode_data_uri("data:a/b;base64," + letters);
        return bytes ? std::string(as_text(*bytes)) : "none";
    };
    EXPECT_EQ(decoded(""), "");
    EXPECT_EQ(decoded("TQ=="), "M");
    EXPECT_EQ(decoded("TWE="), "Ma");
    EXPECT_EQ(decoded("TWFu"), "Man");
    EXPECT_EQ(decoded("TWE"), "Ma");
    EXPECT_EQ(decoded("T"), "none");
    EXPECT_EQ(decoded("TW=u"), "none");
    std::string all;
    for (int byte = 0; byte < 256; ++byte) {
        all += static_cast<char>(byte);
    }
    EXPECT_EQ(decoded(base64(all)), all);
}

}  // namespace
}  // namespace vkalgo::formats::test
