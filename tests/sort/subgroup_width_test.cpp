// Checks that the driver uses the width of subgroups that ./check --deep requests. All tests of the same run have that
// width.
#include "tests/support/device_fixture.hpp"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

class SortSubgroups : public DeviceTest {};

TEST_F(SortSubgroups, HaveTheRequestedWidth) {
    const char* const width = std::getenv("VKALGO_SUBGROUP_SIZE");
    if (width == nullptr) {
        GTEST_SKIP() << "asked for no width; set VKALGO_SUBGROUP_SIZE";
    }
    EXPECT_EQ(std::to_string(context().profile().subgroup_size), width);
}

}  // namespace
}  // namespace vkalgo::test
