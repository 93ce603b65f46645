#include "tests/dp/random/description.hpp"

#include <algorithm>
#include <cstdlib>

namespace vkalgo::dp::test {

bool Read::is_fixed() const {
    return std::all_of(index.begin(), index.end(),
                       [](const ReadIndex& each) { return each.kind == ReadIndex::Kind::offset; });
}

bool Read::is_line() const {
    return std::any_of(index.begin(), index.end(),
                       [](const ReadIndex& each) { return each.kind == ReadIndex::Kind::all; });
}

std::vector<std::size_t> Description::choices() const {
    std::vector<std::size_t> found;
    for (std::size_t r = 0; r < reads.size(); ++r) {
        if (!reads[r].is_line()) {
            found.push_back(r);
        }
    }
    return found;
}

bool Description::fits(const StageFunction& other) const {
    return indices == 2 && mode != Mode::reduction && !sequential && !(other == stage) &&
           std::all_of(reads.begin(), reads.end(), [&](const Read& read) {
               return read.is_fixed() && other.at({read.index[0].amount, read.index[1].amount}) < 0;
           });
}

std::vector<RecurrenceClass> Description::classes() const {
    // The distance of a read along an index: fixed, or nullopt for anywhere.
    using Distance = std::optional<std::int64_t>;
    std::vector<std::array<Distance, kMaxIndices>> distances;
    for (const Read& read : reads) {
        auto& found = distances.emplace_back();
        for (std::size_t d = 0; d < kMaxIndices; ++d) {
            const ReadIndex& each = read.index[d];
            found[d] = each.kind == ReadIndex::Kind::offset ? Distance(each.amount) : Distance();
        }
    }
    for (const auto& read : reduction.reads) {
        const auto from = [](const Linear& linear, bool row) {
            const bool own = linear.k == 0 && linear.i == (row ? 1 : 0) && linear.j == (row ? 0 : 1);
            return own ? Distance(linear.constant) : Distance();
        };
        distances.push_back({from(read.row, true), from(read.column, false), Distance(0), Distance(0)});
    }
    const auto all = [&](auto&& holds) { return std::all_of(distances.begin(), distances.end(), holds); };
    std::vector<RecurrenceClass> found;
    if (all([](const auto& read) {
            return std::all_of(read.begin(), read.end(), [](Distance d) { return d && std::abs(*d) <= 1; });
        })) {
        found.push_back(RecurrenceClass::local);
    }
    const auto& step = stage.coefficients;
    if (by_pattern && (step[0] == 0 || step[1] == 0)) {
        const std::size_t along = step[0] != 0 ? 0 : 1;
        if (all([&](const auto& read) { return read[along] == -step[along]; })) {
            found.push_back(RecurrenceClass::row_gather);
            found.push_back(RecurrenceClass::row_all);
        }
    }
    if (all([](const auto& read) { return read[0] == 0 || read[1] == 0; })) {
        found.push_back(RecurrenceClass::segments);
    }
    if (indices == 2 && (size.rows == 1 || size.columns == 1)) {
        found.push_back(RecurrenceClass::chain);
    }
    found.push_back(RecurrenceClass::any);
    return found;
}

}  // namespace vkalgo::dp::test
