#pragma once

#include "engine/result.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Programs of others that `vkalgo bench` times beside its own methods, if they are on the machine.
namespace vkalgo::cli {

/// What a peer may take at most, unless its caller gives it more.
inline constexpr std::chrono::seconds kMaxPeerSize{120};

/// Where a program of this name is: beside this one, else in a folder of PATH.
std::optional<std::string> find_program(const std::string& name);

/// Runs a program, no shell, with `input` as its standard input: its standard output. It leaves no file of ours behind,
/// however it ends. Errors: unsupported (it does not start, exits with another status than 0 or not within `most`),
/// with the last line of its standard error.
Result<std::string> run_program(const std::vector<std::string>& words, std::string_view input,
                                std::chrono::seconds most);

/// The same of a script of Python by the python3 in PATH or, if that one fails (it may lack a module), Debian's.
Result<std::string> run_python(const std::string& script, const std::vector<std::string>& arguments,
                               std::string_view input, std::chrono::seconds most);

}  // namespace vkalgo::cli
