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

/// One input array on the host, elements packed as `type` says.
struct InputArray {
    ElementType type = ElementType::u8;
    /// elements
    std::uint64_t count = 0;
    std::vector<std::byte> data;

    /// The values as they are in memory; `type` says how kernels read them.
    template <class T>
    static InputArray of(ElementType type, std::span<const T> values) {
        InputArray array{type, values.size(), std::vector<std::byte>(values.size_bytes())};
        if (!values.empty()) {
            std::memcpy(array.data.data(), values.data(), values.size_bytes());
        }
        return array;
    }
    /// Element k as a 64-bit integer (floats truncated).
    std::int64_t integer(std::uint64_t k) const;
    /// Value `k` as a real number, whatever the type.
    double real(std::uint64_t k) const;
};

/// Several numbers of a type that inputs may have, one after another in memory: a vector, an array, a span.
template <class T>
concept InputValues =
    std::ranges::contiguous_range<const T> && std::ranges::sized_range<const T> &&
    !std::convertible_to<const T&, std::string_view> &&
    (std::is_arithmetic_v<std::ranges::range_value_t<T>> ||
     std::same_as<std::ranges::range_value_t<T>, std::byte>)&&!std::same_as<std::ranges::range_value_t<T>, bool>;

/// An input or a param with its name. The values are copied. Those of an input have the type that the header declares;
/// text, char and std::byte count as u8. A number is a param, or n or m. Implicit, so that braces make an Instance.
class NamedValue {
public:
    /// An input.
    template <InputValues T>
    NamedValue(std::string_view name, const T& values)  // NOLINT(google-explicit-constructor)
        : name_(name) {
        using Value = std::remove_cv_t<std::ranges::range_value_t<T>>;
        constexpr bool is_byte = std::is_same_v<Value, char> || std::is_same_v<Value, std::byte>;
        using Stored = std::conditional_t<is_byte, std::uint8_t, Value>;
        value_ = InputArray::of(element_type_of<Stored>(), std::span<const Value>(values));
    }
    /// An input of bytes.
    template <std::convertible_to<std::string_view> T>
    NamedValue(std::string_view name, const T& text)  // NOLINT(google-explicit-constructor)
        : NamedValue(name, std::span<const char>(std::string_view(text))) {}
    /// A param, n or m.
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

    /// As given.
    const std::string& name() const { return name_; }
    /// What has that name.
    const std::variant<InputArray, Number>& value() const { return value_; }

private:
    std::string name_;
    std::variant<InputArray, Number> value_;
};

/// What a recurrence is run on: its inputs and params by name, and the n and m that its size expressions may use.
struct Instance {
    Instance() = default;
    /// `{{"x", xs}, {"y", ys}, {"gap", 2}, {"n", 40}}`. Of two values of one name the last counts; an n or m that is no
    /// whole number or too large for one is taken for a param of that name, which no recurrence has.
    Instance(std::initializer_list<NamedValue> values);  // NOLINT(google-explicit-constructor): braces are meant

    std::map<std::string, InputArray, std::less<>> inputs;
    /// declared defaults fill in what is missing
    std::map<std::string, Number, std::less<>> params;
    std::int64_t n = 0, m = 0;
};

/// A scope in which header expressions are evaluated over an instance. Keeps references to both.
Expression::Scope scope_of(const RecurrenceHeader& header, const Instance& instance);

/// "(3, 4)", of as many indices as a table has.
std::string cell_text(Cell cell, std::size_t indices);

/// "30 x 40", of as many indices as a table has.
std::string size_text(const RecurrenceHeader& header, TableSize size);

/// Least and greatest value that an input of whole numbers may hold.
struct WholeRange {
    std::int64_t low = 0, high = 0;
};
/// Of an input that declares a range of whole numbers. Errors: those of the expressions; invalid_argument: an empty
/// one.
Result<WholeRange> whole_range(const InputDeclaration& input, const Expression::Scope& scope);
/// How many values an input may have by its declared range, or as places of the letters of its files; none where that
/// is not said, or follows from the instance.
std::optional<std::uint64_t> alphabet_size(const RecurrenceHeader& header, const InputDeclaration& input);

