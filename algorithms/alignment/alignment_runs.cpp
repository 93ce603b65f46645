#include "algorithms/alignment/alignment_runs.hpp"

#include "algorithms/alignment/scoring.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace vkalgo {
namespace {

constexpr std::string_view kOperations = "=XID";
/// The operation of a step outside the alignment.
constexpr char kLeftOut = '.';

void add(std::vector<CigarRun>& runs, char operation, std::int64_t count) {
    if (count <= 0) {
        return;
    }
    if (!runs.empty() && runs.back().operation == operation) {
        runs.back().count += count;
    } else {
        runs.push_back({operation, count});
    }
}

/// Returns the index of the first move after `first` that differs from the move at `first`; the number of moves if
/// there is none.
std::size_t end_of_run(std::span<const std::uint8_t> moves, std::size_t first) {
    const std::uint8_t move = moves[first];
    const std::uint64_t eight = move * 0x0101010101010101U;
    std::size_t end = first + 1;
    for (; end + 8 <= moves.size(); end += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, moves.data() + end, 8);
        if (word != eight) {
            break;
        }
    }
    while (end < moves.size() && moves[end] == move) {
        ++end;
    }
    return end;
}

}  // namespace

bool traces_backwards(const dp::RecurrenceHeader& header) {
    const auto& coefficients = header.stage.coefficients;
    const auto* first = std::find_if(coefficients.begin(), coefficients.end(), [](int each) { return each != 0; });
    return first != coefficients.end() && *first > 0;
}

double identity_percent(std::int64_t matches, std::int64_t columns) {
    return columns == 0 ? 0 : 100.0 * static_cast<double>(matches) / static_cast<double>(columns);
}

double ColumnCounts::identity() const {
    return identity_percent(matches, columns);
}

ColumnCounts count_columns(std::span<const CigarRun> runs) {
    ColumnCounts counts;
    for (const CigarRun& run : runs) {
        const bool is_gap = run.operation == 'I' || run.operation == 'D';
        counts.columns += run.count;
        counts.matches += run.operation == '=' ? run.count : 0;
        counts.mismatches += run.operation != '=' && !is_gap ? run.count : 0;
        counts.gaps += is_gap ? 1 : 0;
        counts.gap_columns += is_gap ? run.count : 0;
    }
    return counts;
}

bool AlignmentReader::can_read(const dp::RecurrenceHeader& header) {
    return header.solution && header.solution->kind == "alignment" && header.index_count() == 2 &&
           traces_backwards(header);
}

AlignmentReader::AlignmentReader(const dp::RecurrenceHeader& header, const dp::Params& params)
    : operations_(header.solution && !header.solution->text.empty() ? header.solution->text : std::string(kOperations)),
      searches_(header.answer.searches()),
      of_query_(takes_scores(header)),
      whole_query_(of_query_ && operations_.find(kLeftOut) == std::string::npos) {
    const auto anchored = params.find("anchored");
    anchored_ = anchored != params.end() && std::visit([](auto value) { return value != 0; }, anchored->second);
}

Result<char> AlignmentReader::operation_of(std::uint32_t decision) const {
    if (decision < operations_.size()) {
        return operations_[decision];
    }
    return Error{ErrorCode::invalid_argument,
                 "step() gives decision " + std::to_string(decision) + ", but the alignment has only the operations " +
                     operations_ + ", for the decisions from 0 to " + std::to_string(operations_.size() - 1),
                 {}};
}

/// Adds the letters before `traceback_end`, which lies on the border of the table, to the runs of `target` if they
/// belong to the alignment: first those of y, then those of x. `left_out`: the traceback has left the alignment before
/// its end, so no letters are added. Then reverses the runs, since they were found from the end of the alignment to its
/// beginning.
void AlignmentReader::finish(dp::Cell traceback_end, bool left_out, bool as_sam, AlignmentRuns& target) const {
    if ((!searches_ || whole_query_) && !left_out) {
        const bool has_y = !searches_ || anchored_;
        const bool of_query = as_sam || of_query_;
        add(target.runs, of_query ? 'D' : 'I', has_y ? traceback_end.j : 0);
        add(target.runs, of_query ? 'I' : 'D', traceback_end.i);
        target.begin = {0, has_y ? 0 : traceback_end.j};
    }
    std::reverse(target.runs.begin(), target.runs.end());
}

Result<void> AlignmentReader::read(std::span<const dp::PathRecord> path, dp::Cell answer, dp::Cell traceback_end,
                                   bool as_sam, AlignmentRuns& target) const {
    target.runs.clear();
    target.begin = traceback_end;
    target.end = answer;
    bool left_out = false;
    for (std::size_t k = 0; k < path.size() && !left_out; ++k) {
        const dp::PathRecord& record = path[k];
        VKALGO_TRY(char operation, operation_of(record.decision));
        if (operation == kLeftOut) {
            target.begin = {record.i, record.j};
            left_out = true;
            continue;
        }
        if (as_sam) {
            const bool is_last = k + 1 == path.size();
            const bool down = (is_last ? traceback_end.i : path[k + 1].i) != record.i;
            const bool right = (is_last ? traceback_end.j : path[k + 1].j) != record.j;
            operation = down && right ? operation : down ? 'I' : 'D';
        }
        add(target.runs, operation, 1);
    }
    finish(traceback_end, left_out, as_sam, target);
    return {};
}

Result<void> AlignmentReader::read_moves(std::span<const std::uint8_t> moves, dp::Cell answer, dp::Cell traceback_end,
                                         bool as_sam, AlignmentRuns& target) const {
    constexpr unsigned kDown = 1, kRight = 2;
    target.runs.clear();
    target.begin = traceback_end;
    target.end = answer;
    dp::Cell cell = answer;
    bool left_out = false;
    for (std::size_t k = 0; k < moves.size() && !left_out;) {
        const std::uint8_t move = moves[k];
        const std::size_t end = end_of_run(moves, k);
        const auto count = static_cast<std::int64_t>(end - k);
        const std::uint32_t decision = move >> 2U;
        char operation = decision < operations_.size() ? operations_[decision] : kLeftOut;
        if (decision >= operations_.size()) {
            VKALGO_CHECK(operation_of(decision));
        }
        if (operation == kLeftOut) {
            target.begin = cell;
            left_out = true;
            continue;
        }
        const bool down = (move & kDown) != 0;
        const bool right = (move & kRight) != 0;
        if (as_sam) {
            operation = down && right ? operation : down ? 'I' : 'D';
        }
        add(target.runs, operation, count);
        cell.i -= down ? count : 0;
        cell.j -= right ? count : 0;
        k = end;
    }
    finish(traceback_end, left_out, as_sam, target);
    return {};
}

void append_runs(std::span<const CigarRun> runs, std::string& text) {
    constexpr std::ptrdiff_t kLongest = 24;  // Maximum number of characters of a run
    char part[512];
    char* at = part;
    for (const CigarRun& run : runs) {
        if (std::end(part) - at < kLongest) {
            text.append(part, at);
            at = part;
        }
        at = std::to_chars(at, std::end(part), run.count).ptr;
        *at++ = run.operation;
    }
    text.append(part, at);
}

}  // namespace vkalgo
