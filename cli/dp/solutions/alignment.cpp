#include "cli/dp/solution_kind.hpp"

namespace vkalgo::cli {
namespace {

constexpr std::string_view kOperations = "=XID";

/// Joins equal operations: "3=1X".
class Cigar {
public:
    void add(char operation, std::int64_t count) {
        if (count <= 0) {
            return;
        }
        if (operation != operation_) {
            close();
            operation_ = operation;
        }
        count_ += count;
    }
    std::string take() {
        close();
        return text_;
    }

private:
    void close() {
        if (count_ > 0) {
            text_ += std::to_string(count_) + operation_;
        }
        count_ = 0;
    }
    std::string text_;
    char operation_ = ' ';
    std::int64_t count_ = 0;
};

/// Decision k is the k-th operation. An alignment of the whole strings deletes or inserts what lies on the border that
/// the walk ends on; one whose answer is searched for leaves it out.
Result<SolutionShown> show(const Solved& solved) {
    const std::string_view operations =
        solved.declaration.text.empty() ? kOperations : std::string_view(solved.declaration.text);
    const bool backwards = walks_backwards(solved.header);
    const dp::TableSize size = solved.solution.shape.size;
    dp::Cell rest;
    if (solved.solution.path_end && !solved.header.answer.searches()) {
        rest = *solved.solution.path_end;
        rest = backwards ? rest : dp::Cell{size.rows - 1 - rest.i, size.columns - 1 - rest.j};
    }
    Cigar cigar;
    const auto add_border = [&] {
        cigar.add('D', rest.i);
        cigar.add('I', rest.j);
    };
    if (backwards) {
        add_border();
    }
    for (const dp::PathRecord& record : kept_steps(solved)) {
        if (record.decision >= operations.size()) {
            return Error{ErrorCode::invalid_argument,
                         "step() decides " + std::to_string(record.decision) + ", and the alignment knows " +
                             std::string(operations) + " for decisions from 0",
                         {}};
        }
        cigar.add(operations[record.decision], 1);
    }
    if (!backwards) {
        add_border();
    }
    const std::string text = cigar.take();
    return SolutionShown{{{"cigar", text}}, text};
}

}  // namespace

const SolutionKind& solution_kind_alignment();
const SolutionKind& solution_kind_alignment() {
    static const SolutionKind kind{
        .name = "alignment",
        .usage = "alignment as =XID",
        .allowed = SolutionKind::kText,
        .show = show,
    };
    return kind;
}

}  // namespace vkalgo::cli
