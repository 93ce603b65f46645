#pragma once

#include "engine/result.hpp"
#include "formats/format.hpp"
#include "formats/source.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Reads inputs: what commands call.
namespace vkalgo::formats {

/// What the user says about all inputs of a run.
struct InputSettings {
    /// --format; empty: found out
    std::string format;
    /// --record: one for all inputs, or one for each in their order
    std::vector<std::string> records;
    /// --column
    std::string column;
    /// the command has it
    bool has_column_option = true;
    /// --ignore-case: letters become upper case
    bool ignore_case = false;
    /// --volume: which of the volumes in a file, counted from 0
    std::optional<std::uint64_t> volume;
    InputLimits limits;
    /// --input-limit was given
    bool limits_given = false;
    /// takes what the user should know
    std::function<void(const std::string&)> notice = [](const std::string&) {};
};

/// The types that values may have.
struct ElementTypes {
    /// Both are this one.
    ElementTypes(ElementType only) : raw(only), text{only} {}
    ElementTypes(ElementType elements, std::vector<ElementType> numbers) : raw(elements), text(std::move(numbers)) {}

    /// of elements in a file that does not say it
    ElementType raw;
    /// of numbers in text: the first of these that holds all of them as they are written
    std::vector<ElementType> text;
};

/// A table as it stands in its file.
struct TableText {
    Bytes text;
    /// In the text, without line breaks, the header first.
    std::vector<std::string_view> rows;

    bool empty() const { return rows.empty(); }
};

/// Values that were read together.
struct AlikeArrays {
    std::vector<Array> arrays;
    /// all of them are numbers in text, so that no file says their type
    bool are_text = false;
};

/// Reads the inputs of one run, each by the format it has (choose_format). Errors, of all its functions:
/// invalid_argument, with the file and, where there is one, the line or byte; too_large: beyond the limits or the
/// memory there is.
class InputReader {
public:
    explicit InputReader(InputSettings settings = {}) : settings_(std::move(settings)) {}

    /// Numbers of the format's own type, else of `types`. What has no known ending or magic is raw.
    Result<Array> values(const std::string& path, const ElementTypes& types);

    /// The same of several inputs: numbers in text have the type of the first input that is no text, where there is
    /// one, else all of them one of `types`.
    Result<AlikeArrays> values_alike(std::span<const std::string> paths, const ElementTypes& types);

    /// As values(), but what has no known ending or magic is text.
    Result<Array> list(const std::string& path, const ElementTypes& types);

    /// A string of bytes; of a format of numbers, those that fit u8, all of them.
    Result<std::string> letters(const std::string& path);

    /// The columns of these names, one array of numbers for each, of the type beside it.
    Result<std::vector<Array>> columns(const std::string& path, const std::vector<std::string>& names,
                                       const std::vector<ElementType>& types);

    /// From now on the text of tables is kept: the last one of which values() or list() read a column.
    void keep_tables() { keeps_tables_ = true; }
    /// Gives what was kept away; without rows if there was no such table.
    TableText take_table() { return std::exchange(table_, {}); }

    /// The format of the input that was read last; null before.
    const Format* last_format() const { return last_format_; }

    /// Fails for a setting that no input read so far has use for. To call when all are read.
    Result<void> check_used() const;

private:
    struct Opened {
        Source source;
        FormatChoice choice;
        ReadRequest request;
    };

    /// What is opened, and its bytes.
    struct Held {
        Opened opened;
        Bytes bytes;

        bool is_text() const { return opened.choice.format->numbers != nullptr; }
    };

    Result<Opened> open(const std::string& path, Want want, ElementType type);
    Result<Held> hold(const std::string& path, Want want, ElementType type);
    Result<AlikeArrays> alike(std::span<const std::string> paths, Want want, const ElementTypes& types);
    Result<Array> elements_of(Held& held) const;
    Result<Array> numbers_of(Held& held, ElementType type) const;
    Result<std::string> string_of(const std::string& path);
    Error column_unused() const;
    Result<Array> or_column_unused(Result<Array> values) const;
    template <class T>
    Result<T> explained(Result<T> result, const Opened& opened) const;

    InputSettings settings_;
    const Format* last_format_ = nullptr;
    std::size_t inputs_ = 0;
    std::size_t records_used_ = 0;
    /// an input that may be CSV, by its name and first bytes, and was not read as such
    std::string maybe_csv_;
    bool read_column_ = false, read_letters_ = false;
    bool keeps_tables_ = false;
    TableText table_;
};

/// Values part by part, of any size, in bounded memory: raw elements and .npy, packed or not.
class PartReader {
public:
    /// Of `settings`, format and notice count. Errors: invalid_argument: a --column was given; what
    /// choose_format and a format's `parts` refuse.
    static Result<PartReader> open(const std::string& path, ElementType type, const InputSettings& settings);

    /// of the values: the format's own, else the one asked for
    ElementType type() const { return layout_.type; }

    /// Bytes of all values, where that is known beforehand.
    std::optional<std::uint64_t> size() const;

    /// Fills the span, of one element at least, with the next whole elements in this machine's byte order, all of it
    /// except at the end, and says how many bytes they are; 0 behind the end. Errors: invalid_argument: an input that
    /// ends within an element, is shorter or longer than its header says, or cannot be read.
    Result<std::size_t> read(std::span<std::byte> target);

private:
    PartReader(Source source, PartsLayout layout) : source_(std::move(source)), layout_(layout) {}

    Source source_;
    PartsLayout layout_;
    std::uint64_t given_ = 0;
};

}  // namespace vkalgo::formats
