#include "tests/mesh/polygons.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

namespace vkalgo::test {
namespace {

std::int64_t whole(SplitMix64& random, std::int64_t low, std::int64_t high) {
    return low + random.below(static_cast<std::uint32_t>(high - low + 1));
}

Polygon star(std::size_t corners, SplitMix64& random) {
    Polygon points = {
        {whole(random, 1, 99), 0}, {0, whole(random, 1, 99)}, {-whole(random, 1, 99), 0}, {0, -whole(random, 1, 99)}};
    while (points.size() < corners) {
        points.push_back({whole(random, -99, 99), whole(random, -99, 99)});
    }
    std::erase(points, GridPoint{0, 0});
    const auto half = [](const GridPoint& p) { return p[1] < 0 || (p[1] == 0 && p[0] < 0); };
    const auto before = [&](const GridPoint& a, const GridPoint& b) {
        return half(a) != half(b) ? half(a) < half(b) : twice_area({0, 0}, a, b) > 0;
    };
    std::stable_sort(points.begin(), points.end(), before);
    points.erase(std::unique(points.begin(), points.end(),
                             [&](const GridPoint& a, const GridPoint& b) { return !before(a, b) && !before(b, a); }),
                 points.end());
    return points;
}

Polygon spiral(std::size_t corners, SplitMix64& random) {
    constexpr GridPoint kWays[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const std::size_t turns = std::max<std::size_t>(corners / 2, 3);
    const std::int64_t step = whole(random, 4, 6), width = whole(random, 1, 2);
    const auto left = [&](std::size_t k) { return kWays[(k + 1) % 4]; };
    GridPoint at{0, 0};
    Polygon outer = {at}, inner = {{left(0)[0] * width, left(0)[1] * width}};
    for (std::size_t k = 0; k < turns; ++k) {
        const std::int64_t length = step * static_cast<std::int64_t>(1 + k / 2);
        at = {at[0] + kWays[k % 4][0] * length, at[1] + kWays[k % 4][1] * length};
        outer.push_back(at);
        const GridPoint next = k + 1 < turns ? left(k + 1) : GridPoint{0, 0};
        inner.push_back({at[0] + (left(k)[0] + next[0]) * width, at[1] + (left(k)[1] + next[1]) * width});
    }
    outer.insert(outer.end(), inner.rbegin(), inner.rend());
    return outer;
}

Polygon comb(std::size_t corners, SplitMix64& random) {
    Polygon points;
    std::int64_t x = 0;
    while (points.size() + 2 < corners) {
        const std::int64_t height = whole(random, 2, 60), width = whole(random, 1, 3), foot = whole(random, 0, 1);
        points.push_back({x, foot});
        points.push_back({x, height});
        points.push_back({x - width, height + whole(random, 0, 2)});
        points.push_back({x - width, foot});
        x -= width + whole(random, 1, 3);
    }
    points.push_back({x, -1});
    points.push_back({1, -1});
    return points;
}

using Cells = std::set<GridPoint>;

Cells cells_of(std::size_t count, SplitMix64& random) {
    Cells cells = {{0, 0}};
    Polygon list = {{0, 0}};
    while (cells.size() < count) {
        GridPoint cell = list[random.below(static_cast<std::uint32_t>(list.size()))];
        cell[random.below(2)] += random.below(2) == 0 ? 1 : -1;
        if (cells.insert(cell).second) {
            list.push_back(cell);
        }
    }
    return cells;
}

/// Returns the cells with their holes filled, even holes that touch the outside in a corner.
Cells filled(const Cells& cells) {
    std::int64_t low = 0, high = 0;
    for (const GridPoint& cell : cells) {
        low = std::min({low, cell[0], cell[1]});
        high = std::max({high, cell[0], cell[1]});
    }
    Cells outside = {{low - 1, low - 1}};
    Polygon waiting = {{low - 1, low - 1}};
    while (!waiting.empty()) {
        const GridPoint cell = waiting.back();
        waiting.pop_back();
        for (const GridPoint& way : {GridPoint{1, 0}, GridPoint{0, 1}, GridPoint{-1, 0}, GridPoint{0, -1}}) {
            const GridPoint next{cell[0] + way[0], cell[1] + way[1]};
            const bool inside = std::min(next[0], next[1]) >= low - 1 && std::max(next[0], next[1]) <= high + 1;
            if (inside && !cells.contains(next) && outside.insert(next).second) {
                waiting.push_back(next);
            }
        }
    }
    Cells all;
    for (std::int64_t x = low; x <= high; ++x) {
        for (std::int64_t y = low; y <= high; ++y) {
            if (!outside.contains({x, y})) {
                all.insert({x, y});
            }
        }
    }
    return all;
}

/// Returns the borders of cells, with the cells on the left. Where two cells touch in a corner the border continues at
/// random.
std::vector<Polygon> loops_of(const Cells& cells, SplitMix64& random) {
    std::multimap<GridPoint, GridPoint> sides;
    for (const auto& [x, y] : cells) {
        const std::pair<GridPoint, std::pair<GridPoint, GridPoint>> around[] = {
            {{x, y - 1}, {{x, y}, {x + 1, y}}},
            {{x + 1, y}, {{x + 1, y}, {x + 1, y + 1}}},
            {{x, y + 1}, {{x + 1, y + 1}, {x, y + 1}}},
            {{x - 1, y}, {{x, y + 1}, {x, y}}}};
        for (const auto& [neighbour, side] : around) {
            if (!cells.contains(neighbour)) {
                sides.insert(side);
            }
        }
    }
    std::vector<Polygon> loops;
    while (!sides.empty()) {
        Polygon& loop = loops.emplace_back();
        const GridPoint start = sides.begin()->first;
        for (GridPoint at = start; loop.empty() || at != start || sides.contains(at);) {
            auto side = sides.find(at);
            if (side == sides.end()) {
                break;
            }
            if (sides.count(at) == 2 && random.below(2) == 0) {
                ++side;
            }
            loop.push_back(at);
            at = side->second;
            sides.erase(side);
        }
    }
    return loops;
}

/// Joins several loops into one: along sides between two cells to the nearest corner of another loop, and back.
Polygon connected(std::vector<Polygon> loops, const Cells& cells) {
    Polygon whole = std::move(loops.back());
    loops.pop_back();
    while (!loops.empty()) {
        const std::set<GridPoint> mine(whole.begin(), whole.end());
        std::map<GridPoint, std::size_t> others;
        for (std::size_t loop = 0; loop < loops.size(); ++loop) {
            for (const GridPoint& point : loops[loop]) {
                others.emplace(point, loop);
            }
        }
        std::map<GridPoint, GridPoint> from;
        Polygon waiting(mine.begin(), mine.end());
        for (const GridPoint& point : waiting) {
            from[point] = point;
        }
        for (std::size_t k = 0;; ++k) {
            const GridPoint at = waiting.at(k);
            if (others.contains(at)) {
                Polygon way = {at};
                while (from[way.back()] != way.back()) {
                    way.push_back(from[way.back()]);
                }
                Polygon& loop = loops[others[at]];
                std::rotate(loop.begin(), std::find(loop.begin(), loop.end(), at), loop.end());
                // The detour goes to the other loop, around it, and back.
                Polygon detour(way.rbegin() + 1, way.rend());
                detour.insert(detour.end(), loop.begin() + 1, loop.end());
                detour.insert(detour.end(), way.begin(), way.end());
                if (way.size() == 1) {
                    detour.assign(loop.begin() + 1, loop.end());
                    detour.push_back(at);
                }
                const auto here = std::find(whole.begin(), whole.end(), way.back());
                whole.insert(here + 1, detour.begin(), detour.end());
                loops.erase(loops.begin() + static_cast<std::ptrdiff_t>(others[at]));
                break;
            }
            const auto& [x, y] = at;
            const std::pair<GridPoint, std::pair<GridPoint, GridPoint>> ways[] = {
                {{x + 1, y}, {{x, y}, {x, y - 1}}},
                {{x - 1, y}, {{x - 1, y}, {x - 1, y - 1}}},
                {{x, y + 1}, {{x, y}, {x - 1, y}}},
                {{x, y - 1}, {{x, y - 1}, {x - 1, y - 1}}}};
            for (const auto& [next, beside] : ways) {
                if (cells.contains(beside.first) && cells.contains(beside.second) && from.emplace(next, at).second) {
                    waiting.push_back(next);
                }
            }
        }
    }
    return whole;
}

Polygon knot(std::size_t corners, SplitMix64& random) {
    for (;;) {
        Polygon points;
        for (std::size_t k = 0; k < std::clamp<std::size_t>(corners, 4, 8); ++k) {
            points.push_back({whole(random, 0, 3), whole(random, 0, 3)});
        }
        if (is_simple(points) && twice_area(points) != 0) {
            if (twice_area(points) < 0) {
                std::reverse(points.begin(), points.end());
            }
            return points;
        }
    }
}

}  // namespace

std::int64_t twice_area(const Polygon& polygon) {
    std::int64_t sum = 0;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        sum += twice_area({0, 0}, polygon[k], polygon[(k + 1) % polygon.size()]);
    }
    return sum;
}

bool lies_on(const GridPoint& p, const GridPoint& a, const GridPoint& b) {
    return twice_area(a, b, p) == 0 && std::min(a[0], b[0]) <= p[0] && p[0] <= std::max(a[0], b[0]) &&
           std::min(a[1], b[1]) <= p[1] && p[1] <= std::max(a[1], b[1]);
}

int winding(const Polygon& polygon, const GridPoint& p) {
    int sum = 0;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const GridPoint &a = polygon[k], &b = polygon[(k + 1) % polygon.size()];
        if (a[1] <= p[1] && b[1] > p[1]) {
            sum += twice_area(a, b, p) > 0 ? 1 : 0;
        } else if (b[1] <= p[1] && a[1] > p[1]) {
            sum -= twice_area(a, b, p) < 0 ? 1 : 0;
        }
    }
    return sum;
}

