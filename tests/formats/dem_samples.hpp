#pragma once

#include "formats/npy.hpp"
#include "formats/rasters/dem.hpp"
#include "tests/formats/mesh_samples.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// DEMs as files, written by hand.
namespace vkalgo::formats::test {

inline const float kNone = std::numeric_limits<float>::quiet_NaN();

/// Returns whether the heights are equal, with NaN in the same cells.
inline bool same_heights(const std::vector<float>& left, const std::vector<float>& right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](float one, float other) { return one == other || (std::isnan(one) && std::isnan(other)); });
}

template <class T>
Array array_of(std::vector<std::uint64_t> shape, const std::vector<T>& values) {
    Array array{element_type_of<T>(), std::move(shape), Bytes(values.size() * sizeof(T))};
    std::copy_n(reinterpret_cast<const std::byte*>(values.data()), array.data.size(), array.data.begin());
    return array;
}

/// Returns the defect of a DEM that a reader returned; empty if it has none.
inline std::string defect_of(const Dem& dem) {
    if (!check_grid(dem.grid) || dem.grid.cells() == 0 || dem.heights.size() != dem.grid.cells()) {
        return "the grid is wrong";
    }
    if (!std::all_of(dem.heights.begin(), dem.heights.end(),
                     [](float height) { return std::isnan(height) || is_height(height); })) {
        return "a height is none";
    }
    const bool geographic = dem.georeference && dem.georeference->geographic;
    if (dem.row_dx.size() != (geographic ? dem.grid.height : 0)) {
        return "the widths of rows are wrong";
    }
    if (geographic && !flow_row_weights(dem.row_dx, dem.grid.dy)) {
        return "a width is refused";
    }
    if (dem.georeference && (!std::isfinite(dem.georeference->west) || !std::isfinite(dem.georeference->north))) {
        return "the georeference is not finite";
    }
    return "";
}

/// A NetCDF-3 file, part by part.
struct Netcdf {
    static std::string word(std::size_t value) { return big(static_cast<std::uint32_t>(value)); }
    static std::string filled(std::string bytes) {
        bytes.resize((bytes.size() + 3) / 4 * 4);
        return bytes;
    }
    static std::string text(const std::string& words) { return word(words.size()) + filled(words); }

    struct Attribute {
        std::string name;
        std::uint32_t type = 0;
        std::uint32_t count = 0;
        std::string bytes;
    };
    static Attribute words(const std::string& name, const std::string& value) {
        return {name, 2, static_cast<std::uint32_t>(value.size()), value};
    }
    struct Variable {
        std::string name;
        std::vector<std::uint32_t> dimensions;
        std::vector<Attribute> attributes;
        std::uint32_t type = 0;
        std::string data;
    };

    std::vector<std::pair<std::string, std::uint32_t>> dimensions;
    std::vector<Variable> variables;
    std::uint32_t records = 0;

    static std::string list(std::uint32_t tag, std::size_t count) { return word(count == 0 ? 0 : tag) + word(count); }

    static std::string attributes_of(const std::vector<Attribute>& attributes) {
        std::string bytes = list(12, attributes.size());
        for (const Attribute& attribute : attributes) {
            bytes += text(attribute.name) + word(attribute.type) + word(attribute.count) + filled(attribute.bytes);
        }
        return bytes;
    }

    std::string header(bool wide, std::size_t begin) const {
        std::string bytes = std::string("CDF") + (wide ? '\2' : '\1') + word(records) + list(10, dimensions.size());
        for (const auto& [name, length] : dimensions) {
            bytes += text(name) + word(length);
        }
        bytes += attributes_of({words("title", "by hand")}) + list(11, variables.size());
        for (const Variable& variable : variables) {
            bytes += text(variable.name) + word(variable.dimensions.size());
            for (const std::uint32_t dimension : variable.dimensions) {
                bytes += word(dimension);
            }
            bytes += attributes_of(variable.attributes) + word(variable.type) + word(variable.data.size());
            bytes += (wide ? word(0) : "") + word(begin);
            begin += filled(variable.data).size();
        }
        return bytes;
    }

    std::string file(bool wide = false) const {
        std::string bytes = header(wide, header(wide, 0).size());
        for (const Variable& variable : variables) {
            bytes += filled(variable.data);
        }
        return bytes;
    }
};

