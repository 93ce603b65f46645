#include "algorithms/dp/instance.hpp"

#include "engine/buffer.hpp"

#include <limits>
#include <numeric>

namespace vkalgo::dp {
namespace {

constexpr std::uint64_t kMostElements = std::numeric_limits<std::int32_t>::max();  // an index is an int

template <class T>
T element(const InputArray& array, std::uint64_t k) {
    T value;
    std::memcpy(&value, array.data.data() + k * sizeof(T), sizeof(T));
    return value;
}

Error invalid(std::string message, std::string where = {}) {
    return Error{ErrorCode::invalid_argument, std::move(message), std::move(where)};
}

std::string name_of(ElementType scalar) {
    return std::string(to_string(scalar));
}

Result<std::int64_t> integer_of(const Number& number, std::string_view name) {
    if (const auto* i = std::get_if<std::int64_t>(&number)) {
        return *i;
    }
    if (const auto* u = std::get_if<std::uint64_t>(&number)) {
        if (*u > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
            return invalid(std::string(name) + " = " + std::to_string(*u) +
                           " is too large for a size; give less than 2^63");
        }
        return static_cast<std::int64_t>(*u);
    }
    return invalid(std::string(name) + " is not an integer, so it cannot form a size; declare it as an integer");
}

bool fits(ElementType type, const Number& number) {
    if (is_float(type)) {
        return true;
    }
    if (std::holds_alternative<double>(number)) {
        return false;
    }
    const bool is_signed = std::holds_alternative<std::int64_t>(number);
    const std::int64_t low = is_signed ? std::get<std::int64_t>(number) : 0;
    const std::uint64_t high =
        is_signed ? (low < 0 ? 0 : static_cast<std::uint64_t>(low)) : std::get<std::uint64_t>(number);
    switch (type) {
        case ElementType::u8:
            return low >= 0 && high <= 0xff;
        case ElementType::i8:
            return low >= std::numeric_limits<std::int8_t>::min() && high <= 0x7f;
        case ElementType::i16:
            return low >= std::numeric_limits<std::int16_t>::min() && high <= 0x7fff;
        case ElementType::u16:
            return low >= 0 && high <= 0xffff;
        case ElementType::u32:
            return low >= 0 && high <= 0xffffffffu;
        case ElementType::u64:
            return low >= 0;
        case ElementType::i32:
            return low >= std::numeric_limits<std::int32_t>::min() && high <= 0x7fffffffu;
        case ElementType::i64:
            return high <= 0x7fffffffffffffffull;
        case ElementType::f16:
        case ElementType::f32:
        case ElementType::f64:
            break;
    }
    return true;
}

template <class T>
void put(std::byte* target, T value) {
    std::memcpy(target, &value, sizeof value);
}

void put_number(std::byte* target, ElementType type, const Number& number) {
    std::visit(
        [&](auto value) {
            switch (type) {
                case ElementType::f32:
                    put(target, static_cast<float>(value));
                    break;
                case ElementType::f64:
                    put(target, static_cast<double>(value));
                    break;
                case ElementType::i64:
                case ElementType::u64:
                    put(target, static_cast<std::uint64_t>(value));
                    break;
                default:
                    put(target, static_cast<std::uint32_t>(static_cast<std::uint64_t>(value)));
                    break;
            }
        },
        number);
}

Result<void> check_inputs(const RecurrenceHeader& header, const Instance& instance) {
    const Expression::Scope scope = scope_of(header, instance);
    for (const InputDeclaration& input : header.inputs) {
        const auto found = instance.inputs.find(input.name);
        if (found == instance.inputs.end()) {
            return invalid("input '" + input.name + "' (" + name_of(input.type) + ") is missing",
                           "input " + input.name);
        }
        const InputArray& array = found->second;
        if (array.type != input.type) {
            return invalid("input '" + input.name + "' holds " + name_of(array.type) + " but the recurrence declares " +
                               name_of(input.type),
                           input.name);
        }
        if (array.data.size() != array.count * size_of(array.type)) {
            return invalid("input '" + input.name + "' holds " + std::to_string(array.data.size()) + " bytes for " +
                               std::to_string(array.count) + " elements",
                           input.name);
        }
        if (input.length) {
            VKALGO_TRY(const std::int64_t length, input.length->evaluate(scope));
            if (length < 0 || array.count != static_cast<std::uint64_t>(length)) {
                return invalid("input '" + input.name + "' has " + std::to_string(array.count) + " elements, but " +
                                   input.length->text() + " = " + std::to_string(length) + " are declared",
                               input.name);
            }
        }
    }
    for (const auto& entry : instance.inputs) {
        bool known = false;
        for (const InputDeclaration& input : header.inputs) {
            known = known || input.name == entry.first;
        }
        if (!known) {
            return invalid("the recurrence has no input '" + entry.first + "'", entry.first);
        }
    }
    return {};
}

Result<void> check_params(const RecurrenceHeader& header, Instance& instance) {
    for (const ParamDeclaration& param : header.params) {
        const auto found = instance.params.find(param.name);
        if (found == instance.params.end()) {
            if (!param.fallback) {
                return invalid("param '" + param.name + "' (" + name_of(param.type) + ") is missing",
                               "param " + param.name);
            }
            instance.params.emplace(param.name, *param.fallback);
        } else if (!fits(param.type, found->second)) {
            return invalid("param '" + param.name + "' does not fit its type " + name_of(param.type), param.name);
        }
    }
    for (const auto& entry : instance.params) {
        bool known = false;
        for (const ParamDeclaration& param : header.params) {
            known = known || param.name == entry.first;
        }
        if (!known) {
            return invalid("the recurrence has no param '" + entry.first + "'", entry.first);
        }
    }
    return {};
}

/// The largest value of an integer cell type, as far as a 64-bit signed bound can pass it.
std::int64_t largest(ElementType cell) {
    switch (cell) {
        case ElementType::u32:
            return 0xffffffffll;
        case ElementType::i32:
            return 0x7fffffffll;
        default:
            return std::numeric_limits<std::int64_t>::max();
    }
}

Result<void> check_bound(const RecurrenceHeader& header, const Expression::Scope& scope) {
    if (!header.bound || is_float(header.cell)) {
        return {};
    }
    const auto bound = header.bound->evaluate(scope);
    if (!bound && bound.error().code != ErrorCode::overflow) {
        return bound.error();
    }
    if (!bound || *bound > largest(header.cell)) {
        return Error{ErrorCode::overflow,
                     "values may reach " + header.bound->text() +
                         (bound ? " = " + std::to_string(*bound) : std::string(", beyond 2^63")) +
                         ", which does not fit the cell type " + name_of(header.cell),
                     "bound"};
    }
    return {};
}

Cell last_cell(const Frame& frame) {
    return frame.to_user({frame.canonical_rows() - 1, frame.canonical_columns() - 1});
}

/// The answer must be a cell that is computed: one of the domain, and of a border one at least. A border that meets the
/// domain at all does so at one of its ends.
Result<void> check_answer(const RecurrenceHeader& header, const Shape& shape) {
    using Kind = AnswerDeclaration::Kind;
    const TableSize size = shape.size;
    const std::string table =
        "the table of " + std::to_string(size.rows) + " x " + std::to_string(size.columns) + " cells";
    if (header.answer.kind == Kind::min || header.answer.kind == Kind::max) {
        const Border border = header.answer.border;
        const bool is_row = border == Border::first_row || border == Border::last_row;
        const bool is_last = border == Border::last_row || border == Border::last_column;
        const std::int64_t at = !is_last ? 0 : (is_row ? size.rows : size.columns) - 1;
        const Cell first = is_row ? Cell{at, 0} : Cell{0, at};
        const Cell last = is_row ? Cell{at, size.columns - 1} : Cell{size.rows - 1, at};
        if (!header.in_domain(first) && !header.in_domain(last)) {
            return invalid("the border that the answer is taken of holds no cell of the domain in " + table);
        }
        return {};
    }
    const Cell cell = shape.answer;
    if (cell.i < 0 || cell.i >= size.rows || cell.j < 0 || cell.j >= size.columns || !header.in_domain(cell)) {
        return invalid("the answer cell (" + std::to_string(cell.i) + ", " + std::to_string(cell.j) +
                       ") lies outside " + table + " or its domain");
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
        }
        return invalid("'" + std::string(name) + "' has no value", "param " + std::string(name));
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
            return invalid(std::string(function) + "(" + std::string(name) + ") needs the input's elements beforehand",
                           "input " + std::string(name));
        }
        if (is_float(array.type)) {
            return invalid(std::string(function) + "(" + std::string(name) + ") of a float input cannot form a size",
                           std::string(name));
        }
        if (function == "sum") {
            std::int64_t sum = 0;
            for (std::uint64_t k = 0; k < array.count; ++k) {
                const std::int64_t value = array.integer(k);
                if ((array.type == ElementType::u64 && value < 0) || __builtin_add_overflow(sum, value, &sum)) {
                    return Error{ErrorCode::overflow, "sum(" + std::string(name) + ") passes 2^63", std::string(name)};
                }
            }
            return sum;
        }
        if (array.count == 0) {
            return invalid(std::string(function) + "(" + std::string(name) + ") of an empty input", std::string(name));
        }
        std::int64_t best = array.integer(0);
        for (std::uint64_t k = 1; k < array.count; ++k) {
            best = function == "min" ? std::min(best, array.integer(k)) : std::max(best, array.integer(k));
        }
        return best;
    };
    return scope;
}

