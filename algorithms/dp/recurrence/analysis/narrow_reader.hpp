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

/// The meaning of the names of a text.
struct NarrowScope {
    std::map<std::string_view, NarrowValue> names;
    /// Returns what is known of the result of a call. Types, min, max and plus are not passed to it.
    std::function<Narrowable(std::string_view name, std::span<const NarrowValue> arguments)> call;
};

/// Returns the kind of one of the types void, bool, int, uint, cell_t and step_t, or nullopt for any other type.
std::optional<NarrowValue::Kind> narrow_kind(std::string_view type);

/// A reader for the tokens of an expression or of a function's body. It finds the value of the expression, or the
/// values that the function may return, and whether every token is understood.
class NarrowReader : TokenCursor {
public:
    NarrowReader(const SourceText& of, std::size_t first, std::size_t last, NarrowScope scope)
        : TokenCursor{of, first, last}, scope_(std::move(scope)) {}

    /// Reads all tokens as an expression.
    Narrowable expression();
    /// Reads all tokens as statements. `unset`: what a variable of the cells' type holds before it is assigned a value.
    /// Returns a value that covers the returns of all branches; `nothing` if they return no value.
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
