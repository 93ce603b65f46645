// Tests batches from their input files to their output. The CPU solves them in place of a device, since it solves many
// small blocks quickly.
#include "cli/batch/batch.hpp"
#include "cli/batch/chooser.hpp"
#include "tests/cli/host_batch.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

std::string words(std::size_t count, std::size_t most, unsigned seed, std::vector<std::string>* all = nullptr) {
    std::mt19937 random(seed);
    std::string fasta;
    for (std::size_t k = 0; k < count; ++k) {
        std::string word;
        for (std::size_t length = random() % (most + 1); length > 0; --length) {
            word += "ACG"[random() % 3];
        }
        fasta += ">s" + std::to_string(k) + "\n" + word + "\n";
        if (all != nullptr) {
            all->push_back(word);
        }
    }
    return fasta;
}

std::uint32_t distance(const std::string& x, const std::string& y) {
    return edit_table(x, y)[x.size()][y.size()];
}

TEST(BatchRun, PairsStayInTheOrderOfTheInputAcrossBlocks) {
    const TemporaryFolder folder;
    std::vector<std::string> all;
    HostBatch batch({folder.file("pairs.fa", words(2000, 12, 1, &all))});
    std::string expected = "x\ty\tdistance\n";
    for (std::size_t k = 0; k < all.size(); k += 2) {
        expected += "s" + std::to_string(k) + "\ts" + std::to_string(k + 1) + "\t" +
                    std::to_string(distance(all[k], all[k + 1])) + "\n";
    }
    const auto lines = batch.run(folder.path("out.tsv"));
    ASSERT_TRUE(lines) << lines.error().message;
    EXPECT_EQ(*lines, expected);
    EXPECT_EQ(batch.result["count"], 1000);
    EXPECT_EQ(folder.entries(), 2U);  // No temporary file is left
}

TEST(BatchRun, TwoFilesGiveRecordKWithRecordK) {
    const TemporaryFolder folder;
    std::vector<std::string> xs, ys;
    HostBatch batch({folder.file("x.fa", words(50, 30, 2, &xs)), folder.file("y.fa", words(50, 5, 3, &ys))});
    batch.job.block = BlockSize{7, 40};  // In the first file, 40 letters are reached before 7 records
    std::string expected = "x,y,distance\n";
    for (std::size_t k = 0; k < 50; ++k) {
        expected +=
            "s" + std::to_string(k) + ",s" + std::to_string(k) + "," + std::to_string(distance(xs[k], ys[k])) + "\n";
    }
    const auto lines = batch.run(folder.path("out.csv"));
    ASSERT_TRUE(lines) << lines.error().message;
    EXPECT_EQ(*lines, expected);
}

TEST(BatchRun, FilesOfUnequalCountsAreRefusedAndNothingIsWritten) {
    const TemporaryFolder folder;
    for (const auto& [x, y] : {std::pair{10, 12}, {12, 10}, {11, 10}, {9, 10}, {1, 100}}) {
        HostBatch batch({folder.file("x.fa", words(static_cast<std::size_t>(x), 4, 1)),
                         folder.file("y.fa", words(static_cast<std::size_t>(y), 4, 1))});
        const auto lines = batch.run(folder.path("out.tsv"));
        EXPECT_REFUSED(lines, "x.fa' has " + std::to_string(x) + " record");
        EXPECT_NE(lines.error().message.find("y.fa' has " + std::to_string(y) + " record"), std::string::npos);
        EXPECT_EQ(folder.entries(), 2U);
    }
}

TEST(BatchRun, AnOddNumberOfRecordsIsRefusedNamingTheLast) {
    const TemporaryFolder folder;
    HostBatch batch({folder.file("pairs.fa", words(13, 4, 1))});
    EXPECT_REFUSED(batch.run(folder.path("out.tsv")),
                   "has 13 records, but each problem needs 2 (x, y), and the problem of the last record, 's12'");
    EXPECT_EQ(folder.entries(), 1U);
}

