#include "formats/format.hpp"
#include "formats/sequences/fasta.hpp"

namespace vkalgo::formats {
namespace {

Result<std::string> fastq_letters(Bytes bytes, const ReadRequest& request) {
    return parse_fastq(bytes, request.name, {request.record, request.notice, request.record_named});
}

}  // namespace

const Format& format_fastq();
const Format& format_fastq() {
    static const Format format = {
        .name = "fastq",
        .about = "a FASTQ record",
        .endings = {".fq", ".fastq"},
        .magics = {"@"},
        .magic_is_weak = true,
        .has_records = true,
        .check_start = check_fastq_start,
        .letters = fastq_letters,
    };
    return format;
}

}  // namespace vkalgo::formats
