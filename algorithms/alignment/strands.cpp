#include "algorithms/alignment/strands.hpp"

#include "algorithms/alignment/complements.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>
#include <utility>

namespace vkalgo {
namespace {

/// The input y of the better strands: the arrays of y, followed by the arrays of `reverse`. Each pair chooses its array
/// of y, or the reverse complement of that array.
class BetterLetters {
public:
    BetterLetters(const dp::BatchInput& y, const dp::BatchInput& reverse,
                  const std::vector<std::uint8_t>& reverse_strand)
        : data_(y.data.begin(), y.data.end()),
          offsets_(y.offsets.begin(), y.offsets.end()),
          chosen_(reverse_strand.size()) {
        data_.insert(data_.end(), reverse.data.begin(), reverse.data.end());
        for (std::size_t k = 1; k < y.offsets.size(); ++k) {
            offsets_.push_back(y.data.size() + reverse.offsets[k]);
        }
        for (std::size_t p = 0; p < chosen_.size(); ++p) {
            chosen_[p] = static_cast<std::uint32_t>(y.array_of(p) + (reverse_strand[p] != 0 ? y.arrays() : 0));
        }
    }
    dp::BatchInput view() const { return {ElementType::u8, data_, offsets_, chosen_}; }

private:
    std::vector<std::byte> data_;
    std::vector<std::uint64_t> offsets_;
    std::vector<std::uint32_t> chosen_;
};

bool is_better(const dp::BatchSolution& one, const dp::BatchSolution& than, std::size_t p) {
    const auto ones = one.answers_as<std::int32_t>();
    const auto thans = than.answers_as<std::int32_t>();
    if (one.statuses[p] != dp::AnswerStatus::ok || than.statuses[p] != dp::AnswerStatus::ok) {
        return one.statuses[p] == dp::AnswerStatus::ok;
    }
    return ones.empty() || thans.empty() ? *one.answer(p) > *than.answer(p) : ones[p] > thans[p];
}

/// Replaces each answer in `best` by the answer in `other`, that of the reverse strand, if the latter is better. Sets
/// reverse_strand[p] to 1 for each pair p whose answer was replaced, and to 0 for the other pairs.
void choose(dp::BatchSolution& best, const dp::BatchSolution& other, std::vector<std::uint8_t>& reverse_strand) {
    const std::size_t bytes = size_of(best.answer_type);
    reverse_strand.assign(best.statuses.size(), 0);
    for (std::size_t p = 0; p < reverse_strand.size(); ++p) {
        if (is_better(other, best, p)) {
            reverse_strand[p] = 1;
            std::memcpy(best.answers.data() + p * bytes, other.answers.data() + p * bytes, bytes);
            best.statuses[p] = other.statuses[p];
            best.cells[p] = other.cells[p];
        }
    }
}

}  // namespace

void add_times(CallReport& call, const CallReport& more) {
    for (std::size_t k = 0; k < std::min(call.gpu_milliseconds.size(), more.gpu_milliseconds.size()); ++k) {
        call.gpu_milliseconds[k] += more.gpu_milliseconds[k];
    }
    call.upload_milliseconds += more.upload_milliseconds;
    call.download_milliseconds += more.download_milliseconds;
    call.device_bytes = std::max(call.device_bytes, more.device_bytes);
}

Result<Strands> solve_strands(const SolveTable& solve, const dp::Recurrence& recurrence, dp::Instance& instance,
                              std::string_view alphabet) {
    dp::InputArray& y = instance.inputs["y"];
    VKALGO_TRY(dp::InputArray reverse, reverse_complement(y, alphabet));
    Strands best;
    VKALGO_TRY(best.solution, solve(recurrence, instance));
    std::swap(y, reverse);
    VKALGO_TRY(dp::Solution other, solve(recurrence, instance));
    best.reverse_strand = other.answer_as<std::int64_t>() > best.solution.answer_as<std::int64_t>();
    if (best.reverse_strand) {
        std::swap(best.solution, other);
    } else {
        std::swap(y, reverse);
    }
    add_times(best.solution.call, other.call);
    return best;
}

Result<dp::BatchSolution> solve_strands(const SolvePairs& solve, dp::Batch batch, dp::BatchInput reverse,
                                        bool tracebacks, std::vector<std::uint8_t>& reverse_strand) {
    const dp::BatchInput plain = batch.inputs.at("y");
    dp::BatchSolution best;
    if (reverse_strand.empty()) {
        reverse.chosen = plain.chosen;
        batch.inputs["y"] = reverse;
        VKALGO_TRY(const dp::BatchSolution other, solve(batch, false));
        batch.inputs["y"] = plain;
        VKALGO_TRY(best, solve(batch, false));
        choose(best, other, reverse_strand);
    }
    if (tracebacks) {
        const bool has_reverse = std::count(reverse_strand.begin(), reverse_strand.end(), 1) > 0;
        const auto better =
            has_reverse ? std::optional<BetterLetters>(std::in_place, plain, reverse, reverse_strand) : std::nullopt;
        batch.inputs["y"] = better ? better->view() : plain;
        VKALGO_TRY(best, solve(batch, true));
    }
    return best;
}

}  // namespace vkalgo
