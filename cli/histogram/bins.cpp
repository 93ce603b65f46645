#include "cli/histogram/edges.hpp"

#include "cli/formats/number_text.hpp"
#include "cli/numbers.hpp"

#include <cstring>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

Result<ExactNumber> parse_edge(std::string_view word) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (word == "inf" || word == "+inf") {
        return ExactNumber(kInfinity);
    }
    if (word == "-inf") {
        return ExactNumber(-kInfinity);
    }
    auto number = parse_exact(word);
    if (!number) {
        number.error().message = "--edges: " + number.error().message;
    }
    return number;
}

}  // namespace

bool names_edges_file(const std::string& text) {
    const std::string_view first = std::string_view(text).substr(0, text.find(','));
    return text.find(',') == std::string::npos || !is_number(first);
}

Result<std::vector<ExactNumber>> read_edges(const std::string& text, ElementType type, const InputLimits& limits) {
    std::vector<ExactNumber> edges;
    if (!names_edges_file(text)) {
        for (std::size_t start = 0; start <= text.size();) {
            const std::size_t end = std::min(text.find(',', start), text.size());
            VKALGO_TRY(const ExactNumber edge, parse_edge(std::string_view(text).substr(start, end - start)));
            edges.push_back(edge);
            start = end + 1;
        }
        return edges;
    }
    InputSettings settings;
    settings.limits = limits;
    InputReader reader(std::move(settings));
    // Text of a narrower type would be rounded; the library compares with the numbers themselves.
    VKALGO_TRY(const Array array, reader.list(text, is_float(type) ? ElementType::f64 : type));
    edges.reserve(static_cast<std::size_t>(array.count()));
    with_type(array.type, [&](auto value) {
        for (std::size_t at = 0; at < array.data.size(); at += sizeof value) {
            std::memcpy(&value, array.data.data() + at, sizeof value);
            if constexpr (std::is_integral_v<decltype(value)>) {
                edges.emplace_back(value);
            } else {
                edges.emplace_back(static_cast<double>(value));
            }
        }
    });
    return edges;
}

}  // namespace vkalgo::cli
