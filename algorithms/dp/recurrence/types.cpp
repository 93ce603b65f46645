#include "algorithms/dp/recurrence/types.hpp"

#include <algorithm>

namespace vkalgo::dp {

namespace {

template <class Enum, std::size_t Count>
std::optional<Enum> find_name(const std::array<std::string_view, Count>& names, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
        return std::nullopt;
    }
    return static_cast<Enum>(found - names.begin());
}

// 1 + 2 + ... + x, and 0 for negative x. The even factor is halved first, so nothing overflows for x < 2^32.
std::uint64_t triangle(std::int64_t x) {
    if (x <= 0) {
        return 0;
    }
    const auto n = static_cast<std::uint64_t>(x);
    return n % 2 == 0 ? n / 2 * (n + 1) : (n + 1) / 2 * n;
}

// Cells (row, column) of a rows x columns rectangle with row + column < diagonal: those of the quadrant, less what
// lies below the last row, less what lies right of the last column, plus what was taken away twice.
std::int64_t cells_before(std::int64_t diagonal, std::int64_t rows, std::int64_t columns) {
    return static_cast<std::int64_t>(triangle(diagonal) - triangle(diagonal - rows) - triangle(diagonal - columns) +
                                     triangle(diagonal - rows - columns));
}

}  // namespace

std::string_view to_string(Pattern pattern) {
    return kPatternNames[static_cast<std::size_t>(pattern)];
}
std::optional<Pattern> pattern_from(std::string_view name) {
    return find_name<Pattern>(kPatternNames, name);
}
std::string_view to_string(RecurrenceClass name) {
    return kClassNames[static_cast<std::size_t>(name)];
}
std::optional<RecurrenceClass> class_from(std::string_view name) {
    return find_name<RecurrenceClass>(kClassNames, name);
}
std::optional<ElementType> input_type_from(std::string_view name) {
    const bool known = std::find(kInputTypeNames.begin(), kInputTypeNames.end(), name) != kInputTypeNames.end();
    return known ? element_type_from(name) : std::nullopt;
}

Frame Frame::of(Pattern pattern, TableSize size) {
    Frame frame;
    frame.size = size;
    switch (pattern) {
        case Pattern::RUD:
            break;
        case Pattern::RDU:
            frame.reflect_rows = true;
            break;
        case Pattern::CLR:
            frame.transpose = true;
            break;
        case Pattern::CRL:
            frame.reflect_columns = true;
            frame.transpose = true;
            break;
        case Pattern::NOSE:
            frame.diagonal = true;
            break;
        case Pattern::SENO:
            frame.diagonal = frame.reflect_rows = frame.reflect_columns = true;
            break;
        case Pattern::SONE:
            frame.diagonal = frame.reflect_rows = true;
            break;
        case Pattern::NESO:
            frame.diagonal = frame.reflect_columns = true;
            break;
    }
    return frame;
}

Cell Frame::to_canonical(Cell user) const {
    const std::int64_t row = reflect_rows ? size.rows - 1 - user.i : user.i;
    const std::int64_t column = reflect_columns ? size.columns - 1 - user.j : user.j;
    return transpose ? Cell{column, row} : Cell{row, column};
}

Cell Frame::to_user(Cell canonical) const {
    const std::int64_t row = transpose ? canonical.j : canonical.i;
    const std::int64_t column = transpose ? canonical.i : canonical.j;
    return {reflect_rows ? size.rows - 1 - row : row, reflect_columns ? size.columns - 1 - column : column};
}

std::int64_t Frame::stages() const {
    if (size.rows <= 0 || size.columns <= 0) {
        return 0;
    }
    return diagonal ? size.rows + size.columns - 1 : canonical_rows();
}

std::int64_t Frame::stage_of(Cell user) const {
    const Cell cell = to_canonical(user);
    return diagonal ? cell.i + cell.j : cell.i;
}

std::int64_t Frame::stage_first_row(std::int64_t stage) const {
    return diagonal ? std::max<std::int64_t>(0, stage - (canonical_columns() - 1)) : stage;
}

std::int64_t Frame::stage_width(std::int64_t stage) const {
    if (!diagonal) {
        return canonical_columns();
    }
    return std::min(stage, canonical_rows() - 1) - stage_first_row(stage) + 1;
}

std::int64_t Frame::index_of(Cell user) const {
    const Cell cell = to_canonical(user);
    if (!diagonal) {
        return cell.i * canonical_columns() + cell.j;
    }
    const std::int64_t stage = cell.i + cell.j;
    return cells_before(stage, canonical_rows(), canonical_columns()) + cell.i - stage_first_row(stage);
}

}  // namespace vkalgo::dp
