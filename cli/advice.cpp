#include "cli/advice.hpp"

#include "cli/reporter.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// Fields that mean the same for every command.
constexpr Advice kCommon[] = {
    {"memory_limit", "raise --memory, or choose smaller sizes", ErrorCode::too_large},
    {"device", "`vkalgo devices` lists the devices for --device", ErrorCode::invalid_argument},
    {"repeat", "give another --repeat", std::nullopt},
};

/// The fields that messages of formats/ and algorithms/alignment/ write as <field>. The option --field sets the field.
constexpr std::string_view kFields[] = {
    "column", "delimiter",          "format",  "header", "ignore-case", "input-limit", "matrix", "memory", "no-header",
    "record", "reverse-complement", "spacing", "type",   "volume"};

const Advice* find(const Error& error, std::span<const Advice> table) {
    const auto found = std::find_if(table.begin(), table.end(), [&](const Advice& each) {
        return each.field == error.where && (!each.code || *each.code == error.code);
    });
    return found == table.end() ? nullptr : &*found;
}

/// Returns "--memory" from "raise --memory, or ..."; empty if no option is named.
std::string_view option_in(std::string_view text) {
    const auto start = text.find("--");
    if (start == std::string_view::npos) {
        return {};
    }
    return text.substr(start,
                       std::min(text.find_first_not_of("-abcdefghijklmnopqrstuvwxyz", start), text.size()) - start);
}

}  // namespace

std::string with_options(std::string_view text) {
    std::string result(text);
    for (const std::string_view field : kFields) {
        const std::string name = fmt::format("<{}>", field);
        for (auto at = result.find(name); at != std::string::npos; at = result.find(name, at)) {
            result.replace(at, name.size(), fmt::format("--{}", field));
        }
    }
    return result;
}

std::string full_message(const Error& original, std::span<const Advice> own) {
    const Error error{original.code, with_options(original.message), with_options(original.where)};
    const Advice* advice = find(error, own);
    advice = advice != nullptr ? advice : find(error, kCommon);
    if (advice != nullptr) {
        const std::string_view option = option_in(advice->what_to_do);
        const bool told = !option.empty() && error.message.find(option) != std::string::npos;
        if (!told && option == advice->what_to_do) {
            return fmt::format("{}: {}", option, error.message);
        }
        return told ? error.message : fmt::format("{}; {}", error.message, advice->what_to_do);
    }
    // `where` is shown only if it helps people: a file, an option, or, if the run failed on the device, the name of a
    // Vulkan call. A noun such as "memory" or "recurrence" helps only programs.
    const bool helps = error.where.starts_with("--") || error.where.find_first_of("./") != std::string::npos ||
                       (error.where.starts_with("vk") && exit_code_of(error.code) == ExitCode::run_failed);
    if (!helps || error.message.find(error.where) != std::string::npos) {
        return error.message;
    }
    return fmt::format("{} ({})", error.message, error.where);
}

}  // namespace vkalgo::cli
