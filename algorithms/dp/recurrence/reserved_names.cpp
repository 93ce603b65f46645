// The names that inputs, outputs, params, indices, fields and the variable of `reduce` cannot have.
#include "algorithms/dp/recurrence/header_lines.hpp"

#include <algorithm>
#include <array>

namespace vkalgo::dp {
namespace {

// Names that already have a meaning in a header's expressions or in the code.
constexpr std::array kOwnWords{"i",        "j",           "n",        "m",        "at",     "base",   "cell",
                               "term",     "step",        "rows",     "columns",  "cell_t", "step_t", "overflow_if",
                               "CELL_MAX", "CELL_LOWEST", "len",      "sum",      "min",    "max",    "INFEASIBLE",
                               "plus",     "solution",    "products", "UNBOUNDED"};

constexpr std::array kLanguageWords{
    "attribute",     "const",     "uniform",   "varying",   "buffer",   "shared",    "coherent",  "volatile",
    "restrict",      "readonly",  "writeonly", "layout",    "centroid", "flat",      "smooth",    "patch",
    "sample",        "precise",   "invariant", "break",     "continue", "do",        "for",       "while",
    "switch",        "case",      "default",   "if",        "else",     "in",        "out",       "inout",
    "int",           "uint",      "void",      "bool",      "float",    "double",    "true",      "false",
    "discard",       "return",    "struct",    "lowp",      "mediump",  "highp",     "precision", "common",
    "partition",     "active",    "asm",       "class",     "union",    "enum",      "typedef",   "template",
    "this",          "resource",  "goto",      "inline",    "noinline", "public",    "static",    "extern",
    "external",      "interface", "long",      "short",     "half",     "fixed",     "unsigned",  "superp",
    "input",         "output",    "filter",    "sizeof",    "cast",     "namespace", "using",     "subroutine",
    "noperspective", "float16_t", "float32_t", "float64_t", "int8_t",   "int16_t",   "int32_t",   "int64_t",
    "uint8_t",       "uint16_t",  "uint32_t",  "uint64_t",  "defined",  "main",      "barrier",   "abs",
    "sign",          "floor",     "ceil",      "round",     "trunc",    "fract",     "mod",       "modf",
    "clamp",         "mix",       "length",    "distance",  "dot",      "cross",     "pow",       "exp",
    "log",           "sqrt",      "exp2",      "log2",      "sin",      "cos",       "tan",       "any",
    "all",           "not",       "equal",     "isnan",     "isinf",    "bitCount",  "findLSB",   "findMSB"};

// Returns whether the name belongs to a family of types: "vec3", "dmat2x3", "i64vec2", "sampler2D" ...
bool is_type_family(std::string_view name) {
    for (const std::string_view stem : {"vec", "mat", "sampler", "image", "texture", "subpass"}) {
        const std::size_t at = name.find(stem);
        if (at == std::string_view::npos || at > 4) {
            continue;
        }
        const std::string_view prefix = name.substr(0, at);
        const std::string_view rest = name.substr(at + stem.size());
        const bool plain_prefix = prefix.empty() || prefix == "i" || prefix == "u" || prefix == "b" || prefix == "d" ||
                                  (prefix.size() > 1 && prefix.find_first_of("0123456789") == 1);
        if (plain_prefix && !rest.empty() && rest.front() >= '1' && rest.front() <= '4') {
            return true;
        }
    }
    return false;
}

}  // namespace

std::string why_reserved(std::string_view name) {
    if (std::find(kOwnWords.begin(), kOwnWords.end(), name) != kOwnWords.end()) {
        return "already has a meaning in recurrences";
    }
    if (std::find(kLanguageWords.begin(), kLanguageWords.end(), name) != kLanguageWords.end() || is_type_family(name)) {
        return "is a word of GLSL";
    }
    for (const std::string_view prefix : {"gl_", "vkalgo", "VKALGO", "Vkalgo", "subgroup", "atomic"}) {
        if (name.starts_with(prefix)) {
            return "starts with " + std::string(prefix) + ", which is reserved";
        }
    }
    return name.find("__") == std::string_view::npos ? "" : "contains two underscores in a row, which GLSL reserves";
}

}  // namespace vkalgo::dp
