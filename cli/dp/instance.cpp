#include "algorithms/dp/instance/checked_instance.hpp"
#include "cli/dp/alignment/letters.hpp"
#include "cli/dp/files.hpp"
#include "cli/dp/job.hpp"
#include "formats/source.hpp"
#include "support/bad_usage.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <utility>
#include <variant>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

Result<void> check_names(const dp::RecurrenceHeader& header, const InstanceRequest& request) {
    for (const auto& entry : request.inputs) {
        if (header.input(entry.first) == nullptr) {
            return bad_usage(fmt::format("--input {}={}: {} has no such input; it has {}", entry.first, entry.second,
                                         header.problem, header.inputs.empty() ? "none" : input_list(header)));
        }
    }
    std::size_t from_standard_input =
        static_cast<std::size_t>(std::count(request.files.begin(), request.files.end(), "-"));
    for (const auto& entry : request.inputs) {
        from_standard_input += entry.second == "-" ? 1U : 0U;
    }
    if (from_standard_input > 1) {
        return bad_usage(
            "standard input (-) is given for several inputs, but it can be read only once; give files for the others");
    }
    return {};
}

/// Returns whether the range of an input or a reach depends on the size `name`, n or m. Only instances from files need
/// this test: random inputs always need n, and m is n if it is not given.
bool ranges_use(const dp::RecurrenceHeader& header, std::string_view name) {
    const auto asks = [&](const std::variant<dp::Expression, double>& end) {
        const auto* expression = std::get_if<dp::Expression>(&end);
        const auto names = expression != nullptr ? expression->variables() : std::vector<std::string>{};
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    return std::any_of(header.inputs.begin(), header.inputs.end(),
                       [&](const dp::InputDeclaration& input) {
                           return input.range && (asks(input.range->low) || asks(input.range->high));
                       }) ||
           std::any_of(header.reach.begin(), header.reach.end(), [&](const dp::ReachDeclaration& reach) {
               return asks(reach.most) || (reach.least && asks(*reach.least));
           });
}

/// Checks that --n and --m are used if they are given, and that all sizes that are needed are given.
Result<void> check_sizes(const dp::Recurrence& recurrence, const InstanceRequest& request, bool random) {
    const dp::RecurrenceHeader& header = recurrence.header();
    const bool n_is_size = random ? uses_name(header, "n") : files_need(header, "n");
    const bool m_is_size = random ? uses_name(header, "m") : files_need(header, "m");
    if (!random && request.n && !n_is_size) {
        return bad_usage("--n makes random inputs, but files are given; leave out --n or the files");
    }
    if (!random && request.m && !m_is_size) {
        return bad_usage("--m makes random inputs, but files are given; leave out --m or the files");
    }
    if (n_is_size && !request.n) {
        return bad_usage(fmt::format("the recurrence of {} depends on n; give --n", header.problem));
    }
    if (m_is_size && !request.m) {
        return bad_usage(fmt::format("the recurrence of {} depends on m; give --m", header.problem));
    }
    if (random && !header.inputs.empty() && !request.n) {
        return bad_usage(
            fmt::format("{} needs {}, or --n for random inputs", header.problem,
                        header.files.empty()
                            ? fmt::format("its inputs ({})", input_list(header))
                            : fmt::format("{} ({})", plural(file_count(header), "INPUT file"), input_list(header))));
    }
    if (random && request.m && !m_is_size && !dp::uses_m(header)) {
        return bad_usage(fmt::format("--m has no meaning for {}; leave it out", header.problem));
    }
    if (random && request.n && !n_is_size && header.inputs.empty()) {
        return bad_usage(fmt::format("--n has no meaning for {}; leave it out", header.problem));
    }
    return {};
}

/// Checks that drawn inputs take at most half of the host's memory, since their copies for the device take memory too.
/// If the inputs are too large because a param is beyond its range, the error is about the param.
Result<void> check_host_memory(const dp::RecurrenceHeader& header, const dp::Instance& outline) {
    double bytes = 0;
    for (const auto& entry : outline.inputs) {
        bytes += static_cast<double>(entry.second.count) * size_of(entry.second.type);
    }
    const std::uint64_t host = host_memory();
    if (host == 0 || bytes <= static_cast<double>(host) / 2) {
        return {};
    }
    VKALGO_CHECK(dp::check_param_ranges(header, outline, false));
    return Error{
        ErrorCode::too_large,
        fmt::format("the random inputs need {}, more than half of this machine's {} of memory; make {} smaller",
                    format_bytes(static_cast<std::uint64_t>(std::min(bytes, 1e18))), format_bytes(host),
                    dp::uses_m(header) ? "--n or --m" : "--n"),
        {}};
}

/// Returns whether an expression depends on values of the inputs. It may depend on them through a length, or through a
/// param that has its default.
bool reads_elements(const dp::RecurrenceHeader& header, const dp::Expression& expression,
                    const std::map<std::string, dp::Number, std::less<>>& given, int depth = 0) {
    constexpr int kDeepest = 8;  // A length and a default may refer to each other; this is refused later
    if (!expression.inputs_read().empty()) {
        return true;
    }
    if (depth == kDeepest) {
        return false;
    }
    for (const std::string& name : expression.inputs()) {
        const dp::InputDeclaration* input = header.input(name);
        const bool drawn = input != nullptr && input->random && input->random->length;
        if (input != nullptr && ((input->length && reads_elements(header, *input->length, given, depth + 1)) ||
                                 (drawn && reads_elements(header, *input->random->length, given, depth + 1)))) {
            return true;
        }
    }
    const std::vector<std::string> names = expression.variables();
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
        const dp::ParamDeclaration* param = header.param(name);
        return param != nullptr && param->derived && !given.contains(name) &&
               reads_elements(header, *param->derived, given, depth + 1);
    });
}

