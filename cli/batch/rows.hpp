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
    /// the number of the first one in its file, from 0
    std::uint64_t first = 0;
    /// one for each input of the file
    std::vector<ArrayBlock> columns;
    /// of each column, if letters are scored: what stands for them in `alphabet`, and of y the same of the reverse
    /// complements; of others nothing
    std::vector<Bytes> places, reverse;
    /// of these places or later ones: it only grows
    std::string alphabet;
    /// bytes of the file up to the end of these rows, unpacked
    std::uint64_t bytes_read = 0;

    std::size_t count() const { return columns.empty() ? 0 : columns.front().size(); }
    /// The elements of a column as they are solved.
    const Bytes& elements(std::size_t column) const {
        return column < places.size() && !places[column].empty() ? places[column] : columns[column].data;
    }
};

/// A file whose rows come block by block.
class RowReader {
public:
    virtual ~RowReader() = default;

    /// Which inputs of the recurrence a row holds, and what letters of each are in memory.
    const std::vector<const dp::InputDeclaration*>& inputs() const { return inputs_; }
    const std::vector<LetterCode>& codes() const { return codes_; }
    /// Has each value a name of its own (a FASTA record's)? Else a row has its number.
    bool has_names() const { return has_names_; }
    /// as messages call it
    const std::string& name() const { return name_; }
    /// Bytes of the file; none where they are not known.
    std::optional<std::uint64_t> bytes() const { return bytes_; }
    /// Of threads of its own that have ended.
    virtual ThreadTime times() const { return {}; }

    /// Appends the next rows; false at the end. Errors: invalid_argument: what the format refuses, with
    /// its line; too_large.
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
    /// by the input's name: what its letters stand for, beside what the header says
    std::map<std::string, std::string, std::less<>> alphabets = {};
};

/// The most elements that one array of a file may have.
std::uint64_t most_elements(const Source& source, const InputLimits& limits);

/// A FASTA or FASTQ file, of which a row is a record for each of `inputs`.
Result<std::unique_ptr<RowReader>> open_sequences(Source source, SequenceFormat format, const RowSettings& settings,
                                                  const dp::RecurrenceHeader& header,
                                                  std::vector<const dp::InputDeclaration*> inputs);

/// A CSV file with a header of input names, of those that are `free`. Errors: invalid_argument: a column of another
/// name, or twice.
Result<std::unique_ptr<RowReader>> open_table(Source source, const RowSettings& settings,
                                              const dp::RecurrenceHeader& header,
                                              const std::vector<const dp::InputDeclaration*>& free);

/// The letters that values of an input stand for; empty: themselves.
LetterCode code_of(const dp::RecurrenceHeader& header, const dp::InputDeclaration& input, const RowSettings& settings);

/// Is the input text, whose letters are u8 values, and not numbers?
bool is_text(const dp::RecurrenceHeader& header, const dp::InputDeclaration& input);

/// Opens the files of --batch. A table takes the inputs that its header names; a FASTA or FASTQ file takes the text
/// inputs that are left: all of them, in turn, or one where there are several files. Errors: invalid_argument.
Result<std::vector<std::unique_ptr<RowReader>>> open_rows(const std::vector<std::string>& files,
                                                          const RowSettings& settings,
                                                          const dp::RecurrenceHeader& header,
                                                          std::vector<const dp::InputDeclaration*> free);

}  // namespace vkalgo::cli
