#include "formats/volumes/length_unit.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace vkalgo::formats {
namespace {

struct LengthUnit {
    const char* name;
    /// A metre is 10^power of this unit.
    int power;
    std::initializer_list<std::string_view> words;
};
const LengthUnit kLengthUnits[] = {
    {"m", 0, {"m", "meter", "metre", "meters", "metres"}},
    {"cm", 2, {"cm", "centimeter", "centimetre", "centimeters", "centimetres"}},
    {"mm", 3, {"mm", "millimeter", "millimetre", "millimeters", "millimetres"}},
    // The micro sign and the Greek letter, in UTF-8, in Latin-1, and as ImageJ escapes it.
    {"um",
     6,
     {"um", "micron", "microns", "micrometer", "micrometre", "micrometers", "micrometres", "\xC2\xB5m", "\xCE\xBCm",
      "\xB5m", "\\u00b5m"}},
    {"nm", 9, {"nm", "nanometer", "nanometre", "nanometers", "nanometres"}},
};

const LengthUnit* find(std::string_view word) {
    std::string lower(word);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
    });
    for (const LengthUnit& unit : kLengthUnits) {
        if (std::find(unit.words.begin(), unit.words.end(), lower) != unit.words.end()) {
            return &unit;
        }
    }
    return nullptr;
}

}  // namespace

std::string length_unit(std::string_view word) {
    const LengthUnit* unit = find(word);
    return unit != nullptr ? unit->name : "";
}

std::optional<double> units_in(std::string_view unit, std::string_view other) {
    const LengthUnit *one = find(unit), *two = find(other);
    return one != nullptr && two != nullptr ? std::optional(std::pow(10.0, two->power - one->power)) : std::nullopt;
}

}  // namespace vkalgo::formats
