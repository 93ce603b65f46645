// Reads STL (3D Systems, StereoLithography Interface Specification), binary and text. Normals and attributes are
// skipped.
#include "formats/meshes/mesh.hpp"
#include "formats/number_text.hpp"
#include "formats/text_words.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

/// Binary: 80 bytes of header, which are not used, the number of triangles, and for each triangle a normal, three
/// corners and two bytes.
constexpr std::uint64_t kHeader = 80;
constexpr std::uint64_t kFront = kHeader + 4;
constexpr std::uint64_t kTriangle = 50;
constexpr std::uint64_t kCorners = 12;

/// The advice about a text that ends too early. Unlike kTruncated, it does not mention counts, since a text has none.
constexpr const char* kCutShort = "the file is truncated; copy or write it again";

std::uint64_t promised_triangles(std::string_view content) {
    std::uint32_t count = 0;
    std::memcpy(&count, content.data() + kHeader, sizeof count);
    return count;
}

/// Returns whether the size is that of a binary file. The first word does not decide, since the header of a binary file
/// may also start with "solid".
bool is_binary(std::string_view content) {
    return content.size() >= kFront && content.size() == kFront + kTriangle * promised_triangles(content);
}

/// Returns whether the header lacks the number of triangles. Programs that write triangles as they compute them do not
/// know it beforehand, and leave 0 or all bits set. The size of the file then gives the number.
bool lacks_count(std::string_view content) {
    if (content.size() <= kFront || (content.size() - kFront) % kTriangle != 0) {
        return false;
    }
    const std::uint64_t promised = promised_triangles(content);
    return promised == 0 || promised == std::numeric_limits<std::uint32_t>::max();
}

bool equal_but_for_case(std::string_view word, std::string_view lower) {
    return std::equal(word.begin(), word.end(), lower.begin(), lower.end(), [](char letter, char wanted) {
        return letter == wanted || (letter >= 'A' && letter <= 'Z' && letter - 'A' + 'a' == wanted);
    });
}

bool starts_as_text(std::string_view content) {
    const std::string name;
    return equal_but_for_case(MeshText(content.substr(0, kFront), name).word_below(), "solid");
}

/// Gives each triangle its own vertices.
void number_corners(Mesh& mesh) {
    mesh.indexed = false;
    mesh.triangles.resize(mesh.vertex_count());
    std::iota(mesh.triangles.begin(), mesh.triangles.end(), std::uint32_t{0});
    mesh.faces = mesh.triangle_count();
}

Result<Mesh> read_binary(std::string_view content, const std::string& name) {
    Mesh mesh;
    auto& positions = std::get<0>(mesh.positions);
    const std::uint64_t triangles = (content.size() - kFront) / kTriangle;
    positions.resize(triangles * 9);
    if (const std::uint64_t promised = promised_triangles(content); promised != triangles) {
        mesh.notices.push_back(fmt::format("says that it has {}, but has bytes for {}, all of which are read",
                                           plural(promised, "triangle"), triangles));
    }
    std::uint64_t at = kFront + kCorners;
    for (std::size_t corner = 0; corner < positions.size(); corner += 9, at += kTriangle) {
        std::memcpy(positions.data() + corner, content.data() + at, 9 * sizeof(float));
        for (std::size_t axis = 0; axis < 9; ++axis) {
            if (!std::isfinite(positions[corner + axis])) {
                return Error{ErrorCode::invalid_argument,
                             fmt::format("'{}' byte {}: a coordinate is infinite or not a number; repair the mesh",
                                         name, at + axis * sizeof(float)),
                             name};
            }
        }
    }
    number_corners(mesh);
    return mesh;
}

class StlTextReader {
public:
    StlTextReader(std::string_view content, const std::string& name) : text_(content, name) {}

