#include "compiler/generate.hpp"

#include "tests/compiler/recurrence_texts.hpp"

#include <gtest/gtest.h>

namespace vkalgo::compiler::test {
namespace {

ModuleKind kind_of(const dp::RecurrenceHeader& header, std::string_view name) {
    const auto kinds = module_kinds(header);
    EXPECT_TRUE(kinds) << kinds.error().message;
    for (const ModuleKind& kind : kinds.value_or(std::vector<ModuleKind>{})) {
        if (kind.name == name) {
            return kind;
        }
    }
    ADD_FAILURE() << "no module " << name;
    return {};
}

std::string generated(const std::string& source, std::string_view module) {
    const auto recurrence = read_recurrence(source, "my.glsl");
    EXPECT_TRUE(recurrence) << recurrence.error().message;
    return make_generated(recurrence->header, source, kind_of(recurrence->header, module)).text;
}

std::string prelude(const std::string& source, std::string_view module) {
    const auto recurrence = read_recurrence(source, "my.glsl");
    EXPECT_TRUE(recurrence) << recurrence.error().message;
    return make_prelude(recurrence->header, kind_of(recurrence->header, module), 9).text;
}

void expect_part(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << "lacks: " << part << "\nin:\n" << text;
}

void expect_no_part(const std::string& text, const std::string& part) {
    EXPECT_EQ(text.find(part), std::string::npos) << "holds: " << part << "\nin:\n" << text;
}

TEST(Generate, DefinesTheCellAndTheModule) {
    const std::string stage = prelude(kLcs, "stage");
    EXPECT_TRUE(stage.starts_with("#version 460\n"));
    expect_part(stage, "#define cell_t uint\n#define VKALGO_CELL_U32 1\n#define VKALGO_CELL_WORDS 1\n");
    expect_part(stage, "#define VKALGO_FIRST_INPUT_BINDING 9\n");
    expect_no_part(stage, "VKALGO_WIDE");
    expect_no_part(stage, "VKALGO_HAS_STEP");
    expect_part(prelude(kLcs, "stage-wide"), "#define VKALGO_WIDE 1\n");
    expect_part(prelude(kLcs, "tile"), "#define VKALGO_PERSISTENT 0\n");
    expect_part(prelude(kLcs, "tile-persistent"), "#define VKALGO_PERSISTENT 1\n");
    expect_part(prelude(kLcs, "tile-persistent"), "#pragma use_vulkan_memory_model\n");
    expect_part(prelude(kLcs, "tile-persistent-plain"), "#define VKALGO_PERSISTENT 1\n");
    expect_no_part(prelude(kLcs, "tile-persistent-plain"), "#pragma");
    expect_part(prelude(kMatrixChain, "stage"), "#define VKALGO_HAS_REDUCE 1\n");
    expect_part(prelude(kMatrixChain, "stage"), "#define cell_t uint64_t\n");
    expect_part(prelude(kMatrixChain, "stage"), "#define VKALGO_CELL_WORDS 2\n");
}

TEST(Generate, GivesParamsTheirOffsetsInThePushConstants) {
    const std::string source =
        replaced(kKnapsack, "//! param    capacity u32", "//! param capacity u32\n//! param big u64\n//! param f f32");
    expect_part(prelude(source, "stage"),
                "#define VKALGO_PARAMS layout(offset = 64) uint capacity; layout(offset = 72) uint64_t big; "
                "layout(offset = 80) float f; \n");
    expect_part(prelude(kLcs, "stage"), "#define VKALGO_PARAMS \n");
}

TEST(Generate, WritesBaseAndDomainInTheUsersIndices) {
    const auto text = [](const std::string& lines) {
        return generated(
            replaced(replaced(kLcs, "//! base     first-row 1\n", ""), "//! base     first-column 1\n", lines),
            "stage");
    };
    expect_part(text("//! base first-row 2\n"), "vkalgo_in_base(int i, int j) { return i < 2; }");
    expect_part(text("//! base last-row 1\n//! base last-column 3\n"),
                "return i >= rows() - 1 || j >= columns() - 3; }");
    expect_part(text("//! base first-column 1\n//! base diagonal -2\n"), "return j < 1 || j - i == -2; }");
    expect_part(text(""), "vkalgo_in_base(int i, int j) { return false; }");
    expect_part(text(""), "vkalgo_in_domain(int i, int j) { return true; }");
    expect_part(text("//! domain upper\n"), "vkalgo_in_domain(int i, int j) { return i <= j; }");
    expect_part(text("//! domain lower\n"), "vkalgo_in_domain(int i, int j) { return i >= j; }");
}

TEST(Generate, DefinesABaseIfTheFileHasNone) {
    const std::string source =
        replaced(replaced(replaced(kLcs, "//! base     first-row 1\n", ""), "//! base     first-column 1\n", ""),
                 "cell_t base(int i, int j) { return 0u; }", "");
    expect_part(generated(source, "stage"), "cell_t base(int i, int j) { return vkalgo_no_cell(); }");
    EXPECT_EQ(message_of(source), "");
}

TEST(Generate, WritesTheLoopOfAReduction) {
    const std::string text = generated(kMatrixChain, "stage");
    expect_part(text, "bool vkalgo_better(cell_t a, cell_t b) { return a < b; }");
    expect_part(text, "#define VKALGO_WORST CELL_MAX");
    expect_part(text, "term(i, k, j)");
    expect_part(generated(replaced(kMatrixChain, "reduce   min", "reduce   max"), "stage"),
                "#define VKALGO_WORST CELL_LOWEST");
    const std::string both = kMatrixChain + "cell_t cell(int i, int j) { return term(i, i, j); }\n";
    EXPECT_NE(message_of(both).find("both say what a cell is"), std::string::npos) << message_of(both);
    const auto header = read_recurrence(kMatrixChain, "my.glsl")->header;
    const std::vector<NamedText> limits = make_header_functions(header, "my.glsl", {});
    ASSERT_EQ(limits.size(), 2U);
    EXPECT_EQ(limits[0].name, "my.glsl");
    EXPECT_EQ(limits[0].text, std::string(14, '\n') + "int vkalgo_reduce_first(int i, int j) { return int(i); }\n");
    EXPECT_EQ(limits[1].text, std::string(14, '\n') + "int vkalgo_reduce_last(int i, int j) { return int(j - 1); }\n");
}

TEST(Generate, KeepsTheInputsOfARowAndAColumnForTiles) {
    const std::string text = generated(kLcs, "tile");
    expect_part(text, "struct VkalgoRowInputs { uint x_0; };");
    expect_part(text, "struct VkalgoColumnInputs { uint y_0; };");
    expect_part(text,
                "VkalgoRowInputs vkalgo_load_row_inputs(int i) { return VkalgoRowInputs(vkalgo_load_x(i - 1)); }");
    expect_part(
        text,
        "VkalgoColumnInputs vkalgo_load_column_inputs(int j) { return VkalgoColumnInputs(vkalgo_load_y(j - 1)); }");
    expect_part(text,
                "uint x(int k) { if (vkalgo_checks_kept() || !(k == vkalgo_tile_i - 1)) vkalgo_check_x(k); "
                "return k == vkalgo_tile_i - 1 ? vkalgo_tile_row.x_0 : vkalgo_load_x(k); }");
    expect_part(text, "return k == vkalgo_tile_j - 1 ? vkalgo_tile_column.y_0 : vkalgo_load_y(k); }");
    expect_part(generated(kLcs, "stage"), "uint x(int k) { vkalgo_check_x(k); return vkalgo_load_x(k); }");
    expect_no_part(generated(kLcs, "stage"), "VkalgoRowInputs");
}

TEST(Generate, RecognizesEveryFormOfAReadThatATileCanKeep) {
    const std::string source = replaced(kLcs, "return max(at(i - 1, j), at(i, j - 1));",
                                        "return x(i) + x( i+2 ) + x(j - 3) + x(i - 1) + x(2 * i) + x(i - 1 + j) + x(i "
                                        "- j) + y(i) + y(int(i)) /* x(i - 7) */;");
    const std::string text = generated(source, "tile");
    expect_part(text, "struct VkalgoRowInputs { uint x_0; uint x_1; uint x_2; uint y_0; };");
    expect_part(text, "struct VkalgoColumnInputs { uint x_3; uint y_1; };");
    expect_part(text,
                "k == vkalgo_tile_i - 1 ? vkalgo_tile_row.x_0 : k == vkalgo_tile_i ? vkalgo_tile_row.x_1 : k == "
                "vkalgo_tile_i + 2 ? vkalgo_tile_row.x_2 : "
                "k == vkalgo_tile_j - 3 ? vkalgo_tile_column.x_3 : vkalgo_load_x(k)");
    const std::string none = generated(replaced(kLcs, "x(i - 1) == y(j - 1)", "i == j"), "tile");
    expect_part(none, "struct VkalgoRowInputs { uint vkalgo_none; };");
    expect_part(none, "VkalgoRowInputs vkalgo_load_row_inputs(int i) { return VkalgoRowInputs(0u); }");
}

// Every cell type with every input type, params of every type, CELL_MAX, CELL_LOWEST and a step must compile.
TEST(Generate, CompilesForEveryType) {
    for (const char* cell : {"i32", "u32", "i64", "u64", "f32", "f64"}) {
        std::string source = "//! problem t\n//! pattern RUD\n//! class local\n//! cell " + std::string(cell) +
                             "\n//! rows n\n//! columns m\n//! answer last\n//! base last-row 1\n";
        std::string sum = "at(i - 1, j)";
        for (const std::string_view input : dp::kInputTypeNames) {
            source += "//! input in_" + std::string(input) + " " + std::string(input) + "[n]\n";
            sum += " + cell_t(in_" + std::string(input) + "(i - 1)) + cell_t(in_" + std::string(input) + "(j))";
        }
        for (const char* param : {"i32", "u32", "i64", "u64", "f32", "f64"}) {
            source += "//! param p_" + std::string(param) + " " + param + "\n";
            sum += " + cell_t(p_" + std::string(param) + ")";
        }
        source +=
            "const cell_t kLeast = CELL_LOWEST;\n"
            "cell_t base(int i, int j) { return i == j ? CELL_MAX : CELL_LOWEST; }\n"
            "cell_t cell(int i, int j) { return " +
            sum +
            "; }\n"
            "step_t step(int i, int j) { return step_t(i - 1, j, at(i, j) == kLeast ? 1u : 0u); }\n";
        EXPECT_EQ(message_of(source), "") << cell;
        const auto recurrence = read_recurrence(source, "my.glsl");
        ASSERT_TRUE(recurrence) << recurrence.error().message;
        for (const char* module : {"stage", "stage-wide"}) {
            auto one = *recurrence;
            const auto done = assemble_module(one, module);
            EXPECT_TRUE(done) << cell << " " << module << ": " << done.error().message;
        }
    }
}

}  // namespace
}  // namespace vkalgo::compiler::test
