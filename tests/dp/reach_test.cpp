// `reach` is the greatest distance between a cell and a cell that it reads, if that distance follows from the instance.
// Method `stage` then keeps only the stages within that distance.
#include "algorithms/dp/check/check.hpp"
#include "algorithms/dp/prepared_recurrence.hpp"
#include "algorithms/dp/solve.hpp"
#include "algorithms/split_mix.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace vkalgo::dp::test {
namespace {

/// Returns a text for the fewest coins that are worth n, in a table of one row.
std::string coins(const std::string& reach, const std::string& read = "j - int(coin(k))") {
    return "//! problem coins\n//! pattern CLR\n//! class chain\n//! cell u32\n//! input coin u32[] in 1 .. 40\n"
           "//! param kinds i32\n//! rows 1\n//! columns n + 1\n//! base first-column 1\n//! answer last\n//! goal "
           "min\n" +
           reach +
           "cell_t base(int i, int j) { return 0u; }\n"
           "cell_t cell(int i, int j) {\n    cell_t best = INFEASIBLE;\n"
           "    for (int k = 0; k < kinds; ++k)\n"
           "        if (j >= int(coin(k))) best = min(best, plus(at(i, " +
           read + "), 1u));\n    return best;\n}\n";
}

Instance coins_instance(const std::vector<std::uint32_t>& coin, std::int64_t n) {
    Instance instance{{"coin", coin}};
    instance.n = n;
    instance.params["kinds"] = static_cast<std::int64_t>(coin.size());
    return instance;
}

/// Computes the answer independently of the recurrence: for each number of coins, the set of sums that it reaches.
std::uint64_t fewest(const std::vector<std::uint32_t>& coin, std::size_t n) {
    std::vector<bool> reached(n + 1);
    reached[0] = true;
    for (std::uint64_t coins = 0; coins <= n; ++coins) {
        if (reached[n]) {
            return coins;
        }
        std::vector<bool> next(n + 1);
        for (std::size_t sum = 0; sum <= n; ++sum) {
            for (const std::uint32_t each : coin) {
                if (reached[sum] && sum + each <= n) {
                    next[sum + each] = true;
                }
            }
        }
        reached = next;
    }
    return std::numeric_limits<std::uint64_t>::max();
}

CompiledRecurrence compiled(const std::string& text) {
    return vkalgo::test::take(compiler::read_recurrence(text, "reach.glsl"), text.c_str());
}

class Reaches : public vkalgo::test::DeviceTest {
protected:
    static Result<Solution> solved(const std::string& text, const Instance& instance) {
        return solve(runner(), compiled(text), instance, {.method = "stage"}, compile_module);
    }

    static std::string error_of(const std::string& text, const Instance& instance) {
        const auto refused = solved(text, instance);
        return refused ? "" : refused.error().message;
    }
};

TEST_F(Reaches, OfAnInstanceDetermineTheNumberOfKeptStages) {
    SplitMix64 random(7);
    for (const std::int64_t n : {1, 39, 40, 41, 42, 300}) {
        std::vector<std::uint32_t> coin(4);
        for (std::uint32_t& each : coin) {
            each = static_cast<std::uint32_t>(2 + random.below(39));
        }
        const Instance instance = coins_instance(coin, n);
        const std::int64_t most = *std::max_element(coin.begin(), coin.end());
        const auto all = vkalgo::test::take(solved(coins(""), instance));
        const auto some = vkalgo::test::take(solved(coins("//! reach j max(coin)\n"), instance));
        const std::uint64_t expected = fewest(coin, static_cast<std::size_t>(n));
        const bool feasible = expected != std::numeric_limits<std::uint64_t>::max();
        EXPECT_EQ(all.answer, some.answer) << n;
        EXPECT_EQ(some.answer, feasible ? std::optional<Number>(expected) : std::nullopt) << n;
        const auto bytes = [](const Solution& solution) { return solution.call.device_bytes; };
        EXPECT_EQ(bytes(some) < bytes(all), n > most) << n << ", " << most;
    }
}

TEST_F(Reaches, AreComparedWithTheReads) {
    const Instance instance = coins_instance({3, 7}, 60);
    EXPECT_EQ(error_of(coins("//! reach j max(coin) + 1\n"), instance), "");
    EXPECT_NE(error_of(coins("//! reach j max(coin) - 1\n"), instance)
                  .find("which lies outside the distances that 'reach' allows"),
              std::string::npos);
    // The read breaks the rule only beyond the part that the check sees.
    const std::string hidden = coins("//! reach j max(coin)\n", "j - int(coin(k)) - (j > 40000 ? 1 : 0)");
    EXPECT_EQ(error_of(hidden, coins_instance({3, 7}, 40000)), "");
    const std::string raised = error_of(hidden, coins_instance({3, 7}, 40100));
    EXPECT_NE(raised.find("cell (0, 40001) reads at(0, 39993), which lies outside the distances that 'reach' allows"),
              std::string::npos)
        << raised;
}

TEST_F(Reaches, DoNotLimitTheKeptStagesIfTheTableIsKeptOrValuesAreUnknown) {
    const std::string text = coins("//! reach j max(coin)\n");
    const Instance instance = coins_instance({3, 7}, 300);
    SolveOptions options;
    options.method = "stage";
    options.keep.table = true;
    const auto kept = vkalgo::test::take(solve(runner(), compiled(text), instance, options, compile_module));
    EXPECT_EQ(kept.table.size(), 301 * sizeof(std::uint32_t));

    const Recurrence recurrence = Recurrence::of(compiled(text), compile_module);
    const auto prepared = vkalgo::test::take(PreparedRecurrence::create(
        context(), recurrence, {.lengths = {{"coin", 2}, {"n", 300}}, .params = instance.params}));
    const std::vector<std::uint32_t> coin{3, 7};
    const Buffer coins_there = vkalgo::test::take(runner().upload_new(std::as_bytes(std::span(coin))));
    const RecurrenceArguments arguments{.inputs = {coins_there.view()}};
    ASSERT_OK(runner().run([&](Recorder& recorder) { return prepared.record(recorder, arguments); }));
    EXPECT_EQ(vkalgo::test::take(prepared.read(runner(), arguments)).answer, kept.answer);
    EXPECT_EQ(kept.answer, std::optional<Number>(fewest(coin, 300)));
}

TEST_F(Reaches, MustBeDistances) {
    EXPECT_NE(error_of(coins("//! reach j 0 - max(coin)\n"), coins_instance({3, 7}, 60)).find("that is not negative"),
              std::string::npos);
    const auto refused = [](const std::string& lines) {
        const auto read = compiler::read_recurrence(coins(lines), "reach.glsl");
        return read ? "" : read.error().message;
    };
    EXPECT_EQ(refused("//! reach i 0\n//! reach j 9\n"), "");
    EXPECT_NE(refused("//! reach j 9\n//! reach j 9\n").find("already says how far a cell reads"), std::string::npos);
    EXPECT_NE(refused("//! reach k 9\n").find("write 'reach INDEX DISTANCE'"), std::string::npos);
    EXPECT_NE(refused("//! reach j\n").find("write 'reach INDEX DISTANCE'"), std::string::npos);
    EXPECT_NE(refused("//! reach j max(coins)\n").find("'coins' is not an input"), std::string::npos);
}

}  // namespace
}  // namespace vkalgo::dp::test
