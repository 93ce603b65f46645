#pragma once

#include "tests/dp/oracles/rows.hpp"

/// The code that investment and discounted-profits share: the part of the funds that is kept grows, rounded down.
namespace vkalgo::dp::test {

struct Funds {
    Funds(const Instance& instance, std::uint64_t funds, std::uint64_t becomes, std::uint64_t of)
        : periods(instance.n),
          start(static_cast<std::int64_t>(funds)),
          room(static_cast<std::int64_t>(param_of(instance, "room", 0))),
          grows(static_cast<std::int64_t>(becomes)),
          per(static_cast<std::int64_t>(of)) {}
    std::int64_t periods, start, room, grows, per;

    std::int64_t columns() const { return start + room + 1; }
    std::int64_t grown(std::int64_t kept) const { return kept * grows / per; }

    /// Checks that every amount that the start grows into has a column.
    Result<void> fits() const {
        std::int64_t most = start;
        for (std::int64_t i = 0; i < periods; ++i) {
            most = grown(most);
            if (most >= columns()) {
                return Error{ErrorCode::overflow, "the funds grow beyond the table", "room"};
            }
        }
        return {};
    }

    /// Computes all cells: last(funds) in the last row, and in the others the greatest step(i, spent, later).
    template <class T, class Last, class Step>
    Result<Number> reference(std::vector<std::byte>* table, T lowest, const Last& last, const Step& step) const {
        VKALGO_CHECK(fits());
        return filled_upwards<T>(static_cast<std::size_t>(periods + 1), static_cast<std::size_t>(columns()),
                                 static_cast<std::size_t>(start), table,
                                 [&](const auto& at, std::size_t i, std::size_t j) {
                                     const auto funds = static_cast<std::int64_t>(j);
                                     if (static_cast<std::int64_t>(i) == periods) {
                                         return last(funds);
                                     }
                                     T most = lowest;
                                     for (std::int64_t kept = 0; kept <= funds && grown(kept) < columns(); ++kept) {
                                         const T later = at(i + 1, static_cast<std::size_t>(grown(kept)));
                                         most = std::max(most, step(static_cast<std::int64_t>(i), funds - kept, later));
                                     }
                                     return most;
                                 });
    }

    /// Returns the answer that the records give: last(the funds at the end), to which step(i, spent, later) is applied
    /// for each record, the last period first.
    template <class T, class Last, class Step>
    Result<Number> replay(const Solution& solution, const Last& last, const Step& step) const {
        const auto take = [&](Cell at, std::int64_t spent) -> Result<Cell> {
            if (at.i >= periods || spent > at.j) {
                return not_a_solution("more is spent than there is");
            }
            return Cell{at.i + 1, grown(at.j - spent)};
        };
        VKALGO_TRY(const Cell end, follow_splits(solution, Cell{0, start}, take));
        if (end.i != periods) {
            return not_a_solution("some periods were not decided on");
        }
        T sum = last(end.j);
        for (auto record = solution.path.rbegin(); record != solution.path.rend(); ++record) {
            sum = step(record->i, record->decision, sum);
        }
        return Number(sum);
    }
};

}  // namespace vkalgo::dp::test
