#include "bench/cases/batch_cases.hpp"

#include "algorithms/split_mix.hpp"

#include <algorithm>

namespace vkalgo::bench {
namespace {

std::span<const std::uint8_t> text_of(const dp::BatchInput& input, std::size_t p) {
    const auto bytes = input.data.subspan(input.offsets[p], input.length(p));
    return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

std::int64_t edit_distance(std::span<const std::uint8_t> x, std::span<const std::uint8_t> y) {
    std::vector<std::int64_t> row(y.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j) {
        row[j] = static_cast<std::int64_t>(j);
    }
    for (std::size_t i = 1; i <= x.size(); ++i) {
        std::int64_t diagonal = row[0];
        row[0] = static_cast<std::int64_t>(i);
        for (std::size_t j = 1; j <= y.size(); ++j) {
            const std::int64_t up = row[j];
            row[j] = std::min({diagonal + (x[i - 1] == y[j - 1] ? 0 : 1), up + 1, row[j - 1] + 1});
            diagonal = up;
        }
    }
    return row.back();
}

std::int64_t local_score(std::span<const std::uint8_t> x, std::span<const std::uint8_t> y,
                         const std::vector<std::int32_t>& score) {
    constexpr std::int64_t kNone = -1'000'000;
    std::vector<std::int64_t> h(y.size() + 1, 0), f(y.size() + 1, kNone);
    std::int64_t best = 0;
    for (const std::uint8_t a : x) {
        std::int64_t diagonal = 0;
        std::int64_t e = kNone;
        std::int64_t left = 0;
        for (std::size_t j = 1; j <= y.size(); ++j) {
            e = std::max(e, left - kGapOpen) - kGapExtend;
            f[j] = std::max(f[j], h[j] - kGapOpen) - kGapExtend;
            const std::int64_t own =
                std::max({std::int64_t{0}, diagonal + score[kProteinLetters * a + y[j - 1]], e, f[j]});
            diagonal = h[j];
            h[j] = left = own;
            best = std::max(best, own);
        }
    }
    return best;
}

}  // namespace

dp::Batch BatchCase::batch() const {
    dp::Batch made{count(), {{"x", x.view()}, {"y", y.view()}}};
    if (!matrix.empty()) {
        made.inputs.emplace("score", score.view());
        made.params = {{"alphabet", dp::Number(std::uint64_t{kProteinLetters})},
                       {"open", dp::Number(kGapOpen)},
                       {"extend", dp::Number(kGapExtend)}};
    }
    return made;
}

std::span<const std::uint8_t> BatchCase::x_of(std::size_t p) const {
    return text_of(x.view(), p);
}

std::span<const std::uint8_t> BatchCase::y_of(std::size_t p) const {
    return text_of(y.view(), p);
}

std::int64_t BatchCase::reference(std::size_t p) const {
    const auto left = x_of(p), right = y_of(p);
    return matrix.empty() ? edit_distance(left, right) : local_score(left, right, matrix);
}

std::vector<std::string_view> batch_case_names() {
    return {"edit", "reads", "protein"};
}

BatchCase draw_batch(std::string_view name, std::uint32_t pairs, std::uint32_t length, std::uint64_t seed) {
    const bool protein = name == "protein", reads = name == "reads";
    BatchCase made;
    made.name = name;
    made.problem = protein ? "align-local" : "edit-distance";
    made.seed = seed;
    made.length = length;
    if (reads) {
        pairs *= 10;
        made.length = length * 3 / 20;
    } else if (protein) {
        made.length = length / 2;
    }
    const std::uint32_t letters = protein ? 20 : 4;
    dp::SplitMix64 random(seed);
    std::vector<std::uint8_t> x(made.length), y;
    for (std::uint32_t p = 0; p < pairs; ++p) {
        y.clear();
        for (std::uint8_t& letter : x) {
            letter = static_cast<std::uint8_t>(random.below(letters));
            const std::uint64_t change = random.below(60);
            if (change != 0) {
                y.push_back(change == 1 ? static_cast<std::uint8_t>(random.below(letters)) : letter);
            }
            if (change == 2) {
                y.push_back(letter);
            }
        }
        made.x.add(std::span<const std::uint8_t>(x));
        made.y.add(std::span<const std::uint8_t>(y));
    }
    if (protein) {
        dp::SplitMix64 scores(seed + 1);
        made.matrix.resize(std::size_t{kProteinLetters} * kProteinLetters);
        for (std::size_t a = 0; a < kProteinLetters; ++a) {
            for (std::size_t b = 0; b <= a; ++b) {
                const std::int32_t own = a == b ? 5 : static_cast<std::int32_t>(scores.below(6)) - 4;
                made.matrix[kProteinLetters * a + b] = made.matrix[kProteinLetters * b + a] = own;
            }
        }
        made.score.add(std::span<const std::int32_t>(made.matrix));
    }
    return made;
}

}  // namespace vkalgo::bench
