#include "cli/commands/dp/picture/shown_table.hpp"

#include "algorithms/dp/interpreter/interpreter.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace vkalgo::cli {
namespace {

using Kind = ShownCell::Kind;

/// A block's rows or columns: [first, end).
struct Extent {
    std::int64_t first = 0, end = 0;
};

Extent extent_of(std::int64_t block, std::int64_t blocks, std::int64_t all) {
    return {block * all / blocks, (block + 1) * all / blocks};
}

bool meets_base(const dp::RecurrenceHeader& header, dp::TableSize size, Extent rows, Extent columns) {
    return std::any_of(header.base.begin(), header.base.end(), [&](const dp::BaseRegion& region) {
        // The diagonal meets the block if its j - i lies between the values of j - i at two corners of the block.
        if (!region.border) {
            return columns.first - (rows.end - 1) <= region.amount && region.amount <= columns.end - 1 - rows.first;
        }
        const bool is_row = region.border->index == 0;
        const Extent extent = is_row ? rows : columns;
        return region.border->last ? extent.end > (is_row ? size.rows : size.columns) - region.amount
                                   : extent.first < region.amount;
    });
}

/// A summary of a block's cells.
struct Seen {
    double sum = 0;
    std::int64_t numbers = 0;
    bool infeasible = false, unbounded = false, not_a_number = false;

    void add(Kind kind, double value) {
        if (kind == Kind::number) {
            sum += value;
            ++numbers;
        }
        infeasible = infeasible || kind == Kind::infeasible;
        unbounded = unbounded || kind == Kind::unbounded;
        not_a_number = not_a_number || kind == Kind::not_a_number;
    }

    ShownCell shown(bool base) const {
        ShownCell cell;
        cell.kind = numbers > 0    ? Kind::number
                    : not_a_number ? Kind::not_a_number
                    : unbounded    ? Kind::unbounded
                    : infeasible   ? Kind::infeasible
                                   : Kind::blank;
        cell.base = base && cell.kind != Kind::blank;
        cell.value = numbers > 0 ? sum / static_cast<double>(numbers) : 0;
        return cell;
    }
};

/// Returns the kind of a float. An infinity means infeasible or unbounded.
Kind kind_of_float(double value, dp::Goal goal) {
    return std::isnan(value)                            ? Kind::not_a_number
           : !std::isinf(value)                         ? Kind::number
           : (value > 0) == (goal != dp::Goal::maximum) ? Kind::infeasible
                                                        : Kind::unbounded;
}

/// A classifier of the numbers of cells.
template <class T>
class Classes {
public:
    explicit Classes(const dp::RecurrenceHeader& header) : goal_(header.goal) {
        const dp::Goal other = header.goal == dp::Goal::minimum ? dp::Goal::maximum : dp::Goal::minimum;
        if (header.has_infeasible()) {
            infeasible_ = number(dp::infeasible(header.cell, header.goal));
        }
        if (header.has_unbounded()) {
            unbounded_ = number(dp::infeasible(header.cell, other));
        }
    }

    Kind of(T value) const {
        if constexpr (std::is_floating_point_v<T>) {
            if (const Kind kind = kind_of_float(value, goal_); kind != Kind::number) {
                return kind;
            }
        }
        return infeasible_ == value ? Kind::infeasible : unbounded_ == value ? Kind::unbounded : Kind::number;
    }

private:
    static T number(const dp::Number& number) {
        return std::visit([](auto value) { return static_cast<T>(value); }, number);
    }
    std::optional<T> infeasible_, unbounded_;
    dp::Goal goal_;
};

/// Calls `call` with a 0 of the C++ type that holds numbers of this type.
template <class Call>
auto with_cell_type(ElementType type, const Call& call) {
    switch (type) {
        case ElementType::i32:
            return call(std::int32_t{});
        case ElementType::i64:
            return call(std::int64_t{});
        case ElementType::u64:
            return call(std::uint64_t{});
        case ElementType::f32:
            return call(float{});
        case ElementType::f64:
            return call(double{});
        default:
            return call(std::uint32_t{});
    }
}

/// A filler of the blocks of a shown table.
class Shrinking {
public:
    Shrinking(const dp::RecurrenceHeader& header, const dp::Solution& solution, std::optional<std::int64_t> last_stage,
              ShownTable& shown)
        : header_(header), solution_(solution), last_stage_(last_stage), shown_(shown), bytes_(header.cell_bytes()) {
        for (std::int64_t column = 0; column < shown.columns; ++column) {
            ends_.push_back(extent_of(column, shown.columns, shown.table_columns).end);
        }
    }