Result<Shape> shape_of(const RecurrenceHeader& header, const Instance& instance, Pattern pattern) {
    const Expression::Scope scope = scope_of(header, instance);
    Shape shape;
    for (const auto& [name, array] : instance.inputs) {
        if (array.count > kMostElements) {
            return Error{ErrorCode::too_large,
                         "input '" + name + "' has " + std::to_string(array.count) +
                             " elements; at most 2147483647 can be indexed",
                         name};
        }
        const auto bytes = static_cast<std::int64_t>(Buffer::rounded(array.count * size_of(array.type)));
        shape.input_bytes += bytes;
        shape.largest_input = std::max(shape.largest_input, bytes);
    }
    VKALGO_TRY(shape.size.rows, header.rows.evaluate(scope));
    VKALGO_TRY(shape.size.columns, header.columns.evaluate(scope));
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    if (shape.size.rows < 0 || shape.size.columns < 0) {
        return invalid("the table would have " + std::to_string(shape.size.rows) + " rows and " +
                       std::to_string(shape.size.columns) + " columns; sizes cannot be negative");
    }
    if (shape.size.rows > kMost || shape.size.columns > kMost || shape.size.rows + shape.size.columns > kMost) {
        return Error{ErrorCode::too_large,
                     "a table of " + std::to_string(shape.size.rows) + " x " + std::to_string(shape.size.columns) +
                         " cells is beyond 2^31 - 1 rows and columns together; make the instance smaller",
                     {}};
    }
    if (shape.size.rows == 0 || shape.size.columns == 0) {
        return shape;
    }
    if (header.answer.kind == AnswerDeclaration::Kind::at) {
        VKALGO_TRY(shape.answer.i, header.answer.row->evaluate(scope));
        VKALGO_TRY(shape.answer.j, header.answer.column->evaluate(scope));
    } else {
        shape.answer = last_cell(Frame::of(pattern, shape.size));
    }
    VKALGO_CHECK(check_answer(header, shape));
    return shape;
}

Result<Shape> check_instance(const RecurrenceHeader& header, Instance& instance, Pattern pattern) {
    VKALGO_CHECK(check_params(header, instance));
    VKALGO_CHECK(check_inputs(header, instance));
    VKALGO_TRY(const Shape shape, shape_of(header, instance, pattern));
    VKALGO_CHECK(check_bound(header, scope_of(header, instance)));
    return shape;
}

std::vector<std::byte> pack_params(const RecurrenceHeader& header, const Instance& instance) {
    std::vector<std::byte> block;
    for (const ParamDeclaration& param : header.params) {
        const std::size_t bytes = size_of(param.type);
        block.resize(std::max(block.size(), param.offset + bytes));
        const auto found = instance.params.find(param.name);
        put_number(block.data() + param.offset, param.type,
                   found != instance.params.end() ? found->second : *param.fallback);
    }
    return block;
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

}  // namespace vkalgo::dp
