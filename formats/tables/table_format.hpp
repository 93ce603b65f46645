#pragma once

#include "engine/result.hpp"
#include "formats/format.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace vkalgo::formats {

/// The readers of the formats of tables, with the request's delimiter between cells. Errors: those of csv.hpp.
Result<Array> table_numbers(std::string_view text, const ReadRequest& request);
Result<std::vector<Array>> table_columns(std::string_view text, const ReadRequest& request,
                                         std::span<const ElementType> types);

}  // namespace vkalgo::formats
