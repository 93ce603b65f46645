#include "cli/commands/thin/skeleton.hpp"

#include "algorithms/volume/thinning_reference.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// Calls `visit(voxel, word, bit)` for each voxel in order.
template <class Visit>
void each_voxel_bit(const VolumeShape& shape, const Visit& visit) {
    std::size_t voxel = 0;
    for (std::size_t row = 0; row < shape.rows(); ++row) {
        for (std::uint32_t x = 0; x < shape.x; ++x) {
            visit(voxel++, row * shape.row_words() + x / 32, x % 32);
        }
    }
}

std::array<std::uint64_t, 3> index_of(std::uint64_t voxel, const VolumeShape& shape) {
    return {voxel % shape.x, voxel / shape.x % shape.y, voxel / shape.x / shape.y};
}

void append_branches(std::string& text, const SkeletonGraph& graph, std::string_view separator) {
    for (std::size_t k = 0; k < graph.branches.size(); ++k) {
        const SkeletonBranch& branch = graph.branches[k];
        const SkeletonNode &from = graph.nodes[branch.from], &to = graph.nodes[branch.to];
        const auto append = [&](const auto&... fields) { ((text += fmt::format("{}{}", fields, separator)), ...); };
        append(k, from.label, branch.from, branch.to, to_string(from.kind), to_string(to.kind),
               fmt::format("{}", fmt::join(from.position, separator)),
               fmt::format("{}", fmt::join(to.position, separator)), branch.voxels.size(), branch.length);
        text += fmt::format("{}\n", branch.mean_radius);
    }
}

void append_json(std::string& text, const SkeletonGraph& graph, const SkeletonVoxels& skeleton) {
    const auto voxels = [&](const std::vector<std::uint64_t>& of) {
        for (std::size_t k = 0; k < of.size(); ++k) {
            text += fmt::format("{}[{}]", k == 0 ? "" : ", ", fmt::join(index_of(of[k], skeleton.shape), ", "));
        }
    };
    text += fmt::format("{{\"spacing\": [{}],\n\"nodes\": [", fmt::join(skeleton.spacing, ", "));
    for (std::size_t k = 0; k < graph.nodes.size(); ++k) {
        const SkeletonNode& node = graph.nodes[k];
        text += fmt::format("{}{{\"kind\": \"{}\", \"label\": {}, \"branches\": {}, \"position\": [{}], \"voxels\": [",
                            k == 0 ? "\n" : ",\n", to_string(node.kind), node.label, node.branches,
                            fmt::join(node.position, ", "));
        voxels(node.voxels);
        text += "]}";
    }
    text += "],\n\"branches\": [";
    for (std::size_t k = 0; k < graph.branches.size(); ++k) {
        const SkeletonBranch& branch = graph.branches[k];
        text += fmt::format("{}{{\"from\": {}, \"to\": {}, \"length\": {}, \"mean_radius\": {}, \"voxels\": [",
                            k == 0 ? "\n" : ",\n", branch.from, branch.to, branch.length, branch.mean_radius);
        voxels(branch.voxels);
        text += "]}";
    }
    text += "]}\n";
}

/// The bounding box of one label in a volume; `low` and `high` are inside.
struct Crop {
    std::array<std::uint32_t, 3> low{~0u, ~0u, ~0u}, high{0, 0, 0};

    VolumeShape shape() const { return {high[0] - low[0] + 1, high[1] - low[1] + 1, high[2] - low[2] + 1}; }
};

std::map<std::uint32_t, Crop> crops_of(const VolumeShape& shape, std::span<const std::uint32_t> labels) {
    std::map<std::uint32_t, Crop> crops;
    for (std::size_t voxel = 0; voxel < labels.size(); ++voxel) {
        if (labels[voxel] == 0) {
            continue;
        }
        Crop& crop = crops[labels[voxel]];
        const auto at = index_of(voxel, shape);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            crop.low.at(axis) = std::min(crop.low.at(axis), static_cast<std::uint32_t>(at.at(axis)));
            crop.high.at(axis) = std::max(crop.high.at(axis), static_cast<std::uint32_t>(at.at(axis)));
        }
    }
    return crops;
}

VolumeTopology operator+(const VolumeTopology& a, const VolumeTopology& b) {
    return {a.objects + b.objects, a.cavities + b.cavities, a.euler + b.euler};
}

