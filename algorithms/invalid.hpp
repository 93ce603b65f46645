#pragma once

#include "../engine/result.hpp"

#include <string>
#include <utility>

namespace vkalgo {

/// An invalid_argument that says what is wrong with an argument or a field.
inline Error invalid(std::string message, std::string where = {}) {
    return {ErrorCode::invalid_argument, std::move(message), std::move(where)};
}

}  // namespace vkalgo
