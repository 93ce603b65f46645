#include "cli/commands/histogram/fractions.hpp"

#include "algorithms/histogram/quantiles.hpp"
#include "cli/commands/histogram/report.hpp"
#include "cli/commands/histogram/words.hpp"
#include "support/numbers.hpp"

#include <fmt/format.h>

namespace vkalgo::cli {

void FractionOptions::declare(Options& options) {
    options.value(
        "--quantiles", "LIST",
        "the values below which these fractions of the values lie, as 0.01,0.5,0.99; values without a bin are "
        "ignored; exact if each value has a bin of its own, else with an error of at most the width of a "
        "bin",
        [this](const std::string& text) { return take(text); });
}

Result<void> FractionOptions::take(const std::string& text) {
    return each_word(text, [&](std::string_view word) -> Result<void> {
        VKALGO_TRY(const double fraction, parse_number(word));
        if (fraction < 0 || fraction > 1) {
            return bad_usage(fmt::format("'{}' is not a fraction; give numbers from 0 to 1", fraction));
        }
        fractions_.push_back(fraction);
        return {};
    });
}

void FractionOptions::describe(const HistogramResult& result, Answer& answer) const {
    const std::size_t histograms = result.outside_of.size();
    Json all = Json::array();
    for (std::uint32_t number = 0; number < histograms; ++number) {
        const auto found = quantiles(result, fractions_, number);
        all.push_back(found ? Json(*found) : Json(nullptr));
        for (std::size_t which = 0; found && number < kMaxShownInText && which < fractions_.size(); ++which) {
            answer.line("quantile",
                        fmt::format("{}{}: {}", histograms == 1 ? "" : fmt::format("of histogram {}, ", number),
                                    fractions_[which], (*found)[which]));
        }
    }
    answer.parameters["quantiles"] = fractions_;
    answer.result["quantiles"] = histograms == 1 ? all.front() : all;
}

}  // namespace vkalgo::cli
