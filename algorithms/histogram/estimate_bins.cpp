#include "algorithms/histogram/estimate_bins.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <string>
#include <type_traits>
#include <vector>

namespace vkalgo {

namespace {

/// A sum that also adds up the rounding errors of its additions (Neumaier 1974).
struct CompensatedSum {
    double sum = 0;
    double lost = 0;

    void add(double number) {
        const double next = sum + number;
        lost += std::abs(sum) >= std::abs(number) ? (sum - next) + number : (number - next) + sum;
        sum = next;
    }
    double total() const { return sum + lost; }
};

/// The values of one type that lie in a range. Real numbers are multiplied by scale(), a power of two that brings the
/// largest absolute value near 1, so that no square overflows. All widths are widths of the multiplied values. Integers
/// are not multiplied.
template <class T>
class ValuesInRange {
public:
    using Number = std::conditional_t<std::is_same_v<T, Half>, float, T>;

    ValuesInRange(std::span<const std::byte> bytes, const HistogramRange& range)
        : bytes_(bytes), low_(number_of(range.low)), high_(number_of(range.high)) {
        Number least{};
        Number most{};
        each([&](Number number) {
            least = count_ == 0 ? number : std::min(least, number);
            most = count_ == 0 ? number : std::max(most, number);
            ++count_;
        });
        if constexpr (std::is_integral_v<Number>) {
            width_ = static_cast<double>(static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least));
        } else {
            const double greatest = std::max(std::abs(double{least}), std::abs(double{most}));
            scale_ = greatest == 0 ? 1 : std::ldexp(1.0, -std::clamp(std::ilogb(greatest), -1000, 1000));
            width_ = real(most) - real(least);
        }
    }

    std::uint64_t count() const { return count_; }
    /// Returns the distance between the least and the greatest value.
    double width() const { return width_; }
    double scale() const { return scale_; }

    /// Returns the width of a bin that the estimator gives; 0 stands for a single bin.
    double bin_width(BinEstimator estimator) const {
        const auto n = static_cast<double>(count_);
        switch (estimator) {
            case BinEstimator::automatic:
                return std::min(std::max(bin_width(BinEstimator::fd), bin_width(BinEstimator::sqrt) / 2),
                                bin_width(BinEstimator::sturges));
            case BinEstimator::doane:
                return doane();
            case BinEstimator::fd:
                return 2 * quartile_distance() * std::pow(n, -1.0 / 3);
            case BinEstimator::rice:
                return width_ / (2 * std::pow(n, 1.0 / 3));
            case BinEstimator::scott:
                return std::pow(24 * std::sqrt(std::numbers::pi) / n, 1.0 / 3) * deviation(mean());
            case BinEstimator::sqrt:
                return width_ / std::sqrt(n);
            case BinEstimator::stone:
                return stone();
            case BinEstimator::sturges:
                break;
        }
        return width_ / (std::log2(n) + 1);
    }

private:
    static Number number_of(const ExactNumber& number) {
        if constexpr (std::is_integral_v<Number>) {
            return static_cast<Number>(number.bits());
        } else {
            return static_cast<Number>(number.real());
        }
    }

    double real(Number number) const {
        if constexpr (std::is_integral_v<Number>) {
            return static_cast<double>(number);
        } else {
            return double{number} * scale_;
        }
    }

    template <class Take>
    void each(const Take& take) const {
        for (std::size_t at = 0; at + sizeof(T) <= bytes_.size(); at += sizeof(T)) {
            T value;
            std::memcpy(&value, bytes_.data() + at, sizeof(T));
            if (const Number number = value; low_ <= number && number <= high_) {
                take(number);
            }
        }
    }

    double mean() const {
        CompensatedSum sum;
        each([&](Number number) { sum.add(real(number)); });
        return sum.total() / static_cast<double>(count_);
    }

    double deviation(double mean) const {
        CompensatedSum squares;
        each([&](Number number) { squares.add((real(number) - mean) * (real(number) - mean)); });
        return std::sqrt(squares.total() / static_cast<double>(count_));
    }

    double doane() const {
        const auto n = static_cast<double>(count_);
        const double middle = mean();
        const double sigma = count_ > 2 ? deviation(middle) : 0;
        if (!(sigma > 0)) {
            return 0;
        }
        CompensatedSum cubes;
        each([&](Number number) {
            const double standard = (real(number) - middle) / sigma;
            cubes.add(standard * standard * standard);
        });
        const double skewness = cubes.total() / n;
        const double its_deviation = std::sqrt(6 * (n - 2) / ((n + 1) * (n + 3)));
        return width_ / (1 + std::log2(n) + std::log2(1 + std::abs(skewness) / its_deviation));
    }

