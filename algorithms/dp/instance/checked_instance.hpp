#pragma once

// What an instance is to those that leave it as it is: its params with their defaults, and whether it is complete.
#include "instance.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>

namespace vkalgo::dp {

/// The value of a param: given, or by its default, as far as the instance has what that reads; else none.
std::optional<Number> value_of(const RecurrenceHeader& header, const ParamDeclaration& param, const Instance& instance);

/// All params of an instance: given, or by their defaults, those that follow from the inputs too. Errors: those of
/// complete_params().
Result<std::map<std::string, Number, std::less<>>> params_of(const RecurrenceHeader& header, const Instance& instance);

/// Checks what check_instance() checks, and changes nothing: a param that is missing has its default. Errors: those of
/// check_instance().
Result<Shape> checked_shape(const RecurrenceHeader& header, const Instance& instance, const StageFunction& stage);

}  // namespace vkalgo::dp
