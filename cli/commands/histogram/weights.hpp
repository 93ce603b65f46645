#pragma once

#include "algorithms/histogram/histogram_call.hpp"
#include "cli/answer.hpp"
#include "cli/formats.hpp"
#include "formats/reader.hpp"
#include "formats/writer.hpp"

#include <cstdint>
#include <string>
#include <vector>

/// Weights of pixels, and the sums of weights that are f32.
namespace vkalgo::cli {

/// Reads the file into `words` or `floats` and returns which of the two it read, even if the file is empty. `words`: a
/// .npy of integers, and text in which all numbers are integers from 0 to 2^32 - 1. `floats`: a .npy of floating-point
/// numbers, and other text; numbers that f32 does not hold are rounded. Text from standard input must be integers.
/// Errors: those of the reader; invalid_argument (an integer of a .npy that is out of range, or text of integers up to
/// 2^64 - 1 that do not all fit `words`).
Result<HistogramWeights> read_weights(const std::string& path, const InputLimits& limits,
                                      std::vector<std::uint32_t>& words, std::vector<float>& floats);

/// Adds the sums to the answer. For one histogram they are a flat list.
void describe_sums(const HistogramResult& result, Answer& answer);
/// Returns the sums as an output: an f64 array with a row per histogram, JSON, or rows ([histogram,]bin,low,high,sum).
/// `result` must outlive it.
OutputTable sums_table(const HistogramResult& result);

/// Describes where a sum differs from the processor's by more than n roundings allow; empty if no sum does. `values`
/// are the pixels.
Result<std::string> sums_difference(const HistogramResult& result, const Array& values,
                                    const HistogramCallOptions& call);

}  // namespace vkalgo::cli
