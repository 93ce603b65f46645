// Runs examples/device_driven as a user does with invalid command lines.
#include "tests/examples/program.hpp"
#include "tests/support/paths.hpp"

#include <string>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

TEST(DeviceDrivenCommand, RefusesASideThatIsNotANumberInRange) {
    for (const char* arguments : {"0", "-1", "4097", "12abc", "abc", "''", "' 12'", "99999999999999999999", "12 13"}) {
        const Ended ended = run_program(device_driven_program(), arguments);
        EXPECT_EQ(ended.status, 2) << arguments << ": " << ended.output;
        EXPECT_NE(ended.output.find("SIDE is the number of cells along each side of the maze, from 1 to 4096"),
                  std::string::npos)
            << arguments << ": " << ended.output;
    }
}

}  // namespace
}  // namespace vkalgo::test
