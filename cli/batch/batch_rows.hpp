#pragma once

#include "algorithms/alignment/scoring.hpp"
#include "cli/batch/rows.hpp"
#include "engine/result.hpp"

#include <memory>

namespace vkalgo::cli {

/// Rows of a reader whose x and y are letters: next() also gives what stands for them in the alphabet of the scores,
/// which may grow by that, and with `both_strands` the reverse complements of y. `scoring` outlives it; readers that
/// share it are used one after another. Errors of next(): also those of Scoring::encode() and reverse_complement(),
/// with the record.
std::unique_ptr<RowReader> scored_rows(std::unique_ptr<RowReader> reader, Scoring& scoring, bool both_strands);

/// Encodes what of x and y is every problem's.
Result<void> encode_common(std::map<std::string, dp::InputArray, std::less<>>& common, Scoring& scoring);

}  // namespace vkalgo::cli
