#pragma once

#include "algorithms/dp/instance/instance.hpp"
#include "algorithms/dp/method/method.hpp"
#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/reader.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Files and command-line words -> the inputs and params of a recurrence.
namespace vkalgo::cli {

/// The cell that a record of a path names.
inline dp::Cell cell_of(const dp::PathRecord& record) {
    return {record.i, record.j, record.k, record.l};
}

/// The values of an array as the elements that a recurrence declares, in C order whatever the shape. Errors:
/// invalid_argument: the type does not hold one of them; `name` is what messages call the array.
Result<dp::InputArray> as_input(Array array, ElementType type, const std::string& name);

/// Any input of a recurrence from a file: letters for u8, else values, converted where the type holds each of them
/// exactly.
Result<dp::InputArray> read_input(InputReader& reader, const std::string& path, ElementType type);

/// A file with a list of numbers: as read_input, but text where neither its name nor its first bytes say otherwise.
Result<dp::InputArray> read_number_list(InputReader& reader, const std::string& path, ElementType type);

/// The value of a param as the command line gives it. Errors: invalid_argument: not a number of that type.
Result<dp::Number> parse_param(std::string_view text, ElementType type);

/// A number of that type as people and scripts read it: a float by the fewest digits that read back as the same value.
std::string to_text(const dp::Number& number, ElementType type);

/// The number with the f64 in place of an f32 that has the same shortest text.
dp::Number shortest(const dp::Number& number, ElementType type);

/// An input of bytes.
dp::InputArray bytes_input(std::string_view text);

}  // namespace vkalgo::cli
