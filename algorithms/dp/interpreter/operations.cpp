#include "algorithms/dp/interpreter/operations.hpp"

#include "algorithms/dp/interpreter/operation_kinds.hpp"
#include "engine/spirv_words.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace vkalgo::dp {
namespace {

using Wide = std::uint64_t;

constexpr auto kAdd = [](auto a, auto b) { return Wide{a} + Wide{b}; };
constexpr auto kSubtract = [](auto a, auto b) { return Wide{a} - Wide{b}; };
constexpr auto kMultiply = [](auto a, auto b) { return Wide{a} * Wide{b}; };
constexpr auto kNegate = [](auto a) { return Wide{0} - Wide{a}; };
constexpr auto kComplement = [](auto a) { return ~Wide{a}; };
constexpr auto kOr = [](auto a, auto b) { return a | b; };
constexpr auto kXor = [](auto a, auto b) { return a ^ b; };
constexpr auto kAnd = [](auto a, auto b) { return a & b; };
constexpr auto kEqual = [](auto a, auto b) { return a == b; };
constexpr auto kNotEqual = [](auto a, auto b) { return a != b; };
constexpr auto kGreater = [](auto a, auto b) { return a > b; };
constexpr auto kGreaterEqual = [](auto a, auto b) { return a >= b; };
constexpr auto kLess = [](auto a, auto b) { return a < b; };
constexpr auto kLessEqual = [](auto a, auto b) { return a <= b; };
// The functions from here to kNotLess compare floats. If an operand is NaN, kOrderedNotEqual is false. The other
// functions are unordered comparisons, which are true then.
constexpr auto kNotOrEqual = [](auto a, auto b) { return !(a < b || a > b); };
constexpr auto kOrderedNotEqual = [](auto a, auto b) { return a < b || a > b; };
constexpr auto kNotGreaterEqual = [](auto a, auto b) { return !(a >= b); };
constexpr auto kNotGreater = [](auto a, auto b) { return !(a > b); };
constexpr auto kNotLessEqual = [](auto a, auto b) { return !(a <= b); };
constexpr auto kNotLess = [](auto a, auto b) { return !(a < b); };
constexpr auto kRealAdd = [](auto a, auto b) { return a + b; };
constexpr auto kRealSubtract = [](auto a, auto b) { return a - b; };
constexpr auto kRealMultiply = [](auto a, auto b) { return a * b; };
constexpr auto kRealDivide = [](auto a, auto b) { return a / b; };
constexpr auto kRealRemainder = [](auto a, auto b) { return std::fmod(a, b); };
constexpr auto kRealModulo = [](auto a, auto b) { return a - b * std::floor(a / b); };
constexpr auto kRealNegate = [](auto a) { return -a; };
constexpr auto kIsNan = [](auto a) { return std::isnan(a); };
constexpr auto kIsInf = [](auto a) { return std::isinf(a); };
constexpr auto kNotTrue = [](auto a) { return !a; };
constexpr auto kCountBits = [](auto a) { return std::popcount(a); };
constexpr auto kReverseBits = [](auto a) {
    decltype(a) reversed = 0;
    for (std::size_t bit = 0; bit < sizeof a * 8; ++bit) {
        reversed = static_cast<decltype(a)>(Wide{reversed} << 1 | (Wide{a} >> bit & 1U));
    }
    return reversed;
};

/// Computes a sum of 64-bit numbers, and compares it with Machine::bound if that is set.
const Instruction* run_sum(Machine& m, const Instruction& in) {
    constexpr Wide kNoValue = ~Wide{0};
    const Wide a = m.slots[in.a];
    const Wide b = m.slots[in.b];
    const Instruction* next = &in + 1;
    if (m.bound && a != kNoValue && b != kNoValue) {
        const auto bound = static_cast<Wide>(std::max<std::int64_t>(*m.bound, 0));
        if (a > bound || b > bound - a) {
            next = m.value_fault(in, FaultKind::sum, {static_cast<std::int64_t>(a + b), *m.bound});
        }
    }
    m.slots[in.to] = a + b;
    return next;
}

template <class T>
const Instruction* run_division(Machine& m, const Instruction& in) {
    const T a = get<T>(m, in.a);
    const T b = get<T>(m, in.b);
    if (b == 0) {
        return m.value_fault(in, FaultKind::division);
    }
    if constexpr (std::is_signed_v<T>) {
        if (b == -1) {  // The least number divided by -1 would trap
            put(m, in.to, static_cast<T>(Wide{0} - static_cast<Wide>(a)));
            return &in + 1;
        }
    }
    put(m, in.to, static_cast<T>(a / b));
    return &in + 1;
}
constexpr auto kDivision = [](auto t) -> Handler { return run_division<decltype(t)>; };

template <class T>
const Instruction* run_remainder(Machine& m, const Instruction& in) {
    const T a = get<T>(m, in.a);
    const T b = get<T>(m, in.b);
    if (b == 0) {
        return m.value_fault(in, FaultKind::division);
    }
    if constexpr (std::is_signed_v<T>) {
        if (a < 0 || b < 0) {
            return m.value_fault(in, FaultKind::remainder);
        }
    }
    put(m, in.to, static_cast<T>(a % b));
    return &in + 1;
}
constexpr auto kRemainder = [](auto t) -> Handler { return run_remainder<decltype(t)>; };

constexpr auto kLeft = [](auto a, Wide b) { return Wide(a) << b; };
constexpr auto kRight = [](auto a, Wide b) { return a >> b; };
template <class T, auto F>
const Instruction* run_shift(Machine& m, const Instruction& in) {
    const Wide amount = m.slots[in.b];
    if (amount >= sizeof(T) * 8) {
        return m.value_fault(in, FaultKind::shift);
    }
    put(m, in.to, static_cast<T>(F(get<T>(m, in.a), amount)));
    return &in + 1;
}
template <auto F>
constexpr auto kShift = [](auto t) -> Handler { return run_shift<decltype(t), F>; };

/// Converts a number to another type.
template <class From, class To>
const Instruction* run_conversion(Machine& m, const Instruction& in) {
    const From value = get<From>(m, in.a);
    if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
        // Powers of two are exact as floats; the limits of the type may not be.
        const From whole = std::trunc(value);
        const From most = std::ldexp(From{1}, std::numeric_limits<To>::digits);
        if (!(whole >= (std::is_signed_v<To> ? -most : From{0}) && whole < most)) {
            return m.value_fault(in, FaultKind::conversion);
        }
    }
    put(m, in.to, static_cast<To>(value));
    return &in + 1;
}

