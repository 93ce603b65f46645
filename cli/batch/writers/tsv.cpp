#include "cli/batch/problem_text.hpp"
#include "cli/batch/table_lines.hpp"

namespace vkalgo::cli {
namespace {

constexpr LineStyle kTsv{'\t', append_tsv};

Result<void> format_tsv(const OutputFormat& output_format, const SolvedBlock& block, std::size_t first, std::size_t end,
                        FormattedRows& formatted) {
    return format_lines(kTsv, output_format, block, first, end, formatted);
}

std::unique_ptr<BatchOutput> open_tsv(const OutputFormat& output_format, const std::string& path) {
    return open_table_output(kTsv, output_format, path);
}

}  // namespace

const BatchWriter& batch_writer_tsv();
const BatchWriter& batch_writer_tsv() {
    static const BatchWriter writer{.name = "tsv", .endings = {".tab", ".tsv"}, .format = format_tsv, .open = open_tsv};
    return writer;
}

}  // namespace vkalgo::cli
