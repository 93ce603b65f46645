#pragma once

#include "cli/options.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {

/// Declares --method: "auto", which `automatic` describes, or the name of one of `methods`, each with its summary.
template <class Method>
void declare_method(Options& options, std::string& chosen, std::span<const Method* const> methods,
                    std::string_view automatic) {
    std::vector<std::string> names{"auto"};
    std::string help = fmt::format("auto: {}", automatic);
    for (const Method* method : methods) {
        names.emplace_back(method->name);
        help += fmt::format("; {}: {}", method->name, method->summary);
    }
    options.choice("--method", chosen, names, help);
}

}  // namespace vkalgo::cli
