#pragma once

#include "algorithms/histogram/histogram_call.hpp"
#include "cli/answer.hpp"
#include "cli/options.hpp"
#include "engine/result.hpp"

#include <string>
#include <vector>

/// The fractions of --quantiles.
namespace vkalgo::cli {

class FractionOptions {
public:
    void declare(Options& options);

    bool given() const { return !fractions_.empty(); }

    /// Adds the quantiles of each histogram to the answer: null if no value has a bin.
    void describe(const HistogramResult& result, Answer& answer) const;

private:
    Result<void> take(const std::string& text);

    std::vector<double> fractions_;
};

}  // namespace vkalgo::cli
