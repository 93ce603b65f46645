#include "algorithms/dp/check/algebra.hpp"

#include "algorithms/split_mix.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

namespace vkalgo::dp {
namespace {

constexpr std::size_t kMaxAlgebraCells = 24;
constexpr int kRounds = 4;
struct Range {
    std::int64_t least;
    std::uint64_t count;
};
/// Values that are so large that the constants of a recurrence do not matter.
constexpr Range kLarge{1 << 16, 101};
constexpr Range kSmall{-50, 101};
/// Values so small that the sum of a few of them stays below a common modulus, such as 10^9 + 7.
constexpr Range kWide{0, 1 << 26};
constexpr std::int64_t kShift = 1000;

using Bytes = std::vector<std::byte>;

template <class Value>
Value plus(Value a, Value b) {
    if constexpr (std::is_integral_v<Value>) {
        using Unsigned = std::make_unsigned_t<Value>;
        return static_cast<Value>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b));
    } else {
        return a + b;
    }
}

template <class Value>
Value sum_of(Semiring semiring, Value a, Value b) {
    return semiring == Semiring::max_plus   ? std::max(a, b)
           : semiring == Semiring::min_plus ? std::min(a, b)
                                            : plus(a, b);
}

/// Calls visit(Value{}, offset) for each number of a cell: Value is its C++ type, and `offset` is its position in bytes
/// from the start of the cell.
template <class Visit>
void for_each_number(const RecurrenceHeader& header, const Visit& visit) {
    for (const CellField& field : header.numbers()) {
        with_type(field.type, [&](auto type) {
            if constexpr (sizeof type >= 4) {  // All types of cells have at least 4 bytes
                visit(type, field.offset);
            }
        });
    }
}

template <class Value>
Value value_at(std::span<const std::byte> bytes, std::size_t at) {
    Value value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}
template <class Value>
void set_value(std::span<std::byte> bytes, std::size_t at, Value value) {
    std::memcpy(bytes.data() + at, &value, sizeof value);
}

/// Arithmetic on cells that are stored one after another, each with all its numbers.
class Values {
public:
    explicit Values(const RecurrenceHeader& header) : header_(header) {}

    Bytes random(std::size_t bytes, const Range& range, SplitMix64& random) const {
        return made(bytes, [&](auto type, std::size_t) {
            const auto value = range.least + static_cast<std::int64_t>(random.below(range.count));
            return static_cast<decltype(type)>(value);
        });
    }
    Bytes sum(Semiring semiring, const Bytes& a, const Bytes& b) const {
        return made(a.size(), [&](auto type, std::size_t at) {
            using Value = decltype(type);
            return sum_of(semiring, value_at<Value>(a, at), value_at<Value>(b, at));
        });
    }
    /// Multiplies by kShift in max-plus or min-plus, that is, adds kShift to every number.
    Bytes shifted(const Bytes& a) const {
        return made(a.size(), [&](auto type, std::size_t at) {
            using Value = decltype(type);
            return plus(value_at<Value>(a, at), static_cast<Value>(kShift));
        });
    }
    /// Compares cells. Floats are compared approximately, because sums are rounded.
    bool are_equal(const Bytes& a, const Bytes& b) const {
        bool equal = a.size() == b.size();
        for (std::size_t cell = 0; equal && cell < a.size(); cell += header_.cell_bytes()) {
            for_each_number(header_, [&](auto type, std::size_t offset) {
                using Value = decltype(type);
                const auto left = value_at<Value>(a, cell + offset), right = value_at<Value>(b, cell + offset);
                if constexpr (std::is_integral_v<Value>) {
                    equal = equal && left == right;
                } else {
                    constexpr Value kNear = sizeof(Value) == 4 ? Value(1e-6) : Value(1e-12);
                    equal = equal &&
                            std::abs(left - right) <= kNear * std::max({Value(1), std::abs(left), std::abs(right)});
                }
            });
        }
        return equal;
    }
    /// Returns whether a cell without fields holds INFEASIBLE or UNBOUNDED.
    bool is_no_number(const Bytes& cell) const {
        return header_.fields.empty() && status_of(header_, read_number(header_.cell, cell.data())) != AnswerStatus::ok;
    }
    bool has_signs() const {
        bool all = true;
        for_each_number(header_, [&](auto type, std::size_t) { all = all && std::is_signed_v<decltype(type)>; });
        return all;
    }

private:
    template <class Make>
    Bytes made(std::size_t bytes, const Make& make) const {
        Bytes result(bytes);
        for (std::size_t cell = 0; cell < bytes; cell += header_.cell_bytes()) {
            for_each_number(header_, [&](auto type, std::size_t offset) {
                set_value(result, cell + offset, make(type, cell + offset));
            });
        }
        return result;
    }

    const RecurrenceHeader& header_;
};

/// A test that computes some cells repeatedly, over different tables.
class Probe {
public:
    Probe(Interpretation& filled, const RecurrenceHeader& header, const Shape& shape, std::uint64_t seed)
        : filled_(filled), values_(header), random_(seed), table_bytes_(filled.table().size()) {
        std::vector<Cell> inner;
        for_each_cell(shape.size, [&](Cell cell) {
            if (header.in_domain(cell) && !header.in_base(cell, shape.size)) {
                inner.push_back(cell);
            }
        });
        const std::size_t step = inner.size() / kMaxAlgebraCells + 1;
        for (std::size_t k = step / 2; k < inner.size(); k += step) {
            cells_.push_back(inner[k]);
        }
    }

