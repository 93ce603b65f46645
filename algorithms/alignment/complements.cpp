#include "algorithms/alignment/complements.hpp"

#include "algorithms/alignment/scoring.hpp"

#include <utility>

namespace vkalgo {

char complement(char letter) {
    constexpr std::string_view kFrom = "ACGTURYSWKMBVDHNXacgturyswkmbvdhnx";
    constexpr std::string_view kTo = "TGCAAYRSWMKVBHDNXtgcaayrswmkvbhdnx";
    const std::size_t at = kFrom.find(letter);
    return at == std::string_view::npos ? '\0' : kTo[at];
}

bool is_rna(std::span<const std::byte> letters, std::string_view alphabet) {
    bool has_u = false;
    for (const std::byte each : letters) {
        const auto index = static_cast<std::size_t>(each);
        const char letter = index < alphabet.size() ? alphabet[index] : static_cast<char>(index);
        if (letter == 'T' || letter == 't') {
            return false;
        }
        has_u = has_u || letter == 'U' || letter == 'u';
    }
    return has_u;
}

std::string rna_letters(std::string alphabet) {
    for (const auto& [t, u] : {std::pair('T', 'U'), std::pair('t', 'u')}) {
        const std::size_t at = alphabet.find(t);
        if (at != std::string::npos && alphabet.find(u) == std::string::npos) {
            alphabet[at] = u;
        }
    }
    return alphabet;
}

bool tells_rna(std::string_view alphabet) {
    const auto has = [&](char letter) { return alphabet.find(letter) != std::string_view::npos; };
    return (has('T') && has('U')) || (has('t') && has('u'));
}

std::array<std::uint8_t, 256> complements(std::string_view alphabet, bool rna) {
    std::array<std::uint8_t, 256> to{};
    to.fill(kNoComplement);
    const auto index_of = [&](char letter) {
        const std::size_t at = letter == 0 ? std::string_view::npos : alphabet.find(letter);
        return at == std::string_view::npos ? kNoComplement : static_cast<std::uint8_t>(at);
    };
    for (std::size_t k = 0; k < alphabet.size(); ++k) {
        const char other = complement(alphabet[k]);
        to.at(k) = index_of(other);
        if (other == 'T' || other == 't') {
            const std::uint8_t as_rna = index_of(other == 'T' ? 'U' : 'u');
            to.at(k) = as_rna != kNoComplement && (rna || to.at(k) == kNoComplement) ? as_rna : to.at(k);
        }
    }
    return to;
}

Error no_complement(std::string_view alphabet, std::byte letter, std::size_t position) {
    const auto at = static_cast<std::size_t>(letter);
    const auto code = static_cast<unsigned char>(at < alphabet.size() ? alphabet[at] : '\0');
    return Error{ErrorCode::invalid_argument,
                 byte_text(code) + " at position " + std::to_string(position + 1) +
                     " (from 1) has no complement among the letters " + std::string(alphabet) +
                     "; <reverse-complement> needs DNA or RNA: leave the option out, or correct the letter",
                 {}};
}

Result<dp::InputArray> reverse_complement(const dp::InputArray& indices, std::string_view alphabet) {
    const auto to = complements(alphabet, tells_rna(alphabet) && is_rna(indices.data, alphabet));
    dp::InputArray reverse = indices;
    for (std::size_t k = 0; k < reverse.data.size(); ++k) {
        const std::uint8_t other = to[static_cast<std::size_t>(indices.data[k])];
        if (other == kNoComplement) {
            return no_complement(alphabet, indices.data[k], k);
        }
        reverse.data[reverse.data.size() - 1 - k] = static_cast<std::byte>(other);
    }
    return reverse;
}

bool reverse_complements(std::span<const std::byte> indices, std::span<const std::uint64_t> offsets,
                         std::string_view alphabet, std::span<std::byte> to) {
    const bool may_be_rna = tells_rna(alphabet);
    const auto dna = complements(alphabet);
    const auto rna = may_be_rna ? complements(alphabet, true) : dna;
    bool has_all = true;
    for (std::size_t k = 0; k + 1 < offsets.size(); ++k) {
        const std::uint64_t begin = offsets[k];
        const std::uint64_t end = offsets[k + 1];
        const auto& own = may_be_rna && is_rna(indices.subspan(begin, end - begin), alphabet) ? rna : dna;
        for (std::uint64_t at = begin; at < end; ++at) {
            const std::uint8_t other = own[static_cast<std::size_t>(indices[at])];
            has_all = has_all && other != kNoComplement;
            to[end - 1 - (at - begin)] = static_cast<std::byte>(other);
        }
    }
    return has_all;
}

}  // namespace vkalgo
