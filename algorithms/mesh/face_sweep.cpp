#include "face_sweep.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace vkalgo {

namespace {

using Node = std::uint32_t;
constexpr Node kNoNode = ~Node{0};

/// The border between the part of a region that is already cut into triangles and the part that is not. The region
/// lies between two edges that the sweep crosses. The corners of the border go from the lower edge to the upper edge.
/// The border bulges towards the sweep, so that no further triangle can be cut off it.
struct Front {
    Node low = kNoNode, high = kNoNode;
    /// The corner that the sweep reached last. The next corner that the sweep reaches between the two edges sees it.
    Node last = kNoNode;
};

/// An edge of the face, or a part of one, from left to right.
struct Edge {
    std::uint32_t from = 0, to = 0;
    /// How much more often the face winds around the region above the edge than around the region below it.
    int weight = 0;
    /// The corner of the face at which the edge begins.
    std::uint32_t corner = 0;
    /// How often the face winds around the region above the edge; negative if clockwise.
    mutable int winding = 0;
    mutable Front front = {};
};

/// The sweep over a face. A location is a point of the plane, as seen, at which one or more corners are. Locations are
/// numbered in the order of the sweep.
class Sweep {
public:
    Sweep(const FacePlane& plane, std::span<const MeshPoint> corners)
        : plane_(plane), corners_(corners), crossed_(Below{*this}) {}

    SweptFace run() {
        if (find_locations()) {
            find_edges();
            for (std::uint32_t location = 0; location < locations_.size() && found_.refusal.empty(); ++location) {
                pass(location);
            }
        }
        if (!found_.refusal.empty()) {
            found_.triangles.clear();
        }
        return std::move(found_);
    }

private:
    /// The order of edges from below to above, and of locations among the edges. A location on an edge is equal to the
    /// edge.
    struct Below {
        using is_transparent = void;
        const Sweep& sweep;

        bool operator()(const Edge& a, const Edge& b) const {
            if (a.from == b.from) {
                return sweep.turn(a.from, a.to, b.to) > 0;
            }
            return a.from < b.from ? sweep.turn(a.from, a.to, b.from) > 0 : sweep.turn(b.from, b.to, a.from) < 0;
        }
        bool operator()(const Edge& edge, std::uint32_t location) const {
            return sweep.turn(edge.from, edge.to, location) > 0;
        }
        bool operator()(std::uint32_t location, const Edge& edge) const {
            return sweep.turn(edge.from, edge.to, location) < 0;
        }
    };
    using Crossed = std::set<Edge, Below>;
    using Position = Crossed::const_iterator;

    int turn(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
        return plane_.turn(locations_[a], locations_[b], locations_[c]);
    }
    const MeshPoint& point(std::uint32_t location) const { return corners_[locations_[location]]; }

