#include "algorithms/alignment/scoring.hpp"

#include "algorithms/alignment/complements.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

namespace vkalgo {
namespace {

const dp::InputDeclaration* input_of(const dp::RecurrenceHeader& header, std::string_view name, ElementType type) {
    const dp::InputDeclaration* input = header.input(name);
    return input != nullptr && input->type == type ? input : nullptr;
}

}  // namespace

std::string byte_text(unsigned char code) {
    return code > ' ' && code < 0x7f ? std::string{'\'', static_cast<char>(code), '\''}
                                     : "byte " + std::to_string(code);
}

bool takes_scores(const dp::RecurrenceHeader& header) {
    const auto is_alignment = header.solution && header.solution->kind == "alignment";
    return is_alignment && input_of(header, "x", ElementType::u8) != nullptr &&
           input_of(header, "y", ElementType::u8) != nullptr &&
           input_of(header, "score", ElementType::i32) != nullptr && header.param("alphabet") != nullptr &&
           header.param("open") != nullptr && header.param("extend") != nullptr;
}

Scoring Scoring::matching(std::int32_t match, std::int32_t mismatch, bool u_is_t, bool ignore_case) {
    Scoring scoring;
    scoring.match_ = match;
    scoring.mismatch_ = mismatch;
    scoring.u_is_t_ = u_is_t;
    scoring.ignores_case_ = ignore_case;
    scoring.index_of_.fill(kNone);
    for (const char letter : {'A', 'C', 'G', 'T'}) {
        scoring.add(static_cast<unsigned char>(letter));
    }
    return scoring;
}

Scoring Scoring::of(ScoreMatrix matrix) {
    Scoring scoring;
    scoring.is_matrix_ = true;
    scoring.index_of_.fill(kNone);
    const auto has = [&](char letter) { return matrix.letters.find(letter) != std::string::npos; };
    scoring.cases_differ_ = std::any_of(matrix.letters.begin(), matrix.letters.end(),
                                        [](unsigned char letter) { return std::islower(letter) != 0; });
    for (const char letter : matrix.letters) {
        scoring.add(static_cast<unsigned char>(letter));
    }
    scoring.u_is_t_ = has('A') && has('C') && has('G') && !has('Q');
    for (const auto& [letter, other] :
         {std::pair('U', 'T'), std::pair('T', 'U'), std::pair('u', 't'), std::pair('t', 'u')}) {
        if (scoring.u_is_t_ && has(other) && !has(letter)) {
            scoring.stand_for(static_cast<unsigned char>(letter),
                              scoring.index_of_.at(static_cast<std::size_t>(other)));
        }
    }
    for (const char wildcard : {'N', 'X'}) {  // X is preferred to N, so it comes last
        const std::size_t at = matrix.letters.find(wildcard);
        const bool is_one = wildcard == 'X' || !has('Q');
        scoring.wildcard_ = at != std::string::npos && is_one ? static_cast<std::int16_t>(at) : scoring.wildcard_;
    }
    scoring.matrix_ = std::move(matrix);
    return scoring;
}

void Scoring::add(unsigned char letter) {
    const auto index = static_cast<std::int16_t>(alphabet_.size());
    alphabet_ += static_cast<char>(letter);
    stand_for(letter, index);
}

/// Sets the index of a letter. If joins_cases() is true, also sets the index of the letter in lower case.
void Scoring::stand_for(unsigned char letter, std::int16_t index) {
    index_of_.at(letter) = index;
    if (joins_cases()) {
        index_of_.at(static_cast<std::size_t>(std::tolower(letter))) = index;
    }
}

/// Gives an index to a letter that occurs in a sequence and has no index yet. With a matrix, this is a letter that the
/// matrix lacks. It gets an index of its own, with the scores of X or N, so that the letter is equal only to itself. If
/// the matrix has no such X or N, or if the byte is no letter, it gets no index, and encode() reports it.
void Scoring::take(unsigned char letter) {
    const bool is_letter = std::isalpha(letter) != 0;
    if (is_matrix_ && wildcard_ != kNone && is_letter) {
        add(static_cast<unsigned char>(cases_differ_ ? letter : std::toupper(letter)));
    } else if (!is_matrix_ && u_is_t_ && std::toupper(letter) == 'U') {
        const unsigned char t = letter == 'U' || ignores_case_ ? 'T' : 't';
        if (index_of_.at(t) == kNone) {
            add(t);
        }
        stand_for(letter, index_of_.at(t));
    } else if (!is_matrix_) {
        add(ignores_case_ ? static_cast<unsigned char>(std::toupper(letter)) : letter);
    }
}

void Scoring::see(std::span<const std::byte> letters, Side side) {
    std::array<bool, 256> seen{};  // Collected first, since there are many letters but few different ones
    for (const std::byte letter : letters) {
        seen[static_cast<std::size_t>(letter)] = true;
    }
    for (std::size_t letter = 0; letter < seen.size(); ++letter) {
        bool& known = seen_.at(side == Side::x ? 0 : 1).at(letter);
        known = known || seen.at(letter);
        if (seen.at(letter) && index_of_.at(letter) == kNone) {
            take(static_cast<unsigned char>(letter));
        }
    }
    for (std::size_t k = 0; !is_matrix_ && k < alphabet_.size(); ++k) {  // The alphabet grows in the loop
        const auto other = static_cast<unsigned char>(complement(alphabet_[k]));
        if (other != 0 && index_of_.at(other) == kNone) {
            add(other);
        }
    }
}

Result<void> Scoring::encode(std::span<std::byte> letters, const std::string& name) {
    for (std::size_t k = 0; k < letters.size(); ++k) {
        const auto letter = static_cast<unsigned char>(letters[k]);
        const std::int16_t index = index_of_.at(letter);
        if (index == kNone) {
            const bool is_gap = letter == '-' || letter == '.';
            return Error{ErrorCode::invalid_argument,
                         byte_text(letter) + " at position " + std::to_string(k + 1) +
                             " (from 1) is not one of the letters " + matrix_.letters + " of " + matrix_.name + "; " +
                             (is_gap ? "if it is a gap of an alignment, remove the gaps"
                                     : "remove the letter, or give a <matrix> that has it"),
                         name};
        }
        if (lacks(index)) {
            replaced_.at(letter) = true;
            ++replacements_;
        }
        letters[k] = static_cast<std::byte>(index);
    }
    return {};
}

bool Scoring::encode_known(std::span<const std::byte> letters, std::byte* indices) const {
    constexpr std::byte kUnknown{0x80};  // Indices from 128 on have this bit too; encode() handles them
    std::array<std::byte, 256> codes{};
    for (std::size_t letter = 0; letter < codes.size(); ++letter) {
        const bool is_known = index_of_[letter] != kNone && !lacks(index_of_[letter]);  // encode() counts the others
        codes[letter] = is_known ? static_cast<std::byte>(index_of_[letter]) : kUnknown;
    }
    std::byte all{};
    for (std::size_t k = 0; k < letters.size(); ++k) {
        const std::byte index = codes[static_cast<std::size_t>(letters[k])];
        indices[k] = index;
        all |= index;
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
    std::vector<std::int32_t> scores(letters * letters, mismatch_);
    const std::size_t known = matrix_.letters.size();
    const auto row = [&](std::size_t index) { return index < known ? index : static_cast<std::size_t>(wildcard_); };
    for (std::size_t a = 0; a < letters; ++a) {
        for (std::size_t b = 0; is_matrix_ && b < letters; ++b) {
            scores[a * letters + b] = matrix_(row(a), row(b));
        }
        scores[a * letters + a] = is_matrix_ ? scores[a * letters + a] : match_;
    }
    return dp::InputArray::of(ElementType::i32, std::span<const std::int32_t>(scores));
}

namespace {

using Seen = std::array<bool, 256>;

bool has_gap(const Seen& seen) {
    return seen['-'] || seen['.'];
}

bool has_digit(const Seen& seen) {
    return std::any_of(seen.begin() + '0', seen.begin() + '9' + 1, [](bool each) { return each; });
}

/// Returns true if a text has only characters of sequence files: letters, digits, '*', '-' and '.'.
bool is_sequence(const Seen& seen) {
    for (std::size_t code = 0; code < seen.size(); ++code) {
        const bool fits = code < 0x80 && (std::isalnum(static_cast<int>(code)) != 0 || code == '*');
        if (seen.at(code) && !fits && code != '-' && code != '.') {
            return false;
        }
    }
    return true;
}

/// Returns the first letter, from A to Z, that x has in one case and y in the other case, as a pair: the letter as x
/// has it, and the letter as y has it.
std::optional<std::pair<char, char>> apart_by_case(const Seen& x, const Seen& y) {
    for (char upper = 'A'; upper <= 'Z'; ++upper) {
        const auto lower = static_cast<char>(std::tolower(upper));
        for (const auto& [a, b] : {std::pair(lower, upper), std::pair(upper, lower)}) {
            if (x.at(static_cast<std::size_t>(a)) && y.at(static_cast<std::size_t>(b))) {
                return std::pair(a, b);
            }
        }
    }
    return std::nullopt;
}

}  // namespace

std::vector<std::string> Scoring::notices(std::string_view query, std::string_view target) const {
    std::vector<std::string> found;
    std::string kinds;
    for (std::size_t code = 0; code < replaced_.size(); ++code) {
        if (replaced_.at(code)) {
            kinds += (kinds.empty() ? "" : ", ") + std::string(1, static_cast<char>(code));
        }
    }
    if (!kinds.empty()) {
        const bool is_one = replacements_ == 1;
        found.push_back(std::to_string(replacements_) + (is_one ? " letter" : " letters") + " that " + matrix_.name +
                        " does not have (" + kinds + ") " + (is_one ? "scores" : "score") + " as " +
                        alphabet_[static_cast<std::size_t>(wildcard_)]);
    }
    const auto& [x, y] = seen_;
    if (is_matrix_ || !is_sequence(x) || !is_sequence(y)) {
        return found;
    }
    if (has_gap(x) || has_gap(y)) {
        found.emplace_back(
            "'-' and '.' count as letters; if they are gaps of an earlier alignment, "
            "remove them");
    }
    if (has_digit(x) || has_digit(y)) {
        found.emplace_back("digits count as letters; if they are the numbers of lines or of positions, remove them");
    }
    if (const auto letters = ignores_case_ ? std::nullopt : apart_by_case(x, y)) {
        found.push_back("letters of " + std::string(query) + " and " + std::string(target) +
                        " that differ only by case ('" + letters->first + "' and '" + letters->second +
                        "') count as different; give <ignore-case> to count them as equal");
    }
    return found;
}

std::string Scoring::alphabet(Side side) const {
    const Seen& seen = seen_.at(side == Side::x ? 0 : 1);
    const bool is_rna = (seen['U'] || seen['u']) && !seen['T'] && !seen['t'];
    return is_rna && u_is_t_ ? rna_letters(alphabet_) : alphabet_;
}

Result<void> Scoring::apply(dp::Instance& instance) {
    for (const char* name : {"x", "y"}) {
        see(instance.inputs[name].data, side_of(name));
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

}  // namespace vkalgo
