#include "cli/commands/intersect/pairs.hpp"

#include "algorithms/mesh/mesh_intersection_reference.hpp"
#include "algorithms/mesh/mesh_segment.hpp"
#include "algorithms/mesh/weld.hpp"
#include "formats/array.hpp"
#include "support/numbers.hpp"
#include "support/phrases.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>

namespace vkalgo::cli {

Result<std::uint64_t> weld_vertices(Mesh& mesh) {
    return std::visit(
        [&](auto& positions) -> Result<std::uint64_t> {
            VKALGO_TRY(auto welded, weld(positions, mesh.triangles));
            positions = std::move(welded.positions);
            mesh.triangles = std::move(welded.triangles);
            for (std::uint32_t& corner : mesh.corners) {
                corner = welded.new_index[corner];
            }
            return welded.merged;
        },
        mesh.positions);
}

OutputTable pairs_table(std::span<const MeshPair> pairs) {
    const auto append = [pairs](std::string& text, const char* format, std::string_view between) {
        for (std::size_t k = 0; k < pairs.size(); ++k) {
            text += k == 0 ? "" : between;
            text += fmt::format(fmt::runtime(format), pairs[k].first, pairs[k].second);
        }
    };
    return {.columns = {"first", "second"},
            .rows =
                [append](std::string& text, std::string_view separator) {
                    append(text, ("{}" + std::string(separator) + "{}\n").c_str(), "");
                },
            .array = [pairs, made = Array()]() mutable -> const Array& {
                const auto bytes = std::as_bytes(pairs);
                return made = {ElementType::u32, {pairs.size(), 2}, {bytes.begin(), bytes.end()}};
            },
            .json =
                [append] {
                    std::string text = "[";
                    append(text, "[{}, {}]", ",\n ");
                    return text + "]\n";
                }};
}

Bytes segments_file(std::span<const Mesh> meshes, std::span<const MeshPair> found, const ListedPairs& listed) {
    std::string text = "first,second,x0,y0,z0,x1,y1,z1\n";
    const Mesh &first = meshes.front(), &second = meshes.back();
    for (const MeshPair& triangles : found) {
        const MeshPair pair =
            listed.faces ? MeshPair{first.face(triangles.first), second.face(triangles.second)} : triangles;
        if (listed.pairs.empty() || pair > listed.pairs.back()) {
            continue;
        }
        if (const auto segment = mesh_segment(first.view(), triangles.first, second.view(), triangles.second)) {
            text +=
                fmt::format("{},{},{},{},{},{},{},{}\n", pair.first, pair.second, segment->begin[0], segment->begin[1],
                            segment->begin[2], segment->end[0], segment->end[1], segment->end[2]);
        }
    }
    const auto bytes = as_byte_span({text.data(), text.size()});
    return {bytes.begin(), bytes.end()};
}

std::uint64_t degenerate(std::span<const MeshPair> pairs) {
    return static_cast<std::uint64_t>(
        std::count_if(pairs.begin(), pairs.end(), [](const MeshPair& pair) { return pair.first == pair.second; }));
}

void explain_intersection(const Session& session, const MeshIntersectionResult& found) {
    session.reporter().explain(
        fmt::format("method {}, run in {}; the boxes of {} meet; exact whole-number arithmetic decides {} (pairs, "
                    "and triangles that may have no area)",
                    found.plan.method_name(), plural(found.parts, "part"), plural(found.candidates, "pair"),
                    plural(found.undecided, "case")));
    session.reporter().explain(fmt::format("device memory {}: scratch {}", format_bytes(found.report.device_bytes),
                                           format_bytes(found.report.scratch_bytes)));
}

Verification verify_pairs(const MeshView& a, const MeshView* b, const MeshIntersectionCallOptions& options,
                          const MeshIntersectionResult& found) {
    Verification verification{"the CPU reference mesh_intersection_reference", {}};
    std::vector<MeshPair> right = b == nullptr ? mesh_intersection_reference(a, options.touching)
                                               : mesh_intersection_reference(a, *b, options.touching);
    if (options.region) {
        std::erase_if(right, [&](const MeshPair& pair) {
            return !meets_region(a, pair.first, *options.region) ||
                   !meets_region(b == nullptr ? a : *b, pair.second, *options.region);
        });
    }
    if (right.size() != found.count) {
        verification.difference = fmt::format("{}, not {}", plural(found.count, "pair"), right.size());
        return verification;
    }
    right.resize(std::min(right.size(), found.pairs.size()));
    const auto [wrong, wanted] = std::mismatch(found.pairs.begin(), found.pairs.end(), right.begin());
    if (wrong != found.pairs.end()) {
        verification.difference =
            fmt::format("pair {} (from 0) is {} and {}, not {} and {}", wrong - found.pairs.begin(), wrong->first,
                        wrong->second, wanted->first, wanted->second);
    }
    return verification;
}

}  // namespace vkalgo::cli
