// The width of subgroups that ./check --deep asks of the driver: what runs beside this test runs by no other.
#include "tests/support/device_fixture.hpp"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

class SortSubgroups : public DeviceTest {};

TEST_F(SortSubgroups, HaveTheWidthThatIsAskedFor) {
    const char* const width = std::getenv("VKALGO_SUBGROUP_SIZE");
    if (width == nullptr) {
        GTEST_SKIP() << "asked for no width; set VKALGO_SUBGROUP_SIZE";
    }
    EXPECT_EQ(std::to_string(context().profile().subgroup_size), width);
}

}  // namespace
}  // namespace vkalgo::test
