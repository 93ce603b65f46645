// The answer of a random recurrence, and its traceback.
#include "tests/dp/random/evaluation.hpp"
#include "tests/dp/random/numbers.hpp"

#include <algorithm>

namespace vkalgo::dp::test {

Indices Evaluation::last_cell(const StageFunction& stage) const {
    Indices at{};
    for (std::size_t d = 0; d < kMaxIndices; ++d) {
        at[d] = stage.coefficients[d] < 0 ? 0 : drawn_.size.extents()[d] - 1;
    }
    return at;
}

bool Evaluation::in_answer(const Indices& at) const {
    return drawn_.answer_borders.empty() || std::any_of(drawn_.answer_borders.begin(), drawn_.answer_borders.end(),
                                                        [&](const Region& border) { return in_region(border, at); });
}

Indices Evaluation::answer_cell(const StageFunction& stage) const {
    if (drawn_.answer == Description::Answer::last) {
        return last_cell(stage);
    }
    if (drawn_.answer == Description::Answer::at) {
        return drawn_.answer_at;
    }
    const bool minimum = drawn_.answer == Description::Answer::min;
    const Indices* best = nullptr;
    for (const Indices& at : cells_) {  // In the order of i, j, k, l: the first of equal ones stays
        if (in_answer(at) && (best == nullptr || better(drawn_.value_type(), minimum, value(at), value(*best)))) {
            best = &at;
        }
    }
    return *best;
}

std::optional<Number> Evaluation::answer(const Indices& at) const {
    const std::uint64_t found = value(at);
    return is_infeasible(found) ? std::nullopt : std::optional(number_of(drawn_.value_type(), found));
}

bool Evaluation::is_infeasible(std::uint64_t value) const {
    // No number is less than the least unsigned number, which is an ordinary value.
    const ElementType type = drawn_.value_type();
    return drawn_.mode != Description::Mode::sums && (drawn_.minimum || is_signed(type) || is_float(type)) &&
           value == worst(type, drawn_.minimum);
}

std::optional<Evaluation::Steps> Evaluation::traceback(const Indices& from) const {
    Steps steps;
    if (is_infeasible(value(from))) {
        return steps;
    }
    std::uint32_t state = 0;
    const std::vector<std::size_t> choices = drawn_.choices();
    const auto count = static_cast<std::uint32_t>(choices.size());
    const ElementType type = drawn_.fields[0];
    for (Indices at = from; exists(at) && !in_base(at);) {
        std::optional<Indices> next;
        std::uint32_t decision = count;
        const bool ends = drawn_.ends_by_value && (low_word(type, cell(at)[0]) & 7U) == 3U;
        for (std::uint32_t turn = 0; turn < count && !ends; ++turn) {
            const bool turns = drawn_.traceback == Description::Traceback::states;
            const std::uint32_t choice = turns ? (state % count + turn) % count : turn;
            std::optional<Indices> target;
            each_target(drawn_.reads[choices[choice]], at, [&](const Indices& found) { target = found; });
            const bool first = target && !next;
            if (first || (target && drawn_.traceback == Description::Traceback::largest &&
                          less(type, cell(*next)[0], cell(*target)[0]))) {
                next = target;
                decision = choice;
            }
        }
        if (drawn_.traceback == Description::Traceback::states) {
            decision += next ? 16U * (state & 3U) : 0U;
            state = state * 5U + decision + 1U;
        }
        steps.emplace_back(at, decision);
        if (!next && !drawn_.base.empty()) {
            return std::nullopt;
        }
        at = next.value_or(Indices{-1, -1, -1, -1});
    }
    return steps;
}

bool Evaluation::is_leaf(const Indices& at) const {
    const ElementType type = drawn_.fields[0];
    if (drawn_.minimum || is_signed(type) || is_float(type)) {
        return in_base(at) || cell(at)[0] == worst(type, drawn_.minimum);
    }
    return in_base(at) || value_of(drawn_.reduction.first, at, 0) > value_of(drawn_.reduction.last, at, 0);
}

std::optional<Evaluation::Steps> Evaluation::splits(const Indices& from, std::size_t most) const {
    std::vector<Indices> nodes;
    if (!is_leaf(from)) {
        nodes.push_back(from);
    }
    Steps steps;
    for (std::size_t next = 0; next < nodes.size(); ++next) {
        if (nodes.size() > most) {
            return std::nullopt;
        }
        const Indices node = nodes[next];
        const std::int64_t last = value_of(drawn_.reduction.last, node, 0);
        std::int64_t best = value_of(drawn_.reduction.first, node, 0);
        for (std::int64_t k = best + 1; k <= last; ++k) {
            best = better(drawn_.fields[0], drawn_.minimum, term(node, k), term(node, best)) ? k : best;
        }
        steps.emplace_back(node, static_cast<std::uint32_t>(best));
        for (const Indices& child : term_cells(node, best)) {
            if (!is_leaf(child)) {
                nodes.push_back(child);
            }
        }
    }
    return steps;
}

}  // namespace vkalgo::dp::test
