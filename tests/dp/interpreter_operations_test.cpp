// Every class of operations that the interpreter supports, against C++, on random numbers and edge cases.
#include "tests/dp/interpreted.hpp"

#include <bit>
#include <cmath>
#include <limits>

namespace vkalgo::dp::test {
namespace {

template <class T>
struct OperationCase {
    const char* glsl;
    std::function<T(T, T)> expected;
};

/// Returns 0, 1, 2 and random numbers. Integers are of all sizes, and the least and the greatest are among them.
template <class T>
std::vector<T> numbers_of(std::uint64_t seed) {
    SplitMix64 random(seed);
    std::vector<T> numbers{T{0}, T{1}, T{2}, std::numeric_limits<T>::max(), std::numeric_limits<T>::lowest()};
    while (numbers.size() < 64) {
        if constexpr (std::is_floating_point_v<T>) {
            numbers.push_back(static_cast<T>(static_cast<double>(random.next() >> 40) / 1000.0 - 8000.0));
        } else {
            numbers.push_back(static_cast<T>(random.next() >> random.below(64)));
        }
    }
    if constexpr (std::is_floating_point_v<T>) {
        numbers.erase(numbers.begin() + 3, numbers.begin() + 5);  // Their sums are infinite; other tests cover that
    }
    return numbers;
}

/// Computes one row for each expression of a and b, and compares it with the expected values.
template <class T>
void expect_all(ElementType type, const std::vector<OperationCase<T>>& cases) {
    const std::string name = to_string(type);
    std::string body;
    for (std::size_t row = 0; row < cases.size(); ++row) {
        body += "    case " + std::to_string(row) + ": return cell_t(" + cases[row].glsl + ");\n";
    }
    const std::string source =
        "//! problem  operations\n//! pattern  RUD\n//! class    local\n//! cell     " + name + "\n//! input    x " +
        name + "[]\n//! input    y " + name + "[len(x)]\n//! rows     " + std::to_string(cases.size()) +
        "\n//! columns  len(x)\n//! answer   last\ncell_t cell(int i, int j) {\n    cell_t a = x(j), b = y(j);\n"
        "    switch (i) {\n" +
        body + "    }\n    return cell_t(0);\n}\n";
    const std::vector<T> a = numbers_of<T>(3);
    std::vector<T> b = numbers_of<T>(4);
    std::rotate(b.begin(), b.begin() + 7, b.end());
    Instance instance;
    instance.inputs["x"] = InputArray::of<T>(type, a);
    instance.inputs["y"] = InputArray::of<T>(type, b);
    const std::vector<T> table = interpreted_table<T>(source, instance);
    ASSERT_EQ(table.size(), cases.size() * a.size());
    for (std::size_t row = 0; row < cases.size(); ++row) {
        for (std::size_t k = 0; k < a.size(); ++k) {
            const T expected = cases[row].expected(a[k], b[k]);
            const T found = table[row * a.size() + k];
            EXPECT_TRUE(found == expected || (found != found && expected != expected))
                << cases[row].glsl << " of " << a[k] << " and " << b[k] << ": " << found << ", not " << expected;
        }
    }
}

/// Returns the operations that integers of every type have.
template <class T>
std::vector<OperationCase<T>> integer_cases() {
    using U = std::make_unsigned_t<T>;
    constexpr int kBits = sizeof(T) * 8;
    const auto wrap = [](auto f) {
        return [f](T a, T b) { return static_cast<T>(f(static_cast<U>(a), static_cast<U>(b))); };
    };
    const auto by = [](T b) { return static_cast<int>(static_cast<U>(b) % kBits); };
    std::vector<OperationCase<T>> cases{
        {"a + b", wrap([](U a, U b) { return a + b; })},
        {"a - b", wrap([](U a, U b) { return a - b; })},
        {"a * b", wrap([](U a, U b) { return a * b; })},
        {"a & b", wrap([](U a, U b) { return a & b; })},
        {"a | b", wrap([](U a, U b) { return a | b; })},
        {"a ^ b", wrap([](U a, U b) { return a ^ b; })},
        {"~a", wrap([](U a, U) { return ~a; })},
        {"-a", wrap([](U a, U) { return U{0} - a; })},
        {"min(a, b)", [](T a, T b) { return std::min(a, b); }},
        {"max(a, b)", [](T a, T b) { return std::max(a, b); }},
        {"clamp(a, cell_t(3), cell_t(900))", [](T a, T) { return std::clamp(a, T{3}, T{900}); }},
        {"a < b ? a : b", [](T a, T b) { return std::min(a, b); }},
        {"a >= b ? a - b : b - a", wrap([](U, U) { return U{0}; })},
        {"int(a == b) + 2 * int(a != b) + 4 * int(a <= b) + 8 * int(a > b)",
         [](T a, T b) { return static_cast<T>((a == b) + 2 * (a != b) + 4 * (a <= b) + 8 * (a > b)); }},
        {"a << int(b & cell_t(BITS - 1))", [by](T a, T b) { return static_cast<T>(static_cast<U>(a) << by(b)); }},
        {"a >> int(b & cell_t(BITS - 1))", [by](T a, T b) { return static_cast<T>(a >> by(b)); }},
        {"b == cell_t(0) || (b == ~cell_t(0) && a < cell_t(0)) ? a : a / b",
         [](T a, T b) {
             return b == 0 || (std::is_signed_v<T> && b == T(~U{0}) && a < 0) ? a : static_cast<T>(a / b);
         }},
        {"double(a) > 100.0 ? cell_t(1) : cell_t(0)", [](T a, T) { return static_cast<T>(double(a) > 100.0); }},
        {"cell_t(int(a)) + cell_t(uint(b))", wrap([](U a, U b) {
             return static_cast<U>(static_cast<T>(static_cast<std::int32_t>(a))) +
                    static_cast<U>(static_cast<std::uint32_t>(b));
         })},
    };
    cases[12].expected = [](T a, T b) {
        return static_cast<T>(a >= b ? static_cast<U>(a) - static_cast<U>(b) : static_cast<U>(b) - static_cast<U>(a));
    };
    return cases;
}

std::string replaced_bits(std::string text, int bits) {
    for (std::size_t at = 0; (at = text.find("BITS")) != std::string::npos;) {
        text.replace(at, 4, std::to_string(bits));
    }
    return text;
}

template <class T>
void expect_integers(ElementType type, std::vector<OperationCase<T>> more = {}) {
    std::vector<OperationCase<T>> cases = integer_cases<T>();
    cases.insert(cases.end(), more.begin(), more.end());
    std::vector<std::string> texts;
    texts.reserve(cases.size());
    for (OperationCase<T>& each : cases) {
        texts.push_back(replaced_bits(each.glsl, sizeof(T) * 8));
        each.glsl = texts.back().c_str();
    }
    expect_all(type, cases);
}

TEST(InterpreterOperations, OfUnsignedIntegersGiveTheResultsOfCpp) {
    using T = std::uint32_t;
    expect_integers<T>(
        ElementType::u32,
        {{"b == 0u ? 7u : a % b", [](T a, T b) { return b == 0 ? 7 : a % b; }},
         {"bitCount(a)", [](T a, T) { return T(std::popcount(a)); }},
         {"findMSB(a)", [](T a, T) { return T(int(std::bit_width(a)) - 1); }},
         {"findLSB(a)", [](T a, T) { return a == 0 ? ~T{0} : T(std::countr_zero(a)); }},
         {"bitfieldExtract(a, 5, 9)", [](T a, T) { return a >> 5 & 511; }},
         {"bitfieldInsert(a, b, 7, 11)", [](T a, T b) { return (a & ~(2047U << 7)) | (b & 2047) << 7; }},
         {"bitfieldReverse(bitfieldReverse(a) >> 3)", [](T a, T) { return a << 3; }},
         {"uint(unpackUint2x32(packUint2x32(uvec2(a, b)) * 3ul).y)",
          [](T a, T b) { return T((a | std::uint64_t{b} << 32) * 3 >> 32); }},
         {"uint(uint8_t(a)) * 3u + uint(uint16_t(b))", [](T a, T b) { return (a & 255) * 3 + (b & 65535); }},
         {"uint(int(int8_t(a)) + int(int16_t(b) / int16_t(7)))",
          [](T a, T b) { return T(std::int8_t(a) + std::int16_t(b) / 7); }},
         {"floatBitsToUint(uintBitsToFloat(a & 0x3fffffffu) * 2.0)",
          [](T a, T) { return std::bit_cast<T>(std::bit_cast<float>(a & 0x3fffffffU) * 2); }}});
}

TEST(InterpreterOperations, OfSignedIntegersGiveTheResultsOfCpp) {
    using T = std::int32_t;
    expect_integers<T>(ElementType::i32,
                       {{"a < 0 || b <= 0 ? 7 : a % b", [](T a, T b) { return a < 0 || b <= 0 ? 7 : a % b; }},
                        {"abs(a / 2) + sign(b)", [](T a, T b) { return std::abs(a / 2) + (b > 0) - (b < 0); }},
                        {"findMSB(a)", [](T a, T) { return T(std::bit_width(std::uint32_t(a < 0 ? ~a : a))) - 1; }},
                        {"bitfieldExtract(a, 4, 8)", [](T a, T) { return std::int8_t(a >> 4); }},
                        {"int(bool(a) && b > 3) + int(a < 5 || b < 5) * 2 + int(bool(a) ^^ bool(b)) * 4",
                         [](T a, T b) { return T((a && b > 3) + (a < 5 || b < 5) * 2 + ((a != 0) != (b != 0)) * 4); }},
                        {"(a & 1023) * (b & 1023) / 3", [](T a, T b) { return (a & 1023) * (b & 1023) / 3; }}});
}

TEST(InterpreterOperations, OfWideIntegersGiveTheResultsOfCpp) {
    expect_integers<std::uint64_t>(ElementType::u64);
    expect_integers<std::int64_t>(ElementType::i64);
}

template <class T>
void expect_reals(ElementType type) {
    expect_all<T>(type, {{"a + b", [](T a, T b) { return a + b; }},
                         {"a - b * cell_t(0.5)", [](T a, T b) { return a - b * T(0.5); }},
                         {"a / b", [](T a, T b) { return a / b; }},
                         {"-a", [](T a, T) { return -a; }},
                         {"min(a, b) + max(a, b)", [](T a, T b) { return std::min(a, b) + std::max(a, b); }},
                         {"abs(a) + sign(b)", [](T a, T b) { return std::fabs(a) + T((b > 0) - (b < 0)); }},
                         {"floor(a) + ceil(b)", [](T a, T b) { return std::floor(a) + std::ceil(b); }},
                         {"trunc(a) + fract(b)", [](T a, T b) { return std::trunc(a) + (b - std::floor(b)); }},
                         {"sqrt(a * a)", [](T a, T) { return std::sqrt(a * a); }},
                         {"fma(a, b, cell_t(3))", [](T a, T b) { return std::fma(a, b, T(3)); }},
                         {"clamp(a, cell_t(-5), cell_t(5)) + step(a, b)",
                          [](T a, T b) { return std::clamp(a, T(-5), T(5)) + T(b >= a); }},
                         {"mix(a, b, cell_t(0.25))", [](T a, T b) { return a * (1 - T(0.25)) + b * T(0.25); }},
                         {"cell_t(int(a)) + cell_t(uint(abs(b)))",
                          [](T a, T b) { return T(int(a)) + T(unsigned(std::fabs(b))); }},
                         {"cell_t(float(a)) + cell_t(double(b))", [](T a, T b) { return T(float(a)) + T(double(b)); }},
                         {"a < b ? a : a == b ? cell_t(1) : b", [](T a, T b) { return a < b    ? a
                                                                                      : a == b ? T(1)
                                                                                               : b; }},
                         {"isnan(a / (b - b)) ? cell_t(1) : cell_t(isinf(a / (b - b)))", [](T, T) { return T(1); }},
                         {"mod(a, cell_t(7))", [](T a, T) { return a - T(7) * std::floor(a / T(7)); }}});
}

TEST(InterpreterOperations, OfFloatsGiveTheResultsOfCpp) {
    expect_reals<float>(ElementType::f32);
    expect_reals<double>(ElementType::f64);
    using T = float;
    expect_all<T>(ElementType::f32,
                  {{"sin(a) + cos(b)", [](T a, T b) { return std::sin(a) + std::cos(b); }},
                   {"exp(a / 1000.0) + log(abs(b) + 1.0)",
                    [](T a, T b) { return std::exp(a / 1000) + std::log(std::fabs(b) + 1); }},
                   {"pow(abs(a), 0.5) + exp2(b / 1000.0)",
                    [](T a, T b) { return std::pow(std::fabs(a), 0.5F) + std::exp2(b / 1000); }},
                   {"atan(a, b) + tanh(a)", [](T a, T b) { return std::atan2(a, b) + std::tanh(a); }},
                   {"inversesqrt(abs(a) + 1.0)", [](T a, T) { return 1 / std::sqrt(std::fabs(a) + 1); }},
                   {"ldexp(a, 3) + round(b)", [](T a, T b) { return std::ldexp(a, 3) + std::nearbyint(b); }},
                   {"dot(vec2(a, b), vec2(2.0, 4.0))", [](T a, T b) { return a * 2 + b * 4; }},
                   {"(mat2(a, b, 1.0, 2.0) * vec2(2.0, 4.0)).y", [](T, T b) { return b * 2 + 2 * 4.0F; }},
                   {"(vec2(2.0, 4.0) * mat2(a, b, 1.0, 2.0)).x", [](T a, T b) { return 2 * a + 4 * b; }},
                   {"(mat2(a, b, 1.0, 2.0) * mat2(1.0, 2.0, 3.0, 4.0))[1].y", [](T, T b) { return b * 3 + 2 * 4.0F; }},
                   {"transpose(mat2(a, b, 1.0, 2.0))[0].y", [](T, T) { return 1.0F; }},
                   {"length(vec2(3.0, 4.0)) * a", [](T a, T) { return 5 * a; }}});
}

}  // namespace
}  // namespace vkalgo::dp::test
