#include "cli/commands/dp/table_options.hpp"

#include "cli/dp/inputs.hpp"
#include "support/bad_usage.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {}  // namespace

void TableOptions::declare(Options& options) {
    options.text("--table", file_, "FILE.npy", "write the whole table");
    options.choice("--layout", layout_, {dp::kLayoutNames.begin(), dp::kLayoutNames.end()},
                   "how the table lies on the device and in its file (default: ROWS)");
    options.integer("--from-stage", from_, "run the stages from this row, column or diagonal on");
    options.integer("--to-stage", to_, "run the stages up to this one");
    options.text("--resume", resume_, "FILE.npy", "the table of the stages before --from-stage, written by --table");
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
        return bad_usage("--layout says how --table writes the table; give a file to write");
    }
    if (resume_ && !from_) {
        return bad_usage(
            fmt::format("--resume {} has the stages before --from-stage; give --from-stage too", *resume_));
    }
    if (from_ && !resume_) {
        return bad_usage(
            fmt::format("the stages before {} are to be in the table of --resume FILE.npy; give it, or "
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
                     "--resume reads tables of cells that are one number, and these have fields; resume such a run "
                     "from C++",
                     {}};
    }
    VKALGO_TRY(Array array, reader.values(*resume_, header.cell));
    const auto extents = shape.size.extents();
    const std::vector<std::uint64_t> wanted(extents.begin(),
                                            extents.begin() + static_cast<std::ptrdiff_t>(header.index_count()));
    if (array.shape != wanted) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("--resume {}: an array of {}, and the table is one of {}; resume with the sizes and "
                                 "--layout ROWS or COLUMNS that wrote it",
                                 *resume_, fmt::join(array.shape, " x "), fmt::join(wanted, " x ")),
                     *resume_};
    }
    VKALGO_TRY(dp::InputArray cells, as_input(std::move(array), header.cell, *resume_));
    resume_table_ = std::move(cells.data);
    options.resume_table = resume_table_;
    return {};
}

}  // namespace vkalgo::cli
