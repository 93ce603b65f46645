// SAM (SAMv1, samtools.github.io/hts-specs): x is the query, y the reference.
#include "cli/batch/chooser.hpp"
#include "cli/batch/sam_letters.hpp"
#include "cli/batch/solved.hpp"
#include "cli/dp/inputs.hpp"
#include "formats/bytes.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

Error no_sam(std::string message) {
    return Error{ErrorCode::invalid_argument, std::move(message), {}};
}

struct Sides {
    const OutputFormat::Place* x = nullptr;
    const OutputFormat::Place* y = nullptr;
};

/// Returns the first two inputs that come from files: query and reference.
Sides sides_of(const OutputFormat& output_format) {
    Sides sides;
    for (const dp::InputDeclaration& input : output_format.recurrence->header().inputs) {
        const auto place = output_format.places.find(input.name);
        if (place == output_format.places.end() || input.type != ElementType::u8) {
            continue;
        }
        if (sides.x == nullptr) {
            sides.x = &place->second;
        } else if (sides.y == nullptr) {
            sides.y = &place->second;
        }
    }
    return sides;
}

struct Sequence {
    const ArrayBlock& column;
    std::size_t row;

    std::uint64_t length() const { return column.length(row); }
    std::string_view values() const { return as_text(column.data).substr(column.offsets[row], length()); }
    std::string_view qualities() const {
        return column.qualities.empty() ? std::string_view()
                                        : std::string_view(column.qualities).substr(column.offsets[row], length());
    }
};

std::string name_of(const OutputFormat& output_format, const Rows& rows, const OutputFormat::Place& place,
                    std::size_t row) {
    return output_format.has_names[place.file] ? std::string(rows.columns[place.column].name(row))
                                               : std::to_string(rows.first + row + 1);
}

/// Returns the letters as they were read. `memory` holds them if values stand for letters.
std::string_view letters_of(std::string_view values, const LetterCode& code, std::string& memory) {
    if (code.is_plain()) {
        return values;
    }
    memory.clear();
    for (const char value : values) {
        memory += code.letter(static_cast<std::byte>(value));
    }
    return memory;
}

/// A formatter of the problems of one query.
class QueryFormatter {
public:
    QueryFormatter(const OutputFormat& output_format, const Sides& sides, const SolvedBlock& block, std::size_t first)
        : output_format_(output_format),
          sides_(sides),
          block_(block),
          x_{block.rows[sides.x->file]->columns[sides.x->column], block.row_of(sides.x->file, first)},
          name_(name_of(output_format, *block.rows[sides.x->file], *sides.x, x_.row)),
          letters_(letters_of(x_.values(), sides.x->code, memory_)) {}

    Result<void> format_rows(std::size_t first, std::size_t end, FormattedRows& formatted) {
        VKALGO_CHECK(check_sam_name(name_, false));
        VKALGO_CHECK(check_sam_letters(letters_, name_));
        std::vector<std::size_t> mapped;  // The best problem comes first; of equally good ones, the first
        for (std::size_t p = first; p < end; ++p) {
            if (!output_format_.pairs) {  // With pairs, the header already has all references
                VKALGO_TRY(const SamReference named, sam_reference(output_format_, *rows_of(*sides_.y), row_of_y(p)));
                formatted.pairs += fmt::format("{}\t{}\t{}\n", named.name, named.length, named.hash);
            }
            VKALGO_TRY(const bool is_mapped, read_columns(p));
            if (is_mapped) {
                mapped.push_back(p);
            }
        }
        const auto is_better_one = [this](std::size_t a, std::size_t b) {
            return is_better(block_.solution.answer(a), block_.solution.answer(b), output_format_.best);
        };
        const auto best = std::min_element(mapped.begin(), mapped.end(), is_better_one);
        std::rotate(mapped.begin(), best, best == mapped.end() ? best : best + 1);
        for (std::size_t k = 0; k < mapped.size(); ++k) {
            VKALGO_CHECK(format_mapped(mapped[k], k > 0, formatted.text));
        }
        if (mapped.empty()) {
            formatted.text += fmt::format("{}\t4\t*\t0\t0\t*\t*\t0\t0\t", name_);
            append_sequence(false, formatted.text);
            formatted.text += '\n';
        }
        return {};
    }

private:
    const Rows* rows_of(const OutputFormat::Place& place) const { return block_.rows[place.file].get(); }
    std::size_t row_of_y(std::size_t p) const { return block_.row_of(sides_.y->file, p); }

    /// Reads the columns of problem p. Returns false if no column has letters of both sequences.
    Result<bool> read_columns(std::size_t p) {
        const dp::BatchSolution& solution = block_.solution;
        aligned_.runs.clear();
        const auto traceback_end = solution.paths.end(p);
        if (solution.statuses[p] == dp::AnswerStatus::ok && traceback_end) {
            VKALGO_CHECK(output_format_.alignment->read_traceback(solution.paths, p, solution.cells[p].cell(),
                                                                  *traceback_end, true, aligned_));
        }
        columns_ = sam_columns(aligned_.runs);
        return columns_.has_pairs;
    }

