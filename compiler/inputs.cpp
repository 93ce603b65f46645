#include "compiler/inputs.hpp"

#include <algorithm>

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

namespace {

using dp::RecurrenceHeader;

// Elements of an input in `length` words, and element k of it.
std::string load_function(const dp::InputDeclaration& input, std::size_t number) {
    const std::string words = "vkalgo_words_" + input.name;
    const std::string type(glsl_type(input.type));
    const std::uint32_t bytes = size_of(input.type);
    std::string code =
        type + " vkalgo_load_" + input.name + "(int k) {\n    const uint length = uint(" + words + ".length());\n";
    const std::string count = bytes == 1   ? "length * 4u"
                              : bytes == 2 ? "length * 2u"
                              : bytes == 4 ? "length"
                                           : "length / 2u";
    code += "#ifdef VKALGO_CHECK_READS\n    if (uint(k) >= " + count + ") vkalgo_raise(VKALGO_STATUS_INPUT, k, " +
            std::to_string(number) + ");\n#endif\n";
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
        // An index beyond 2^31 is negative: doubling it would wrap around, so it is kept from that.
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

// One side of a tile's registers: the struct, its globals and its loader.
std::string kept_inputs(std::string_view type, std::string_view variable, std::string_view loader,
                        std::string_view index, const std::string& members, const std::string& loads) {
    const std::string name(type);
    std::string code = "struct " + name + " { " + (members.empty() ? "uint vkalgo_none; " : members) + "};\n";
    code += name + ' ' + std::string(variable) + ";\n";
    code += name + ' ' + std::string(loader) + "(int " + std::string(index) + ") { return " + name + "(" +
            (loads.empty() ? "0u" : loads) + "); }\n";
    return code;
}

// The members of VkalgoColumnInputs as 32-bit words and back: a tile passes them through shared memory.
class ColumnWords {
public:
    void add(ElementType type, const std::string& member) {
        const std::string first = word(0), both = "uvec2(" + first + ", " + word(1) + ")";
        const std::string from = "inputs." + member;
        switch (type) {
            case ElementType::u64:
                pair("unpackUint2x32(" + from + ")", "packUint2x32(" + both + ")");
                break;
            case ElementType::i64:
                pair("unpackUint2x32(uint64_t(" + from + "))", "int64_t(packUint2x32(" + both + "))");
                break;
            case ElementType::f64:
                pair("unpackDouble2x32(" + from + ")", "packDouble2x32(" + both + ")");
                break;
            case ElementType::f32:
                single("floatBitsToUint(" + from + ")", "uintBitsToFloat(" + first + ")");
                break;
            default:
                single("uint(" + from + ")", std::string(glsl_type(type)) + "(" + first + ")");
                break;
        }
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
    void single(const std::string& to, const std::string& from) {
        words_ += (count_ == 0 ? "" : ", ") + to;
        members_ += (count_ == 0 ? "" : ", ") + from;
        ++count_;
    }
    void pair(const std::string& to, const std::string& from) {
        single(to + ".x", from);
        words_ += ", " + to + ".y";
        ++count_;
    }

    int count_ = 0;
    std::string words_, members_;
};

std::string tile_accessors(const RecurrenceHeader& header) {
    std::string row_members, row_loads, column_members, column_loads, accessors;
    ColumnWords words;
    for (const dp::InputDeclaration& input : header.inputs) {
        const std::string type(glsl_type(input.type));
        std::string value;
        int number = 0;
        const auto keep = [&](const std::vector<long>& offsets, std::string& members, std::string& loads,
                              std::string_view index, std::string_view variable, std::string_view tile_index) {
            for (const long offset : offsets) {
                const std::string member = input.name + '_' + std::to_string(number++);
                members += join({type, " ", member, "; "});
                loads +=
                    join({loads.empty() ? "" : ", ", "vkalgo_load_", input.name, "(", shifted(index, offset), ")"});
                value += join({"k == ", shifted(tile_index, offset), " ? ", variable, ".", member, " : "});
            }
        };
        keep(input.reads.rows, row_members, row_loads, "i", "vkalgo_tile_row", "vkalgo_tile_i");
        const int first_column = number;
        keep(input.reads.columns, column_members, column_loads, "j", "vkalgo_tile_column", "vkalgo_tile_j");
        for (int member = first_column; member < number; ++member) {
            words.add(input.type, input.name + '_' + std::to_string(member));
        }
        accessors += join({type, " ", input.name, "(int k) { return ", value, "vkalgo_load_", input.name, "(k); }\n"});
    }
    return "int vkalgo_tile_i;\nint vkalgo_tile_j;\n" +
           kept_inputs("VkalgoRowInputs", "vkalgo_tile_row", "vkalgo_load_row_inputs", "i", row_members, row_loads) +
           kept_inputs("VkalgoColumnInputs", "vkalgo_tile_column", "vkalgo_load_column_inputs", "j", column_members,
                       column_loads) +
           words.code() + accessors;
}

}  // namespace

std::string input_accessors(const dp::RecurrenceHeader& header, bool tiles) {
    std::string code;
    for (std::size_t k = 0; k < header.inputs.size(); ++k) {
        const std::string& name = header.inputs[k].name;
        code += join({"layout(std430, set = 0, binding = VKALGO_FIRST_INPUT_BINDING + ", std::to_string(k),
                      ") readonly buffer vkalgo_input_", name, " { uint vkalgo_words_", name, "[]; };\n"});
        code += load_function(header.inputs[k], k);
    }
    if (tiles) {
        return code + tile_accessors(header);
    }
    for (const dp::InputDeclaration& input : header.inputs) {
        code += join({glsl_type(input.type), " ", input.name, "(int k) { return vkalgo_load_", input.name, "(k); }\n"});
    }
    return code;
}

}  // namespace vkalgo::compiler
