// Compares `vkalgo dp --batch` of alignments with the textbook's recurrence and with parasail.
#include "tests/cli/align_batch_oracle.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

using vkalgo::test::take;

const std::vector<std::string> kAlignProblems{"align-global", "align-local", "align-semiglobal"};

LetterScores of_matrix(const std::string& name) {
    LetterScores scores;
    scores.matrix = take(read_score_matrix(name));
    scores.open = 11;
    scores.extend = 1;
    return scores;
}

std::string run_batch(const std::string& problem, const std::string& file, std::vector<std::string> options) {
    options.insert(options.begin(), {"dp", "--problem", problem, "--batch", file});
    const ProcessResult run = run_vkalgo(options);
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    return run.output;
}

std::size_t number_of(const std::string& field) {
    return field.empty() ? 0 : std::stoul(field);
}

/// Compares one line of a batch with --solution with the oracle's results for its sequences. If `strand`, the field
/// before the CIGAR is the strand.
void expect_line(const std::vector<std::string>& fields, const std::string& problem, const std::string& x,
                 const std::string& y, const LetterScores& scores, bool strand) {
    ASSERT_EQ(fields.size(), strand ? 14U : 13U);
    const std::string& cigar = fields.back();
    const std::string line = fields[0] + " " + x + " " + y + " " + cigar;
    const bool reverse_strand = strand && fields[12] == "-";
    std::int64_t expected = oracle_score(x, y, problem, scores);
    if (strand) {
        const std::int64_t other = oracle_score(x, reverse_complemented(y), problem, scores);
        EXPECT_EQ(reverse_strand, other > expected) << line;
        expected = std::max(expected, other);
    }
    EXPECT_EQ(fields[2], std::to_string(expected)) << line;
    // The alignment must have the begin and the end that are printed.
    const std::string letters = reverse_strand ? reverse_complemented(y) : y;
    const auto number = [&](const std::string& field) {
        return reverse_strand && !field.empty() ? y.size() + 1 - number_of(field) : number_of(field);
    };
    const std::size_t y_first = number(fields[6]), y_last = number(fields[7]);
    std::size_t i = fields[4].empty() ? 0 : number_of(fields[4]) - 1;
    std::size_t j = fields[6].empty() ? 0 : y_first - 1;
    std::size_t columns = 0, equal = 0;
    for (const CigarRun& run : cigar_runs(cigar)) {
        columns += run.count;
        equal += run.operation == '=' ? run.count : 0;
    }
    EXPECT_EQ(replayed_score(cigar, x, letters, i, j, scores), expected) << line;
    EXPECT_EQ(i, number_of(fields[5])) << line;
    EXPECT_EQ(j, y_last) << line;
    if (problem != "align-local") {
        EXPECT_EQ(fields[4] + ":" + fields[5], x.empty() ? ":" : "1:" + std::to_string(x.size())) << line;
    }
    if (problem == "align-global") {
        EXPECT_EQ(y_last, y.size()) << line;
        EXPECT_LE(y_first, 1U) << line;
    }
    const double identity = columns == 0 ? 0 : 100.0 * static_cast<double>(equal) / static_cast<double>(columns);
    EXPECT_NEAR(std::stod(fields[3]), identity, 0.00501) << line;
    EXPECT_EQ(fields[8], std::to_string(x.size())) << line;
    EXPECT_EQ(fields[9], std::to_string(y.size())) << line;
    // Counts the letters of x and of y in the columns of the alignment. The coverage of a sequence is that number
    // divided by the sequence's length.
    std::size_t of_x = 0, of_y = 0;
    for (const CigarRun& run : cigar_runs(cigar)) {
        of_x += run.operation == 'D' ? 0 : run.count;
        of_y += run.operation == 'I' ? 0 : run.count;
    }
    const auto coverage = [](std::size_t count, std::size_t size) {
        return size == 0 ? 0.0 : 100.0 * static_cast<double>(count) / static_cast<double>(size);
    };
    EXPECT_NEAR(std::stod(fields[10]), coverage(of_x, x.size()), 0.00501) << line;
    EXPECT_NEAR(std::stod(fields[11]), coverage(of_y, y.size()), 0.00501) << line;
}

