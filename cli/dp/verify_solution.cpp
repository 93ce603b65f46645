#include "cli/dp/verify_solution.hpp"

#include "cli/dp/inputs.hpp"
#include "cli/dp/verify.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <variant>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// Returns whether two numbers agree. Integers must be equal. Floats must be as close as --verify requires, or both
/// NaN.
bool same(const dp::Number& mine, const dp::Number& theirs, ElementType cell) {
    const double* a = std::get_if<double>(&mine);
    const double* b = std::get_if<double>(&theirs);
    if (a == nullptr || b == nullptr) {
        return mine == theirs;
    }
    const double allowed = cell == ElementType::f32 ? kVerifyF32 : kVerifyF64;
    return *a == *b || (std::isnan(*a) && std::isnan(*b)) ||
           std::abs(*a - *b) <= allowed * std::max(std::abs(*a), std::abs(*b));
}

std::string answer_text(const Answered& answer, ElementType cell) {
    return answer.number ? to_text(*answer.number, cell)
                         : std::string(answer.status == dp::AnswerStatus::ok ? "none" : dp::to_string(answer.status));
}

/// Returns `number` made a little greater if `up`, else a little less. An integer becomes the next or the previous
/// integer, which may wrap.
std::vector<std::byte> moved(std::span<const std::byte> number, ElementType type, bool up) {
    std::vector<std::byte> result(number.begin(), number.end());
    with_type(type, [&](auto value) {
        using T = decltype(value);
        if constexpr (std::is_arithmetic_v<T>) {
            std::memcpy(&value, number.data(), sizeof value);
            if constexpr (std::is_floating_point_v<T>) {
                const T by = std::max(std::abs(value), T{1}) * static_cast<T>(type == ElementType::f32 ? 1e-4 : 1e-6);
                value += up ? by : -by;
            } else {
                value = static_cast<T>(static_cast<std::uint64_t>(value) + (up ? 1 : ~std::uint64_t{0}));
            }
            std::memcpy(result.data(), &value, sizeof value);
        }
    });
    return result;
}

/// A replayer of the records of a solution.
class Replayer {
public:
    Replayer(const dp::RecurrenceHeader& header, dp::Interpretation& run, const dp::Solution& solution)
        : header_(header),
          run_(run),
          solution_(solution),
          rounds_(std::ranges::any_of(header.numbers(),
                                      [](const dp::CellField& number) { return is_float(number.type); })) {}

    Result<Replay> steps() {
        dp::Cell at = solution_.shape.answer;
        std::uint32_t state = 0;
        expect(at, run_.answer_cell(), "the cell of the answer is {}, but the interpreter has {}");
        for (const dp::PathRecord& record : solution_.path) {
            if (!goes_on_at(at, cell_of(record))) {
                return replay_;
            }
            VKALGO_TRY(const dp::InterpretedStep step, run_.step(cell_of(record), state));
            expect_decision(record, step.decision);
            VKALGO_CHECK(look_at(cell_of(record), step.next));
            at = step.next;
            state = step.state;
            ++done_;
        }
        if (solution_.path_end && !goes_on_at(at, *solution_.path_end)) {
            return replay_;
        }
        if (replay_.difference.empty() && is_there(at) && !header_.in_base(at, solution_.shape.size)) {
            replay_.difference = fmt::format("the solution ends at {}, before the base", text_of(at));
        }
        Replay replay = finished("step");
        replay.doubt = doubt();
        return replay;
    }

