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
    /// what comes of its values says nothing of real ones
    bool made_up = false;
    CheckedGraph::Source source = CheckedGraph::Source::random;
    /// a larger beginning says more of what values lead to
    bool is_first = false;

    /// What values lead to may come of what the beginning lacks.
    bool is_cut() const { return source == CheckedGraph::Source::beginning; }
};

/// What random instances are drawn from.
struct Trial {
    std::int64_t n, m;
    std::uint64_t range, seed;
};
// Few symbols make matches likely; a range about the table's size makes data-dependent reads reach far.
inline constexpr std::array<Trial, 5> kTrials{
    {{5, 7, 2, 1}, {13, 9, 4, 2}, {8, 24, 12, 3}, {19, 6, 3, 4}, {16, 16, 40, 5}}};

/// The instance of a trial; the given params are taken but for those that form sizes.
Result<Small> small_of(const RecurrenceHeader& header, const StageFunction& stage, const CheckOptions& options,
                       const Trial& trial);

/// A beginning of the real instance, or all of it.
Small small_of(InstancePrefix prefix, bool is_first);

}  // namespace vkalgo::dp
