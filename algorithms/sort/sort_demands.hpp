// Internal to algorithms/sort/: which methods do what options ask for.
#pragma once

#include "sort_method.hpp"

#include <string>
#include <vector>

namespace vkalgo {

/// Errors: invalid_argument: a type that is not sorted, bits that it does not have, indices without values.
Result<void> check_sort_options(const SortOptions& options);

/// The method that is named, or those that "auto" may take on such a device: in order of name, one at least.
/// Errors: those of check_sort_options; invalid_argument (no such method); unsupported (it does not do what the options
/// ask for, or none does).
Result<std::vector<const SortMethod*>> sort_candidates(const SortOptions& options, const DeviceProfile& profile);

/// Names of the methods that sort such keys in parts, ", " between them; perhaps none.
std::string sort_methods_in_parts(const SortOptions& options);

}  // namespace vkalgo
