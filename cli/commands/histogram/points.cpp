#include "cli/commands/histogram/points.hpp"

#include "algorithms/histogram/histogram_2d_call.hpp"
#include "cli/call_report.hpp"
#include "cli/commands/histogram/points_report.hpp"
#include "cli/commands/histogram/words.hpp"
#include "cli/input_options.hpp"
#include "cli/progress.hpp"
#include "engine/runner.hpp"
#include "formats/convert.hpp"
#include "support/numbers.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

/// The points. x and y are in two arrays, or both in x, an array of n x 2.
struct Points {
    Array x;
    Array y;
    bool interleaved = false;

    std::uint64_t count() const { return interleaved ? x.count() / 2 : x.count(); }
};

/// Adds advice to an error of reading: choose another type, or two columns.
template <class T>
Result<T> with_advice_on_points(Result<T> read) {
    read = with_advice_on_type(std::move(read));
    constexpr std::string_view kOneColumn = "or choose one column by <column>";
    const std::size_t at = read ? std::string::npos : read.error().message.find(kOneColumn);
    if (at != std::string::npos) {
        read.error().message.replace(at, kOneColumn.size(), "or choose two columns by <column>, given twice");
    }
    return read;
}

/// Checks that an array has a row of two numbers for each point. Raw elements are first made into such rows.
Result<void> check_rows_of_two(Array& array, const Format* format, const std::string& path) {
    const bool has_shape = format == nullptr || std::string_view(format->name) != "raw";
    if (!has_shape && array.count() % 2 == 0) {
        array.shape = {array.count() / 2, 2};
    }
    if (array.shape.size() == 2 && array.shape[1] == 2) {
        return {};
    }
    const std::string advice = format != nullptr && format->has_columns
                                   ? "; give two columns by --column X --column Y"
                                   : "; give an array of n x 2, or two columns of a table";
    const std::string found =
        !has_shape ? "an odd number of elements" : fmt::format("the shape ({})", fmt::join(array.shape, ", "));
    return bad_usage(fmt::format("'{}' has {}, but points with two coordinates are rows of two numbers{}",
                                 input_name(path), found, advice),
                     path);
}

Result<Points> read_points(Session& session, const PointSettings& settings) {
    const std::string& path = settings.inputs.front();
    const ElementTypes types =
        settings.type
            ? ElementTypes(*element_type_from(*settings.type))
            : ElementTypes(ElementType::u16, {ElementType::u16, ElementType::i64, ElementType::u64, ElementType::f64});
    if (settings.input.columns().size() == 1) {
        return bad_usage("--column: points have two coordinates; give two columns by --column X --column Y");
    }
    InputSettings input = settings.input.settings(session);
    input.lines = TextLines::rows;
    InputReader reader(std::move(input));
    Points points;
    if (settings.input.columns().size() == 2) {
        VKALGO_TRY(std::vector<Array> columns,
                   with_advice_on_points(reader.columns_alone(path, settings.input.columns(), types)));
        points.x = std::move(columns[0]);
        points.y = std::move(columns[1]);
    } else {
        VKALGO_TRY(points.x, with_advice_on_points(reader.values(path, types)));
        VKALGO_CHECK(check_rows_of_two(points.x, reader.last_format(), path));
        points.interleaved = true;
        if (settings.type) {
            VKALGO_TRY(points.x,
                       with_advice_on_type(converted(std::move(points.x), *element_type_from(*settings.type), path)));
        }
    }
    VKALGO_CHECK(reader.check_used());
    return points;
}

Result<Points> random_points(const Session& session, const PointSettings& settings) {
    const ElementType type = *element_type_from(settings.type.value_or("u16"));
    const std::uint64_t count = settings.random.count();
    const std::uint64_t host = host_memory();
    if (count > host / 4 / size_of(type)) {
        return Error{
            ErrorCode::too_large,
            fmt::format(
                "--n: {} points of {} bytes need more than half of this machine's {} of memory; give fewer points",
                count, 2 * size_of(type), format_bytes(host)),
            {}};
    }
    Progress progress(session, "random points", 2 * static_cast<double>(count), "values");
    return Points{settings.random.values(type, progress.callback(), 2), {}, true};
}

void describe_parameters(const PointSettings& settings, const Histogram2dResult& counted, const GroupOptions& groups,
                         Answer& answer) {
    if (!settings.inputs.empty()) {
        answer.parameters["input"] = settings.inputs.front();
    } else {
        settings.random.describe(answer.parameters);
    }
    if (settings.input.has_column()) {
        answer.parameters["columns"] = settings.input.columns();
    }
    answer.parameters["type"] = Json::array({to_string(counted.x.type), to_string(counted.y.type)});
    settings.bins.describe(counted.x, counted.y, answer.parameters);
    answer.parameters["method"] = settings.method;
    groups.describe(answer.parameters);
}

}  // namespace

Result<Answer> count_points(Session& session, const PointSettings& settings, GroupOptions& groups) {
    if (settings.inputs.empty()) {
        VKALGO_CHECK(settings.input.reader(session).check_used());
    }
    VKALGO_TRY(const Points points,
               settings.inputs.empty() ? random_points(session, settings) : read_points(session, settings));
    const InputLimits limits = settings.input.settings(session).limits;
    Histogram2dCallOptions options;
    options.histogram.x.type = points.x.type;
    options.histogram.y.type = points.interleaved ? points.x.type : points.y.type;
    options.histogram.interleaved = points.interleaved;
    options.histogram.method = settings.method;
    take_globals(session, options.call);
    VKALGO_CHECK(settings.bins.apply(options.histogram, limits));
    VKALGO_CHECK(groups.apply(points.count(), options, limits));
    if (!options.float_weights.empty()) {
        VKALGO_CHECK(settings.output.check_sums());
    }
    VKALGO_TRY(Context * context, session.context());
    VKALGO_TRY(const Histogram2dCallPlan plan, plan_histogram_2d_call(options, points.count(), context->profile()));
    for (const std::string& line : plan_text(plan)) {
        session.reporter().explain(line);
    }
    VKALGO_TRY(Runner runner, Runner::create(*context));
    Histogram2dResult counted;
    {
        const double work = static_cast<double>(points.count()) * static_cast<double>(options.call.repeat);
        Progress progress(session, "histogram", work, "points");
        options.call.progress = progress.callback();
        options.call.cancel = progress.cancel();
        VKALGO_TRY(counted, histogram_2d(runner, points.x.data, points.y.data, options, plan));
    }
    VKALGO_CHECK(settings.output.check_bins(counted.x, counted.y));
    VKALGO_CHECK(settings.output.check_counters(counted.counts));
    Answer answer;
    describe_parameters(settings, counted, groups, answer);
    report_run(session, counted.report, answer);
    settings.output.describe(session, counted, answer);
    if (session.globals().verify) {
        VKALGO_TRY(const std::string difference, points_difference(counted, points.x.data, points.y.data, options));
        answer.verification = Verification{"the CPU reference histogram_2d_reference", difference};
    }
    return answer;
}

}  // namespace vkalgo::cli
