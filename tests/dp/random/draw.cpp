#include "tests/dp/random/draw.hpp"

#include "tests/dp/random/evaluation.hpp"

#include <algorithm>
#include <cstdlib>

namespace vkalgo::dp::test {
namespace {

constexpr ElementType kCellTypes[] = {ElementType::u32, ElementType::i32, ElementType::u64,
                                      ElementType::i64, ElementType::f32, ElementType::f64};
constexpr ElementType kInputTypes[] = {ElementType::u8,  ElementType::u16, ElementType::u32, ElementType::i32,
                                       ElementType::u64, ElementType::i64, ElementType::f32, ElementType::f64};

}  // namespace

Description draw_description(std::uint64_t seed) {
    Draw draw(seed);
    draw.table();
    draw.order();
    draw.cells();
    if (draw.drawn.mode == Mode::reduction) {
        draw.reduction();
    } else {
        draw.reads();
    }
    draw.base();
    draw.data();
    const Evaluation values(draw.drawn);
    draw.answer(values);
    draw.traceback(values);
    draw.limits(values);
    return draw.drawn;
}

Draw::Draw(std::uint64_t seed) : random_(seed) {
    reads_line_before_ = seed % 8 == 1;
    is_sequential_ = seed % 16 == 5;
    has_regions_ = seed % 16 == 13;
    has_limit_ = seed % 4 == 3;
}

// About two in five tables suit method `tile`. Large tables have no loops over lines, which would take long.
void Draw::table() {
    const bool by_lines = reads_line_before_ || is_sequential_;
    for_tiles_ = has_regions_ || (!by_lines && below(5) < 2);
    large_ = has_regions_ || chance(for_tiles_ ? 6 : 12);
    const bool thin = !large_ && chance(7);
    const bool may_reduce = !for_tiles_ && !large_ && !by_lines;
    drawn.mode = chance(3) ? Mode::optimum : may_reduce && chance(2) ? Mode::reduction : Mode::sums;
    const bool more = !for_tiles_ && !by_lines && !large_ && !thin && drawn.mode != Mode::reduction && chance(3);
    drawn.indices = more ? 3 + below(2) : 2;
    drawn.size = {1 + below(20), 1 + below(20), drawn.indices > 2 ? 1 + below(5) : 1,
                  drawn.indices > 3 ? 1 + below(4) : 1};
    if (large_) {
        const std::uint32_t least = has_regions_ ? 130 : 1;
        drawn.size = {least + below(301 - least), least + below(301 - least)};
    } else if (thin) {
        const std::uint32_t kind = below(5);
        const std::int64_t longer = 1 + below(300);
        drawn.size = {kind < 2 ? longer : 1, kind == 2 || kind == 3 ? longer : 1};
    }
    drawn.sized_by_n = chance(4);
}

void Draw::order() {
    constexpr Pattern kDiagonals[] = {Pattern::NOSE, Pattern::SENO, Pattern::SONE, Pattern::NESO};
    constexpr Pattern kLines[] = {Pattern::RUD, Pattern::RDU, Pattern::CLR, Pattern::CRL};
    drawn.by_pattern = for_tiles_ || reads_line_before_ || is_sequential_ || drawn.mode == Mode::reduction ||
                       (drawn.indices == 2 && !chance(3));
    if (drawn.by_pattern) {
        drawn.stage = StageFunction::of(for_tiles_           ? kDiagonals[below(4)]
                                        : reads_line_before_ ? kLines[below(4)]
                                        : is_sequential_     ? kLines[below(2)]
                                                             : static_cast<Pattern>(below(8)));
        const bool rows = drawn.stage.coefficients[1] == 0;
        drawn.domain = !has_regions_ && chance(5) ? (chance(2) ? Domain::upper : Domain::lower) : Domain::full;
        drawn.sequential =
            rows && !reads_line_before_ && drawn.mode != Mode::reduction && (is_sequential_ || chance(2));
        return;
    }
    drawn.stage.coefficients = {};
    while (drawn.stage == StageFunction{{0, 0, 0, 0}}) {
        for (std::size_t d = 0; d < drawn.indices; ++d) {
            drawn.stage.coefficients[d] = static_cast<int>(below(6)) - 2;
        }
    }
}

void Draw::cells() {
    drawn.record = !for_tiles_ && drawn.mode != Mode::reduction && chance(2);
    drawn.minimum = chance(2);
    drawn.fields.assign(drawn.record ? 2 + below(2) : 1, kCellTypes[below(6)]);
    if (drawn.mode == Mode::sums) {
        for (ElementType& type : drawn.fields) {
            type = kCellTypes[below(6)];
        }
    }
    const bool is_unsigned = drawn.fields[0] == ElementType::u32 || drawn.fields[0] == ElementType::u64;
    if (drawn.mode == Mode::optimum && is_unsigned) {
        drawn.minimum = true;  // No unsigned number is less than all values
    }
    drawn.value_field = below(static_cast<std::uint32_t>(drawn.fields.size()));
}

void Draw::base() {
    const bool fixed = !drawn.reads.empty() &&
                       std::all_of(drawn.reads.begin(), drawn.reads.end(), [](const Read& r) { return r.is_fixed(); });
    if (fixed && drawn.domain == Domain::full && (has_regions_ || chance(2))) {
        base_of_reads();
        return;
    }
    if (drawn.mode == Mode::reduction && drawn.domain != Domain::full && chance(2)) {
        drawn.base.push_back({0, false, true, 0});
        return;
    }
    for (std::uint32_t count = below(3); count > 0; --count) {
        Region region;
        region.diagonal = drawn.indices == 2 && chance(4);
        region.index = below(static_cast<std::uint32_t>(drawn.indices));
        region.last = chance(2);
        region.amount = region.diagonal ? std::int64_t{below(5)} - 2 : 1 + below(2);
        const bool twice = std::any_of(drawn.base.begin(), drawn.base.end(), [&](const Region& other) {
            return other.diagonal == region.diagonal &&
                   (region.diagonal ? other.amount == region.amount
                                    : other.index == region.index && other.last == region.last);
        });
        if (!twice) {
            drawn.base.push_back(region);
        }
    }
}

// Makes the base as wide as the reads reach.
void Draw::base_of_reads() {
    for (std::size_t d = 0; d < drawn.indices; ++d) {
        std::int64_t before = 0;
        std::int64_t behind = 0;
        for (const Read& each : drawn.reads) {
            before = std::max(before, -each.index[d].amount);
            behind = std::max(behind, each.index[d].amount);
        }
        if (before > 0) {
            drawn.base.push_back({d, false, false, before});
        }
        if (behind > 0) {
            drawn.base.push_back({d, true, false, behind});
        }
    }
    drawn.unguarded = chance(2);
}

DrawnInput Draw::input(std::int64_t count) {
    DrawnInput input;
    input.type = kInputTypes[below(8)];
    const bool has_sign = is_signed(input.type);
    input.has_range = chance(2);
    input.low = has_sign ? std::int64_t{below(9)} - 6 : std::int64_t{below(3)};
    input.high = input.low + (chance(2) ? 3 : 1 + std::int64_t{below(40)});
    for (std::int64_t k = 0; k < count; ++k) {
        std::int64_t value = input.low + std::int64_t{below(static_cast<std::uint32_t>(input.high - input.low + 1))};
        if (!input.has_range) {
            value = is_float(input.type) ? std::int64_t{below(1000)} : static_cast<std::int64_t>(random_());
        }
        input.values.push_back(value);
    }
    return input;
}

void Draw::data() {
    drawn.x = input(drawn.size.rows);
    drawn.y = input(drawn.size.columns);
    const std::uint32_t count = below(3);
    for (std::uint32_t p = 0; p < count; ++p) {
        DrawnParam param;
        param.name = p == 0 ? "gap" : "bonus";
        param.type = kCellTypes[below(6)];
        const std::int64_t least = is_signed(param.type) ? -50 : 0;
        param.value = least + std::int64_t{below(200)};
        param.derived = !is_float(param.type) && chance(4);
        if (param.derived) {
            param.value = 2 * drawn.size.rows + 1;
            param.given = false;
        } else if (!chance(4)) {
            param.given = chance(2);
            param.fallback = param.given ? least + std::int64_t{below(200)} : param.value;
        }
        drawn.params.push_back(std::move(param));
    }
    // The declared class need not be the narrowest. No class needs to be declared if the text shows it.
    const std::vector<RecurrenceClass> classes = drawn.classes();
    if (reads_line_before_ || !chance(3)) {
        const std::size_t most = classes.size() - (reads_line_before_ ? 1 : 0);
        drawn.declared = classes[below(static_cast<std::uint32_t>(most))];
    }
    if (drawn.declared == RecurrenceClass::chain) {
        drawn.sized_by_n = false;
    }
}

}  // namespace vkalgo::dp::test
