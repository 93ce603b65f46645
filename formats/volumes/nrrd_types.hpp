#pragma once

#include "algorithms/element_type.hpp"

#include <optional>
#include <string_view>

/// The words for types of numbers in NRRD headers.
namespace vkalgo::formats {

/// Returns the type for a word in lower case; nullopt if the word is not read.
std::optional<ElementType> nrrd_element_type(std::string_view word);

/// Returns the word that is written for a type: "uint8".
const char* nrrd_type(ElementType type);

}  // namespace vkalgo::formats
