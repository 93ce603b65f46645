#pragma once

#include "../../engine/device_profile.hpp"
#include "../../engine/result.hpp"
#include "../../engine/scratch.hpp"
#include "volume_bits.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo {

struct ThinningMethod;

/// What is left of an object: lines along its middle, or surfaces too.
enum class SkeletonKind : std::uint8_t { curve, surface };
/// Returns "curve" or "surface".
const char* to_string(SkeletonKind kind);

/// How a volume is thinned.
struct ThinningOptions {
    SkeletonKind kind = SkeletonKind::curve;
    /// "auto", or one of thinning_method_names(): "palagyi" (Palagyi and Kuba 1998; used by "auto") or "lee" (Lee,
    /// Kashyap and Chu 1994; curves only).
    std::string method = "auto";
};

/// The plan of what `record` will do: all dispatches follow from it.
struct ThinningPlan {
    ThinningOptions options;
    /// The method; see method_name().
    const ThinningMethod* method = nullptr;
    VolumeShape shape;
    /// Bytes of the volume. The skeleton has as many.
    std::uint64_t bytes = 0;
    std::uint64_t scratch_bytes = 0;
    /// A brick is one word (32 voxels along x) in each of 2^brick_bits rows of each of 2^(6 - brick_bits) slices. See
    /// shaders/volume/thinning.h.
    std::uint32_t brick_bits = 3;
    /// Bricks along x, along y, in total.
    std::uint32_t bricks_across = 0, bricks_down = 0, bricks = 0;
    /// A limit for the rounds that a volume takes: with `palagyi` the number of voxels + 1, but at most 2^32 - 1; with
    /// `lee` 2^32 - 1.
    std::uint32_t rounds = 0;
    /// The parts of the scratch.
    ScratchLayout::Part status, grids, arguments, occupied, list, other, open;
    std::array<ScratchLayout::Part, 2> changed;
    ScratchLayout::Part work, queued;
    ScratchNeed need;

    /// Returns the method's name; never "auto".
    std::string_view method_name() const;
};

/// Plans the thinning. A pure function of its arguments. Needs no device. Errors: invalid_argument (an unknown method;
/// a kind that the method does not support; a shape with a side of 0), too_large (for one storage buffer or one
/// dispatch).
Result<ThinningPlan> plan_thinning(const VolumeShape& shape, const ThinningOptions& options,
                                   const DeviceProfile& profile);

/// Returns the names that ThinningOptions::method may have besides "auto", in alphabetical order.
std::vector<std::string_view> thinning_method_names();

}  // namespace vkalgo
