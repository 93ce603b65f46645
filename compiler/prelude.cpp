#include "compiler/generate.hpp"
#include "compiler/inputs.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace vkalgo::compiler {

namespace {

using dp::RecurrenceHeader;

std::string push_constants(const RecurrenceHeader& header) {
    std::string members;
    for (const dp::ParamDeclaration& param : header.params) {
        members += "layout(offset = " + std::to_string(dp::kParamsOffset + param.offset) + ") " +
                   std::string(glsl_type(param.type)) + ' ' + param.name + "; ";
    }
    return members;
}

}  // namespace

NamedText make_prelude(const RecurrenceHeader& header, const ModuleKind& kind, int first_input) {
    std::string text = "#version 460\n";
    for (const std::string_view extension :
         {"GL_GOOGLE_include_directive", "GL_EXT_control_flow_attributes", "GL_EXT_shader_explicit_arithmetic_types",
          "GL_KHR_shader_subgroup_basic", "GL_KHR_shader_subgroup_vote", "GL_KHR_shader_subgroup_ballot",
          "GL_KHR_shader_subgroup_arithmetic", "GL_KHR_shader_subgroup_shuffle",
          "GL_KHR_shader_subgroup_shuffle_relative", "GL_EXT_shader_subgroup_extended_types_int64",
          "GL_KHR_memory_scope_semantics", "GL_EXT_shader_atomic_int64", "GL_EXT_buffer_reference",
          "GL_EXT_buffer_reference_uvec2"}) {
        text += "#extension " + std::string(extension) + " : require\n";
    }
    if (kind.memory_model) {
        text += "#pragma use_vulkan_memory_model\n";
    }
    const CellWords words = cell_words(header.cell);
    const bool wide_integer = header.computes_with(ElementType::u64) || header.computes_with(ElementType::i64);
    if (header.fields.empty()) {
        define(text, "cell_t", glsl_type(header.cell));
        define(text, words.define, "1");
    }
    define(text, "VKALGO_CELL_WORDS", std::to_string(header.cell_bytes() / 4));
    define(text, "VKALGO_VALUE_WORDS", std::to_string(size_of(header.value_type()) / 4));
    define(text, "CELL_MAX", words.largest);
    define(text, "CELL_LOWEST", words.lowest);
    define(text, "VKALGO_INDICES", std::to_string(header.index_count()));
    define(text, "VKALGO_INT64", wide_integer || kind.persistent ? "1" : "0");
    define(text, "VKALGO_FLOAT64", header.computes_with(ElementType::f64) ? "1" : "0");
    if (header.goal != dp::Goal::none) {
        define(text, "INFEASIBLE", header.goal == dp::Goal::minimum ? "CELL_MAX" : "CELL_LOWEST");
    }
    if (header.has_unbounded()) {
        define(text, "UNBOUNDED", header.goal == dp::Goal::minimum ? "CELL_LOWEST" : "CELL_MAX");
    }
    const std::pair<std::string_view, bool> flags[] = {
        {"VKALGO_HAS_INFEASIBLE", header.has_infeasible()},
        {"VKALGO_ANSWER_SEARCHES", header.answer.searches()},
        {"VKALGO_SEQUENTIAL", header.sequential},
        {"VKALGO_WIDE", kind.wide},
        {"VKALGO_BATCHED", kind.batched},
        {"VKALGO_HAS_BASE", !header.base.empty()},
        {"VKALGO_LOCAL", header.properties.reach.within(1)},
        {"VKALGO_HAS_LOOPS", header.has_loops},
        {"VKALGO_HAS_STEP", header.has_step},
        {"VKALGO_HAS_STATES", header.has_states},
        {"VKALGO_HAS_SOLUTION", header.has_solution_function},
        {"VKALGO_HAS_VALUE", header.value.has_value()},
        {"VKALGO_HAS_REDUCE", header.reduce.has_value()},
        {"VKALGO_STEPS_AS_DECLARED", header.decisions && header.decisions->is_shown},
    };
    for (const auto& [name, holds] : flags) {
        if (holds) {
            define(text, name, "1");
        }
    }
    define(text, "VKALGO_PERSISTENT", kind.persistent ? "1" : "0");
    if (header.scan) {
        define(text, "VKALGO_SCAN_LIMIT", header.is_unsigned() ? "0x2000000000000000UL" : "0x2000000000000000L");
        define(text, "VKALGO_SCAN_COMPARES", header.scan->compares() ? "1" : "0");
        define(text, "VKALGO_SCAN_MINIMUM", header.scan->minimum() ? "1" : "0");
    }
    if (header.decisions) {
        define(text, "VKALGO_DECISIONS", std::to_string(header.decisions->distances.size()));
        define(text, "VKALGO_DECISION_BITS", std::to_string(header.decisions->bits()));
    }
    define(text, "VKALGO_PARAMS", push_constants(header));
    define(text, "VKALGO_FIRST_INPUT_BINDING", std::to_string(first_input));
    return {"dp/prelude of " + kind.name, text};  // In dp/, where includes of templates are searched for first
}

}  // namespace vkalgo::compiler
