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

/// What `vkalgo sort` says of a run.
namespace vkalgo::cli {

/// Under --verbose: the method and what it takes.
void explain_sort(const Session& session, const SortCallPlan& call);

/// The fields of the result that every kind of sort has.
void report_order(std::uint64_t count, std::uint64_t unsorted_pairs, std::string_view method, Answer& answer);

/// The first elements, for people; with how often each stands there, if there are counts.
std::string first_elements(const Array& shown, std::span<const std::uint32_t> counts = {});

/// Numbers of places, as an array.
Array array_of(std::span<const std::uint32_t> words);

/// Compares keys, and places if there are any, with the processor's. Errors: those of the reference.
Result<Verification> verify_sorted(Array before, const Array& keys, std::span<const std::uint32_t> places,
                                   const SortResult& sorted, const SortOptions& options);

}  // namespace vkalgo::cli
