// Internal to algorithms/mesh/: what a file of methods/ defines.
#pragma once

#include "algorithms/divide_up.hpp"
#include "algorithms/sort/sort.hpp"
#include "bounding_volume_hierarchy.hpp"
#include "engine/kernel.hpp"
#include "engine/recorder.hpp"
#include "mesh_intersection.hpp"
#include "mesh_intersection_plan.hpp"
#include "mesh_tuning.hpp"
#include "shaders/mesh/mesh.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace vkalgo {

/// Checks that a storage buffer of the device can have this number of bytes. `what` begins the message and ends with
/// its verb: "the positions need". Errors: too_large, with `where`.
Result<void> check_binding(std::uint64_t bytes, const std::string& what, const char* where,
                           const DeviceProfile& profile);

/// One recording of a part of the work: the plan, and the method's kernels in the order of MeshMethod::kernels.
struct MeshRecording {
    Recorder& recorder;
    const MeshIntersectionPlan& plan;
    std::span<const std::shared_ptr<const Kernel>> kernels;
    const MeshIntersectionArguments& arguments;
    const BoundingVolumeHierarchy& hierarchy;
    std::uint64_t end;

    BufferView part(const ScratchLayout::Part& part) const { return ScratchLayout::view(arguments.scratch, part); }
    /// Returns the push constants of every kernel, for all rows of this recording and all columns.
    shader::MeshPush push() const;
    /// Returns the workgroups for this number of invocations.
    Groups groups(std::uint64_t invocations) const;
};

/// A way to find pairs of triangles whose boxes meet. A file methods/<name>.cpp defines `const MeshMethod&
/// mesh_method_<name>()`. Only the generated mesh_methods() calls it.
struct MeshMethod {
    const char* name;
    /// A description for lists.
    const char* summary;
    /// For "auto": the method with the highest rank above 0 is taken.
    int (*rank)(const MeshIntersectionParams& params, const DeviceProfile& profile);
    /// Adds the parts of scratch that the method needs, sets the windows, and sets loop_iterations. A part that is
    /// added between layout.mark() and layout.rewind() shares memory with the list of candidates, so only `build` may
    /// use it. Errors: too_large; those of the plans of a hierarchy or a sort that the method uses.
    Result<void> (*plan)(MeshIntersectionPlan& plan, ScratchLayout& layout, const DeviceProfile& profile);
    std::vector<KernelInfo> (*kernels)(const MeshIntersectionOptions& options, const DeviceProfile& profile);
    /// Records what is done once per mesh. Called by a recording that begins with row 0, after the computation of the
    /// boxes has been recorded; may be null.
    Result<void> (*build)(const MeshRecording& recording);
    /// Records the search that appends the candidates of this recording's rows to the list.
    void (*find)(const MeshRecording& recording);
};

/// Returns all methods, sorted by name (CMake generates it).
std::span<const MeshMethod* const> mesh_methods();

/// Returns true if kernels append to lists with one atomic operation per subgroup. They do so only in control flow that
/// is uniform in the subgroup.
inline bool mesh_subgroups(const DeviceProfile& profile) {
    return profile.subgroup_ballot;
}

/// Returns the invocations of a workgroup.
inline std::uint32_t mesh_threads(const DeviceProfile& profile) {
    return std::min(std::bit_floor(std::min(profile.max_workgroup_invocations, profile.max_workgroup_size[0])), 256U);
}

/// Returns the number of invocations that traverse a hierarchy together: those of a subgroup, or 1. On llvmpipe single
/// invocations are five times as fast (200,000 random triangles).
inline std::uint32_t mesh_team(const MeshIntersectionOptions& options, const DeviceProfile& profile) {
    const bool can = profile.full_subgroups(mesh_threads(profile)) && profile.subgroup_vote &&
                     profile.subgroup_ballot && profile.subgroup_arithmetic;
    const bool faster = profile.type != DeviceType::software;
    const bool wanted = options.walk == MeshWalk::automatic ? faster : options.walk == MeshWalk::together;
    return can && wanted ? profile.subgroup_size : 1;
}

/// Returns how many 32-bit words hold the difference of any two coordinates of this type, within kMaxMeshRatio for f64.
std::uint32_t mesh_limbs(ElementType coordinates);

/// Returns the constants of every kernel: the invocations of a workgroup, and whether kernels use memory barriers.
inline std::vector<SpecializationConstant> mesh_constants(const DeviceProfile& profile) {
    return {{VKALGO_MESH_CONSTANT_THREADS, mesh_threads(profile)},
            {VKALGO_MESH_CONSTANT_FENCES, profile.visibility_is_barrier ? 0U : 1U}};
}

/// Returns how the keys of a hierarchy are sorted.
inline SortOptions mesh_key_order() {
    return {.type = ElementType::u64, .values = true, .indices = true};
}
/// Returns how the results are sorted unless mesh_narrow_pair_orders() applies.
inline SortOptions mesh_pair_order() {
    return {.type = ElementType::u64};
}
/// Returns the two sorts of the results if the triangles' indices have 16 bits: by the second index, then, stably, by
/// the first.
inline std::array<SortOptions, 2> mesh_narrow_pair_orders() {
    return {SortOptions{.type = ElementType::u64, .begin_bit = 0, .end_bit = 16},
            SortOptions{.type = ElementType::u64, .begin_bit = 32, .end_bit = 48}};
}
/// Returns the sorts that bring the results into order, one after the other.
inline std::vector<SortOptions> mesh_pair_orders(bool narrow) {
    if (!narrow) {
        return {mesh_pair_order()};
    }
    const auto orders = mesh_narrow_pair_orders();
    return {orders.begin(), orders.end()};
}
inline bool mesh_narrow_pairs(std::uint64_t triangles, const DeviceProfile& profile) {
    return triangles <= mesh_tuning(profile).narrow_pairs;
}

}  // namespace vkalgo
