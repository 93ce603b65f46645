#include "cli/batch/chooser.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

namespace vkalgo::cli {
namespace {

bool is_nan(const dp::Number& number) {
    const auto* real = std::get_if<double>(&number);
    return real != nullptr && std::isnan(*real);
}

}  // namespace

bool is_better(const std::optional<dp::Number>& answer, const std::optional<dp::Number>& other, Best best) {
    if (!answer || !other) {
        return answer && !other;
    }
    if (is_nan(*answer) || is_nan(*other)) {
        return !is_nan(*answer) && is_nan(*other);
    }
    return best == Best::least ? *answer < *other : *other < *answer;
}

/// Keeps the best --top problems of a row of x. Of equally good problems, those with the smallest row numbers in the
/// second file are kept.
void PairChooser::prune(std::vector<KeptProblem>& row) const {
    const auto better = [this](const KeptProblem& a, const KeptProblem& b) {
        if (is_better(a.answer, b.answer, best_)) {
            return true;
        }
        return !is_better(b.answer, a.answer, best_) && a.y < b.y;
    };
    const std::size_t most = std::min<std::uint64_t>(*request_.top, row.size());
    std::partial_sort(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(most), row.end(), better);
    row.resize(most);
}

void PairChooser::look(const SolvedBlock& block) {
    const bool has_pairs = request_.pairs();
    for (std::size_t p = 0; p < block.batch.count; ++p) {
        const auto answer = block.solution.answer(p);
        if (!answer || !is_within(*answer, request_.at_most, request_.at_least)) {
            continue;
        }
        const auto x = static_cast<std::uint32_t>(block.row_of(0, p));
        const auto y = has_pairs ? static_cast<std::uint32_t>(block.row_of(1, p)) : x;
        rows_[has_pairs ? x : 0].push_back({x, y, *answer, block.solution.cells[p], block.is_reverse(p)});
    }
    prune_all();
}

void PairChooser::prune_all() {
    if (request_.top) {
        for (auto& [x, row] : rows_) {
            prune(row);
        }
    }
}

void PairChooser::add(const std::vector<KeptProblem>& kept) {
    for (const KeptProblem& each : kept) {
        rows_[request_.pairs() ? each.x : 0].push_back(each);
    }
    prune_all();
}

std::vector<KeptProblem> PairChooser::take() {
    std::vector<KeptProblem> kept;
    for (auto& [x, row] : rows_) {
        kept.insert(kept.end(), row.begin(), row.end());
    }
    rows_.clear();
    return kept;
}

}  // namespace vkalgo::cli
