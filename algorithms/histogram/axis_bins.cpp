#include "algorithms/histogram/axis_bins.hpp"

#include "algorithms/histogram/axis_ordinals.hpp"
#include "algorithms/histogram/ordinal.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

using namespace histogram_detail;

constexpr std::uint32_t kDefaultAxisBins = 10;

Error bad_axis(const std::string& what, const char* where) {
    return Error{ErrorCode::invalid_argument, what, where};
}

Result<void> check_axis_edges(std::span<const ExactNumber> edges) {
    if (edges.size() < 2) {
        return bad_axis("bins need at least two edges, but there is only one", "edges");
    }
    for (std::size_t number = 0; number < edges.size(); ++number) {
        if (std::isnan(edges[number].real())) {
            return bad_axis("edge " + std::to_string(number) + " (counted from 0) is NaN", "edges");
        }
        if (number != 0 && !(edges[number - 1] < edges[number])) {
            return bad_axis("edges must ascend: edge " + std::to_string(number) + " (" + to_string(edges[number]) +
                                ") is not above edge " + std::to_string(number - 1) + " (" +
                                to_string(edges[number - 1]) + ")",
                            "edges");
        }
    }
    return {};
}

Result<HistogramRange> axis_range(const HistogramAxis& axis) {
    const HistogramRange range = axis.range.value_or(whole_range(axis.type));
    if (!std::isfinite(range.low.real()) || !std::isfinite(range.high.real())) {
        return bad_axis("the range must have finite ends", "range");
    }
    if (range.high < range.low) {
        return bad_axis("the range is reversed: " + to_string(range.low) + " is above " + to_string(range.high),
                        "range");
    }
    return widened_range(range);
}

/// Returns the whole number that is nearest to `edge` and not below it (if `up`), or not above it (if not). The number
/// may lie outside the integer type. Returns nullopt if an ExactNumber cannot hold it as a whole number.
std::optional<ExactNumber> whole_at(const ExactNumber& edge, bool up) {
    const double value = edge.real();
    if (edge.is_whole()) {
        return edge;
    }
    // Beyond these limits `edge` is infinite, or a whole number that no integer type holds.
    return -0x1p63 <= value && value < 0x1p64 ? std::optional(ExactNumber(up ? std::ceil(value) : std::floor(value)))
                                              : std::nullopt;
}

/// Returns the ordinal of the least value of the type that is not below the edge; nullopt if all values are below it.
std::optional<std::uint64_t> first_ordinal(ElementType type, const ExactNumber& edge) {
    const HistogramRange whole = whole_range(type);
    if (is_float(type)) {
        const bool is_finite = std::isfinite(edge.real());
        return is_finite && edge > whole.high  ? real_edge_ordinal(type, std::numeric_limits<double>::infinity(), true)
               : is_finite && edge < whole.low ? real_edge_ordinal(type, whole.low, true)
                                               : real_edge_ordinal(type, edge, true);
    }
    const std::optional<ExactNumber> value = whole_at(edge, true);
    if (value ? *value > whole.high : edge.real() > 0) {
        return std::nullopt;
    }
    return !value || *value < whole.low ? 0 : value->bits() - whole.low.bits();
}

/// Returns the ordinal of the greatest value of the type that is not above the edge; nullopt if all values are above
/// it.
std::optional<std::uint64_t> last_ordinal(ElementType type, const ExactNumber& edge) {
    const HistogramRange whole = whole_range(type);
    if (is_float(type)) {
        const bool is_finite = std::isfinite(edge.real());
        return is_finite && edge > whole.high ? real_edge_ordinal(type, whole.high, false)
               : is_finite && edge < whole.low
                   ? real_edge_ordinal(type, -std::numeric_limits<double>::infinity(), false)
                   : real_edge_ordinal(type, edge, false);
    }
    const std::optional<ExactNumber> value = whole_at(edge, false);
    if (value ? *value < whole.low : edge.real() < 0) {
        return std::nullopt;
    }
    return (!value || *value > whole.high ? whole.high : *value).bits() - whole.low.bits();
}

/// Returns the lower edge of bin `bin` of `bins` bins, in double precision. `bin` is not 0.
double inner_edge(const HistogramRange& range, std::uint32_t bin, std::uint32_t bins) {
    const double low = range.low.real();
    const double high = range.high.real();
    const double width = high - low;
    if (!std::isfinite(width)) {
        const double part = static_cast<double>(bin) / static_cast<double>(bins);
        return low * (1 - part) + high * part;
    }
    const double step = width / bins;
    // `volatile` keeps compilers from fusing the multiplication with the addition below.
    const volatile double from_low = step == 0 ? bin / static_cast<double>(bins) * width : bin * step;
    return from_low + low;
}

}  // namespace

ExactNumber AxisBins::edge(std::uint32_t bin) const {
    if (!edges.empty()) {
        return edges[bin];
    }
    if (bin == 0 || bin == bins) {
        return bin == 0 ? range.low : range.high;
    }
    // Double precision may not hold the ends exactly, for example integers beyond 2^53.
    return std::clamp(ExactNumber(inner_edge(range, bin, bins)), range.low, range.high);
}

Result<AxisBins> make_axis_bins(const HistogramAxis& axis) {
    AxisBins bins;
    bins.type = axis.type;
    std::size_t count = axis.bins != 0 ? axis.bins : kDefaultAxisBins;
    if (axis.edges.empty()) {
        VKALGO_TRY(bins.range, axis_range(axis));
    } else {
        VKALGO_CHECK(check_axis_edges(axis.edges));
        count = axis.edges.size() - 1;
        if (axis.range) {
            return bad_axis("edges are given, so leave out the range", "range");
        }
        if (axis.bins != 0 && axis.bins != count) {
            return bad_axis(std::to_string(axis.edges.size()) + " edges make " + std::to_string(count) +
                                (count == 1 ? " bin" : " bins") + "; leave out the number of bins",
                            "bins");
        }
        bins.range = {axis.edges.front(), axis.edges.back()};
        bins.edges = axis.edges;
    }
    if (count >= kMaxHistogramBins) {
        return bad_axis(std::to_string(count) + " bins are too many; at most " + std::to_string(kMaxHistogramBins - 1) +
                            " (2^28 - 1) are possible",
                        "bins");
    }
    bins.bins = static_cast<std::uint32_t>(count);
    return bins;
}

histogram_detail::AxisOrdinals histogram_detail::ordinals_of(const AxisBins& bins) {
    AxisOrdinals found;
    found.ordinals.reserve(std::size_t{bins.bins} + 1);
    found.most = 0;
    for (std::uint32_t bin = 0; bin < bins.bins; ++bin) {
        const std::optional<std::uint64_t> first = first_ordinal(bins.type, bins.edge(bin));
        found.ordinals.push_back(first.value_or(0));
        found.most += first ? 1U : 0U;
    }
    const std::optional<std::uint64_t> last = last_ordinal(bins.type, bins.edge(bins.bins));
    found.ordinals.push_back(last.value_or(0));
    if (found.most == 0 || !last) {
        found.ordinals.front() = 1;
        found.ordinals.back() = 0;
    }
    found.most = std::max(found.most, 1U);
    return found;
}

}  // namespace vkalgo
