#pragma once

#include "../algorithms/dp/recurrence.hpp"
#include "../engine/result.hpp"

#include <string>
#include <string_view>

namespace vkalgo::compiler {

/// How recurrence() compiles.
struct RecurrenceOptions {
    /// Where compiled modules are kept from one program to the next (SpirvCache); default_cache_folder() is the
    /// command's. Empty: nowhere.
    std::string cache_folder = {};
};

/// A recurrence of a user's own, from the text of its file; `file` is its name in messages. Its header is read now; its
/// modules are compiled when something first needs them, and kept by the handle and its copies.
/// Errors: those of dp::parse_header, as "file:line: message".
Result<dp::Recurrence> recurrence(std::string_view text, std::string_view file, const RecurrenceOptions& options = {});

}  // namespace vkalgo::compiler
