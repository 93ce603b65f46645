#include "algorithms/dp/run/resume_table.hpp"

#include "algorithms/dp/interpreter/interpreter.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

namespace vkalgo::dp {
namespace {

/// Approximate number of candidates to check: in the stage before the run's first stage, and in each earlier stage.
constexpr std::int64_t kOfTheLast = 64;
constexpr std::int64_t kOfOthers = 8;
/// Maximum number of stages that are checked before the stage that directly precedes the run's first stage.
constexpr std::int64_t kMaxStages = 16;
/// Maximum loop iterations for all cells together. They take a second or two.
constexpr std::int64_t kMaxTurns = std::int64_t{1} << 24;
/// Rounding differences allowed between devices, relative to the largest absolute value among the cells that are read
/// and the two compared numbers.
constexpr double kRoundsF32 = 1e-4;
constexpr double kRoundsF64 = 1e-10;

double magnitude(const Number& number) {
    const double* real = std::get_if<double>(&number);
    return real != nullptr && std::isfinite(*real) ? std::abs(*real) : 0;
}

/// The table from which a run begins, and the comparison of its cells with computed ones.
class ResumeTable {
public:
    ResumeTable(const RecurrenceHeader& header, TableSize size, std::span<const std::byte> cells)
        : header_(header), size_(size), cells_(cells) {}

    /// Call begin_cell() before a cell is computed, and note_read() for each cell that it reads.
    void begin_cell() { largest_ = 0; }
    void note_read(Cell target) {
        if (rounds_ && size_.contains(target)) {
            for (const CellField& field : header_.numbers()) {
                largest_ = std::max(largest_, magnitude(held(target, field)));
            }
        }
    }

    /// Returns the text of an error: the first number of a cell that differs from the computed one. Empty: none
    /// differs.
    std::string difference(Cell cell, std::span<const std::byte> computed) const {
        for (const CellField& field : header_.numbers()) {
            const Number mine = held(cell, field);
            const Number theirs = read_number(field.type, computed.data() + field.offset);
            if (!same(mine, theirs, field.type)) {
                const std::string name = header_.fields.empty() ? "" : " as its " + field.name;
                return "the table to begin from has " + number_text(mine, field.type) + name + " in cell " +
                       cell_text(cell, header_.index_count()) + "; its earlier cells give " +
                       number_text(theirs, field.type) + " there";
            }
        }
        return {};
    }

private:
    Number held(Cell cell, const CellField& field) const {
        const std::int64_t index = ((cell.i * size_.columns + cell.j) * size_.third + cell.k) * size_.fourth + cell.l;
        return read_number(field.type, cells_.data() + index * header_.cell_bytes() + field.offset);
    }

    bool same(const Number& mine, const Number& theirs, ElementType type) const {
        const double* a = std::get_if<double>(&mine);
        const double* b = std::get_if<double>(&theirs);
        if (a == nullptr || b == nullptr) {
            return mine == theirs;
        }
        const double of = std::max({largest_, magnitude(mine), magnitude(theirs)});
        return *a == *b || (std::isnan(*a) && std::isnan(*b)) ||
               std::abs(*a - *b) <= of * (type == ElementType::f32 ? kRoundsF32 : kRoundsF64);
    }

