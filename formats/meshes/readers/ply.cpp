// Reads PLY 1.0 (Greg Turk, The PLY Polygon File Format): the coordinates of the vertices and the lists of the faces,
// in any order and of any types. All other elements and properties are skipped.
#include "formats/bytes.hpp"
#include "formats/meshes/mesh.hpp"
#include "formats/meshes/ply_header.hpp"
#include "formats/meshes/ply_values.hpp"
#include "formats/text_words.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

constexpr const char* kAxes[] = {"x", "y", "z"};

/// Returns what is wrong if the rest of the file is too short for the element's values.
template <class Values>
std::string no_room_for(const PlyElement& element, const Values& values) {
    std::uint64_t least = 0;
    for (const PlyProperty& property : element.properties) {
        least += Values::least(property.length.value_or(property.type));
    }
    return no_room(fmt::format("elements '{}'", element.name), element.count, least, values.left());
}

template <class Values>
std::string skip_property(Values& values, const PlyProperty& property) {
    std::int64_t count = 1;
    if (property.length) {
        if (std::string wrong = values.whole(*property.length, "the length of a list", count); !wrong.empty()) {
            return wrong;
        }
        if (count < 0) {
            return fmt::format("a list has the length {}, but a length must not be negative; correct it", count);
        }
    }
    return values.skip(property.type, static_cast<std::uint64_t>(count));
}

template <class Values>
class PlyReader {
public:
    PlyReader(Values values, const PlyHeader& header, const std::string& name)
        : values_(std::move(values)), header_(header), name_(name) {}

    Result<Mesh> read() {
        VKALGO_CHECK(check_header());
        for (const PlyElement& element : header_.elements) {
            if (const std::string wrong = no_room_for(element, values_); !wrong.empty()) {
                return bad_header(element, wrong);
            }
            const bool vertices = &element == vertex_;
            reserve(element);
            // An element without properties has no values.
            const std::uint64_t count = element.properties.empty() ? 0 : element.count;
            for (std::uint64_t index = 0; index < count; ++index) {
                if (const std::string wrong = vertices            ? vertex()
                                              : &element == face_ ? face()
                                                                  : skip(element);
                    !wrong.empty()) {
                    return values_.wrong(wrong);
                }
                values_.end_element();
            }
        }
        if (values_.has_more()) {
            return values_.wrong(
                "data follow the last element; correct the counts in the header, or remove these data");
        }
        VKALGO_CHECK(strays_.settle(mesh_, [&](const StrayVertex& stray) { return values_.wrong(stray); }));
        return std::move(mesh_);
    }

private:
    Error bad_header(const PlyElement& element, const std::string& message) const {
        return {ErrorCode::invalid_argument, fmt::format("'{}' line {}: {}", name_, element.line, message), name_};
    }

