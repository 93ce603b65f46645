#include "algorithms/dp/interpreter/operation_kinds.hpp"
#include "algorithms/dp/interpreter/operations.hpp"
#include "engine/spirv_words.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace vkalgo::dp {
namespace {

constexpr auto kMinimum = [](auto a, auto b) { return b < a ? b : a; };
constexpr auto kMaximum = [](auto a, auto b) { return a < b ? b : a; };
constexpr auto kClamp = [](auto x, auto low, auto high) { return kMinimum(kMaximum(x, low), high); };
constexpr auto kAbsolute = [](auto a) {
    using Unsigned = std::make_unsigned_t<decltype(a)>;  // The least number has no positive counterpart
    return static_cast<decltype(a)>(a < 0 ? Unsigned{0} - static_cast<Unsigned>(a) : static_cast<Unsigned>(a));
};
constexpr auto kSign = [](auto a) { return a > 0 ? 1 : a < 0 ? -1 : 0; };

constexpr auto kNearest = [](auto a) { return std::nearbyint(a); };
constexpr auto kTowardsZero = [](auto a) { return std::trunc(a); };
constexpr auto kRealAbsolute = [](auto a) { return std::fabs(a); };
constexpr auto kDown = [](auto a) { return std::floor(a); };
constexpr auto kUp = [](auto a) { return std::ceil(a); };
constexpr auto kFraction = [](auto a) { return a - std::floor(a); };
constexpr auto kToRadians = [](auto a) { return a * std::numbers::pi_v<decltype(a)> / 180; };
constexpr auto kToDegrees = [](auto a) { return a * 180 / std::numbers::pi_v<decltype(a)>; };
constexpr auto kSine = [](auto a) { return std::sin(a); };
constexpr auto kCosine = [](auto a) { return std::cos(a); };
constexpr auto kTangent = [](auto a) { return std::tan(a); };
constexpr auto kArcSine = [](auto a) { return std::asin(a); };
constexpr auto kArcCosine = [](auto a) { return std::acos(a); };
constexpr auto kArcTangent = [](auto a) { return std::atan(a); };
constexpr auto kHyperbolicSine = [](auto a) { return std::sinh(a); };
constexpr auto kHyperbolicCosine = [](auto a) { return std::cosh(a); };
constexpr auto kHyperbolicTangent = [](auto a) { return std::tanh(a); };
constexpr auto kAreaSine = [](auto a) { return std::asinh(a); };
constexpr auto kAreaCosine = [](auto a) { return std::acosh(a); };
constexpr auto kAreaTangent = [](auto a) { return std::atanh(a); };
constexpr auto kArcTangent2 = [](auto a, auto b) { return std::atan2(a, b); };
constexpr auto kPower = [](auto a, auto b) { return std::pow(a, b); };
constexpr auto kExponential = [](auto a) { return std::exp(a); };
constexpr auto kLogarithm = [](auto a) { return std::log(a); };
constexpr auto kExponential2 = [](auto a) { return std::exp2(a); };
constexpr auto kLogarithm2 = [](auto a) { return std::log2(a); };
constexpr auto kRoot = [](auto a) { return std::sqrt(a); };
constexpr auto kInverseRoot = [](auto a) { return 1 / std::sqrt(a); };
constexpr auto kMix = [](auto a, auto b, auto t) { return a * (1 - t) + b * t; };
constexpr auto kStepAt = [](auto edge, auto x) { return x < edge ? decltype(x){0} : decltype(x){1}; };
constexpr auto kSmooth = [](auto low, auto high, auto x) {
    const auto t = kClamp((x - low) / (high - low), decltype(x){0}, decltype(x){1});
    return t * t * (3 - 2 * t);
};
constexpr auto kMultiplyAdd = [](auto a, auto b, auto c) { return std::fma(a, b, c); };
// If one operand is NaN, the result is the other operand.
constexpr auto kNumberMinimum = [](auto a, auto b) { return std::fmin(a, b); };
constexpr auto kNumberMaximum = [](auto a, auto b) { return std::fmax(a, b); };
constexpr auto kNumberClamp = [](auto x, auto low, auto high) { return std::fmin(std::fmax(x, low), high); };

constexpr auto kLowestBit = [](auto a) { return a == 0 ? -1 : std::countr_zero(a); };
constexpr auto kHighestBit = [](auto a) { return static_cast<int>(std::bit_width(a)) - 1; };
// For a negative number, finds the highest bit that is 0.
constexpr auto kHighestSignedBit = [](auto a) {
    using Unsigned = std::make_unsigned_t<decltype(a)>;
    return static_cast<int>(std::bit_width(static_cast<Unsigned>(a < 0 ? ~a : a))) - 1;
};

template <class T>
const Instruction* run_ldexp(Machine& m, const Instruction& in) {
    put(m, in.to, std::ldexp(get<T>(m, in.a), get<std::int32_t>(m, in.b)));
    return &in + 1;
}

Handler real_unary(std::uint16_t op, std::uint32_t width) {
    switch (op) {
        case GLSLstd450Round:
        case GLSLstd450RoundEven:
            return for_real(width, kUnary<kNearest>);
        case GLSLstd450Trunc:
            return for_real(width, kUnary<kTowardsZero>);
        case GLSLstd450FAbs:
            return for_real(width, kUnary<kRealAbsolute>);
        case GLSLstd450FSign:
            return for_real(width, kUnary<kSign>);
        case GLSLstd450Floor:
            return for_real(width, kUnary<kDown>);
        case GLSLstd450Ceil:
            return for_real(width, kUnary<kUp>);
        case GLSLstd450Fract:
            return for_real(width, kUnary<kFraction>);
        case GLSLstd450Radians:
            return for_real(width, kUnary<kToRadians>);
        case GLSLstd450Degrees:
            return for_real(width, kUnary<kToDegrees>);
        case GLSLstd450Sin:
            return for_real(width, kUnary<kSine>);
        case GLSLstd450Cos:
            return for_real(width, kUnary<kCosine>);
        case GLSLstd450Tan:
            return for_real(width, kUnary<kTangent>);
        case GLSLstd450Asin:
            return for_real(width, kUnary<kArcSine>);
        case GLSLstd450Acos:
            return for_real(width, kUnary<kArcCosine>);
        case GLSLstd450Atan:
            return for_real(width, kUnary<kArcTangent>);
        case GLSLstd450Sinh:
            return for_real(width, kUnary<kHyperbolicSine>);
        case GLSLstd450Cosh:
            return for_real(width, kUnary<kHyperbolicCosine>);
        case GLSLstd450Tanh:
            return for_real(width, kUnary<kHyperbolicTangent>);
        case GLSLstd450Asinh:
            return for_real(width, kUnary<kAreaSine>);
        case GLSLstd450Acosh:
            return for_real(width, kUnary<kAreaCosine>);
        case GLSLstd450Atanh:
            return for_real(width, kUnary<kAreaTangent>);
        case GLSLstd450Exp:
            return for_real(width, kUnary<kExponential>);
        case GLSLstd450Log:
            return for_real(width, kUnary<kLogarithm>);
        case GLSLstd450Exp2:
            return for_real(width, kUnary<kExponential2>);
        case GLSLstd450Log2:
            return for_real(width, kUnary<kLogarithm2>);
        case GLSLstd450Sqrt:
            return for_real(width, kUnary<kRoot>);
        case GLSLstd450InverseSqrt:
            return for_real(width, kUnary<kInverseRoot>);
        default:
            return nullptr;
    }
}

Handler real_function(std::uint16_t op, std::uint32_t width) {
    switch (op) {
        case GLSLstd450Atan2:
            return for_real(width, kBinary<kArcTangent2>);
        case GLSLstd450Pow:
            return for_real(width, kBinary<kPower>);
        case GLSLstd450FMin:
            return for_real(width, kBinary<kMinimum>);
        case GLSLstd450FMax:
            return for_real(width, kBinary<kMaximum>);
        case GLSLstd450FClamp:
            return for_real(width, kTernary<kClamp>);
        case GLSLstd450FMix:
            return for_real(width, kTernary<kMix>);
        case GLSLstd450Step:
            return for_real(width, kBinary<kStepAt>);
        case GLSLstd450SmoothStep:
            return for_real(width, kTernary<kSmooth>);
        case GLSLstd450Fma:
            return for_real(width, kTernary<kMultiplyAdd>);
        case GLSLstd450NMin:
            return for_real(width, kBinary<kNumberMinimum>);
        case GLSLstd450NMax:
            return for_real(width, kBinary<kNumberMaximum>);
        case GLSLstd450NClamp:
            return for_real(width, kTernary<kNumberClamp>);
        case GLSLstd450Ldexp:
            return for_real(width, [](auto t) -> Handler { return run_ldexp<decltype(t)>; });
        default:
            return real_unary(op, width);
    }
}

Handler integer_function(std::uint16_t op, std::uint32_t width) {
    switch (op) {
        case GLSLstd450SAbs:
            return for_signed(width, kUnary<kAbsolute>);
        case GLSLstd450SSign:
            return for_signed(width, kUnary<kSign>);
        case GLSLstd450UMin:
            return for_unsigned(width, kBinary<kMinimum>);
        case GLSLstd450SMin:
            return for_signed(width, kBinary<kMinimum>);
        case GLSLstd450UMax:
            return for_unsigned(width, kBinary<kMaximum>);
        case GLSLstd450SMax:
            return for_signed(width, kBinary<kMaximum>);
        case GLSLstd450UClamp:
            return for_unsigned(width, kTernary<kClamp>);
        case GLSLstd450SClamp:
            return for_signed(width, kTernary<kClamp>);
        case GLSLstd450FindILsb:
            return for_unsigned(width, kUnary<kLowestBit>);
        case GLSLstd450FindSMsb:
            return for_signed(width, kUnary<kHighestSignedBit>);
        case GLSLstd450FindUMsb:
            return for_unsigned(width, kUnary<kHighestBit>);
        default:
            return nullptr;
    }
}

}  // namespace

Handler find_extended(std::uint16_t op, const SpirvType& from) {
    switch (from.kind) {
        case SpirvType::Kind::integer:
            return integer_function(op, from.width);
        case SpirvType::Kind::real:
            return real_function(op, from.width);
        default:
            return nullptr;
    }
}

}  // namespace vkalgo::dp
