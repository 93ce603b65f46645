// Lists with an entry per problem: answers, and what else is known of the problems.
#include "cli/batch/batch_block.hpp"
#include "cli/batch/batch_writer.hpp"
#include "cli/batch/problem_text.hpp"
#include "cli/batch/spool.hpp"
#include "cli/dp/report.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// The lists of an output, in their order. FormattedRows::lists has one text per list: the entries of problems,
/// separated by commas.
enum List : std::size_t { kAnswers, kSolutions, kPairs, kNames, kStrands, kStatuses, kLists };

bool has_list(const OutputFormat& output_format, std::size_t list, bool has_entries) {
    switch (list) {
        case kSolutions:
            return output_format.solution;
        case kPairs:
            return output_format.pairs || output_format.chosen;
        case kNames:
            return std::find(output_format.has_names.begin(), output_format.has_names.end(), true) !=
                   output_format.has_names.end();
        case kStrands:
            return output_format.both_strands;
        case kStatuses:
            return has_entries;
        default:
            return true;
    }
}

std::string key_of(const OutputFormat& output_format, std::size_t list) {
    constexpr std::array<const char*, kLists> kKeys{"answers", "solutions", "pairs", "names", "strands", "statuses"};
    return list == kPairs && !output_format.pairs ? "problems" : kKeys[list];
}

/// Appends a name as a JSON string.
void append_string(std::string_view name, std::string& text) {
    bool is_plain = true;
    for (const char letter : name) {
        is_plain = is_plain && letter >= ' ' && letter <= '~' && letter != '"' && letter != '\\';
    }
    if (is_plain) {
        text += '"';
        text += name;
        text += '"';
    } else {
        text += Json(name).dump(-1, ' ', false, Json::error_handler_t::replace);
    }
}

/// Appends the names of a problem's sequences, from the files that have names: '["a","b"]'.
void append_names(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p, std::string& text) {
    text += '[';
    bool is_first = true;
    for (std::size_t file = 0; file < output_format.has_names.size(); ++file) {
        for (std::size_t k = 0; output_format.has_names[file] && k < block.rows[file]->columns.size(); ++k) {
            text += std::exchange(is_first, false) ? "" : ",";
            append_string(block.rows[file]->columns[k].name(block.row_of(file, p)), text);
        }
    }
    text += ']';
}

/// Appends a problem's entries to the lists.
Result<void> append_entries(const OutputFormat& output_format, const SolvedBlock& block, std::size_t p,
                            std::vector<std::string>& lists) {
    const auto begin = [&](List list) -> std::string& {
        std::string& text = lists[list];
        text += text.empty() ? "" : ",";
        return text;
    };
    const dp::AnswerStatus status = block.solution.statuses[p];
    if (status == dp::AnswerStatus::ok) {
        begin(kAnswers) += number_json(*block.solution.answer(p), block.solution.answer_type).dump();
    } else {
        begin(kAnswers) += "null";
        begin(kStatuses) += fmt::format("{{\"problem\":{},\"status\":\"{}\"}}", block.first + p, to_string(status));
    }
    const std::uint64_t row = block.rows[0]->first + block.row_of(0, p);
    if (output_format.pairs) {
        begin(kPairs) += fmt::format("[{},{}]", row, block.rows[1]->first + block.row_of(1, p));
    } else if (output_format.chosen) {
        begin(kPairs) += std::to_string(row);
    }
    if (has_list(output_format, kNames, true)) {
        append_names(output_format, block, p, begin(kNames));
    }
    if (output_format.solution) {
        std::string& text = begin(kSolutions);
        VKALGO_TRY(const AlignmentRuns* const runs, runs_of(output_format, block, p));
        if (runs != nullptr && output_format.scored) {
            text += alignment_json(output_format, block, p, *runs).dump();
        } else if (runs != nullptr) {
            text += "{\"cigar\":\"";
            append_runs(runs->runs, text);
            text += "\"}";
        } else {
            VKALGO_TRY(const auto shown, shown_solution(output_format, block, p));
            text += shown ? shown->json.dump() : "null";
        }
    }
    if (output_format.both_strands) {
        begin(kStrands) += fmt::format("\"{}\"", strand_of(block, p));
    }
    return {};
}

