// Reads OFF (Geomview, the Object File Format) in text: coordinates and faces. Normals, colours and texture coordinates
// are skipped. Numbers follow each other independently of line breaks, except for the colour of a face, which ends its
// line. Files that depend on line breaks are read too. In these files more or fewer numbers follow the coordinates of a
// vertex than the keyword says, or the number of edges is missing.
#include "formats/meshes/mesh.hpp"
#include "formats/meshes/stray_vertices.hpp"
#include "formats/number_text.hpp"
#include "formats/text_words.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

constexpr char kComment = '#';

/// The keyword [ST][C][N][4][n]OFF in upper or lower case. The first count may follow without a blank: "OFF8 6 0".
/// MeshLab writes N before C.
struct Keyword {
    bool is_known = false, textures = false, colours = false, normals = false, other_dimension = false;
    std::string_view text;

    explicit Keyword(std::string_view word) {
        const auto lower = [](char letter) {
            return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
        };
        std::string_view rest = word;
        const auto take = [&](std::string_view part) {
            const bool starts = rest.size() >= part.size() && std::equal(part.begin(), part.end(), rest.begin(),
                                                                         [&](char a, char b) { return a == lower(b); });
            rest.remove_prefix(starts ? part.size() : 0);
            return starts;
        };
        // In "nOFF" n is a dimension; "NOFF" and "noff" have normals.
        const auto is_dimension = [&] { return rest.starts_with("nO") || rest.starts_with("nnO"); };
        for (;;) {
            if (!textures && take("st")) {
                textures = true;
            } else if (!colours && take("c")) {
                colours = true;
            } else if (!normals && !is_dimension() && take("n")) {
                normals = true;
            } else {
                break;
            }
        }
        other_dimension = take("4");
        other_dimension = take("n") || other_dimension;
        is_known = take("off") && (rest.empty() || (rest.front() >= '0' && rest.front() <= '9'));
        text = word.substr(0, word.size() - rest.size());
    }
    /// Returns how many numbers follow the coordinates of a vertex.
    std::uint64_t further_numbers() const { return (normals ? 3U : 0U) + (colours ? 4U : 0U) + (textures ? 2U : 0U); }
};

/// A layout that a file may have.
struct Layout {
    /// True: a vertex has the numbers that the keyword says. False: it has all numbers of its line.
    bool counts_numbers = true;
    bool has_edges = true;
};
/// The layout without edges comes first. If the line after the first two counts holds whole vertices, as the keyword
/// describes them, the number of edges is missing.
constexpr Layout kLayouts[] = {{true, false}, {true, true}, {false, true}, {false, false}};

class OffReader {
public:
    OffReader(std::string_view content, const std::string& name, const Layout& layout)
        : text_(content, name, kComment), layout_(layout) {
        mesh_.positions.emplace<1>();
    }

    Result<Mesh> read() {
        VKALGO_CHECK(keyword());
        VKALGO_TRY(const std::uint64_t vertices, count("the number of vertices"));
        VKALGO_TRY(const std::uint64_t faces, count("the number of faces"));
        counts_line_ = text_.line();
        if (layout_.has_edges) {
            VKALGO_CHECK(edges());
        } else {
            applies_ = lacks_edges();
        }
        if (!applies_) {
            return text_.wrong("written in another way");
        }
        VKALGO_CHECK(read_each("vertices", vertices, kLeastVertex, [&] { return vertex(); }));
        VKALGO_CHECK(read_each("faces", faces, kLeastFace, [&] { return face(); }));
        if (text_.has_more()) {
            return text_.wrong(
                "data follow the last face; the numbers of vertices and faces at the start are too small, or several "
                "faces are on one line; correct the numbers, or write one face per line");
        }
        VKALGO_CHECK(strays_.settle(
            mesh_, [&](const StrayVertex& stray) { return text_.wrong(stray.location, stray.message()); }));
        return std::move(mesh_);
    }

    /// Returns true if the file may have this layout.
    bool applies() const { return applies_; }
    /// Returns the current line; 0 at the end of the text.
    std::uint64_t line() { return text_.has_more() ? text_.line() : 0; }

private:
    /// Bytes of "0 0 0" and of "0", with the separators.
    static constexpr std::uint64_t kLeastVertex = 6;
    static constexpr std::uint64_t kLeastFace = 2;

    /// Reads the keyword, which may be missing.
    Result<void> keyword() {
        text_.has_more();
        MeshText ahead = text_;
        const std::string_view word = ahead.word();
        const Keyword keyword(word);
        if (!keyword.is_known) {
            std::int64_t number = 0;
            if (!read_whole(word, "", number).empty()) {
                return text_.wrong(fmt::format(
                    "found '{}' in place of OFF; save the mesh again, or give its format by <format>", excerpt(word)));
            }
            return {};
        }
        text_.skip(keyword.text.size());
        further_numbers_ = keyword.further_numbers();
        if (keyword.other_dimension) {
            return text_.wrong(
                fmt::format("{} is not read, since its vertices may not have three coordinates; save the mesh as OFF",
                            keyword.text));
        }
        if (std::string_view next = ahead.word(); next == "BINARY" || next == "binary") {
            return text_.wrong("binary OFF is not read; save the mesh as text, or as binary PLY");
        }
        return {};
    }

    /// Skips the number of edges, which is not needed. If vertices depend on line breaks, the layout applies only if
    /// the line ends here.
    Result<void> edges() {
        std::int64_t number = 0;
        if (const std::string wrong = read_whole(text_.word_below(), "the number of edges", number); !wrong.empty()) {
            return text_.wrong(wrong);
        }
        applies_ = layout_.counts_numbers || text_.word().empty();
        return {};
    }