/// Returns a NetCDF file of 3 columns and 2 rows of heights, in i16 with a scale, an offset and a number for no data,
/// as the CF conventions define them. Rows go from south to north; a cell is one degree wide and high.
inline Netcdf netcdf_sample() {
    Netcdf file;
    file.dimensions = {{"lat", 2}, {"lon", 3}};
    const std::int16_t none = -99;
    file.variables = {
        {"lat", {0}, {Netcdf::words("units", "degrees_north")}, 6, big(50.5, 51.5)},
        {"lon", {1}, {Netcdf::words("units", "degrees_east")}, 5, big(10.5F, 11.5F, 12.5F)},
        {"z",
         {0, 1},
         {{"scale_factor", 6, 1, big(0.5)}, {"add_offset", 5, 1, big(100.F)}, {"_FillValue", 3, 1, big(none)}},
         3,
         big(std::int16_t{1}, std::int16_t{2}, std::int16_t{3}, none, std::int16_t{5}, std::int16_t{-6})},
        {"crs", {}, {}, 4, big(7)},
    };
    return file;
}
inline const std::vector<float> kNetcdfHeights = {kNone, 102.5F, 97, 100.5F, 101, 101.5F};

/// A page of a TIFF file, entry by entry: big-endian if `high_first`, otherwise little-endian. `parts` are its strips
/// or tiles.
struct Tiff {
    struct Entry {
        std::uint16_t tag = 0;
        std::uint16_t type = 0;
        std::uint32_t count = 0;
        std::string bytes;
    };
    bool high_first = false;
    /// The entries of the directory, in any order. page() adds the offsets and sizes of the data: entries 273 and 279
    /// for strips, 324 and 325 for tiles.
    std::vector<Entry> entries;
    std::vector<std::string> parts;

    template <class T>
    std::string raw(T value) const {
        return high_first ? big(value) : little(value);
    }
    void add_short(std::uint16_t tag, std::vector<std::uint16_t> values) {
        Entry entry{tag, 3, static_cast<std::uint32_t>(values.size()), {}};
        for (const std::uint16_t value : values) {
            entry.bytes += raw(value);
        }
        entries.push_back(entry);
    }
    void add_long(std::uint16_t tag, std::vector<std::uint32_t> values) {
        Entry entry{tag, 4, static_cast<std::uint32_t>(values.size()), {}};
        for (const std::uint32_t value : values) {
            entry.bytes += raw(value);
        }
        entries.push_back(entry);
    }
    void add_doubles(std::uint16_t tag, std::vector<double> values) {
        Entry entry{tag, 12, static_cast<std::uint32_t>(values.size()), {}};
        for (const double value : values) {
            entry.bytes += raw(value);
        }
        entries.push_back(entry);
    }
    void add_text(std::uint16_t tag, const std::string& text) {
        entries.push_back({tag, 2, static_cast<std::uint32_t>(text.size() + 1), text + '\0'});
    }

    /// Returns the bytes of the parts one after another, each at an even offset.
    std::string data() const {
        std::string data;
        for (const std::string& part : parts) {
            data += part + (part.size() % 2 == 0 ? "" : std::string(1, '\0'));
        }
        return data;
    }

    /// Returns the page that begins at byte `base` of a file: its data, its directory, and the values outside the
    /// directory. `next`: offset of the next page's directory from the end of this page; nothing for the last page.
    std::string page(std::size_t base, bool tiled, std::optional<std::size_t> next) const {
        Tiff full = *this;
        std::vector<std::uint32_t> offsets, counts;
        std::size_t next_offset = base;
        for (const std::string& part : parts) {
            offsets.push_back(part.empty() ? 0 : static_cast<std::uint32_t>(next_offset));
            counts.push_back(static_cast<std::uint32_t>(part.size()));
            next_offset += part.size() + part.size() % 2;
        }
        full.add_long(tiled ? 324 : 273, offsets);
        full.add_long(tiled ? 325 : 279, counts);
        std::sort(full.entries.begin(), full.entries.end(),
                  [](const Entry& left, const Entry& right) { return left.tag < right.tag; });
        std::string directory = raw(static_cast<std::uint16_t>(full.entries.size()));
        std::string behind;
        const std::size_t end = next_offset + 2 + 12 * full.entries.size() + 4;
        for (const Entry& entry : full.entries) {
            directory += raw(entry.tag) + raw(entry.type) + raw(entry.count);
            if (entry.bytes.size() <= 4) {
                std::string value = entry.bytes;
                value.resize(4);
                directory += value;
            } else {
                directory += raw(static_cast<std::uint32_t>(end + behind.size()));
                behind += entry.bytes + (entry.bytes.size() % 2 == 0 ? "" : std::string(1, '\0'));
            }
        }
        const auto following = next ? static_cast<std::uint32_t>(end + behind.size() + *next) : 0U;
        return data() + directory + raw(following) + behind;
    }

