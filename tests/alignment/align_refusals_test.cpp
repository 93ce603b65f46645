// Tests the errors of align(), its cancellation, and failures that it survives.
#include "tests/alignment/gotoh.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/fault_injector.hpp"

#include <string>
#include <vector>

namespace vkalgo::test {
namespace {

class AlignRefusals : public DeviceTest {
protected:
    static void expect_refused(const AlignOptions& options, const std::string& where,
                               ErrorCode code = ErrorCode::invalid_argument, std::string_view query = "ACGT",
                               std::string_view target = "AGT") {
        const auto one = align(runner(), query, target, options);
        ASSERT_ERROR(one, code);
        EXPECT_EQ(one.error().where, where) << one.error().message;
    }
    static void expect_batch_refused(const dp::BatchInput& queries, const dp::BatchInput& targets,
                                     const std::string& where, const AlignOptions& options = {}) {
        const auto many = align(runner(), queries, targets, options);
        ASSERT_ERROR(many, ErrorCode::invalid_argument);
        EXPECT_EQ(many.error().where, where) << many.error().message;
    }
};

TEST_F(AlignRefusals, NameTheScoreOrCostThatIsOutOfRange) {
    expect_refused({.scores = {.gap_open = -1}}, "gap_open");
    expect_refused({.scores = {.gap_open = kMaxScore + 1}}, "gap_open");
    expect_refused({.scores = {.gap_extend = -1}}, "gap_extend");
    expect_refused({.scores = {.match = kMaxScore + 1}}, "match");
    expect_refused({.scores = {.mismatch = -kMaxScore - 1}}, "mismatch");
    expect_refused({.scores = {.match = 2, .mismatch = 2}}, "mismatch");
    expect_refused({.anchored = true}, "anchored");
    expect_refused({.mode = AlignMode::local, .anchored = true}, "anchored");
    expect_refused({.method = "fastest"}, "method");
}

TEST_F(AlignRefusals, NameAnInvalidMatrix) {
    for (const ScoreMatrix& matrix :
         {ScoreMatrix{"m", "", {}}, ScoreMatrix{"m", "AC", {1, 2, 3}}, ScoreMatrix{"m", "AA", {1, 2, 3, 4}},
          ScoreMatrix{"m", "A", {kMaxScore + 1}}, ScoreMatrix{"m", "A", {-kMaxScore - 1}}}) {
        expect_refused({.scores = {.matrix = matrix}}, "matrix");
        EXPECT_ERROR(check_score_matrix(matrix), ErrorCode::invalid_argument);
    }
    EXPECT_OK(check_score_matrix({"m", "AC", {1, 2, 3, kMaxScore}}));
    const auto unknown = builtin_score_matrix("BLOSUM63");
    ASSERT_ERROR(unknown, ErrorCode::invalid_argument);
    EXPECT_EQ(unknown.error().where, "matrix");
}

TEST_F(AlignRefusals, NameTheSequenceWithALetterThatTheMatrixLacks) {
    const AlignOptions options{.scores = {.matrix = take(builtin_score_matrix("BLOSUM62"))}};
    expect_refused(options, "query", ErrorCode::invalid_argument, "MK1", "MK");
    expect_refused(options, "target", ErrorCode::invalid_argument, "MK", "M-K");
    const AlignOptions plain{.scores = {.matrix = ScoreMatrix{"m", "AC", {1, 0, 0, 1}}}};
    expect_refused(plain, "target", ErrorCode::invalid_argument, "AC", "ACG");
    const std::vector<SequencePair> pairs{{"MK", "MK"}, {"MK", "M K"}};
    const auto many = align(runner(), pairs, options);
    ASSERT_ERROR(many, ErrorCode::invalid_argument);
    EXPECT_EQ(many.error().where, "target 1");
    AlignOptions strands;
    strands.reverse_complement = true;
    expect_refused(strands, "target", ErrorCode::invalid_argument, "ACGT", "ACZ");
    const std::vector<SequencePair> no_dna{{"AC", "AC"}, {"AC", "AQ"}};
    const auto reverse = align(runner(), no_dna, strands);
    ASSERT_ERROR(reverse, ErrorCode::invalid_argument);
    EXPECT_EQ(reverse.error().where, "target 1");
}

TEST_F(AlignRefusals, AndNoticesNameFieldsOfTheOptions) {
    const auto expect_part = [](const std::string& message, const std::string& part) {
        EXPECT_NE(message.find(part), std::string::npos) << message;
        EXPECT_EQ(message.find('<'), std::string::npos) << message;
    };
    AlignOptions by_matrix, strands;
    by_matrix.scores.matrix = take(builtin_score_matrix("BLOSUM62"));
    strands.reverse_complement = true;
    const std::vector<SequencePair> digit{{"MK1", "MK"}}, no_dna{{"AC", "AQ"}}, cases{{"acgt", "ACGT"}};
    const auto refused = [&](const std::vector<SequencePair>& pairs, const AlignOptions& options,
                             const std::string& part) {
        const auto one = align(runner(), pairs[0].query, pairs[0].target, options);
        ASSERT_ERROR(one, ErrorCode::invalid_argument);
        expect_part(one.error().message, part);
        const auto many = align(runner(), pairs, options);
        ASSERT_ERROR(many, ErrorCode::invalid_argument);
        expect_part(many.error().message, part);
    };
    refused(digit, by_matrix, "give a matrix that has it");
    refused(no_dna, strands, "reverse_complement needs DNA or RNA");
    const auto one = take(align(runner(), cases[0].query, cases[0].target));
    const auto many = take(align(runner(), cases));
    for (const AlignReport& report : {one.report, many.report}) {
        ASSERT_EQ(report.notices.size(), 1U);
        expect_part(report.notices[0], "give ignore_case to count them as equal");
    }
}

TEST_F(AlignRefusals, ScoresThatMayNotFitAreAnOverflow) {
    const std::string letters(3000, 'A');
    expect_refused({.scores = {.match = kMaxScore}}, "scores", ErrorCode::overflow, letters, letters);
    const std::vector<SequencePair> pairs{{"A", "A"}, {letters, letters}};
    const auto many = align(runner(), pairs, {.scores = {.match = kMaxScore}});
    ASSERT_ERROR(many, ErrorCode::overflow);
    EXPECT_EQ(many.error().where, "problem 1");
}

TEST_F(AlignRefusals, NameTheSideWithInvalidSequences) {
    dp::ArrayList three, two;
    for (const char* letters : {"AC", "G", "T"}) {
        three.add(letters);
    }
    two.add("A");
    two.add("C");
    expect_batch_refused(three.view(), two.view(), "targets");
    const std::vector<std::uint64_t> back{0, 2, 1}, far{0, 2, 90};
    for (const auto& offsets : {back, far}) {
        dp::BatchInput wrong = two.view();
        wrong.offsets = offsets;
        expect_batch_refused(wrong, two.view(), "queries");
        expect_batch_refused(two.view(), wrong, "targets");
    }
    const std::vector<std::uint32_t> chosen{0, 5};
    dp::BatchInput missing = two.view();
    missing.chosen = chosen;
    expect_batch_refused(missing, two.view(), "queries");
    const std::string message = align(runner(), missing, two.view(), AlignOptions()).error().message;
    EXPECT_NE(message.find("sequence 5"), std::string::npos) << message;
    dp::BatchInput numbers = two.view();
    numbers.type = ElementType::u32;
    expect_batch_refused(numbers, two.view(), "queries");
    expect_batch_refused(two.view(), two.view(), "method", {.method = "tile"});
}

TEST_F(AlignRefusals, MemoryLimitsAndCancellationEndACall) {
    SplitMix64 random(1);
    const std::string letters = random_letters(random, 4000, "ACGT");
    AlignOptions options;
    options.call.memory_limit = 4096;
    expect_refused(options, "memory_limit", ErrorCode::too_large, letters, letters);
    std::stop_source stop;
    stop.request_stop();
    AlignOptions cancelled;
    cancelled.call.cancel = stop.get_token();
    EXPECT_ERROR(align(runner(), letters, letters, cancelled), ErrorCode::cancelled);
    const std::vector<SequencePair> pairs{{letters, letters}};
    EXPECT_ERROR(align(runner(), pairs, cancelled), ErrorCode::cancelled);
}

TEST(AlignFaults, EveryCallMayFail) {
    FaultInjector injector;
    const std::vector<SequencePair> pairs{{"ACGTTGCA", "ACTTGGCA"}, {"GATTACA", "TAC"}};
    const auto call = [&](std::uint64_t failing, VkResult failure) {
        {
            ContextOptions wanted = test_options();
            wanted.get_instance_proc_addr = injector.entry();
            ValidatedContext context(wanted);
            Runner own = take(Runner::create(*context));
            SCOPED_TRACE("call " + std::to_string(failing) + " gives " + std::to_string(failure));
            injector.fail_call(failing, failure);
            const auto one = align(own, pairs[0].query, pairs[0].target);
            const auto many = align(own, pairs);
            EXPECT_EQ(one && many, failing == 0 || injector.failed().empty()) << injector.failed();
            if (one) {
                EXPECT_EQ(one->score,
                          gotoh("ACGTTGCA", "ACTTGGCA", AlignMode::global, scores_by_equality(2, -3, 5, 2)).score);
            }
        }
        EXPECT_TRUE(injector.live().empty()) << injector.failed() << " left " << injector.live_words();
        return injector.calls();
    };
    const std::uint64_t calls = call(0, VK_SUCCESS);
    ASSERT_GT(calls, 20U);
    const std::uint64_t stride = deep() ? 1 : 1 + calls / 12;
    for (std::uint64_t k = 1; k <= calls; k += stride) {
        call(k, k % 2 == 0 ? VK_ERROR_OUT_OF_HOST_MEMORY : VK_ERROR_UNKNOWN);
    }
}

}  // namespace
}  // namespace vkalgo::test
