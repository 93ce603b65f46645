// The earlier cells that a random recurrence reads.
#include "tests/dp/random/draw.hpp"

#include <algorithm>

namespace vkalgo::dp::test {

Read Draw::read(std::initializer_list<ReadIndex> indices) {
    Read read;
    std::copy(indices.begin(), indices.end(), read.index.begin());
    for (std::size_t f = 0; f < drawn.fields.size(); ++f) {
        read.factors.push_back(1 + below(1000));
    }
    return read;
}

ReadIndex Draw::anywhere() {
    const bool line = !large_ && drawn.mode != Mode::optimum && chance(2);
    return {line ? ReadIndex::Kind::all : ReadIndex::Kind::by_value, static_cast<std::int64_t>(below(50))};
}

void Draw::reads() {
    const std::uint32_t wanted = 1 + below(for_tiles_ ? 3 : 4);
    const bool by_lines = reads_line_before_ || (drawn.indices == 2 && !for_tiles_ && chance(2));
    if (!by_lines) {
        near_reads(wanted, for_tiles_ || chance(2) ? 1 : 2);
        return;
    }
    const auto& step = drawn.stage.coefficients;
    const bool own_lines = chance(2);
    while (drawn.reads.size() < wanted) {
        if (reads_line_before_) {
            const ReadIndex before{ReadIndex::Kind::offset, step[0] + step[1] > 0 ? -1 : 1};
            const ReadIndex along =
                chance(2) ? anywhere() : ReadIndex{ReadIndex::Kind::offset, std::int64_t{below(7)} - 3};
            drawn.reads.push_back(step[0] != 0 ? read({before, along}) : read({along, before}));
        } else if (own_lines) {
            drawn.reads.push_back(chance(2) ? read({ReadIndex{}, anywhere()}) : read({anywhere(), ReadIndex{}}));
        } else {
            drawn.reads.push_back(read({{ReadIndex::Kind::by_value, std::int64_t{below(50)}}, anywhere()}));
        }
    }
}

void Draw::near_reads(std::uint32_t wanted, std::int64_t reach) {
    const auto choices = static_cast<std::uint32_t>(2 * reach + 1);
    for (int tries = 0; tries < 200 && drawn.reads.size() < wanted; ++tries) {
        Indices offset{};
        for (std::size_t d = 0; d < drawn.indices; ++d) {
            offset[d] = std::int64_t{below(choices)} - reach;
        }
        const std::int64_t stages = drawn.stage.at(Cell::of(offset));
        const bool left = drawn.sequential && offset[0] == 0 && offset[1] < 0;
        if (stages < 0 || left) {
            constexpr auto kOffset = ReadIndex::Kind::offset;
            drawn.reads.push_back(
                read({{kOffset, offset[0]}, {kOffset, offset[1]}, {kOffset, offset[2]}, {kOffset, offset[3]}}));
        }
    }
}

// A range may be empty, which gives no terms. If no cell of a term exists, the term is only its weight.
void Draw::reduction() {
    DrawnReduction& reduction = drawn.reduction;
    constexpr Linear kI{1}, kJ{0, 1}, kK{0, 0, 1}, kZero{};
    const std::uint32_t form = below(4);
    reduction.mask = chance(2) ? 7 : 255;
    if (form == 0) {  // Splits of i .. j, or of j .. i
        const bool upper = chance(2);
        drawn.stage = StageFunction::of(upper ? Pattern::SONE : Pattern::NESO);
        drawn.domain = chance(3) ? Domain::full : upper ? Domain::upper : Domain::lower;
        reduction.first = upper ? kI : kJ;
        reduction.last = upper ? Linear{0, 1, 0, -1} : Linear{1, 0, 0, -1};
        const Linear next{0, 0, 1, 1};
        reduction.reads = upper ? std::vector<DrawnReduction::TermRead>{{kI, kK}, {next, kJ}}
                                : std::vector<DrawnReduction::TermRead>{{kI, next}, {kK, kJ}};
        return;
    }
    const auto& step = drawn.stage.coefficients;
    const bool one_line = drawn.size.rows == 1 || drawn.size.columns == 1;
    if (form == 1 && !one_line) {  // Terms that read the cell's row and, for integers, its column
        reduction.first = chance(2) ? kZero : Linear{0, 0, 0, -2};
        reduction.last = chance(2) ? Linear{0, 1, 0, -1} : Linear{0, 0, 0, 1, 1};
        reduction.reads = {{kI, kK}};
        if (drawn.fields[0] != ElementType::f32 && drawn.fields[0] != ElementType::f64) {
            reduction.reads.push_back({kK, kJ});
        }
        return;
    }
    // The index runs along the cell's own line if the table has no other line, otherwise along the line before.
    const bool by_rows = one_line ? drawn.size.columns == 1 : step[0] != 0;
    const bool along_columns = by_rows != one_line;  // Then k is a column
    const Linear index = along_columns ? kJ : kI;
    const bool backwards = one_line ? step[by_rows ? 0 : 1] < 0 : chance(2);
    const Linear end = along_columns ? Linear{0, 0, 0, -1, 0, 1} : Linear{0, 0, 0, -1, 1};
    const int beside = one_line ? 1 : 0;
    reduction.first = backwards ? Linear{index.i, index.j, 0, beside} : kZero;
    reduction.last = backwards ? end : Linear{index.i, index.j, 0, -beside};
    if (one_line) {
        reduction.reads = {by_rows ? DrawnReduction::TermRead{kK, kJ} : DrawnReduction::TermRead{kI, kK}};
        return;
    }
    const int before = step[by_rows ? 0 : 1] > 0 ? -1 : 1;
    reduction.reads = {by_rows ? DrawnReduction::TermRead{Linear{1, 0, 0, before}, kK}
                               : DrawnReduction::TermRead{kK, Linear{0, 1, 0, before}}};
}

}  // namespace vkalgo::dp::test
