#include "cli/commands/histogram/points_report.hpp"

#include "algorithms/histogram/histogram_method.hpp"
#include "cli/commands/histogram/report.hpp"
#include "cli/commands/histogram/words.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

std::string edge_text(const ExactNumber& edge) {
    return edge.is_whole() ? to_string(edge) : fmt::format("{}", edge.real());
}

/// Returns an interval as text: "[0, 0.5)", or "[0.5, 1]" for the last bin, which includes its upper edge.
std::string interval_text(const AxisBins& axis, std::uint32_t bin) {
    return fmt::format("[{}, {}{}", edge_text(axis.edge(bin)), edge_text(axis.edge(bin + 1)),
                       bin + 1 == axis.bins ? "]" : ")");
}

double width_of(const AxisBins& axis, std::uint32_t bin) {
    return axis.edge(bin + 1).real() - axis.edge(bin).real();
}

Result<void> check_axis_widths(const AxisBins& axis, char name) {
    for (std::uint32_t bin = 0; bin < axis.bins; ++bin) {
        const double width = width_of(axis, bin);
        if (!std::isfinite(width) || !std::isfinite(1 / width)) {
            return bad_usage(fmt::format(
                "--density: bin {} of {} (counted from 0) has width {}, so it has no density; give other --{}", bin,
                name, width, axis.edges.empty() ? "bins or another --range" : "edges"));
        }
    }
    return {};
}

/// Returns a number as JSON. A number that JSON does not have becomes a string.
Json real_json(double number) {
    return std::isfinite(number) ? Json(number) : Json(fmt::format("{}", number));
}

