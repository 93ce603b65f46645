#include "compiler/modules.hpp"

#include "algorithms/dp/recurrence/chain.hpp"
#include "algorithms/dp/recurrence/text_errors.hpp"
#include "compiler/embedded_texts.hpp"

#include <algorithm>
#include <array>

namespace vkalgo::compiler {

namespace {

struct Word {
    std::string_view name;
    bool ModuleKind::*member;
};
constexpr auto kWords = std::to_array<Word>({
    {"any-cells", &ModuleKind::any_cells},
    {"needs-local", &ModuleKind::needs_local},
    {"needs-number", &ModuleKind::needs_number},
    {"needs-rows", &ModuleKind::needs_rows},
    {"needs-chain", &ModuleKind::needs_chain},
    {"needs-decisions", &ModuleKind::needs_decisions},
    {"needs-search", &ModuleKind::needs_search},
    {"needs-step", &ModuleKind::needs_step},
    {"needs-solution", &ModuleKind::needs_solution},
    {"outputs", &ModuleKind::outputs},
    {"stateless", &ModuleKind::stateless},
    {"needs-reduce", &ModuleKind::needs_reduce},
    {"needs-segments", &ModuleKind::needs_segments},
    {"needs-scan", &ModuleKind::needs_scan},
    {"needs-bits", &ModuleKind::needs_bits},
    {"narrow", &ModuleKind::narrow},
    {"wide", &ModuleKind::wide},
    {"interpreted", &ModuleKind::interpreted},
    {"keeps-inputs", &ModuleKind::keeps_inputs},
    {"own-cells", &ModuleKind::own_cells},
    {"batched", &ModuleKind::batched},
    {"persistent", &ModuleKind::persistent},
    {"memory-model", &ModuleKind::memory_model},
});

/// Reads a module's line, for example "tile-wide: needs-local, wide".
Result<ModuleKind> read_module(std::string_view text, const std::string& template_name, int line) {
    const std::size_t colon = text.find(':');
    ModuleKind kind;
    kind.name = std::string(dp::trim(text.substr(0, colon)));
    kind.template_name = template_name;
    if (kind.name.empty() || kind.name.find(' ') != std::string::npos) {
        return dp::error_at(template_name, line, "write '// module NAME' or '// module NAME: WORD, WORD'");
    }
    std::string_view rest = colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1);
    while (!rest.empty()) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        const std::string_view word = dp::trim(rest.substr(0, comma));
        const auto found =
            std::find_if(kWords.begin(), kWords.end(), [&](const Word& known) { return known.name == word; });
        if (found == kWords.end()) {
            std::vector<std::string_view> names;
            names.reserve(kWords.size());
            for (const Word& known : kWords) {
                names.push_back(known.name);
            }
            return dp::error_at(template_name, line,
                                dp::quoted(word) + " is not a known word of a module; " + dp::advice(word, names));
        }
        kind.*found->member = true;
        rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    return kind;
}

}  // namespace

bool ModuleKind::fits(const dp::RecurrenceHeader& header) const {
    return (!needs_rows || (header.reads_stage_before(header.stage) && needs_reduce == header.reduce.has_value())) &&
           (!needs_chain || dp::is_chain(header)) && (!needs_decisions || header.decisions) &&
           (!needs_local || header.properties.reach.within(1)) &&
           (any_cells || interpreted || header.index_count() == 2) && (!needs_number || header.fields.empty()) &&
           (!needs_search || header.answer.searches()) && (!needs_step || header.has_step) &&
           (!stateless || !header.has_states) && (!needs_solution || header.has_solution_function) &&
           (!needs_reduce || header.reduce) && (!needs_segments || header.segments) && (!needs_bits || header.bits) &&
           (!needs_scan || dp::may_scan(header)) && (!narrow || header.narrows);
}

Result<std::vector<ModuleKind>> read_modules(std::string_view text, const std::string& template_name) {
    constexpr std::string_view mark = "// module ";
    std::vector<ModuleKind> kinds;
    for (int line = 1; text.starts_with("//"); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view comment = text.substr(0, end);
        if (comment.starts_with(mark)) {
            VKALGO_TRY(ModuleKind kind, read_module(comment.substr(mark.size()), template_name, line));
            kinds.push_back(std::move(kind));
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return kinds;
}

Result<std::vector<ModuleKind>> module_kinds(const dp::RecurrenceHeader& header) {
    std::vector<ModuleKind> kinds;
    for (const EmbeddedText& text : embedded_texts()) {
        VKALGO_TRY(const std::vector<ModuleKind> named, read_modules(text.text, std::string(text.name)));
        std::copy_if(named.begin(), named.end(), std::back_inserter(kinds),
                     [&](const ModuleKind& kind) { return kind.fits(header); });
    }
    std::sort(kinds.begin(), kinds.end(), [](const ModuleKind& a, const ModuleKind& b) { return a.name < b.name; });
    const auto twice = std::adjacent_find(kinds.begin(), kinds.end(),
                                          [](const ModuleKind& a, const ModuleKind& b) { return a.name == b.name; });
    if (twice != kinds.end()) {
        return Error{ErrorCode::invalid_argument,
                     "module '" + twice->name + "' is in two templates, " + twice->template_name + " and " +
                         std::next(twice)->template_name,
                     {}};
    }
    return kinds;
}

}  // namespace vkalgo::compiler
