#pragma once

#include "../../engine/result.hpp"
#include "histogram_call.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// The values below which these fractions, 0 to 1, of what has a bin lie, in histogram `histogram` of the result.
/// Values outside the range do not count; weights do. Where each value has a bin of its own (BinRule::Kind::same), it
/// is value number ceil(n * fraction) of all n in ascending order, at least the first, the product rounded to double
/// and by fraction 1 the last: exactly, where a double holds that value, and as by numpy's method "inverted_cdf". Else
/// values are taken to be spread evenly over their bin, so that the answer is wrong by less than the bin's width. Of a
/// bin with an infinite edge it is the finite one. Errors: invalid_argument (a fraction beyond 0 to 1, no such
/// histogram, nothing in any bin, sums of f32).
Result<std::vector<double>> quantiles(const HistogramResult& result, std::span<const double> fractions,
                                      std::uint32_t histogram = 0);

}  // namespace vkalgo
