#pragma once

#include "engine/result.hpp"

#include <string>
#include <utility>

namespace vkalgo {

/// An invalid_argument: what is wrong with what the user gave, and what to do; `where` names the option or the field.
inline Error bad_usage(std::string message, std::string where = {}) {
    return {ErrorCode::invalid_argument, std::move(message), std::move(where)};
}

}  // namespace vkalgo
