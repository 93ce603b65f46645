#pragma once

// Internal to the interpreter: handlers made of plain functions on numbers.

#include "machine.hpp"
#include "module.hpp"

#include <type_traits>

namespace vkalgo::dp {

/// The type in which the result of a function of arguments of type T is stored, where R is the C++ type of the result:
/// bool if R is bool (a comparison), otherwise T. R may be wider than T, since C++ promotes small integers.
template <class T, class R>
using StoredAs = std::conditional_t<std::is_same_v<R, bool>, bool, T>;

template <class T, auto F>
const Instruction* run_unary(Machine& m, const Instruction& in) {
    using R = decltype(F(T{}));
    put(m, in.to, static_cast<StoredAs<T, R>>(F(get<T>(m, in.a))));
    return &in + 1;
}

template <class T, auto F>
const Instruction* run_binary(Machine& m, const Instruction& in) {
    using R = decltype(F(T{}, T{}));
    put(m, in.to, static_cast<StoredAs<T, R>>(F(get<T>(m, in.a), get<T>(m, in.b))));
    return &in + 1;
}

template <class T, auto F>
const Instruction* run_ternary(Machine& m, const Instruction& in) {
    put(m, in.to, static_cast<T>(F(get<T>(m, in.a), get<T>(m, in.b), get<T>(m, in.c))));
    return &in + 1;
}

/// for_signed(), for_unsigned() and for_real() return make(T{}), a handler. T is the signed integer, the unsigned
/// integer or the float of `width` bits. If no such type exists, they return null.
template <class Make>
Handler for_signed(std::uint32_t width, Make make) {
    switch (width) {
        case 8:
            return make(std::int8_t{});
        case 16:
            return make(std::int16_t{});
        case 32:
            return make(std::int32_t{});
        case 64:
            return make(std::int64_t{});
        default:
            return nullptr;
    }
}
template <class Make>
Handler for_unsigned(std::uint32_t width, Make make) {
    switch (width) {
        case 8:
            return make(std::uint8_t{});
        case 16:
            return make(std::uint16_t{});
        case 32:
            return make(std::uint32_t{});
        case 64:
            return make(std::uint64_t{});
        default:
            return nullptr;
    }
}
template <class Make>
Handler for_real(std::uint32_t width, Make make) {
    return width == 32 ? make(float{}) : width == 64 ? make(double{}) : nullptr;
}

template <auto F>
constexpr auto kUnary = [](auto t) -> Handler { return run_unary<decltype(t), F>; };
template <auto F>
constexpr auto kBinary = [](auto t) -> Handler { return run_binary<decltype(t), F>; };
template <auto F>
constexpr auto kTernary = [](auto t) -> Handler { return run_ternary<decltype(t), F>; };

}  // namespace vkalgo::dp
