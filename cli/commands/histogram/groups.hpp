#pragma once

#include "algorithms/histogram/histogram_2d_call.hpp"
#include "algorithms/histogram/histogram_call.hpp"
#include "cli/answer.hpp"
#include "cli/formats.hpp"
#include "cli/options.hpp"
#include "engine/result.hpp"
#include "formats/array.hpp"
#include "formats/reader.hpp"
#include "formats/writer.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Several histograms of one input, and the options that define them: --channels, --width, --stride, --region,
/// --segments, --weights.
namespace vkalgo::cli {

class GroupOptions {
public:
    void declare(Options& options);

    /// Returns whether one of these options is given.
    bool given() const { return rows_given() || channels_ || segments_ || weights_; }
    /// Returns whether there may be several histograms, or sums of weights.
    bool several() const { return channels_ || segments_ || weights_; }
    /// Returns whether an option other than --weights is given. Histograms of points have only --weights.
    bool given_beside_weights() const { return rows_given() || channels_ || segments_; }
    /// Returns the files that the options name.
    std::vector<std::string> files() const;

    /// Reads the weights of `points` points, if --weights is given, and completes the call, which then refers to arrays
    /// of this object. Errors: those of the reader; invalid_argument: another number of weights.
    Result<void> apply(std::uint64_t points, Histogram2dCallOptions& call, const InputLimits& limits);

    /// Reads the files, leaves only the pixels of the rows or of the region in `values`, and completes the call, which
    /// then refers to arrays of this object. Errors: those of the reader; invalid_argument: an option that does not fit
    /// the values.
    Result<void> apply(Array& values, HistogramCallOptions& call, const InputLimits& limits);

    /// Describes the options in the answer's parameters.
    void describe(Json& parameters) const;

private:
    bool rows_given() const { return width_ || stride_ || region_; }
    Result<void> take_channels(const std::string& text);
    Result<void> take_region(const std::string& text);
    Result<void> take_rows(Array& values, const HistogramCallOptions& call) const;
    Result<HistogramWeights> take_weights(std::uint64_t count, std::string_view noun, const InputLimits& limits);

    std::optional<std::string> channels_, region_, segments_, weights_;
    std::optional<std::uint64_t> width_, stride_;
    std::uint32_t channel_count_ = 1;
    std::uint32_t counted_ = 0;
    HistogramRows rows_;
    std::vector<std::uint32_t> offsets_, pixel_weights_;
    std::vector<float> float_weights_;
};

/// Adds several histograms to the answer.
void describe_groups(const HistogramResult& result, Answer& answer);
/// Returns the histograms as an output: an array with a row per histogram, JSON, or rows
/// (histogram,bin,low,high,count). `result` must outlive the output.
OutputTable groups_table(const HistogramResult& result, bool wide);

/// Describes where the result differs from the CPU's; empty if it does not differ. `values` are the pixels that were
/// counted.
Result<std::string> groups_difference(const HistogramResult& result, const Array& values,
                                      const HistogramCallOptions& call);

}  // namespace vkalgo::cli
