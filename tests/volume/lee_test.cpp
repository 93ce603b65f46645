// Compares Lee's method with scikit-image 0.19.3: skeletonize_3d of the same random volumes, with a layer of background
// around them, which that function requires. Where its skeleton changes the volume's topology, ours must not.
#include "algorithms/volume/thinning_reference.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/volume/topology.hpp"

#include <cstdint>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

struct Golden {
    VolumeShape shape;
    std::uint64_t seed;
    std::uint32_t percent, grain;
    std::uint64_t kept;
    /// hash_of() of the words of scikit-image's skeleton, as a bit volume.
    std::uint64_t hash;
    /// Whether scikit-image kept the topology.
    bool right;
};

constexpr Golden kGolden[] = {
    {{17, 20, 22}, 1, 42, 5, 101, 0x2b6ebaad3a8d5cd1, false},
    {{22, 27, 22}, 2, 66, 2, 1630, 0x48699426af33fc57, true},
    {{18, 10, 16}, 3, 38, 3, 101, 0xac4e526b5ffb7d17, true},
    {{12, 28, 15}, 4, 48, 5, 86, 0x85b6c33c01d57b2d, true},
    {{14, 35, 27}, 5, 82, 4, 719, 0x744718783d437c3f, true},
    {{32, 10, 1}, 6, 30, 5, 29, 0x92e946cc5f80c873, true},
    {{24, 29, 18}, 7, 56, 6, 81, 0x3e1edb3d870413fd, true},
    {{24, 8, 16}, 8, 57, 6, 22, 0x1b2c18c9cc2346e5, false},
    {{27, 17, 6}, 9, 80, 5, 54, 0x0e1e2b42b89687d5, true},
    {{32, 12, 7}, 10, 48, 1, 497, 0xb4fde1f72f3d65a1, true},
    {{24, 11, 7}, 11, 60, 3, 73, 0x2fecc5116ddd0dd1, true},
    {{22, 21, 1}, 12, 48, 4, 39, 0xecbe6cdffa6c38fc, true},
    {{15, 12, 12}, 13, 61, 4, 27, 0x0dfa06962be6871d, true},
    {{16, 23, 27}, 14, 46, 1, 1856, 0xa13df2a10a3f6c05, true},
    {{32, 20, 26}, 15, 48, 1, 3129, 0x2bc36a154041bdb8, true},
    {{22, 30, 34}, 16, 35, 1, 4215, 0x8112fefc469c3ebb, true},
    {{33, 17, 15}, 17, 85, 1, 3634, 0xffb12266f39a668c, true},
    {{13, 16, 1}, 18, 94, 4, 28, 0x4ff8fc1554262a15, true},
    {{34, 31, 33}, 19, 42, 3, 1303, 0x451487e415accfef, true},
    {{21, 33, 20}, 20, 84, 6, 1291, 0x4562899fb0b34b8d, true},
    {{14, 29, 32}, 21, 63, 3, 562, 0x44adbd2f618e0d3f, true},
    {{27, 28, 17}, 22, 35, 6, 93, 0x62855cfe2cc4c7ad, true},
    {{17, 20, 23}, 23, 86, 2, 2160, 0x403c8259d2b70c5e, true},
    {{29, 28, 1}, 24, 40, 5, 43, 0x24579f03c3f0572a, true},
    {{28, 31, 27}, 25, 77, 1, 10332, 0xf291a11df24c60a2, true},
    {{21, 7, 24}, 26, 68, 3, 225, 0xd994b6700fd6fdcb, true},
    {{23, 33, 30}, 27, 52, 4, 487, 0xbc9c96d0965adaed, true},
    {{14, 25, 22}, 28, 32, 3, 260, 0x5d3fa638ace9528b, true},
    {{22, 11, 29}, 29, 32, 1, 1257, 0x5117281460cb9d35, true},
    {{7, 9, 1}, 30, 54, 3, 10, 0xde2b26f5463cb3ee, true},
    {{30, 24, 20}, 31, 68, 1, 4758, 0x0fe0b470f7c98244, true},
    {{10, 15, 29}, 32, 68, 3, 148, 0xc28aafa44a0f0cf9, true},
    {{11, 26, 17}, 33, 45, 2, 403, 0x95116be0a3b00153, true},
    {{19, 30, 19}, 34, 55, 1, 2123, 0xece03e68b577a199, true},
    {{24, 15, 17}, 35, 49, 2, 526, 0x89294427e0034d49, true},
    {{7, 22, 1}, 36, 53, 4, 13, 0x6a906dc2bd6c6043, true},
    {{32, 6, 27}, 37, 71, 4, 72, 0xf9ee05f14e7063e9, true},
    {{19, 30, 32}, 38, 78, 1, 7736, 0xd6ff833c2d0b69b3, true},
    {{13, 10, 17}, 39, 70, 3, 68, 0xaee5294eacebd28d, true},
    {{31, 9, 24}, 40, 51, 2, 413, 0xa7f22bce50bcb656, true},
    {{20, 23, 8}, 41, 88, 6, 25, 0xc2c9e8c845e91615, true},
    {{17, 11, 1}, 42, 48, 3, 30, 0x2bc78d32e1bdd93f, true},
    {{23, 26, 34}, 43, 80, 5, 1243, 0xb103f5aa54c7b059, true},
    {{13, 29, 28}, 44, 61, 5, 142, 0x73023a42f65c2d27, true},
    {{25, 31, 21}, 45, 66, 1, 5294, 0x2b75a22a5333b12a, true},
    {{33, 25, 20}, 46, 88, 1, 7480, 0xdeeb6189c60fb86b, true},
    {{29, 26, 9}, 47, 93, 6, 0, 0x2493268451aa5d0d, false},
    {{29, 17, 1}, 48, 92, 5, 40, 0x95df3d90fcaabaf3, true},
    {{13, 16, 25}, 49, 80, 3, 521, 0x389c4e8f5e0f2027, true},
    {{10, 25, 32}, 50, 74, 3, 455, 0x5bf82891db15d377, true},
    {{6, 12, 17}, 51, 87, 5, 9, 0x8f6c0a1ee6c1fe09, true},
    {{19, 25, 23}, 52, 57, 2, 1220, 0x8de81e1336b7e6db, true},
    {{31, 23, 32}, 53, 79, 3, 4365, 0xcf635de3ee44ca23, true},
    {{9, 28, 1}, 54, 75, 4, 44, 0x050f91d632a37431, true},
    {{33, 11, 16}, 55, 57, 2, 656, 0x812d929443a494c9, true},
    {{31, 9, 32}, 56, 73, 4, 658, 0x021c7a5a3d0da7e1, true},
    {{13, 15, 13}, 57, 80, 4, 47, 0x43de85e9e671a29f, true},
    {{15, 24, 11}, 58, 31, 5, 51, 0x65b9d61873c6c271, true},
    {{19, 30, 23}, 59, 64, 3, 552, 0x0e610cf18f6bdf9f, true},
    {{7, 27, 1}, 60, 32, 5, 17, 0xb682030b5365a426, true},
};

/// Returns a hash like FNV-1a, which takes a word at a time instead of a byte.
std::uint64_t hash_of(const std::vector<std::uint32_t>& words) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const std::uint32_t word : words) {
        hash = (hash ^ word) * 0x100000001b3u;
    }
    return hash;
}

}  // namespace

TEST(LeeThinning, EqualsScikitImageIfThatKeepsTheTopology) {
    int right = 0;
    for (const Golden& golden : kGolden) {
        const Solid solid = random_solid(golden.shape, golden.seed, golden.percent, golden.grain);
        const auto thinned = take(thinning_reference(golden.shape, solid.bits(), {.method = "lee"}));
        const Solid skeleton = Solid::of(golden.shape, thinned.skeleton);
        EXPECT_EQ(topology_of(skeleton), topology_of(solid)) << golden.seed;
        if (golden.right) {
            EXPECT_EQ(skeleton.count(), golden.kept) << golden.seed;
            EXPECT_EQ(hash_of(thinned.skeleton), golden.hash) << golden.seed;
            ++right;
        } else {
            EXPECT_NE(hash_of(thinned.skeleton), golden.hash) << golden.seed;
        }
    }
    EXPECT_GT(right, 50);
}

}  // namespace vkalgo::test
