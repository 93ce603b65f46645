#include "formats/volumes/nrrd_header.hpp"

#include "formats/csv_rows.hpp"
#include "formats/volumes/length_unit.hpp"
#include "formats/volumes/nrrd_data_files.hpp"
#include "formats/volumes/nrrd_types.hpp"
#include "formats/volumes/nrrd_words.hpp"
#include "support/numbers.hpp"
#include "support/read_number.hpp"
#include "support/text.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

static_assert(std::endian::native == std::endian::little, "byte orders below are written for little-endian machines");

constexpr std::string_view kMagic = "NRRD000";

template <class T>
bool is_read(std::string_view word, T& value) {
    return read_number(without_blanks(word), value) == NumberFault::none;
}

class NrrdHeaderReader {
public:
    NrrdHeaderReader(std::string_view content, const std::string& name) : content_(content), name_(name) {}

    Result<NrrdHeader> read() {
        if (!content_.starts_with(kMagic)) {
            return Error{
                ErrorCode::invalid_argument,
                fmt::format("'{}' is not an NRRD file: it does not start with NRRD000; copy or write it again", name_),
                name_};
        }
        const std::string_view magic = take_line();
        if (magic.size() != kMagic.size() + 1 || magic.back() < '1' || magic.back() > '5') {
            return wrong(fmt::format("'{}' is not a supported version, NRRD0001 to NRRD0005; save the file again",
                                     magic.substr(0, 20)));
        }
        for (;;) {
            const std::size_t start = at_;
            const std::string_view line = take_line();
            if (line.empty()) {
                if (start == content_.size() && header_.data_files.empty()) {
                    return wrong("the header ends without a blank line, so the file is truncated; copy it again");
                }
                break;
            }
            VKALGO_CHECK(field(line));
        }
        header_.bytes = at_;
        return finished();
    }

private:
    Error wrong(const std::string& message) const {
        return {ErrorCode::invalid_argument, fmt::format("'{}' line {}: {}", name_, line_, message), name_};
    }

    /// Returns the next line without its line break; empty at the end of the content.
    std::string_view take_line() {
        ++line_;
        const std::size_t end = std::min(content_.find('\n', at_), content_.size());
        std::string_view line = content_.substr(at_, end - at_);
        at_ = std::min(end + 1, content_.size());
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        return line;
    }

    void keep(std::string_view line) { header_.kept += fmt::format("{}\n", line); }

