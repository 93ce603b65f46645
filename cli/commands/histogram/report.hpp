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

/// How a histogram is shown: as text, JSON, files and a plot.
namespace vkalgo::cli {

/// The answer's result lists so many counters at most; its text so many histograms.
inline constexpr std::size_t kMaxListedInJson = 65536;
inline constexpr std::size_t kMaxShownInText = 16;

/// 1234567 -> 1,234,567
std::string grouped(std::uint64_t number);

/// A finished histogram.
struct CountedBins {
    const BinRule* bin_rule = nullptr;
    /// one a bin
    std::span<const std::uint64_t> counts;
    /// values read, those outside included
    std::uint64_t count = 0;
    std::uint64_t outside = 0;
    /// of those outside
    std::uint64_t nan = 0;
    /// One a bin, in place of counts; read by `edges` and append_bins alone.
    std::span<const double> sums = {};
    /// One a bin, shown in place of counts; NaN if no value has a bin. Empty: counts are shown.
    std::span<const double> density = {};

    /// bins that hold a value
    std::uint64_t distinct() const;
    /// the first bin with the largest count
    std::uint32_t fullest() const;
    /// of bins first to last: "16 .. 31", "[0.5, 0.75)"
    std::string edges(std::uint32_t first, std::uint32_t last) const;
};

/// A limit or edge as it is printed: of f16 and f32 values by the fewest digits that read back as the same f32.
double shown(const BinRule& rule, double number);
/// The end of a range: whole numbers in full.
std::string shown(const BinRule& rule, const ExactNumber& number);
/// The same as JSON: a whole number for integer types.
Json end_json(const BinRule& rule, const ExactNumber& number);

/// The edges of a rule that has some; infinite ones as text.
Json edges_json(const BinRule& rule);

/// The fields: bins, count, outside, nan, distinct, max_bin, max_count, counts and density (up to 65,536
/// bins).
Json counted_json(const CountedBins& counted);

/// For people: what was counted, and a small chart. `brief`: one line "bin count" for each bin that holds a value.
void counted_text(const CountedBins& counted, bool brief, Answer& answer);

bool fit_32_bits(std::span<const std::uint64_t> counts);
/// Returns counters of 32 bits, or of 64 if they are wanted so or one of them needs it.
Array counters(std::span<const std::uint64_t> counts, std::vector<std::size_t> shape, bool wide);

/// Returns the histogram as an output: an array of counters(), JSON, or rows (bin,low,high,count); with densities an
/// array of f64, and rows with a density in place of the count. `counted` outlives it.
OutputTable counted_table(const CountedBins& counted, bool wide);

/// Where the counts differ from the reference's, the values outside the range and NaN included; empty: nowhere.
std::string counted_difference(const CountedBins& counted, const HistogramCounts& expected);

/// Appends a row for each bin: bin, low, high and count, sum or density, after the fields `first`.
void append_bins(const CountedBins& counted, const std::string& first, std::string_view separator, std::string& text);

/// What a call is going to do, line by line.
std::vector<std::string> plan_text(const HistogramCallPlan& call);

/// Says how many histograms beyond kMaxShownInText there are.
void tell_of_more(std::size_t histograms, Answer& answer);

/// The plot as SVG.
std::string counted_svg(const CountedBins& counted, const std::string& title);

}  // namespace vkalgo::cli
