#pragma once

#include "../../engine/result.hpp"
#include "histogram_call.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// Returns, for each fraction (0 to 1), the value below which that fraction of the values with a bin lies, in histogram
/// `histogram` of the result. Values outside the range do not count; weights do. If each value has a bin of its own
/// (BinRule::Kind::same), the result is value number ceil(n * fraction), counted from 1, of all n values in ascending
/// order, but at least the first, and for fraction 1 the last. The product is rounded to double. The value is exact if
/// a double holds it, as with numpy's method "inverted_cdf". Otherwise values are taken to be spread evenly over their
/// bin, so the error is less than the width of the bin. For a bin with one infinite edge the result is the other edge.
/// Errors: invalid_argument (a fraction outside 0 to 1, an unknown histogram, no value in any bin, sums of f32).
Result<std::vector<double>> quantiles(const HistogramResult& result, std::span<const double> fractions,
                                      std::uint32_t histogram = 0);

}  // namespace vkalgo
