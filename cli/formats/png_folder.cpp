#include "cli/formats/png_folder.hpp"

#include "cli/formats/volume_format.hpp"

namespace vkalgo::cli {

Result<Volume> read_png_folder(const std::string& path, const InputSettings& /*settings*/) {
    return bad_volume(path, "is a folder");
}

Result<std::vector<std::pair<std::string, Bytes>>> encode_png_folder(const Volume& /*volume*/) {
    return Error{ErrorCode::invalid_argument, "folders are not written", {}};
}

}  // namespace vkalgo::cli
