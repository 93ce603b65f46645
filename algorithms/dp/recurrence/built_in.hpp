#pragma once

#include "../../../engine/packed_words.hpp"

#include <span>
#include <string_view>

namespace vkalgo::dp {

/// A module of a built-in recurrence, as the program stores it.
struct BuiltInModule {
    std::string_view name;
    PackedWords words;
};

/// A recurrence as the build writes it: only data, from which builtin_recurrences() makes a CompiledRecurrence.
struct BuiltInRecurrence {
    const char* file;
    const char* source;
    std::span<const BuiltInModule> modules;
};

}  // namespace vkalgo::dp
