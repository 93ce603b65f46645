#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

/// The words of fields of NRRD headers.
namespace vkalgo::formats {

inline constexpr std::size_t kMaxNrrdAxes = 16;

/// Splits a field into one item per axis: words, or vectors in parentheses.
std::vector<std::string_view> nrrd_words(std::string_view text);

/// Reads "(1,2,3)"; returns an empty list if the word is not a vector.
std::vector<double> nrrd_vector(std::string_view word);

/// Returns true for a vector with a NaN, such as (nan,nan,nan). As a direction, it says as little as "none".
bool is_nan_nrrd_vector(std::string_view word);

}  // namespace vkalgo::formats
