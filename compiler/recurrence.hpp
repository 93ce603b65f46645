#pragma once

#include "../algorithms/dp/recurrence.hpp"
#include "../engine/result.hpp"

#include <string>
#include <string_view>

namespace vkalgo::compiler {

/// The options of recurrence().
struct RecurrenceOptions {
    /// The folder that keeps compiled modules between runs of the program (SpirvCache). The command uses
    /// default_cache_folder(). Empty means that modules are not kept.
    std::string cache_folder = {};
};

/// Makes a recurrence from the text of a user's file; `file` is its name in messages. The header is read now. The
/// modules are compiled when they are first needed, and kept by the handle and its copies. Errors: those of
/// dp::parse_header, as "file:line: message".
Result<dp::Recurrence> recurrence(std::string_view text, std::string_view file, const RecurrenceOptions& options = {});

}  // namespace vkalgo::compiler
