#include "algorithms/alignment/alignment_runs.hpp"
#include "cli/dp/job.hpp"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
namespace {

std::string text_of(const AlignmentRuns& runs) {
    std::string text;
    append_runs(runs.runs, text);
    return text;
}

/// A traceback of edit distance from a cell to the border, as records and as moves.
struct Traceback {
    std::vector<dp::PathRecord> records;
    std::vector<std::uint8_t> moves;
    dp::Cell answer, end;
};

Traceback random_traceback(std::mt19937& random, std::uint32_t decisions) {
    Traceback traceback;
    traceback.answer =
        traceback.end = {static_cast<std::int64_t>(random() % 30), static_cast<std::int64_t>(random() % 30)};
    while (traceback.end.i > 0 && traceback.end.j > 0) {
        // Decisions 0, 1 and 4 change row and column, 2 changes only the column, 3 only the row.
        const auto decision = static_cast<std::uint32_t>(random() % 3 == 0 ? random() % decisions : 0);
        const bool down = decision != 2, right = decision != 3;
        traceback.records.push_back(
            {static_cast<std::int32_t>(traceback.end.i), static_cast<std::int32_t>(traceback.end.j), decision});
        traceback.moves.push_back(static_cast<std::uint8_t>(decision << 2U | (down ? 1U : 0U) | (right ? 2U : 0U)));
        traceback.end.i -= down ? 1 : 0;
        traceback.end.j -= right ? 1 : 0;
    }
    return traceback;
}

TEST(BatchAlignment, MovesAndRecordsOfATracebackGiveTheSameRuns) {
    dp::RecurrenceHeader header = builtin_recurrence("edit-distance")->header();
    ASSERT_TRUE(AlignmentReader::can_read(header));
    std::mt19937 random(1);
    for (const bool searches : {false, true}) {
        header.answer.kind = searches ? dp::AnswerDeclaration::Kind::max : dp::AnswerDeclaration::Kind::last;
        header.solution->text = "=XID.";
        const AlignmentReader reader(header);
        for (int k = 0; k < 2000; ++k) {
            const Traceback traceback = random_traceback(random, searches ? 5 : 4);
            for (const bool as_sam : {false, true}) {
                AlignmentRuns a, b;
                ASSERT_TRUE(reader.read(traceback.records, traceback.answer, traceback.end, as_sam, a));
                ASSERT_TRUE(reader.read_moves(traceback.moves, traceback.answer, traceback.end, as_sam, b));
                EXPECT_EQ(text_of(a), text_of(b));
                EXPECT_EQ(a.begin, b.begin);
                // The runs cover the rows and the columns from `begin` to the cell of the answer.
                std::int64_t rows = 0, columns = 0;
                for (const auto& run : a.runs) {
                    rows += run.operation != (as_sam ? 'D' : 'I') ? run.count : 0;
                    columns += run.operation != (as_sam ? 'I' : 'D') ? run.count : 0;
                }
                EXPECT_EQ(a.begin.i + rows, traceback.answer.i);
                EXPECT_EQ(a.begin.j + columns, traceback.answer.j);
            }
        }
    }
}

TEST(BatchAlignment, AnOmittedStepEndsALocalAlignment) {
    dp::RecurrenceHeader header = builtin_recurrence("edit-distance")->header();
    header.answer.kind = dp::AnswerDeclaration::Kind::max;
    header.solution->text = "=XDI.";
    const AlignmentReader reader(header);
    AlignmentRuns runs;
    const std::vector<std::uint8_t> moves{3, 3, 7, 19, 19};
    ASSERT_TRUE(reader.read_moves(moves, {7, 9}, {2, 4}, true, runs));
    EXPECT_EQ(text_of(runs), "1X2=");
    EXPECT_EQ(runs.begin, (dp::Cell{4, 6}));
    EXPECT_FALSE(reader.read_moves(std::vector<std::uint8_t>{5 << 2 | 3}, {1, 1}, {0, 0}, true, runs));
}

}  // namespace
}  // namespace vkalgo::cli::test
