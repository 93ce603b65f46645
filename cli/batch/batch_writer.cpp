#include "cli/batch/batch_writer.hpp"

#include "formats/choose_format.hpp"
#include "support/names.hpp"

#include <algorithm>

namespace vkalgo::cli {

const BatchWriter& batch_writer_of(const std::optional<std::string>& path, bool json) {
    const std::span<const BatchWriter* const> all = batch_writers();
    if (const BatchWriter* const writer = path ? format_of_ending(all, *path) : nullptr) {
        return *writer;
    }
    const std::string_view name = json && !path ? "json" : "tsv";
    return **std::find_if(all.begin(), all.end(), [&](const BatchWriter* writer) { return writer->name == name; });
}

std::vector<std::string_view> batch_writer_endings() {
    std::vector<std::string_view> endings;
    for (const BatchWriter* writer : batch_writers()) {
        endings.insert(endings.end(), writer->endings.begin(), writer->endings.end());
    }
    return endings;
}

std::string batch_writers_help() {
    const std::vector<std::string_view> endings = batch_writer_endings();
    return name_list(std::vector<std::string>(endings.begin(), endings.end()), "or");
}

}  // namespace vkalgo::cli