    const RecurrenceHeader& header_;
    TableSize size_;
    std::span<const std::byte> cells_;
    const bool rounds_ =
        std::ranges::any_of(header_.numbers(), [](const CellField& each) { return is_float(each.type); });
    /// The largest absolute value among the floats that were read for the current cell. Infinite values do not count.
    double largest_ = 0;
};

/// Returns cells of a stage. Examines all its candidates if there are fewer than 2 * wanted; otherwise at least
/// `wanted` candidates at equal distances, with the first and the last one. Leaves out candidates that are no cells of
/// the stage.
std::vector<Cell> cells_of(const Order& order, const RecurrenceHeader& header, std::int64_t stage,
                           std::int64_t wanted) {
    const Order::Candidates box = order.candidates(stage);
    const std::int64_t count = box.count();
    const std::int64_t stride = std::max<std::int64_t>(1, count / wanted);
    const int step = order.function.coefficients[order.solved];
    std::vector<Cell> cells;
    for (std::int64_t number = 0; number < count; number = std::max(number + 1, std::min(number + stride, count - 1))) {
        auto at = box.first;
        std::int64_t left = number;
        for (std::size_t d = kMaxIndices; d-- > 0;) {
            if (d != order.solved) {
                at[d] += left % box.length[d];
                left /= box.length[d];
            }
        }
        at[order.solved] = 0;
        const std::int64_t rest = stage - order.function.at(Cell::of(at));
        at[order.solved] = rest / step;
        const Cell cell = Cell::of(at);
        if (rest % step == 0 && order.size.contains(cell) && header.in_domain(cell)) {
            cells.push_back(cell);
        }
    }
    return cells;
}

/// Returns the stages before `first` that are checked, the last of them first. `back`: a cell reads no stage
/// that is more than this number of stages before its own. If the number is not known, returns stages at growing
/// distances.
std::vector<std::int64_t> stages_before(std::int64_t first, const Order& order,
                                        const std::optional<std::int64_t>& back) {
    std::vector<std::int64_t> stages;
    const std::int64_t least = back ? std::max(order.first, first - *back) : order.first;
    std::int64_t distance = 1;
    while (static_cast<std::int64_t>(stages.size()) <= kMaxStages && (stages.empty() || first - distance >= least)) {
        stages.push_back(first - distance);
        distance = back ? distance + 1 : 2 * distance;
    }
    return stages;
}

}  // namespace

Result<void> check_resume_table(const Recurrence& recurrence, const Instance& instance, const SolvePlan& plan,
                                const std::stop_token& cancel) {
    const SolveOptions& options = plan.options;
    const RecurrenceHeader& header = recurrence.header();
    const Order order = Order::of(plan.stage, plan.shape.size, header.domain);
    const std::int64_t first = options.from_stage ? order.stage_called(*options.from_stage) : order.first;
    if (options.resume_table.empty() || first <= order.first) {
        return {};
    }
    const std::array<std::string, 1> modules{std::string(kInterpretModule)};
    VKALGO_TRY(const auto compiled, recurrence.with_modules(modules));
    if (compiled->module(kInterpretModule).empty()) {
        return {};  // The recurrence was assembled elsewhere, without this module
    }
    VKALGO_TRY(const Interpreter interpreter, Interpreter::create(*compiled));
    ResumeTable table(header, plan.shape.size, options.resume_table);
    std::int64_t turns = kMaxTurns;
    InterpretOptions interpreting;
    interpreting.turns_in_all = &turns;
    interpreting.cancel = cancel;
    interpreting.on_read = [&](InterpretedFunction, Cell, Cell target) {
        table.note_read(target);
        return ReadVerdict::go_on;
    };
    VKALGO_TRY(Interpretation run, interpreter.start(instance, plan.shape, plan.stage, interpreting));
    run.set_table(options.resume_table);
    const std::optional<std::int64_t> back = plan.shape.reach.stages_back(plan.stage);
    for (const std::int64_t stage : stages_before(first, order, back)) {
        for (const Cell cell : cells_of(order, header, stage, stage + 1 == first ? kOfTheLast : kOfOthers)) {
            if (cancel.stop_requested()) {
                return Error{ErrorCode::cancelled, "the check of the table to begin from was cancelled", {}};
            }
            if (turns <= 0) {
                return {};
            }
            table.begin_cell();
            const auto computed = run.compute_again(cell);
            if (!computed) {
                continue;
            }
            std::string difference = table.difference(cell, *computed);
            if (!difference.empty()) {
                return Error{ErrorCode::invalid_argument, std::move(difference), "resume_table"};
            }
        }
    }
    return {};
}

}  // namespace vkalgo::dp
