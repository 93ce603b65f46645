#pragma once

#include "algorithms/histogram/histogram_call.hpp"
#include "cli/answer.hpp"
#include "cli/formats.hpp"
#include "formats/reader.hpp"
#include "formats/writer.hpp"

#include <cstdint>
#include <string>
#include <vector>

/// Weights of pixels, and the sums of those that are f32.
namespace vkalgo::cli {

/// Reads the file into one of the two and says into which, even if it holds none. `words`: .npy of integers, and text
/// in which all numbers are whole ones from 0 to 2^32 - 1. `floats`: .npy of floating-point, and other text; what is no
/// f32 is rounded to one. Of standard input text is whole numbers. Errors: those of the reader; invalid_argument (an
/// integer of a .npy that is none of these, text of whole numbers up to 2^64 - 1 that do not all fit `words`).
Result<HistogramWeights> read_weights(const std::string& path, const InputLimits& limits,
                                      std::vector<std::uint32_t>& words, std::vector<float>& floats);

/// Puts the sums into the answer, those of one histogram flat.
void describe_sums(const HistogramResult& result, Answer& answer);
/// Returns them as an output: an f64 array with a row per histogram, JSON, or rows ([histogram,]bin,low,high,sum).
/// `result` outlives it.
OutputTable sums_table(const HistogramResult& result);

/// Where a sum is farther from the processor's than n roundings allow; empty: nowhere. `values`: the pixels.
Result<std::string> sums_difference(const HistogramResult& result, const Array& values,
                                    const HistogramCallOptions& call);

}  // namespace vkalgo::cli
