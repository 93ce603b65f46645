#include "formats/reader.hpp"
#include "support/bad_usage.hpp"
#include "support/numbers.hpp"

#include <string>
#include <string_view>

#include <fmt/format.h>

// InputReader's errors for options of reading that had no effect.
namespace vkalgo::formats {

/// Returns "but no table is given; leave it out", or what else to do about a file that may be a table.
std::string InputReader::advice_on_tables(const char* option) const {
    return maybe_csv_.empty()
               ? "but no table is given; leave it out"
               : fmt::format("but '{}' is not read as a table; if it is one, add <format> csv, else leave {} out",
                             maybe_csv_, option);
}

Error InputReader::column_unused() const {
    return bad_usage(fmt::format("<column> chooses a column of a table (csv, tsv), {}", advice_on_tables("<column>")),
                     "<column>");
}

Error InputReader::table_unused(const char* option) const {
    return bad_usage(fmt::format("{} is for tables (csv, tsv), {}", option, advice_on_tables(option)), option);
}

const char* InputReader::header_option() const {
    return settings_.header == HeaderRow::present ? "<header>" : "<no-header>";
}

Result<void> InputReader::check_used() const {
    const auto unused = [](const char* option, std::string_view why) {
        return bad_usage(fmt::format("{} {}; leave it out", option, why), option);
    };
    if (!settings_.format.empty() && inputs_ == 0) {
        return unused("<format>", "is for files, but no file is given");
    }
    if (settings_.limits_given && inputs_ == 0) {
        return unused("<input-limit>", "is for files, but no file is given");
    }
    if (!settings_.records.empty() && records_used_ == 0) {
        return unused("<record>",
                      fmt::format("chooses a record of a {} file, but no such file is given", record_formats()));
    }
    if (settings_.records.size() > 1 && settings_.records.size() != records_used_) {
        return bad_usage(
            fmt::format("<record> is given {} times for {} with records; give it once for all files, or once for "
                        "each",
                        settings_.records.size(), plural(records_used_, "file")),
            "<record>");
    }
    if (!settings_.column.empty() && !read_column_) {
        return column_unused();
    }
    if (settings_.delimiter && !read_column_) {
        return table_unused("<delimiter>");
    }
    if (settings_.header != HeaderRow::found && !read_column_) {
        return table_unused(header_option());
    }
    if (settings_.ignore_case && !read_letters_) {
        return unused("<ignore-case>", "is for inputs of letters, but no such input is given");
    }
    return {};
}

}  // namespace vkalgo::formats
