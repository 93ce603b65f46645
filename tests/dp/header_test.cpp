#include "algorithms/dp/recurrence/header.hpp"

#include "algorithms/dp/instance/instance.hpp"
#include "tests/dp/good_header.hpp"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

namespace vkalgo::dp {
namespace {

TEST(Header, ReadsEveryLine) {
    const auto header = parse_header(text_of_header(kGoodHeader), "a.glsl");
    ASSERT_TRUE(header) << header.error().message;
    EXPECT_EQ(header->problem, "test-1");
    EXPECT_EQ(header->about, "a table for tests");
    EXPECT_EQ(header->order, "from the upper left");
    EXPECT_EQ(header->pattern(), Pattern::NOSE);
    EXPECT_EQ(header->recurrence_class, RecurrenceClass::local);
    EXPECT_EQ(header->cell, ElementType::u32);
    ASSERT_EQ(header->inputs.size(), 2U);
    EXPECT_EQ(header->inputs[0].name, "x");
    EXPECT_EQ(header->inputs[0].type, ElementType::u8);
    EXPECT_FALSE(header->inputs[0].length);
    EXPECT_EQ(header->inputs[1].type, ElementType::u16);
    EXPECT_EQ(header->inputs[1].length->text(), "len(x)");
    EXPECT_EQ(header->inputs[1].line, 7);
    ASSERT_EQ(header->params.size(), 1U);
    EXPECT_EQ(header->params[0].name, "gap");
    EXPECT_EQ(std::get<std::uint64_t>(*header->params[0].fallback), 3U);
    EXPECT_EQ(header->params[0].line, 8);
    EXPECT_EQ(header->rows.text(), "len(x) + 1");
    EXPECT_EQ(header->columns.text(), "len(y) + 1");
    EXPECT_EQ(header->domain, Domain::full);
    ASSERT_EQ(header->base.size(), 2U);
    EXPECT_EQ(header->base[0].border, kFirstRow);
    EXPECT_EQ(header->base[1].amount, 2);
    EXPECT_EQ(header->answer.kind, AnswerDeclaration::Kind::last);
    EXPECT_EQ(header->bound->text(), "len(x) * gap");
    EXPECT_FALSE(header->reduce);
    EXPECT_FALSE(header->has_step);
    EXPECT_FALSE(header->has_overflow_check);
    EXPECT_FALSE(header->has_solution());
}

TEST(Header, TakesWindowsLinesAByteOrderMarkAndLinesInAnyOrder) {
    std::string text = "\xEF\xBB\xBF/* a comment\n   with //! pattern RUD in it */\n";
    for (auto line = kGoodHeader.rbegin(); line != kGoodHeader.rend(); ++line) {
        text += "\t " + *line + " \n// between\n";
    }
    text += kGoodHeaderCode;
    std::string windows;
    for (const char c : text) {
        windows += c == '\n' ? "\r\n" : std::string(1, c);
    }
    const auto header = parse_header(windows, "a.glsl");
    ASSERT_TRUE(header) << header.error().message;
    EXPECT_EQ(header->pattern(), Pattern::NOSE);
    EXPECT_EQ(header->about, "a table for tests");
    const auto behind = parse_header(
        text_of_header({kGoodHeader.begin(), kGoodHeader.end() - 3}, kGoodHeaderCode + "//! answer last\n"), "a.glsl");
    EXPECT_TRUE(behind) << behind.error().message;
}

TEST(Header, TakesEveryWordOfItsClosedLists) {
    for (const std::string_view name : kPatternNames) {
        EXPECT_EQ(header_message(header_with_line(3, "//! pattern " + std::string(name))), "");
    }
    for (const std::string_view name : kClassNames) {
        EXPECT_EQ(header_message(header_with_line(4, "//! class " + std::string(name))), "");
    }
    for (const char* type : {"i32", "u32", "i64", "u64", "f32", "f64"}) {
        EXPECT_EQ(header_message(header_with_line(5, std::string("//! cell ") + type)), "");
        const std::string text = header_with_line(8, std::string("//! param gap ") + type + " 7");
        if (type[0] == 'f') {
            expect_header_message(text, 15, "whole numbers");  // `bound` uses gap
        } else {
            EXPECT_EQ(header_message(text), "");
        }
    }
    for (const std::string_view type : kInputTypeNames) {
        EXPECT_EQ(header_message(header_with_line(6, "//! input x " + std::string(type) + "[]")), "");
        EXPECT_EQ(header_message(header_with_line(6, "//! input x " + std::string(type) + " [ 3 * n ] ")), "");
    }
    for (const char* domain : {"full", "upper", "lower"}) {
        EXPECT_EQ(header_message(header_with_line(11, std::string("//! domain ") + domain)), "");
    }
    for (const char* base : {"last-row 3", "last-column 1", "diagonal 0", "diagonal -4", "diagonal 12"}) {
        EXPECT_EQ(header_message(header_with_line(12, std::string("//! base ") + base)), "");
    }
}

TEST(Header, ReadsEveryFormOfAnswer) {
    const auto answer = [](const std::string& text) {
        return parse_header(header_with_line(14, "//! answer " + text), "a.glsl")->answer;
    };
    EXPECT_EQ(answer("last").kind, AnswerDeclaration::Kind::last);
    const AnswerDeclaration cell = answer("at (0, (len(x) - 2) * 1)");
    EXPECT_EQ(cell.kind, AnswerDeclaration::Kind::at);
    ASSERT_EQ(cell.indices.size(), 2U);
    EXPECT_EQ(cell.indices[0].text(), "0");
    EXPECT_EQ(cell.indices[1].text(), "(len(x) - 2) * 1");
    EXPECT_EQ(cell.line, 14);
    EXPECT_EQ(answer("min last-row").kind, AnswerDeclaration::Kind::min);
    EXPECT_EQ(answer("min last-row").borders, std::vector<Border>{kLastRow});
    EXPECT_EQ(answer("max first-column").kind, AnswerDeclaration::Kind::max);
    EXPECT_EQ(answer("max first-column").borders, std::vector<Border>{kFirstColumn});
}

TEST(Header, ReadsCellsOfFieldsAndTheirValue) {
    const auto header = parse_header(header_with_line(5, "//! cell  i32 M, u64 E, f32 F",
                                                      "//! value f64 double(c.E) + c.M\n"
                                                      "cell_t base(int i, int j) { return cell_t(0, 0ul, 0.0); }\n"
                                                      "cell_t cell(int i, int j) { return at(i - 1, j); }\n"),
                                     "a.glsl");
    ASSERT_TRUE(header) << header.error().message;
    ASSERT_EQ(header->fields.size(), 3U);
    EXPECT_EQ(header->fields[1].name, "E");
    EXPECT_EQ(header->fields[1].type, ElementType::u64);
    EXPECT_EQ(header->fields[1].offset, 8U);
    EXPECT_EQ(header->fields[2].offset, 16U);
    EXPECT_EQ(header->cell_bytes(), 24U);
    EXPECT_EQ(header->value_type(), ElementType::f64);
    EXPECT_TRUE(header->computes_with(ElementType::u64));
    EXPECT_FALSE(header->computes_with(ElementType::i64));
    EXPECT_EQ(header_message(header_with_line(5, "//! cell i32 M, i32 M")),
              "a.glsl:5: the cell has two fields named 'M'");
    expect_header_message(header_with_line(5, "//! cell i32 M, i32 E"), 5, "a cell with named fields needs a line");
    expect_header_message(header_with_line(5, "//! cell i32 M, u8 E"), 5, "'u8' is not a type of a cell");
}

TEST(Header, ReadsStagesIndicesAndGoals) {
    const auto header = parse_header(header_with_line(3, "//! stage  -i + 3 * j\n//! goal max"), "a.glsl");
    ASSERT_TRUE(header) << header.error().message;
    EXPECT_EQ(header->stage, (StageFunction{{-1, 3, 0, 0}}));
    EXPECT_EQ(header->pattern(), std::nullopt);
    EXPECT_EQ(stage_text(*header, header->stage), "stage -i + 3 j");
    EXPECT_EQ(header->goal, Goal::maximum);
    for (const char* wrong : {"i +", "2 i j", "i + i", "17 * i", "0 * i", "k", "i * j", "i - ", "-"}) {
        expect_header_message(header_with_line(3, std::string("//! stage ") + wrong), 3,
                              "write 'stage' as a sum of the indices");
    }
    expect_header_message(header_with_line(4, "//! class local\n//! stage i + j"), 5, "both say in which order");
    expect_header_message(header_with_line(4, "//! sequential row"), 4, "needs stages that are whole rows");
    expect_header_message(header_with_line(4, "//! index k 3\n//! sequential row",
                                           "cell_t base(int i, int j, int k) { return 0u; }\n"
                                           "cell_t cell(int i, int j, int k) { return at(i - 1, j, k); }\n"),
                          5, "'sequential row' needs cells of two indices");
    const std::string reduced = header_message(
        "//! problem p\n//! pattern RUD\n//! sequential row\n//! cell u32\n"
        "//! rows n\n//! columns m\n//! answer last\n"
        "//! reduce min k = 0 .. j - 1\n"
        "cell_t term(int i, int k, int j) { return at(i, k) + at(i - 1, j); }\n");
    EXPECT_NE(reduced.find("a.glsl:8: 'reduce' divides the terms of a cell"), std::string::npos) << reduced;
    expect_header_message(header_with_line(4, "//! sequential column"), 4, "write 'sequential row'");
    expect_header_message(header_with_line(4, "//! index k"), 4, "write 'index NAME EXTENT'");
    // The borders of a declared index have names as well.
    const std::string k = "//! index k 3\n";
    expect_header_message(header_with_line(12, k + "//! base first-k 0"), 13, "COUNT is the number of values of k");
    expect_header_message(header_with_line(12, k + "//! base first-kk 1"), 13, "did you mean 'first-k'?");
    expect_header_message(header_with_line(14, k + "//! answer min last-kk"), 15, "did you mean 'last-k'?");
    expect_header_message(header_with_line(12, "//! base last-column 0"), 12, "COUNT is the number of columns");
    expect_header_message(header_with_line(12, "//! base last-row 0"), 12, "COUNT is the number of rows");
    expect_header_message(header_with_line(4, "//! index i 3"), 4, "already has a meaning in recurrences");
    expect_header_message(header_with_line(4, "//! goal least"), 4, "write 'goal min' or 'goal max'");
}

TEST(Header, ReadsRangesOfInputs) {
    const auto header = parse_header(header_with_line(6, "//! input    x u8[] in 0 .. len(y) - 1"), "a.glsl");
    ASSERT_TRUE(header) << header.error().message;
    ASSERT_TRUE(header->inputs[0].range);
    EXPECT_EQ(std::get<Expression>(header->inputs[0].range->high).text(), "len(y) - 1");
    expect_header_message(header_with_line(6, "//! input    x u8[] in 0"), 6, "write 'in LOW .. HIGH'");
    expect_header_message(header_with_line(6, "//! input    x f32[] in 2 .. 1"), 6, "the smaller number first");
    expect_header_message(header_with_line(6, "//! input    x u8[] in 0 .. z"), 6, "'z' is not a param");
    // The ends of a range of floats are rounded to the type.
    const auto real = parse_header(header_with_line(6, "//! input    x f32[] in 0.7 .. 1e30"), "a.glsl");
    ASSERT_TRUE(real) << real.error().message;
    EXPECT_EQ(std::get<double>(real->inputs[0].range->low), double{0.7F});
    EXPECT_EQ(std::get<double>(real->inputs[0].range->high), double{1e30F});
    EXPECT_EQ(real->inputs[0].range->text, "0.7 .. 1e30");
    const auto wide = parse_header(header_with_line(6, "//! input    x f64[] in 0.7 .. 1"), "a.glsl");
    ASSERT_TRUE(wide) << wide.error().message;
    EXPECT_EQ(std::get<double>(wide->inputs[0].range->low), 0.7);
    expect_header_message(header_with_line(6, "//! input    x f32[] in 0 .. 1e39"), 6, "the smaller number first");
}

TEST(Header, RangesIncludeTheirEnds) {
    const auto header = parse_header(header_with_line(6, "//! input    x f32[] in 0.7 .. 1"), "a.glsl");
    ASSERT_TRUE(header) << header.error().message;
    Instance instance{{"y", std::vector<std::uint16_t>{1, 2}}, {"x", std::vector<float>{0.7F, 1.F}}};
    const auto with = [&](float value) {
        Instance changed = instance;
        changed.inputs.insert_or_assign("x", InputArray::of<float>(ElementType::f32, std::vector<float>{1.F, value}));
        const auto checked = check_instance(*header, changed, header->stage);
        return checked ? std::string() : checked.error().message;
    };
    EXPECT_EQ(with(0.7F), "");
    EXPECT_EQ(with(std::nextafter(0.7F, 0.F)),
              "input 'x' has 0.6999999 at index 1, but its range is 0.7 .. 1; indices count from 0");
}

TEST(Header, ComparesParamsWithTheirRanges) {
    const auto text = [](const std::string& params) {
        return "//! problem p\n" + params +
               "//! pattern RUD\n//! cell u32\n//! input x u32[]\n//! rows len(x)\n//! columns 3\n//! answer last\n"
               "cell_t cell(int i, int j) { return 0u; }\n";
    };
    const auto header =
        parse_header(text("//! param start i32 -1 in -1 .. len(x) - 1\n//! param win f64 0.5 in 0 .. 1\n"
                          "//! param most u64 in 1 .. 9\n"),
                     "a.glsl");
    ASSERT_TRUE(header) << header.error().message;
    const auto message = [&](const Number& start, const Number& win, const Number& most, std::size_t count = 4) {
        Instance instance{{"x", std::vector<std::uint32_t>(count, 1)}};
        instance.params = {{"start", start}, {"win", win}, {"most", most}};
        const auto checked = check_instance(*header, instance, header->stage);
        return checked ? std::string() : checked.error().where + ": " + checked.error().message;
    };
    const Number none = std::int64_t{-1};
    const Number one = std::uint64_t{1};
    EXPECT_EQ(message(none, 1.0, one), "");
    EXPECT_EQ(message(std::int64_t{3}, 0.0, std::uint64_t{9}), "");
    EXPECT_EQ(message(std::int64_t{4}, 0.0, one),
              "start: param 'start' is 4, but its range is -1 .. len(x) - 1 = -1 .. 3");
    EXPECT_EQ(message(none, 1.5, one), "win: param 'win' is 1.5, but its range is 0 .. 1");
    EXPECT_NE(message(none, std::nan(""), one), "");
    EXPECT_EQ(message(none, 1.0, std::uint64_t{0}), "most: param 'most' is 0, but its range is 1 .. 9");
    EXPECT_EQ(message(none, 1.0, ~std::uint64_t{0}),
              "most: param 'most' is 18446744073709551615, but its range is 1 .. 9");
    EXPECT_EQ(message(none, 1.0, one, 0), "") << "an instance without elements";
    for (const char* wrong : {"//! param a u32 0 in 1 .. 4\n", "//! param a f32 2 in 0 .. 1\n",
                              "//! param a u32 in 4 .. 1\n", "//! param a u32 in 4\n", "//! param a u32 in 0 .. b\n"}) {
        EXPECT_FALSE(parse_header(text(wrong), "a.glsl")) << wrong;
    }
}

TEST(Header, NeedsAGoalIfTheTextNamesInfeasible) {
    const std::string code =
        "cell_t base(int i, int j) { return INFEASIBLE; }\n"
        "cell_t cell(int i, int j) { return plus(at(i - 1, j), 1u); }\n";
    const auto message = [&](const std::string& line) {
        return header_message(text_of_header(kGoodHeader, line + code));
    };
    EXPECT_NE(message("").find("depends on the goal"), std::string::npos) << message("");
    EXPECT_EQ(message("//! goal min\n"), "");
    EXPECT_NE(message("//! goal max\n").find("u32 has no such number"), std::string::npos);
    EXPECT_NE(message("//! goal min\n//! status unbounded\n").find("leave the line out"), std::string::npos);
    EXPECT_NE(message("//! goal min\n//! status none\n").find("write 'status unbounded' or"), std::string::npos);
    const std::string reduced =
        "//! problem p\n//! pattern SONE\n//! cell i32\n//! rows n\n//! columns n\n//! domain upper\n"
        "cell_t term(int i, int k, int j) { return at(i, k) + ";
    const auto goals = [&](const std::string& lines, const char* more = "1") {
        return header_message(reduced + more + "; }\n" + lines);
    };
    EXPECT_EQ(goals("//! answer at(0, n - 1)\n//! reduce min k = i .. j - 1\n//! goal min\n"), "");
    EXPECT_NE(goals("//! answer at(0, n - 1)\n//! reduce min k = i .. j - 1\n//! goal max\n")
                  .find("a.glsl:9: 'reduce' seeks the least, but 'goal' says the opposite"),
              std::string::npos);
    EXPECT_EQ(goals("//! answer max all\n//! reduce min k = i .. j - 1\n"), "");
    // If only plus() is called, the message names plus().
    EXPECT_NE(header_message(text_of_header(kGoodHeader,
                                            "//! goal max\ncell_t base(int i, int j) { return 0u; }\n"
                                            "cell_t cell(int i, int j) { return plus(at(i - 1, j), 1u); }\n"))
                  .find("a.glsl:19: plus() needs INFEASIBLE"),
              std::string::npos);
    EXPECT_NE(goals("//! answer max all\n//! reduce min k = i .. j - 1\n", "UNBOUNDED").find("UNBOUNDED only if all"),
              std::string::npos);
    EXPECT_NE(goals("//! answer max all\n//! reduce min k = i .. j - 1\n", "INFEASIBLE")
                  .find("a.glsl:8: the answer is the greatest of several cells, but the goal is the opposite, so the "
                        "answer would be INFEASIBLE if any"),
              std::string::npos);
}

TEST(Header, NeedsOneTypeIfFieldsHaveSeveral) {
    const auto message = [](const std::string& cell, const std::string& value) {
        return header_message("//! problem p\n//! pattern NOSE\n//! cell " + cell +
                              "\n//! rows n\n//! columns m\n//! answer last\n//! goal min\n//! " + value +
                              "\ncell_t cell(int i, int j) { return cell_t(INFEASIBLE, 0); }\n");
    };
    EXPECT_NE(message("i32 A, i64 B", "value i64 c.B").find("a.glsl:9: 'INFEASIBLE' needs fields of one type"),
              std::string::npos);
    EXPECT_NE(message("i32 A, i64 B", "value c.B").find("a.glsl:8: the fields of the cell have several types"),
              std::string::npos);
    EXPECT_EQ(message("i32 A, i32 B", "value c.B"), "");
}

TEST(Header, PacksParamsByTheirAlignment) {
    std::string lines;
    for (const char* param : {"a u32", "b u64 7", "c f32 -1.5", "d f64 1e300", "e i32 -4", "f i64 -9"}) {
        lines += std::string("//! param ") + param + "\n";
    }
    const std::string text = [&] {
        std::string all = header_with_line(8, lines);
        return all.replace(all.find("len(x) * gap"), 12, "len(x) * a");
    }();
    const auto good = parse_header(text, "a.glsl");
    ASSERT_TRUE(good) << good.error().message;
    std::vector<std::uint32_t> offsets;
    for (const ParamDeclaration& param : good->params) {
        offsets.push_back(param.offset);
    }
    EXPECT_EQ(offsets, (std::vector<std::uint32_t>{0, 8, 16, 24, 32, 40}));
    EXPECT_EQ(std::get<double>(*good->params[2].fallback), -1.5);
    EXPECT_EQ(std::get<std::int64_t>(*good->params[4].fallback), -4);
    std::string many;
    for (int k = 0; k < 8; ++k) {
        many += "//! param p" + std::to_string(k) + " u64\n";
    }
    // The param gap takes 4 bytes, so the eighth number of 8 bytes ends at 72.
    expect_header_message(header_with_line(8, many + "//! param gap u32"), 16, "more than 64 bytes");
    EXPECT_EQ(header_message(header_with_line(8, "//! param gap u32\n" + many.substr(0, many.size() / 8 * 7))), "");
}

TEST(Header, KnowsBaseAndDomain) {
    const auto header = [](const std::string& domain, const std::string& base) {
        std::vector<std::string> lines = kGoodHeader;
        lines[10] = "//! domain " + domain;
        lines[11] = "//! base " + base;
        lines[12] = "";
        return *parse_header(text_of_header(lines), "a.glsl");
    };
    const TableSize size{5, 7};
    const auto cells = [&](const RecurrenceHeader& h) {
        std::string picture;
        for (std::int64_t i = 0; i < size.rows; ++i) {
            for (std::int64_t j = 0; j < size.columns; ++j) {
                picture += !h.in_domain({i, j}) ? '.' : h.in_base({i, j}, size) ? 'b' : 'c';
            }
            picture += '\n';
        }
        return picture;
    };
    EXPECT_EQ(cells(header("full", "first-row 2")), "bbbbbbb\nbbbbbbb\nccccccc\nccccccc\nccccccc\n");
    EXPECT_EQ(cells(header("full", "last-row 1")), "ccccccc\nccccccc\nccccccc\nccccccc\nbbbbbbb\n");
    EXPECT_EQ(cells(header("full", "first-column 1")), "bcccccc\nbcccccc\nbcccccc\nbcccccc\nbcccccc\n");
    EXPECT_EQ(cells(header("full", "last-column 3")), "ccccbbb\nccccbbb\nccccbbb\nccccbbb\nccccbbb\n");
    EXPECT_EQ(cells(header("upper", "diagonal 0")), "bcccccc\n.bccccc\n..bcccc\n...bccc\n....bcc\n");
    EXPECT_EQ(cells(header("lower", "diagonal -1")), "c......\nbc.....\ncbc....\nccbc...\ncccbc..\n");
}

}  // namespace
}  // namespace vkalgo::dp
