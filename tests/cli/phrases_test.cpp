#include "support/phrases.hpp"

#include <gtest/gtest.h>

namespace vkalgo::cli {
namespace {

TEST(Phrases, QuoteForAShellWhatIsNoPlainWord) {
    EXPECT_EQ(shell_word("a/b-1.txt"), "a/b-1.txt");
    EXPECT_EQ(shell_word("p/a b"), "'p/a b'");
    EXPECT_EQ(shell_word("it's"), R"('it'\''s')");
    EXPECT_EQ(shell_word("$x"), "'$x'");
    EXPECT_EQ(shell_word(""), "''");
}

TEST(Phrases, DescribeThePredictedTimeOfAPlan) {
    EXPECT_EQ(prediction_text(1.2), "predicted 1.200 ms");
    EXPECT_EQ(prediction_text(1.2, 30), "predicted 1.200 ms, and 30.0 ms to create kernels");
}

}  // namespace
}  // namespace vkalgo::cli
