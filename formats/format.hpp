#pragma once

#include "engine/result.hpp"
#include "formats/array.hpp"
#include "formats/bytes.hpp"
#include "formats/number_text.hpp"
#include "formats/source.hpp"
#include "formats/table_form.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The formats that inputs may have. Each file formats/readers/NAME.cpp defines `const Format& format_NAME()`, and so
/// does each format of sequences (formats/sequences/sequence_format.hpp). CMake collects them into formats(), so that a
/// new format needs no change to a list. Meshes, rasters and volumes have tables of formats of their own
/// (choose_format.hpp).
namespace vkalgo::formats {

/// The kind of content that a command reads from an input.
enum class Want {
    /// Numbers of one type.
    values,
    /// Numbers as people write them: like `values`, but an input without a known ending is text.
    list,
    /// One string of bytes.
    letters,
    /// Columns with names.
    table,
};

/// The arguments of a reader.
struct ReadRequest {
    /// The name of the input in messages.
    std::string name;
    /// The type of numbers in text, and of values whose format does not define a type.
    ElementType type = ElementType::u8;
    /// The name or number of the record (--record); empty: the first record.
    std::string record;
    /// The names of the columns. For values: one column (--column), which may also be given by its number, or an empty
    /// list for all columns.
    std::vector<std::string> columns;
    /// Receives notices for the user; never null.
    std::function<void(const std::string&)> notice = [](const std::string&) {};
    /// The limit of the size to which compressed values may be decompressed.
    DecodedLimit decoded = {};
    /// Whether the command has --column, so that messages may mention it.
    bool has_column_option = true;
    /// Whether the command has --delimiter, --header and --no-header, so that messages may mention them.
    bool has_delimiter_option = false;
    TextLines lines = TextLines::ignored;
    /// How a table is read.
    TableForm form = {};
    /// Whether a table with a header and several columns is refused if `columns` names none of them.
    bool one_column = false;
    /// Receives the name of the record that is read, if records have names; never null.
    std::function<void(const std::string&)> record_named = [](const std::string&) {};
};

/// The layout of an input that is read part by part: `header_bytes` bytes, then the values, which end where the input
/// ends.
struct PartsLayout {
    ElementType type = ElementType::u8;
    std::uint64_t header_bytes = 0;
    /// Bytes of the values. Only used if header_bytes is not 0; otherwise all bytes of the input are values.
    std::uint64_t data_bytes = 0;
    /// Whether the bytes of each element are in the other byte order.
    bool swapped = false;
};

struct Format {
    /// The name that --format accepts: "npy".
    const char* name = "";
    /// The format in help and messages: "a NumPy array".
    const char* about = "";
    /// Endings of file names, in lower case, with their dot. A further ".gz" is ignored.
    std::vector<std::string_view> endings;
    /// An input that starts with one of these has this format, whatever its name.
    std::vector<std::string_view> magics;
    /// Returns true if an input that starts with these bytes has this format, whatever its name. May be null.
    bool (*recognises)(std::span<const std::byte> head) = nullptr;
    /// Whether `magics` are weak signs. A weak sign counts only if letters are wanted. It may follow blanks and
    /// comments. The user gets a notice unless the name has the format's ending.
    bool magic_is_weak = false;
    /// Whether --format with this name reads the bytes unchanged, even if they start like gzip.
    bool keeps_gzip = false;
    /// The uses (Want) for which this format is chosen if neither a magic nor the name decides (choose_format()).
    std::vector<Want> otherwise;
    /// The name in messages ("FASTA") of a format that may have several records. --record chooses one of the records.
    /// Null for other formats.
    const char* records = nullptr;
    /// Whether the format may have columns. --column chooses a column.
    bool has_columns = false;

    /// Whether floats of this format are measurements. A histogram of measurements has their range, unless the user
    /// gives another range.
    bool floats_span_their_range = false;
    /// Lines that begin with this character are comments, and a weak sign may follow them. 0: the format has no
    /// comments.
    char comment = 0;
    /// The character between cells, for a format with columns.
    char delimiter = ',';

    /// Refuses an input whose first bytes exclude this format, before the rest is read. May be null.
    Result<void> (*check_start)(std::span<const std::byte> head, const std::string& name) = nullptr;
    /// The readers. A reader is null if the format does not have that kind of content. Errors: invalid_argument, with
    /// the line or byte; too_large (ReadRequest::decoded). `values` returns the format's own type; a format without a
    /// type returns elements of the request's type. `numbers` reads text as any type. If `values` and `numbers` are
    /// null, `letters` gives the values, as u8. If `letters` is null, the values give the letters, and must fit u8.
    Result<Array> (*values)(Bytes bytes, const ReadRequest& request) = nullptr;
    Result<Array> (*numbers)(std::string_view text, const ReadRequest& request) = nullptr;
    Result<std::string> (*letters)(Bytes bytes, const ReadRequest& request) = nullptr;
    Result<std::vector<Array>> (*columns)(std::string_view text, const ReadRequest& request,
                                          std::span<const ElementType> types) = nullptr;
    /// Returns the layout of the values from the first bytes. Null if the format cannot be read part by part.
    Result<PartsLayout> (*parts)(std::span<const std::byte> head, const ReadRequest& request) = nullptr;

    /// Returns true if an input of this format can be read as `want`.
    bool serves(Want want) const;

    /// Returns true if the format has a reader. A format without a reader is listed only so that its files are not
    /// mistaken for those of another format.
    bool is_read() const { return values != nullptr || numbers != nullptr || letters != nullptr; }
};

/// Returns all formats in order of name. CMake generates this function.
std::span<const Format* const> formats();

/// Returns the names that --format accepts: those of formats with a reader.
std::vector<std::string> format_names();

/// Returns the names, in messages, of the formats that may have several records: "FASTA or FASTQ".
std::string record_formats();

/// Returns the format with this name. Errors: invalid_argument, with a list of the names.
Result<const Format*> format_named(std::string_view name);

/// The format of an input and how it was found.
struct FormatChoice {
    const Format* format = nullptr;
    /// The notice for the user, if the format was found by a weak sign, or by a magic that contradicts the name.
    /// Otherwise empty.
    std::string notice;
    /// True if the format is a guess: the user did not name it, and the input's name does not have its ending.
    bool guessed = false;
};

/// Returns the text without a byte order mark and without the blanks, blank lines and comments at its beginning.
std::string_view without_comments(std::string_view text, char comment);

/// Chooses the format of an input. `forced` is the value of --format, or empty. If it is empty, the magic decides;
/// without a magic, the name decides; without a known ending, Format::otherwise decides. A weak magic decides only if
/// `want` is letters, and only if the name has no known ending or the ending of a format with a reader of letters.
/// Errors: invalid_argument: an unknown --format; a format that cannot be read as `want`; a file of another program
/// (containers.hpp).
Result<FormatChoice> choose_format(const std::string& path, std::span<const std::byte> head, Want want,
                                   const std::string& forced);

/// Returns the help text of an input: its formats with their endings.
std::string formats_help(Want want);

}  // namespace vkalgo::formats
