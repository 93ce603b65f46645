#include "algorithms/volume/thinning_call.hpp"
#include "algorithms/volume/thinning_method.hpp"
#include "cli/call_report.hpp"
#include "cli/command.hpp"
#include "cli/commands/thin/skeleton.hpp"
#include "cli/method_option.hpp"
#include "cli/progress.hpp"
#include "cli/volume_input.hpp"
#include "engine/runner.hpp"
#include "formats/volumes/volume.hpp"
#include "support/bad_usage.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr Advice kAdvice[] = {
    {"memory_limit", "raise --memory, or give a smaller volume", {}},
    {"shape", "give a smaller volume", ErrorCode::too_large},
    {"labels", "thin them one by one, by --label", ErrorCode::too_large},
    {"method", "--method", {}},
    {"spacing", "--spacing", {}},
};

class ThinCommand : public Invocation {
public:
    Result<void> declare(Options& options) override {
        options.group("Input");
        input_.declare(options, volume_formats_help());
        options.choice("--labels", labels_, {"all"},
                       "all: thin each label except 0 by itself, as if all other voxels were background");
        options.value("--spacing", "X,Y,Z",
                      "distances between voxels, or one number for all (default: those of the file, else 1)",
                      [this](const std::string& text) { return take_spacing(text); });
        options.group("Run");
        declare_method(options, method_, thinning_methods(), "palagyi");
        options.choice("--kind", kind_, {"curve", "surface"},
                       "curve: only lines along the middle; surface: surfaces too (only with palagyi)");
        options.group("Output");
        options.text(
            "--output", output_, "FILE",
            "write the skeleton: 1 in its voxels (255 in .png images) or, with --labels, the label of each, and 0 "
            "elsewhere; a file in the format of the input keeps the input's header; " +
                volume_outputs_help());
        options.text(
            "--radius", radius_, "FILE",
            "write for each voxel of the skeleton the distance to the nearest voxel that is not of its object (with "
            "--labels: not of its label), and 0 elsewhere: " +
                volume_outputs_help());
        options.text("--graph", graph_, "FILE",
                     "write the skeleton as a graph: " + writers_help({OutputPart::rows}) +
                         ", a row per branch with its ends, length and mean radius, or " +
                         writers_help({OutputPart::json}) + " with all nodes, branches and voxels");
        options.text(
            "--picture", picture_, "FILE.png",
            "draw the object, seen along the shortest side of the volume (the greatest value on each line of sight; "
            "for labels, and if all values are equal, the thickness), with the skeleton as lines, lighter if "
            "nearer, each label in its own colour");
        return {};
    }

