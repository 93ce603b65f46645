#pragma once

#include "engine/result.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The formats of files of sequences. Each file formats/sequences/formats/NAME.cpp defines `const SequenceFormat&
/// sequence_format_NAME()`, for files that are read whole, record by record, and `const Format& format_NAME()`, for an
/// input of one record (format_of_records() in one_record.hpp). CMake collects both, so that a new format needs no
/// change to a list. No other code tests how a file of sequences begins.
namespace vkalgo::formats {

struct ArrayBlock;
class LetterCode;
class RecordLines;

struct SequenceFormat {
    /// The name that --format accepts: "fasta".
    const char* name = "";
    /// The name in messages: "FASTA", as in "a FASTA record".
    const char* title = "";
    const char* about = "";
    /// Endings of file names, in lower case, with their dot. A further ".gz" is ignored.
    std::vector<std::string_view> endings;
    /// The first line of a record, its header, begins with this text. A file that begins with it has this format,
    /// whatever its name. Empty: each line that is not blank begins a record or belongs to the previous record, and
    /// only the name of the file or --format shows the format.
    std::string_view header;
    /// Lines that begin with this character are comments, and are skipped. 0: the format has no comments.
    char comment = 0;
    /// Whether each line that begins with `header` begins a record, and no other line does. Several threads can then
    /// read parts of a file. False if a line within a record may begin with `header`, or if `header` is empty.
    bool splits = false;
    /// Returns the record's name from its header. Null: the first word after `header`.
    std::string_view (*record_name)(std::string_view line) = nullptr;
    /// Appends a record to the list's last array. `lines` is at the record's header, and must be at its last line
    /// afterwards (RecordLines::again()). Called once per record. Never null. Errors: those of `lines`;
    /// invalid_argument: the record is incomplete.
    Result<void> (*read)(RecordLines& lines, ArrayBlock& list, const LetterCode& code) = nullptr;
};

/// Returns all formats of sequences, in order of name. CMake generates this function.
std::span<const SequenceFormat* const> sequence_formats();

/// Returns the format of this name, or null.
const SequenceFormat* find_sequence_format(std::string_view name);

/// Returns the format whose header a text begins with, after blank lines and comments; null if no such format exists.
/// Of several formats, the one with the longest header is returned; if their headers are equally long, the ending of
/// the file's name decides.
const SequenceFormat* shown_sequence_format(std::string_view text, const std::string& name = {});

}  // namespace vkalgo::formats
