#include "formats/writer.hpp"

#include "formats/choose_format.hpp"
#include "formats/half_text.hpp"
#include "formats/number_text.hpp"
#include "support/names.hpp"

#include <algorithm>
#include <cstring>

namespace vkalgo::formats {

const Writer* writer_of(const std::string& path) {
    return format_of_ending(writers(), path);
}

std::vector<std::string_view> writer_endings(std::initializer_list<OutputPart> parts) {
    std::vector<std::string_view> endings;
    for (const Writer* writer : writers()) {
        if (std::find(parts.begin(), parts.end(), writer->needs) != parts.end()) {
            endings.insert(endings.end(), writer->endings.begin(), writer->endings.end());
        }
    }
    return endings;
}

std::string writers_help(std::initializer_list<OutputPart> parts) {
    const std::vector<std::string_view> endings = writer_endings(parts);
    return name_list(std::vector<std::string>(endings.begin(), endings.end()), "or");
}

Bytes write_table(const OutputTable& table, const std::string& path) {
    const auto named = [&](const Writer* writer) { return writer->name == table.stream_writer; };
    const Writer* writer = writer_of(path);
    return (writer != nullptr ? writer : *std::find_if(writers().begin(), writers().end(), named))->write(table);
}

Bytes bytes_of(std::string_view text) {
    const auto bytes = as_byte_span(text);
    return {bytes.begin(), bytes.end()};
}

std::string element_text(const Array& array, std::uint64_t index) {
    const std::byte* const at = array.data.data() + index * size_of(array.type);
    return with_type(array.type, [&](auto value) {
        std::memcpy(&value, at, sizeof value);
        return number_text(value);
    });
}

OutputTable array_table(const Array& array, bool by_rows) {
    const std::uint64_t columns = by_rows && array.shape.size() > 1 ? array.shape.back() : 1;
    return {.rows =
                [&array, columns](std::string& text, std::string_view separator) {
                    for (std::uint64_t k = 0; k < array.count(); ++k) {
                        text.append(k % columns == 0 ? "" : separator).append(element_text(array, k));
                        text += (k + 1) % columns == 0 ? "\n" : "";
                    }
                },
            .array = [&array]() -> const Array& { return array; },
            .stream_writer = "txt"};
}

std::string text_of(const OutputTable& table, std::string_view separator) {
    std::string text;
    for (const std::string& column : table.columns) {
        text.append(text.empty() ? "" : separator).append(column);
    }
    text += table.columns.empty() ? "" : "\n";
    table.rows(text, separator);
    return text;
}

}  // namespace vkalgo::formats
