#include "formats/rasters/crs.hpp"

#include "formats/bytes.hpp"
#include "support/read_number.hpp"
#include "support/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <iterator>
#include <map>
#include <system_error>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

constexpr std::string_view kWktBlanks = " \t\r\n";

bool has_word(std::string_view wkt, std::string_view word) {
    const auto is_letter = [](char letter) { return (letter >= 'A' && letter <= 'Z') || letter == '_'; };
    for (std::size_t at = wkt.find(word); at != std::string_view::npos; at = wkt.find(word, at + 1)) {
        const std::size_t end = wkt.find_first_not_of(kWktBlanks, at + word.size());
        if ((at == 0 || !is_letter(wkt[at - 1])) && end != std::string_view::npos &&
            (wkt[end] == '[' || wkt[end] == '(')) {
            return true;
        }
    }
    return false;
}

std::optional<unsigned> number_at(std::string_view text) {
    const std::size_t first = text.find_first_of("0123456789");
    unsigned value = 0;
    if (first == std::string_view::npos ||
        std::from_chars(text.data() + first, text.data() + text.size(), value).ec != std::errc()) {
        return std::nullopt;
    }
    return value;
}

/// A datum and the EPSG code of its geographic system.
struct Datum {
    std::string_view name;
    unsigned geographic;
};
constexpr std::array<Datum, 6> kDatums = {
    {{"WGS84", 4326}, {"WGS_1984", 4326}, {"NAD83", 4269}, {"NAD27", 4267}, {"ETRS89", 4258}, {"WGS72", 4322}}};

/// UTM zones of a geographic system, `first` to `last`, whose EPSG codes follow one another from `code` on.
struct UtmZones {
    unsigned geographic;
    bool south;
    unsigned first, last, code;
};
/// All UTM zones that EPSG has for the systems of kDatums. Between these codes are other systems (26929: Alabama East).
constexpr UtmZones kUtmZones[] = {{4326, false, 1, 60, 32601}, {4326, true, 1, 60, 32701},  {4322, false, 1, 60, 32201},
                                  {4322, true, 1, 60, 32301},  {4269, false, 1, 23, 26901}, {4269, false, 24, 24, 9712},
                                  {4269, false, 59, 60, 3372}, {4267, false, 1, 22, 26701}, {4267, false, 59, 60, 3370},
                                  {4258, false, 28, 38, 25828}};

/// Returns the EPSG code of a system in ESRI's old form, which has a key and its value per line. Empty for other text,
/// and for other systems than those of kDatums.
std::string crs_of_keys(std::string_view text) {
    std::map<std::string, std::string> keys;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string line = in_upper_case(without_blanks(text.substr(0, end), kWktBlanks));
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t blank = std::min(line.find_first_of(kWktBlanks), line.size());
        keys[line.substr(0, blank)] = without_blanks(std::string_view(line).substr(blank));
    }
    const auto* datum =
        std::find_if(kDatums.begin(), kDatums.end(), [&](const Datum& known) { return known.name == keys["DATUM"]; });
    if (datum == kDatums.end()) {
        return {};
    }
    if (keys["PROJECTION"] == "GEOGRAPHIC" && keys["UNITS"] == "DD") {
        return fmt::format("EPSG:{}", datum->geographic);
    }
    const auto zone = number_at(keys["ZONE"]);
    const bool south =
        keys["ZONE"].starts_with('-') || keys["YSHIFT"].starts_with("-1") || keys["YSHIFT"].starts_with("10000000");
    const bool metres = keys["UNITS"].empty() || keys["UNITS"] == "METERS";
    return keys["PROJECTION"] == "UTM" && zone && metres ? utm_crs(datum->geographic, *zone, south) : "";
}

}  // namespace

std::string utm_crs(unsigned geographic, unsigned zone, bool south) {
    const auto* zones = std::find_if(std::begin(kUtmZones), std::end(kUtmZones), [&](const UtmZones& known) {
        return known.geographic == geographic && known.south == south && known.first <= zone && zone <= known.last;
    });
    return zones == std::end(kUtmZones) ? "" : fmt::format("EPSG:{}", zones->code + (zone - zones->first));
}

