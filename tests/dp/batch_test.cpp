// Batches against single runs and a plain computation on the CPU.
#include "algorithms/dp/batch.hpp"

#include "algorithms/dp/split_mix.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;

std::uint32_t distance(std::string_view x, std::string_view y) {
    std::vector<std::uint32_t> row(y.size() + 1);
    for (std::size_t j = 0; j <= y.size(); ++j) {
        row[j] = static_cast<std::uint32_t>(j);
    }
    for (std::size_t i = 1; i <= x.size(); ++i) {
        std::uint32_t diagonal = row[0];
        row[0] = static_cast<std::uint32_t>(i);
        for (std::size_t j = 1; j <= y.size(); ++j) {
            const std::uint32_t up = row[j];
            row[j] = std::min({diagonal + (x[i - 1] == y[j - 1] ? 0U : 1U), up + 1, row[j - 1] + 1});
            diagonal = up;
        }
    }
    return row.back();
}

class Batches : public vkalgo::test::DeviceTest {};

TEST_F(Batches, GiveTheAnswersOfEachPair) {
    const Recurrence edit = take(Recurrence::builtin("edit-distance"));
    ArrayList x, y;
    std::vector<std::uint32_t> expected;
    SplitMix64 random(7);
    const auto drawn = [&](std::size_t most) {
        std::string text(random.below(most + 1), ' ');
        std::generate(text.begin(), text.end(), [&] { return static_cast<char>('a' + random.below(3)); });
        return text;
    };
    for (int p = 0; p < 20; ++p) {
        const std::string left = drawn(40);
        const std::string right = drawn(40);
        x.add(left);
        y.add(right);
        expected.push_back(distance(left, right));
    }
    const auto solved = take(solve_batch(runner(), edit, {20, {{"x", x.view()}, {"y", y.view()}}}));
    const auto answers = solved.answers_as<std::uint32_t>();
    EXPECT_EQ(std::vector<std::uint32_t>(answers.begin(), answers.end()), expected);
}

}  // namespace
}  // namespace vkalgo::dp::test
