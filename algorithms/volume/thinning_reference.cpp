#include "algorithms/volume/thinning_reference.hpp"

#include "algorithms/volume/thinning_method.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace vkalgo {

namespace {

constexpr Neighbourhood kMiddle = 1u << 13;

constexpr int bit_index(int x, int y, int z) {
    return 9 * (z + 1) + 3 * (y + 1) + x + 1;
}
constexpr Neighbourhood bit_of(int x, int y, int z) {
    return Neighbourhood{1} << bit_index(x, y, z);
}

/// A template: the voxels that it tests, which of these must be set, and a set of voxels of which at least one must be
/// set (if there are any).
struct Template {
    Neighbourhood seen = 0, set = 0, some = 0;

    bool matches(Neighbourhood around, Neighbourhood known) const {
        return ((around ^ set) & seen & known) == 0 && (some == 0 || ((around | ~known) & some) != 0);
    }
};

/// The masks of the paper (figure 2) for the border in the upward direction: layers from the top, rows from the north,
/// columns from the west. 0: not set; 1: set; x: at least one of these is set; a point: not tested.
constexpr std::array<std::string_view, 6> kMasks{
    "000000000"
    "xxxx1xxxx"
    "xxxx1xxxx",  // M1
    "00.00.00."
    "....11..."
    "....1....",  // M2
    "00.00...."
    "....11.1."
    "....1....",  // M3
    "000000001"
    "....1...1"
    "....1....",  // M4
    "000000000"
    "0xx01x0xx"
    "0xx0010xx",  // M5
    "000000000"
    "00.01...."
    "00.001.1.",  // M6
};

/// Returns the templates of one direction: each mask in four rotations about it.
std::vector<Template> templates_towards(int x, int y, int z) {
    // Takes two directions at right angles to the given one. Their handedness does not matter, because the mirror image
    // of a mask is one of its four rotations.
    const std::array<int, 3> up{x, y, z};
    const std::array<int, 3> east = x == 0 ? std::array{1, 0, 0} : std::array{0, 1, 0};
    const std::array<int, 3> south = z == 0 ? std::array{0, 0, 1} : std::array{0, 1, 0};
    std::vector<Template> made;
    for (const std::string_view mask : kMasks) {
        for (int turn = 0; turn < 4; ++turn) {
            Template turned;
            for (int index = 0; index < 27; ++index) {
                int e = index % 3 - 1, s = index / 3 % 3 - 1;
                const int u = 1 - index / 9;
                for (int k = 0; k < turn; ++k) {
                    e = std::exchange(s, e);
                    e = -e;
                }
                std::array<int, 3> at{};
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    at.at(axis) = e * east.at(axis) + s * south.at(axis) + u * up.at(axis);
                }
                const Neighbourhood bit = bit_of(at[0], at[1], at[2]);
                const char wanted = mask[static_cast<std::size_t>(index)];
                if (bit == kMiddle) {
                    continue;
                }
                turned.seen |= wanted == '0' || wanted == '1' ? bit : 0;
                turned.set |= wanted == '1' ? bit : 0;
                turned.some |= wanted == 'x' ? bit : 0;
            }
            made.push_back(turned);
        }
    }
    return made;
}

struct Side {
    int x, y, z;
};
constexpr std::array<Side, 6> kPalagyiSides{{{0, 0, 1}, {0, 0, -1}, {0, -1, 0}, {0, 1, 0}, {1, 0, 0}, {-1, 0, 0}}};
constexpr std::array<Side, 6> kLeeSides{{{0, -1, 0}, {0, 1, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 0, 1}, {0, 0, -1}}};

const std::vector<Template>& templates_of(int x, int y, int z) {
    static const auto all = [] {
        std::array<std::vector<Template>, 6> made;
        for (std::size_t k = 0; k < made.size(); ++k) {
            made.at(k) = templates_towards(kPalagyiSides.at(k).x, kPalagyiSides.at(k).y, kPalagyiSides.at(k).z);
        }
        return made;
    }();
    for (std::size_t k = 0; k < all.size(); ++k) {
        if (kPalagyiSides.at(k).x == x && kPalagyiSides.at(k).y == y && kPalagyiSides.at(k).z == z) {
            return all.at(k);
        }
    }
    return all[0];
}

/// A byte per voxel, with a border of one voxel around the volume.
struct PaddedVoxels {
    explicit PaddedVoxels(const VolumeShape& of) : shape(of), across(of.x + 2), down(of.y + 2) {
        set.assign(std::size_t{across} * down * (of.z + 2), 0);
    }
    std::size_t index_of(std::size_t x, std::size_t y, std::size_t z) const {
        return ((z + 1) * down + y + 1) * across + x + 1;
    }
    std::ptrdiff_t distance(const Side& side) const {
        return (std::ptrdiff_t{side.z} * std::ptrdiff_t{down} + side.y) * std::ptrdiff_t{across} + side.x;
    }
    Neighbourhood around(std::size_t at) const {
        Neighbourhood found = 0;
        int bit = 0;
        for (int z = -1; z <= 1; ++z) {
            for (int y = -1; y <= 1; ++y) {
                const std::uint8_t* const row = &set[at + static_cast<std::size_t>(distance({-1, y, z}))];
                found |= (Neighbourhood{row[0]} | Neighbourhood{row[1]} << 1 | Neighbourhood{row[2]} << 2) << bit;
                bit += 3;
            }
        }
        return found;
    }

