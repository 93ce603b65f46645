#pragma once

#include "../problem.hpp"
#include "../split_mix.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What the problems of this folder share: their random instances and typed views of an instance.
namespace vkalgo::dp {

/// The seed of an instance's second array: the first number that the instance's own seed gives.
inline std::uint64_t second_seed(std::uint64_t seed) {
    return SplitMix64(seed).next();
}

/// `count` values of type T from `least` up to least + span - 1.
template <class T>
std::vector<T> draw(std::uint64_t seed, std::int64_t count, std::uint64_t least, std::uint64_t span) {
    SplitMix64 random(seed);
    std::vector<T> values(static_cast<std::size_t>(count));
    for (T& value : values) {
        value = static_cast<T>(least + random.below(span));
    }
    return values;
}

/// What Problem::instance says of two strings.
inline constexpr const char* kTwoStrings =
    "two strings of n and m letters (m = n by default) over ACGT, each letter the high half of 4 times the next "
    "SplitMix64 number; x from the seed, y from the seed's first number";

/// `count` letters over ACGT.
inline std::vector<std::uint8_t> draw_letters(std::uint64_t seed, std::int64_t count) {
    SplitMix64 random(seed);
    std::vector<std::uint8_t> letters(static_cast<std::size_t>(count));
    for (std::uint8_t& letter : letters) {
        letter = static_cast<std::uint8_t>("ACGT"[random.below(4)]);
    }
    return letters;
}

/// An input with these values.
template <class T>
InputArray array_of(ElementType type, const std::vector<T>& values) {
    return InputArray::of(type, std::span<const T>(values));
}

/// An array of `count` elements that are not drawn yet.
inline InputArray undrawn(ElementType type, std::int64_t count) {
    return InputArray{type, static_cast<std::uint64_t>(count), {}};
}

/// The values of an input of the instance; empty if there is none.
template <class T>
std::span<const T> values_of(const Instance& instance, std::string_view name) {
    const auto found = instance.inputs.find(name);
    if (found == instance.inputs.end() || found->second.data.size() < sizeof(T)) {
        return {};
    }
    return {reinterpret_cast<const T*>(found->second.data.data()), found->second.data.size() / sizeof(T)};
}

/// An unsigned param of the instance, or the recurrence's default.
inline std::uint64_t param_of(const Instance& instance, std::string_view name, std::uint64_t fallback) {
    const auto found = instance.params.find(name);
    if (found == instance.params.end()) {
        return fallback;
    }
    const auto* is_signed = std::get_if<std::int64_t>(&found->second);
    return is_signed != nullptr ? static_cast<std::uint64_t>(*is_signed) : std::get<std::uint64_t>(found->second);
}

/// Makes `bytes` a table of rows * columns cells of zero and answers its first cell.
template <class T>
T* make_table(std::vector<std::byte>& bytes, std::size_t rows, std::size_t columns) {
    bytes.assign(rows * columns * sizeof(T), std::byte{0});
    return reinterpret_cast<T*>(bytes.data());
}

/// A walk's records contradict the problem.
inline Error not_a_solution(std::string message) {
    return Error{ErrorCode::invalid_argument, "not a solution: " + std::move(message), {}};
}

/// "(i, j)", for messages.
inline std::string cell_name(std::int64_t i, std::int64_t j) {
    std::string name = "(";
    name += std::to_string(i);
    name += ", ";
    name += std::to_string(j);
    name += ')';
    return name;
}

/// An instance of two strings x and y of n and m letters: its lengths alone, and drawn.
inline Result<Instance> outline_two_strings(const GeneratorOptions& options) {
    Instance instance;
    instance.n = options.n;
    instance.m = options.m;
    instance.inputs.emplace("x", undrawn(ElementType::u8, options.n));
    instance.inputs.emplace("y", undrawn(ElementType::u8, options.m));
    instance.params = options.params;
    return instance;
}

/// Two random strings over an alphabet, of the lengths that the options give.
inline Result<Instance> generate_two_strings(const GeneratorOptions& options) {
    VKALGO_TRY(Instance instance, outline_two_strings(options));
    instance.inputs.at("x") = array_of(ElementType::u8, draw_letters(options.seed, options.n));
    instance.inputs.at("y") = array_of(ElementType::u8, draw_letters(second_seed(options.seed), options.m));
    return instance;
}

}  // namespace vkalgo::dp