    Result<Answer> run(Session& session) override {
        VKALGO_CHECK(check_usage(session));
        std::optional<ThinningPlan> plan;
        if (const auto shape = input_.random_shape()) {  // The volume is planned before it is generated
            VKALGO_TRY(plan, this->plan(session, *shape));
        }
        VKALGO_TRY(const Volume volume, input_.read(session));
        VKALGO_CHECK(check_data_file(volume));
        const std::string name = input_.name();
        const std::array<double, 3> spacing = spacing_.value_or(volume.geometry.spacing);
        std::vector<std::uint32_t> labels;
        if (labels_.has_value()) {
            VKALGO_TRY(labels, labels_of(volume, name));
        }
        VKALGO_TRY(const std::vector<std::uint32_t> bits,
                   pack_voxels(shape_of(volume), volume.type, volume.voxels, input_.selection()));
        VKALGO_TRY(const ThinningResult thinned, timed(session, volume, bits, labels, spacing, plan));
        if (!labels_) {
            input_.warn_of_nothing(session, thinned.voxels);
        } else if (thinned.labels == 0) {
            session.reporter().warn(
                fmt::format("{}: all voxels are 0, so no voxel has a label, and nothing is inside", name));
        }
        Answer answer;
        describe_parameters(spacing, answer);
        const SkeletonVoxels skeleton{shape_of(volume), thinned.skeleton, thinned.radius, labels, spacing};
        std::optional<SkeletonGraph> graph;
        if (graph_) {
            VKALGO_TRY(graph, skeleton_graph(skeleton));
        }
        describe(session, volume, thinned, graph, answer);
        VKALGO_CHECK(write(volume, bits, thinned, skeleton, answer));
        if (graph_) {
            answer.output(*graph_, write_table(graph_table(*graph, skeleton), *graph_));
        }
        if (session.globals().verify) {
            verify(session, volume, bits, labels, thinned, answer);
        }
        return answer;
    }

private:
    Result<void> take_spacing(const std::string& text) {
        std::array<double, 3> steps{};
        std::size_t begin = 0;
        // A single number applies to all axes.
        const std::string wanted = text.find(',') == std::string::npos ? fmt::format("{0},{0},{0}", text) : text;
        for (std::size_t k = 0; k < steps.size(); ++k) {
            const std::size_t end = wanted.find(',', begin);
            if ((end == std::string::npos) != (k + 1 == steps.size())) {
                return bad_usage(
                    fmt::format("{} is not a spacing; give three numbers with commas between them, for x, y and z, or "
                                "one number for all",
                                text));
            }
            VKALGO_TRY(steps.at(k), parse_number(wanted.substr(begin, end - begin)));
            // Distances are computed from squares in f32. Within these limits the squares stay in the range of f32, for
            // distances of up to some 18,000 voxels.
            constexpr double kLeast = 1e-15, kGreatest = 1e15;
            if (!(steps.at(k) >= kLeast) || !(steps.at(k) <= kGreatest)) {
                return bad_usage(fmt::format("{}: distances between voxels must be numbers from {:g} to {:g}", text,
                                             kLeast, kGreatest));
            }
            begin = end + 1;
        }
        spacing_ = steps;
        return {};
    }

    Result<void> check_usage(const Session& session) const {
        VKALGO_CHECK(input_.check("thin; give a VOLUME"));
        if (labels_ && (input_.threshold || input_.label)) {
            return bad_usage("--threshold, --label and --labels each say what is inside; give only one of them");
        }
        if (kind_ == "surface" && method_ == "lee") {
            return bad_usage("--method lee makes only curves; leave out --method or --kind surface");
        }
        if (kind_ == "surface" && graph_) {
            return bad_usage("--graph describes only curves; leave out --graph or --kind surface");
        }
        std::vector<std::pair<const char*, std::string>> written;
        const auto check = [&](const char* option, const std::optional<std::string>& path,
                               const std::function<Result<void>(const std::string&)>& can_be) -> Result<void> {
            if (!path) {
                return {};
            }
            if (*path == "-") {
                return bad_usage(fmt::format(
                    "{} - would write to standard output, which is not supported; give the name of a file", option));
            }
            VKALGO_CHECK(can_be(*path));
            VKALGO_CHECK(check_not_input(option, *path, input_.inputs));
            for (const auto& [other, name] : written) {
                VKALGO_CHECK(check_not_output(option, *path, other, name));
            }
            written.emplace_back(option, *path);
            return {};
        };
        VKALGO_CHECK(
            check("--output", output_, [](const std::string& path) { return check_volume_output("--output", path); }));
        VKALGO_CHECK(
            check("--radius", radius_, [](const std::string& path) { return check_volume_output("--radius", path); }));
        VKALGO_CHECK(check("--graph", graph_, [&](const std::string& path) {
            return session.check_output("--graph", path, writer_endings({OutputPart::rows, OutputPart::json}));
        }));
        return check("--picture", picture_,
                     [&](const std::string& path) { return session.check_output("--picture", path, {".png"}); });
    }

