// SAM (SAMv1, samtools.github.io/hts-specs): x is the query, y the reference.
#include "cli/dp/batch/solved.hpp"
#include "cli/dp/inputs.hpp"

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

std::string name_of(const Telling& telling, const SolvedBlock& block, const Telling::Place& place, std::size_t p) {
    const Rows& rows = *block.rows[place.file];
    const std::size_t row = block.row_of(place.file, p);
    return telling.has_names[place.file] ? std::string(rows.columns[place.column].name(row))
                                         : std::to_string(rows.first + row + 1);
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
    if (!telling.alignment || sides.y == nullptr) {
        return no_sam(fmt::format(
            "SAM holds alignments of two sequences, and {} prints none; write .tsv, .csv or .json", header.problem));
    }
    return {};
}

Result<void> tell_sam(const Telling& telling, const SolvedBlock& block, std::size_t p, Told& told) {
    const Sides sides = sides_of(telling);
    const dp::BatchSolution& solution = block.solution;
    const Sequence x{block.rows[sides.x->file]->columns[sides.x->column], block.row_of(sides.x->file, p)};
    const Sequence y{block.rows[sides.y->file]->columns[sides.y->column], block.row_of(sides.y->file, p)};
    const std::string query = name_of(telling, block, *sides.x, p);
    const std::string reference = name_of(telling, block, *sides.y, p);
    VKALGO_CHECK(check_name(query, false));
    VKALGO_CHECK(check_name(reference, true));
    told.pairs += reference;  // the header wants each with its length
    told.pairs += fmt::format("\t{}\n", y.length());

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
    const auto before = static_cast<std::uint64_t>(aligned.begin.i);
    std::string& text = told.text;
    text += query;
    if (kept == 0 || taken == 0) {  // nothing of one lies on the other
        text += "\t4\t*\t0\t255\t*\t*\t0\t0\t";
    } else {
        if (before + kept > x.length() || static_cast<std::uint64_t>(aligned.begin.j) + taken > y.length()) {
            return no_sam(
                fmt::format("the alignment of '{}' with '{}' is longer than they are; SAM wants rows to be "
                            "letters of x, and columns letters of y: write .tsv",
                            query, reference));
        }
        text += "\t0\t";
        text += reference;
        text += fmt::format("\t{}\t255\t", aligned.begin.j + 1);
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
    append_letters(x, sides.x->code, text);
    text += '\t';
    if (x.column.qualities.empty() || x.length() == 0) {
        text += '*';
    } else {
        text += std::string_view(x.column.qualities).substr(x.column.offsets[x.row], x.length());
    }
    if (solution.statuses[p] == dp::AnswerStatus::ok) {
        text += fmt::format("\tAS:{}:{}", is_float(solution.answer_type) ? 'f' : 'i',
                            to_text(*solution.answer(p), solution.answer_type));
    }
    if (kept > 0 && taken > 0) {
        text += fmt::format("\tNM:i:{}", edits);
    }
    text += '\n';
    return {};
}

}  // namespace vkalgo::cli
