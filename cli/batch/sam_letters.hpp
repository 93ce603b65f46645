#pragma once

#include "algorithms/alignment/alignment_runs.hpp"
#include "engine/result.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What SAM (SAMv1 and SAMtags, samtools.github.io/hts-specs) says of names and letters.
namespace vkalgo::cli {

/// Errors: invalid_argument: a name that SAM does not take for a query, or for a reference.
Result<void> check_sam_name(std::string_view name, bool is_reference);

/// Errors: invalid_argument: a letter that the field SEQ does not take, with its place. `query`: the record's name.
Result<void> check_sam_letters(std::string_view letters, std::string_view query);

/// Appends the reverse complement of letters. That of RNA is RNA. Errors: invalid_argument: a letter has no complement.
Result<void> append_reverse_complement(std::string_view letters, std::string_view query, std::string& text);

/// Columns of a CIGAR, as SAM counts them.
struct SamColumns {
    /// of = X I D
    std::vector<CigarRun> runs;
    /// letters of the query and of the reference
    std::uint64_t of_query = 0, of_reference = 0;
    /// letters of both stand in one column, so that the query is mapped
    bool has_pairs = false;
    /// columns that are not = (the tag NM)
    std::uint64_t differences = 0;
};

/// Counts what runs take of both sequences. A pair is what is neither I nor D, and counts as different.
SamColumns sam_columns(std::span<const CigarRun> runs);

/// Tells equal pairs from different ones by their letters, whatever the recurrence calls them. Of bases, a pair is
/// equal if both are the same one of A, C, G and T (U is T); of amino acids, if both are the same letter. Case does not
/// matter. `query` and `reference` begin with the letters of the first column.
void mark_equal_pairs(std::string_view query, std::string_view reference, bool of_proteins, SamColumns& columns);

}  // namespace vkalgo::cli
