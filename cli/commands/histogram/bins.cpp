#include "cli/commands/histogram/bins.hpp"

#include "cli/commands/histogram/report.hpp"
#include "cli/commands/histogram/words.hpp"
#include "formats/number_text.hpp"
#include "support/numbers.hpp"
#include "support/read_number.hpp"

#include <algorithm>
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

/// Is it the name of a file?
bool names_edges_file(const std::string& text) {
    const std::string_view first = std::string_view(text).substr(0, text.find(','));
    return text.find(',') == std::string::npos || !is_number(first);
}

/// What --edges gives for values of `type`: numbers between commas (at least one comma), else the file of that name, a
/// .npy or text.
Result<std::vector<ExactNumber>> read_edges(const std::string& text, ElementType type, const InputLimits& limits) {
    std::vector<ExactNumber> edges;
    if (!names_edges_file(text)) {
        VKALGO_CHECK(each_word(text, [&](std::string_view word) -> Result<void> {
            VKALGO_TRY(const ExactNumber edge, parse_edge(word));
            edges.push_back(edge);
            return {};
        }));
        return edges;
    }
    InputSettings settings;
    settings.limits = limits;
    InputReader reader(std::move(settings));
    // The library compares with the numbers themselves, whatever the type of the values is.
    VKALGO_TRY(const Array array, reader.list(text, {type, {ElementType::i64, ElementType::u64, ElementType::f64}}));
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

}  // namespace

void BinOptions::declare(Options& options) {
    options.group("Bins");
    options.value("--bins", "SIZE|NAME",
                  "how many (default: 256 for 8-bit types, else 65536), or a rule of numpy that finds their number "
                  "from the values, by default over the range of these",
                  [this](const std::string& text) { return take_bins(text); });
    options.suggest({kBinEstimatorNames.begin(), kBinEstimatorNames.end()});
    options.value("--range", "LO:HI|data",
                  "values that have a bin, both ends included; data: from the least to the greatest finite value "
                  "(default: data for floating-point values of a .npy, .csv or .txt and for --bins NAME, else all of "
                  "the type)",
                  [this](const std::string& text) { return take_range(text); });
    options.text("--edges", edges_, "LIST|FILE",
                 "in place of --bins and --range: ascending edges, as 0,1,10,100 or a file of numbers; each bin "
                 "holds its lower edge, the last its upper one too");
}

Result<void> BinOptions::take_bins(const std::string& text) {
    const auto* const name = std::find(kBinEstimatorNames.begin(), kBinEstimatorNames.end(), text);
    if (name != kBinEstimatorNames.end()) {
        estimator_ = static_cast<BinEstimator>(name - kBinEstimatorNames.begin());
        return {};
    }
    const std::string limits = fmt::format("1 to {}", kMaxHistogramBins);
    const auto size = parse_size(text);
    if (!size && text.starts_with('-') && parse_number(text)) {
        return bad_usage(fmt::format("'{}' is negative; give {}", text, limits));
    }
    if (!size) {
        Error error = size.error();
        error.message += fmt::format("; from {}, or a rule:", limits);
        for (const char* each : kBinEstimatorNames) {
            error.message += fmt::format(" {}", each);
        }
        return error;
    }
    if (*size < 1 || *size > kMaxHistogramBins) {
        return bad_usage(fmt::format("{} is out of range; give {}", *size, limits));
    }
    bins_ = *size;
    return {};
}

Result<void> BinOptions::take_range(const std::string& text) {
    if (text == "data") {
        data_range_ = true;
        return {};
    }
    VKALGO_TRY(const Range range, parse_range(text));
    range_ = HistogramRange{range.low, range.high};
    range_text_ = text;
    return {};
}

/// The library rounds the ends of a range of floating-point values.
Result<void> BinOptions::check_range(ElementType type) const {
    const std::string_view text = range_text_;
    const std::size_t colon = text.find(':');
    for (const std::string_view end : {text.substr(0, colon), text.substr(std::min(colon, text.size() - 1) + 1)}) {
        const NumberFault fault = with_type(type, [&](auto value) { return read_number(end, value); });
        if (fault == NumberFault::rounded) {
            return bad_usage(
                fmt::format("--range: '{}' is a whole number that {} does not hold exactly; give a nearer end, or "
                            "another --type",
                            end, to_string(type)));
        }
    }
    return {};
}

Result<void> BinOptions::check() const {
    if (edges_ && (bins_ || estimator_ || range_ || data_range_)) {
        return bad_usage("--edges say where each bin lies; leave out --bins and --range");
    }
    return {};
}

std::vector<std::string> BinOptions::files() const {
    return edges_ && names_edges_file(*edges_) ? std::vector{*edges_} : std::vector<std::string>();
}

Result<void> BinOptions::apply(HistogramCallOptions& call, bool spans_data, const InputLimits& limits) const {
    HistogramOptions& options = call.histogram;
    options.bins = static_cast<std::uint32_t>(bins_.value_or(estimator_ ? 1 : 0));
    options.range = range_;
    if (range_) {
        VKALGO_CHECK(check_range(options.type));
    }
    call.range_of_data = data_range_ || (!has_range() && (spans_data || estimator_));
    if (edges_) {
        VKALGO_TRY(options.edges, read_edges(*edges_, options.type, limits));
    }
    VKALGO_CHECK(rule_of(options));
    return {};
}

Result<void> BinOptions::fit(std::span<const std::byte> values, HistogramCallOptions& call) const {
    HistogramOptions& options = call.histogram;
    if (estimator_) {
        VKALGO_TRY(const EstimatedBins estimated,
                   estimate_bins(values, options.type, *estimator_, call.range_of_data ? std::nullopt : options.range));
        options.bins = estimated.bins;
        options.range = estimated.range;
    } else if (call.range_of_data) {
        options.range = range_of_data(values, options.type).value_or(HistogramRange{});
    }
    call.range_of_data = false;
    return {};
}

void BinOptions::describe(const BinRule& rule, Json& parameters) const {
    parameters["bins"] = rule.bins;
    if (estimator_) {
        parameters["bins_by"] = kBinEstimatorNames[static_cast<std::size_t>(*estimator_)];
    }
    if (edges_) {
        parameters["edges"] = edges_json(rule);
    }
    parameters["range"] = {end_json(rule, rule.range.low), end_json(rule, rule.range.high)};
}

}  // namespace vkalgo::cli
