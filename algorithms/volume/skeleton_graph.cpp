#include "algorithms/volume/skeleton_graph.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

namespace vkalgo {

namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// The voxels of a skeleton, numbered from 0 in the order of the bit volume, and their neighbours.
class NumberedVoxels {
public:
    explicit NumberedVoxels(const SkeletonVoxels& of) : skeleton_(of), shape_(of.shape), before_(of.bits.size()) {
        for (std::size_t word = 0; word < of.bits.size(); ++word) {
            before_[word] = static_cast<std::uint32_t>(indices_.size());
            for (std::uint32_t left = of.bits[word]; left != 0; left &= left - 1) {
                indices_.push_back(word / shape_.row_words() * shape_.x + word % shape_.row_words() * 32 +
                                   static_cast<std::uint64_t>(std::countr_zero(left)));
            }
        }
    }

    std::uint32_t count() const { return static_cast<std::uint32_t>(indices_.size()); }
    std::uint64_t index_of(std::uint32_t voxel) const { return indices_[voxel]; }
    std::array<std::uint32_t, 3> at(std::uint32_t voxel) const {
        const std::uint64_t index = indices_[voxel];
        return {static_cast<std::uint32_t>(index % shape_.x), static_cast<std::uint32_t>(index / shape_.x % shape_.y),
                static_cast<std::uint32_t>(index / shape_.x / shape_.y)};
    }
    std::array<double, 3> position(std::uint32_t voxel) const {
        const auto index = at(voxel);
        return {index[0] * skeleton_.spacing[0], index[1] * skeleton_.spacing[1], index[2] * skeleton_.spacing[2]};
    }
    std::uint32_t label(std::uint32_t voxel) const {
        return skeleton_.labels.empty() ? 1 : skeleton_.labels[static_cast<std::size_t>(indices_[voxel])];
    }
    double radius(std::uint32_t voxel) const {
        return skeleton_.radius.empty() ? 0.0 : static_cast<double>(skeleton_.radius[voxel]);
    }

    /// Returns the neighbours that have the label of `voxel`, in ascending order.
    std::vector<std::uint32_t> neighbours(std::uint32_t voxel) const {
        std::vector<std::uint32_t> found;
        const auto [x, y, z] = at(voxel);
        for (int k = 0; k < 27; ++k) {
            const std::int64_t nx = std::int64_t{x} + k % 3 - 1, ny = std::int64_t{y} + k / 3 % 3 - 1,
                               nz = std::int64_t{z} + k / 9 - 1;
            if (k == 13 || nx < 0 || ny < 0 || nz < 0 || nx >= shape_.x || ny >= shape_.y || nz >= shape_.z) {
                continue;
            }
            const auto row = static_cast<std::size_t>(nz * shape_.y + ny);
            const std::size_t word = row * shape_.row_words() + static_cast<std::size_t>(nx / 32);
            const std::uint32_t bit = 1u << nx % 32, set = skeleton_.bits[word];
            if ((set & bit) == 0) {
                continue;
            }
            const std::uint32_t other = before_[word] + static_cast<std::uint32_t>(std::popcount(set & (bit - 1)));
            if (label(other) == label(voxel)) {
                found.push_back(other);
            }
        }
        return found;
    }

private:
    const SkeletonVoxels& skeleton_;
    const VolumeShape& shape_;
    /// For each word of the bit volume, the number of voxels in the words before it.
    std::vector<std::uint32_t> before_;
    std::vector<std::uint64_t> indices_;
};

class GraphMaker {
public:
    explicit GraphMaker(const SkeletonVoxels& skeleton) : voxels_(skeleton), node_of_(voxels_.count(), kNone) {
        degrees_.reserve(voxels_.count());
        for (std::uint32_t voxel = 0; voxel < voxels_.count(); ++voxel) {
            degrees_.push_back(static_cast<std::uint8_t>(voxels_.neighbours(voxel).size()));
        }
    }

    SkeletonGraph make() {
        for (std::uint32_t voxel = 0; voxel < voxels_.count(); ++voxel) {
            if (degrees_[voxel] != 2 && node_of_[voxel] == kNone) {
                add_node(voxel);
            }
        }
        passed_.assign(voxels_.count(), 0);
        for (std::uint32_t node = 0; node < members_.size(); ++node) {
            branches_from(node);
        }
        // The voxels that no branch reached form closed lines.
        for (std::uint32_t voxel = 0; voxel < voxels_.count(); ++voxel) {
            if (degrees_[voxel] == 2 && passed_[voxel] == 0 && node_of_[voxel] == kNone) {
                add_node(voxel);
                branches_from(static_cast<std::uint32_t>(members_.size() - 1));
            }
        }
        return std::move(graph_);
    }

private:
    /// Adds the node of a voxel: the voxel alone, or all junction voxels that are connected with it.
    void add_node(std::uint32_t first) {
        const auto number = static_cast<std::uint32_t>(members_.size());
        std::vector<std::uint32_t> members{first};
        node_of_[first] = number;
        for (std::size_t next = 0; degrees_[first] > 2 && next < members.size(); ++next) {
            for (const std::uint32_t other : voxels_.neighbours(members[next])) {
                if (degrees_[other] > 2 && node_of_[other] == kNone) {
                    node_of_[other] = number;
                    members.push_back(other);
                }
            }
        }
        std::sort(members.begin(), members.end());
        SkeletonNode node;
        const std::uint8_t degree = degrees_[first];
        node.kind = degree == 0   ? SkeletonNodeKind::point
                    : degree == 1 ? SkeletonNodeKind::end
                    : degree == 2 ? SkeletonNodeKind::loop
                                  : SkeletonNodeKind::junction;
        node.label = voxels_.label(first);
        for (const std::uint32_t voxel : members) {
            node.voxels.push_back(voxels_.index_of(voxel));
            const auto at = voxels_.position(voxel);
            for (std::size_t axis = 0; axis < 3; ++axis) {
                node.position.at(axis) += at.at(axis);
            }
        }
        for (double& middle : node.position) {
            middle /= static_cast<double>(members.size());
        }
        graph_.nodes.push_back(std::move(node));
        members_.push_back(std::move(members));
    }