void expect_batch(const std::string& problem, const LetterPairs& pairs, const LetterScores& scores,
                  std::vector<std::string> options) {
    const TemporaryFolder folder;
    const bool strand = std::count(options.begin(), options.end(), "--reverse-complement") > 0;
    options.emplace_back("--solution");
    const auto lines = fields_of(run_batch(problem, folder.file("pairs.fa", pairs.fasta()), options));
    ASSERT_EQ(lines.size(), pairs.x.size());
    for (std::size_t p = 0; p < lines.size(); ++p) {
        EXPECT_EQ(lines[p][0] + lines[p][1], "q" + std::to_string(p) + "r" + std::to_string(p));
        expect_line(lines[p], problem, pairs.x[p], pairs.y[p], scores, strand);
    }
}

TEST(AlignBatch, ScoresAndTracesProteinsAsTheTextbookAndParasailDo) {
    std::uint64_t seed = 1;
    for (const std::string& problem : kAlignProblems) {
        expect_batch(problem, LetterPairs(500, kAminoAcids, 60, seed++), of_matrix("BLOSUM62"),
                     {"--matrix", "BLOSUM62"});
    }
    LetterScores other = of_matrix("PAM250");
    other.open = 0;
    other.extend = 3;
    expect_batch("align-local", LetterPairs(200, kAminoAcids, 30, 7), other,
                 {"--matrix", "pam250", "--open", "0", "--extend", "3"});
}

/// Human haemoglobins alpha and beta, myoglobin, lysozyme C and insulin.
const std::vector<std::string> kHuman{
    "MVLSPADKTNVKAAWGKVGAHAGEYGAEALERMFLSFPTTKTYFPHFDLSHGSAQVKGHGKKVADALTNAVAHVDDMPNALSALSDLHAHKLRVDPVNFKLLSHCLLVTLAAHL"
    "PAEFT"
    "PAVHASLDKFLASVSTVLTSKYR",
    "MVHLTPEEKSAVTALWGKVNVDEVGGEALGRLLVVYPWTQRFFESFGDLSTPDAVMGNPKVKAHGKKVLGAFSDGLAHLDNLKGTFATLSELHCDKLHVDPENFRLLGNVLVCV"
    "LAHHF"
    "GKEFTPPVQAAYQKVVAGVANALAHKYH",
    "MGLSDGEWQLVLNVWGKVEADIPGHGQEVLIRLFKGHPETLEKFDKFKHLKSEDEMKASEDLKKHGATVLTALGGILKKKGHHEAEIKPLAQSHATKHKIPVKYLEFISECIIQ"
    "VLQSK"
    "HPGDFGADAQGAMNKALELFRKDMASNYKELGFQG",
    "MKALIVLGLVLLSVTVQGKVFERCELARTLKRLGMDGYRGISLANWMCLAKWESGYNTRATNYNAGDRSTDYGIFQINSRYWCNDGKTPGAVNACHLSCSALLQDNIADAVACA"
    "KRVVR"
    "DPQGIRAWVAWRNRCQNRDVRQYVQGCGV",
    "MALWMRLLPLLALLALWGPDPAAAFVNQHLCGSHLVEALYLVCGERGFFYTPKTRREAEDLQVGQVELGGGPGAGSLQPLALEGSLQKRGIVEQCCTSICSLYQLENYCN"};

TEST(AlignBatch, ScoresAndTracesAllPairsOfRealProteinsAsTheTextbookAndParasailDo) {
    const TemporaryFolder folder;
    std::string fasta;
    for (const std::string& letters : kHuman) {
        fasta += ">p\n" + letters + "\n";
    }
    const std::string file = folder.file("human.fa", fasta);
    for (const std::string& problem : kAlignProblems) {
        const auto lines =
            fields_of(run_batch(problem, file, {"--batch", file, "--all-pairs", "--matrix", "BLOSUM62", "--solution"}));
        ASSERT_EQ(lines.size(), 25U);
        for (std::size_t p = 0; p < lines.size(); ++p) {
            expect_line(lines[p], problem, kHuman[p / 5], kHuman[p % 5], of_matrix("BLOSUM62"), false);
        }
    }
}

