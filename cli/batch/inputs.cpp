// The source of each input of a batch.
#include "cli/batch/inputs.hpp"

#include "cli/batch/batch_rows.hpp"
#include "cli/dp/files.hpp"
#include "support/bad_usage.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

/// Returns "score" for "data/score.csv.gz".
std::string stem_of(const std::string& path) {
    const std::string name = std::filesystem::path(path).filename().string();
    return name.substr(0, name.find('.'));
}

/// Returns the files of common inputs by the inputs' names.
Result<std::map<std::string, std::string>> named_files(const BatchJob& job) {
    const dp::RecurrenceHeader& header = job.recurrence->header();
    std::vector<std::string> names;
    for (const dp::InputDeclaration& input : header.inputs) {
        names.push_back(input.name);
    }
    std::map<std::string, std::string> named = job.instance.inputs;
    for (const auto& [name, file] : named) {
        if (header.input(name) == nullptr) {
            return bad_usage(fmt::format("--input {}={}: {} has no such input; it has {}", name, file, header.problem,
                                         fmt::join(names, ", ")));
        }
    }
    for (const std::string& file : job.instance.files) {
        const std::string name = stem_of(file);
        if (header.input(name) == nullptr) {
            return bad_usage(
                fmt::format("'{}' is given as an INPUT together with {}, but a batch reads its problems only from "
                            "--batch files; {}. If it "
                            "is an input ({}) that all problems share, give --input NAME={}",
                            file, plural(job.request.files.size(), "--batch file"),
                            job.request.files.size() > 1 ? "leave it out" : fmt::format("give --batch {} too", file),
                            fmt::join(names, ", "), file));
        }
        if (!named.emplace(name, file).second) {
            return bad_usage(fmt::format("input '{}' is given twice, as '{}' and as '{}'; leave one out", name,
                                         named.at(name), file));
        }
    }
    return named;
}

}  // namespace

Result<BatchInputs> open_inputs(const BatchJob& job) {
    const dp::RecurrenceHeader& header = job.recurrence->header();
    BatchInputs inputs;
    VKALGO_TRY(const auto named, named_files(job));
    for (const bool is_n : {true, false}) {
        const char* size = is_n ? "n" : "m";
        const auto& given = is_n ? job.instance.n : job.instance.m;
        if (given && !files_need(header, size)) {
            return bad_usage(
                fmt::format("--{} makes random inputs, but --batch reads them from files; leave it out", size));
        }
        if (!given && files_need(header, size)) {
            return bad_usage(fmt::format("the recurrence of {} depends on {}; give --{}", header.problem, size, size));
        }
    }
    dp::RecurrenceHeader common = header;  // The recurrence's header, with only the inputs of `named`
    common.files.clear();
    std::erase_if(common.inputs, [&](const dp::InputDeclaration& input) { return !named.contains(input.name); });
    for (dp::FilesDeclaration files : header.files) {
        std::erase_if(files.inputs, [&](const std::string& name) { return !named.contains(name); });
        if (!files.inputs.empty()) {
            common.files.push_back(std::move(files));
        }
    }
    if (!named.empty()) {
        InputSettings settings = job.input;
        settings.format.clear();  // --format is for the --batch files only
        InputReader reader(std::move(settings));
        VKALGO_TRY(dp::Instance read, read_files(reader, common, {}, named));
        inputs.common = std::move(read.inputs);
    }
    std::vector<const dp::InputDeclaration*> free;
    for (const dp::InputDeclaration& input : header.inputs) {
        if (inputs.common.contains(input.name)) {
            continue;
        }
        if (const auto made = job.made.find(input.name); made != job.made.end()) {
            inputs.common.insert(*made);
            continue;
        }
        free.push_back(&input);
    }
    VKALGO_TRY(inputs.readers, open_rows(job.request.files, {job.input, job.alphabets}, header, std::move(free)));
    if (Scoring* const scoring = job.instance.scoring; scoring != nullptr) {
        VKALGO_CHECK(encode_common(inputs.common, *scoring));
        for (auto& reader : inputs.readers) {
            reader = scored_rows(std::move(reader), *scoring, job.both_strands);
        }
    }
    return inputs;
}

}  // namespace vkalgo::cli
