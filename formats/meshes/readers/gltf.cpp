// Reads glTF 2.0, text and binary (Khronos, glTF 2.0 Specification): the triangles of the default scene, positioned by
// its nodes. Materials, skins, shape keys, animations, points and lines are skipped. This is our own code. tinygltf
// (which Debian has) loads images, opens any file that a URI names, and cuts large numbers to 32 bits; its caller must
// check the bounds of accessors and the cycles of nodes.
#include "formats/bytes.hpp"
#include "formats/meshes/gltf_document.hpp"
#include "formats/meshes/gltf_nodes.hpp"
#include "formats/meshes/mesh.hpp"
#include "formats/meshes/stray_vertices.hpp"
#include "formats/text_words.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

using Json = GltfDocument::Json;

constexpr std::uint64_t kMaxVertices = std::numeric_limits<std::uint32_t>::max();

enum class Mode : std::uint64_t { triangles = 4, strip = 5, fan = 6 };

/// The triangles of one primitive of a mesh.
struct Primitive {
    std::string location;
    Mode mode = Mode::triangles;
    /// The accessor of the positions. Primitives with the same accessor share its vertices.
    std::uint64_t accessor = 0;
    GltfAccessor positions;
    std::optional<GltfAccessor> indices;

    std::uint64_t corners() const { return indices ? indices->count : positions.count; }
    std::uint64_t triangles() const {
        return mode == Mode::triangles ? corners() / 3 : std::max<std::uint64_t>(corners(), 2) - 2;
    }
};

/// Calls `take` with three numbers for each triangle: the positions of its corners in the primitive's list of vertices,
/// from 0.
template <class Take>
void each_triangle(Mode mode, std::uint64_t triangles, const Take& take) {
    for (std::uint64_t k = 0; k < triangles; ++k) {
        switch (mode) {
            case Mode::triangles:
                take(3 * k, 3 * k + 1, 3 * k + 2);
                break;
            case Mode::strip:
                take(k, k + 1 + k % 2, k + 2 - k % 2);
                break;
            case Mode::fan:
                take(k + 1, k + 2, 0);
                break;
        }
    }
}

class GltfReader {
public:
    explicit GltfReader(GltfDocument& document) : document_(document) {}

    Result<Mesh> read() {
        VKALGO_TRY(const std::vector<GltfShown> shown, shown_meshes(document_));
        VKALGO_CHECK(plan(shown));
        for (const GltfShown& one : shown) {
            VKALGO_CHECK(add(meshes_.at(one.mesh), one.transform));
        }
        VKALGO_CHECK(strays_.settle(mesh_, [&](const StrayVertex& stray) {
            return document_.wrong(std::string(stray.word),
                                   fmt::format("vertex {} (from 0): {}", stray.location, StrayVertex{}.message()));
        }));
        mesh_.splits_vertices = true;
        return std::move(mesh_);
    }

private:
    /// Reads the primitives of the meshes, checks their total size, and reserves memory for all vertices and triangles.
    Result<void> plan(const std::vector<GltfShown>& shown) {
        if (shown.empty()) {
            return document_.wrong("scene", "shows no mesh; export the file with its meshes in the scene");
        }
        bool as_it_is = true;
        std::uint64_t vertices = 0, triangles = 0;
        for (const GltfShown& one : shown) {
            if (!meshes_.contains(one.mesh)) {
                VKALGO_TRY(std::vector<Primitive> primitives, primitives_of(one.mesh));
                meshes_.emplace(one.mesh, std::move(primitives));
            }
            as_it_is = as_it_is && one.transform.is_identity();
            for (const Primitive& primitive : meshes_.at(one.mesh)) {
                as_it_is = as_it_is && primitive.positions.component == GltfComponent::f32;
                vertices += primitive.positions.count;
                triangles += primitive.triangles();
                VKALGO_CHECK(document_.take_memory(primitive.positions.count * 3 * sizeof(double) +
                                                   primitive.triangles() * 3 * sizeof(std::uint32_t)));
            }
        }
        if (vertices > kMaxVertices || triangles > kMaxVertices) {
            return Error{
                ErrorCode::too_large,
                fmt::format("'{}' has {} vertices and {} triangles, but at most {} of each are supported; split it",
                            document_.name(), vertices, triangles, kMaxVertices),
                document_.name()};
        }
        if (!as_it_is) {
            mesh_.positions.emplace<1>();
        }
        mesh_.triangles.reserve(triangles * 3);
        std::visit([&](auto& positions) { positions.reserve(vertices * 3); }, mesh_.positions);
        return {};
    }

