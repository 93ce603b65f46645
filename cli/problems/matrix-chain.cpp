#include "cli/dp/inputs.hpp"
#include "cli/problem_io.hpp"

#include <map>
#include <utility>
#include <vector>

namespace vkalgo::cli {
namespace {

Result<dp::Instance> read(InputReader& reader, std::span<const std::string> paths) {
    VKALGO_TRY(dp::InputArray dimensions, read_number_list(reader, paths[0], ElementType::u32));
    if (dimensions.count == 0) {
        return Error{ErrorCode::invalid_argument,
                     "no dimensions; a chain of n matrices has n + 1 of them, so give one number at least", paths[0]};
    }
    dp::Instance instance;
    instance.inputs["d"] = std::move(dimensions);
    return instance;
}

/// "(A0 (A1 A2))" from the splits. A stack of its own: a chain can nest as deeply as it is long.
std::string solution_text(const dp::Instance& instance, const dp::Solution& solution) {
    using Chain = std::pair<std::int64_t, std::int64_t>;
    std::map<Chain, std::int64_t> splits;
    for (const dp::PathRecord& record : solution.path) {
        splits[{record.i, record.j}] = record.decision;
    }
    struct Piece {
        Chain chain;
        /// written instead of a chain
        const char* text;
    };
    const auto matrices = static_cast<std::int64_t>(instance.inputs.at("d").count) - 1;
    std::string text;
    std::vector<Piece> open;
    if (matrices > 0) {
        open.push_back({{0, matrices - 1}, nullptr});
    }
    while (!open.empty()) {
        const Piece piece = open.back();
        open.pop_back();
        const auto [i, j] = piece.chain;
        const auto split = splits.find(piece.chain);
        if (piece.text != nullptr) {
            text += piece.text;
        } else if (i == j || split == splits.end()) {
            text += "A" + std::to_string(i);
        } else {
            text += "(";
            open.push_back({{}, ")"});
            open.push_back({{split->second + 1, j}, nullptr});
            open.push_back({{}, " "});
            open.push_back({{i, split->second}, nullptr});
        }
    }
    return text;
}

Json solution_json(const dp::Instance& instance, const dp::Solution& solution) {
    return {{"parenthesisation", solution_text(instance, solution)}};
}

}  // namespace

const ProblemIo& problem_io_matrix_chain();
const ProblemIo& problem_io_matrix_chain() {
    static const ProblemIo io{
        .name = "matrix-chain",
        .answer_label = "products",
        .overflow_advice = "give smaller dimensions, or fewer of them",
        .file_count = 1,
        .files =
            "a list of dimensions, as text between blanks, line breaks or commas: matrix k has the k-th number of rows "
            "and the next one of columns",
        .want = Want::list,
        .read = read,
        .solution_json = solution_json,
        .solution_text = solution_text,
    };
    return io;
}

}  // namespace vkalgo::cli