CrsKind kind_of_wkt(std::string_view wkt) {
    const std::string text = in_upper_case(wkt);
    for (const char* word : {"PROJCS", "PROJCRS", "PROJECTEDCRS"}) {
        if (has_word(text, word)) {
            return CrsKind::projected;
        }
    }
    for (const char* word : {"GEOGCS", "GEOGCRS", "GEOGRAPHICCRS", "GEODCRS", "GEODETICCRS"}) {
        if (has_word(text, word)) {
            return CrsKind::degrees;
        }
    }
    return CrsKind::unknown;
}

std::optional<double> radians_of_wkt(std::string_view wkt) {
    const std::string text = in_upper_case(wkt);
    // Takes the first unit of an angle or, without one, the first unit. A vertical system, which has its own unit,
    // comes later in the text.
    std::size_t at = text.find("ANGLEUNIT[");
    at = at == std::string::npos ? text.find(",UNIT[") : at;
    const std::size_t comma = at == std::string::npos ? at : text.find(',', at + 1);
    const std::size_t first = comma == std::string::npos ? comma : text.find_first_not_of(kWktBlanks, comma + 1);
    double value = 0;
    if (first == std::string::npos) {
        return std::nullopt;
    }
    const std::size_t end = std::min(text.find_first_of(",]) \t\r\n", first), text.size());
    const NumberFault fault = read_number(std::string_view(text).substr(first, end - first), value);
    return fault == NumberFault::none ? std::optional(value) : std::nullopt;
}

std::optional<unsigned> epsg_of(std::string_view crs) {
    const std::string text = in_upper_case(crs);
    if (text.starts_with("EPSG:")) {
        return number_at(text);
    }
    // The code of the whole system is directly within the outermost brackets.
    int depth = 0;
    bool quoted = false;
    std::optional<unsigned> code;
    for (std::size_t at = 0; at < text.size(); ++at) {
        quoted = quoted != (text[at] == '"');
        if (quoted) {
            continue;
        }
        if (text[at] == '[' || text[at] == '(') {
            const std::string_view before = std::string_view(text).substr(0, at);
            const std::size_t end = std::min(text.find_first_of("])", at), text.size());
            const std::string_view inside = std::string_view(text).substr(at + 1, end - at - 1);
            if (depth == 1 && (before.ends_with("AUTHORITY") || before.ends_with(",ID") || before.ends_with(" ID")) &&
                without_blanks(inside).starts_with("\"EPSG\"")) {
                code = number_at(inside);
            }
            ++depth;
        } else if (text[at] == ']' || text[at] == ')') {
            --depth;
        }
    }
    return code;
}

bool is_code_of_degrees(std::string_view crs) {
    // WGS84, NAD83, NAD27, ETRS89, WGS72, CGCS2000, GDA94, GDA2020, NZGD2000, SIRGAS 2000, NAD83(CSRS), ED50, JGD2011.
    constexpr unsigned kCodes[] = {4326, 4269, 4267, 4258, 4322, 4490, 4283, 7844, 4167, 4674, 4617, 4230, 6668};
    const auto code = epsg_of(crs);
    return code && std::find(std::begin(kCodes), std::end(kCodes), *code) != std::end(kCodes);
}

bool is_wgs84(std::string_view crs) {
    if (crs.empty()) {
        return true;
    }
    if (const auto code = epsg_of(crs)) {
        return *code == 4326 || *code == 4979;
    }
    const std::string text = in_upper_case(crs);
    return kind_of_wkt(text) == CrsKind::degrees &&
           (text.find("\"D_WGS_1984\"") != std::string::npos || text.find("\"WGS_1984\"") != std::string::npos ||
            text.find("\"WORLD GEODETIC SYSTEM 1984\"") != std::string::npos);
}

std::string crs_name(std::string_view crs) {
    if (crs.empty()) {
        return "an unknown coordinate system";
    }
    if (const auto code = epsg_of(crs)) {
        return fmt::format("EPSG:{}", *code);
    }
    const std::size_t first = crs.find('"');
    const std::size_t end = first == std::string_view::npos ? first : crs.find('"', first + 1);
    return std::string(end == std::string_view::npos ? crs.substr(0, 40) : crs.substr(first + 1, end - first - 1));
}

std::string crs_of_prj(std::string_view text) {
    text.remove_prefix(text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
    text = without_blanks(text.substr(0, text.find('\0')));
    if (kind_of_wkt(text) != CrsKind::unknown || in_upper_case(text).starts_with("EPSG:")) {
        return std::string(text);
    }
    return crs_of_keys(text);
}

}  // namespace vkalgo::formats
