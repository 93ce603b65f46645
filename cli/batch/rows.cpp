#include "cli/batch/rows.hpp"

#include "formats/choose_format.hpp"
#include "formats/format.hpp"
#include "formats/sequences/record_parts.hpp"
#include "formats/sequences/sequence_format.hpp"
#include "support/names.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <span>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

Error bad_rows(std::string message, const std::string& where = {}) {
    return Error{ErrorCode::invalid_argument, std::move(message), where};
}

std::string names_of(const std::vector<const dp::InputDeclaration*>& inputs) {
    std::vector<std::string> names;
    names.reserve(inputs.size());
    for (const dp::InputDeclaration* input : inputs) {
        names.push_back(input->name);
    }
    return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

/// A reader of rows from the records of a file of sequences. The file is read by one thread (SequenceReader) or by
/// several (SequenceParts).
template <class Reader>
class SequenceRows : public RowReader {
public:
    /// `make` makes a reader from a source and the codes of the inputs.
    template <class Make>
    SequenceRows(Source source, const RowSettings& settings, const dp::RecurrenceHeader& header,
                 const std::vector<const dp::InputDeclaration*>& inputs, const Make& make) {
        inputs_ = inputs;
        for (const dp::InputDeclaration* input : inputs_) {
            codes_.push_back(code_of(header, *input, settings));
        }
        has_names_ = true;
        name_ = source.name();
        bytes_ = source.size();
        reader_ = make(std::move(source), codes_);
    }

    Result<bool> next(Rows& rows, const BlockSize& size) override {
        rows.columns.resize(inputs_.size());
        rows.first = reader_->records() / inputs_.size();
        VKALGO_TRY(const bool more, read(rows, size));
        rows.bytes_read = reader_->bytes_read();
        const std::uint64_t records = reader_->records();
        if (records % inputs_.size() != 0) {
            return bad_rows(
                fmt::format(
                    "'{}' has {}, but each problem needs {} ({}), and the problem of the last record, '{}', has "
                    "only {}; add its other records, or give each input a --batch file of its own",
                    name_, plural(records, "record"), inputs_.size(), names_of(inputs_), reader_->last_name(),
                    records % inputs_.size()),
                name_);
        }
        if (records == 0) {
            return bad_rows(fmt::format("'{}' has no record; add header lines and sequences", name_), name_);
        }
        return more;
    }

    ThreadTime times() const override {
        if constexpr (std::is_same_v<Reader, SequenceParts>) {
            return reader_->times();
        } else {
            return {};
        }
    }

private:
    Result<bool> read(Rows& rows, const BlockSize& size) {
        if constexpr (std::is_same_v<Reader, SequenceParts>) {
            return reader_->read(rows.columns, size);
        } else {
            return reader_->read(rows.columns, codes_, size);
        }
    }

    std::unique_ptr<Reader> reader_;
};

/// The format of a file. One of the two members is set.
struct RowFormat {
    const SequenceFormat* sequences = nullptr;
    const Format* table = nullptr;
};

/// Returns the formats of inputs that are tables.
std::vector<const Format*> table_formats() {
    std::vector<const Format*> tables;
    for (const Format* format : formats::formats()) {
        if (format->serves(Want::table)) {
            tables.push_back(format);
        }
    }
    return tables;
}

/// Returns the names that --format accepts.
std::vector<std::string> row_format_names() {
    std::vector<std::string> names = formats::names_of(sequence_formats());
    for (const std::string& name : formats::names_of(std::span<const Format* const>(table_formats()))) {
        names.push_back(name);
    }
    return names;
}

Result<RowFormat> row_format_named(const std::string& name) {
    const std::vector<const Format*> tables = table_formats();
    const auto table =
        std::find_if(tables.begin(), tables.end(), [&](const auto* format) { return format->name == name; });
    const RowFormat named{find_sequence_format(name), table == tables.end() ? nullptr : *table};
    if (named.sequences == nullptr && named.table == nullptr) {
        return bad_rows(fmt::format("--format {}: files of --batch can be {}; give one of these formats", name,
                                    name_list(row_format_names(), "or")));
    }
    return named;
}

/// Returns the message that neither the beginning of a file nor its name shows the format.
std::string nothing_shown(const std::string& file, const std::vector<const Format*>& tables) {
    std::vector<std::string> headers, titles, endings;
    for (const SequenceFormat* format : sequence_formats()) {
        if (!format->header.empty()) {
            headers.emplace_back(format->header);
            titles.emplace_back(format->title);
        }
    }
    for (const Format* table : tables) {
        endings.insert(endings.end(), table->endings.begin(),
                       table->endings.begin() + (table->endings.empty() ? 0 : 1));
    }
    return fmt::format("'{}' does not begin with {}, as {} do, and its name does not end in {}", file,
                       name_list(headers, "or"), name_list(titles, "and"), name_list(endings, "or"));
}

/// Returns the format. It is the first of these that exists: --format, the table format of the file's ending, the
/// format that the file's beginning shows, any other format of the file's ending.
Result<RowFormat> row_format_of(const std::string& path, const Source& source, const std::string& forced) {
    if (!forced.empty()) {
        return row_format_named(forced);
    }
    const std::vector<const Format*> tables = table_formats();
    if (const Format* table = format_of_ending<Format>(tables, path)) {
        return RowFormat{nullptr, table};
    }
    if (const SequenceFormat* shown = shown_sequence_format(as_text(source.head()), path)) {
        return RowFormat{shown, nullptr};
    }
    if (const SequenceFormat* named = format_of_ending(sequence_formats(), path)) {
        return RowFormat{named, nullptr};
    }
    return bad_rows(fmt::format("{}; name its format with --format: {}", nothing_shown(source.name(), tables),
                                fmt::join(row_format_names(), ", ")),
                    path);
}

void take(std::vector<const dp::InputDeclaration*>& free, const std::vector<const dp::InputDeclaration*>& taken) {
    for (const dp::InputDeclaration* input : taken) {
        std::erase(free, input);
    }
}

}  // namespace

