#include "cli/input_options.hpp"

#include "cli/command.hpp"
#include "formats/meshes/mesh.hpp"
#include "formats/rasters/dem.hpp"
#include "formats/volumes/volume.hpp"
#include "support/bad_usage.hpp"

#include <utility>

namespace vkalgo::cli {

void InputOptions::declare(Options& options, InputKinds kinds) {
    std::vector<std::string> formats = kinds.meshes    ? mesh_format_names()
                                       : kinds.dems    ? dem_format_names()
                                       : kinds.volumes ? volume_format_names()
                                                       : format_names();
    formats.insert(formats.end(), kinds.more_formats.begin(), kinds.more_formats.end());
    options.choice("--format", format_, std::move(formats),
                   "the format of the files, instead of what their names and first bytes say");
    if (kinds.columns) {
        options.value(
            "--column", "NAME",
            std::string("the column of a CSV or TSV file, by its header (default: all numbers)") +
                (kinds.two_columns ? "; given twice: x and y of points" : ""),
            [this](const std::string& name) -> Result<void> {
                if (name.empty()) {
                    return bad_usage("--column is empty; give the name of a column, as the header has it", "--column");
                }
                columns_.push_back(name);
                return {};
            },
            kinds.two_columns ? 2 : 1);
    }
    if (kinds.letters) {
        options.texts("--record", records_, "NAME|NUMBER",
                      "which record of a FASTA or FASTQ file (default: the first); given several times: for each file");
        options.flag("--ignore-case", ignore_case_, "take the letters of the inputs as upper case");
    }
    if (kinds.volumes) {
        options.whole("--volume", volume_, "which of the volumes of a file that has several, counted from 0");
    }
    options.size(
        "--input-limit", limit_,
        "the most bytes of an input without a size: a pipe, a device file, packed data, a decoded image (default "
        "128Mi)",
        1);
    kinds_ = std::move(kinds);
}

InputSettings InputOptions::settings(Session& session) const {
    InputSettings settings;
    settings.format = format_.value_or("");
    settings.records = records_;
    settings.column = columns_.size() == 1 ? columns_.front() : "";
    settings.has_column_option = kinds_.columns;
    settings.lines = kinds_.lines;
    settings.ignore_case = ignore_case_;
    settings.volume = volume_;
    settings.limits.unsized = limit_.value_or(kDefaultInputLimit);
    settings.limits_given = limit_.has_value();
    settings.limits.in_parts = kinds_.dems;
    settings.limits.memory = session.globals().memory;
    settings.limits.device_memory = [&session]() -> std::uint64_t {
        const auto context = session.context();  // Without a device, the run itself reports the error
        return context ? (*context)->profile().device_memory : 0;
    };
    settings.notice = [&session](const std::string& message) { session.reporter().warn(message); };
    return settings;
}

}  // namespace vkalgo::cli
