#include "formats/sequences/fasta.hpp"

#include "formats/format.hpp"
#include "formats/sequences/records.hpp"

namespace vkalgo::formats {
namespace {

Result<std::string> fasta_letters(Bytes bytes, const ReadRequest& request) {
    return parse_fasta(bytes, request.name, {request.record, request.notice, request.record_named});
}

}  // namespace

const Format& format_fasta();
const Format& format_fasta() {
    static const Format format = {
        .name = "fasta",
        .about = "a FASTA record",
        .endings = {".fa", ".fasta", ".fna"},
        .magics = {">"},
        .magic_is_weak = true,
        .has_records = true,
        .comment = kFastaComment,
        .check_start = check_fasta_start,
        .letters = fasta_letters,
    };
    return format;
}

}  // namespace vkalgo::formats
