#include "cli/batch/batch_rows.hpp"

#include "algorithms/alignment/complements.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

class ScoredRows : public RowReader {
public:
    ScoredRows(std::unique_ptr<RowReader> reader, Scoring& scoring, bool both_strands)
        : reader_(std::move(reader)), scoring_(scoring), both_strands_(both_strands) {
        inputs_ = reader_->inputs();
        codes_ = reader_->codes();
        has_names_ = reader_->has_names();
        name_ = reader_->name();
        bytes_ = reader_->bytes();
    }

    Result<bool> next(Rows& rows, const BlockSize& size) override {
        const std::size_t first = rows.count();
        VKALGO_TRY(const bool more, reader_->next(rows, size));
        rows.letter_indices.resize(rows.columns.size());
        rows.reverse.resize(both_strands_ ? rows.columns.size() : 0);
        for (std::size_t k = 0; k < rows.columns.size(); ++k) {
            if (inputs_[k]->name == "x" || inputs_[k]->name == "y") {
                VKALGO_CHECK(encode(rows, k, first));
            }
        }
        rows.alphabet = scoring_.alphabet();
        return more;
    }

    ThreadTime times() const override { return reader_->times(); }

private:
    Result<void> encode(Rows& rows, std::size_t k, std::size_t first) {
        const ArrayBlock& column = rows.columns[k];
        Bytes& letter_indices = rows.letter_indices[k];
        const std::uint64_t begin = column.offsets[first];
        const auto letters = std::span(column.data).subspan(begin);
        letter_indices.resize(column.data.size());      // A block that is reused has old indices here
        const bool is_first = rows.first + first == 0;  // notices() needs the letters of the first rows
        if (!scoring_.encode_known(letters, letter_indices.data() + begin) || is_first) {
            scoring_.see(letters, Scoring::side_of(inputs_[k]->name));
            std::copy(letters.begin(), letters.end(), letter_indices.begin() + static_cast<std::ptrdiff_t>(begin));
            if (const auto done = scoring_.encode(std::span(letter_indices).subspan(begin), name_); !done) {
                return wrong_letter(rows, k, first);
            }
        }
        if (!both_strands_ || inputs_[k]->name != "y") {
            return {};
        }
        Bytes& reverse = rows.reverse[k];
        reverse.resize(letter_indices.size());
        if (!reverse_complements(letter_indices, std::span(column.offsets).subspan(first), scoring_.alphabet(),
                                 reverse)) {
            return wrong_strand(rows, k, first);
        }
        return {};
    }

    Error in_row(const Rows& rows, std::size_t k, std::size_t row, Error error) const {
        const std::string_view name = rows.columns[k].name(row);
        error.message = has_names_ ? fmt::format("'{}' record '{}': {}", name_, name, error.message)
                                   : fmt::format("'{}' row {} after the header, {}: {}", name_, rows.first + row + 1,
                                                 inputs_[k]->name, error.message);
        error.where = name_;
        return error;
    }

    /// Returns the error about the first letter that cannot be encoded. Searches the rows for this letter one by one.
    Error wrong_letter(const Rows& rows, std::size_t k, std::size_t first) {
        const ArrayBlock& column = rows.columns[k];
        for (std::size_t row = first; row < column.size(); ++row) {
            Bytes letters(column.data.begin() + static_cast<std::ptrdiff_t>(column.offsets[row]),
                          column.data.begin() + static_cast<std::ptrdiff_t>(column.offsets[row + 1]));
            if (const auto done = scoring_.encode(letters, name_); !done) {
                return in_row(rows, k, row, done.error());
            }
        }
        return Error{ErrorCode::invalid_argument, "a letter is not in the alphabet", {}};
    }

    Error wrong_strand(const Rows& rows, std::size_t k, std::size_t first) const {
        const ArrayBlock& column = rows.columns[k];
        const auto known = complements(scoring_.alphabet());
        for (std::size_t row = first; row < column.size(); ++row) {
            for (std::uint64_t at = column.offsets[row]; at < column.offsets[row + 1]; ++at) {
                const std::byte letter = rows.letter_indices[k][at];
                if (known[static_cast<std::size_t>(letter)] == kNoComplement) {
                    return in_row(rows, k, row, no_complement(scoring_.alphabet(), letter, at - column.offsets[row]));
                }
            }
        }
        return Error{ErrorCode::invalid_argument, "a letter has no complement", {}};
    }

    std::unique_ptr<RowReader> reader_;
    Scoring& scoring_;
    bool both_strands_;
};

}  // namespace

std::unique_ptr<RowReader> scored_rows(std::unique_ptr<RowReader> reader, Scoring& scoring, bool both_strands) {
    return std::make_unique<ScoredRows>(std::move(reader), scoring, both_strands);
}

Result<void> encode_common(std::map<std::string, dp::InputArray, std::less<>>& common, Scoring& scoring) {
    for (auto& [name, array] : common) {
        if (name == "x" || name == "y") {
            scoring.see(array.data, Scoring::side_of(name));
            VKALGO_CHECK(scoring.encode(array.data, name));
        }
    }
    return {};
}

}  // namespace vkalgo::cli
