#include "weld.hpp"

#include "algorithms/invalid.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>
#include <string>
#include <type_traits>

namespace vkalgo {
namespace {

constexpr std::uint32_t kFree = std::numeric_limits<std::uint32_t>::max();

/// Returns the bits of a coordinate, those of 0 for -0. So equal coordinates have equal bits.
template <class T>
std::uint64_t bits_of(T coordinate) {
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    return std::bit_cast<Bits>(coordinate == T{0} ? T{0} : coordinate);
}

/// Mixes bits by the finalizer of SplitMix64: each bit of the result depends on every bit of the input.
std::uint64_t mixed(std::uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9U;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBU;
    return bits ^ (bits >> 31);
}

/// A hash table that maps positions to indices of vertices. It uses open addressing, and is at most half full.
template <class T>
class PositionTable {
public:
    PositionTable(std::vector<T>& positions, std::uint64_t vertices)
        : positions_(positions), slots_(std::bit_ceil(std::max<std::uint64_t>(2 * vertices, 2)), kFree) {}

    /// Returns the index of the vertex at a position; a new position gets the next index.
    std::uint32_t number_of(const T* position) {
        std::uint64_t hash = 0x9E3779B97F4A7C15U;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            hash = mixed(hash ^ bits_of(position[axis]));
        }
        const std::uint64_t mask = slots_.size() - 1;
        for (std::uint64_t slot = hash & mask;; slot = (slot + 1) & mask) {
            if (slots_[slot] == kFree) {
                slots_[slot] = static_cast<std::uint32_t>(positions_.size() / 3);
                positions_.insert(positions_.end(), position, position + 3);
                return slots_[slot];
            }
            const T* there = positions_.data() + std::size_t{slots_[slot]} * 3;
            if (std::equal(there, there + 3, position, [](T a, T b) { return bits_of(a) == bits_of(b); })) {
                return slots_[slot];
            }
        }
    }

private:
    std::vector<T>& positions_;
    std::vector<std::uint32_t> slots_;
};

template <class T>
Result<WeldedMesh<T>> weld_typed(std::span<const T> positions, std::span<const std::uint32_t> triangles) {
    const std::uint64_t vertices = positions.size() / 3;
    if (positions.size() % 3 != 0) {
        return invalid("the number of coordinates, " + std::to_string(positions.size()) + ", is not a multiple of 3",
                       "positions");
    }
    if (triangles.size() % 3 != 0) {
        return invalid("the number of indices, " + std::to_string(triangles.size()) + ", is not a multiple of 3",
                       "triangles");
    }
    if (vertices >= std::uint64_t{1} << 32) {
        return Error{ErrorCode::too_large,
                     std::to_string(vertices) + " vertices are too many; fewer than 2^32 can be welded", "positions"};
    }
    const auto outside =
        std::find_if(triangles.begin(), triangles.end(), [&](std::uint32_t vertex) { return vertex >= vertices; });
    if (outside != triangles.end()) {
        return invalid("triangle " + std::to_string((outside - triangles.begin()) / 3) + " has vertex " +
                           std::to_string(*outside) + ", but there are " + std::to_string(vertices) +
                           " vertices; triangles and vertices count from 0",
                       "triangles");
    }
    WeldedMesh<T> mesh;
    mesh.new_index.resize(vertices);
    PositionTable<T> table(mesh.positions, vertices);
    for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
        mesh.new_index[vertex] = table.number_of(positions.data() + 3 * vertex);
    }
    mesh.merged = vertices - mesh.positions.size() / 3;
    mesh.triangles.reserve(triangles.size());
    for (const std::uint32_t vertex : triangles) {
        mesh.triangles.push_back(mesh.new_index[vertex]);
    }
    return mesh;
}

}  // namespace

Result<WeldedMesh<float>> weld(std::span<const float> positions, std::span<const std::uint32_t> triangles) {
    return weld_typed(positions, triangles);
}

Result<WeldedMesh<double>> weld(std::span<const double> positions, std::span<const std::uint32_t> triangles) {
    return weld_typed(positions, triangles);
}

}  // namespace vkalgo