    /// Returns true if a line ends here and the next one looks like vertices.
    bool lacks_edges() const {
        MeshText ahead = text_;
        if (!ahead.word().empty() || !ahead.has_more()) {
            return false;
        }
        std::uint64_t words = 0;
        while (!ahead.word().empty()) {
            ++words;
        }
        return layout_.counts_numbers ? words > 0 && words % (3 + further_numbers_) == 0 : words >= 3;
    }

    Result<std::uint64_t> count(const char* what) {
        std::int64_t value = 0;
        if (const std::string wrong = read_whole(text_.word_below(), what, value); !wrong.empty()) {
            return text_.wrong(wrong);
        }
        if (value < 0) {
            return text_.wrong(fmt::format("{} is {}, but must not be negative; correct it", what, value));
        }
        vertices_ = vertices_ < 0 ? value : vertices_;
        return static_cast<std::uint64_t>(value);
    }

    template <class Read>
    Result<void> read_each(std::string_view things, std::uint64_t number, std::uint64_t least, const Read& read) {
        text_.has_more();
        if (const std::string wrong = no_room(things, number, least, text_.bytes_left()); !wrong.empty()) {
            return text_.wrong(counts_line_, wrong);
        }
        for (; number > 0; --number) {
            if (const std::string wrong = read(); !wrong.empty()) {
                return text_.wrong(wrong);
            }
        }
        return {};
    }

    std::string vertex() {
        text_.has_more();
        double position[3] = {};
        for (double& coordinate : position) {
            const std::string_view word = layout_.counts_numbers ? text_.word_below() : text_.word();
            if (std::string wrong = read_any_coordinate(word, coordinate); !wrong.empty()) {
                return wrong;
            }
            strays_.check(coordinate, {mesh_.vertex_count(), text_.line(), word});
        }
        mesh_.add_vertex(position);
        if (!layout_.counts_numbers) {
            text_.next_line();
            return {};
        }
        for (std::uint64_t number = 0; number < further_numbers_; ++number) {
            if (text_.word_below().empty()) {
                return fmt::format("a normal, colour or texture coordinate is missing; {}", kTruncated);
            }
        }
        return {};
    }

    std::string face() {
        std::int64_t corners = 0;
        if (std::string wrong = read_whole(text_.word_below(), "the number of corners", corners); !wrong.empty()) {
            return wrong;
        }
        if (corners < 1) {
            return fmt::format("a face has {} corners, but needs at least one; correct it", corners);
        }
        corners_.clear();
        for (; corners > 0; --corners) {
            std::int64_t corner = 0;
            if (std::string wrong = read_whole(text_.word_below(), "an index", corner); !wrong.empty()) {
                return wrong;
            }
            if (corner < 0 || corner >= vertices_) {
                return no_such_vertex(corner, static_cast<std::uint64_t>(vertices_), 0);
            }
            corners_.push_back(static_cast<std::uint32_t>(corner));
        }
        mesh_.add_face(corners_);
        return colour();
    }

    /// Skips the colour of a face: the rest of its line, on which no other face may begin.
    std::string colour() {
        constexpr std::size_t kMaxNumbers = 4;
        std::size_t numbers = 0;
        while (!text_.word().empty()) {
            ++numbers;
        }
        return numbers <= kMaxNumbers
                   ? ""
                   : fmt::format(
                         "{} numbers follow the corners of a face, but a colour has at most {}; write one face per "
                         "line",
                         numbers, kMaxNumbers);
    }

    MeshText text_;
    Layout layout_;
    bool applies_ = true;
    std::uint64_t further_numbers_ = 0;
    std::uint64_t counts_line_ = 0;
    /// The number of vertices; below 0 until it is read.
    std::int64_t vertices_ = -1;
    std::vector<std::uint32_t> corners_;
    StrayVertices strays_;
    Mesh mesh_;
};

bool looks_like_off(std::string_view content) {
    const std::string name;
    return Keyword(MeshText(content, name, kComment).word_below()).is_known;
}

/// Tries all layouts. A result with faces of fewer than three corners is returned only if no layout gives a result
/// without such faces. If all layouts fail, returns the error that is on the latest line. An error at the end of the
/// text counts as the earliest.
Result<Mesh> read_off(std::string_view content, const std::string& name, const InputLimits& /*limits*/) {
    std::optional<Mesh> unlikely;
    std::optional<Error> error;
    std::uint64_t line = 0;
    for (const Layout& layout : kLayouts) {
        OffReader reader(content, name, layout);
        Result<Mesh> mesh = reader.read();
        if (!reader.applies()) {
            continue;
        }
        if (mesh && std::none_of(mesh->sizes.begin(), mesh->sizes.end(), [](auto size) { return size < 3; })) {
            return mesh;
        }
        if (mesh) {
            if (!unlikely) {
                unlikely = std::move(*mesh);
            }
            continue;
        }
        if (const std::uint64_t reached = reader.line(); !error || reached > line) {
            error = mesh.error();
            line = reached;
        }
    }
    if (unlikely) {
        return std::move(*unlikely);
    }
    return *error;
}

}  // namespace

const MeshFormat& mesh_format_off();
const MeshFormat& mesh_format_off() {
    static const MeshFormat format = {
        .name = "off", .about = "OFF", .endings = {".off"}, .recognises = looks_like_off, .read = read_off};
    return format;
}

}  // namespace vkalgo::formats
