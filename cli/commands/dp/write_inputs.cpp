#include "cli/commands/dp/write_inputs.hpp"

#include "algorithms/dp/instance/checked_instance.hpp"
#include "cli/dp/alignment/letters.hpp"
#include "cli/dp/inputs.hpp"
#include "formats/half_text.hpp"
#include "formats/npy.hpp"
#include "formats/number_text.hpp"
#include "formats/sequences/sequence_format.hpp"
#include "formats/writer.hpp"
#include "support/phrases.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

using Kind = dp::FilesDeclaration::Kind;

/// The default of n, for files that are small enough to read by eye.
constexpr std::uint64_t kSampleSize = 6;

struct NamedFile {
    std::string name;
    Bytes content;
};

/// Returns value k as text that reads back as the same value.
std::string value_text(const dp::InputArray& array, std::uint64_t k) {
    return with_type(array.type, [&](auto value) {
        std::memcpy(&value, array.data.data() + k * sizeof(value), sizeof(value));
        return number_text(value);
    });
}

NamedFile table_file(const dp::RecurrenceHeader& header, const dp::FilesDeclaration& files,
                     const dp::Instance& instance) {
    std::string text = fmt::format("{}\n", fmt::join(files.inputs, ","));
    const std::uint64_t rows = instance.inputs.find(files.inputs.front())->second.count;
    for (std::uint64_t row = 0; row < rows; ++row) {
        std::vector<std::string> cells;
        for (const std::string& name : files.inputs) {
            cells.push_back(value_text(instance.inputs.find(name)->second, row));
        }
        text += fmt::format("{}\n", fmt::join(cells, ","));
    }
    // The name of a problem's second table must differ from that of the first table.
    const std::string name = &files == &header.files.front() ? header.problem : files.inputs.front();
    return {name + ".csv", bytes_of(text)};
}

/// Writes the numbers in n lines if n divides their count, otherwise in one line.
NamedFile numbers_file(const std::string& name, const dp::InputArray& array, std::int64_t n) {
    const auto lines = static_cast<std::uint64_t>(std::max<std::int64_t>(n, 1));
    const std::uint64_t each = array.count % lines == 0 ? array.count / lines : array.count;
    std::string text;
    for (std::uint64_t k = 0; k < array.count; ++k) {
        text += value_text(array, k);
        text += each > 1 && (k + 1) % each != 0 ? ' ' : '\n';
    }
    return {name + ".txt", bytes_of(text)};
}

NamedFile array_file(const std::string& name, const dp::InputArray& array) {
    return {name + ".npy", encode_npy({array.type, {array.count}, array.data})};
}

NamedFile letters_file(const std::string& name, const dp::InputArray& array, const std::string& alphabet) {
    std::string text;
    for (const std::byte letter : array.data) {
        const auto code = static_cast<unsigned char>(letter);
        text += alphabet.empty() ? static_cast<char>(code) : alphabet[code];
    }
    const bool plain = std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isgraph(c) != 0; });
    // A text that begins with '>', for example, would be read as FASTA.
    const bool marked = shown_sequence_format(text) != nullptr;
    return plain && !marked ? NamedFile{name + ".txt", bytes_of(text + "\n")} : array_file(name, array);
}

std::vector<NamedFile> files_of(const dp::RecurrenceHeader& header, const dp::Instance& instance,
                                const Scoring* scoring) {
    std::vector<NamedFile> made;
    for (const dp::FilesDeclaration& files : header.files) {
        if (files.kind == Kind::csv) {
            made.push_back(table_file(header, files, instance));
            continue;
        }
        for (const std::string& name : files.inputs) {
            const dp::InputArray& array = instance.inputs.find(name)->second;
            made.push_back(files.kind == Kind::letters ? letters_file(name, array, alphabet_of(header, name, scoring))
                                                       : numbers_file(name, array, instance.n));
        }
    }
    for (std::size_t k = 0; header.files.empty() && k < header.inputs.size(); ++k) {
        const std::string& name = header.inputs[k].name;
        made.push_back(array_file(name, instance.inputs.find(name)->second));
    }
    return made;
}

/// Checks that the sample is accepted when it is read.
Result<void> check_sample(const dp::RecurrenceHeader& header, const dp::Instance& instance) {
    const bool complete = std::all_of(header.params.begin(), header.params.end(), [&](const auto& param) {
        return param.fallback || param.derived || instance.params.contains(param.name);
    });
    if (!complete) {
        return dp::check_param_ranges(header, instance, true);
    }
    const auto shape = dp::checked_shape(header, instance, header.stage);
    return shape ? Result<void>() : Result<void>(shape.error());
}

/// Returns the command that solves the instance in the files.
std::string command_text(const dp::RecurrenceHeader& header, const std::string& chosen, const InstanceRequest& request,
                         const dp::Instance& instance, const std::vector<std::string>& paths) {
    std::string text = "vkalgo dp " + chosen;
    if (files_need(header, "n")) {
        text += fmt::format(" --n {}", instance.n);
    }
    if (files_need(header, "m")) {
        text += fmt::format(" --m {}", instance.m);
    }
    for (const dp::ParamDeclaration& param : header.params) {
        if (const auto given = request.params.find(param.name); given != request.params.end()) {
            text += fmt::format(" --{} {}", param.name, to_text(given->second, param.type));
        }
    }
    for (const std::string& path : paths) {
        text += " " + shell_word(path);
    }
    return text;
}

}  // namespace

Result<Answer> write_inputs(const dp::Recurrence& recurrence, const std::string& chosen, InstanceRequest request,
                            const std::string& folder, InputReader& reader) {
    const dp::RecurrenceHeader& header = recurrence.header();
    if (header.inputs.empty()) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("{} reads no files; leave out --write-inputs", header.problem),
                     {}};
    }
    request.n = request.n.value_or(kSampleSize);
    if (files_need(header, "m")) {
        request.m = request.m.value_or(*request.n);
    }
    VKALGO_TRY(Draft draft, draft_instance(recurrence, request, reader));
    VKALGO_TRY(const dp::Instance instance, draw_instance(recurrence, request, std::move(draft)));
    VKALGO_CHECK(check_sample(header, instance));
    Answer answer;
    answer.parameters = {{"write-inputs", folder}, {"n", instance.n}, {"seed", request.seed}};
    std::vector<std::string> paths;
    for (NamedFile& file : files_of(header, instance, request.scoring)) {
        paths.push_back((std::filesystem::path(folder) / file.name).string());
        std::error_code unknown;
        if (std::filesystem::exists(std::filesystem::symlink_status(paths.back(), unknown))) {
            return Error{ErrorCode::invalid_argument,
                         fmt::format("--write-inputs {}: {} already exists and was not changed; give another folder",
                                     folder, paths.back()),
                         paths.back()};
        }
        answer.line("written", paths.back());
        answer.output(paths.back(), std::move(file.content));
    }
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) {
        return Error{ErrorCode::invalid_argument,
                     fmt::format("--write-inputs {}: {}; give a folder that can be written", folder, failed.message()),
                     folder};
    }
    const std::string next = command_text(header, chosen, request, instance, paths);
    answer.line("next", next);
    answer.result = {{"files", paths}, {"next", next}};
    return answer;
}

}  // namespace vkalgo::cli
