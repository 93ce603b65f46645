#include "algorithms/alignment/scoring.hpp"
#include "cli/dp/alignment_columns.hpp"
#include "cli/dp/solution_kind.hpp"

namespace vkalgo::cli {
namespace {

/// Returns the CIGAR. For problems whose letters are known, returns the whole alignment.
Result<SolutionShown> show_alignment(const Solved& solved) {
    VKALGO_TRY(const AlignedColumns alignment, alignment_of(solved));
    if (!takes_scores(solved.header)) {
        return SolutionShown{{{"cigar", alignment.cigar}}, alignment.cigar};
    }
    const AlignedRows rows = aligned_rows(solved, alignment);
    const bool reverse_strand = solved.letters.reverse_strand;
    return SolutionShown{alignment_json(alignment, rows, reverse_strand),
                         alignment_text(alignment, rows, reverse_strand)};
}

}  // namespace

const SolutionKind& solution_kind_alignment();
const SolutionKind& solution_kind_alignment() {
    static const SolutionKind kind{
        .name = "alignment",
        .usage = "alignment as =XID",
        .allowed = SolutionKind::kText,
        .show = show_alignment,
    };
    return kind;
}

}  // namespace vkalgo::cli
