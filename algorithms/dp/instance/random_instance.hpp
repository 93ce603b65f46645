#pragma once

#include "instance.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace vkalgo::dp {

/// The options that a random instance is made from.
struct GeneratorOptions {
    /// Values of n and m in size expressions and `random` lines. The first input without a length, in its own line or
    /// its `random` line, has n elements; each further such input has m.
    std::int64_t n = 0, m = 0;
    std::uint64_t seed = 1;
    /// The params that the user gives. The other params have their defaults.
    std::map<std::string, Number, std::less<>> params;
    /// A limit for the values of an instance that a check uses; 0 for other instances. Whole numbers are at most `most`
    /// away from 0, or as near to 0 as their range allows. Values without a declared range or `random` line are whole
    /// numbers in 1 .. most, in place of letters and real numbers too, because 0 is invalid for many inputs: weights,
    /// dimensions, divisors. A param without a value and without a default becomes m or, if its type is real, a
    /// random number of its range, which is 0 to 1 if none is declared.
    std::uint64_t most = 0;
    /// Optional. If this instance has elements of an input and they fit the input's range, values are drawn from these
    /// elements.
    const Instance* like = nullptr;
};

/// Returns the instance that random_instance() would make, without its data: inputs with their counts and empty `data`,
/// params, n and m. Cheap at any size, so that a planner can refuse an instance before it is drawn. Lengths and params
/// that follow from values are computed from the least values that may be drawn. Errors: those of the expressions;
/// invalid_argument: a length below 0, a range without values.
Result<Instance> outline_instance(const RecurrenceHeader& header, const GeneratorOptions& options);

/// Draws an instance as the header's `random` and `default` lines say. Each input has its own generator, a SplitMix64.
/// The generator of input 0, the first of the header, is seeded with `seed`. The generator of input k > 0 is seeded
/// with number k of another generator that is seeded with `seed`, where number 1 is its first number. Whole numbers are
/// LOW plus SplitMix64::below(HIGH - LOW + 1). The index of a letter is below(number of letters). Real numbers are LOW
/// plus (HIGH - LOW) times the top 53 (f64) or 24 (f32) bits of the next number as a fraction. The range of a `random`
/// line is cut to the input's own range (`in LOW .. HIGH`). An input without a `random` line draws from its own range;
/// without a range it draws letters of ACGT for u8, 0 .. 99 for other whole numbers, 0 to 1 for real ones. A param
/// without a value stays without one. Takes only the memory of the instance. Errors: those of outline_instance();
/// invalid_argument: values that do not fit the type; too_large: the host lacks memory.
Result<Instance> random_instance(const RecurrenceHeader& header, const GeneratorOptions& options);

/// Describes the values that random_instance() draws: "weight: n numbers 1 to 100; profit: len(weight) numbers 1 to
/// 100".
std::string random_instance_text(const RecurrenceHeader& header);

/// Returns whether an instance of the recurrence depends on m: its table, outputs, ranges, reach or bound, or how it is
/// drawn.
bool uses_m(const RecurrenceHeader& header);

}  // namespace vkalgo::dp
