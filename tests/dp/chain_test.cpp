// Compares method `chain` with method `stage`: tables bit for bit, answers, solutions. Also tests what `chain` leaves
// to other methods.
#include "algorithms/split_mix.hpp"
#include "tests/dp/as_by_stage.hpp"

#include <string>
#include <vector>

namespace vkalgo::dp::test {
namespace {

/// A chain in one of the patterns of rows and columns. PLACE is the cell's position in the order of the stages, LAST is
/// the last position, and AT(x) is the cell at position x.
struct Chain {
    Pattern pattern = Pattern::CLR;
    std::string type = "u64", base = "1", answer = "last";
    /// A reduction over positions. If it is empty, the text has a `cell` instead of a `term`.
    std::string reduce = "min k = 0 .. PLACE - 1";
    std::string code = "AT(k) + cell_t(x((PLACE * 3 + k) % 64))";
    std::string more, functions;

    bool transposed() const { return pattern == Pattern::CLR || pattern == Pattern::CRL; }
    bool reversed() const { return pattern == Pattern::RDU || pattern == Pattern::CRL; }
    std::string written(std::string text) const {
        const std::string along = transposed() ? "j" : "i";
        const std::string last = transposed() ? "(columns() - 1)" : "(rows() - 1)";
        const auto replace = [&](const std::string& word, const std::string& by) {
            for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size())) {
                text.replace(at, word.size(), by);
            }
        };
        replace("PLACE", reversed() ? "(" + last + " - " + along + ")" : along);
        for (std::size_t at = text.find("AT("); at != std::string::npos; at = text.find("AT(")) {
            std::size_t end = at + 3;  // The loop moves it past the closing bracket
            for (int depth = 1; depth > 0; ++end) {
                depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
            }
            const std::string argument = text.substr(at + 3, end - at - 4);
            std::string index = transposed() ? "at(0, " : "at(";
            if (reversed()) {
                index += last;
                index += " - ";
            }
            index += '(' + argument;
            index += transposed() ? "))" : "), 0)";
            text.replace(at, end - at, index);
        }
        return text;
    }
    std::string source() const {
        return "//! problem  chain\n//! pattern  " + std::string(to_string(pattern)) + "\n//! cell     " + type +
               "\n//! input    x u32[64]\n" +
               (transposed() ? "//! rows     1\n//! columns  n\n" : "//! rows     n\n//! columns  1\n") +
               (base.empty() ? ""
                             : std::string("//! base     ") + (reversed() ? "last-" : "first-") +
                                   (transposed() ? "column " : "row ") + base + "\n") +
               "//! answer   " + answer + "\n" + (reduce.empty() ? "" : "//! reduce   " + written(reduce) + "\n") +
               more + written(functions) + "cell_t base(int i, int j) { return cell_t(1 + (i + j) % 3); }\n" +
               (reduce.empty() ? "cell_t cell(int i, int j) {" : "cell_t term(int i, int k, int j) {") + " return " +
               written(code) + "; }\n";
    }
};

/// Returns an instance with few different values, so that many terms are equally good.
Instance drawn_factors(std::int64_t n, std::uint64_t seed) {
    SplitMix64 random(seed);
    std::vector<std::uint32_t> x(64);
    for (std::uint32_t& value : x) {
        value = 1 + static_cast<std::uint32_t>(random.below(6));
    }
    return {{"n", n}, {"x", x}};
}

class Chains : public AsByStage {
protected:
    static void expect_same(const Chain& chain, std::int64_t n, std::uint32_t cells = 0) {
        SCOPED_TRACE(std::to_string(n) + " cells, " + std::to_string(cells) + " per dispatch");
        expect_as_by_stage(chain.source(), drawn_factors(n, static_cast<std::uint64_t>(n) + 1), "chain",
                           {.rows = cells});
    }
};

TEST_F(Chains, GiveTheResultsOfStageInEveryPattern) {
    for (const Pattern pattern : {Pattern::CLR, Pattern::CRL, Pattern::RUD, Pattern::RDU}) {
        for (const std::int64_t n : {0, 1, 2, 9, 257, 600}) {
            expect_same({.pattern = pattern}, n);
        }
        for (const std::uint32_t cells : {1U, 7U, 64U}) {
            expect_same({.pattern = pattern}, 65, cells);
        }
    }
}