    /// Finds the elements and properties to read, and the precision of the positions.
    Result<void> check_header() {
        vertex_ = header_.find("vertex");
        face_ = header_.find("face");
        if (vertex_ == nullptr) {
            return Error{ErrorCode::invalid_argument,
                         fmt::format("'{}' has no element 'vertex', so it is not a mesh; export one", name_), name_};
        }
        ElementType scalar = ElementType::f32;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const char* letter = kAxes[axis];
            const auto found = vertex_->find(letter);
            if (!found || vertex_->properties[*found].length) {
                return bad_header(*vertex_, fmt::format("the vertices have no coordinate '{}'; export it too", letter));
            }
            axes_[axis] = *found;
            const ElementType type = vertex_->properties[*found].type;
            if (type == ElementType::f64 || type == ElementType::i32 || type == ElementType::u32) {
                scalar = ElementType::f64;  // An f32 does not hold 32-bit integers
            }
        }
        if (scalar == ElementType::f64) {
            mesh_.positions.emplace<1>();
        }
        if (face_ != nullptr) {
            const auto corners = face_->find("vertex_indices", "vertex_index");
            if (!corners || !face_->properties[*corners].length || is_float(face_->properties[*corners].type)) {
                return bad_header(*face_, "the faces have no list 'vertex_indices' of whole numbers; export it too");
            }
            corners_property_ = *corners;
        }
        if (const PlyElement* strips = header_.find("tristrips"); strips != nullptr && strips->count > 0) {
            return bad_header(*strips, "triangle strips are not read; save the mesh with an element 'face'");
        }
        return {};
    }

    /// Reserves memory, since an array that grows would be copied. Memory that is never touched costs nothing.
    void reserve(const PlyElement& element) {
        if (&element == vertex_) {
            std::visit([&](auto& positions) { positions.reserve(element.count * 3); }, mesh_.positions);
        } else if (&element == face_) {
            const PlyProperty& corners = face_->properties[corners_property_];
            const std::uint64_t least = Values::least(*corners.length) + 3 * Values::least(corners.type);
            mesh_.triangles.reserve(std::min(element.count, values_.left() / least) * 3);
        }
    }

    std::string skip(const PlyElement& element) {
        std::string wrong;
        for (std::size_t index = 0; index < element.properties.size() && wrong.empty(); ++index) {
            wrong = skip_property(values_, element.properties[index]);
        }
        return wrong;
    }

    std::string vertex() {
        double position[3] = {};
        std::string wrong;
        for (std::size_t index = 0; index < vertex_->properties.size() && wrong.empty(); ++index) {
            const PlyProperty& property = vertex_->properties[index];
            const auto* axis = std::find(std::begin(axes_), std::end(axes_), index);
            if (axis == std::end(axes_)) {
                wrong = skip_property(values_, property);
                continue;
            }
            double& coordinate = position[axis - std::begin(axes_)];
            wrong = values_.coordinate(property.type, coordinate);
            strays_.check(coordinate, values_.last(mesh_.vertex_count()));
        }
        mesh_.add_vertex(position);
        return wrong;
    }

    std::string face() {
        std::string wrong;
        for (std::size_t index = 0; index < face_->properties.size() && wrong.empty(); ++index) {
            const PlyProperty& property = face_->properties[index];
            wrong = index == corners_property_ ? corners(property) : skip_property(values_, property);
        }
        return wrong;
    }

    std::string corners(const PlyProperty& property) {
        std::int64_t count = 0;
        if (std::string wrong = values_.whole(*property.length, "the number of corners", count); !wrong.empty()) {
            return wrong;
        }
        if (count < 0) {
            return fmt::format("a face has {} corners, but the number must not be negative; correct it", count);
        }
        corners_.clear();
        for (; count > 0; --count) {
            std::int64_t corner = 0;
            if (std::string wrong = values_.whole(property.type, "an index", corner); !wrong.empty()) {
                return wrong;
            }
            if (corner < 0 || static_cast<std::uint64_t>(corner) >= vertex_->count) {
                return no_such_vertex(corner, vertex_->count, 0);
            }
            corners_.push_back(static_cast<std::uint32_t>(corner));
        }
        mesh_.add_face(corners_);
        return {};
    }

    Values values_;
    const PlyHeader& header_;
    const std::string& name_;
    const PlyElement* vertex_ = nullptr;
    const PlyElement* face_ = nullptr;
    /// The indices of x, y, z among the vertex's properties, and the index of the corners among the face's properties.
    std::size_t axes_[3] = {};
    std::size_t corners_property_ = 0;
    std::vector<std::uint32_t> corners_;
    StrayVertices strays_;
    Mesh mesh_;
};

/// Removes a byte order mark, which editors put before a text.
std::string_view without_byte_order_mark(std::string_view content) {
    return content.substr(content.starts_with(kByteOrderMark) ? 3 : 0);
}

bool looks_like_ply(std::string_view content) {
    const std::string_view start = without_byte_order_mark(content);
    return start.starts_with("ply\n") || start.starts_with("ply\r");
}

Result<Mesh> read_ply(std::string_view given, const std::string& name, const InputLimits& /*limits*/) {
    const std::string_view content = without_byte_order_mark(given);
    VKALGO_TRY(const PlyHeader header, parse_ply_header(content, name));
    if (header.encoding == PlyEncoding::ascii) {
        return PlyReader(PlyTextValues(content, header, name), header, name).read();
    }
    return PlyReader(PlyBinaryValues(content, header, name), header, name).read();
}

}  // namespace

const MeshFormat& mesh_format_ply();
const MeshFormat& mesh_format_ply() {
    static const MeshFormat format = {
        .name = "ply", .about = "PLY", .endings = {".ply"}, .recognises = looks_like_ply, .read = read_ply};
    return format;
}

}  // namespace vkalgo::formats
