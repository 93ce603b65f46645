#include "cli/commands/dp/picture/picture_options.hpp"

#include "cli/commands/dp/picture/dot_picture.hpp"
#include "cli/commands/dp/picture/table_axes.hpp"
#include "cli/commands/dp/picture/table_picture.hpp"
#include "formats/bytes.hpp"
#include "formats/drawing/png.hpp"
#include "support/bad_usage.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// The largest --window: the equal letters of a window are counted in 8 bits.
constexpr std::uint64_t kMaxDotWindow = 255;

Result<Bytes> png_of(const Canvas& canvas) {
    return encode_png(static_cast<std::uint32_t>(canvas.width()), static_cast<std::uint32_t>(canvas.height()), 3,
                      canvas.rgb());
}

}  // namespace

void PictureOptions::declare(Options& options) {
    options.text("--picture", table_, "FILE.png",
                 "draw the table as a heat map, with the cells of the solution marked");
    options.text("--dotplot", dots_, "FILE.png",
                 "draw where two inputs of letters match, and with --solution also its path");
    options.size("--window", window_,
                 "with --dotplot: number of letters that are compared together (default: 11 to 31; 1 for short inputs)",
                 1, kMaxDotWindow);
    options.size(
        "--match-at-least", match_,
        "with --dotplot: number of letters of a window that must be equal for a match (default: more than by chance)",
        1, kMaxDotWindow);
    options.flag("--dots-only", dots_only_,
                 "with --dotplot: only draw it, without solving the problem; needs no device");
}

std::vector<std::string> PictureOptions::names() const {
    std::vector<std::string> names;
    for (const auto& [given, name] : {std::pair{table_.has_value(), "--picture"},
                                      {dots_.has_value(), "--dotplot"},
                                      {window_.has_value(), "--window"},
                                      {match_.has_value(), "--match-at-least"},
                                      {dots_only_, "--dots-only"}}) {
        names.insert(names.end(), given ? 1 : 0, name);
    }
    return names;
}

Result<void> PictureOptions::check(const Session& session, const dp::RecurrenceHeader& header,
                                   const std::string& streams) const {
    if ((window_ || match_ || dots_only_) && !dots_) {
        return bad_usage(fmt::format("{} needs --dotplot; give --dotplot too", window_  ? "--window"
                                                                               : match_ ? "--match-at-least"
                                                                                        : "--dots-only"));
    }
    if (window_ && match_ && *match_ > *window_) {
        return bad_usage(
            fmt::format("--match-at-least {} is more than the {} of --window; give at most {}, or a larger "
                        "--window",
                        *match_, plural(*window_, "letter"), *window_));
    }
    if (table_ && header.index_count() > 2) {
        return bad_usage(fmt::format(
            "--picture draws tables of two indices, but that of {} has {}; write the whole table by --table "
            "FILE.npy",
            header.problem, header.index_count()));
    }
    std::error_code ignored;  // A path that cannot be examined is refused later
    if (table_ && dots_ && *table_ != "-" &&
        std::filesystem::weakly_canonical(*table_, ignored) == std::filesystem::weakly_canonical(*dots_, ignored)) {
        return bad_usage(fmt::format("--picture and --dotplot both write {}; give one of them another name", *dots_));
    }
    for (const auto& [option, path] : {std::pair{"--picture", table_}, {"--dotplot", dots_}}) {
        if (!path) {
            continue;
        }
        if (*path == "-" && (!streams.empty() || (table_ && dots_))) {
            return bad_usage(fmt::format("{} - and {} both write to standard output; give the picture a file name",
                                         option,
                                         !streams.empty()                     ? streams
                                         : option == std::string("--picture") ? "--dotplot"
                                                                              : "--picture"));
        }
        VKALGO_CHECK(session.check_output(option, *path, {".png"}));
    }
    return {};
}

Result<void> PictureOptions::check_outputs(std::vector<std::string>& inputs) const {
    for (const auto& [option, path] : {std::pair{"--picture", table_}, {"--dotplot", dots_}}) {
        if (path) {
            VKALGO_CHECK(check_not_input(option, *path, inputs));
            inputs.push_back(*path);
        }
    }
    return {};
}