    Result<Replay> splits() {
        std::vector<dp::Cell> nodes;
        VKALGO_TRY(const bool no_split, run_.is_leaf(solution_.shape.answer));
        if (!no_split) {
            nodes.push_back(solution_.shape.answer);
        }
        for (const dp::PathRecord& record : solution_.path) {
            if (done_ >= nodes.size()) {
                replay_.difference = fmt::format("the solution has a split at {}, but no other split leads there",
                                                 text_of(cell_of(record)));
                return replay_;
            }
            if (!goes_on_at(nodes[done_], cell_of(record))) {
                return replay_;
            }
            VKALGO_TRY(const std::int32_t split, run_.split(cell_of(record)));
            expect_decision(record, static_cast<std::uint32_t>(split));
            VKALGO_TRY(const bool has_terms,
                       run_.has_term(cell_of(record), static_cast<std::int32_t>(record.decision)));
            if (has_terms) {
                VKALGO_TRY(const std::vector<dp::Cell> below,
                           run_.children(cell_of(record), static_cast<std::int32_t>(record.decision)));
                nodes.insert(nodes.end(), below.begin(), below.end());
            }
            ++done_;
        }
        if (replay_.difference.empty() && done_ < nodes.size()) {
            replay_.difference = fmt::format("the solution does not have the split of {}", text_of(nodes[done_]));
        }
        return finished("split");
    }

private:
    /// Counts a step from `from` to `to` in `unmoved_` if the value of `from` stays the same when the value of `to`
    /// changes a little. After a step to the best neighbour it does not stay the same: a better neighbour makes the
    /// cell better. If cells have several numbers, or if steps have states, no step is counted, since it is not known
    /// which number the step is about.
    Result<void> look_at(dp::Cell from, dp::Cell to) {
        if (!shows_values() || !is_there(from) || !is_there(to)) {
            return {};
        }
        const std::vector<dp::CellField> numbers = header_.numbers();
        const auto value_of = [&](dp::Cell cell) {
            const dp::TableSize& size = solution_.shape.size;
            const std::int64_t index = ((cell.i * size.columns + cell.j) * size.third + cell.k) * size.fourth + cell.l;
            return run_.table().subspan(static_cast<std::size_t>(index) * header_.cell_bytes(), header_.cell_bytes());
        };
        const std::span<const std::byte> own = value_of(from);
        const std::vector<std::byte> value(own.begin(), own.end());
        for (const bool up : {true, false}) {
            const auto with = run_.compute_with(from, to, moved(value_of(to), numbers.front().type, up));
            // If the value cannot be computed with the changed cell, it depends on that cell too.
            if (!with || *with != value) {
                return {};
            }
        }
        if (unmoved_++ == 0) {
            first_unmoved_ = from;
        }
        return {};
    }

    bool shows_values() const { return header_.numbers().size() == 1 && !header_.has_states; }

    /// Returns what the replay does not prove, for the message.
    std::string doubt() const {
        if (done_ == 0 || (shows_values() && unmoved_ == 0)) {
            return {};
        }
        if (!shows_values()) {
            return "; the steps lead from cell to cell, but it was not proved that they are optimal";
        }
        const std::string first = text_of(first_unmoved_);
        return "; it was not proved that the steps are optimal, since " +
               (unmoved_ == 1
                    ? fmt::format("the step from {0} leads to a cell on which the value of {0} does not depend", first)
                    : fmt::format("{} steps, the first from {}, lead to cells on which the values of the cells that "
                                  "they come from do not depend",
                                  unmoved_, first));
    }

    bool is_there(dp::Cell cell) const { return solution_.shape.size.contains(cell) && header_.in_domain(cell); }

    std::string text_of(dp::Cell cell) const { return dp::cell_text(cell, header_.index_count()); }

    void note(std::string difference) {
        if (rounds_) {
            ++rounded_;
        } else if (replay_.difference.empty()) {
            replay_.difference = std::move(difference);
        }
    }

    void expect(dp::Cell mine, dp::Cell theirs, const char* text) {
        if (mine != theirs) {
            note(fmt::format(fmt::runtime(text), text_of(mine), text_of(theirs)));
        }
    }

    /// Notes a difference if the two cells differ. Returns whether the replay goes on. If the traceback went to another
    /// cell, and not because of rounding, the later records mean nothing.
    bool goes_on_at(dp::Cell expected, dp::Cell found) {
        if (expected != found) {
            note(fmt::format("the solution goes to {} after {}, but the interpreter goes to {}", text_of(found),
                             plural(done_, "record"), text_of(expected)));
        }
        return expected == found || rounds_;
    }

    void expect_decision(const dp::PathRecord& record, std::uint32_t decision) {
        if (record.decision != decision) {
            note(fmt::format("the solution has decision {} at {}, but the interpreter has {}", record.decision,
                             text_of(cell_of(record)), decision));
        }
    }

