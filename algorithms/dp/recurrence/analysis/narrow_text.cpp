#include "algorithms/dp/recurrence/analysis/narrow_text.hpp"

#include "algorithms/dp/recurrence/analysis/narrow_reader.hpp"
#include "algorithms/dp/recurrence/analysis/reads.hpp"
#include "algorithms/dp/recurrence/glsl_functions.hpp"
#include "algorithms/dp/recurrence/header.hpp"
#include "algorithms/dp/recurrence/source_text.hpp"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <string>
#include <vector>

namespace vkalgo::dp {
namespace {

using NarrowKind = NarrowValue::Kind;

bool is_narrow(ElementType type) {
    return size_of(type) <= 4 && !is_float(type);
}

NarrowValue element_of(ElementType type) {
    return NarrowValue::of(type == ElementType::i32 ? NarrowKind::integer : NarrowKind::natural);
}

bool are_whole(std::span<const NarrowValue> values) {
    return std::all_of(values.begin(), values.end(), [](const NarrowValue& one) { return one.is_whole(); });
}

bool names_one_of(const SourceText& text, std::initializer_list<std::string_view> words) {
    return std::any_of(text.tokens.begin(), text.tokens.end(), [&](const SourceToken& token) {
        return std::find(words.begin(), words.end(), token.text) != words.end();
    });
}

class Analysis {
public:
    /// `cell`: what is assumed of cells.
    Analysis(const RecurrenceHeader& header, const SourceText& text, const NarrowValue& cell)
        : header_(header), text_(text), cell_(cell) {
        for (const ParamDeclaration& param : header.params) {
            names_.emplace(param.name, element_of(param.type));
        }
        for (const char* word : {"INFEASIBLE", "UNBOUNDED", "CELL_MAX"}) {
            names_.emplace(word, NarrowValue::sought());
        }
        names_.emplace("CELL_LOWEST", NarrowValue::plain());
        names_.emplace("true", NarrowValue::of(NarrowKind::truth));
        names_.emplace("false", NarrowValue::of(NarrowKind::truth));
    }

    bool is_alike() {
        const auto is_bad = [](const auto& one) { return !is_narrow(one.type); };
        if (std::any_of(header_.inputs.begin(), header_.inputs.end(), is_bad) ||
            std::any_of(header_.params.begin(), header_.params.end(), is_bad) || !text_.directives.empty() ||
            names_one_of(text_, {"out", "inout"})) {
            return false;
        }
        return std::all_of(text_.functions.begin(), text_.functions.end(),
                           [&](const SourceFunction& one) { return result_of(one).has_value(); }) &&
               header_code_is_alike();
    }

    /// Returns whether the results of all functions of type cell_t are exact numbers that cannot be extreme, as
    /// cell_t(-1) is. Call it after is_alike().
    bool values_are_plain() const { return values_are_plain_; }

private:
    /// Returns the result of a function, or nullopt if the function is not understood or would compute something else
    /// with 32-bit cells.
    Narrowable result_of(const SourceFunction& function) {
        const auto [known, fresh] = results_.try_emplace(function.name);
        if (!fresh) {
            // With 32-bit cells, cell_t is uint, so two overloads may become the same function: the second one has no
            // result. A function that calls itself is still being read, and has none either.
            return &function == text_.find(function.name) ? known->second : std::nullopt;
        }
        const Narrowable result = read(function);
        results_[function.name] = result;
        return result;
    }

    Narrowable read(const SourceFunction& function) {
        const auto kind = narrow_kind(function.result);
        const std::vector<std::string_view> names = parameter_names(text_, function);
        const bool hides = narrow_kind(function.name) || is_glsl_function(function.name) || function.name == "plus" ||
                           function.name == "at" || header_.input(function.name) != nullptr;
        if (!kind || hides || names.size() != function.parameters.size()) {
            return std::nullopt;
        }
        NarrowScope scope = scope_of_header();
        for (std::size_t k = 0; k < names.size(); ++k) {
            const auto given = narrow_kind(function.parameters[k]);
            if (!given || text_.find(names[k]) != nullptr) {
                return std::nullopt;
            }
            scope.names.insert_or_assign(names[k], NarrowValue::of(*given));
        }
        NarrowReader reader(text_, function.body_first + 1, function.body_last, std::move(scope));
        const Narrowable given = reader.body(cell_);
        if (!given || *kind != NarrowKind::cell) {
            return given && (given->kind == *kind || (given->is_whole() && is_whole(*kind)))
                       ? Narrowable(NarrowValue::of(*kind))
                       : std::nullopt;
        }
        const Narrowable value = converted(*given, NarrowKind::cell);
        const bool exact = value && (value->number || value->ordered);
        values_are_plain_ = values_are_plain_ && exact && !value->may_be_extreme();
        // The result of along() is added to a cell, and the sum may be compared, so the result must be exact. The
        // results of term() and fresh() are compared themselves, so they must be `ordered`.
        const bool is_compared = function.name == "term" || function.name == "fresh";
        const bool counts = (function.name != "along" || exact) && (!is_compared || (value && value->ordered));
        return counts ? value : std::nullopt;
    }

