// OFF (Geomview, the Object File Format) in text: coordinates and faces. Normals, colours and texture coordinates are
// passed over, with whatever else follows on the line of a vertex or a face.
#include "cli/formats/mesh.hpp"
#include "cli/formats/mesh_text.hpp"
#include "cli/formats/number_text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr char kComment = '#';

/// [ST][C][N][4][n]OFF
bool is_keyword(std::string_view word) {
    for (const std::string_view part : {"ST", "C", "N", "4", "n"}) {
        word.remove_prefix(word.starts_with(part) ? part.size() : 0);
    }
    return word == "OFF";
}

class OffReader {
public:
    OffReader(std::string_view content, const std::string& name) : text_(content, name, kComment) {
        mesh_.positions.emplace<1>();
    }

    Result<Mesh> read() {
        VKALGO_CHECK(keyword());
        VKALGO_TRY(const std::uint64_t vertices, count("the number of vertices"));
        VKALGO_TRY(const std::uint64_t faces, count("the number of faces"));
        counts_line_ = text_.line();
        text_.next_line();  // the number of edges is of no use
        VKALGO_CHECK(read_each("vertices", vertices, kLeastVertex, [&] { return vertex(); }));
        VKALGO_CHECK(read_each("faces", faces, kLeastFace, [&] { return face(); }));
        if (text_.has_more()) {
            return text_.wrong(
                "data behind the last face; the numbers of vertices and faces are too small: correct "
                "them");
        }
        return std::move(mesh_);
    }

private:
    /// bytes of "0 0 0" and of "0", with what separates them
    static constexpr std::uint64_t kLeastVertex = 6;
    static constexpr std::uint64_t kLeastFace = 2;

    /// The keyword may be missing.
    Result<void> keyword() {
        text_.has_more();
        MeshText ahead = text_;
        const std::string_view word = ahead.word();
        if (!is_keyword(word)) {
            std::int64_t number = 0;
            if (!read_whole(word, "", number).empty()) {
                return text_.wrong(
                    fmt::format("'{}' stands where OFF was expected; save it again, or name its format "
                                "with --format",
                                excerpt(word)));
            }
            return {};
        }
        text_.word();
        if (word.find_first_of("4n") != std::string_view::npos) {
            return text_.wrong(
                fmt::format("vertices of {} have another number of coordinates than three; save it as "
                            "OFF",
                            word));
        }
        if (ahead.word() == "BINARY") {
            return text_.wrong("binary OFF is not read; save it as text, or as binary PLY");
        }
        return {};
    }

    Result<std::uint64_t> count(const char* what) {
        std::int64_t value = 0;
        if (const std::string wrong = read_whole(text_.word_below(), what, value); !wrong.empty()) {
            return text_.wrong(wrong);
        }
        if (value < 0) {
            return text_.wrong(fmt::format("{} is {}; correct it", what, value));
        }
        vertices_ = vertices_ < 0 ? value : vertices_;
        return static_cast<std::uint64_t>(value);
    }

    template <class Read>
    Result<void> read_each(std::string_view things, std::uint64_t number, std::uint64_t least, const Read& read) {
        if (const std::string wrong = no_room(things, number, least, text_.bytes_left()); !wrong.empty()) {
            return text_.wrong(counts_line_, wrong);
        }
        for (; number > 0; --number) {
            if (const std::string wrong = read(); !wrong.empty()) {
                return text_.wrong(wrong);
            }
            text_.next_line();
        }
        return {};
    }

    std::string vertex() {
        double position[3] = {};
        for (double& coordinate : position) {
            if (std::string wrong = read_coordinate(text_.word_below(), coordinate); !wrong.empty()) {
                return wrong;
            }
        }
        mesh_.add_vertex(position);
        return {};
    }

    std::string face() {
        std::int64_t corners = 0;
        if (std::string wrong = read_whole(text_.word_below(), "the number of corners", corners); !wrong.empty()) {
            return wrong;
        }
        if (corners < 3) {
            return corners < 0 ? fmt::format("a face of {} corners; correct it", corners)
                               : too_few_corners(static_cast<std::uint64_t>(corners));
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
        return {};
    }

    MeshText text_;
    std::uint64_t counts_line_ = 0;
    /// below 0 until it is read
    std::int64_t vertices_ = -1;
    std::vector<std::uint32_t> corners_;
    Mesh mesh_;
};

bool recognises(std::string_view content) {
    const std::string name;
    return is_keyword(MeshText(content, name, kComment).word_below());
}

Result<Mesh> read(std::string_view content, const std::string& name, const InputLimits& /*limits*/) {
    return OffReader(content, name).read();
}

}  // namespace

const MeshFormat& mesh_format_off();
const MeshFormat& mesh_format_off() {
    static const MeshFormat format = {
        .name = "off", .about = "OFF", .endings = {".off"}, .recognises = recognises, .read = read};
    return format;
}

}  // namespace vkalgo::cli
