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

/// What matmul and add read.
namespace vkalgo::cli {

/// What is known of an array before its values are read.
struct ArrayHead {
    ElementType type = ElementType::f32;
    std::vector<std::uint64_t> shape;
};

/// Of a .npy file, the type and shape that its first bytes tell; none for standard input and other formats. Errors: as
/// InputReader's.
Result<std::optional<ArrayHead>> peek_array(const std::string& path, const InputSettings& settings);

/// A matrix, or several of one shape.
struct MatrixShape {
    std::uint64_t batches = 1;
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    /// has three dimensions, the first of which counts matrices
    bool several = false;
};
/// Errors: invalid_argument: neither two nor three dimensions.
Result<MatrixShape> matrix_shape(const std::vector<std::uint64_t>& shape, const std::string& name);

/// "12.3"; of rates below 10 three digits.
std::string format_rate(double rate);

/// "2 x 3 x 4".
std::string shape_text(const std::vector<std::uint64_t>& shape);

/// Reads arrays as `type`, or as they are; numbers in text then have the type of the first array that is no text, or
/// all of them the first of i64, u64 and f32 that holds them. Errors: as InputReader::values and converted.
Result<AlikeArrays> read_arrays(InputReader& reader, std::span<const std::string> paths,
                                std::optional<ElementType> type);

/// Refuses arrays of so many bytes together that half of this machine's memory does not hold them; `what` is the option
/// that asks for them.
Result<void> check_host_memory(std::uint64_t bytes, const std::string& what);

}  // namespace vkalgo::cli