Handler conversion(std::uint16_t op, const SpirvType& from, const SpirvType& to) {
    const auto to_number = [&](auto f, auto pick) {
        return pick(to.width, [](auto t) -> Handler { return run_conversion<decltype(f), decltype(t)>; });
    };
    const auto as_signed = [](std::uint32_t width, auto make) { return for_signed(width, make); };
    const auto as_unsigned = [](std::uint32_t width, auto make) { return for_unsigned(width, make); };
    const auto as_real = [](std::uint32_t width, auto make) { return for_real(width, make); };
    switch (op) {
        case spv::OpConvertFToU:
            return for_real(from.width, [&](auto f) { return to_number(f, as_unsigned); });
        case spv::OpConvertFToS:
            return for_real(from.width, [&](auto f) { return to_number(f, as_signed); });
        case spv::OpConvertSToF:
            return for_signed(from.width, [&](auto f) { return to_number(f, as_real); });
        case spv::OpConvertUToF:
            return for_unsigned(from.width, [&](auto f) { return to_number(f, as_real); });
        case spv::OpUConvert:
            return for_unsigned(from.width, [&](auto f) { return to_number(f, as_unsigned); });
        case spv::OpSConvert:
            return for_signed(from.width, [&](auto f) { return to_number(f, as_signed); });
        default:
            return for_real(from.width, [&](auto f) { return to_number(f, as_real); });
    }
}

Handler integer_operation(std::uint16_t op, std::uint32_t width) {
    switch (op) {
        case spv::OpSNegate:
            return for_unsigned(width, kUnary<kNegate>);
        case spv::OpNot:
            return for_unsigned(width, kUnary<kComplement>);
        case spv::OpBitCount:
            return for_unsigned(width, kUnary<kCountBits>);
        case spv::OpBitReverse:
            return for_unsigned(width, kUnary<kReverseBits>);
        case spv::OpIAdd:
            return width == 64 ? run_sum : for_unsigned(width, kBinary<kAdd>);
        case spv::OpISub:
            return for_unsigned(width, kBinary<kSubtract>);
        case spv::OpIMul:
            return for_unsigned(width, kBinary<kMultiply>);
        case spv::OpUDiv:
            return for_unsigned(width, kDivision);
        case spv::OpSDiv:
            return for_signed(width, kDivision);
        case spv::OpUMod:
            return for_unsigned(width, kRemainder);
        case spv::OpSRem:
        case spv::OpSMod:
            return for_signed(width, kRemainder);
        case spv::OpShiftRightLogical:
            return for_unsigned(width, kShift<kRight>);
        case spv::OpShiftRightArithmetic:
            return for_signed(width, kShift<kRight>);
        case spv::OpShiftLeftLogical:
            return for_unsigned(width, kShift<kLeft>);
        case spv::OpBitwiseOr:
            return for_unsigned(width, kBinary<kOr>);
        case spv::OpBitwiseXor:
            return for_unsigned(width, kBinary<kXor>);
        case spv::OpBitwiseAnd:
            return for_unsigned(width, kBinary<kAnd>);
        default:
            return nullptr;
    }
}

