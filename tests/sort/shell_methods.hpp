#pragma once

#include "algorithms/sort/shell_plan.hpp"

namespace vkalgo::test {

struct ShellMethod {
    const char* name;
    ShellVariant variant;
};
inline constexpr ShellMethod kShellMethods[] = {{"shell-0", ShellVariant::zero}, {"shell-a", ShellVariant::a},
                                                {"shell-b", ShellVariant::b},    {"shell-c", ShellVariant::c},
                                                {"shell-d", ShellVariant::d},    {"shell-e", ShellVariant::e},
                                                {"shell-f", ShellVariant::f}};

}  // namespace vkalgo::test
