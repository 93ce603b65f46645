#pragma once

#include "../../../engine/result.hpp"
#include "../recurrence/header.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <map>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace vkalgo::dp {

/// One input array on the host, with packed elements of `type`.
struct InputArray {
    ElementType type = ElementType::u8;
    /// Number of elements.
    std::uint64_t count = 0;
    std::vector<std::byte> data;

    /// Returns an input with the bytes of `values` as they are in memory. Kernels read them as elements of `type`.
    template <class T>
    static InputArray of(ElementType type, std::span<const T> values) {
        InputArray array{type, values.size(), std::vector<std::byte>(values.size_bytes())};
        if (!values.empty()) {
            std::memcpy(array.data.data(), values.data(), values.size_bytes());
        }
        return array;
    }
    /// Returns element k as a 64-bit integer. A float is truncated; a u64 of 2^63 or more becomes negative.
    std::int64_t integer(std::uint64_t k) const;
    /// Returns element k as a double, whatever the type. 64-bit integers are rounded.
    double real(std::uint64_t k) const;
};

/// Numbers of a type that inputs may have, contiguous in memory: a vector, an array, a span.
template <class T>
concept InputValues =
    std::ranges::contiguous_range<const T> && std::ranges::sized_range<const T> &&
    !std::convertible_to<const T&, std::string_view> &&
    (std::is_arithmetic_v<std::ranges::range_value_t<T>> ||
     std::same_as<std::ranges::range_value_t<T>, std::byte>)&&!std::same_as<std::ranges::range_value_t<T>, bool>;

/// An input or a param with its name. The values are copied. The values of an input must have the type that the header
/// declares; text, char and std::byte count as u8. A single number is a param, n or m. The constructors are implicit,
/// so that braces make an Instance.
class NamedValue {
public:
    /// Makes an input.
    template <InputValues T>
    NamedValue(std::string_view name, const T& values)  // NOLINT(google-explicit-constructor)
        : name_(name) {
        using Value = std::remove_cv_t<std::ranges::range_value_t<T>>;
        constexpr bool is_byte = std::is_same_v<Value, char> || std::is_same_v<Value, std::byte>;
        using Stored = std::conditional_t<is_byte, std::uint8_t, Value>;
        value_ = InputArray::of(element_type_of<Stored>(), std::span<const Value>(values));
    }
    /// Makes an input of bytes.
    template <std::convertible_to<std::string_view> T>
    NamedValue(std::string_view name, const T& text)  // NOLINT(google-explicit-constructor)
        : NamedValue(name, std::span<const char>(std::string_view(text))) {}
    /// Makes a param, n or m.
    template <class T>
        requires std::is_arithmetic_v<T>
    NamedValue(std::string_view name, T number)  // NOLINT(google-explicit-constructor)
        : name_(name) {
        if constexpr (std::is_floating_point_v<T>) {
            value_ = Number(static_cast<double>(number));
        } else if constexpr (std::is_signed_v<T>) {
            value_ = Number(static_cast<std::int64_t>(number));
        } else {
            value_ = Number(static_cast<std::uint64_t>(number));
        }
    }

    /// Returns the name as given.
    const std::string& name() const { return name_; }
    /// Returns the value: an input, or a number.
    const std::variant<InputArray, Number>& value() const { return value_; }

private:
    std::string name_;
    std::variant<InputArray, Number> value_;
};

/// The data that a recurrence runs on: inputs and params by name, and the n and m that size expressions may use.
struct Instance {
    Instance() = default;
    /// `{{"x", xs}, {"y", ys}, {"gap", 2}, {"n", 40}}`. If a name is given twice, the last value wins. An n or m of a
    /// floating-point type, or of 2^63 or more, becomes a param of that name, which no recurrence has.
    Instance(std::initializer_list<NamedValue> values);  // NOLINT(google-explicit-constructor): braces are meant

    std::map<std::string, InputArray, std::less<>> inputs;
    /// Declared defaults fill in missing params.
    std::map<std::string, Number, std::less<>> params;
    std::int64_t n = 0, m = 0;
};

/// Returns a scope that evaluates header expressions over an instance. The scope keeps references to the header and the
/// instance.
Expression::Scope scope_of(const RecurrenceHeader& header, const Instance& instance);

/// Returns text such as "(3, 4)". `indices`: the number of indices of the table.
std::string cell_text(Cell cell, std::size_t indices);

/// Returns text such as "30 x 40", with one number per index of the table.
std::string size_text(const RecurrenceHeader& header, TableSize size);

/// The least and the greatest value that an input of whole numbers may hold.
struct WholeRange {
    std::int64_t low = 0, high = 0;
};
/// Returns the range of an input, which must declare a range of whole numbers. Errors: those of the expressions;
/// invalid_argument: the range is empty.
Result<WholeRange> whole_range(const InputDeclaration& input, const Expression::Scope& scope);
/// Returns the number of values that an input may have, from its declared range or from the letters of its files.
/// Returns nullopt if neither is declared, or if the number depends on the instance.
std::optional<std::uint64_t> alphabet_size(const RecurrenceHeader& header, const InputDeclaration& input);

