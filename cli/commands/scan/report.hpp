#pragma once

#include "algorithms/scan/scan_call.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/array.hpp"

#include <cstdint>
#include <span>
#include <string>

/// What `vkalgo scan` reports about a run.
namespace vkalgo::cli {

/// Prints the method and the memory of a run under --verbose.
void explain_scan(const Session& session, const ScanCallPlan& call);

/// Compares results with the CPU reference, in the type in which the device computed. `before` are the elements before
/// the scan. Sums of floats may differ by the rounding errors of the additions that an element goes through. All other
/// results must be equal bit for bit. Errors: those of the reference.
Result<Verification> verify_scan(const Array& before, const Array& results, std::span<const std::uint32_t> heads,
                                 const ScanOptions& options, const ScanBytes& done);

/// Returns an array of one element as a JSON number, or as a string if it is infinite or NaN.
Json element_json(const Array& element);

/// Returns the first eight results as text for people.
std::string first_results(const Array& results);

}  // namespace vkalgo::cli
