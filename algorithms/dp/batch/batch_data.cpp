// The inputs and the results of a batch, without the code that runs it.
#include "algorithms/dp/batch.hpp"

#include <algorithm>
#include <cstring>

namespace vkalgo::dp {
namespace {

CellIndices indices_of(const Cell& cell) {
    return {static_cast<std::int32_t>(cell.i), static_cast<std::int32_t>(cell.j)};
}

}  // namespace

void ArrayList::add_bytes(std::span<const std::byte> bytes) {
    data_.insert(data_.end(), bytes.begin(), bytes.end());
    offsets_.push_back(data_.size() / size_of(type_));
}

Instance Batch::instance(std::size_t p) const {
    Instance made;
    made.params = params;
    made.n = n;
    made.m = m;
    for (const auto& [name, input] : inputs) {
        const std::size_t array = input.array_of(p);
        const std::size_t bytes = size_of(input.type);
        const auto elements = input.data.subspan(input.offsets[array] * bytes, input.length(array) * bytes);
        made.inputs.emplace(name, InputArray::of(input.type, elements));
        made.inputs.at(name).count = input.length(array);
    }
    return made;
}

PairNumbers PairNumbers::of(std::uint32_t first_row, std::uint32_t end_row, std::uint32_t columns) {
    PairNumbers numbers;
    const std::size_t count = std::size_t{end_row - first_row} * columns;
    numbers.rows.reserve(count);
    numbers.columns.reserve(count);
    for (std::uint32_t row = first_row; row < end_row; ++row) {
        for (std::uint32_t column = 0; column < columns; ++column) {
            numbers.rows.push_back(row);
            numbers.columns.push_back(column);
        }
    }
    return numbers;
}

void BatchPaths::make_room(std::size_t moves) {
    const std::size_t wanted = moves_.size() + moves;
    if (wanted > moves_.capacity()) {
        moves_.reserve(std::max(wanted, 2 * moves_.capacity()));
    }
}

void BatchPaths::put(std::size_t p, std::span<const PathRecord> records, std::optional<Cell> end) {
    tracebacks_[p] = {.first = records_.size(),
                      .count = static_cast<std::uint32_t>(records.size()),
                      .has_end = end.has_value(),
                      .end = indices_of(end.value_or(Cell{}))};
    records_.insert(records_.end(), records.begin(), records.end());
}

void BatchPaths::put(std::size_t p, std::span<const std::uint8_t> moves, Cell begin, Cell end, Cell towards) {
    tracebacks_[p] = {.first = moves_.size(),
                      .count = static_cast<std::uint32_t>(moves.size()),
                      .is_compact = true,
                      .has_end = true,
                      .down = static_cast<std::int8_t>(towards.i),
                      .right = static_cast<std::int8_t>(towards.j),
                      .begin = indices_of(begin),
                      .end = indices_of(end)};
    moves_.insert(moves_.end(), moves.begin(), moves.end());
}

std::vector<PathRecord> BatchPaths::path(std::size_t p) const {
    if (tracebacks_.empty()) {
        return {};
    }
    const Traceback& traceback = tracebacks_[p];
    const auto first = static_cast<std::ptrdiff_t>(traceback.first);
    const auto end = first + static_cast<std::ptrdiff_t>(traceback.count);
    if (!traceback.is_compact) {
        return {records_.begin() + first, records_.begin() + end};
    }
    std::vector<PathRecord> path;
    path.reserve(traceback.count);
    CellIndices at = traceback.begin;
    std::for_each(moves_.begin() + first, moves_.begin() + end, [&](std::uint32_t move) {
        path.push_back({at.i, at.j, move >> 2});
        at.i += (move & 1U) != 0 ? traceback.down : 0;
        at.j += (move & 2U) != 0 ? traceback.right : 0;
    });
    return path;
}

std::optional<std::span<const std::uint8_t>> BatchPaths::moves(std::size_t p) const {
    if (tracebacks_.empty() || !tracebacks_[p].is_compact) {
        return std::nullopt;
    }
    return std::span(moves_).subspan(tracebacks_[p].first, tracebacks_[p].count);
}

std::optional<Cell> BatchPaths::end(std::size_t p) const {
    return tracebacks_.empty() || !tracebacks_[p].has_end ? std::nullopt : std::optional(tracebacks_[p].end.cell());
}

std::size_t BatchPaths::steps(std::size_t p) const {
    return tracebacks_.empty() ? 0 : tracebacks_[p].count;
}

std::optional<Number> BatchSolution::answer(std::size_t p) const {
    if (statuses[p] != AnswerStatus::ok) {
        return std::nullopt;
    }
    return read_number(answer_type, answers.data() + p * size_of(answer_type));
}

Result<Solution> BatchSolution::solution(const RecurrenceHeader& header, const Batch& batch, std::size_t p) const {
    Solution made;
    made.method = method;
    made.stage = header.stage;
    VKALGO_TRY(made.shape, shape_of(header, batch.instance(p), header.stage));
    made.shape.answer = cells[p].cell();
    made.answer = made.shape.size.empty() ? std::nullopt : answer(p);
    made.status = statuses[p];
    made.cell_type = header.cell;
    made.cell_bytes = header.cell_bytes();
    made.cell_numbers = header.numbers().size();
    if (paths.end(p)) {
        made.path = paths.path(p);
        made.path_end = paths.end(p);
    }
    return made;
}

}  // namespace vkalgo::dp
