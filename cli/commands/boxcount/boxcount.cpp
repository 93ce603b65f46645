#include "algorithms/volume/box_count_call.hpp"
#include "cli/call_report.hpp"
#include "cli/command.hpp"
#include "cli/commands/boxcount/box_options.hpp"
#include "cli/commands/boxcount/box_report.hpp"
#include "cli/method_option.hpp"
#include "cli/progress.hpp"
#include "cli/volume_input.hpp"
#include "engine/runner.hpp"
#include "formats/meshes/points.hpp"
#include "formats/source.hpp"
#include "formats/volumes/volume.hpp"
#include "support/bad_usage.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr Advice kAdvice[] = {
    {"memory_limit", "raise --memory, or give a smaller volume or fewer points", {}},
    {"shape", "give a smaller volume", ErrorCode::too_large},
    {"steps", "give fewer --offsets, or smaller --sizes", {}},
    {"side", "give other --sizes", {}},
    {"unit", "give a larger --unit", {}},
    {"method", "--method", {}},
};

class BoxCountCommand : public Invocation {
public:
    Result<void> declare(Options& options) override {
        options.group("Input");
        input_.declare(options, volume_formats_help() + "; or points: " + points_formats_help(), point_format_names());
        options.flag("--points", points_,
                     "the file is a list of points, even if its name (.npy, or -) does not say so");
        options.number("--unit", unit_, "for points: the side of a cell, the unit of all sizes");
        options.size("--cells", cells_,
                     "for points, in place of --unit: the number of cells along the longest extent (default 1024)", 1,
                     1 << 21);
        options.group("Run");
        options.value("--sizes", "LIST",
                      "sides of boxes in voxels, as in 1,3,9, or 3^k for all powers of 3 (default 2^k)",
                      [this](const std::string& text) -> Result<void> {
                          VKALGO_TRY(sizes_, parse_sizes(text));
                          return {};
                      });
        options.texts(
            "--offsets", offsets_, "all|K|X,Y,Z",
            "count in several grids, and take the fewest boxes of any grid. all: a grid at every offset; K: grids at K "
            "offsets along each axis; X,Y,Z: a grid that begins at -X, -Y, -Z (this may be given several times)");
        options.flag("--lacunarity", lacunarity_,
                     "also give the mean and the variance of the number m of voxels in a whole box, and the lacunarity "
                     "E[m^2] / E[m]^2; add --offsets all for a box that glides");
        options.range("--fit", fit_, "fit the line to sizes LO to HI (default: to all)");
        declare_method(options, method_, box_count_methods(), "pyramid, or sort for points");
        options.group("Output");
        options.text("--output", output_, "FILE",
                     "write a row per size, with the slope to the next size: " + writers_help({OutputPart::rows}));
        options.text("--plot", plot_, "FILE.svg", "draw the counts and the fitted line, with logarithmic axes");
        return {};
    }

    Result<Answer> run(Session& session) override {
        VKALGO_CHECK(check_usage(session));
        VKALGO_TRY(const OffsetChoice offsets, parse_offsets(offsets_).map_error([](Error error) {
            error.message = "--offsets: " + error.message;
            return error;
        }));
        Answer answer;
        describe_parameters(answer);
        BoxCounts counts;
        if (of_points()) {
            VKALGO_TRY(counts, count_points(session, answer));
        } else {
            VKALGO_TRY(counts, count_volume(session, offsets, answer));
        }
        describe(session, counts, answer);
        write(counts, answer);
        return answer;
    }

private:
    bool of_points() const {
        const std::string format = input_.options.format();
        return !input_.random &&
               (points_ || (format.empty() ? names_points(input_.inputs.front()) : formats_points(format)));
    }
    double low() const { return fit_ ? fit_->low.real() : 0; }
    double high() const { return fit_ ? fit_->high.real() : std::numeric_limits<double>::infinity(); }

    Result<void> check_usage(const Session& session) const {
        VKALGO_CHECK(input_.check("count in; give a VOLUME or points"));
        if (input_.random && points_) {
            return bad_usage("--points is for files, but the body is random; leave --points out");
        }
        if (unit_ && cells_) {
            return bad_usage("--unit and --cells both say how large a cell is; give only one of them");
        }
        if (of_points() &&
            (input_.threshold || input_.label || sizes_ || !offsets_.empty() || lacunarity_ || method_ == "pyramid")) {
            return bad_usage(
                "points are always counted in boxes of side 1, 2, 4, ... cells by sorting; leave out --threshold, "
                "--label, --sizes, --offsets, --lacunarity and --method pyramid");
        }
        if (!of_points() && (unit_ || cells_)) {
            return bad_usage(std::string("--unit and --cells are for points; leave them out") +
                             (input_.random ? "" : ", or give --points"));
        }
        const std::vector<std::string_view> tables = writer_endings({OutputPart::rows}), plots{".svg"};
        for (const auto& [option, path, endings] :
             {std::tuple{"--output", &output_, &tables}, {"--plot", &plot_, &plots}}) {
            if (*path) {
                VKALGO_CHECK(session.check_output(option, **path, *endings));
                VKALGO_CHECK(check_not_input(option, **path, input_.inputs));
            }
        }
        return output_ && plot_ ? check_not_output("--plot", *plot_, "--output", *output_) : Result<void>{};
    }