TEST_F(Chains, TakeTheLeastAndTheGreatestOfEveryType) {
    for (const char* type : {"u32", "i32", "u64", "i64", "f32", "f64"}) {
        for (const char* kind : {"min", "max"}) {
            expect_same({.type = type, .reduce = std::string(kind) + " k = max(0, PLACE - 40) .. PLACE - 1"}, 150, 16);
        }
    }
}

TEST_F(Chains, FindTheTermsThatReadCellsOfTheBlockWhereverTheyAre) {
    // Each comment says which terms read cells of the block.
    for (const char* code : {
             "AT(PLACE - 1 - k) + cell_t(x((PLACE * 3 + k) % 64))",          // The first terms
             "AT(k) + AT(PLACE - 1 - k) + cell_t(k % 5)",                    // The first and the last terms
             "AT(k / 2) + cell_t(x(k % 64))",                                // All terms, in the first block only
             "AT((k * 7 + PLACE) % PLACE) + cell_t(x(k % 64)) * cell_t(3)",  // Terms here and there
             "cell_t(x((PLACE + k) % 64))",                                  // No term
             "k % 3 == 0 ? cell_t(90) : AT(max(k - 1, 0)) + cell_t(x((PLACE) % 64))"  // Two in three of the last terms
         }) {
        expect_same({.code = code}, 200, 32);
    }
    // The first limit of the reduction reads a cell too.
    expect_same({.reduce = "max k = int(AT(PLACE - 1) % cell_t(2)) .. PLACE - 1"}, 120, 32);
    // Every third cell has no term, the others have one or two.
    expect_same({.base = "3", .reduce = "min k = PLACE - 3 .. PLACE - 2 - PLACE % 3"}, 120, 32);
}

TEST_F(Chains, ComputeCellsWithoutAReduction) {
    for (const Pattern pattern : {Pattern::CLR, Pattern::CRL, Pattern::RUD, Pattern::RDU}) {
        for (const std::int64_t n : {0, 1, 9, 600}) {
            Chain near{.pattern = pattern, .base = "2", .reduce = "", .code = "AT(PLACE - 1) + AT(PLACE - 2)"};
            expect_same(near, n);
            expect_same({.pattern = pattern, .reduce = "", .code = "AT(PLACE / 2) * cell_t(3) + AT(PLACE - 1)"}, n);
        }
    }
    const std::string fields =
        "//! problem  a\n//! pattern  CLR\n//! cell     u32 A, f64 B\n//! value    f64 c.B\n//! rows     1\n"
        "//! columns  n\n//! base     first-column 1\n//! answer   max last-row\n"
        "cell_t base(int i, int j) { return cell_t(1u, 2.0lf); }\n"
        "cell_t cell(int i, int j) {\n    const cell_t c = at(0, j - 1);\n"
        "    return cell_t(c.A * 5u + 3u, double(c.A % 1000u));\n}\n"
        "step_t step(int i, int j) { return step_t(0, j / 2, at(i, j).A); }\n";
    for (const std::int64_t n : {0, 1, 2, 400}) {
        expect_as_by_stage(fields, {{"n", n}}, "chain");
    }
}

TEST_F(Chains, RefuseWhatStageRefusesWithTheSameWords) {
    const Instance instance = drawn_factors(150, 1);
    for (const Chain& chain : {
             Chain{.reduce = "min k = 0 .. PLACE - min(abs(PLACE - 90), 1)"},           // Reads its own cell
             Chain{.reduce = "min k = min(abs(PLACE - 90), 1) - 1 .. PLACE - 1"},       // Reads outside the table
             Chain{.code = "AT(k) + cell_t(x(PLACE == 90 && k == 70 ? 64 : k % 64))"},  // Reads beyond the input
             Chain{.code = "look(AT(k), PLACE, k)",
             .functions = "cell_t look(cell_t c, int p, int k) { overflow_if(p == 90 && k == 5); return c; }\n"},
             Chain{.reduce = "", .code = "AT(PLACE == 90 ? 91 : PLACE - 1)"},
         }) {
        const std::string expected = error_of(chain.source(), instance, "stage");
        EXPECT_NE(expected, "") << chain.source();
        EXPECT_EQ(error_of(chain.source(), instance, "chain", {.rows = 32}), expected) << chain.source();
    }
}

TEST_F(Chains, ReportNoFaultsForTermsThatArePutOff) {
    // When a term is put off, the cell that it reads is 0. look() would report an overflow for 0, but it must not do so
    // for such a term.
    const Chain chain{
        .code = "look(AT(k))",
        .functions = "cell_t look(cell_t c) { overflow_if(c == cell_t(0)); return c + x(int(c) % 64); }\n"};
    expect_same(chain, 150, 32);
}

