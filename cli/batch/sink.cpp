#include "cli/batch/sink.hpp"

#include "formats/bytes.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

using Output = OutputFormat::Kind;

Result<Json> parsed(Spool& spool) {
    std::string text = "[";
    VKALGO_CHECK(spool.read([&](std::string_view part) {
        text += part;
        return Result<void>();
    }));
    return Json::parse(std::string_view(text + "]"));  // Throws if the spool was damaged
}

}  // namespace

ReferenceNames::Letters ReferenceNames::letters_of(std::string_view name, const Letters& letters, bool& is_new) {
    if (2 * entries_.size() >= slots_.size()) {
        grow();
    }
    const std::uint64_t hash = std::hash<std::string_view>()(name);
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash & mask;
    for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
        const Entry& entry = entries_[slots_[slot] - 1];
        if (entry.hash == hash && std::string_view(names_).substr(entry.begin, entry.size) == name) {
            is_new = false;
            return entry.letters;
        }
    }
    entries_.push_back({hash, names_.size(), letters, static_cast<std::uint32_t>(name.size())});
    names_ += name;
    slots_[slot] = static_cast<std::uint32_t>(entries_.size());
    is_new = true;
    return letters;
}

void ReferenceNames::grow() {
    std::vector<std::uint32_t> slots(std::max<std::size_t>(1024, 2 * slots_.size()));
    const std::size_t mask = slots.size() - 1;
    for (std::size_t k = 0; k < entries_.size(); ++k) {
        std::size_t slot = entries_[k].hash & mask;
        while (slots[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        slots[slot] = static_cast<std::uint32_t>(k + 1);
    }
    slots_ = std::move(slots);
}

Sink::Sink(const OutputFormat& output_format, std::string path)
    : output_format_(output_format),
      path_(std::move(path)),
      main_(path_.empty() ? "-" : path_),
      body_(path_.empty() ? "-" : path_),
      pairs_(path_.empty() ? "-" : path_),
      statuses_(path_.empty() ? "-" : path_),
      strands_(path_.empty() ? "-" : path_),
      names_(path_.empty() ? "-" : path_),
      has_names_(std::find(output_format_.has_names.begin(), output_format_.has_names.end(), true) !=
                 output_format_.has_names.end()) {
    if (output_format_.kind == Output::sam) {
        static_cast<void>(main_.write("@HD\tVN:1.6\tSO:unknown\n"));  // Cannot fail: the first text is kept in memory.
                                                                      // The same holds for the names of the columns
                                                                      // below
    }
    const std::string ending = extension_of(path_);
    if (ending == ".csv" || ending == ".tsv" || ending == ".tab") {
        static_cast<void>(main_.write(header_line(output_format_)));
    }
    if (output_format_.kind == Output::json && !path_.empty()) {
        static_cast<void>(main_.write(
            fmt::format("{{\"problem\":{},\"answers\":[", Json(output_format_.recurrence->header().problem).dump())));
    }
}

Result<void> Sink::add_references(const Rows& rows) {
    for (std::size_t row = 0; row < rows.count(); ++row) {
        VKALGO_TRY(const SamReference reference, sam_reference(output_format_, rows, row));
        VKALGO_CHECK(add_reference(reference.name, {reference.length, reference.hash}));
    }
    return {};
}

/// Writes each reference into the header once.
Result<void> Sink::add_reference(std::string_view name, const ReferenceNames::Letters& letters) {
    bool is_new = false;
    const ReferenceNames::Letters known = references_.letters_of(name, letters, is_new);
    if (known.length != letters.length || known.hash != letters.hash) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("two different references, of {1} and {2} letters, are called '{0}', but SAM "
                                 "identifies references by their names; rename one, or write .tsv",
                                 name, known.length, letters.length),
                     {}};
    }
    return is_new && letters.length > 0 ? main_.write(fmt::format("@SQ\tSN:{}\tLN:{}\n", name, letters.length))
                                        : Result<void>();
}

