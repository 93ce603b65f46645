// Tests the conditions on which the rules of thinning rely, for every neighbourhood.
#include "algorithms/volume/thinning_reference.hpp"

#include "tests/support/device_fixture.hpp"
#include "tests/volume/topology.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

constexpr Neighbourhood kMiddle = 1u << 13;

/// Returns whether the middle is simple by definition: whether the neighbourhood, as a small volume of its own, has the
/// same topology without the middle.
bool keeps_topology(Neighbourhood around) {
    Solid solid({3, 3, 3});
    for (std::size_t k = 0; k < 27; ++k) {
        solid.set[k] = around >> k & 1u;
    }
    const Topology before = topology_of(solid);
    solid.set[13] = 0;
    return topology_of(solid) == before;
}

/// Returns the same voxels relative to the neighbour at (x, y, z).
Neighbourhood seen_from(Neighbourhood around, int x, int y, int z) {
    Neighbourhood seen = 0;
    for (int k = 0; k < 27; ++k) {
        const int to_x = k % 3 - x, to_y = k / 3 % 3 - y, to_z = k / 9 - z;
        const bool inside = to_x >= 0 && to_x < 3 && to_y >= 0 && to_y < 3 && to_z >= 0 && to_z < 3;
        seen |= inside && (around >> k & 1u) != 0 ? Neighbourhood{1} << (9 * to_z + 3 * to_y + to_x) : 0;
    }
    return seen;
}

/// A position of the neighbourhood: its offset from the middle, and which of the 27 voxels around it are in the
/// neighbourhood, so that they are known.
struct Neighbour {
    explicit Neighbour(int k) : x(k % 3 - 1), y(k / 3 % 3 - 1), z(k / 9 - 1), known(seen_from(kAll, x, y, z)) {}

    static constexpr Neighbourhood kAll = (1u << 27) - 1;
    int x, y, z;
    Neighbourhood known;
};

/// Returns the neighbours that may be deleted at the same time at an upper border, as far as the neighbourhood shows.
Neighbourhood may_be_deleted_too(Neighbourhood around) {
    static const std::vector<Neighbour> neighbours = [] {
        std::vector<Neighbour> made;
        for (int k = 0; k < 27; ++k) {
            made.emplace_back(k);
        }
        return made;
    }();
    Neighbourhood found = 0;
    for (std::size_t k = 0; k < neighbours.size(); ++k) {
        if (k == 13 || (around >> k & 1u) == 0) {
            continue;
        }
        const Neighbour& neighbour = neighbours[k];
        const int shift = 9 * neighbour.z + 3 * neighbour.y + neighbour.x;
        const Neighbourhood seen = (shift < 0 ? around << -shift : around >> shift) & neighbour.known;
        found |= palagyi_could_delete(seen, neighbour.known, 0, 0, 1) ? Neighbourhood{1} << k : 0;
    }
    return found;
}

/// Returns the voxels of `of` and all voxels that touch one of them: in a corner, edge or face if `corners`, otherwise
/// in a face.
Neighbourhood near(Neighbourhood of, bool corners) {
    static const std::vector<std::array<Neighbourhood, 2>> table = [] {
        std::vector<std::array<Neighbourhood, 2>> made(27);
        for (int k = 0; k < 27; ++k) {
            for (int j = 0; j < 27; ++j) {
                const int x = k % 3 - j % 3, y = k / 3 % 3 - j / 3 % 3, z = k / 9 - j / 9;
                made[std::size_t(k)][0] |= x * x + y * y + z * z <= 1 ? Neighbourhood{1} << j : 0;
                made[std::size_t(k)][1] |= x * x <= 1 && y * y <= 1 && z * z <= 1 ? Neighbourhood{1} << j : 0;
            }
        }
        return made;
    }();
    Neighbourhood found = 0;
    for (; of != 0; of &= of - 1) {
        found |= table[std::size_t(std::countr_zero(of))][corners ? 1 : 0];
    }
    return found;
}

constexpr Neighbourhood kFaces = 1u << 4 | 1u << 10 | 1u << 12 | 1u << 14 | 1u << 16 | 1u << 22;
constexpr Neighbourhood kTips = 1u << 0 | 1u << 2 | 1u << 6 | 1u << 8 | 1u << 18 | 1u << 20 | 1u << 24 | 1u << 26;

