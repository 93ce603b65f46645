#include "cli/dp/alignment/scoring.hpp"

#include "cli/numbers.hpp"
#include "cli/phrases.hpp"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

constexpr std::int32_t kMatch = 2, kMismatch = -3;
/// blastp's gap costs.
constexpr std::int64_t kMatrixOpen = 11, kMatrixExtend = 1;

Error bad_request(std::string message, const std::string& where = {}) {
    return Error{ErrorCode::invalid_argument, std::move(message), where};
}

std::string byte_text(unsigned char code) {
    return code > ' ' && code < 0x7f ? fmt::format("'{}'", static_cast<char>(code)) : fmt::format("byte {}", code);
}

const dp::InputDeclaration* input_of(const dp::RecurrenceHeader& header, std::string_view name, ElementType type) {
    const dp::InputDeclaration* input = header.input(name);
    return input != nullptr && input->type == type ? input : nullptr;
}

}  // namespace

char complement(char letter) {
    constexpr std::string_view kFrom = "ACGTURYSWKMBVDHNacgturyswkmbvdhn";
    constexpr std::string_view kTo = "TGCAAYRSWMKVBHDNtgcaayrswmkvbhdn";
    const std::size_t at = kFrom.find(letter);
    return at == std::string_view::npos ? '\0' : kTo[at];
}

bool takes_scores(const dp::RecurrenceHeader& header) {
    const auto is_alignment = header.solution && header.solution->kind == "alignment";
    return is_alignment && input_of(header, "x", ElementType::u8) != nullptr &&
           input_of(header, "y", ElementType::u8) != nullptr &&
           input_of(header, "score", ElementType::i32) != nullptr && header.param("alphabet") != nullptr &&
           header.param("open") != nullptr && header.param("extend") != nullptr;
}

Scoring Scoring::matching(std::int32_t match, std::int32_t mismatch) {
    Scoring scoring;
    scoring.match_ = match;
    scoring.mismatch_ = mismatch;
    scoring.place_.fill(kNone);
    for (const char letter : {'A', 'C', 'G', 'T'}) {
        scoring.add(static_cast<unsigned char>(letter));
    }
    return scoring;
}

Scoring Scoring::of(ScoreMatrix matrix) {
    Scoring scoring;
    scoring.is_matrix_ = true;
    scoring.place_.fill(kNone);
    for (const char letter : matrix.letters) {
        scoring.add(static_cast<unsigned char>(letter));
    }
    const bool has_both = std::any_of(matrix.letters.begin(), matrix.letters.end(),
                                      [](unsigned char letter) { return std::islower(letter) != 0; });
    for (const char letter : matrix.letters) {
        const auto lower = static_cast<std::size_t>(std::tolower(static_cast<unsigned char>(letter)));
        if (!has_both) {
            scoring.place_.at(lower) = scoring.place_.at(static_cast<unsigned char>(letter));
        }
    }
    for (const char wildcard : {'N', 'X'}) {  // X last: among amino acids N is one
        const std::size_t at = matrix.letters.find(wildcard);
        const bool is_one = wildcard == 'X' || matrix.letters.find('Q') == std::string::npos;
        scoring.wildcard_ = at != std::string::npos && is_one ? static_cast<std::int16_t>(at) : scoring.wildcard_;
    }
    scoring.matrix_ = std::move(matrix);
    return scoring;
}

void Scoring::add(unsigned char letter) {
    place_.at(letter) = static_cast<std::int16_t>(alphabet_.size());
    alphabet_ += static_cast<char>(letter);
}

void Scoring::see(std::span<const std::byte> letters) {
    std::array<bool, 256> seen{};  // many letters, few kinds
    for (std::size_t k = 0; !is_matrix_ && k < letters.size(); ++k) {
        seen[static_cast<unsigned char>(letters[k])] = true;
    }
    for (std::size_t letter = 0; letter < seen.size(); ++letter) {
        if (seen[letter] && place_[letter] == kNone) {
            add(static_cast<unsigned char>(letter));
        }
    }
    for (std::size_t k = 0; !is_matrix_ && k < alphabet_.size(); ++k) {  // it grows
        const auto other = static_cast<unsigned char>(complement(alphabet_[k]));
        if (other != 0 && place_.at(other) == kNone) {
            add(other);
        }
    }
}

