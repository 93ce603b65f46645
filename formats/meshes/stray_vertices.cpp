#include "formats/meshes/stray_vertices.hpp"

#include "formats/number_text.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <variant>

#include <fmt/format.h>

namespace vkalgo::formats {

std::string StrayVertex::message() const {
    return fmt::format("{}; repair the mesh", word.empty()
                                                  ? "a coordinate is infinite or not a number"
                                                  : fmt::format("'{}' is not a finite coordinate", excerpt(word)));
}

void StrayVertices::check(double value, const StrayVertex& vertex) {
    if (!std::isfinite(value) && (strays_.empty() || strays_.back().vertex != vertex.vertex)) {
        strays_.push_back(vertex);
    }
}

Result<void> StrayVertices::settle(Mesh& mesh, const std::function<Error(const StrayVertex&)>& wrong) const {
    if (strays_.empty()) {
        return {};
    }
    std::vector<bool> named(mesh.vertex_count());
    for (const std::vector<std::uint32_t>* indices : {&mesh.triangles, &mesh.corners}) {
        for (const std::uint32_t vertex : *indices) {
            named[vertex] = true;
        }
    }
    const auto found = std::find_if(strays_.begin(), strays_.end(), [&](const StrayVertex& stray) {
        return named[static_cast<std::size_t>(stray.vertex)];
    });
    if (found != strays_.end()) {
        return wrong(*found);
    }
    // The first vertex that is not stray: strays come in ascending order.
    std::size_t other = 0;
    while (other < strays_.size() && strays_[other].vertex == other) {
        ++other;
    }
    std::visit(
        [&](auto& positions) {
            for (const StrayVertex& stray : strays_) {
                const std::size_t to = 3 * static_cast<std::size_t>(stray.vertex);
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    positions[to + axis] = 3 * other < positions.size() ? positions[3 * other + axis] : 0;
                }
                mesh.strays.push_back(static_cast<std::uint32_t>(stray.vertex));
            }
        },
        mesh.positions);
    const std::size_t count = strays_.size();
    mesh.notices.push_back(
        fmt::format("has {} with a coordinate that is not finite (the first is vertex {}, counted from 0); no face "
                    "uses {}, so {} ignored",
                    count == 1 ? "1 vertex" : fmt::format("{} vertices", count), strays_.front().vertex,
                    count == 1 ? "it" : "them", count == 1 ? "it is" : "they are"));
    return {};
}

}  // namespace vkalgo::formats
