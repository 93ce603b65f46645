#include "cli/commands/histogram/bins.hpp"

#include "cli/commands/histogram/points_report.hpp"
#include "cli/commands/histogram/report.hpp"
#include "cli/commands/histogram/words.hpp"
#include "formats/number_text.hpp"
#include "support/numbers.hpp"
#include "support/read_number.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <limits>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

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

/// Returns whether --edges names a file.
bool names_edges_file(const std::string& text) {
    const std::string_view first = std::string_view(text).substr(0, text.find(','));
    return text.find(',') == std::string::npos || !is_number(first);
}

/// Returns the edges of --edges for values of `type`. If the text has a comma and begins with a number, it is a list of
/// numbers. Otherwise it is the name of a file of numbers; raw numbers have `type`.
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
    std::error_code ignored;  // The reader refuses a path that cannot be examined
    if (is_number(text) && !std::filesystem::exists(text, ignored)) {
        return bad_usage(fmt::format("--edges: '{}' is only one edge; give at least two, as 0,1,10", text));
    }
    InputSettings settings;
    settings.limits = limits;
    InputReader reader(std::move(settings));
    // The library compares values with the exact edges, whatever the type of the values is.
    VKALGO_TRY(const Array array, reader.list(text, {type, {ElementType::i64, ElementType::u64, ElementType::f64}}));
    if (array.count() == 0) {
        return bad_usage(fmt::format("--edges: '{}' has no numbers; give at least two edges", input_name(text)));
    }
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

Result<std::uint32_t> parse_bins(std::string_view text) {
    const std::string limits = fmt::format("1 to {}", kMaxHistogramBins);
    const auto size = parse_size(text);
    if (!size && text.starts_with('-') && parse_number(text)) {
        return bad_usage(fmt::format("'{}' is negative; give {}", text, limits));
    }
    if (!size) {
        Error error = size.error();
        error.message += fmt::format(" ({}), or the name of a rule: {}", limits, fmt::join(kBinEstimatorNames, ", "));
        return error;
    }
    if (*size < 1 || *size > kMaxHistogramBins) {
        return bad_usage(fmt::format("{} is out of range; give {}", *size, limits));
    }
    return static_cast<std::uint32_t>(*size);
}

/// Parses LO:HI,LO:HI or LO,HI,LO,HI.
Result<std::vector<HistogramRange>> parse_two_ranges(std::string_view text) {
    const bool colons = text.find(':') != std::string_view::npos;
    std::vector<HistogramRange> ranges;
    std::vector<ExactNumber> ends;
    VKALGO_CHECK(each_word(text, [&](std::string_view word) -> Result<void> {
        if (colons) {
            VKALGO_TRY(const Range range, parse_range(word));
            ranges.push_back({range.low, range.high});
        } else {
            VKALGO_TRY(const ExactNumber end, parse_exact(word));
            ends.push_back(end);
        }
        return {};
    }));
    if (!colons && ends.size() == 4) {
        ranges = {{ends[0], ends[1]}, {ends[2], ends[3]}};
    }
    if (ranges.size() != 2) {
        return bad_usage(fmt::format("'{}' is not a range; give LO:HI, or X0,X1,Y0,Y1 for points", text));
    }
    for (const HistogramRange& range : ranges) {
        if (range.high < range.low) {
            return bad_usage(fmt::format("'{}' is reversed: {} is above {}; give the lower end first", text,
                                         to_string(range.low), to_string(range.high)));
        }
    }
    return ranges;
}

}  // namespace

void BinOptions::declare(Options& options) {
    options.group("Bins");
    options.value(
        "--bins", "SIZE|NAME",
        fmt::format("the number of bins (default: 256 for 8-bit types, else 65536), or the name of a rule of numpy, "
                    "which finds the number from the values ({}); the bins then span the range of the values, unless "
                    "--range is given; NX,NY: a histogram of points with two coordinates, as by numpy.histogram2d "
                    "(default for points: 10,10)",
                    fmt::join(kBinEstimatorNames, ", ")),
        [this](const std::string& text) { return take_bins(text); });
    options.suggest({kBinEstimatorNames.begin(), kBinEstimatorNames.end()});
    options.value("--range", "LO:HI|data",
                  "the values that have a bin, both ends included; data: from the least to the greatest finite value "
                  "(default: data for --bins NAME, for points, for floating-point values of a .npy, .npz or text and, "
                  "without --type, for whole numbers in text that do not fit u16; else all values of the type); for "
                  "points X0,X1,Y0,Y1 or LO:HI,LO:HI",
                  [this](const std::string& text) { return take_range(text); });
    options.value(
        "--edges", "LIST|FILE",
        "in place of --bins and --range: ascending edges, as 0,1,10,100 or a file of numbers; each bin "
        "includes its lower edge, and the last bin also its upper edge; given twice: for x and y of points",
        [this](const std::string& text) -> Result<void> {
            edges_.push_back(text);
            return {};
        },
        2);
}

