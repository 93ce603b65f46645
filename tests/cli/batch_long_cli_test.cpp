// Tests `vkalgo dp --batch` of short queries on long references. A method for batches must solve these pairs, not
// method `single`, which solves one pair after another.
#include "tests/cli/align_batch_oracle.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/random_text.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

/// Returns the best score of a local alignment: a match 2, a mismatch -3, a gap of n letters -5 - 2 n.
std::int64_t local_score(const std::string& x, const std::string& y) {
    std::vector<std::int32_t> best(x.size() + 1, 0), gap(x.size() + 1, -1'000'000);
    std::int32_t most = 0;
    for (const char letter : y) {
        std::int32_t corner = 0, down = -1'000'000;
        for (std::size_t i = 1; i <= x.size(); ++i) {
            down = std::max(down, best[i - 1] - 5) - 2;
            gap[i] = std::max(gap[i], best[i] - 5) - 2;
            const std::int32_t own = std::max({0, corner + (x[i - 1] == letter ? 2 : -3), down, gap[i]});
            corner = best[i];
            best[i] = own;
            most = std::max(most, own);
        }
    }
    return most;
}

struct Read {
    std::string letters;
    std::size_t first;  // Index in the reference
    bool is_reverse;
};
/// Returns reads of a reference with one letter changed in each, half of them from the reverse strand.
std::vector<Read> reads_of(const std::string& reference, std::size_t count, std::size_t length) {
    dp::SplitMix64 random(reference.size());
    std::vector<Read> reads;
    for (std::size_t k = 0; k < count; ++k) {
        // The first read begins at the reference's begin, the last one ends at its end.
        const std::size_t last = reference.size() - length;
        const std::size_t first = k == 0 ? 0 : k + 1 == count ? last : random.below(last);
        std::string letters = reference.substr(first, length);
        letters[length / 3] = letters[length / 3] == 'A' ? 'C' : 'A';
        reads.push_back({k % 2 == 1 ? reverse_complemented(letters) : letters, first, k % 2 == 1});
    }
    return reads;
}
std::string fasta_of(const std::vector<Read>& reads) {
    std::string text;
    for (std::size_t k = 0; k < reads.size(); ++k) {
        text += ">read" + std::to_string(k) + "\n" + reads[k].letters + "\n";
    }
    return text;
}

TEST(BatchLong, ReadsOnALongReferenceHaveTheirScoresOnBothStrands) {
    const TemporaryFolder folder;
    const std::string reference = random_text("ACGT", 60'000, 1);
    const std::vector<Read> reads = reads_of(reference, 4, 150);
    const std::string x = folder.file("reads.fa", fasta_of(reads));
    const std::string y = folder.file("reference.fa", ">chr\n" + reference + "\n");
    for (const bool both : {false, true}) {
        std::vector<std::string> options{"--problem", "align-local", "--batch", x, "--batch", y, "--all-pairs"};
        if (both) {
            options.emplace_back("--reverse-complement");
        }
        const auto result = json_of_command("dp", options)["result"];
        EXPECT_NE(result["method"], "single");
        for (std::size_t k = 0; k < reads.size(); ++k) {
            const std::int64_t plus = local_score(reads[k].letters, reference);
            const std::int64_t reverse_strand = local_score(reverse_complemented(reads[k].letters), reference);
            EXPECT_EQ(result["answers"][k], both ? std::max(plus, reverse_strand) : plus) << k;
        }
    }
}

TEST(BatchLong, ReadsOnALongReferenceAreWrittenWithTheirPositions) {
    const TemporaryFolder folder;
    const std::string reference = random_text("ACGT", 40'000, 2);
    const std::vector<Read> reads = reads_of(reference, 6, 150);
    const std::string sam = folder.file("reads.sam", "");
    const auto result =
        json_of_command("dp", {"--problem", "align-local", "--batch", folder.file("reads.fa", fasta_of(reads)),
                               "--batch", folder.file("reference.fa", ">chr\n" + reference + "\n"), "--all-pairs",
                               "--top", "1", "--reverse-complement", "--output", sam})["result"];
    EXPECT_EQ(result["method"], "team");
    // Each pair is computed three times: the scores of both strands, and the traceback on the better strand.
    EXPECT_EQ(result["cells"], 3.0 * 6 * 151 * 40'001);
    std::ifstream lines(sam);
    std::size_t k = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with('@')) {
            continue;
        }
        const bool is_reverse = reads.at(k).is_reverse;
        const std::string begin = "read" + std::to_string(k) + (is_reverse ? "\t16" : "\t0") + "\tchr\t" +
                                  std::to_string(reads[k].first + 1) + "\t255\t50=1X99=\t";
        EXPECT_EQ(line.substr(0, begin.size()), begin);
        ++k;
    }
    EXPECT_EQ(k, reads.size());
}

TEST(BatchLong, AlignsTenLettersWith400000InEitherOrder) {
    const TemporaryFolder folder;
    std::string text = random_text("ACGT", 400'000, 3);
    text.replace(399'000, 10, "AAAAAAAAAA");
    const std::string few = folder.file("few.fa", ">q\nAAAAAAAAAA\n");
    const std::string many = folder.file("many.fa", ">r\n" + text + "\n");
    const auto solved = [&](const std::string& problem, const std::string& x, const std::string& y) {
        return json_of_command("dp", {"--problem", problem, "--batch", x, "--batch", y})["result"];
    };
    const auto semi = solved("align-semiglobal", few, many);
    EXPECT_EQ(semi["method"], "team");
    EXPECT_EQ(semi["answers"][0], 20);
    const auto one = json_of_command("dp", {"--problem", "align-semiglobal", few, many})["result"];
    EXPECT_EQ(one["answer"], 20) << one;
    EXPECT_EQ(one["method"], "team");
    for (const auto& [x, y] : {std::pair{few, many}, {many, few}}) {
        const auto edit = solved("edit-distance", x, y);
        EXPECT_EQ(edit["answers"][0], 399'990);
        const auto local = solved("align-local", x, y);
        EXPECT_NE(local["method"], "single");
        EXPECT_EQ(local["answers"][0], 20);
    }
}

}  // namespace
}  // namespace vkalgo::cli::test
