#include "formats/reader.hpp"

#include "formats/convert.hpp"
#include "formats/number_text.hpp"
#include "support/bad_usage.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

/// Returns the notice for the user about the choice of the format; empty if the choice needs no notice. There is also a
/// notice if the format is a guess that reads a text as raw elements.
std::string notice_of(const FormatChoice& choice, const Source& source, Want want, const InputSettings& settings) {
    const bool told_later = !settings.column.empty();  // An error about --column says more than the notice
    if (told_later || want != Want::values || !choice.guessed || !choice.notice.empty() ||
        choice.format->otherwise.empty()) {
        return choice.notice;
    }
    const std::string_view text = as_text(source.head());
    if (looks_like_numbers(text)) {
        return fmt::format("'{}' looks like numbers in text and is read as {}; <format> csv or txt reads the numbers",
                           source.name(), choice.format->name);
    }
    if (looks_like_table(text)) {
        const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
        const bool semicolons = line.find(';') != std::string_view::npos && line.find(',') == std::string_view::npos;
        if (semicolons && settings.has_delimiter_option) {
            return fmt::format(
                "'{}' looks like a table in text and is read as {}; <delimiter> semicolon reads numbers "
                "separated by semicolons, with a header or without",
                source.name(), choice.format->name);
        }
        const bool tabs = line.find('\t') != std::string_view::npos && line.find(',') == std::string_view::npos;
        return fmt::format(
            "'{}' looks like a table in text and is read as {}; <format> {} reads numbers "
            "separated by {}, with a header or without",
            source.name(), choice.format->name, tabs ? "tsv" : "csv", tabs ? "tabs" : "commas");
    }
    return {};
}

/// Returns true if the name and the first bytes do not exclude CSV, so that --format csv could read it.
bool may_be_csv(const FormatChoice& choice, const InputSettings& settings) {
    return settings.format.empty() && choice.format->magics.empty();
}

Array as_array(const std::string& letters) {
    const auto bytes = as_byte_span(letters);
    return {ElementType::u8, {letters.size()}, Bytes(bytes.begin(), bytes.end())};
}

Result<Source> open_source(const std::string& path, const std::string& forced) {
    bool keeps_gzip = false;
    if (!forced.empty()) {
        VKALGO_TRY(const Format* format, format_named(forced));
        keeps_gzip = format->keeps_gzip;
    }
    return Source::open(path, keeps_gzip ? Source::Unpack::never : Source::Unpack::seen);
}

void swap_elements(std::span<std::byte> data, std::size_t size) {
    for (std::size_t start = 0; start + size <= data.size(); start += size) {
        std::reverse(data.begin() + static_cast<std::ptrdiff_t>(start),
                     data.begin() + static_cast<std::ptrdiff_t>(start + size));
    }
}

/// Returns the result of `read`, or an error if the memory does not suffice.
template <class Read>
auto within_memory(const std::string& path, Read&& read) -> decltype(read()) {
    try {
        return read();
    } catch (const std::bad_alloc&) {
        return Error{
            ErrorCode::too_large,
            fmt::format("'{}' needs more memory than this machine has left; give a smaller file, or free some memory",
                        input_name(path)),
            path};
    }
}

}  // namespace

/// Chooses the format. If the user named a delimiter, text that may be a table is a table.
Result<FormatChoice> InputReader::choose(const Source& source, const std::string& path, Want want) const {
    VKALGO_TRY(FormatChoice choice, choose_format(path, source.head(), want, settings_.format));
    const bool may_be_table = choice.format->numbers != nullptr || choice.guessed;
    if (settings_.delimiter && want == Want::values && may_be_table && !choice.format->has_columns &&
        may_be_csv(choice, settings_) && choice.format->recognises == nullptr) {
        VKALGO_TRY(const Format* csv, format_named("csv"));
        return FormatChoice{csv, {}, false};
    }
    return choice;
}

