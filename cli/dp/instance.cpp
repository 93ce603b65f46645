#include "algorithms/dp/problems/support.hpp"
#include "cli/dp/inputs.hpp"
#include "cli/dp/job.hpp"
#include "cli/numbers.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr std::uint64_t kDrawnIntegers = 100;

Error bad_request(std::string message) {
    return Error{ErrorCode::invalid_argument, std::move(message), {}};
}

std::string input_list(const dp::RecurrenceHeader& header) {
    std::string list;
    for (const dp::InputDeclaration& input : header.inputs) {
        list += fmt::format("{}{}", list.empty() ? "" : ", ", input.name);
    }
    return list;
}

Result<void> check_names(const dp::RecurrenceHeader& header, const InstanceRequest& request) {
    for (const auto& entry : request.inputs) {
        const bool known = std::any_of(header.inputs.begin(), header.inputs.end(),
                                       [&](const dp::InputDeclaration& input) { return input.name == entry.first; });
        if (!known) {
            return bad_request(fmt::format("--input {}={}: {} has no such input; it has {}", entry.first, entry.second,
                                           header.problem, header.inputs.empty() ? "none" : input_list(header)));
        }
    }
    std::size_t from_standard_input =
        static_cast<std::size_t>(std::count(request.files.begin(), request.files.end(), "-"));
    for (const auto& entry : request.inputs) {
        from_standard_input += entry.second == "-" ? 1U : 0U;
    }
    if (from_standard_input > 1) {
        return bad_request("standard input (-) is given for several inputs; it can be read once");
    }
    return {};
}

/// Named inputs first; INPUT files fill the others in the header's order.
Result<dp::Instance> read_by_header(const Recurrence& recurrence, const InstanceRequest& request, InputReader& reader) {
    const dp::RecurrenceHeader& header = recurrence.header();
    dp::Instance instance;
    std::size_t next = 0;
    for (const dp::InputDeclaration& input : header.inputs) {
        const auto named = request.inputs.find(input.name);
        if (named == request.inputs.end() && next == request.files.size()) {
            return bad_request(
                fmt::format("input '{}' ({}) of {} has no file; give {} INPUT files in the order {}, or "
                            "--input {}=FILE",
                            input.name, to_string(input.type), header.problem, header.inputs.size(), input_list(header),
                            input.name));
        }
        const std::string& path = named != request.inputs.end() ? named->second : request.files[next++];
        VKALGO_TRY(instance.inputs[input.name], read_input(reader, path, input.type));
    }
    if (next < request.files.size()) {
        return bad_request(fmt::format("{} takes {}; {} given, and {} is one too many", header.problem,
                                       plural(header.inputs.size(), "input"),
                                       request.files.size() + request.inputs.size(), request.files[next]));
    }
    return instance;
}

Result<dp::Instance> read_instance(const Recurrence& recurrence, const InstanceRequest& request, InputReader& reader) {
    if (recurrence.io == nullptr || !request.inputs.empty()) {
        return read_by_header(recurrence, request, reader);
    }
    if (request.files.size() != recurrence.io->file_count) {
        return bad_request(
            fmt::format("{} takes {}, {} given; wanted: {} (vkalgo dp --list --verbose tells the formats)",
                        recurrence.header().problem, plural(recurrence.io->file_count, "INPUT file"),
                        request.files.size(), recurrence.io->files));
    }
    return recurrence.io->read(reader, request.files);
}

std::int64_t size_or(const std::optional<std::uint64_t>& size, std::int64_t fallback) {
    return size ? static_cast<std::int64_t>(*size) : fallback;
}

/// --n and --m must mean something, and what is needed of them must be there.
Result<void> check_sizes(const Recurrence& recurrence, const InstanceRequest& request, bool random) {
    const dp::RecurrenceHeader& header = recurrence.header();
    const bool n_is_size = uses_name(header, "n");
    const bool m_is_size = uses_name(header, "m");
    if (!random && request.n && !n_is_size) {
        return bad_request("--n makes random inputs, and files are given; leave one of them out");
    }
    if (!random && request.m && !m_is_size) {
        return bad_request("--m makes random inputs, and files are given; leave one of them out");
    }
    if (n_is_size && !request.n) {
        return bad_request(fmt::format("the table of {} needs a size; give --n", header.problem));
    }
    if (m_is_size && !request.m) {
        return bad_request(fmt::format("the table of {} needs a second size; give --m", header.problem));
    }
    if (random && !header.inputs.empty() && !request.n) {
        return bad_request(fmt::format(
            "{} needs {}, or --n for random ones", header.problem,
            recurrence.io != nullptr
                ? fmt::format("{} ({})", plural(recurrence.io->file_count, "INPUT file"), input_list(header))
                : fmt::format("its inputs ({})", input_list(header))));
    }
    const auto open_inputs = std::count_if(header.inputs.begin(), header.inputs.end(),
                                           [](const dp::InputDeclaration& input) { return !input.length; });
    const bool m_is_used = recurrence.problem != nullptr ? recurrence.problem->uses_m : m_is_size || open_inputs > 1;
    if (random && request.m && !m_is_used) {
        return bad_request(fmt::format("--m means nothing to {}; leave it out", header.problem));
    }
    if (random && request.n && !n_is_size && header.inputs.empty()) {
        return bad_request(fmt::format("--n means nothing to {}; leave it out", header.problem));
    }
    return {};
}

