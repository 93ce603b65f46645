#include "algorithms/alignment/scoring.hpp"
#include "cli/batch/batch.hpp"
#include "cli/batch/batch_writer.hpp"
#include "support/bad_usage.hpp"
#include "support/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {

void BatchRequest::declare(Options& options) {
    options.group("Many problems");
    options.texts(
        "--batch", files, "FILE",
        "solve each problem of a file: " + record_formats() +
            ", whose records are in turn the inputs of a problem (for two inputs: records 1 and 2 are problem 1, 3 "
            "and 4 problem 2), or CSV or TSV with a header of input names; if --batch is given twice, record "
            "k of one file and record k of the other are problem k. With --batch, --output can be " +
            batch_writers_help() + ", and --method can be " + name_list(run_methods(true), "or"));
    options.flag("--all-pairs", all_pairs,
                 "solve each record of the first --batch file with each record of the second");
    options.size("--top", top, "keep only the K best pairs of each record of the first file", 1);
    options.choice(
        "--mpi", mpi, {"yes", "no"},
        "share the batch with the other processes that mpirun or srun started (default: yes if there are any)");
    options.choice("--best", best, {"least", "greatest"},
                   "which answers --top keeps, and which come first in SAM (default: as the problem says)");
}

Result<void> BatchRequest::take(const Threshold& threshold) {
    VKALGO_CHECK(threshold.check());
    at_most = threshold.at_most();
    at_least = threshold.at_least();
    return {};
}

Result<void> BatchRequest::check() const {
    if (!given()) {
        const char* alone = all_pairs ? "--all-pairs" : top ? "--top" : best ? "--best" : mpi ? "--mpi" : nullptr;
        return alone == nullptr ? Result<void>()
                                : bad_usage(std::string(alone) + " needs many problems; give --batch FILE too");
    }
    if (pairs() && files.size() != 2) {
        return bad_usage(std::string(top ? "--top" : "--all-pairs") +
                         " combines the records of two files; give --batch twice, first the queries");
    }
    return {};
}

Result<void> BatchRequest::check_beside(const std::vector<std::pair<bool, const char*>>& others,
                                        const std::vector<std::string>& drawing) const {
    std::vector<std::string> given;
    for (const auto& [is_given, name] : others) {
        given.insert(given.end(), is_given ? 1 : 0, name);
    }
    given.insert(given.end(), drawing.begin(), drawing.end());
    if (given.empty()) {
        return {};
    }
    const bool one = given.size() == 1;
    return bad_usage(fmt::format("{} {} only for one problem, but --batch solves many; leave {} out{}",
                                 fmt::join(given, " and "), one ? "is" : "are", one ? "it" : "them",
                                 drawing.empty()
                                     ? ""
                                     : ", write readable solutions by --solution --output FILE.txt, or give the files "
                                       "of one problem as INPUTs, without --batch"));
}

std::vector<std::string> run_methods(bool of_batches) {
    std::vector<std::string> names;
    for (const dp::Method* method : dp::methods()) {
        if (of_batches ? method->batch != nullptr : method->plan != nullptr) {
            names.emplace_back(method->name);
        }
    }
    return names;
}

std::map<std::string, std::string> former_methods() {
    std::map<std::string, std::string> names;
    for (const dp::Method* method : dp::methods()) {
        if (method->former_name != nullptr) {
            names.emplace(method->former_name, method->name);
        }
    }
    return names;
}

Result<Best> best_of(const dp::RecurrenceHeader& header, const std::optional<std::string>& asked) {
    using Kind = dp::AnswerDeclaration::Kind;
    if (asked) {
        return *asked == "least" ? Best::least : Best::greatest;
    }
    if (header.goal != dp::Goal::none) {
        return header.goal == dp::Goal::minimum ? Best::least : Best::greatest;
    }
    if (header.reduce) {
        return header.reduce->minimum ? Best::least : Best::greatest;
    }
    if (header.answer.kind == Kind::min || header.answer.kind == Kind::max) {
        return header.answer.kind == Kind::min ? Best::least : Best::greatest;
    }
    if (header.bits) {
        return header.bits->kind == dp::BitCells::Kind::edit ? Best::least : Best::greatest;
    }
    if (takes_scores(header)) {
        return Best::greatest;
    }
    return bad_usage("the recurrence of " + header.problem +
                     " does not say whether its best answers are the least or the greatest; give --best least or "
                     "--best greatest");
}

}  // namespace vkalgo::cli
