// Internal to algorithms/sort/: the passes of a plan of Pratt's Shellsort, and the parts that they sort.
#pragma once

#include "../divide_up.hpp"
#include "pratt_method.hpp"
#include "pratt_parts.hpp"
#include "shaders/sort/sort.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace vkalgo {

inline bool pratt_by_columns(const SortTuning& tuning, PrattKind kind, std::uint64_t count) {
    return kind == PrattKind::pure || count >= tuning.pratt_columns_from;
}

inline PrattShape taller_pratt(PrattShape shape) {
    shape.rows = std::min(2 * shape.rows, shape.tile);
    return shape;
}

/// The passes that sort `count` keys, and the shape of their tiles.
struct PrattPasses {
    bool columns;
    std::uint64_t count;
    PrattShape shape;
    std::uint64_t threads_per_tile;
    std::vector<PrattPass> all;

    PrattPasses(const SortTuning& tuning, PrattKind kind, std::uint64_t keys)
        : columns(pratt_by_columns(tuning, kind, keys)), count(keys) {
        if (columns) {
            shape = {.tile = tuning.pratt_column_rows, .rows = tuning.pratt_column_rows};
            threads_per_tile = 1;
            all = kind == PrattKind::pure ? plan_pure_pratt(count, shape) : plan_pratt(count, shape);
            return;
        }
        shape = tuning.pratt;
        threads_per_tile = tuning.threads;
        all = plan_pratt(count, shape);
        // Tiles with more rows and fewer columns are read more slowly. They pay off if they need fewer than half as
        // many passes as the usual tiles, for example if only the usual tiles need a second level.
        auto fewer = plan_pratt(count, taller_pratt(shape));
        if (2 * fewer.size() < all.size()) {
            shape = taller_pratt(shape);
            all = std::move(fewer);
        }
    }

    std::uint64_t columns_of(const PrattPass& pass) const { return pass.stride == 1 ? 1 : shape.tile / shape.rows; }
    /// Returns the number of tiles in a row of tiles.
    std::uint64_t tiles_beside(const PrattPass& pass) const { return divide_up(pass.stride, columns_of(pass)); }
    std::uint64_t tiles(const PrattPass& pass) const {
        const std::uint64_t height = divide_up(count, pass.stride);
        return height <= pass.first_row ? 0 : divide_up(height - pass.first_row, pass.rows) * tiles_beside(pass);
    }

    /// Returns the loop iterations of an invocation in a pass, as if no loop was unrolled.
    std::uint64_t loops(const PrattPass& pass) const {
        if (columns) {
            return shape.rows * (2 + pratt_increments(shape.rows).size());  // Every pass does all increments
        }
        const auto width = [](std::uint64_t value) { return static_cast<std::uint64_t>(std::bit_width(value)); };
        const std::uint64_t each = shape.tile / threads_per_tile;
        const std::uint64_t steps =
            pass.merges ? width(pass.rows) : pratt_increments(pass.limit, pass.thirds).size() + 2 * width(pass.limit);
        return 2 * each + steps * (2 * each + 2);
    }
};

/// The parts of a plan, how each part is sorted, and how they are merged.
struct PrattParts {
    PartsShape shape;
    std::vector<PartStep> steps;

    explicit PrattParts(const SortPlan& plan)
        : shape{.count = plan.count,
                .part = plan.part,
                .tile = plan.tuning->pratt_merge_tile,
                .columns = plan.tuning->pratt_merge_columns},
          steps(plan_part_steps(shape)) {}

    /// Returns the passes of the first part. If there are several parts, also returns those of the last part, which may
    /// be shorter.
    std::vector<PrattPasses> passes(const SortPlan& plan, PrattKind kind) const {
        std::vector<PrattPasses> made{PrattPasses(*plan.tuning, kind, shape.count_of(0))};
        if (shape.parts() > 1) {
            made.emplace_back(*plan.tuning, kind, shape.count_of(shape.parts() - 1));
        }
        return made;
    }
    const PrattPasses& passes_of(std::uint64_t number, const std::vector<PrattPasses>& made) const {
        return number + 1 < shape.parts() ? made.front() : made.back();
    }

    /// Returns the number of keys that the step reads and writes.
    std::uint64_t keys(const PartStep& step) const {
        return step.exchanges ? 2 * shape.count_of(step.later) : shape.count_of(step.earlier);
    }
    std::uint64_t groups(const PartStep& step, const SortTuning& tuning) const {
        return step.exchanges
                   ? divide_up(shape.count_of(step.later), std::uint64_t{tuning.threads} * VKALGO_SORT_EXCHANGE_EACH)
                   : step.positions / shape.tile;
    }
    /// Returns the loop iterations of an invocation, as if no loop was unrolled.
    std::uint64_t loops(const PartStep& step, const SortTuning& tuning) const {
        const std::uint64_t each = shape.tile / tuning.threads;
        return step.exchanges ? VKALGO_SORT_EXCHANGE_EACH : 2 * each + step.row_bits * (each / 2 + 1);
    }

    std::string span_of(std::uint64_t number, const PrattPass& pass) const {
        return (shape.parts() == 1 ? "" : "part " + std::to_string(number) + ": ") +
               (pass.merges ? "merge at " : "pass at ") + std::to_string(pass.stride);
    }
    static std::string span_of(const PartStep& step) {
        return step.exchanges
                   ? "parts " + std::to_string(step.earlier) + " and " + std::to_string(step.later) + ": exchange"
                   : "part " + std::to_string(step.earlier) + ": bitonic at " + std::to_string(step.stride);
    }
};

}  // namespace vkalgo
