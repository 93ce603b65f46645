#include "cli/dp/alignment_columns.hpp"

#include "algorithms/alignment/alignment_runs.hpp"
#include "algorithms/alignment/scoring.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr std::string_view kOperations = "=XID";

/// Returns the CIGAR: equal neighbouring columns become one number and one letter.
std::string cigar_of(std::string_view columns) {
    std::string text;
    for (std::size_t begin = 0; begin < columns.size();) {
        const std::size_t end = std::min(columns.find_first_not_of(columns[begin], begin), columns.size());
        text += std::to_string(end - begin) + columns[begin];
        begin = end;
    }
    return text;
}

/// Returns how many rows (i) and columns (j) lie between the cell where the traceback ends and the corner of the table.
/// In the alignment, the letters of these rows and columns stand opposite gaps. Returns 0 for rows, or columns, that
/// the alignment need not contain.
dp::Cell border_of(const Solved& solved, std::string_view operations) {
    if (!solved.solution.path_end) {
        return {};
    }
    const dp::TableSize size = solved.solution.shape.size;
    const dp::Cell end = *solved.solution.path_end;
    const dp::Cell rest =
        traces_backwards(solved.header) ? end : dp::Cell{size.rows - 1 - end.i, size.columns - 1 - end.j};
    if (!solved.header.answer.searches()) {
        return rest;
    }
    if (!takes_scores(solved.header) || operations.find('.') != std::string_view::npos) {
        return {};
    }
    // The whole query is aligned. Letters of the reference before the alignment stand opposite gaps only if both
    // sequences must begin together.
    const auto anchored = solved.instance.params.find("anchored");
    const bool is_anchored =
        anchored != solved.instance.params.end() && std::visit([](auto value) { return value != 0; }, anchored->second);
    return {rest.i, is_anchored ? rest.j : 0};
}

}  // namespace

Result<AlignedColumns> alignment_of(const Solved& solved) {
    const std::string_view operations =
        solved.declaration.text.empty() ? kOperations : std::string_view(solved.declaration.text);
    const bool backwards = traces_backwards(solved.header);
    const bool of_query = takes_scores(solved.header);
    const dp::Cell rest = border_of(solved, operations);
    const std::string border = std::string(static_cast<std::size_t>(rest.i), of_query ? 'I' : 'D') +
                               std::string(static_cast<std::size_t>(rest.j), of_query ? 'D' : 'I');
    AlignedColumns alignment;
    alignment.end = alignment.begin = solved.solution.shape.answer;
    std::vector<dp::PathRecord> steps = kept_steps(solved);
    std::string columns;
    for (const dp::PathRecord& record : steps) {
        if (record.decision >= operations.size()) {
            return Error{ErrorCode::invalid_argument,
                         fmt::format("step() gives decision {}, but the operations {} of the alignment are for the "
                                     "decisions 0 to {}; return one of these, or add operations in 'solution alignment "
                                     "as'",
                                     record.decision, operations, operations.size() - 1),
                         {}};
        }
        const char operation = operations[record.decision];
        columns += operation == '.' ? std::string() : std::string(1, operation);
    }
    const auto& path = solved.solution.path;
    const auto outside = std::find_if(path.begin(), path.end(),
                                      [&](const dp::PathRecord& record) { return operations[record.decision] == '.'; });
    if (outside != path.end()) {
        alignment.begin = {outside->i, outside->j};
    } else if (solved.solution.path_end) {
        alignment.begin = {solved.solution.path_end->i - rest.i, solved.solution.path_end->j - rest.j};
    }
    alignment.columns = backwards ? border + columns : columns + border;
    alignment.cigar = cigar_of(alignment.columns);
    return alignment;
}

namespace {

/// The letters of one sequence in printed form.
class Letters {
public:
    Letters(std::span<const std::byte> indices, const std::string& alphabet) : indices_(indices), alphabet_(alphabet) {}

    std::size_t index(std::int64_t k) const { return static_cast<std::size_t>(indices_[static_cast<std::size_t>(k)]); }
    char operator()(std::int64_t k) const {
        const auto code = index(k) < alphabet_.size() ? static_cast<unsigned char>(alphabet_[index(k)])
                                                      : static_cast<unsigned char>(index(k));
        return code > ' ' && code < 0x7f ? static_cast<char>(code) : '?';
    }

private:
    std::span<const std::byte> indices_;
    const std::string& alphabet_;
};

}  // namespace

double LetterRange::coverage() const {
    return length == 0 ? 0.0 : 100.0 * static_cast<double>(count) / static_cast<double>(length);
}

LetterRange letter_range(std::int64_t begin, std::int64_t end, std::size_t length, bool reversed) {
    const auto letters = static_cast<std::int64_t>(length);
    return reversed ? LetterRange{letters - begin, letters + 1 - end, end - begin, letters}
                    : LetterRange{begin + 1, end, end - begin, letters};
}

double AlignedRows::identity() const {
    return identity_percent(static_cast<std::int64_t>(matches), static_cast<std::int64_t>(middle.size()));
}

AlignedRows aligned_rows(const Solved& solved, const AlignedColumns& alignment) {
    const auto& inputs = solved.instance.inputs;
    AlignedPair pair{inputs.at("x").data, inputs.at("y").data, alphabet_of(solved.header, "x", solved.letters.scoring),
                     alphabet_of(solved.header, "y", solved.letters.scoring), inputs.at("score").data};
    pair.letters =
        std::visit([](auto value) { return static_cast<std::uint64_t>(value); }, solved.instance.params.at("alphabet"));
    pair.reverse_strand = solved.letters.reverse_strand;
    return aligned_rows(pair, alignment);
}

AlignedRows aligned_rows(const AlignedPair& pair, const AlignedColumns& alignment) {
    const Letters x(pair.x, pair.x_alphabet);
    const Letters y(pair.y, pair.y_alphabet);
    const auto score = [&](std::size_t a, std::size_t b) {
        std::int32_t value = 0;
        std::memcpy(&value, pair.scores.data() + (pair.letters * a + b) * sizeof value, sizeof value);
        return value;
    };
    AlignedRows rows;
    dp::Cell at = alignment.begin;
    char before = ' ';
    for (const char column : alignment.columns) {
        const bool has_x = column != 'D';
        const bool has_y = column != 'I';
        rows.x_row += has_x ? x(at.i) : '-';
        rows.y_row += has_y ? y(at.j) : '-';
        if (has_x && has_y) {
            const bool equal = column == '=';
            const bool positive = score(x.index(at.i), y.index(at.j)) > 0;
            (equal ? rows.matches : rows.mismatches) += 1;
            rows.positives += positive ? 1U : 0U;
            rows.middle += equal ? '|' : positive ? ':' : '.';
        } else {
            rows.gap_columns += 1;
            rows.gaps += column != before ? 1U : 0U;
            rows.middle += ' ';
        }
        before = column;
        at = {at.i + (has_x ? 1 : 0), at.j + (has_y ? 1 : 0)};
    }
    rows.x = letter_range(alignment.begin.i, alignment.end.i, pair.x.size());
    rows.y = letter_range(alignment.begin.j, alignment.end.j, pair.y.size(), pair.reverse_strand);
    return rows;
}

}  // namespace vkalgo::cli
