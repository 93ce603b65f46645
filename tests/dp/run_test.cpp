// What is read after a run: a traceback that has not ended is not a solution.
#include "algorithms/dp/run/run.hpp"

#include "tests/support/device_fixture.hpp"

#include <array>
#include <cstring>

namespace vkalgo::dp::test {
namespace {

class ReadPath : public vkalgo::test::DeviceTest {
protected:
    static constexpr std::uint64_t kRecords = 4;

    static Result<Solution> read(const PathHead& head) {
        RecurrenceHeader header;
        header.has_step = true;
        const std::array<std::int32_t, 3> record{5, 6, 7};
        std::vector<std::byte> bytes(sizeof head + kRecords * sizeof record);
        std::memcpy(bytes.data(), &head, sizeof head);
        for (std::uint64_t k = 0; k < kRecords; ++k) {
            std::memcpy(bytes.data() + sizeof head + k * sizeof record, &record, sizeof record);
        }
        const Buffer path = vkalgo::test::take(runner().upload_new(bytes));
        MethodPlan plan;
        plan.path_records = kRecords;
        Solution solution;
        VKALGO_CHECK(read_path(runner(), path.view(), plan, header, solution));
        return solution;
    }
};

TEST_F(ReadPath, TakesATracebackThatHasEnded) {
    const auto solution = read({.count = 3, .done = 1, .i = 2, .j = 0});
    ASSERT_OK(solution);
    EXPECT_EQ(solution->path, std::vector<PathRecord>(3, {5, 6, 7}));
    EXPECT_EQ(solution->path_end, (Cell{2, 0}));
    const auto empty = read({.count = 0, .done = 1, .i = 2, .j = 0});
    ASSERT_OK(empty);
    EXPECT_TRUE(empty->path.empty());
}

TEST_F(ReadPath, RefusesATracebackThatHasNotEndedOrIsTooLong) {
    const auto open = read({.count = 3, .done = 0, .i = 2, .j = 1});
    ASSERT_ERROR(open, ErrorCode::invalid_argument);
    EXPECT_NE(open.error().message.find("did not reach the base after 3 steps"), std::string::npos);
    const auto longer = read({.count = kRecords + 1, .done = 1, .i = 2, .j = 1});
    ASSERT_ERROR(longer, ErrorCode::too_large);
    EXPECT_NE(longer.error().message.find("more than 4 steps, the most that are stored"), std::string::npos);
}

}  // namespace
}  // namespace vkalgo::dp::test
