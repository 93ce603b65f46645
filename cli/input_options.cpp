#include "cli/input_options.hpp"

#include "cli/command.hpp"
#include "formats/meshes/mesh.hpp"
#include "formats/rasters/dem.hpp"
#include "formats/table_form.hpp"
#include "formats/volumes/volume.hpp"
#include "support/bad_usage.hpp"

#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {

void InputOptions::declare(Options& options, InputKinds kinds) {
    kinds_ = std::move(kinds);
    std::vector<std::string> formats = kinds_.meshes    ? mesh_format_names()
                                       : kinds_.dems    ? dem_format_names()
                                       : kinds_.volumes ? volume_format_names()
                                                        : format_names();
    formats.insert(formats.end(), kinds_.more_formats.begin(), kinds_.more_formats.end());
    options.choice("--format", format_, std::move(formats),
                   "the format of the files (default: by their names and first bytes)");
    if (kinds_.columns) {
        declare_tables(options);
    }
    if (kinds_.letters) {
        options.texts("--record", records_, "NAME|NUMBER",
                      "the record of a " + record_formats() + " file (default: the first); may be given once per file");
        options.flag("--ignore-case", ignore_case_, "treat all letters of the inputs as upper case");
    }
    if (kinds_.volumes) {
        options.whole("--volume", volume_, "the number, from 0, of the volume in a file of several volumes");
    }
    options.size("--input-limit", limit_,
                 fmt::format("the most bytes of an input whose size is not known in advance: a pipe, a device file, "
                             "packed data, a decoded image (default {}Mi)",
                             kDefaultInputLimit >> 20),
                 1);
}

void InputOptions::declare_tables(Options& options) {
    const auto take_column = [this](const std::string& name) -> Result<void> {
        if (name.empty()) {
            return bad_usage(
                "an empty name is not a column; give the name of a column, as the header has it, or its number",
                "--column");
        }
        columns_.push_back(name);
        return {};
    };
    if (kinds_.column_suffixes.empty()) {
        options.value(
            "--column", "NAME|NUMBER",
            std::string("the column of a table (CSV, TSV), by its header or its number from 1 (default: all numbers)") +
                (kinds_.two_columns ? "; given twice: for x and y of points" : ""),
            take_column, kinds_.two_columns ? 2 : 1);
    } else {
        options.values("--column", "NAME|NUMBER",
                       "the column of a table (CSV, TSV), by its header or its number from 1 (default: all numbers); "
                       "several: each further column orders rows that are equal in the columns before it; a column may "
                       "end in :asc or :desc, and in :text or a type, in either order (price:desc:f64, name:text); "
                       "empty and NA keys come last",
                       take_column);
    }
    if (!kinds_.tables) {
        return;
    }
    options.value("--delimiter", "CHARACTER",
                  fmt::format("the separator of the cells of a table: one character, or {} (default: by the format)",
                              delimiter_words()),
                  [this](const std::string& text) -> Result<void> {
                      VKALGO_TRY(delimiter_, parse_delimiter(text));
                      return {};
                  });
    options.flag("--header", header_, "the first row of a table is always a header");
    options.flag("--no-header", no_header_,
                 "the first row of a table is not a header; columns are named by their numbers, from 1");
}

Result<void> InputOptions::check() const {
    if (header_ && no_header_) {
        return bad_usage("--header and --no-header exclude each other; choose one");
    }
    return {};
}

InputSettings InputOptions::settings(Session& session) const {
    InputSettings settings;
    settings.format = format_.value_or("");
    settings.records = records_;
    settings.column = columns_.empty() ? "" : columns_.front();
    settings.has_column_option = kinds_.columns;
    settings.delimiter = delimiter_;
    settings.header = header_ ? HeaderRow::present : no_header_ ? HeaderRow::absent : HeaderRow::found;
    settings.has_delimiter_option = kinds_.tables;
    settings.lines = kinds_.lines;
    settings.ignore_case = ignore_case_;
    settings.volume = volume_;
    settings.limits.unsized = limit_.value_or(kDefaultInputLimit);
    settings.limits_given = limit_.has_value();
    settings.limits.in_parts = kinds_.dems;
    settings.limits.memory = session.globals().memory;
    settings.limits.device_memory = [&session]() -> std::uint64_t {
        const auto context = session.context();  // Without a device, the run itself will report the error
        return context ? (*context)->profile().device_memory : 0;
    };
    settings.notice = [&session](const std::string& message) { session.reporter().warn(message); };
    return settings;
}

}  // namespace vkalgo::cli
