#pragma once

// Internal to the check.

#include "check.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace vkalgo::dp {

/// An instance on which a recurrence is checked.
struct Small {
    Instance instance;
    Shape shape;
    std::vector<bool> cut_inputs;
    /// Whether the values are made up. A fault that they cause says nothing about real values.
    bool made_up = false;
    CheckedGraph::Source source = CheckedGraph::Source::random;
    /// Whether a larger beginning, or the whole instance, is checked after this beginning. If so, a fault that values
    /// cause is not reported; the larger one decides.
    bool is_first = false;

    /// Returns whether the instance is a beginning. A fault of values may then come from the elements that the
    /// beginning lacks.
    bool is_cut() const { return source == CheckedGraph::Source::beginning; }
};

/// The options of a random instance, as in GeneratorOptions; `range` is GeneratorOptions::most.
struct Trial {
    std::int64_t n, m;
    std::uint64_t range, seed;
};
// With a small range, symbols often match. With a range of about the table's size, reads at distances that follow from
// values reach far.
inline constexpr std::array<Trial, 5> kTrials{
    {{5, 7, 2, 1}, {13, 9, 4, 2}, {8, 24, 12, 3}, {19, 6, 3, 4}, {16, 16, 40, 5}}};

/// Makes the instance of a trial. Uses the given params, except params that form sizes.
Result<Small> small_of(const RecurrenceHeader& header, const StageFunction& stage, const CheckOptions& options,
                       const Trial& trial);

/// Makes a Small from a beginning of the real instance, or from the whole real instance. `is_first`: see Small; it has
/// no effect on the whole instance.
Small small_of(InstancePrefix prefix, bool is_first);

}  // namespace vkalgo::dp
