// Whether an instance is one of its recurrence.
#include "algorithms/dp/instance.hpp"
#include "algorithms/dp/recurrence/words.hpp"

#include <array>
#include <charconv>
#include <utility>

namespace vkalgo::dp {
namespace {

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
        if (header.input(entry.first) == nullptr) {
            return invalid("the recurrence has no input '" + entry.first + "'", entry.first);
        }
    }
    return {};
}

/// As few digits as tell the value from others of its type.
std::string real_text(double value, ElementType type) {
    std::array<char, 32> digits{};
    char* const end = digits.data() + digits.size();
    const std::to_chars_result done = type == ElementType::f32
                                          ? std::to_chars(digits.data(), end, static_cast<float>(value))
                                          : std::to_chars(digits.data(), end, value);
    return {digits.data(), done.ptr};
}

Result<void> check_ranges(const RecurrenceHeader& header, const Instance& instance) {
    for (const InputDeclaration& input : header.inputs) {
        if (!input.range) {
            continue;
        }
        const InputArray& array = instance.inputs.at(input.name);
        const std::string& declared = input.range->text;
        const auto refuse = [&](std::uint64_t k, const std::string& value, const std::string& range) {
            std::string text = "input '" + input.name + "' has " + value;
            text += " at place " + std::to_string(k);
            text += ", and its values lie in " + declared;
            text += range == declared ? "" : " = " + range;
            return invalid(std::move(text), input.name);
        };
        if (const double* low = std::get_if<double>(&input.range->low)) {
            const double high = std::get<double>(input.range->high);
            for (std::uint64_t k = 0; k < array.count; ++k) {
                const double value = array.real(k);
                if (!(value >= *low && value <= high)) {
                    return refuse(k, real_text(value, array.type), declared);
                }
            }
            continue;
        }
        VKALGO_TRY(const WholeRange range, whole_range(input, scope_of(header, instance)));
        for (std::uint64_t k = 0; k < array.count; ++k) {
            const std::int64_t value = array.integer(k);
            const bool beyond = array.type == ElementType::u64 && value < 0;
            if (beyond || value < range.low || value > range.high) {
                return refuse(k, beyond ? std::to_string(static_cast<std::uint64_t>(value)) : std::to_string(value),
                              std::to_string(range.low) + " .. " + std::to_string(range.high));
            }
        }
    }
    return {};
}

}  // namespace

Result<Shape> check_instance(const RecurrenceHeader& header, Instance& instance, const StageFunction& stage) {
    VKALGO_CHECK(complete_params(header, instance));
    VKALGO_CHECK(check_inputs(header, instance));
    VKALGO_CHECK(check_ranges(header, instance));
    VKALGO_TRY(const Shape shape, shape_of(header, instance, stage));
    VKALGO_CHECK(check_bound(header, scope_of(header, instance)));
    return shape;
}

}  // namespace vkalgo::dp
