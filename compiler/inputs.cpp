#include "compiler/inputs.hpp"

#include <algorithm>
#include <array>

namespace vkalgo::compiler {

std::string_view glsl_type(ElementType scalar) {
    switch (scalar) {
        case ElementType::i32:
            return "int";
        case ElementType::u64:
            return "uint64_t";
        case ElementType::i64:
            return "int64_t";
        case ElementType::f32:
            return "float";
        case ElementType::f64:
            return "double";
        default:
            return "uint";
    }
}

CellWords cell_words(ElementType cell) {
    switch (cell) {
        case ElementType::i32:
            return {"VKALGO_CELL_I32", "0x7fffffff", "(-0x7fffffff - 1)"};
        case ElementType::u64:
            return {"VKALGO_CELL_U64", "0xffffffffffffffffUL", "0UL"};
        case ElementType::i64:
            return {"VKALGO_CELL_I64", "0x7fffffffffffffffL", "(-0x7fffffffffffffffL - 1L)"};
        case ElementType::f32:
            return {"VKALGO_CELL_F32", "(1.0 / 0.0)", "(-1.0 / 0.0)"};
        case ElementType::f64:
            return {"VKALGO_CELL_F64", "(1.0lf / 0.0lf)", "(-1.0lf / 0.0lf)"};
        default:
            return {"VKALGO_CELL_U32", "0xffffffffu", "0u"};
    }
}

std::string join(std::initializer_list<std::string_view> parts) {
    std::string text;
    for (const std::string_view part : parts) {
        text += part;
    }
    return text;
}

void define(std::string& text, std::string_view name, std::string_view value) {
    text += "#define " + std::string(name) + ' ' + std::string(value) + '\n';
}

WordConversions word_conversions(ElementType type, const std::string& value, const std::string& first,
                                 const std::string& both) {
    switch (type) {
        case ElementType::u64:
            return {"unpackUint2x32(" + value + ")", "packUint2x32(" + both + ")"};
        case ElementType::i64:
            return {"unpackUint2x32(uint64_t(" + value + "))", "int64_t(packUint2x32(" + both + "))"};
        case ElementType::f64:
            return {"unpackDouble2x32(" + value + ")", "packDouble2x32(" + both + ")"};
        case ElementType::f32:
            return {"uvec2(floatBitsToUint(" + value + "), 0u)", "uintBitsToFloat(" + first + ")"};
        default:
            return {"uvec2(uint(" + value + "), 0u)", join({glsl_type(type), "(", first, ")"})};
    }
}

namespace {

using dp::RecurrenceHeader;

// Returns two functions. One reads element k of an input without a test; beyond the input's end its result is
// undefined. The other sets the status if element k does not exist. In a batch element 0 is the first element of the
// problem's part of the array.
std::string load_function(const dp::InputDeclaration& input, std::size_t number, bool is_batched) {
    const std::string words = "vkalgo_words_" + input.name;
    const std::string type(glsl_type(input.type));
    const std::uint32_t bytes = size_of(input.type);
    const std::string own_number = std::to_string(number);
    std::string code = join({"void vkalgo_check_", input.name,
                             "(int k) {\n    if (vkalgo_reads_count() && uint(k) >= vkalgo_element_counts[", own_number,
                             "]) vkalgo_raise(VKALGO_STATUS_INPUT, k, ", own_number, ");\n}\n"});
    code += type + " vkalgo_load_" + input.name + "(int k) {\n    const uint length = uint(" + words + ".length());\n";
    if (is_batched) {
        code += "    k += int(vkalgo_input_first[" + own_number + "]);\n";
    }
    const auto word = [&](const std::string& index) { return words + "[min(" + index + ", length - 1u)]"; };
    if (bytes == 1) {
        code += "    return bitfieldExtract(" + word("uint(k) >> 2") + ", (k & 3) * 8, 8);\n";
    } else if (bytes == 2) {
        code += "    return bitfieldExtract(" + word("uint(k) >> 1") + ", (k & 1) * 16, 16);\n";
    } else if (bytes == 4) {
        const std::string_view convert = input.type == ElementType::u32   ? ""
                                         : input.type == ElementType::i32 ? "int"
                                                                          : "uintBitsToFloat";
        code += "    return " + std::string(convert) + "(" + word("uint(k)") + ");\n";
    } else {
        // A negative index is at least 2^31 as a uint. It is clamped, because doubling it would wrap around.
        code += "    const uint first = min(uint(k), 0x7fffffffu) * 2u;\n";
        code += "    const uvec2 pair = uvec2(" + word("first") + ", " + word("first + 1u") + ");\n";
        code += input.type == ElementType::f64   ? "    return packDouble2x32(pair);\n"
                : input.type == ElementType::u64 ? "    return packUint2x32(pair);\n"
                                                 : "    return int64_t(packUint2x32(pair));\n";
    }
    return code + "}\n";
}

std::string shifted(std::string_view index, long offset) {
    std::string text(index);
    if (offset != 0) {
        text += (offset < 0 ? " - " : " + ") + std::to_string(offset < 0 ? -offset : offset);
    }
    return text;
}

// Returns the code that keeps in registers the inputs that belong to one index of a cell (row, column or split): a
// struct, a global variable of this type, and a function that loads the struct.
std::string kept_inputs(std::string_view type, std::string_view variable, std::string_view loader,
                        std::string_view index, const std::string& members, const std::string& loads) {
    const std::string name(type);
    std::string code = "struct " + name + " { " + (members.empty() ? "uint vkalgo_none; " : members) + "};\n";
    code += name + ' ' + std::string(variable) + ";\n";
    code += name + ' ' + std::string(loader) + "(int " + std::string(index) + ") { return " + name + "(" +
            (loads.empty() ? "0u" : loads) + "); }\n";
    return code;
}

// A generator of the functions that convert VkalgoColumnInputs to 32-bit words and back. A tile passes these words
// through shared memory.
class ColumnWords {
public:
    void add(ElementType type, const std::string& member) {
        const std::string first = word(0);
        const auto [to, from] =
            word_conversions(type, "inputs." + member, first, "uvec2(" + first + ", " + word(1) + ")");
        const int words = size_of(type) == 8 ? 2 : 1;
        for (int k = 0; k < words; ++k) {
            words_ += (words_.empty() ? "" : ", ") + to + (k == 0 ? ".x" : ".y");
        }
        members_ += (count_ == 0 ? "" : ", ") + from;
        count_ += words;
    }

