// peer_parasail_scores: times parasail's scores of local alignments with affine gaps, on one core of the CPU, for
// `vkalgo bench batch`. Prints a line of JSON. The program is built if CMake finds parasail.
//
//     peer_parasail_scores [--repetitions R]
//
// Reads from standard input: the cost of opening a gap besides its first letter, the cost of each letter of a gap, the
// letters as one word, the scores of these letters row by row, and the pairs, two words each. The scores must be
// symmetric: in some of parasail's functions the first word of a pair chooses the row of scores, in others the second
// word.
#include "pairs.hpp"

#include <memory>

#include <parasail.h>

namespace {

constexpr const char* kProgram = "peer_parasail_scores";

}  // namespace

int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);  // Otherwise a million pairs take long to read
    const int repetitions = pairs::repetitions_of(argc, argv, kProgram, nullptr);
    int open = 0, extend = 0;
    std::string letters;
    if (!(std::cin >> open >> extend >> letters)) {
        pairs::fail(kProgram, "standard input must begin with two costs and the letters");
    }
    const std::unique_ptr<parasail_matrix_t, decltype(&parasail_matrix_free)> matrix(
        parasail_matrix_create(letters.c_str(), 0, 0), parasail_matrix_free);
    for (std::size_t k = 0; k < letters.size() * letters.size(); ++k) {
        int score = 0;
        if (!(std::cin >> score)) {
            pairs::fail(kProgram, "there must be a score for every two letters");
        }
        parasail_matrix_set_value(matrix.get(), static_cast<int>(k / letters.size()),
                                  static_cast<int>(k % letters.size()), score);
    }
    for (int a = 0; a < static_cast<int>(letters.size()); ++a) {
        for (int b = 0; b < a; ++b) {
            if (matrix->matrix[matrix->size * a + b] != matrix->matrix[matrix->size * b + a]) {
                pairs::fail(kProgram, std::string("the scores of ") + letters[static_cast<std::size_t>(a)] + " and " +
                                          letters[static_cast<std::size_t>(b)] + " depend on their order");
            }
        }
    }
    const std::vector<pairs::Pair> given = pairs::read_pairs(kProgram);
    const auto align = [&](const pairs::Pair& pair) -> long long {
        // parasail's cost of opening a gap includes the first letter.
        const std::unique_ptr<parasail_result_t, decltype(&parasail_result_free)> result(
            parasail_sw_striped_sat(pair.x.c_str(), static_cast<int>(pair.x.size()), pair.y.c_str(),
                                    static_cast<int>(pair.y.size()), open + extend, extend, matrix.get()),
            parasail_result_free);
        return result->score;
    };
    const pairs::Answers answers = pairs::time_pairs(given, repetitions, align);
    int major = 0, minor = 0, patch = 0;
    parasail_version(&major, &minor, &patch);
    pairs::print("parasail " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch),
                 "parasail_sw_striped_sat", answers);
    return 0;
}