/// Returns whether a plan depends on values of the inputs: through a size (of the table, of an output, or of what a
/// method keeps), a length, a param, or, if a plan uses it, the bound. The inputs must then be drawn before the plan is
/// made.
bool plan_reads_elements(const dp::RecurrenceHeader& header,
                         const std::map<std::string, dp::Number, std::less<>>& given) {
    std::vector<const dp::Expression*> sizes{&header.rows, &header.columns};
    if (header.bound && (header.narrows || header.properties.reach.within(1))) {
        sizes.push_back(&*header.bound);
    }
    for (const dp::InputDeclaration& input : header.inputs) {
        if (input.length) {
            sizes.push_back(&*input.length);
        }
        if (input.random && input.random->length) {
            sizes.push_back(&*input.random->length);
        }
    }
    for (const dp::ParamDeclaration& param : header.params) {
        if (param.derived && !given.contains(param.name)) {
            sizes.push_back(&*param.derived);
        }
    }
    if (header.answer.kind == dp::AnswerDeclaration::Kind::at) {
        for (const dp::Expression& index : header.answer.indices) {
            sizes.push_back(&index);
        }
    }
    for (const dp::IndexDeclaration& index : header.indices) {
        sizes.push_back(&index.extent);
    }
    for (const dp::OutputDeclaration& output : header.outputs) {
        sizes.push_back(&output.length);
    }
    for (const dp::ReachDeclaration& reach : header.reach) {
        sizes.push_back(&reach.most);
        if (reach.least) {
            sizes.push_back(&*reach.least);
        }
    }
    return std::any_of(sizes.begin(), sizes.end(),
                       [&](const dp::Expression* size) { return reads_elements(header, *size, given); });
}

}  // namespace

bool files_need(const dp::RecurrenceHeader& header, std::string_view size) {
    return uses_name(header, size) || ranges_use(header, size);
}

bool InstanceRequest::params_suffice(const dp::RecurrenceHeader& header) const {
    return header.inputs.empty() && !params.empty() && !files_need(header, "n") && !files_need(header, "m") &&
           std::ranges::all_of(header.params, [&](const dp::ParamDeclaration& param) {
               return param.fallback || param.derived || params.contains(param.name);
           });
}

