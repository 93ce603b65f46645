// CSV and TSV files as rows of a batch.
#include "cli/batch/rows.hpp"
#include "cli/dp/files.hpp"
#include "formats/csv_rows.hpp"
#include "formats/number_text.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

constexpr std::size_t kTablePart = std::size_t{1} << 20;

/// A file in parts, each of which ends at the end of a row.
class TableParts {
public:
    TableParts(Source source, std::uint64_t most_bytes) : source_(std::move(source)), most_bytes_(most_bytes) {
        const std::string_view head = as_text(source_.head());
        const bool feeds = head.find('\n') != std::string_view::npos;
        ending_ = !feeds && head.find('\r') != std::string_view::npos ? '\r' : '\n';
    }

    const Source& source() const { return source_; }
    std::uint64_t bytes_read() const { return read_; }

    /// Returns the next part, which consists of whole rows; empty at the end of the file. The text is valid until the
    /// next call.
    Result<std::string_view> next() {
        buffer_.erase(0, given_);
        given_ = 0;
        while (!ended_) {
            const std::size_t used = buffer_.size();
            if (used > most_bytes_ + kTablePart) {
                return Error{ErrorCode::too_large,
                             fmt::format("'{}' has a row of more than {}; check its quotes, or raise --input-limit",
                                         source_.name(), format_limit(most_bytes_)),
                             source_.name()};
            }
            buffer_.resize(used + kTablePart);
            VKALGO_TRY(const std::size_t got, source_.read(std::as_writable_bytes(std::span(buffer_)).subspan(used)));
            buffer_.resize(used + got);
            read_ += got;
            ended_ = got == 0;
            // Line breaks in quotes do not end a row.
            for (std::size_t k = used; k < buffer_.size(); ++k) {
                in_quotes_ = (buffer_[k] == '"') != in_quotes_;
                given_ = buffer_[k] == ending_ && !in_quotes_ ? k + 1 : given_;
            }
            if (given_ > 0) {
                return std::string_view(buffer_).substr(0, given_);
            }
        }
        given_ = buffer_.size();
        return std::string_view(buffer_);
    }

private:
    Source source_;
    std::uint64_t most_bytes_;
    char ending_ = '\n';
    std::string buffer_;
    std::size_t given_ = 0;
    std::uint64_t read_ = 0;
    bool ended_ = false, in_quotes_ = false;
};

class TableRows : public RowReader {
public:
    TableRows(Source source, char delimiter, std::uint64_t most, const RowSettings& settings)
        : parts_(std::move(source), most), delimiter_(delimiter), ignore_case_(settings.input.ignore_case) {
        name_ = parts_.source().name();
        bytes_ = parts_.source().size();
    }

    Result<void> read_header(const RowSettings& settings, const dp::RecurrenceHeader& header,
                             const std::vector<const dp::InputDeclaration*>& free) {
        VKALGO_TRY(const bool more, next_row());
        if (!more) {
            return bad_csv(name_, 1,
                           ": the file has only blank lines; add a header of input names and one row per problem");
        }
        for (const CsvCell& cell : cells_) {
            const std::string name = cell.content();
            const auto found =
                std::find_if(free.begin(), free.end(), [&](const auto* each) { return each->name == name; });
            if (found == free.end()) {
                return unknown_column(name, header, free);
            }
            if (std::find(inputs_.begin(), inputs_.end(), *found) != inputs_.end()) {
                return bad_csv(name_, line(), fmt::format(": there are two columns '{}'; leave one out", name));
            }
            inputs_.push_back(*found);
            codes_.push_back(code_of(header, **found, settings));
            texts_.push_back(is_text(header, **found));
        }
        blank_line_ = 0;  // Blank lines before the header have no effect
        return {};
    }

