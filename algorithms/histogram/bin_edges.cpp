// Bins of any width between edges: see BinRule.
#include "algorithms/histogram/bin_rule.hpp"
#include "algorithms/histogram/ordinal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

using namespace histogram_detail;

Error bad_edges(const std::string& what) {
    return Error{ErrorCode::invalid_argument, what, "edges"};
}

std::string name_of(std::size_t number, const ExactNumber& edge) {
    return "edge " + std::to_string(number) + " (" + to_string(edge) + ")";
}

Result<void> check_edges(ElementType type, std::span<const ExactNumber> edges) {
    if (edges.size() < 2) {
        return bad_edges("bins need at least two edges, but there is " +
                         (edges.empty() ? std::string("none") : std::string("only one")));
    }
    if (edges.size() - 1 > kMaxHistogramBins) {
        return bad_edges(std::to_string(edges.size() - 1) + " bins are too many; at most " +
                         std::to_string(kMaxHistogramBins) + " (2^28) are possible");
    }
    const HistogramRange whole = whole_range(type);
    for (std::size_t number = 0; number < edges.size(); ++number) {
        const ExactNumber& edge = edges[number];
        if (std::isnan(edge.real())) {
            return bad_edges("edge " + std::to_string(number) + " (counted from 0) is NaN");
        }
        if (number != 0 && !(edges[number - 1] < edge)) {
            return bad_edges("edges must ascend: " + name_of(number, edge) + " is not above " +
                             name_of(number - 1, edges[number - 1]));
        }
        const bool infinite = is_float(type) && std::isinf(edge.real());
        if (!infinite && (edge < whole.low || edge > whole.high)) {
            return bad_edges("edge " + std::to_string(number) + " (counted from 0) is " + to_string(edge) +
                             ", outside the range of " + to_string(type) + ", " + to_string(whole.low) + ":" +
                             to_string(whole.high));
        }
        if (!is_float(type) && !edge.is_whole()) {
            return bad_edges("edge " + std::to_string(number) + " (counted from 0) is " + to_string(edge) +
                             ", but edges for " + to_string(type) + " must be whole numbers");
        }
    }
    return {};
}

/// Returns the least value of T that is not below `number` if `at_or_above` is true, else the greatest value of T that
/// is not above `number`.
template <class T>
T nearest(const ExactNumber& number, bool at_or_above) {
    constexpr T kInfinity = std::numeric_limits<T>::infinity();
    const T away = at_or_above ? kInfinity : -kInfinity;
    const auto fits = [&](T value) {
        const ExactNumber exact = static_cast<double>(value);
        return at_or_above ? !(exact < number) : !(exact > number);
    };
    // The conversion is off by at most one value of T, because whole numbers may be rounded twice.
    T value = static_cast<T>(number.real());
    if (!fits(value)) {
        return std::nextafter(value, away);
    }
    const T closer = std::nextafter(value, -away);
    return std::isfinite(value) && fits(closer) ? closer : value;
}

std::uint64_t ordinal_of(ElementType type, const ExactNumber& edge, bool at_or_above) {
    return is_float(type) ? real_edge_ordinal(type, edge, at_or_above) : edge.bits() - whole_range(type).low.bits();
}

}  // namespace

std::uint64_t histogram_detail::real_edge_ordinal(ElementType type, const ExactNumber& edge, bool at_or_above) {
    const ElementType real = computed_as(type);
    const double value = real == ElementType::f32 ? static_cast<double>(nearest<float>(edge, at_or_above))
                                                  : nearest<double>(edge, at_or_above);
    // -0 and 0 are one value, whose ordinal is that of 0.
    return float_ordinal(float_bits(value == 0 ? 0.0 : value, real), real);
}

Result<BinRule> make_bin_rule(ElementType type, std::span<const ExactNumber> edges) {
    VKALGO_CHECK(check_edges(type, edges));
    BinEdges table;
    table.numbers.assign(edges.begin(), edges.end());
    table.ordinals.reserve(edges.size());
    for (const ExactNumber& edge : edges.first(edges.size() - 1)) {
        table.ordinals.push_back(ordinal_of(type, edge, true));
    }
    table.ordinals.push_back(ordinal_of(type, edges.back(), false));
    BinRule rule;
    rule.type = type;
    rule.bins = static_cast<std::uint32_t>(edges.size() - 1);
    rule.range = {edges.front(), edges.back()};
    rule.edges = std::make_shared<const BinEdges>(std::move(table));
    rule.kind = BinRule::Kind::edges;
    rule.sign = is_signed(type) ? std::uint64_t{1} << (8 * size_of(type) - 1) : 0;
    return rule;
}

std::uint32_t edge_bytes(ElementType type) {
    return size_of(type) == 8 ? 8 : 4;
}

std::vector<std::uint32_t> edge_words(const BinRule& rule) {
    std::vector<std::uint32_t> words;
    if (!rule.edges) {
        return words;
    }
    words.reserve(rule.edges->ordinals.size() * edge_bytes(rule.type) / 4);
    for (const std::uint64_t ordinal : rule.edges->ordinals) {
        words.push_back(static_cast<std::uint32_t>(ordinal));
        if (edge_bytes(rule.type) == 8) {
            words.push_back(static_cast<std::uint32_t>(ordinal >> 32));
        }
    }
    return words;
}

}  // namespace vkalgo