Result<void> PictureOptions::check_instance(const dp::RecurrenceHeader& header, const dp::Instance& outline,
                                            const dp::Shape& shape) const {
    if (!dots_) {
        return {};
    }
    const auto x = axis_input(header, outline, shape, 0), y = axis_input(header, outline, shape, 1);
    if (!x || !y) {
        return bad_usage(
            fmt::format("--dotplot compares two inputs of letters, one along the rows and one along the "
                        "columns, but {} does not have them; leave out --dotplot",
                        header.problem));
    }
    for (const auto& [option, letters] : {std::pair{"--window", window_}, {"--match-at-least", match_}}) {
        const std::uint64_t shorter = std::min(outline.inputs.at(x->name).count, outline.inputs.at(y->name).count);
        if (letters && *letters > shorter) {
            return bad_usage(fmt::format(
                "{0} {1} is more than the {2} of the shorter input; {3}", option, *letters, plural(shorter, "letter"),
                shorter == 0 ? fmt::format("leave out {}", option) : fmt::format("give at most {}", shorter)));
        }
    }
    return {};
}

void PictureOptions::take_names(const dp::RecurrenceHeader& header, std::span<const std::string> record_names) {
    std::vector<std::string> inputs;
    for (const dp::InputDeclaration& input : header.inputs) {
        if (input.type == ElementType::u8) {
            inputs.push_back(input.name);
        }
    }
    for (std::size_t k = 0; inputs.size() == record_names.size() && k < inputs.size(); ++k) {
        records_[inputs[k]] = record_names[k];
    }
}

Result<void> PictureOptions::add(Answer& answer, const Scene& scene, bool brief) const {
    if (table_) {
        VKALGO_CHECK(add_table(answer, scene));
    }
    if (dots_) {
        VKALGO_CHECK(add_dots(answer, scene));
    }
    for (const auto& path : {table_, dots_}) {
        if (path && *path != "-" && !brief) {
            answer.line("written", *path);
        }
    }
    return {};
}

Result<void> PictureOptions::add_table(Answer& answer, const Scene& scene) const {
    const dp::RecurrenceHeader& header = scene.recurrence.header();
    std::optional<std::int64_t> last;
    if (scene.to_stage) {
        last =
            dp::Order::of(scene.solution.stage, scene.solution.shape.size, header.domain).stage_called(*scene.to_stage);
    }
    VKALGO_TRY(const TablePicture picture,
               draw_table({scene.recurrence, scene.instance, scene.solution, last, scene.letters}));
    VKALGO_TRY(Bytes bytes, png_of(picture.canvas));
    answer.output(*table_, std::move(bytes));
    answer.result["picture_file"] = *table_;
    return {};
}

Result<void> PictureOptions::add_dots(Answer& answer, const Scene& scene) const {
    const dp::RecurrenceHeader& header = scene.recurrence.header();
    const auto x = axis_input(header, scene.instance, scene.solution.shape, 0);
    const auto y = axis_input(header, scene.instance, scene.solution.shape, 1);
    if (!x || !y) {
        // check_instance() has already refused this.
        return bad_usage("--dotplot needs two inputs of letters; leave it out");
    }
    const auto record = [&](const AxisInput& input) {
        const auto found = records_.find(input.name);
        return found == records_.end() ? std::string() : found->second;
    };
    const DotPicture picture =
        draw_dots({scene.recurrence, scene.instance, scene.solution, *x, *y, window_.value_or(0), match_.value_or(0),
                   scene.solution_wanted, scene.letters, record(*x), record(*y)});
    VKALGO_TRY(Bytes bytes, png_of(picture.canvas));
    answer.output(*dots_, std::move(bytes));
    answer.result["dotplot_file"] = *dots_;
    answer.result["dotplot"] = {{"window", picture.rule.window}, {"match_at_least", picture.rule.at_least}};
    if (scene.letters.both_strands) {
        answer.result["dotplot"]["both_strands"] = true;
    }
    return {};
}

}  // namespace vkalgo::cli
