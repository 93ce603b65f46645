#pragma once

#include "engine/result.hpp"
#include "formats/meshes/mesh.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::formats {

/// A vertex with a coordinate that is not finite. Scans and simulations write such vertices where they have no value.
struct StrayVertex {
    std::uint64_t vertex = 0;
    /// Where the coordinate is in the file: its line, the offset of the byte after it (binary PLY), or the index of the
    /// vertex in its primitive (glTF).
    std::uint64_t location = 0;
    /// The coordinate as written; empty in binary PLY. In glTF: the name of the primitive.
    std::string_view word;

    /// Returns what is wrong and what to do.
    std::string message() const;
};

/// The stray vertices of a file. They are harmless as long as no face names them.
class StrayVertices {
public:
    /// Notes the vertex if the value is not finite. The vertices must come in ascending order.
    void check(double value, const StrayVertex& vertex);

    /// Gives the stray vertices the position of another vertex, or (0, 0, 0) if all vertices are strays, and lists them
    /// in Mesh::strays. Call this once all vertices and faces are added. If a face names a stray vertex, returns the
    /// error `wrong` of the first such vertex.
    Result<void> settle(Mesh& mesh, const std::function<Error(const StrayVertex&)>& wrong) const;

private:
    std::vector<StrayVertex> strays_;
};

}  // namespace vkalgo::formats
