// Reads Wavefront OBJ (Wavefront, Advanced Visualizer Manual, appendix B1): the statements v and f. Groups, materials,
// normals, texture coordinates, lines, points, curves and surfaces are skipped.
#include "formats/meshes/mesh.hpp"
#include "formats/meshes/stray_vertices.hpp"
#include "formats/number_text.hpp"
#include "formats/text_words.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

constexpr std::string_view kPassedOver[] = {"vt",   "vn",     "vp",     "l",      "p",         "o",     "g",    "s",
                                            "mg",   "mtllib", "usemtl", "usemat", "maplib",    "bevel", "lod",  "call",
                                            "csh",  "cstype", "deg",    "curv",   "curv2",     "surf",  "parm", "end",
                                            "trim", "hole",   "bmat",   "step",   "shadow_obj"};

class ObjReader {
public:
    ObjReader(std::string_view content, const std::string& name) : text_(content, name, '#') {
        mesh_.positions.emplace<1>();
    }

    Result<Mesh> read() {
        for (; text_.has_more(); text_.next_line()) {
            const std::string_view statement = word();
            std::string wrong;
            if (statement == "v") {
                wrong = vertex();
            } else if (statement == "f" || statement == "fo") {
                wrong = face();
            } else if (unknown_.empty() &&
                       std::find(std::begin(kPassedOver), std::end(kPassedOver), statement) == std::end(kPassedOver)) {
                unknown_ = statement;
                unknown_line_ = text_.line();
            }
            if (!wrong.empty()) {
                return text_.wrong(wrong);
            }
            continues_ = false;
        }
        if (mesh_.vertex_count() == 0 && !unknown_.empty()) {
            return text_.wrong(unknown_line_,
                               fmt::format("'{}' is not a statement of OBJ, and the file has no vertices; "
                                           "give its format by <format>",
                                           excerpt(unknown_)));
        }
        if (mesh_.faces > 0 && largest_ >= static_cast<std::int64_t>(mesh_.vertex_count())) {
            return text_.wrong(largest_line_, no_such_vertex(largest_ + 1, mesh_.vertex_count(), 1));
        }
        VKALGO_CHECK(strays_.settle(
            mesh_, [&](const StrayVertex& stray) { return text_.wrong(stray.location, stray.message()); }));
        return std::move(mesh_);
    }

private:
    /// Returns the next word of the statement. A backslash at the end of a line continues the statement on the next
    /// line.
    std::string_view word() {
        for (;;) {
            if (continues_) {
                text_.next_line();
                continues_ = false;
            }
            std::string_view found = text_.word();
            if (found.ends_with('\\')) {
                found.remove_suffix(1);
                continues_ = true;
            }
            if (!found.empty() || !continues_) {
                return found;
            }
        }
    }

    /// Reads a vertex. A weight or a colour after the coordinates is skipped.
    std::string vertex() {
        double position[3] = {};
        for (double& coordinate : position) {
            const std::string_view written = word();
            if (std::string wrong = read_any_coordinate(written, coordinate); !wrong.empty()) {
                return wrong;
            }
            strays_.check(coordinate, {mesh_.vertex_count(), text_.line(), written});
        }
        mesh_.add_vertex(position);
        return {};
    }

    std::string face() {
        corners_.clear();
        for (std::string_view corner = word(); !corner.empty(); corner = word()) {
            // A corner is the index of its vertex, perhaps followed by /texture/normal, which are not read.
            std::int64_t index = 0;
            if (std::string wrong = read_whole(corner.substr(0, corner.find('/')), "an index", index); !wrong.empty()) {
                return wrong;
            }
            if (std::string wrong = add_corner(index); !wrong.empty()) {
                return wrong;
            }
        }
        mesh_.add_face(corners_);
        return {};
    }

    /// Adds a corner. Indices count from 1 for the first vertex, or backwards from -1 for the last vertex read so far.
    std::string add_corner(std::int64_t index) {
        const auto vertices = static_cast<std::int64_t>(mesh_.vertex_count());
        if (index == 0) {
            return "a face names vertex 0, but OBJ counts from 1; correct it";
        }
        if (index < -vertices) {
            return fmt::format(
                "a face names vertex {}, counted back from the face, but only {} before the face; correct it", index,
                vertices == 1 ? "1 vertex comes" : fmt::format("{} vertices come", vertices));
        }
        const std::int64_t corner = index > 0 ? index - 1 : vertices + index;
        if (corner >= std::numeric_limits<std::uint32_t>::max()) {
            return fmt::format("a face names vertex {}, but the file has fewer vertices; correct it", index);
        }
        // A vertex may come after the face that uses it.
        if (corner > largest_) {
            largest_ = corner;
            largest_line_ = text_.line();
        }
        corners_.push_back(static_cast<std::uint32_t>(corner));
        return {};
    }

    MeshText text_;
    bool continues_ = false;
    std::vector<std::uint32_t> corners_;
    std::int64_t largest_ = -1;
    std::uint64_t largest_line_ = 0;
    std::string_view unknown_;
    std::uint64_t unknown_line_ = 0;
    StrayVertices strays_;
    Mesh mesh_;
};

Result<Mesh> read_obj(std::string_view content, const std::string& name, const InputLimits& /*limits*/) {
    return ObjReader(content, name).read();
}

}  // namespace

const MeshFormat& mesh_format_obj();
const MeshFormat& mesh_format_obj() {
    static const MeshFormat format = {.name = "obj", .about = "Wavefront OBJ", .endings = {".obj"}, .read = read_obj};
    return format;
}

}  // namespace vkalgo::formats