Handler integer_comparison(std::uint16_t op, std::uint32_t width) {
    switch (op) {
        case spv::OpIEqual:
            return for_unsigned(width, kBinary<kEqual>);
        case spv::OpINotEqual:
            return for_unsigned(width, kBinary<kNotEqual>);
        case spv::OpUGreaterThan:
            return for_unsigned(width, kBinary<kGreater>);
        case spv::OpSGreaterThan:
            return for_signed(width, kBinary<kGreater>);
        case spv::OpUGreaterThanEqual:
            return for_unsigned(width, kBinary<kGreaterEqual>);
        case spv::OpSGreaterThanEqual:
            return for_signed(width, kBinary<kGreaterEqual>);
        case spv::OpULessThan:
            return for_unsigned(width, kBinary<kLess>);
        case spv::OpSLessThan:
            return for_signed(width, kBinary<kLess>);
        case spv::OpULessThanEqual:
            return for_unsigned(width, kBinary<kLessEqual>);
        case spv::OpSLessThanEqual:
            return for_signed(width, kBinary<kLessEqual>);
        default:
            return nullptr;
    }
}

Handler real_operation(std::uint16_t op, std::uint32_t width) {
    switch (op) {
        case spv::OpFNegate:
            return for_real(width, kUnary<kRealNegate>);
        case spv::OpIsNan:
            return for_real(width, kUnary<kIsNan>);
        case spv::OpIsInf:
            return for_real(width, kUnary<kIsInf>);
        case spv::OpFAdd:
            return for_real(width, kBinary<kRealAdd>);
        case spv::OpFSub:
            return for_real(width, kBinary<kRealSubtract>);
        case spv::OpFMul:
            return for_real(width, kBinary<kRealMultiply>);
        case spv::OpFDiv:
            return for_real(width, kBinary<kRealDivide>);
        case spv::OpFRem:
            return for_real(width, kBinary<kRealRemainder>);
        case spv::OpFMod:
            return for_real(width, kBinary<kRealModulo>);
        case spv::OpFOrdEqual:
            return for_real(width, kBinary<kEqual>);
        case spv::OpFUnordEqual:
            return for_real(width, kBinary<kNotOrEqual>);
        case spv::OpFOrdNotEqual:
            return for_real(width, kBinary<kOrderedNotEqual>);
        case spv::OpFUnordNotEqual:
            return for_real(width, kBinary<kNotEqual>);
        case spv::OpFOrdLessThan:
            return for_real(width, kBinary<kLess>);
        case spv::OpFUnordLessThan:
            return for_real(width, kBinary<kNotGreaterEqual>);
        case spv::OpFOrdGreaterThan:
            return for_real(width, kBinary<kGreater>);
        case spv::OpFUnordGreaterThan:
            return for_real(width, kBinary<kNotLessEqual>);
        case spv::OpFOrdLessThanEqual:
            return for_real(width, kBinary<kLessEqual>);
        case spv::OpFUnordLessThanEqual:
            return for_real(width, kBinary<kNotGreater>);
        case spv::OpFOrdGreaterThanEqual:
            return for_real(width, kBinary<kGreaterEqual>);
        case spv::OpFUnordGreaterThanEqual:
            return for_real(width, kBinary<kNotLess>);
        default:
            return nullptr;
    }
}

Handler logical_operation(std::uint16_t op) {
    switch (op) {
        case spv::OpLogicalEqual:
            return run_binary<bool, kEqual>;
        case spv::OpLogicalNotEqual:
            return run_binary<bool, kNotEqual>;
        case spv::OpLogicalOr:
            return run_binary<bool, kOr>;
        case spv::OpLogicalAnd:
            return run_binary<bool, kAnd>;
        case spv::OpLogicalNot:
            return run_unary<bool, kNotTrue>;
        default:
            return nullptr;
    }
}

}  // namespace

Handler find_operation(std::uint16_t op, const SpirvType& from, const SpirvType& to) {
    if (op >= spv::OpConvertFToU && op <= spv::OpFConvert) {
        return conversion(op, from, to);
    }
    switch (from.kind) {
        case SpirvType::Kind::boolean:
            return logical_operation(op);
        case SpirvType::Kind::integer: {
            const Handler found = integer_operation(op, from.width);
            return found != nullptr ? found : integer_comparison(op, from.width);
        }
        case SpirvType::Kind::real:
            return real_operation(op, from.width);
        default:
            return nullptr;
    }
}

}  // namespace vkalgo::dp
