#include "algorithms/dp/recurrence/packed_f16.hpp"

#include "algorithms/dp/recurrence/analysis/max_plus.hpp"
#include "algorithms/dp/recurrence/analysis/reads.hpp"
#include "algorithms/dp/recurrence/header.hpp"
#include "algorithms/dp/recurrence/source_text.hpp"

#include <algorithm>
#include <optional>

namespace vkalgo::dp {
namespace {

Error no_packed_f16(const std::string& why) {
    return Error{ErrorCode::unsupported, why, "method"};
}

class HalfReader {
public:
    HalfReader(const RecurrenceHeader& header, const SourceText& text) : header_(header), text_(text) {}

    Result<PackedF16Cells> read() {
        VKALGO_CHECK(check_header());
        VKALGO_CHECK(check_answer());
        VKALGO_TRY(const auto cell, numbers_of("cell"));
        VKALGO_TRY(const auto base, numbers_of("base"));
        VKALGO_CHECK(take_cell(cell));
        VKALGO_CHECK(take_base(base));
        return std::move(made_);
    }

private:
    Result<void> check_header() const {
        const auto is_word = [](const CellField& field) { return field.type == ElementType::i32; };
        const auto numbers = header_.numbers();
        const bool plain = header_.index_count() == 2 && !header_.reduce && !header_.scan && header_.outputs.empty() &&
                           header_.domain == Domain::full && (numbers.size() == 1 || numbers.size() == 3) &&
                           std::all_of(numbers.begin(), numbers.end(), is_word);
        if (!plain) {
            return no_packed_f16(
                "the method needs cells of one i32 or of three, a full table of two indices, and no outputs, no "
                "'reduce' and no 'scan'");
        }
        if (header_.stage.pattern() != Pattern::NOSE) {
            return no_packed_f16("its pattern is not NOSE");
        }
        if (header_.has_overflow_check || header_.has_infeasible() || header_.has_unbounded()) {
            return no_packed_f16("the method allows no overflow_if, no INFEASIBLE, no UNBOUNDED and no plus()");
        }
        const auto is_border = [&](Border border) {
            return std::any_of(header_.base.begin(), header_.base.end(),
                               [&](const BaseRegion& region) { return region.border == border && region.amount == 1; });
        };
        if (header_.base.size() != 2 || !is_border(kFirstRow) || !is_border(kFirstColumn)) {
            return no_packed_f16("its base is not the first row and the first column");
        }
        if (!text_.directives.empty()) {
            return no_packed_f16("its text has preprocessor lines, which may change its meaning");
        }
        if (const SourceFunction* cell = text_.find("cell"); cell != nullptr && !keeps_i_and_j(text_, *cell)) {
            return no_packed_f16("cell() has other parameters than i and j, or may change them");
        }
        if (!header_.profile) {
            return no_packed_f16(
                "its cells do not read the score of two symbols, as in 'score(alphabet * x(i - 1) + y(j - 1))'");
        }
        for (const SourceFunction& one : text_.functions) {
            if (is_known_function(one.name)) {
                return no_packed_f16("it defines another " + one.name + "()");
            }
        }
        return {};
    }

    bool is_known_function(std::string_view name) const {
        return name == "max" || name == "at" || name == "int" || name == "cell_t" || header_.input(name) != nullptr;
    }

    Result<void> check_answer() {
        if (header_.answer.kind != AnswerDeclaration::Kind::max || !header_.answer.borders.empty()) {
            return no_packed_f16("its answer is not the greatest of all cells");
        }
        value_ = 0;
        if (!header_.value) {
            return header_.fields.empty() ? Result<void>() : no_packed_f16("its value is not a field of the cell");
        }
        if (header_.value->type != ElementType::i32) {
            return no_packed_f16("its value is not i32");
        }
        const auto found = std::find_if(header_.fields.begin(), header_.fields.end(), [&](const CellField& field) {
            return header_.value->text == "c." + field.name;
        });
        if (found == header_.fields.end()) {
            return no_packed_f16("its value is not a field of the cell");
        }
        value_ = static_cast<std::size_t>(found - header_.fields.begin());
        return {};
    }

    MaxPlusScope scope() const {
        MaxPlusScope scope;
        for (const CellField& field : header_.fields) {
            scope.fields.emplace_back(field.name);
        }
        for (const ParamDeclaration& param : header_.params) {
            if (param.type != ElementType::i32 && param.type != ElementType::u32) {
                continue;
            }
            MaxPlusValue value;
            value.numbers = {{MaxPlusTerm{.more = {0, {{param.name, 1}}}}}};
            value.natural = param.type == ElementType::u32;
            scope.names.emplace(param.name, std::move(value));
        }
        scope.is_taken = [this](std::string_view name) {
            return name == "i" || name == "j" || is_known_function(name);
        };
        scope.most = PackedF16Cells::kMaxNumber;
        return scope;
    }

    std::optional<MaxPlusValue> neighbour(std::size_t token) const {
        const std::vector<TokenSpan> arguments = arguments_of(text_, token + 1);
        if (arguments.size() != 2) {
            return std::nullopt;
        }
        const auto up = offset_of(text_, arguments[0], "i");
        const auto left = offset_of(text_, arguments[1], "j");
        if (!up || !left || *up < -1 || *up > 0 || *left < -1 || *left > 0 || (*up == 0 && *left == 0)) {
            return std::nullopt;
        }
        const Neighbour cell = *up == 0 ? Neighbour::left : *left == 0 ? Neighbour::up : Neighbour::corner;
        MaxPlusValue value;
        value.kind = header_.fields.empty() ? MaxPlusValue::Kind::number : MaxPlusValue::Kind::cell;
        for (std::size_t field = 0; field < header_.numbers().size(); ++field) {
            value.numbers.push_back({MaxPlusTerm{.cell = cell, .field = field}});
        }
        return value;
    }

