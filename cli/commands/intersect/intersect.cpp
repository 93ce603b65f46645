#include "algorithms/mesh/mesh_intersection_call.hpp"
#include "algorithms/mesh/mesh_method.hpp"
#include "cli/call_report.hpp"
#include "cli/command.hpp"
#include "cli/commands/intersect/faces.hpp"
#include "cli/commands/intersect/pairs.hpp"
#include "cli/commands/intersect/picture.hpp"
#include "cli/commands/intersect/random_mesh.hpp"
#include "cli/input_options.hpp"
#include "cli/method_option.hpp"
#include "cli/progress.hpp"
#include "engine/runner.hpp"
#include "formats/meshes/marked_ply.hpp"
#include "formats/meshes/mesh.hpp"
#include "support/bad_usage.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr Advice kAdvice[] = {
    {"memory_limit", "raise --memory, or give a --region", {}},
    {"triangles", "give fewer triangles", ErrorCode::too_large},
    {"vertices", "give fewer vertices", ErrorCode::too_large},
    {"method", "--method", {}},
    {"positions", "replace coordinates that are too small to matter by 0", {}},
};

class IntersectCommand : public Invocation {
public:
    Result<void> declare(Options& options) override {
        options.group("Input");
        options.inputs(
            inputs_,
            mesh_formats_help() + "; if two are given, triangles of one are tested with triangles of the other", 2,
            "MESH");
        input_options_.declare(options, {.meshes = true});
        options.size("--n", random_, "this number of random triangles, in place of a file", 0, std::uint64_t{1} << 29);
        options.whole("--seed", seed_, "seed of the random triangles (default 1)");
        options.flag("--weld", weld_,
                     "merge vertices at exactly the same position. A mesh whose triangles share no vertices (STL) "
                     "needs this, and so does a mesh with seams (glTF): else neighbours count as triangles that touch");
        options.group("Run");
        declare_method(options, method_, mesh_methods(), "hierarchy, or list for few triangles");
        options.choice("--touching", touching_, {"yes", "no"},
                       "yes: triangles that share a point intersect, unless they share it only by a common vertex or "
                       "edge; no: only triangles whose interiors meet intersect");
        options.value("--region", "X0,Y0,Z0,X1,Y1,Z1", "test only triangles whose box meets this box",
                      [this](const std::string& text) { return take_region(text); });
        options.flag(
            "--faces", faces_,
            "give pairs of faces of the file, each pair once, in place of pairs of the triangles that faces are "
            "cut into");
        options.size("--max-pairs", max_pairs_, "list only the first pairs, at most this number; all pairs are counted",
                     1);
        options.group("Output");
        options.text("--output", output_, "FILE",
                     "write the pairs: " + writers_help({OutputPart::rows, OutputPart::array, OutputPart::json}) +
                         "; - is CSV on standard output. Triangles are numbered from 0; "
                         "a face of more than three corners is several triangles: see --faces");
        options.text("--segments", segments_, "FILE.csv",
                     "write the segments in which triangles meet; triangles in one plane have none");
        options.text(
            "--marked", marked_, "FILE.ply",
            "write the (first) mesh, with the triangles (with --faces: the faces) of the listed pairs in red, and with "
            "a "
            "property `group`: the number, from 1, of the group of those that pairs connect with one another, or 0 "
            "for those in no pair");
        options.text(
            "--picture", picture_, "FILE.png",
            "draw the tested triangles, with a colour for each group of triangles that intersect and the numbers "
            "of the largest groups; hidden groups show through");
        options.choice("--up", up_, {"x", "y", "z"},
                       "the axis that points upwards in the picture (default y; z for STL)");
        return {};
    }