    /// Refuses to overwrite the data file. The user named only the header, which says where the voxels are.
    Result<void> check_data_file(const Volume& volume) const {
        for (const auto& [option, path] : {std::pair{"--output", &output_},
                                           {"--radius", &radius_},
                                           {"--graph", &graph_},
                                           {"--picture", &picture_}}) {
            if (*path) {
                VKALGO_CHECK(check_not_input(option, **path, volume.geometry.data_files));
            }
        }
        return {};
    }

    ThinningOptions thinning() const {
        return {kind_ == "surface" ? SkeletonKind::surface : SkeletonKind::curve, method_};
    }

    ThinningCallOptions call_options(const Session& session, const std::array<double, 3>& spacing) const {
        ThinningCallOptions options;
        options.thinning = thinning();
        options.radius = radius_ || graph_;
        std::transform(spacing.begin(), spacing.end(), options.spacing.begin(),
                       [](double step) { return static_cast<float>(step); });
        take_globals(session, options.call);
        return options;
    }

    Result<ThinningPlan> plan(Session& session, const VolumeShape& shape) const {
        VKALGO_TRY(Context* const context, session.context());
        return plan_thinning_call(shape, call_options(session, {1, 1, 1}), context->profile());
    }

    Result<ThinningResult> timed(Session& session, const Volume& volume, const std::vector<std::uint32_t>& bits,
                                 const std::vector<std::uint32_t>& labels, const std::array<double, 3>& spacing,
                                 std::optional<ThinningPlan> plan) const {
        VKALGO_TRY(Context* const context, session.context());
        if (!plan && !labels_) {
            VKALGO_TRY(plan, this->plan(session, shape_of(volume)));
        }
        VKALGO_TRY(Runner runner, Runner::create(*context));
        ThinningCallOptions options = call_options(session, spacing);
        Progress progress(session, "thin",
                          static_cast<double>(volume.voxel_count()) * static_cast<double>(options.call.repeat),
                          "voxels");
        options.call.progress = progress.callback();
        options.call.cancel = progress.cancel();
        return !labels_ ? thin(runner, bits, options, *plan) : thin_labels(runner, shape_of(volume), labels, options);
    }

    void describe_parameters(const std::array<double, 3>& spacing, Answer& answer) const {
        input_.describe(answer);
        if (labels_.has_value()) {
            answer.parameters["labels"] = *labels_;
        }
        answer.parameters["spacing"] = spacing;
        answer.parameters["kind"] = kind_;
        answer.parameters["method"] = method_;
    }

    void describe(const Session& session, const Volume& volume, const ThinningResult& thinned,
                  const std::optional<SkeletonGraph>& graph, Answer& answer) const {
        report_run(session, thinned.report, answer);
        answer.result["shape"] = volume.size;
        answer.result["voxels"] = thinned.voxels;
        answer.result["kept"] = thinned.kept;
        answer.result["iterations"] = thinned.iterations;
        answer.result["method"] = thinned.plan.method_name();
        if (labels_.has_value()) {
            answer.result["labels"] = thinned.labels;
            session.reporter().explain(
                fmt::format("{} in {}; the labels of a layer do not touch, and are thinned together",
                            plural(thinned.labels, "label"), plural(thinned.layers, "layer")));
        }
        if (graph) {
            answer.result["nodes"] = graph->nodes.size();
            answer.result["branches"] = graph->branches.size();
        }
        if (session.globals().quiet) {
            answer.text = fmt::format("{}\n", thinned.kept);
            return;
        }
        answer.line("volume", fmt::format("{} x {} x {}, {} inside", volume.size[0], volume.size[1], volume.size[2],
                                          plural(thinned.voxels, "voxel")));
        answer.line("method",
                    fmt::format("{}, {}", thinned.plan.method_name(), plural(thinned.iterations, "iteration")));
        if (labels_.has_value()) {
            answer.line("labels", fmt::format("{}", thinned.labels));
        }
        answer.line("skeleton", plural(thinned.kept, "voxel"));
        if (graph) {
            double length = 0;
            for (const SkeletonBranch& branch : graph->branches) {
                length += branch.length;
            }
            answer.line("graph",
                        fmt::format("{} and {}, with a length of {:.6g} in all", plural(graph->nodes.size(), "node"),
                                    graph->branches.size() == 1 ? "1 branch"
                                                                : fmt::format("{} branches", graph->branches.size()),
                                    length));
        }
    }

