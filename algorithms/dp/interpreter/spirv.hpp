#pragma once

// Internal to the interpreter.

#include <cstdint>

/// Numbers of SPIR-V 1.5, from its specification: instructions (section 3.49) and those of GLSL.std.450.
namespace vkalgo::dp::spirv {

enum Op : std::uint16_t {
    kNop = 0, kUndef = 1, kName = 5, kString = 7, kLine = 8, kExtInstImport = 11, kExtInst = 12,
    kTypeVoid = 19, kTypeBool = 20, kTypeInt = 21, kTypeFloat = 22, kTypeVector = 23, kTypeMatrix = 24,
    kTypeArray = 28, kTypeStruct = 30, kTypePointer = 32, kTypeFunction = 33,
    kConstantTrue = 41, kConstantFalse = 42, kConstant = 43, kConstantComposite = 44, kConstantNull = 46,
    kFunction = 54, kFunctionParameter = 55, kFunctionEnd = 56, kFunctionCall = 57,
    kVariable = 59, kLoad = 61, kStore = 62, kAccessChain = 65, kInBoundsAccessChain = 66,
    kVectorExtractDynamic = 77, kVectorInsertDynamic = 78, kVectorShuffle = 79, kCompositeConstruct = 80,
    kCompositeExtract = 81, kCompositeInsert = 82, kCopyObject = 83, kTranspose = 84,
    kConvertFToU = 109, kConvertFToS = 110, kConvertSToF = 111, kConvertUToF = 112, kUConvert = 113, kSConvert = 114,
    kFConvert = 115, kBitcast = 124, kSNegate = 126, kFNegate = 127, kIAdd = 128, kFAdd = 129, kISub = 130,
    kFSub = 131, kIMul = 132, kFMul = 133, kUDiv = 134, kSDiv = 135, kFDiv = 136, kUMod = 137, kSRem = 138,
    kSMod = 139, kFRem = 140, kFMod = 141, kVectorTimesScalar = 142, kMatrixTimesScalar = 143,
    kVectorTimesMatrix = 144, kMatrixTimesVector = 145, kMatrixTimesMatrix = 146, kOuterProduct = 147, kDot = 148,
    kIAddCarry = 149, kISubBorrow = 150, kUMulExtended = 151, kSMulExtended = 152, kAny = 154, kAll = 155,
    kIsNan = 156, kIsInf = 157, kLogicalEqual = 164, kLogicalNotEqual = 165, kLogicalOr = 166, kLogicalAnd = 167,
    kLogicalNot = 168, kSelect = 169, kIEqual = 170, kINotEqual = 171, kUGreaterThan = 172, kSGreaterThan = 173,
    kUGreaterThanEqual = 174, kSGreaterThanEqual = 175, kULessThan = 176, kSLessThan = 177, kULessThanEqual = 178,
    kSLessThanEqual = 179, kFOrdEqual = 180, kFUnordEqual = 181, kFOrdNotEqual = 182, kFUnordNotEqual = 183,
    kFOrdLessThan = 184, kFUnordLessThan = 185, kFOrdGreaterThan = 186, kFUnordGreaterThan = 187,
    kFOrdLessThanEqual = 188, kFUnordLessThanEqual = 189, kFOrdGreaterThanEqual = 190, kFUnordGreaterThanEqual = 191,
    kShiftRightLogical = 194, kShiftRightArithmetic = 195, kShiftLeftLogical = 196, kBitwiseOr = 197,
    kBitwiseXor = 198, kBitwiseAnd = 199, kNot = 200, kBitFieldInsert = 201, kBitFieldSExtract = 202,
    kBitFieldUExtract = 203, kBitReverse = 204, kBitCount = 205, kPhi = 245, kLoopMerge = 246, kSelectionMerge = 247,
    kLabel = 248, kBranch = 249, kBranchConditional = 250, kSwitch = 251, kReturn = 253, kReturnValue = 254,
    kUnreachable = 255, kNoLine = 317, kCopyLogical = 400,
};

enum Extended : std::uint16_t {
    kRound = 1, kRoundEven, kTrunc, kFAbs, kSAbs, kFSign, kSSign, kFloor, kCeil, kFract, kRadians, kDegrees, kSin,
    kCos, kTan, kAsin, kAcos, kAtan, kSinh, kCosh, kTanh, kAsinh, kAcosh, kAtanh, kAtan2, kPow, kExp, kLog, kExp2,
    kLog2, kSqrt, kInverseSqrt, kFMin = 37, kUMin, kSMin, kFMax, kUMax, kSMax, kFClamp, kUClamp, kSClamp, kFMix,
    kStep = 48, kSmoothStep, kFma, kLdexp = 53, kPackHalf2x16 = 58, kPackDouble2x32 = 59, kUnpackHalf2x16 = 62,
    kUnpackDouble2x32 = 65, kLength = 66, kDistance = 67, kCross = 68, kNormalize = 69, kFindILsb = 73, kFindSMsb, kFindUMsb,
    kNMin = 79, kNMax, kNClamp,
};

enum StorageClass : std::uint32_t { kPrivate = 6, kInFunction = 7, kPushConstant = 9 };

}  // namespace vkalgo::dp::spirv
