#include "algorithms/dp/instance/instance.hpp"

#include "algorithms/dp/recurrence/text_errors.hpp"
#include "engine/buffer.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <type_traits>
#include <utility>

namespace vkalgo::dp {
namespace {

constexpr std::uint64_t kMaxElements = std::numeric_limits<std::int32_t>::max();  // An index is an int

template <class T>
T element(const InputArray& array, std::uint64_t k) {
    T value;
    std::memcpy(&value, array.data.data() + k * sizeof(T), sizeof(T));
    return value;
}

Result<std::int64_t> integer_of(const Number& number, std::string_view name) {
    if (const auto* i = std::get_if<std::int64_t>(&number)) {
        return *i;
    }
    if (const auto* u = std::get_if<std::uint64_t>(&number)) {
        if (*u > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
            return invalid("param '" + std::string(name) + "' is " + std::to_string(*u) +
                           ", too large for the expressions of the header; give less than 2^63");
        }
        return static_cast<std::int64_t>(*u);
    }
    return invalid("param '" + std::string(name) +
                   "' is not a whole number, but an expression of the header uses it; give a whole number");
}

/// Returns the last cell of the last stage. An index whose coefficient in the stage function is 0 has its last value.
Cell last_cell(const StageFunction& stage, TableSize size) {
    auto last = size.extents();
    for (std::size_t d = 0; d < kMaxIndices; ++d) {
        last[d] = stage.coefficients[d] < 0 ? 0 : last[d] - 1;
    }
    return Cell::of(last);
}

/// Checks that the answer cell lies in the domain or, for a search, that at least one searched cell does. If any cell
/// of a border lies in the domain, so does the first or the last cell of this border.
Result<void> check_answer(const RecurrenceHeader& header, const Shape& shape) {
    const TableSize size = shape.size;
    const std::string table = "the table of " + size_text(header, size) + " cells";
    if (!header.answer.searches()) {
        if (size.contains(shape.answer) && header.in_domain(shape.answer)) {
            return {};
        }
        return invalid("the answer cell " + cell_text(shape.answer, header.index_count()) + " lies outside " + table +
                       " or its domain");
    }
    const bool meets = std::any_of(header.answer.borders.begin(), header.answer.borders.end(), [&](Border border) {
        auto first = std::array<std::int64_t, kMaxIndices>{};
        auto last = size.extents();
        for (std::int64_t& value : last) {
            --value;
        }
        first[border.index] = last[border.index] = border.last ? last[border.index] : 0;
        return header.in_domain(Cell::of(first)) || header.in_domain(Cell::of(last));
    });
    if (!meets && !header.answer.borders.empty()) {
        return invalid("'answer' searches borders of " + table + ", but no cell of the domain lies on them");
    }
    return {};
}

}  // namespace

std::int64_t InputArray::integer(std::uint64_t k) const {
    switch (type) {
        case ElementType::u8:
            return element<std::uint8_t>(*this, k);
        case ElementType::i8:
            return element<std::int8_t>(*this, k);
        case ElementType::i16:
            return element<std::int16_t>(*this, k);
        case ElementType::u16:
            return element<std::uint16_t>(*this, k);
        case ElementType::u32:
            return element<std::uint32_t>(*this, k);
        case ElementType::i32:
            return element<std::int32_t>(*this, k);
        case ElementType::u64:
            return static_cast<std::int64_t>(element<std::uint64_t>(*this, k));
        case ElementType::i64:
            return element<std::int64_t>(*this, k);
        case ElementType::f16:
            return static_cast<std::int64_t>(float{element<Half>(*this, k)});
        case ElementType::f32:
            return static_cast<std::int64_t>(element<float>(*this, k));
        case ElementType::f64:
            return static_cast<std::int64_t>(element<double>(*this, k));
    }
    return 0;
}

double InputArray::real(std::uint64_t k) const {
    if (type == ElementType::f16) {
        return static_cast<double>(float{element<Half>(*this, k)});
    }
    if (type == ElementType::f32) {
        return static_cast<double>(element<float>(*this, k));
    }
    if (type == ElementType::f64) {
        return element<double>(*this, k);
    }
    if (type == ElementType::u64) {
        return static_cast<double>(element<std::uint64_t>(*this, k));
    }
    return static_cast<double>(integer(k));
}

Expression::Scope scope_of(const RecurrenceHeader& header, const Instance& instance) {
    Expression::Scope scope;
    scope.variable = [&header, &instance](std::string_view name) -> Result<std::int64_t> {
        if (name == "n") {
            return instance.n;
        }
        if (name == "m") {
            return instance.m;
        }
        if (const auto found = instance.params.find(name); found != instance.params.end()) {
            return integer_of(found->second, name);
        }
        for (const ParamDeclaration& param : header.params) {
            if (param.name == name && param.fallback) {
                return integer_of(*param.fallback, name);
            }
            if (param.name == name && param.derived) {
                return param.derived->evaluate(scope_of(header, instance));
            }
        }
        return invalid("param '" + std::string(name) + "' has no value", "param " + std::string(name));
    };
    scope.function = [&instance](std::string_view function, std::string_view name) -> Result<std::int64_t> {
        const auto found = instance.inputs.find(name);
        if (found == instance.inputs.end()) {
            return invalid("input '" + std::string(name) + "' is missing", "input " + std::string(name));
        }
        const InputArray& array = found->second;
        if (function == "len") {
            return static_cast<std::int64_t>(array.count);
        }
        if (array.data.size() < array.count * size_of(array.type)) {
            return invalid(std::string(function) + "(" + std::string(name) +
                               ") needs the elements of the input, which are not given",
                           "input " + std::string(name));
        }
        if (is_float(array.type)) {
            return invalid(std::string(function) + "(" + std::string(name) +
                               ") is not a whole number, since the input holds floats",
                           std::string(name));
        }
        if (function == "sum") {
            std::int64_t sum = 0;
            for (std::uint64_t k = 0; k < array.count; ++k) {
                const std::int64_t value = array.integer(k);
                if ((array.type == ElementType::u64 && value < 0) || __builtin_add_overflow(sum, value, &sum)) {
                    return Error{ErrorCode::overflow, "sum(" + std::string(name) + ") does not fit i64",
                                 std::string(name)};
                }
            }
            return sum;
        }
        if (function == "products") {
            std::int64_t sum = 0;
            for (std::uint64_t k = 0; k + 1 < array.count; ++k) {
                std::int64_t product = 0;
                const std::int64_t one = array.integer(k), next = array.integer(k + 1);
                if ((array.type == ElementType::u64 && (one < 0 || next < 0)) ||
                    __builtin_mul_overflow(one, next, &product) || __builtin_add_overflow(sum, product, &sum)) {
                    return Error{ErrorCode::overflow, "products(" + std::string(name) + ") does not fit i64",
                                 std::string(name)};
                }
            }
            return sum;
        }
        if (array.count == 0) {
            return 0;
        }
        const bool is_u64 = array.type == ElementType::u64;
        std::int64_t best = array.integer(0);
        for (std::uint64_t k = 1; k < array.count; ++k) {
            const std::int64_t value = array.integer(k);
            const bool less =
                is_u64 ? static_cast<std::uint64_t>(value) < static_cast<std::uint64_t>(best) : value < best;
            best = less == (function == "min") ? value : best;
        }
        if (is_u64 && best < 0) {
            return Error{ErrorCode::overflow, std::string(function) + "(" + std::string(name) + ") does not fit i64",
                         std::string(name)};
        }
        return best;
    };
    return scope;
}

std::string cell_text(Cell cell, std::size_t indices) {
    std::string text;
    for (std::size_t d = 0; d < indices; ++d) {
        text += (d == 0 ? "(" : ", ") + std::to_string(cell.indices()[d]);
    }
    return text + ")";
}

std::string size_text(const RecurrenceHeader& header, TableSize size) {
    std::string text;
    for (std::size_t d = 0; d < header.index_count(); ++d) {
        text += (d == 0 ? "" : " x ") + std::to_string(size.extents()[d]);
    }
    return text;
}

Result<WholeRange> whole_range(const InputDeclaration& input, const Expression::Scope& scope) {
    VKALGO_TRY(const std::int64_t low, std::get<Expression>(input.range->low).evaluate(scope));
    VKALGO_TRY(const std::int64_t high, std::get<Expression>(input.range->high).evaluate(scope));
    if (low > high) {
        return invalid("the range of input '" + input.name + "', " + input.range->text + " = " + std::to_string(low) +
                           " .. " + std::to_string(high) + ", is empty",
                       input.name);
    }
    return WholeRange{low, high};
}

std::optional<std::uint64_t> alphabet_size(const RecurrenceHeader& header, const InputDeclaration& input) {
    if (input.range && std::holds_alternative<Expression>(input.range->low)) {
        const auto unknown = [](auto...) { return Result<std::int64_t>(invalid("no instance is given")); };
        const auto range = whole_range(input, {unknown, unknown});
        return range
                   ? std::optional(static_cast<std::uint64_t>(range->high) - static_cast<std::uint64_t>(range->low) + 1)
                   : std::nullopt;
    }
    const std::string letters = header.alphabet_of(input.name);
    return letters.empty() ? std::nullopt : std::optional<std::uint64_t>(letters.size());
}

std::uint64_t output_buffer_bytes(const OutputDeclaration& output, std::int64_t count) {
    return Buffer::rounded(std::max<std::uint64_t>(static_cast<std::uint64_t>(count) * size_of(output.type), 4));
}

InputArray zero_output(const OutputDeclaration& output, std::int64_t count) {
    const auto elements = static_cast<std::uint64_t>(count);
    return {output.type, elements, std::vector<std::byte>(elements * size_of(output.type))};
}

bool is_known(const Expression& expression, const Instance& instance) {
    const std::vector<std::string> read = expression.inputs_read();
    return std::all_of(read.begin(), read.end(), [&](const std::string& name) {
        const auto found = instance.inputs.find(name);
        return found != instance.inputs.end() && found->second.count != 0 &&
               found->second.data.size() == found->second.count * size_of(found->second.type);
    });
}

Result<Reach> reach_of(const RecurrenceHeader& header, const Instance& instance) {
    Reach reach = Reach::anywhere();
    for (const ReachDeclaration& declared : header.reach) {
        if (!is_known(declared.most, instance) || (declared.least && !is_known(*declared.least, instance))) {
            continue;
        }
        VKALGO_TRY(const std::int64_t most, declared.most.evaluate(scope_of(header, instance)));
        std::int64_t least = -most;
        if (declared.least) {
            VKALGO_TRY(least, declared.least->evaluate(scope_of(header, instance)));
        }
        if (least > most) {
            return declared.least ? invalid("'reach' would be " + std::to_string(least) + " .. " +
                                            std::to_string(most) + ", an empty range; write the smaller limit first")
                                  : invalid("'reach' would be " + declared.most.text() + " = " + std::to_string(most) +
                                            "; write a distance that is not negative");
        }
        reach.least[declared.index] = std::max(least, reach.least[declared.index]);
        reach.most[declared.index] = std::min(most, reach.most[declared.index]);
    }
    return reach.narrowed_by(header.properties.reach);
}

Result<Shape> shape_of(const RecurrenceHeader& header, const Instance& instance, const StageFunction& stage) {
    const Expression::Scope scope = scope_of(header, instance);
    Shape shape;
    VKALGO_CHECK(check_param_ranges(header, instance, false));
    for (const auto& [name, array] : instance.inputs) {
        if (array.count > kMaxElements) {
            return Error{ErrorCode::too_large,
                         "input '" + name + "' has " + std::to_string(array.count) + " elements; it can have at most " +
                             std::to_string(kMaxElements),
                         name};
        }
        const auto bytes = static_cast<std::int64_t>(Buffer::rounded(array.count * size_of(array.type)));
        shape.input_bytes += bytes;
        shape.largest_input = std::max(shape.largest_input, bytes);
    }
    for (const InputDeclaration& input : header.inputs) {
        const auto given = instance.inputs.find(input.name);
        shape.input_counts.push_back(given == instance.inputs.end() ? 0
                                                                    : static_cast<std::int64_t>(given->second.count));
    }
    for (const OutputDeclaration& output : header.outputs) {
        VKALGO_TRY(const std::int64_t count, output.length.evaluate(scope));
        if (count < 0 || count > static_cast<std::int64_t>(kMaxElements)) {
            return Error{count < 0 ? ErrorCode::invalid_argument : ErrorCode::too_large,
                         "output '" + output.name + "' would have " + output.length.text() + " = " +
                             std::to_string(count) + " elements; it can have 0 to " + std::to_string(kMaxElements),
                         output.name};
        }
        shape.output_counts.push_back(count);
        shape.output_bytes += static_cast<std::int64_t>(output_buffer_bytes(output, count));
    }
    VKALGO_TRY(shape.reach, reach_of(header, instance));
    VKALGO_TRY(shape.size.rows, header.rows.evaluate(scope));
    VKALGO_TRY(shape.size.columns, header.columns.evaluate(scope));
    std::array<std::int64_t*, 2> further{&shape.size.third, &shape.size.fourth};
    for (std::size_t d = 0; d < header.indices.size(); ++d) {
        VKALGO_TRY(*further[d], header.indices[d].extent.evaluate(scope));
        if (*further[d] < 0) {
            return invalid("index '" + header.indices[d].name + "' would take " + header.indices[d].extent.text() +
                           " = " + std::to_string(*further[d]) + " values; sizes cannot be negative");
        }
    }
    constexpr std::int64_t kMax = std::numeric_limits<std::int32_t>::max();
    if (shape.size.rows < 0 || shape.size.columns < 0) {
        const std::vector<std::string> of = (shape.size.rows < 0 ? header.rows : header.columns).inputs();
        const auto given = of.empty() ? instance.inputs.end() : instance.inputs.find(of.front());
        const std::string counted =
            given == instance.inputs.end()
                ? std::string()
                : "input '" + of.front() + "' has " + std::to_string(given->second.count) + " elements: ";
        return invalid(counted + "the table would have " + std::to_string(shape.size.rows) + " rows (" +
                           header.rows.text() + ") and " + std::to_string(shape.size.columns) + " columns (" +
                           header.columns.text() + "); sizes cannot be negative",
                       counted.empty() ? std::string() : of.front());
    }
    if (header.sequential && stage.coefficients[1] != 0) {
        return Error{ErrorCode::invalid_argument, "'sequential row' and 'scan' need pattern RUD or RDU", "pattern"};
    }
    // Kernels compute stages and indices as ints, so the largest value of a stage function must fit an int.
    std::int64_t sum = 0;
    const auto extents = shape.size.extents();
    for (std::size_t d = 0; d < header.index_count(); ++d) {
        const std::int64_t step = std::max(std::abs(stage.coefficients[d]), 1);
        sum += extents[d] > kMax / step ? kMax + 1 : extents[d] * step;
    }
    if (sum > kMax) {
        return Error{ErrorCode::too_large,
                     "a table of " + size_text(header, shape.size) +
                         " cells is too large: its sizes, each times the factor of its index in the stage function "
                         "(without sign, at least 1), add up to more than 2^31 - 1; make the instance smaller",
                     {}};
    }
    if (shape.size.empty()) {
        return shape;
    }
    VKALGO_CHECK(check_param_ranges(header, instance, true));
    if (header.answer.kind == AnswerDeclaration::Kind::at) {
        std::array<std::int64_t, kMaxIndices> indices{};
        for (std::size_t d = 0; d < header.answer.indices.size(); ++d) {
            VKALGO_TRY(indices[d], header.answer.indices[d].evaluate(scope));
        }
        shape.answer = Cell::of(indices);
    } else {
        shape.answer = last_cell(stage, shape.size);
    }
    VKALGO_CHECK(check_answer(header, shape));
    return shape;
}

Number infeasible(ElementType type, Goal goal) {
    const bool most = goal == Goal::minimum;
    switch (type) {
        case ElementType::i32:
            return std::int64_t{most ? std::numeric_limits<std::int32_t>::max()
                                     : std::numeric_limits<std::int32_t>::min()};
        case ElementType::i64:
            return most ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min();
        case ElementType::f32:
        case ElementType::f64:
            return most ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();
        case ElementType::u64:
            return most ? std::numeric_limits<std::uint64_t>::max() : std::uint64_t{0};
        default:
            return std::uint64_t{most ? std::numeric_limits<std::uint32_t>::max() : 0};
    }
}

AnswerStatus status_of(const RecurrenceHeader& header, const Number& number) {
    if (header.value_type() != header.cell) {
        return AnswerStatus::ok;
    }
    const auto stands_for = [&](const Number& other) {
        return std::visit(
            [](auto a, auto b) {
                if constexpr (std::is_integral_v<decltype(a)> && std::is_integral_v<decltype(b)>) {
                    return std::cmp_equal(a, b);
                } else {
                    return static_cast<double>(a) == static_cast<double>(b);
                }
            },
            number, other);
    };
    if (header.has_infeasible() && stands_for(infeasible(header.cell, header.goal))) {
        return AnswerStatus::infeasible;
    }
    // The best number for this goal is the worst number for the other goal.
    const Goal other = header.goal == Goal::minimum ? Goal::maximum : Goal::minimum;
    return header.has_unbounded() && stands_for(infeasible(header.cell, other)) ? header.unbounded : AnswerStatus::ok;
}

Number read_number(ElementType type, const std::byte* bytes) {
    InputArray one{type, 1, std::vector<std::byte>(bytes, bytes + size_of(type))};
    if (is_float(type)) {
        return one.real(0);
    }
    if (type == ElementType::u64) {
        return static_cast<std::uint64_t>(one.integer(0));
    }
    if (type == ElementType::u32 || type == ElementType::u16 || type == ElementType::u8) {
        return static_cast<std::uint64_t>(one.integer(0));
    }
    return one.integer(0);
}

std::string number_text(const Number& number, ElementType type) {
    std::array<char, 32> text{};
    char* const end = text.data() + text.size();
    const auto write = [&](auto value) { return std::string(text.data(), std::to_chars(text.data(), end, value).ptr); };
    const double* real = std::get_if<double>(&number);
    return real != nullptr && type == ElementType::f32 ? write(static_cast<float>(*real)) : std::visit(write, number);
}

}  // namespace vkalgo::dp
