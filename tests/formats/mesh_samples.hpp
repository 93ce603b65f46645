#pragma once

#include "formats/meshes/mesh.hpp"
#include "tests/formats/gltf_samples.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// Meshes as files, written by hand.
namespace vkalgo::formats::test {

/// Returns the bytes of values, in little-endian order.
template <class... T>
std::string little(T... values) {
    std::string bytes;
    const auto add = [&](auto value) {
        std::string one(sizeof value, '\0');
        std::memcpy(one.data(), &value, sizeof value);
        bytes += one;
    };
    (add(values), ...);
    return bytes;
}

/// Returns the bytes of values, in big-endian order.
template <class... T>
std::string big(T... values) {
    std::string bytes;
    const auto add = [&](auto value) {
        const std::string one = little(value);
        bytes.append(one.rbegin(), one.rend());
    };
    (add(values), ...);
    return bytes;
}

/// Returns a triangle of binary STL.
inline std::string stl_triangle(const std::vector<float>& coordinates) {
    std::string bytes = little(0.F, 0.F, 1.F);
    for (const float coordinate : coordinates) {
        bytes += little(coordinate);
    }
    return bytes + std::string(2, '\0');
}

inline std::string binary_stl(std::string header, const std::vector<std::vector<float>>& triangles) {
    header.resize(80);
    std::string bytes = header + little(static_cast<std::uint32_t>(triangles.size()));
    for (const auto& triangle : triangles) {
        bytes += stl_triangle(triangle);
    }
    return bytes;
}

/// Returns the coordinates in f64.
inline std::vector<double> positions_of(const Mesh& mesh) {
    return std::visit([](const auto& values) { return std::vector<double>(values.begin(), values.end()); },
                      mesh.positions);
}

/// Returns the defect of a mesh that a reader returned; empty if it has none.
inline std::string defect_of(const Mesh& mesh) {
    const std::vector<double> positions = positions_of(mesh);
    if (positions.size() != 3 * mesh.vertex_count() || mesh.triangles.size() % 3 != 0) {
        return "coordinates or corners do not come in threes";
    }
    if (!std::all_of(positions.begin(), positions.end(), [](double value) { return std::isfinite(value); })) {
        return "a coordinate is not finite";
    }
    if (std::any_of(mesh.triangles.begin(), mesh.triangles.end(),
                    [&](std::uint32_t vertex) { return vertex >= mesh.vertex_count(); })) {
        return "an index is out of range";
    }
    if (mesh.sizes.empty()) {
        return mesh.face_of.empty() && mesh.faces == mesh.triangle_count() ? "" : "triangles alone are the faces";
    }
    const std::uint64_t corners = std::accumulate(mesh.sizes.begin(), mesh.sizes.end(), std::uint64_t{0});
    const bool ascends = std::is_sorted(mesh.face_of.begin(), mesh.face_of.end());
    return mesh.sizes.size() == mesh.faces && corners == mesh.corners.size() && ascends &&
                   mesh.face_of.size() == mesh.triangle_count() &&
                   (mesh.face_of.empty() || mesh.face_of.back() < mesh.faces) && mesh.polygons <= mesh.faces
               ? ""
               : "the faces of the triangles are wrong";
}

/// Returns the text of a glTF file whose mesh has three primitives: triangles, a strip and lines.
inline std::string gltf_text(const std::string& scenes, const std::string& buffer) {
    return R"({"asset": {"version": "2.0", "generator": "a hand"}, "scene": 0,
"scenes": [)" +
           scenes + R"(,
"meshes": [{"name": "thing", "primitives": [
  {"attributes": {"POSITION": 0}, "indices": 1, "material": 0},
  {"attributes": {"POSITION": 0}, "indices": 2, "mode": 5},
  {"attributes": {"POSITION": 0}, "mode": 1}]}],
"accessors": [
  {"bufferView": 0, "componentType": 5126, "count": 5, "type": "VEC3", "min": [0, 0, 0], "max": [2, 1, 1]},
  {"bufferView": 1, "componentType": 5121, "count": 6, "type": "SCALAR"},
  {"bufferView": 1, "byteOffset": 6, "componentType": 5123, "count": 3, "type": "SCALAR"}],
"bufferViews": [
  {"buffer": 0, "byteLength": 80, "byteStride": 16, "target": 34962},
  {"buffer": 0, "byteOffset": 80, "byteLength": 12}],
"materials": [{"name": "red"}],
"buffers": [{)" +
           buffer + "\"byteLength\": 92}]}";
}

/// Returns the buffer of gltf_text(): the vertices, each followed by four more bytes, and the indices of the triangles
/// and of the strip. The lines have no indices.
template <class Vertex>
std::string gltf_buffer(const Vertex& vertex) {
    std::string bytes;
    for (const auto& [x, y, z] : {std::array{0.F, 0.F, 0.F}, std::array{1.F, 0.F, 0.F}, std::array{1.F, 1.F, 0.F},
                                  std::array{0.F, 1.F, 0.F}, std::array{2.F, 0.5F, 1.F}}) {
        bytes += vertex(x, y, z) + "red\xff";
    }
    bytes += std::string("\0\1\2\0\2\3", 6);
    return bytes + little(std::uint16_t{1}, std::uint16_t{4}, std::uint16_t{2});
}

struct MeshSample {
    std::string name;
    std::string content;
    /// Size of the shortest prefix that may be valid; 0 if prefixes of many sizes may be valid.
    std::size_t whole = 0;
};

inline std::string ply_header(const std::string& format) {
    return "ply\nformat " + format +
           " 1.0\ncomment a quad and a triangle\nelement vertex 5\nproperty float x\nproperty uchar red\n"
           "property float y\nproperty float z\nelement face 2\nproperty list uchar int vertex_indices\n"
           "property short group\nend_header\n";
}

/// Returns a square of side 1 and a triangle at its right side, with the additional data of real files: one file for
/// each format and encoding.
inline std::vector<MeshSample> mesh_samples() {
    std::vector<MeshSample> samples;
    const std::string ascii =
        ply_header("ascii") + "0 255 0 0\n1 255 0 0\n1 0 1 0\n0 0 1 0\n2 7 0.5 1e0\n4 0 1 2 3 -1\n3 1 4 2 -1\n";
    samples.push_back({"ascii.ply", ascii, ascii.size() - 2});
    const auto binary = [](const auto& bytes) {
        std::string content;
        const std::uint8_t red = 9;
        for (const auto& [x, y, z] : {std::array{0.F, 0.F, 0.F}, std::array{1.F, 0.F, 0.F}, std::array{1.F, 1.F, 0.F},
                                      std::array{0.F, 1.F, 0.F}, std::array{2.F, 0.5F, 1.F}}) {
            content += bytes(x, red, y, z);
        }
        const std::int16_t group = -1;
        return content + bytes(std::uint8_t{4}, 0, 1, 2, 3, group) + bytes(std::uint8_t{3}, 1, 4, 2, group);
    };
    const std::string low_first =
        ply_header("binary_little_endian") + binary([](auto... values) { return little(values...); });
    samples.push_back({"little.ply", low_first, low_first.size()});
    const std::string high_first =
        ply_header("binary_big_endian") + binary([](auto... values) { return big(values...); });
    samples.push_back({"big.ply", high_first, high_first.size()});
    const std::string gltf = gltf_text(
        R"({"nodes": [1]}], "nodes": [{"mesh": 0, "translation": [-1, 0, 0], "scale": [0.5, 0.5, 0.5]},
{"rotation": [0, 0, 1, 0], "children": [0]}])",
        "\"uri\": \"" +
            data_uri(gltf_buffer([](float x, float y, float z) { return little(2 * (1 - x), -2 * y, 2 * z); })) +
            "\", ");
    samples.push_back({"a.gltf", gltf, gltf.size()});
    const std::string binary_gltf = glb(gltf_text(R"({"nodes": [0]}], "nodes": [{"mesh": 0}])", ""),
                                        gltf_buffer([](float x, float y, float z) { return little(x, y, z); }));
    samples.push_back({"binary.gltf", binary_gltf, binary_gltf.size()});
    samples.push_back({"a.obj",
                       "# made by hand\nmtllib a.mtl\no thing\nv 0 0 0\nv 1 0 0 1.0\nv 1 1 0 0.5 0.5 0.5\nv 0 1 0\n"
                       "v 2 0.5 1e0\nvn 0 0 1\nvt 0 0\ng left\nusemtl red\ns off\nf 1/1/1 2/1/1 3//1 \\\n 4/1\n"
                       "f -4 -1 -3\nl 1 2\n",
                       0});
    const std::string off =
        "COFF # with colours\n# by hand\n5 2 0\n\n0 0 0 255 0 0 255\n1 0 0 0 0 0 0\n1 1 0 0 0 0 0\n"
        "0 1 0 0 0 0 0\n2 .5 1 0 0 0 0\n4 0 1 2 3 1 0 0\n3 1 4 2\n";
    samples.push_back({"a.off", off, off.size() - 1});
    const std::vector<std::vector<float>> triangles = {
        {0, 0, 0, 1, 0, 0, 1, 1, 0}, {0, 0, 0, 1, 1, 0, 0, 1, 0}, {1, 0, 0, 2, .5F, 1, 1, 1, 0}};
    const std::string stl = binary_stl("solid by a program that did not know", triangles);
    samples.push_back({"binary.stl", stl, stl.size()});
    std::string text = "solid by hand\n";
    for (const auto& corners : triangles) {
        text += "  facet normal 0 nan 1e0\n    outer loop\n";
        for (std::size_t at = 0; at < 9; at += 3) {
            text += "      vertex " + std::to_string(corners[at]) + " " + std::to_string(corners[at + 1]) + " " +
                    std::to_string(corners[at + 2]) + "\n";
        }
        text += "    endloop\n  endfacet\n";
    }
    text += "endsolid by hand\n";
    samples.push_back({"text.stl", text, text.size() - std::string_view(" by hand\n").size()});
    return samples;
}

}  // namespace vkalgo::formats::test
