#include "formats/table_header.hpp"

#include "formats/number_text.hpp"
#include "support/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::formats {
namespace {

bool is_letter(char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return byte >= 0x80 || std::isalpha(byte) != 0;
}

bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

/// Returns true if the cell is a name: it has a letter, does not begin like a number (a digit, or a sign or point
/// before one), and is not a word for a missing or infinite value. So a number with a typing error after its first
/// digit is no name, and its row is not skipped as a header.
bool is_name(std::string_view cell) {
    constexpr std::array<std::string_view, 7> kNoNames{"nan", "na", "n/a", "null", "none", "inf", "infinity"};
    const std::size_t start = std::min(cell.find_first_not_of("+-"), cell.size());
    const std::string_view unsigned_cell = cell.substr(start);
    const std::string_view digits = unsigned_cell.substr(unsigned_cell.starts_with('.') ? 1 : 0);
    if (!std::any_of(cell.begin(), cell.end(), is_letter) || (!digits.empty() && is_digit(digits.front()))) {
        return false;
    }
    if (unsigned_cell.size() > kNoNames.back().size()) {
        return true;
    }
    return std::find(kNoNames.begin(), kNoNames.end(), in_lower_case(unsigned_cell)) == kNoNames.end();
}

/// Returns what to do if another character than the delimiter separates the cells: a semicolon, a tab, a comma or a
/// blank. Empty for any other character.
std::string advice_on_delimiter(char found, char delimiter, bool has_option) {
    if (found == delimiter || std::string_view(";\t, ").find(found) == std::string_view::npos) {
        return {};
    }
    const std::string separates = fmt::format("vkalgo expects {} between columns", delimiter_name(delimiter));
    const bool by_format = (found == ',' && delimiter == '\t') || (found == '\t' && delimiter == ',');
    if (by_format && !has_option) {  // A named delimiter overrules the format
        return fmt::format("{}; <format> {} reads {}", separates, found == ',' ? "csv" : "tsv", delimiter_name(found));
    }
    const bool is_blank = found == ' ' || found == '\t';
    const std::string option =
        has_option ? fmt::format("; <delimiter> {} reads {}", delimiter_word(found), delimiter_name(found)) : "";
    return fmt::format("{}, not {}{}", separates, is_blank ? delimiter_name(found) : fmt::format("'{}'", found),
                       option);
}

/// Returns the indices, from 0, of the columns whose name in the first row is `text`.
std::vector<std::size_t> columns_called(const std::vector<CsvCell>& header, std::string_view text) {
    std::vector<std::size_t> found;
    for (std::size_t index = 0; index < header.size(); ++index) {
        const CsvCell& cell = header[index];
        if (cell.doubled ? cell.content() == text : cell.text == text) {
            found.push_back(index);
        }
    }
    return found;
}

/// Returns the value of a text that is a whole number of at most nine digits; nullopt for any other text.
std::optional<std::size_t> column_number(std::string_view text) {
    const std::string_view digits = text.substr(std::min(text.find_first_not_of('0'), text.size()));
    if (text.empty() || digits.size() > 9 || !std::all_of(text.begin(), text.end(), is_digit)) {
        return std::nullopt;
    }
    std::size_t number = 0;
    for (const char digit : digits) {
        number = 10 * number + static_cast<std::size_t>(digit - '0');
    }
    return number;
}

/// Returns the possible readings of a wanted column. First the whole text is the name; then the text without its last
/// suffix; then the text without its last two suffixes.
std::vector<FoundColumn> readings_of(const std::string& wanted, std::span<const std::string> suffixes) {
    std::vector<FoundColumn> readings{{.label = wanted}};
    while (!suffixes.empty() && readings.size() < 3) {
        FoundColumn next = readings.back();
        const std::size_t colon = next.label.rfind(':');
        if (colon == std::string::npos) {
            break;
        }
        std::string word = next.label.substr(colon + 1);
        if (std::find(suffixes.begin(), suffixes.end(), word) == suffixes.end()) {
            break;
        }
        next.suffixes.insert(next.suffixes.begin(), std::move(word));
        next.label.erase(colon);
        readings.push_back(std::move(next));
    }
    return readings;
}

/// A search for columns in the first row of a table.
class ColumnFinder {
public:
    ColumnFinder(const std::vector<CsvCell>& first, std::uint64_t line, const std::string& name,
                 const ColumnSearch& search)
        : first_(first), line_(line), name_(name), search_(search) {}

    Result<FoundColumn> find(const std::string& wanted) {
        const std::vector<FoundColumn> readings = readings_of(wanted, search_.suffixes);
        for (const FoundColumn& reading : readings) {
            VKALGO_TRY(const std::optional<std::size_t> index, by_name(reading.label));
            if (index) {
                named_ = true;
                return FoundColumn{*index, reading.label, reading.suffixes};
            }
        }
        for (const FoundColumn& reading : readings) {
            if (const std::optional<std::size_t> number = number_of(reading.label)) {
                return FoundColumn{*number - 1, reading.label, reading.suffixes};
            }
        }
        return not_found(wanted, readings.back().label);
    }

    /// Returns whether the row is a header, judged by all columns that were found in it.
    bool has_header() const {
        if (search_.form.header != HeaderRow::found) {
            return search_.form.header == HeaderRow::present;
        }
        if (!named_ && search_.has_delimiter_option && is_header(first_)) {
            search_.notice(
                fmt::format("'{}' line {} is read as a header, since all of its cells are names; give <header> or "
                            "<no-header> to say whether it is one",
                            name_, line_));
        }
        return named_ || is_header(first_);
    }

private:
    /// Returns the text's value if it is the number of a column, from 1; else nullopt.
    std::optional<std::size_t> number_of(const std::string& text) const {
        const std::optional<std::size_t> number = search_.takes_numbers ? column_number(text) : std::nullopt;
        return number && *number >= 1 && *number <= first_.size() ? number : std::nullopt;
    }