TEST_F(Chains, RefuseReductionsThatTheDeviceWouldStop) {
    DeviceProfile profile = context().profile();
    profile.max_loop_iterations = 200;
    profile.max_workgroup_invocations = 256;
    const auto planned = [&](const Chain& chain, std::int64_t n, const char* method) {
        const RecurrenceHeader header = vkalgo::test::take(parse_header(chain.source(), "a.glsl"));
        return plan_solve(header, drawn_factors(n, 1), {.method = method}, profile);
    };
    // The 256 invocations of a workgroup share the terms of a cell. Besides its terms, an invocation loops over up to
    // 64 parts of a cell, and 16 further iterations are planned. The sum must be less than the limit of 200.
    const std::int64_t most = std::int64_t{200 - 16 - 64} * 256 - 1;
    EXPECT_OK(planned({}, most, "chain"));
    for (const char* method : {"chain", ""}) {
        const auto refused = planned({}, most + 1, method);
        ASSERT_ERROR(refused, ErrorCode::too_large);
        EXPECT_NE(refused.error().message.find("stops a loop after 200 iterations; use a table of at most " +
                                               std::to_string(most) + " cells"),
                  std::string::npos)
            << refused.error().message;
    }
    // Without a reduction a cell needs no loop.
    EXPECT_OK(planned({.reduce = "", .code = "AT(PLACE - 1)"}, 10 * most, "chain"));
    profile.max_loop_iterations = 0;
    EXPECT_OK(planned({}, 10 * most, "chain"));
}

TEST_F(Chains, NameOnlyCellsAndTeamsThatTheyHave) {
    const auto summary = [&](const Chain& chain, std::int64_t n) {
        const RecurrenceHeader header = vkalgo::test::take(parse_header(chain.source(), "a.glsl"));
        const SolveOptions options{.method = "chain"};
        return vkalgo::test::take(plan_solve(header, drawn_factors(n, 1), options, context().profile())).run->summary;
    };
    for (const Chain& chain : {Chain{}, Chain{.reduce = "", .code = "AT(PLACE - 1)"}}) {
        EXPECT_TRUE(summary(chain, 3).starts_with("1 dispatch of up to 3 cells, ")) << summary(chain, 3);
        EXPECT_TRUE(summary(chain, 1).starts_with("1 dispatch of up to 1 cell, ")) << summary(chain, 1);
        EXPECT_EQ(summary(chain, 3).find("team"), std::string::npos) << summary(chain, 3);
    }
    // Cells of later dispatches have terms that read cells of earlier ones.
    EXPECT_NE(summary({}, 5000).find("; for each cell, up to "), std::string::npos) << summary({}, 5000);
}

TEST_F(Chains, RefuseWhatTheyDoNotRun) {
    const auto refused = [&](const std::string& source, const std::string& words) {
        const std::string message = error_of(source, drawn_factors(9, 1), "chain");
        EXPECT_NE(message.find(words), std::string::npos) << message;
    };
    std::string grid = Chain{}.source();
    grid.replace(grid.find("rows     1"), 10, "rows     2");
    refused(grid, "('//! rows 1')");
    refused(Chain{.answer = "min last-row or first-row"}.source(), "one cell or one border");
    refused(Chain{.more = "//! output   seen u32[4]\nvoid solution() { seen(0, 1u); }\n"}.source(), "without outputs");
    // When a term is put off, the cell that it reads is 0, and this loop would not end.
    refused(Chain{.code = "look(AT(k))",
                  .functions = "cell_t look(cell_t c) { cell_t s = c; while (s < 10u) s += c; return s; }\n"}
                .source(),
            "has no loops");
    std::string fields, ones;
    for (int k = 0; k < 32; ++k) {
        fields += (k == 0 ? "u64 a" : ", u64 a") + std::to_string(k);
        ones += k == 0 ? "1UL" : ", 1UL";
    }
    refused("//! problem  wide\n//! pattern  CLR\n//! cell     " + fields +
                "\n//! value    c.a0\n//! input    x u32[64]\n//! rows     1\n//! columns  n\n"
                "//! base     first-column 1\n//! answer   last\ncell_t base(int i, int j) { return cell_t(" +
                ones + "); }\ncell_t cell(int i, int j) { return at(i, j - 1); }\n",
            "cells of 256 bytes");
}

}  // namespace
}  // namespace vkalgo::dp::test
