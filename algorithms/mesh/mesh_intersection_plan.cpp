#include "algorithms/mesh/mesh_intersection_plan.hpp"

#include "algorithms/mesh/mesh_method.hpp"

#include <algorithm>
#include <bit>

namespace vkalgo {

namespace {

constexpr std::uint64_t kMaxVertices = std::uint64_t{1} << 30;
constexpr std::uint64_t kMaxTriangles = std::uint64_t{1} << 29;

Result<const MeshMethod*> choose(const MeshIntersectionParams& params, const DeviceProfile& profile) {
    const MeshMethod* best = nullptr;
    int rank = 0;
    std::string names = "auto";
    for (const MeshMethod* method : mesh_methods()) {
        if (params.options.method == method->name) {
            return method;
        }
        names += std::string(", ") + method->name;
        const int own = method->rank(params, profile);
        if (own > rank) {
            best = method;
            rank = own;
        }
    }
    if (params.options.method != "auto") {
        return Error{ErrorCode::invalid_argument,
                     "there is no method '" + params.options.method + "' of mesh intersection; methods: " + names,
                     "method"};
    }
    return best;
}

Result<void> check_at_most(std::uint64_t value, std::uint64_t most, const char* what, const char* where) {
    if (value > most) {
        return Error{ErrorCode::too_large,
                     std::to_string(value) + " " + what + " are too many; a mesh intersection has at most " +
                         std::to_string(most),
                     where};
    }
    return {};
}

Result<void> check_loops(std::uint64_t iterations, const std::string& what, const char* where,
                         const DeviceProfile& profile) {
    if (profile.max_loop_iterations != 0 && iterations > profile.max_loop_iterations) {
        return Error{ErrorCode::unsupported,
                     what + " up to " + std::to_string(iterations) + " loop iterations, but this device stops a loop " +
                         "after " + std::to_string(profile.max_loop_iterations),
                     where};
    }
    return {};
}

/// Returns the upper limit of the loop iterations of the kernel for pairs that floats do not decide
/// (shaders/mesh/exact.glsl and exact_numbers.glsl). A device that stops loops counts the iterations of a subgroup
/// together. A loop counts as the iterations of the invocation that makes most of them, plus one by which the loop
/// ends. A loop that no invocation enters counts as one iteration. L is the number of words of a difference.
std::uint64_t exact_iterations(const MeshIntersectionOptions& options) {
    const std::uint64_t limbs = mesh_limbs(options.coordinates);
    // Two loops: over the words of the difference, and over those of its complement.
    const std::uint64_t subtract = 2 * (limbs + 1);
    // 2 L words with L^2 products in total, a loop for each word, and the loop of the complement.
    const std::uint64_t minor = (2 * limbs + 1) + (limbs * limbs + 2 * limbs) + (2 * limbs + 1);
    // The sum of a height has 3 L + 1 words, each with a loop. These loops have 2 L^2 iterations in total, of three
    // products each.
    const std::uint64_t height = (3 * limbs + 2) + (2 * limbs * limbs + 3 * limbs + 1);
    // Three loops over axes (12); 9 differences, 3 minors, a height, and the loop over the signs of its products (4).
    const std::uint64_t solid = 12 + 9 * subtract + 3 * minor + height + 4;
    // As in `solid`, three loops over axes (12); 6 differences, a minor; 14 loops that no invocation enters.
    const std::uint64_t flat = 12 + 6 * subtract + minor + 14;
    // The first round has 6 tests. The second round has 6 tests of invocations whose triangles are not in one plane;
    // the 6 tests of the other invocations run within these. The third round has 18 tests of the other invocations. The
    // remaining iterations are for coordinates (23), vertices in common (16), and tests and judgements (6 loops in
    // loops of 3).
    return 6 * solid + 6 * solid + 18 * flat + 200;
}

}  // namespace

std::uint32_t mesh_limbs(ElementType coordinates) {
    // The number of bits is the range of exponents (254 for f32, 400 for what kMaxMeshRatio allows) plus 26 for f32 or
    // 55 for f64.
    return coordinates == ElementType::f32 ? 9 : 15;
}

std::uint64_t default_mesh_candidates(std::uint64_t triangles) {
    return std::min(12 * triangles + 4096, kMaxMeshPairs);
}

std::uint64_t default_mesh_pairs(std::uint64_t triangles) {
    return triangles / 8 + 4096;
}

std::string_view MeshIntersectionPlan::method_name() const {
    return method->name;
}

std::vector<std::string_view> mesh_method_names() {
    std::vector<std::string_view> names;
    for (const MeshMethod* method : mesh_methods()) {
        names.emplace_back(method->name);
    }
    return names;
}

Result<MeshIntersectionPlan> plan_mesh_intersection(const MeshIntersectionParams& params,
                                                    const DeviceProfile& profile) {
    if (params.options.coordinates != ElementType::f32 && params.options.coordinates != ElementType::f64) {
        return Error{ErrorCode::invalid_argument,
                     std::string("coordinates of a mesh cannot have type ") + to_string(params.options.coordinates) +
                         "; give f32 or f64",
                     "coordinates"};
    }
    VKALGO_CHECK(check_at_most(params.vertices, kMaxVertices, "vertices", "vertices"));
    VKALGO_CHECK(check_at_most(params.triangles, kMaxTriangles, "triangles", "triangles"));
    VKALGO_CHECK(check_at_most(params.candidates, kMaxMeshPairs, "candidates", "candidates"));
    VKALGO_CHECK(check_at_most(params.pairs, kMaxMeshPairs, "pairs", "pairs"));
    MeshIntersectionPlan plan;
    VKALGO_TRY(plan.method, choose(params, profile));
    plan.options = params.options;
    plan.vertices = params.vertices;
    plan.triangles = params.triangles;
    plan.candidates = params.candidates != 0 ? params.candidates : default_mesh_candidates(params.triangles);
    plan.pairs = params.pairs != 0 ? params.pairs : default_mesh_pairs(params.triangles);
    plan.threads = mesh_threads(profile);
    plan.window_rows = plan.window_columns = std::max<std::uint64_t>(plan.triangles, 1);
    plan.positions_bytes = 12 * plan.vertices;
    plan.triangles_bytes = 12 * plan.triangles;
    plan.exact_bytes = params.options.coordinates == ElementType::f64 ? 24 * plan.vertices : 0;
    plan.pairs_bytes = 8 * plan.pairs;
    plan.loop_iterations = exact_iterations(params.options);
    VKALGO_CHECK(
        check_loops(plan.loop_iterations,
                    std::string("exact answers of ") + to_string(params.options.coordinates) + " coordinates need",
                    "coordinates", profile));

    ScratchLayout layout;
    auto& parts = plan.parts;
    parts.boxes = layout.add(32 * std::max<std::uint64_t>(plan.triangles, 1));
    parts.bounds = layout.add(4 * VKALGO_MESH_BOUND_WORDS);
    parts.counts = layout.add(4 * VKALGO_MESH_COUNTERS);
    parts.arguments = layout.add(16, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    parts.undecided = layout.add(8 * plan.candidates);
    VKALGO_CHECK(plan.method->plan(plan, layout, profile));
    parts.list = layout.add(8 * plan.candidates);
    layout.end_phases();
    ScratchNeed sorted;
    for (const SortOptions& order : mesh_pair_orders(mesh_narrow_pairs(plan.triangles, profile))) {
        VKALGO_TRY(const ScratchNeed need, Sort::scratch({order, plan.pairs}, profile));
        sorted.bytes = std::max(sorted.bytes, need.bytes);
        sorted.usage |= need.usage;
    }
    // The list has been read when the results are sorted, so the sort may use its memory.
    parts.sort = sorted.bytes > parts.list.size ? layout.add(sorted.bytes, sorted.usage)
                                                : ScratchLayout::Part{parts.list.offset, sorted.bytes};
    parts.need = layout.need();
    parts.need.usage |= sorted.usage;
    plan.scratch_bytes = parts.need.bytes;
    VKALGO_CHECK(
        check_loops(plan.loop_iterations, std::string("method '") + plan.method->name + "' needs", "method", profile));
    VKALGO_CHECK(check_binding(plan.positions_bytes, "the positions need", "vertices", profile));
    VKALGO_CHECK(check_binding(plan.triangles_bytes, "the triangles need", "triangles", profile));
    VKALGO_CHECK(check_binding(plan.exact_bytes, "the exact positions need", "vertices", profile));
    VKALGO_CHECK(check_binding(plan.pairs_bytes, "the pairs need", "pairs", profile));
    VKALGO_CHECK(check_binding(std::max({parts.boxes.size, parts.nodes.size, parts.list.size, parts.bits.size}),
                               "the largest part of the scratch needs", "scratch", profile));
    if (plan.scratch_bytes > profile.largest_buffer()) {
        return Error{ErrorCode::too_large,
                     "the scratch needs " + std::to_string(plan.scratch_bytes) +
                         " bytes, but one buffer of this device has at most " +
                         std::to_string(profile.largest_buffer()) + "; give fewer triangles, candidates or pairs",
                     "scratch"};
    }
    return plan;
}

}  // namespace vkalgo