    /// Returns the algebra, or nullopt if some cell does not fit it.
    std::optional<Algebra> fitted(Semiring semiring) {
        Algebra algebra{semiring, false};
        for (int round = 0; round < kRounds && !cells_.empty(); ++round) {
            if (semiring == Semiring::plus_times) {
                const auto is_linear = fits_sums();
                if (!is_linear) {
                    return std::nullopt;
                }
                algebra.has_constant = algebra.has_constant || !*is_linear;
                continue;
            }
            const Shifted far = shifted(kLarge);
            if (!fits_choices(semiring, kLarge) || far == Shifted::otherwise) {
                return std::nullopt;
            }
            algebra.has_constant = algebra.has_constant || far == Shifted::not_everywhere;
            if (values_.has_signs()) {
                if (!fits_choices(semiring, kSmall)) {
                    return std::nullopt;
                }
                algebra.has_constant = algebra.has_constant || shifted(kSmall) != Shifted::everywhere;
            }
        }
        return cells_.empty() ? std::nullopt : std::optional(algebra);
    }

private:
    Bytes random(const Range& range) { return values_.random(table_bytes_, range, random_); }

    /// Returns the values that the cells get if the table holds `table`. Empty after a fault.
    Bytes cells_over(const Bytes& table) {
        Bytes result;
        filled_.set_table(table);
        for (const Cell cell : cells_) {
            const auto value = filled_.compute_again(cell);
            if (!value) {
                return {};
            }
            result.insert(result.end(), value->begin(), value->end());
        }
        return result;
    }

    bool fits_choices(Semiring semiring, const Range& range) {
        const Bytes x = random(range), y = random(range);
        const Bytes of_x = cells_over(x), of_y = cells_over(y);
        return !of_x.empty() && !of_y.empty() &&
               values_.are_equal(cells_over(values_.sum(semiring, x, y)), values_.sum(semiring, of_x, of_y));
    }

    /// What happens to the cells if every value of the table is shifted: all cells are shifted too, some cells keep
    /// their values and the others are shifted, or something else. Cells that become INFEASIBLE or UNBOUNDED do not
    /// count.
    enum class Shifted : std::uint8_t { everywhere, not_everywhere, otherwise };
    Shifted shifted(const Range& range) {
        const Bytes x = random(range);
        const Bytes of_x = cells_over(x), of_shifted = cells_over(values_.shifted(x));
        if (of_x.empty() || of_shifted.empty()) {
            return Shifted::otherwise;
        }
        const Bytes expected = values_.shifted(of_x);
        const std::size_t each = of_x.size() / cells_.size();
        const auto one = [&](const Bytes& all, std::size_t k) {
            return Bytes(all.begin() + static_cast<std::ptrdiff_t>(k * each),
                         all.begin() + static_cast<std::ptrdiff_t>((k + 1) * each));
        };
        Shifted found = Shifted::everywhere;
        for (std::size_t k = 0; k < cells_.size(); ++k) {
            const Bytes now = one(of_shifted, k);
            if (!values_.are_equal(now, one(expected, k)) && !values_.is_no_number(now)) {
                found = Shifted::not_everywhere;
                if (!values_.are_equal(now, one(of_x, k))) {
                    return Shifted::otherwise;
                }
            }
        }
        return found;
    }

    /// Returns true if the cells are a linear function of the table, and false if they are a linear function plus a
    /// constant. Returns nullopt if they are neither.
    std::optional<bool> fits_sums() {
        const Bytes x = random(kWide), y = random(kWide);
        const Bytes of_zero = cells_over(Bytes(table_bytes_)), of_x = cells_over(x), of_y = cells_over(y);
        const Bytes of_sum = cells_over(values_.sum(Semiring::plus_times, x, y));
        if (of_zero.empty() || of_x.empty() || of_y.empty() || of_sum.empty() ||
            !values_.are_equal(values_.sum(Semiring::plus_times, of_sum, of_zero),
                               values_.sum(Semiring::plus_times, of_x, of_y))) {
            return std::nullopt;
        }
        return values_.are_equal(of_zero, Bytes(of_zero.size()));
    }

    Interpretation& filled_;
    Values values_;
    SplitMix64 random_;
    std::size_t table_bytes_;
    std::vector<Cell> cells_;
};

}  // namespace

std::string_view to_string(Semiring semiring) {
    return kSemiringNames.at(static_cast<std::size_t>(semiring));
}

std::vector<Algebra> algebras_of(Interpretation& filled, const RecurrenceHeader& header, const Shape& shape,
                                 std::uint64_t seed) {
    Probe probe(filled, header, shape, seed);
    std::vector<Algebra> fitting;
    for (const Semiring each : {Semiring::max_plus, Semiring::min_plus, Semiring::plus_times}) {
        if (const auto algebra = probe.fitted(each)) {
            fitting.push_back(*algebra);
        }
    }
    return fitting;
}

void keep_common_algebras(std::vector<Algebra>& algebras, const std::vector<Algebra>& fitting) {
    std::erase_if(algebras, [&](Algebra& before) {
        const auto again = std::find_if(fitting.begin(), fitting.end(),
                                        [&](const Algebra& now) { return now.semiring == before.semiring; });
        before.has_constant = before.has_constant || (again != fitting.end() && again->has_constant);
        return again == fitting.end();
    });
}

}  // namespace vkalgo::dp
