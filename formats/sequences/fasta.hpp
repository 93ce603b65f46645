#pragma once

#include "engine/result.hpp"
#include "formats/bytes.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>

/// One record of a file of sequences, read by SequenceReader (records.hpp).
namespace vkalgo::formats {

/// The choice of a record, and the receiver of a notice about the records that are skipped.
struct RecordChoice {
    /// The record's name (the first word after '>' or '@') or, if no record has that name, its number from 1. Empty:
    /// the first record.
    std::string record;
    /// Called if there are several records and none is chosen.
    std::function<void(const std::string&)> notice = [](const std::string&) {};
    /// Called with the name of the record that is read.
    std::function<void(const std::string&)> named = [](const std::string&) {};
};

/// Reads the sequence of one record of a FASTA file: its letters without line breaks, upper and lower case unchanged.
/// Errors: invalid_argument: those of SequenceReader, with their line; an empty file, a record that does not exist, a
/// record without a sequence.
Result<std::string> parse_fasta(const Bytes& bytes, const std::string& name, const RecordChoice& choice = {});

/// Does the same for a FASTQ file.
Result<std::string> parse_fastq(const Bytes& bytes, const std::string& name, const RecordChoice& choice = {});

/// Fails if the first bytes of an input cannot be those of a FASTA or FASTQ file.
Result<void> check_fasta_start(std::span<const std::byte> head, const std::string& name);
Result<void> check_fastq_start(std::span<const std::byte> head, const std::string& name);

}  // namespace vkalgo::formats
