#pragma once

#include "engine/result.hpp"
#include "formats/bytes.hpp"
#include "formats/format.hpp"
#include "formats/sequences/sequence_format.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>

/// One record of a file of sequences, read by SequenceReader (records.hpp).
namespace vkalgo::formats {

/// The choice of a record, and the receivers of its name and of a notice about the records that are skipped.
struct RecordChoice {
    /// The record's name (in FASTA and FASTQ the first word of its header). If no record has that name, it is a number,
    /// from 1. Empty: the first record.
    std::string record;
    /// Called if there are several records and the user chooses none.
    std::function<void(const std::string&)> notice = [](const std::string&) {};
    /// Called with the name of the record that is read.
    std::function<void(const std::string&)> named = [](const std::string&) {};
};

/// Reads the sequence of one record of a file: its letters without line breaks, upper and lower case unchanged. Errors:
/// invalid_argument: those of SequenceReader, with their line; an empty file, a record that does not exist, a record
/// without a sequence.
Result<std::string> parse_record(const Bytes& bytes, const std::string& name, const SequenceFormat& format,
                                 const RecordChoice& choice = {});

/// Fails if the first bytes of an input cannot be those of a file of the format.
Result<void> check_record_start(std::span<const std::byte> head, const std::string& name, const SequenceFormat& format);

/// Returns a format of sequences as an entry of formats(), for an input of one record. `entry` returns its entry of
/// sequence_formats().
template <const SequenceFormat& (*entry)()>
Format format_of_records() {
    const SequenceFormat& format = entry();
    Format made;
    made.name = format.name;
    made.about = format.about;
    made.endings = format.endings;
    if (!format.header.empty()) {
        made.magics = {format.header};
    }
    made.magic_is_weak = true;
    made.records = format.title;
    made.comment = format.comment;
    made.check_start = [](std::span<const std::byte> head, const std::string& name) {
        return check_record_start(head, name, entry());
    };
    made.letters = [](Bytes bytes, const ReadRequest& request) {
        return parse_record(bytes, request.name, entry(), {request.record, request.notice, request.record_named});
    };
    return made;
}

}  // namespace vkalgo::formats
