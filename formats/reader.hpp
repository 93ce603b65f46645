#pragma once

#include "engine/result.hpp"
#include "formats/format.hpp"
#include "formats/source.hpp"
#include "formats/table_form.hpp"
#include "formats/table_text.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// Reads inputs for commands.
namespace vkalgo::formats {

/// The user's settings for all inputs of a run.
struct InputSettings {
    /// --format. Empty: the format is found from the input.
    std::string format;
    /// --record: one for all inputs, or one per input in their order.
    std::vector<std::string> records;
    /// --column.
    std::string column;
    /// Whether the command has the option --column.
    bool has_column_option = true;
    /// --delimiter. With it an input of numbers in text is a table.
    std::optional<char> delimiter;
    /// --header, --no-header.
    HeaderRow header = HeaderRow::found;
    /// Whether the command has --delimiter, --header and --no-header.
    bool has_delimiter_option = false;
    /// The meaning of the lines of numbers in text.
    TextLines lines = TextLines::ignored;
    /// --ignore-case: letters become upper case.
    bool ignore_case = false;
    /// --volume: the index of the volume in a file, from 0.
    std::optional<std::uint64_t> volume;
    InputLimits limits;
    /// Whether --input-limit is given.
    bool limits_given = false;
    /// Receives notices for the user.
    std::function<void(const std::string&)> notice = [](const std::string&) {};
};

/// The types that values may have.
struct ElementTypes {
    /// Makes `raw` and `text` this type.
    ElementTypes(ElementType only) : raw(only), text{only} {}
    ElementTypes(ElementType elements, std::vector<ElementType> numbers) : raw(elements), text(std::move(numbers)) {}

    /// The type of elements in a file that does not define it.
    ElementType raw;
    /// The types to try for numbers in text. The first type that holds all numbers as written is used.
    std::vector<ElementType> text;
};

/// Values that were read together.
struct AlikeArrays {
    std::vector<Array> arrays;
    /// The format of each array's file.
    std::vector<const Format*> formats;
    /// Whether all inputs are numbers in text, so that no file defines their type.
    bool are_text = false;
};

/// A reader of the inputs of one run, each in its own format (choose_format()). Errors of all functions:
/// invalid_argument, with the file and, if possible, the line or byte; too_large: beyond the limits or the available
/// memory; cancelled (WakeReaders).
class InputReader {
public:
    explicit InputReader(InputSettings settings = {}) : settings_(std::move(settings)) {}

    /// Reads numbers of the format's own type; if the format has no type, reads numbers of `types`. An input without a
    /// known ending or magic is raw.
    Result<Array> values(const std::string& path, const ElementTypes& types);

    /// Does what values() does, but refuses a table with a header and several columns, unless the user names a column
    /// or a format. The error lists the columns.
    Result<Array> one_column(const std::string& path, const ElementTypes& types);

    /// Does what values() does, for several inputs. Numbers in text get the type of the first input that is not text.
    /// If all inputs are text, they get one type of `types`, the same for all.
    Result<AlikeArrays> values_alike(std::span<const std::string> paths, const ElementTypes& types);

    /// Does what values() does, but reads an input without a known ending or magic as text.
    Result<Array> list(const std::string& path, const ElementTypes& types);

    /// Reads a string of bytes. In a format of numbers, all numbers must fit u8.
    Result<std::string> letters(const std::string& path);

    /// Returns, for each input that letters() has read, the name of its record; an empty text if it has none.
    const std::vector<std::string>& record_names() const { return record_names_; }

    /// Reads the columns with these names. Returns one array of numbers per column; `types` has the type of each array.
    Result<std::vector<Array>> columns(const std::string& path, const std::vector<std::string>& names,
                                       const std::vector<ElementType>& types);

    /// Does what columns() does, but each array has the first of `types.text` that holds all numbers of its column. A
    /// name may be the number of a column, as in values().
    Result<std::vector<Array>> columns_alone(const std::string& path, const std::vector<std::string>& names,
                                             const ElementTypes& types);

    /// Reads a table as its text, and the cells of the columns that are asked for (ColumnSearch::wanted, each perhaps
    /// with a suffix).
    Result<TableText> table(const std::string& path, std::span<const std::string> wanted,
                            std::span<const std::string> suffixes);

    /// Returns the format of the input that was read last; null before the first one.
    const Format* last_format() const { return last_format_; }

    /// Fails if a setting had no effect on any input. Call it when all inputs are read.
    Result<void> check_used() const;

private:
    struct Opened {
        Source source;
        FormatChoice choice;
        ReadRequest request;
    };

    /// An opened input and its bytes.
    struct Held {
        Opened opened;
        Bytes bytes;

        bool is_text() const { return opened.choice.format->numbers != nullptr; }
    };

    Result<FormatChoice> choose(const Source& source, const std::string& path, Want want) const;
    ReadRequest request_for(const Source& source, const Format& format, ElementType type) const;
    Result<Opened> open(const std::string& path, Want want, ElementType type);
    Result<Array> first_of(const std::string& path, Want want, const ElementTypes& types);
    Result<Held> hold(const std::string& path, Want want, ElementType type);
    Result<AlikeArrays> alike(std::span<const std::string> paths, Want want, const ElementTypes& types);
    Result<Array> elements_of(Held& held) const;
    Result<Array> numbers_of(Held& held, ElementType type) const;
    Result<TableText> table_of(Held held, std::span<const std::string> wanted, std::span<const std::string> suffixes);
    Result<std::string> string_of(const std::string& path);
    std::string advice_on_tables(const char* option) const;
    Error column_unused() const;
    Error table_unused(const char* option) const;
    const char* header_option() const;
    Result<Array> or_column_unused(Result<Array> values) const;
    template <class T>
    Result<T> explained(Result<T> result, const Opened& opened) const;

    InputSettings settings_;
    const Format* last_format_ = nullptr;
    std::size_t inputs_ = 0;
    std::size_t records_used_ = 0;
    std::vector<std::string> record_names_;
    /// The name of an input that was read as another format, although its name and first bytes allow CSV.
    std::string maybe_csv_;
    bool read_column_ = false, read_letters_ = false;
    /// Whether the input that is being read must not have several columns.
    bool one_column_ = false;
};

/// A reader of values part by part, for inputs of any size in bounded memory: raw elements and .npy, with or without
/// gzip.
class PartReader {
public:
    /// Opens an input. Of `settings`, only column, delimiter, has_delimiter_option, header, format and notice are used.
    /// Errors: invalid_argument: --column, --delimiter, --header or --no-header was given; those of choose_format and
    /// of a format's `parts`.
    static Result<PartReader> open(const std::string& path, ElementType type, const InputSettings& settings);

    /// Returns the type of the values: the format's own type; for a format without a type, the type passed to open().
    ElementType type() const { return layout_.type; }

    /// Returns the bytes of all values, if that is known beforehand.
    std::optional<std::uint64_t> size() const;

    /// Fills the span (at least one element) with the next whole elements in this machine's byte order. The whole span
    /// is filled, except at the end of the input. Returns the number of bytes; 0 after the end. Errors:
    /// invalid_argument: an input that ends within an element, is shorter or longer than its header says, or cannot be
    /// read.
    Result<std::size_t> read(std::span<std::byte> target);

private:
    PartReader(Source source, PartsLayout layout) : source_(std::move(source)), layout_(layout) {}

    Source source_;
    PartsLayout layout_;
    std::uint64_t given_ = 0;
};

}  // namespace vkalgo::formats
