#pragma once

#include "cli/formats/bytes.hpp"
#include "engine/result.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>

/// Sequences with names. A file may have several records; one of them is read.
namespace vkalgo::cli {

/// Which record, and who is told what the choice passes over.
struct RecordChoice {
    /// the record's name (the first word behind '>' or '@') or, where none is called so, its number from 1; empty: the
    /// first
    std::string record;
    /// told where there are several records and none is chosen
    std::function<void(const std::string&)> notice = [](const std::string&) {};
};

/// The sequence of one record of a FASTA file: the header line (">...") is dropped, line breaks (LF, CRLF, CR) and
/// blanks are taken out, upper and lower case are kept; a byte order mark is dropped.
/// Errors, with their line: an empty file, text before the first header, no such record, a record without a sequence, a
/// byte that is no printable ASCII character.
Result<std::string> parse_fasta(const Bytes& bytes, const std::string& name, const RecordChoice& choice = {});

/// The same of a FASTQ file: "@name", the sequence, "+", and as many qualities as there are letters; sequence and
/// qualities may take several lines each. Errors: as above; qualities that are too many or too few.
Result<std::string> parse_fastq(const Bytes& bytes, const std::string& name, const RecordChoice& choice = {});

/// Fails where the first bytes of an input are those of no FASTA or FASTQ file.
Result<void> check_fasta_start(std::span<const std::byte> head, const std::string& name);
Result<void> check_fastq_start(std::span<const std::byte> head, const std::string& name);

}  // namespace vkalgo::cli
