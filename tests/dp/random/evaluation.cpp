#include "tests/dp/random/evaluation.hpp"

#include "tests/dp/random/numbers.hpp"

#include <algorithm>

namespace vkalgo::dp::test {

std::uint32_t low_word_of(ElementType type, std::int64_t value) {
    return static_cast<std::uint32_t>(is_float(type) ? static_cast<std::uint64_t>(value)
                                                     : wrap(type, static_cast<std::uint64_t>(value)));
}

Evaluation::Evaluation(const Description& drawn) : drawn_(drawn) {
    const TableSize& size = drawn_.size;
    values_.resize(static_cast<std::size_t>(size.rows * size.columns * size.third * size.fourth) *
                   drawn_.fields.size());
    for (Indices at{}; at[0] < size.rows; ++at[0]) {
        for (at[1] = 0; at[1] < size.columns; ++at[1]) {
            for (at[2] = 0; at[2] < size.third; ++at[2]) {
                for (at[3] = 0; at[3] < size.fourth; ++at[3]) {
                    if (exists(at)) {
                        cells_.push_back(at);
                    }
                }
            }
        }
    }
    std::vector<Indices> ordered = cells_;
    std::stable_sort(ordered.begin(), ordered.end(), [&](const Indices& a, const Indices& b) {
        return drawn_.stage.at(Cell::of(a)) < drawn_.stage.at(Cell::of(b));
    });
    for (const Indices& at : ordered) {
        compute(at);
    }
}

bool Evaluation::exists(const Indices& at) const {
    const auto extents = drawn_.size.extents();
    for (std::size_t d = 0; d < kMaxIndices; ++d) {
        if (at[d] < 0 || at[d] >= extents[d]) {
            return false;
        }
    }
    return drawn_.domain == Domain::full || (drawn_.domain == Domain::upper ? at[0] <= at[1] : at[0] >= at[1]);
}

bool Evaluation::in_region(const Region& region, const Indices& at) const {
    if (region.diagonal) {
        return at[1] - at[0] == region.amount;
    }
    const std::int64_t extent = drawn_.size.extents()[region.index];
    return region.last ? at[region.index] >= extent - region.amount : at[region.index] < region.amount;
}

bool Evaluation::in_base(const Indices& at) const {
    return std::any_of(drawn_.base.begin(), drawn_.base.end(),
                       [&](const Region& region) { return in_region(region, at); });
}

// The cells of one stage are independent, except in a row that is computed from left to right.
bool Evaluation::is_earlier(const Indices& a, const Indices& b) const {
    const std::int64_t from = drawn_.stage.at(Cell::of(a));
    const std::int64_t to = drawn_.stage.at(Cell::of(b));
    return from < to || (drawn_.sequential && from == to && a[1] < b[1]);
}

std::size_t Evaluation::index_of(const Indices& at) const {
    const auto extents = drawn_.size.extents();
    return static_cast<std::size_t>(((at[0] * extents[1] + at[1]) * extents[2] + at[2]) * extents[3] + at[3]);
}

std::span<const std::uint64_t> Evaluation::cell(const Indices& at) const {
    const std::size_t count = drawn_.fields.size();
    return std::span(values_).subspan(index_of(at) * count, count);
}

std::uint64_t Evaluation::value(const Indices& at) const {
    const std::uint64_t bits = cell(at)[drawn_.value_field];
    return drawn_.value_mask ? low_word(drawn_.fields[drawn_.value_field], bits) & *drawn_.value_mask : bits;
}

std::uint32_t Evaluation::symbols(const Indices& at) const {
    const auto of = [](const DrawnInput& input, std::int64_t k) {
        return low_word_of(input.type, input.values[static_cast<std::size_t>(k)]);
    };
    std::uint32_t found = of(drawn_.x, at[0]) * 7U + of(drawn_.y, at[1]) * 13U +
                          static_cast<std::uint32_t>(at[2]) * 5U + static_cast<std::uint32_t>(at[3]) * 3U;
    for (const DrawnParam& param : drawn_.params) {
        found += low_word_of(param.type, param.value);
    }
    return found;
}

void Evaluation::each_target(const Read& read, const Indices& at,
                             const std::function<void(const Indices&)>& visit) const {
    const auto extents = drawn_.size.extents();
    Indices from = at;
    std::optional<std::size_t> line;
    for (std::size_t d = 0; d < drawn_.indices; ++d) {
        const ReadIndex& each = read.index[d];
        if (each.kind == ReadIndex::Kind::offset) {
            from[d] += each.amount;
        } else if (each.kind == ReadIndex::Kind::by_value) {
            const std::uint32_t number = symbols(at) + static_cast<std::uint32_t>(at[0]) * 5U +
                                         static_cast<std::uint32_t>(at[1]) * 3U +
                                         static_cast<std::uint32_t>(each.amount);
            from[d] = number % static_cast<std::uint32_t>(extents[d]);
        } else {
            line = d;
        }
    }
    const std::int64_t count = line ? extents[*line] : 1;
    for (std::int64_t k = 0; k < count; ++k) {
        if (line) {
            from[*line] = k;
        }
        if (exists(from) && is_earlier(from, at)) {
            visit(from);
        }
    }
}

void Evaluation::compute(const Indices& at) {
    const std::size_t count = drawn_.fields.size();
    const auto fields = std::span(values_).subspan(index_of(at) * count, count);
    switch (drawn_.mode) {
        case Description::Mode::sums:
            compute_sums(at, fields);
            return;
        case Description::Mode::optimum:
            compute_optimum(at, fields);
            return;
        case Description::Mode::reduction:
            fields[0] = in_base(at) ? whole(drawn_.fields[0], symbols(at) & 15U) : compute_reduction(at);
            return;
    }
}

void Evaluation::compute_sums(const Indices& at, std::span<std::uint64_t> fields) const {
    const std::uint32_t own = symbols(at);
    const std::size_t count = fields.size();
    for (std::size_t f = 0; f < count; ++f) {
        const ElementType type = drawn_.fields[f];
        const auto first = own + static_cast<std::uint32_t>(f);
        fields[f] = is_float(type) ? bits_of(first & 255U) : wrap(type, first);
    }
    if (in_base(at)) {
        return;
    }
    for (std::size_t r = 0; r < drawn_.reads.size(); ++r) {
        const Read& read = drawn_.reads[r];
        each_target(read, at, [&](const Indices& from) {
            const auto there = cell(from);
            for (std::size_t f = 0; f < count; ++f) {
                const ElementType type = drawn_.fields[f];
                const std::size_t other = (f + r) % count;
                const bool real = is_float(drawn_.fields[other]);
                if (is_float(type)) {
                    // A float takes only the least significant 8 bits of an integer.
                    const double term = real ? real_of(there[other]) + 1 : static_cast<double>(there[other] & 255U);
                    fields[f] = bits_of(std::max(real_of(fields[f]), term));
                } else {
                    const std::uint64_t wide = real ? static_cast<std::uint64_t>(real_of(there[other])) : there[other];
                    fields[f] = wrap(type, fields[f] + read.factors[other] * wide);
                }
            }
        });
    }
}

void Evaluation::compute_optimum(const Indices& at, std::span<std::uint64_t> fields) const {
    const std::uint32_t own = symbols(at);
    const ElementType type = drawn_.fields[0];
    const std::uint64_t none = worst(type, drawn_.minimum);
    for (std::size_t f = 0; f < fields.size(); ++f) {
        const auto first = own + static_cast<std::uint32_t>(f);
        fields[f] = (first & 3U) == 0 ? whole(type, first & 255U) : none;
    }
    if (in_base(at)) {
        return;
    }
    for (std::size_t r = 0; r < drawn_.reads.size(); ++r) {
        const Read& read = drawn_.reads[r];
        each_target(read, at, [&](const Indices& from) {
            const auto there = cell(from);
            for (std::size_t f = 0; f < fields.size(); ++f) {
                const std::size_t other = (f + r) % fields.size();
                const std::int64_t least = is_signed(type) || is_float(type) ? 5 : 0;
                const std::uint64_t weight = whole(type, (own & 15U) + (read.factors[other] & 7U) - least);
                const std::uint64_t way = feasible_sum(type, drawn_.minimum, there[other], weight);
                if (better(type, drawn_.minimum, way, fields[f])) {
                    fields[f] = way;
                }
            }
        });
    }
    if ((own & 31U) == 5U) {
        fields[0] = none;
    }
}

std::int64_t Evaluation::value_of(const Linear& linear, const Indices& at, std::int64_t k) const {
    return linear.i * at[0] + linear.j * at[1] + linear.k * k + linear.constant + linear.rows * drawn_.size.rows +
           linear.columns * drawn_.size.columns;
}

std::vector<Indices> Evaluation::term_cells(const Indices& at, std::int64_t k) const {
    std::vector<Indices> found;
    for (const auto& read : drawn_.reduction.reads) {
        const Indices from{value_of(read.row, at, k), value_of(read.column, at, k), 0, 0};
        if (exists(from) && is_earlier(from, at)) {
            found.push_back(from);
        }
    }
    return found;
}

std::uint64_t Evaluation::term(const Indices& at, std::int64_t k) const {
    const ElementType type = drawn_.fields[0];
    const std::uint32_t weight = (symbols(at) + static_cast<std::uint32_t>(k) * 11U) & drawn_.reduction.mask;
    std::uint64_t value = whole(type, weight);
    for (const Indices& from : term_cells(at, k)) {
        // No number is less than the least unsigned number, so none can mean infeasible.
        const bool has_none = drawn_.minimum || is_signed(type) || is_float(type);
        value = has_none ? feasible_sum(type, drawn_.minimum, value, cell(from)[0]) : sum(type, value, cell(from)[0]);
    }
    return value;
}

std::uint64_t Evaluation::compute_reduction(const Indices& at) const {
    const ElementType type = drawn_.fields[0];
    std::uint64_t best = worst(type, drawn_.minimum);
    const std::int64_t last = value_of(drawn_.reduction.last, at, 0);
    for (std::int64_t k = value_of(drawn_.reduction.first, at, 0); k <= last; ++k) {
        const std::uint64_t value = term(at, k);
        best = better(type, drawn_.minimum, value, best) ? value : best;
    }
    return best;
}

}  // namespace vkalgo::dp::test
