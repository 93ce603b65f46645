#include "cli/operands.hpp"

#include "formats/convert.hpp"
#include "formats/format.hpp"
#include "formats/npy.hpp"
#include "formats/source.hpp"
#include "support/numbers.hpp"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {

Result<std::optional<ArrayHead>> peek_array(const std::string& path, const InputSettings& settings) {
    if (is_stream(path)) {
        return std::optional<ArrayHead>();
    }
    VKALGO_TRY(const Source source, Source::open(path));
    VKALGO_TRY(const FormatChoice choice, choose_format(path, source.head(), Want::values, settings.format));
    if (std::string(choice.format->name) != "npy") {
        return std::optional<ArrayHead>();
    }
    VKALGO_TRY(NpyHead head, npy_head(source.head(), source.name()));
    return std::optional(ArrayHead{head.type, std::move(head.shape)});
}

Result<MatrixShape> matrix_shape(const std::vector<std::uint64_t>& shape, const std::string& name) {
    if (shape.size() != 2 && shape.size() != 3) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("'{}' has {}; a matrix must have two, or three if the first counts matrices{}",
                                 input_name(name), plural(shape.size(), "dimension"),
                                 shape.size() == 1 ? "; save it with .reshape(-1, 1) if it is a column" : ""),
                     {}};
    }
    const bool several = shape.size() == 3;
    return MatrixShape{several ? shape[0] : 1, shape[shape.size() - 2], shape[shape.size() - 1], several};
}

std::string format_rate(double rate) {
    return rate < 10 ? fmt::format("{:.3g}", rate) : fmt::format("{:.1f}", rate);
}

std::string shape_text(const std::vector<std::uint64_t>& shape) {
    return shape.empty() ? "()" : fmt::format("{}", fmt::join(shape, " x "));
}

Result<AlikeArrays> read_arrays(InputReader& reader, std::span<const std::string> paths,
                                std::optional<ElementType> type) {
    if (!type) {
        // Whole numbers are read as integers, because their sums and products are then exact, or known to be too large.
        const ElementTypes types{ElementType::f32, {ElementType::i64, ElementType::u64, ElementType::f32}};
        return reader.values_alike(paths, types);
    }
    VKALGO_TRY(AlikeArrays read, reader.values_alike(paths, *type));
    for (std::size_t k = 0; k < paths.size(); ++k) {
        VKALGO_TRY(read.arrays[k], converted(std::move(read.arrays[k]), *type, paths[k]));
    }
    return read;
}

Result<void> check_host_memory(std::uint64_t bytes, const std::string& what) {
    const std::uint64_t host = host_memory();
    if (bytes > host / 2) {
        return Error{
            ErrorCode::too_large,
            fmt::format("{}: arrays of {} need more than half of this machine's {} of memory; make them smaller", what,
                        format_bytes(bytes), format_bytes(host)),
            {}};
    }
    return {};
}

}  // namespace vkalgo::cli
