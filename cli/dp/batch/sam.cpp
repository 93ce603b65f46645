// SAM (SAMv1, samtools.github.io/hts-specs): x is the query, y the reference.
#include "cli/dp/alignment/complements.hpp"
#include "cli/dp/alignment/scoring.hpp"
#include "cli/dp/batch/solved.hpp"
#include "cli/dp/inputs.hpp"
#include "cli/formats/bytes.hpp"

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
    const Telling::Place* x = nullptr;
    const Telling::Place* y = nullptr;
};

/// The first two inputs that come from files: query and reference.
Sides sides_of(const Telling& telling) {
    Sides sides;
    for (const dp::InputDeclaration& input : telling.recurrence->header().inputs) {
        const auto place = telling.places.find(input.name);
        if (place == telling.places.end() || input.type != ElementType::u8) {
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

/// Names are printable ASCII; a reference's begins with no * or =.
Result<void> check_name(std::string_view name, bool is_reference) {
    bool fits = !name.empty() && name.size() <= 254 && !(is_reference && (name[0] == '*' || name[0] == '='));
    for (const char letter : name) {
        fits = fits && letter > ' ' && letter <= '~' &&
               !(is_reference && std::string_view("\\,\"`'()[]{}<>").find(letter) != std::string_view::npos) &&
               !(!is_reference && letter == '@');
    }
    return fits ? Result<void>()
                : no_sam(fmt::format(
                      "SAM takes no record named '{}': names are up to 254 printable ASCII letters, {}; "
                      "rename it, or write .tsv",
                      name, is_reference ? "without brackets, quotes, commas, and no * or = in front" : "without @"));
}

struct Sequence {
    const ArrayBlock& column;
    std::size_t row;

    std::uint64_t length() const { return column.length(row); }
    std::span<const std::byte> letters() const {
        return std::span(column.data).subspan(column.offsets[row], column.length(row));
    }
};

std::string name_of(const Telling& telling, const Rows& rows, const Telling::Place& place, std::size_t row) {
    return telling.has_names[place.file] ? std::string(rows.columns[place.column].name(row))
                                         : std::to_string(rows.first + row + 1);
}

/// As they stand on the reference's own strand.
Result<void> append_turned(const Sequence& x, const std::string& query, std::string& text) {
    const bool rna = is_rna(x.letters());
    for (std::uint64_t k = x.length(); k > 0; --k) {
        const char letter = static_cast<char>(x.letters()[k - 1]);
        const char dna = complement(letter);
        const char other = !rna ? dna : dna == 'T' ? 'U' : dna == 't' ? 'u' : dna;
        if (other == 0) {
            return no_sam(fmt::format(
                "'{}' lies on the reverse strand, and its letter '{}' at place {} (from 1) has no complement; write "
                ".tsv, or correct the letter",
                query, letter, k));
        }
        text += other;
    }
    return {};
}

/// Is it one of [A-Za-z=.]?
bool is_sam_letter(char letter) {
    const auto lower = static_cast<unsigned char>(letter | ('a' - 'A'));
    return static_cast<unsigned char>(lower - 'a') <= 'z' - 'a' || letter == '=' || letter == '.';
}

Result<void> check_letters(std::string_view letters, const std::string& query) {
    unsigned outside = 0;  // of all, since that is quicker than to look after each
    for (const char letter : letters) {
        outside |= static_cast<unsigned>(!is_sam_letter(letter));
    }
    if (outside == 0) {
        return {};
    }
    const auto bad = std::find_if_not(letters.begin(), letters.end(), is_sam_letter);
    return no_sam(fmt::format(
        "record '{}': letter {} is {}, and SAM takes A to Z, a to z, = and . alone; write .tsv, or correct the record",
        query, bad - letters.begin() + 1,
        *bad > ' ' && *bad <= '~' ? fmt::format("'{}'", *bad)
                                  : fmt::format("byte 0x{:02x}", static_cast<unsigned char>(*bad))));
}

void append_letters(const Sequence& x, const LetterCode& code, std::string& text) {
    if (x.length() == 0) {
        text += '*';
    } else if (code.is_plain()) {
        text.append(reinterpret_cast<const char*>(x.letters().data()), x.letters().size());
    } else {
        for (const std::byte value : x.letters()) {
            text += code.letter(value);
        }
    }
}

}  // namespace

Result<void> check_sam(const Telling& telling) {
    const dp::RecurrenceHeader& header = telling.recurrence->header();
    const Sides sides = sides_of(telling);
    if (telling.scored && sides.y == nullptr) {
        return no_sam(
            "SAM names both sequences, and --input gives no name; give both files by --batch, with --all-pairs");
    }
    if (!telling.alignment || sides.y == nullptr) {
        return no_sam(fmt::format(
            "SAM holds alignments of two sequences, and {} prints none; write .tsv, .csv or .json", header.problem));
    }
    if (telling.pairs && (sides.x->file != 0 || sides.y->file != 1)) {
        return no_sam(
            "SAM of pairs has queries (x) in the first --batch file and references (y) in the second; give "
            "the files the other way round, or write .tsv");
    }
    return {};
}

Result<SamReference> sam_reference(const Telling& telling, const Rows& rows, std::size_t row) {
    const Telling::Place& place = *sides_of(telling).y;
    const Sequence y{rows.columns[place.column], row};
    SamReference reference{name_of(telling, rows, place, row), y.length(),
                           std::hash<std::string_view>()(as_text(y.letters()))};
    VKALGO_CHECK(check_name(reference.name, true));
    return reference;
}

Result<void> tell_sam(const Telling& telling, const SolvedBlock& block, std::size_t p, Told& told) {
    const Sides sides = sides_of(telling);
    const dp::BatchSolution& solution = block.solution;
    const Sequence x{block.rows[sides.x->file]->columns[sides.x->column], block.row_of(sides.x->file, p)};
    const Sequence y{block.rows[sides.y->file]->columns[sides.y->column], block.row_of(sides.y->file, p)};
    const std::string query = name_of(telling, *block.rows[sides.x->file], *sides.x, x.row);
    VKALGO_CHECK(check_name(query, false));
    std::string reference;
    if (telling.pairs) {  // the header has them already
        reference = name_of(telling, *block.rows[sides.y->file], *sides.y, y.row);
    } else {
        VKALGO_TRY(SamReference named, sam_reference(telling, *block.rows[sides.y->file], y.row));
        told.pairs += fmt::format("{}\t{}\t{}\n", named.name, named.length, named.hash);
        reference = std::move(named.name);
    }

    thread_local AlignmentRuns aligned;
    aligned.runs.clear();
    const auto walk_end = solution.paths.end(p);
    if (solution.statuses[p] == dp::AnswerStatus::ok && walk_end) {
        VKALGO_CHECK(
            telling.alignment->read_walk(solution.paths, p, solution.cells[p].cell(), *walk_end, true, aligned));
    }
    std::uint64_t edits = 0;
    std::uint64_t kept = 0, taken = 0;
    for (const Run& run : aligned.runs) {
        edits += run.operation == '=' ? 0U : static_cast<std::uint64_t>(run.count);
        kept += run.operation == 'D' ? 0U : static_cast<std::uint64_t>(run.count);
        taken += run.operation == 'I' ? 0U : static_cast<std::uint64_t>(run.count);
    }
    auto before = static_cast<std::uint64_t>(aligned.begin.i);
    auto first = static_cast<std::uint64_t>(aligned.begin.j);
    const bool is_mapped = kept > 0 && taken > 0;
    if (is_mapped && (before + kept > x.length() || first + taken > y.length())) {
        return no_sam(
            fmt::format("the alignment of '{}' with '{}' is longer than they are; SAM wants rows to be "
                        "letters of x, and columns letters of y: write .tsv",
                        query, reference));
    }
    // A query on the reverse strand is told turned around, so that all is in the order of the reference.
    const bool turned = is_mapped && block.is_minus(p);
    if (turned) {
        std::reverse(aligned.runs.begin(), aligned.runs.end());
        before = x.length() - before - kept;
        first = y.length() - first - taken;
    }
    std::string& text = told.text;
    text += query;
    const int secondary = block.is_secondary(p) ? 256 : 0;
    if (!is_mapped) {  // nothing of one lies on the other
        text += fmt::format("\t{}", 4 + secondary);
        text += "\t*\t0\t255\t*\t*\t0\t0\t";
    } else {
        text += fmt::format("\t{}\t{}\t{}\t255\t", (turned ? 16 : 0) + secondary, reference, first + 1);
        const auto clip = [&](std::uint64_t letters) {
            if (letters > 0) {
                text += fmt::format("{}S", letters);
            }
        };
        clip(before);
        append_runs(aligned.runs, text);
        clip(x.length() - before - kept);
        text += "\t*\t0\t0\t";
    }
    const std::size_t letters = text.size();
    if (turned) {
        VKALGO_CHECK(append_turned(x, query, text));
    } else {
        append_letters(x, sides.x->code, text);
    }
    if (x.length() > 0) {
        VKALGO_CHECK(check_letters(std::string_view(text).substr(letters), query));
    }
    text += '\t';
    if (x.column.qualities.empty() || x.length() == 0) {
        text += '*';
    } else {
        const auto qualities = std::string_view(x.column.qualities).substr(x.column.offsets[x.row], x.length());
        turned ? text.append(qualities.rbegin(), qualities.rend()) : text.append(qualities);
    }
    if (solution.statuses[p] == dp::AnswerStatus::ok) {
        text += fmt::format("\tAS:{}:{}", is_float(solution.answer_type) ? 'f' : 'i',
                            to_text(*solution.answer(p), solution.answer_type));
    }
    if (is_mapped) {
        text += fmt::format("\tNM:i:{}", edits);
    }
    text += '\n';
    return {};
}

}  // namespace vkalgo::cli
