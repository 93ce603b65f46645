// Problems whose answers a formula gives.
#include "algorithms/split_mix.hpp"
#include "tests/dp/small_problem.hpp"

#include <cmath>

namespace vkalgo::dp::test {
namespace {

std::int64_t signed_of(std::uint64_t value) {
    return static_cast<std::int64_t>(value);
}

TEST(ClosedForms, BinomialCoefficientsAreQuotientsOfProducts) {
    SmallProblem problem("binomial");
    for (std::int64_t n = 0; n <= up_to(50, 12); ++n) {
        std::int64_t value = 1;  // The value n (n - 1) .. (n - m + 1) / (1 * 2 .. m) is whole for every m
        for (std::int64_t m = 0; m <= n + 1; value = value * (n - m) / (m + 1), ++m) {
            problem.expect(coefficient(n, m), value);
        }
    }
}

/// Returns the binomial coefficient modulo a prime: the product of the coefficients of the digits of n and m in base
/// `prime` (Lucas).
std::uint64_t by_lucas(std::uint64_t n, std::uint64_t m, std::uint64_t prime) {
    std::uint64_t product = 1;
    for (; n > 0 || m > 0; n /= prime, m /= prime) {
        std::uint64_t value = 1;  // For digits below 14 this is exact
        for (std::uint64_t k = 0; k < m % prime; ++k) {
            value = n % prime < k ? 0 : value * (n % prime - k) / (k + 1);
        }
        product = product * value % prime;
    }
    return product;
}

TEST(ClosedForms, BinomialCoefficientsModuloAPrimeFollowFromTheirDigits) {
    SmallProblem problem("binomial");
    SplitMix64 random(1);
    for (int round = 0; round < rounds(20, 8); ++round) {
        const std::uint64_t n = random.below(300);
        const std::uint64_t m = random.below(n + 2);
        for (const std::uint64_t prime : {2U, 3U, 5U, 7U, 11U, 13U}) {
            problem.expect(coefficient(signed_of(n), signed_of(m), prime), signed_of(by_lucas(n, m, prime)));
        }
    }
}

TEST(ClosedForms, FibonacciNumbersRepeatModuloPowersOfTen) {
    SmallProblem problem("fibonacci");
    SplitMix64 random(2);
    // Modulo 10^k the Fibonacci numbers have a period of 15 * 10^(k - 1), except 60 for 10 and 300 for 100.
    for (const auto& [modulo, period] : {std::pair{2U, 3U}, {10U, 60U}, {100U, 300U}, {1000U, 1500U}}) {
        std::vector<std::uint64_t> first{0, 1};
        while (first.size() < period) {
            first.push_back((first[first.size() - 1] + first[first.size() - 2]) % modulo);
        }
        for (int round = 0; round < rounds(25, 5); ++round) {
            const std::uint64_t n = random.below(3000);
            problem.expect(sized(signed_of(n), {{"modulo", std::uint64_t{modulo}}}), signed_of(first[n % period]));
        }
    }
    problem.expect(sized(1000, {{"modulo", std::uint64_t{1'000'000'007}}}), 517'691'607);
}

TEST(ClosedForms, NimIsLostWithAMultipleOfFourMatchesOrInMisereWithOneMore) {
    SmallProblem problem("nim");
    for (std::int64_t n = 0; n <= up_to(500, 60); ++n) {
        problem.expect(sized(n, {}), n % 4 == 0 ? 0 : 1);
        problem.expect(sized(n, {{"misere", 1U}}), n % 4 == 1 ? 0 : 1);
    }
}

/// Returns the probability to reach the goal for a player who stakes all chips or, if fewer are missing to the goal,
/// only the missing ones.
double bold(std::uint64_t chips, std::uint64_t goal, std::uint64_t plays, double win) {
    if (chips >= goal) {
        return 1;
    }
    if (plays == 0 || chips == 0) {
        return 0;
    }
    return 2 * chips <= goal ? win * bold(2 * chips, goal, plays - 1, win)
                             : win + (1 - win) * bold(2 * chips - goal, goal, plays - 1, win);
}

TEST(ClosedForms, BoldPlayIsBestIfTheOddsAreNotBetterThanEven) {
    SmallProblem problem("las-vegas");
    SplitMix64 random(3);
    for (int round = 0; round < rounds(60, 5); ++round) {
        const std::uint64_t goal = 1 + random.below(60);
        const std::uint64_t chips = random.below(goal + 1);
        const std::uint64_t plays = random.below(9);
        const double win = static_cast<double>(random.below(51)) / 100;
        problem.expect_near(sized(signed_of(plays), {{"chips", chips}, {"goal", goal}, {"win", win}}),
                            bold(chips, goal, plays, win));
        // In fair plays the best probability is chips / goal, rounded down to a multiple of 1 / 2^n for n plays.
        const double all =
            std::floor(std::ldexp(static_cast<double>(chips) / static_cast<double>(goal), static_cast<int>(plays)));
        problem.expect_near(sized(signed_of(plays), {{"chips", chips}, {"goal", goal}, {"win", 0.5}}),
                            std::ldexp(all, -static_cast<int>(plays)));
    }
}

}  // namespace
}  // namespace vkalgo::dp::test