    Result<BoxCounts> count_points(Session& session, Answer& answer) const {
        VKALGO_TRY(const Points points, read_points(input_.inputs.front(), input_.options.settings(session)));
        PointBoxOptions options;
        options.unit = unit_;
        options.cells = static_cast<std::uint32_t>(cells_.value_or(options.cells));
        VKALGO_TRY(const PointGrid grid, place_points(points.coordinates, points.dimensions, options));
        VKALGO_TRY(Context* const context, session.context());
        VKALGO_TRY(Runner runner, Runner::create(*context));
        CallOptions call;
        take_globals(session, call);
        const auto repeats = static_cast<double>(call.repeat);
        Progress progress(session, "boxcount", static_cast<double>(points.count()) * repeats, "points");
        call.progress = progress.callback();
        call.cancel = progress.cancel();
        VKALGO_TRY(BoxCounts counts, count_point_boxes(runner, grid, call));
        answer.result["points"] = points.count();
        answer.result["unit"] = grid.unit;
        if (session.globals().verify) {
            answer.verification = verify_point_boxes(counts, grid);
        }
        return counts;
    }

    BoxCountCallOptions call_options(const Session& session, const OffsetChoice& offsets,
                                     const VolumeShape& shape) const {
        BoxCountCallOptions options;
        options.selection = input_.selection();
        if (sizes_) {
            options.sizes = sizes_->up_to(std::max({shape.x, shape.y, shape.z}));
        }
        options.steps = offsets.steps;
        options.offsets = offsets.offsets;
        options.lacunarity = lacunarity_;
        options.method = method_;
        take_globals(session, options.call);
        return options;
    }

    Result<BoxCounts> count_volume(Session& session, const OffsetChoice& offsets, Answer& answer) const {
        const auto plan_for = [&](const VolumeShape& shape, ElementType type) -> Result<BoxCountCallPlan> {
            VKALGO_TRY(const Context* const context, session.context());
            return plan_box_count_call(shape, type, call_options(session, offsets, shape), context->profile());
        };
        std::optional<BoxCountCallPlan> plan;
        if (const auto random = input_.random_shape()) {  // The volume is planned before it is generated
            VKALGO_TRY(plan, plan_for(*random, ElementType::u8));
        }
        VKALGO_TRY(const Volume volume, input_.read(session));
        const VolumeShape shape{volume.size[0], volume.size[1], volume.size[2]};
        warn_of_spacing(session, volume);
        if (!plan) {
            VKALGO_TRY(plan, plan_for(shape, volume.type));
        }
        BoxCountCallOptions options = call_options(session, offsets, shape);
        VKALGO_TRY(Context* const context, session.context());
        VKALGO_TRY(Runner runner, Runner::create(*context));
        const auto repeats = static_cast<double>(options.call.repeat);
        Progress progress(session, "boxcount", static_cast<double>(shape.voxels()) * repeats, "voxels");
        options.call.progress = progress.callback();
        options.call.cancel = progress.cancel();
        VKALGO_TRY(BoxCounts counts, count_boxes(runner, volume.voxels, *plan, options.call));
        input_.warn_of_nothing(session, counts.inside);
        if (session.globals().verify) {
            answer.verification = verify_boxes(counts, volume.type, volume.voxels, options);
        }
        return counts;
    }

    /// Warns if voxels are not cubes. A box has the same number of voxels along each axis, so boxes are not cubes
    /// either.
    void warn_of_spacing(Session& session, const Volume& volume) const {
        const auto& steps = volume.geometry.spacing;
        double least = std::numeric_limits<double>::infinity(), most = 0;
        for (std::size_t axis = 0; axis < steps.size(); ++axis) {
            if (volume.size.at(axis) > 1) {
                least = std::min(least, steps.at(axis));
                most = std::max(most, steps.at(axis));
            }
        }
        if (most > 1.01 * least) {
            session.reporter().warn(
                fmt::format("{}: voxels of {:.6g} x {:.6g} x {:.6g} are not cubes, so boxes are not cubes either; "
                            "for the dimension in space, first resample the volume to cubic voxels",
                            input_name(input_.inputs.front()), steps[0], steps[1], steps[2]));
        }
    }

    void describe_parameters(Answer& answer) const {
        input_.describe(answer);
        if (!offsets_.empty()) {
            answer.parameters["offsets"] = offsets_;
        }
        if (fit_) {
            answer.parameters["fit"] = {json_of(fit_->low), json_of(fit_->high)};
        }
        answer.parameters["method"] = method_;
    }