    Result<void> format_mapped(std::size_t p, bool secondary, std::string& text) {
        VKALGO_CHECK(read_columns(p));
        const Sequence y{rows_of(*sides_.y)->columns[sides_.y->column], row_of_y(p)};
        const std::string reference = name_of(output_format_, *rows_of(*sides_.y), *sides_.y, y.row);
        auto before = static_cast<std::uint64_t>(aligned_.begin.i);
        auto first = static_cast<std::uint64_t>(aligned_.begin.j);
        if (before + columns_.of_query > x_.length() || first + columns_.of_reference > y.length()) {
            return no_sam(
                fmt::format("the alignment of '{}' with '{}' is longer than the two sequences; for SAM, rows must be "
                            "letters of x and columns letters of y. Write .tsv instead",
                            name_, reference));
        }
        // A query on the reverse strand is printed as its reverse complement, so that everything is in the order of the
        // reference.
        const bool reverse = block_.is_reverse(p);
        if (reverse) {
            std::reverse(columns_.runs.begin(), columns_.runs.end());
            before = x_.length() - before - columns_.of_query;
            first = y.length() - first - columns_.of_reference;
            if (reverse_letters_.empty()) {
                VKALGO_CHECK(append_reverse_complement(letters_, name_, reverse_letters_));
            }
        }
        std::string memory;
        mark_equal_pairs((reverse ? std::string_view(reverse_letters_) : letters_).substr(before),
                         letters_of(y.values().substr(first, columns_.of_reference), sides_.y->code, memory),
                         output_format_.of_proteins, columns_);

        text += fmt::format("{}\t{}\t{}\t{}\t255\t", name_, (reverse ? 16 : 0) + (secondary ? 256 : 0), reference,
                            first + 1);
        const auto clip = [&](std::uint64_t letters) {
            if (letters > 0) {
                text += fmt::format("{}S", letters);
            }
        };
        clip(before);
        append_runs(columns_.runs, text);
        clip(x_.length() - before - columns_.of_query);
        text += "\t*\t0\t0\t";
        if (secondary) {  // The primary line has the letters
            text += "*\t*";
        } else {
            append_sequence(reverse, text);
        }
        const dp::BatchSolution& solution = block_.solution;
        text += fmt::format("\tAS:{}:{}\tNM:i:{}\n", is_float(solution.answer_type) ? 'f' : 'i',
                            to_text(*solution.answer(p), solution.answer_type), columns_.differences);
        return {};
    }

    /// Appends SEQ and QUAL.
    void append_sequence(bool reverse, std::string& text) const {
        const std::string_view qualities = x_.qualities();
        text += letters_.empty() ? "*" : reverse ? std::string_view(reverse_letters_) : letters_;
        text += '\t';
        if (qualities.empty()) {
            text += '*';
        } else {
            reverse ? text.append(qualities.rbegin(), qualities.rend()) : text.append(qualities);
        }
    }

    const OutputFormat& output_format_;
    const Sides& sides_;
    const SolvedBlock& block_;
    const Sequence x_;
    const std::string name_;
    std::string memory_, reverse_letters_;
    const std::string_view letters_;
    AlignmentRuns aligned_;
    SamColumns columns_;
};

/// Returns the end of the problems that have the query of problem p. If problems are not pairs of rows, each has a
/// query of its own.
std::size_t end_of_query(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p) {
    std::size_t end = p + 1;
    while (output_format.pairs && end < block.batch.count && block.row_of(0, end) == block.row_of(0, p)) {
        ++end;
    }
    return end;
}

}  // namespace

Result<void> check_sam(const OutputFormat& output_format) {
    const dp::RecurrenceHeader& header = output_format.recurrence->header();
    const Sides sides = sides_of(output_format);
    if (output_format.scored && sides.y == nullptr) {
        return no_sam(
            "SAM needs the names of both sequences, but --input gives none; give both files by --batch, with "
            "--all-pairs");
    }
    if (!output_format.alignment || sides.y == nullptr) {
        return no_sam(fmt::format("SAM has alignments of two sequences, but {} gives none; write .tsv, .csv or .json",
                                  header.problem));
    }
    if (output_format.pairs && (sides.x->file != 0 || sides.y->file != 1)) {
        return no_sam(
            "for SAM, the first --batch file must have the queries (x) and the second the references (y); exchange "
            "the two files, or write .tsv");
    }
    return {};
}

Result<SamReference> sam_reference(const OutputFormat& output_format, const Rows& rows, std::size_t row) {
    const OutputFormat::Place& place = *sides_of(output_format).y;
    const Sequence y{rows.columns[place.column], row};
    SamReference reference{name_of(output_format, rows, place, row), y.length(),
                           std::hash<std::string_view>()(y.values())};
    VKALGO_CHECK(check_sam_name(reference.name, true));
    return reference;
}

std::size_t end_of_part(const OutputFormat& output_format, const SolvedBlock& block, std::size_t end) {
    const bool splits = output_format.kind == OutputFormat::Kind::sam && end > 0 && end < block.batch.count;
    return splits ? end_of_query(output_format, block, end - 1) : end;
}

Result<void> format_sam_rows(const OutputFormat& output_format, const SolvedBlock& block, std::size_t first,
                             std::size_t end, FormattedRows& formatted) {
    const Sides sides = sides_of(output_format);
    for (std::size_t p = first, last = 0; p < end; p = last) {
        last = end_of_query(output_format, block, p);
        VKALGO_CHECK(QueryFormatter(output_format, sides, block, p).format_rows(p, last, formatted));
    }
    return {};
}

}  // namespace vkalgo::cli
