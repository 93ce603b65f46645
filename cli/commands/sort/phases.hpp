#pragma once

#include "algorithms/sort/sort_call.hpp"
#include "algorithms/sort/sort_phases.hpp"
#include "cli/answer.hpp"
#include "engine/result.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

/// `vkalgo sort --phases` and `--picture`: what each increment took, and what it left.
namespace vkalgo::cli {

/// To call before the sort, with the option that asks for phases. Errors: invalid_argument (a method without phases);
/// too_large (a model of more than half of this machine's memory).
Result<void> check_phases(const char* option, const SortPlan& plan);

struct PhaseReport {
    std::vector<SortPhase> phases;
    /// SVG; empty if it was not asked for
    std::string picture;
};

/// Of a sort that has run; `before`: its keys before. Errors: those of sort_phases.
Result<PhaseReport> report_phases(const SortResult& sorted, const DeviceProfile& profile,
                                  std::span<const std::byte> before, bool draws);

/// An array of objects with the fields of SortPhase.
Json phases_json(std::span<const SortPhase> phases);

/// A line per phase, and a head.
std::string phases_text(std::span<const SortPhase> phases);

}  // namespace vkalgo::cli
