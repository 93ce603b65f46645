// Tests the output of batches: names and texts as each format needs them, numbers of rows across blocks, SAM's names,
// what --verify checks, and files that are read in several steps.
#include "algorithms/alignment/scoring.hpp"
#include "cli/batch/batch.hpp"
#include "cli/batch/spool.hpp"
#include "cli/commands/dp/run_batch.hpp"
#include "tests/cli/align_batch_oracle.hpp"
#include "tests/cli/batch_on_host.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;
using vkalgo::test::TemporaryFolder;

namespace {

std::string_view x_of(const dp::Batch& batch, std::size_t p) {
    const dp::BatchInput& x = batch.inputs.find("x")->second;
    const std::size_t k = x.array_of(p);
    return {reinterpret_cast<const char*>(x.data.data()) + x.offsets[k], x.length(k)};
}

/// Edit distances computed on the host, in blocks of three problems.
class BatchResults : public testing::Test {
protected:
    BatchResults() {
        job.recurrence = &recurrence_;
        job.solve = edit_on_host;
        job.block = BlockSize{3, 1000};
    }

    /// Returns what the batch of these files writes.
    std::string written(std::vector<std::string> files, const std::string& output) {
        job.request.files = std::move(files);
        job.output = folder.path(output);
        Session session(globals, reporter_);
        auto answer = run_batch(session, job);
        if (!answer) {
            return "error: " + answer.error().message;
        }
        verification = answer->verification;
        EXPECT_TRUE(answer->files.at(0).deliver());
        std::ifstream file(*job.output, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    /// Solves a batch in which problems whose x is empty have no answer.
    static Result<dp::BatchSolution> without_empty(const dp::Batch& batch, const dp::BatchOptions& options) {
        auto solution = edit_on_host(batch, options);
        for (std::size_t p = 0; p < batch.count; ++p) {
            solution->statuses[p] = x_of(batch, p).empty() ? dp::AnswerStatus::infeasible : dp::AnswerStatus::ok;
        }
        return solution;
    }

    TemporaryFolder folder;
    BatchJob job;
    Globals globals;
    std::optional<Verification> verification;

private:
    dp::Recurrence recurrence_ = *builtin_recurrence("edit-distance");
    Reporter reporter_{{.quiet = true}};
};

TEST_F(BatchResults, NamesAreQuotedAsTheFormatOfTheOutputRequires) {
    const std::string file = folder.file("p.fa", ">a,b\"c\nA\n>d\\e\nAC\n>p,q\nA\n>'f'\nA\n");
    EXPECT_EQ(written({file}, "o.tsv"), "x\ty\tdistance\na,b\"c\td\\\\e\t1\np,q\t'f'\t0\n");
    EXPECT_EQ(written({file}, "o.csv"), "x,y,distance\n\"a,b\"\"c\",d\\e,1\n\"p,q\",'f',0\n");
}

TEST_F(BatchResults, FilesOfRowsBeginWithTheNamesOfTheirColumns) {
    const std::string file = folder.file("p.fa", ">a\nAC\n>b\nAG\n");
    job.solution = true;
    EXPECT_EQ(written({file}, "o.tsv"), "x\ty\tdistance\tsolution\na\tb\t1\t1=1X\n");
    EXPECT_EQ(written({file}, "o.TAB"), "x\ty\tdistance\tsolution\na\tb\t1\t1=1X\n");
    EXPECT_EQ(written({file}, "o.csv"), "x,y,distance,solution\na,b,1,1=1X\n");
    // A file without rows has the line of column names too.
    job.request.at_most = -1;
    EXPECT_EQ(written({file}, "o.tsv"), "x\ty\tdistance\tsolution\n");
}

TEST_F(BatchResults, TextHasTheAnswerAndTheSolutionOfEachProblemBelowItsNames) {
    const std::string file = folder.file("p.fa", ">a\nkitten\n>b\nsitting\n>c\nA\n>d\nA\n");
    EXPECT_EQ(written({file}, "o.txt"),
              "x         a\ny         b\ndistance  3\n\nx         c\ny         d\ndistance  0\n\n");
    job.solution = true;
    EXPECT_EQ(written({file}, "o.txt"),
              "x         a\ny         b\ndistance  3\nsolution  1X3=1X1=1I\n\n"
              "x         c\ny         d\ndistance  0\nsolution  1=\n\n");
    // A problem without an answer has no solution. The solution of an alignment without columns is empty.
    job.solve = without_empty;
    EXPECT_EQ(written({folder.file("p.csv", "x,y\n,C\nA,C\n")}, "o.txt"),
              "number    1\ndistance  infeasible\n\nnumber    2\ndistance  1\nsolution  1X\n\n");
    job.solve = edit_on_host;
    EXPECT_EQ(written({folder.file("p.csv", "x,y\n\"\",\"\"\n")}, "o.txt"), "number    1\ndistance  0\nsolution\n\n");
    job.request.at_most = -1;
    EXPECT_EQ(written({file}, "o.txt"), "");
}

TEST_F(BatchResults, RowsOfTablesAreNumberedInAllBlocks) {
    const std::string x = folder.file("x.csv", "x\nA\nAC\nACG\nACGT\n"), y = folder.file("y.csv", "y\nA\nACGT\n");
    job.request.all_pairs = true;
    EXPECT_EQ(written({x, y}, "o.csv"),
              "row,column,distance\n1,1,0\n1,2,3\n2,1,1\n2,2,2\n3,1,2\n3,2,1\n4,1,3\n4,2,0\n");
    job.request.all_pairs = false;
    EXPECT_EQ(written({folder.file("p.csv", "x,y\nA,A\nA,C\nA,\n,A\nA,AA\n")}, "o.csv"),
              "number,distance\n1,0\n2,1\n3,1\n4,1\n5,1\n");
}

TEST_F(BatchResults, ProblemsWithoutAnAnswerAreNamedByTheirNumberInAllBlocks) {
    job.solve = without_empty;
    const std::string file = folder.file("p.csv", "x,y\nA,A\n,C\nA,C\nAC,C\n,\nA,\nA,A\nA,A\n,A\n");
    EXPECT_EQ(nlohmann::json::parse(written({file}, "o.json")), nlohmann::json::parse(R"({"problem": "edit-distance",
        "answers": [0, null, 1, 1, null, 1, 0, 0, null], "count": 9,
        "statuses": [{"problem": 1, "status": "infeasible"}, {"problem": 4, "status": "infeasible"},
                     {"problem": 8, "status": "infeasible"}]})"));
    job.solution = true;
    EXPECT_EQ(written({file}, "o.tsv"),
              "number\tdistance\tsolution\n"
              "1\t0\t1=\n2\tinfeasible\t\n3\t1\t1X\n4\t1\t1D1=\n5\tinfeasible\t\n6\t1\t1D\n7\t0\t1=\n8\t0\t1=\n"
              "9\tinfeasible\t\n");
    // A problem without an answer is not kept, whatever number its element of the answers holds.
    job.solution = false;
    job.request.at_most = 0;
    EXPECT_EQ(written({file}, "o.csv"), "number,distance\n1,0\n7,0\n8,0\n");
}

TEST_F(BatchResults, BlocksOfWhichNoProblemIsKeptLeaveTheJsonValid) {
    const std::string file = folder.file("p.csv", "x,y\nA,C\nA,C\nA,C\nA,A\nA,C\nC,C\nA,C\nA,C\nA,C\nA,A\n");
    job.request.at_most = 0;
    job.solution = true;
    EXPECT_EQ(nlohmann::json::parse(written({file}, "o.json")),
              nlohmann::json::parse(R"({"problem": "edit-distance", "answers": [0, 0, 0],
        "problems": [3, 5, 9], "solutions": [{"cigar": "1="}, {"cigar": "1="}, {"cigar": "1="}], "count": 3})"));
    job.request.at_most = -1;
    EXPECT_EQ(nlohmann::json::parse(written({file}, "o.json")),
              nlohmann::json::parse(R"({"problem": "edit-distance", "answers": [],
        "problems": [], "solutions": [], "count": 0})"));
}

TEST_F(BatchResults, BlocksOfBothFilesHaveEquallyManyRecordsWhateverTheirLengths) {
    std::string x, y, expected = "x\ty\tdistance\n";
    for (int k = 0; k < 50; ++k) {
        x += ">x" + std::to_string(k) + "\nACG\n";
        y += ">y" + std::to_string(k) + "\nACG" + std::string(100, 'T') + "\n";
        expected += "x" + std::to_string(k) + "\ty" + std::to_string(k) + "\t100\n";
    }
    job.block = BlockSize{7, 150};
    EXPECT_EQ(written({folder.file("x.fa", x), folder.file("y.fa", y)}, "o.tsv"), expected);
    EXPECT_EQ(written({folder.file("y.fa", y), folder.file("x.fa", x)}, "o.tsv").find("x\ty\tdistance\ny0\tx0\t100\n"),
              0U);
}

TEST_F(BatchResults, SamHasEachReferenceOnceHoweverManyThereAre) {
    std::string queries, references, header;
    for (int k = 0; k < 3000; ++k) {
        queries += ">q\nA\n";
        references += ">r" + std::to_string(k % 1500) + "\nAC\n";
        header += k < 1500 ? "@SQ\tSN:r" + std::to_string(k) + "\tLN:2\n" : "";
    }
    job.block.reset();
    const std::string sam = written({folder.file("q.fa", queries), folder.file("r.fa", references)}, "o.sam");
    EXPECT_TRUE(sam.starts_with("@HD\tVN:1.6\tSO:unknown\n" + header + "@RG\tID:unknown")) << sam.substr(0, 300);
    // SAM cannot name a query without letters.
    EXPECT_EQ(
        written({folder.file("p.fa", ">q\nA\n>r\n\n>s\nA\n>t\nA\n")}, "o.sam"),
        "@HD\tVN:1.6\tSO:unknown\n@SQ\tSN:t\tLN:1\n@RG\tID:unknown\tSM:unknown\tPL:OTHER\n@PG\tID:vkalgo\tPN:vkalgo\n"
        "q\t4\t*\t0\t0\t*\t*\t0\t0\tA\t*\ns\t0\tt\t1\t255\t1=\t*\t0\t0\tA\t*\tAS:i:0\tNM:i:0\n");
}

TEST_F(BatchResults, SamTakesOnlyNamesThatItsReadersTake) {
    const auto written_of = [&](const std::string& query, const std::string& reference) {
        return written({folder.file("p.fa", ">" + query + "\nA\n>" + reference + "\nA\n")}, "o.sam");
    };
    const std::string longest(254, 'n');
    for (const auto& [query, reference] :
         {std::pair<std::string, std::string>{"q,1", "r@1"}, {"*q", "r*="}, {"=", "r"}, {longest, longest}}) {
        EXPECT_NE(written_of(query, reference).find("\n" + query + "\t0\t" + reference + "\t1\t"), std::string::npos)
            << query << " " << reference;
    }
    for (const std::string& query : {std::string("*"), std::string("q@1"), longest + "n", std::string("q\xC3\xA4")}) {
        EXPECT_EQ(written_of(query, "r").find("error: SAM cannot have a record named '" + query + "'"), 0U) << query;
    }
    for (const std::string& reference : {std::string("r,1"), std::string("*r"), std::string("=r"), std::string("r<1>"),
                                         std::string("r'"), longest + "n"}) {
        EXPECT_EQ(written_of("q", reference).find("error: SAM cannot have a record named '" + reference + "'"), 0U)
            << reference;
    }
}

TEST_F(BatchResults, QuotedLineBreaksMayLieWhereAPartOfTheFileEnds) {
    // There are more rows than a part of a table holds, and all fields contain a line break.
    constexpr std::size_t kRows = 70'000;
    std::string rows = "x,y\n", expected = "number\tdistance\n";
    for (std::size_t k = 0; k < kRows; ++k) {
        rows += "\"ac\ngt\",\"ac\ngt\"\n";
        expected += std::to_string(k + 1) + "\t0\n";
    }
    job.block.reset();
    EXPECT_TRUE(written({folder.file("p.csv", rows)}, "o.tsv") == expected);
}

TEST_F(BatchResults, VerifyComparesTheFirstAndTheLastOfEachBlockAndNamesTheFirstThatDiffers) {
    const auto wrong_for = [](const std::string& word) {
        return [word](const dp::Batch& batch, const dp::BatchOptions& options) {
            auto solution = edit_on_host(batch, options);
            for (std::size_t p = 0; p < batch.count; ++p) {
                solution->answers[4 * p] = x_of(batch, p) == word ? std::byte{9} : solution->answers[4 * p];
            }
            return solution;
        };
    };
    std::string rows = "x,y\n";
    for (int k = 0; k < 160; ++k) {
        rows += k == 40 ? "CC,A\n" : k == 79 ? "GG,A\n" : k == 119 ? "TTT,A\n" : k == 150 ? "TTT,A\n" : "A,A\n";
    }
    const std::string file = folder.file("p.csv", rows);
    globals.verify = true;
    job.block = BlockSize{40, 1000};
    for (const auto& [word, problem] : {std::pair{"CC", "41"}, {"GG", "80"}, {"TTT", "120"}}) {
        job.solve = wrong_for(word);
        static_cast<void>(written({file}, "o.tsv"));
        ASSERT_TRUE(verification);
        EXPECT_EQ(verification->difference.find(std::string("problem ") + problem + " (" + problem + "): "), 0U)
            << verification->difference;
    }
    job.solve = edit_on_host;
    static_cast<void>(written({file}, "o.tsv"));
    EXPECT_EQ(verification->difference, "");
    EXPECT_EQ(verification->against, "the CPU interpreter of edit-distance, on 128 of 160 problems");
}

TEST_F(BatchResults, VerifyCountsProblemsOnceAndTheSolutionsOfKeptProblemsSeparately) {
    const std::string x = folder.file("x.fa", ">a\nACGT\n>b\nAC\n>c\nTTT\n");
    const std::string y = folder.file("y.fa", ">d\nACG\n>e\nTT\n>f\nC\n");
    globals.verify = true;
    job.request.top = 2;
    static_cast<void>(written({x, y}, "o.tsv"));
    EXPECT_EQ(verification->against, "the CPU interpreter of edit-distance, on 9 of 9 problems");
    job.solution = true;
    static_cast<void>(written({x, y}, "o.tsv"));
    EXPECT_EQ(verification->difference, "");
    EXPECT_EQ(verification->against,
              "the CPU interpreter of edit-distance, on 9 of 9 problems, and on the solutions of 6 of 6 kept problems");
    job.request.top.reset();
    job.request.at_most = 0;
    static_cast<void>(written({folder.file("p.csv", "x,y\nA,A\nA,C\nCC,C\nG,A\nGG,GG\n")}, "o.tsv"));
    EXPECT_EQ(verification->against,
              "the CPU interpreter of edit-distance, on 5 of 5 problems, and on the solutions of 2 of 2 kept problems");
    static_cast<void>(written({folder.file("p.csv", "x,y\nA,A\n")}, "o.tsv"));
    EXPECT_EQ(verification->against,
              "the CPU interpreter of edit-distance, on 1 of 1 problem, and on the solutions of 1 of 1 kept problem");
}

TEST_F(BatchResults, ADifferenceInAKeptProblemNamesItsNumberAmongAllProblems) {
    globals.verify = job.solution = true;
    job.request.at_most = 0;
    job.solve = [](const dp::Batch& batch, const dp::BatchOptions& options) {
        auto solution = edit_on_host(batch, options);
        for (std::size_t p = 0; p < batch.count; ++p) {
            solution->answers[4 * p] =
                options.solution && x_of(batch, p) == "GG" ? std::byte{9} : solution->answers[4 * p];
        }
        return solution;
    };
    static_cast<void>(written({folder.file("p.csv", "x,y\nA,C\nA,A\nCC,C\nG,A\nGG,GG\n")}, "o.tsv"));
    ASSERT_TRUE(verification);
    EXPECT_EQ(verification->difference.find("problem 5 (5): "), 0U) << verification->difference;
}

TEST_F(BatchResults, AlignmentsOfAllBlocksHaveStrandsAndColumns) {
    const dp::Recurrence local = *builtin_recurrence("align-local");
    Scoring scoring = Scoring::matching(2, -3);
    job.recurrence = &local;
    job.instance.scoring = &scoring;
    job.alphabets = {{"x", ""}, {"y", ""}};
    job.made["score"] = scoring.scores();
    job.solution = job.both_strands = true;
    job.solve = {};
    std::string pairs;
    Json strands = Json::array();
    for (int k = 0; k < 8; ++k) {
        pairs += std::string(">q\nAACC\n>r\n") + (k % 3 == 0 ? "GGTT\n" : "AACC\n");
        strands.push_back(k % 3 == 0 ? "-" : "+");
    }
    const std::string file = folder.file("p.fa", pairs);
    const Json json = Json::parse(written({file}, "o.json"));
    EXPECT_EQ(json["strands"], strands);
    EXPECT_EQ(json["answers"], Json::parse("[8, 8, 8, 8, 8, 8, 8, 8]"));
    EXPECT_EQ(json["solutions"][6]["y_begin"], 4);
    // Without an answer the fields are empty.
    job.solve = [](const dp::Batch& batch, const dp::BatchOptions& options) -> Result<dp::BatchSolution> {
        dp::BatchSolution solution;
        solution.answer_type = ElementType::i32;
        solution.answers.resize(4 * batch.count);
        solution.statuses.assign(batch.count, dp::AnswerStatus::infeasible);
        solution.cells.resize(batch.count);
        solution.paths.resize(options.solution ? batch.count : 0);
        return solution;
    };
    const std::string lines = written({file}, "o.csv");
    EXPECT_EQ(lines.substr(0, lines.find('\n', lines.find('\n') + 1) + 1),
              "x,y,score,identity,x_begin,x_end,y_begin,y_end,x_length,y_length,x_coverage,y_coverage,strand,cigar\n"
              "q,r,infeasible,,,,,,,,,,+,\n");
}

TEST(BatchSpool, ReturnsTheBytesInItsFileAndThoseStillInMemory) {
    const TemporaryFolder folder;
    Spool spool(folder.path("o.txt"), 10), other(folder.path("p.txt"), 10);
    std::string expected;
    for (const std::string_view text : {"01234", "56789", "a", "a text that is longer than memory", "b", "c"}) {
        EXPECT_TRUE(spool.write(text));
        expected += text;
        std::string read;
        EXPECT_TRUE(spool.read([&](std::string_view part) {
            read += part;
            return Result<void>();
        }));
        EXPECT_EQ(read, expected);
    }
    EXPECT_TRUE(other.write("first "));
    EXPECT_TRUE(other.append(spool));
    EXPECT_TRUE(other.deliver());
    EXPECT_EQ(run_shell("cat " + folder.path("p.txt")).output, "first " + expected);
}

TEST(BatchSpool, ClaimsOnlyThatNoIncompleteOutputIsLeft) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.path("o"));
    Spool spool(folder.path("o"), 10);
    EXPECT_TRUE(spool.write("a"));
    EXPECT_REFUSED(spool.deliver(), "no incomplete output was left there; choose another folder");
    Spool full("/dev/full", 10);
    EXPECT_TRUE(full.write("a"));
    EXPECT_REFUSED(full.deliver(), "cannot write '/dev/full': No space left on device; choose another file");
}

TEST(BatchSpool, SaysThatItCannotReadIfThatFails) {
    const TemporaryFolder folder;
    const int writable = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    const int next = ::dup(writable);
    ::close(next);
    Spool spool(folder.path("o"), 10);
    EXPECT_TRUE(spool.write("longer than the memory"));  // Opens the temporary file with descriptor `next`
    ASSERT_EQ(::dup2(writable, next), next);
    EXPECT_REFUSED(spool.read([](std::string_view) { return Result<void>(); }), "cannot read a temporary file in '");
    ::close(writable);
}

TEST(BatchBest, FollowsFromTheProblemsHeaderUnlessItIsGiven) {
    for (const auto& [problem, best] : {std::pair{"edit-distance", Best::least},
                                        {"lcs", Best::greatest},
                                        {"align-global", Best::greatest},
                                        {"align-local", Best::greatest},
                                        {"align-semiglobal", Best::greatest},
                                        {"matrix-chain", Best::least},
                                        {"stagecoach", Best::least},
                                        {"las-vegas", Best::greatest}}) {
        const auto found = best_of(builtin_recurrence(problem)->header(), std::nullopt);
        ASSERT_TRUE(found) << problem << found.error().message;
        EXPECT_EQ(*found, best) << problem;
        EXPECT_EQ(*best_of(builtin_recurrence(problem)->header(), "least"), Best::least);
        EXPECT_EQ(*best_of(builtin_recurrence(problem)->header(), "greatest"), Best::greatest);
    }
    EXPECT_FALSE(best_of(builtin_recurrence("binomial")->header(), std::nullopt));
}

TEST(BatchBest, OfAnAlignmentWithoutScoresMustBeGiven) {
    const TemporaryFolder folder;
    const std::string distance = folder.file(
        "distance.glsl",
        "//! problem distance\n//! pattern NOSE\n//! class local\n//! cell u32\n//! input x u8[]\n//! input y u8[]\n"
        "//! rows len(x) + 1\n//! columns len(y) + 1\n//! base first-row 1\n//! base first-column 1\n//! answer last\n"
        "//! solution alignment as =XID\n"
        "cell_t base(int i, int j) { return cell_t(i + j); }\n"
        "cell_t cell(int i, int j) {\n"
        "    return min(at(i - 1, j - 1) + (x(i - 1) == y(j - 1) ? 0u : 2u), min(at(i - 1, j), at(i, j - 1)) + 1u);\n"
        "}\n"
        "step_t step(int i, int j) {\n"
        "    if (at(i, j) == at(i - 1, j) + 1u) return step_t(i - 1, j, 3u);\n"
        "    if (at(i, j) == at(i, j - 1) + 1u) return step_t(i, j - 1, 2u);\n"
        "    return step_t(i - 1, j - 1, x(i - 1) == y(j - 1) ? 0u : 1u);\n"
        "}\n");
    const std::string x = folder.file("x.fa", ">q\nACGT\n"), y = folder.file("y.fa", ">far\nTTTT\n>near\nACGA\n");
    const std::string sam = folder.path("o.sam");
    std::vector<std::string> words{"dp", "--recurrence", distance, "--batch", x, "--batch", y, "--quiet"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), words.begin(), words.end());
        return more;
    };
    expect_refused({with({"--top", "1"}), 2, "give --best least or --best greatest"});
    expect_refused({with({"--all-pairs", "--output", sam}), 2, "give --best least or --best greatest"});
    expect_refused({with({"--all-pairs", "--best", "least"}), 2, "give --top too"});
    EXPECT_EQ(run_vkalgo(with({"--top", "1", "--best", "least"})).output, "q\tnear\t2\n");
    const ProcessResult ran = run_vkalgo(with({"--all-pairs", "--best", "least", "--output", sam}));
    EXPECT_EQ(ran.exit_code, 0) << ran.errors;
    EXPECT_NE(content_of(sam).find("\nq\t0\tnear\t"), std::string::npos) << content_of(sam);
    // In this table the last row stands for a letter behind the end of x.
    std::string shifted = content_of(distance);
    for (const auto& [from, to] : {std::pair{"len(x) + 1", "len(x) + 2"},
                                   {"first-row 1", "first-row 2"},
                                   {"x(i - 1)", "x(i - 2)"},
                                   {"x(i - 1)", "x(i - 2)"}}) {
        shifted.replace(shifted.find(from), std::string(from).size(), to);
    }
    words[2] = folder.file("shifted.glsl", shifted);
    expect_refused({with({"--all-pairs", "--best", "least", "--output", folder.path("shifted.sam")}), 2,
                    "ends beyond the end of one of these sequences"});
}