    static bool is_whole(NarrowKind kind) { return kind == NarrowKind::integer || kind == NarrowKind::natural; }

    NarrowScope scope_of_header() {
        return {names_, [this](std::string_view name, std::span<const NarrowValue> arguments) {
                    return called(name, arguments);
                }};
    }

    Narrowable called(std::string_view name, std::span<const NarrowValue> arguments) {
        if (const SourceFunction* function = text_.find(name)) {
            return fits(*function, arguments) ? result_of(*function) : std::nullopt;
        }
        if (name == "overflow_if") {
            return arguments.size() == 1 && arguments[0].kind == NarrowKind::truth ? Narrowable(NarrowValue{})
                                                                                   : std::nullopt;
        }
        if (!are_whole(arguments)) {
            return std::nullopt;
        }
        if (name == "at") {
            return cell_;
        }
        if (name == "rows" || name == "columns") {
            return NarrowValue::of(NarrowKind::integer);
        }
        if (name == "step_t") {
            return NarrowValue::of(NarrowKind::step);
        }
        const InputDeclaration* input = header_.input(name);
        return input != nullptr ? Narrowable(element_of(input->type)) : std::nullopt;
    }

    static bool fits(const SourceFunction& function, std::span<const NarrowValue> arguments) {
        if (function.parameters.size() != arguments.size()) {
            return false;
        }
        for (std::size_t k = 0; k < arguments.size(); ++k) {
            const auto kind = narrow_kind(function.parameters[k]);
            const Narrowable given = kind ? converted(arguments[k], *kind) : std::nullopt;
            const bool changes = given && arguments[k].kind == NarrowKind::cell && given->kind != NarrowKind::cell;
            if (!given || changes || !may_replace(*given, NarrowValue::of(*kind))) {
                return false;
            }
        }
        return true;
    }

    /// Returns whether the limits of the reduction, and the distances of `scan` and `decisions`, are understood and are
    /// whole numbers of type int or uint.
    bool header_code_is_alike() {
        std::vector<std::string> codes;
        if (header_.reduce) {
            codes.insert(codes.end(), {header_.reduce->first, header_.reduce->last});
        }
        if (header_.scan && !header_.scan->left.empty()) {
            codes.push_back(header_.scan->left);
        }
        if (header_.decisions) {
            codes.insert(codes.end(), header_.decisions->distances.begin(), header_.decisions->distances.end());
        }
        return std::all_of(codes.begin(), codes.end(), [&](const std::string& code) {
            SourceText text;
            text.scan(code);
            NarrowScope scope = scope_of_header();
            scope.names.emplace("i", NarrowValue::of(NarrowKind::integer));
            scope.names.emplace("j", NarrowValue::of(NarrowKind::integer));
            const Narrowable value = NarrowReader(text, 0, text.tokens.size(), std::move(scope)).expression();
            return value && value->is_whole();
        });
    }

    const RecurrenceHeader& header_;
    const SourceText& text_;
    /// What is assumed of the result of at().
    NarrowValue cell_;
    std::map<std::string_view, NarrowValue> names_;
    /// Results of functions by name; nullopt while a function is being read.
    std::map<std::string, Narrowable> results_;
    bool values_are_plain_ = true;
};

}  // namespace

bool computes_alike(const RecurrenceHeader& header, const SourceText& text, bool every_cell_is_number) {
    if (every_cell_is_number && !names_one_of(text, {"INFEASIBLE", "UNBOUNDED", "CELL_MAX"})) {
        Analysis plain(header, text, NarrowValue::plain());
        const bool knows_extremes = header.has_infeasible() || header.has_unbounded();
        if (plain.is_alike() && (!knows_extremes || plain.values_are_plain())) {
            return true;
        }
    }
    return Analysis(header, text, NarrowValue::sought()).is_alike();
}

}  // namespace vkalgo::dp
