#include "cli/commands/sort/variants.hpp"

#include "cli/commands/sort/table_sort.hpp"
#include "cli/segment_offsets.hpp"
#include "formats/writer.hpp"
#include "support/bad_usage.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr std::uint64_t kMaxFirst = std::numeric_limits<std::uint32_t>::max();

std::uint64_t dispatches_of(const UniqueCallPlan& call) {
    return call.dispatches();
}

template <class CallPlan>
std::uint64_t dispatches_of(const CallPlan& call) {
    return call.plan.dispatches;
}

/// Returns whether rows are written to this path. Rows have room for values beside the keys.
bool has_rows(const std::string& path) {
    const Writer* writer = writer_of(path);
    return path == "-" || (writer != nullptr && writer->needs == OutputPart::rows);
}

}  // namespace

ElementTypes key_types() {
    return {ElementType::u32, {ElementType::u32, ElementType::i64, ElementType::u64, ElementType::f64}};
}

void SortVariants::declare_run(Options& options) {
    options.text("--segments", segments_, "FILE",
                 "sort each segment by itself; the file has the beginnings of the segments, ascending from 0, and then "
                 "the number of keys (text, .npy, or .bin of u32)");
    options.size("--top", top_, "give only this number of the largest keys, the largest first", 1, kMaxFirst);
    options.size("--bottom", bottom_, "give only this number of the smallest keys, the smallest first", 1, kMaxFirst);
    options.flag("--unique", unique_, "give each key once, with its number of occurrences");
    options.text("--values", values_, "FILE",
                 "values that move with the keys: one value of any type per key, or one row of a .npy array");
}

void SortVariants::declare_output(Options& options) {
    options.text("--output-values", output_values_, "FILE",
                 "write the values, or the counts of --unique, to a separate file: " +
                     writers_help({OutputPart::rows, OutputPart::array}) +
                     " (default: columns after the keys, if these are written as text)");
}

std::vector<std::string> SortVariants::files() const {
    std::vector<std::string> files;
    for (const auto& path : {segments_, values_}) {
        if (path) {
            files.push_back(*path);
        }
    }
    return files;
}

bool SortVariants::moves_rows(const SortVariantsContext& context) const {
    return context.column && !context.indices && !unique_ && context.output &&
           takes_rows(*context.output, context.delimiter);
}

Result<void> SortVariants::check(const Session& session, const SortVariantsContext& context) const {
    if (int{segments_.has_value()} + int{top_.has_value()} + int{bottom_.has_value()} + int{unique_} > 1) {
        return bad_usage("--segments, --top, --bottom and --unique exclude each other; choose one");
    }
    const std::string_view first = top_ ? "--top" : "--bottom";
    if ((top_ || bottom_) && context.descending) {
        return bad_usage(fmt::format("{} sorts in its own order; leave out --descending", first));
    }
    if ((top_ || bottom_) && (context.method != "auto" || context.bits)) {
        return bad_usage(
            fmt::format("{} does not sort all keys; leave out --method, --begin-bit and --end-bit", first));
    }
    if (unique_ && (context.indices || context.bits || values_)) {
        return bad_usage("--unique keeps each key once; leave --indices, --values, --begin-bit and --end-bit out");
    }
    if (values_ && context.indices) {
        return bad_usage("--indices and --values both set the values that move with the keys; choose one");
    }
    if (values_ && context.column) {
        return bad_usage(
            "--values and --column cannot be given together; leave out --values, and write whole rows of the table "
            "with --output FILE.csv");
    }
    if (std::count(context.read.begin(), context.read.end(), "-") > 1) {
        return bad_usage(
            "standard input (-) is given more than once, but it can be read only once; give files for the others");
    }
    const bool second = values_ || unique_;
    if (output_values_ && !second) {
        return bad_usage(
            "--output-values writes values of --values or counts of --unique; give one of these, or leave it out");
    }
    if (output_values_) {
        VKALGO_CHECK(session.check_output("--output-values", *output_values_,
                                          writer_endings({OutputPart::rows, OutputPart::array})));
        VKALGO_CHECK(check_not_input("--output-values", *output_values_, context.read));
    }
    if (context.output && second) {
        if (!output_values_ && !has_rows(*context.output)) {
            return bad_usage(fmt::format(
                "--output: {} can hold only the keys; add --output-values FILE, or write a .csv", *context.output));
        }
        if (output_values_) {
            VKALGO_CHECK(check_not_output("--output-values", *output_values_, "--output", *context.output));
        }
    }
    return {};
}

Result<void> SortVariants::read(InputReader& reader, std::uint64_t count) {
    if (segments_) {
        VKALGO_TRY(const Array offsets, read_segment_offsets(reader, *segments_, ElementType::u32));
        offsets_.resize(offsets.count());
        std::memcpy(offsets_.data(), offsets.data.data(), offsets.data.size());
        if (const std::string wrong = segment_offsets_error(offsets_, count); !wrong.empty()) {
            return bad_usage(fmt::format("--segments: '{}': {}", *segments_, wrong));
        }
    }
    if (values_) {
        VKALGO_TRY(carried_, reader.values(*values_, key_types()));
        const std::uint64_t rows = carried_.shape.empty() ? 1 : carried_.shape.front();
        if (rows != count) {
            const char* const noun = carried_.shape.size() > 1 ? "row" : "value";
            return bad_usage(fmt::format("--values: '{}' has {} for {}; give one {} per key", *values_,
                                         plural(rows, noun), plural(count, "key"), noun));
        }
    }
    return {};
}

Result<SortVariantsPlan> SortVariants::planned(const SortCallOptions& options, bool indexed, std::uint64_t count,
                                               const DeviceProfile& profile) const {
    SortCallOptions own = options;
    own.sort.values = own.sort.indices = indexed;
    if (unique_) {
        return plan_unique_call(options, count, profile);
    }
    if (top_ || bottom_) {
        const TopKOptions top{.type = options.sort.type, .smallest = bottom_.has_value(), .indices = indexed};
        return plan_top_k_call({top, options.call}, count, top_ ? *top_ : *bottom_, profile);
    }
    if (segments_) {
        return plan_segmented_sort_call(own, count, offsets_.size() - 1, profile);
    }
    return plan_sort_call(own, count, profile);
}

Result<SortVariantsPlan> SortVariants::plan(Session& session, const SortCallOptions& options, bool indexed,
                                            std::uint64_t count) const {
    VKALGO_TRY(const Context* context, session.context());
    VKALGO_TRY(SortVariantsPlan plan, planned(options, indexed, count, context->profile()));
    std::visit(
        [&](const auto& call) {
            const std::uint64_t arrays = call.device_bytes() - call.scratch_bytes - call.staging_bytes;
            session.reporter().explain(fmt::format("{}, device memory {}: arrays {}, scratch {}, staging {}",
                                                   plural(dispatches_of(call), "dispatch"),
                                                   format_bytes(call.device_bytes()), format_bytes(arrays),
                                                   format_bytes(call.scratch_bytes), format_bytes(call.staging_bytes)));
        },
        plan);
    return plan;
}

}  // namespace vkalgo::cli
