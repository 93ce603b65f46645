#pragma once

#include "../../engine/result.hpp"
#include "../dp/instance/instance.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

// The reverse strand of nucleotides. The complement of an RNA sequence is RNA: if a sequence has U and no T, A's
// complement is U.
namespace vkalgo {

/// Returns the complement of a letter of either case by IUPAC's codes of nucleotides: T for A, Y for R and so on. X is
/// its own complement. Returns 0 for a letter without a complement.
char complement(char letter);

/// Returns true if the letters are RNA: if they contain a U and no T, in either case. With an alphabet, `letters` are
/// indices in it.
bool is_rna(std::span<const std::byte> letters, std::string_view alphabet = {});
/// Returns the alphabet with which the indices of an RNA sequence are printed: T is replaced by U, in either case,
/// unless the alphabet has both.
std::string rna_letters(std::string alphabet);

/// Returns the letters in reverse order, each replaced by its complement (A by T, C by G, R by Y and so on), as indices
/// in an alphabet. Errors: invalid_argument: a letter that has no complement, or whose complement is not in the
/// alphabet.
Result<dp::InputArray> reverse_complement(const dp::InputArray& indices, std::string_view alphabet);
/// Writes the reverse complement of each array, the range [offsets[k], offsets[k + 1]) of `indices`, to the same range
/// of `to`. Returns false if a letter has no complement. `to` then has kNoComplement for each such letter.
bool reverse_complements(std::span<const std::byte> indices, std::span<const std::uint64_t> offsets,
                         std::string_view alphabet, std::span<std::byte> to);
/// The index that stands for a missing complement.
inline constexpr std::uint8_t kNoComplement = 255;
/// Returns for each index in an alphabet the index of its complement, or kNoComplement if the alphabet lacks it. With
/// `rna`, A's complement is U if the alphabet has both U and T. If the alphabet has only one of them, that one is A's
/// complement.
std::array<std::uint8_t, 256> complements(std::string_view alphabet, bool rna = false);
/// Returns true if the alphabet has indices for both U and T, so that complements() differs for RNA.
bool tells_rna(std::string_view alphabet);
/// Returns the error of reverse_complement() about a letter without a complement. `letter` is an index in the alphabet,
/// `position` counts from 0.
Error no_complement(std::string_view alphabet, std::byte letter, std::size_t position);

}  // namespace vkalgo