TEST(BatchRun, AllPairsAreWrittenRowByRowWhateverTheTiles) {
    const TemporaryFolder folder;
    std::vector<std::string> xs, ys;
    const std::string x = folder.file("x.fa", words(11, 9, 4, &xs));
    const std::string y = folder.file("y.fa", words(10, 9, 5, &ys));
    std::string expected = "x\ty\tdistance\n";
    for (std::size_t r = 0; r < xs.size(); ++r) {
        for (std::size_t c = 0; c < ys.size(); ++c) {
            expected += "s" + std::to_string(r) + "\ts" + std::to_string(c) + "\t" +
                        std::to_string(distance(xs[r], ys[c])) + "\n";
        }
    }
    for (const std::size_t block : {1U, 3U, 10U, 25U, 1000U}) {
        HostBatch batch({x, y});
        batch.job.request.all_pairs = true;
        batch.job.block = BlockSize{block, 1000};
        const auto lines = batch.run(folder.path("out.tsv"));
        ASSERT_TRUE(lines) << lines.error().message;
        EXPECT_EQ(*lines, expected) << block;
    }
}

TEST(BatchRun, TopGivesTheBestOfEachRowAndOrdersTiesByNumber) {
    const TemporaryFolder folder;
    std::vector<std::string> xs, ys;
    const std::string x = folder.file("x.fa", words(9, 6, 6, &xs));
    const std::string y = folder.file("y.fa", words(23, 6, 7, &ys));
    for (const bool greatest : {false, true}) {
        std::string expected = "x\ty\tdistance\n";
        for (std::size_t r = 0; r < xs.size(); ++r) {
            std::vector<std::pair<std::int64_t, std::size_t>> row;
            for (std::size_t c = 0; c < ys.size(); ++c) {
                row.emplace_back((greatest ? -1 : 1) * static_cast<std::int64_t>(distance(xs[r], ys[c])), c);
            }
            std::sort(row.begin(), row.end());
            for (std::size_t k = 0; k < 4; ++k) {
                expected += "s" + std::to_string(r) + "\ts" + std::to_string(row[k].second) + "\t" +
                            std::to_string(std::abs(row[k].first)) + "\n";
            }
        }
        for (const std::size_t block : {1U, 5U, 23U, 64U, 1000U}) {
            HostBatch batch({x, y});
            batch.job.request.top = 4;
            if (greatest) {
                batch.job.request.best = "greatest";
            }
            batch.job.block = BlockSize{block, 1000};
            const auto lines = batch.run(folder.path("out.tsv"));
            ASSERT_TRUE(lines) << lines.error().message;
            EXPECT_EQ(*lines, expected) << block;
        }
    }
}

/// Returns the columns of the pairs that --top keeps in a row with these answers. `order` lists the columns in the
/// order in which their answers arrive, `part` at a time, as they would from several devices.
std::vector<std::uint32_t> columns_of_top(std::uint64_t top, Best best, const std::vector<double>& answers,
                                          const std::vector<std::size_t>& order, std::size_t part) {
    BatchRequest request;
    request.top = top;
    PairChooser chooser(request, best);
    for (std::size_t k = 0; k < order.size(); k += part) {
        std::vector<KeptProblem> kept;
        for (std::size_t at = k; at < std::min(order.size(), k + part); ++at) {
            kept.push_back({0, static_cast<std::uint32_t>(order[at]), answers[order[at]], {}});
        }
        chooser.add(kept);
    }
    std::vector<std::uint32_t> columns;
    for (const KeptProblem& each : chooser.take()) {
        columns.push_back(each.y);
    }
    return columns;
}

