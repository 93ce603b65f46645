#pragma once

#include "../../engine/result.hpp"
#include "../dp/instance/instance.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

// The other strand of nucleotides. That of RNA is RNA: where a sequence has U and no T, A's complement is U.
namespace vkalgo {

/// T for A, Y for R and so on, by IUPAC's codes of nucleotides in either case; 0: there is none. X is its own.
char complement(char letter);

/// Are letters, or indices in an alphabet, those of RNA? They have a U and no T, in either case.
bool is_rna(std::span<const std::byte> letters, std::string_view alphabet = {});
/// The letters that stand for an alphabet's indices in a sequence of RNA: U for T, unless both have a place.
std::string rna_letters(std::string alphabet);

/// Letters read backwards and each replaced by its complement, A by T, C by G, R by Y and so on, as indices in an
/// alphabet. Errors: invalid_argument: a letter without a complement, or whose complement is not in the alphabet.
Result<dp::InputArray> reverse_complement(const dp::InputArray& places, std::string_view alphabet);
/// The same of the arrays [offsets[k], offsets[k + 1]) of `places`, each to the same elements of `to`. False: a letter
/// lacks it, and `to` has kNoComplement there.
bool reverse_complements(std::span<const std::byte> places, std::span<const std::uint64_t> offsets,
                         std::string_view alphabet, std::span<std::byte> to);
/// The index of a letter that has no complement.
inline constexpr std::uint8_t kNoComplement = 255;
/// Of each index in an alphabet its complement's, kNoComplement where there is none. `rna`: of A it is U's, if the
/// alphabet has both U and T; if it has one of them, that one's in any case.
std::array<std::uint8_t, 256> complements(std::string_view alphabet, bool rna = false);
/// Has the alphabet indices for both U and T, so that complements() differ for RNA?
bool tells_rna(std::string_view alphabet);
/// What reverse_complement() says of the letter at that place, from 0.
Error no_complement(std::string_view alphabet, std::byte letter, std::size_t place);

}  // namespace vkalgo
