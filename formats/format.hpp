#pragma once

#include "engine/result.hpp"
#include "formats/array.hpp"
#include "formats/bytes.hpp"
#include "formats/source.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The formats that inputs may have. Each file cli/formats/readers/NAME.cpp defines `const Format& format_NAME()`;
/// CMake collects them into formats(), so that a new format touches no list. Nothing else tests the ending of an input.
namespace vkalgo::formats {

/// What a command takes an input for.
enum class Want {
    /// numbers of one type
    values,
    /// numbers that people write: as `values`, but what has no known ending is text
    list,
    /// one string of bytes
    letters,
    /// columns with names
    table,
};

/// What a reader is told.
struct ReadRequest {
    /// how messages call the input
    std::string name;
    /// of the values: of text, and where the format has no type of its own
    ElementType type = ElementType::u8;
    /// the record by its name or number (--record); empty: the first
    std::string record;
    /// the columns by their names; of values one (--column), or none for all
    std::vector<std::string> columns;
    /// takes what the user should know; never null
    std::function<void(const std::string&)> notice = [](const std::string&) {};
    /// for a format that packs its values
    DecodedLimit decoded = {};
    /// the command has --column, which messages may name
    bool has_column_option = true;
    /// Takes the rows of a table as they stand in its text, the header first, where columns are read; null: nobody
    /// wants them.
    std::vector<std::string_view>* rows = nullptr;
};

/// How the values of an input are read part by part: they follow `header_bytes` and are the rest of it.
struct PartsLayout {
    ElementType type = ElementType::u8;
    std::uint64_t header_bytes = 0;
    /// of the values; 0: as many as come
    std::uint64_t data_bytes = 0;
    /// each element's bytes stand in the other order
    bool swapped = false;
};

struct Format {
    /// what --format takes: "npy"
    const char* name = "";
    /// for help and messages: "a NumPy array"
    const char* about = "";
    /// of file names, lower case, with their dot; a further ".gz" is passed over
    std::vector<std::string_view> endings;
    /// What it starts with, of one of these. Such an input has this format whatever its name.
    std::vector<std::string_view> magics;
    /// A single character is a weak sign: it counts for letters alone, behind blanks too, and the user is told.
    bool magic_is_weak = false;
    /// --format with this name takes bytes as they are, also those that start as gzip does
    bool keeps_gzip = false;
    /// where it is taken for an input of no known ending or magic
    std::vector<Want> otherwise;
    /// may have several records, of which --record chooses one; columns, of which --column does
    bool has_records = false;
    bool has_columns = false;

    /// its floats are measurements: a histogram of them has their range unless it is given another
    bool floats_span_their_range = false;
    /// Lines that begin with it are comments, which a weak sign may follow; 0: there are none.
    char comment = 0;

    /// Looks at the first bytes: refuses an input that cannot be of this format before the rest is read. May be null.
    Result<void> (*check_start)(std::span<const std::byte> head, const std::string& name) = nullptr;
    /// The readers, each null where the format does not hold that. Errors: invalid_argument, with line or byte. Values
    /// are of the format's own type, or elements of the request's; numbers are text, which is read as any type. Letters
    /// serve as u8 values and, where they fit, u8 values as letters.
    Result<Array> (*values)(Bytes bytes, const ReadRequest& request) = nullptr;
    Result<Array> (*numbers)(std::string_view text, const ReadRequest& request) = nullptr;
    Result<std::string> (*letters)(Bytes bytes, const ReadRequest& request) = nullptr;
    Result<std::vector<Array>> (*columns)(std::string_view text, const ReadRequest& request,
                                          std::span<const ElementType> types) = nullptr;
    /// Where the values lie, from the first bytes; null where they cannot be read part by part.
    Result<PartsLayout> (*parts)(std::span<const std::byte> head, const ReadRequest& request) = nullptr;

    /// Can an input of this format be taken for that?
    bool serves(Want want) const;

    /// Has it any reader? One without is known only so that it is not taken for something else.
    bool is_read() const { return values != nullptr || numbers != nullptr || letters != nullptr; }
};

/// All of them, by name. CMake generates it.
std::span<const Format* const> formats();

/// Those that --format takes: of the formats that are read.
std::vector<std::string> format_names();

/// The one of that name, of those. Errors: invalid_argument, with the names there are.
Result<const Format*> format_named(std::string_view name);

/// The format of an input and how it was found.
struct FormatChoice {
    const Format* format = nullptr;
    /// by its magic against its name, or by a weak sign: what the user is told; else empty
    std::string notice;
    /// the user did not name it, and its name does not end so
    bool guessed = false;
};

/// What a text begins with: without a byte order mark, blanks, blank lines and comments.
std::string_view without_comments(std::string_view text, char comment);

/// `forced` is --format, or empty. Then the name decides; the magic overrules it, a weak one for letters alone and not
/// against a name of another structured format. Errors: invalid_argument: an unknown --format; a format that does not
/// serve `want`.
Result<FormatChoice> choose_format(const std::string& path, std::span<const std::byte> head, Want want,
                                   const std::string& forced);

/// What help says of an input: its formats with their endings.
std::string formats_help(Want want);

}  // namespace vkalgo::formats
