#pragma once

#include "tests/dp/oracles/oracle.hpp"

#include <limits>

/// Helpers for oracles of tables whose rows depend on one row each, and whose terms read one cell.
namespace vkalgo::dp::test {

/// The value of INFEASIBLE if the minimum is sought.
template <class T>
inline constexpr T kInfeasible = std::numeric_limits<T>::max();

/// Returns INFEASIBLE if `cell` is INFEASIBLE, otherwise cell + more.
template <class T>
T plus(T cell, T more) {
    return cell == kInfeasible<T> ? cell : cell + more;
}

/// Fills rows from the bottom with value(cells, i, j), which reads the row below. Returns the answer, cell (0, column).
template <class T, class Value>
Number filled_upwards(std::size_t rows, std::size_t columns, std::size_t column, std::vector<std::byte>* table,
                      const Value& value) {
    Cells<T> cells(table != nullptr ? rows : 2, columns);
    for (std::size_t i = rows; i-- > 0;) {
        for (std::size_t j = 0; j < columns; ++j) {
            cells(i, j) = value(std::as_const(cells), i, j);
        }
    }
    cells.copy_to(table);
    return Number(cells(0, column));
}

/// Follows the splits of a reduction from cell `at`. For each decision, `take` returns the cell that its term reads, or
/// an Error. The next split must belong to that cell.
template <class Take>
Result<Cell> follow_splits(const Solution& solution, Cell at, const Take& take) {
    for (const PathRecord& record : solution.path) {
        if (Cell{record.i, record.j} != at) {
            return not_a_solution("a split of " + cell_text({record.i, record.j}, 2) + " where that of " +
                                  cell_text(at, 2) + " was due");
        }
        VKALGO_TRY(at, take(at, std::int64_t{record.decision}));
    }
    return at;
}

/// Returns a float param, or the recurrence's default.
inline double real_param_of(const Instance& instance, std::string_view name, double fallback) {
    const auto found = instance.params.find(name);
    return found == instance.params.end()
               ? fallback
               : std::visit([](auto value) { return static_cast<double>(value); }, found->second);
}

/// Returns element k of an input. k is signed, since callers compute it from indices of cells.
template <class T>
T element(std::span<const T> values, std::int64_t k) {
    return values[static_cast<std::size_t>(k)];
}

}  // namespace vkalgo::dp::test