    void verify(const Session& session, const Volume& volume, const std::vector<std::uint32_t>& bits,
                const std::vector<std::uint32_t>& labels, const ThinningResult& thinned, Answer& answer) const {
        SkeletonCheck check = check_skeleton(volume, bits, labels, thinning(), thinned);
        answer.verification = std::move(check.verification);
        answer.result["topology"] = {
            {"objects", check.after.objects}, {"cavities", check.after.cavities}, {"tunnels", check.after.tunnels()}};
        if (!session.globals().quiet && check.before == check.after) {
            answer.line("topology", fmt::format("{}, before and after", topology_text(check.after)));
        }
    }

    Result<void> write(const Volume& volume, const std::vector<std::uint32_t>& bits, const ThinningResult& thinned,
                       const SkeletonVoxels& skeleton, Answer& answer) const {
        Volume spaced = volume;
        if (spacing_) {
            spaced.geometry.respace(skeleton.spacing);
        }
        if (output_) {
            Volume written = skeleton_volume(spaced, thinned.skeleton, labels_.has_value());
            if (!labels_ && is_image_output(*output_)) {
                // In an image, 255 stands for a voxel of the skeleton, since viewers show values as they are, and 255
                // as white.
                std::replace(written.voxels.begin(), written.voxels.end(), std::byte{1}, std::byte{255});
            }
            VKALGO_TRY(FileContent content, encode_volume(*output_, written));
            answer.output(*output_, std::move(content));
        }
        if (radius_) {
            VKALGO_TRY(FileContent content,
                       encode_volume(*radius_, radius_volume(spaced, thinned.skeleton, thinned.radius)));
            answer.output(*radius_, std::move(content));
        }
        if (picture_) {
            VKALGO_TRY(Bytes picture, skeleton_picture(volume, bits, skeleton));
            answer.output(*picture_, std::move(picture));
        }
        return {};
    }

    VolumeInput input_;
    std::optional<std::array<double, 3>> spacing_;
    std::optional<std::string> output_, radius_, graph_, picture_;
    std::optional<std::string> labels_;
    std::string method_ = "auto";
    std::string kind_ = "curve";
};

}  // namespace

const Command& command_thin();
const Command& command_thin() {
    static const Command command = {
        .name = "thin",
        .summary = "the skeleton of the objects in a volume or an image",
        .description =
            "Removes voxels from the border of the objects, layer by layer, until only lines or surfaces along their\n"
            "middle are left. The numbers of objects (26-connected), cavities and tunnels do not change, and ends of\n"
            "lines stay. Everything outside of the volume is background. An image (.png, or a .npy of two dimensions)\n"
            "is a volume of one slice.",
        .examples =
            "  vkalgo thin vessels.nii.gz --output skeleton.nii.gz --graph branches.csv\n"
            "  vkalgo thin brain.nii.gz --threshold 60 --kind surface --output sheet.nii.gz\n"
            "  vkalgo thin atlas.nii.gz --labels all --output skeletons.nii.gz\n"
            "  vkalgo thin bone.nrrd --radius thickness.nrrd --picture bone.png\n"
            "  vkalgo thin letters.npy --method lee --output lines.npy\n"
            "  vkalgo thin --n 100 --verify\n",
        .globals = {},
        .advice = kAdvice,
        .make = [] { return std::unique_ptr<Invocation>(std::make_unique<ThinCommand>()); },
    };
    return command;
}

}  // namespace vkalgo::cli