TEST(AlignBatch, PackedF16GivesTheScoresOfTeam) {
    const TemporaryFolder folder;
    const LetterPairs pairs(201, kAminoAcids, 150, 11);
    const std::string file = folder.file("pairs.fa", pairs.fasta());
    const auto run = [&](std::vector<std::string> options) {
        options.insert(options.end(), {"--matrix", "BLOSUM62"});
        return run_batch("align-local", file, options);
    };
    const std::string team = run({"--method", "team"});
    EXPECT_EQ(run({"--method", "packed-f16", "--verify"}), team);
    EXPECT_EQ(run({}), team);
    EXPECT_EQ(run({"--method", "packed-f16", "--at-least", "60"}), run({"--method", "team", "--at-least", "60"}));
    EXPECT_EQ(run({"--method", "packed-f16", "--json"}).substr(0, 1), "{");
    const auto refused = run_vkalgo({"dp", "--problem", "align-local", "--matrix", "BLOSUM62", "--batch", file,
                                     "--method", "packed-f16", "--solution"});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_NE(refused.errors.find("packed-f16"), std::string::npos) << refused.errors;
    EXPECT_EQ(refused.output, "");
}

TEST(AlignBatch, ReportsTheBetterStrand) {
    LetterScores scores;
    scores.match = 5;
    scores.mismatch = -4;
    scores.open = 8;
    scores.extend = 1;
    std::uint64_t seed = 20;
    for (const std::string& problem : kAlignProblems) {
        LetterPairs pairs(300, "ACGT", 60, seed++);
        for (std::size_t p = 0; p < pairs.y.size(); p += 2) {
            pairs.y[p] = reverse_complemented(pairs.y[p]);
        }
        expect_batch(
            problem, pairs, scores,
            {"--match", "5", "--mismatch", "-4", "--open", "8", "--extend", "1", "--reverse-complement", "--verify"});
    }
}

TEST(AlignBatch, TakesLettersThatFirstOccurInLaterBlocksAndLettersThatTheMatrixLacks) {
    // Some letters first occur late; upper and lower case are different letters.
    LetterPairs pairs(40, "ACGT", 20, 30);
    for (const auto& letters : {"acgt", "NRYKacg", "EFQ*-z"}) {
        const LetterPairs more(40, letters, 20, 31);
        pairs.x.insert(pairs.x.end(), more.x.begin(), more.x.end());
        pairs.y.insert(pairs.y.end(), more.y.begin(), more.y.end());
    }
    expect_batch("align-local", pairs, {}, {});
    expect_batch("align-global", pairs, {}, {});
    // With a matrix, letters that it lacks score as X, and case does not matter.
    const LetterPairs proteins(100, "ARNDOUJarnd", 20, 32);
    const TemporaryFolder folder;
    const std::string file = folder.file("p.fa", proteins.fasta());
    const ProcessResult run =
        run_vkalgo({"dp", "--problem", "align-local", "--matrix", "BLOSUM62", "--batch", file, "--solution"});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_NE(run.errors.find("letters that BLOSUM62 does not have (O, U) score as X"), std::string::npos)
        << run.errors;
    const auto lines = fields_of(run.output);
    ASSERT_EQ(lines.size(), 100U);
    for (std::size_t p = 0; p < lines.size(); ++p) {
        expect_line(lines[p], "align-local", proteins.x[p], proteins.y[p], of_matrix("BLOSUM62"), false);
    }
    const std::string mixed = folder.file("mixed.fa", ">q\nacGT\n>r\nACgt\n");
    EXPECT_EQ(run_batch("align-global", mixed, {}), "q\tr\t-12\n");
    EXPECT_EQ(run_batch("align-global", mixed, {"--ignore-case"}), "q\tr\t8\n");
}

