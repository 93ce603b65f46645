#pragma once

#include "algorithms/histogram/histogram_call.hpp"
#include "cli/answer.hpp"
#include "cli/formats.hpp"
#include "formats/reader.hpp"
#include "formats/writer.hpp"

#include <cstdint>
#include <string>
#include <vector>

/// The weights of pixels or points, and the sums of weights that are f32.
namespace vkalgo::cli {

/// Reads the file into `words` or `floats`, and returns which of the two it filled, even if the file has no numbers.
/// Whole numbers go into `words` if all of them are from 0 to 2^32 - 1, otherwise into `floats` if f32 holds each of
/// them exactly. Other numbers go into `floats`, rounded to f32. Errors: those of the reader; invalid_argument: a whole
/// number that neither `words` nor f32 holds.
Result<HistogramWeights> read_weights(const std::string& path, const InputLimits& limits,
                                      std::vector<std::uint32_t>& words, std::vector<float>& floats);

/// Adds the sums to the answer. For one histogram they are a flat list.
void describe_sums(const HistogramResult& result, Answer& answer);
/// Returns the sums as an output: an f64 array with a row per histogram, JSON, or rows ([histogram,]bin,low,high,sum).
/// `result` must outlive it.
OutputTable sums_table(const HistogramResult& result);

/// Describes the first sum that differs from the CPU's by more than rounding explains: by more than n * 2^-52 times the
/// sum of the magnitudes of its weights, for n pixels in total. Empty if no sum does. `values` are the pixels.
Result<std::string> sums_difference(const HistogramResult& result, const Array& values,
                                    const HistogramCallOptions& call);

}  // namespace vkalgo::cli
