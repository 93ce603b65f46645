// Reads and writes ESRI ASCII grids (ArcGIS, "Esri ASCII raster format"): a header of keys and values in any order,
// then the heights row by row from the north-west. Line breaks between heights do not matter; the number of heights
// must be right.
#include "formats/number_text.hpp"
#include "formats/rasters/dem_format.hpp"
#include "formats/text_words.hpp"
#include "support/numbers.hpp"
#include "support/read_number.hpp"
#include "support/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

constexpr double kDefaultNoData = -9999;

enum Key : std::size_t { columns, rows, corner_x, corner_y, centre_x, centre_y, size, size_x, size_y, none, unknown };

constexpr std::pair<std::string_view, Key> kKeys[] = {
    {"ncols", columns},      {"nrows", rows},         {"xllcorner", corner_x}, {"yllcorner", corner_y},
    {"xllcenter", centre_x}, {"yllcenter", centre_y}, {"xllcentre", centre_x}, {"yllcentre", centre_y},
    {"cellsize", size},      {"dx", size_x},          {"dy", size_y},          {"nodata_value", none},
    {"nodata", none},
};

Key key_of(std::string_view word) {
    std::string lower(word.substr(0, 16));
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
    });
    const auto* found =
        std::find_if(std::begin(kKeys), std::end(kKeys), [&](const auto& known) { return known.first == lower; });
    return found == std::end(kKeys) ? unknown : found->second;
}

/// Returns true for the words that programs write instead of a missing number.
bool is_missing_word(std::string_view word) {
    constexpr std::string_view kMissing[] = {"null", "na", "n/a", "none", "nodata", "no_data", "*"};
    return word.size() <= 8 &&
           std::find(std::begin(kMissing), std::end(kMissing), in_lower_case(word)) != std::end(kMissing);
}

/// Reads a number that may mean no data. "nan" and "inf" give NaN and infinity, and a number that is too large for f64
/// gives NaN. Returns what is wrong, or an empty string.
std::string read_height(std::string_view word, double& value) {
    switch (read_number(word, value)) {
        case NumberFault::no_number:
            return fmt::format("'{}' is not a number; correct it", excerpt(word));
        case NumberFault::rounded:
            return fmt::format(
                "'{}' is a whole number that f64 cannot hold, but heights are f64; subtract the same whole number from "
                "all heights",
                excerpt(word));
        case NumberFault::beyond:
            value = std::numeric_limits<double>::quiet_NaN();
            break;
        case NumberFault::not_whole:
        case NumberFault::none:
            break;
    }
    return {};
}

class AscReader {
public:
    AscReader(std::string_view content, const std::string& name, const InputSettings& settings)
        : text_(content, name), name_(name), settings_(settings) {}

    Result<Dem> read() {
        VKALGO_CHECK(header());
        VKALGO_TRY(Dem dem, grid());
        // A number and its separator take at least two bytes.
        if (const std::string wrong = no_room("heights", dem.grid.cells(), 2, text_.bytes_left() + held_.size());
            !wrong.empty()) {
            return text_.wrong(wrong);
        }
        VKALGO_CHECK(heights(dem));
        return dem;
    }

private:
    bool has(Key key) const { return given_[key]; }

    /// Reads the keys and values of the header, up to the first height: a number, or a word for a missing number, in
    /// place of a key.
    Result<void> header() {
        for (;;) {
            held_ = text_.word_below();
            if (held_.empty()) {
                return text_.wrong(fmt::format("there are no heights; {}", kTruncated));
            }
            const Key key = key_of(held_);
            if (key == unknown) {
                if (is_number(held_) || is_missing_word(held_)) {
                    return {};
                }
                return text_.wrong(
                    fmt::format("'{}' is not a key of an ESRI ASCII grid, and not a height; correct it, or "
                                "give the format by <format>",
                                excerpt(held_)));
            }
            if (given_[key]) {
                return text_.wrong(fmt::format("'{}' is given twice; remove one", held_));
            }
            given_[key] = true;
            VKALGO_CHECK(value(key));
        }
    }

    Result<void> value(Key key) {
        const std::string_view word = text_.word();
        std::string wrong;
        if (key == columns || key == rows) {
            std::int64_t count = 0;
            wrong = read_whole(word, key == columns ? "the number of columns" : "the number of rows", count);
            if (wrong.empty() && count < 1) {
                wrong = fmt::format("{} is {}; it must be at least 1", held_, count);
            }
            (key == columns ? columns_ : rows_) = static_cast<std::uint64_t>(count);
        } else if (key == none) {
            no_data_word_ = word;
            no_data_is_word_ = is_missing_word(word);
            // The number is only a marker, so the nearest value of the type is good enough.
            if (!no_data_is_word_ && read_number(word, no_data_) != NumberFault::rounded) {
                wrong = read_height(word, no_data_);
            }
        } else {
            wrong = word.empty() ? fmt::format("{} has no value; add it", held_) : read_coordinate(word, values_[key]);
        }
        if (wrong.empty() && !text_.word().empty()) {
            wrong = fmt::format("{} has more than one value; remove the others", held_);
        }
        if (!wrong.empty()) {
            return text_.wrong(wrong);
        }
        return {};
    }