    bool find_locations() {
        std::vector<std::uint32_t> order(corners_.size());
        std::iota(order.begin(), order.end(), 0U);
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            const int sign = plane_.order(a, b);
            return sign != 0 ? sign < 0 : a < b;
        });
        location_of_.resize(corners_.size());
        for (const std::uint32_t corner : order) {
            if (locations_.empty() || plane_.order(locations_.back(), corner) != 0) {
                locations_.push_back(corner);
            } else {
                found_.meets_itself = true;
                if (plane_.is_bent() && corners_[corner] != corners_[locations_.back()]) {
                    return refuse("is bent so that its corners " + std::to_string(locations_.back()) + " and " +
                                  std::to_string(corner) +
                                  " are at one point as seen along its normal, but not in space");
                }
            }
            location_of_[corner] = static_cast<std::uint32_t>(locations_.size() - 1);
        }
        return true;
    }

    void find_edges() {
        beginning_.resize(locations_.size());
        for (std::uint32_t corner = 0; corner < corners_.size(); ++corner) {
            const std::uint32_t a = location_of_[corner], b = location_of_[(corner + 1) % corners_.size()];
            if (a != b) {
                beginning_[std::min(a, b)].push_back({std::min(a, b), std::max(a, b), a < b ? 1 : -1, corner});
            }
        }
    }

    bool refuse(std::string why) {
        found_.refusal = std::move(why);
        return false;
    }
    bool refuse_crossing(const Edge& a, const Edge& b) {
        return refuse("crosses itself: its edges from corner " + std::to_string(std::min(a.corner, b.corner)) +
                      " and from corner " + std::to_string(std::max(a.corner, b.corner)) + " cross");
    }

    /// Moves the sweep to a location, at which edges end and others begin.
    void pass(std::uint32_t location) {
        const auto [first, last] = crossed_.equal_range(location);
        const auto below = first == crossed_.begin() ? crossed_.end() : std::prev(first);
        const int winding = below == crossed_.end() ? 0 : below->winding;
        // The fronts of the regions that continue below and above the location.
        Front low = winding == 0 ? Front{} : below->front, high;
        if (winding != 0) {
            if (first == last) {
                high = split_off(low);
                add_below(high, location, winding);
            }
            add_above(low, location, winding);
        }
        for (auto edge = first; edge != last; ++edge) {
            if (edge->to != location && !cut(*edge, location)) {
                return;
            }
            if (edge->winding != 0) {
                high = edge->front;
                add_below(high, location, edge->winding);
                if (std::next(edge) != last && next_[high.low] != high.high) {
                    refuse("could not be cut into triangles; this is an error of the program, please report it");
                    return;
                }
            }
        }
        crossed_.erase(first, last);
        begin_edges(location, below, last, low, high);
    }

    /// Inserts the edges that begin at a location. They lie between two other edges, `below` and `above`. Either is
    /// crossed_.end() if no such edge exists. `low` and `high` are the fronts of the regions that continue below and
    /// above the location.
    void begin_edges(std::uint32_t location, Position below, Position above, const Front& low, const Front& high) {
        std::vector<Edge> beginning;
        if (!take_beginning(location, beginning)) {
            return;
        }
        int winding = below == crossed_.end() ? 0 : below->winding;
        if (winding != 0) {
            below->front = beginning.empty() ? joined(low, high) : low;
        }
        for (std::size_t k = 0; k < beginning.size(); ++k) {
            Edge& edge = beginning[k];
            winding += edge.weight;
            if (winding < -1 || winding > 1) {
                refuse("winds more than once around the area next to its corner " +
                       std::to_string(locations_[location]));
                return;
            }
            edge.winding = winding;
            if (winding != 0) {
                edge.front = k + 1 < beginning.size() ? alone(location) : high;
            }
            const Position added = crossed_.insert(above, edge);
            if (!check_neighbours(below, added)) {
                return;
            }
            below = added;
        }
        check_neighbours(below, above);
    }

    /// Appends the edges that begin at a location to `taken`, in the order from below to above. Edges of the same
    /// direction become one edge, which is as long as the shortest of them. Returns false if the face is refused.
    bool take_beginning(std::uint32_t location, std::vector<Edge>& taken) {
        std::vector<Edge>& all = beginning_[location];
        std::sort(all.begin(), all.end(), [&](const Edge& a, const Edge& b) {
            const int sign = a.to == b.to ? 0 : turn(location, a.to, b.to);
            return sign != 0 ? sign > 0 : a.to < b.to;
        });
        for (const Edge& edge : all) {
            if (taken.empty() || (taken.back().to != edge.to && turn(location, taken.back().to, edge.to) != 0)) {
                taken.push_back(edge);
                continue;
            }
            if (taken.back().to != edge.to && !cut(edge, taken.back().to)) {
                return false;
            }
            taken.back().weight += edge.weight;
        }
        return true;
    }

    /// Makes the rest of an edge begin anew at a location that the edge, as seen, passes through. Returns false, and
    /// refuses the face, if the face is bent and the edge does not pass through the location in space.
    bool cut(const Edge& edge, std::uint32_t location) {
        const MeshPoint &a = point(edge.from), &b = point(edge.to), &p = point(location);
        for (std::size_t axis = 0; axis < 3 && plane_.is_bent(); ++axis) {
            if (turn_along(a, b, p, axis) != 0) {
                return refuse("is bent so that its corner " + std::to_string(locations_[location]) +
                              " lies, as seen along its normal but not in space, on its edge from corner " +
                              std::to_string(edge.corner));
            }
        }
        found_.meets_itself = true;
        beginning_[location].push_back({location, edge.to, edge.weight, edge.corner});
        return true;
    }

    /// Returns true if two edges that become neighbours do not cross, or if one of them does not exist. Else refuses
    /// the face.
    bool check_neighbours(Position below, Position above) {
        if (below == crossed_.end() || above == crossed_.end()) {
            return true;
        }
        const bool cross = turn(below->from, below->to, above->from) * turn(below->from, below->to, above->to) < 0 &&
                           turn(above->from, above->to, below->from) * turn(above->from, above->to, below->to) < 0;
        return !cross || refuse_crossing(*below, *above);
    }

    Node node_of(std::uint32_t location) {
        location_at_.push_back(location);
        next_.push_back(kNoNode);
        previous_.push_back(kNoNode);
        return static_cast<Node>(location_at_.size() - 1);
    }
    void link(Node low, Node high) {
        next_[low] = high;
        previous_[high] = low;
    }

    Front alone(std::uint32_t location) {
        const Node node = node_of(location);
        return {node, node, node};
    }

    /// Returns true if the triangle of three successive corners of a front, given from its lower end up, can be cut
    /// off.
    bool is_open(Node a, Node b, Node c) const { return turn(location_at_[a], location_at_[b], location_at_[c]) < 0; }
    void emit(Node a, Node b, Node c, int winding) {
        const auto corner = [&](Node node) { return locations_[location_at_[node]]; };
        found_.triangles.push_back({corner(a), corner(winding > 0 ? c : b), corner(winding > 0 ? b : c)});
    }

    /// Appends the corner at `location` to a front, as its upper end.
    void add_above(Front& front, std::uint32_t location, int winding) {
        const Node node = node_of(location);
        link(front.high, node);
        front.high = front.last = node;
        while (front.low != previous_[node] && is_open(previous_[previous_[node]], previous_[node], node)) {
            emit(previous_[previous_[node]], previous_[node], node, winding);
            link(previous_[previous_[node]], node);
        }
    }
    /// Appends the corner at `location` to a front, as its lower end.
    void add_below(Front& front, std::uint32_t location, int winding) {
        const Node node = node_of(location);
        link(node, front.low);
        front.low = front.last = node;
        while (front.high != next_[node] && is_open(node, next_[node], next_[next_[node]])) {
            emit(node, next_[node], next_[next_[node]], winding);
            link(node, next_[next_[node]]);
        }
    }
    /// Splits a front at the corner `front.last`. `front` keeps the corners below it; the corners above it are
    /// returned as a front. Both fronts keep the corner itself.
    Front split_off(Front& front) {
        Front high = alone(location_at_[front.last]);
        if (front.last != front.high) {
            link(high.low, next_[front.last]);
            high.high = front.high;
        }
        front.high = front.last;
        return high;
    }
    /// Returns the union of two fronts. The lower front ends where the upper front begins.
    Front joined(const Front& low, const Front& high) {
        link(low.high, next_[high.low]);
        return {low.low, high.high, low.high};
    }

    const FacePlane& plane_;
    std::span<const MeshPoint> corners_;
    /// The first corner at each location, and the location of each corner.
    std::vector<std::uint32_t> locations_, location_of_;
    /// The edges that begin at each location.
    std::vector<std::vector<Edge>> beginning_;
    /// The edges that the sweep crosses, in the order from below to above.
    Crossed crossed_;
    /// The nodes of all fronts: their locations, and the next and the previous node.
    std::vector<std::uint32_t> location_at_;
    std::vector<Node> next_, previous_;
    SweptFace found_;
};

}  // namespace

SweptFace sweep_face(const FacePlane& plane, std::span<const MeshPoint> corners) {
    return Sweep(plane, corners).run();
}

}  // namespace vkalgo
