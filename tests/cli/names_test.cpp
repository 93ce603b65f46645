#include "support/names.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
namespace {

const std::vector<std::string> kNamedProblems = {"binomial", "edit-distance", "knapsack", "lcs", "matrix-chain"};

TEST(Names, DifferByTheLeastNumberOfEdits) {
    EXPECT_EQ(edit_distance("", ""), 0U);
    EXPECT_EQ(edit_distance("abc", ""), 3U);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
    EXPECT_EQ(edit_distance("lsc", "lcs"), 1U) << "a swap of neighbours is one edit";
}

TEST(Names, AreSuggestedWhenNear) {
    EXPECT_EQ(nearest_name("lsc", kNamedProblems), "lcs");
    EXPECT_EQ(nearest_name("knapsak", kNamedProblems), "knapsack");
    EXPECT_EQ(nearest_name("matrix", kNamedProblems), "matrix-chain") << "the only one that starts so";
    EXPECT_EQ(nearest_name("zzzzzz", kNamedProblems), std::nullopt);
    EXPECT_EQ(nearest_name("", kNamedProblems), std::nullopt);
    EXPECT_EQ(nearest_name("---", kNamedProblems), std::nullopt);
    EXPECT_EQ(name_advice("binomail", kNamedProblems), "did you mean 'binomial'?");
    EXPECT_EQ(name_advice("quux", kNamedProblems), "there are: binomial, edit-distance, knapsack, lcs, matrix-chain");
}

TEST(Names, AreNotSuggestedForAnotherName) {
    const std::vector<std::string> options = {"--type", "--n", "--json", "--distribution"};
    EXPECT_EQ(nearest_name("--nope", options), std::nullopt) << "two of four letters differ";
    EXPECT_EQ(nearest_name("--m", options), std::nullopt);
    EXPECT_EQ(nearest_name("--typ", options), "--type");
    EXPECT_EQ(nearest_name("--jsn", options), "--json");
    EXPECT_EQ(nearest_name("-type", options), "--type");
    EXPECT_EQ(nearest_name("--distrbtion", options), "--distribution");
    const std::vector<std::string> shells = {"man", "bash", "zsh", "fish"};
    EXPECT_EQ(nearest_name("ksh", shells), std::nullopt);
    EXPECT_EQ(nearest_name("szh", shells), "zsh");
    EXPECT_EQ(nearest_name("zs", shells), "zsh");
}

TEST(Names, AreListedInWords) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(name_list(Names{}, "or"), "");
    EXPECT_EQ(name_list(Names{"a"}, "or"), "a");
    EXPECT_EQ(name_list(Names{"a", "b"}, "or"), "a or b");
    EXPECT_EQ(name_list(Names{"a", "b", "c"}, "and"), "a, b and c");
}

}  // namespace
}  // namespace vkalgo::cli::test