/// The sizes and the answer cell of an instance, which follow from the header and the instance together.
struct Shape {
    TableSize size;
    /// The cell that `answer last` or `answer at` names. For a search, the last cell of the last stage; a Solution has
    /// the cell that was found instead.
    Cell answer;
    /// How far cells read, as far as the header declares it and the text shows it. A distance that follows from missing
    /// values counts as unlimited.
    Reach reach = Reach::anywhere();
    /// Number of elements of each input, in header order.
    std::vector<std::int64_t> input_counts;
    /// Number of elements of each output, in header order.
    std::vector<std::int64_t> output_counts = {};
    /// Bytes on the device of all outputs together.
    std::int64_t output_bytes = 0;
    /// Bytes on the device of all inputs together.
    std::int64_t input_bytes = 0;
    /// Bytes on the device of the largest input.
    std::int64_t largest_input = 0;
    bool operator==(const Shape&) const = default;
};

/// Returns the bytes of the buffer of an output with `count` elements. An output without elements has a buffer too,
/// since its binding needs one.
std::uint64_t output_buffer_bytes(const OutputDeclaration& output, std::int64_t count);

/// Returns an output as it is before a run: all elements are 0.
InputArray zero_output(const OutputDeclaration& output, std::int64_t count);

/// Computes the shape of an instance. The inputs' counts and the params are enough, so that a run can be planned before
/// its inputs are drawn. Only expressions that read elements, such as max(d), need the elements. Errors: those of the
/// expressions; invalid_argument: an impossible size or answer cell, a param outside its range; too_large: an input
/// or output has more than 2^31 - 1 elements, or the sizes of the indices, each times the factor of the index in the
/// stage (at least 1), are more than 2^31 - 1 together.
Result<Shape> shape_of(const RecurrenceHeader& header, const Instance& instance, const StageFunction& stage);

/// Returns the value of a param whose default is an expression. Errors: those of the expression; invalid_argument: the
/// value does not fit the param's type.
Result<Number> derived_default(const ParamDeclaration& param, const Expression::Scope& scope);

/// Fills in the defaults of params, also defaults that follow from the inputs, and checks all params. Errors:
/// invalid_argument: a param is missing, does not fit its type or does not belong to the recurrence; an input that a
/// default needs has no data; those of derived_default().
Result<void> complete_params(const RecurrenceHeader& header, Instance& instance);

/// Returns whether the instance has the elements that the expression reads: each input whose elements it reads has all
/// of them, and at least one.
bool is_known(const Expression& expression, const Instance& instance);

/// Checks the params against their ranges; a param that is not given counts with its default. Skips a range if the
/// instance lacks elements that the range reads. Skips an empty range too if `with_empty` is false. Errors:
/// invalid_argument: a param is outside its range; those of the expressions.
Result<void> check_param_ranges(const RecurrenceHeader& header, const Instance& instance, bool with_empty);

/// Moves each param that lies outside its range to the nearest number of the range. A param that is not given counts
/// with its default, unless the default is an expression. This is for instances that the check makes smaller. Returns
/// whether some param changed.
bool bring_params_into_ranges(const RecurrenceHeader& header, Instance& instance);

/// Fills in defaults. Then checks that every input and param is there with its type and declared length, that all
/// values lie in their declared ranges, that the sizes are possible (shape_of()), that the answer lies in the table or
/// the table is empty, and that `bound` fits the type of a cell's value. Errors: invalid_argument (names the input or
/// param that is wrong); overflow: the bound does not fit; those of shape_of() and of the expressions.
Result<Shape> check_instance(const RecurrenceHeader& header, Instance& instance, const StageFunction& stage);

/// Checks that `bound` fits the type of a cell's value; every bound fits a float type. Errors: overflow: it does not
/// fit; those of the expression, which may need an input's elements.
Result<void> check_bound(const RecurrenceHeader& header, const Expression::Scope& scope);

/// Packs the params as they are in the kernels' push constants from byte kParamsOffset on. A param without a value is
/// 0.
std::vector<std::byte> pack_params(const RecurrenceHeader& header, const Instance& instance);

/// Returns the number that stands for INFEASIBLE in cells of that type: the greatest number of the type if the least
/// value is sought, otherwise the least number. For floats this number is infinite.
Number infeasible(ElementType type, Goal goal);

/// Returns what the number of a cell stands for in this recurrence: itself (ok), INFEASIBLE or UNBOUNDED. Numbers of a
/// value that has another type than the cell are always ok.
AnswerStatus status_of(const RecurrenceHeader& header, const Number& number);

/// Reads a cell's value from its bytes.
Number read_number(ElementType type, const std::byte* bytes);

/// Returns the shortest text that distinguishes the number from other numbers of its type.
std::string number_text(const Number& number, ElementType type);

/// Returns whether an expression for a size names this param: that of rows, columns, a further index or the length of
/// an input. The indices of `answer at` count as sizes.
bool forms_sizes(const RecurrenceHeader& header, const std::string& param);

}  // namespace vkalgo::dp
