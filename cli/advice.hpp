#pragma once

#include "engine/result.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

/// The library's messages name its fields ("memory_limit"), because a host program that embeds the library has no
/// command line. A table of Advice says which option changes which field.
namespace vkalgo::cli {

/// What a user of the command can do about an error whose `where` is `field`.
struct Advice {
    std::string_view field;
    /// The advice that follows the message after a semicolon: "raise --memory". If it is an option alone ("--bins"),
    /// the field is that option, and the message follows it: "--bins: ...".
    std::string_view what_to_do;
    /// If set, the advice is for errors of this kind only.
    std::optional<ErrorCode> code;
};

/// Returns the error's message with advice. The advice is that of the first entry that fits the error, first searched
/// in `own` (the command's advice), then in the common table. The advice is left out if the message already names its
/// option. If no entry fits, the file, the option or the failed Vulkan call follows in parentheses, unless the message
/// already names it.
std::string full_message(const Error& error, std::span<const Advice> own = {});

/// Replaces each <field> in an error of formats/ or algorithms/alignment/ by the option that sets it: "<column>"
/// becomes "--column".
std::string with_options(std::string_view text);

}  // namespace vkalgo::cli
