#include "compiler/contraction.hpp"

#include "algorithms/dp/interpreter/spirv.hpp"

#include <algorithm>
#include <cstddef>
#include <set>

namespace vkalgo::compiler {
namespace {

namespace spirv = dp::spirv;

bool rounds(std::uint32_t op) {
    return op == spirv::kFAdd || op == spirv::kFSub || op == spirv::kFMul || op == spirv::kDot ||
           (op >= spirv::kVectorTimesScalar && op <= spirv::kOuterProduct);
}

/// Decorations stand before the types.
bool ends_decorations(std::uint32_t op) {
    return op >= spirv::kTypeVoid && op <= spirv::kTypeFunction;
}

}  // namespace

std::vector<std::uint32_t> without_contraction(std::span<const std::uint32_t> spirv) {
    constexpr std::size_t kHeader = 5;
    std::set<std::uint32_t> results, decorated;
    std::size_t types = spirv.size();
    for (std::size_t at = kHeader; at < spirv.size(); at += std::max<std::uint32_t>(1, spirv[at] >> 16)) {
        const std::uint32_t op = spirv[at] & 0xFFFFU;
        if (ends_decorations(op)) {
            types = std::min(types, at);
        } else if (op == spirv::kDecorate && spirv[at + 2] == spirv::kNoContraction) {
            decorated.insert(spirv[at + 1]);
        } else if (rounds(op)) {
            results.insert(spirv[at + 2]);
        }
    }
    std::vector<std::uint32_t> made(spirv.begin(), spirv.begin() + static_cast<std::ptrdiff_t>(types));
    for (const std::uint32_t result : results) {
        if (!decorated.contains(result)) {
            made.insert(made.end(), {3U << 16 | spirv::kDecorate, result, spirv::kNoContraction});
        }
    }
    made.insert(made.end(), spirv.begin() + static_cast<std::ptrdiff_t>(types), spirv.end());
    return made;
}

}  // namespace vkalgo::compiler