    /// Fills the blocks with the means of their numbers.
    template <class T>
    void fill_by_means(T) {
        const Classes<T> classes(header_);
        std::vector<Seen> seen(static_cast<std::size_t>(shown_.columns));
        for (std::int64_t row = 0; row < shown_.rows; ++row) {
            std::fill(seen.begin(), seen.end(), Seen{});
            const Extent rows = extent_of(row, shown_.rows, shown_.table_rows);
            for (std::int64_t i = rows.first; i < rows.end; ++i) {
                add_row(i, classes, seen);
            }
            for (std::int64_t column = 0; column < shown_.columns; ++column) {
                shown_.cells.push_back(seen[static_cast<std::size_t>(column)].shown(has_base(row, column)));
            }
        }
    }

    /// Fills the blocks with the `value` of one cell each.
    Result<void> fill_by_values(dp::Interpretation& run) {
        for (std::int64_t row = 0; row < shown_.rows; ++row) {
            for (std::int64_t column = 0; column < shown_.columns; ++column) {
                Seen seen;
                if (const auto cell = sample(row, column)) {
                    Kind kind = with_cell_type(header_.cell, [&](auto type) {
                        return Classes<decltype(type)>(header_).of(raw<decltype(type)>(cell->i, cell->j));
                    });
                    VKALGO_TRY(const dp::Number number, run.value(*cell));
                    const double value = std::visit([](auto held) { return static_cast<double>(held); }, number);
                    kind = kind == Kind::number ? kind_of_float(value, header_.goal) : kind;
                    seen.add(kind, value);
                    if (kind == Kind::number) {
                        note(value);
                    }
                }
                shown_.cells.push_back(seen.shown(has_base(row, column)));
            }
        }
        return {};
    }

private:
    template <class T>
    T raw(std::int64_t i, std::int64_t j) const {
        T value;
        std::memcpy(&value, solution_.table.data() + (i * shown_.table_columns + j) * bytes_, sizeof value);
        return value;
    }

    /// Returns the columns of a row that are in the domain.
    Extent domain_of(std::int64_t i) const {
        const std::int64_t columns = shown_.table_columns;
        switch (header_.domain) {
            case dp::Domain::upper:
                return {std::min(i, columns), columns};
            case dp::Domain::lower:
                return {0, std::min(i + 1, columns)};
            default:
                return {0, columns};
        }
    }

    bool is_there(dp::Cell cell) const {
        return header_.in_domain(cell) && (!last_stage_ || solution_.stage.at(cell) <= *last_stage_);
    }

    template <class T>
    void add_row(std::int64_t i, const Classes<T>& classes, std::vector<Seen>& seen) {
        const Extent domain = domain_of(i);
        for (std::size_t column = 0; column < seen.size(); ++column) {
            const std::int64_t begin = std::max(column == 0 ? 0 : ends_[column - 1], domain.first);
            const std::int64_t end = std::min(ends_[column], domain.end);
            if (begin < end) {
                add_cells(i, {begin, end}, classes, seen[column]);
            }
        }
    }