    /// Returns the numbers that cell() or base() returns.
    Result<std::vector<MaxPlusNumber>> numbers_of(std::string_view name) const {
        const auto count = std::count_if(text_.functions.begin(), text_.functions.end(),
                                         [&](const SourceFunction& one) { return one.name == name; });
        const SourceFunction* function = text_.find(name);
        if (count != 1 || function->parameters != std::vector<std::string>{"int", "int"}) {
            return no_packed_f16("it does not have exactly one function " + std::string(name) + "(int, int)");
        }
        MaxPlusScope scope = this->scope();
        const bool is_cell = name == "cell";
        for (const std::string_view parameter : parameter_names(text_, *function)) {
            scope.names.erase(parameter);  // The parameter hides a param
        }
        scope.call = [&](std::size_t token) -> std::optional<MaxPlusValue> {
            if (is_cell && token == header_.profile->token) {
                MaxPlusValue score;
                score.numbers = {{MaxPlusTerm{.scored = true}}};
                return score;
            }
            return is_cell && text_.tokens[token].is("at") ? neighbour(token) : std::nullopt;
        };
        return max_plus_value(text_, *function, std::move(scope));
    }

    /// Returns the cost of a term that is a neighbour's number minus a constant.
    static Result<Expression> cost_of(const MaxPlusTerm& term) {
        LinearSum cost = term.more;
        cost.number = -cost.number;
        for (auto& [name, factor] : cost.factors) {
            factor = -factor;
        }
        return Expression::parse(cost.text());
    }

    /// Returns whether a number has exactly two terms, and both are numbers of neighbour `cell` without the score.
    static bool is_of(const MaxPlusNumber& number, Neighbour cell) {
        return number.size() == 2 && std::all_of(number.begin(), number.end(), [&](const MaxPlusTerm& term) {
                   return term.cell == cell && !term.scored;
               });
    }

    /// Sets `open` and `extend`, the costs of E or F, from the two terms of `number`. One term must have the
    /// neighbour's H, the other term the neighbour's number `field`.
    Result<void> take_gap(const MaxPlusNumber& number, std::size_t field, Expression& open, Expression& extend) const {
        const bool first_is_h = number[0].field == value_;
        const MaxPlusTerm& opened = number[first_is_h ? 0 : 1];
        const MaxPlusTerm& extended = number[first_is_h ? 1 : 0];
        if (opened.field != value_ || extended.field != field) {
            return no_packed_f16(kOther);
        }
        VKALGO_TRY(open, cost_of(opened));
        VKALGO_TRY(extend, cost_of(extended));
        return {};
    }

    Result<void> take_cell(const std::vector<MaxPlusNumber>& cell) {
        MaxPlusNumber expected{MaxPlusTerm{.cell = Neighbour::corner, .field = value_, .scored = true}, MaxPlusTerm{}};
        if (cell.size() == 1) {
            for (const MaxPlusTerm& term : cell[0]) {
                Expression* open = term.scored                    ? nullptr
                                   : term.cell == Neighbour::left ? &made_.column_open
                                   : term.cell == Neighbour::up   ? &made_.row_open
                                                                  : nullptr;
                if (open != nullptr) {
                    VKALGO_TRY(*open, cost_of(term));
                    expected.push_back(term);
                }
            }
            made_.row_extend = made_.row_open;
            made_.column_extend = made_.column_open;
        } else {
            for (std::size_t field = 0; field < cell.size(); ++field) {
                if (field == value_) {
                    continue;
                }
                if (is_of(cell[field], Neighbour::left)) {
                    e_ = field;
                    VKALGO_CHECK(take_gap(cell[field], field, made_.column_open, made_.column_extend));
                } else if (is_of(cell[field], Neighbour::up)) {
                    f_ = field;
                    VKALGO_CHECK(take_gap(cell[field], field, made_.row_open, made_.row_extend));
                } else {
                    return no_packed_f16(kOther);
                }
                expected.insert(expected.end(), cell[field].begin(), cell[field].end());
            }
        }
        std::sort(expected.begin(), expected.end());
        const bool has_both = !made_.row_open.text().empty() && !made_.column_open.text().empty();
        const bool alike = has_both && cell[value_] == expected && expected.size() == (cell.size() == 1 ? 4 : 6);
        return alike ? Result<void>() : no_packed_f16(kOther);
    }

    Result<void> take_base(const std::vector<MaxPlusNumber>& base) {
        const auto constant = [](const MaxPlusNumber& number) -> Result<Expression> {
            if (number.size() != 1 || !number[0].is_constant()) {
                return no_packed_f16("base() does not give constants");
            }
            return Expression::parse(number[0].more.text());
        };
        VKALGO_TRY(made_.base_h, constant(base[value_]));
        VKALGO_TRY(made_.base_e, constant(base[e_.value_or(value_)]));
        VKALGO_TRY(made_.base_f, constant(base[f_.value_or(value_)]));
        return {};
    }

    static constexpr const char* kOther =
        "its cell is not the greatest of four numbers: 0; the upper left cell plus the score; a gap from the left; a "
        "gap from above (a gap is the greater of the neighbour's value and the neighbour's gap, each less a constant "
        "cost)";

    const RecurrenceHeader& header_;
    const SourceText& text_;
    /// The indices of the fields H, E and F.
    std::size_t value_ = 0;
    std::optional<std::size_t> e_, f_;
    PackedF16Cells made_;
};

}  // namespace

Result<PackedF16Cells> packed_f16_cells_of(const RecurrenceHeader& header, const SourceText& text) {
    return HalfReader(header, text).read();
}

}  // namespace vkalgo::dp