    Result<void> field(std::string_view line) {
        if (line.front() == '#') {
            keep(line);
            return {};
        }
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos || colon + 1 == line.size() ||
            (line[colon + 1] != ' ' && line[colon + 1] != '=')) {
            return wrong(fmt::format("'{}' is not a field, which has a name, a colon, a blank and a value; correct it",
                                     line.substr(0, 40)));
        }
        if (line[colon + 1] == '=') {
            keep(line);
            return {};
        }
        const std::string key = in_lower_case(line.substr(0, colon));
        const std::string_view value = without_blanks(line.substr(colon + 1));
        if (!seen_.insert(key == "datafile" ? "data file" : key).second) {
            return wrong(fmt::format("'{}' is given twice; leave one out", key));
        }
        return known(key, value, line);
    }

    Result<void> known(const std::string& key, std::string_view value, std::string_view line) {
        if (key == "type") {
            return type(value);
        }
        if (key == "encoding") {
            return encoding(value);
        }
        if (key == "endian") {
            if (in_lower_case(value) != "little" && in_lower_case(value) != "big") {
                return wrong(fmt::format("endian is '{}'; write little or big", value));
            }
            header_.swapped = in_lower_case(value) == "big";
            return {};
        }
        if (key == "dimension") {
            if (!is_read(value, dimension_) || dimension_ < 1 || dimension_ > kMaxNrrdAxes) {
                return wrong(fmt::format("dimension is '{}'; write a whole number from 1 to {}", value, kMaxNrrdAxes));
            }
            return {};
        }
        if (key == "sizes") {
            return sizes(value);
        }
        if (key == "data file" || key == "datafile") {
            return data_files(value);
        }
        if (key == "line skip" || key == "lineskip") {
            return is_read(value, header_.line_skip)
                       ? Result<void>()
                       : wrong(fmt::format("line skip is '{}'; write a whole number of at least 0", value));
        }
        if (key == "byte skip" || key == "byteskip") {
            return is_read(value, header_.byte_skip) && header_.byte_skip >= -1
                       ? Result<void>()
                       : wrong(fmt::format("byte skip is '{}'; write a whole number of at least -1", value));
        }
        // Fields about the range and layout of the numbers are not kept, since the voxels may be written in another
        // type.
        constexpr std::string_view kDropped[] = {"block size", "blocksize", "min",    "max",    "old min",
                                                 "oldmin",     "old max",   "oldmax", "number", "sample units"};
        if (std::find(std::begin(kDropped), std::end(kDropped), key) == std::end(kDropped)) {
            keep(line);
        }
        return read_geometry(key, value);
    }

    Result<void> data_files(std::string_view value) {
        if (is_nrrd_file_pattern(value)) {
            const std::string failure = append_nrrd_files(value, header_.data_files);
            return failure.empty() ? Result<void>() : wrong(failure);
        }
        if (!is_nrrd_file_list(value)) {
            header_.data_files.emplace_back(value);
            return {};
        }
        // After "LIST", all lines up to the end of the content are names of files.
        const std::uint64_t line = line_;
        while (at_ < content_.size()) {
            if (const std::string_view name = without_blanks(take_line()); !name.empty()) {
                header_.data_files.emplace_back(name);
            }
        }
        if (header_.data_files.empty()) {
            line_ = line;
            return wrong("LIST is not followed by names of files; write the names after it, one per line");
        }
        return {};
    }

    Result<void> read_geometry(const std::string& key, std::string_view value) {
        if (key == "kinds") {
            kinds_ = nrrd_words(value);
        } else if (key == "spacings") {
            spacings_ = nrrd_words(value);
            spacings_line_ = line_;
        } else if (key == "space directions") {
            directions_ = nrrd_words(value);
            directions_line_ = line_;
        } else if (key == "space origin") {
            origin_ = nrrd_vector(value);
        } else if (key == "space") {
            space_ = in_lower_case(value);
        } else if (key == "units" || key == "space units") {
            unit(key, value);
        } else if (key.starts_with("old m") || key.starts_with("oldm")) {
            header_.passed_over.push_back(
                fmt::format("'{}', an end of the range of values before they were quantised", key));
        } else if (key == "axis mins" || key == "axismins" || key == "axis maxs" || key == "axismaxs") {
            header_.passed_over.push_back(fmt::format("'{}'", key));
        }
        return {};
    }

    /// Reads words in quotes, one per axis. The words of axes that are not spatial may be empty.
    void unit(const std::string& key, std::string_view value) {
        std::set<std::string> units;
        while (value.find('"') != std::string_view::npos) {
            value.remove_prefix(value.find('"') + 1);
            const std::size_t end = std::min(value.find('"'), value.size());
            if (const auto word = without_blanks(value.substr(0, end)); !word.empty() && word != "???") {
                units.insert(length_unit(word));
            }
            value.remove_prefix(std::min(end + 1, value.size()));
        }
        if (units.size() > 1) {
            header_.passed_over.push_back(fmt::format("'{}' that differ between axes", key));
        } else if (!units.empty()) {
            header_.unit = *units.begin();
        }
    }

    Result<void> type(std::string_view value) {
        if (const auto found = nrrd_element_type(in_lower_case(value))) {
            header_.type = *found;
            return {};
        }
        return wrong(
            fmt::format("type '{}' is not a type of numbers of NRRD; correct it, or write the file again with "
                        "another type, such as float",
                        value.substr(0, 40)));
    }

    Result<void> encoding(std::string_view value) {
        const std::string word = in_lower_case(value);
        if (word == "raw") {
            header_.encoding = NrrdHeader::Encoding::raw;
        } else if (word == "gzip" || word == "gz") {
            header_.encoding = NrrdHeader::Encoding::gzip;
        } else if (word == "text" || word == "txt" || word == "ascii") {
            header_.encoding = NrrdHeader::Encoding::text;
        } else {
            return wrong(
                fmt::format("encoding '{}' is not supported; save it with: unu save -f nrrd -e gzip -i IN -o OUT",
                            value.substr(0, 40)));
        }
        return {};
    }

    Result<void> sizes(std::string_view value) {
        for (const std::string_view word : nrrd_words(value)) {
            std::uint64_t size = 0;
            if (!is_read(word, size) || size == 0) {
                return wrong(fmt::format("a size is '{}'; write a whole number of at least 1", word.substr(0, 40)));
            }
            header_.sizes.push_back(size);
        }
        return {};
    }

    Result<NrrdHeader> finished() {
        for (const char* key : {"type", "dimension", "sizes", "encoding"}) {
            if (!seen_.contains(key)) {
                return missing(key);
            }
        }
        if (header_.sizes.size() != dimension_) {
            return Error{ErrorCode::invalid_argument,
                         fmt::format("'{}' has {}, but says that its dimension is {}; correct its header", name_,
                                     plural(header_.sizes.size(), "size"), dimension_),
                         name_};
        }
        if (!seen_.contains("endian") && size_of(header_.type) > 1 && header_.encoding != NrrdHeader::Encoding::text) {
            return missing("endian");
        }
        VKALGO_CHECK(find_space());
        VKALGO_CHECK(find_spacing());
        return std::move(header_);
    }

    Error missing(const char* key) const {
        return {ErrorCode::invalid_argument, fmt::format("'{}' has no {} in its header; add it", name_, key), name_};
    }

    Error wrong_count(const char* key, std::size_t count) const {
        return {ErrorCode::invalid_argument,
                fmt::format("'{}' has {} in the field '{}', but its dimension is {}; correct its header", name_,
                            plural(count, "word"), key, dimension_),
                name_};
    }

    /// Finds the spatial axes. If any axis has a direction, these are the axes with one. An axis whose direction is NaN
    /// is spatial too, unless its kind or a fourth axis suggests that it counts volumes. Without any direction, the
    /// first three axes whose kind is spatial or not given are spatial.
    Result<void> find_space() {
        if (!kinds_.empty() && kinds_.size() != dimension_) {
            return wrong_count("kinds", kinds_.size());
        }
        if (!directions_.empty() && directions_.size() != dimension_) {
            return wrong_count("space directions", directions_.size());
        }
        const bool has_direction = std::any_of(directions_.begin(), directions_.end(), [](std::string_view word) {
            return in_lower_case(word) != "none" && !is_nan_nrrd_vector(word);
        });
        for (std::size_t axis = 0; axis < dimension_; ++axis) {
            const std::string kind = kinds_.empty() ? "" : in_lower_case(kinds_[axis]);
            if (kind.find("color") != std::string::npos) {
                return Error{
                    ErrorCode::invalid_argument,
                    fmt::format(
                        "'{}' has colours along axis {} (counted from 0), but a volume has one number per voxel; "
                        "convert it to grey",
                        name_, axis),
                    name_};
            }
            const bool domain = kind == "domain" || kind == "space";
            const bool can_be_domain = domain || kind.empty() || kind == "???" || kind == "none";
            const bool of_space = !has_direction ? can_be_domain && header_.space_axes.size() < 3
                                  : is_nan_nrrd_vector(directions_[axis]) ? domain || (can_be_domain && dimension_ <= 3)
                                                                          : in_lower_case(directions_[axis]) != "none";
            if (of_space) {
                header_.space_axes.push_back(axis);
            }
        }
        if (header_.space_axes.size() > 3) {
            return Error{ErrorCode::invalid_argument,
                         fmt::format("'{}' has {} axes of space, but a volume has three; take a slice of it, with: unu "
                                     "slice -a AXIS -p 0 -i IN -o OUT",
                                     name_, header_.space_axes.size()),
                         name_};
        }
        return {};
    }

    Result<void> find_spacing() {
        header_.spacing.assign(header_.space_axes.size(), 0);
        if (!spacings_.empty() && spacings_.size() != dimension_) {
            return wrong_count("spacings", spacings_.size());
        }
        std::vector<std::vector<double>> directions;
        for (std::size_t index = 0; index < header_.space_axes.size(); ++index) {
            const std::size_t axis = header_.space_axes[index];
            if (!directions_.empty()) {
                directions.push_back(nrrd_vector(directions_[axis]));
                if (in_lower_case(directions_[axis]) == "none" || is_nan_nrrd_vector(directions_[axis])) {
                    header_.passed_over.push_back(fmt::format("the direction '{}' of axis {} (counted from 0)",
                                                              directions_[axis].substr(0, 40), axis));
                    continue;
                }
                double squares = 0;
                for (const double part : directions.back()) {
                    squares += part * part;
                }
                if (directions.back().empty()) {
                    line_ = directions_line_;
                    return wrong(fmt::format("space direction '{}' is not a vector like (0,0,1); correct it",
                                             directions_[axis].substr(0, 40)));
                }
                header_.spacing[index] = std::sqrt(squares);
            } else if (!spacings_.empty() && in_lower_case(spacings_[axis]) != "nan") {
                if (!is_read(spacings_[axis], header_.spacing[index])) {
                    line_ = spacings_line_;
                    return wrong(
                        fmt::format("spacing '{}' is not a number; correct it", spacings_[axis].substr(0, 40)));
                }
            }
        }
        find_world(directions);
        return {};
    }

    /// Sets the map to coordinates. In a space with time, time is the last axis. Without an origin the first voxel is
    /// at 0, as in ITK.
    void find_world(const std::vector<std::vector<double>>& directions) {
        const auto is = [&](std::string_view words, std::string_view letters) {
            return space_ == words || space_ == letters || space_ == std::string(words) + "-time" ||
                   space_ == std::string(letters) + "t";
        };
        const bool right = is("right-anterior-superior", "ras");
        const bool left = is("left-posterior-superior", "lps");
        const bool front = is("left-anterior-superior", "las");
        const std::size_t parts = space_.ends_with('t') || space_.ends_with("-time") ? 4 : 3;
        if (origin_.empty()) {
            origin_.resize(parts);
        }
        if ((!right && !left && !front) || directions.size() != 3 || origin_.size() != parts) {
            return;
        }
        const double sign[3] = {right ? 1. : -1., left ? -1. : 1., 1.};
        std::array<double, 12> rows{};
        for (unsigned row = 0; row < 3; ++row) {
            for (unsigned axis = 0; axis < 3; ++axis) {
                if (directions[axis].size() != parts) {
                    return;
                }
                rows[4 * row + axis] = sign[row] * directions[axis][row];
            }
            rows[4 * row + 3] = sign[row] * origin_[row];
        }
        if (std::all_of(rows.begin(), rows.end(), [](double value) { return std::isfinite(value); })) {
            header_.to_world = rows;
        }
    }

    std::string_view content_;
    const std::string& name_;
    NrrdHeader header_;
    std::size_t at_ = 0;
    std::uint64_t line_ = 0;
    std::set<std::string> seen_;
    std::uint64_t dimension_ = 0;
    std::string space_;
    std::vector<std::string_view> kinds_, spacings_, directions_;
    std::uint64_t spacings_line_ = 0, directions_line_ = 0;
    std::vector<double> origin_;
};

}  // namespace

bool looks_like_nrrd(std::string_view content) {
    return content.starts_with(kMagic);
}

Result<NrrdHeader> read_nrrd_header(std::string_view content, const std::string& name) {
    return NrrdHeaderReader(content, name).read();
}

}  // namespace vkalgo::formats
