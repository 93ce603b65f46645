#include "cli/dp/batch/sink.hpp"

#include <charconv>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

using Output = Telling::Format;

Result<Json> parsed(Spool& spool) {
    std::string text = "[";
    VKALGO_CHECK(spool.read([&](std::string_view part) {
        text += part;
        return Result<void>();
    }));
    return Json::parse(text + "]");
}

}  // namespace

Sink::Sink(const Telling& telling, std::string path)
    : telling_(telling),
      path_(std::move(path)),
      main_(path_.empty() ? "-" : path_),
      body_(path_.empty() ? "-" : path_),
      pairs_(path_.empty() ? "-" : path_),
      statuses_(path_.empty() ? "-" : path_) {
    if (telling_.format == Output::csv) {
        std::vector<std::string> columns = label_columns(telling_);
        columns.push_back(telling_.recurrence->header().label);
        if (telling_.solution) {
            columns.emplace_back("solution");
        }
        // A few names, which are in memory first.
        static_cast<void>(main_.write(fmt::format("{}\n", fmt::join(columns, ","))));
    }
    if (telling_.format == Output::json && !path_.empty()) {
        static_cast<void>(main_.write(
            fmt::format("{{\"problem\":{},\"answers\":[", Json(telling_.recurrence->header().problem).dump())));
    }
}

/// "name<TAB>length" in lines: each once into the header.
Result<void> Sink::add_references(const Told& told) {
    std::string_view rest = told.pairs;
    while (!rest.empty()) {
        const auto tab = rest.find('\t');
        const auto end = rest.find('\n', tab);
        const std::string_view digits = rest.substr(tab + 1, end - tab - 1);
        std::uint64_t length = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), length);
        const auto [found, is_new] = references_.emplace(rest.substr(0, tab), length);
        if (found->second != length) {
            return Error{ErrorCode::invalid_argument,
                         fmt::format("two references are called '{}', of {} and of {} letters, and SAM tells them by "
                                     "their names; rename one, or write .tsv",
                                     found->first, found->second, length),
                         {}};
        }
        if (is_new && length > 0) {
            VKALGO_CHECK(main_.write(fmt::format("@SQ\tSN:{}\tLN:{}\n", found->first, length)));
        }
        rest.remove_prefix(end + 1);
    }
    return {};
}

Result<void> Sink::take(const Told& told) {
    switch (telling_.format) {
        case Output::sam:
            if (references_.empty()) {
                VKALGO_CHECK(main_.write("@HD\tVN:1.6\tSO:unknown\n"));
            }
            VKALGO_CHECK(add_references(told));
            return body_.write(told.text);
        case Output::json:
            if (!told.statuses.empty()) {
                VKALGO_CHECK(statuses_.write(std::exchange(has_statuses_, true) ? "," : ""));
                VKALGO_CHECK(statuses_.write(told.statuses));
            }
            VKALGO_CHECK(pairs_.write(told.pairs));
            VKALGO_CHECK(body_.write(told.solutions));
            return main_.write(told.text);
        default:
            return main_.write(told.text);
    }
}

Result<void> Sink::finish(std::uint64_t problems) {
    if (telling_.format == Output::sam) {
        if (references_.empty()) {
            VKALGO_CHECK(main_.write("@HD\tVN:1.6\tSO:unknown\n"));
        }
        VKALGO_CHECK(main_.write("@PG\tID:vkalgo\tPN:vkalgo\n"));
        return main_.append(body_);
    }
    if (telling_.format != Output::json || path_.empty()) {
        return {};
    }
    VKALGO_CHECK(main_.write("]"));
    const auto add = [&](const char* name, Spool& spool) -> Result<void> {
        VKALGO_CHECK(main_.write(fmt::format(",\"{}\":[", name)));
        VKALGO_CHECK(main_.append(spool));
        return main_.write("]");
    };
    if (telling_.solution) {
        VKALGO_CHECK(add("solutions", body_));
    }
    if (telling_.pairs || telling_.chosen) {
        VKALGO_CHECK(add(telling_.pairs ? "pairs" : "problems", pairs_));
    }
    if (has_statuses_) {
        VKALGO_CHECK(add("statuses", statuses_));
    }
    return main_.write(fmt::format(",\"count\":{}}}\n", problems));
}

Result<void> Sink::describe(Json& result) {
    VKALGO_TRY(result["answers"], parsed(main_));
    if (telling_.solution) {
        VKALGO_TRY(result["solutions"], parsed(body_));
    }
    if (telling_.pairs || telling_.chosen) {
        VKALGO_TRY(result[telling_.pairs ? "pairs" : "problems"], parsed(pairs_));
    }
    if (has_statuses_) {
        VKALGO_TRY(result["statuses"], parsed(statuses_));
    }
    return {};
}

}  // namespace vkalgo::cli