    void describe(const Session& session, const BoxCounts& counts, Answer& answer) const {
        report_run(session, counts.report, answer);
        const std::optional<BoxFit> fit = fit_of(counts, low(), high());
        Json& result = answer.result;
        result["shape"] = {counts.shape.x, counts.shape.y, counts.shape.z};
        result["voxels"] = counts.inside;
        Json sizes = Json::array(), numbers = Json::array(), means = Json::array(), grids = Json::array();
        Json lacunarity = Json::array(), slopes = Json::array();
        for (const BoxSize& size : counts.sizes) {
            sizes.push_back(size.size);
            numbers.push_back(size.count);
            means.push_back(size.mean_count);
            grids.push_back(size.grids);
            lacunarity.push_back(size.lacunarity ? Json(*size.lacunarity) : Json());
        }
        for (const double slope : local_slopes(box_sizes(counts), box_numbers(counts))) {
            slopes.push_back(std::isnan(slope) ? Json() : Json(slope));
        }
        result["sizes"] = std::move(sizes);
        result["counts"] = std::move(numbers);
        result["dimension"] = fit ? Json(fit->dimension) : Json();
        result["standard_error"] = fit ? Json(fit->standard_error) : Json();
        result["r_squared"] = fit ? Json(fit->r_squared) : Json();
        result["slopes"] = std::move(slopes);
        if (!offsets_.empty()) {
            result["mean_counts"] = std::move(means);
            result["grids"] = std::move(grids);
        }
        if (lacunarity_) {
            result["lacunarity"] = std::move(lacunarity);
        }
        result["method"] = counts.method;
        if (counts.parts > 1) {
            session.reporter().explain(fmt::format("voxels are packed in {} parts, one after the other", counts.parts));
        }
        if (session.globals().quiet) {
            answer.text = fit ? fmt::format("{}\n", fit->dimension) : "none\n";
            return;
        }
        const bool points = of_points();
        answer.line(points ? "cells" : "volume",
                    fmt::format("{} x {} x {}, {} {}", counts.shape.x, counts.shape.y, counts.shape.z,
                                plural(counts.inside, points ? "cell" : "voxel"), points ? "with a point" : "inside"));
        answer.line("method", counts.method);
        for (const BoxSize& size : counts.sizes) {
            answer.line(fmt::format("size {}", size.size), line_of(size));
        }
        answer.line("dimension", !fit ? fmt::format("none, since a line needs two sizes{} whose counts are not 0",
                                                    fit_ ? " in the range of --fit" : "")
                                 : fit->sizes == 2 ? fmt::format("{:.4f}, by two sizes", fit->dimension)
                                                   : fmt::format("{:.4f}, standard error {:.4f}, by {} sizes",
                                                                 fit->dimension, fit->standard_error, fit->sizes));
    }

    std::string line_of(const BoxSize& size) const {
        std::string line = plural(size.count, "box");
        if (!offsets_.empty()) {
            line += fmt::format(", {:.6g} on average over {}", size.mean_count, plural(size.grids, "grid"));
        }
        if (size.lacunarity) {
            line += fmt::format(", lacunarity {:.6g}", *size.lacunarity);
        }
        return line;
    }

    void write(const BoxCounts& counts, Answer& answer) const {
        if (output_) {
            answer.output(*output_, write_table(boxes_table(counts, !offsets_.empty(), lacunarity_), *output_));
        }
        if (plot_) {
            answer.output(*plot_, boxes_plot(counts, fit_of(counts, low(), high()), low(), high(),
                                             "Box counting of " + input_.name()));
        }
    }

    VolumeInput input_;
    std::vector<std::string> offsets_;
    std::optional<std::uint64_t> cells_;
    std::optional<double> unit_;
    std::optional<SizeChoice> sizes_;
    std::optional<Range> fit_;
    std::optional<std::string> output_, plot_;
    bool points_ = false, lacunarity_ = false;
    std::string method_ = "auto";
};

}  // namespace

const Command& command_boxcount();
const Command& command_boxcount() {
    static const Command command = {
        .name = "boxcount",
        .summary = "the number of boxes of each size that an object meets, and its fractal dimension",
        .description =
            "Counts the boxes of side 1, 2, 4, ... voxels, or of other sides (--sizes), that hold a voxel of the\n"
            "object, and fits a line to log(count) over log(1 / side); its slope is the box-counting dimension.\n"
            "Boxes begin at the first voxel, or see --offsets; boxes that the far sides cut count too. An image is\n"
            "counted in squares. Points are put into cells, and boxes have sides of 1, 2, 4, ... cells. Cells begin\n"
            "at the least coordinates; there are 1024 along the longest extent, unless --unit or --cells is given.",
        .examples =
            "  vkalgo boxcount bone.nrrd --threshold 1200 --output boxes.csv --plot boxes.svg\n"
            "  vkalgo boxcount sponge.npy --sizes 3^k --fit 1:81\n"
            "  vkalgo boxcount atlas.nii.gz --label 17 --offsets 3 --lacunarity\n"
            "  vkalgo boxcount coast.png --json\n"
            "  vkalgo boxcount galaxies.csv --unit 0.5\n"
            "  vkalgo boxcount --n 256 --verify\n",
        .globals = {},
        .advice = kAdvice,
        .make = [] { return std::unique_ptr<Invocation>(std::make_unique<BoxCountCommand>()); },
    };
    return command;
}

}  // namespace vkalgo::cli
