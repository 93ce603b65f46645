#include "algorithms/dp/recurrence/source_text.hpp"

#include "algorithms/dp/recurrence/header.hpp"
#include "algorithms/dp/recurrence/text_errors.hpp"

#include <algorithm>

namespace vkalgo::dp {

namespace {

constexpr std::size_t kMaxSource = std::size_t{64} << 10;

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Returns the number of bytes of the sequence at text[at] if it has the form of UTF-8 (a lead byte and its continuation
// bytes), otherwise 0. Surrogates, numbers above U+10FFFF, and overlong forms of 3 and 4 bytes are not refused.
std::size_t sequence_length(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
    const unsigned char lead = byte(at);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xC2 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF5 ? 4
                                             : 0;
    if (length == 0 || at + length > text.size()) {
        return 0;
    }
    for (std::size_t k = at + 1; k < at + length; ++k) {
        if ((byte(k) & 0xC0) != 0x80) {
            return 0;
        }
    }
    return length;
}

// Returns `source` with each logical line on one line. A backslash before a line end is removed together with the line
// end. For each line end removed, an empty line follows the logical line, so that later lines keep their numbers.
// Compilers join lines before anything else, even in the middle of a word.
Result<std::string> join_lines(std::string_view source, std::string_view file) {
    std::string text;
    std::size_t logical = 0;  // Where the logical line starts in `text`
    std::size_t joined = 0;   // Number of line ends removed from the logical line
    int line = 1;
    for (std::size_t at = 0; at < source.size(); ++at) {
        const std::string_view rest = source.substr(at);
        if (rest.starts_with("\\\n") || rest.starts_with("\\\r")) {
            if (trim(std::string_view(text).substr(logical)).starts_with("//!")) {
                return error_at(file, line, "a '//!' line cannot continue on the next line; remove the backslash");
            }
            ++joined;
            at += rest.starts_with("\\\r\n") ? 2U : 1U;
            continue;
        }
        text += source[at];
        if (source[at] == '\n' || (source[at] == '\r' && !rest.starts_with("\r\n"))) {
            text.append(joined, '\n');
            line += static_cast<int>(joined) + 1;
            joined = 0;
            logical = text.size();
        }
    }
    text.append(joined, '\n');
    return text;
}

SourceDirective read_directive(std::string_view text, int line) {
    std::size_t at = 1;
    while (at < text.size() && is_blank(text[at])) {
        ++at;
    }
    const std::size_t first = at;
    while (at < text.size() && is_letter(text[at])) {
        ++at;
    }
    SourceDirective directive;
    directive.name = std::string(text.substr(first, at - first));
    while (at < text.size() && is_blank(text[at])) {
        ++at;
    }
    directive.rest = std::string(text.substr(at));
    directive.line = line;
    return directive;
}

bool is_qualifier(std::string_view word) {
    return word == "const" || word == "in" || word == "out" || word == "inout" || word == "highp" ||
           word == "mediump" || word == "lowp" || word == "precise";
}

}  // namespace

std::string blank_comments(std::string_view source) {
    std::string code(source);
    std::size_t at = 0;
    while (at + 1 < code.size()) {
        if (code[at] == '/' && code[at + 1] == '/') {
            const std::size_t end = std::min(code.find('\n', at), code.size());
            std::fill(code.begin() + static_cast<std::ptrdiff_t>(at), code.begin() + static_cast<std::ptrdiff_t>(end),
                      ' ');
            at = end;
        } else if (code[at] == '/' && code[at + 1] == '*') {
            const std::size_t close = code.find("*/", at + 2);
            const std::size_t end = close == std::string::npos ? code.size() : close + 2;
            for (; at < end; ++at) {
                code[at] = code[at] == '\n' ? '\n' : ' ';
            }
        } else {
            ++at;
        }
    }
    return code;
}

Result<std::string> plain_text(std::string_view source, std::string_view file) {
    if (source.size() > kMaxSource) {
        return error_at(file, 1,
                        "the file is larger than " + std::to_string(kMaxSource >> 10) +
                            " KiB; a recurrence is a few lines of GLSL");
    }
    VKALGO_TRY(std::string text, join_lines(source, file));
    std::size_t at = 0;
    if (text.starts_with("\xEF\xBB\xBF")) {
        text.replace(0, 3, "   ");  // A byte-order mark
    }
    int line = 1;
    while (at < text.size()) {
        const char c = text[at];
        if (c == '\r') {
            text[at] = at + 1 < text.size() && text[at + 1] == '\n' ? ' ' : '\n';
        }
        line += text[at] == '\n' ? 1 : 0;
        const bool control =
            (static_cast<unsigned char>(c) < 0x20 && !is_blank(c) && c != '\n' && c != '\r') || c == 0x7F;
        const std::size_t length = control ? 0 : sequence_length(text, at);
        if (length == 0) {
            return error_at(file, line,
                            "this line has a control character or is not text in UTF-8; a recurrence file is GLSL with "
                            "a header of '//!' lines");
        }
        at += length;
    }
    return text;
}

void SourceText::scan(std::string_view source) {
    code = blank_comments(source);
    const std::string_view view = code;
    int line = 1;
    bool line_start = true;
    for (std::size_t at = 0; at < view.size();) {
        const char c = view[at];
        if (c == '\n') {
            ++line;
            ++at;
            line_start = true;
            continue;
        }
        if (is_blank(c)) {
            ++at;
            continue;
        }
        if (c == '#' && line_start) {
            const std::size_t end = std::min(view.find('\n', at), view.size());
            directives.push_back(read_directive(view.substr(at, end - at), line));
            at = end;
            continue;
        }
        line_start = false;
        SourceToken token;
        token.line = line;
        std::size_t end = at + 1;
        if (is_letter(c)) {
            token.kind = SourceToken::Kind::name;
            while (end < view.size() && (is_letter(view[end]) || is_digit(view[end]))) {
                ++end;
            }
        } else if (is_digit(c) || (c == '.' && end < view.size() && is_digit(view[end]))) {
            token.kind = SourceToken::Kind::number;
            while (end < view.size() && (is_letter(view[end]) || is_digit(view[end]) || view[end] == '.')) {
                ++end;
            }
        }
        token.text = view.substr(at, end - at);
        tokens.push_back(token);
        at = end;
    }

    // Finds definitions at file scope: name ( ... ) { ... }. The words before the name in the statement are the type of
    // the result.
    std::size_t statement = 0;
    for (std::size_t k = 0; k < tokens.size(); ++k) {
        if (tokens[k].is(";")) {
            statement = k + 1;
        } else if (tokens[k].is("{")) {
            k = std::min(closing(k), tokens.size() - 1);
        } else if (is_call(k)) {
            const std::size_t close = closing(k + 1);
            if (close + 1 >= tokens.size()) {
                break;
            }
            if (!tokens[close + 1].is("{")) {
                k = close;
                continue;
            }
            SourceFunction function;
            function.name = std::string(tokens[k].text);
            function.line = tokens[k].line;
            for (std::size_t t = statement; t < k; ++t) {
                if (!is_qualifier(tokens[t].text)) {
                    function.result += (function.result.empty() ? "" : " ") + std::string(tokens[t].text);
                }
            }
            std::string type;
            for (std::size_t t = k + 2; t <= close; ++t) {
                const bool ends = t == close || tokens[t].is(",");
                if (ends && !type.empty() && type != "void") {
                    function.parameters.push_back(type);
                }
                type = ends ? "" : type.empty() && !is_qualifier(tokens[t].text) ? std::string(tokens[t].text) : type;
            }
            function.body_first = close + 1;
            function.body_last = std::min(closing(close + 1), tokens.size() - 1);
            k = function.body_last;
            statement = k + 1;
            functions.push_back(std::move(function));
        }
    }
}

const SourceFunction* SourceText::find(std::string_view name) const {
    const auto found = std::find_if(functions.begin(), functions.end(),
                                    [&](const SourceFunction& function) { return function.name == name; });
    return found == functions.end() ? nullptr : &*found;
}

bool SourceText::is_call(std::size_t token) const {
    return tokens[token].kind == SourceToken::Kind::name && token + 1 < tokens.size() && tokens[token + 1].is("(");
}

std::size_t SourceText::closing(std::size_t open) const {
    int depth = 0;
    for (std::size_t k = open; k < tokens.size(); ++k) {
        const std::string_view text = tokens[k].text;
        if (text == "(" || text == "{" || text == "[") {
            ++depth;
        } else if ((text == ")" || text == "}" || text == "]") && --depth == 0) {
            return k;
        }
    }
    return tokens.size();
}

}  // namespace vkalgo::dp