TEST(AlignBatch, TopAndThresholdsSelectTheGreatestScoresOfAllPairs) {
    const TemporaryFolder folder;
    const LetterPairs pairs(12, "ACGT", 25, 40);
    std::string queries, references;
    for (std::size_t k = 0; k < pairs.x.size(); ++k) {
        queries += ">q" + std::to_string(k) + "\n" + pairs.x[k] + "\n";
        references += ">r" + std::to_string(k) + "\n" + reverse_complemented(pairs.y[k]) + "\n";
    }
    const std::string x = folder.file("x.fa", queries), y = folder.file("y.fa", references);
    const auto best = [&](std::size_t q, std::size_t r) {
        const std::string other = reverse_complemented(pairs.y[r]);
        return std::max(oracle_score(pairs.x[q], pairs.y[r], "align-local", {}),
                        oracle_score(pairs.x[q], other, "align-local", {}));
    };
    std::string top, least;
    for (std::size_t q = 0; q < 12; ++q) {
        std::vector<std::pair<std::int64_t, std::size_t>> row;
        for (std::size_t r = 0; r < 12; ++r) {
            row.emplace_back(-best(q, r), r);
            least += best(q, r) >= 12 ? "q" + std::to_string(q) + "\tr" + std::to_string(r) + "\n" : "";
        }
        std::sort(row.begin(), row.end());
        for (std::size_t k = 0; k < 3; ++k) {
            top += "q" + std::to_string(q) + "\tr" + std::to_string(row[k].second) + "\t" +
                   std::to_string(-row[k].first) + "\n";
        }
    }
    const auto first = [](const std::vector<std::vector<std::string>>& lines, std::size_t fields) {
        std::string text;
        for (const auto& line : lines) {
            for (std::size_t k = 0; k < fields; ++k) {
                text += line[k] + (k + 1 < fields ? "\t" : "\n");
            }
        }
        return text;
    };
    for (const bool solution : {false, true}) {
        std::vector<std::string> options{"--batch", y, "--top", "3", "--reverse-complement"};
        options.insert(options.end(), solution ? 1 : 0, "--solution");
        const auto lines = fields_of(run_batch("align-local", x, options));
        EXPECT_EQ(first(lines, 3), top) << solution;
        for (const auto& line : lines) {
            const std::size_t q = std::stoul(line[0].substr(1)), r = std::stoul(line[1].substr(1));
            const std::string given = reverse_complemented(pairs.y[r]);
            if (solution) {
                expect_line(line, "align-local", pairs.x[q], given, {}, true);
            } else {
                const bool reverse_strand = oracle_score(pairs.x[q], pairs.y[r], "align-local", {}) >
                                            oracle_score(pairs.x[q], given, "align-local", {});
                EXPECT_EQ(line.at(3), reverse_strand ? "-" : "+");
            }
        }
        options[2] = "--at-least";
        options[3] = "12";
        options.emplace_back("--all-pairs");
        EXPECT_EQ(first(fields_of(run_batch("align-local", x, options)), 2), least) << solution;
    }
}

TEST(AlignBatch, ASharedSequenceIsReverseComplementedToo) {
    const TemporaryFolder folder;
    const std::string reference = "ACCGTTTAGGCATNACG";
    const std::string y = folder.file("genome.txt", reference);
    const LetterPairs pairs(30, "ACGT", 12, 50);
    std::string queries;
    for (std::size_t k = 0; k < pairs.x.size(); ++k) {
        queries += ">q" + std::to_string(k) + "\n" + pairs.x[k] + "\n";
    }
    const std::string x = folder.file("x.fa", queries);
    auto lines = fields_of(
        run_batch("align-semiglobal", x, {"--input", "y=" + y, "--solution", "--reverse-complement", "--verify"}));
    ASSERT_EQ(lines.size(), 30U);
    for (std::size_t k = 0; k < lines.size(); ++k) {
        lines[k].insert(lines[k].begin() + 1, "genome");  // The reference has no name
        expect_line(lines[k], "align-semiglobal", pairs.x[k], reference, {}, true);
    }
}

