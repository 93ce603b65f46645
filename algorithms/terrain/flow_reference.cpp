#include "algorithms/terrain/flow_reference.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace vkalgo {

namespace {

constexpr std::uint32_t kFar = std::numeric_limits<std::uint32_t>::max();

/// The grid as the rules of FlowDirections see it, with heights of f32 or f64.
template <class T>
class Surface {
public:
    Surface(std::span<const T> heights, const TerrainGrid& grid) : heights_(heights), grid_(grid) {}

    /// What neighbour() returns if the neighbour that `code` leads to is off the grid or has no data.
    static constexpr std::size_t kOutside = std::numeric_limits<std::size_t>::max();
    std::size_t neighbour(std::size_t cell, FlowCode code) const {
        const FlowStep step = flow_step(code);
        const auto row = static_cast<std::int64_t>(cell / grid_.width) + step.rows;
        const auto column = static_cast<std::int64_t>(cell % grid_.width) + step.columns;
        if (row < 0 || column < 0 || row >= grid_.height || column >= grid_.width) {
            return kOutside;
        }
        const auto there = static_cast<std::size_t>(row * grid_.width + column);
        return is_height(heights_[there]) ? there : kOutside;
    }

    bool has_data(std::size_t cell) const { return is_height(heights_[cell]); }
    T height(std::size_t cell) const { return effective_height(heights_[cell]); }

    template <class Each>
    void for_neighbours(std::size_t cell, const Each& each) const {
        for (FlowCode code = 1; code <= 8; ++code) {
            if (const std::size_t there = neighbour(cell, code); there != kOutside) {
                each(code, there);
            }
        }
    }

    bool has_lower(std::size_t cell) const {
        bool lower = false;
        for_neighbours(cell, [&](FlowCode, std::size_t there) { lower = lower || height(there) < height(cell); });
        return lower;
    }

    bool touches_outside(std::size_t cell) const {
        int inside = 0;
        for_neighbours(cell, [&](FlowCode, std::size_t) { ++inside; });
        return inside < 8;
    }

