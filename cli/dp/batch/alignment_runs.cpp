#include "cli/dp/batch/alignment_runs.hpp"

#include "cli/dp/solution_kind.hpp"

#include <algorithm>
#include <charconv>

namespace vkalgo::cli {
namespace {

constexpr std::string_view kOperations = "=XID";
/// The operation of a step that is no part of the alignment.
constexpr char kLeftOut = '.';

void add(std::vector<Run>& runs, char operation, std::int64_t count) {
    if (count <= 0) {
        return;
    }
    if (!runs.empty() && runs.back().operation == operation) {
        runs.back().count += count;
    } else {
        runs.push_back({operation, count});
    }
}

}  // namespace

bool AlignmentReader::can_read(const dp::RecurrenceHeader& header) {
    return header.solution && header.solution->kind == "alignment" && header.index_count() == 2 &&
           walks_backwards(header);
}

AlignmentReader::AlignmentReader(const dp::RecurrenceHeader& header)
    : operations_(header.solution && !header.solution->text.empty() ? header.solution->text : std::string(kOperations)),
      searches_(header.answer.searches()) {}

Result<void> AlignmentReader::read(std::span<const dp::PathRecord> path, dp::Cell answer, dp::Cell walk_end,
                                   bool as_sam, AlignmentRuns& target) const {
    std::vector<Run>& runs = target.runs;
    runs.clear();
    target.begin = walk_end;
    target.end = answer;
    bool left_out = false;
    for (std::size_t k = 0; k < path.size(); ++k) {
        const dp::PathRecord& record = path[k];
        if (record.decision >= operations_.size()) {
            return Error{ErrorCode::invalid_argument,
                         "step() decides " + std::to_string(record.decision) + ", and the alignment knows " +
                             operations_ + " for decisions from 0",
                         {}};
        }
        char operation = operations_[record.decision];
        if (operation == kLeftOut) {
            target.begin = {record.i, record.j};
            left_out = true;
            break;
        }
        if (as_sam) {
            const bool is_last = k + 1 == path.size();
            const bool down = (is_last ? walk_end.i : path[k + 1].i) != record.i;
            const bool right = (is_last ? walk_end.j : path[k + 1].j) != record.j;
            operation = down && right ? operation : down ? 'I' : 'D';
        }
        add(runs, operation, 1);
    }
    if (!searches_ && !left_out) {  // what lies on the border is deleted or inserted, D first
        add(runs, as_sam ? 'D' : 'I', walk_end.j);
        add(runs, as_sam ? 'I' : 'D', walk_end.i);
        target.begin = {};
    }
    std::reverse(runs.begin(), runs.end());
    return {};
}

void append_runs(std::span<const Run> runs, std::string& text) {
    char digits[24];
    for (const Run& run : runs) {
        const auto end = std::to_chars(std::begin(digits), std::end(digits), run.count).ptr;
        text.append(digits, end);
        text += run.operation;
    }
}

}  // namespace vkalgo::cli
