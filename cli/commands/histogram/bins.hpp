#pragma once

#include "algorithms/histogram/estimate_bins.hpp"
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

/// Which bins there are: --bins, --range, --edges.
namespace vkalgo::cli {

class BinOptions {
public:
    void declare(Options& options);

    /// Errors: invalid_argument (edges beside bins or a range).
    Result<void> check() const;

    /// Are there edges in place of even bins?
    bool has_edges() const { return edges_.has_value(); }
    /// Is the range to be that of the data?
    bool wants_data_range() const { return data_range_; }
    /// Is their number that of a rule?
    bool is_automatic() const { return estimator_.has_value(); }
    /// Must fit() be called?
    bool depends_on_values(const HistogramCallOptions& call) const { return is_automatic() || call.range_of_data; }
    /// Is it known where bins lie before the values are?
    bool has_range() const { return range_ || edges_; }
    /// The files among them.
    std::vector<std::string> files() const;

    /// Reads the edges and completes options whose type is set; `spans_data`: the range is that of the data, unless
    /// another is given. Errors: those of the reader and of rule_of, but for a range of data; invalid_argument (a word
    /// that is no number, an end of the range that the type rounds).
    Result<void> apply(HistogramCallOptions& call, bool spans_data, const InputLimits& limits) const;

    /// Completes what depends on the values: the range of the data, the number of bins. Errors: those of estimate_bins.
    Result<void> fit(std::span<const std::byte> values, HistogramCallOptions& call) const;

    /// What was taken, for the answer's parameters.
    void describe(const BinRule& rule, Json& parameters) const;

private:
    Result<void> take_bins(const std::string& text);
    Result<void> take_range(const std::string& text);
    Result<void> check_range(ElementType type) const;

    std::optional<std::uint64_t> bins_;
    std::optional<BinEstimator> estimator_;
    std::optional<HistogramRange> range_;
    std::string range_text_;
    std::optional<std::string> edges_;
    bool data_range_ = false;
};

}  // namespace vkalgo::cli