    Result<Mesh> read() {
        bool open = false;
        for (;;) {
            const std::string_view word = text_.word_below();
            if (word.empty()) {
                break;
            }
            if (open ? is_end(word, "solid") : equal_but_for_case(word, "solid")) {
                open = !open;
                text_.next_line();  // Skips the name of the solid
            } else if (open && equal_but_for_case(word, "facet")) {
                if (const std::string wrong = facet(); !wrong.empty()) {
                    return text_.wrong(wrong);
                }
            } else {
                return text_.wrong(fmt::format("found '{}' in place of '{}'; correct it", excerpt(word),
                                               open ? "facet' or 'endsolid" : "solid"));
            }
        }
        if (open) {
            return text_.wrong(fmt::format("'endsolid' is missing; {}", kCutShort));
        }
        number_corners(mesh_);
        return std::move(mesh_);
    }

private:
    /// Returns true for "endsolid" if `what` is "solid". Some programs write two words, "end solid"; the second word is
    /// then skipped.
    bool is_end(std::string_view word, std::string_view what) {
        if (equal_but_for_case(word.substr(0, 3), "end") && equal_but_for_case(word.substr(3), what)) {
            return true;
        }
        MeshText ahead = text_;
        if (!equal_but_for_case(word, "end") || !equal_but_for_case(ahead.word(), what)) {
            return false;
        }
        text_.word();
        if (mesh_.notices.empty()) {
            mesh_.notices.push_back(
                fmt::format("has 'end {}' on line {}, which is read as 'end{}'", what, text_.line(), what));
        }
        return true;
    }

    std::string expect(std::string_view wanted) {
        const std::string_view word = text_.word_below();
        if (wanted.starts_with("end") ? is_end(word, wanted.substr(3)) : equal_but_for_case(word, wanted)) {
            return {};
        }
        if (word.empty()) {
            return fmt::format("'{}' is missing; {}", wanted, kCutShort);
        }
        if (wanted == "vertex" && equal_but_for_case(word, "endloop")) {
            return too_few_corners(corners_);
        }
        if (wanted == "endloop" && equal_but_for_case(word, "vertex")) {
            return "a facet has more than three corners; split it into triangles";
        }
        return fmt::format("found '{}' in place of '{}'; correct it", excerpt(word), wanted);
    }

    std::string facet() {
        std::string wrong = expect("normal");
        for (int axis = 0; axis < 3 && wrong.empty(); ++axis) {
            text_.word_below();  // May be nan for a triangle without a normal
        }
        for (const char* word : {"outer", "loop"}) {
            wrong = wrong.empty() ? expect(word) : wrong;
        }
        for (corners_ = 0; corners_ < 3 && wrong.empty(); ++corners_) {
            wrong = expect("vertex");
            for (int axis = 0; axis < 3 && wrong.empty(); ++axis) {
                float coordinate = 0;
                wrong = read_coordinate(text_.word_below(), coordinate);
                std::get<0>(mesh_.positions).push_back(coordinate);
            }
        }
        for (const char* word : {"endloop", "endfacet"}) {
            wrong = wrong.empty() ? expect(word) : wrong;
        }
        return wrong;
    }

    MeshText text_;
    std::uint64_t corners_ = 0;
    Mesh mesh_;
};

bool looks_like_stl(std::string_view content) {
    return is_binary(content) || starts_as_text(content);
}

Result<Mesh> read_stl(std::string_view content, const std::string& name, const InputLimits& /*limits*/) {
    if (is_binary(content) || lacks_count(content)) {
        return read_binary(content, name);
    }
    if (starts_as_text(content) && content.substr(0, kFront).find('\0') == std::string_view::npos) {
        return StlTextReader(content, name).read();
    }
    if (content.size() < kFront) {
        return Error{
            ErrorCode::invalid_argument,
            fmt::format("'{}' is not an STL file: it is not text that starts with 'solid', and its {} bytes are "
                        "fewer than the {} bytes at the start of a binary file; copy or save it again",
                        name, content.size(), kFront),
            name};
    }
    const std::uint64_t triangles = promised_triangles(content);
    return Error{ErrorCode::invalid_argument,
                 fmt::format("'{}' announces {} as binary STL, so it must have {} bytes, but has {}; {}", name,
                             plural(triangles, "triangle"), kFront + kTriangle * triangles, content.size(), kTruncated),
                 name};
}

}  // namespace

const MeshFormat& mesh_format_stl();
const MeshFormat& mesh_format_stl() {
    static const MeshFormat format = {
        .name = "stl", .about = "STL", .endings = {".stl"}, .recognises = looks_like_stl, .read = read_stl};
    return format;
}

}  // namespace vkalgo::formats