    VolumeShape shape;
    std::uint32_t across, down;
    std::vector<std::uint8_t> set;
};

template <class Visit>
void each_voxel(const VolumeShape& shape, const Visit& visit) {
    for (std::uint32_t z = 0; z < shape.z; ++z) {
        for (std::uint32_t y = 0; y < shape.y; ++y) {
            for (std::uint32_t x = 0; x < shape.x; ++x) {
                visit(x, y, z, (std::size_t{z} * shape.y + y) * shape.row_words() + x / 32, x % 32);
            }
        }
    }
}

/// The voxels that are set and share a face with a voxel that is not set. Only they can be deleted.
class Border {
public:
    explicit Border(const PaddedVoxels& voxels) : voxels_(voxels), listed_(voxels.set.size(), 0) {
        each_voxel(voxels.shape, [&](std::uint32_t x, std::uint32_t y, std::uint32_t z, std::size_t, std::uint32_t) {
            const std::size_t at = voxels.index_of(x, y, z);
            if (voxels.set[at] == 0) {
                return;
            }
            for (const Side& side : kLeeSides) {
                if (voxels.set[neighbour(at, side)] == 0) {
                    add(at);
                    return;
                }
            }
        });
    }

    const std::vector<std::size_t>& indices() const { return indices_; }
    std::size_t neighbour(std::size_t at, const Side& side) const {
        return at + static_cast<std::size_t>(voxels_.distance(side));
    }
    /// Adds the set voxels that share a face with a deleted voxel.
    void uncover(std::size_t deleted) {
        for (const Side& side : kLeeSides) {
            const std::size_t at = neighbour(deleted, side);
            if (voxels_.set[at] != 0 && listed_[at] == 0) {
                add(at);
            }
        }
    }
    void forget_deleted() {
        indices_.erase(
            std::remove_if(indices_.begin(), indices_.end(), [&](std::size_t at) { return voxels_.set[at] == 0; }),
            indices_.end());
    }

private:
    void add(std::size_t at) {
        indices_.push_back(at);
        listed_[at] = 1;
    }

    const PaddedVoxels& voxels_;
    std::vector<std::size_t> indices_;
    std::vector<std::uint8_t> listed_;
};

/// A function that deletes voxels whose neighbour on one side is not set, by the rule of a method, and returns their
/// indices.
using Delete = std::vector<std::size_t> (*)(PaddedVoxels& voxels, const Border& border, const Side& side,
                                            SkeletonKind kind);

std::vector<std::size_t> delete_palagyi(PaddedVoxels& voxels, const Border& border, const Side& side,
                                        SkeletonKind kind) {
    std::vector<std::size_t> gone;
    for (const std::size_t at : border.indices()) {
        if (voxels.set[at] != 0 && voxels.set[border.neighbour(at, side)] == 0 &&
            palagyi_deletes(voxels.around(at), side.x, side.y, side.z, kind)) {
            gone.push_back(at);
        }
    }
    for (const std::size_t at : gone) {
        voxels.set[at] = 0;
    }
    return gone;
}

std::vector<std::size_t> delete_lee(PaddedVoxels& voxels, const Border& border, const Side& side,
                                    SkeletonKind /*kind*/) {
    std::vector<std::size_t> candidates, gone;
    for (const std::size_t at : border.indices()) {
        if (voxels.set[at] == 0 || voxels.set[border.neighbour(at, side)] != 0) {
            continue;
        }
        const Neighbourhood around = voxels.around(at);
        if (std::popcount(around) != 2 && is_simple(around)) {
            candidates.push_back(at);
        }
    }
    // Checks the candidates one by one, in the order of their indices.
    std::sort(candidates.begin(), candidates.end());
    for (const std::size_t at : candidates) {
        if (is_simple(voxels.around(at))) {
            voxels.set[at] = 0;
            gone.push_back(at);
        }
    }
    return gone;
}

/// Returns for each position the positions that share a face (with `by_corners`, at least a corner) with it, and the
/// position itself.
std::array<Neighbourhood, 27> near_indices(bool by_corners) {
    std::array<Neighbourhood, 27> near{};
    for (int at = 0; at < 27; ++at) {
        for (int other = 0; other < 27; ++other) {
            const int dx = std::abs(other % 3 - at % 3), dy = std::abs(other / 3 % 3 - at / 3 % 3);
            const int dz = std::abs(other / 9 - at / 9);
            const bool is_near = by_corners ? dx <= 1 && dy <= 1 && dz <= 1 : dx + dy + dz <= 1;
            near.at(static_cast<std::size_t>(at)) |= is_near ? Neighbourhood{1} << other : 0;
        }
    }
    return near;
}