    /// Adds the cells of a row to a block. The sums are in registers, since this loop visits every cell of the table.
    template <class T>
    void add_cells(std::int64_t i, Extent columns, const Classes<T>& classes, Seen& block) {
        double sum = 0;
        std::int64_t numbers = 0;
        T least = std::numeric_limits<T>::max(), most = std::numeric_limits<T>::lowest();
        for (std::int64_t j = columns.first; j < columns.end; ++j) {
            if (last_stage_ && !is_there({i, j})) {
                continue;
            }
            const T value = raw<T>(i, j);
            const Kind kind = classes.of(value);
            if (kind != Kind::number) {
                block.add(kind, 0);
                continue;
            }
            sum += static_cast<double>(value);
            ++numbers;
            least = std::min(least, value);
            most = std::max(most, value);
        }
        block.sum += sum;
        block.numbers += numbers;
        if (numbers > 0) {
            note(static_cast<double>(least));
            note(static_cast<double>(most));
        }
    }

    void note(double value) {
        shown_.least = std::min(shown_.least.value_or(value), value);
        shown_.most = std::max(shown_.most.value_or(value), value);
    }

    bool has_base(std::int64_t row, std::int64_t column) const {
        return meets_base(header_, solution_.shape.size, extent_of(row, shown_.rows, shown_.table_rows),
                          extent_of(column, shown_.columns, shown_.table_columns));
    }

    /// Returns the cell in the middle of a block. If this cell is blank, returns the first of three corners (upper
    /// right, lower left, upper left) that is not blank; nullopt if all are blank.
    std::optional<dp::Cell> sample(std::int64_t row, std::int64_t column) const {
        const Extent rows = extent_of(row, shown_.rows, shown_.table_rows);
        const Extent columns = extent_of(column, shown_.columns, shown_.table_columns);
        for (const dp::Cell cell : {dp::Cell{(rows.first + rows.end) / 2, (columns.first + columns.end) / 2},
                                    dp::Cell{rows.first, columns.end - 1}, dp::Cell{rows.end - 1, columns.first},
                                    dp::Cell{rows.first, columns.first}}) {
            if (is_there(cell)) {
                return cell;
            }
        }
        return std::nullopt;
    }

    const dp::RecurrenceHeader& header_;
    const dp::Solution& solution_;
    std::optional<std::int64_t> last_stage_;
    ShownTable& shown_;
    std::int64_t bytes_;
    /// The column after the last column of each block, one per column of blocks.
    std::vector<std::int64_t> ends_;
};

}  // namespace

bool ShownTable::has(ShownCell::Kind kind) const {
    return std::any_of(cells.begin(), cells.end(), [&](const ShownCell& cell) { return cell.kind == kind; });
}

bool ShownTable::has_base() const {
    return std::any_of(cells.begin(), cells.end(), [](const ShownCell& cell) { return cell.base; });
}

Result<ShownTable> shrink(const dp::Recurrence& recurrence, const dp::Instance& instance, const dp::Solution& solution,
                          std::optional<std::int64_t> last_stage, std::int64_t most_rows, std::int64_t most_columns) {
    const dp::RecurrenceHeader& header = recurrence.header();
    ShownTable shown;
    shown.table_rows = solution.shape.size.rows;
    shown.table_columns = solution.shape.size.columns;
    if (solution.table.empty()) {
        return shown;
    }
    shown.rows = std::min(shown.table_rows, most_rows);
    shown.columns = std::min(shown.table_columns, most_columns);
    shown.whole_numbers = !is_float(header.value_type());
    shown.cells.reserve(static_cast<std::size_t>(shown.rows * shown.columns));
    Shrinking shrinking(header, solution, last_stage, shown);
    if (!header.value) {
        with_cell_type(header.cell, [&](auto type) { shrinking.fill_by_means(type); });
        return shown;
    }
    VKALGO_TRY(const auto compiled, recurrence.with_modules(std::array{std::string(dp::kInterpretModule)}));
    VKALGO_TRY(const dp::Interpreter interpreter, dp::Interpreter::create(*compiled));
    VKALGO_TRY(dp::Interpretation run, interpreter.start(instance, solution.shape, solution.stage));
    run.set_table(solution.table);
    VKALGO_CHECK(shrinking.fill_by_values(run));
    return shown;
}

}  // namespace vkalgo::cli
