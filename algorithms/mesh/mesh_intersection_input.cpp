#include "algorithms/mesh/mesh_intersection_input.hpp"

#include "algorithms/mesh/mesh_floats.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

namespace vkalgo {

namespace {

void append(MeshIntersectionInput& input, const MeshView& mesh, const std::optional<MeshRegion>& region) {
    const auto first_vertex = static_cast<std::uint32_t>(input.vertices());
    if (input.coordinates == ElementType::f32) {
        input.positions.insert(input.positions.end(), mesh.positions.begin(), mesh.positions.end());
    } else {
        for (std::size_t at = 0; at < 3 * mesh.vertices(); ++at) {
            input.exact.push_back(mesh.coordinate(at / 3, at % 3));
        }
        input.positions.resize(input.exact.size());
    }
    for (std::size_t at = 0; at < mesh.triangles.size(); at += 3) {
        if (region && !meets_region(mesh, static_cast<std::uint32_t>(at / 3), *region)) {
            continue;
        }
        for (std::size_t k = 0; k < 3; ++k) {
            input.triangles.push_back(mesh.triangles[at + k] + first_vertex);
        }
        if (region) {
            input.numbers.push_back(static_cast<std::uint32_t>(at / 3));
        }
    }
}

/// A coordinate, and the vertex that has it.
struct Coordinate {
    double value = 0;
    std::size_t vertex = 0;
    /// The text after the vertex in messages: empty, or the mesh that the vertex belongs to.
    const char* mesh = "";

    std::string text() const {
        std::array<char, 32> digits{};
        const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), value);
        return {digits.data(), written.ptr};
    }
};

/// The coordinates of the least and of the greatest size, 0 excluded. Their value is 0 if all coordinates are 0.
/// Coordinates of f32 meshes never exceed the allowed ratio.
struct Sizes {
    Coordinate least, greatest;

    void take(const MeshView& mesh, const char* name) {
        for (std::size_t at = 0; at < 3 * mesh.vertices(); ++at) {
            const double value = mesh.coordinate(at / 3, at % 3);
            if (value != 0 && (least.value == 0 || std::abs(value) < std::abs(least.value))) {
                least = {value, at / 3, name};
            }
            if (std::abs(value) > std::abs(greatest.value)) {
                greatest = {value, at / 3, name};
            }
        }
    }

    Result<void> check() const {
        if (least.value == 0 || std::abs(greatest.value / least.value) <= kMaxMeshRatio) {
            return {};
        }
        return Error{
            ErrorCode::invalid_argument,
            "vertex " + std::to_string(least.vertex) + least.mesh + " has a coordinate of " + least.text() +
                " and vertex " + std::to_string(greatest.vertex) + greatest.mesh + " has one of " + greatest.text() +
                "; vertices count from 0. For exact answers, of two coordinates that are not 0, the larger may "
                "be at most " +
                Coordinate{kMaxMeshRatio}.text() + " times the smaller in size",
            "positions"};
    }
};

}  // namespace

Result<MeshIntersectionInput> mesh_intersection_input(const MeshView& a, const MeshView* b,
                                                      const std::optional<MeshRegion>& region) {
    VKALGO_CHECK(check_mesh(a));
    MeshIntersectionInput input;
    input.coordinates = a.coordinates();
    if (b != nullptr) {
        VKALGO_CHECK(check_mesh(*b));
        if (b->coordinates() == ElementType::f64) {
            input.coordinates = ElementType::f64;
        }
        Sizes sizes;
        sizes.take(a, " of the first mesh");
        sizes.take(*b, " of the second mesh");
        VKALGO_CHECK(sizes.check());
        if (a.vertices() + b->vertices() > std::numeric_limits<std::uint32_t>::max()) {
            return Error{ErrorCode::too_large, "both meshes together have 2^32 vertices or more; give fewer", "b"};
        }
    }
    append(input, a, region);
    if (b != nullptr) {
        input.two = true;
        input.split = input.count();
        append(input, *b, region);
    }
    if (input.coordinates == ElementType::f64) {
        input.positions = floats_around_middle(input.exact);
        // The positions have sizes of at most 1. The error has three parts: half a unit in the last place of a float,
        // one unit of the difference of doubles, and what is lost below the smallest normal float.
        input.error = 0x1.1p-25F;
    }
    return input;
}

bool meets_region(const MeshView& mesh, std::uint32_t triangle, const MeshRegion& region) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        double low = std::numeric_limits<double>::infinity(), high = -low;
        for (std::size_t k = 0; k < 3; ++k) {
            const double value = mesh.coordinate(mesh.triangles[3 * std::size_t{triangle} + k], axis);
            low = std::min(low, value);
            high = std::max(high, value);
        }
        if (low > region.high.at(axis) || high < region.low.at(axis)) {
            return false;
        }
    }
    return true;
}

Result<void> check_mesh(const MeshView& mesh) {
    if (!mesh.positions.empty() && !mesh.positions_f64.empty()) {
        return Error{ErrorCode::invalid_argument, "a mesh has positions of f32 and of f64; give only one of them",
                     "positions"};
    }
    const std::size_t numbers = mesh.positions.size() + mesh.positions_f64.size();
    if (numbers % 3 != 0 || mesh.triangles.size() % 3 != 0) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(numbers) + " coordinates and " + std::to_string(mesh.triangles.size()) +
                         " corners of triangles are given; both numbers must be multiples of 3",
                     numbers % 3 != 0 ? "positions" : "triangles"};
    }
    for (std::size_t at = 0; at < mesh.triangles.size(); ++at) {
        if (mesh.triangles[at] >= mesh.vertices()) {
            return Error{ErrorCode::invalid_argument,
                         "triangle " + std::to_string(at / 3) + " has vertex " + std::to_string(mesh.triangles[at]) +
                             ", but there are " + std::to_string(mesh.vertices()) +
                             " vertices; triangles and vertices count from 0",
                         "triangles"};
        }
    }
    for (std::size_t at = 0; at < numbers; ++at) {
        const double size = std::abs(mesh.coordinate(at / 3, at % 3));
        if (!std::isfinite(size)) {
            return Error{
                ErrorCode::invalid_argument,
                "a coordinate of vertex " + std::to_string(at / 3) + " (counted from 0) is not a finite number",
                "positions"};
        }
    }
    Sizes sizes;
    sizes.take(mesh, "");
    return sizes.check();
}

}  // namespace vkalgo
