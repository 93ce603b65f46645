#pragma once

#include "algorithms/sort/sort_call.hpp"
#include "algorithms/sort/sort_phases.hpp"
#include "cli/answer.hpp"
#include "engine/result.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

/// `vkalgo sort --phases` and `--picture`: the time of each increment, and the state that it left.
namespace vkalgo::cli {

/// Checks, before the sort, that the method has phases. `option` is the option that asks for them. Errors:
/// invalid_argument (a method without phases); too_large (the model of the sort, which the CPU runs to describe the
/// phases, needs more than half of this machine's memory).
Result<void> check_phases(const char* option, const SortPlan& plan);

struct PhaseReport {
    std::vector<SortPhase> phases;
    /// The picture as SVG; empty if no picture was asked for.
    std::string picture;
};

/// Reports the phases of a sort that has run. `before` has its keys before the sort. Errors: those of sort_phases.
Result<PhaseReport> report_phases(const SortResult& sorted, const DeviceProfile& profile,
                                  std::span<const std::byte> before, bool draws);

/// Returns an array with an object per phase: the numbers of SortPhase, without its name. `milliseconds` is named ms.
Json phases_json(std::span<const SortPhase> phases);

/// Returns a table as text: a header line, then a line per phase.
std::string phases_text(std::span<const SortPhase> phases);

}  // namespace vkalgo::cli
