#pragma once

#include "engine/result.hpp"
#include "formats/bytes.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>

/// One record of a file of sequences, as SequenceReader (records.hpp) reads them.
namespace vkalgo::formats {

/// Which record, and who is told what the choice passes over.
struct RecordChoice {
    /// the record's name (the first word after '>' or '@') or, where no record has that name, its number from 1; empty:
    /// the first
    std::string record;
    /// told where there are several records and none is chosen
    std::function<void(const std::string&)> notice = [](const std::string&) {};
};

/// The sequence of one record of a FASTA file: its letters in a row, upper and lower case kept.
/// Errors: invalid_argument: those of SequenceReader, with their line; an empty file, no such record, a record without
/// a sequence.
Result<std::string> parse_fasta(const Bytes& bytes, const std::string& name, const RecordChoice& choice = {});

/// The same of a FASTQ file.
Result<std::string> parse_fastq(const Bytes& bytes, const std::string& name, const RecordChoice& choice = {});

/// Fails where the first bytes of an input are those of no FASTA or FASTQ file.
Result<void> check_fasta_start(std::span<const std::byte> head, const std::string& name);
Result<void> check_fastq_start(std::span<const std::byte> head, const std::string& name);

}  // namespace vkalgo::formats
