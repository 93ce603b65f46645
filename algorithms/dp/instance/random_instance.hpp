#pragma once

#include "instance.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace vkalgo::dp {

/// What a random instance is made from.
struct GeneratorOptions {
    /// What size expressions and `random` lines call n and m. The first input whose length nothing says has n elements,
    /// the others m.
    std::int64_t n = 0, m = 0;
    std::uint64_t seed = 1;
    /// given by the user; the others have their defaults
    std::map<std::string, Number, std::less<>> params;
    /// Not 0: an instance for a check. Whole numbers lie about 0 and no further from it than that, or as near as their
    /// range lets them; what nothing says a range of lies in 1 .. that, letters and real numbers too. (Of many inputs,
    /// weights, dimensions, what is divided by, 0 is none.) A param without a value is m, a real one some number from 0
    /// to 1.
    std::uint64_t most = 0;
    /// Optional: an input that this instance has elements of takes some of them, as far as they fit its range.
    const Instance* like = nullptr;
};

/// What random_instance() would make, without its data: inputs with their counts and empty `data`, params, n and m.
/// Cheap at any size, so that a planner can refuse before anything is drawn. Lengths and params that follow from values
/// are at the least that they may be. Errors: invalid_argument: a length below 0, a range without values.
Result<Instance> outline_instance(const RecurrenceHeader& header, const GeneratorOptions& options);

/// Draws an instance as the header's `random` and `default` lines say. Input k of the header, from 0, is drawn by
/// SplitMix64 from the k-th number that the seed gives, the first input from the seed itself. Whole numbers are LOW
/// plus SplitMix64::below(HIGH - LOW + 1), letters that of below(their count), real numbers LOW plus (HIGH - LOW) times
/// the top 53 (f64) or 24 (f32) bits of the next number as a fraction. What a line says is cut to the input's range
/// (`in LOW .. HIGH`). Inputs without one: values of their range; else letters of ACGT for u8, 0 .. 99 for other whole
/// numbers, 0 to 1 for real ones. A param without a value has none. Takes no more memory than the instance has. Errors:
/// those of outline_instance(); invalid_argument: values that do not fit the type; too_large: the host has no room.
Result<Instance> random_instance(const RecurrenceHeader& header, const GeneratorOptions& options);

/// What it draws, in words: "weight: n numbers 1 to 100; profit: len(weight) numbers 1 to 100".
std::string random_instance_text(const RecurrenceHeader& header);

/// Does m mean something to the table, the outputs or random instances?
bool uses_m(const RecurrenceHeader& header);

}  // namespace vkalgo::dp