    Result<bool> next(Rows& rows, const BlockSize& size) override {
        rows.columns.resize(inputs_.size());
        rows.first = rows_;
        std::uint64_t elements = 0;
        const std::size_t before = rows.count();
        while (rows.count() - before < size.records && elements < size.elements) {
            VKALGO_TRY(const bool more, next_row());
            if (!more) {
                break;
            }
            if (blank_line_ != 0) {
                return bad_csv(name_, blank_line_,
                               fmt::format(": there is a blank line between rows; leave it out{}",
                                           inputs_.size() == 1 ? ", or write \"\" for an empty array" : ""));
            }
            if (cells_.size() != inputs_.size()) {
                return wrong_count();
            }
            for (std::size_t k = 0; k < inputs_.size(); ++k) {
                rows.columns[k].begin();
                VKALGO_CHECK(texts_[k] ? add_text(k, rows.columns[k]) : add_numbers(k, rows.columns[k]));
                elements += rows.columns[k].length(rows.columns[k].size() - 1);
            }
            ++rows_;
        }
        rows.bytes_read = parts_.bytes_read();
        if (rows_ == 0) {
            return bad_csv(name_, 1, ": there is no row after the header; add one row per problem");
        }
        return rows.count() > before;
    }

private:
    std::uint64_t line() const { return lines_before_ + part_->line(); }

    Error wrong_count() const {
        const char* const separator =
            cells_.size() == 1 && inputs_.size() > 1 ? other_separator(cells_.front().text) : nullptr;
        return bad_csv(
            name_, line(),
            fmt::format(
                ": the row has {}, but the header has {}; {}{}", plural(cells_.size(), "field"), inputs_.size(),
                separator == nullptr ? "" : separator,
                separator != nullptr ? fmt::format(" do not separate columns, {}s do", delimiter())
                : cells_.size() < inputs_.size()
                    ? fmt::format("an empty field still needs its {}", delimiter())
                    : fmt::format("leave out the other fields, or put a field that has {}s into quotes", delimiter())));
    }

    Error unknown_column(const std::string& name, const dp::RecurrenceHeader& header,
                         const std::vector<const dp::InputDeclaration*>& free) const {
        std::vector<std::string> names;
        names.reserve(free.size());
        for (const auto* each : free) {
            names.push_back(each->name);
        }
        if (header.input(name) != nullptr) {
            return bad_csv(name_, line(), fmt::format(": input '{}' is already given; leave this column out", name));
        }
        if (const char* separator = other_separator(name); cells_.size() == 1 && separator != nullptr) {
            return bad_csv(
                name_, line(),
                fmt::format(
                    ": {} separate the names, but columns must be separated by {}s; replace them in all "
                    "lines{}",
                    separator, delimiter(),
                    separator == std::string_view("semicolons") ? "" : ", or name the file's format with --format"));
        }
        const bool is_data = std::none_of(cells_.begin(), cells_.end(),
                                          [&](const CsvCell& cell) { return header.input(cell.content()) != nullptr; });
        return bad_csv(name_, line(),
                       fmt::format(": '{}' is not an input of {}; {}: {}", name, header.problem,
                                   is_data ? "the first line must name inputs, so put a header above the rows, such as"
                                           : "leave this column out; the inputs are",
                                   fmt::join(names, ",")));
    }

    /// Returns the word for the delimiter in messages.
    const char* delimiter() const { return delimiter_ == '\t' ? "tab" : "comma"; }

    /// Returns the word for another character that seems to separate the columns of this text. Returns null if no other
    /// character seems to do so. Call it for a text that the delimiter did not separate.
    const char* other_separator(std::string_view text) const {
        const auto has = [&](char letter) {
            return letter != delimiter_ && text.find(letter) != std::string_view::npos;
        };
        return has(';') ? "semicolons" : has('\t') ? "tabs" : has(',') ? "commas" : nullptr;
    }

