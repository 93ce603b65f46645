#include "cli/commands/histogram/report.hpp"

#include "algorithms/histogram/histogram_method.hpp"
#include "cli/commands/histogram/density.hpp"
#include "formats/array.hpp"
#include "formats/drawing/svg.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr std::uint32_t kChartRows = 16;
constexpr std::size_t kChartWidth = 48;

bool is_integer(const BinRule& rule) {
    return !is_float(rule.type);
}

__extension__ using Integer = __int128;

Integer integer_of(const ExactNumber& number) {
    return number.is_negative() ? Integer{static_cast<std::int64_t>(number.bits())} : Integer{number.bits()};
}

/// Returns the least integer in bin `bin` or in a later bin; for `bin` = rule.bins the integer after the last bin.
Integer first_integer(const BinRule& rule, std::uint32_t bin) {
    if (rule.edges) {
        // The last edge belongs to the last bin.
        return integer_of(rule.edges->numbers[bin]) + (bin == rule.bins ? 1 : 0);
    }
    return integer_of(rule.range.low) + (Integer{bin} * (Integer{rule.span} + 1) + rule.bins - 1) / rule.bins;
}

/// A row of the chart. A row shows the counts of neighbouring bins together, so that the chart fits a screen.
struct ChartRow {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    /// The count, or the density.
    double height = 0;
    std::string label;
};

std::vector<ChartRow> chart_rows(const CountedBins& counted) {
    const std::uint32_t bins = counted.bin_rule->bins;
    const std::uint32_t rows = std::min(bins, kChartRows);
    std::vector<ChartRow> chart;
    for (std::uint32_t row = 0; row < rows; ++row) {
        ChartRow next;
        next.first = static_cast<std::uint32_t>(std::uint64_t{row} * bins / rows);
        next.last = static_cast<std::uint32_t>(std::uint64_t{row + 1} * bins / rows - 1);
        std::uint64_t count = 0;
        double share = 0;
        double width = 0;
        for (std::uint32_t bin = next.first; bin <= next.last; ++bin) {
            count += counted.counts[bin];
            if (!counted.density.empty()) {
                share += counted.density[bin] * counted.bin_rule->width(bin);
                width += counted.bin_rule->width(bin);
            }
        }
        next.height = counted.density.empty() ? static_cast<double>(count) : share / width;
        next.label = counted.density.empty() ? grouped(count) : fmt::format("{:.6g}", next.height);
        chart.push_back(std::move(next));
    }
    return chart;
}

std::string chart_text(const CountedBins& counted) {
    const std::vector<ChartRow> rows = chart_rows(counted);
    double most = 0;
    std::size_t label_width = 0;
    for (const ChartRow& row : rows) {
        most = std::max(most, row.height);
        label_width = std::max(label_width, counted.edges(row.first, row.last).size());
    }
    std::string text;
    for (const ChartRow& row : rows) {
        const auto length = static_cast<std::size_t>(row.height / most * static_cast<double>(kChartWidth));
        const std::string bar(row.height != 0 ? std::max<std::size_t>(length, 1) : 0, '#');
        text += fmt::format("  {:>{}}  {:<{}}  {}\n", counted.edges(row.first, row.last), label_width, bar, kChartWidth,
                            row.label);
    }
    return text;
}

}  // namespace

std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3; at -= 3) {
        text.insert(at - 3, ",");
    }
    return text;
}

void append_bins(const CountedBins& counted, const std::string& first, std::string_view separator, std::string& text) {
    const BinRule& rule = *counted.bin_rule;
    const auto append = [&](auto&&... fields) {
        text += first;
        ((text += fmt::format("{}{}", fields, separator)), ...);
    };
    for (std::uint32_t bin = 0; bin < rule.bins; ++bin) {
        if (is_integer(rule)) {
            // The first and the last integer of a bin. If there are more bins than integers in the range, some bins
            // have no integer; their low is above their high.
            append(bin, first_integer(rule, bin), first_integer(rule, bin + 1) - 1);
        } else {
            append(bin, shown(rule, rule.edge(bin)), shown(rule, rule.edge(bin + 1)));
        }
        const std::span<const double> numbers = counted.sums.empty() ? counted.density : counted.sums;
        text += numbers.empty() ? fmt::format("{}\n", counted.counts[bin]) : fmt::format("{}\n", numbers[bin]);
    }
}

