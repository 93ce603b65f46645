#include "cli/dp/alignment_columns.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// Columns per line.
constexpr std::size_t kColumns = 60;

double two_decimals(double number) {
    return std::round(number * 100) / 100;
}

Json position_json(const LetterRange& range, std::int64_t position) {
    return range.count == 0 ? Json(nullptr) : Json(position);
}

std::string range_text(const LetterRange& range) {
    return range.count == 0 ? std::string("none") : fmt::format("{} to {}", range.first, range.last);
}

/// The row of one sequence, which is printed line by line.
class Row {
public:
    /// `gap` is the operation of columns without a letter of the sequence. It tells gaps from letters, since '-' may be
    /// a letter.
    Row(const char* name, const std::string& letters, const LetterRange& range, const std::string& columns, char gap)
        : name_(name),
          letters_(letters),
          columns_(columns),
          gap_(gap),
          next_(range.first),
          step_(range.first > range.last && range.count > 1 ? -1 : 1) {}

    /// Returns "x         1 ACGT-A 5". A line without letters has the position of the last letter before it.
    std::string line(std::size_t begin, std::size_t width) {
        const std::string part = letters_.substr(begin, kColumns);
        const std::string_view operations = std::string_view(columns_).substr(begin, kColumns);
        const auto count =
            static_cast<std::int64_t>(part.size()) - std::count(operations.begin(), operations.end(), gap_);
        const std::int64_t first = count == 0 ? next_ - step_ : next_;
        next_ += count * step_;
        return fmt::format("{:<9} {:>{}} {} {}\n", name_, first, width, part, next_ - step_);
    }

private:
    const char* name_;
    const std::string& letters_;
    const std::string& columns_;
    char gap_;
    std::int64_t next_, step_;
};

}  // namespace

Json alignment_json(const AlignedColumns& alignment, const AlignedRows& rows, bool reverse_strand) {
    return {{"cigar", alignment.cigar},
            {"columns", alignment.columns.size()},
            {"matches", rows.matches},
            {"identity", two_decimals(rows.identity())},
            {"mismatches", rows.mismatches},
            {"positives", rows.positives},
            {"gaps", rows.gaps},
            {"gap_columns", rows.gap_columns},
            {"x_begin", position_json(rows.x, rows.x.first)},
            {"x_end", position_json(rows.x, rows.x.last)},
            {"y_begin", position_json(rows.y, rows.y.first)},
            {"y_end", position_json(rows.y, rows.y.last)},
            {"x_length", rows.x.length},
            {"y_length", rows.y.length},
            {"x_coverage", two_decimals(rows.x.coverage())},
            {"y_coverage", two_decimals(rows.y.coverage())},
            {"strand", reverse_strand ? "-" : "+"},
            {"aligned", {{"x", rows.x_row}, {"middle", rows.middle}, {"y", rows.y_row}}}};
}

std::string alignment_text(const AlignedColumns& alignment, const AlignedRows& rows, bool reverse_strand) {
    if (alignment.columns.empty()) {
        return "none, since no letters are aligned";
    }
    std::string text = alignment.cigar + "\n";
    text += fmt::format("identity  {:.2f} %: {} of {} equal, {} other, {} in {}\n", rows.identity(), rows.matches,
                        plural(alignment.columns.size(), "column"), rows.mismatches, rows.gap_columns,
                        plural(rows.gaps, "gap"));
    text += fmt::format("aligned   x {}, y {}{}\n", range_text(rows.x), range_text(rows.y),
                        reverse_strand ? ": its reverse complement" : "");
    Row x("x", rows.x_row, rows.x, alignment.columns, 'D');
    Row y("y", rows.y_row, rows.y, alignment.columns, 'I');
    const std::size_t width =
        fmt::format("{}", std::max({rows.x.first, rows.x.last, rows.y.first, rows.y.last})).size();
    for (std::size_t begin = 0; begin < rows.middle.size(); begin += kColumns) {
        text += "\n" + x.line(begin, width);
        text += fmt::format("{:<9} {:>{}} {}", "", "", width, rows.middle.substr(begin, kColumns));
        text.erase(text.find_last_not_of(' ') + 1);
        text += "\n" + y.line(begin, width);
    }
    text.pop_back();
    return text;
}

}  // namespace vkalgo::cli