    /// Goes to the next row; returns false if none exists. Skips blank lines, and keeps the number of the first one:
    /// it is an error only if a row follows.
    Result<bool> next_row() {
        for (;;) {
            if (part_) {
                auto more = part_->next(cells_);
                if (blank_line_ == 0 && part_->blank_line() != 0) {
                    blank_line_ = lines_before_ + part_->blank_line();
                }
                if (!more && lines_before_ > 0) {  // The parser counts lines within the part
                    return renumbered(more.error());
                }
                VKALGO_CHECK(more);
                if (*more) {
                    return true;
                }
                lines_before_ += part_->lines_passed();
            }
            VKALGO_TRY(const std::string_view text, parts_.next());
            if (text.empty()) {
                return false;
            }
            part_.emplace(text, name_, delimiter_);
            if (lines_before_ == 0) {
                VKALGO_CHECK(part_->check_encoding());
            }
        }
    }

    /// Replaces the line number within the part by the line number within the file.
    Error renumbered(Error error) const {
        const std::string before = fmt::format("'{}' line ", name_);
        if (error.message.starts_with(before)) {
            const auto end = error.message.find_first_not_of("0123456789", before.size());
            const auto number = std::stoull(error.message.substr(before.size(), end - before.size()));
            error.message = fmt::format("{}{}{}", before, lines_before_ + number, error.message.substr(end));
        }
        return error;
    }

    Error wrong_value(std::size_t k, const std::string& message) const {
        return bad_csv(name_, line(), fmt::format(", {}: {}", inputs_[k]->name, message));
    }

    Result<void> add_text(std::size_t k, ArrayBlock& column) {
        const CsvCell& cell = cells_[k];
        const std::string doubled = cell.doubled ? cell.content() : std::string();
        const std::string_view text = cell.doubled ? std::string_view(doubled) : cell.text;
        if (codes_[k].is_plain()) {  // Letters stand for themselves, so any text is valid
            for (const char letter : text) {
                const int code = static_cast<unsigned char>(letter);
                column.data.push_back(static_cast<std::byte>(ignore_case_ && code < 128 ? std::toupper(code) : code));
            }
        } else if (std::size_t bad = 0; !codes_[k].append(text, column.data, bad)) {
            return wrong_value(k, fmt::format("letter {}: {}", bad + 1, codes_[k].refusal(text[bad])));
        }
        column.offsets.back() = column.data.size();
        return {};
    }

    Result<void> add_numbers(std::size_t k, ArrayBlock& column) {
        const ElementType type = inputs_[k]->type;
        const std::size_t bytes = size_of(type);
        std::string_view rest = cells_[k].text;
        for (;;) {
            const auto first = rest.find_first_not_of(" \t\r\n");
            if (first == std::string_view::npos) {
                break;
            }
            rest.remove_prefix(first);
            const auto end = std::min(rest.find_first_of(" \t\r\n"), rest.size());
            column.data.resize(column.data.size() + bytes);
            std::string problem =
                store_number(rest.substr(0, end), type, column.data.data() + column.data.size() - bytes);
            if (!problem.empty()) {
                return wrong_value(k, without_types(std::move(problem)));
            }
            rest.remove_prefix(end);
        }
        column.offsets.back() = column.data.size() / bytes;
        return {};
    }

    TableParts parts_;
    char delimiter_;
    bool ignore_case_;
    std::vector<bool> texts_;
    std::optional<CsvRows> part_;
    std::vector<CsvCell> cells_;
    std::uint64_t lines_before_ = 0;
    /// The number of the first blank line after the header, from 1; 0: none.
    std::uint64_t blank_line_ = 0;
    std::uint64_t rows_ = 0;
};

}  // namespace

Result<std::unique_ptr<RowReader>> open_table(Source source, char delimiter, const RowSettings& settings,
                                              const dp::RecurrenceHeader& header,
                                              const std::vector<const dp::InputDeclaration*>& free) {
    const std::uint64_t most = most_elements(source, settings.input.limits);
    auto rows = std::make_unique<TableRows>(std::move(source), delimiter, most, settings);
    VKALGO_CHECK(rows->read_header(settings, header, free));
    return std::unique_ptr<RowReader>(std::move(rows));
}

}  // namespace vkalgo::cli
