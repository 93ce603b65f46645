#include "formats/volumes/tiff_description.hpp"

#include "formats/volumes/length_unit.hpp"
#include "support/read_number.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

/// Returns the number that is the first word of a text, which ends at a blank or a quotation mark. Returns `otherwise`
/// if the word is not a number.
template <class T>
T number_at(std::string_view text, T otherwise) {
    T value{};
    text = text.substr(0, text.find_first_of("\" \t\r\n"));
    const NumberFault fault = read_number(text, value);
    return fault == NumberFault::none || fault == NumberFault::rounded ? value : otherwise;
}

/// Returns the rest of the first line that starts with "key="; empty if no such line exists.
std::string_view line_value(std::string_view text, std::string_view key) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        if (line.size() > key.size() && line.starts_with(key) && line[key.size()] == '=') {
            return line.substr(key.size() + 1);
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return {};
}

/// Returns all text after the first ` key="` in XML; empty if none exists.
std::string_view attribute(std::string_view text, std::string_view key) {
    const std::string wanted = fmt::format(" {}=\"", key);
    const std::size_t at = text.find(wanted);
    return at == std::string_view::npos ? std::string_view() : text.substr(at + wanted.size());
}

/// Converts the distances to the unit of the first axis that has a distance in a known unit. In OME the unit is
/// micrometres if none is given.
void take_ome_units(std::string_view text, TiffDescription& description) {
    constexpr std::string_view kOmeSizes[] = {"PhysicalSizeXUnit", "PhysicalSizeYUnit", "PhysicalSizeZUnit"};
    for (unsigned axis = 0; axis < 3; ++axis) {
        const std::string_view value = attribute(text, kOmeSizes[axis]);
        const std::string_view word = value.substr(0, value.find('"'));
        const std::string unit = word.empty() ? "um" : length_unit(word);
        if (description.spacing[axis] == 0) {
            continue;
        }
        const auto factor = units_in(unit, description.unit);
        if (description.unit.empty() || unit == description.unit) {
            description.unit = unit;
        } else if (factor) {
            description.spacing[axis] *= *factor;
        } else {
            description.mixed_units = true;
        }
    }
}

/// Reads ImageJ's calibration of values: cf is the number of a function, c0, c1 ... are its coefficients.
void take_calibration(std::string_view text, TiffDescription& description) {
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    // The constants of Calibration.java: straight line, uncalibrated. kMax only keeps the conversion to int within its
    // range.
    constexpr double kStraightLine = 0, kNone = 20, kMax = 1000;
    const std::string_view first = line_value(text, "c0"), second = line_value(text, "c1");
    const double function = number_at<double>(line_value(text, "cf"), kNone);
    // ImageJ ignores a straight line without coefficients.
    if (function == kNone || !(function >= 0 && function < kMax) ||
        (function == kStraightLine && first.empty() && second.empty())) {
        return;
    }
    description.calibration = static_cast<int>(function);
    if (description.calibration == 0) {
        description.c0 = number_at<double>(first, kNaN);
        description.c1 = number_at<double>(second, kNaN);
    }
    description.clips_at_zero = line_value(text, "zeroclip").starts_with("true");
}

}  // namespace

TiffDescription read_tiff_description(std::string_view text) {
    TiffDescription description;
    if (text.starts_with("ImageJ=")) {
        description.kind = TiffDescription::Kind::imagej;
        description.channels = number_at<std::uint64_t>(line_value(text, "channels"), 1);
        description.frames = number_at<std::uint64_t>(line_value(text, "frames"), 1);
        description.images = number_at<std::uint64_t>(line_value(text, "images"), 0);
        description.spacing[2] = number_at<double>(line_value(text, "spacing"), 0);
        description.unit = length_unit(line_value(text, "unit"));
        for (const char* key : {"yunit", "zunit"}) {
            const std::string_view other = line_value(text, key);
            description.mixed_units =
                description.mixed_units || (!other.empty() && length_unit(other) != description.unit);
        }
        take_calibration(text, description);
    } else if (text.find("<OME ") != std::string_view::npos || text.find("<OME>") != std::string_view::npos) {
        description.kind = TiffDescription::Kind::ome;
        description.channels = number_at<std::uint64_t>(attribute(text, "SizeC"), 1);
        description.frames = number_at<std::uint64_t>(attribute(text, "SizeT"), 1);
        constexpr std::string_view kSizes[] = {"PhysicalSizeX", "PhysicalSizeY", "PhysicalSizeZ"};
        for (unsigned axis = 0; axis < 3; ++axis) {
            description.spacing[axis] = number_at<double>(attribute(text, kSizes[axis]), 0);
        }
        take_ome_units(text, description);
    }
    return description;
}

std::string imagej_function_name(int number) {
    constexpr const char* kNames[] = {"a straight line",
                                      "a polynomial of degree 2",
                                      "a polynomial of degree 3",
                                      "a polynomial of degree 4",
                                      "an exponential",
                                      "a power",
                                      "a logarithm",
                                      "Rodbard's function",
                                      "a gamma variate",
                                      "a logarithm with an offset",
                                      "Rodbard's function of NIH Image",
                                      "an exponential with an offset",
                                      "a Gaussian",
                                      "an exponential recovery"};
    constexpr int kOpticalDensity = 21, kCustom = 22;
    if (number >= 0 && static_cast<std::size_t>(number) < std::size(kNames)) {
        return kNames[number];
    }
    return number == kOpticalDensity ? "uncalibrated optical density"
           : number == kCustom       ? "a custom function"
                                     : "an unknown function";
}

std::string imagej_description(std::uint32_t slices, double spacing_z, std::string_view before,
                               const std::string& otherwise) {
    const std::string_view kept = line_value(before, "unit");
    // ImageJ's name for the unit.
    const std::string unit = !kept.empty() ? std::string(kept) : otherwise == "um" ? "micron" : otherwise;
    return fmt::format("ImageJ=1.53t\nimages={}\nslices={}\nspacing={}\n{}loop=false\n", slices, slices, spacing_z,
                       unit.empty() ? "" : fmt::format("unit={}\n", unit));
}

}  // namespace vkalgo::formats
