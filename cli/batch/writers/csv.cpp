#include "cli/batch/problem_text.hpp"
#include "cli/batch/table_lines.hpp"

namespace vkalgo::cli {
namespace {

constexpr LineStyle kCsv{',', append_csv};

Result<void> format_csv(const OutputFormat& output_format, const SolvedBlock& block, std::size_t first, std::size_t end,
                        FormattedRows& formatted) {
    return format_lines(kCsv, output_format, block, first, end, formatted);
}

std::unique_ptr<BatchOutput> open_csv(const OutputFormat& output_format, const std::string& path) {
    return open_table_output(kCsv, output_format, path);
}

}  // namespace

const BatchWriter& batch_writer_csv();
const BatchWriter& batch_writer_csv() {
    static const BatchWriter writer{.name = "csv", .endings = {".csv"}, .format = format_csv, .open = open_csv};
    return writer;
}

}  // namespace vkalgo::cli
