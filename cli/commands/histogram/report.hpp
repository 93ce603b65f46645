#pragma once

#include "algorithms/histogram/histogram_call.hpp"
#include "algorithms/histogram/histogram_reference.hpp"
#include "cli/answer.hpp"
#include "engine/result.hpp"
#include "formats/writer.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// The output of a histogram: text, JSON, files and a plot.
namespace vkalgo::cli {

/// The most counters that the JSON lists, and the most histograms that the text shows.
inline constexpr std::size_t kMaxListedInJson = 65536;
inline constexpr std::size_t kMaxShownInText = 16;

/// Returns a number with commas: 1234567 becomes 1,234,567.
std::string grouped(std::uint64_t number);

/// A finished histogram.
struct CountedBins {
    const BinRule* bin_rule = nullptr;
    /// One count per bin.
    std::span<const std::uint64_t> counts;
    /// The number of values read, including those outside.
    std::uint64_t count = 0;
    std::uint64_t outside = 0;
    /// The number of NaN, which `outside` includes.
    std::uint64_t nan = 0;
    /// One sum per bin, if there are sums instead of counts. `counts` is then empty, so only edges() and append_bins()
    /// may be called.
    std::span<const double> sums = {};
    /// One density per bin, shown instead of counts; NaN if no value has a bin. Empty: counts are shown.
    std::span<const double> density = {};
    /// Whether the counts are sums of weights.
    bool weighted = false;

    /// Returns the number of bins that hold a value.
    std::uint64_t distinct() const;
    /// Returns the first bin with the largest count.
    std::uint32_t fullest() const;
    /// Returns the interval of the bins from `first` to `last`, both included, as text: "16 .. 31", "[0.5, 0.75)".
    std::string edges(std::uint32_t first, std::uint32_t last) const;
};

/// Returns an end of the range or an edge as it is printed. For f16 and f32 values in even bins it has the fewest
/// digits that read back as the same f32.
double shown(const BinRule& rule, double number);
/// Returns an end of a range as text; an integer has all its digits.
std::string shown(const BinRule& rule, const ExactNumber& number);
/// Returns an end of a range as JSON; an integer for integer types.
Json end_json(const BinRule& rule, const ExactNumber& number);

/// Returns the edges of a rule that has edges; infinite edges are strings.
Json edges_json(const BinRule& rule);

/// Returns the fields bins, count, outside, nan, distinct, max_bin, max_count, counts and density (both up to 65,536
/// bins).
Json counted_json(const CountedBins& counted);

/// Adds the counts as text, with a small chart. `brief`: one line "bin count" for each bin that holds a value, with the
/// density instead of the count if there is one.
void counted_text(const CountedBins& counted, bool brief, Answer& answer);

bool fit_32_bits(std::span<const std::uint64_t> counts);
/// Returns the counts with 32 bits each, or with 64 if `wide` or if one of them needs 64.
Array counters(std::span<const std::uint64_t> counts, std::vector<std::size_t> shape, bool wide);

/// Returns the histogram as an output: an array of counters(), JSON, or rows (bin,low,high,count). With densities: an
/// array of f64, and rows with a density instead of the count. `counted` must outlive the output.
OutputTable counted_table(const CountedBins& counted, bool wide);

/// Describes where the counts differ from the reference's, including the values outside the range and NaN; empty if
/// they do not differ.
std::string counted_difference(const CountedBins& counted, const HistogramCounts& expected);

/// Appends a row for each bin: bin, low, high and count, sum or density, after the fields `first`.
void append_bins(const CountedBins& counted, const std::string& first, std::string_view separator, std::string& text);

/// Returns a description of the call's plan in lines.
std::vector<std::string> plan_text(const HistogramCallPlan& call);

/// Adds a line with the number of histograms beyond kMaxShownInText.
void tell_of_more(std::size_t histograms, Answer& answer);

/// Returns the plot as SVG.
std::string counted_svg(const CountedBins& counted, const std::string& title);

}  // namespace vkalgo::cli
