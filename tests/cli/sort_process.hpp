#pragma once

#include "tests/cli/process.hpp"

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

/// Helpers that run `vkalgo sort` as a process.
namespace vkalgo::cli::test {

/// Returns the JSON object of a run that must succeed.
inline nlohmann::json json_of_sort(const Words& arguments, const ProcessSettings& settings = {}) {
    return json_of_command("sort", arguments, settings);
}

/// Expects exit code 2 and this message.
inline void expect_refused(Words arguments, const std::string& message) {
    arguments.insert(arguments.begin(), "sort");
    expect_refused({.arguments = std::move(arguments), .exit_code = 2, .message = message});
}

}  // namespace vkalgo::cli::test