double shown(const BinRule& rule, double number) {
    return rule.type != ElementType::f64 && !rule.edges ? shortest_f32(number) : number;
}

std::string shown(const BinRule& rule, const ExactNumber& number) {
    return is_integer(rule) ? to_string(number) : fmt::format("{}", shown(rule, number.real()));
}

Json end_json(const BinRule& rule, const ExactNumber& number) {
    if (!is_integer(rule)) {
        const double end = shown(rule, number.real());
        return std::isfinite(end) ? Json(end) : Json(fmt::format("{}", end));
    }
    return json_of(number);
}

Json edges_json(const BinRule& rule) {
    Json json = Json::array();
    for (const ExactNumber& edge : rule.edges->numbers) {
        json.push_back(end_json(rule, edge));
    }
    return json;
}

std::uint64_t CountedBins::distinct() const {
    return static_cast<std::uint64_t>(
        std::count_if(counts.begin(), counts.end(), [](std::uint64_t each) { return each != 0; }));
}

std::uint32_t CountedBins::fullest() const {
    return static_cast<std::uint32_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
}

std::string CountedBins::edges(std::uint32_t first, std::uint32_t last) const {
    const BinRule& rule = *bin_rule;
    if (is_integer(rule)) {
        const Integer low = first_integer(rule, first);
        const Integer high = first_integer(rule, last + 1) - 1;
        return low == high ? fmt::format("{}", low) : low > high ? "no value" : fmt::format("{} .. {}", low, high);
    }
    return fmt::format("[{}, {}{}", shown(rule, rule.edge(first)), shown(rule, rule.edge(last + 1)),
                       last + 1 == rule.bins ? "]" : ")");
}

Json counted_json(const CountedBins& counted) {
    const std::uint32_t bins = counted.bin_rule->bins;
    const std::uint64_t most = counted.counts[counted.fullest()];
    Json json = {{"bins", bins},
                 {"count", counted.count},
                 {"outside", counted.outside},
                 {"nan", counted.nan},
                 {"distinct", counted.distinct()},
                 {"max_bin", most != 0 ? Json(counted.fullest()) : Json(nullptr)},
                 {"max_count", most}};
    if (bins <= kMaxListedInJson) {
        json["counts"] = counted.counts;
        put_density(counted, json);
    }
    return json;
}

void counted_text(const CountedBins& counted, bool brief, Answer& answer) {
    const BinRule& rule = *counted.bin_rule;
    if (brief) {
        for (std::uint32_t bin = 0; bin < rule.bins; ++bin) {
            if (counted.counts[bin] == 0) {
                continue;
            }
            if (counted.density.empty()) {
                answer.text += fmt::format("{} {}\n", bin, counted.counts[bin]);
            } else {
                answer.text += fmt::format("{} {}\n", bin, counted.density[bin]);
            }
        }
        return;
    }
    // With weights, the counts are sums of weights.
    const char* const weight = counted.weighted ? "a weight of " : "";
    answer.line("values", fmt::format("{} {}, {}{} outside the range{}", grouped(counted.count), to_string(rule.type),
                                      weight, grouped(counted.outside),
                                      counted.nan == 0 ? "" : fmt::format(", of them {} NaN", grouped(counted.nan))));
    answer.line("bins", fmt::format("{} {} {}:{}, {} of them not empty", grouped(rule.bins),
                                    rule.edges ? "between edges over" : "for", shown(rule, rule.range.low),
                                    shown(rule, rule.range.high), grouped(counted.distinct())));
    const std::uint32_t fullest = counted.fullest();
    if (counted.counts[fullest] != 0) {
        answer.line("fullest", fmt::format("bin {} ({}): {}{}{}", grouped(fullest), counted.edges(fullest, fullest),
                                           weight, grouped(counted.counts[fullest]),
                                           counted.weighted               ? ""
                                           : counted.counts[fullest] == 1 ? " value"
                                                                          : " values"));
        if (!counted.density.empty()) {
            const auto densest = static_cast<std::uint32_t>(
                std::max_element(counted.density.begin(), counted.density.end()) - counted.density.begin());
            answer.line("densest", fmt::format("bin {} ({}): {:.6g}", grouped(densest), counted.edges(densest, densest),
                                               counted.density[densest]));
        }
        answer.text += "\n" + chart_text(counted) + "\n";
    } else if (!counted.density.empty()) {
        answer.line("density", "none: no value has a bin");
    }
}

