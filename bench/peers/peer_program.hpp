#pragma once

#include "engine/result.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Other programs that `vkalgo bench` times beside its own methods, if they are installed.
namespace vkalgo::bench {

/// Time limit of a peer, unless its caller sets another.
inline constexpr std::chrono::seconds kMaxPeerSize{120};

/// Returns the path of a program of this name: in this program's folder, or else in a folder of PATH.
std::optional<std::string> find_program(const std::string& name);

/// Runs a program, without a shell, with `input` as its standard input. Returns its standard output. Leaves no
/// temporary file, however it ends. Errors: unsupported (it does not start, does not exit with status 0, or not within
/// `most`), with the last line of its standard error.
Result<std::string> run_program(const std::vector<std::string>& words, std::string_view input,
                                std::chrono::seconds most);

/// Runs a Python script in the same way, by the python3 in PATH or, if that fails (it may lack a module), by Debian's.
Result<std::string> run_python(const std::string& script, const std::vector<std::string>& arguments,
                               std::string_view input, std::chrono::seconds most);

}  // namespace vkalgo::bench
