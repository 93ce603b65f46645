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

/// Converts files and command-line words to the inputs and params of a recurrence.
namespace vkalgo::cli {

/// Returns the cell of a record of a path.
inline dp::Cell cell_of(const dp::PathRecord& record) {
    return {record.i, record.j, record.k, record.l};
}

/// Converts the values of an array to the elements that a recurrence declares, in C order for any shape. Errors:
/// invalid_argument: the type cannot hold a value. `name` is the array's name in messages.
Result<dp::InputArray> as_input(Array array, ElementType type, const std::string& name);

/// Reads an input of a recurrence from a file. For u8 it reads letters. For other types it reads values, and converts
/// them if the type holds each of them exactly.
Result<dp::InputArray> read_input(InputReader& reader, const std::string& path, ElementType type);

/// Reads a list of numbers as read_input() does. If the file's name and first bytes show no format, the file is text.
Result<dp::InputArray> read_number_list(InputReader& reader, const std::string& path, ElementType type);

/// Parses the value of a param from the command line. Errors: invalid_argument: not a number of that type.
Result<dp::Number> parse_param(std::string_view text, ElementType type);

/// Returns a number of that type as text. A float has the fewest digits that read back as the same value.
std::string to_text(const dp::Number& number, ElementType type);

/// Returns the number. For an f32, returns the f64 with the same shortest text. A NaN loses its sign.
dp::Number shortest(const dp::Number& number, ElementType type);

/// Returns an input of bytes.
dp::InputArray bytes_input(std::string_view text);

}  // namespace vkalgo::cli