TEST(AlignBatch, JsonHasTheFieldsOfSingleRuns) {
    const TemporaryFolder folder;
    const std::string x = "GGACGTTAACA", y = "CCCTGTTAACGTTTT";
    const std::string file = folder.file("p.fa", ">q\n" + x + "\n>r\n" + y + "\n>s\nAAAA\n>t\nCCCC\n");
    for (const std::string& problem : kAlignProblems) {
        const auto batch =
            json_of_command("dp", {"--problem", problem, "--batch", file, "--solution", "--reverse-complement"});
        const auto single = json_of_command("dp", {"--problem", problem, "--solution", "--reverse-complement",
                                                   folder.file("x.txt", x), folder.file("y.txt", y)});
        const auto& result = batch["result"];
        EXPECT_EQ(result["solutions"][0], single["result"]["solution"]) << problem;
        EXPECT_EQ(result["answers"][0], single["result"]["answer"]);
        EXPECT_EQ(result["strands"][0], "-");
        EXPECT_EQ(result["strands"][1], "+");
        EXPECT_EQ(batch["parameters"]["match"], 2);
        EXPECT_EQ(batch["parameters"]["open"], 5);
        EXPECT_EQ(batch["parameters"]["reverse_complement"], true);
    }
    EXPECT_EQ(run_batch("align-local", file, {"--output", "-", "--reverse-complement"}), "q\tr\t18\t-\ns\tt\t0\t+\n");
    const std::string csv = folder.path("out.csv");
    run_batch("align-local", file, {"--output", csv, "--solution"});
    EXPECT_EQ(run_shell("cat " + csv).output,
              "x,y,score,identity,x_begin,x_end,y_begin,y_end,x_length,y_length,x_coverage,y_coverage,cigar\n"
              "q,r,12,100.00,5,10,5,10,11,15,54.55,40.00,6=\ns,t,0,0.00,,,,,4,4,0.00,0.00,\n");
}

TEST(AlignBatch, TextHasTheRowsOfSingleRuns) {
    const TemporaryFolder folder;
    std::uint64_t seed = 70;
    for (const std::string& problem : kAlignProblems) {
        LetterPairs pairs(3, "ACGT", 90, seed++);
        std::string expected;
        for (std::size_t p = 0; p < pairs.x.size(); ++p) {
            pairs.x[p] += "ACGTTGCAGG";  // So that no sequence is empty
            pairs.y[p] += "ACGTTGCAGG";
            pairs.y[p] = p == 1 ? reverse_complemented(pairs.y[p]) : pairs.y[p];
            const ProcessResult single =
                run_vkalgo({"dp", "--problem", problem, "--solution", "--reverse-complement", "--quiet",
                            folder.file("x.txt", pairs.x[p]), folder.file("y.txt", pairs.y[p])});
            ASSERT_EQ(single.exit_code, 0) << single.errors;
            const auto end = single.output.find('\n');
            ASSERT_NE(end, std::string::npos) << single.output;
            const std::string solution = single.output.substr(end + 1);
            const bool reverse_strand = solution.find(": its reverse complement") != std::string::npos;
            const std::string number = std::to_string(p);
            expected += "x         q" + number + "\ny         r" + number + "\nscore     ";
            expected += single.output.substr(0, end) + "\nstrand    " + (reverse_strand ? "-" : "+");
            expected += "\nsolution  " + solution + "\n";
        }
        const std::string output = folder.path("o.txt");
        EXPECT_EQ(run_batch(problem, folder.file("p.fa", pairs.fasta()),
                            {"--solution", "--reverse-complement", "--quiet", "--output", output}),
                  "");
        EXPECT_EQ(content_of(output), expected) << problem;
    }
}