/// Adds the topologies of an object and its skeleton to `check`, and reports the first difference.
Result<void> count_topologies(const VolumeShape& shape, std::span<const std::uint32_t> object,
                              std::span<const std::uint32_t> skeleton, const std::string& name, SkeletonCheck& check) {
    VKALGO_TRY(const VolumeTopology before, volume_topology(shape, object));
    VKALGO_TRY(const VolumeTopology after, volume_topology(shape, skeleton));
    if (before != after && check.verification.difference.empty()) {
        check.verification.difference =
            fmt::format("{} has {}, but its skeleton has {}", name, topology_text(before), topology_text(after));
    }
    check.before = check.before + before;
    check.after = check.after + after;
    return {};
}

/// Calls `visit(word, bit, inner word, inner bit)` for each voxel of a label: its position in the volume, and in the
/// crop.
template <class Visit>
void each_voxel_of(std::uint32_t label, const Crop& crop, const VolumeShape& part, const VolumeShape& shape,
                   std::span<const std::uint32_t> labels, const Visit& visit) {
    for (std::uint32_t z = crop.low[2]; z <= crop.high[2]; ++z) {
        for (std::uint32_t y = crop.low[1]; y <= crop.high[1]; ++y) {
            const std::size_t row = std::size_t{z} * shape.y + y;
            const std::size_t inner = std::size_t{z - crop.low[2]} * part.y + (y - crop.low[1]);
            for (std::uint32_t x = crop.low[0]; x <= crop.high[0]; ++x) {
                if (labels[row * shape.x + x] == label) {
                    const std::uint32_t ix = x - crop.low[0];
                    visit(row * shape.row_words() + x / 32, x % 32, inner * part.row_words() + ix / 32, ix % 32);
                }
            }
        }
    }
}

/// Returns the skeletons of all labels, each computed by itself on one core. `found` is the skeleton that is checked.
/// An image of one slice stays an image, but a crop of one slice from a volume is not treated as an image.
Result<std::vector<std::uint32_t>> thin_each(const VolumeShape& shape, std::span<const std::uint32_t> labels,
                                             const ThinningOptions& options, std::span<const std::uint32_t> found,
                                             SkeletonCheck& check) {
    std::vector<std::uint32_t> skeleton(static_cast<std::size_t>(shape.words()), 0);
    for (const auto& [label, crop] : crops_of(shape, labels)) {
        VolumeShape part = crop.shape();
        part.z += shape.z > 1 && part.z == 1 ? 1 : 0;
        std::vector<std::uint32_t> bits(static_cast<std::size_t>(part.words()), 0), own = bits;
        each_voxel_of(label, crop, part, shape, labels,
                      [&](std::size_t outer, std::uint32_t outer_bit, std::size_t word, std::uint32_t bit) {
                          bits[word] |= 1u << bit;
                          own[word] |= (found[outer] >> outer_bit & 1u) << bit;
                      });
        VKALGO_CHECK(count_topologies(part, bits, own, fmt::format("label {}", label), check));
        VKALGO_TRY(const ThinningReference thinned, thinning_reference(part, bits, options));
        each_voxel_of(label, crop, part, shape, labels,
                      [&](std::size_t outer, std::uint32_t outer_bit, std::size_t word, std::uint32_t bit) {
                          skeleton[outer] |= (thinned.skeleton[word] >> bit & 1u) << outer_bit;
                      });
    }
    return skeleton;
}

Result<std::vector<std::uint32_t>> thin_whole(const VolumeShape& shape, std::span<const std::uint32_t> bits,
                                              const ThinningOptions& options, std::span<const std::uint32_t> found,
                                              SkeletonCheck& check) {
    VKALGO_CHECK(count_topologies(shape, bits, found, "the volume", check));
    VKALGO_TRY(ThinningReference reference, thinning_reference(shape, bits, options));
    return std::move(reference.skeleton);
}

}  // namespace

VolumeShape shape_of(const Volume& volume) {
    return {volume.size[0], volume.size[1], volume.size[2]};
}

double voxel_value(const Volume& volume, std::size_t voxel) {
    const std::byte* const at = &volume.voxels[voxel * size_of(volume.type)];
    return with_type(volume.type, [at](auto value) {
        std::memcpy(&value, at, sizeof value);
        return static_cast<double>(value);
    });
}