    Result<std::vector<Primitive>> primitives_of(std::uint64_t mesh) {
        VKALGO_TRY(const Json* const json, document_.element("meshes", mesh));
        const std::string location = fmt::format("meshes[{}]", mesh);
        VKALGO_TRY(const Json* const list, document_.list(*json, "primitives", location));
        std::vector<Primitive> primitives;
        for (std::size_t index = 0; index < list->size(); ++index) {
            Primitive primitive;
            primitive.location = fmt::format("{}.primitives[{}]", location, index);
            if (!(*list)[index].is_object()) {
                return document_.wrong(primitive.location, "is not an object; correct it");
            }
            VKALGO_TRY(const bool has_triangles, read_primitive((*list)[index], primitive));
            if (has_triangles) {
                primitives.push_back(std::move(primitive));
            }
        }
        return primitives;
    }

    /// Reads a primitive. Returns false if it has no triangles.
    Result<bool> read_primitive(const Json& json, Primitive& primitive) {
        constexpr std::uint64_t kTriangles = 4;
        VKALGO_TRY(const std::uint64_t mode, document_.whole(json, "mode", primitive.location, kTriangles));
        if (mode > static_cast<std::uint64_t>(Mode::fan)) {
            return document_.wrong(primitive.location, fmt::format("mode {} does not exist in glTF; correct it", mode));
        }
        const auto attributes = json.find("attributes");
        if (mode < kTriangles || attributes == json.end() || !attributes->is_object() ||
            !attributes->contains("POSITION")) {
            return false;
        }
        primitive.mode = static_cast<Mode>(mode);
        if (json.value("extensions", Json::object()).contains("KHR_draco_mesh_compression") && !has_data(*attributes)) {
            return document_.wrong(primitive.location,
                                   "is packed by KHR_draco_mesh_compression, which is not supported; "
                                   "export the mesh again without compression");
        }
        VKALGO_TRY(primitive.accessor, document_.whole(*attributes, "POSITION", primitive.location));
        VKALGO_TRY(primitive.positions, document_.accessor(primitive.accessor));
        if (primitive.positions.components != 3 || primitive.positions.component == GltfComponent::u32) {
            return document_.wrong(
                primitive.location,
                "its positions are not VEC3 of floats or of whole numbers of 8 or 16 bits; correct them");
        }
        if (json.contains("indices")) {
            VKALGO_TRY(const std::uint64_t accessor, document_.whole(json, "indices", primitive.location));
            VKALGO_TRY(primitive.indices, document_.accessor(accessor));
            const GltfComponent component = primitive.indices->component;
            if (primitive.indices->components != 1 ||
                (component != GltfComponent::u8 && component != GltfComponent::u16 &&
                 component != GltfComponent::u32)) {
                return document_.wrong(primitive.location,
                                       "its indices are not SCALAR of unsigned whole numbers; correct them");
            }
        }
        if (primitive.mode == Mode::triangles && primitive.corners() % 3 != 0) {
            return document_.wrong(
                primitive.location,
                fmt::format("has {} corners, which do not make whole triangles; {}", primitive.corners(), kTruncated));
        }
        return true;
    }