/// For a user's recurrence: the first input of open length has n elements, the others m; declared lengths are kept.
Result<dp::Instance> outline_by_header(const dp::RecurrenceHeader& header, const dp::GeneratorOptions& options) {
    dp::Instance instance;
    instance.n = options.n;
    instance.m = options.m;
    instance.params = options.params;
    bool first = true;
    for (const dp::InputDeclaration& input : header.inputs) {
        std::int64_t length = first ? options.n : options.m;
        if (input.length) {
            VKALGO_TRY(length, input.length->evaluate(dp::scope_of(header, instance)));
        } else {
            first = false;
        }
        if (length < 0) {
            return bad_request(fmt::format("input '{}' would have {} elements", input.name, length));
        }
        instance.inputs.emplace(input.name, dp::undrawn(input.type, length));
    }
    return instance;
}

/// Does the table's size follow from values of the inputs, so that they must be drawn before it is known?
bool size_reads_elements(const dp::RecurrenceHeader& header) {
    std::vector<const dp::Expression*> sizes{&header.rows, &header.columns};
    if (header.answer.kind == dp::AnswerDeclaration::Kind::at) {
        sizes.insert(sizes.end(), {&*header.answer.row, &*header.answer.column});
    }
    return std::any_of(sizes.begin(), sizes.end(), [](const dp::Expression* size) {
        const std::string& text = size->text();
        return text.find("sum") != std::string::npos || text.find("min") != std::string::npos ||
               text.find("max") != std::string::npos;
    });
}

/// u8: letters over ACGT; other integers: 0 to 99; floats: 0 up to 1. Input k from the k-th stream of the seed.
void draw_by_type(dp::InputArray& array, std::uint64_t seed) {
    array.data.resize(array.count * size_of(array.type));
    dp::SplitMix64 random(seed);
    std::byte* target = array.data.data();
    for (std::uint64_t k = 0; k < array.count; ++k, target += size_of(array.type)) {
        if (array.type == ElementType::f64) {
            const double value = static_cast<double>(random.next() >> 11) * 0x1p-53;
            std::memcpy(target, &value, sizeof value);
        } else if (array.type == ElementType::f32) {
            const float value = static_cast<float>(random.next() >> 40) * 0x1p-24F;
            std::memcpy(target, &value, sizeof value);
        } else {
            const std::uint64_t value = array.type == ElementType::u8
                                            ? static_cast<std::uint64_t>("ACGT"[random.below(4)])
                                            : random.below(kDrawnIntegers);
            std::memcpy(target, &value, size_of(array.type));  // little-endian: its low bytes
        }
    }
}

}  // namespace

Result<Draft> draft_instance(const Recurrence& recurrence, const InstanceRequest& request, InputReader& reader) {
    const dp::RecurrenceHeader& header = recurrence.header();
    VKALGO_CHECK(check_names(header, request));
    const bool random = request.files.empty() && request.inputs.empty();
    if (!random && header.inputs.empty()) {
        return bad_request(fmt::format("{} reads no files, and {} given; {}", header.problem,
                                       plural(request.files.size(), "INPUT"), "leave them out"));
    }
    VKALGO_CHECK(check_sizes(recurrence, request, random));
    constexpr std::uint64_t kMostSize = std::numeric_limits<std::int64_t>::max() / 4;  // room for n + 1 and the like
    if (std::max(request.n.value_or(0), request.m.value_or(0)) > kMostSize) {
        return Error{ErrorCode::too_large,
                     fmt::format("--n {} is beyond any table; rows and columns together stay below 2^31",
                                 std::max(request.n.value_or(0), request.m.value_or(0))),
                     {}};
    }
    Draft draft;
    if (!random) {
        VKALGO_TRY(draft.instance, read_instance(recurrence, request, reader));
        VKALGO_CHECK(reader.check_used());
        draft.instance.n = size_or(request.n, 0);
        draft.instance.m = size_or(request.m, 0);
        draft.instance.params = request.params;
        return draft;
    }
    VKALGO_CHECK(reader.check_used());
    draft.drawn = false;
    draft.generator = {size_or(request.n, 0), size_or(request.m, size_or(request.n, 0)), request.seed, request.params};
    if (recurrence.problem != nullptr) {
        VKALGO_TRY(draft.instance, recurrence.problem->outline(draft.generator));
    } else {
        VKALGO_TRY(draft.instance, outline_by_header(header, draft.generator));
        if (size_reads_elements(header)) {
            VKALGO_TRY(draft.instance, draw_instance(recurrence, draft));
            draft.drawn = true;
        }
    }
    return draft;
}

Result<dp::Shape> draft_shape(const Recurrence& recurrence, const Draft& draft, dp::Pattern pattern) {
    if (!draft.drawn) {
        return dp::shape_of(recurrence.header(), draft.instance, pattern);
    }
    dp::Instance instance = draft.instance;
    return dp::check_instance(recurrence.header(), instance, pattern);
}

Result<dp::Instance> draw_instance(const Recurrence& recurrence, Draft draft) {
    if (draft.drawn) {
        return std::move(draft.instance);
    }
    if (recurrence.problem != nullptr) {
        return recurrence.problem->generate(draft.generator);
    }
    dp::SplitMix64 streams(draft.generator.seed);
    std::uint64_t seed = draft.generator.seed;
    for (const dp::InputDeclaration& input : recurrence.header().inputs) {
        draw_by_type(draft.instance.inputs.at(input.name), seed);
        seed = streams.next();
    }
    return std::move(draft.instance);
}

}  // namespace vkalgo::cli
