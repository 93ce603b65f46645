#pragma once

#include "tests/dp/oracles/oracle.hpp"

#include <array>

/// The code that the three problems of alignment share.
namespace vkalgo::dp::test {

enum class Ends : std::uint8_t { global, semiglobal, local };

struct Gotoh {
    struct Scores {
        std::int32_t H, E, F;
    };

    Gotoh(const Instance& of, Ends free)
        : instance(of),
          ends(free),
          x(values_of<std::uint8_t>(of, "x")),
          y(values_of<std::uint8_t>(of, "y")),
          score(values_of<std::int32_t>(of, "score")),
          alphabet(param_of(of, "alphabet", 4)),
          open(static_cast<std::int32_t>(param_of(of, "open", 5))),
          extend(static_cast<std::int32_t>(param_of(of, "extend", 2))),
          anchored(param_of(of, "anchored", 0) != 0),
          cells((x.size() + 1) * (y.size() + 1)) {
        fill();
    }

    Scores& at(std::size_t i, std::size_t j) { return cells[i * (y.size() + 1) + j]; }
    const Scores& at(std::size_t i, std::size_t j) const { return cells[i * (y.size() + 1) + j]; }
    std::int32_t pair(std::size_t i, std::size_t j) const { return score[x[i] * alphabet + y[j]]; }
    std::int32_t gap(std::int64_t letters) const {
        return letters == 0 ? 0 : -(open + static_cast<std::int32_t>(letters) * extend);
    }

    void fill() {
        for (std::size_t i = 0; i <= x.size(); ++i) {
            for (std::size_t j = 0; j <= y.size(); ++j) {
                at(i, j) = i == 0 || j == 0 ? border(i, j) : inner(i, j);
            }
        }
    }
    Scores border(std::size_t i, std::size_t j) const {
        const bool is_free = ends == Ends::local || (ends == Ends::semiglobal && i == 0 && !anchored);
        const std::int32_t cost = is_free ? 0 : gap(static_cast<std::int64_t>(i + j));
        return {cost, cost - open, cost - open};
    }
    Scores inner(std::size_t i, std::size_t j) const {
        const std::int32_t e = std::max(at(i, j - 1).H + gap(1), at(i, j - 1).E - extend);
        const std::int32_t f = std::max(at(i - 1, j).H + gap(1), at(i - 1, j).F - extend);
        const std::int32_t h = std::max({at(i - 1, j - 1).H + pair(i - 1, j - 1), e, f});
        return {ends == Ends::local ? std::max(h, 0) : h, e, f};
    }

    /// Returns the cell of the answer, the first of the best ones.
    Cell answer() const {
        std::size_t best_i = ends == Ends::local ? 0 : x.size();
        std::size_t best_j = ends == Ends::global ? y.size() : 0;
        for (std::size_t i = best_i; i <= x.size(); ++i) {
            for (std::size_t j = ends == Ends::local ? 0 : best_j; j <= y.size(); ++j) {
                if (at(i, j).H > at(best_i, best_j).H) {
                    best_i = i;
                    best_j = j;
                }
            }
        }
        return {static_cast<std::int64_t>(best_i), static_cast<std::int64_t>(best_j)};
    }

    /// Returns the score of the traceback's alignment: its pairs, each gap as a whole, and the gaps on the border.
    Result<Number> replay(const Solution& solution) const {
        std::int64_t sum = 0;
        std::array<std::int64_t, 2> run{};  // Letters of y and of x in the open gap
        const auto close = [&] {
            sum += gap(run[0]) + gap(run[1]);
            run = {};
        };
        bool outside = false;
        const auto take = [&](Cell cell, std::uint32_t decision) -> Result<Cell> {
            if (cell.i == 0 || cell.j == 0 || decision > 4 || (decision == 4) < outside ||
                (decision == 4 && ends != Ends::local)) {
                return not_a_solution("no such step");
            }
            const auto i = static_cast<std::size_t>(cell.i - 1);
            const auto j = static_cast<std::size_t>(cell.j - 1);
            outside = decision == 4;
            if (decision < 2 && (x[i] == y[j]) != (decision == 0)) {
                return not_a_solution("letters are paired as what they are not");
            }
            if (decision != 2 && decision != 3) {
                close();
                sum += decision < 2 ? pair(i, j) : 0;
                return Cell{cell.i - 1, cell.j - 1};
            }
            const bool of_x = decision == 3;
            if (run.at(of_x ? 0 : 1) > 0) {
                close();
            }
            run.at(of_x ? 1 : 0) += 1;
            return of_x ? Cell{cell.i - 1, cell.j} : Cell{cell.i, cell.j - 1};
        };
        VKALGO_TRY(const Cell end, follow(solution, answer(), take));
        if (end.i != 0 && end.j != 0) {
            return not_a_solution("the traceback ends before the border");
        }
        if (ends != Ends::local) {
            close();
            sum += gap(end.i) + (ends == Ends::semiglobal && !anchored ? 0 : gap(end.j));
        }
        close();
        return Number(sum);
    }

    const Instance& instance;
    Ends ends;
    std::span<const std::uint8_t> x, y;
    std::span<const std::int32_t> score;
    std::uint64_t alphabet;
    std::int32_t open, extend;
    bool anchored;
    std::vector<Scores> cells;
};

template <Ends ends>
Result<Number> align_reference(const Instance& instance, std::vector<std::byte>* table) {
    const Gotoh filled(instance, ends);
    if (table != nullptr) {
        const auto bytes = std::as_bytes(std::span(filled.cells));
        table->assign(bytes.begin(), bytes.end());
    }
    const Cell best = filled.answer();
    return Number(std::int64_t{filled.at(static_cast<std::size_t>(best.i), static_cast<std::size_t>(best.j)).H});
}

template <Ends ends>
Result<Number> align_replay(const Instance& instance, const Solution& solution) {
    return Gotoh(instance, ends).replay(solution);
}

}  // namespace vkalgo::dp::test
