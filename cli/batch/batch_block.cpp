#include "cli/batch/batch_block.hpp"

#include "algorithms/alignment/complements.hpp"
#include "algorithms/alignment/scoring.hpp"
#include "algorithms/alignment/strands.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {

std::span<const std::byte> SolvedBlock::elements(const std::string& input, std::size_t p) const {
    const dp::BatchInput& plain = batch.inputs.find(input)->second;
    const std::size_t k = plain.array_of(p);
    const dp::BatchInput& from = input == "y" && is_reverse(p) && reverse ? *reverse : plain;
    const std::size_t bytes = size_of(from.type);
    return from.data.subspan(from.offsets[k] * bytes, from.length(k) * bytes);
}

dp::Instance SolvedBlock::instance(std::size_t p) const {
    dp::Instance one = batch.instance(p);
    if (is_reverse(p)) {
        const auto letters = elements("y", p);
        one.inputs["y"].data.assign(letters.begin(), letters.end());
    }
    return one;
}

Result<void> set_alignment(const BatchJob& job, OutputFormat& output_format) {
    const dp::RecurrenceHeader& header = job.recurrence->header();
    if (AlignmentReader::can_read(header)) {
        output_format.alignment.emplace(header, job.instance.params);
    }
    output_format.scored = output_format.alignment && takes_scores(header);
    output_format.both_strands = job.both_strands;
    output_format.of_proteins = job.instance.scoring != nullptr && job.instance.scoring->of_proteins();
    if (job.both_strands && !output_format.scored) {
        return Error{
            ErrorCode::invalid_argument,
            fmt::format(
                "--reverse-complement with --batch needs a problem with a table of two indices whose "
                "alignments are traced back from their ends; {} is not one of these, so leave out --reverse-complement",
                header.problem),
            {}};
    }
    return {};
}

void add_scores(SolvedBlock& block, const Scoring& scoring) {
    for (const auto& rows : block.rows) {
        if (rows->alphabet.size() > block.alphabet.size()) {
            block.alphabet = rows->alphabet;
        }
    }
    block.copies.push_back(scoring.scores(block.alphabet.size()).data);
    const Bytes& scores = block.copies.back();
    block.offsets.push_back({0, scores.size() / sizeof(std::int32_t)});
    block.batch.inputs["score"] = {ElementType::i32, scores, block.offsets.back()};
    block.batch.params["alphabet"] = std::uint64_t{block.alphabet.size()};
}

namespace {

/// Makes the reverse complement of a y that all problems share, and sets `block.reverse` to it.
Result<void> turn_common(SolvedBlock& block) {
    const dp::BatchInput& y = block.batch.inputs.at("y");
    VKALGO_TRY(dp::InputArray reverse,
               reverse_complement({y.type, y.length(0), Bytes(y.data.begin(), y.data.end())}, block.alphabet));
    block.copies.push_back(std::move(reverse.data));
    block.reverse = {y.type, block.copies.back(), y.offsets};
    return {};
}

}  // namespace

Result<void> solve_both_strands(SolvedBlock& block, bool with_solution,
                                const std::function<Result<void>(bool)>& solve) {
    if (!block.reverse) {
        VKALGO_CHECK(turn_common(block));
    }
    if (!block.reverse_strand.empty() && !with_solution) {
        return {};
    }
    const dp::BatchInput plain = block.batch.inputs.at("y");
    const SolvePairs solve_pairs = [&](const dp::Batch& batch, bool tracebacks) -> Result<dp::BatchSolution> {
        block.batch.inputs["y"] = batch.inputs.at("y");
        VKALGO_CHECK(solve(tracebacks));
        return std::move(block.solution);
    };
    auto solved = solve_strands(solve_pairs, block.batch, *block.reverse, with_solution, block.reverse_strand);
    block.batch.inputs["y"] = plain;
    if (!solved) {
        return solved.error();
    }
    block.solution = std::move(*solved);
    return {};
}

std::vector<std::string> alignment_columns() {
    return {"identity", "x_begin", "x_end", "y_begin", "y_end", "x_length", "y_length", "x_coverage", "y_coverage"};
}

void append_alignment(const SolvedBlock& block, std::size_t p, const AlignmentRuns& runs, char comma,
                      std::string& text) {
    text += fmt::format("{:.2f}", count_columns(runs.runs).identity());
    const LetterRange x = letter_range(runs.begin.i, runs.end.i, block.elements("x", p).size());
    const LetterRange y = letter_range(runs.begin.j, runs.end.j, block.elements("y", p).size(), block.is_reverse(p));
    for (const LetterRange& range : {x, y}) {
        if (range.count == 0) {
            text += {comma, comma};
        } else {
            text += fmt::format("{}{}{}{}", comma, range.first, comma, range.last);
        }
    }
    text += fmt::format("{0}{1}{0}{2}{0}{3:.2f}{0}{4:.2f}", comma, x.length, y.length, x.coverage(), y.coverage());
}

namespace {

/// An alignment, both as columns and as rows of letters.
struct WholeAlignment {
    AlignedColumns columns;
    AlignedRows rows;
};

WholeAlignment whole_alignment(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p,
                               const AlignmentRuns& runs) {
    AlignedColumns alignment;
    alignment.begin = runs.begin;
    alignment.end = runs.end;
    append_runs(runs.runs, alignment.cigar);
    for (const CigarRun& run : runs.runs) {
        alignment.columns.append(static_cast<std::size_t>(run.count), run.operation);
    }
    const dp::RecurrenceHeader& header = output_format.recurrence->header();
    const auto alphabet_of = [&](const char* input) {
        const auto found = output_format.input_columns.find(input);
        if (block.alphabet.empty() || found == output_format.input_columns.end()) {
            return block.alphabet.empty() ? header.alphabet_of(input) : block.alphabet;
        }
        const ArrayBlock& column = block.rows[found->second.file]->columns[found->second.column];
        const std::size_t row = block.row_of(found->second.file, p);
        return is_rna(std::span(column.data).subspan(column.offsets[row], column.length(row)))
                   ? rna_letters(block.alphabet)
                   : block.alphabet;
    };
    const auto given = block.batch.params.find("alphabet");
    const dp::Number size = given != block.batch.params.end() ? given->second : *header.param("alphabet")->fallback;
    AlignedPair pair{block.elements("x", p), block.elements("y", p), alphabet_of("x"), alphabet_of("y"),
                     block.elements("score", p)};
    pair.letters = std::visit([](auto value) { return static_cast<std::uint64_t>(value); }, size);
    pair.reverse_strand = block.is_reverse(p);
    AlignedRows rows = aligned_rows(pair, alignment);
    return {std::move(alignment), std::move(rows)};
}

}  // namespace

Json alignment_json(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p,
                    const AlignmentRuns& runs) {
    const WholeAlignment whole = whole_alignment(output_format, block, p, runs);
    return alignment_json(whole.columns, whole.rows, block.is_reverse(p));
}

std::string alignment_text(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p,
                           const AlignmentRuns& runs) {
    const WholeAlignment whole = whole_alignment(output_format, block, p, runs);
    return alignment_text(whole.columns, whole.rows, block.is_reverse(p));
}

}  // namespace vkalgo::cli
