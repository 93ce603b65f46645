#include "cli/commands/dp/picture/dot_plot.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <thread>

namespace vkalgo::cli {
namespace {

using Word = std::uint64_t;
constexpr std::int64_t kBits = 64;
/// The number of bits of a window's sum. The sum is the number of the window's equal letters, at most kMaxWindow.
constexpr std::size_t kSlices = 8;

/// The positions of each letter: bit j of row c says that y[j] is c.
class LetterBits {
public:
    explicit LetterBits(std::span<const std::byte> y) : words_((y.size() + kBits - 1) / kBits + kSlices), rows_(256) {
        for (std::size_t j = 0; j < y.size(); ++j) {
            std::vector<Word>& row = rows_[static_cast<std::size_t>(y[j])];
            row.resize(words_);
            row[j / kBits] |= Word{1} << (j % kBits);
        }
        for (std::vector<Word>& row : rows_) {
            row.resize(words_);
        }
    }

    const Word* of(std::byte letter) const { return rows_[static_cast<std::size_t>(letter)].data(); }

private:
    std::size_t words_;
    std::vector<std::vector<Word>> rows_;
};

constexpr std::size_t kMaxWindow = (std::size_t{1} << kSlices) - 1;

/// One row of windows: those that begin at letter i of x and at each letter of y. It is computed in blocks, so that the
/// sums stay in the L1 cache.
class RowOfWindows {
public:
    RowOfWindows(const LetterBits& letters, DotRule rule, std::size_t windows)
        : letters_(letters), rule_(rule), windows_(windows), hits_((windows + kBits - 1) / kBits) {}

    /// Returns a bit per window: bit j says that the window at (i, j) matches.
    std::span<const Word> at(std::span<const std::byte> x, std::size_t i) {
        for (std::size_t first = 0; first < hits_.size(); first += kBlock) {
            const std::size_t words = std::min(kBlock, hits_.size() - first);
            fill(x.subspan(i), first, words);
        }
        if (windows_ % kBits != 0) {
            hits_.back() &= (Word{1} << (windows_ % kBits)) - 1;
        }
        return hits_;
    }

private:
    static constexpr std::size_t kBlock = 64;
    using Sums = std::array<std::array<Word, kBlock>, kSlices>;

    void fill(std::span<const std::byte> x, std::size_t first, std::size_t words) {
        Sums sums{};
        for (std::size_t t = 0; t < rule_.window; ++t) {
            const Word* bits = letters_.of(x[t]) + first + t / kBits;
            add_in(static_cast<std::size_t>(std::bit_width(t + 1)), bits, static_cast<int>(t % kBits), sums, words);
        }
        const auto slices = static_cast<std::size_t>(std::bit_width(rule_.window));
        for (std::size_t w = 0; w < words; ++w) {
            // Compares the sums with at_least, from the least significant slice up. A more significant slice overrides
            // the less significant ones.
            Word enough = ~Word{0};
            for (std::size_t s = 0; s < slices; ++s) {
                enough = (rule_.at_least >> s & 1) != 0 ? sums[s][w] & enough : sums[s][w] | enough;
            }
            hits_[first + w] = enough;
        }
    }

    /// Adds bit j + shift of `bits`, a row of LetterBits, to the sum of window j, for 64 * words windows. The sums must
    /// fit kCount slices; the other slices stay 0.
    template <std::size_t kCount>
    static void add(const Word* bits, int shift, Sums& sums, std::size_t words) {
        for (std::size_t w = 0; w < words; ++w) {
            // Two shifts, since a shift by 64 bits is undefined.
            Word carry = bits[w] >> shift | bits[w + 1] << 1 << (kBits - 1 - shift);
            for (std::size_t s = 0; s < kCount; ++s) {
                const Word sum = sums[s][w];
                sums[s][w] = sum ^ carry;
                carry &= sum;
            }
        }
    }
    template <std::size_t kCount = 1>
    static void add_in(std::size_t slices, const Word* bits, int shift, Sums& sums, std::size_t words) {
        if constexpr (kCount <= kSlices) {
            slices == kCount ? add<kCount>(bits, shift, sums, words)
                             : add_in<kCount + 1>(slices, bits, shift, sums, words);
        }
    }

