#pragma once

#include "algorithms/dp/batch.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::bench {

/// The number of letters in NCBI's matrices of protein scores, and the gap costs that are usual with BLOSUM62.
inline constexpr std::uint32_t kProteinLetters = 24;
inline constexpr std::int64_t kGapOpen = 11, kGapExtend = 1;

/// Random pairs of sequences. The second of a pair is the first, with about one letter in twenty replaced, left out or
/// doubled.
struct BatchCase {
    /// "edit": edit distances. "reads": edit distances and tracebacks of short pairs, ten times as many pairs as in
    /// "edit". "protein": local alignments with a matrix of scores and affine gaps, of sequences half as long as in
    /// "edit".
    std::string name;
    /// A built-in recurrence: "edit-distance".
    std::string problem;
    std::uint64_t seed = 0;
    /// Length of the first sequence of each pair.
    std::uint32_t length = 0;
    dp::ArrayList x{ElementType::u8}, y{ElementType::u8}, score{ElementType::i32};
    /// The score of every pair of letters, row by row. The matrix is symmetric. Empty for edit distances.
    std::vector<std::int32_t> matrix;

    std::size_t count() const { return x.size(); }
    /// x_of() and y_of() return the two sequences of problem p. Letters are numbered from 0.
    std::span<const std::uint8_t> x_of(std::size_t p) const;
    std::span<const std::uint8_t> y_of(std::size_t p) const;
    /// Returns the batch to solve. Its inputs are views of the arrays of this object.
    dp::Batch batch() const;
    /// Computes the answer of problem p on one core, row by row of its table.
    std::int64_t reference(std::size_t p) const;
};

/// Returns the names of the cases.
std::vector<std::string_view> batch_case_names();

/// Draws a case of that name. Equal arguments give equal pairs.
BatchCase draw_batch(std::string_view name, std::uint32_t pairs, std::uint32_t length, std::uint64_t seed);

}  // namespace vkalgo::bench
