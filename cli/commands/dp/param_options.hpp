#pragma once

#include "cli/dp/job.hpp"
#include "cli/options.hpp"
#include "engine/result.hpp"

#include <functional>
#include <map>
#include <string>

namespace vkalgo::cli {

/// Declares an option for each param of a recurrence. Call it after the other options of the command are declared.
/// Values go into `params`. `params` and the recurrence must outlive `options`. Errors: invalid_argument: a param has
/// the name of another option.
Result<void> declare_param_options(Options& options, const dp::Recurrence& recurrence,
                                   std::map<std::string, dp::Number, std::less<>>& params);

}  // namespace vkalgo::cli
