#include "cli/formats/fasta.hpp"

#include <string_view>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

Error bad_fasta(const std::string& name, const std::string& message) {
    return {ErrorCode::invalid_argument, fmt::format("'{}' {}", name, message), name};
}

/// Cuts the first line off `text` and returns it without its line break and trailing blanks.
std::string_view take_line(std::string_view& text) {
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) {
        line.remove_suffix(1);
    }
    return line;
}

}  // namespace

Result<std::string> parse_fasta(const Bytes& bytes, const std::string& name) {
    std::string_view text = as_text(bytes);
    if (text.empty()) {
        return bad_fasta(name, "is an empty FASTA file; it needs a '>' header line and a sequence");
    }
    std::string sequence;
    bool in_record = false;
    for (std::uint64_t number = 1; !text.empty(); ++number) {
        const std::string_view line = take_line(text);
        if (line.starts_with('>')) {
            if (in_record) {
                break;
            }
            in_record = true;
            continue;
        }
        if (!line.empty() && !in_record) {
            return bad_fasta(name, fmt::format("line {}: a FASTA file starts with a '>' header line; add one, or give "
                                               "the file another extension to read it as plain text",
                                               number));
        }
        for (std::size_t column = 0; column < line.size(); ++column) {
            const auto letter = static_cast<unsigned char>(line[column]);
            if (letter <= ' ' || letter > '~') {
                return bad_fasta(name, fmt::format("line {}, column {}: byte 0x{:02x} is no sequence letter; remove it",
                                                   number, column + 1, letter));
            }
        }
        sequence += line;
    }
    if (sequence.empty()) {
        return bad_fasta(name, "has no sequence in its first FASTA record; add one after the header line");
    }
    return sequence;
}

}  // namespace vkalgo::cli
