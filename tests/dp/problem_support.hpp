#pragma once

#include "algorithms/dp/instance/random_instance.hpp"
#include "tests/dp/oracles/oracle.hpp"
#include "tests/support/device_fixture.hpp"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

/// Helpers that the tests of the built-in problems share.
namespace vkalgo::dp::test {

/// Returns the built-in recurrence with that name. Fails the test if no recurrence has it.
inline const CompiledRecurrence& builtin(std::string_view name) {
    for (const CompiledRecurrence* recurrence : builtin_recurrences()) {
        if (recurrence->header.problem == name) {
            return *recurrence;
        }
    }
    ADD_FAILURE() << "no recurrence " << name;
    std::abort();
}

/// Returns the oracle of a built-in problem that has one.
inline const Oracle& oracle(std::string_view name) {
    for (const Oracle* each : oracles()) {
        if (each->name == name) {
            return *each;
        }
    }
    ADD_FAILURE() << "no oracle of " << name;
    std::abort();
}

inline const std::string kBorders = "//! base     first-row 1\n//! base     first-column 1\n";

inline Instance generated(std::string_view name, const GeneratorOptions& options) {
    return vkalgo::test::take(random_instance(builtin(name).header, options));
}

inline Instance outlined(std::string_view name, const GeneratorOptions& options) {
    return vkalgo::test::take(outline_instance(builtin(name).header, options));
}

inline InputArray letters(std::string_view text) {
    return InputArray::of(ElementType::u8, std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

inline InputArray numbers(const std::vector<std::uint32_t>& values) {
    return InputArray::of(ElementType::u32, std::span<const std::uint32_t>(values));
}

inline Instance strings(std::string_view x, std::string_view y) {
    Instance instance;
    instance.inputs["x"] = letters(x);
    instance.inputs["y"] = letters(y);
    return instance;
}

inline Instance items(const std::vector<std::uint32_t>& weight, const std::vector<std::uint32_t>& profit,
                      std::uint64_t capacity) {
    Instance instance;
    instance.inputs["weight"] = numbers(weight);
    instance.inputs["profit"] = numbers(profit);
    instance.params["capacity"] = capacity;
    return instance;
}

/// Returns an instance of transportation from three sources. `cost` has the costs of a unit from each of them.
template <class T>
Instance shipping(const std::vector<std::uint32_t>& demand, const std::array<std::vector<std::uint32_t>, 3>& cost,
                  const std::array<T, 3>& supply) {
    Instance instance;
    instance.inputs["demand"] = numbers(demand);
    for (std::size_t k = 0; k < 3; ++k) {
        instance.inputs["c" + std::to_string(k + 1)] = numbers(cost.at(k));
        instance.params["s" + std::to_string(k + 1)] = supply.at(k);
    }
    return instance;
}

inline Instance chain(const std::vector<std::uint32_t>& dimensions) {
    Instance instance;
    instance.inputs["d"] = numbers(dimensions);
    return instance;
}

inline Instance coefficient(std::int64_t n, std::int64_t m, std::uint64_t modulo = 0) {
    Instance instance;
    instance.n = n;
    instance.m = m;
    instance.params["modulo"] = modulo;
    return instance;
}

inline std::string text_of(const Instance& instance, std::string_view input) {
    const InputArray& array = instance.inputs.find(input)->second;
    return {reinterpret_cast<const char*>(array.data.data()), array.data.size()};
}

/// Returns the oracle's answer; fails the test on an Error.
inline std::uint64_t reference_answer(std::string_view name, const Instance& instance,
                                      std::vector<std::byte>* table = nullptr) {
    const auto answer = oracle(name).reference(instance, table);
    EXPECT_TRUE(answer) << name << ": " << answer.error().message;
    return answer ? std::get<std::uint64_t>(*answer) : 0;
}

/// Returns a table's cells, row by row.
template <class T>
std::vector<T> cells_of(const std::vector<std::byte>& table) {
    std::vector<T> cells(table.size() / sizeof(T));
    if (!cells.empty()) {
        std::memcpy(cells.data(), table.data(), cells.size() * sizeof(T));
    }
    return cells;
}

}  // namespace vkalgo::dp::test