    void branches_from(std::uint32_t node) {
        const bool loop = graph_.nodes[node].kind == SkeletonNodeKind::loop;
        for (const std::uint32_t first : members_[node]) {
            for (const std::uint32_t second : voxels_.neighbours(first)) {
                if (node_of_[second] != kNone) {
                    // Two nodes touch: they are joined by a branch of two voxels, which is added once, from the node
                    // that comes first.
                    if (node_of_[second] > node) {
                        add_branch({first, second});
                    }
                } else if (passed_[second] == 0) {
                    add_branch(follow(first, second));
                    if (loop) {
                        return;
                    }
                }
            }
        }
    }

    /// Follows a line from `first`, a voxel of a node, over `second`, a voxel with two neighbours, to the next node.
    /// Returns all voxels of the line, including `first` and the voxel of the next node.
    std::vector<std::uint32_t> follow(std::uint32_t first, std::uint32_t second) {
        std::vector<std::uint32_t> chain{first, second};
        while (node_of_[chain.back()] == kNone) {
            passed_[chain.back()] = 1;
            const auto next = voxels_.neighbours(chain.back());
            chain.push_back(next[0] == chain[chain.size() - 2] ? next[1] : next[0]);
        }
        return chain;
    }

    void add_branch(const std::vector<std::uint32_t>& chain) {
        SkeletonBranch branch;
        branch.from = node_of_[chain.front()];
        branch.to = node_of_[chain.back()];
        // The line begins and ends at the positions of the nodes. A junction's position is the centre of its voxels.
        std::array<double, 3> last = graph_.nodes[branch.from].position;
        for (std::size_t k = 0; k < chain.size(); ++k) {
            branch.voxels.push_back(voxels_.index_of(chain[k]));
            branch.mean_radius += voxels_.radius(chain[k]);
            if (k > 0) {
                const std::array<double, 3> next =
                    k + 1 < chain.size() ? voxels_.position(chain[k]) : graph_.nodes[branch.to].position;
                branch.length += std::hypot(next[0] - last[0], next[1] - last[1], next[2] - last[2]);
                last = next;
            }
        }
        branch.mean_radius /= static_cast<double>(chain.size());
        ++graph_.nodes[branch.from].branches;
        ++graph_.nodes[branch.to].branches;
        graph_.branches.push_back(std::move(branch));
    }

    NumberedVoxels voxels_;
    std::vector<std::uint8_t> degrees_;
    std::vector<std::uint32_t> node_of_;
    std::vector<std::vector<std::uint32_t>> members_;
    std::vector<std::uint8_t> passed_;
    SkeletonGraph graph_;
};

}  // namespace

const char* to_string(SkeletonNodeKind kind) {
    switch (kind) {
        case SkeletonNodeKind::end:
            return "end";
        case SkeletonNodeKind::junction:
            return "junction";
        case SkeletonNodeKind::point:
            return "point";
        case SkeletonNodeKind::loop:
            return "loop";
    }
    return "";
}

Result<SkeletonGraph> skeleton_graph(const SkeletonVoxels& skeleton) {
    std::uint64_t count = 0;
    for (const std::uint32_t word : skeleton.bits) {
        count += static_cast<std::uint64_t>(std::popcount(word));
    }
    const auto refuse = [](const char* message, const char* where) {
        return Error{ErrorCode::invalid_argument, message, where};
    };
    if (skeleton.bits.size() != skeleton.shape.words()) {
        return refuse("the number of words of the bit volume does not match its shape", "bits");
    }
    if (count >= kNone) {
        return refuse("a skeleton must have fewer than 2^32 - 1 voxels", "bits");
    }
    if (!skeleton.radius.empty() && skeleton.radius.size() != count) {
        return refuse("there must be one radius per voxel of the skeleton", "radius");
    }
    if (!skeleton.labels.empty() && skeleton.labels.size() != skeleton.shape.voxels()) {
        return refuse("there must be one label per voxel of the volume", "labels");
    }
    return GraphMaker(skeleton).make();
}

}  // namespace vkalgo
