#include "algorithms/dp/recurrence/segments.hpp"

#include "algorithms/dp/recurrence/analysis/reads.hpp"
#include "algorithms/dp/recurrence/header.hpp"
#include "algorithms/dp/recurrence/source_text.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace vkalgo::dp {
namespace {

Error no_segments(const std::string& why) {
    return Error{ErrorCode::unsupported, why, "method"};
}

/// Returns the number in a limit of the reduction; the limit is `name` plus that number.
Result<std::int64_t> limit_of(const std::string& limit, std::string_view name) {
    SourceText text;
    text.scan(limit);
    const auto offset = offset_of(text, {0, text.tokens.size()}, name);
    if (!offset || std::abs(*offset) > SegmentTerms::kMaxOffset) {
        return no_segments("the limit '" + limit + "' of 'reduce' is not " + std::string(name) +
                           " plus or minus a number of at most " + std::to_string(SegmentTerms::kMaxOffset));
    }
    return *offset;
}

/// A reader of the calls in the text of term().
class TermReader {
public:
    TermReader(const RecurrenceHeader& header, const SourceText& text, const SourceFunction& term)
        : header_(header), text_(text), names_(parameter_names(text, term)), term_(term) {}

    Result<SegmentTerms> read() {
        const bool changed = names_.size() != 3 || std::any_of(names_.begin(), names_.end(), [&](std::string_view one) {
                                 return is_changed(text_, term_, one);
                             });
        if (changed) {
            return no_segments("term() may change its i, k or j");
        }
        for (std::size_t k = term_.body_first; k < term_.body_last; ++k) {
            if (text_.tokens[k].is("at")) {
                VKALGO_CHECK(read_cell(k));
            } else {
                read_input(k);
            }
        }
        if (!has_row_ || !has_column_) {
            return no_segments("term() does not read both a cell of its row and a cell of its column");
        }
        return std::move(made_);
    }

private:
    std::optional<std::int64_t> offset(TokenSpan argument, std::size_t parameter) const {
        const auto found = offset_of(text_, argument, names_[parameter]);
        return found && std::abs(*found) <= SegmentTerms::kMaxOffset ? found : std::nullopt;
    }

    Result<void> read_cell(std::size_t token) {
        const std::vector<TokenSpan> arguments =
            text_.is_call(token) ? arguments_of(text_, token + 1) : std::vector<TokenSpan>{};
        if (arguments.size() == 2 && offset(arguments[0], 0) == 0 && offset(arguments[1], 1)) {
            return note(token, "vkalgo_at_row", *offset(arguments[1], 1), made_.row, has_row_);
        }
        if (arguments.size() == 2 && offset(arguments[1], 2) == 0 && offset(arguments[0], 1)) {
            return note(token, "vkalgo_at_column", *offset(arguments[0], 1), made_.column, has_column_);
        }
        return no_segments("term() reads cells other than at(i, k + A) and at(k + B, j), where A and B are numbers");
    }

    Result<void> note(std::size_t token, const char* name, std::int64_t offset, std::int64_t& kept, bool& has) {
        if (has && kept != offset) {
            return no_segments("term() reads more than one cell of its row, or of its column");
        }
        has = true;
        kept = offset;
        made_.words.push_back({token, name});
        return {};
    }

    void read_input(std::size_t token) {
        const auto& inputs = header_.inputs;
        const auto named = std::find_if(inputs.begin(), inputs.end(),
                                        [&](const auto& one) { return text_.tokens[token].is(one.name); });
        if (named == inputs.end() || !text_.is_call(token)) {
            return;
        }
        const std::vector<TokenSpan> arguments = arguments_of(text_, token + 1);
        if (arguments.size() != 1) {
            return;
        }
        constexpr std::array<TermInput::Index, 3> kIndices{TermInput::Index::row, TermInput::Index::split,
                                                           TermInput::Index::column};
        for (std::size_t parameter = 0; parameter < kIndices.size(); ++parameter) {
            const auto found = offset(arguments[0], parameter);
            if (!found) {
                continue;
            }
            const TermInput read{kIndices[parameter], static_cast<std::size_t>(named - inputs.begin()), *found};
            const auto known = std::find(made_.inputs.begin(), made_.inputs.end(), read);
            const auto number = static_cast<std::size_t>(known - made_.inputs.begin());
            if (known == made_.inputs.end()) {
                made_.inputs.push_back(read);
            }
            made_.words.push_back({token, term_input_name(header_, made_, number)});
        }
    }

    const RecurrenceHeader& header_;
    const SourceText& text_;
    const std::vector<std::string_view> names_;
    const SourceFunction& term_;
    SegmentTerms made_;
    bool has_row_ = false, has_column_ = false;
};

}  // namespace

std::string term_input_name(const RecurrenceHeader& header, const SegmentTerms& terms, std::size_t number) {
    return "vkalgo_kept_" + header.inputs[terms.inputs[number].input].name + "_" + std::to_string(number);
}

Result<SegmentTerms> segment_terms_of(const RecurrenceHeader& header, const SourceText& text) {
    if (!header.reduce) {
        return no_segments("there is no 'reduce'");
    }
    const auto is_term = [](const SourceFunction& function) { return function.name == "term"; };
    const SourceFunction* term = text.find("term");
    if (term == nullptr || std::count_if(text.functions.begin(), text.functions.end(), is_term) != 1) {
        return no_segments("there are several functions term()");
    }
    if (!text.directives.empty()) {
        return no_segments("its text has preprocessor lines, which may hide reads");
    }
    const auto may_read = [&](const SourceFunction& function) {
        return function.name == "term" || function.name == "step" || function.name == "solution";
    };
    for (std::size_t k = 0; k < text.tokens.size(); ++k) {
        const bool inside = std::any_of(text.functions.begin(), text.functions.end(), [&](const SourceFunction& each) {
            return may_read(each) && k > each.body_first && k < each.body_last;
        });
        if (text.tokens[k].is("at") && !inside) {
            return no_segments("other functions than term() read the table");
        }
    }
    VKALGO_TRY(SegmentTerms terms, TermReader(header, text, *term).read());
    VKALGO_TRY(terms.first, limit_of(header.reduce->first, "i"));
    VKALGO_TRY(terms.last, limit_of(header.reduce->last, "j"));
    // If none of these conditions holds, every cell that a term reads lies in the upper domain and is computed earlier.
    if (terms.first + terms.row < 0 || terms.last + terms.row >= 0 || terms.first + terms.column < 1 ||
        terms.last + terms.column > 0 || terms.gap() < 0) {
        return no_segments("a split has a cell that is not computed earlier, or that lies below the diagonal");
    }
    return terms;
}

}  // namespace vkalgo::dp
