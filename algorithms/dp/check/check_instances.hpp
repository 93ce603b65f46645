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
    /// Whether the values are made up, so that their consequences say nothing about real values.
    bool made_up = false;
    CheckedGraph::Source source = CheckedGraph::Source::random;
    /// Whether this is the smaller of two beginnings. Faults that values cause are then left to the larger beginning.
    bool is_first = false;

    /// Returns whether the instance is a beginning. A fault of values may then come from the elements that the
    /// beginning lacks.
    bool is_cut() const { return source == CheckedGraph::Source::beginning; }
};

/// The options of a random instance.
struct Trial {
    std::int64_t n, m;
    std::uint64_t range, seed;
};
// A small range makes matches of symbols likely. With a range of about the table's size, reads that depend on data
// reach far.
inline constexpr std::array<Trial, 5> kTrials{
    {{5, 7, 2, 1}, {13, 9, 4, 2}, {8, 24, 12, 3}, {19, 6, 3, 4}, {16, 16, 40, 5}}};

/// Makes the instance of a trial. Uses the given params, except params that form sizes.
Result<Small> small_of(const RecurrenceHeader& header, const StageFunction& stage, const CheckOptions& options,
                       const Trial& trial);

/// Makes an instance of a beginning of the real instance, or of the whole real instance.
Small small_of(InstancePrefix prefix, bool is_first);

}  // namespace vkalgo::dp