    Result<Dem> grid() const {
        if (!has(columns) || !has(rows)) {
            return bad_dem(name_, fmt::format("has no {}; add it to the header", has(columns) ? "nrows" : "ncols"));
        }
        if (!has(size) && !(has(size_x) && has(size_y))) {
            return bad_dem(name_, "has no cellsize, and not both dx and dy; add a cellsize to the header");
        }
        if (has(size) &&
            ((has(size_x) && values_[size_x] != values_[size]) || (has(size_y) && values_[size_y] != values_[size]))) {
            return bad_dem(name_, "has a cellsize, and a dx or dy that differs from it; remove one of them");
        }
        const bool two_x = has(corner_x) && has(centre_x);
        if (two_x || (has(corner_y) && has(centre_y))) {
            return bad_dem(name_,
                           fmt::format("has both {0}llcorner and {0}llcenter; remove one of them", two_x ? "x" : "y"));
        }
        VKALGO_CHECK(check_cells(columns_, rows_, name_));
        GeoReference georeference;
        georeference.cell_x = values_[has(size) ? size : size_x];
        georeference.cell_y = values_[has(size) ? size : size_y];
        // A file that gives no corner has its south-western corner at (0, 0).
        georeference.west = has(centre_x) ? values_[centre_x] - georeference.cell_x / 2 : values_[corner_x];
        const double south = has(centre_y) ? values_[centre_y] - georeference.cell_y / 2 : values_[corner_y];
        georeference.north = south + static_cast<double>(rows_) * georeference.cell_y;
        Dem dem;
        dem.grid.width = static_cast<std::uint32_t>(columns_);
        dem.grid.height = static_cast<std::uint32_t>(rows_);
        dem.georeference = georeference;
        return dem;
    }

    Result<void> heights(Dem& dem) {
        const std::uint64_t cells = dem.grid.cells();
        begin_heights(dem, CellValues{.type = ElementType::f64}, 0);
        std::string_view word = held_;
        std::uint64_t unsaid = 0;
        for (std::uint64_t cell = 0; cell < cells; ++cell) {
            if (word.empty()) {
                return text_.wrong(fmt::format("there are {} heights, but {} x {} cells need {}; {}", cell, columns_,
                                               rows_, cells, kTruncated));
            }
            double height = no_data_;
            if (const std::string wrong = word == no_data_word_ ? "" : read_height(word, height); !wrong.empty()) {
                if (!is_missing_word(word)) {
                    return text_.wrong(wrong);
                }
                height = std::numeric_limits<double>::quiet_NaN();
                missing_word_ = missing_++ == 0 ? word : missing_word_;
            }
            if ((!has(none) || no_data_is_word_) && height == kDefaultNoData && word != no_data_word_) {
                ++unsaid;
            }
            height = is_none(height) ? std::numeric_limits<double>::quiet_NaN() : height;
            dem.wide[cell] = height;
            dem.heights[cell] = static_cast<float>(height);
            word = text_.word_below();
        }
        if (!word.empty()) {
            return text_.wrong(
                fmt::format("data follow the last of {} x {} heights; correct ncols and nrows", columns_, rows_));
        }
        if (unsaid != 0) {
            settings_.notice(fmt::format(
                "'{0}' has {1} in {2} and no {3}NODATA_value; these cells count as cells without data; add a line "
                "'NODATA_value {1}' to its header or, if {1} is a height, such a line with another number",
                name_, kDefaultNoData, plural(unsaid, "cell"), no_data_is_word_ ? "number as its " : ""));
        }
        if (no_data_is_word_ || missing_ != 0) {
            settings_.notice(fmt::format("'{}' has the word '{}' in place of a number for no data; {} without data",
                                         name_, excerpt(no_data_is_word_ ? no_data_word_ : missing_word_),
                                         no_data_is_word_
                                             ? "cells that have this word are"
                                             : plural(missing_, "cell") + (missing_ == 1 ? " is" : " are")));
        }
        return {};
    }

    /// Returns whether a height means no data. The header may give more digits of a no-data number than the cells do,
    /// so a number with a fraction is compared as f32.
    bool is_none(double height) const {
        return !is_height(height) || height == no_data_ ||
               (no_data_ != std::floor(no_data_) && static_cast<float>(height) == static_cast<float>(no_data_));
    }

