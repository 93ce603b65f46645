#include "compiler/contraction.hpp"

#include "engine/spirv_words.hpp"

#include <algorithm>
#include <cstddef>
#include <set>

namespace vkalgo::compiler {
namespace {

bool rounds(std::uint32_t op) {
    return op == spv::OpFAdd || op == spv::OpFSub || op == spv::OpFMul || op == spv::OpDot ||
           (op >= spv::OpVectorTimesScalar && op <= spv::OpOuterProduct);
}

/// Returns whether an instruction declares a type. All decorations come before the types.
bool ends_decorations(std::uint32_t op) {
    return op >= spv::OpTypeVoid && op <= spv::OpTypeFunction;
}

}  // namespace

std::vector<std::uint32_t> without_contraction(std::span<const std::uint32_t> spirv) {
    std::set<std::uint32_t> results, decorated;
    std::size_t types = spirv.size();
    for (std::size_t at = kSpirvHeaderWords; at < spirv.size(); at += std::max<std::uint32_t>(1, spirv[at] >> 16)) {
        const std::uint32_t op = spirv[at] & 0xFFFFU;
        if (ends_decorations(op)) {
            types = std::min(types, at);
        } else if (op == spv::OpDecorate && spirv[at + 2] == spv::DecorationNoContraction) {
            decorated.insert(spirv[at + 1]);
        } else if (rounds(op)) {
            results.insert(spirv[at + 2]);
        }
    }
    std::vector<std::uint32_t> made(spirv.begin(), spirv.begin() + static_cast<std::ptrdiff_t>(types));
    for (const std::uint32_t result : results) {
        if (!decorated.contains(result)) {
            made.insert(made.end(), {3U << 16 | spv::OpDecorate, result, spv::DecorationNoContraction});
        }
    }
    made.insert(made.end(), spirv.begin() + static_cast<std::ptrdiff_t>(types), spirv.end());
    return made;
}

}  // namespace vkalgo::compiler
