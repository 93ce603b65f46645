#include "cli/commands/histogram/weights.hpp"

#include "algorithms/histogram/histogram_reference.hpp"
#include "cli/commands/histogram/report.hpp"
#include "cli/commands/histogram/words.hpp"
#include "formats/convert.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

template <class T>
std::vector<T> values_of(const Array& array) {
    std::vector<T> values(static_cast<std::size_t>(array.count()));
    if (!values.empty()) {
        std::memcpy(values.data(), array.data.data(), array.data.size());
    }
    return values;
}

/// Converts whole numbers, of which some are below 0 or need more than 32 bits, to f32.
Result<std::vector<float>> floats_of(const Array& array, const std::string& path) {
    Result<Array> singles = converted(array, ElementType::f32, path);
    if (!singles) {
        Error error = std::move(singles).error();
        error.message = fmt::format(
            "--weights: {}; weights must be all u32 or all f32. Save them as f32, with astype('float32') of numpy",
            error.message.substr(0, error.message.rfind("; ")));
        return error;
    }
    return values_of<float>(*singles);
}

Json number_json(double number) {
    return std::isfinite(number) ? Json(number) : Json(fmt::format("{}", number));
}

Json numbers_json(std::span<const double> numbers) {
    Json json = Json::array();
    for (const double number : numbers) {
        json.push_back(number_json(number));
    }
    return json;
}

/// Returns the sums of one of the histograms of a result.
CountedBins weighted_of(const HistogramResult& result, std::size_t number) {
    CountedBins one;
    one.bin_rule = &result.rule;
    one.sums = std::span(result.sums).subspan(number * result.rule.bins, result.rule.bins);
    return one;
}

/// Returns all sums: a list for one histogram, a list of lists for several.
Json sums_json(const HistogramResult& result) {
    Json all = Json::array();
    for (std::size_t number = 0; number < result.outside_sums.size(); ++number) {
        all.push_back(numbers_json(weighted_of(result, number).sums));
    }
    return all.size() == 1 ? all.front() : all;
}

/// Returns one number per histogram as a list; the number alone for one histogram.
Json each_json(std::span<const double> numbers) {
    return numbers.size() == 1 ? number_json(numbers.front()) : numbers_json(numbers);
}

}  // namespace

Result<HistogramWeights> read_weights(const std::string& path, const InputLimits& limits,
                                      std::vector<std::uint32_t>& words, std::vector<float>& floats) {
    InputSettings settings;
    settings.limits = limits;
    InputReader reader(std::move(settings));
    VKALGO_TRY(Array array, reader.list(path, {ElementType::u32, {ElementType::u32, ElementType::f32}}));
    if (array.type == ElementType::f64) {
        const std::vector<double> numbers = values_of<double>(array);
        floats.assign(numbers.begin(), numbers.end());
        return HistogramWeights::f32;
    }
    if (is_float(array.type)) {
        VKALGO_TRY(array, converted(std::move(array), ElementType::f32, path));
        floats = values_of<float>(array);
        return HistogramWeights::f32;
    }
    if (Result<Array> whole = converted(array, ElementType::u32, path)) {
        words = values_of<std::uint32_t>(*whole);
        return HistogramWeights::u32;
    }
    VKALGO_TRY(floats, floats_of(array, path));
    return HistogramWeights::f32;
}

void describe_sums(const HistogramResult& result, Answer& answer) {
    const std::size_t histograms = result.outside_sums.size();
    const std::uint32_t bins = result.rule.bins;
    answer.result = {{"bins", bins},
                     {"count", result.count},
                     {"outside_sum", each_json(result.outside_sums)},
                     {"nan_sum", each_json(result.nan_sums)}};
    if (histograms != 1) {
        answer.result["histograms"] = histograms;
    }
    if (result.sums.size() <= kMaxListedInJson) {
        answer.result["sums"] = sums_json(result);
    }
    answer.line("pixels", fmt::format("{} of {}, {} of {}", result.count, to_string(result.rule.type),
                                      plural(histograms, "histogram"), plural(bins, "bin")));
    for (std::uint32_t number = 0; number < std::min<std::size_t>(histograms, kMaxShownInText); ++number) {
        const CountedBins one = weighted_of(result, number);
        const auto largest =
            static_cast<std::uint32_t>(std::max_element(one.sums.begin(), one.sums.end()) - one.sums.begin());
        answer.line(histograms == 1 ? "sums" : fmt::format("{}", number),
                    fmt::format("largest in bin {} ({}): {}; {} outside", largest, one.edges(largest, largest),
                                one.sums[largest], result.outside_sums[number]));
    }
    tell_of_more(histograms, answer);
}

OutputTable sums_table(const HistogramResult& result) {
    const std::size_t bins = result.rule.bins;
    const std::size_t histograms = result.outside_sums.size();
    OutputTable table{.columns = {"bin", "low", "high", "sum"}};
    if (histograms != 1) {
        table.columns.insert(table.columns.begin(), "histogram");
    }
    table.rows = [&result, histograms](std::string& text, std::string_view separator) {
        for (std::size_t number = 0; number < histograms; ++number) {
            append_bins(weighted_of(result, number), histograms == 1 ? "" : fmt::format("{}{}", number, separator),
                        separator, text);
        }
    };
    table.array = [&result, histograms, bins, made = Array()]() mutable -> const Array& {
        made = {ElementType::f64, {histograms, bins}, Bytes(result.sums.size() * sizeof(double))};
        if (histograms == 1) {
            made.shape = {bins};
        }
        std::memcpy(made.data.data(), result.sums.data(), made.data.size());
        return made;
    };
    table.json = [&result, bins] {
        return dump({{"type", to_string(result.rule.type)},
                     {"bins", bins},
                     {"low", end_json(result.rule, result.rule.range.low)},
                     {"high", end_json(result.rule, result.rule.range.high)},
                     {"outside_sum", each_json(result.outside_sums)},
                     {"sums", sums_json(result)}});
    };
    return table;
}

Result<std::string> sums_difference(const HistogramResult& result, const Array& values,
                                    const HistogramCallOptions& call) {
    VKALGO_TRY(const std::vector<HistogramSums> expected,
               histogram_reference_sums(values.data, call.histogram, call.offsets, call.float_weights));
    const double roundings = std::ldexp(static_cast<double>(std::max<std::uint64_t>(result.count, 1)), -52);
    for (std::size_t number = 0; number < expected.size(); ++number) {
        std::vector<double> sums(result.sums.begin() + static_cast<std::ptrdiff_t>(number * result.rule.bins),
                                 result.sums.begin() + static_cast<std::ptrdiff_t>((number + 1) * result.rule.bins));
        sums.push_back(result.outside_sums[number]);
        sums.push_back(result.nan_sums[number]);
        for (std::size_t bin = 0; bin < sums.size(); ++bin) {
            const double wanted = expected[number].sums[bin];
            const bool same = std::isfinite(wanted)
                                  ? std::abs(sums[bin] - wanted) <= roundings * expected[number].magnitudes[bin]
                                  : sums[bin] == wanted || (std::isnan(sums[bin]) && std::isnan(wanted));
            if (!same) {
                const std::size_t bins = result.rule.bins;
                return fmt::format("histogram {}: the sum {} is {}, but that of the reference is {}", number,
                                   bin < bins    ? fmt::format("of bin {}", bin)
                                   : bin == bins ? "outside the range"
                                                 : "of the weights of NaN",
                                   sums[bin], wanted);
            }
        }
    }
    return std::string();
}

}  // namespace vkalgo::cli