std::uint64_t most_elements(const Source& source, const InputLimits& limits) {
    // A source whose size is known has at most one element per byte. A source of unknown size could be endless.
    const auto bytes = source.size();
    constexpr std::uint64_t kMax = (std::uint64_t{1} << 31) - 2;
    return std::min(kMax, bytes.value_or(limits.unsized));
}

bool is_text(const dp::RecurrenceHeader& header, const dp::InputDeclaration& input) {
    return input.type == ElementType::u8 &&
           std::none_of(header.files.begin(), header.files.end(), [&](const dp::FilesDeclaration& files) {
               return files.kind != dp::FilesDeclaration::Kind::letters &&
                      std::find(files.inputs.begin(), files.inputs.end(), input.name) != files.inputs.end();
           });
}

LetterCode code_of(const dp::RecurrenceHeader& header, const dp::InputDeclaration& input, const RowSettings& settings) {
    const auto own = settings.alphabets.find(input.name);
    return LetterCode(own != settings.alphabets.end() ? own->second : header.alphabet_of(input.name),
                      settings.input.ignore_case);
}

Result<std::unique_ptr<RowReader>> open_sequences(Source source, const SequenceFormat& format,
                                                  const RowSettings& settings, const dp::RecurrenceHeader& header,
                                                  const std::vector<const dp::InputDeclaration*>& inputs) {
    const std::uint64_t most = most_elements(source, settings.input.limits);
    if (SequenceParts::takes(source, format)) {
        return std::unique_ptr<RowReader>(std::make_unique<SequenceRows<SequenceParts>>(
            std::move(source), settings, header, inputs, [&](Source from, const auto& codes) {
                return std::make_unique<SequenceParts>(std::move(from),
                                                       SequenceParts::settings_for(format, most, codes));
            }));
    }
    return std::unique_ptr<RowReader>(std::make_unique<SequenceRows<SequenceReader>>(
        std::move(source), settings, header, inputs, [&](Source from, const auto& /*codes*/) {
            return std::make_unique<SequenceReader>(std::move(from), format, most);
        }));
}

Result<std::vector<std::unique_ptr<RowReader>>> open_rows(const std::vector<std::string>& files,
                                                          const RowSettings& settings,
                                                          const dp::RecurrenceHeader& header,
                                                          std::vector<const dp::InputDeclaration*> free) {
    std::vector<std::unique_ptr<RowReader>> readers;
    if (std::count(files.begin(), files.end(), "-") > 1) {
        return bad_rows(
            "standard input (-) is given for several --batch files, but it can be read only once; give another file");
    }
    for (const std::string& file : files) {
        VKALGO_TRY(Source source, Source::open(file));
        if (source.head().empty()) {
            return bad_rows(fmt::format("'{}' is empty; add {} records, or the header and rows of a table",
                                        source.name(), record_formats()),
                            file);
        }
        VKALGO_CHECK(check_is_utf8(as_text(source.head()), source.name()));
        VKALGO_TRY(const RowFormat format, row_format_of(file, source, settings.input.format));
        std::unique_ptr<RowReader> reader;
        if (format.table != nullptr) {
            VKALGO_TRY(reader, open_table(std::move(source), format.table->delimiter, settings, header, free));
        } else {
            std::vector<const dp::InputDeclaration*> texts;
            std::copy_if(free.begin(), free.end(), std::back_inserter(texts),
                         [&](const dp::InputDeclaration* input) { return is_text(header, *input); });
            if (free.empty()) {
                return bad_rows(fmt::format("'{}' is not needed: all inputs of {} are already given by {}; leave this "
                                            "file out",
                                            source.name(), header.problem,
                                            readers.empty() ? "--input" : "--input or by the --batch files before it"),
                                file);
            }
            if (texts.empty()) {
                return bad_rows(fmt::format("'{}': {} has no input of letters {}; give a CSV file with a header of "
                                            "input names: {}",
                                            source.name(), header.problem,
                                            readers.empty() ? "for its records" : "left for it", names_of(free)),
                                file);
            }
            if (files.size() > 1) {
                texts.erase(texts.begin() + 1, texts.end());
            }
            VKALGO_TRY(reader, open_sequences(std::move(source), *format.sequences, settings, header, texts));
        }
        take(free, reader->inputs());
        readers.push_back(std::move(reader));
    }
    if (!free.empty()) {
        const std::string& name = free.front()->name;
        return bad_rows(
            fmt::format("no --batch file has the input '{}' of {}; add a column '{}' or another --batch "
                        "file, or give --input {}=FILE for all problems",
                        name, header.problem, name, name));
    }
    return readers;
}

}  // namespace vkalgo::cli