/// What is fixed once header and instance meet.
struct Shape {
    TableSize size;
    /// of `last` and `at`
    Cell answer;
    /// what the header says and shows, where it is known: distances that follow from values that are not there are not
    Reach reach = Reach::anywhere();
    /// elements of each input, in header order
    std::vector<std::int64_t> input_counts;
    /// elements of each output, in header order
    std::vector<std::int64_t> output_counts = {};
    /// on the device, all outputs together
    std::int64_t output_bytes = 0;
    /// on the device, all inputs together
    std::int64_t input_bytes = 0;
    /// of it, the largest
    std::int64_t largest_input = 0;
};

/// Bytes of the buffer of an output with so many elements: one without any has a buffer as well.
std::uint64_t output_buffer_bytes(const OutputDeclaration& output, std::int64_t count);

/// An output as it is before a run.
InputArray zero_output(const OutputDeclaration& output, std::int64_t count);

/// Sizes, answer cell and input bytes from the inputs' counts and the params alone, so that a run is planned before its
/// inputs are drawn (but for expressions that read an input's elements, such as max(d)). Errors: invalid_argument (a
/// size or an answer cell that cannot be), too_large (beyond 2^31 - 1).
Result<Shape> shape_of(const RecurrenceHeader& header, const Instance& instance, const StageFunction& stage);

/// The value of a param whose default is an expression. Errors: those of the expression; invalid_argument: a value that
/// does not fit the param's type.
Result<Number> derived_default(const ParamDeclaration& param, const Expression::Scope& scope);

/// Fills in the params' defaults, those that follow from the inputs too, and checks them. Errors: invalid_argument: a
/// param is missing, does not fit its type or is none of the recurrence's; an input that a default needs has no data.
Result<void> complete_params(const RecurrenceHeader& header, Instance& instance);

/// Are the values there that the expression reads, one at least of each input?
bool is_known(const Expression& expression, const Instance& instance);

/// Holds the params, and defaults in place of those that are not given, against their ranges, as far as the instance
/// has the elements that those read. A range that is empty holds nothing, unless `with_empty`. Errors:
/// invalid_argument.
Result<void> check_param_ranges(const RecurrenceHeader& header, const Instance& instance, bool with_empty);

/// Takes the nearest number of its range for each param that lies outside, defaults included: for instances that the
/// check makes smaller. True: some param is another now.
bool bring_params_into_ranges(const RecurrenceHeader& header, Instance& instance);

/// Fills in defaults, then checks that every input and param is there with its type and declared length, that rows and
/// columns are 0 .. 2^31-1, that the answer lies in the table (or the table is empty), and `bound` against the cell
/// type. Errors: invalid_argument (names the input or param and what to give), overflow (the bound does not fit the
/// cell type).
Result<Shape> check_instance(const RecurrenceHeader& header, Instance& instance, const StageFunction& stage);

/// Holds `bound` against the cell type. Errors: overflow: it does not fit; those of the expression, which may need an
/// input's elements.
Result<void> check_bound(const RecurrenceHeader& header, const Expression::Scope& scope);

/// A params block as the kernels' push constants want it (from kParamsOffset on).
std::vector<std::byte> pack_params(const RecurrenceHeader& header, const Instance& instance);

/// What INFEASIBLE stands for in cells of that type: more than any value where the least is sought, less than any where
/// the greatest is.
Number infeasible(ElementType type, Goal goal);

/// What a number of a cell, or its value, stands for in this recurrence: itself (ok), INFEASIBLE or UNBOUNDED.
AnswerStatus status_of(const RecurrenceHeader& header, const Number& number);

/// A cell's value out of its bytes.
Number read_number(ElementType type, const std::byte* bytes);

/// Does the size of an instance follow from this param?
bool forms_sizes(const RecurrenceHeader& header, const std::string& param);

}  // namespace vkalgo::dp
