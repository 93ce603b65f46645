#pragma once

// Internal to packed words (engine/packed_words.hpp): what the packer and the unpacker share.
#include "spirv_words.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// The probability that the next bit of a kind is 1.
class BitChance {
public:
    static constexpr unsigned kBits = 15;
    /// Returns the probability, times 2^kBits. Never 0 or 2^kBits.
    std::uint32_t of_one() const { return chance_; }
    /// Learns from a bit. The first bits move the probability further than the later ones.
    void learn(bool bit) {
        if (shift_ < 4) {
            ++shift_;
        }
        const int change = (bit ? (1 << kBits) - chance_ : chance_) >> shift_;
        chance_ = static_cast<std::uint16_t>(bit ? chance_ + change : chance_ - change);
    }

private:
    std::uint16_t chance_ = 1U << (kBits - 1), shift_ = 0;
};

/// The chances of the bits of a kind of numbers. A number is coded as a varint: 7 bits per byte, least significant
/// first, the top bit set if more follow. A byte has its own chances for each place in its number and for each byte at
/// the same place of a guess.
class NumberModel {
public:
    /// Packs `number` or, if the coder is one that unpacks, ignores it. Returns the number.
    template <typename Coder>
    std::uint32_t code(Coder& coder, std::uint32_t number, std::uint32_t guess) {
        std::uint32_t coded = 0;
        for (unsigned place = 0; place < kPlaces; ++place) {
            BitChance* const chances = &chances_[(place * kBytes + byte_of(guess, place)) * kBytes];
            unsigned byte = 1;
            for (unsigned k = 8; k-- > 0;) {
                byte = byte * 2 + (coder.bit(chances[byte], (byte_of(number, place) >> k & 1) != 0) ? 1 : 0);
            }
            coded |= (byte & 127) << 7 * place;
            if ((byte & 128) == 0) {
                break;
            }
        }
        return coded;
    }

private:
    static constexpr unsigned kPlaces = 5, kBytes = 256;
    static unsigned byte_of(std::uint32_t number, unsigned place) {
        const std::uint32_t rest = number >> 7 * place;
        return rest < 128 ? rest : (rest & 127) | 128;
    }
    std::vector<BitChance> chances_ = std::vector<BitChance>(std::size_t{kPlaces} * kBytes * kBytes);
};

/// A step of the packed form: a word or, if `length` is not 0, a copy of earlier words that begin `distance` words
/// before.
struct PackedStep {
    std::uint32_t length = 0, distance = 0, word = 0;
};

/// A model of the next step, learned from the steps so far.
class StepModel {
public:
    /// Packs `step` or, if the coder is one that unpacks, ignores it. Returns the step. `before` is all words so far.
    template <typename Coder>
    PackedStep code(Coder& coder, PackedStep step, std::span<const std::uint32_t> before) {
        const bool copies = coder.bit(copies_[history_ % 16], step.length > 0);
        if (copies) {
            step.length = lengths_.code(coder, step.length - 1, history_ % 2) + 1;
            const std::uint32_t kind = std::min(step.length, 4U);
            const std::uint32_t coded = distances_.code(coder, step.distance == last_ ? 0 : step.distance, kind);
            last_ = coded == 0 ? last_ : coded;
            step.distance = last_;
        } else {
            const std::uint32_t guess = last_ <= before.size() ? before[before.size() - last_] : 0;
            step = {0, 0, words_.code(coder, step.word, guess)};
        }
        history_ = history_ * 2 + (copies ? 1 : 0);
        return step;
    }

private:
    BitChance copies_[16];  // By which of the last four steps were copies
    NumberModel lengths_, distances_, words_;
    std::uint32_t history_ = 0, last_ = 1;
};

constexpr std::size_t kOpcodes = 1U << 16;

/// If an operand that is marked as an id exceeds the newest id by less than this number, it becomes the newest id. If
/// it exceeds the newest id by this number or more, it is taken for a number that is not an id.
constexpr std::uint32_t kNewIdReach = 256;

/// Calls operand(k, opcode, position, newest, is_id) for each operand of each instruction, where words[k] is the
/// operand, and `newest` the largest id of the module so far. operand() must return the operand as the module has
/// it. `ids` has a mask for each opcode, whose bit k says whether operand k is an id. Bit 15 stands for all operands
/// from there on.
template <typename Operand>
void walk_operands(std::span<const std::uint32_t> words, const std::vector<std::uint16_t>& ids, Operand operand) {
    std::uint32_t newest = 0;
    for (std::size_t k = 0; k < words.size();) {
        const std::uint32_t first = words[k], length = first >> 16;
        newest = first == spv::MagicNumber ? 0 : newest;
        const std::size_t operands = first == spv::MagicNumber ? kSpirvHeaderWords - 1 : length == 0 ? 0 : length - 1;
        const std::size_t end = k + 1 + std::min(operands, words.size() - k - 1);
        std::uint32_t position = 0;
        for (++k; k < end; ++k, position += position < 15 ? 1U : 0U) {
            const bool is_id = (ids[first % kOpcodes] >> position & 1) != 0;
            const std::uint32_t over = operand(k, first % kOpcodes, position, newest, is_id) - newest;
            newest += is_id && over < kNewIdReach ? over : 0;
        }
    }
}

}  // namespace vkalgo
