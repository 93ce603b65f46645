#include "cli/commands/dp/table_options.hpp"

#include "cli/dp/inputs.hpp"
#include "support/bad_usage.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {

void TableOptions::declare(Options& options) {
    options.text("--table", file_, "FILE.npy", "write the whole table");
    options.choice("--layout", layout_, {dp::kLayoutNames.begin(), dp::kLayoutNames.end()},
                   "the order of the cells on the device and in the file (default: ROWS)");
    options.integer(
        "--from-stage", from_,
        "begin with this stage: the number of its row, column or diagonal, from 0 (for a 'stage' of your own, its "
        "value)");
    options.integer("--to-stage", to_, "end with this stage, which is still run");
    options.text("--resume", resume_, "FILE.npy", "the table with the stages before --from-stage, as --table wrote it");
}

std::vector<std::string> TableOptions::names() const {
    std::vector<std::string> names;
    for (const auto& [given, name] : {std::pair{file_.has_value(), "--table"},
                                      {layout_.has_value(), "--layout"},
                                      {from_.has_value(), "--from-stage"},
                                      {to_.has_value(), "--to-stage"},
                                      {resume_.has_value(), "--resume"}}) {
        names.insert(names.end(), given ? 1 : 0, name);
    }
    return names;
}

dp::Layout TableOptions::layout() const {
    const auto found = std::find(dp::kLayoutNames.begin(), dp::kLayoutNames.end(), layout_.value_or("ROWS"));
    return static_cast<dp::Layout>(found - dp::kLayoutNames.begin());
}

Result<void> TableOptions::check() const {
    if (layout_ && !file_) {
        return bad_usage("--layout says how --table writes the table; give --table FILE.npy too");
    }
    if (resume_ && !from_) {
        return bad_usage(fmt::format("--resume {} needs the stage to begin with; give --from-stage too", *resume_));
    }
    if (from_ && !resume_) {
        return bad_usage(
            fmt::format("--from-stage {} needs a table with the earlier stages; give --resume FILE.npy, or "
                        "leave out --from-stage",
                        *from_));
    }
    return {};
}

Result<void> TableOptions::apply(InputReader& reader, const dp::RecurrenceHeader& header, const dp::Shape& shape,
                                 dp::SolveOptions& options) {
    VKALGO_CHECK(check());
    options.keep.layout = layout();
    options.from_stage = from_;
    options.to_stage = to_;
    options.keep.table = options.keep.table || from_ || to_;
    if (!resume_) {
        return {};
    }
    if (!header.fields.empty()) {
        return Error{ErrorCode::unsupported,
                     "--resume reads only cells of one number, but the cells of this recurrence have "
                     "fields; resume such a run from C++",
                     {}};
    }
    VKALGO_TRY(Array array, reader.values(*resume_, header.cell));
    const auto extents = shape.size.extents();
    const std::vector<std::uint64_t> wanted(extents.begin(),
                                            extents.begin() + static_cast<std::ptrdiff_t>(header.index_count()));
    if (array.shape != wanted) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("--resume {}: the array has the size {}, but the table of this run has {}; give "
                                 "the sizes with which the array was written (a table that was written with --layout "
                                 "DIAGS-NOSE or DIAGS-SONE cannot be resumed)",
                                 *resume_, fmt::join(array.shape, " x "), fmt::join(wanted, " x ")),
                     *resume_};
    }
    VKALGO_TRY(dp::InputArray cells, as_input(std::move(array), header.cell, *resume_));
    resume_table_ = std::move(cells.data);
    options.resume_table = resume_table_;
    return {};
}

}  // namespace vkalgo::cli
