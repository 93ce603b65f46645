#pragma once

#include "algorithms/sort/sort_call.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/array.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

/// What `vkalgo sort` reports about a run.
namespace vkalgo::cli {

/// Prints under --verbose: the method, its dispatches, the predicted time and the device memory.
void explain_sort(const Session& session, const SortCallPlan& call);

/// Adds the fields of the result that every kind of sort has.
void report_order(std::uint64_t count, std::uint64_t unsorted_pairs, std::string_view method, Answer& answer);

/// Returns the first eight elements as text. If there are counts, each element is followed by its count.
std::string first_elements(const Array& shown, std::span<const std::uint32_t> counts = {});

/// Returns indices or counts as an array of u32.
Array array_of(std::span<const std::uint32_t> words);

/// Compares the sorted keys, and their original indices if there are any, with those that the CPU finds. Errors: those
/// of the reference.
Result<Verification> verify_sorted(Array before, const Array& keys, std::span<const std::uint32_t> indices,
                                   const SortResult& sorted, const SortOptions& options);

}  // namespace vkalgo::cli
