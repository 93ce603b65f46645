// The parts of a random recurrence that follow from its values: the answer, the traceback, bounds that hold, and bounds
// that do not.
#include "tests/dp/random/draw.hpp"
#include "tests/dp/random/evaluation.hpp"
#include "tests/dp/random/numbers.hpp"

#include <algorithm>
#include <cmath>

namespace vkalgo::dp::test {
namespace {

/// If a table has at most this number of rows and of columns, the check before a run sees the whole instance. Of a
/// larger instance it sees a part, with other values.
constexpr std::int64_t kSeenByCheck = 24;
constexpr double kMaxLimit = 4e18;

/// Returns the number if it is whole and a header or a text can write it.
std::optional<std::int64_t> written(ElementType type, std::uint64_t bits) {
    const double about = is_float(type)    ? real_of(bits)
                         : is_signed(type) ? static_cast<double>(signed_of(type, bits))
                                           : static_cast<double>(bits);
    if (!std::isfinite(about) || std::abs(about) > kMaxLimit) {
        return std::nullopt;
    }
    return is_float(type) ? static_cast<std::int64_t>(about) : signed_of(type, bits);
}

}  // namespace

void Draw::answer(const Evaluation& values) {
    const ElementType field = drawn.fields[drawn.value_field];
    const bool may_be_infinite = is_float(field) && drawn.mode != Mode::sums;
    if (!may_be_infinite && chance(4)) {
        drawn.value_mask = chance(2) ? 1 : 7;
    }
    drawn.answer = has_regions_ ? Description::Answer::last : static_cast<Description::Answer>(below(4));
    if (drawn.answer == Description::Answer::last && !values.exists(values.last_cell(drawn.stage))) {
        drawn.answer = Description::Answer::at;
    }
    if (drawn.answer == Description::Answer::at) {
        drawn.answer_at = values.cells()[below(static_cast<std::uint32_t>(values.cells().size()))];
    }
    const bool searches = drawn.answer == Description::Answer::min || drawn.answer == Description::Answer::max;
    if (searches && drawn.mode != Mode::sums) {
        drawn.answer = drawn.minimum ? Description::Answer::min
                                     : Description::Answer::max;  // Otherwise infeasible cells would be the answer
    }
    if (searches) {
        for (std::uint32_t count = for_tiles_ ? 1 : below(4); count > 0; --count) {
            drawn.answer_borders.push_back({below(static_cast<std::uint32_t>(drawn.indices)), chance(2)});
        }
        if (std::none_of(values.cells().begin(), values.cells().end(),
                         [&](const Indices& at) { return values.in_answer(at); })) {
            drawn.answer_borders.clear();
        }
    }
    // A search or a reduction shows which value is better, if the header does not.
    const bool said =
        drawn.mode == Mode::reduction || (searches && (drawn.answer == Description::Answer::min) == drawn.minimum);
    drawn.declares_goal = drawn.mode != Mode::sums && (!said || chance(4));
}

void Draw::traceback(const Evaluation& values) {
    if (drawn.mode == Mode::reduction || drawn.choices().empty() || (!has_regions_ && chance(4))) {
        return;
    }
    drawn.traceback = static_cast<Description::Traceback>(1 + below(has_regions_ ? 2 : 3));
    const bool may_be_infinite = is_float(drawn.fields[0]) && drawn.mode != Mode::sums;
    drawn.ends_by_value = drawn.base.empty() && !may_be_infinite && chance(2);
    if (!values.traceback(values.answer_cell(drawn.stage))) {
        drawn.traceback = Description::Traceback::none;
    }
}

void Draw::limits(const Evaluation& values) {
    if (drawn.size.rows > kSeenByCheck || drawn.size.columns > kSeenByCheck) {
        return;
    }
    const std::uint32_t kind = below(has_limit_ ? 7 : 20);
    if (kind < 4) {
        bound(values, kind == 0 ? Refusal::none : kind == 1 ? Refusal::bound_too_large : Refusal::bound_passed);
    } else if (kind < 6) {
        limit(values, kind == 4 ? Refusal::none : Refusal::overflow);
    } else if (kind == 6) {
        const std::int64_t largest = *std::max_element(drawn.x.values.begin(), drawn.x.values.end());
        if (drawn.x.has_range && largest > drawn.x.low) {
            drawn.x.high = largest - 1;
            drawn.refusal = Refusal::range;
        }
    }
}

void Draw::bound(const Evaluation& values, Refusal refusal) {
    const ElementType type = drawn.value_type();
    if (is_float(type)) {
        return;
    }
    std::optional<std::uint64_t> most;
    for (const Indices& at : values.cells()) {
        const std::uint64_t value = values.value(at);
        if (!values.is_infeasible(value) && (!most || less(type, *most, value))) {
            most = value;
        }
    }
    const auto limit = most ? written(type, *most) : std::nullopt;
    if (!limit || *limit < 1) {
        return;
    }
    drawn.bound = *limit - (refusal == Refusal::bound_passed ? 1 : 0);
    drawn.refusal = refusal;
}

void Draw::limit(const Evaluation& values, Refusal refusal) {
    const ElementType type = drawn.fields[0];
    std::optional<std::uint64_t> most;
    for (const Indices& at : values.cells()) {
        const std::uint64_t value = values.cell(at)[0];
        if (!values.in_base(at) && (!most || less(type, *most, value))) {
            most = value;
        }
    }
    const auto written_most = most ? written(type, *most) : std::nullopt;
    if (drawn.mode == Mode::reduction || !written_most || *written_most < 1) {
        return;
    }
    drawn.limit = *written_most - (refusal == Refusal::overflow ? 1 : 0);
    drawn.refusal = refusal;
}

}  // namespace vkalgo::dp::test
