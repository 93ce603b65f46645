#include "cli/commands/histogram/density.hpp"

#include "cli/commands/histogram/words.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

namespace vkalgo::cli {

Result<void> check_widths(const BinRule& rule) {
    if (!rule.edges && is_float(rule.type) && rule.range.low == rule.range.high) {
        return bad_usage(fmt::format("--density: the range {}:{} has width 0; give a wider --range",
                                     shown(rule, rule.range.low), shown(rule, rule.range.high)));
    }
    for (std::uint32_t bin = 0; bin < rule.bins; ++bin) {
        const double width = rule.width(bin);
        if (!std::isfinite(width) || !std::isfinite(1 / width)) {
            return bad_usage(
                fmt::format("--density: bin {} (counted from 0) has width {}, so it has no density; give other --{}",
                            bin, width, rule.edges ? "edges" : "bins or another --range"));
        }
    }
    return {};
}

std::vector<double> densities(const CountedBins& counted) {
    const std::uint64_t within = counted.count - counted.outside;
    std::vector<double> density(counted.counts.size(), std::numeric_limits<double>::quiet_NaN());
    if (within != 0) {
        for (std::uint32_t bin = 0; bin < density.size(); ++bin) {
            // Divides in the same order as NumPy, so that each bit is the same.
            density[bin] =
                static_cast<double>(counted.counts[bin]) / counted.bin_rule->width(bin) / static_cast<double>(within);
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