    /// Returns true if a buffer has the positions without packing. If the mesh is packed, this is true only if the file
    /// also has an unpacked copy of the mesh.
    bool has_data(const Json& attributes) const {
        const auto index = document_.whole(attributes, "POSITION", "");
        const auto accessor = index ? document_.element("accessors", *index) : Result<const Json*>(index.error());
        return accessor && (*accessor)->contains("bufferView");
    }

    /// Adds a mesh whose vertices are moved by the map of its node. Its primitives share vertices if they have the same
    /// accessor.
    Result<void> add(const std::vector<Primitive>& primitives, const GltfTransform& transform) {
        std::map<std::uint64_t, std::uint64_t> first_of;
        for (const Primitive& primitive : primitives) {
            const auto [first, is_new] = first_of.emplace(primitive.accessor, mesh_.vertex_count());
            if (is_new) {
                add_vertices(primitive, transform);
            }
            VKALGO_CHECK(add_triangles(primitive, first->second));
        }
        return {};
    }

    void add_vertices(const Primitive& primitive, const GltfTransform& transform) {
        const GltfAccessor& positions = primitive.positions;
        for (std::uint64_t vertex = 0; vertex < positions.count; ++vertex) {
            const double position[3] = {positions.real(vertex, 0), positions.real(vertex, 1),
                                        positions.real(vertex, 2)};
            double moved[3] = {position[0], position[1], position[2]};
            if (!transform.is_identity()) {
                transform.move(position, moved);
            }
            for (const double coordinate : moved) {
                strays_.check(coordinate, {mesh_.vertex_count(), vertex, primitive.location});
            }
            mesh_.add_vertex(moved);
        }
    }

    Result<void> add_triangles(const Primitive& primitive, std::uint64_t first) {
        std::optional<std::uint64_t> missing;
        const auto corner = [&](std::uint64_t index) {
            const std::uint64_t vertex = primitive.indices ? primitive.indices->whole(index) : index;
            if (vertex >= primitive.positions.count) {
                missing = vertex;
            }
            return static_cast<std::uint32_t>(first + vertex);
        };
        each_triangle(primitive.mode, primitive.triangles(), [&](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
            const std::uint32_t corners[] = {corner(a), corner(b), corner(c)};
            // Triangles that have a vertex twice join strips. They are not part of the surface.
            const bool joins = primitive.mode == Mode::strip &&
                               (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0]);
            if (!joins && !missing) {
                mesh_.add_face(corners);
            }
        });
        if (missing) {
            return document_.wrong(primitive.location,
                                   no_such_vertex(static_cast<std::int64_t>(*missing), primitive.positions.count, 0));
        }
        return {};
    }

    GltfDocument& document_;
    /// The stray vertices. StrayVertex::location is the index of the vertex in its primitive, and StrayVertex::word is
    /// the name of the primitive.
    StrayVertices strays_;
    std::map<std::uint64_t, std::vector<Primitive>> meshes_;
    Mesh mesh_;
};

/// Returns true for binary glTF, and for JSON with the key "asset". No other format of meshes starts with a brace.
bool looks_like_gltf(std::string_view content) {
    content.remove_prefix(content.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
    const std::size_t first = content.find_first_not_of(" \t\r\n");
    return is_binary_gltf(content) || (first != std::string_view::npos && content[first] == '{' &&
                                       content.find("\"asset\"") != std::string_view::npos);
}

Result<Mesh> read_gltf(std::string_view content, const std::string& name, const InputLimits& limits) {
    VKALGO_TRY(GltfDocument document, GltfDocument::parse(content, name, limits));
    return GltfReader(document).read();
}

}  // namespace

const MeshFormat& mesh_format_gltf();
const MeshFormat& mesh_format_gltf() {
    static const MeshFormat format = {.name = "gltf",
                                      .about = "glTF 2.0",
                                      .endings = {".gltf", ".glb"},
                                      .recognises = looks_like_gltf,
                                      .read = read_gltf};
    return format;
}

}  // namespace vkalgo::formats