    /// Returns the direction of the steepest descent. Without a descent, returns the direction to the outside, or
    /// kFlowStays.
    FlowCode steepest(std::size_t cell, const FlowWeights& weights) const {
        double best = 0;
        FlowCode way = kFlowStays;
        for_neighbours(cell, [&](FlowCode code, std::size_t there) {
            if (!(height(there) < height(cell))) {
                return;
            }
            const FlowStep step = flow_step(code);
            const double distance = step.rows == 0      ? weights.to_east
                                    : step.columns == 0 ? weights.to_south
                                                        : weights.to_diagonal;
            const double slope = (double{height(cell)} - double{height(there)}) / distance;
            if (way == kFlowStays || slope > best) {
                best = slope;
                way = code;
            }
        });
        if (way != kFlowStays) {
            return way;
        }
        bool joins_flat = false;
        for_neighbours(cell, [&](FlowCode, std::size_t there) {
            joins_flat = joins_flat || (height(there) == height(cell) && has_lower(there));
        });
        if (!joins_flat) {
            for (const FlowCode code : kFlowNearFirst) {
                if (neighbour(cell, code) == kOutside) {
                    return code;
                }
            }
        }
        return kFlowStays;
    }

private:
    std::span<const T> heights_;
    const TerrainGrid& grid_;
};

/// Sets the distances of the cells that can be reached from the cells in `front` within their flats. The distances of
/// the cells in `front` are already set.
template <class T>
void spread(const Surface<T>& surface, const std::vector<FlowCode>& codes, std::queue<std::size_t> front,
            std::vector<std::uint32_t>& distances) {
    while (!front.empty()) {
        const std::size_t cell = front.front();
        front.pop();
        surface.for_neighbours(cell, [&](FlowCode, std::size_t there) {
            const bool same_flat = codes[there] == kFlowStays && surface.height(there) == surface.height(cell);
            if (same_flat && distances[there] == kFar) {
                distances[there] = distances[cell] + 1;
                front.push(there);
            }
        });
    }
}

/// Gives directions to the cells of the flats that have an outlet (rule 4 of FlowDirections).
template <class T>
void route_flats(const Surface<T>& surface, std::vector<FlowCode>& codes) {
    std::vector<std::uint32_t> to_lower(codes.size(), kFar);
    std::vector<std::uint32_t> from_higher(codes.size(), kFar);
    std::queue<std::size_t> low, high;
    for (std::size_t cell = 0; cell < codes.size(); ++cell) {
        if (codes[cell] != kFlowStays) {
            continue;
        }
        surface.for_neighbours(cell, [&](FlowCode, std::size_t there) {
            if (codes[there] != kFlowStays && surface.height(there) == surface.height(cell) && to_lower[cell] == kFar) {
                to_lower[cell] = 1;
                low.push(cell);
            }
            if (surface.height(there) > surface.height(cell) && from_higher[cell] == kFar) {
                from_higher[cell] = 1;
                high.push(cell);
            }
        });
    }
    spread(surface, codes, std::move(low), to_lower);
    spread(surface, codes, std::move(high), from_higher);
    const auto rank = [&](std::size_t cell) {
        return 2 * static_cast<std::int64_t>(to_lower[cell]) -
               (from_higher[cell] == kFar ? 0 : static_cast<std::int64_t>(from_higher[cell]));
    };
    std::vector<FlowCode> routed = codes;
    for (std::size_t cell = 0; cell < codes.size(); ++cell) {
        if (codes[cell] != kFlowStays || to_lower[cell] == kFar) {
            continue;
        }
        std::int64_t best = std::numeric_limits<std::int64_t>::max();
        for (const FlowCode code : kFlowNearFirst) {
            const std::size_t there = surface.neighbour(cell, code);
            if (there == Surface<T>::kOutside || surface.height(there) != surface.height(cell)) {
                continue;
            }
            const std::int64_t value =
                codes[there] != kFlowStays ? std::numeric_limits<std::int64_t>::min() : rank(there);
            if (value < best) {
                best = value;
                routed[cell] = code;
            }
        }
    }
    codes = std::move(routed);
}

template <class T>
std::vector<T> filled(std::span<const T> heights, const TerrainGrid& grid) {
    const Surface<T> surface(heights, grid);
    std::vector<T> levels(heights.begin(), heights.end());
    std::vector<bool> reached(heights.size(), false);
    using Entry = std::pair<T, std::size_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    for (std::size_t cell = 0; cell < heights.size(); ++cell) {
        if (surface.has_data(cell) && surface.touches_outside(cell)) {
            levels[cell] = surface.height(cell);
            reached[cell] = true;
            open.emplace(levels[cell], cell);
        }
    }
    while (!open.empty()) {
        const auto [level, cell] = open.top();
        open.pop();
        surface.for_neighbours(cell, [&, reached_at = level](FlowCode, std::size_t there) {
            if (!reached[there]) {
                reached[there] = true;
                levels[there] = std::max(reached_at, surface.height(there));
                open.emplace(levels[there], there);
            }
        });
    }
    return levels;
}

template <class T>
std::vector<FlowCode> directions(std::span<const T> heights, const TerrainGrid& grid, bool resolve_flats,
                                 std::span<const FlowWeights> row_weights) {
    const Surface<T> surface(heights, grid);
    const FlowWeights everywhere = flow_weights(grid.dx, grid.dy);
    std::vector<FlowCode> codes(heights.size(), kFlowNoData);
    for (std::size_t cell = 0; cell < heights.size(); ++cell) {
        if (surface.has_data(cell)) {
            codes[cell] = surface.steepest(cell, row_weights.empty() ? everywhere : row_weights[cell / grid.width]);
        }
    }
    if (resolve_flats) {
        route_flats(surface, codes);
    }
    return codes;
}

}  // namespace

std::vector<float> fill_reference(std::span<const float> heights, const TerrainGrid& grid) {
    return filled(heights, grid);
}

std::vector<double> fill_reference(std::span<const double> heights, const TerrainGrid& grid) {
    return filled(heights, grid);
}

std::vector<FlowCode> directions_reference(std::span<const float> heights, const TerrainGrid& grid, bool resolve_flats,
                                           std::span<const FlowWeights> row_weights) {
    return directions(heights, grid, resolve_flats, row_weights);
}

std::vector<FlowCode> directions_reference(std::span<const double> heights, const TerrainGrid& grid, bool resolve_flats,
                                           std::span<const FlowWeights> row_weights) {
    return directions(heights, grid, resolve_flats, row_weights);
}

std::vector<FlowCode> carve_reference(std::span<const FlowCode> codes, std::span<const FlowCode> ways,
                                      const TerrainGrid& grid) {
    std::vector<FlowCode> carved(codes.begin(), codes.end());
    std::vector<bool> on_way(codes.size(), false);
    for (std::uint64_t pit = 0; pit < codes.size(); ++pit) {
        if (codes[static_cast<std::size_t>(pit)] != kFlowStays) {
            continue;
        }
        std::uint64_t cell = pit;
        while (cell < codes.size() && !on_way[static_cast<std::size_t>(cell)]) {
            on_way[static_cast<std::size_t>(cell)] = true;
            carved[static_cast<std::size_t>(cell)] = ways[static_cast<std::size_t>(cell)];
            cell = flow_target(ways, grid, cell);
        }
    }
    return carved;
}

