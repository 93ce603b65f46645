#include "cli/dp/solution_kind.hpp"

#include <map>
#include <utility>

namespace vkalgo::cli {
namespace {

/// Returns "(A0 (A1 A2))" from the splits. Uses a stack of its own instead of recursion, since the parentheses of a
/// chain can be nested as deeply as the chain is long.
std::string parentheses(const Solved& solved) {
    using Chain = std::pair<std::int64_t, std::int64_t>;
    std::map<Chain, std::int64_t> splits;
    for (const dp::PathRecord& record : solved.solution.path) {
        splits[{record.i, record.j}] = record.decision;
    }
    struct Piece {
        Chain chain;
        /// A text to write in place of a chain; null if the chain is to be written.
        const char* text;
    };
    std::string text;
    std::vector<Piece> open;
    if (!solved.solution.shape.size.empty()) {
        open.push_back({{solved.solution.shape.answer.i, solved.solution.shape.answer.j}, nullptr});
    }
    while (!open.empty()) {
        const Piece piece = open.back();
        open.pop_back();
        const auto [i, j] = piece.chain;
        const auto split = splits.find(piece.chain);
        if (piece.text != nullptr) {
            text += piece.text;
        } else if (i == j || split == splits.end()) {
            text += solved.declaration.text + std::to_string(i);
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

Result<SolutionShown> show_parentheses(const Solved& solved) {
    const std::string text = parentheses(solved);
    return SolutionShown{{{"parenthesisation", text}}, text};
}

}  // namespace

const SolutionKind& solution_kind_parentheses();
const SolutionKind& solution_kind_parentheses() {
    static const SolutionKind kind{
        .name = "parentheses",
        .usage = "parentheses as A",
        .of = SolutionKind::Of::splits,
        .allowed = SolutionKind::kText,
        .show = show_parentheses,
    };
    return kind;
}

}  // namespace vkalgo::cli
