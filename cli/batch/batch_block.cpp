#include "cli/batch/batch_block.hpp"

#include "cli/dp/alignment/complements.hpp"
#include "cli/dp/alignment/scoring.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {

std::span<const std::byte> SolvedBlock::elements(const std::string& input, std::size_t p) const {
    const dp::BatchInput& plain = batch.inputs.find(input)->second;
    const std::size_t k = plain.array_of(p);
    const dp::BatchInput& from = input == "y" && is_minus(p) && turned ? *turned : plain;
    const std::size_t bytes = size_of(from.type);
    return from.data.subspan(from.offsets[k] * bytes, from.length(k) * bytes);
}

dp::Instance SolvedBlock::instance(std::size_t p) const {
    dp::Instance one = batch.instance(p);
    if (is_minus(p)) {
        const auto letters = elements("y", p);
        one.inputs["y"].data.assign(letters.begin(), letters.end());
    }
    return one;
}

Result<void> tell_alignments(const BatchJob& job, Telling& telling) {
    const dp::RecurrenceHeader& header = job.recurrence->header();
    if (AlignmentReader::can_read(header)) {
        telling.alignment.emplace(header, job.instance.params);
    }
    telling.scored = telling.alignment && takes_scores(header);
    telling.both_strands = job.both_strands;
    telling.of_proteins = job.instance.scoring != nullptr && job.instance.scoring->of_proteins();
    if (job.both_strands && !telling.scored) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("--reverse-complement with --batch wants alignments that are walked from their ends, "
                                 "and {} is not; leave it out",
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

/// Of a y that is every problem's.
Result<void> turn_common(SolvedBlock& block) {
    const dp::BatchInput& y = block.batch.inputs.at("y");
    VKALGO_TRY(dp::InputArray turned,
               reverse_complement({y.type, y.length(0), Bytes(y.data.begin(), y.data.end())}, block.alphabet));
    block.copies.push_back(std::move(turned.data));
    block.turned = {y.type, block.copies.back(), y.offsets};
    return {};
}

/// Of each problem the letters of y that are the better ones, as arrays behind those of y.
dp::BatchInput better_letters(SolvedBlock& block) {
    const dp::BatchInput& y = block.batch.inputs.at("y");
    Bytes data(y.data.begin(), y.data.end());
    data.insert(data.end(), block.turned->data.begin(), block.turned->data.end());
    std::vector<std::uint64_t> offsets(y.offsets.begin(), y.offsets.end());
    for (std::size_t k = 1; k < y.offsets.size(); ++k) {
        offsets.push_back(y.data.size() + y.offsets[k]);
    }
    std::vector<std::uint32_t> chosen(block.batch.count);
    for (std::size_t p = 0; p < chosen.size(); ++p) {
        chosen[p] = static_cast<std::uint32_t>(y.array_of(p) + (block.is_minus(p) ? y.arrays() : 0));
    }
    block.copies.push_back(std::move(data));
    block.offsets.push_back(std::move(offsets));
    block.arrays.push_back(std::move(chosen));
    return {y.type, block.copies.back(), block.offsets.back(), block.arrays.back()};
}

bool is_better(const dp::BatchSolution& one, const dp::BatchSolution& than, std::size_t p) {
    const auto ones = one.answers_as<std::int32_t>();
    const auto thans = than.answers_as<std::int32_t>();
    if (one.statuses[p] != dp::AnswerStatus::ok || than.statuses[p] != dp::AnswerStatus::ok) {
        return one.statuses[p] == dp::AnswerStatus::ok;
    }
    return ones.empty() || thans.empty() ? *one.answer(p) > *than.answer(p) : ones[p] > thans[p];
}

/// Takes the answers of the other strand where it is the better one.
void choose(SolvedBlock& block, const dp::BatchSolution& other) {
    dp::BatchSolution& best = block.solution;
    const std::size_t bytes = size_of(best.answer_type);
    block.minus.assign(block.batch.count, 0);
    for (std::size_t p = 0; p < block.minus.size(); ++p) {
        if (is_better(other, best, p)) {
            block.minus[p] = 1;
            std::memcpy(best.answers.data() + p * bytes, other.answers.data() + p * bytes, bytes);
            best.statuses[p] = other.statuses[p];
            best.cells[p] = other.cells[p];
        }
    }
}

}  // namespace

Result<void> solve_both_strands(SolvedBlock& block, bool with_solution,
                                const std::function<Result<void>(bool)>& solve) {
    if (!block.turned) {
        VKALGO_CHECK(turn_common(block));
    }
    const dp::BatchInput plain = block.batch.inputs.at("y");
    if (block.minus.empty()) {
        block.turned->chosen = plain.chosen;
        block.batch.inputs["y"] = *block.turned;
        VKALGO_CHECK(solve(false));
        const dp::BatchSolution other = std::move(block.solution);
        block.batch.inputs["y"] = plain;
        VKALGO_CHECK(solve(false));
        choose(block, other);
    }
    if (with_solution) {
        const bool has_minus = std::count(block.minus.begin(), block.minus.end(), 1) > 0;
        block.batch.inputs["y"] = has_minus ? better_letters(block) : plain;
        VKALGO_CHECK(solve(true));
        block.batch.inputs["y"] = plain;
    }
    return {};
}

namespace {

/// The places of what is aligned.
struct Ranges {
    LetterRange x, y;
};

Ranges ranges_of(const SolvedBlock& block, std::size_t p, const AlignmentRuns& runs) {
    const auto range = [](std::int64_t begin, std::int64_t end) { return LetterRange{begin + 1, end, end - begin}; };
    Ranges ranges{range(runs.begin.i, runs.end.i), range(runs.begin.j, runs.end.j)};
    if (block.is_minus(p)) {
        const auto count = static_cast<std::int64_t>(block.elements("y", p).size());
        ranges.y = {count + 1 - ranges.y.first, count + 1 - ranges.y.last, ranges.y.count};
    }
    return ranges;
}

}  // namespace

std::vector<std::string> alignment_columns() {
    return {"cigar", "identity", "x_begin", "x_end", "y_begin", "y_end"};
}

void append_alignment(const SolvedBlock& block, std::size_t p, const AlignmentRuns& runs, char comma,
                      std::string& text) {
    append_runs(runs.runs, text);
    std::int64_t columns = 0, matches = 0;
    for (const Run& run : runs.runs) {
        columns += run.count;
        matches += run.operation == '=' ? run.count : 0;
    }
    const double identity = columns == 0 ? 0 : 100.0 * static_cast<double>(matches) / static_cast<double>(columns);
    fmt::format_to(std::back_inserter(text), "{}{:.2f}", comma, identity);
    const Ranges ranges = ranges_of(block, p, runs);
    for (const LetterRange& range : {ranges.x, ranges.y}) {
        if (range.count == 0) {
            text += {comma, comma};
        } else {
            fmt::format_to(std::back_inserter(text), "{}{}{}{}", comma, range.first, comma, range.last);
        }
    }
}

Json alignment_json(const Telling& telling, const SolvedBlock& block, std::size_t p, const AlignmentRuns& runs) {
    Alignment alignment;
    alignment.begin = runs.begin;
    alignment.end = runs.end;
    append_runs(runs.runs, alignment.cigar);
    for (const Run& run : runs.runs) {
        alignment.columns.append(static_cast<std::size_t>(run.count), run.operation);
    }
    const dp::RecurrenceHeader& header = telling.recurrence->header();
    const auto alphabet_of = [&](const char* input) {
        const auto place = telling.places.find(input);
        if (block.alphabet.empty() || place == telling.places.end()) {
            return block.alphabet.empty() ? header.alphabet_of(input) : block.alphabet;
        }
        const ArrayBlock& column = block.rows[place->second.file]->columns[place->second.column];
        const std::size_t row = block.row_of(place->second.file, p);
        return is_rna(std::span(column.data).subspan(column.offsets[row], column.length(row)))
                   ? rna_letters(block.alphabet)
                   : block.alphabet;
    };
    const auto given = block.batch.params.find("alphabet");
    const dp::Number size = given != block.batch.params.end() ? given->second : *header.param("alphabet")->fallback;
    AlignedPair pair{block.elements("x", p), block.elements("y", p), alphabet_of("x"), alphabet_of("y"),
                     block.elements("score", p)};
    pair.letters = std::visit([](auto value) { return static_cast<std::uint64_t>(value); }, size);
    pair.minus = block.is_minus(p);
    return alignment_json(alignment, aligned_rows(pair, alignment), pair.minus);
}

}  // namespace vkalgo::cli
