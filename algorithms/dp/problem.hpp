#pragma once

#include "solve.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::dp {

/// What a random instance is made from. n and m mean what the problem says they mean.
struct GeneratorOptions {
    std::int64_t n = 0, m = 0;
    std::uint64_t seed = 1;
    /// given by the user; the generator fills in the others it must
    std::map<std::string, Number, std::less<>> params;
};

/// The host side of a built-in problem: problems/NAME.cpp defines `const Problem& problem_NAME()`.
struct Problem {
    const char* name;
    /// one line: what n and m mean and what the generator draws
    const char* instance;
    /// false: m means nothing to the generator
    bool uses_m;
    /// What generate() would make, without its data: inputs with their counts and empty `data`, params, n and m. Cheap
    /// at any size, so that a planner can refuse before anything is drawn. A param that follows from the data is at its
    /// least. Errors: invalid_argument (a size that no instance has).
    Result<Instance> (*outline)(const GeneratorOptions& options);
    /// Draws the instance. Errors: those of outline().
    Result<Instance> (*generate)(const GeneratorOptions& options);
    /// An independent CPU solution: the answer, and the table (row-major, user's orientation) where `table` is not
    /// null.
    Result<Number> (*reference)(const Instance& instance, std::vector<std::byte>* table);
    /// Walks the recovered solution over the instance alone and gives the value it is worth; an Error if it is no
    /// solution. Null where a problem has no solution to recover.
    Result<Number> (*replay)(const Instance& instance, const Solution& solution);
};

/// All of them, by name. CMake generates it.
std::span<const Problem* const> problems();
/// None of that name: null.
const Problem* find_problem(std::string_view name);

}  // namespace vkalgo::dp
