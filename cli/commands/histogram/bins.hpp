#pragma once

#include "algorithms/histogram/estimate_bins.hpp"
#include "algorithms/histogram/histogram_2d_call.hpp"
#include "algorithms/histogram/histogram_call.hpp"
#include "cli/answer.hpp"
#include "cli/formats.hpp"
#include "cli/options.hpp"
#include "engine/result.hpp"
#include "formats/reader.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// The options that define the bins: --bins, --range, --edges.
namespace vkalgo::cli {

class BinOptions {
public:
    void declare(Options& options);

    /// Checks the options. Errors: invalid_argument (edges together with bins or a range).
    Result<void> check() const;

    /// Returns whether edges are given instead of even bins.
    bool has_edges() const { return !edges_.empty(); }
    /// Returns whether an option is given for each of two axes.
    bool has_two_axes() const { return bins_.size() == 2 || ranges_.size() == 2 || edges_.size() == 2; }
    /// Returns whether --range asks for the range of the data.
    bool wants_data_range() const { return data_range_; }
    /// Returns whether a rule chooses the number of bins.
    bool is_automatic() const { return estimator_.has_value(); }
    /// Returns whether fit() must be called.
    bool depends_on_values(const HistogramCallOptions& call) const { return is_automatic() || call.range_of_data; }
    /// Returns whether the range of the bins is known before the values are.
    bool has_range() const { return !ranges_.empty() || has_edges(); }
    /// Returns the files that --edges names.
    std::vector<std::string> files() const;

    /// Reads the edges, and completes `call`, whose type is set. `spans_data`: without a given range, the range is that
    /// of the data. Errors: those of the reader; those of rule_of that do not depend on the range of the data;
    /// invalid_argument (a word that is not a number, an end of the range that the type rounds).
    Result<void> apply(HistogramCallOptions& call, bool spans_data, const InputLimits& limits) const;

    /// Sets what depends on the values in `call`: the range of the data and the number of bins. Errors: those of
    /// estimate_bins.
    Result<void> fit(std::span<const std::byte> values, HistogramCallOptions& call) const;

    /// Reads the edges, and completes the axes of `options`, whose types are set. An option that is given once holds
    /// for both axes. Errors: those of the reader and of make_axis_bins; invalid_argument (a rule for the number of
    /// bins, which is for one axis only).
    Result<void> apply(Histogram2dOptions& options, const InputLimits& limits) const;

    /// Describes the bins in the answer's parameters.
    void describe(const BinRule& rule, Json& parameters) const;
    void describe(const AxisBins& x, const AxisBins& y, Json& parameters) const;

private:
    Result<void> take_bins(const std::string& text);
    Result<void> take_range(const std::string& text);
    Result<void> check_range(ElementType type) const;

    /// One value for both axes, or one for x and one for y.
    std::vector<std::uint32_t> bins_;
    std::vector<HistogramRange> ranges_;
    std::vector<std::string> edges_;
    std::optional<BinEstimator> estimator_;
    std::string range_text_;
    bool data_range_ = false;
};

}  // namespace vkalgo::cli
