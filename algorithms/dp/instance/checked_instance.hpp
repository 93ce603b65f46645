#pragma once

// Reads an instance without changing it: gets its params with their defaults, and checks whether it is complete.
#include "instance.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>

namespace vkalgo::dp {

/// Returns the value of a param: the given value, or its default. Returns nullopt if no default exists, or if its
/// expression fails, for example because the instance lacks elements that it reads.
std::optional<Number> value_of(const RecurrenceHeader& header, const ParamDeclaration& param, const Instance& instance);

/// Returns all params of an instance. A param that is not given has its default, which may follow from the inputs.
/// Errors: those of complete_params().
Result<std::map<std::string, Number, std::less<>>> params_of(const RecurrenceHeader& header, const Instance& instance);

/// Checks what check_instance() checks, but changes nothing: a missing param counts with its default. Errors: those of
/// check_instance().
Result<Shape> checked_shape(const RecurrenceHeader& header, const Instance& instance, const StageFunction& stage);

}  // namespace vkalgo::dp
