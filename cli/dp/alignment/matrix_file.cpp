#include "cli/dp/alignment/matrix_file.hpp"

#include "cli/formats.hpp"
#include "formats/bytes.hpp"
#include "formats/source.hpp"
#include "support/names.hpp"
#include "support/text.hpp"

#include <cstdint>
#include <filesystem>
#include <system_error>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {

Result<ScoreMatrix> read_score_matrix(const std::string& name_or_path) {
    if (auto matrix = builtin_score_matrix(name_or_path)) {
        return matrix;
    }
    std::error_code failed;
    if (name_or_path.find('/') == std::string::npos && name_or_path != "-" &&
        !std::filesystem::exists(name_or_path, failed)) {
        std::vector<std::string> names;
        for (const BuiltinMatrix& each : builtin_score_matrices()) {
            names.emplace_back(each.name);
        }
        return Error{ErrorCode::invalid_argument,
                     fmt::format("'{}' is neither a built-in matrix nor a file; {}", name_or_path,
                                 name_advice(in_upper_case(name_or_path), names)),
                     {}};
    }
    constexpr std::uint64_t kMaxText = std::uint64_t{16} << 20;  // A matrix has some hundred numbers
    VKALGO_TRY(const Bytes bytes, read_file(name_or_path, {.unsized = kMaxText, .memory = kMaxText}));
    return parse_score_matrix(as_text(bytes), input_name(name_or_path));
}

}  // namespace vkalgo::cli