TEST(BatchRun, TopRanksNaNAfterEveryNumberWhateverTheParts) {
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const std::vector<double> answers{1, kNaN, 5, -kInfinity, kNaN, 5};
    const std::vector<std::uint32_t> greatest{2, 5, 0, 3, 1, 4}, least{3, 0, 2, 5, 1, 4};
    std::vector<std::size_t> order{0, 1, 2, 3, 4, 5};
    do {
        for (std::uint32_t top = 1; top <= answers.size(); ++top) {
            for (const std::size_t part : {1U, 2U, 6U}) {
                EXPECT_EQ(columns_of_top(top, Best::greatest, answers, order, part),
                          std::vector<std::uint32_t>(greatest.begin(), greatest.begin() + top));
                EXPECT_EQ(columns_of_top(top, Best::least, answers, order, part),
                          std::vector<std::uint32_t>(least.begin(), least.begin() + top));
            }
        }
    } while (std::next_permutation(order.begin(), order.end()));
}

TEST(BatchRun, SolutionsOfChosenPairsEqualThoseOfAllPairs) {
    const TemporaryFolder folder;
    const std::vector<std::string> files{folder.file("x.fa", words(9, 8, 6)), folder.file("y.fa", words(13, 8, 7))};
    HostBatch whole(files);
    whole.job.request.all_pairs = whole.job.solution = true;
    const auto all = whole.run(folder.path("all.tsv"));
    ASSERT_TRUE(all);
    HostBatch batch(files);
    batch.job.request.all_pairs = batch.job.solution = true;
    batch.job.request.at_most = 4;
    batch.job.request.at_least = 2;
    const auto some = batch.run(folder.path("some.tsv"));
    ASSERT_TRUE(some) << some.error().message;
    std::istringstream lines(*all);
    std::string expected, line;
    std::getline(lines, expected);
    EXPECT_EQ(expected, "x\ty\tdistance\tsolution");
    expected += '\n';
    while (std::getline(lines, line)) {
        const auto answer = line[line.find('\t', line.find('\t') + 1) + 1];
        expected += answer >= '2' && answer <= '4' ? line + "\n" : "";
    }
    EXPECT_EQ(*some, expected);
    EXPECT_EQ(batch.result["problems"], 9 * 13);
}

TEST(BatchRun, EmptyFieldsOfATableAreSequencesOfLengthZero) {
    const TemporaryFolder folder;
    HostBatch batch({folder.file("pairs.csv", "y,x\nkitten,sitting\n,abc\nabc,\n,\n\"a\nb\",\"a,\"\"b\"\n")});
    batch.job.solution = true;
    const auto lines = batch.run(folder.path("out.tsv"));
    ASSERT_TRUE(lines) << lines.error().message;
    EXPECT_EQ(*lines, "number\tdistance\tsolution\n1\t3\t1X3=1X1=1D\n2\t3\t3D\n3\t3\t3I\n4\t0\t\n5\t2\t1=1D1X1=\n");
}

TEST(BatchRun, InvalidTablesAreRefusedWithTheirLine) {
    const TemporaryFolder folder;
    const auto run = [&](const std::string& text) {
        HostBatch batch({folder.file("pairs.csv", text)});
        return batch.run(folder.path("out.tsv"));
    };
    EXPECT_REFUSED(run("x,z\na,b\n"),
                   "line 1: 'z' is not an input of edit-distance; leave this column out; the inputs are: x,y");
    EXPECT_REFUSED(run("x,x\na,b\n"), "line 1: there are two columns 'x'");
    EXPECT_REFUSED(run("x\na\n"), "no --batch file has the input 'y' of edit-distance");
    EXPECT_REFUSED(run("x,y\n"), "there is no row after the header");
    EXPECT_REFUSED(run(""), "is empty");
    std::string many = "x,y\n";
    for (int k = 0; k < 200000; ++k) {
        many += "acgtacgt,acgt\n";
    }
    EXPECT_REFUSED(run(many + "acgt\n"), "line 200002: the row has 1 field, but the header has 2");
    EXPECT_REFUSED(run(many + "a,\"b\n"), "line 200002, column 2: a quote is opened here and never closed");
    EXPECT_EQ(folder.entries(), 1U);
}

