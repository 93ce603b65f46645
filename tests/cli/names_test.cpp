#include "cli/names.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
namespace {

const std::vector<std::string> kProblems = {"binomial", "edit-distance", "knapsack", "lcs", "matrix-chain"};

TEST(Names, DifferByTheirFewestEdits) {
    EXPECT_EQ(edit_distance("", ""), 0U);
    EXPECT_EQ(edit_distance("abc", ""), 3U);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
    EXPECT_EQ(edit_distance("lsc", "lcs"), 1U) << "a swap of neighbours is one edit";
}

TEST(Names, AreSuggestedWhenNear) {
    EXPECT_EQ(nearest_name("lsc", kProblems), "lcs");
    EXPECT_EQ(nearest_name("knapsak", kProblems), "knapsack");
    EXPECT_EQ(nearest_name("matrix", kProblems), "matrix-chain") << "the only one that starts so";
    EXPECT_EQ(nearest_name("zzzzzz", kProblems), std::nullopt);
    EXPECT_EQ(nearest_name("", kProblems), std::nullopt);
    EXPECT_EQ(name_advice("binomail", kProblems), "did you mean 'binomial'?");
    EXPECT_EQ(name_advice("quux", kProblems), "there are: binomial, edit-distance, knapsack, lcs, matrix-chain");
}

}  // namespace
}  // namespace vkalgo::cli::test
