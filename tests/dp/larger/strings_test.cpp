// Pairs of strings by methods that fill no table.
#include "tests/dp/larger/ways.hpp"
#include "tests/dp/tried.hpp"

#include <algorithm>
#include <array>

#include <edlib.h>

namespace vkalgo::dp::test {
namespace {

std::string word(SplitMix64& random, std::size_t length, std::uint64_t symbols) {
    std::string letters(length, 'a');
    std::generate(letters.begin(), letters.end(), [&] { return static_cast<char>('a' + random.below(symbols)); });
    return letters;
}

/// Returns the length of the longest common subsequence by Hunt and Szymanski (CACM 20, 1977). It lists, for each
/// symbol of x in turn, the symbol's positions in y from the last one to the first. The longest strictly ascending
/// sequence in this list has that length.
std::size_t hunt_szymanski(std::string_view x, std::string_view y) {
    std::array<std::vector<std::size_t>, 256> positions;
    for (std::size_t j = y.size(); j-- > 0;) {
        positions.at(static_cast<unsigned char>(y[j])).push_back(j);
    }
    // Element k is the least last position of any sequence of k + 1 positions.
    std::vector<std::size_t> last;
    for (const char symbol : x) {
        for (const std::size_t j : positions.at(static_cast<unsigned char>(symbol))) {
            const auto longer = std::lower_bound(last.begin(), last.end(), j);
            if (longer == last.end()) {
                last.push_back(j);
            } else {
                *longer = j;
            }
        }
    }
    return last.size();
}

TEST(LargerStrings, CommonSubsequencesEqualTheMethodOfHuntAndSzymanski) {
    const Tried problem("lcs");
    SplitMix64 random(1);
    for (int round = 0; round < rounds(300, 10); ++round) {
        const std::uint64_t symbols = round % 4 == 0 ? 2 : 2 + random.below(24);
        const std::string x = word(random, random.below(90), symbols);
        const std::string y = word(random, random.below(90), symbols);
        problem.expect(strings(x, y), static_cast<double>(hunt_szymanski(x, y)));
    }
    for (int round = 0; round < rounds(4, 1); ++round) {
        const std::string x = word(random, 400, 4);
        const std::string y = word(random, 450, 4);
        problem.expect(strings(x, y), static_cast<double>(hunt_szymanski(x, y)));
    }
}

TEST(LargerStrings, CommonSubsequencesOfOracleAndMethodAreEqualAtAThousandSymbols) {
    SplitMix64 random(2);
    for (const std::uint64_t symbols : {1U, 2U, 4U, 26U}) {
        const std::string x = word(random, 1000, symbols);
        const std::string y = word(random, 1300, symbols);
        EXPECT_EQ(reference_answer("lcs", strings(x, y)), hunt_szymanski(x, y));
    }
}

TEST(LargerStrings, TheThesisExampleHasASubsequenceOfFour) {
    EXPECT_EQ(hunt_szymanski("agcgtag", "gtcaga"), 4U);
    Tried("lcs").expect(strings("agcgtag", "gtcaga"), 4);
}

/// Returns the cost of the cheapest edit as the shortest path through a grid of prefixes of the strings.
double shortest_edit(const std::string& x, const std::string& y, std::uint32_t ins, std::uint32_t del,
                     std::uint32_t rep) {
    const std::size_t columns = y.size() + 1;
    Ways grid((x.size() + 1) * columns);
    for (std::size_t i = 0; i <= x.size(); ++i) {
        for (std::size_t j = 0; j <= y.size(); ++j) {
            const std::size_t here = i * columns + j;
            if (i < x.size()) {
                grid.add(here, here + columns, del);
            }
            if (j < y.size()) {
                grid.add(here, here + 1, ins);
            }
            if (i < x.size() && j < y.size()) {
                grid.add(here, here + columns + 1, x[i] == y[j] ? 0 : rep);
            }
        }
    }
    return grid.dijkstra(0).back();
}

TEST(LargerStrings, EditsOfAnyCostsEqualTheShortestPathThroughTheGrid) {
    const Tried problem("edit-distance");
    SplitMix64 random(3);
    for (int round = 0; round < rounds(150, 5); ++round) {
        const std::string x = word(random, random.below(60), 4);
        const std::string y = word(random, random.below(60), 4);
        const auto cost = drawn(random, 3, 0, 9);
        Instance instance = strings(x, y);
        instance.params["ins"] = std::uint64_t{cost[0]};
        instance.params["del"] = std::uint64_t{cost[1]};
        instance.params["rep"] = std::uint64_t{cost[2]};
        problem.expect(instance, shortest_edit(x, y, cost[0], cost[1], cost[2]));
    }
}

TEST(LargerStrings, EditsOfUnitCostsEqualEdlib) {
    const Tried problem("edit-distance");
    SplitMix64 random(4);
    for (int round = 0; round < rounds(300, 10); ++round) {
        const std::string x = word(random, random.below(100), 4);
        const std::string y = word(random, random.below(100), 4);
        const EdlibAlignResult result = edlibAlign(y.data(), static_cast<int>(y.size()), x.data(),
                                                   static_cast<int>(x.size()), edlibDefaultAlignConfig());
        ASSERT_EQ(result.status, EDLIB_STATUS_OK);
        const int distance = result.editDistance;
        edlibFreeAlignResult(result);
        problem.expect(strings(x, y), distance);
    }
}

}  // namespace
}  // namespace vkalgo::dp::test