TEST(BatchRun, JsonHoldsAnswersSolutionsAndPairs) {
    const TemporaryFolder folder;
    const std::vector<std::string> files{folder.file("x.fa", ">a\nAC\n>b\nAG\n"),
                                         folder.file("y.fa", ">c\nAC\n>d\nT\n")};
    HostBatch batch(files);
    batch.job.solution = batch.job.request.all_pairs = true;
    const auto result = batch.run();
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ((*result)["answers"], Json::parse("[0,2,1,2]"));
    EXPECT_EQ((*result)["pairs"], Json::parse("[[0,0],[0,1],[1,0],[1,1]]"));
    EXPECT_EQ((*result)["solutions"][2], Json::parse(R"({"cigar":"1=1X"})"));
    EXPECT_EQ((*result)["solutions"].size(), 4U);
    EXPECT_EQ((*result)["names_of"], Json::parse(R"(["x","y"])"));
    EXPECT_EQ((*result)["names"], Json::parse(R"([["a","c"],["a","d"],["b","c"],["b","d"]])"));
    HostBatch file(files);
    file.job.request.at_most = 1;
    const auto text = file.run(folder.path("out.json"));
    ASSERT_TRUE(text);
    EXPECT_EQ(Json::parse(*text),
              Json::parse(
                  R"({"problem":"edit-distance","answers":[0],"problems":[0],"names_of":["x","y"],"names":[["a","c"]],)"
                  R"("count":1})"));
}

TEST(BatchRun, SamListsEachReferenceOnceAndTheQueriesAsTheyWereRead) {
    const TemporaryFolder folder;
    HostBatch batch({folder.file("x.fq", "@q1\nACGT\n+\nIJKL\n@q2\nAGG\n+\nABC\n@q3\n\n+\n\n"),
                     folder.file("y.fa", ">r1 long\nAGGT\n>r1\nAGGT\n>r2\nACGTA\n")});
    const auto sam = batch.run(folder.path("out.sam"));
    ASSERT_TRUE(sam) << sam.error().message;
    EXPECT_EQ(*sam,
              "@HD\tVN:1.6\tSO:unknown\n@SQ\tSN:r1\tLN:4\n@SQ\tSN:r2\tLN:5\n"
              "@RG\tID:unknown\tSM:unknown\tPL:OTHER\n@PG\tID:vkalgo\tPN:vkalgo\n"
              "q1\t0\tr1\t1\t255\t1=1X2=\t*\t0\t0\tACGT\tIJKL\tAS:i:1\tNM:i:1\n"
              "q2\t0\tr1\t1\t255\t3=1D\t*\t0\t0\tAGG\tABC\tAS:i:1\tNM:i:1\n"
              "q3\t4\t*\t0\t0\t*\t*\t0\t0\t*\t*\n");
    HostBatch other({folder.file("pairs.fa", ">q\nA\n>r\nAA\n>q\nA\n>r\nAAA\n")});
    EXPECT_REFUSED(other.run(folder.path("other.sam")), "two different references, of 2 and 3 letters, are called 'r'");
    HostBatch equal({folder.file("equal.fa", ">q\nA\n>r\nAA\n>q\nA\n>r\nAC\n")});
    EXPECT_REFUSED(equal.run(folder.path("other.sam")), "of 2 and 2 letters, are called");
    EXPECT_EQ(folder.entries(), 5U);
}

