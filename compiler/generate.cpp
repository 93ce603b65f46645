#include "compiler/generate.hpp"

#include "algorithms/dp/recurrence/source_text.hpp"
#include "compiler/inputs.hpp"

#include <algorithm>
#include <array>

namespace vkalgo::compiler {

namespace {

using dp::Border;
using dp::RecurrenceHeader;

// Returns the vector type of four adjacent cells.
std::string_view glsl_vector_type(ElementType cell) {
    switch (cell) {
        case ElementType::i32:
            return "ivec4";
        case ElementType::u64:
            return "u64vec4";
        case ElementType::i64:
            return "i64vec4";
        case ElementType::f32:
            return "vec4";
        case ElementType::f64:
            return "dvec4";
        default:
            return "uvec4";
    }
}

// Returns GLSL for the extent of an index.
std::string extent_of(std::size_t index) {
    return index == 0 ? "rows()" : index == 1 ? "columns()" : "vkalgo_extent(" + std::to_string(index) + ")";
}
constexpr std::array<std::string_view, dp::kMaxIndices> kIndexNames{"i", "j", "k", "l"};

// Returns the GLSL test "the cell is in that region". The test of a region that lies outside the table is false for
// every cell.
std::string region_test(const dp::BaseRegion& region) {
    const std::string amount = std::to_string(region.amount);
    if (!region.border) {
        return "j - i == " + amount;
    }
    const std::size_t d = region.border->index;
    return std::string(kIndexNames[d]) +
           (region.border->last ? " >= " + extent_of(d) + " - " + amount : " < " + amount);
}

// Returns "int i, int j, int k" for three indices, for example.
std::string parameters(std::size_t count) {
    std::string text;
    for (std::size_t d = 0; d < count; ++d) {
        text += (d == 0 ? "int " : ", int ") + std::string(kIndexNames[d]);
    }
    return text;
}
std::string components(std::size_t count) {
    constexpr std::array<std::string_view, dp::kMaxIndices> kComponents{"c.x", "c.y", "c.z", "c.w"};
    std::string text;
    for (std::size_t d = 0; d < count; ++d) {
        text += (d == 0 ? "" : ", ") + std::string(kComponents[d]);
    }
    return text;
}

std::string regions(const RecurrenceHeader& header) {
    std::string test = header.base.empty() ? "false" : "";
    for (const dp::BaseRegion& region : header.base) {
        test += (test.empty() ? "" : " || ") + region_test(region);
    }
    const std::string_view domain = header.domain == dp::Domain::full    ? "true"
                                    : header.domain == dp::Domain::upper ? "i <= j"
                                                                         : "i >= j";
    const std::size_t count = header.index_count();
    return "bool vkalgo_in_base(" + parameters(count) + ") { return " + test + "; }\n" +
           "bool vkalgo_in_base(ivec4 c) { return vkalgo_in_base(" + components(count) + "); }\n" +
           "bool vkalgo_in_domain(int i, int j) { return " + std::string(domain) + "; }\n";
}

// Returns the GLSL functions of a search: whether a cell may hold the answer, and which of two values is preferred. Any
// number is preferred to NaN, and of equal values the value in the first cell.
std::string search(const RecurrenceHeader& header) {
    if (!header.answer.searches()) {
        return {};
    }
    std::string test;
    for (const dp::Border border : header.answer.borders) {
        test += (test.empty() ? "" : " || ") + region_test({border, 1, 0});
    }
    const std::size_t count = header.index_count();
    return "bool vkalgo_in_answer(" + parameters(count) + ") { return " + (test.empty() ? "true" : test) + "; }\n" +
           "bool vkalgo_in_answer(ivec4 c) { return vkalgo_in_answer(" + components(count) + "); }\n" +
           "bool vkalgo_first(ivec4 a, ivec4 b) {\n"
           "    if (a.x != b.x) return a.x < b.x;\n"
           "    if (a.y != b.y) return a.y < b.y;\n"
           "    return a.z != b.z ? a.z < b.z : a.w < b.w;\n"
           "}\n"
           "bool vkalgo_gives_way(vkalgo_value_t a, ivec4 its, vkalgo_value_t b, ivec4 other) {\n"
           "    if (a != a || b != b) return b == b || (a != a && vkalgo_first(other, its));\n"
           "    if (a == b) return vkalgo_first(other, its);\n"
           "    return b " +
           (header.answer.kind == dp::AnswerDeclaration::Kind::min ? "<" : ">") + " a;\n}\n";
}

// Returns GLSL for batches: a macro that shifts cells between lanes and, if the answer is searched for, two functions
// for the search. vkalgo_better_value() returns the better one of two values. vkalgo_may_win() returns whether its
// first value is not worse than its second.
std::string batch_cells(const RecurrenceHeader& header) {
    std::string shifted;
    for (const dp::CellField& field : header.fields) {
        shifted += (shifted.empty() ? "" : ", ") + ("vkalgo_lane_shift_up(c." + field.name + ")");
    }
    std::string code;
    define(code, "VKALGO_SHIFTED_UP(c)", header.fields.empty() ? "vkalgo_lane_shift_up(c)" : "cell_t(" + shifted + ")");
    if (!header.answer.searches()) {
        return code;
    }
    const bool least = header.answer.kind == dp::AnswerDeclaration::Kind::min;
    const CellWords words = cell_words(header.value_type());
    if (header.searches_small_values()) {
        define(code, "VKALGO_SEARCHES_KEYS", "1");
    }
    define(code, "VKALGO_WORST_VALUE", join({"vkalgo_value_t(", least ? words.largest : words.lowest, ")"}));
    const std::string beats = least ? "b < a" : "b > a";
    return code + "vkalgo_value_t vkalgo_better_value(vkalgo_value_t a, vkalgo_value_t b) { return " +
           (is_float(header.value_type()) ? beats + " || a != a ? b : a"
                                          : std::string(least ? "min" : "max") + "(a, b)") +
           "; }\nbool vkalgo_may_win(vkalgo_value_t b, vkalgo_value_t a) { return !(" + (least ? "b > a" : "b < a") +
           "); }\n";
}

// Returns the GLSL function plus(a, b). The sum is INFEASIBLE or UNBOUNDED if a or b is. A sum of floats with one
// infinity is that infinity anyway, so floats need tests only if both infinities may occur.
std::string sum_function(const RecurrenceHeader& header) {
    const std::string number(glsl_type(header.cell));
    const auto keeps = [](const std::string& word) {
        return "a == " + word + " || b == " + word + " ? " + word + " : ";
    };
    const bool has_both = header.has_infeasible() && header.has_unbounded();
    std::string sum = "a + b";
    if (header.has_unbounded() && (has_both || !is_float(header.cell))) {
        sum = keeps("UNBOUNDED") + sum;
    }
    if (!header.has_unbounded() ? !is_float(header.cell) : header.has_infeasible()) {
        sum = keeps("INFEASIBLE") + sum;
    }
    return number + " plus(" + number + " a, " + number + " b) { return " + sum + "; }\n";
}

// Returns GLSL: the types of a cell and of its value, and the functions that get the value of a cell, convert a value
// to words and back, and find out whether a value is INFEASIBLE or UNBOUNDED.
std::string cell_type(const RecurrenceHeader& header) {
    std::string code;
    std::string none = "cell_t(0)";
    if (!header.fields.empty()) {
        code += "struct cell_t { ";
        none = "cell_t(";
        for (const dp::CellField& field : header.fields) {
            const std::string type(glsl_type(field.type));
            code += type + ' ' + field.name + "; ";
            none += (none.ends_with("(") ? "" : ", ") + type + "(0)";
        }
        code += "};\n";
        none += ")";
    }
    code += "cell_t vkalgo_no_cell() { return " + none + "; }\n";
    const ElementType type = header.value_type();
    const std::string name(glsl_type(type));
    define(code, "vkalgo_value_t", name);
    const auto [words, from] = word_conversions(type, "value", "words.x", "words");
    // The answer has the words of the file's own type, even if cells have 32 bits. Of the numbers that a cell may have,
    // only CELL_MAX differs between 32 and 64 bits.
    const std::string to = header.is_narrow ? "uvec2(value, value == CELL_MAX ? 0xffffffffu : 0u)" : words;
    code += "uvec2 vkalgo_value_words(" + name + " value) { return " + to + "; }\n" + name +
            " vkalgo_value_from_words(uvec2 words) { return " + from + "; }\n";
    code += name + " vkalgo_value(cell_t c)" + (header.value ? ";\n" : " { return c; }\n");
    const auto when_value_is = [&](bool stands, const char* word) {
        return stands && type == header.cell ? "value == " + name + "(" + word + ")" : std::string("false");
    };
    code += "bool vkalgo_is_no_number(" + name + " value) { return " +
            when_value_is(header.has_infeasible(), "INFEASIBLE") + " || " +
            when_value_is(header.has_unbounded(), "UNBOUNDED") + "; }\n";
    return code + (header.goal == dp::Goal::none ? "" : sum_function(header));
}

// Returns the prototypes of the user's functions. For templates that name cells by four indices, also returns functions
// that call the user's functions.
std::string prototypes(const RecurrenceHeader& header, const dp::SourceText& text, const ModuleKind& kind) {
    const std::size_t count = header.index_count();
    const std::string own = "(" + parameters(count) + ")";
    std::string code =
        "#include \"dp/dp.h\"\n"
        "int rows();\n"
        "int columns();\n"
        "int vkalgo_extent(int index);\n"
        "void overflow_if(bool condition);\n"
        "void vkalgo_raise(uint flag, int a, int b);\n"
        "bool vkalgo_reads_count();\n"
        "cell_t at" +
        own + ";\ncell_t cell" + own + ";\n";
    // If the text has no base(), the table has no base region, and this function is never called.
    code += "cell_t base" + own + (text.find("base") != nullptr ? ";\n" : " { return vkalgo_no_cell(); }\n");
    if (header.has_step) {
        code += "struct step_t { ";
        for (std::size_t d = 0; d < count; ++d) {
            code += "int " + std::string(kIndexNames[d]) + "; ";
        }
        code += std::string("uint decision; ") + (header.has_states ? "uint state; " : "") + "};\nstep_t step(" +
                parameters(count) + (header.has_states ? ", uint state" : "") + ");\n";
    }
    if (header.has_solution_function) {
        code += "void solution();\n";
    }
    if (header.reduce) {
        code += "cell_t term(int i, int k, int j);\n";
    }
    if (header.scan) {
        code += "cell_t fresh(int i, int j);\ncell_t along(int i, int j);\n";
    }
    std::string four;
    for (std::size_t d = 0; d < count; ++d) {
        four += (d == 0 ? "" : ", ") + std::string(kIndexNames[d]);
    }
    if (kind.interpreted) {
        std::string zeros;
        for (std::size_t d = 0; d < count; ++d) {
            zeros += d == 0 ? "0" : ", 0";
        }
        define(code, "VKALGO_ORIGIN", zeros);
        return code + "cell_t at" + own + " { return vkalgo_no_cell(); }\nvkalgo_value_t vkalgo_value_at" + own +
               " { return vkalgo_value(at(" + four + ")); }\n";
    }
    if (!kind.any_cells) {
        return code;
    }
    std::string zeros;
    for (std::size_t d = count; d < dp::kMaxIndices; ++d) {
        zeros += ", 0";
    }
    code += "cell_t vkalgo_at(ivec4 c);\ncell_t at" + own + " { return vkalgo_at(ivec4(" + four + zeros + ")); }\n" +
            "cell_t vkalgo_cell(ivec4 c) { return cell(" + components(count) + "); }\n" +
            "cell_t vkalgo_base(ivec4 c) { return base(" + components(count) + "); }\n";
    if (header.has_step) {
        std::string target;
        for (std::size_t d = 0; d < count; ++d) {
            target += (d == 0 ? "s." : ", s.") + std::string(kIndexNames[d]);
        }
        code +=
            "struct VkalgoStep { ivec4 cell; uint decision; uint state; };\n"
            "VkalgoStep vkalgo_step(ivec4 c, uint state) {\n    const step_t s = step(" +
            components(count) + (header.has_states ? ", state" : "") + ");\n    return VkalgoStep(ivec4(" + target +
            zeros + "), s.decision, " + (header.has_states ? "s.state" : "0u") + ");\n}\n";
    }
    return code;
}

// Returns an expression of the header as a function, in a text with the name and line of the user's file, so that an
// error in it is reported there.
NamedText header_function(std::string_view type, std::string_view signature, const std::string& expression, int line,
                          std::string_view file) {
    return {std::string(file), std::string(static_cast<std::size_t>(line - 1), '\n') +
                                   join({type, " ", signature, " { return ", type, "(", expression, "); }\n"})};
}

std::string reduction(const RecurrenceHeader& header) {
    const bool minimum = header.reduce->minimum;
    std::string code =
        "int vkalgo_reduce_first(int i, int j);\nint vkalgo_reduce_last(int i, int j);\n"
        "bool vkalgo_better(cell_t a, cell_t b) { return a " +
        std::string(minimum ? "<" : ">") + " b; }\n";
    define(code, "VKALGO_WORST", minimum ? "CELL_MAX" : "CELL_LOWEST");
    code +=
        "cell_t vkalgo_reduce_part(int i, int j, int skip, int stride) {\n"
        "    const int last = vkalgo_reduce_last(i, j);\n"
        "    cell_t best = VKALGO_WORST;\n"
        "    for (int k = vkalgo_reduce_first(i, j) + skip; k <= last; k += stride) {\n"
        "        const cell_t value = term(i, k, j);\n"
        "        if (vkalgo_better(value, best)) best = value;\n"
        "    }\n"
        "    return best;\n"
        "}\n";
    // For integers of one word, drivers have instructions for min and max.
    code += is_float(header.cell)
                ? "cell_t vkalgo_better_of(cell_t a, cell_t b) { return vkalgo_better(b, a) ? b : a; }\n"
                : "cell_t vkalgo_better_of(cell_t a, cell_t b) { return " + std::string(minimum ? "min" : "max") +
                      "(a, b); }\n";
    code += "cell_t cell(int i, int j) { return vkalgo_reduce_part(i, j, 0, 1); }\n";
    return code;
}

// Returns cell() of a scan: fresh() and, if the cell read on the left exists, that cell combined with along(). A sum
// that does not fit ends the run, so the order of additions does not matter. 64-bit integers that are added, and their
// sum, must be nearer to 0 than 2^61, since method `scan` adds the values of along() of many cells.
std::string row_scan(const RecurrenceHeader& header) {
    const dp::RowScan& scan = *header.scan;
    std::string code = "int vkalgo_scan_left(int i);\n";
    if (scan.left.empty()) {
        code = "int vkalgo_scan_left(int i) { return 1; }\n";
    }
    code += "cell_t vkalgo_scan_cell(cell_t b, cell_t left, cell_t a) {\n";
    if (!scan.compares()) {
        code += "    return b + left * a;\n";
    } else {
        std::string fits;
        if (is_float(header.cell)) {
            fits = "true";
        } else if (size_of(header.cell) == 8) {
            for (const char* name : {"left", "a", "sum"}) {
                fits += join({fits.empty() ? "" : " && ", name, " < VKALGO_SCAN_LIMIT",
                              header.is_unsigned() ? "" : std::string(" && ") + name + " > -VKALGO_SCAN_LIMIT"});
            }
        } else {
            fits = header.is_unsigned() ? "sum >= left" : "(a < 0) == (sum < left)";
            fits += header.has_infeasible() ? " && sum != INFEASIBLE" : "";
        }
        code += "    const cell_t sum = left + a;\n";
        if (header.has_infeasible()) {
            code += "    if (left == INFEASIBLE || a == INFEASIBLE) return b;\n";
        }
        code += "    overflow_if(!(" + fits + "));\n    return sum " + (scan.minimum() ? "<" : ">") + " b ? sum : b;\n";
    }
    return code +
           "}\n"
           "cell_t cell(int i, int j) {\n"
           "    const int left = vkalgo_scan_left(i);\n"
           "    if (left > j) return fresh(i, j);\n"
           "    return vkalgo_scan_cell(fresh(i, j), at(i, j - left), along(i, j));\n"
           "}\n";
}

// Returns the functions of a profile: the index of a row's first entry in the table, an entry of the table (once
// without and once with a test of its index), and the symbol of the current column.
NamedText profile_functions(const RecurrenceHeader& header) {
    const dp::ProfileRead& read = *header.profile;
    const auto name = [&](std::size_t input) { return header.inputs[input].name; };
    const auto at = [](const char* index, std::int64_t offset) {
        return std::string(index) + (offset < 0 ? " - " : " + ") + std::to_string(offset < 0 ? -offset : offset);
    };
    return {"profile", "int vkalgo_profile_first(int i) { return int(" + read.factor + ") * int(vkalgo_load_" +
                           name(read.row) + "(" + at("i", read.row_offset) +
                           ")); }\nint vkalgo_profile_entry(int k) { return int(vkalgo_load_" + name(read.table) +
                           "(k)); }\nint vkalgo_unprofiled(int k) { return " + name(read.table) +
                           "(k); }\nuint vkalgo_profile_symbol() { return uint(" + name(read.column) +
                           "(vkalgo_tile_j" + at("", read.column_offset) + ")); }\n"};
}

// Returns GLSL: for each decision the prototype of the function that gives its distance, that is, how far it reaches in
// the previous stage; and vkalgo_distance(), which calls the function of decision d. `line` is the stage's row or
// column.
std::string distances(const RecurrenceHeader& header) {
    const std::size_t count = header.decisions->distances.size();
    std::string code;
    std::string value;
    for (std::size_t d = 0; d < count; ++d) {
        const std::string name = "vkalgo_distance_" + std::to_string(d);
        code += "int " + name + "(int line);\n";
        value += (d + 1 < count ? "d == " + std::to_string(d) + "u ? " : "") + name + "(line)" +
                 (d + 1 < count ? " : " : "");
    }
    return code + "int vkalgo_distance(int line, uint d) { return " + value + "; }\n";
}

}  // namespace

NamedText make_generated(const RecurrenceHeader& header, std::string_view source, const ModuleKind& kind) {
    dp::SourceText text;
    text.scan(source);
    std::string code =
        cell_type(header) + prototypes(header, text, kind) + regions(header) + search(header) +
        (kind.interpreted ? input_stubs(header) : input_accessors(header, kind.keeps_inputs, kind.batched)) +
        (kind.outputs ? output_accessors(header) : output_stubs(header));
    if (kind.batched) {
        code += batch_cells(header);
    }
    if (has_profile(header, kind)) {
        define(code, "VKALGO_PROFILE", "1");
        code +=
            "int vkalgo_profile_first(int i);\nint vkalgo_profile_entry(int k);\nint vkalgo_unprofiled(int k);\n"
            "uint vkalgo_profile_symbol();\nint vkalgo_profiled(int k);\n"
            "int vkalgo_profiled(uint k) { return vkalgo_profiled(int(k)); }\n";
    }
    if (kind.needs_segments) {
        define(code, "vkalgo_cell4_t", glsl_vector_type(header.cell));
        code += term_accessors(header);
    }
    if (kind.needs_bits) {
        code += symbol_accessors(header);
    }
    if (header.reduce) {
        code += reduction(header);
    }
    if (header.scan) {
        code += row_scan(header);
    }
    if (header.decisions) {
        code += distances(header);
    }
    return {"code generated for " + kind.name, std::move(code)};
}

bool has_profile(const RecurrenceHeader& header, const ModuleKind& kind) {
    return kind.batched && kind.keeps_inputs && header.profile;
}

std::vector<NamedText> make_header_functions(const RecurrenceHeader& header, std::string_view file,
                                             const ModuleKind& kind) {
    std::vector<NamedText> functions;
    if (has_profile(header, kind)) {
        functions.push_back(profile_functions(header));
    }
    if (header.reduce) {
        const dp::Reduction& reduce = *header.reduce;
        functions.push_back(
            header_function("int", "vkalgo_reduce_first(int i, int j)", reduce.first, reduce.line, file));
        functions.push_back(header_function("int", "vkalgo_reduce_last(int i, int j)", reduce.last, reduce.line, file));
    }
    if (header.scan && !header.scan->left.empty()) {
        functions.push_back(
            header_function("int", "vkalgo_scan_left(int i)", header.scan->left, header.scan->line, file));
    }
    if (header.decisions) {
        const std::string signature = header.stage.coefficients[0] != 0 ? "(int i)" : "(int j)";
        for (std::size_t d = 0; d < header.decisions->distances.size(); ++d) {
            functions.push_back(header_function("int", "vkalgo_distance_" + std::to_string(d) + signature,
                                                header.decisions->distances[d], header.decisions->line, file));
        }
    }
    if (header.value) {
        functions.push_back(header_function(glsl_type(header.value->type), "vkalgo_value(cell_t c)", header.value->text,
                                            header.value->line, file));
    }
    return functions;
}

}  // namespace vkalgo::compiler
