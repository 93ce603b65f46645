#pragma once

#include "algorithms/mesh/bounding_volume_hierarchy.hpp"
#include "tests/mesh/meshes.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/guarded_buffer.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

namespace vkalgo::test {

/// An answer to a query of rays or points: the item, the distance (squared for points), and the weights of the second
/// and the third corner.
using Words = std::array<std::uint32_t, 4>;

inline float as_float(std::uint32_t word) {
    float value = 0;
    std::memcpy(&value, &word, 4);
    return value;
}

/// A mesh on the device with its hierarchy, between guards.
class Tree {
public:
    Tree(Runner& runner, const OwnedMesh& mesh)
        : runner_(runner),
          hierarchy_(take(BoundingVolumeHierarchy::create(runner.context()))),
          items_(mesh.triangles.size() / 3),
          vertices_(mesh.view().vertices()),
          plan_(take(plan_bounding_volume_hierarchy(items_, runner.context().profile()))),
          positions_(runner, mesh.positions),
          triangles_(runner, mesh.triangles),
          boxes_(runner, plan_.boxes_bytes),
          tree_(runner, plan_.hierarchy_bytes),
          scratch_(runner, plan_.scratch_bytes) {}

    HierarchyArguments arguments() const {
        return {.boxes = boxes_.view(), .hierarchy = tree_.view(), .scratch = scratch_.view(), .items = items_};
    }
    void build() {
        take(runner_.run([&](Recorder& recorder) -> Result<void> {
            VKALGO_CHECK(fill_boxes(recorder));
            return hierarchy_.record_build(recorder, arguments());
        }));
        expect_intact();
    }
    void move(const std::vector<float>& positions) {
        take(runner_.upload(positions_.view(), std::as_bytes(std::span(positions))));
        take(runner_.run([&](Recorder& recorder) -> Result<void> {
            VKALGO_CHECK(fill_boxes(recorder));
            return hierarchy_.record_refit(recorder, arguments());
        }));
        expect_intact();
    }

    using Record = Result<void> (BoundingVolumeHierarchy::*)(Recorder&, const HierarchyQuestion&) const;
    std::vector<Words> answers(Record record, const std::vector<float>& asked, std::size_t count) {
        const GuardedBuffer questions(runner_, asked), found(runner_, 16 * count);
        take(runner_.run([&](Recorder& recorder) {
            return (hierarchy_.*record)(recorder, {.hierarchy = tree_.view(),
                                                   .items = items_,
                                                   .asked = questions.view(),
                                                   .asked_count = count,
                                                   .answers = found.view(),
                                                   .positions = positions_.view(),
                                                   .triangles = triangles_.view(),
                                                   .vertices = vertices_});
        }));
        found.expect_intact("answers");
        return found.values<Words>(count);
    }
    /// Returns the number of overlaps, and those that fit into the buffer.
    std::pair<std::uint32_t, std::vector<std::array<std::uint32_t, 2>>> overlaps(const std::vector<float>& asked,
                                                                                 std::uint64_t capacity) {
        const GuardedBuffer questions(runner_, asked), found(runner_, 8 * capacity), count(runner_, 4);
        take(runner_.run([&](Recorder& recorder) {
            return hierarchy_.record_overlaps(recorder, {.hierarchy = tree_.view(),
                                                         .items = items_,
                                                         .asked = questions.view(),
                                                         .asked_count = asked.size() / 8,
                                                         .answers = found.view(),
                                                         .capacity = capacity,
                                                         .count = count.view()});
        }));
        found.expect_intact("pairs");
        const std::uint32_t many = count.values<std::uint32_t>(1).front();
        return {many, found.values<std::array<std::uint32_t, 2>>(std::min<std::uint64_t>(many, capacity))};
    }

private:
    Result<void> fill_boxes(Recorder& recorder) const {
        return hierarchy_.record_triangle_boxes(recorder, positions_.view(), triangles_.view(), boxes_.view(),
                                                vertices_, items_);
    }
    void expect_intact() const {
        for (const GuardedBuffer* buffer : {&positions_, &triangles_, &boxes_, &tree_, &scratch_}) {
            buffer->expect_intact("hierarchy");
        }
    }

    Runner& runner_;
    BoundingVolumeHierarchy hierarchy_;
    std::uint64_t items_, vertices_;
    HierarchyPlan plan_;
    GuardedBuffer positions_, triangles_, boxes_, tree_, scratch_;
};

}  // namespace vkalgo::test
