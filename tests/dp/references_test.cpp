// The oracles, and most of the recurrences, compared with independent results: edlib, exhaustive search, closed forms.
#include "tests/dp/tried.hpp"

#include <algorithm>
#include <set>

#include <edlib.h>

namespace vkalgo::dp::test {
namespace {

constexpr std::int64_t kLengths[] = {0, 1, 7, 8, 9, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 257, 1009};

std::string random_word(SplitMix64& random, std::uint64_t longest, std::uint64_t symbols) {
    std::string word(random.below(longest + 1), 'a');
    for (char& letter : word) {
        letter = static_cast<char>('a' + random.below(symbols));
    }
    return word;
}

std::uint64_t edlib_distance(const std::string& x, const std::string& y) {
    const EdlibAlignResult result = edlibAlign(y.data(), static_cast<int>(y.size()), x.data(),
                                               static_cast<int>(x.size()), edlibDefaultAlignConfig());
    EXPECT_EQ(result.status, EDLIB_STATUS_OK);
    const int distance = result.editDistance;
    edlibFreeAlignResult(result);
    return static_cast<std::uint64_t>(distance);
}

TEST(EditDistanceReference, EqualsEdlibForUnitWeightsAtEveryLength) {
    for (const std::int64_t n : kLengths) {
        for (const std::int64_t m : kLengths) {
            const Instance instance = generated("edit-distance", {n, m, 3, {}});
            ASSERT_EQ(reference_answer("edit-distance", instance),
                      edlib_distance(text_of(instance, "x"), text_of(instance, "y")))
                << n << " x " << m;
        }
    }
}

TEST(EditDistanceReference, ItsTableHoldsTheDistanceOfEveryPairOfPrefixes) {
    SplitMix64 random(5);
    for (int round = 0; round < 40; ++round) {
        const std::string x = random_word(random, 9, 3);
        const std::string y = random_word(random, 9, 3);
        std::vector<std::byte> table;
        reference_answer("edit-distance", strings(x, y), &table);
        const auto cells = cells_of<std::uint32_t>(table);
        for (std::size_t i = 0; i <= x.size(); ++i) {
            for (std::size_t j = 0; j <= y.size(); ++j) {
                ASSERT_EQ(cells[i * (y.size() + 1) + j], edlib_distance(x.substr(0, i), y.substr(0, j)))
                    << x << " " << y << " " << i << " " << j;
            }
        }
    }
}

/// Returns the cost of the cheapest edit by trying all three edits at every position.
std::uint64_t cheapest_edit(std::string_view x, std::string_view y, std::uint64_t ins, std::uint64_t del,
                            std::uint64_t rep) {
    if (x.empty() || y.empty()) {
        return x.size() * del + y.size() * ins;
    }
    const std::uint64_t kept =
        cheapest_edit(x.substr(1), y.substr(1), ins, del, rep) + (x.front() == y.front() ? 0 : rep);
    return std::min(
        {kept, cheapest_edit(x.substr(1), y, ins, del, rep) + del, cheapest_edit(x, y.substr(1), ins, del, rep) + ins});
}

TEST(EditDistanceReference, EqualsExhaustiveSearchForAnyWeights) {
    const Tried problem("edit-distance");
    SplitMix64 random(17);
    for (int round = 0; round < rounds(2000, 2000); ++round) {
        Instance instance = strings(random_word(random, 5, 3), random_word(random, 5, 3));
        const std::uint64_t ins = random.below(8);
        const std::uint64_t del = random.below(8);
        const std::uint64_t rep = random.below(12);
        instance.params["ins"] = ins;
        instance.params["del"] = del;
        instance.params["rep"] = rep;
        std::vector<std::byte> table;
        const std::uint64_t answer = reference_answer("edit-distance", instance, &table);
        ASSERT_EQ(answer, cheapest_edit(text_of(instance, "x"), text_of(instance, "y"), ins, del, rep))
            << text_of(instance, "x") << " " << text_of(instance, "y") << " " << ins << " " << del << " " << rep;
        ASSERT_EQ(cells_of<std::uint32_t>(table).back(), answer);
        if (round < rounds(2000, 200)) {
            problem.expect(instance, static_cast<double>(answer));
        }
    }
}

std::set<std::string> subsequences(const std::string& word) {
    std::set<std::string> all;
    for (std::size_t mask = 0; mask < (std::size_t{1} << word.size()); ++mask) {
        std::string taken;
        for (std::size_t k = 0; k < word.size(); ++k) {
            if ((mask >> k & 1) != 0) {
                taken += word[k];
            }
        }
        all.insert(taken);
    }
    return all;
}

TEST(LcsReference, EqualsExhaustiveSearch) {
    const Tried problem("lcs");
    SplitMix64 random(23);
    for (int round = 0; round < rounds(2000, 2000); ++round) {
        const std::string x = random_word(random, 7, 3);
        const std::string y = random_word(random, 7, 3);
        const auto of_y = subsequences(y);
        std::size_t longest = 0;
        for (const std::string& word : subsequences(x)) {
            longest = of_y.contains(word) ? std::max(longest, word.size()) : longest;
        }
        ASSERT_EQ(reference_answer("lcs", strings(x, y)), longest) << x << " " << y;
        if (round < rounds(2000, 200)) {
            problem.expect(strings(x, y), static_cast<double>(longest));
        }
    }
}

TEST(LcsReference, FollowsFromTheEditDistanceWithoutReplacements) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        Instance instance = generated("lcs", {700, 900, seed, {}});
        const std::uint64_t length = reference_answer("lcs", instance);
        instance.params["rep"] = std::uint64_t{2};
        EXPECT_EQ(reference_answer("edit-distance", instance), 700 + 900 - 2 * length);
    }
}