Result<void> format_json(const OutputFormat& output_format, const SolvedBlock& block, std::size_t first,
                         std::size_t end, FormattedRows& formatted) {
    formatted.lists.resize(kLists);
    for (std::size_t p = first; p < end; ++p) {
        VKALGO_CHECK(append_entries(output_format, block, p, formatted.lists));
    }
    return {};
}

Result<Json> parsed(Spool& spool) {
    std::string text = "[";
    VKALGO_CHECK(spool.read([&](std::string_view part) {
        text += part;
        return Result<void>();
    }));
    return Json::parse(std::string_view(text + "]"));  // Throws if the spool was damaged
}

class JsonOutput : public BatchOutput {
public:
    JsonOutput(const OutputFormat& output_format, const std::string& path)
        : output_format_(output_format), is_file_(!path.empty()) {
        for (std::size_t list = 0; list < kLists; ++list) {
            lists_.push_back({Spool(is_file_ ? path : "-")});
        }
        if (is_file_) {
            static_cast<void>(  // Cannot fail: the first text is kept in memory
                file().write(fmt::format("{{\"problem\":{},\"answers\":[",
                                         Json(output_format_.recurrence->header().problem).dump())));
        }
    }

    Result<void> take(const FormattedRows& formatted) override {
        for (std::size_t list = 0; list < formatted.lists.size(); ++list) {
            const std::string& entries = formatted.lists[list];
            if (!entries.empty()) {
                VKALGO_CHECK(lists_[list].text.write(std::exchange(lists_[list].has_entries, true) ? "," : ""));
                VKALGO_CHECK(lists_[list].text.write(entries));
            }
        }
        return {};
    }

    Result<void> finish(std::uint64_t problems) override {
        if (!is_file_) {
            return {};
        }
        VKALGO_CHECK(file().write("]"));
        for (std::size_t list = kAnswers + 1; list < kLists; ++list) {
            if (!has(list)) {
                continue;
            }
            if (list == kNames) {
                VKALGO_CHECK(file().write(fmt::format(",\"names_of\":{}", Json(named_inputs(output_format_)).dump())));
            }
            VKALGO_CHECK(file().write(fmt::format(",\"{}\":[", key_of(output_format_, list))));
            VKALGO_CHECK(file().append(lists_[list].text));
            VKALGO_CHECK(file().write("]"));
        }
        return file().write(fmt::format(",\"count\":{}}}\n", problems));
    }

    Result<void> deliver() override { return file().deliver(); }

    Result<void> describe(Json& result) override {
        for (std::size_t list = 0; list < kLists; ++list) {
            if (!has(list)) {
                continue;
            }
            if (list == kNames) {
                result["names_of"] = named_inputs(output_format_);
            }
            VKALGO_TRY(result[key_of(output_format_, list)], parsed(lists_[list].text));
        }
        return {};
    }

private:
    struct ListText {
        Spool text;
        bool has_entries = false;
    };

    bool has(std::size_t list) const { return has_list(output_format_, list, lists_[list].has_entries); }
    /// The file, which begins with the answers. The other lists are appended at the end.
    Spool& file() { return lists_[kAnswers].text; }

    const OutputFormat& output_format_;
    bool is_file_;
    std::vector<ListText> lists_;
};

std::unique_ptr<BatchOutput> open_json(const OutputFormat& output_format, const std::string& path) {
    return std::make_unique<JsonOutput>(output_format, path);
}

}  // namespace

const BatchWriter& batch_writer_json();
const BatchWriter& batch_writer_json() {
    static const BatchWriter writer{.name = "json", .endings = {".json"}, .format = format_json, .open = open_json};
    return writer;
}

}  // namespace vkalgo::cli