bool is_simple(const Polygon& polygon) {
    const std::size_t n = polygon.size();
    for (std::size_t i = 0; i < n; ++i) {
        const GridPoint &a = polygon[i], &b = polygon[(i + 1) % n];
        if (a == b) {
            return false;
        }
        for (std::size_t j = i + 1; j < n; ++j) {
            const GridPoint &c = polygon[j], &d = polygon[(j + 1) % n];
            if (j == i + 1 || (i == 0 && j == n - 1)) {
                if (lies_on(j == i + 1 ? d : c, a, b) || lies_on(j == i + 1 ? a : b, c, d)) {
                    return false;
                }
                continue;
            }
            const bool apart =
                twice_area(a, b, c) * twice_area(a, b, d) > 0 || twice_area(c, d, a) * twice_area(c, d, b) > 0;
            const bool in_line = twice_area(a, b, c) == 0 && twice_area(a, b, d) == 0;
            if (in_line ? lies_on(c, a, b) || lies_on(d, a, b) || lies_on(a, c, d) : !apart) {
                return false;
            }
        }
    }
    return true;
}

Polygon polygon_of(Shape shape, std::size_t corners, SplitMix64& random) {
    switch (shape) {
        case Shape::star:
            return star(corners, random);
        case Shape::spiral:
            return spiral(corners, random);
        case Shape::comb:
            return comb(corners, random);
        case Shape::knot:
            return knot(corners, random);
        case Shape::cells:
        case Shape::pierced:
            break;
    }
    Cells cells = cells_of(std::max<std::size_t>(corners * 3 / 5, 1), random);
    if (shape == Shape::cells) {
        cells = filled(cells);
    }
    return connected(loops_of(cells, random), cells);
}

}  // namespace vkalgo::test