std::string output_of(std::vector<std::string> words, const ProcessSettings& settings = {}) {
    words.insert(words.begin(), "dp");
    const ProcessResult ran = run_vkalgo(words, settings);
    EXPECT_EQ(ran.exit_code, 0) << ran.errors;
    return ran.output;
}

TEST(BatchResultsCommand, TextsThatEndWithABlankAreQuotedAndTabsSeparateNoFields) {
    const TemporaryFolder folder;
    const std::string bags = folder.file("bags.csv", "weight,profit\n3 4 2 0,5 6 3 1\n7 8,9 9\n");
    static_cast<void>(output_of(
        {"--problem", "knapsack", "--capacity", "6", "--batch", bags, "--solution", "--output", folder.path("o.csv")}));
    EXPECT_EQ(run_shell("cat " + folder.path("o.csv")).output,
              "number,profit,solution\n1,10,3 items of weight 6: 1 2 3\n2,0,\"0 items of weight 0: \"\n");
    const std::string tabs =
        folder.file("tabs.csv", "x,y\na\tb,a\tb\n\"a\rb\",\"a\rb\"\n\"a\nb\",\"a\nb\"\na\\b,a\\b\na b,a b\n");
    EXPECT_EQ(output_of({"--problem", "lcs", "--batch", tabs, "--solution"}),
              "1\t3\ta\\tb\n2\t3\ta\\rb\n3\t3\ta\\nb\n4\t3\ta\\\\b\n5\t3\ta b\n");
}

