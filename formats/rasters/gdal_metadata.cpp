#include "formats/rasters/gdal_metadata.hpp"

#include "support/read_number.hpp"
#include "support/text.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

std::string unescaped(std::string_view text) {
    constexpr std::pair<std::string_view, char> kEntities[] = {
        {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&amp;", '&'}};
    std::string plain;
    while (!text.empty()) {
        std::size_t taken = 1;
        char letter = text.front();
        for (const auto& [entity, value] : kEntities) {
            if (text.starts_with(entity)) {
                letter = value;
                taken = entity.size();
            }
        }
        plain += letter;
        text.remove_prefix(taken);
    }
    const std::size_t first = plain.find_first_not_of(" \t\r\n");
    return first == std::string::npos ? "" : plain.substr(first, plain.find_last_not_of(" \t\r\n") - first + 1);
}

/// An XML element: the text within its opening tag, and the text between its tags.
struct Element {
    std::string_view attributes;
    std::string_view content;
};

/// Calls `take` for each element with this name, nested ones included, until it returns false.
void for_each_element(std::string_view xml, std::string_view name, const std::function<bool(const Element&)>& take) {
    const std::string opening = fmt::format("<{}", name), closing = fmt::format("</{}>", name);
    for (std::size_t at = xml.find(opening); at != std::string_view::npos; at = xml.find(opening, at + 1)) {
        const std::size_t words = at + opening.size();
        const std::size_t end = xml.find('>', words);
        if (end == std::string_view::npos) {
            return;
        }
        if (end != words && std::string_view(" \t\r\n/").find(xml[words]) == std::string_view::npos) {
            continue;
        }
        Element element{xml.substr(words, end - words), {}};
        if (!element.attributes.ends_with('/')) {
            const std::size_t close = std::min(xml.find(closing, end), xml.size());
            element.content = xml.substr(end + 1, close - end - 1);
        }
        if (!take(element)) {
            return;
        }
    }
}

std::string text_of(std::string_view xml, std::string_view name) {
    std::string text;
    for_each_element(xml, name, [&](const Element& element) {
        text = unescaped(element.content);
        return false;
    });
    return text;
}

std::string attribute(std::string_view attributes, std::string_view key) {
    for (const char quote : {'"', '\''}) {
        const std::string wanted = fmt::format("{}={}", key, quote);
        std::size_t at = attributes.find(wanted);
        while (at != std::string_view::npos && at != 0 && attributes[at - 1] > ' ') {
            at = attributes.find(wanted, at + 1);
        }
        if (at != std::string_view::npos) {
            const std::string_view rest = attributes.substr(at + wanted.size());
            return unescaped(rest.substr(0, rest.find(quote)));
        }
    }
    return {};
}

bool is_first(const std::string& number, const char* first) {
    return number.empty() || number == first;
}

}  // namespace

bool read_decimal(std::string_view text, double& value) {
    constexpr std::string_view kBlanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) {
        return false;
    }
    text = text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
    switch (read_number(text, value)) {
        case NumberFault::none:
        case NumberFault::rounded:
            return true;
        case NumberFault::beyond:
            value = text.starts_with('-') ? -std::numeric_limits<double>::infinity()
                                          : std::numeric_limits<double>::infinity();
            return true;
        case NumberFault::no_number:
        case NumberFault::not_whole:
            break;
    }
    return false;
}

BandWords read_gdal_metadata(std::string_view xml) {
    BandWords words;
    for_each_element(xml, "Item", [&](const Element& item) {
        const std::string role = in_lower_case(attribute(item.attributes, "role"));
        std::string* const target = role == "scale" ? &words.scale : role == "offset" ? &words.offset : nullptr;
        if (target != nullptr && is_first(attribute(item.attributes, "sample"), "0")) {
            *target = unescaped(item.content);
        }
        // Items of the data set have no sample. Items of another domain have another meaning.
        if (in_lower_case(attribute(item.attributes, "name")) == "nodata_values" &&
            attribute(item.attributes, "sample").empty() && attribute(item.attributes, "domain").empty()) {
            words.no_data_values = unescaped(item.content);
        }
        return true;
    });
    return words;
}

AuxWords read_aux_xml(std::string_view xml) {
    AuxWords words;
    words.crs = text_of(xml, "SRS");
    words.transform = text_of(xml, "GeoTransform");
    words.has_control_points = xml.find("<GCPList") != std::string_view::npos;
    for_each_element(xml, "PAMRasterBand", [&](const Element& band) {
        if (!is_first(attribute(band.attributes, "band"), "1")) {
            return true;
        }
        words.band = {text_of(band.content, "Scale"), text_of(band.content, "Offset"),
                      text_of(band.content, "NoDataValue")};
        return false;
    });
    return words;
}

}  // namespace vkalgo::formats
