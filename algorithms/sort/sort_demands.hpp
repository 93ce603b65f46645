// Internal to algorithms/sort/: which methods do what the options ask for.
#pragma once

#include "sort_method.hpp"

#include <string>
#include <vector>

namespace vkalgo {

/// Checks the options. Errors: invalid_argument (bits that the type does not have, a number of bits per value other
/// than 32 and 64, indices or 64 bits without values, indices of 64 bits).
Result<void> check_sort_options(const SortOptions& options);

/// Returns the named method or, for "auto", the methods that "auto" may take on this device: sorted by name, at least
/// one. Errors: those of check_sort_options; invalid_argument (an unknown method); unsupported (the method, or every
/// method, lacks what the options ask for).
Result<std::vector<const SortMethod*>> sort_candidates(const SortOptions& options, const DeviceProfile& profile);

/// Returns the names of the methods that sort keys in parts by these options, separated by ", "; empty if no method
/// does.
std::string sort_methods_in_parts(const SortOptions& options);

}  // namespace vkalgo