dp::GeneratorOptions InstanceRequest::generator() const {
    const std::uint64_t rows = n.value_or(0);
    return {static_cast<std::int64_t>(rows), static_cast<std::int64_t>(m.value_or(rows)), seed, params};
}

Result<void> take_named_files(const std::vector<std::string>& texts, InstanceRequest& request) {
    for (const std::string& text : texts) {
        const auto equals = text.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
            return bad_usage(fmt::format("--input {}: give NAME=FILE", text));
        }
        if (!request.inputs.emplace(text.substr(0, equals), text.substr(equals + 1)).second) {
            return bad_usage(fmt::format("--input {} is given twice; give it once", text.substr(0, equals)));
        }
    }
    return {};
}

Result<Draft> draft_instance(const dp::Recurrence& recurrence, const InstanceRequest& request, InputReader& reader) {
    const dp::RecurrenceHeader& header = recurrence.header();
    VKALGO_CHECK(check_names(header, request));
    const bool random = !request.has_files();
    if (!random && header.inputs.empty()) {
        return bad_usage(fmt::format("{} reads no files; leave out the {}", header.problem,
                                     request.files.size() == 1 ? "INPUT" : "INPUTs"));
    }
    VKALGO_CHECK(check_sizes(recurrence, request, random));
    constexpr std::uint64_t kMaxSize = std::numeric_limits<std::int64_t>::max() / 4;  // So that n + 1 and 2 n fit
    for (const auto& [option, size] : {std::pair("--n", request.n), std::pair("--m", request.m)}) {
        if (size.value_or(0) > kMaxSize) {
            return Error{ErrorCode::too_large,
                         fmt::format("{} {} is too large for any table, since the number of rows and columns together "
                                     "must be less than 2^31; give a smaller number",
                                     option, *size),
                         {}};
        }
    }
    Draft draft;
    if (!random) {
        const dp::RecurrenceHeader in_files = request.scoring != nullptr ? letters_header(header) : header;
        VKALGO_TRY(draft.instance, read_files(reader, in_files, request.files, request.inputs));
        VKALGO_CHECK(reader.check_used());
        draft.instance.n = static_cast<std::int64_t>(request.n.value_or(0));
        draft.instance.m = static_cast<std::int64_t>(request.m.value_or(0));
        draft.instance.params = request.params;
        if (request.scoring != nullptr) {
            VKALGO_CHECK(request.scoring->apply(draft.instance));
        }
        VKALGO_CHECK(dp::complete_params(header, draft.instance));
        return draft;
    }
    VKALGO_CHECK(reader.check_used());
    draft.drawn = false;
    dp::GeneratorOptions generator = request.generator();
    VKALGO_TRY(draft.instance, dp::outline_instance(header, generator));
    if (request.scoring != nullptr) {
        generator.params["alphabet"] = std::uint64_t{request.scoring->random_letters()};
    }
    if (request.scoring != nullptr || plan_reads_elements(header, request.params)) {
        VKALGO_CHECK(check_host_memory(header, draft.instance));
        VKALGO_TRY(draft.instance, dp::random_instance(header, generator));
        draft.drawn = true;
        if (request.scoring != nullptr) {
            request.scoring->complete(draft.instance);
        }
    }
    return draft;
}

Result<dp::Shape> draft_shape(const dp::Recurrence& recurrence, const Draft& draft, const dp::StageFunction& stage) {
    if (!draft.drawn) {
        return dp::shape_of(recurrence.header(), draft.instance, stage);
    }
    return dp::checked_shape(recurrence.header(), draft.instance, stage);
}

Result<dp::Instance> draw_instance(const dp::Recurrence& recurrence, const InstanceRequest& request, Draft draft) {
    if (draft.drawn) {
        return std::move(draft.instance);
    }
    VKALGO_CHECK(check_host_memory(recurrence.header(), draft.instance));
    return dp::random_instance(recurrence.header(), request.generator());
}

}  // namespace vkalgo::cli