    MeshText text_;
    const std::string& name_;
    const InputSettings& settings_;
    /// The key that was read last. At the end of the header: the first height.
    std::string_view held_;
    std::array<bool, unknown> given_{};
    std::array<double, unknown> values_{};
    std::uint64_t columns_ = 0;
    std::uint64_t rows_ = 0;
    double no_data_ = kDefaultNoData;
    /// The value for no data as it is written in the header: a word or a number.
    std::string_view no_data_word_;
    bool no_data_is_word_ = false;
    /// The number of cells with a word for no data that differs from the header's, and the first of these words.
    std::uint64_t missing_ = 0;
    std::string_view missing_word_;
};

Result<Dem> read_asc(std::string_view content, const std::string& name, const InputSettings& settings) {
    return AscReader(content, name, settings).read();
}

bool looks_like_asc(std::string_view content) {
    const std::string none;
    return key_of(MeshText(content.substr(0, 256), none).word_below()) != unknown;
}

/// Returns the number that is written for NaN: `no_data`, or a number that no cell has if `no_data` is missing or NaN.
template <class T>
double written_no_data(const std::vector<T>& cells, std::optional<double> no_data) {
    if (no_data && !std::isnan(*no_data)) {
        return *no_data;
    }
    double value = kDefaultNoData;
    while (std::find(cells.begin(), cells.end(), static_cast<T>(value)) != cells.end()) {
        value = value * 10 - 9;
    }
    return value;
}

template <class T>
void write_cells(const Array& values, std::optional<double> no_data, std::string& header, std::string& text) {
    std::vector<T> cells(values.count());
    std::memcpy(cells.data(), values.data.data(), values.data.size());
    if constexpr (std::is_floating_point_v<T>) {
        const bool holes = std::any_of(cells.begin(), cells.end(), [](T value) { return std::isnan(value); });
        if (holes || no_data) {
            no_data = written_no_data(cells, no_data);
            std::replace_if(
                cells.begin(), cells.end(), [](T value) { return std::isnan(value); }, static_cast<T>(*no_data));
        }
    }
    if (no_data) {
        header += fmt::format("NODATA_value {}\n", *no_data);
    }
    const std::uint64_t width = values.shape[1];
    for (std::uint64_t cell = 0; cell < cells.size(); ++cell) {
        text += fmt::format("{}{}", number_text(cells[cell]), (cell + 1) % width == 0 ? '\n' : ' ');
    }
}

/// Returns true if making cells square moves no cell by more than a thousandth of its side. Some programs read only
/// square cells.
bool has_square_cells(const GeoReference& georeference, const Array& values) {
    constexpr double kMoved = 1e-3;
    return std::abs(georeference.cell_x - georeference.cell_y) * static_cast<double>(values.shape[0]) <=
           kMoved * georeference.cell_x;
}

Result<Bytes> encode_asc(const Array& values, const std::optional<GeoReference>& given, std::optional<double> no_data) {
    const GeoReference georeference =
        given.value_or(GeoReference{0, static_cast<double>(values.shape[0]), 1, 1, false, {}});
    std::string header =
        fmt::format("ncols {}\nnrows {}\nxllcorner {}\nyllcorner {}\n", values.shape[1], values.shape[0],
                    georeference.west, georeference.north - static_cast<double>(values.shape[0]) * georeference.cell_y);
    header += has_square_cells(georeference, values)
                  ? fmt::format("cellsize {}\n", georeference.cell_x)
                  : fmt::format("dx {}\ndy {}\n", georeference.cell_x, georeference.cell_y);
    std::string text;
    with_type(values.type, [&](auto type) {
        using T = std::conditional_t<std::is_same_v<decltype(type), Half>, float, decltype(type)>;
        if constexpr (!std::is_same_v<decltype(type), Half>) {
            write_cells<T>(values, no_data, header, text);
        }
    });
    if (text.empty()) {
        return Error{
            ErrorCode::invalid_argument, "values of f16 cannot be written as an ESRI ASCII grid; write .npy", {}};
    }
    Bytes bytes(header.size() + text.size());
    std::memcpy(bytes.data(), header.data(), header.size());
    std::memcpy(bytes.data() + header.size(), text.data(), text.size());
    return bytes;
}

}  // namespace

const DemFormat& dem_format_asc();
const DemFormat& dem_format_asc() {
    static const DemFormat format = {.name = "asc",
                                     .about = "ESRI ASCII grid",
                                     .endings = {".asc"},
                                     .recognises = looks_like_asc,
                                     .read = read_asc,
                                     .encode = encode_asc};
    return format;
}

}  // namespace vkalgo::formats