/// Grows the set `from` within `room` until nothing is added. Sets grow across faces; with `by_corners` they also grow
/// across edges and corners.
Neighbourhood reached(Neighbourhood from, Neighbourhood room, bool by_corners) {
    static const std::array<Neighbourhood, 27> by_face = near_indices(false), by_corner = near_indices(true);
    const std::array<Neighbourhood, 27>& near = by_corners ? by_corner : by_face;
    Neighbourhood fresh = from;
    while (fresh != 0) {
        Neighbourhood grown = 0;
        for (; fresh != 0; fresh &= fresh - 1) {
            grown |= near.at(static_cast<std::size_t>(std::countr_zero(fresh)));
        }
        fresh = grown & room & ~from;
        from |= fresh;
    }
    return from;
}

constexpr Neighbourhood kFaces =
    bit_of(1, 0, 0) | bit_of(-1, 0, 0) | bit_of(0, 1, 0) | bit_of(0, -1, 0) | bit_of(0, 0, 1) | bit_of(0, 0, -1);
constexpr Neighbourhood kCorners = bit_of(1, 1, 1) | bit_of(1, 1, -1) | bit_of(1, -1, 1) | bit_of(1, -1, -1) |
                                   bit_of(-1, 1, 1) | bit_of(-1, 1, -1) | bit_of(-1, -1, 1) | bit_of(-1, -1, -1);
constexpr Neighbourhood kAll = (1u << 27) - 1;

}  // namespace

bool is_simple(Neighbourhood around) {
    const Neighbourhood object = around & kAll & ~kMiddle;
    const Neighbourhood outside = ~around & kAll & ~kMiddle & ~kCorners;
    const Neighbourhood faces = outside & kFaces;
    if (object == 0 || faces == 0) {
        return false;
    }
    const auto lowest = [](Neighbourhood bits) { return bits & (~bits + 1); };
    return reached(lowest(object), object, true) == object && (faces & ~reached(lowest(faces), outside, false)) == 0;
}

bool palagyi_deletes(Neighbourhood around, int x, int y, int z, SkeletonKind kind) {
    const auto set = [&](int dx, int dy, int dz) { return (around & bit_of(dx, dy, dz)) != 0; };
    if (kind == SkeletonKind::surface &&
        ((!set(1, 0, 0) && !set(-1, 0, 0)) || (!set(0, 1, 0) && !set(0, -1, 0)) || (!set(0, 0, 1) && !set(0, 0, -1)))) {
        return false;
    }
    if (set(x, y, z)) {
        return false;
    }
    for (const Template& one : templates_of(x, y, z)) {
        if (one.matches(around, kAll)) {
            return true;
        }
    }
    return false;
}

bool palagyi_could_delete(Neighbourhood around, Neighbourhood known, int x, int y, int z) {
    for (const Template& one : templates_of(x, y, z)) {
        if (one.matches(around, known)) {
            return true;
        }
    }
    return false;
}

Result<ThinningReference> thinning_reference(const VolumeShape& shape, std::span<const std::uint32_t> bits,
                                             const ThinningOptions& options) {
    VKALGO_TRY(const ThinningMethod* const method, find_thinning_method(options));
    if (bits.size() != shape.words()) {
        return Error{ErrorCode::invalid_argument, "the number of words of the bit volume does not match its shape",
                     "bits"};
    }
    const bool lee = std::string_view(method->name) == "lee";
    const Delete deletes = lee ? delete_lee : delete_palagyi;
    PaddedVoxels voxels(shape);
    each_voxel(shape, [&](std::uint32_t x, std::uint32_t y, std::uint32_t z, std::size_t word, std::uint32_t bit) {
        voxels.set[voxels.index_of(x, y, z)] = bits[word] >> bit & 1u;
    });
    ThinningReference result;
    Border border(voxels);
    for (bool changed = true; changed;) {
        changed = false;
        border.forget_deleted();
        for (const Side& side : lee ? kLeeSides : kPalagyiSides) {
            if (shape.z == 1 && side.z != 0) {
                continue;
            }
            for (const std::size_t gone : deletes(voxels, border, side, options.kind)) {
                border.uncover(gone);
                changed = true;
            }
        }
        result.iterations += changed ? 1 : 0;
    }
    result.skeleton.assign(bits.size(), 0);
    each_voxel(shape, [&](std::uint32_t x, std::uint32_t y, std::uint32_t z, std::size_t word, std::uint32_t bit) {
        result.skeleton[word] |= std::uint32_t{voxels.set[voxels.index_of(x, y, z)]} << bit;
    });
    return result;
}

}  // namespace vkalgo