Result<void> Scoring::encode(std::span<std::byte> letters, const std::string& name) {
    for (std::size_t k = 0; k < letters.size(); ++k) {
        const auto letter = static_cast<unsigned char>(letters[k]);
        std::int16_t place = place_.at(letter);
        if (place == kNone) {
            if (wildcard_ == kNone || std::isalpha(letter) == 0) {
                return bad_request(
                    fmt::format(
                        "{} at place {} (from 1) is none of the letters {} of {}; remove it, or give a --matrix "
                        "that has it",
                        byte_text(letter), k + 1, alphabet_, matrix_.name),
                    name);
            }
            place = wildcard_;
            replaced_.at(letter) = true;
            ++replacements_;
        }
        letters[k] = static_cast<std::byte>(place);
    }
    return {};
}

bool Scoring::encode_known(std::span<const std::byte> letters, std::byte* places) const {
    constexpr std::byte kUnknown{0x80};  // beyond all alphabets of printable letters
    std::array<std::byte, 256> codes{};
    for (std::size_t letter = 0; letter < codes.size(); ++letter) {
        codes[letter] = place_[letter] == kNone ? kUnknown : static_cast<std::byte>(place_[letter]);
    }
    std::byte all{};
    for (std::size_t k = 0; k < letters.size(); ++k) {
        const std::byte place = codes[static_cast<std::size_t>(letters[k])];
        places[k] = place;
        all |= place;
    }
    return (all & kUnknown) == std::byte{};
}

std::size_t Scoring::random_letters() const {
    for (const std::string_view common : {"ACGT", "ATGC", "ARNDCQEGHILKMFPSTWYV"}) {
        if (alphabet_.starts_with(common)) {
            return common.size();
        }
    }
    return alphabet_.size();
}

dp::InputArray Scoring::scores(std::size_t letters) const {
    if (is_matrix_) {
        return dp::InputArray::of(ElementType::i32, std::span<const std::int32_t>(matrix_.scores));
    }
    std::vector<std::int32_t> scores(letters * letters, mismatch_);
    for (std::size_t k = 0; k < letters; ++k) {
        scores[k * letters + k] = match_;
    }
    return dp::InputArray::of(ElementType::i32, std::span<const std::int32_t>(scores));
}

std::string Scoring::notice() const {
    std::vector<char> kinds;
    for (std::size_t code = 0; code < replaced_.size(); ++code) {
        if (replaced_.at(code)) {
            kinds.push_back(static_cast<char>(code));
        }
    }
    return kinds.empty() ? std::string()
                         : fmt::format("{} that {} lacks ({}) {} as {}", plural(replacements_, "letter"), matrix_.name,
                                       fmt::join(kinds, ", "), replacements_ == 1 ? "counts" : "count",
                                       alphabet_[static_cast<std::size_t>(wildcard_)]);
}

Result<void> Scoring::apply(dp::Instance& instance) {
    for (const char* name : {"x", "y"}) {
        see(instance.inputs[name].data);
    }
    for (const char* name : {"x", "y"}) {
        VKALGO_CHECK(encode(instance.inputs[name].data, name));
    }
    complete(instance);
    return {};
}

void Scoring::complete(dp::Instance& instance) const {
    instance.inputs["score"] = scores();
    instance.params["alphabet"] = std::uint64_t{alphabet_.size()};
}

std::array<std::uint8_t, 256> complements(std::string_view alphabet) {
    std::array<std::uint8_t, 256> to{};
    to.fill(kNoComplement);
    for (std::size_t k = 0; k < alphabet.size(); ++k) {
        const char other = complement(alphabet[k]);
        const std::size_t at = other == 0 ? std::string_view::npos : alphabet.find(other);
        to.at(k) = at == std::string_view::npos ? kNoComplement : static_cast<std::uint8_t>(at);
    }
    return to;
}

Error no_complement(std::string_view alphabet, std::byte letter, std::size_t place) {
    const auto at = static_cast<std::size_t>(letter);
    const auto code = static_cast<unsigned char>(at < alphabet.size() ? alphabet[at] : '\0');
    return bad_request(
        fmt::format("{} at place {} (from 1) has no complement among the letters {}; "
                    "--reverse-complement is for DNA: leave it out, or correct the letter",
                    byte_text(code), place + 1, alphabet));
}