bool fit_32_bits(std::span<const std::uint64_t> counts) {
    return std::all_of(counts.begin(), counts.end(), [](std::uint64_t each) { return each >> 32 == 0; });
}

Array counters(std::span<const std::uint64_t> counts, std::vector<std::size_t> shape, bool wide) {
    if (wide || !fit_32_bits(counts)) {
        Array array{ElementType::u64, std::move(shape), Bytes(counts.size_bytes())};
        std::memcpy(array.data.data(), counts.data(), array.data.size());
        return array;
    }
    const std::vector<std::uint32_t> words(counts.begin(), counts.end());
    Array array{ElementType::u32, std::move(shape), Bytes(words.size() * sizeof(std::uint32_t))};
    std::memcpy(array.data.data(), words.data(), array.data.size());
    return array;
}

OutputTable counted_table(const CountedBins& counted, bool wide) {
    const bool has_density = !counted.density.empty();
    return {.columns = {"bin", "low", "high", has_density ? "density" : "count"},
            .rows = [&](std::string& text, std::string_view separator) { append_bins(counted, "", separator, text); },
            .array = [&counted, wide, made = Array()]() mutable -> const Array& {
                return made = counted.density.empty() ? counters(counted.counts, {counted.counts.size()}, wide)
                                                      : density_array(counted);
            },
            .json =
                [&] {
                    const BinRule& rule = *counted.bin_rule;
                    Json json = {{"type", to_string(rule.type)},
                                 {"bins", rule.bins},
                                 {"low", end_json(rule, rule.range.low)},
                                 {"high", end_json(rule, rule.range.high)},
                                 {"count", counted.count},
                                 {"outside", counted.outside},
                                 {"nan", counted.nan},
                                 {"counts", counted.counts}};
                    if (rule.edges) {
                        json["edges"] = edges_json(rule);
                    }
                    put_density(counted, json);
                    return dump(json);
                }};
}

std::string counted_difference(const CountedBins& counted, const HistogramCounts& expected) {
    const std::span<const std::uint64_t> counts = counted.counts;
    const std::uint64_t outside = counted.outside;
    for (std::size_t bin = 0; bin < expected.counts.size(); ++bin) {
        if (counts[bin] != expected.counts[bin]) {
            return fmt::format("the count of bin {} is {}, but that of the reference is {}", bin, counts[bin],
                               expected.counts[bin]);
        }
    }
    if (outside != expected.outside) {
        return fmt::format("the count outside the range is {}, but that of the reference is {}", outside,
                           expected.outside);
    }
    return counted.nan == expected.nan
               ? std::string()
               : fmt::format("the count of NaN is {}, but that of the reference is {}", counted.nan, expected.nan);
}

std::vector<std::string> plan_text(const HistogramCallPlan& call) {
    const HistogramPlan& plan = call.plan;
    return {
        fmt::format("method {}, {} invocations per workgroup, {}", plan.method->name, plan.threads,
                    plan.method->describe(plan)),
        fmt::format("{} of at most {}, {} of at most {}, {} per part", plural(call.parts, "part"),
                    plural(call.part_values, "value"), plural(plan.windows, "window"),
                    plural(std::min(plan.window_values, call.part_values), "value"),
                    plural(plan.dispatches, "dispatch")),
        fmt::format("device memory {}: values {}, counts {}, scratch {}, staging {}", format_bytes(call.total_bytes()),
                    format_bytes(call.values_bytes), format_bytes(call.counts_bytes), format_bytes(call.scratch_bytes),
                    format_bytes(call.staging_bytes))};
}

void tell_of_more(std::size_t histograms, Answer& answer) {
    if (histograms > kMaxShownInText) {
        answer.line("...", fmt::format("and {} more; --output FILE writes all", histograms - kMaxShownInText));
    }
}

std::string counted_svg(const CountedBins& counted, const std::string& title) {
    const BinRule& rule = *counted.bin_rule;
    return histogram_svg({.title = title, .low = rule.edge(0), .high = rule.edge(rule.bins), .counts = counted.counts});
}

}  // namespace vkalgo::cli
