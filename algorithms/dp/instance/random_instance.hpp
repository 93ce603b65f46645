#pragma once

#include "instance.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace vkalgo::dp {

/// The options that a random instance is made from.
struct GeneratorOptions {
    /// Values of n and m in size expressions and `random` lines. The first input without a declared length has n
    /// elements, the others m.
    std::int64_t n = 0, m = 0;
    std::uint64_t seed = 1;
    /// Params given by the user; the others have their defaults.
    std::map<std::string, Number, std::less<>> params;
    /// 0, or the limit of values in an instance for a check. Whole numbers lie around 0, at most this far from it, or
    /// as near as their range allows. Values without a declared range lie in 1 .. this limit, also letters and real
    /// numbers, because 0 is invalid for many inputs: weights, dimensions, divisors. A param without a value is m; a
    /// real one is some number of its range, or from 0 to 1.
    std::uint64_t most = 0;
    /// Optional. If this instance has elements of an input, they are drawn from, as far as they fit its range.
    const Instance* like = nullptr;
};

/// Returns what random_instance() would make, without its data: inputs with their counts and empty `data`, params, n
/// and m. Cheap at any size, so that a planner can refuse before anything is drawn. Lengths and params that follow from
/// values have the least value that they may have. Errors: invalid_argument: a length below 0, a range without values.
Result<Instance> outline_instance(const RecurrenceHeader& header, const GeneratorOptions& options);

/// Draws an instance as the header's `random` and `default` lines say. SplitMix64 draws input k of the header, counted
/// from 0, from the k-th number that the seed gives; the first input is drawn from the seed itself. Whole numbers are
/// LOW plus SplitMix64::below(HIGH - LOW + 1). The index of a letter is below(number of letters). Real numbers are LOW
/// plus (HIGH - LOW) times the top 53 (f64) or 24 (f32) bits of the next number as a fraction. The range of a `random`
/// line is cut to the input's own range (`in LOW .. HIGH`). An input without a `random` line draws from its own range;
/// without a range it draws letters of ACGT for u8, 0 .. 99 for other whole numbers, 0 to 1 for real ones. A param
/// without a value gets none. Takes no more memory than the instance. Errors: those of outline_instance();
/// invalid_argument: values that do not fit the type; too_large: the host lacks memory.
Result<Instance> random_instance(const RecurrenceHeader& header, const GeneratorOptions& options);

/// Describes what it draws: "weight: n numbers 1 to 100; profit: len(weight) numbers 1 to 100".
std::string random_instance_text(const RecurrenceHeader& header);

/// Returns whether the table, the outputs or random instances depend on m.
bool uses_m(const RecurrenceHeader& header);

}  // namespace vkalgo::dp
