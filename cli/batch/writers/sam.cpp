// SAM (SAMv1, samtools.github.io/hts-specs): x is the query, y the reference.
#include "cli/batch/batch_writer.hpp"
#include "cli/batch/chooser.hpp"
#include "cli/batch/problem_text.hpp"
#include "cli/batch/reference_names.hpp"
#include "cli/batch/sam_letters.hpp"
#include "cli/batch/spool.hpp"
#include "cli/dp/inputs.hpp"
#include "formats/bytes.hpp"
#include "support/bad_usage.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

Error no_sam(std::string message) {
    return Error{ErrorCode::invalid_argument, std::move(message), {}};
}

/// The most references that --all-pairs can have as SAM. The best pair of a query is known only when all pairs of the
/// query are solved, so one task has all of them.
constexpr std::size_t kMaxReferences = std::size_t{1} << 18;

/// Returns the text to which a line "name<TAB>length<TAB>hash" is appended for each reference of the formatted rows.
std::string& references(FormattedRows& formatted) {
    formatted.lists.resize(1);
    return formatted.lists.front();
}

struct Sides {
    const OutputFormat::InputColumn* x = nullptr;
    const OutputFormat::InputColumn* y = nullptr;
};

/// Returns the first two inputs of bytes that come from --batch files: x is the query, y the reference.
Sides sides_of(const OutputFormat& output_format) {
    Sides sides;
    for (const dp::InputDeclaration& input : output_format.recurrence->header().inputs) {
        const auto found = output_format.input_columns.find(input.name);
        if (found == output_format.input_columns.end() || input.type != ElementType::u8) {
            continue;
        }
        if (sides.x == nullptr) {
            sides.x = &found->second;
        } else if (sides.y == nullptr) {
            sides.y = &found->second;
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

std::string name_of(const OutputFormat& output_format, const Rows& rows, const OutputFormat::InputColumn& input,
                    std::size_t row) {
    return output_format.has_names[input.file] ? std::string(rows.columns[input.column].name(row))
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

/// A reference for the header of SAM.
struct SamReference {
    std::string name;
    std::uint64_t length = 0;
    /// A hash of its letters.
    std::uint64_t hash = 0;
};

/// Returns y of row `row` as a reference. Errors: invalid_argument: SAM does not allow its name.
Result<SamReference> sam_reference(const OutputFormat& output_format, const Rows& rows, std::size_t row) {
    const OutputFormat::InputColumn& input = *sides_of(output_format).y;
    const Sequence y{rows.columns[input.column], row};
    SamReference reference{name_of(output_format, rows, input, row), y.length(),
                           std::hash<std::string_view>()(y.values())};
    VKALGO_CHECK(check_sam_name(reference.name, true));
    return reference;
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
                references(formatted) += fmt::format("{}\t{}\t{}\n", named.name, named.length, named.hash);
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
    const Rows* rows_of(const OutputFormat::InputColumn& input) const { return block_.rows[input.file].get(); }
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
            return no_sam(fmt::format(
                "the alignment of '{}' with '{}' ends beyond the end of one of these sequences; for SAM, the "
                "rows of the table must stand for letters of x, and its columns for letters of y; write "
                ".tsv",
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

/// Checks that the problems are alignments of a query with a reference.
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

/// Appends the lines of whole queries. The best mapped line is primary and comes first; other mapped lines are
/// secondary. A query without a mapped line has one unmapped line.
Result<void> format_sam(const OutputFormat& output_format, const SolvedBlock& block, std::size_t first, std::size_t end,
                        FormattedRows& formatted) {
    const Sides sides = sides_of(output_format);
    for (std::size_t p = first, last = 0; p < end; p = last) {
        last = end_of_query(output_format, block, p);
        VKALGO_CHECK(QueryFormatter(output_format, sides, block, p).format_rows(p, last, formatted));
    }
    return {};
}

class SamOutput : public BatchOutput {
public:
    SamOutput(const OutputFormat& output_format, const std::string& path)
        : output_format_(output_format), file_(path), lines_(path) {
        // Cannot fail: the first text is kept in memory
        static_cast<void>(file_.write("@HD\tVN:1.6\tSO:unknown\n"));
    }

    /// Adds all references to the header, in their order.
    Result<void> begin(const Rows* second) override {
        if (second == nullptr) {
            return {};
        }
        if (!output_format_.chosen && second->count() > kMaxReferences) {
            return bad_usage(
                fmt::format("SAM marks the best pair of each query, which --all-pairs can find among at most {} "
                            "references, but there are {}; give --top K, --at-most or --at-least, or write .tsv",
                            kMaxReferences, second->count()));
        }
        for (std::size_t row = 0; row < second->count(); ++row) {
            VKALGO_TRY(const SamReference reference, sam_reference(output_format_, *second, row));
            VKALGO_CHECK(add_reference(reference.name, {reference.length, reference.hash}));
        }
        return {};
    }

    Result<void> take(const FormattedRows& formatted) override {
        for (const std::string& lines : formatted.lists) {
            VKALGO_CHECK(add_references(lines));
        }
        return lines_.write(formatted.text);
    }

    Result<void> finish(std::uint64_t /*problems*/) override {
        // Readers such as picard-tools require a read group.
        VKALGO_CHECK(file_.write("@RG\tID:unknown\tSM:unknown\tPL:OTHER\n@PG\tID:vkalgo\tPN:vkalgo\n"));
        return file_.append(lines_);
    }

    Result<void> deliver() override { return file_.deliver(); }

private:
    /// Writes a reference into the header, unless it is there already or has no letters. Errors: two references have
    /// the same name and different letters.
    Result<void> add_reference(std::string_view name, const ReferenceNames::Letters& letters) {
        bool is_new = false;
        const ReferenceNames::Letters known = references_.letters_of(name, letters, is_new);
        if (known.length != letters.length || known.hash != letters.hash) {
            return Error{ErrorCode::invalid_argument,
                         fmt::format("two different references, of {1} and {2} letters, are called '{0}', but SAM "
                                     "identifies references by their names; rename one, or write .tsv",
                                     name, known.length, letters.length),
                         {}};
        }
        return is_new && letters.length > 0 ? file_.write(fmt::format("@SQ\tSN:{}\tLN:{}\n", name, letters.length))
                                            : Result<void>();
    }

    Result<void> add_references(std::string_view rest) {
        while (!rest.empty()) {
            const auto tab = rest.find('\t');
            const auto end = rest.find('\n', tab);
            ReferenceNames::Letters letters;
            const char* const last = rest.data() + end;
            const char* const second = std::from_chars(rest.data() + tab + 1, last, letters.length).ptr;
            std::from_chars(second + 1, last, letters.hash);
            VKALGO_CHECK(add_reference(rest.substr(0, tab), letters));
            rest.remove_prefix(end + 1);
        }
        return {};
    }

    const OutputFormat& output_format_;
    ReferenceNames references_;
    Spool file_;
    /// The lines of the alignments. finish() appends them to the header, which is complete only then.
    Spool lines_;
};

std::unique_ptr<BatchOutput> open_sam(const OutputFormat& output_format, const std::string& path) {
    return std::make_unique<SamOutput>(output_format, path);
}

}  // namespace

const BatchWriter& batch_writer_sam();
const BatchWriter& batch_writer_sam() {
    static const BatchWriter writer{.name = "sam",
                                    .endings = {".sam"},
                                    .needs_solution = true,
                                    .keeps_queries = true,
                                    .check = check_sam,
                                    .format = format_sam,
                                    .open = open_sam};
    return writer;
}

}  // namespace vkalgo::cli