ReadRequest InputReader::request_for(const Source& source, const Format& format, ElementType type) const {
    ReadRequest request;
    request.name = source.name();
    request.type = type;
    // The text is read again for each type that is tried. A notice that repeats the last one is dropped.
    request.notice = [notice = settings_.notice, last = std::make_shared<std::string>()](const std::string& message) {
        if (message != *last) {
            *last = message;
            notice(message);
        }
    };
    request.decoded = decoded_limit(settings_.limits);
    request.has_column_option = settings_.has_column_option;
    request.has_delimiter_option = settings_.has_delimiter_option;
    request.lines = settings_.lines;
    request.form = {settings_.delimiter.value_or(format.delimiter), settings_.header};
    return request;
}

Result<InputReader::Opened> InputReader::open(const std::string& path, Want want, ElementType type) {
    VKALGO_TRY(Source source, open_source(path, settings_.format));
    VKALGO_TRY(FormatChoice choice, choose(source, path, want));
    const Format& format = *choice.format;
    ReadRequest request = request_for(source, format, type);
    last_format_ = &format;
    ++inputs_;
    if (format.records != nullptr && !settings_.records.empty()) {
        request.record = settings_.records[std::min(records_used_, settings_.records.size() - 1)];
        if (request.record.empty()) {
            return bad_usage("<record> is empty; give the name of a record, or its number from 1", "<record>");
        }
        ++records_used_;
    }
    if (format.has_columns && want != Want::table) {
        if (!settings_.column.empty()) {
            request.columns = {settings_.column};
        }
        request.one_column = one_column_ && settings_.column.empty() && settings_.format.empty();
        read_column_ = true;
    }
    if (!format.has_columns && may_be_csv(choice, settings_)) {
        maybe_csv_ = source.name();
    }
    read_letters_ = read_letters_ || want == Want::letters;
    if (const std::string notice = notice_of(choice, source, want, settings_); !notice.empty()) {
        settings_.notice(notice);
    }
    if (format.check_start != nullptr) {
        VKALGO_CHECK(format.check_start(source.head(), source.name()));
    }
    return Opened{std::move(source), std::move(choice), std::move(request)};
}

/// If the format was chosen by a weak sign, adds to an error the advice to read the file as plain text.
template <class T>
Result<T> InputReader::explained(Result<T> result, const Opened& opened) const {
    if (!result && opened.choice.guessed && opened.choice.format->magic_is_weak &&
        result.error().message.find("<format>") == std::string::npos) {
        Error error = std::move(result).error();
        error.message += "; or read it as plain text with <format> txt";
        return error;
    }
    return result;
}

Result<InputReader::Held> InputReader::hold(const std::string& path, Want want, ElementType type) {
    VKALGO_TRY(Opened opened, open(path, want, type));
    VKALGO_TRY(Bytes bytes, opened.source.read_all(settings_.limits));
    return Held{std::move(opened), std::move(bytes)};
}

Result<Array> InputReader::elements_of(Held& held) const {
    const Format& format = *held.opened.choice.format;
    if (format.values != nullptr) {
        return or_column_unused(format.values(std::move(held.bytes), held.opened.request));
    }
    VKALGO_TRY(const std::string letters,
               explained(format.letters(std::move(held.bytes), held.opened.request), held.opened));
    return as_array(letters);
}

Result<Array> InputReader::numbers_of(Held& held, ElementType type) const {
    held.opened.request.type = type;
    return or_column_unused(held.opened.choice.format->numbers(as_text(held.bytes), held.opened.request));
}

/// Returns the values. If reading failed and --column or --header had no effect, returns an error about that option
/// instead.
Result<Array> InputReader::or_column_unused(Result<Array> values) const {
    if (values || read_column_ || maybe_csv_.empty()) {
        return values;
    }
    return !settings_.column.empty()              ? Result<Array>(column_unused())
           : settings_.header != HeaderRow::found ? Result<Array>(table_unused(header_option()))
                                                  : std::move(values);
}

