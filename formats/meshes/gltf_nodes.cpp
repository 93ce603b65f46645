#include "formats/meshes/gltf_nodes.hpp"

#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

using Json = GltfDocument::Json;

std::string location_of(std::uint64_t node) {
    return fmt::format("nodes[{}]", node);
}

/// Reads a member that is a list of numbers.size() finite numbers. Returns false if it is missing.
Result<bool> read_numbers(const GltfDocument& document, const Json& node, const std::string& location, const char* key,
                          std::span<double> numbers) {
    const auto found = node.find(key);
    if (found == node.end()) {
        return false;
    }
    bool good = found->is_array() && found->size() == numbers.size();
    for (std::size_t index = 0; good && index < numbers.size(); ++index) {
        good = (*found)[index].is_number();
        numbers[index] = good ? (*found)[index].get<double>() : 0;
    }
    if (!good) {
        return document.wrong(location,
                              fmt::format("'{}' is not a list of {} numbers; correct it", key, numbers.size()));
    }
    return true;
}

/// Returns the rotation of a quaternion x, y, z, w. The quaternion is normalised to length 1, since its decimals are
/// rounded.
GltfTransform turn(const std::array<double, 4>& quaternion) {
    const double length = std::hypot(std::hypot(quaternion[0], quaternion[1], quaternion[2]), quaternion[3]);
    const double x = quaternion[0] / length, y = quaternion[1] / length, z = quaternion[2] / length,
                 w = quaternion[3] / length;
    GltfTransform transform;
    transform.rows = {{{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), 0},
                       {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), 0},
                       {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), 0}}};
    return transform;
}

Result<GltfTransform> local_transform(const GltfDocument& document, const Json& node, const std::string& location) {
    GltfTransform local;
    std::array<double, 16> columns{};
    VKALGO_TRY(const bool has_matrix, read_numbers(document, node, location, "matrix", columns));
    if (has_matrix) {
        if (columns[3] != 0 || columns[7] != 0 || columns[11] != 0 || columns[15] != 1) {
            return document.wrong(location, "the last row of its matrix is not 0 0 0 1; correct it");
        }
        for (std::size_t row = 0; row < 3; ++row) {
            for (std::size_t column = 0; column < 4; ++column) {
                local.rows.at(row).at(column) = columns.at(column * 4 + row);
            }
        }
        return local;
    }
    std::array<double, 3> translation{0, 0, 0}, scale{1, 1, 1};
    std::array<double, 4> rotation{0, 0, 0, 1};
    VKALGO_CHECK(read_numbers(document, node, location, "translation", translation));
    VKALGO_CHECK(read_numbers(document, node, location, "scale", scale));
    VKALGO_CHECK(read_numbers(document, node, location, "rotation", rotation));
    if (rotation == std::array<double, 4>{}) {
        return document.wrong(location, "its rotation is 0 0 0 0; correct it");
    }
    local = turn(rotation);
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            local.rows.at(row).at(column) *= scale.at(column);
        }
        local.rows.at(row)[3] = translation.at(row);
    }
    return local;
}

/// Returns the nodes that are not a child of another node.
Result<std::vector<std::uint64_t>> roots_of_all(const GltfDocument& document, std::uint64_t nodes) {
    std::vector<bool> is_child(nodes);
    for (std::uint64_t node = 0; node < nodes; ++node) {
        VKALGO_TRY(const Json* const json, document.element("nodes", node));
        VKALGO_TRY(const Json* const children, document.list(*json, "children", location_of(node)));
        for (const Json& child : *children) {
            VKALGO_TRY(const std::uint64_t index, document.whole(child, location_of(node) + ".children"));
            VKALGO_CHECK(document.element("nodes", index));
            is_child[index] = true;
        }
    }
    std::vector<std::uint64_t> roots;
    for (std::uint64_t node = 0; node < nodes; ++node) {
        if (!is_child[node]) {
            roots.push_back(node);
        }
    }
    return roots;
}