    Replay finished(const char* what) {
        replay_.remark = fmt::format(", {} replayed", plural(done_, what));
        if (rounded_ != 0) {
            replay_.remark +=
                fmt::format(" ({} {}, perhaps because of rounding)", rounded_, rounded_ == 1 ? "differs" : "differ");
        }
        return replay_;
    }

    const dp::RecurrenceHeader& header_;
    dp::Interpretation& run_;
    const dp::Solution& solution_;
    bool rounds_;
    std::size_t done_ = 0, rounded_ = 0, unmoved_ = 0;
    dp::Cell first_unmoved_;
    Replay replay_;
};

}  // namespace

std::string answer_difference(const dp::RecurrenceHeader& header, const Answered& mine, const Answered& theirs,
                              std::string_view other) {
    if (mine.number && theirs.number
            ? same(*mine.number, *theirs.number, header.value_type())
            : mine.number.has_value() == theirs.number.has_value() && mine.status == theirs.status) {
        return {};
    }
    return fmt::format("the answer is {}, but {} has {}", answer_text(mine, header.value_type()), other,
                       answer_text(theirs, header.value_type()));
}

std::string table_difference(const dp::RecurrenceHeader& header, const dp::Solution& solution,
                             std::span<const std::byte> expected, std::string_view other) {
    if (solution.table.size() != expected.size()) {
        return fmt::format("the table has {}, but {} has {}", plural(solution.table.size(), "byte"), other,
                           expected.size());
    }
    if (std::equal(expected.begin(), expected.end(), solution.table.begin())) {
        return {};
    }
    const std::vector<dp::CellField> numbers = header.numbers();
    std::string difference;
    std::size_t at = 0;
    dp::for_each_cell(solution.shape.size, [&](dp::Cell cell) {
        for (const dp::CellField& number : numbers) {
            const dp::Number mine = dp::read_number(number.type, solution.table.data() + at + number.offset);
            const dp::Number theirs = dp::read_number(number.type, expected.data() + at + number.offset);
            if (difference.empty() && header.in_domain(cell) && !same(mine, theirs, number.type)) {
                difference = fmt::format("cell {}{} is {}, but {} has {}", dp::cell_text(cell, header.index_count()),
                                         number.name.empty() ? "" : ", field " + number.name + ",",
                                         to_text(mine, number.type), other, to_text(theirs, number.type));
            }
        }
        at += header.cell_bytes();
    });
    return difference;
}

std::string output_difference(const dp::RecurrenceHeader& header, const dp::Solution& solution,
                              std::span<const dp::InputArray> expected, std::string_view other) {
    for (std::size_t number = 0; number < expected.size(); ++number) {
        const dp::OutputDeclaration& output = header.outputs[number];
        const dp::InputArray& mine = solution.outputs.at(output.name);
        for (std::uint64_t k = 0; k < mine.count; ++k) {
            const auto value = [&](const dp::InputArray& array) {
                return dp::read_number(output.type, array.data.data() + k * size_of(output.type));
            };
            if (!same(value(mine), value(expected[number]), output.type)) {
                return fmt::format("element {} of output '{}' is {}, but {} has {}", k, output.name,
                                   to_text(value(mine), output.type), other,
                                   to_text(value(expected[number]), output.type));
            }
        }
    }
    return {};
}

std::string tolerance_text(const dp::RecurrenceHeader& header) {
    const auto compares = [&](ElementType type) {
        return header.computes_with(type) ||
               std::ranges::any_of(header.outputs,
                                   [&](const dp::OutputDeclaration& output) { return output.type == type; });
    };
    if (compares(ElementType::f32)) {
        return fmt::format(" within a relative {}", kVerifyF32);
    }
    return compares(ElementType::f64) ? fmt::format(" within a relative {}", kVerifyF64) : std::string();
}

Result<Replay> replay_solution(const dp::RecurrenceHeader& header, dp::Interpretation& run,
                               const dp::Solution& solution) {
    if (solution.status != dp::AnswerStatus::ok) {
        return Replay{};
    }
    if (header.has_solution_function) {
        VKALGO_CHECK(run.run_solution());
        return Replay{{}, ", solution() run"};
    }
    Replayer replayer(header, run, solution);
    return header.has_step ? replayer.steps() : replayer.splits();
}

}  // namespace vkalgo::cli