    const LetterBits& letters_;
    DotRule rule_;
    std::size_t windows_;
    std::vector<Word> hits_;
};

/// Returns how many of the bits [first, end) of `words` are set.
std::uint32_t count_bits(std::span<const Word> words, std::size_t first, std::size_t end) {
    std::uint32_t count = 0;
    while (first < end) {
        const std::size_t in = first % kBits, length = std::min<std::size_t>(kBits - in, end - first);
        const Word mask = length == kBits ? ~Word{0} : ((Word{1} << length) - 1) << in;
        count += static_cast<std::uint32_t>(std::popcount(words[first / kBits] & mask));
        first += length;
    }
    return count;
}

/// Returns the probability that at least `k` of `n` pairs of letters are equal, if each pair is equal with probability
/// p.
double tail(std::uint64_t n, std::uint64_t k, double p) {
    double sum = 0;
    for (std::uint64_t equal = k; equal <= n; ++equal) {
        const auto all = static_cast<double>(n), some = static_cast<double>(equal);
        sum += std::exp(std::lgamma(all + 1) - std::lgamma(some + 1) - std::lgamma(all - some + 1) +
                        some * std::log(p) + (all - some) * std::log1p(-p));
    }
    return sum;
}

double chance_of_equal(std::span<const std::byte> x, std::span<const std::byte> y) {
    std::array<double, 256> in_x{}, in_y{};
    for (const std::byte letter : x) {
        in_x[static_cast<std::size_t>(letter)] += 1;
    }
    for (const std::byte letter : y) {
        in_y[static_cast<std::size_t>(letter)] += 1;
    }
    double sum = 0;
    for (std::size_t c = 0; c < in_x.size(); ++c) {
        sum += in_x.at(c) * in_y.at(c);
    }
    return std::clamp(sum / std::max(1.0, static_cast<double>(x.size()) * static_cast<double>(y.size())), 1e-6, 0.999);
}

}  // namespace

DotRule dot_rule(std::span<const std::byte> x, std::span<const std::byte> y, std::uint64_t window,
                 std::uint64_t at_least, std::uint64_t shown) {
    constexpr std::uint64_t kShort = 60, kUsual = 11, kLongest = 31;
    constexpr double kFew = 0.01;
    const double p = chance_of_equal(x, y);
    const double per_dot = static_cast<double>(x.size()) * static_cast<double>(y.size()) /
                           static_cast<double>(std::max<std::uint64_t>(shown, 1));
    const std::uint64_t shorter = std::min(x.size(), y.size());
    DotRule rule{window, at_least};
    if (window == 0) {
        rule.window = shorter <= kShort ? 1 : kUsual;
        while (rule.window > 1 && rule.window < kLongest && per_dot * std::pow(p, rule.window) > kFew) {
            ++rule.window;
        }
        rule.window = std::max(rule.window, std::min(at_least, shorter));
    }
    if (at_least == 0) {
        rule.at_least = 1;
        while (rule.at_least < rule.window && per_dot * tail(rule.window, rule.at_least, p) > kFew) {
            ++rule.at_least;
        }
    }
    return rule;
}

std::vector<std::uint32_t> count_dots(std::span<const std::byte> x, std::span<const std::byte> y, DotRule rule,
                                      std::int64_t rows, std::int64_t columns, bool y_backwards) {
    std::vector<std::uint32_t> counts(static_cast<std::size_t>(rows * columns));
    if (rule.window == 0 || rule.window > kMaxWindow || x.size() < rule.window || y.size() < rule.window) {
        return counts;
    }
    const auto middle = static_cast<std::size_t>(rule.window / 2), window = static_cast<std::size_t>(rule.window);
    const std::size_t x_windows = x.size() - window + 1, y_windows = y.size() - window + 1;
    const LetterBits letters(y);
    const auto begin_of = [](std::int64_t block, std::int64_t blocks, std::size_t length) {
        return static_cast<std::size_t>(block * static_cast<std::int64_t>(length) / blocks);
    };
    /// Returns the number of the window whose middle is the letter, cut to the range from 0 to `windows` (the number
    /// after the last window).
    const auto window_of = [&](std::size_t letter, std::size_t windows) {
        return std::min(letter - std::min(letter, middle), windows);
    };
    // For each block of y, in the order of y: the number of the first window after the windows of the block.
    std::vector<std::size_t> ends;
    for (std::int64_t block = 1; block <= columns; ++block) {
        const std::size_t end =
            y_backwards ? y.size() - begin_of(columns - block, columns, y.size()) : begin_of(block, columns, y.size());
        ends.push_back(block == columns ? y_windows : window_of(end, y_windows));
    }
    const auto count_rows = [&](std::int64_t first, std::int64_t step) {
        RowOfWindows row(letters, rule, y_windows);
        for (std::int64_t block = first; block < rows; block += step) {
            const std::size_t end =
                block + 1 == rows ? x_windows : window_of(begin_of(block + 1, rows, x.size()), x_windows);
            for (std::size_t i = window_of(begin_of(block, rows, x.size()), x_windows); i < end; ++i) {
                const std::span<const Word> hits = row.at(x, i);
                std::size_t from = 0;
                std::int64_t column = y_backwards ? columns - 1 : 0;
                for (const std::size_t to : ends) {
                    counts[static_cast<std::size_t>(block * columns + column)] += count_bits(hits, from, to);
                    column += y_backwards ? -1 : 1;
                    from = to;
                }
            }
        }
    };
    const auto threads = static_cast<std::int64_t>(std::max(1U, std::thread::hardware_concurrency()));
    std::vector<std::jthread> others;
    for (std::int64_t t = 1; t < std::min(threads, rows); ++t) {
        others.emplace_back(count_rows, t, std::min(threads, rows));
    }
    count_rows(0, std::min(threads, rows));
    return counts;
}

}  // namespace vkalgo::cli
