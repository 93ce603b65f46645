#pragma once

#include "algorithms/histogram/bin_rule.hpp"
#include "cli/answer.hpp"
#include "cli/commands/histogram/report.hpp"
#include "engine/result.hpp"
#include "formats/array.hpp"

#include <cstdint>
#include <vector>

/// The densities of --density.
namespace vkalgo::cli {

/// Checks the widths of the bins. Errors: invalid_argument: a floating-point range of width 0, or a bin whose width w,
/// or whose 1 / w, is infinite; the message names the first such bin.
Result<void> check_widths(const BinRule& rule);

/// Returns each count divided by (the sum of all counts * the width of its bin). All are NaN if no value has a bin.
std::vector<double> densities(const CountedBins& counted);

/// Returns the densities as an array of f64.
Array density_array(const CountedBins& counted);

/// Adds the field "density" if there are densities: a list, or null if no value has a bin.
void put_density(const CountedBins& counted, Json& json);

}  // namespace vkalgo::cli