    Result<Answer> run(Session& session) override {
        VKALGO_CHECK(check_usage(session));
        VKALGO_TRY(std::vector<Mesh> meshes, read_meshes(session));
        const MeshView a = meshes.front().view();
        const MeshView b = meshes.back().view();
        const MeshView* const second = meshes.size() == 2 ? &b : nullptr;
        Answer answer;
        describe_input(meshes, answer);
        const MeshIntersectionCallOptions options = options_for(session);
        if (picture_) {
            VKALGO_CHECK(check_scene(session, meshes));
        }
        VKALGO_TRY(const MeshIntersectionResult found, timed(session, a, second, options));
        explain_intersection(session, found);
        VKALGO_TRY(const ListedPairs listed,
                   faces_ ? list_faces(meshes, found, max_pairs_.value_or(0)) : list_triangles(meshes, found));
        describe(session, meshes, found, listed, answer);
        if (output_) {
            answer.output(*output_, write_table(pairs_table(listed.pairs), *output_));
        }
        if (segments_) {
            Bytes segments = segments_file(meshes, found.pairs, listed);
            if (!listed.pairs.empty() && std::count(segments.begin(), segments.end(), std::byte{'\n'}) == 1) {
                session.reporter().warn(fmt::format(
                    "--segments {}: no listed pair meets in a segment, so only the header is written", *segments_));
            }
            answer.output(*segments_, std::move(segments));
        }
        if (marked_) {
            const Mesh& mesh = meshes.front();
            const auto first = std::span(listed.groups.group_of).first(faces_ ? mesh.faces : mesh.triangle_count());
            VKALGO_TRY(Bytes marked, encode_marked_ply(mesh, first, faces_));
            answer.output(*marked_, std::move(marked));
        }
        if (picture_) {
            const MeshGroups groups = groups_of_triangles(meshes, listed);
            VKALGO_TRY(Bytes picture, draw_scene(session, {meshes, groups, region_, picture_up(up_, meshes.front())}));
            answer.output(*picture_, std::move(picture));
        }
        if (session.globals().verify) {
            answer.verification = verify_pairs(a, second, options, found);
        }
        return answer;
    }

private:
    Result<void> take_region(const std::string& text) {
        std::array<double, 6> numbers{};
        std::size_t begin = 0;
        for (std::size_t k = 0; k < numbers.size(); ++k) {
            const std::size_t end = text.find(',', begin);
            if ((end == std::string::npos) != (k + 1 == numbers.size())) {
                return bad_usage(
                    fmt::format("{} is not a box; give six numbers with commas between them: the least "
                                "corner, then the greatest",
                                text));
            }
            VKALGO_TRY(numbers.at(k), parse_number(text.substr(begin, end - begin)));
            begin = end + 1;
        }
        region_.emplace();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            region_->low.at(axis) = numbers.at(axis);
            region_->high.at(axis) = numbers.at(axis + 3);
            if (numbers.at(axis) > numbers.at(axis + 3)) {
                return bad_usage(fmt::format("{}: {} is more than {}; give the least corner first", text,
                                             numbers.at(axis), numbers.at(axis + 3)));
            }
        }
        return {};
    }

    Result<void> check_usage(const Session& session) const {
        if (inputs_.empty() == !random_.has_value()) {
            return bad_usage(inputs_.empty()
                                 ? "no mesh is given; give a MESH, or --n for random triangles"
                                 : "--n makes random triangles, but a MESH is given; leave out one of them");
        }
        if (seed_ && !random_) {
            return bad_usage("--seed is for random triangles; give --n, or leave out --seed");
        }
        if (random_ && (input_options_.given() || weld_)) {
            return bad_usage(
                "--format, --input-limit and --weld are for files, but the triangles are random; leave them "
                "out");
        }
        const auto check = [&](const char* option, const std::optional<std::string>& path,
                               const std::vector<std::string_view>& endings) -> Result<void> {
            if (!path) {
                return {};
            }
            if (*path == "-" && option != std::string_view("--output")) {
                return bad_usage(fmt::format(
                    "{} - would write to standard output, which is not supported; give the name of a file", option));
            }
            VKALGO_CHECK(session.check_output(option, *path, endings));
            return check_not_input(option, *path, inputs_);
        };
        VKALGO_CHECK(
            check("--output", output_, writer_endings({OutputPart::rows, OutputPart::array, OutputPart::json})));
        VKALGO_CHECK(check("--segments", segments_, {".csv"}));
        VKALGO_CHECK(check("--marked", marked_, {".ply"}));
        VKALGO_CHECK(check("--picture", picture_, {".png"}));
        if (up_ && !picture_) {
            return bad_usage("--up is for a picture; give --picture, or leave out --up");
        }
        if (output_ && segments_) {
            VKALGO_CHECK(check_not_output("--segments", *segments_, "--output", *output_));
        }
        return {};
    }

    Result<std::vector<Mesh>> read_meshes(Session& session) const {
        std::vector<Mesh> meshes;
        if (random_) {
            meshes.push_back(random_mesh(*random_, seed_.value_or(1)));
            return meshes;
        }
        for (const std::string& path : inputs_) {
            VKALGO_TRY(Mesh mesh, read_mesh(path, input_options_.settings(session)));
            if (weld_) {
                VKALGO_TRY(const std::uint64_t merged, weld_vertices(mesh));
                session.reporter().explain(
                    fmt::format("{}: --weld merged {} with an earlier vertex at the same position", path,
                                merged == 1 ? "1 vertex" : fmt::format("{} vertices", merged)));
            } else if (mesh.triangle_count() > 1 && (!mesh.indexed || mesh.splits_vertices)) {
                session.reporter().warn(fmt::format(
                    "{}: {} as triangles that touch; give --weld to make neighbours share vertices", path,
                    mesh.indexed ? "neighbours may share no vertices where normals, colours or textures change, and "
                                   "then count"
                                 : "its triangles share no vertices, so neighbours count"));
            }
            if (const auto right = check_mesh(mesh.view()); !right) {
                return Error{right.error().code, fmt::format("{}: {}", path, right.error().message),
                             right.error().where};
            }
            warn_of_odd_faces(session.reporter(), path, mesh);
            warn_of_no_triangles(session.reporter(), path, mesh, region_);
            meshes.push_back(std::move(mesh));
        }
        return meshes;
    }

    MeshIntersectionCallOptions options_for(const Session& session) const {
        MeshIntersectionCallOptions options;
        options.touching = touching_ == "yes";
        options.method = method_;
        options.region = region_;
        options.max_pairs = faces_ ? 0 : max_pairs_.value_or(0);
        take_globals(session, options.call);
        return options;
    }

    static Result<MeshIntersectionResult> timed(Session& session, const MeshView& a, const MeshView* b,
                                                MeshIntersectionCallOptions options) {
        VKALGO_TRY(Context* const context, session.context());
        VKALGO_TRY(Runner runner, Runner::create(*context));
        const std::size_t triangles = a.triangles.size() / 3;
        Progress progress(session, "intersect",
                          static_cast<double>(triangles) * static_cast<double>(options.call.repeat), "triangles");
        options.call.progress = progress.callback();
        options.call.cancel = progress.cancel();
        return b == nullptr ? intersect_mesh(runner, a, options) : intersect_meshes(runner, a, *b, options);
    }

    void describe_input(const std::vector<Mesh>& meshes, Answer& answer) const {
        if (random_) {
            answer.parameters["n"] = *random_;
            answer.parameters["seed"] = seed_.value_or(1);
        } else {
            answer.parameters["input"] = inputs_.front();
            if (inputs_.size() == 2) {
                answer.parameters["other_input"] = inputs_.back();
            }
        }
        answer.parameters["type"] = to_string(meshes.front().scalar());
        answer.parameters["weld"] = weld_;
        answer.parameters["faces"] = faces_;
        answer.parameters["touching"] = touching_ == "yes";
        answer.parameters["method"] = method_;
        if (region_) {
            answer.parameters["region"] = {{"low", region_->low}, {"high", region_->high}};
        }
        if (max_pairs_) {
            answer.parameters["max_pairs"] = *max_pairs_;
        }
    }

    /// Returns the number of listed pairs of a triangle, or face, without area and itself, as the end of a sentence.
    static std::string flat_text(const ListedPairs& listed, std::uint64_t flat) {
        return fmt::format("; {}{} without area", listed.pairs.size() == listed.count ? "" : "of the listed pairs, ",
                           flat == 1 ? fmt::format("1 is a {}", listed.faces ? "face" : "triangle")
                                     : fmt::format("{} are {}", flat, listed.faces ? "faces" : "triangles"));
    }

    static void describe(const Session& session, const std::vector<Mesh>& meshes, const MeshIntersectionResult& found,
                         const ListedPairs& listed, Answer& answer) {
        report_run(session, found.report, answer);
        const std::uint64_t flat = meshes.size() == 1 ? degenerate(listed.pairs) : 0;
        answer.result["triangles"] = meshes.front().triangle_count();
        answer.result["faces"] = meshes.front().faces;
        if (meshes.size() == 2) {
            answer.result["other_triangles"] = meshes.back().triangle_count();
            answer.result["other_faces"] = meshes.back().faces;
        }
        answer.result["pairs"] = listed.count;
        answer.result["listed"] = listed.pairs.size();
        answer.result["touching"] = found.plan.options.touching;
        answer.result["without_area"] = flat;
        answer.result["groups"] = listed.groups.sizes.size();
        answer.result["boxes_meet"] = found.candidates;
        answer.result["method"] = found.plan.method_name();
        if (session.globals().quiet) {
            answer.text = fmt::format("{}\n", listed.count);
            return;
        }
        answer.line("triangles", of_each(meshes, [](const Mesh& mesh) { return mesh.triangle_count(); }));
        if (std::any_of(meshes.begin(), meshes.end(), [](const Mesh& mesh) { return !mesh.sizes.empty(); })) {
            answer.line("faces", of_each(meshes, [](const Mesh& mesh) { return mesh.faces; }));
        }
        answer.line("method", found.plan.method_name());
        answer.line("pairs",
                    fmt::format("{} {}{}{}", listed.count, listed.count == 1 ? "intersects" : "intersect",
                                listed.faces ? ", counted by faces" : "", flat == 0 ? "" : flat_text(listed, flat)));
        if (!listed.groups.sizes.empty()) {
            const std::uint32_t most = *std::max_element(listed.groups.sizes.begin(), listed.groups.sizes.end());
            answer.line("groups", fmt::format("{}{}, the largest of {}", listed.groups.sizes.size(),
                                              listed.pairs.size() == listed.count ? "" : " of the listed pairs",
                                              plural(most, listed.faces ? "face" : "triangle")));
        }
        constexpr std::size_t kShown = 6;
        std::string first;
        for (std::size_t k = 0; k < std::min(listed.pairs.size(), kShown); ++k) {
            first += fmt::format("{}{}-{}", k == 0 ? "" : " ", listed.pairs[k].first, listed.pairs[k].second);
        }
        if (!first.empty()) {
            answer.line("first", first + (listed.count > kShown ? " ..." : ""));
        }
    }

    /// Formats a number of one mesh, or of both: "5 and 7".
    template <class Count>
    static std::string of_each(const std::vector<Mesh>& meshes, const Count& count) {
        return meshes.size() == 1 ? fmt::format("{}", count(meshes.front()))
                                  : fmt::format("{} and {}", count(meshes.front()), count(meshes.back()));
    }

    InputOptions input_options_;
    std::vector<std::string> inputs_;
    std::optional<std::uint64_t> random_, seed_, max_pairs_;
    std::optional<MeshRegion> region_;
    std::optional<std::string> output_, segments_, marked_, picture_;
    bool weld_ = false, faces_ = false;
    std::optional<std::string> up_;
    std::string method_ = "auto";
    std::string touching_ = "yes";
};

}  // namespace