/// Returns the same as is_simple_after_any_deletion, by Bertrand's local characterisation.
bool is_p_simple(Neighbourhood around, Neighbourhood others) {
    if (!is_simple(around)) {
        return false;
    }
    const Neighbourhood stay = around & ~kMiddle & ~others;
    Neighbourhood piece = stay & (~stay + 1);
    for (Neighbourhood grown = near(piece, true) & stay; grown != piece; grown = near(piece, true) & stay) {
        piece = grown;
    }
    const Neighbourhood outside = ~around & Neighbour::kAll;
    const Neighbourhood edges = near(outside & kFaces, false) & outside & ~kFaces & ~kTips & ~kMiddle;
    return stay != 0 && piece == stay && (others & ~near(stay, true)) == 0 &&
           (others & kFaces & ~near(edges, false)) == 0;
}

/// Returns whether the middle is P-simple (Bertrand 1995): simple after any subset of `others` is deleted. Tests the
/// definition.
bool is_simple_after_any_deletion(Neighbourhood around, Neighbourhood others) {
    for (Neighbourhood gone = others;; gone = (gone - 1) & others) {
        if (!is_simple(around & ~gone)) {
            return false;
        }
        if (gone == 0) {
            return true;
        }
    }
}

/// Calls `visit` with every neighbourhood that matches a mask. The mask has three layers of nine voxels, the top layer
/// first: '0' is not set, '1' is set, '.' may be either.
template <class Visit>
void each_fitting(std::string_view mask, const Visit& visit) {
    Neighbourhood set = 0, free = 0;
    for (int k = 0; k < 27; ++k) {
        const Neighbourhood bit = Neighbourhood{1} << (9 * (2 - k / 9) + k % 9);
        const char wanted = mask[std::size_t(k)];
        (wanted == '1' ? set : free) |= wanted == '0' ? 0 : bit;
    }
    for (Neighbourhood some = free;; some = (some - 1) & free) {
        visit(set | some);
        if (some == 0) {
            return;
        }
    }
}

/// One rotation of each of the paper's masks. The other rotations would only test rotated copies of the same
/// neighbourhoods.
constexpr std::string_view kMasks[] = {
    "000000000....1........1....", "00.00.00.....11.......1....", "00.00........11.1.....1....",
    "000000001....1...1....1....", "0000000000..01.0..0..0010..", "00000000000.01....00.001.1.",
};

}  // namespace

TEST(ThinningRules, CallAVoxelSimpleIfDeletingItKeepsTheTopologyOfItsNeighbourhood) {
    for (const std::uint32_t percent : {10u, 30u, 50u, 70u, 90u}) {
        SplitMix64 random(percent);
        for (int turn = 0; turn < 1500; ++turn) {
            Neighbourhood around = kMiddle;
            for (int k = 0; k < 27; ++k) {
                around |= random.below(100) < percent ? Neighbourhood{1} << k : 0;
            }
            // A middle whose face neighbours are all set is not simple: deleting it makes a cavity.
            ASSERT_EQ(is_simple(around), keeps_topology(around)) << around;
        }
    }
}

TEST(ThinningRules, KnowWhichVoxelsAreSimpleWhateverElseIsDeleted) {
    SplitMix64 random(5);
    std::uint64_t simple = 0;
    for (int turn = 0; turn < 20000; ++turn) {
        const Neighbourhood around = (random.next32() | random.next32()) % (1u << 27) | kMiddle;
        const Neighbourhood others = random.next32() & random.next32() & around & ~kMiddle;
        if (std::popcount(others) <= 8) {
            simple += is_p_simple(around, others) ? 1u : 0u;
            ASSERT_EQ(is_p_simple(around, others), is_simple_after_any_deletion(around, others))
                << around << " " << others;
        }
    }
    EXPECT_GT(simple, 100u);
}

/// Proves that palagyi keeps the topology: every voxel that its templates delete at once is simple, whatever else is
/// deleted. So any subset of these voxels may be deleted. Thinning to surfaces relies on this.
TEST(ThinningRules, DeleteOnlyVoxelsThatAreSimpleWhateverElseIsDeleted) {
    std::uint64_t tried = 0;
    for (const std::string_view mask : kMasks) {
        std::uint64_t failures = 0;
        each_fitting(mask, [&](Neighbourhood around) {
            if (!palagyi_deletes(around, 0, 0, 1, SkeletonKind::curve)) {
                return;
            }
            ++tried;
            if (!is_p_simple(around, may_be_deleted_too(around)) && failures++ == 0) {
                ADD_FAILURE() << mask << ": " << around << " with " << may_be_deleted_too(around);
            }
        });
        EXPECT_EQ(failures, 0u) << mask;
    }
    EXPECT_GT(tried, 800000u);
}

}  // namespace vkalgo::test
