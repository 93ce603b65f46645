#include "algorithms/dp/method/prediction.hpp"
#include "algorithms/dp/recurrence/compiled.hpp"
#include "cli/dp/report.hpp"

#include <string>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
namespace {

dp::RecurrenceHeader header_named(const std::string& name) {
    const auto recurrence = builtin_recurrence(name);
    EXPECT_TRUE(recurrence) << recurrence.error().message;
    return recurrence->header();
}

dp::Shape shape_of(std::int64_t rows, std::int64_t columns) {
    dp::Shape shape;
    shape.size = {rows, columns};
    return shape;
}

DeviceProfile device_of(DeviceType type) {
    DeviceProfile profile;
    profile.name = "test device";
    profile.type = type;
    return profile;
}

TEST(WorkOf, CountsTheCellsOfTheDomainAndTheTermsOfSegments) {
    EXPECT_EQ(dp::work_of(header_named("lcs"), {7, 5}), 35);
    dp::RecurrenceHeader half = header_named("lcs");
    for (const dp::Domain domain : {dp::Domain::upper, dp::Domain::lower}) {
        half.domain = domain;
        for (const auto& [rows, columns] : {std::pair{4, 4}, {7, 5}, {5, 7}, {0, 3}, {1, 9}}) {
            int cells = 0;
            for (int i = 0; i < rows; ++i) {
                for (int j = 0; j < columns; ++j) {
                    cells += half.in_domain({i, j}) ? 1 : 0;
                }
            }
            EXPECT_EQ(dp::work_of(half, {rows, columns}), cells) << rows << " x " << columns;
        }
    }
    // n^3 / 6 terms, except for the lower powers of n.
    EXPECT_NEAR(dp::work_of(header_named("matrix-chain"), {1000, 1000}), 1e9 / 6, 1e9 / 600);
}

TEST(LongRunWarning, ComesFromATrillionCellsOnForSoftwareDevicesOnly) {
    const dp::RecurrenceHeader lcs = header_named("lcs");
    const dp::Shape trillion = shape_of(1'000'001, 1'000'001);
    const DeviceProfile software = device_of(DeviceType::software);
    const std::string warning = long_run_warning(lcs, trillion, 1000, software, 1);
    for (const char* part : {"1.0e+12 cells", "test device", "17 minutes", "smaller", "--device"}) {
        EXPECT_NE(warning.find(part), std::string::npos) << part << " is not in: " << warning;
    }
    EXPECT_NE(long_run_warning(lcs, trillion, 50'000, software, 1).find("14 hours"), std::string::npos);
    EXPECT_NE(long_run_warning(lcs, trillion, 50'000, software, 10).find("6 days"), std::string::npos);
    EXPECT_EQ(long_run_warning(lcs, trillion, 1000, device_of(DeviceType::discrete), 1), "");
    EXPECT_EQ(long_run_warning(lcs, shape_of(100'000, 100'000), 10, software, 1), "");
    EXPECT_NE(long_run_warning(lcs, shape_of(100'000, 100'000), 10, software, 100), "");
    const dp::RecurrenceHeader chain = header_named("matrix-chain");
    EXPECT_NE(long_run_warning(chain, shape_of(20'000, 20'000), 66'000, software, 1).find("1.3e+12 terms"),
              std::string::npos);
}

}  // namespace
}  // namespace vkalgo::cli::test
