#pragma once

#include "engine/result.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

/// The library's messages name its fields ("memory_limit"), since a host that embeds it has no command line. This is
/// the one place that says which option mends what.
namespace vkalgo::cli {

/// What a user of the command can do about an error whose `where` is this field.
struct Advice {
    std::string_view field;
    /// behind a semicolon: "raise --memory"; an option alone ("--bins") says that the field is that option
    std::string_view what_to_do;
    /// only for errors of this kind
    std::optional<ErrorCode> code;
};

/// The message; behind it what the first fitting entry of `own` (a command's), else of the common table, advises,
/// unless the message names that option itself; else, in parentheses, the file, option or failed Vulkan call that it
/// does not say.
std::string full_message(const Error& error, std::span<const Advice> own = {});

/// The text with each <field> of an error of formats/ or algorithms/alignment/ as the option that sets it: "<column>"
/// becomes "--column".
std::string with_options(std::string_view text);

}  // namespace vkalgo::cli