/// Adds references from lines "name<TAB>length<TAB>hash".
Result<void> Sink::add_references(const FormattedRows& formatted) {
    std::string_view rest = formatted.pairs;
    while (!rest.empty()) {
        const auto tab = rest.find('\t');
        const auto end = rest.find('\n', tab);
        ReferenceNames::Letters letters;
        const char* const last = rest.data() + end;
        const char* const second = std::from_chars(rest.data() + tab + 1, last, letters.length).ptr;
        std::from_chars(second + 1, last, letters.hash);
        VKALGO_CHECK(add_reference(rest.substr(0, tab), letters));
        rest.remove_prefix(end + 1);
    }
    return {};
}

Result<void> Sink::take(const FormattedRows& formatted) {
    switch (output_format_.kind) {
        case Output::sam:
            VKALGO_CHECK(add_references(formatted));
            return body_.write(formatted.text);
        case Output::json:
            if (!formatted.statuses.empty()) {
                VKALGO_CHECK(statuses_.write(std::exchange(has_statuses_, true) ? "," : ""));
                VKALGO_CHECK(statuses_.write(formatted.statuses));
            }
            if (std::exchange(has_answers_, has_answers_ || !formatted.text.empty())) {
                for (const auto& [spool, text] : {std::pair{&pairs_, &formatted.pairs},
                                                  {&names_, &formatted.names},
                                                  {&body_, &formatted.solutions},
                                                  {&main_, &formatted.text}}) {
                    VKALGO_CHECK(spool->write(text->empty() ? "" : ","));
                }
            }
            VKALGO_CHECK(pairs_.write(formatted.pairs));
            VKALGO_CHECK(names_.write(formatted.names));
            if (!formatted.strands.empty()) {
                const std::string_view strands = formatted.strands;
                VKALGO_CHECK(strands_.write(strands.substr(std::exchange(has_strands_, true) ? 0 : 1)));
            }
            VKALGO_CHECK(body_.write(formatted.solutions));
            return main_.write(formatted.text);
        default:
            return main_.write(formatted.text);
    }
}

Result<void> Sink::finish(std::uint64_t problems) {
    if (output_format_.kind == Output::sam) {
        // Readers such as picard-tools require a read group.
        VKALGO_CHECK(main_.write("@RG\tID:unknown\tSM:unknown\tPL:OTHER\n@PG\tID:vkalgo\tPN:vkalgo\n"));
        return main_.append(body_);
    }
    if (output_format_.kind != Output::json || path_.empty()) {
        return {};
    }
    VKALGO_CHECK(main_.write("]"));
    const auto add = [&](const char* name, Spool& spool) -> Result<void> {
        VKALGO_CHECK(main_.write(fmt::format(",\"{}\":[", name)));
        VKALGO_CHECK(main_.append(spool));
        return main_.write("]");
    };
    if (output_format_.solution) {
        VKALGO_CHECK(add("solutions", body_));
    }
    if (output_format_.pairs || output_format_.chosen) {
        VKALGO_CHECK(add(output_format_.pairs ? "pairs" : "problems", pairs_));
    }
    if (has_names_) {
        VKALGO_CHECK(main_.write(fmt::format(",\"names_of\":{}", Json(named_inputs(output_format_)).dump())));
        VKALGO_CHECK(add("names", names_));
    }
    if (output_format_.both_strands) {
        VKALGO_CHECK(add("strands", strands_));
    }
    if (has_statuses_) {
        VKALGO_CHECK(add("statuses", statuses_));
    }
    return main_.write(fmt::format(",\"count\":{}}}\n", problems));
}

Result<void> Sink::describe(Json& result) {
    VKALGO_TRY(result["answers"], parsed(main_));
    if (output_format_.solution) {
        VKALGO_TRY(result["solutions"], parsed(body_));
    }
    if (output_format_.pairs || output_format_.chosen) {
        VKALGO_TRY(result[output_format_.pairs ? "pairs" : "problems"], parsed(pairs_));
    }
    if (has_names_) {
        result["names_of"] = named_inputs(output_format_);
        VKALGO_TRY(result["names"], parsed(names_));
    }
    if (output_format_.both_strands) {
        VKALGO_TRY(result["strands"], parsed(strands_));
    }
    if (has_statuses_) {
        VKALGO_TRY(result["statuses"], parsed(statuses_));
    }
    return {};
}

}  // namespace vkalgo::cli
