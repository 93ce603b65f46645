#include "cli/commands/histogram/output.hpp"

#include "cli/commands/histogram/density.hpp"
#include "cli/commands/histogram/groups.hpp"
#include "cli/commands/histogram/points_report.hpp"
#include "cli/commands/histogram/report.hpp"
#include "cli/commands/histogram/weights.hpp"
#include "cli/commands/histogram/words.hpp"
#include "formats/bytes.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace vkalgo::cli {

void HistogramOutput::declare(Options& options) {
    options.group("Output");
    fractions_.declare(options);
    options.flag(
        "--density", density_,
        "divide each count by the number of values with a bin and by the width (for points, the area) of its bin, so "
        "that the sum of density * width is 1");
    options.text("--output", output_, "FILE",
                 "write the counts, densities or sums: " +
                     writers_help({OutputPart::rows, OutputPart::array, OutputPart::json}) +
                     "; - is CSV on standard output");
    options.choice("--counters", counters_, {"32", "64"},
                   "bits of a counter in a .npy (default: 32 if all counts fit, else 64)");
    options.text("--plot", plot_, "FILE.svg", "draw the histogram");
}

Result<void> HistogramOutput::check(const Session& session, std::span<const std::string> read, bool has_edges) const {
    if (has_edges && plot_) {
        return bad_usage("--plot draws only bins of equal width; leave it out, or give --bins instead of --edges");
    }
    if (output_) {
        VKALGO_CHECK(session.check_output("--output", *output_,
                                          writer_endings({OutputPart::rows, OutputPart::array, OutputPart::json})));
        VKALGO_CHECK(check_not_input("--output", *output_, read));
    }
    if (density_ && counters_) {
        return bad_usage("--counters sets the bits of counters, but --density writes f64; leave out one of them");
    }
    if (density_ && plot_) {
        return bad_usage("--plot draws counts, not densities; leave out --plot or --density");
    }
    const Writer* writer = output_ ? writer_of(*output_) : nullptr;
    if (counters_ && (writer == nullptr || writer->needs != OutputPart::array)) {
        return bad_usage(
            "--counters needs a .npy file, since other formats have no bits per counter; give --output FILE.npy");
    }
    if (plot_) {
        if (*plot_ == "-") {
            return bad_usage(
                "--plot - would write to standard output, which is not supported; give a name that ends in .svg");
        }
        VKALGO_CHECK(session.check_output("--plot", *plot_, {".svg"}));
        VKALGO_CHECK(check_not_input("--plot", *plot_, read));
    }
    return {};
}

Result<void> HistogramOutput::check_points() const {
    if (fractions_.given()) {
        return bad_usage("--quantiles needs values of one coordinate; leave it out, or count one coordinate");
    }
    if (plot_) {
        return bad_usage("--plot draws only the bins of one axis; leave it out, or count one coordinate");
    }
    return {};
}

Result<void> HistogramOutput::check_sums() const {
    if (fractions_.given()) {
        return bad_usage(
            "--quantiles: sums of f32 --weights have no quantiles, since such sums may be negative; leave out "
            "--quantiles");
    }
    if (counters_) {
        return bad_usage(
            "--counters sets the bits of counters, but sums of f32 --weights are f64; leave out --counters");
    }
    return {};
}

Result<void> HistogramOutput::check_bins(const HistogramOptions& options) const {
    if (!density_) {
        return {};
    }
    VKALGO_TRY(const BinRule rule, rule_of(options));
    return check_widths(rule);
}

Result<void> HistogramOutput::check_bins(const AxisBins& x, const AxisBins& y) const {
    return density_ ? check_widths(x, y) : Result<void>();
}

Result<void> HistogramOutput::check_counters(std::span<const std::uint64_t> counts) const {
    if (counters_ == "32" && !fit_32_bits(counts)) {
        return bad_usage(fmt::format("--counters 32: the count of a bin is {}, which needs 64 bits; give --counters 64",
                                     *std::max_element(counts.begin(), counts.end())));
    }
    return {};
}

void HistogramOutput::describe(const Session& session, const Histogram2dResult& result, Answer& answer) const {
    std::vector<double> density;
    if (density_) {
        density = densities(result);
        answer.parameters["density"] = true;
    }
    describe_points(result, density, session.globals().quiet, answer);
    if (output_) {
        answer.output(*output_, write_table(points_table(result, density, counters_ == "64"), *output_));
    }
}

void HistogramOutput::describe(const Session& session, const HistogramResult& result, const std::string& what,
                               Answer& answer) const {
    if (!result.sums.empty()) {
        describe_sums(result, answer);
        if (output_) {
            answer.output(*output_, write_table(sums_table(result), *output_));
        }
        return;
    }
    CountedBins counted{&result.rule, result.counts, result.count, result.outside, result.nan};
    counted.weighted = answer.parameters.contains("weights");
    std::vector<double> density;
    if (density_) {
        density = densities(counted);
        counted.density = density;
        answer.parameters["density"] = true;
    }
    const bool several = result.outside_of.size() != 1;
    if (several) {
        describe_groups(result, answer);
    } else {
        answer.result = counted_json(counted);
        counted_text(counted, session.globals().quiet, answer);
    }
    if (fractions_.given()) {
        fractions_.describe(result, answer);
    }
    if (output_) {
        const bool wide = counters_ == "64";
        answer.output(*output_,
                      write_table(several ? groups_table(result, wide) : counted_table(counted, wide), *output_));
    }
    if (plot_) {
        const BinRule& rule = result.rule;
        answer.output(*plot_, counted_svg(counted, fmt::format("{}, {}, {}", what, to_string(rule.type),
                                                               plural(rule.bins, "bin"))));
    }
}

}  // namespace vkalgo::cli
