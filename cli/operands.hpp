#pragma once

#include "cli/formats.hpp"
#include "engine/result.hpp"
#include "formats/array.hpp"
#include "formats/reader.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Functions that read the operands of matmul and add.
namespace vkalgo::cli {

/// Type and shape of an array, known before its values are read.
struct ArrayHead {
    ElementType type = ElementType::f32;
    std::vector<std::uint64_t> shape;
};

/// Returns the type and shape that the first bytes of a .npy file give; nullopt for other formats, and for paths that
/// are not plain files (standard input, pipes). Errors: those of InputReader.
Result<std::optional<ArrayHead>> peek_array(const std::string& path, const InputSettings& settings);

/// The shape of a matrix, or of several matrices of one shape.
struct MatrixShape {
    std::uint64_t batches = 1;
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    /// Whether the array has three dimensions; the first one counts matrices.
    bool several = false;
};
/// Returns the shape as that of matrices. Errors: invalid_argument: neither two nor three dimensions.
Result<MatrixShape> matrix_shape(const std::vector<std::uint64_t>& shape, const std::string& name);

/// Formats a rate with one digit after the point ("12.3"), or with up to three significant digits if it is below 10
/// ("1.23").
std::string format_rate(double rate);

/// Returns for example "2 x 3 x 4", or "()" without dimensions.
std::string shape_text(const std::vector<std::uint64_t>& shape);

/// Reads arrays as `type`. Without `type`, arrays keep their own types. Numbers in text then get the type of the first
/// array that is not text. If all arrays are text, they get the first of i64, u64 and f32 that holds all numbers.
/// Errors: those of InputReader::values and converted.
Result<AlikeArrays> read_arrays(InputReader& reader, std::span<const std::string> paths,
                                std::optional<ElementType> type);

/// Refuses arrays that together need more than half of this machine's memory. `bytes` is their total size; `what` is
/// the option that asks for them.
Result<void> check_host_memory(std::uint64_t bytes, const std::string& what);

}  // namespace vkalgo::cli