Result<AlikeArrays> InputReader::alike(std::span<const std::string> paths, Want want, const ElementTypes& types) {
    std::vector<Held> inputs;
    for (const std::string& path : paths) {
        VKALGO_TRY(Held held, hold(path, want, types.raw));
        inputs.push_back(std::move(held));
    }
    AlikeArrays alike{std::vector<Array>(inputs.size()), {}, true};
    std::vector<ElementType> tried = types.text;
    for (std::size_t k = 0; k < inputs.size(); ++k) {
        alike.formats.push_back(inputs[k].opened.choice.format);
        if (!inputs[k].is_text()) {
            VKALGO_TRY(alike.arrays[k], elements_of(inputs[k]));
            tried = alike.are_text ? std::vector{alike.arrays[k].type} : tried;
            alike.are_text = false;
        }
    }
    const auto read_texts = [&](ElementType type) -> Result<void> {
        for (std::size_t k = 0; k < inputs.size(); ++k) {
            if (inputs[k].is_text()) {
                VKALGO_TRY(alike.arrays[k], numbers_of(inputs[k], type));
            }
        }
        return {};
    };
    Result<void> read;
    for (const ElementType type : tried) {
        read = read_texts(type);
        if (read) {
            break;
        }
    }
    VKALGO_CHECK(read);
    return alike;
}

Result<Array> InputReader::first_of(const std::string& path, Want want, const ElementTypes& types) {
    VKALGO_TRY(AlikeArrays read, within_memory(path, [&] { return alike(std::span(&path, 1), want, types); }));
    return std::move(read.arrays.front());
}

Result<Array> InputReader::values(const std::string& path, const ElementTypes& types) {
    return first_of(path, Want::values, types);
}

Result<Array> InputReader::one_column(const std::string& path, const ElementTypes& types) {
    one_column_ = true;
    Result<Array> read = first_of(path, Want::values, types);
    one_column_ = false;
    return read;
}

Result<TableText> InputReader::table_of(Held held, std::span<const std::string> wanted,
                                        std::span<const std::string> suffixes) {
    if (!held.opened.choice.format->has_columns) {
        return column_unused();
    }
    read_column_ = true;
    const ReadRequest& request = held.opened.request;
    const ColumnSearch search{.wanted = wanted,
                              .form = request.form,
                              .suffixes = suffixes,
                              .has_delimiter_option = request.has_delimiter_option,
                              .notice = request.notice};
    VKALGO_TRY(TableText table, parse_table(std::move(held.bytes), request.name, search));
    table.names_delimiter = settings_.delimiter.has_value();
    return table;
}

Result<TableText> InputReader::table(const std::string& path, std::span<const std::string> wanted,
                                     std::span<const std::string> suffixes) {
    return within_memory(path, [&]() -> Result<TableText> {
        VKALGO_TRY(Held held, hold(path, Want::values, ElementType::u8));
        return table_of(std::move(held), wanted, suffixes);
    });
}

Result<AlikeArrays> InputReader::values_alike(std::span<const std::string> paths, const ElementTypes& types) {
    return within_memory(paths.front(), [&] { return alike(paths, Want::values, types); });
}

Result<Array> InputReader::list(const std::string& path, const ElementTypes& types) {
    return first_of(path, Want::list, types);
}

Result<std::string> InputReader::letters(const std::string& path) {
    return within_memory(path, [&] { return string_of(path); });
}

Result<std::string> InputReader::string_of(const std::string& path) {
    VKALGO_TRY(Held held, hold(path, Want::letters, ElementType::u8));
    held.opened.request.record_named = [&name = record_names_.emplace_back()](const std::string& read) { name = read; };
    const Opened& opened = held.opened;
    std::string letters;
    if (opened.choice.format->letters != nullptr) {
        VKALGO_TRY(letters, explained(opened.choice.format->letters(std::move(held.bytes), opened.request), opened));
    } else {
        VKALGO_TRY(Array array, held.is_text() ? numbers_of(held, ElementType::u8) : elements_of(held));
        VKALGO_TRY(array, converted(std::move(array), ElementType::u8, opened.request.name));
        letters = as_text(array.data);
    }
    if (settings_.ignore_case) {
        std::transform(letters.begin(), letters.end(), letters.begin(), [](char letter) {
            return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
        });
    }
    return letters;
}

Result<std::vector<Array>> InputReader::columns(const std::string& path, const std::vector<std::string>& names,
                                                const std::vector<ElementType>& types) {
    return within_memory(path, [&]() -> Result<std::vector<Array>> {
        VKALGO_TRY(Held held, hold(path, Want::table, types.front()));
        held.opened.request.columns = names;
        return held.opened.choice.format->columns(as_text(held.bytes), held.opened.request, types);
    });
}