    /// Returns the file with further pages after the first. A page is in strips unless it has entry 322 (the width of
    /// tiles) or is the first one and `tiled` is true.
    std::string file(bool tiled = false, const std::vector<Tiff>& more = {}) const {
        std::string content =
            (high_first ? "MM" : "II") + raw(std::uint16_t{42}) + raw(static_cast<std::uint32_t>(8 + data().size()));
        for (std::size_t number = 0; number <= more.size(); ++number) {
            const Tiff& one = number == 0 ? *this : more[number - 1];
            const bool has_tiles = std::any_of(one.entries.begin(), one.entries.end(),
                                               [](const Entry& entry) { return entry.tag == 322; });
            const auto next = number < more.size() ? std::optional(more[number].data().size()) : std::nullopt;
            content += one.page(content.size(), has_tiles || (number == 0 && tiled), next);
        }
        return content;
    }
};

/// Returns a TIFF of `width` x `height` samples of `bits` bits and `kind` (1 unsigned, 2 signed, 3 real). The caller
/// adds the samples.
inline Tiff tiff_of(std::uint32_t width, std::uint32_t height, std::uint16_t bits, std::uint16_t kind,
                    bool high_first = false) {
    Tiff tiff;
    tiff.high_first = high_first;
    tiff.add_long(256, {width});
    tiff.add_long(257, {height});
    tiff.add_short(258, {bits});
    tiff.add_short(259, {1});
    tiff.add_short(262, {1});
    tiff.add_short(277, {1});
    tiff.add_short(339, {kind});
    return tiff;
}

/// Returns a TIFF file of 3 x 2 cells of f32, with a georeference and a number for no data.
inline Tiff tiff_sample(bool high_first = false) {
    Tiff tiff = tiff_of(3, 2, 32, 3, high_first);
    for (const std::vector<float>& row : {std::vector<float>{1, 2, -9999}, std::vector<float>{4, 5.5F, 6}}) {
        std::string part;
        for (const float value : row) {
            part += tiff.raw(value);
        }
        tiff.parts.push_back(part);
    }
    tiff.add_long(278, {1});
    tiff.add_doubles(33550, {0.5, 0.25, 0});
    tiff.add_doubles(33922, {0, 0, 0, 10, 50, 0});
    tiff.add_short(34735, {1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326});
    tiff.add_text(42113, "-9999");
    return tiff;
}
inline const std::vector<float> kTiffHeights = {1, 2, kNone, 4, 5.5F, 6};

struct DemSample {
    std::string name;
    std::string content;
};

/// Returns one file for each format and encoding.
inline std::vector<DemSample> dem_samples() {
    const auto encoded = [](const std::string& name, const Array& array) {
        GeoReference georeference;
        georeference.geographic = true;
        const auto bytes = encode_raster(name, array, georeference, -1);
        return DemSample{name, bytes ? std::string(as_text(*bytes)) : std::string()};
    };
    return {
        {"a.asc", "NCOLS 3\nnrows 2\nxllcorner 10.5\nYLLCENTER 20\ncellsize 2\nNODATA_value -1\n1 2 -1\n4 5e0 nan\n"},
        encoded("c.npy", array_of<float>({2, 3}, {1, 2, 3, 4, 5, 6})),
        {"classic.nc", netcdf_sample().file()},
        {"wide.nc", netcdf_sample().file(true)},
        {"little.tif", tiff_sample().file()},
        {"big.tif", tiff_sample(true).file()},
        encoded("packed.tif", array_of<std::int16_t>({3, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -1, 12})),
    };
}

}  // namespace vkalgo::formats::test
