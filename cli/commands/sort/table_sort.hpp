#pragma once

#include "algorithms/sort/sort_call.hpp"
#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/commands/sort/table_keys.hpp"
#include "cli/formats.hpp"
#include "engine/call.hpp"
#include "engine/result.hpp"
#include "formats/bytes.hpp"
#include "formats/table_text.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// `vkalgo sort` of the rows of a table: by several columns, by text, or by a column in which some keys are missing.
namespace vkalgo::cli {

struct TableSortSettings {
    /// The options of the sorts. Type and direction are not used: each sort has those of its packed keys.
    SortCallOptions options;
    /// Whether the answer is the former index of each row.
    bool indices = false;
    /// The number of first rows that are wanted. Not set: all rows.
    std::optional<std::uint64_t> first;
    std::optional<std::string> output;
};

/// Returns whether whole rows are written to this path when a table is sorted. Rows are written to a .txt only if
/// `in_text`.
bool takes_rows(const std::string& path, bool in_text);

/// Returns the rows of a table in this order, in the form of a file of this name. A .tsv has tabs between cells. A .csv
/// has commas, unless the user named a delimiter. In any other file the cells keep the delimiter of the table.
Bytes rows_for(const TableText& table, std::span<const std::uint32_t> order, const std::string& path);

class TableSort {
public:
    /// Plans the run, and prints the plan under --verbose. `keys` must outlive the result. Errors: those of
    /// plan_sort_call; an output that cannot hold the keys.
    static Result<TableSort> plan(Session& session, TableSortSettings settings, const TableKeys& keys);

    /// Sorts, and describes the run in the answer. Errors: those of the library.
    Result<void> run(Session& session, Answer& answer);

private:
    TableSort(TableSortSettings settings, const TableKeys& keys) : settings_(std::move(settings)), keys_(keys) {}

    Result<void> check_output() const;
    Result<void> sort_by(Session& session, Array& words, const SortCallPlan& plan);
    Verification verified() const;
    std::uint64_t unsorted_rows() const;
    Bytes written(const std::string& path) const;
    Bytes written_keys(const std::string& path) const;
    std::string first_keys() const;
    void describe(const Session& session, Answer& answer) const;

    /// Returns whether the keys are numbers of one column, which can be written without their rows.
    bool has_plain_keys() const { return keys_.columns.size() == 1 && !keys_.columns.front().is_text(); }
    /// Returns whether whole rows are written to this path.
    bool writes_rows(const std::string& path) const {
        return !settings_.indices && takes_rows(path, !has_plain_keys() || keys_.table.names_delimiter);
    }

    TableSortSettings settings_;
    const TableKeys& keys_;
    /// The packed keys, and the plan of the sort by each array. The last array is sorted first.
    std::vector<Array> words_;
    std::vector<SortCallPlan> plans_;
    /// The rows in the order that the sorts have made so far.
    std::vector<std::uint32_t> order_;
    CallReport report_;
    std::string method_;
};

}  // namespace vkalgo::cli
