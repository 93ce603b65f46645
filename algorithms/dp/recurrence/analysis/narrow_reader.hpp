// Internal to the proof that cells may have 32 bits.
#pragma once

#include "../token_cursor.hpp"
#include "narrow_value.hpp"

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string_view>

namespace vkalgo::dp {

/// What the names of a text stand for.
struct NarrowScope {
    std::map<std::string_view, NarrowValue> names;
    /// a call of what is neither a type nor min, max or plus
    std::function<Narrowable(std::string_view name, std::span<const NarrowValue> arguments)> call;
};

/// Of a type's name, its kind; none: another type than those of numbers, truth values and steps.
std::optional<NarrowValue::Kind> narrow_kind(std::string_view type);

/// Reads the tokens of an expression or a function's body, of whatever form it takes: what may be returned, and whether
/// all of it is understood.
class NarrowReader : TokenCursor {
public:
    NarrowReader(const SourceText& of, std::size_t first, std::size_t last, NarrowScope scope)
        : TokenCursor{of, first, last}, scope_(std::move(scope)) {}

    /// All tokens as an expression.
    Narrowable expression();
    /// All tokens as statements; `unset`: what a variable of the cells' type without a value may hold. Gives what they
    /// return, of whatever branch; of none `nothing`.
    Narrowable body(const NarrowValue& unset);

private:
    void statement();
    void substatement();
    void block(std::string_view until);
    void loop_header();
    void simple_statement();
    void declaration();
    void assignment();
    NarrowValue condition();

    NarrowValue fail();
    NarrowValue checked(const Narrowable& value);
    NarrowValue ternary();
    NarrowValue binary(int level);
    NarrowValue operated(std::string_view sign, const NarrowValue& a, const NarrowValue& b);
    NarrowValue unary();
    NarrowValue primary();
    NarrowValue number();
    NarrowValue call();

    NarrowScope scope_;
    NarrowValue unset_;
    Narrowable returned_;
    int depth_ = 0;
};

}  // namespace vkalgo::dp