Result<dp::InputArray> reverse_complement(const dp::InputArray& places, std::string_view alphabet) {
    const auto to = complements(alphabet);
    dp::InputArray turned = places;
    for (std::size_t k = 0; k < turned.data.size(); ++k) {
        const std::uint8_t other = to[static_cast<std::size_t>(places.data[k])];
        if (other == kNoComplement) {
            return no_complement(alphabet, places.data[k], k);
        }
        turned.data[turned.data.size() - 1 - k] = static_cast<std::byte>(other);
    }
    return turned;
}

void ScoringOptions::declare(Options& options, const std::string& problem) {
    options.group(fmt::format("Scores of {} (a gap of k letters costs --open + k * --extend)", problem));
    options.integer("--match", match_, fmt::format("what two equal letters score (default {})", kMatch));
    options.integer("--mismatch", mismatch_, fmt::format("what two other letters score (default {})", kMismatch));
    options.text("--matrix", matrix_, "FILE|NAME",
                 fmt::format("the scores of all pairs, in place of the two: a file in NCBI's format, or {}; gaps cost "
                             "--open {} and --extend {} then, unless you say otherwise",
                             builtin_score_matrix_names(), kMatrixOpen, kMatrixExtend));
    std::vector<std::string> names;
    for (const BuiltinMatrix& each : builtin_score_matrices()) {
        names.emplace_back(each.name);
    }
    options.suggest(names);
    options.flag("--reverse-complement", both_strands_,
                 "align x with the reverse complement of y too, and take the better one; y's places then descend");
}

Result<Scoring> ScoringOptions::scoring() const {
    if (matrix_) {
        if (match_ || mismatch_) {
            return bad_request("--matrix has the scores of all letters; leave out --match and --mismatch");
        }
        VKALGO_TRY(ScoreMatrix matrix, read_score_matrix(*matrix_));
        return Scoring::of(std::move(matrix));
    }
    const std::int64_t match = match_.value_or(kMatch);
    const std::int64_t mismatch = mismatch_.value_or(kMismatch);
    for (const auto& [option, score] : {std::pair("--match", match), std::pair("--mismatch", mismatch)}) {
        if (score > kMostScore || score < -kMostScore) {
            return bad_request(
                fmt::format("{} {} is too large; give -{} to {}", option, score, kMostScore, kMostScore));
        }
    }
    if (mismatch >= match) {
        return bad_request(
            fmt::format("--mismatch {0} is added to the score as --match {1} is, so that letters that "
                        "differ would be as good as equal ones; give --mismatch {2}",
                        mismatch, match, mismatch > 0 ? -mismatch : match - 1));
    }
    return Scoring::matching(static_cast<std::int32_t>(match), static_cast<std::int32_t>(mismatch));
}

void ScoringOptions::set_gap_costs(std::map<std::string, dp::Number, std::less<>>& params) const {
    if (matrix_) {
        params.try_emplace("open", kMatrixOpen);
        params.try_emplace("extend", kMatrixExtend);
    }
}

void ScoringOptions::describe(Json& parameters) const {
    if (matrix_) {
        parameters["matrix"] = *matrix_;
    } else {
        parameters["match"] = match_.value_or(kMatch);
        parameters["mismatch"] = mismatch_.value_or(kMismatch);
    }
    parameters["reverse_complement"] = both_strands_;
}

std::string ScoringOptions::text() const {
    return fmt::format("{}{}{}", match_ ? fmt::format(" --match {}", *match_) : "",
                       mismatch_ ? fmt::format(" --mismatch {}", *mismatch_) : "",
                       matrix_ ? " --matrix " + shell_word(*matrix_) : "");
}

dp::RecurrenceHeader letters_header(const dp::RecurrenceHeader& header) {
    dp::RecurrenceHeader plain = header;
    name_letters(plain, "");
    std::erase_if(plain.inputs, [](const dp::InputDeclaration& input) { return input.name == "score"; });
    return plain;
}

void name_letters(dp::RecurrenceHeader& header, const std::string& alphabet) {
    for (dp::FilesDeclaration& files : header.files) {
        const bool is_letters = files.kind == dp::FilesDeclaration::Kind::letters;
        files.alphabet = is_letters ? alphabet : files.alphabet;
        std::erase(files.inputs, "score");
    }
    std::erase_if(header.files, [](const dp::FilesDeclaration& files) { return files.inputs.empty(); });
}

}  // namespace vkalgo::cli