/// Checks a line of SAM against the sequences of its pair: its letters must be x or the reverse complement of x, and
/// their alignment must have the score that AS gives.
void expect_sam_line(const std::vector<std::string>& fields, const std::string& x, const std::string& y) {
    const std::string line = fields[0] + " " + x + " " + y + " " + fields[5];
    const bool reverse = fields[1] == "16";
    if (fields[1] == "4") {
        EXPECT_EQ(fields[2] + fields[3] + fields[5], "*0*") << line;
        EXPECT_EQ(fields[9], x.empty() ? "*" : x) << line;
        return;
    }
    EXPECT_EQ(fields[9], reverse ? reverse_complemented(x) : x) << line;
    std::string cigar = fields[5];
    std::size_t i = 0, clipped = 0;
    const auto runs = cigar_runs(cigar);
    if (runs.front().operation == 'S') {
        i = runs.front().count;
        cigar.erase(0, cigar.find('S') + 1);
    }
    if (runs.back().operation == 'S') {
        clipped = runs.back().count;
        cigar.erase(cigar.find_last_of("=XID") + 1);
    }
    std::size_t j = std::stoul(fields[3]) - 1;
    EXPECT_EQ(fields[11], "AS:i:" + std::to_string(replayed_score(cigar, fields[9], y, i, j, {}))) << line;
    EXPECT_EQ(i + clipped, x.size()) << line;
    std::size_t edits = 0;
    for (const CigarRun& run : cigar_runs(cigar)) {
        edits += run.operation == '=' ? 0 : run.count;
    }
    EXPECT_EQ(fields[12], "NM:i:" + std::to_string(edits)) << line;
}

TEST(AlignBatch, SamPutsQueriesOnTheReferencesStrand) {
    const TemporaryFolder folder;
    LetterPairs pairs(150, "ACGT", 40, 60);
    std::string reads, references;
    for (std::size_t p = 0; p < pairs.x.size(); ++p) {
        pairs.y[p] = p % 2 == 0 ? reverse_complemented(pairs.y[p]) : pairs.y[p];
        std::string qualities;
        for (std::size_t k = 0; k < pairs.x[p].size(); ++k) {
            qualities += static_cast<char>('A' + k);
        }
        reads += "@q" + std::to_string(p) + "\n" + pairs.x[p] + "\n+\n" + qualities + "\n";
        references += ">r" + std::to_string(p) + "\n" + pairs.y[p] + "\n";
    }
    const std::string x = folder.file("x.fq", reads), y = folder.file("y.fa", references);
    const std::string sam = folder.path("out.sam");
    for (const char* problem : {"align-local", "align-semiglobal"}) {
        run_batch(problem, x, {"--batch", y, "--reverse-complement", "--output", sam});
        const auto lines = fields_of(run_shell("grep -v ^@ " + sam).output);
        ASSERT_EQ(lines.size(), 150U);
        std::map<std::string, int> flags;
        for (std::size_t p = 0; p < lines.size(); ++p) {
            flags[lines[p][1]] += 1;
            expect_sam_line(lines[p], pairs.x[p], pairs.y[p]);
            const std::string& qualities = lines[p][10];
            const bool ascends = std::is_sorted(qualities.begin(), qualities.end());
            EXPECT_TRUE(qualities.size() < 2 || ascends == (lines[p][1] != "16")) << qualities;
        }
        EXPECT_GT(flags["16"], 40);
        EXPECT_GT(flags["0"], 40);
    }
}

TEST(AlignBatch, AFileOfScoresIsRefusedForTextSequences) {
    const TemporaryFolder folder;
    const std::string score = folder.file("score.txt", "3 -1\n-1 3\n");
    const std::string pairs = folder.file("p.fa", ">a\nACCA\n>b\nACA\n");
    expect_refused({{"dp", "--problem", "align-global", "--batch", pairs, score, "--match", "2"},
                    2,
                    "--input score=FILE gives the scores itself; leave it out, or leave out --match"});
}

}  // namespace
}  // namespace vkalgo::cli::test
