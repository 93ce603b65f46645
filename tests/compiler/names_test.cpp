// Tests that a recurrence's own names never collide with vkalgo's: everything that the templates define at file scope
// has a prefix.
#include "algorithms/dp/recurrence/source_text.hpp"
#include "compiler/assemble.hpp"
#include "compiler/embedded_texts.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::compiler::test {
namespace {

using dp::SourceToken;

/// The names without a prefix that templates may define: functions of the format of recurrences, and main().
constexpr std::array<std::string_view, 9> kOfTheFormat{"rows", "columns", "at",   "cell",       "base",
                                                       "term", "step",    "main", "overflow_if"};

bool is_prefixed(std::string_view name) {
    return name.starts_with("vkalgo_") || name.starts_with("Vkalgo") || name.starts_with("VKALGO_") ||
           std::find(kOfTheFormat.begin(), kOfTheFormat.end(), name) != kOfTheFormat.end();
}

/// Returns the names that a text defines outside of braces (a name before '(', '=', ';', '[' or '{'), and the names of
/// its macros.
std::vector<std::string> names_at_file_scope(const dp::SourceText& text) {
    std::vector<std::string> names;
    const auto& tokens = text.tokens;
    bool in_value = false;
    for (std::size_t k = 0; k + 1 < tokens.size(); ++k) {
        if (tokens[k].is("layout")) {
            k = text.closing(k + 1);
            continue;
        }
        in_value = (in_value || tokens[k].is("=")) && !tokens[k].is(";");
        const std::string_view next = tokens[k + 1].text;
        if (!in_value && tokens[k].kind == SourceToken::Kind::name &&
            (next == "(" || next == "=" || next == ";" || next == "[" || next == "{")) {
            names.emplace_back(tokens[k].text);
        }
        if (tokens[k].is("(") || tokens[k].is("[") || tokens[k].is("{")) {
            k = text.closing(k);
        }
    }
    for (const dp::SourceDirective& directive : text.directives) {
        if (directive.name == "define") {
            names.push_back(directive.rest.substr(0, directive.rest.find_first_of(" (\t")));
        }
    }
    return names;
}

TEST(TemplateNames, HaveAPrefix) {
    std::size_t seen = 0;
    for (const EmbeddedText& embedded : embedded_texts()) {
        const bool is_template = embedded.name.starts_with("dp/") && !embedded.name.starts_with("dp/problems/");
        if (!is_template && embedded.name != "common/lanes.glsl" && embedded.name != "common/grid.glsl") {
            continue;
        }
        dp::SourceText text;
        text.scan(embedded.text);
        for (const std::string& name : names_at_file_scope(text)) {
            const bool is_syntax = name == "in" || name == "cell_t";  // layout(...) in; and a value's constructor
            EXPECT_TRUE(is_prefixed(name) || is_syntax) << embedded.name << ": " << name;
            ++seen;
        }
    }
    EXPECT_GT(seen, 300U);
}

TEST(TemplateNames, LeaveNamesWithoutThePrefixToTheRecurrence) {
    // Names that templates once had.
    constexpr std::string_view file =
        "//! problem  a\n//! pattern  NOSE\n//! class    local\n//! cell     u32\n//! param    push u32\n"
        "//! param    above u32 1\n//! input    tile_row u8[]\n//! rows     n\n//! columns  m\n"
        "//! base     first-row 1\n//! base     first-column 1\n//! answer   last\n"
        "const uint kLanes = 3u;\n"
        "struct TilePush { uint lane_index; };\n"
        "uint handed(uint node) { return node + kLanes + push + above; }\n"
        "cell_t base(int i, int j) { return uint(tile_row(i)); }\n"
        "cell_t cell(int i, int j) { return handed(at(i - 1, j)) + TilePush(1u).lane_index; }\n"
        "step_t step(int i, int j) { return step_t(i - 1, j, handed(0u)); }\n";
    const auto assembled = assemble_recurrence(file, "names.glsl");
    ASSERT_TRUE(assembled) << assembled.error().message;
    EXPECT_TRUE(assembled->modules.contains("traceback_tiles"));
}

}  // namespace
}  // namespace vkalgo::compiler::test
