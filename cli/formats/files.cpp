#include "cli/formats/files.hpp"

#include "cli/formats/bytes.hpp"
#include "cli/formats/csv.hpp"
#include "cli/formats/fasta.hpp"
#include "cli/formats/npy.hpp"
#include "cli/formats/number_text.hpp"
#include "cli/formats/png.hpp"
#include "cli/formats/raw.hpp"
#include "cli/formats/text.hpp"

#include <utility>

namespace vkalgo::cli {

Result<Array> read_array(const std::string& path, ElementType type) {
    VKALGO_TRY(Bytes bytes, read_file(path));
    const std::string extension = extension_of(path);
    if (extension == ".npy") {
        return parse_npy(bytes, path);
    }
    if (extension == ".png") {
        return parse_png(bytes, path);
    }
    if (extension == ".csv") {
        VKALGO_TRY(const CsvTable table, parse_csv(as_text(bytes), CsvHeader::detect, path));
        return table.all_numbers(type);
    }
    if (extension == ".txt") {
        return parse_number_list(as_text(bytes), type, path);
    }
    return parse_raw(std::move(bytes), type, path);
}

bool has_own_type(const std::string& path) {
    const std::string extension = extension_of(path);
    return extension == ".npy" || extension == ".png";
}

Result<std::string> read_sequence(const std::string& path) {
    VKALGO_TRY(const Bytes bytes, read_file(path));
    const std::string extension = extension_of(path);
    if (extension == ".fa" || extension == ".fasta" || extension == ".fna") {
        return parse_fasta(bytes, path);
    }
    return parse_text(bytes);
}

}  // namespace vkalgo::cli
