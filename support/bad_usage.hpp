#pragma once

#include "engine/result.hpp"

#include <string>
#include <utility>

namespace vkalgo {

/// Returns an invalid_argument error. `message` describes the error in the user's input and says what to do; `where`
/// names the option or the field.
inline Error bad_usage(std::string message, std::string where = {}) {
    return {ErrorCode::invalid_argument, std::move(message), std::move(where)};
}

}  // namespace vkalgo
