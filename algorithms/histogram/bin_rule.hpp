#pragma once

#include "../../engine/result.hpp"
#include "../element_type.hpp"
#include "../exact_number.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace vkalgo {

/// The values that have a bin: low <= value <= high, both ends included. An ExactNumber holds every value of every
/// element type; for floating-point types the ends are rounded to the nearest value of the type.
struct HistogramRange {
    ExactNumber low = 0;
    ExactNumber high = 0;
    bool operator==(const HistogramRange&) const = default;
};

/// From the least to the greatest value of a type; for floating-point types the finite ones.
HistogramRange whole_range(ElementType type);

/// From the least to the greatest finite one of `values` (whole values of `type`). None if no value is finite.
std::optional<HistogramRange> range_of_data(std::span<const std::byte> values, ElementType type);

/// 256 for 8-bit types, 65,536 for the others.
std::uint32_t default_bins(ElementType type);

/// The most bins: 2^28.
inline constexpr std::uint32_t kMaxHistogramBins = 1u << 28;

/// Edges of bins at any distance from each other.
struct BinEdges {
    /// bins + 1 ascending numbers
    std::vector<ExactNumber> numbers;
    /// of the first value of each bin, then of the last value that has one; an ordinal ascends with the value
    std::vector<std::uint64_t> ordinals;
};

/// Which bin a value falls into, in the terms in which both the kernels and the processor compute it.
///
/// Integers. The range has w = high - low + 1 values; value v has bin floor((v - low) * bins / w), exactly.
///
/// f32 and f64. A value below low, above high, infinite or NaN is outside (-0 equals 0). Otherwise, in the precision of
/// the type, each operation rounded to nearest even and none contracted,
///     bin = min(bins - 1, floor((value * p - low * p) * s)),
/// where p is the power of two for which 2^10 <= (high - low) * p < 2^11, and s is bins / ((high - low) * p), computed
/// in double precision and, for f32, rounded to single. So bins are even, a lower edge belongs to its bin, high belongs
/// to the last bin, and the bins ascend with the values; an edge is accurate to two roundings in the precision of the
/// type. No product with p overflows or underflows, however narrow or wide the range is: numbers that are too small for
/// it are first multiplied by another power of two. Where low equals high, that one value has bin 0. f16 values are
/// computed with as f32.
///
/// Edges, of any type: value v has bin i where edge i <= v < edge i + 1; the last bin has the last edge too, as in
/// numpy. Values are compared with the edges as real numbers, exactly, whether the type holds an edge or not. NaN is
/// outside, and an infinity unless an edge is that infinity; -0 equals 0.
struct BinRule {
    /// The ..._wide ones are those of 64-bit integers whose span is 2^32 or more.
    enum class Kind : std::uint32_t { same, shift, divide, scale, shift_wide, divide_wide, edges };

    ElementType type = ElementType::u16;
    std::uint32_t bins = 0;
    /// of edges: from the first to the last
    HistogramRange range;
    /// null but for the kind `edges`
    std::shared_ptr<const BinEdges> edges;
    /// no value of the type lies outside
    bool whole = false;
    /// integers: ordinal = bits ^ sign ascends with the value
    std::uint64_t sign = 0;
    /// ordinal of range.low
    std::uint64_t low = 0;
    /// ordinal of range.high less low
    std::uint64_t span = 0;
    /// same: bin = ordinal - low; shift: that >> a
    Kind kind = Kind::same;
    /// divide: multiplier floor(bins * 2^(b + c) / w) in [2^31, 2^32); scale: bits of p / 2^lift
    std::uint64_t a = 0;
    /// divide: see a; scale: bits of low * p
    std::uint64_t b = 0;
    /// divide_wide: so many low digits of the distance are left to the correction; scale: bits of s
    std::uint64_t c = 0;
    /// scale: a value is multiplied by 2^lift before it is by a
    int lift = 0;

    /// The lower edge of bin `bin`, and the upper edge of the last for `bin` = bins, as a real number: for integers and
    /// even bins the edges are those of the interval [low, high + 1), so that a whole one is exact where a double holds
    /// it.
    double edge(std::uint32_t bin) const;
};

/// Errors: invalid_argument for bins 0 or beyond kMaxHistogramBins; a range that is reversed, beyond the type, not
/// whole numbers for an integer type, or not finite.
Result<BinRule> make_bin_rule(ElementType type, std::uint32_t bins, std::optional<HistogramRange> range);

/// The rule of edges. Errors: invalid_argument for fewer than 2 or more than kMaxHistogramBins + 1 edges; for one that
/// is NaN, not above the one before, beyond the type (infinities are not, for floating-point types) or, for an integer
/// type, no whole number.
Result<BinRule> make_bin_rule(ElementType type, std::span<const ExactNumber> edges);

/// Bytes of an edge on the device: 8 for types of 64 bits, 4 for the others.
std::uint32_t edge_bytes(ElementType type);

/// What the kernels read: the ordinals of a rule's edges, edge_bytes() each; nothing for even bins.
std::vector<std::uint32_t> edge_words(const BinRule& rule);

/// The bin of one value given by its bits (zero-extended); rule.bins if it is outside. What the kernels do, on the
/// processor.
std::uint32_t bin_of(const BinRule& rule, std::uint64_t bits);

}  // namespace vkalgo