Result<std::vector<std::uint32_t>> labels_of(const Volume& volume, const std::string& name) {
    std::vector<std::uint32_t> labels(static_cast<std::size_t>(volume.voxel_count()));
    std::optional<std::size_t> bad;
    std::string value;
    for (std::size_t voxel = 0; voxel < labels.size() && !bad; ++voxel) {
        const double one = voxel_value(volume, voxel);
        // NaN fails every comparison.
        if (one >= 0 && one < 0x1p32 && one == std::floor(one)) {
            labels[voxel] = static_cast<std::uint32_t>(one);
        } else {
            bad = voxel;
            value = fmt::format("{}", one);
        }
    }
    if (bad) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("{}: voxel {} (x,y,z from 0) has {}; labels must be whole numbers from 0 to 2^32 - 1; "
                                 "correct the file, or leave out --labels",
                                 name, fmt::join(index_of(*bad, shape_of(volume)), ","), value),
                     {}};
    }
    return labels;
}

Volume skeleton_volume(const Volume& volume, std::span<const std::uint32_t> skeleton, bool keeps_values) {
    const std::size_t size = keeps_values ? size_of(volume.type) : 1;
    Bytes bytes(static_cast<std::size_t>(volume.voxel_count()) * size, std::byte{0});
    each_voxel_bit(shape_of(volume), [&](std::size_t voxel, std::size_t word, std::uint32_t bit) {
        if ((skeleton[word] >> bit & 1u) == 0) {
            return;
        }
        if (keeps_values) {
            std::memcpy(&bytes[voxel * size], &volume.voxels[voxel * size], size);
        } else {
            bytes[voxel] = std::byte{1};
        }
    });
    return volume.like(keeps_values ? volume.type : ElementType::u8, std::move(bytes));
}

Volume radius_volume(const Volume& volume, std::span<const std::uint32_t> skeleton, std::span<const float> radius) {
    std::vector<float> values(static_cast<std::size_t>(volume.voxel_count()), 0);
    std::size_t next = 0;
    each_voxel_bit(shape_of(volume), [&](std::size_t voxel, std::size_t word, std::uint32_t bit) {
        if ((skeleton[word] >> bit & 1u) != 0) {
            values[voxel] = radius[next++];
        }
    });
    const auto bytes = std::as_bytes(std::span(values));
    return volume.like(ElementType::f32, {bytes.begin(), bytes.end()});
}

OutputTable graph_table(const SkeletonGraph& graph, const SkeletonVoxels& skeleton) {
    return {
        .columns = {"branch", "label", "from", "to", "from_kind", "to_kind", "from_x", "from_y", "from_z", "to_x",
                    "to_y", "to_z", "voxels", "length", "mean_radius"},
        .rows = [&graph](std::string& text, std::string_view separator) { append_branches(text, graph, separator); },
        .json =
            [&graph, &skeleton] {
                std::string text;
                append_json(text, graph, skeleton);
                return text;
            }};
}

std::string topology_text(const VolumeTopology& topology) {
    const auto cavities = topology.cavities == 1 ? "1 cavity" : fmt::format("{} cavities", topology.cavities);
    const std::int64_t tunnels = topology.tunnels();
    return fmt::format("{}, {} and {} {}", plural(topology.objects, "object"), cavities, tunnels,
                       tunnels == 1 ? "tunnel" : "tunnels");
}

SkeletonCheck check_skeleton(const Volume& volume, std::span<const std::uint32_t> bits,
                             std::span<const std::uint32_t> labels, const ThinningOptions& options,
                             const ThinningResult& thinned) {
    const VolumeShape shape = shape_of(volume);
    SkeletonCheck check{{"the CPU reference thinning_reference", {}}, {}, {}};
    const auto expected = labels.empty() ? thin_whole(shape, bits, options, thinned.skeleton, check)
                                         : thin_each(shape, labels, options, thinned.skeleton, check);
    if (!expected) {
        check.verification.difference = expected.error().message;
        return check;
    }
    const auto [found, wanted] = std::mismatch(thinned.skeleton.begin(), thinned.skeleton.end(), expected->begin());
    if (found != thinned.skeleton.end()) {
        const auto word = static_cast<std::uint64_t>(found - thinned.skeleton.begin());
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(*found ^ *wanted));
        const std::uint64_t row = word / shape.row_words();
        check.verification.difference =
            fmt::format("voxel {},{},{} (x,y,z from 0) is {}, not {}", word % shape.row_words() * 32 + bit,
                        row % shape.y, row / shape.y, *found >> bit & 1u, *wanted >> bit & 1u);
    }
    return check;
}

}  // namespace vkalgo::cli
