#pragma once

#include "algorithms/dp/instance/instance.hpp"
#include "algorithms/dp/solve.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// A second implementation of a built-in problem, in C++: tests/dp/oracles/NAME.cpp defines `const Oracle&
/// oracle_NAME()`. CMake collects them. A problem without an oracle is compared with `stage` and the interpreter only.
namespace vkalgo::dp::test {

struct Oracle {
    /// The problem's name.
    const char* name;
    /// Returns the answer; also fills the table (row-major, user's orientation) if `table` is not null.
    Result<Number> (*reference)(const Instance& instance, std::vector<std::byte>* table);
    /// Returns the value of the recovered solution, computed from the instance alone; an Error if it is not a solution.
    /// Null if a problem has no solution to recover.
    Result<Number> (*replay)(const Instance& instance, const Solution& solution);
};

/// Returns all oracles, sorted by name. CMake generates this function.
std::span<const Oracle* const> oracles();

/// Returns the values of an input of the instance; empty if the instance does not have it.
template <class T>
std::span<const T> values_of(const Instance& instance, std::string_view name) {
    const auto found = instance.inputs.find(name);
    if (found == instance.inputs.end() || found->second.data.size() < sizeof(T)) {
        return {};
    }
    return {reinterpret_cast<const T*>(found->second.data.data()), found->second.data.size() / sizeof(T)};
}

/// Returns an unsigned param of the instance, or the recurrence's default.
inline std::uint64_t param_of(const Instance& instance, std::string_view name, std::uint64_t fallback) {
    const auto found = instance.params.find(name);
    if (found == instance.params.end()) {
        return fallback;
    }
    const auto* is_signed = std::get_if<std::int64_t>(&found->second);
    return is_signed != nullptr ? static_cast<std::uint64_t>(*is_signed) : std::get<std::uint64_t>(found->second);
}

/// The cells of a table that is being filled: all of its rows, or only the last `kept` rows.
template <class T>
class Cells {
public:
    Cells(std::size_t kept, std::size_t columns) : kept_(kept), columns_(columns), cells_(kept * columns, T{0}) {}
    T& operator()(std::size_t i, std::size_t j) { return cells_[i % kept_ * columns_ + j]; }
    T operator()(std::size_t i, std::size_t j) const { return cells_[i % kept_ * columns_ + j]; }
    void copy_to(std::vector<std::byte>* table) const {
        if (table != nullptr) {
            const auto bytes = std::as_bytes(std::span(cells_));
            table->assign(bytes.begin(), bytes.end());
        }
    }

private:
    std::size_t kept_, columns_;
    std::vector<T> cells_;
};

/// Fills rows from the top, each from the left, with value(cells, i, j), which reads its own row and the one above.
/// Returns the last cell, which is the answer.
template <class T, class Value>
Number filled(std::size_t rows, std::size_t columns, std::vector<std::byte>* table, const Value& value) {
    Cells<T> cells(table != nullptr ? rows : 2, columns);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < columns; ++j) {
            cells(i, j) = value(std::as_const(cells), i, j);
        }
    }
    cells.copy_to(table);
    return std::uint64_t{cells(rows - 1, columns - 1)};
}

/// Returns an Error for a traceback whose records contradict the problem.
inline Error not_a_solution(std::string message) {
    return Error{ErrorCode::invalid_argument, "not a solution: " + std::move(message), {}};
}

/// Follows the steps of a traceback from cell `at`. `take` returns the cell that a record leads to, or an Error.
/// Errors: those of `take`; invalid_argument if the cell of a record is not the cell that the previous record leads to,
/// or if the traceback names another end than the cell that it reaches.
template <class Take>
Result<Cell> follow(const Solution& solution, Cell at, const Take& take) {
    for (const PathRecord& record : solution.path) {
        if (Cell{record.i, record.j} != at) {
            return not_a_solution("the traceback is at " + cell_text({record.i, record.j}, 2) + " where " +
                                  cell_text(at, 2) + " was due");
        }
        VKALGO_TRY(at, take(at, record.decision));
    }
    if (solution.path_end != at) {
        return not_a_solution("the traceback ends at " + cell_text(at, 2) + " and says otherwise");
    }
    return at;
}

}  // namespace vkalgo::dp::test