Result<std::vector<Array>> InputReader::columns_alone(const std::string& path, const std::vector<std::string>& names,
                                                      const ElementTypes& types) {
    return within_memory(path, [&]() -> Result<std::vector<Array>> {
        // If the user named a delimiter, every text is a table (see choose()).
        VKALGO_TRY(Held held, hold(path, settings_.delimiter ? Want::values : Want::table, types.raw));
        VKALGO_TRY(const TableText table, table_of(std::move(held), names, {}));
        std::vector<Array> arrays;
        for (std::size_t k = 0; k < names.size(); ++k) {
            VKALGO_TRY(ColumnNumbers numbers,
                       column_numbers(table, k, types.text, settings_.has_delimiter_option, MissingCells::refused));
            arrays.push_back(std::move(numbers.values));
        }
        return arrays;
    });
}

Result<PartReader> PartReader::open(const std::string& path, ElementType type, const InputSettings& settings) {
    if (!settings.column.empty()) {
        return bad_usage("<column> needs a table (csv, tsv), but a table cannot be read as a stream; leave it out",
                         "<column>");
    }
    if (settings.delimiter || settings.header != HeaderRow::found) {
        const char* const option = settings.delimiter                      ? "<delimiter>"
                                   : settings.header == HeaderRow::present ? "<header>"
                                                                           : "<no-header>";
        return bad_usage(fmt::format("{} needs a table, but a table cannot be read as a stream; leave it out", option),
                         option);
    }
    VKALGO_TRY(Source source, open_source(path, settings.format));
    VKALGO_TRY(const FormatChoice choice, choose_format(path, source.head(), Want::values, settings.format));
    if (const std::string notice = notice_of(choice, source, Want::values, settings); !notice.empty()) {
        settings.notice(notice);
    }
    if (choice.format->parts == nullptr) {
        std::string names;
        for (const Format* format : formats()) {
            names += format->parts != nullptr ? fmt::format("{}{}", names.empty() ? "" : ", ", format->name) : "";
        }
        return bad_usage(
            fmt::format("'{}' is {} ({}), which cannot be read as a stream; convert it, or give its format by "
                        "<format>: {}",
                        source.name(), choice.format->about, choice.format->name, names),
            path);
    }
    VKALGO_TRY(const PartsLayout layout,
               choice.format->parts(source.head(), ReadRequest{source.name(), type, {}, {}, settings.notice, {}}));
    Bytes header(layout.header_bytes);
    for (std::size_t used = 0; used < header.size();) {
        VKALGO_TRY(const std::size_t got, source.read(std::span(header).subspan(used)));
        used += got;  // The header was already read with the source's first bytes
    }
    return PartReader(std::move(source), layout);
}

std::optional<std::uint64_t> PartReader::size() const {
    return layout_.header_bytes != 0 ? std::optional(layout_.data_bytes) : source_.size();
}

Result<std::size_t> PartReader::read(std::span<std::byte> target) {
    const std::size_t element = size_of(layout_.type);
    target = target.first(target.size() / element * element);
    std::size_t used = 0;
    while (used < target.size()) {
        VKALGO_TRY(const std::size_t got, source_.read(target.subspan(used)));
        if (got == 0) {
            break;
        }
        used += got;
    }
    given_ += used;
    const bool ended = used < target.size();
    const std::string& name = source_.name();
    if (layout_.header_bytes != 0 && (given_ > layout_.data_bytes || (ended && given_ < layout_.data_bytes))) {
        return bad_usage(
            fmt::format("'{}' is {}: its header announces {} bytes of values, but {} were read; copy or save "
                        "it again",
                        name, given_ < layout_.data_bytes ? "truncated" : "too long", layout_.data_bytes, given_),
            name);
    }
    if (used % element != 0) {
        return bad_usage(fmt::format("'{}' has {}, which is not a multiple of the {} bytes of {}; choose the <type> "
                                     "it was written with",
                                     name, plural(given_, "byte"), element, to_string(layout_.type)),
                         name);
    }
    if (layout_.swapped) {
        swap_elements(target.first(used), element);
    }
    return used;
}

}  // namespace vkalgo::formats
