#include "engine/driver_manifest.hpp"

#include <algorithm>
#include <cstddef>
#include <map>

namespace vkalgo {
namespace {

constexpr int kDeepestManifest = 200;

/// A reader of JSON that keeps the scalars by their path ("/ICD/library_path").
class ManifestReader {
public:
    explicit ManifestReader(std::string_view text) : text_(text) {}

    /// Reads the first value of the text. Returns false if it is not valid JSON, or nested too deeply.
    bool read() { return value("", 0); }
    std::size_t line() const {
        return 1 + static_cast<std::size_t>(std::count(text_.begin(), text_.begin() + position(), '\n'));
    }
    bool has(const std::string& path) const { return scalars_.contains(path); }
    std::string text_of(const std::string& path) const {
        const auto found = scalars_.find(path);
        return found == scalars_.end() ? std::string() : found->second;
    }

private:
    std::string_view::difference_type position() const { return static_cast<std::string_view::difference_type>(at_); }
    char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

    bool take(std::string_view word) {
        const bool here = text_.substr(at_).starts_with(word);
        at_ += here ? word.size() : 0;
        return here;
    }

    bool value(const std::string& path, int depth) {
        skip_blanks();
        if (depth > kDeepestManifest) {
            return false;
        }
        if (take("{")) {
            return members(path, depth, '}');
        }
        if (take("[")) {
            return members(path, depth, ']');
        }
        return scalar(path);
    }

    /// Reads an object up to its '}', or an array up to its ']'.
    bool members(const std::string& path, int depth, char end) {
        skip_blanks();
        if (take(std::string_view(&end, 1))) {
            return true;
        }
        for (;;) {
            std::string key;
            skip_blanks();
            if (end == '}') {
                if (!string(key)) {
                    return false;
                }
                skip_blanks();
                if (!take(":")) {
                    return false;
                }
            }
            std::string inner = path;
            inner.append("/").append(key);
            if (!value(inner, depth + 1)) {
                return false;
            }
            skip_blanks();
            if (take(std::string_view(&end, 1))) {
                return true;
            }
            if (!take(",")) {
                return false;
            }
        }
    }

    bool scalar(const std::string& path) {
        std::string text;
        if (next() == '"') {
            if (!string(text)) {
                return false;
            }
        } else if (!take("true") && !take("false") && !take("null")) {
            const std::size_t end = std::min(text_.find_first_not_of("+-.0123456789eE", at_), text_.size());
            if (end == at_) {
                return false;
            }
            text = text_.substr(at_, end - at_);
            at_ = end;
        }
        scalars_[path] = text;
        return true;
    }

    bool string(std::string& text) {
        if (!take("\"")) {
            return false;
        }
        for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            if (text_[at_] != '\\') {
                text += text_[at_];
                continue;
            }
            constexpr std::string_view kEscapes = "\"\\/bfnrt", kMeant = "\"\\/\b\f\n\r\t";
            ++at_;
            if (next() == 'u') {
                text += "?";  // "?" stands for \uXXXX, which names of libraries do not use
                at_ += std::min<std::size_t>(4, text_.size() - at_ - 1);
            } else if (const auto which = kEscapes.find(next()); next() != '\0' && which != std::string_view::npos) {
                text += kMeant[which];
            } else {
                return false;
            }
        }
        return take("\"");
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::map<std::string, std::string> scalars_;
};

Error bad_manifest(const std::string& message) {
    return Error{ErrorCode::invalid_argument, message, "manifest"};
}

}  // namespace

Result<std::string> library_of_manifest(std::string_view text) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        return bad_manifest("is empty");
    }
    if (text.starts_with("\xEF\xBB\xBF")) {
        return bad_manifest("begins with a byte order mark, which the loader does not read; save the file without it");
    }
    ManifestReader reader(text);
    if (!reader.read()) {
        return bad_manifest("is not valid JSON in line " + std::to_string(reader.line()));
    }
    for (const char* needed : {"/file_format_version", "/ICD/library_path", "/ICD/api_version"}) {
        if (!reader.has(needed)) {
            return bad_manifest("has no '" + std::string(needed).substr(1) + "'");
        }
    }
    if (reader.text_of("/ICD/library_path").empty()) {
        return bad_manifest("does not name a library, since its 'ICD/library_path' is empty");
    }
    return reader.text_of("/ICD/library_path");
}

}  // namespace vkalgo
