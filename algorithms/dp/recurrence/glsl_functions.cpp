// Functions of GLSL 4.60, chapter 8, and of the extensions that kernels enable.
#include "glsl_functions.hpp"

#include <algorithm>
#include <array>

namespace vkalgo::dp {
namespace {

constexpr std::array kGlslFunctions{"radians",
                                    "degrees",
                                    "sin",
                                    "cos",
                                    "tan",
                                    "asin",
                                    "acos",
                                    "atan",
                                    "sinh",
                                    "cosh",
                                    "tanh",
                                    "asinh",
                                    "acosh",
                                    "atanh",
                                    "pow",
                                    "exp",
                                    "log",
                                    "exp2",
                                    "log2",
                                    "sqrt",
                                    "inversesqrt",
                                    "abs",
                                    "sign",
                                    "floor",
                                    "trunc",
                                    "round",
                                    "roundEven",
                                    "ceil",
                                    "fract",
                                    "mod",
                                    "modf",
                                    "min",
                                    "max",
                                    "clamp",
                                    "mix",
                                    "isnan",
                                    "isinf",
                                    "fma",
                                    "frexp",
                                    "ldexp",
                                    "length",
                                    "distance",
                                    "dot",
                                    "cross",
                                    "normalize",
                                    "ftransform",
                                    "faceforward",
                                    "reflect",
                                    "refract",
                                    "matrixCompMult",
                                    "outerProduct",
                                    "transpose",
                                    "determinant",
                                    "inverse",
                                    "lessThan",
                                    "lessThanEqual",
                                    "greaterThan",
                                    "greaterThanEqual",
                                    "equal",
                                    "notEqual",
                                    "any",
                                    "all",
                                    "not",
                                    "uaddCarry",
                                    "usubBorrow",
                                    "umulExtended",
                                    "imulExtended",
                                    "bitfieldExtract",
                                    "bitfieldInsert",
                                    "bitfieldReverse",
                                    "bitCount",
                                    "findLSB",
                                    "findMSB",
                                    "barrier",
                                    "anyInvocation",
                                    "allInvocations",
                                    "allInvocationsEqual"};
/// Beginnings of the names of whole families: packSnorm2x16, textureLod, atomicAdd, clockARB.
constexpr std::array kFamilies{"pack",  "unpack",        "texture",     "texel",    "image", "atomic",
                               "clock", "memoryBarrier", "interpolate", "subgroup", "group", "noise"};

}  // namespace

bool is_glsl_function(std::string_view name) {
    return std::find(kGlslFunctions.begin(), kGlslFunctions.end(), name) != kGlslFunctions.end() ||
           name.find("BitsTo") != std::string_view::npos ||
           std::any_of(kFamilies.begin(), kFamilies.end(),
                       [&](std::string_view family) { return name.starts_with(family); });
}

}  // namespace vkalgo::dp
