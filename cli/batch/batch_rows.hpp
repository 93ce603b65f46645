#pragma once

#include "algorithms/alignment/scoring.hpp"
#include "cli/batch/rows.hpp"
#include "engine/result.hpp"

#include <memory>

namespace vkalgo::cli {

/// Makes a reader of rows whose x and y are letters. next() also gives the indices of these letters in the alphabet of
/// `scoring`, and adds new letters to this alphabet. With `both_strands`, next() gives the reverse complements of y
/// too. `scoring` must outlive the reader. Readers that share `scoring` must be used one after another. Errors of
/// next(): also those of Scoring::encode() and reverse_complement(), with the record.
std::unique_ptr<RowReader> scored_rows(std::unique_ptr<RowReader> reader, Scoring& scoring, bool both_strands);

/// Replaces the letters of x and y in `common`, if it has them, by their indices. Errors: those of Scoring::encode().
Result<void> encode_common(std::map<std::string, dp::InputArray, std::less<>>& common, Scoring& scoring);

}  // namespace vkalgo::cli
