#include "cli/commands/dp/picture/table_axes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace vkalgo::cli {

std::optional<AxisInput> axis_input(const dp::RecurrenceHeader& header, const dp::Instance& instance,
                                    const dp::Shape& shape, std::size_t index) {
    const dp::Expression& extent = index == 0 ? header.rows : header.columns;
    const std::vector<std::string> named = extent.inputs();
    if (named.size() != 1 || !extent.variables().empty()) {
        return std::nullopt;
    }
    const dp::InputDeclaration* input = header.input(named.front());
    const auto held = instance.inputs.find(named.front());
    if (input == nullptr || input->type != ElementType::u8 || held == instance.inputs.end()) {
        return std::nullopt;
    }
    const std::int64_t more = shape.size.extents()[index] - static_cast<std::int64_t>(held->second.count);
    if (more != 0 && more != 1) {
        return std::nullopt;
    }
    // If the table begins at its last row, row i stands for the elements from i on.
    const auto begins_at = [&](bool last) {
        return std::any_of(header.base.begin(), header.base.end(), [&](const dp::BaseRegion& region) {
            return region.border && region.border->index == index && region.border->last == last;
        });
    };
    const bool backwards = begins_at(true) && !begins_at(false);
    return AxisInput{named.front(), more == 1 && !backwards ? 1 : 0, more == 1};
}

std::string letters_of(const dp::InputArray& input, const std::string& alphabet) {
    std::string letters;
    for (const std::byte each : input.data) {
        const auto code = static_cast<unsigned char>(each);
        const unsigned char letter = alphabet.empty()         ? code
                                     : code < alphabet.size() ? static_cast<unsigned char>(alphabet[code])
                                                              : std::uint8_t{0};
        if (letter <= ' ' || letter > '~') {
            return {};
        }
        letters += static_cast<char>(letter);
    }
    return letters;
}

std::vector<double> ticks(double low, double high, double wanted, bool whole) {
    if (!(high > low) || !std::isfinite(high - low)) {
        return {low};
    }
    const double rough = (high - low) / std::max(wanted, 1.0);
    double step = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
        if (factor * step >= rough * 0.999) {
            step *= factor;
            break;
        }
    }
    // If `low` and `high` are nearly equal, a smaller step would need a k beyond 2^53, where ++k has no effect.
    const double least = std::max(std::abs(low), std::abs(high)) * std::numeric_limits<double>::epsilon();
    step = std::max({step, least, whole ? 1.0 : 0.0});
    std::vector<double> found;
    for (double k = std::ceil(low / step - 1e-9); k * step <= high + step * 1e-9; ++k) {
        found.push_back(k * step);
    }
    return found;
}

std::string tick_text(double value) {
    constexpr double kMaxWhole = 1e9;
    if (std::abs(value) < kMaxWhole && std::trunc(value) == value) {
        return fmt::format("{:.0f}", value == 0 ? 0.0 : value);
    }
    return fmt::format("{:.4g}", value);
}

}  // namespace vkalgo::cli
