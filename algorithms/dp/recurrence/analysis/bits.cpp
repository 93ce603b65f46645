#include "algorithms/dp/recurrence/bits.hpp"

#include "algorithms/dp/recurrence/analysis/reads.hpp"
#include "algorithms/dp/recurrence/analysis/shown_value.hpp"
#include "algorithms/dp/recurrence/header.hpp"
#include "algorithms/dp/recurrence/source_text.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace vkalgo::dp {
namespace {

using BitKind = BitCells::Kind;

Error no_bit_cells(const std::string& why) {
    return Error{ErrorCode::unsupported, why, "method"};
}

bool is_whole(ElementType type) {
    return !is_float(type);
}

/// An element that cell() compares.
struct Element {
    std::size_t input = 0;
    std::int64_t offset = 0;
    bool operator==(const Element&) const = default;
};

/// The neighbours of a cell: the upper left one is D, the upper one is D + a, and the left one is D + b. `equal`:
/// whether the elements that the cell compares are equal.
struct Neighbours {
    std::int64_t a = 0, b = 0;
    bool equal = false;
};

std::int64_t expected(BitKind kind, const Neighbours& near) {
    if (kind == BitKind::lcs) {
        return near.equal ? 1 : std::max(near.a, near.b);
    }
    return std::min({near.equal ? std::int64_t{0} : std::int64_t{1}, near.a + 1, near.b + 1});
}

class BitReader {
public:
    BitReader(const RecurrenceHeader& header, const SourceText& text) : header_(header), text_(text) {}

    Result<BitCells> read() {
        VKALGO_CHECK(check_header());
        VKALGO_TRY(cell_, function("cell"));
        VKALGO_TRY(base_, function("base"));
        VKALGO_TRY(const bool lcs, is_kind(BitKind::lcs));
        if (!lcs) {
            VKALGO_TRY(const bool edit, is_kind(BitKind::edit));
            if (!edit) {
                return no_bit_cells("its cells are not those of lcs or of edit-distance");
            }
        }
        made_.kind = lcs ? BitKind::lcs : BitKind::edit;
        VKALGO_CHECK(take_elements());
        VKALGO_CHECK(take_base());
        return std::move(made_);
    }

private:
    Result<void> check_header() const {
        const bool plain = header_.index_count() == 2 && header_.fields.empty() && !header_.value && !header_.reduce &&
                           header_.outputs.empty() && header_.domain == Domain::full && is_whole(header_.cell);
        if (!plain) {
            return no_bit_cells(
                "the method needs cells of one whole number, a full table of two indices, and no outputs, no 'value' "
                "and no 'reduce'");
        }
        if (header_.has_overflow_check || header_.has_infeasible()) {
            return no_bit_cells("the method allows no overflow_if, no INFEASIBLE, no plus() and no 'scan'");
        }
        const auto is_border = [&](Border border) {
            return std::any_of(header_.base.begin(), header_.base.end(),
                               [&](const BaseRegion& region) { return region.border == border && region.amount == 1; });
        };
        if (header_.base.size() != 2 || !is_border(kFirstRow) || !is_border(kFirstColumn)) {
            return no_bit_cells("its base is not the first row and the first column");
        }
        if (!text_.directives.empty()) {
            return no_bit_cells("its text has preprocessor lines, which may change its meaning");
        }
        // A function of the text may hide a function of GLSL, or overload a function of vkalgo.
        for (const SourceFunction& one : text_.functions) {
            if (one.name == "min" || one.name == "max" || one.name == "at" || header_.input(one.name) != nullptr) {
                return no_bit_cells("it defines another " + one.name + "()");
            }
        }
        return {};
    }

    Result<const SourceFunction*> function(std::string_view name) const {
        const auto count = std::count_if(text_.functions.begin(), text_.functions.end(),
                                         [&](const SourceFunction& one) { return one.name == name; });
        const SourceFunction* found = text_.find(name);
        if (count != 1 || found->parameters != std::vector<std::string>{"int", "int"}) {
            return no_bit_cells("it does not have exactly one function " + std::string(name) + "(int, int)");
        }
        return found;
    }

    ShownScope scope_of_params() {
        ShownScope scope;
        for (const ParamDeclaration& param : header_.params) {
            if (is_whole(param.type)) {
                scope.names.emplace(param.name, ShownValue::of(1));
            }
        }
        return scope;
    }

    /// Returns the element of an input that a call in cell() reads.
    std::optional<ShownValue> element(std::string_view name, std::span<const TokenSpan> arguments) const {
        const auto found = std::find_if(header_.inputs.begin(), header_.inputs.end(),
                                        [&](const InputDeclaration& one) { return one.name == name; });
        if (found == header_.inputs.end() || arguments.size() != 1) {
            return std::nullopt;
        }
        for (std::size_t parameter = 0; parameter < 2; ++parameter) {
            const auto offset = offset_of(text_, arguments[0], names_[parameter]);
            if (offset && std::abs(*offset) <= BitCells::kMaxNumber) {
                return ShownValue{.kind = ShownValue::Kind::element,
                                  .offset = *offset,
                                  .input = static_cast<std::size_t>(found - header_.inputs.begin()),
                                  .parameter = parameter};
            }
        }
        return std::nullopt;
    }