TEST(LcsReference, AnswersTheThesisExample) {
    EXPECT_EQ(reference_answer("lcs", strings("agcgtag", "gtcaga")), 4U);
}

TEST(KnapsackReference, EqualsExhaustiveSearchWithWeightsOfZeroToo) {
    const Tried problem("knapsack");
    SplitMix64 random(29);
    for (int round = 0; round < rounds(2000, 2000); ++round) {
        const std::size_t count = random.below(9);
        std::vector<std::uint32_t> weight(count);
        std::vector<std::uint32_t> profit(count);
        for (std::size_t k = 0; k < count; ++k) {
            weight[k] = static_cast<std::uint32_t>(random.below(7));
            profit[k] = static_cast<std::uint32_t>(random.below(20));
        }
        const std::uint64_t capacity = random.below(20);
        std::uint64_t most = 0;
        for (std::size_t mask = 0; mask < (std::size_t{1} << count); ++mask) {
            std::uint64_t carried = 0;
            std::uint64_t worth = 0;
            for (std::size_t k = 0; k < count; ++k) {
                carried += (mask >> k & 1) * weight[k];
                worth += (mask >> k & 1) * profit[k];
            }
            most = carried <= capacity ? std::max(most, worth) : most;
        }
        std::vector<std::byte> table;
        ASSERT_EQ(reference_answer("knapsack", items(weight, profit, capacity), &table), most);
        ASSERT_EQ(cells_of<std::uint32_t>(table).back(), most);
        if (round < rounds(2000, 200)) {
            problem.expect(items(weight, profit, capacity), static_cast<double>(most));
        }
    }
}

TEST(KnapsackReference, NeverTakesWhatIsHeavierThanAnyCapacity) {
    EXPECT_EQ(reference_answer("knapsack", items({4000000000U, 3, 2}, {1000, 5, 4}, 5)), 9U);
}

std::uint64_t cheapest_product(std::span<const std::uint32_t> d) {
    std::uint64_t least = d.size() <= 2 ? 0 : ~std::uint64_t{0};
    for (std::size_t k = 1; k + 1 < d.size(); ++k) {
        least = std::min(least, cheapest_product(d.first(k + 1)) + cheapest_product(d.subspan(k)) +
                                    std::uint64_t{d.front()} * d[k] * d.back());
    }
    return least;
}

TEST(MatrixChainReference, EqualsExhaustiveSearch) {
    const Tried problem("matrix-chain");
    SplitMix64 random(31);
    for (int round = 0; round < rounds(1000, 1000); ++round) {
        std::vector<std::uint32_t> d(2 + random.below(7));
        for (std::uint32_t& dimension : d) {
            dimension = static_cast<std::uint32_t>(random.below(50));
        }
        const std::uint64_t cheapest = cheapest_product(d);
        ASSERT_EQ(reference_answer("matrix-chain", chain(d)), cheapest);
        if (round < rounds(1000, 100)) {
            problem.expect(chain(d), static_cast<double>(cheapest));
        }
    }
}

TEST(MatrixChainReference, AnswersTheThesisExample) {
    EXPECT_EQ(reference_answer("matrix-chain", chain({8, 3, 7, 4})), 180U);
    EXPECT_EQ(reference_answer("matrix-chain", chain({5, 9})), 0U);
}

std::uint64_t power(std::uint64_t base, std::uint64_t exponent, std::uint64_t p) {
    std::uint64_t value = 1;
    for (; exponent > 0; exponent /= 2) {
        value = exponent % 2 != 0 ? value * base % p : value;
        base = base * base % p;
    }
    return value;
}

TEST(BinomialReference, ItsTableIsTheClosedFormModuloAPrime) {
    const std::uint64_t p = 1'000'000'007;
    std::vector<std::uint64_t> factorial(601, 1);
    for (std::uint64_t k = 1; k < factorial.size(); ++k) {
        factorial[k] = factorial[k - 1] * k % p;
    }
    std::vector<std::byte> table;
    reference_answer("binomial", coefficient(600, 600, p), &table);
    const auto cells = cells_of<std::uint64_t>(table);
    ASSERT_EQ(cells.size(), 601U * 601U);
    for (std::uint64_t n = 0; n <= 600; ++n) {
        for (std::uint64_t m = 0; m <= n; ++m) {
            const std::uint64_t closed = factorial[n] * power(factorial[m] * factorial[n - m] % p, p - 2, p) % p;
            ASSERT_EQ(cells[n * 601 + m], closed) << n << " over " << m;
        }
    }
}

TEST(BinomialReference, ModuloAnyNumberIsTheRemainderOfTheExactCoefficient) {
    for (const std::uint64_t modulo : {std::uint64_t{1}, std::uint64_t{12}, ~std::uint64_t{0}}) {
        for (std::int64_t n = 0; n <= 60; ++n) {
            for (std::int64_t m = 0; m <= n; ++m) {
                ASSERT_EQ(reference_answer("binomial", coefficient(n, m, modulo)),
                          reference_answer("binomial", coefficient(n, m)) % modulo);
            }
        }
    }
}

TEST(BinomialReference, RefusesTheFirstCoefficientThatDoesNotFit) {
    EXPECT_EQ(reference_answer("binomial", coefficient(67, 33)), 14226520737620288370U);
    const auto refused = oracle("binomial").reference(coefficient(68, 34), nullptr);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::overflow);
}

}  // namespace
}  // namespace vkalgo::dp::test
