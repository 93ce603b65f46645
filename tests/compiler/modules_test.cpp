#include "compiler/modules.hpp"

#include "compiler/embedded_texts.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::compiler::test {
namespace {

TEST(Modules, AreReadFromTheTopOfATemplate) {
    const auto kinds = read_modules(
        "// A method of its own.\n// inputs from binding 4\n// module quick\n"
        "// module quick-wide:  wide,needs-local , memory-model\n#include \"x\"\n// module late\n",
        "dp/quick.glsl");
    ASSERT_TRUE(kinds) << kinds.error().message;
    ASSERT_EQ(kinds->size(), 2U);
    EXPECT_EQ(kinds->front().name, "quick");
    EXPECT_EQ(kinds->front().template_name, "dp/quick.glsl");
    EXPECT_FALSE(kinds->front().wide || kinds->front().needs_local || kinds->front().memory_model);
    EXPECT_EQ(kinds->back().name, "quick-wide");
    EXPECT_TRUE(kinds->back().wide && kinds->back().needs_local && kinds->back().memory_model);
    EXPECT_FALSE(kinds->back().persistent || kinds->back().needs_step);
}

TEST(Modules, AreRefusedAtTheirLineWhereTheyAreMisspelt) {
    const std::vector<std::pair<std::string, std::string>> wrong{
        {"// A template.\n// module quick: widee\n",
         "dp/quick.glsl:2: 'widee' is not a known word of a module; did you mean "
         "'wide'?"},
        {"// module : wide\n", "dp/quick.glsl:1: write '// module NAME'"},
        {"// module quick wide\n", "dp/quick.glsl:1: write '// module NAME'"},
        {"// module quick: wide, \n", "dp/quick.glsl:1: ''"},
    };
    for (const auto& [text, message] : wrong) {
        const auto kinds = read_modules(text, "dp/quick.glsl");
        ASSERT_FALSE(kinds) << text;
        EXPECT_EQ(kinds.error().code, ErrorCode::invalid_argument);
        EXPECT_TRUE(kinds.error().message.starts_with(message)) << kinds.error().message;
    }
}

TEST(Modules, OfEveryTemplateAreNamedOnceAndFitTheirRecurrences) {
    dp::RecurrenceHeader header;
    const auto few = module_kinds(header);
    ASSERT_TRUE(few) << few.error().message;
    for (const ModuleKind& kind : *few) {
        EXPECT_FALSE(kind.needs_local || kind.needs_step || kind.needs_reduce || kind.needs_search ||
                     kind.needs_solution || kind.needs_segments || kind.narrow || kind.needs_rows ||
                     kind.needs_decisions || kind.needs_bits || kind.needs_chain || kind.needs_scan)
            << kind.name;
    }
    header.properties.reach = dp::Reach::neighbours();
    header.has_step = header.has_solution_function = true;
    header.reduce.emplace();
    header.segments.emplace();
    header.bits.emplace();
    header.answer.kind = dp::AnswerDeclaration::Kind::max;
    auto all = module_kinds(header);
    ASSERT_TRUE(all) << all.error().message;
    EXPECT_GT(all->size(), few->size());
    dp::RecurrenceHeader rows;
    rows.stage = dp::StageFunction::of(dp::Pattern::RUD);
    rows.properties.reach = dp::Reach::neighbours();
    rows.has_step = true;
    rows.decisions.emplace();
    const auto of_rows = module_kinds(rows);
    ASSERT_TRUE(of_rows) << of_rows.error().message;
    all->insert(all->end(), of_rows->begin(), of_rows->end());
    rows.scan.emplace();
    const auto of_scans = module_kinds(rows);
    ASSERT_TRUE(of_scans) << of_scans.error().message;
    all->insert(all->end(), of_scans->begin(), of_scans->end());
    rows.scan.reset();
    rows.reduce.emplace();
    rows.columns = *dp::Expression::parse("1");
    const auto of_sums = module_kinds(rows);
    ASSERT_TRUE(of_sums) << of_sums.error().message;
    all->insert(all->end(), of_sums->begin(), of_sums->end());
    // A template that has a line `// inputs from binding`, but no line `// module`, would be ignored silently.
    for (const EmbeddedText& text : embedded_texts()) {
        const bool fills = text.text.find("// inputs from binding ") != std::string_view::npos;
        const bool named = std::any_of(all->begin(), all->end(),
                                       [&](const ModuleKind& kind) { return kind.template_name == text.name; });
        EXPECT_EQ(fills, named) << text.name;
    }
}

}  // namespace
}  // namespace vkalgo::compiler::test
