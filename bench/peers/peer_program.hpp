#pragma once

#include "engine/result.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Other programs that `vkalgo bench` times beside its own methods, if they are installed.
namespace vkalgo::bench {

/// Time limit of a peer if its caller sets no other limit.
inline constexpr std::chrono::seconds kPeerTimeLimit{120};

/// Returns the path of a program of this name. Looks first in this program's folder, then in the folders of PATH.
std::optional<std::string> find_program(const std::string& name);

/// Runs a program, without a shell, with `input` as its standard input. Returns its standard output. Leaves no
/// temporary file, however this program ends. Errors: unsupported: the program does not start, does not exit within
/// `most`, or exits with a status other than 0. In the last case the message has the last line of the program's
/// standard error.
Result<std::string> run_program(const std::vector<std::string>& words, std::string_view input,
                                std::chrono::seconds most);

/// Runs a Python script in the way of run_program(), by the python3 in PATH. If that fails (it may lack a module), runs
/// it by /usr/bin/python3.
Result<std::string> run_python(const std::string& script, const std::vector<std::string>& arguments,
                               std::string_view input, std::chrono::seconds most);

}  // namespace vkalgo::bench