    std::optional<ShownValue> neighbour(std::span<const TokenSpan> arguments, const Neighbours& near) const {
        if (arguments.size() != 2) {
            return std::nullopt;
        }
        const auto up = offset_of(text_, arguments[0], names_[0]);
        const auto left = offset_of(text_, arguments[1], names_[1]);
        if (!up || !left || *up < -1 || *up > 0 || *left < -1 || *left > 0 || (*up == 0 && *left == 0)) {
            return std::nullopt;
        }
        return ShownValue::unknown(*left == 0 ? near.a : *up == 0 ? near.b : 0);
    }

    /// Notes the two elements that are compared. Returns false if an earlier comparison has two other elements. Also
    /// returns false if the row chooses both elements, or the column chooses both.
    bool compares(const ShownValue& a, const ShownValue& b) {
        if (a.parameter == b.parameter) {
            return false;
        }
        const ShownValue& row = a.parameter == 0 ? a : b;
        const ShownValue& column = a.parameter == 0 ? b : a;
        const std::array<Element, 2> these{{{row.input, row.offset}, {column.input, column.offset}}};
        if (elements_ && *elements_ != these) {
            return false;
        }
        elements_ = these;
        return true;
    }

    /// Returns what cell() adds to D for these neighbours. Errors: cell() is not understood, or is not D plus a
    /// constant.
    Result<std::int64_t> value(const Neighbours& near) {
        ShownScope scope = scope_of_params();
        names_ = parameter_names(text_, *cell_);
        scope.call = [&](std::string_view name, std::size_t open) {
            const std::vector<TokenSpan> arguments = arguments_of(text_, open);
            return name == "at" ? neighbour(arguments, near) : element(name, arguments);
        };
        scope.equal = [&](const ShownValue& a, const ShownValue& b) {
            return compares(a, b) ? std::optional(near.equal) : std::nullopt;
        };
        VKALGO_TRY(const ShownValue given, shown_value(text_, *cell_, std::move(scope)));
        if (given.kind != ShownValue::Kind::number || given.slope != 1) {
            return no_bit_cells("its cells are not those of lcs or of edit-distance");
        }
        return given.offset;
    }

    Result<bool> is_kind(BitKind kind) {
        const std::int64_t least = kind == BitKind::lcs ? 0 : -1;
        for (Neighbours near{least, least, false}; near.a <= 1; ++near.a) {
            for (near.b = least; near.b <= 1; ++near.b) {
                for (const bool equal : {false, true}) {
                    near.equal = equal;
                    VKALGO_TRY(const std::int64_t given, value(near));
                    if (given != expected(kind, near)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    Result<void> take_elements() {
        if (!elements_) {
            return no_bit_cells("its cells do not compare elements of inputs");
        }
        const ElementType type = header_.inputs[(*elements_)[0].input].type;
        if (type != header_.inputs[(*elements_)[1].input].type || !is_whole(type) || size_of(type) > 4) {
            return no_bit_cells(
                "the elements that its cells compare are not whole numbers of one type of 32 bits or less");
        }
        made_.row_input = (*elements_)[0].input;
        made_.row_offset = (*elements_)[0].offset;
        made_.column_input = (*elements_)[1].input;
        made_.column_offset = (*elements_)[1].offset;
        return {};
    }

    Result<ShownValue> base_at(const ShownValue& i, const ShownValue& j) {
        ShownScope scope = scope_of_params();
        const auto names = parameter_names(text_, *base_);
        scope.least = 1;
        scope.names.insert_or_assign(names[0], i);
        scope.names.insert_or_assign(names[1], j);
        VKALGO_TRY(const ShownValue given, shown_value(text_, *base_, std::move(scope)));
        if (given.kind != ShownValue::Kind::number) {
            return no_bit_cells("base() does not give a number");
        }
        return given;
    }

    Result<void> take_base() {
        const ShownValue zero = ShownValue::of(0);
        const ShownValue index = ShownValue::unknown(0);
        VKALGO_TRY(const ShownValue corner, base_at(zero, zero));
        VKALGO_TRY(const ShownValue row, base_at(zero, index));
        VKALGO_TRY(const ShownValue column, base_at(index, zero));
        if (corner.offset < 0 || row.offset != corner.offset || column.offset != corner.offset) {
            return no_bit_cells("its base does not start at 0 or more and grow by 0 or 1 from cell to cell");
        }
        made_.corner = static_cast<std::uint32_t>(corner.offset);
        made_.row_step = static_cast<std::uint32_t>(row.slope);
        made_.column_step = static_cast<std::uint32_t>(column.slope);
        for (const ParamDeclaration& param : header_.params) {
            if (names_param(*cell_, param.name) || names_param(*base_, param.name)) {
                made_.unit_params.push_back(param.name);
            }
        }
        return {};
    }

    bool names_param(const SourceFunction& function, const std::string& name) const {
        const auto first = text_.tokens.begin();
        return std::any_of(first + static_cast<std::ptrdiff_t>(function.body_first),
                           first + static_cast<std::ptrdiff_t>(function.body_last),
                           [&](const SourceToken& token) { return token.is(name); });
    }

    const RecurrenceHeader& header_;
    const SourceText& text_;
    const SourceFunction* cell_ = nullptr;
    const SourceFunction* base_ = nullptr;
    /// Names of cell()'s parameters.
    std::vector<std::string_view> names_;
    /// The two elements that cell() compares: the first is chosen by the cell's row, the second by its column.
    std::optional<std::array<Element, 2>> elements_;
    BitCells made_;
};

}  // namespace

Result<BitCells> bit_cells_of(const RecurrenceHeader& header, const SourceText& text) {
    return BitReader(header, text).read();
}

}  // namespace vkalgo::dp
