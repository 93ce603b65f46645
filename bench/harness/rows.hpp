#pragma once

#include "bench/cases/measurement.hpp"
#include "bench/harness/harness.hpp"

#include <cstdio>
#include <vector>

/// The code shared by the programs that time cases of `vkalgo bench`.
namespace vkalgo::bench {

/// Prints the rows, adds them to the program's JSON as "cases", and writes the JSON. Returns the program's exit status:
/// 4 if a row is wrong.
inline int write_rows(const std::vector<Measurement>& rows, Json& result, const Arguments& arguments) {
    std::printf("%s", measurements_text(rows).c_str());
    result["cases"] = Json::array();
    for (const Measurement& row : rows) {
        result["cases"].push_back(measurement_json(row));
    }
    const int written = write_json(result, arguments);
    return first_difference(rows).empty() ? written : 4;
}

}  // namespace vkalgo::bench