Result<std::vector<std::uint64_t>> roots_of_scene(const GltfDocument& document) {
    VKALGO_TRY(const std::uint64_t scene, document.whole(document.root(), "scene", "scene", 0));
    VKALGO_TRY(const Json* const json, document.element("scenes", scene));
    const std::string location = fmt::format("scenes[{}]", scene);
    VKALGO_TRY(const Json* const list, document.list(*json, "nodes", location));
    std::vector<std::uint64_t> roots;
    for (const Json& root : *list) {
        VKALGO_TRY(const std::uint64_t node, document.whole(root, location + ".nodes"));
        roots.push_back(node);
    }
    return roots;
}

/// A traversal of all nodes below the roots. A node that is reached twice is an error, since glTF files are trees.
class Walk {
public:
    Walk(GltfDocument& document, std::uint64_t nodes) : document_(document), seen_(nodes) {}

    Result<std::vector<GltfShown>> from(const std::vector<std::uint64_t>& roots) {
        put(roots, {});
        while (!open_.empty()) {
            const auto [node, outer] = open_.back();
            open_.pop_back();
            VKALGO_CHECK(visit(node, outer));
        }
        return std::move(shown_);
    }

private:
    /// Pushes nodes so that the first one is visited next.
    void put(const std::vector<std::uint64_t>& nodes, const GltfTransform& outer) {
        for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
            open_.emplace_back(*node, outer);
        }
    }

    Result<void> visit(std::uint64_t node, const GltfTransform& outer) {
        VKALGO_TRY(const Json* const json, document_.element("nodes", node));
        const std::string location = location_of(node);
        if (seen_[node]) {
            return document_.wrong(location,
                                   "is reached twice, but the nodes of a glTF file must form a tree, and a scene must "
                                   "name only its roots, each once; export the file again");
        }
        seen_[node] = true;
        VKALGO_TRY(const GltfTransform local, local_transform(document_, *json, location));
        const GltfTransform here = outer.of(local);
        if (json->contains("mesh")) {
            VKALGO_TRY(const std::uint64_t mesh, document_.whole(*json, "mesh", location));
            if (json->value("extensions", Json::object()).contains("EXT_mesh_gpu_instancing")) {
                return document_.wrong(location,
                                       "shows its mesh many times by EXT_mesh_gpu_instancing, which is not supported; "
                                       "export the file with one node per copy of the mesh");
            }
            shown_.push_back({mesh, json->contains("skin") ? GltfTransform{} : here});
        }
        VKALGO_TRY(const Json* const list, document_.list(*json, "children", location));
        std::vector<std::uint64_t> children;
        for (const Json& child : *list) {
            VKALGO_TRY(const std::uint64_t index, document_.whole(child, location + ".children"));
            children.push_back(index);
        }
        put(children, here);
        return {};
    }

    GltfDocument& document_;
    std::vector<bool> seen_;
    std::vector<std::pair<std::uint64_t, GltfTransform>> open_;
    std::vector<GltfShown> shown_;
};

}  // namespace

void GltfTransform::move(const double (&from)[3], double (&to)[3]) const {
    for (std::size_t row = 0; row < 3; ++row) {
        const auto& [x, y, z, w] = rows.at(row);
        to[row] = x * from[0] + y * from[1] + z * from[2] + w;
    }
}

GltfTransform GltfTransform::of(const GltfTransform& inner) const {
    GltfTransform both;
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 4; ++column) {
            double sum = column == 3 ? rows.at(row)[3] : 0;
            for (std::size_t k = 0; k < 3; ++k) {
                sum += rows.at(row).at(k) * inner.rows.at(k).at(column);
            }
            both.rows.at(row).at(column) = sum;
        }
    }
    return both;
}

Result<std::vector<GltfShown>> shown_meshes(GltfDocument& document) {
    VKALGO_TRY(const std::uint64_t nodes, document.count("nodes"));
    VKALGO_TRY(const std::uint64_t scenes, document.count("scenes"));
    if (nodes == 0 && scenes == 0) {
        VKALGO_TRY(const std::uint64_t meshes, document.count("meshes"));
        std::vector<GltfShown> shown(meshes);
        for (std::uint64_t mesh = 0; mesh < meshes; ++mesh) {
            shown[mesh].mesh = mesh;
        }
        return shown;
    }
    VKALGO_TRY(const std::vector<std::uint64_t> roots,
               scenes == 0 ? roots_of_all(document, nodes) : roots_of_scene(document));
    return Walk(document, nodes).from(roots);
}

}  // namespace vkalgo::formats
