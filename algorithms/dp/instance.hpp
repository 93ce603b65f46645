#pragma once

#include "../../engine/result.hpp"
#include "recurrence/header.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
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

/// What a recurrence is run on: its inputs and params by name, and the n and m that its size expressions may use.
struct Instance {
    std::map<std::string, InputArray, std::less<>> inputs;
    /// declared defaults fill in what is missing
    std::map<std::string, Number, std::less<>> params;
    std::int64_t n = 0, m = 0;
};

/// A scope in which header expressions are evaluated over an instance. Keeps references to both.
Expression::Scope scope_of(const RecurrenceHeader& header, const Instance& instance);

/// What is fixed once header and instance meet.
struct Shape {
    TableSize size;
    /// of `last` and `at`
    Cell answer;
    /// on the device, all inputs together
    std::int64_t input_bytes = 0;
    /// of it, the largest
    std::int64_t largest_input = 0;
};

/// Sizes, answer cell and input bytes from the inputs' counts and the params alone, so that a run is planned before its
/// inputs are drawn (but for expressions that read an input's elements, such as max(d)). Errors: invalid_argument (a
/// size or an answer cell that cannot be), too_large (beyond 2^31 - 1).
Result<Shape> shape_of(const RecurrenceHeader& header, const Instance& instance, Pattern pattern);

/// Fills in defaults, then checks that every input and param is there with its type and declared length, that rows and
/// columns are 0 .. 2^31-1, that the answer lies in the table (or the table is empty), and `bound` against the cell
/// type. Errors: invalid_argument (names the input or param and what to give), overflow (the bound does not fit the
/// cell type).
Result<Shape> check_instance(const RecurrenceHeader& header, Instance& instance, Pattern pattern);

/// A params block as the kernels' push constants want it (from kParamsOffset on).
std::vector<std::byte> pack_params(const RecurrenceHeader& header, const Instance& instance);

/// A cell's value out of its bytes.
Number read_number(ElementType type, const std::byte* bytes);

}  // namespace vkalgo::dp