    /// Returns the distance between the first and the third quartile. Each quartile is interpolated linearly between
    /// two neighbouring values.
    double quartile_distance() const {
        std::vector<Number> numbers;
        numbers.reserve(static_cast<std::size_t>(count_));
        each([&](Number number) { numbers.push_back(number); });
        const auto quartile = [&](double fraction) {
            const double position = static_cast<double>(count_ - 1) * fraction;
            const double share = position - std::floor(position);
            const auto at = numbers.begin() + static_cast<std::ptrdiff_t>(position);
            std::nth_element(numbers.begin(), at, numbers.end());
            const double below = real(*at);
            const double above = at + 1 == numbers.end() ? below : real(*std::min_element(at + 1, numbers.end()));
            return share >= 0.5 ? above - (above - below) * (1 - share) : below + (above - below) * share;
        };
        const double upper = quartile(0.75);
        return upper - quartile(0.25);
    }

    double stone() const {
        if (count_ <= 1 || width_ == 0) {
            return 0;
        }
        std::vector<double> ascending;
        ascending.reserve(static_cast<std::size_t>(count_));
        each([&](Number number) { ascending.push_back(real(number)); });
        std::sort(ascending.begin(), ascending.end());
        const auto n = static_cast<double>(count_);
        const auto most = std::max(100U, static_cast<std::uint32_t>(std::sqrt(n)));
        std::uint32_t best = 1;
        double least_error = std::numeric_limits<double>::infinity();
        for (std::uint32_t bins = 1; bins <= most; ++bins) {
            const double error = (2 - (n + 1) * (squared_counts(ascending, bins) / n / n)) / (width_ / bins);
            if (error < least_error) {
                least_error = error;
                best = bins;
            }
        }
        return width_ / best;
    }

    /// Returns the sum of the squares of the counts of `bins` even bins over the range.
    double squared_counts(const std::vector<double>& ascending, std::uint32_t bins) const {
        const double low = real(low_);
        const double step = (real(high_) - low) / bins;
        double sum = 0;
        auto begin = ascending.begin();
        for (std::uint32_t bin = 1; bin <= bins; ++bin) {
            const auto end = bin == bins ? ascending.end() : std::lower_bound(begin, ascending.end(), bin * step + low);
            const auto count = static_cast<double>(end - begin);
            sum += count * count;
            begin = end;
        }
        return sum;
    }

    std::span<const std::byte> bytes_;
    Number low_;
    Number high_;
    std::uint64_t count_ = 0;
    double scale_ = 1;
    double width_ = 0;
};

/// Returns the number of bins: the width of `range` divided by that of a bin, rounded up, but at least 1. `ends` is
/// `range` with its ends rounded to the type; only the values in `ends` are used.
template <class T>
double estimated_count(std::span<const std::byte> bytes, const HistogramRange& ends, const HistogramRange& range,
                       BinEstimator estimator) {
    const ValuesInRange<T> values(bytes, ends);
    // If all values are equal, rounding may leave a standard deviation that is not 0.
    double width = values.width() > 0 ? values.bin_width(estimator) : 0;
    if (!(width > 0)) {
        return 1;
    }
    double all = range.high.real() * values.scale() - range.low.real() * values.scale();
    if constexpr (std::is_integral_v<T>) {
        width = std::max(width, 1.0);
        all = static_cast<double>(range.high.bits() - range.low.bits());
    }
    return std::max(std::ceil(all / width), 1.0);
}

}  // namespace

Result<EstimatedBins> estimate_bins(std::span<const std::byte> values, ElementType type, BinEstimator estimator,
                                    std::optional<HistogramRange> range) {
    EstimatedBins estimated;
    estimated.range = range ? *range : counted_range(values, type);
    if (is_float(type)) {
        estimated.range = widened_range(estimated.range);
    }
    VKALGO_TRY(const BinRule rule, make_bin_rule(type, 1, estimated.range));
    const double bins = with_type(type, [&](auto zero) {
        return estimated_count<decltype(zero)>(values, rule.range, estimated.range, estimator);
    });
    if (!(bins <= kMaxHistogramBins)) {
        return Error{
            ErrorCode::invalid_argument,
            std::string("the rule ") + kBinEstimatorNames[static_cast<std::size_t>(estimator)] + " gives more than " +
                std::to_string(kMaxHistogramBins) +
                " (2^28) bins for these values; choose another rule, give the number of bins, or give a narrower range",
            "bins"};
    }
    estimated.bins = static_cast<std::uint32_t>(bins);
    return estimated;
}

}  // namespace vkalgo
