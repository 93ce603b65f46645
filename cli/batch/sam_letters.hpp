#pragma once

#include "algorithms/alignment/alignment_runs.hpp"
#include "engine/result.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The rules of SAM (SAMv1 and SAMtags, samtools.github.io/hts-specs) for names and letters.
namespace vkalgo::cli {

/// Checks a name. Errors: invalid_argument: SAM does not allow it for a query or for a reference.
Result<void> check_sam_name(std::string_view name, bool is_reference);

/// Checks the letters of a query. Errors: invalid_argument: a letter that SEQ does not allow, with its position.
/// `query` is the record's name.
Result<void> check_sam_letters(std::string_view letters, std::string_view query);

/// Appends the reverse complement of letters to `text`. The reverse complement of RNA is RNA. `query` is the record's
/// name, for messages. Errors: invalid_argument: a letter has no complement.
Result<void> append_reverse_complement(std::string_view letters, std::string_view query, std::string& text);

/// The columns of a CIGAR as SAM counts them.
struct SamColumns {
    /// Runs of =, X, I and D.
    std::vector<CigarRun> runs;
    /// Numbers of letters of the query and of the reference.
    std::uint64_t of_query = 0, of_reference = 0;
    /// Whether some column has letters of both sequences. The query is then mapped.
    bool has_pairs = false;
    /// The number of columns other than = (the tag NM).
    std::uint64_t differences = 0;
};

/// Counts the letters of both sequences in the runs. Every operation except I and D is a pair. Every pair counts as
/// different until mark_equal_pairs() is called.
SamColumns sam_columns(std::span<const CigarRun> runs);

/// Separates equal pairs from different ones by their letters, whatever the recurrence calls them. A pair of bases is
/// equal if both are the same letter of A, C, G and T (U is T); a pair of amino acids is equal if both are the same
/// letter. Case is ignored. `query` and `reference` begin with the letters of the first column.
void mark_equal_pairs(std::string_view query, std::string_view reference, bool of_proteins, SamColumns& columns);

}  // namespace vkalgo::cli