TEST(BatchRun, SamOfPairsNamesAllReferencesAndHasOnePrimaryLinePerQuery) {
    const TemporaryFolder folder;
    const std::string x = folder.file("x.fa", ">q1\nACGT\n>q2\nAGG\n>q3\nC\n");
    const std::string y = folder.file("y.fa", ">far\nTTTTTTTT\n>near\nACG\n>also\nACG\n>empty\n\n>none\nGGGGG\n");
    const std::string header =
        "@HD\tVN:1.6\tSO:unknown\n@SQ\tSN:far\tLN:8\n@SQ\tSN:near\tLN:3\n@SQ\tSN:also\tLN:3\n@SQ\tSN:none\tLN:5\n"
        "@RG\tID:unknown\tSM:unknown\tPL:OTHER\n@PG\tID:vkalgo\tPN:vkalgo\n";
    const auto flags_of = [&](HostBatch& batch) {
        const auto sam = batch.run(folder.path("out.sam"));
        EXPECT_TRUE(sam) << sam.error().message;
        EXPECT_EQ(sam->substr(0, header.size()), header);
        std::istringstream lines(sam->substr(header.size()));
        std::string flags;
        for (std::string line; std::getline(lines, line);) {
            std::istringstream fields(line);
            std::string query, flag, reference;
            fields >> query >> flag >> reference;
            flags += query + " " + flag + " " + reference + "\n";
        }
        return flags;
    };
    HostBatch all({x, y});
    all.job.request.all_pairs = true;
    EXPECT_EQ(flags_of(all),
              "q1 0 near\nq1 256 far\nq1 256 also\nq1 256 none\n"
              "q2 0 near\nq2 256 far\nq2 256 also\nq2 256 none\n"
              "q3 0 near\nq3 256 far\nq3 256 also\nq3 256 none\n");
    HostBatch top({x, y});
    top.job.request.top = 2;
    EXPECT_EQ(flags_of(top), "q1 0 near\nq1 256 also\nq2 0 near\nq2 256 also\nq3 0 near\n");
    HostBatch within({x, y});
    within.job.request.all_pairs = true;
    within.job.request.at_most = 3;
    within.job.request.at_least = 2;
    EXPECT_EQ(flags_of(within), "q2 0 none\nq3 0 near\nq3 256 also\n");
}

TEST(BatchRun, SamRefusesLettersThatItDoesNotTake) {
    const TemporaryFolder folder;
    const auto refused = [&](const std::string& query, const std::string& message) {
        HostBatch batch({folder.file("x.csv", "x\n" + query + "\n"), folder.file("y.fa", ">r\nACGT\n")});
        EXPECT_REFUSED(batch.run(folder.path("out.sam")), message);
    };
    refused("MK*", "record '1': letter 3 is '*', but SAM allows only A to Z, a to z and .");
    refused("A=C", "record '1': letter 2 is '='");
    refused("*", "record '1': letter 1 is '*'");
    refused("\"A\tC\"", "record '1': letter 2 is byte 0x09");
    refused("A C", "record '1': letter 2 is byte 0x20");
    EXPECT_EQ(folder.entries(), 2U);
}

TEST(BatchRun, AnErrorOfTheSolverNamesTheProblemAndLeavesNothing) {
    const TemporaryFolder folder;
    const std::string pairs = folder.file("pairs.fa", words(40, 5, 1));
    HostBatch batch({pairs});
    int calls = 0;
    batch.job.solve = [&calls](const dp::Batch& problems,
                               const dp::BatchOptions& options) -> Result<dp::BatchSolution> {
        if (++calls == 3) {
            return Error{ErrorCode::overflow, "problem 1: too much", {}};
        }
        return edit_on_host(problems, options);
    };
    const auto lines = batch.run(folder.path("out.tsv"));
    ASSERT_FALSE(lines);
    EXPECT_EQ(lines.error().message, "problem 8 (s14 and s15) of '" + pairs + "': too much");
    EXPECT_EQ(folder.entries(), 1U);
}

TEST(BatchRun, RepeatTimesEachBlockAgainAndAddsUp) {
    const TemporaryFolder folder;
    HostBatch batch({folder.file("pairs.fa", words(40, 5, 1))});
    batch.globals.repeat = 3;
    batch.globals.json = true;
    batch.job.output = folder.path("out.tsv");
    const auto lines = batch.run(folder.path("out.tsv"));
    ASSERT_TRUE(lines) << lines.error().message;
    EXPECT_EQ(batch.result["count"], 20);
}

}  // namespace
}  // namespace vkalgo::cli::test
