// Tests the SAM output of batches: the line of an unmapped query, the lines of each query, and what NM and CIGAR count.
#include "tests/cli/align_batch_oracle.hpp"
#include "tests/cli/host_batch.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

using Fields = std::vector<std::string>;

constexpr std::size_t kFlag = 1, kReference = 2, kPosition = 3, kQuality = 4, kCigar = 5, kLetters = 9, kTags = 11;
constexpr unsigned kUnmapped = 4, kReverse = 16, kSecondary = 256;

unsigned flags_of(const Fields& line) {
    return static_cast<unsigned>(std::stoul(line.at(kFlag)));
}

std::string tag_of(const Fields& line, const std::string& tag) {
    for (std::size_t k = kTags; k < line.size(); ++k) {
        if (line[k].starts_with(tag + ":i:")) {
            return line[k].substr(5);
        }
    }
    return "none";
}

/// The sequences of two files by their names, and the command's output for them.
class Sets {
public:
    Sets(std::vector<std::string> queries, std::vector<std::string> references)
        : queries_(std::move(queries)), references_(std::move(references)) {
        x_ = folder_.file("x.fa", fasta_of("q", queries_));
        y_ = folder_.file("y.fa", fasta_of("r", references_));
    }

    /// Returns lines of SAM without those of the header.
    std::vector<Fields> sam(Words words) const {
        const std::string sam = written(std::move(words), "o.sam");
        std::string lines;
        for (std::size_t at = 0; at < sam.size(); at = sam.find('\n', at) + 1) {
            lines += sam[at] == '@' ? "" : sam.substr(at, sam.find('\n', at) + 1 - at);
        }
        return fields_of(lines);
    }
    std::vector<Fields> table(Words words) const {
        words.emplace_back("--solution");
        return fields_below_header(written(std::move(words), "o.tsv"));
    }
    const std::string& query(const std::string& name) const { return queries_.at(std::stoul(name.substr(1))); }
    const std::string& reference(const std::string& name) const { return references_.at(std::stoul(name.substr(1))); }

private:
    static std::string fasta_of(const std::string& prefix, const std::vector<std::string>& sequences) {
        std::string text;
        for (std::size_t k = 0; k < sequences.size(); ++k) {
            text += ">" + prefix + std::to_string(k) + "\n" + sequences[k] + "\n";
        }
        return text;
    }
    std::string written(Words words, const std::string& name) const {
        const std::string path = folder_.path(name);
        words.insert(words.begin(), {"dp", "--problem"});
        words.insert(words.end(), {"--batch", x_, "--batch", y_, "--quiet", "--output", path});
        const ProcessResult run = run_vkalgo(words);
        EXPECT_EQ(run.exit_code, 0) << run.errors;
        return content_of(path);
    }

    TemporaryFolder folder_;
    std::vector<std::string> queries_, references_;
    std::string x_, y_;
};

/// Returns whether two letters match for NM. The specification SAMtags says: "counting only (case-insensitive) A, C, G
/// and T bases ... as potential matches".
bool is_match(char a, char b, bool of_proteins) {
    const auto upper = [&](char letter) {
        const auto code = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
        return code == 'U' && !of_proteins ? 'T' : code;
    };
    return upper(a) == upper(b) && (of_proteins || std::string("ACGT").find(upper(a)) != std::string::npos);
}

std::string other_strand(const std::string& letters) {
    constexpr std::string_view kFrom = "ACGTURYSWKMBVDHNacgturyswkmbvdhn", kTo = "TGCAAYRSWMKVBHDNtgcaayrswmkvbhdn";
    const bool rna =
        letters.find_first_of("Uu") != std::string::npos && letters.find_first_of("Tt") == std::string::npos;
    std::string reverse(letters.rbegin(), letters.rend());
    for (char& letter : reverse) {
        letter = kTo[kFrom.find(letter)];
        letter = rna && letter == 'T' ? 'U' : rna && letter == 't' ? 'u' : letter;
    }
    return reverse;
}

void expect_unmapped(const Fields& line, const std::string& query) {
    EXPECT_EQ(Fields(line.begin() + 1, line.end()),
              (Fields{"4", "*", "0", "0", "*", "*", "0", "0", query.empty() ? "*" : query, "*"}))
        << line[0];
}