    std::string code() const {
        const std::string count = std::to_string(std::max(count_, 1));
        std::string text;
        define(text, "VKALGO_COLUMN_WORDS", count);
        text += "uint[" + count + "] vkalgo_column_words(VkalgoColumnInputs inputs) { return uint[" + count + "](" +
                (count_ == 0 ? "0u" : words_) + "); }\n";
        text += "VkalgoColumnInputs vkalgo_column_from_words(uint words[" + count + "]) { return VkalgoColumnInputs(" +
                (count_ == 0 ? "0u" : members_) + "); }\n";
        return text;
    }

private:
    std::string word(int k) const { return "words[" + std::to_string(count_ + k) + "]"; }
    int count_ = 0;
    std::string words_, members_;
};

std::string tile_accessors(const RecurrenceHeader& header) {
    std::string row_members, row_loads, column_members, column_loads, accessors;
    ColumnWords words;
    for (const dp::InputDeclaration& input : header.inputs) {
        const std::string type(glsl_type(input.type));
        std::string value, kept;
        int number = 0;
        const auto keep = [&](const std::vector<long>& offsets, std::string& members, std::string& loads,
                              std::string_view index, std::string_view variable, std::string_view tile_index) {
            for (const long offset : offsets) {
                const std::string member = input.name + '_' + std::to_string(number++);
                members += join({type, " ", member, "; "});
                loads +=
                    join({loads.empty() ? "" : ", ", "vkalgo_load_", input.name, "(", shifted(index, offset), ")"});
                const std::string is_kept = "k == " + shifted(tile_index, offset);
                value += join({is_kept, " ? ", variable, ".", member, " : "});
                kept += (kept.empty() ? "" : " || ") + is_kept;
            }
        };
        keep(input.reads.rows, row_members, row_loads, "i", "vkalgo_tile_row", "vkalgo_tile_i");
        const int first_column = number;
        keep(input.reads.columns, column_members, column_loads, "j", "vkalgo_tile_column", "vkalgo_tile_j");
        for (int member = first_column; member < number; ++member) {
            words.add(input.type, input.name + '_' + std::to_string(member));
        }
        // Kept elements are checked only if the host could not prove that they all exist.
        const std::string check =
            join({kept.empty() ? "" : "if (vkalgo_checks_kept() || !(" + kept + ")) ", "vkalgo_check_", input.name});
        accessors += join({type, " ", input.name, "(int k) { ", check, "(k); return ", value, "vkalgo_load_",
                           input.name, "(k); }\n"});
    }
    return "int vkalgo_tile_i;\nint vkalgo_tile_j;\nbool vkalgo_checks_kept();\n" +
           kept_inputs("VkalgoRowInputs", "vkalgo_tile_row", "vkalgo_load_row_inputs", "i", row_members, row_loads) +
           kept_inputs("VkalgoColumnInputs", "vkalgo_tile_column", "vkalgo_load_column_inputs", "j", column_members,
                       column_loads) +
           words.code() + accessors;
}

// Returns overloads for unsigned indices, since a text may compute an index from unsigned elements. An index of 2^31 or
// more becomes a negative int, and so is outside of every input.
std::string unsigned_accessors(const RecurrenceHeader& header) {
    std::string code;
    for (const dp::InputDeclaration& input : header.inputs) {
        code += join({glsl_type(input.type), " ", input.name, "(uint k) { return ", input.name, "(int(k)); }\n"});
    }
    return code;
}
std::string unsigned_output_accessors(const RecurrenceHeader& header) {
    std::string code;
    for (const dp::OutputDeclaration& output : header.outputs) {
        const std::string_view type = glsl_type(output.type);
        const std::string& name = output.name;
        code += join({"void ", name, "(uint k, ", type, " value) { ", name, "(int(k), value); }\n"});
        code += join({type, " ", name, "(uint k) { return ", name, "(int(k)); }\n"});
    }
    return code;
}

}  // namespace

std::string input_stubs(const dp::RecurrenceHeader& header) {
    std::string code;
    for (const dp::InputDeclaration& input : header.inputs) {
        const std::string_view type = glsl_type(input.type);
        code += join({type, " ", input.name, "(int k) { return ", type, "(0); }\n"});
    }
    return code + unsigned_accessors(header);
}

std::string term_accessors(const dp::RecurrenceHeader& header) {
    const dp::SegmentTerms& terms = *header.segments;
    std::string code =
        "cell_t vkalgo_row_cell, vkalgo_column_cell;\n"
        "cell_t vkalgo_at_row(int i, int k) { return vkalgo_row_cell; }\n"
        "cell_t vkalgo_at_column(int k, int j) { return vkalgo_column_cell; }\n";
    struct Side {
        dp::TermInput::Index index;
        std::string_view type, variable, loader;
    };
    constexpr std::array<Side, 3> kSides{
        {{dp::TermInput::Index::row, "VkalgoRowInputs", "vkalgo_row_inputs", "vkalgo_load_row_inputs"},
         {dp::TermInput::Index::split, "VkalgoSplitInputs", "vkalgo_split_inputs", "vkalgo_load_split_inputs"},
         {dp::TermInput::Index::column, "VkalgoColumnInputs", "vkalgo_column_inputs", "vkalgo_load_column_inputs"}}};
    for (const Side& side : kSides) {
        std::string members, loads, functions;
        for (std::size_t k = 0; k < terms.inputs.size(); ++k) {
            const dp::TermInput& read = terms.inputs[k];
            if (read.index != side.index) {
                continue;
            }
            const dp::InputDeclaration& input = header.inputs[read.input];
            const std::string type(glsl_type(input.type));
            const std::string member = input.name + '_' + std::to_string(k);
            members += join({type, " ", member, "; "});
            loads += join({loads.empty() ? "" : ", ", "vkalgo_load_", input.name, "(",
                           shifted("k", static_cast<long>(read.offset)), ")"});
            functions += join({type, " ", dp::term_input_name(header, terms, k), "(int k) { return ", side.variable,
                               ".", member, "; }\n"});
        }
        code += kept_inputs(side.type, side.variable, side.loader, "k", members, loads) + functions;
    }
    return code;
}

std::string symbol_accessors(const dp::RecurrenceHeader& header) {
    const dp::BitCells& bits = *header.bits;
    const auto accessor = [&](std::string_view name, std::size_t input, std::int64_t offset) {
        return join({"uint ", name, "(int k) { return uint(vkalgo_load_", header.inputs[input].name, "(",
                     shifted("k", static_cast<long>(offset)), ")); }\n"});
    };
    std::string code;
    define(code, "VKALGO_BITS_EDIT", bits.kind == dp::BitCells::Kind::edit ? "1" : "0");
    return code + accessor("vkalgo_row_symbol", bits.row_input, bits.row_offset) +
           accessor("vkalgo_column_symbol", bits.column_input, bits.column_offset);
}

std::string input_accessors(const dp::RecurrenceHeader& header, bool tiles, bool is_batched) {
    std::string code;
    if (is_batched) {
        // Per input of the current problem: the position of its first element in the array, and its number of elements.
        const std::string count = std::to_string(std::max<std::size_t>(1, header.inputs.size()));
        define(code, "VKALGO_INPUTS", std::to_string(header.inputs.size()));
        code += join({"uint vkalgo_input_first[", count, "], vkalgo_element_counts[", count, "];\n"});
    } else if (!header.inputs.empty() || !header.outputs.empty()) {
        code +=
            "layout(std430, set = 0, binding = VKALGO_FIRST_INPUT_BINDING) readonly buffer VkalgoElementCounts { "
            "uint vkalgo_element_counts[]; };\n";
    }
    for (std::size_t k = 0; k < header.inputs.size(); ++k) {
        const std::string& name = header.inputs[k].name;
        code += join({"layout(std430, set = 0, binding = VKALGO_FIRST_INPUT_BINDING + ", std::to_string(k + 1),
                      ") readonly buffer vkalgo_input_", name, " { uint vkalgo_words_", name, "[]; };\n"});
        code += load_function(header.inputs[k], k, is_batched);
    }
    if (tiles) {
        return code + tile_accessors(header) + unsigned_accessors(header);
    }
    for (const dp::InputDeclaration& input : header.inputs) {
        code += join({glsl_type(input.type), " ", input.name, "(int k) { vkalgo_check_", input.name,
                      "(k); return vkalgo_load_", input.name, "(k); }\n"});
    }
    return code + unsigned_accessors(header);
}

std::string output_stubs(const dp::RecurrenceHeader& header) {
    std::string code;
    for (const dp::OutputDeclaration& output : header.outputs) {
        const std::string_view type = glsl_type(output.type);
        code += join({"void ", output.name, "(int k, ", type, " value) {}\n", type, " ", output.name,
                      "(int k) { return ", type, "(0); }\n"});
    }
    return code + unsigned_output_accessors(header);
}

std::string output_accessors(const dp::RecurrenceHeader& header) {
    std::string code;
    for (std::size_t k = 0; k < header.outputs.size(); ++k) {
        const std::string& name = header.outputs[k].name;
        const std::string_view type = glsl_type(header.outputs[k].type);
        const std::string number = std::to_string(header.inputs.size() + k);
        code += join({"layout(std430, set = 0, binding = VKALGO_FIRST_INPUT_BINDING + 1 + ", number,
                      ") buffer vkalgo_output_", name, " { ", type, " vkalgo_elements_", name, "[]; };\n"});
        code += join({"bool vkalgo_holds_", name, "(int k) {\n    if (uint(k) < vkalgo_element_counts[", number,
                      "]) return true;\n    vkalgo_raise(VKALGO_STATUS_OUTPUT, k, ", std::to_string(k),
                      ");\n    return false;\n}\n"});
        code += join({"void ", name, "(int k, ", type, " value) { if (vkalgo_holds_", name, "(k)) vkalgo_elements_",
                      name, "[k] = value; }\n"});
        code += join({type, " ", name, "(int k) { return vkalgo_holds_", name, "(k) ? vkalgo_elements_", name,
                      "[k] : ", type, "(0); }\n"});
    }
    return code + unsigned_output_accessors(header);
}

}  // namespace vkalgo::compiler
