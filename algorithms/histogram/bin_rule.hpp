#pragma once

#include "../../engine/result.hpp"
#include "../element_type.hpp"
#include "../exact_number.hpp"
#include "linspace.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace vkalgo {

/// The values that have a bin: low <= value <= high, both ends included. An ExactNumber holds every value of every
/// element type. For floating-point types the ends are rounded to the nearest value of the type.
struct HistogramRange {
    ExactNumber low = 0;
    ExactNumber high = 0;
    bool operator==(const HistogramRange&) const = default;
};

/// Returns the range from the least to the greatest finite value of a type.
HistogramRange whole_range(ElementType type);

/// Returns the range from the least to the greatest finite value of `values` (whole values of `type`). Returns nullopt
/// if no value is finite.
std::optional<HistogramRange> range_of_data(std::span<const std::byte> values, ElementType type);

/// Returns the range itself if its ends differ. If they are equal, returns the range extended by 0.5 to each side, as
/// far as doubles hold such ends.
HistogramRange widened_range(const HistogramRange& range);

/// Returns the range in which `values` are counted with HistogramCallOptions::range_of_data: that of range_of_data(),
/// or 0 to 1 if no value is finite. For floating-point types this range is widened by widened_range() if all values are
/// equal, as in NumPy.
HistogramRange counted_range(std::span<const std::byte> values, ElementType type);

/// Returns 256 for 8-bit types and 65,536 for the others.
std::uint32_t default_bins(ElementType type);

/// The largest number of bins: 2^28.
inline constexpr std::uint32_t kMaxHistogramBins = 1u << 28;

/// Edges of bins of any width.
struct BinEdges {
    /// Ascending numbers, bins + 1 of them.
    std::vector<ExactNumber> numbers;
    /// The ordinal of the first value of each bin, then the ordinal of the last value that has a bin. Ordinals ascend
    /// with the values.
    std::vector<std::uint64_t> ordinals;
};

/// The rule that gives the bin of a value. Both the kernels and the CPU compute the bin in these terms.
///
/// Integers. The range has w = high - low + 1 values; value v has bin floor((v - low) * bins / w), exactly.
///
/// f16, f32 and f64. A value is outside if it is below low, above high, infinite or NaN (-0 equals 0). Otherwise its
/// bin is the last bin whose lower edge is not above the value. The lower edge of bin 0 is not compared: a value that
/// reaches no later bin has bin 0. The edges are those of `linspace` (linspace.hpp), as in NumPy; those of f16 and f32
/// are rounded to the type. So bins have equal width, a lower edge belongs to its bin, and high belongs to the last
/// bin. If low equals high, that one value has bin 0. Bins of f16 or f32 may be narrower than the distance from the
/// greatest magnitude in the range to the next value of the type. In this case the edges are not compared; the bin is
///     min(bins - 1, floor((value * p - low * p) * s)),
/// with p = 2^even.exponent and s = 1 / even.step, in single precision with each operation rounded to nearest even.
///
/// Edges, of any type. Value v has bin i if edge i <= v < edge i + 1; the last bin includes the last edge, as in numpy.
/// Values are compared with the edges as real numbers, exactly, even if the type does not hold an edge. NaN is outside.
/// An infinity is outside unless an edge is that infinity. -0 equals 0.
struct BinRule {
    /// The ..._wide kinds are for 64-bit integers with a span of 2^32 or more.
    enum class Kind : std::uint32_t { same, shift, divide, scale, shift_wide, divide_wide, edges };

    ElementType type = ElementType::u16;
    std::uint32_t bins = 0;
    /// For edges: from the first edge to the last.
    HistogramRange range;
    /// All edges if the kind is `edges`, else null.
    std::shared_ptr<const BinEdges> edges;
    /// True if no value of the type lies outside the range.
    bool whole = false;
    /// Integers: ordinal = bits ^ sign ascends with the value.
    std::uint64_t sign = 0;
    /// The ordinal of range.low; for f16 with rounded edges, that of the f32 in the middle between range.low and the
    /// next greater f16. Not used by `edges`.
    std::uint64_t low = 0;
    /// The ordinal of range.high, taken in the same way, minus low.
    std::uint64_t span = 0;
    /// `same`: bin = ordinal - low; `shift`: bin = (ordinal - low) >> a.
    Kind kind = Kind::same;
    /// `divide`, `divide_wide`: the multiplier floor(bins * 2^(b + c) / w), in [2^31, 2^32).
    std::uint64_t a = 0;
    /// `divide`, `divide_wide`: see a.
    std::uint64_t b = 0;
    /// `divide_wide`: the multiplier is applied to (ordinal - low) >> c, and the lowest c bits are used only to correct
    /// the quotient.
    std::uint64_t c = 0;
    /// `scale`: the edges. If the step is 0, all values in the range have bin 0.
    Linspace even;
    /// `scale` of f16 and f32: true if values are compared with edges that are rounded to the type, false for narrow
    /// bins (see above).
    bool rounded = false;

    /// Returns the lower edge of bin `bin`, or the upper edge of the last bin for `bin` = bins, as a real number. For
    /// integers and even bins the edges are those of the interval [low, high + 1), so an edge that is a whole number is
    /// exact if a double holds it.
    double edge(std::uint32_t bin) const;
    /// Returns the width of a bin, by which a density is divided: the difference of its edges, as in NumPy (rounded to
    /// the type if `rounded`). For integers and even bins it is the number of values in the range divided by the number
    /// of bins. The width is 0 if doubles cannot tell the edges apart, and infinite if it exceeds the greatest double.
    double width(std::uint32_t bin) const;
};

/// Makes a rule of bins of equal width. Errors: invalid_argument if bins is 0 or above kMaxHistogramBins, or if the
/// range is reversed, beyond the type, not whole numbers for an integer type, or not finite.
Result<BinRule> make_bin_rule(ElementType type, std::uint32_t bins, std::optional<HistogramRange> range);

/// Makes a rule from edges. Errors: invalid_argument for fewer than 2 or more than kMaxHistogramBins + 1 edges, and for
/// an edge that is NaN, not above the previous edge, beyond the type (floating-point types allow infinities) or, for an
/// integer type, not a whole number.
Result<BinRule> make_bin_rule(ElementType type, std::span<const ExactNumber> edges);

/// Returns the size in bytes of an edge on the device: 8 for 64-bit types, 4 for the others.
std::uint32_t edge_bytes(ElementType type);

/// Returns what the kernels read: the ordinals of a rule's edges, edge_bytes() each. Empty for even bins.
std::vector<std::uint32_t> edge_words(const BinRule& rule);

/// Returns the bin of one value, given by its bits (zero-extended), or rule.bins if it is outside, by the definition
/// above.
std::uint32_t bin_of(const BinRule& rule, std::uint64_t bits);

}  // namespace vkalgo