std::vector<std::uint64_t> downstream_order(std::span<const FlowCode> codes, const TerrainGrid& grid) {
    std::vector<std::uint8_t> waiting(codes.size(), 0);
    for (std::uint64_t cell = 0; cell < codes.size(); ++cell) {
        if (const std::uint64_t there = flow_target(codes, grid, cell); there < codes.size()) {
            ++waiting[static_cast<std::size_t>(there)];
        }
    }
    std::vector<std::uint64_t> order;
    order.reserve(codes.size());
    for (std::uint64_t cell = 0; cell < codes.size(); ++cell) {
        if (waiting[static_cast<std::size_t>(cell)] == 0) {
            order.push_back(cell);
        }
    }
    for (std::size_t next = 0; next < order.size(); ++next) {
        const std::uint64_t there = flow_target(codes, grid, order[next]);
        if (there < codes.size() && --waiting[static_cast<std::size_t>(there)] == 0) {
            order.push_back(there);
        }
    }
    return order;
}

std::uint64_t flow_target(std::span<const FlowCode> codes, const TerrainGrid& grid, std::uint64_t index) {
    const FlowCode code = codes[static_cast<std::size_t>(index)];
    const FlowStep step = flow_step(code);
    const auto row = static_cast<std::int64_t>(index / grid.width) + step.rows;
    const auto column = static_cast<std::int64_t>(index % grid.width) + step.columns;
    if (code == kFlowStays || code > 8 || row < 0 || column < 0 || row >= grid.height || column >= grid.width) {
        return grid.cells();
    }
    const auto there = static_cast<std::uint64_t>(row * grid.width + column);
    return codes[static_cast<std::size_t>(there)] > 8 ? grid.cells() : there;
}

std::vector<std::uint32_t> watersheds_reference(std::span<const FlowCode> codes, const TerrainGrid& grid,
                                                std::span<const std::uint32_t> outlets) {
    const std::vector<std::uint64_t> order = downstream_order(codes, grid);
    std::vector<std::uint32_t> labels(codes.size(), 0);
    // In upstream order: the cell that a cell flows into already has its label.
    for (auto next = order.rbegin(); next != order.rend(); ++next) {
        const auto cell = static_cast<std::size_t>(*next);
        const std::uint64_t there = flow_target(codes, grid, cell);
        if (codes[cell] > 8) {
            continue;
        }
        if (!outlets.empty() && outlets[cell] != 0) {
            labels[cell] = outlets[cell];
        } else if (there < codes.size()) {
            labels[cell] = labels[static_cast<std::size_t>(there)];
        } else {
            labels[cell] = outlets.empty() ? static_cast<std::uint32_t>(cell) + 1 : 0;
        }
    }
    return labels;
}

std::vector<std::uint32_t> streams_reference(std::span<const FlowCode> codes, const TerrainGrid& grid,
                                             std::span<const std::uint8_t> network) {
    std::vector<std::uint32_t> orders(codes.size(), 0), greatest(codes.size(), 0), times(codes.size(), 0);
    for (const std::uint64_t at : downstream_order(codes, grid)) {
        const auto cell = static_cast<std::size_t>(at);
        if (codes[cell] > 8 || (!network.empty() && network[cell] == 0)) {
            continue;
        }
        orders[cell] = greatest[cell] == 0 ? 1 : greatest[cell] + (times[cell] > 1 ? 1 : 0);
        if (const std::uint64_t next = flow_target(codes, grid, at); next < codes.size()) {
            const auto there = static_cast<std::size_t>(next);
            if (orders[cell] > greatest[there]) {
                greatest[there] = orders[cell];
                times[there] = 0;
            }
            times[there] += orders[cell] == greatest[there] ? 1u : 0u;
        }
    }
    return orders;
}

bool flows_end(std::span<const FlowCode> codes, const TerrainGrid& grid) {
    return downstream_order(codes, grid).size() == codes.size();
}

std::vector<std::uint32_t> accumulation_by_rounds(std::span<const FlowCode> codes, const TerrainGrid& grid) {
    const std::uint64_t cells = grid.cells();
    std::vector<std::uint32_t> sums(static_cast<std::size_t>(cells), 0), now(sums.size(), 0), next(sums.size(), 0);
    for (std::size_t cell = 0; cell < codes.size(); ++cell) {
        sums[cell] = now[cell] = codes[cell] > 8 ? 0 : 1;
    }
    for (bool is_moving = true; is_moving;) {
        is_moving = false;
        for (std::size_t cell = 0; cell < now.size(); ++cell) {
            if (now[cell] == 0) {
                continue;
            }
            if (const std::uint64_t target = flow_target(codes, grid, cell); target != cells) {
                next[static_cast<std::size_t>(target)] += now[cell];
                sums[static_cast<std::size_t>(target)] += now[cell];
                is_moving = true;
            }
            now[cell] = 0;
        }
        now.swap(next);
    }
    return sums;
}

}  // namespace vkalgo