const Command& command_intersect();
const Command& command_intersect() {
    static const Command command = {
        .name = "intersect",
        .summary = "pairs of triangles that intersect, in a mesh or between two",
        .description =
            "Finds every pair of triangles that intersect, exactly. Triangles with one common vertex intersect if\n"
            "the edge opposite to it in one triangle meets the other. Triangles with a common edge intersect if they\n"
            "lie in one plane on the same side of the edge. With three common vertices they always intersect.\n"
            "Vertices are common if their numbers are equal: see --weld. A triangle without area is a pair with\n"
            "itself. Two meshes have no common vertices, and their triangles without area are in no pair. With\n"
            "--touching no, triangles intersect only if their interiors meet, whatever their vertices. Faces of more\n"
            "than three corners are cut into triangles; --faces gives pairs of faces.",
        .examples =
            "  vkalgo intersect dragon.ply --output pairs.csv --marked dragon_marked.ply\n"
            "  vkalgo intersect scan.ply --picture scan.png --up z\n"
            "  vkalgo intersect part.stl --weld --touching no\n"
            "  vkalgo intersect hull.obj keel.obj --segments seam.csv\n"
            "  vkalgo intersect city.off --region 0,0,0,100,100,30 --max-pairs 1000 --output pairs.npy\n"
            "  vkalgo intersect --n 20K --verify\n"
            "  vkalgo intersect --n 1M --repeat 7 --profile\n",
        .globals = {},
        .advice = kAdvice,
        .make = [] { return std::unique_ptr<Invocation>(std::make_unique<IntersectCommand>()); },
    };
    return command;
}

}  // namespace vkalgo::cli
