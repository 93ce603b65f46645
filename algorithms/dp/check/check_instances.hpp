#pragma once

// Internal to the check.

#include "check.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace vkalgo::dp {

/// An instance to check a recurrence on.
struct Small {
    Instance instance;
    Shape shape;
    std::vector<bool> cut_inputs;
    /// Whether its values are made up, so that their consequences say nothing about real values.
    bool made_up = false;
    CheckedGraph::Source source = CheckedGraph::Source::random;
    /// Whether it is the smaller of two beginnings. The larger one says more about what values cause.
    bool is_first = false;

    /// Returns whether a fault of values may come from the elements that the beginning lacks.
    bool is_cut() const { return source == CheckedGraph::Source::beginning; }
};

/// The options that random instances are drawn from.
struct Trial {
    std::int64_t n, m;
    std::uint64_t range, seed;
};
// Few symbols make matches likely. A range of about the table's size makes data-dependent reads reach far.
inline constexpr std::array<Trial, 5> kTrials{
    {{5, 7, 2, 1}, {13, 9, 4, 2}, {8, 24, 12, 3}, {19, 6, 3, 4}, {16, 16, 40, 5}}};

/// Makes the instance of a trial. The given params are used, except those that form sizes.
Result<Small> small_of(const RecurrenceHeader& header, const StageFunction& stage, const CheckOptions& options,
                       const Trial& trial);

/// Makes an instance of a beginning of the real one, or of all of it.
Small small_of(InstancePrefix prefix, bool is_first);

}  // namespace vkalgo::dp