TEST(BatchResultsCommand, ALabelWithACommaIsOneColumnOfTheHeader) {
    const TemporaryFolder folder;
    const std::string file = folder.file("first.glsl",
                                         "//! problem first\n//! pattern RUD\n//! cell u32\n//! input v u32[]\n"
                                         "//! rows 1\n//! columns 1\n//! answer last\n//! label cost, \"net\"\n"
                                         "cell_t cell(int i, int j) { return v(0); }\n");
    const std::string rows = folder.file("v.csv", "v\n7\n");
    for (const auto& [name, expected] :
         {std::pair{"o.csv", "number,\"cost, \"\"net\"\"\"\n1,7\n"}, {"o.tsv", "number\tcost, \"net\"\n1\t7\n"}}) {
        static_cast<void>(output_of({"--recurrence", file, "--batch", rows, "--output", folder.path(name)}));
        EXPECT_EQ(content_of(folder.path(name)), expected);
    }
    EXPECT_EQ(output_of({"--recurrence", file, "--batch", rows}), "1\t7\n");
}

TEST(BatchResultsCommand, CaseIsIgnoredInTablesAndAByteOrderMarkIsNoLetter) {
    const TemporaryFolder folder;
    const std::string rows = folder.file("p.csv", "x,y\nacGT,ACgt\n");
    EXPECT_EQ(output_of({"--problem", "edit-distance", "--batch", rows}), "1\t4\n");
    EXPECT_EQ(output_of({"--problem", "edit-distance", "--batch", rows, "--ignore-case"}), "1\t0\n");
    const std::string marked = folder.file("p.txt", "\xEF\xBB\xBF>a\nAC\n>b\nA\n");
    EXPECT_EQ(output_of({"--problem", "edit-distance", "--batch", marked}), "a\tb\t1\n");
}

TEST(BatchResultsCommand, ASecondFileThatIsReadInManyStepsIsOneList) {
    // The file is read 65,536 records at a time.
    const TemporaryFolder folder;
    std::string rows = "y\n";
    for (int k = 1; k <= 65'600; ++k) {
        rows += k == 3 ? "AAC\n" : k == 65'540 ? "GAACC\n" : k == 65'590 ? "TGGTTT\n" : "T\n";
    }
    const std::string x = folder.file("x.csv", "x\nAACC\n"), y = folder.file("y.csv", rows);
    EXPECT_EQ(output_of({"--problem", "align-local", "--batch", x, "--batch", y, "--top", "3", "--reverse-complement",
                         "--solution"}),
              "1\t65540\t8\t100.00\t1\t4\t2\t5\t4\t5\t100.00\t80.00\t+\t4=\n"
              "1\t65590\t8\t100.00\t1\t4\t5\t2\t4\t6\t100.00\t66.67\t-\t4=\n"
              "1\t3\t6\t100.00\t1\t3\t1\t3\t4\t3\t75.00\t100.00\t+\t3=\n");
}

}  // namespace
}  // namespace vkalgo::cli::test
