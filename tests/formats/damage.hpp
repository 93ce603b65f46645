// Functions that test a reader of a format with damaged files.
#pragma once

#include "engine/result.hpp"
#include "tests/support/random.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::formats::test {

using vkalgo::test::SplitMix64;

/// Returns a copy of exactly this size, so that AddressSanitizer detects a read beyond its end.
inline std::vector<char> alone(const std::string& content) {
    return {content.begin(), content.end()};
}

/// Expects that a reader's error names the file and gives advice.
inline void expect_advice(const Error& error, const std::string& name) {
    EXPECT_NE(error.message.find("'" + name + "'"), std::string::npos) << error.message;
    EXPECT_NE(error.message.find("; "), std::string::npos) << "no advice: " << error.message;
}

/// Reads the content and every shorter prefix of it. `is_valid(prefix)` reads a prefix and returns whether it is valid;
/// `may_be(bytes)` returns whether a prefix of this size may be valid. The whole content must be valid.
template <class IsValid, class MayBe>
void try_every_cut(const std::string& content, const std::string& name, const IsValid& is_valid, const MayBe& may_be) {
    for (std::size_t bytes = 0; bytes < content.size(); ++bytes) {
        EXPECT_TRUE(!is_valid(content.substr(0, bytes)) || may_be(bytes))
            << name << " cut to " << bytes << " of " << content.size();
    }
    EXPECT_TRUE(is_valid(content)) << name;
}

/// Reads 1,500 copies of the content, each with one to four changes. A change replaces a byte by a random one, or flips
/// one of its bits. Some of the copies, but not all, must be valid.
template <class IsValid>
void try_changed_bytes(const std::string& content, const std::string& name, SplitMix64& random,
                       const IsValid& is_valid) {
    constexpr int kRounds = 1500;
    int valid = 0;
    for (int round = 0; round < kRounds; ++round) {
        std::string changed = content;
        for (std::uint32_t change = random.below(4) + 1; change > 0; --change) {
            char& byte = changed[random.below(static_cast<std::uint32_t>(content.size()))];
            byte = random.below(2) == 0 ? static_cast<char>(byte ^ (1 << random.below(8)))
                                        : static_cast<char>(random.below(256));
        }
        valid += is_valid(changed) ? 1 : 0;
    }
    EXPECT_GT(valid, 0) << name;
    EXPECT_LT(valid, kRounds) << name;
}

/// Reads `rounds` copies of the content. In each, a part is deleted, a part is inserted again elsewhere or, if there
/// are `words`, up to three bytes are replaced by one of them.
template <class IsValid>
void try_moved_parts(const std::string& content, SplitMix64& random, int rounds, const std::vector<std::string>& words,
                     const IsValid& is_valid) {
    const auto size = static_cast<std::uint32_t>(content.size());
    for (int round = 0; round < rounds; ++round) {
        std::string changed = content;
        switch (random.below(words.empty() ? 2 : 3)) {
            case 0:
                changed.erase(random.below(size), random.below(40));
                break;
            case 1:
                changed.insert(random.below(size), content.substr(random.below(size), random.below(60)));
                break;
            default:
                changed.replace(random.below(size), random.below(4),
                                words[random.below(static_cast<std::uint32_t>(words.size()))]);
        }
        is_valid(changed);
    }
}

/// Reads `front` followed by random bytes: by 1, by 2 and so on, up to `most` - 1 of them.
template <class IsValid>
void try_noise(const std::string& front, std::uint32_t most, SplitMix64& random, const IsValid& is_valid) {
    for (std::uint32_t size = 1; size < most; ++size) {
        std::string content = front;
        for (std::uint32_t at = 0; at < size; ++at) {
            content += static_cast<char>(random.below(256));
        }
        is_valid(content);
    }
}

}  // namespace vkalgo::formats::test
