#include "algorithms/dp/recurrence/header.hpp"

#include "algorithms/dp/recurrence/analysis/narrow.hpp"
#include "algorithms/dp/recurrence/analysis/steps.hpp"
#include "algorithms/dp/recurrence/header_check.hpp"
#include "algorithms/dp/recurrence/header_lines.hpp"
#include "algorithms/dp/recurrence/source_text.hpp"
#include "algorithms/dp/recurrence/text_errors.hpp"

#include <algorithm>
#include <cstdlib>

namespace vkalgo::dp {

const InputDeclaration* RecurrenceHeader::input(std::string_view name) const {
    const auto found =
        std::find_if(inputs.begin(), inputs.end(), [&](const InputDeclaration& one) { return one.name == name; });
    return found == inputs.end() ? nullptr : &*found;
}

const ParamDeclaration* RecurrenceHeader::param(std::string_view name) const {
    const auto found =
        std::find_if(params.begin(), params.end(), [&](const ParamDeclaration& one) { return one.name == name; });
    return found == params.end() ? nullptr : &*found;
}

std::vector<CellField> RecurrenceHeader::numbers() const {
    return fields.empty() ? std::vector<CellField>{{{}, cell, 0}} : fields;
}

std::uint32_t RecurrenceHeader::cell_bytes() const {
    if (fields.empty()) {
        return size_of(cell);
    }
    std::uint32_t bytes = 0;
    std::uint32_t alignment = 1;
    for (const CellField& field : fields) {
        alignment = std::max(alignment, size_of(field.type));
        bytes = field.offset + size_of(field.type);
    }
    return (bytes + alignment - 1) / alignment * alignment;
}

bool RecurrenceHeader::computes_with(ElementType type) const {
    return cell == type || value_type() == type ||
           std::any_of(fields.begin(), fields.end(), [&](const CellField& field) { return field.type == type; });
}

bool RecurrenceHeader::in_base(Cell user, TableSize size) const {
    const auto at = user.indices();
    const auto extents = size.extents();
    return std::any_of(base.begin(), base.end(), [&](const BaseRegion& region) {
        if (!region.border) {
            return user.j - user.i == region.amount;
        }
        const std::size_t d = region.border->index;
        return region.border->last ? at[d] >= extents[d] - region.amount : at[d] < region.amount;
    });
}

bool RecurrenceHeader::reads_stage_before(const StageFunction& stages) const {
    return !sequential && reads_line_before(stages);
}

bool RecurrenceHeader::reads_line_before(const StageFunction& stages) const {
    const std::optional<Pattern> known = stages.pattern();
    if (index_count() != 2 || !known || Frame::of(*known, {}).diagonal) {
        return false;
    }
    // A cell reads only earlier stages and, in sequential rows, its own stage. So only the distance to the earliest
    // stage is checked.
    const std::size_t d = stages.coefficients[0] != 0 ? 0 : 1;
    return stages.coefficients[d] > 0 ? properties.reach.least[d] >= -1 : properties.reach.most[d] <= 1;
}

std::uint32_t RecurrenceHeader::column_input_bytes() const {
    std::size_t bytes = 4;  // Kernels keep at least one word
    for (const InputDeclaration& input : inputs) {
        bytes += input.reads.columns.size() * (size_of(input.type) == 8 ? 8 : 4);
    }
    return static_cast<std::uint32_t>((bytes + 7) / 8 * 8);
}

bool RecurrenceHeader::in_domain(Cell user) const {
    return domain == Domain::full || (domain == Domain::upper ? user.i <= user.j : user.i >= user.j);
}

std::string RecurrenceHeader::alphabet_of(std::string_view input) const {
    for (const FilesDeclaration& one : files) {
        if (std::find(one.inputs.begin(), one.inputs.end(), input) != one.inputs.end()) {
            return one.alphabet;
        }
    }
    return {};
}

std::string stage_text(const RecurrenceHeader& header, const StageFunction& stage) {
    if (const auto pattern = stage.pattern()) {
        return "pattern " + std::string(to_string(*pattern));
    }
    std::string text;
    for (std::size_t d = 0; d < header.index_count(); ++d) {
        const int factor = stage.coefficients[d];
        if (factor == 0) {
            continue;
        }
        text += text.empty() ? (factor < 0 ? "-" : "") : (factor < 0 ? " - " : " + ");
        text += std::abs(factor) == 1 ? "" : std::to_string(std::abs(factor)) + " ";
        text += d == 0 ? "i" : d == 1 ? "j" : header.indices[d - 2].name;
    }
    return "stage " + text;
}

std::vector<const Expression*> expressions_of(const RecurrenceHeader& header) {
    std::vector<const Expression*> all{&header.rows, &header.columns};
    const auto add = [&](const std::optional<Expression>& expression) {
        all.insert(all.end(), expression ? 1 : 0, expression ? &*expression : nullptr);
    };
    const auto add_range = [&](const std::optional<InputRange>& range) {
        if (range && std::holds_alternative<Expression>(range->low)) {
            all.insert(all.end(), {&std::get<Expression>(range->low), &std::get<Expression>(range->high)});
        }
    };
    for (const InputDeclaration& input : header.inputs) {
        add(input.length);
        add_range(input.range);
    }
    for (const ParamDeclaration& param : header.params) {
        add(param.derived);
        add_range(param.range);
    }
    for (const OutputDeclaration& output : header.outputs) {
        all.push_back(&output.length);
    }
    for (const IndexDeclaration& index : header.indices) {
        all.push_back(&index.extent);
    }
    for (const ReachDeclaration& reach : header.reach) {
        add(reach.least);
        all.push_back(&reach.most);
    }
    for (const Expression& index : header.answer.indices) {
        all.push_back(&index);
    }
    add(header.bound);
    return all;
}

Result<RecurrenceHeader> parse_header(std::string_view source, std::string_view file) {
    VKALGO_TRY(const std::string plain, plain_text(source, file));
    VKALGO_TRY(const std::vector<HeaderLine> lines, find_header_lines(plain, file));
    if (lines.empty()) {
        return error_at(file, 1,
                        "there is no '//!' line, so this is not a recurrence file; write a header of such lines, as in "
                        "'//! pattern NOSE', which say how the table is computed");
    }
    RecurrenceHeader header;
    std::map<std::string, int> seen;
    // Lines may come in any order, so the lines that declare names are read before the lines that refer to these names.
    const auto is_first = [](const HeaderLine& line) {
        return line.keyword == "cell" || line.keyword == "index" || line.keyword == "input" || line.keyword == "param";
    };
    for (const bool first : {true, false}) {
        for (const HeaderLine& line : lines) {
            if (is_first(line) == first) {
                VKALGO_CHECK(read_header_line(header, line, file));
            }
        }
    }
    for (const HeaderLine& line : lines) {
        const auto [first, fresh] = seen.emplace(line.keyword, line.line);
        if (!fresh && !repeats(line.keyword)) {
            return error_at(
                file, line.line,
                quoted(line.keyword) + " is given twice; leave out this line or line " + std::to_string(first->second));
        }
    }
    HeaderCheck check{header, file, lines.back().line};
    VKALGO_CHECK(check.required(seen));
    VKALGO_CHECK(check.names());
    VKALGO_CHECK(check.expressions(seen));
    VKALGO_CHECK(check.combinations(seen));
    VKALGO_CHECK(check.pack_params());
    SourceText text;
    text.scan(plain);
    VKALGO_CHECK(check.functions(text));
    VKALGO_CHECK(check.shown());
    VKALGO_CHECK(check.goal(text, seen));
    const Properties shown = properties_of(text, header.index_count(), header.scan);
    if (!seen.contains("class")) {
        header.recurrence_class = class_of(shown, header.stage);
    }
    header.properties = shown.narrowed_by(properties_of(header.recurrence_class, header.stage));
    auto terms = segment_terms_of(header, text);
    if (terms) {
        header.segments = std::move(*terms);
    } else {
        header.no_segments = terms.error().message;
    }
    header.profile = find_profile_read(header, text);
    auto bits = bit_cells_of(header, text);
    if (bits) {
        header.bits = std::move(*bits);
    } else {
        header.no_bits = bits.error().message;
    }
    auto packed_f16 = packed_f16_cells_of(header, text);
    if (packed_f16) {
        header.packed_f16 = std::move(*packed_f16);
    } else {
        header.no_packed_f16 = packed_f16.error().message;
    }
    if (header.decisions) {
        header.decisions->is_shown = steps_as_declared(header, text);
    }
    header.narrows = may_narrow(header, text);
    return header;
}

}  // namespace vkalgo::dp