/// Compares the operations of a line's CIGAR with the letters of both sequences, column by column, and its NM with the
/// number of differences.
void expect_columns(const Fields& line, const std::string& query, const std::string& reference, bool of_proteins) {
    const std::string letters = (flags_of(line) & kReverse) != 0 ? other_strand(query) : query;
    std::size_t i = 0, j = std::stoul(line[kPosition]) - 1, differences = 0;
    for (const CigarRun& run : cigar_runs(line[kCigar])) {
        const bool in_query = run.operation != 'D', in_reference = run.operation != 'I' && run.operation != 'S';
        for (std::size_t k = 0; in_query && in_reference && k < run.count; ++k) {
            EXPECT_EQ(is_match(letters.at(i + k), reference.at(j + k), of_proteins), run.operation == '=')
                << letters << " " << reference << " " << line[kCigar];
        }
        differences += run.operation == '=' || run.operation == 'S' ? 0 : run.count;
        i += in_query ? run.count : 0;
        j += in_reference ? run.count : 0;
    }
    EXPECT_EQ(i, query.size()) << line[0];
    EXPECT_EQ(tag_of(line, "NM"), std::to_string(differences)) << line[kCigar];
    const bool is_secondary = (flags_of(line) & kSecondary) != 0;
    EXPECT_EQ(line[kLetters], is_secondary ? "*" : letters);
    EXPECT_EQ(line[kQuality], "255");
}

/// Expects a line for each pair that the table shows as mapped. For each query, the first line has the best of these
/// pairs and is the primary one.
void expect_lines_of_table(const Sets& sets, const Words& words, bool pairs, bool of_proteins = false) {
    SCOPED_TRACE(testing::PrintToString(words));
    std::map<std::string, std::map<std::string, long>> mapped;
    std::set<std::string> in_table;
    for (const Fields& line : sets.table(words)) {
        in_table.insert(line[0]);
        if (line.back().find_first_of("=X") != std::string::npos) {
            mapped[line[0]][line[1]] = std::stol(line[2]);
        }
    }
    std::map<std::string, std::vector<Fields>> queries;
    for (const Fields& line : sets.sam(words)) {
        queries[line[0]].push_back(line);
    }
    EXPECT_EQ(queries.size(), in_table.size());
    for (const auto& [query, lines] : queries) {
        const auto& expected = mapped[query];
        if (expected.empty()) {
            ASSERT_EQ(lines.size(), 1U) << query;
            expect_unmapped(lines[0], sets.query(query));
            continue;
        }
        ASSERT_EQ(lines.size(), expected.size()) << query;
        long best = std::stol(tag_of(lines[0], "AS"));
        for (const Fields& line : lines) {
            EXPECT_EQ(flags_of(line) & (kSecondary | kUnmapped), &line == lines.data() ? 0U : kSecondary) << query;
            ASSERT_TRUE(expected.contains(line[kReference])) << query << " " << line[kReference];
            EXPECT_EQ(tag_of(line, "AS"), std::to_string(expected.at(line[kReference])));
            EXPECT_LE(expected.at(line[kReference]), best) << query;
            expect_columns(line, sets.query(query), sets.reference(line[kReference]), of_proteins);
        }
        EXPECT_TRUE(pairs || lines.size() == 1U);
    }
}

std::vector<std::string> random_letters(const std::string& letters, std::size_t count, std::size_t most,
                                        std::uint64_t seed) {
    dp::SplitMix64 random(seed);
    std::vector<std::string> sequences(count);
    for (std::string& each : sequences) {
        for (std::size_t k = random.below(most + 1); k > 0; --k) {
            each += letters[random.below(letters.size())];
        }
    }
    return sequences;
}

Sets random_sets(const std::string& letters, std::uint64_t seed) {
    std::vector<std::string> queries = random_letters(letters, 30, 12, seed);
    std::vector<std::string> references = random_letters(letters, 30, 25, seed + 1);
    for (std::size_t k = 0; k < references.size(); k += 2) {  // Every second one contains a query or its other strand
        references[k] += k % 4 == 0 ? queries[k] : other_strand(queries[k]);
    }
    queries[3] = references[5] = "";
    queries[4] = std::string(5, 'N');
    return {queries, references};
}

TEST(SamCli, AQueryWithoutAnAlignmentHasNeitherAPositionNorAQuality) {
    const Sets sets({"TTTT", "", "CCCC"}, {"AAAAGGGG", "ACGT", ""});
    for (const Words& more :
         std::vector<Words>{{}, {"--all-pairs"}, {"--top", "2"}, {"--all-pairs", "--at-least", "0"}}) {
        Words words{"align-local", "--mismatch", "-9"};
        words.insert(words.end(), more.begin(), more.end());
        expect_lines_of_table(sets, words, !more.empty());
    }
    for (const Fields& line : sets.sam({"align-local"})) {
        expect_unmapped(line, sets.query(line[0]));
    }
}

