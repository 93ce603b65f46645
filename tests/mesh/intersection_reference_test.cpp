// Compares the reference with fractions.
#include "algorithms/mesh/mesh_intersection_reference.hpp"
#include "tests/mesh/fractions.hpp"
#include "tests/mesh/meshes.hpp"

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

TEST(MeshReference, EqualsFractions) {
    std::size_t found = 0;
    for (const Family family : kFamilies) {
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            const OwnedMesh mesh =
                random_mesh(family, 6 + 2 * seed, 26, 100 * static_cast<std::uint64_t>(family) + seed);
            for (const bool touching : {true, false}) {
                const auto right = pairs_by_fractions(mesh.view(), touching);
                ASSERT_EQ(mesh_intersection_by_every_pair(mesh.view(), touching), right);
                ASSERT_EQ(mesh_intersection_reference(mesh.view(), touching), right)
                    << "family " << static_cast<int>(family) << " seed " << seed << " touching " << touching;
                found += right.size();
            }
        }
    }
    EXPECT_GT(found, 1000U);
}

}  // namespace
}  // namespace vkalgo::test