Result<void> BinOptions::take_bins(const std::string& text) {
    const auto rule_of_word = [](std::string_view word) {
        return std::find(kBinEstimatorNames.begin(), kBinEstimatorNames.end(), word);
    };
    if (const auto* const name = rule_of_word(text); name != kBinEstimatorNames.end()) {
        estimator_ = static_cast<BinEstimator>(name - kBinEstimatorNames.begin());
        return {};
    }
    VKALGO_CHECK(each_word(text, [&](std::string_view word) -> Result<void> {
        if (rule_of_word(word) != kBinEstimatorNames.end()) {
            return bad_usage(fmt::format("'{}': the rules work for only one axis; give numbers, as 100,50", text));
        }
        VKALGO_TRY(const std::uint32_t bins, parse_bins(word));
        bins_.push_back(bins);
        return {};
    }));
    if (bins_.size() > 2) {
        return bad_usage(fmt::format("'{}' has numbers for {} axes; give N, or NX,NY for points", text, bins_.size()));
    }
    return {};
}

Result<void> BinOptions::take_range(const std::string& text) {
    if (text == "data") {
        data_range_ = true;
        return {};
    }
    if (text.find(',') != std::string::npos) {
        VKALGO_TRY(ranges_, parse_two_ranges(text));
        return {};
    }
    VKALGO_TRY(const Range range, parse_range(text));
    ranges_ = {HistogramRange{range.low, range.high}};
    range_text_ = text;
    return {};
}

/// Checks the ends of the range, because the library would round them for floating-point values.
Result<void> BinOptions::check_range(ElementType type) const {
    const std::string_view text = range_text_;
    const std::size_t colon = text.find(':');
    for (const std::string_view end : {text.substr(0, colon), text.substr(std::min(colon, text.size() - 1) + 1)}) {
        const NumberFault fault = with_type(type, [&](auto value) { return read_number(end, value); });
        if (fault == NumberFault::rounded) {
            return bad_usage(fmt::format(
                "--range: '{}' is a whole number that {} cannot hold exactly; give an end that it can hold, or "
                "another --type",
                end, to_string(type)));
        }
    }
    return {};
}

Result<void> BinOptions::check() const {
    if (has_edges() && (!bins_.empty() || estimator_ || !ranges_.empty() || data_range_)) {
        return bad_usage("--edges already says where each bin lies; leave out --bins and --range");
    }
    return {};
}

std::vector<std::string> BinOptions::files() const {
    std::vector<std::string> files;
    std::copy_if(edges_.begin(), edges_.end(), std::back_inserter(files), names_edges_file);
    return files;
}

Result<void> BinOptions::apply(HistogramCallOptions& call, bool spans_data, const InputLimits& limits) const {
    HistogramOptions& options = call.histogram;
    options.bins = !bins_.empty() ? bins_.front() : estimator_ ? 1 : 0;
    if (!ranges_.empty()) {
        options.range = ranges_.front();
        VKALGO_CHECK(check_range(options.type));
    }
    call.range_of_data = data_range_ || (!has_range() && (spans_data || estimator_));
    if (has_edges()) {
        VKALGO_TRY(options.edges, read_edges(edges_.front(), options.type, limits));
    }
    VKALGO_CHECK(rule_of(options));
    return {};
}

Result<void> BinOptions::apply(Histogram2dOptions& options, const InputLimits& limits) const {
    if (estimator_) {
        return bad_usage("--bins: the rules work for only one axis; give the numbers NX,NY");
    }
    for (const bool is_y : {false, true}) {
        HistogramAxis& axis = is_y ? options.y : options.x;
        // Returns the value for x, or the value for y; a single value is for both.
        const auto own = [is_y](const auto& given) { return is_y ? given.back() : given.front(); };
        axis.bins = bins_.empty() ? 0 : own(bins_);
        if (!ranges_.empty()) {
            axis.range = own(ranges_);
        }
        if (has_edges() && is_y && edges_.size() == 1) {
            axis.edges = options.x.edges;
        } else if (has_edges()) {
            VKALGO_TRY(axis.edges, read_edges(own(edges_), axis.type, limits));
        }
        auto made = make_axis_bins(axis);
        if (!made && edges_.size() == 2) {
            made.error().message += is_y ? ", of y" : ", of x";
        }
        VKALGO_CHECK(made);
    }
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
        options.range = counted_range(values, options.type);
    }
    call.range_of_data = false;
    return {};
}

void BinOptions::describe(const BinRule& rule, Json& parameters) const {
    parameters["bins"] = rule.bins;
    if (estimator_) {
        parameters["bins_by"] = kBinEstimatorNames[static_cast<std::size_t>(*estimator_)];
    }
    if (has_edges()) {
        parameters["edges"] = edges_json(rule);
    }
    parameters["range"] = {end_json(rule, rule.range.low), end_json(rule, rule.range.high)};
}

void BinOptions::describe(const AxisBins& x, const AxisBins& y, Json& parameters) const {
    parameters["bins"] = Json::array({x.bins, y.bins});
    if (has_edges()) {
        parameters["edges"] = Json::array({edges_json(x), edges_json(y)});
    }
    parameters["range"] = Json::array();
    for (const AxisBins* axis : {&x, &y}) {
        parameters["range"].push_back(Json::array({edge_json(axis->range.low), edge_json(axis->range.high)}));
    }
}

}  // namespace vkalgo::cli