TEST(SamCli, AQueryHasALinePerMappedPairBestFirstOrOneUnmappedLine) {
    const Sets sets = random_sets("ACGT", 1);
    expect_lines_of_table(sets, {"align-local", "--reverse-complement"}, false);
    expect_lines_of_table(sets, {"align-semiglobal", "--all-pairs", "--reverse-complement"}, true);
    expect_lines_of_table(sets, {"align-local", "--top", "3"}, true);
    expect_lines_of_table(sets, {"align-local", "--all-pairs", "--at-least", "4", "--at-most", "9"}, true);
    expect_lines_of_table(sets, {"align-global", "--all-pairs", "--mismatch", "-30"}, true);
}

TEST(SamCli, PairsAreEqualIfBothAreTheSameBase) {
    const Sets codes = random_sets("ACGTACGTNRYSWKMBDHV", 2);
    const Sets cases = random_sets("ACGTUacgtuNn", 3);
    for (const Words& matrix : std::vector<Words>{{}, {"--matrix", "NUC.4.4", "--open", "4", "--reverse-complement"}}) {
        for (const Sets* sets : {&codes, &cases}) {
            Words words{"align-local", "--all-pairs"};
            words.insert(words.end(), matrix.begin(), matrix.end());
            expect_lines_of_table(*sets, words, true);
        }
    }
    expect_lines_of_table(codes, {"align-global", "--match", "5", "--mismatch", "-1"}, false);
}

TEST(SamCli, PairsOfAminoAcidsAreEqualIfBothAreTheSameLetter) {
    const std::string letters = "ARNDCQEGHILKMFPSTWYVBZX";
    const Sets sets(random_letters(letters, 20, 12, 5), random_letters(letters, 20, 12, 6));
    expect_lines_of_table(sets, {"align-global", "--matrix", "BLOSUM62"}, false, true);
    const Sets same({"MNNKx"}, {"MNNKX"});
    EXPECT_EQ(same.sam({"align-global", "--matrix", "PAM250"}).at(0).at(kCigar), "5=");
    EXPECT_EQ(same.sam({"align-global", "--ignore-case"}).at(0).at(kCigar), "5X");
}

TEST(SamCli, LettersThatDifferOnlyByCaseAreNoEdits) {
    const Sets sets({"acgtN", "ACGT"}, {"ACGTN", "ACUG"});
    const auto lines = sets.sam({"edit-distance"});
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0][kCigar] + " " + tag_of(lines[0], "NM") + " " + tag_of(lines[0], "AS"), "4=1X 1 4");
    EXPECT_EQ(tag_of(lines[1], "NM"), "2");
}

TEST(SamCli, ManyReferencesOfAQueryAreWrittenTogether) {
    // There are more references than a thread formats at a time, and the best one is the last.
    const TemporaryFolder folder;
    std::string references;
    constexpr std::size_t kReferences = 3000;
    for (std::size_t k = 0; k < kReferences; ++k) {
        references += ">r" + std::to_string(k) + "\n" + (k % 3 == 0 ? "" : k + 1 == kReferences ? "ACG" : "CC") + "\n";
    }
    HostBatch batch({folder.file("x.fa", ">a\nACG\n>b\n\n>c\nACG\n"), folder.file("y.fa", references)});
    batch.job.request.all_pairs = true;
    const auto sam = batch.run(folder.path("o.sam"));
    ASSERT_TRUE(sam) << sam.error().message;
    std::map<std::string, std::vector<unsigned>> flags;
    for (const Fields& line : fields_of(*sam)) {
        if (!line[0].starts_with('@')) {
            flags[line[0]].push_back(flags_of(line));
        }
    }
    for (const char* query : {"a", "c"}) {
        ASSERT_EQ(flags[query].size(), 2000U);
        EXPECT_EQ(flags[query][0], 0U);
        EXPECT_EQ(std::count(flags[query].begin(), flags[query].end(), kSecondary), 1999);
    }
    EXPECT_EQ(flags["b"], std::vector<unsigned>{kUnmapped});
}

}  // namespace
}  // namespace vkalgo::cli::test
