#include "cli/commands/histogram/density.hpp"

#include "cli/commands/histogram/words.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

namespace vkalgo::cli {

double bin_width(const BinRule& rule, std::uint32_t bin) {
    if (rule.edges) {
        const ExactNumber& low = rule.edges->numbers[bin];
        const ExactNumber& high = rule.edges->numbers[bin + 1];
        return is_float(rule.type) ? high.real() - low.real() : static_cast<double>(high.bits() - low.bits());
    }
    if (!is_float(rule.type)) {
        return (static_cast<double>(rule.span) + 1) / rule.bins;
    }
    // The width is computed from the range. The difference of two edges would be less exact, since edges are rounded,
    // above all if the range is far from 0.
    const double all = rule.range.high.real() - rule.range.low.real();
    return std::isfinite(all) ? all / rule.bins
                              : rule.range.high.real() / rule.bins - rule.range.low.real() / rule.bins;
}

Result<void> check_widths(const BinRule& rule) {
    // Even bins all have the same width.
    const std::uint32_t widths = rule.edges ? rule.bins : 1;
    for (std::uint32_t bin = 0; bin < widths; ++bin) {
        const double width = bin_width(rule, bin);
        if (width == 0 && !rule.edges) {
            return bad_usage(fmt::format("--density: the range {}:{} has width 0; give a wider --range",
                                         shown(rule, rule.range.low), shown(rule, rule.range.high)));
        }
        if (!std::isfinite(width) || !std::isfinite(1 / width)) {
            return bad_usage(fmt::format("--density: bin {} has width {}, so it has no density; give other --{}", bin,
                                         width, rule.edges ? "edges" : "bins or another --range"));
        }
    }
    return {};
}

std::vector<double> densities(const CountedBins& counted) {
    const std::uint64_t within = counted.count - counted.outside;
    std::vector<double> density(counted.counts.size(), std::numeric_limits<double>::quiet_NaN());
    if (within != 0) {
        for (std::uint32_t bin = 0; bin < density.size(); ++bin) {
            density[bin] = static_cast<double>(counted.counts[bin]) / static_cast<double>(within) /
                           bin_width(*counted.bin_rule, bin);
        }
    }
    return density;
}

Array density_array(const CountedBins& counted) {
    Array array{ElementType::f64, {counted.density.size()}, Bytes(counted.density.size_bytes())};
    std::memcpy(array.data.data(), counted.density.data(), array.data.size());
    return array;
}

void put_density(const CountedBins& counted, Json& json) {
    if (counted.density.empty()) {
        return;
    }
    json["density"] = std::isnan(counted.density.front()) ? Json(nullptr) : Json(counted.density);
}

}  // namespace vkalgo::cli
