#pragma once

#include "../engine/result.hpp"

#include <string>
#include <utility>

namespace vkalgo {

/// Returns an invalid_argument error. The message says what is wrong; `where` names the argument or the field.
inline Error invalid(std::string message, std::string where = {}) {
    return {ErrorCode::invalid_argument, std::move(message), std::move(where)};
}

}  // namespace vkalgo
