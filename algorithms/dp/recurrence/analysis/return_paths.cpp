#include "algorithms/dp/recurrence/analysis/return_paths.hpp"

#include <algorithm>
#include <string_view>

namespace vkalgo::dp {
namespace {

constexpr int kMaxStatementNesting = 200;  // statement() is recursive

/// The paths through a function.
struct ReturnPaths {
    const SourceText& text;
    const std::vector<SourceToken>& tokens = text.tokens;

    struct Reached {
        std::size_t next = 0;  // The token after the statement
        bool returns = false;  // Every path through it returns (or never ends)
        bool breaks = false;   // A path may leave the enclosing loop or switch
    };

    // Whether some statement lacks its ';'. The paths are then unknown, and the compiler reports the error.
    mutable bool malformed = false;

    static bool starts_statement(const SourceToken& token) {
        return token.is("return") || token.is("if") || token.is("for") || token.is("while") || token.is("switch") ||
               token.is("break") || token.is("continue") || token.is("do");
    }

    // Skips the rest of a statement, up to its ';'.
    Reached skip_statement(std::size_t at, std::size_t end) const {
        const Reached reached = skip_to(";", at, end);
        malformed = malformed || reached.next == at || !tokens[reached.next - 1].is(";");
        for (std::size_t k = at + 1; k < reached.next; ++k) {
            malformed = malformed || starts_statement(tokens[k]);
        }
        return reached;
    }

    Reached skip_to(std::string_view symbol, std::size_t at, std::size_t end) const {
        while (at < end && !tokens[at].is(symbol)) {
            at = tokens[at].is("(") || tokens[at].is("{") || tokens[at].is("[") ? text.closing(at) + 1 : at + 1;
        }
        return {std::min(at + 1, end), false, false};
    }

    Reached block(std::size_t at, std::size_t end, int depth) const {
        Reached reached{at, false, false};
        while (reached.next < end) {
            const Reached inner = statement(reached.next, end, depth + 1);
            reached.breaks = reached.breaks || (inner.breaks && !reached.returns);
            reached.returns = reached.returns || inner.returns;
            reached.next = std::max(inner.next, reached.next + 1);
        }
        return reached;
    }

    // Returns whether the condition in the parentheses from `open` on always holds.
    bool endless(std::size_t open, std::size_t close, bool is_for) const {
        std::size_t first = open + 1;
        std::size_t last = close;
        if (is_for) {
            first = skip_to(";", first, close).next;
            last = skip_to(";", first, close).next - 1;
            if (first >= last) {
                return true;
            }
        }
        return last == first + 1 && tokens[first].is("true");
    }

    // Reads the groups of a switch. The switch returns on every path if it has a default, no group breaks out of it,
    // and the last group returns.
    Reached switch_body(std::size_t open, std::size_t close, int depth) const {
        bool has_default = false;
        for (std::size_t k = open + 1; k < close; ++k) {
            has_default = has_default || tokens[k].is("default");
        }
        bool returns = false;
        bool breaks = false;
        std::size_t at = open + 1;
        while (at < close) {
            if (tokens[at].is("case") || tokens[at].is("default")) {
                at = skip_to(":", at, close).next;
                returns = false;
                continue;
            }
            const Reached inner = statement(at, close, depth + 1);
            breaks = breaks || (inner.breaks && !returns);
            returns = returns || inner.returns;
            at = std::max(inner.next, at + 1);
        }
        return {close + 1, has_default && returns && !breaks, false};
    }

    Reached statement(std::size_t at, std::size_t end, int depth) const {
        if (depth > kMaxStatementNesting) {
            // The statement nests too deeply to analyse. Assumes that it returns, and leaves the error to the compiler,
            // which has its own limit for nesting.
            return {end, true, false};
        }
        while (at < end && tokens[at].is("[")) {  // An attribute such as [[flatten]]
            at = text.closing(at) + 1;
        }
        if (at >= end) {
            return {end, false, false};
        }
        const std::string_view word = tokens[at].text;
        if (word == "{") {
            const std::size_t close = std::min(text.closing(at), end);
            Reached reached = block(at + 1, close, depth);
            reached.next = std::min(close + 1, end);
            return reached;
        }
        if (word == "return" || word == "break" || word == "continue") {
            Reached reached = skip_statement(at, end);
            reached.returns = word == "return";
            reached.breaks = word == "break";
            return reached;
        }
        if (word == "if" || word == "for" || word == "while" || word == "switch") {
            const std::size_t close = at + 1 < end ? std::min(text.closing(at + 1), end) : end;
            if (close + 1 >= end) {
                return {end, false, false};
            }
            if (word == "switch") {
                return switch_body(close + 1, std::min(text.closing(close + 1), end), depth);
            }
            Reached body = statement(close + 1, end, depth + 1);
            if (word != "if") {
                return {body.next, endless(at + 1, close, word == "for") && !body.breaks, false};
            }
            if (body.next < end && tokens[body.next].is("else")) {
                const Reached other =
                    body.next + 1 < end ? statement(body.next + 1, end, depth + 1) : Reached{end, false, false};
                return {other.next, body.returns && other.returns, body.breaks || other.breaks};
            }
            return {body.next, false, body.breaks};
        }
        if (word == "do" && at + 1 < end) {
            const Reached body = statement(at + 1, end, depth + 1);
            return {skip_to(";", body.next, end).next, body.returns && !body.breaks, false};
        }
        return skip_statement(at, end);
    }
};

}  // namespace

bool may_end_without_return(const SourceText& text, const SourceFunction& function) {
    const ReturnPaths paths{text};
    const bool returns = paths.block(function.body_first + 1, function.body_last, 0).returns;
    return !returns && !paths.malformed;
}

}  // namespace vkalgo::dp
