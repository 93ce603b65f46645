// Tests that vertices whose coordinates are not finite are ignored if no face uses them, and that faces without corners
// are ignored.
#include "formats/meshes/points.hpp"
#include "tests/formats/mesh_samples.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace vkalgo::formats::test {
using namespace vkalgo::test;

namespace {

/// A mesh as text: the coordinates of vertices as words, and the corners of faces as indices of vertices from 0.
struct WrittenMesh {
    std::vector<std::array<std::string, 3>> vertices;
    std::vector<std::array<std::uint32_t, 3>> faces;

    std::string rows() const {
        std::string text;
        for (const auto& vertex : vertices) {
            text += vertex[0] + " " + vertex[1] + " " + vertex[2] + "\n";
        }
        for (const auto& face : faces) {
            text += fmt::format("3 {} {} {}\n", face[0], face[1], face[2]);
        }
        return text;
    }
    std::string off() const { return fmt::format("OFF\n{} {} 0\n", vertices.size(), faces.size()) + rows(); }
    std::string ply() const {
        return fmt::format(
                   "ply\nformat ascii 1.0\nelement vertex {}\nproperty float x\nproperty float y\nproperty float z\n"
                   "element face {}\nproperty list uchar int vertex_indices\nend_header\n",
                   vertices.size(), faces.size()) +
               rows();
    }
    std::string obj() const {
        std::string text;
        for (const auto& vertex : vertices) {
            text += "v " + vertex[0] + " " + vertex[1] + " " + vertex[2] + "\n";
        }
        for (const auto& face : faces) {
            text += fmt::format("f {} {} {}\n", face[0] + 1, face[1] + 1, face[2] + 1);
        }
        return text;
    }
    std::vector<std::pair<std::string, std::string>> files() const {
        return {{"a.off", off()}, {"a.ply", ply()}, {"a.obj", obj()}};
    }
};

/// Compares the meshes and points that are read with the words of the text.
TEST(StrayVertices, AreIgnoredUnlessAFaceUsesThem) {
    std::mt19937 random(5);
    std::size_t refused = 0, read = 0;
    for (int turn = 0; turn < 200; ++turn) {
        WrittenMesh written;
        std::vector<std::uint32_t> strays;
        const std::size_t count = 1 + random() % 8;
        for (std::size_t vertex = 0; vertex < count; ++vertex) {
            std::array<std::string, 3> words;
            for (std::string& word : words) {
                word = std::to_string(random() % 100);
            }
            if (random() % 3 == 0) {
                constexpr const char* kWords[] = {"nan", "inf", "-inf", "NaN"};
                words.at(random() % 3) = kWords[random() % 4];
                strays.push_back(static_cast<std::uint32_t>(vertex));
            }
            written.vertices.push_back(words);
        }
        bool names_one = false;
        for (std::size_t face = random() % 3; face > 0; --face) {
            std::array<std::uint32_t, 3> corners{};
            for (std::uint32_t& corner : corners) {
                corner = static_cast<std::uint32_t>(random() % count);
                names_one = names_one || std::find(strays.begin(), strays.end(), corner) != strays.end();
            }
            written.faces.push_back(corners);
        }
        for (const auto& [name, content] : written.files()) {
            std::string notices;
            InputSettings settings;
            settings.notice = [&](const std::string& notice) { notices += notice; };
            const auto mesh = parse_mesh(content, name, settings);
            ASSERT_EQ(mesh.has_value(), !names_one) << content;
            if (names_one) {
                EXPECT_NE(mesh.error().message.find("is not a finite coordinate; repair the mesh"), std::string::npos);
                ++refused;
                continue;
            }
            ++read;
            EXPECT_EQ(defect_of(*mesh), "") << content;
            EXPECT_EQ(mesh->strays, strays);
            EXPECT_EQ(notices.empty(), strays.empty()) << notices;
            EXPECT_EQ(mesh->faces, written.faces.size());
            const std::vector<double> positions = positions_of(*mesh);
            std::vector<double> points;
            for (std::size_t vertex = 0; vertex < count; ++vertex) {
                const bool stray = std::find(strays.begin(), strays.end(), vertex) != strays.end();
                for (std::size_t axis = 0; axis < 3 && !stray; ++axis) {
                    points.push_back(std::stod(written.vertices[vertex].at(axis)));
                    EXPECT_EQ(positions[3 * vertex + axis], points.back()) << content;
                }
            }
            const auto as_points = parse_points(content, name);
            ASSERT_EQ(as_points.has_value(), !points.empty()) << content;
            if (as_points) {
                EXPECT_EQ(as_points->coordinates, points) << content;
            }
        }
    }
    EXPECT_GT(refused, 50U);
    EXPECT_GT(read, 50U);
}

TEST(StrayVertices, AreCountedInTheNotice) {
    std::string notices;
    InputSettings settings;
    settings.notice = [&](const std::string& notice) { notices += notice; };
    ASSERT_TRUE(parse_mesh("v 0 0 0\nv nan 1 inf\nv 1 0 0\nv 0 1 0\nf 1 3 4\n", "a.obj", settings));
    EXPECT_EQ(notices,
              "'a.obj' has 1 vertex with a coordinate that is not finite (the first is vertex 1, counted from 0); no "
              "face uses it, so it is ignored");
    notices.clear();
    ASSERT_TRUE(parse_mesh("v nan 0 0\nv nan 1 inf\n", "a.obj", settings));
    EXPECT_NE(notices.find("has 2 vertices with a coordinate"), std::string::npos) << notices;
}

TEST(StrayVertices, MayBeInBinaryFilesToo) {
    const float bad = std::numeric_limits<float>::quiet_NaN();
    const std::string front =
        "ply\nformat binary_little_endian 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float "
        "z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n";
    const std::string vertices = little(bad, 1.F, bad, 1.F, 0.F, 0.F, 0.F, 1.F, 0.F, 0.F, 0.F, 1.F);
    const auto mesh = parse_mesh(front + vertices + little(std::uint8_t{3}, 1, 2, 3), "a.ply");
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->strays, std::vector<std::uint32_t>{0});
    EXPECT_EQ(positions_of(*mesh), (std::vector<double>{1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}));
    EXPECT_REFUSED(parse_mesh(front + vertices + little(std::uint8_t{3}, 1, 2, 0), "a.ply"),
                   fmt::format("'a.ply' byte {}: a coordinate is infinite or not a number", front.size() + 4));
}

TEST(FacesWithoutCorners, AreIgnored) {
    const std::string corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    const std::string front =
        "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
        "element face 4\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n";
    for (const auto& [name, content] : {std::pair<std::string, std::string>{"a.obj", corners + "f\nf 1 2 3\nf 1\nf\n"},
                                        {"a.ply", front + "0\n3 0 1 2\n1 0\n0\n"}}) {
        const auto mesh = parse_mesh(content, name);
        ASSERT_TRUE(mesh) << mesh.error().message;
        EXPECT_EQ(defect_of(*mesh), "");
        EXPECT_EQ(mesh->faces, 4U);
        EXPECT_EQ(mesh->triangles, (std::vector<std::uint32_t>{0, 1, 2}));
        EXPECT_EQ(mesh->face(0), 1U);
        EXPECT_EQ(mesh->odd.without_triangles, (std::vector<std::uint32_t>{0, 2, 3}));
    }
}

}  // namespace
}  // namespace vkalgo::formats::test
