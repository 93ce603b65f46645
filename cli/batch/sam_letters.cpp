#include "cli/batch/sam_letters.hpp"

#include "algorithms/alignment/complements.hpp"
#include "cli/formats.hpp"
#include "formats/bytes.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

Error no_letters(std::string message) {
    return Error{ErrorCode::invalid_argument, std::move(message), {}};
}

/// Returns whether a query may have the letter: [A-Za-z.]. In SAM, '=' stands for the reference's letter, so a query
/// cannot have it.
bool is_sam_letter(char letter) {
    const auto lower = static_cast<unsigned char>(letter | ('a' - 'A'));
    return static_cast<unsigned char>(lower - 'a') <= 'z' - 'a' || letter == '.';
}

/// A number per letter. Two letters are equal if they have the same number, but 0 equals nothing.
using Classes = std::array<std::uint8_t, 256>;

Classes classes_of_bases() {
    Classes classes{};
    for (const std::string_view letters : {"Aa", "Cc", "Gg", "TtUu"}) {
        for (const char letter : letters) {
            classes.at(static_cast<unsigned char>(letter)) = static_cast<std::uint8_t>(letters.front());
        }
    }
    return classes;
}

Classes classes_of_letters() {
    Classes classes{};
    for (std::size_t code = 1; code < classes.size(); ++code) {
        classes.at(code) = static_cast<std::uint8_t>(std::toupper(static_cast<int>(code)));
    }
    return classes;
}

void add_run(std::vector<CigarRun>& runs, char operation, std::int64_t count) {
    if (!runs.empty() && runs.back().operation == operation) {
        runs.back().count += count;
    } else {
        runs.push_back({operation, count});
    }
}

}  // namespace

Result<void> check_sam_name(std::string_view name, bool is_reference) {
    constexpr std::size_t kLongest = 254;
    bool fits =
        !name.empty() && name.size() <= kLongest && (is_reference ? name[0] != '*' && name[0] != '=' : name != "*");
    for (const char letter : name) {
        fits = fits && letter > ' ' && letter <= '~' &&
               !(is_reference && std::string_view("\\,\"`'()[]{}<>").find(letter) != std::string_view::npos) &&
               !(!is_reference && letter == '@');
    }
    return fits ? Result<void>()
                : no_letters(fmt::format(
                      "SAM cannot have a record named '{}'; names have 1 to {} printable ASCII characters, without "
                      "spaces{}; rename it, or write .tsv",
                      name, kLongest,
                      is_reference ? ", brackets, quotes, commas and backslashes, and do not begin with * or ="
                                   : " and @, and are not just *"));
}

Result<void> check_sam_letters(std::string_view letters, std::string_view query) {
    unsigned outside = 0;  // The letters are tested together at the end, which is faster than a test after each letter
    for (const char letter : letters) {
        outside |= static_cast<unsigned>(!is_sam_letter(letter));
    }
    if (outside == 0) {
        return {};
    }
    const auto bad = std::find_if_not(letters.begin(), letters.end(), is_sam_letter);
    return no_letters(fmt::format(
        "record '{}': letter {} is {}, but SAM allows only A to Z, a to z and .; write .tsv, or correct the record",
        query, bad - letters.begin() + 1,
        *bad > ' ' && *bad <= '~' ? fmt::format("'{}'", *bad)
                                  : fmt::format("byte 0x{:02x}", static_cast<unsigned char>(*bad))));
}

Result<void> append_reverse_complement(std::string_view letters, std::string_view query, std::string& text) {
    const bool rna = is_rna(as_byte_span(letters));
    for (std::size_t k = letters.size(); k > 0; --k) {
        const char letter = letters[k - 1];
        const char dna = complement(letter);
        const char other = !rna ? dna : dna == 'T' ? 'U' : dna == 't' ? 'u' : dna;
        if (other == 0) {
            return no_letters(fmt::format(
                "'{}' lies on the reverse strand, and its letter '{}' at position {} (from 1) has no complement; write "
                ".tsv, or correct the letter",
                query, letter, k));
        }
        text += other;
    }
    return {};
}

SamColumns sam_columns(std::span<const CigarRun> runs) {
    SamColumns columns;
    for (const CigarRun& run : runs) {
        const auto count = static_cast<std::uint64_t>(run.count);
        const bool is_gap = run.operation == 'I' || run.operation == 'D';
        columns.of_query += run.operation == 'D' ? 0U : count;
        columns.of_reference += run.operation == 'I' ? 0U : count;
        columns.has_pairs = columns.has_pairs || !is_gap;
        columns.differences += count;
        add_run(columns.runs, is_gap ? run.operation : 'X', run.count);
    }
    return columns;
}

void mark_equal_pairs(std::string_view query, std::string_view reference, bool of_proteins, SamColumns& columns) {
    static const Classes bases = classes_of_bases();
    static const Classes letters = classes_of_letters();
    const Classes& classes = of_proteins ? letters : bases;
    std::vector<CigarRun> runs;
    std::size_t i = 0, j = 0;
    for (const CigarRun& run : columns.runs) {
        const auto count = static_cast<std::size_t>(run.count);
        if (run.operation == 'I' || run.operation == 'D') {
            add_run(runs, run.operation, run.count);
            i += run.operation == 'I' ? count : 0;
            j += run.operation == 'D' ? count : 0;
            continue;
        }
        for (const std::size_t end = i + count; i < end; ++i, ++j) {
            const std::uint8_t of_query = classes[static_cast<unsigned char>(query[i])];
            const bool equal = of_query != 0 && of_query == classes[static_cast<unsigned char>(reference[j])];
            columns.differences -= equal ? 1U : 0U;
            add_run(runs, equal ? '=' : 'X', 1);
        }
    }
    columns.runs = std::move(runs);
}

}  // namespace vkalgo::cli