/// Returns a list for each bin of x, each with one number for each bin of y.
template <class T, class Make>
Json matrix_json(std::span<const T> numbers, std::size_t columns, const Make& make) {
    Json rows = Json::array();
    for (std::size_t start = 0; start < numbers.size(); start += columns) {
        Json row = Json::array();
        for (const T number : numbers.subspan(start, columns)) {
            row.push_back(make(number));
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

Json counts_json(const Histogram2dResult& counted) {
    return matrix_json(std::span(counted.counts), counted.y.bins, [](std::uint64_t count) { return Json(count); });
}

Json sums_json(const Histogram2dResult& counted) {
    return matrix_json(std::span(counted.sums), counted.y.bins, real_json);
}

/// Adds the field "density", if there are densities: a list of lists, or null if no point has a bin.
void put_density(const Histogram2dResult& counted, std::span<const double> density, Json& json) {
    if (!density.empty()) {
        json["density"] = std::isnan(density.front()) ? Json(nullptr) : matrix_json(density, counted.y.bins, real_json);
    }
}

/// Returns the index of the largest number: a count, or a bin's sum of weights.
template <class T>
std::size_t largest_of(const std::vector<T>& numbers) {
    return static_cast<std::size_t>(std::max_element(numbers.begin(), numbers.end()) - numbers.begin());
}

/// Calls take(index of the bin, x bin, y bin) for each bin.
template <class Take>
void each_bin(const Histogram2dResult& counted, const Take& take) {
    std::size_t number = 0;
    for (std::uint32_t i = 0; i < counted.x.bins; ++i) {
        for (std::uint32_t j = 0; j < counted.y.bins; ++j) {
            take(number++, i, j);
        }
    }
}

Array reals(std::span<const double> numbers, std::vector<std::uint64_t> shape) {
    Array array{ElementType::f64, std::move(shape), Bytes(numbers.size_bytes())};
    std::memcpy(array.data.data(), numbers.data(), array.data.size());
    return array;
}

/// Draws the counts as a map of at most 64 x 16 characters. If there are more bins, neighbouring bins share a
/// character. x goes to the right, y upwards. Characters with more ink stand for more points.
std::string map_text(const Histogram2dResult& counted) {
    constexpr std::uint32_t kMapColumns = 64;
    constexpr std::uint32_t kMapRows = 16;
    constexpr std::string_view kInk = ".:-=+*#%@";
    const std::uint32_t columns = std::min(counted.x.bins, kMapColumns), rows = std::min(counted.y.bins, kMapRows);
    std::vector<std::uint64_t> cells(std::size_t{columns} * rows);
    each_bin(counted, [&](std::size_t number, std::uint32_t i, std::uint32_t j) {
        const std::uint64_t column = std::uint64_t{i} * columns / counted.x.bins;
        cells[static_cast<std::size_t>(std::uint64_t{j} * rows / counted.y.bins * columns + column)] +=
            counted.counts[number];
    });
    const auto most = static_cast<double>(*std::max_element(cells.begin(), cells.end()));
    std::string text;
    for (std::uint32_t row = rows; row-- > 0;) {
        text += "  |";
        for (std::uint32_t column = 0; column < columns; ++column) {
            const auto count = static_cast<double>(cells[std::size_t{row} * columns + column]);
            const double level = std::ceil(count / most * static_cast<double>(kInk.size()));
            text += count == 0 ? ' ' : kInk[static_cast<std::size_t>(std::max(level, 1.0)) - 1];
        }
        text += "|\n";
    }
    return text;
}

void describe_point_sums(const Histogram2dResult& counted, Answer& answer) {
    answer.result["outside_sum"] = real_json(counted.outside_sum);
    answer.result["nan_sum"] = real_json(counted.nan_sum);
    if (counted.sums.size() <= kMaxListedInJson) {
        answer.result["sums"] = sums_json(counted);
    }
    const std::size_t largest = largest_of(counted.sums);
    const auto i = static_cast<std::uint32_t>(largest / counted.y.bins);
    const auto j = static_cast<std::uint32_t>(largest % counted.y.bins);
    answer.line("sums",
                fmt::format("largest in bin {}, {} (x {}, y {}): {}; {} outside", i, j, interval_text(counted.x, i),
                            interval_text(counted.y, j), counted.sums[largest], counted.outside_sum));
}

void describe_point_counts(const Histogram2dResult& counted, std::span<const double> density, Answer& answer) {
    const std::size_t largest = largest_of(counted.counts);
    const std::uint64_t most = counted.counts[largest];
    const auto i = static_cast<std::uint32_t>(largest / counted.y.bins);
    const auto j = static_cast<std::uint32_t>(largest % counted.y.bins);
    Json& json = answer.result;
    json["outside"] = counted.outside;
    json["nan"] = counted.nan;
    json["distinct"] =
        std::count_if(counted.counts.begin(), counted.counts.end(), [](std::uint64_t count) { return count != 0; });
    json["max_bin"] = most != 0 ? Json::array({i, j}) : Json(nullptr);
    json["max_count"] = most;
    if (counted.counts.size() <= kMaxListedInJson) {
        json["counts"] = counts_json(counted);
        put_density(counted, density, json);
    }
    answer.line("outside", fmt::format("{}{}", grouped(counted.outside),
                                       counted.nan == 0 ? "" : fmt::format(", of them {} NaN", grouped(counted.nan))));
    if (most != 0) {
        answer.line("fullest", fmt::format("bin {}, {} (x {}, y {}): {}", i, j, interval_text(counted.x, i),
                                           interval_text(counted.y, j), grouped(most)));
        if (!density.empty()) {
            const auto densest =
                static_cast<std::size_t>(std::max_element(density.begin(), density.end()) - density.begin());
            answer.line("densest", fmt::format("bin {}, {}: {:.6g}", densest / counted.y.bins, densest % counted.y.bins,
                                               density[densest]));
        }
        answer.text += "\n" + map_text(counted) + "\n";
    } else if (!density.empty()) {
        answer.line("density", "none: no point has a bin");
    }
}

}  // namespace

Json edge_json(const ExactNumber& edge) {
    return std::isfinite(edge.real()) ? json_of(edge) : Json(edge_text(edge));
}

Json edges_json(const AxisBins& axis) {
    Json edges = Json::array();
    for (std::uint32_t bin = 0; bin <= axis.bins; ++bin) {
        edges.push_back(edge_json(axis.edge(bin)));
    }
    return edges;
}

Result<void> check_widths(const AxisBins& x, const AxisBins& y) {
    VKALGO_CHECK(check_axis_widths(x, 'x'));
    return check_axis_widths(y, 'y');
}

std::vector<double> densities(const Histogram2dResult& counted) {
    std::uint64_t within = 0;
    for (const std::uint64_t count : counted.counts) {
        within += count;
    }
    std::vector<double> y_widths;
    for (std::uint32_t j = 0; j < counted.y.bins; ++j) {
        y_widths.push_back(width_of(counted.y, j));
    }
    std::vector<double> density(counted.counts.size(), std::numeric_limits<double>::quiet_NaN());
    double x_width = 0;
    each_bin(counted, [&](std::size_t number, std::uint32_t i, std::uint32_t j) {
        x_width = j == 0 ? width_of(counted.x, i) : x_width;
        if (within != 0) {
            // Divides in the same order as NumPy, so that each bit is the same.
            density[number] =
                static_cast<double>(counted.counts[number]) / x_width / y_widths[j] / static_cast<double>(within);
        }
    });
    return density;
}

void describe_points(const Histogram2dResult& counted, std::span<const double> density, bool brief, Answer& answer) {
    answer.result["bins"] = Json::array({counted.x.bins, counted.y.bins});
    answer.result["count"] = counted.count;
    if (std::size_t{counted.x.bins} + counted.y.bins <= kMaxListedInJson) {
        answer.result["x_edges"] = edges_json(counted.x);
        answer.result["y_edges"] = edges_json(counted.y);
    }
    answer.line("points", fmt::format("{}, x of {}, y of {}", grouped(counted.count), to_string(counted.x.type),
                                      to_string(counted.y.type)));
    answer.line("bins", fmt::format("{} x {} for x {}:{}, y {}:{}", counted.x.bins, counted.y.bins,
                                    edge_text(counted.x.range.low), edge_text(counted.x.range.high),
                                    edge_text(counted.y.range.low), edge_text(counted.y.range.high)));
    if (!counted.sums.empty()) {
        describe_point_sums(counted, answer);
    } else {
        describe_point_counts(counted, density, answer);
    }
    if (brief) {
        answer.text.clear();
        each_bin(counted, [&](std::size_t number, std::uint32_t i, std::uint32_t j) {
            if (!counted.sums.empty()) {
                answer.text += fmt::format("{} {} {}\n", i, j, counted.sums[number]);
            } else if (counted.counts[number] != 0 && density.empty()) {
                answer.text += fmt::format("{} {} {}\n", i, j, counted.counts[number]);
            } else if (counted.counts[number] != 0) {
                answer.text += fmt::format("{} {} {}\n", i, j, density[number]);
            }
        });
    }
}

OutputTable points_table(const Histogram2dResult& counted, std::span<const double> density, bool wide) {
    const std::span<const double> numbers = counted.sums.empty() ? density : std::span<const double>(counted.sums);
    const char* const what = !counted.sums.empty() ? "sum" : !density.empty() ? "density" : "count";
    const std::vector<std::uint64_t> shape{counted.x.bins, counted.y.bins};
    return {.columns = {"x_bin", "y_bin", "x_low", "x_high", "y_low", "y_high", what},
            .rows =
                [&counted, numbers](std::string& text, std::string_view separator) {
                    const auto sides = [&](const AxisBins& axis) {
                        std::vector<std::string> made;
                        for (std::uint32_t bin = 0; bin < axis.bins; ++bin) {
                            made.push_back(edge_text(axis.edge(bin)).append(separator) + edge_text(axis.edge(bin + 1)));
                        }
                        return made;
                    };
                    const std::vector<std::string> x_sides = sides(counted.x), y_sides = sides(counted.y);
                    each_bin(counted, [&](std::size_t number, std::uint32_t i, std::uint32_t j) {
                        text += fmt::format("{1}{0}{2}{0}{3}{0}{4}{0}", separator, i, j, x_sides[i], y_sides[j]);
                        text += numbers.empty() ? fmt::format("{}\n", counted.counts[number])
                                                : fmt::format("{}\n", numbers[number]);
                    });
                },
            .array = [&counted, numbers, shape, wide, made = Array()]() mutable -> const Array& {
                return made = numbers.empty() ? counters(counted.counts, {shape[0], shape[1]}, wide)
                                              : reals(numbers, shape);
            },
            .json =
                [&counted, density] {
                    Json json = {{"type", Json::array({to_string(counted.x.type), to_string(counted.y.type)})},
                                 {"bins", Json::array({counted.x.bins, counted.y.bins})},
                                 {"x_edges", edges_json(counted.x)},
                                 {"y_edges", edges_json(counted.y)},
                                 {"count", counted.count}};
                    if (!counted.sums.empty()) {
                        json["outside_sum"] = real_json(counted.outside_sum);
                        json["nan_sum"] = real_json(counted.nan_sum);
                        json["sums"] = sums_json(counted);
                    } else {
                        json["outside"] = counted.outside;
                        json["nan"] = counted.nan;
                        json["counts"] = counts_json(counted);
                        put_density(counted, density, json);
                    }
                    return dump(json);
                }};
}

Result<std::string> points_difference(const Histogram2dResult& counted, std::span<const std::byte> x,
                                      std::span<const std::byte> y, const Histogram2dCallOptions& call) {
    VKALGO_TRY(const std::vector<std::uint32_t> indices, histogram_2d_reference(x, y, call.histogram));
    const std::size_t bins = std::size_t{counted.x.bins} * counted.y.bins;
    if (!counted.sums.empty()) {
        std::vector<long double> sums(bins + 2), magnitudes(bins + 2);
        for (std::size_t point = 0; point < indices.size(); ++point) {
            const long double weight = call.float_weights[point];
            sums[indices[point]] += weight;
            magnitudes[indices[point]] += std::abs(weight);
        }
        sums[bins] += sums[bins + 1];
        magnitudes[bins] += magnitudes[bins + 1];
        std::vector<double> found = counted.sums;
        found.push_back(counted.outside_sum);
        found.push_back(counted.nan_sum);
        const double roundings = std::ldexp(static_cast<double>(std::max<std::uint64_t>(counted.count, 1)), -52);
        for (std::size_t bin = 0; bin < found.size(); ++bin) {
            const auto wanted = static_cast<double>(sums[bin]);
            const bool same = std::isfinite(wanted)
                                  ? std::abs(found[bin] - wanted) <= roundings * static_cast<double>(magnitudes[bin])
                                  : found[bin] == wanted || (std::isnan(found[bin]) && std::isnan(wanted));
            if (!same) {
                return fmt::format("the sum {} is {}, but that of the reference is {}",
                                   bin < bins ? fmt::format("of bin {}, {}", bin / counted.y.bins, bin % counted.y.bins)
                                   : bin == bins ? "outside"
                                                 : "of the weights of NaN",
                                   found[bin], wanted);
            }
        }
        return std::string();
    }
    std::vector<std::uint64_t> expected(bins + 2);
    for (std::size_t point = 0; point < indices.size(); ++point) {
        expected[indices[point]] += call.weights.empty() ? 1 : call.weights[point];
    }
    for (std::size_t bin = 0; bin < bins; ++bin) {
        if (counted.counts[bin] != expected[bin]) {
            return fmt::format("the count of bin {}, {} is {}, but that of the reference is {}", bin / counted.y.bins,
                               bin % counted.y.bins, counted.counts[bin], expected[bin]);
        }
    }
    if (counted.nan != expected[bins + 1] || counted.outside != expected[bins] + expected[bins + 1]) {
        return fmt::format("the counts outside and of NaN are {} and {}, but those of the reference are {} and {}",
                           counted.outside, counted.nan, expected[bins] + expected[bins + 1], expected[bins + 1]);
    }
    return std::string();
}

std::vector<std::string> plan_text(const Histogram2dCallPlan& call) {
    const Histogram2dPlan& plan = call.plan;
    return {
        fmt::format("workgroups of {} invocations find the bins of points; edges of x are in {} memory, those of y in "
                    "{} memory",
                    plan.threads, plan.shared_x ? "shared" : "global", plan.shared_y ? "shared" : "global"),
        fmt::format("method {} counts, {} invocations per workgroup, {}", plan.counting.method->name,
                    plan.counting.threads, plan.counting.method->describe(plan.counting)),
        fmt::format("{} of at most {}, {} per part", plural(call.parts, "part"), plural(call.part_points, "point"),
                    plural(plan.dispatches, "dispatch")),
        fmt::format("device memory {}: x {}, y {}, weights {}, edges {}, counts {}, scratch {}, staging {}",
                    format_bytes(call.total_bytes()), format_bytes(call.x_bytes), format_bytes(call.y_bytes),
                    format_bytes(call.weights_bytes), format_bytes(call.edges_bytes), format_bytes(call.counts_bytes),
                    format_bytes(call.scratch_bytes), format_bytes(call.staging_bytes))};
}

}  // namespace vkalgo::cli