    Result<std::optional<std::size_t>> by_name(const std::string& text) const {
        if (search_.form.header == HeaderRow::absent) {
            return std::optional<std::size_t>();
        }
        const std::vector<std::size_t> found = columns_called(first_, text);
        const bool may_be_number =
            search_.has_delimiter_option && search_.form.header == HeaderRow::found && number_of(text).has_value();
        if (!found.empty() && may_be_number) {
            return bad_csv(
                name_, line_,
                fmt::format(": '{}' is the number of a column, but also the name of column {} if the line is a "
                            "header; give <header> or <no-header>",
                            text, found.front() + 1));
        }
        if (found.size() > 1) {
            return bad_csv(
                name_, line_,
                fmt::format(
                    ": {} columns are named '{}'; rename all but one{}", found.size(), text,
                    search_.takes_numbers ? fmt::format(", or give the number of one, such as {}", found[0] + 1) : ""));
        }
        return found.empty() ? std::optional<std::size_t>() : std::optional(found.front());
    }

    /// Returns what to do if the row has only one cell, and the cell looks like several cells between other delimiters.
    /// Otherwise an empty text.
    std::string other_delimiter() const {
        const CsvCell& cell = first_.front();
        const std::string others = search_.form.delimiter == ','    ? ";\t"
                                   : search_.form.delimiter == '\t' ? ";,"
                                                                    : ";\t,";
        const std::size_t other = cell.text.find_first_of(others);
        const bool is_split = first_.size() > 1 || cell.is_quoted() || other == std::string_view::npos;
        return is_split ? ""
                        : advice_on_delimiter(cell.text[other], search_.form.delimiter, search_.has_delimiter_option);
    }

    /// Returns the error about a column that does not exist. `shortest` is the wanted text without its suffixes.
    Error not_found(const std::string& wanted, const std::string& shortest) const {
        const std::string by_delimiter = other_delimiter();
        if (search_.form.header == HeaderRow::absent) {
            return bad_csv(
                name_, line_,
                fmt::format(
                    ": there is no column '{}'; without a header, columns have numbers, here from 1 to {}{}{}{}",
                    wanted, first_.size(), by_delimiter.empty() ? "" : "; ", by_delimiter, advice_on_suffix(shortest)));
        }
        const std::string numbers = search_.takes_numbers && column_number(shortest)
                                        ? fmt::format(", or give a number from 1 to {}", first_.size())
                                        : "";
        return bad_csv(
            name_, line_,
            fmt::format(": there is no column '{}' (there are: {}); {}{}", wanted, header_names(first_),
                        by_delimiter.empty() ? "give a column this name in the header" + numbers : by_delimiter,
                        advice_on_suffix(shortest)));
    }

    /// If the text before a colon is a column, returns advice with the names of the suffixes.
    std::string advice_on_suffix(const std::string& text) const {
        const std::size_t colon = text.rfind(':');
        if (search_.suffixes.empty() || colon == std::string::npos) {
            return {};
        }
        const std::string before = text.substr(0, colon);
        const bool is_column = number_of(before) || !columns_called(first_, before).empty();
        return is_column ? fmt::format("; after the name there may be a colon and one of these words: {}",
                                       fmt::join(search_.suffixes, ", "))
                         : "";
    }

    const std::vector<CsvCell>& first_;
    std::uint64_t line_;
    const std::string& name_;
    const ColumnSearch& search_;
    /// Whether a column was found by its name.
    bool named_ = false;
};

}  // namespace

bool is_header(const std::vector<CsvCell>& row) {
    const auto is_empty = [](const CsvCell& cell) { return without_blanks(cell.text).empty(); };
    return !std::all_of(row.begin(), row.end(), is_empty) &&
           std::all_of(row.begin(), row.end(),
                       [&](const CsvCell& cell) { return is_empty(cell) || is_name(without_blanks(cell.text)); });
}

std::string header_names(const std::vector<CsvCell>& header) {
    constexpr std::size_t kMaxNames = 20;
    std::string names;
    for (std::size_t index = 0; index < std::min(header.size(), kMaxNames); ++index) {
        names += fmt::format("{}{}", index == 0 ? "" : ", ", excerpt(header[index].content()));
    }
    if (header.size() > kMaxNames) {
        names += fmt::format(" and {} more", header.size() - kMaxNames);
    }
    return names.empty() ? "no names" : names;
}

Error bad_number(std::string_view cell, const std::string& wrong, const std::string& name, std::uint64_t line,
                 std::size_t column, char delimiter, bool has_delimiter_option) {
    const std::size_t semicolon = cell.find(';');
    const std::size_t other = semicolon != std::string_view::npos ? semicolon : cell.find_first_of(" \t,");
    const bool other_delimiter =
        other != std::string_view::npos && (cell[other] == ';' || is_number(without_blanks(cell.substr(0, other))));
    const std::string advice = other_delimiter ? advice_on_delimiter(cell[other], delimiter, has_delimiter_option) : "";
    return bad_csv(name, line,
                   fmt::format(", column {}: {}{}{}", column + 1, wrong, advice.empty() ? "" : "; ", advice));
}

Result<FoundColumns> find_columns(const std::vector<CsvCell>& first, std::uint64_t line, const std::string& name,
                                  const ColumnSearch& search) {
    ColumnFinder finder(first, line, name, search);
    FoundColumns found;
    for (const std::string& wanted : search.wanted) {
        VKALGO_TRY(FoundColumn column, finder.find(wanted));
        found.columns.push_back(std::move(column));
    }
    found.has_header = finder.has_header();
    return found;
}

}  // namespace vkalgo::formats
