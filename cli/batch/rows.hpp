#pragma once

#include "algorithms/dp/recurrence/header.hpp"
#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/reader.hpp"
#include "formats/sequences/records.hpp"
#include "support/thread_times.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// The files of `--batch`: rows, each with the values of some inputs of a recurrence.
namespace vkalgo::cli {

/// Some rows of one file.
struct Rows {
    /// The number of the first row in its file, from 0.
    std::uint64_t first = 0;
    /// One per input of the file.
    std::vector<ArrayBlock> columns;
    /// One element per column, for rows of scored_rows(); else empty. For x and y, `letter_indices` has the indices of
    /// the letters in `alphabet`. For y, `reverse` has those of the reverse complements, if both strands are aligned.
    /// The elements of other inputs are empty.
    std::vector<Bytes> letter_indices, reverse;
    /// The alphabet of these indices. It only grows from block to block, so it may have letters that occur only in
    /// earlier rows.
    std::string alphabet;
    /// The number of bytes of the unpacked file that were read so far, at least up to the end of these rows.
    std::uint64_t bytes_read = 0;

    std::size_t count() const { return columns.empty() ? 0 : columns.front().size(); }
    /// Returns the elements of a column as a solver takes them: the indices of the letters if there are any, else the
    /// values that were read.
    const Bytes& elements(std::size_t column) const {
        return column < letter_indices.size() && !letter_indices[column].empty() ? letter_indices[column]
                                                                                 : columns[column].data;
    }
};

/// A reader of a file's rows, block by block.
class RowReader {
public:
    virtual ~RowReader() = default;

    /// Return the inputs of the recurrence that a row has, and the code of the letters of each input.
    const std::vector<const dp::InputDeclaration*>& inputs() const { return inputs_; }
    const std::vector<LetterCode>& codes() const { return codes_; }
    /// Returns whether each value has its own name (the name of a FASTA record). Otherwise a row is named by its
    /// number.
    bool has_names() const { return has_names_; }
    /// Returns the file's name in messages.
    const std::string& name() const { return name_; }
    /// Returns the size of the file in bytes; nullopt if unknown.
    std::optional<std::uint64_t> bytes() const { return bytes_; }
    /// Returns the times of the reader's own threads, as far as these have ended.
    virtual ThreadTime times() const { return {}; }

    /// Appends the next rows. Returns false at the end. Errors: invalid_argument: text that the format does not allow
    /// (the message gives its line); too_large.
    virtual Result<bool> next(Rows& rows, const BlockSize& size) = 0;

protected:
    std::vector<const dp::InputDeclaration*> inputs_;
    std::vector<LetterCode> codes_;
    bool has_names_ = false;
    std::string name_;
    std::optional<std::uint64_t> bytes_;
};

/// How batch files are read.
struct RowSettings {
    InputSettings input;
    /// The letters that an input's indices stand for, by the input's name. They replace the header's alphabets of these
    /// inputs.
    std::map<std::string, std::string, std::less<>> alphabets = {};
};

/// Returns the most elements that one array of a file may have.
std::uint64_t most_elements(const Source& source, const InputLimits& limits);

/// Opens a file of sequences. A row consists of one record for each of `inputs`.
Result<std::unique_ptr<RowReader>> open_sequences(Source source, const SequenceFormat& format,
                                                  const RowSettings& settings, const dp::RecurrenceHeader& header,
                                                  const std::vector<const dp::InputDeclaration*>& inputs);

/// Opens a table whose header names inputs. Only the inputs in `free` are allowed. `delimiter` is the character between
/// cells: a comma or a tab. Errors: invalid_argument: a column does not have the name of such an input, or appears
/// twice.
Result<std::unique_ptr<RowReader>> open_table(Source source, char delimiter, const RowSettings& settings,
                                              const dp::RecurrenceHeader& header,
                                              const std::vector<const dp::InputDeclaration*>& free);

/// Returns the code of an input's letters. The code is plain if letters stand for themselves.
LetterCode code_of(const dp::RecurrenceHeader& header, const dp::InputDeclaration& input, const RowSettings& settings);

/// Returns whether the input is text (letters as u8 values). Otherwise it is numbers.
bool is_text(const dp::RecurrenceHeader& header, const dp::InputDeclaration& input);

/// Opens the files of --batch, in their order. `free` has the inputs that have no other source. A table takes the
/// inputs that its header names. Files of sequences take the text inputs that are left. If --batch names a single file,
/// and it is one of sequences, each row takes one record for each of these inputs. If --batch names several files, each
/// file of sequences takes one input. Errors: invalid_argument.
Result<std::vector<std::unique_ptr<RowReader>>> open_rows(const std::vector<std::string>& files,
                                                          const RowSettings& settings,
                                                          const dp::RecurrenceHeader& header,
                                                          std::vector<const dp::InputDeclaration*> free);

}  // namespace vkalgo::cli
