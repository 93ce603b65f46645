#include "cli/advice.hpp"

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
namespace {

TEST(Advice, TellsWhichOptionMendsAField) {
    const Error full{ErrorCode::too_large, "the counts take 4096 bytes and memory_limit is 100", "memory_limit"};
    EXPECT_EQ(full_message(full),
              "the counts take 4096 bytes and memory_limit is 100; raise --memory, or choose smaller sizes");
    const Advice own[] = {
        {"bins", "--bins sets them", ErrorCode::too_large}, {"memory_limit", "think", {}}, {"range", "--range", {}}};
    EXPECT_EQ(full_message(full, own), full.message + "; think");
    EXPECT_EQ(full_message({ErrorCode::too_large, "too many bins", "bins"}, own), "too many bins; --bins sets them");
    EXPECT_EQ(full_message({ErrorCode::invalid_argument, "it is empty", "range"}, own), "--range: it is empty");
    EXPECT_EQ(full_message({ErrorCode::unsupported, "no such bins", "bins"}, own), "no such bins");
    EXPECT_EQ(full_message({ErrorCode::too_large, "raise --memory", "memory_limit"}), "raise --memory");
}

}  // namespace
}  // namespace vkalgo::cli::test
