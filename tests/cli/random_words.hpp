#pragma once

#include <cstddef>
#include <random>
#include <string>

namespace vkalgo::cli::test {

/// Returns a FASTA file of words of up to `most` letters ACG, named s0, s1, ...
inline std::string random_words(std::size_t count, std::size_t most, unsigned seed) {
    std::mt19937 random(seed);
    std::string fasta;
    for (std::size_t k = 0; k < count; ++k) {
        std::string word;
        for (std::size_t length = random() % (most + 1); length > 0; --length) {
            word += "ACG"[random() % 3];
        }
        fasta += ">s" + std::to_string(k) + "\n" + word + "\n";
    }
    return fasta;
}

}  // namespace vkalgo::cli::test
