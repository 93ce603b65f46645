#include "tests/compiler/recurrence_texts.hpp"

#include <algorithm>
#include <cstdlib>
#include <random>

#include <gtest/gtest.h>

namespace vkalgo::compiler::test {
namespace {

// Returns the text with 1 to 4 random changes, such as editors, disks and typing errors make.
std::string mutated(std::string text, std::mt19937& random) {
    const auto below = [&](std::size_t n) {
        return std::uniform_int_distribution<std::size_t>(0, n == 0 ? 0 : n - 1)(random);
    };
    const std::string_view alphabet = "(){}[];,.+-*/%=!<>&|^~?:#\\\"'@`$ \n\tabcijkxyzAZ_0123456789\x01\xC3\xFF";
    const std::size_t changes = 1 + below(4);
    for (std::size_t c = 0; c < changes && !text.empty(); ++c) {
        const std::size_t at = below(text.size());
        switch (below(6)) {
            case 0:
                text[at] = alphabet[below(alphabet.size())];
                break;
            case 1:
                text.erase(at, 1 + below(8));
                break;
            case 2:
                text.insert(at, 1, alphabet[below(alphabet.size())]);
                break;
            case 3:
                text.insert(at, text.substr(below(text.size()), below(40)));
                break;
            case 4:
                std::swap(text[at], text[below(text.size())]);
                break;
            default:
                text.insert(at, std::string(1 + below(300), alphabet[below(alphabet.size())]));
                break;
        }
    }
    return text;
}

// Expects that a message, unless it is empty, names the file and one of its lines.
void expect_position(const std::string& message, const std::string& source) {
    if (message.empty()) {
        return;
    }
    ASSERT_TRUE(message.starts_with("my.glsl:")) << message << "\nfor:\n" << source;
    const long line = std::strtol(message.c_str() + 8, nullptr, 10);
    const auto lines =
        std::count(source.begin(), source.end(), '\n') + std::count(source.begin(), source.end(), '\r') + 2;
    EXPECT_GE(line, 1) << message;
    EXPECT_LE(line, lines) << message << "\nfor:\n" << source;
}

TEST(Fuzz, AnswersEveryTruncatedFile) {
    for (const std::string& source : {kLcs, kKnapsack, kMatrixChain}) {
        for (std::size_t length = 0; length < source.size(); ++length) {
            const std::string text = source.substr(0, length);
            expect_position(message_of(text), text);
        }
        EXPECT_EQ(message_of(source), "");
    }
}

TEST(Fuzz, AnswersEveryDamagedFile) {
    std::mt19937 random(20261121);
    int good = 0;
    int bad = 0;
    for (int round = 0; round < 1500; ++round) {
        const std::string& source = round % 3 == 0 ? kLcs : round % 3 == 1 ? kKnapsack : kMatrixChain;
        const std::string text = mutated(source, random);
        const std::string message = message_of(text);
        expect_position(message, text);
        ++(message.empty() ? good : bad);
    }
    // Some damage is harmless, for example in a comment or in `about`; most is not. If one of these counts is too low,
    // mutated() damages too much or too little.
    EXPECT_GT(good, 30);
    EXPECT_GT(bad, 300);
}

}  // namespace
}  // namespace vkalgo::compiler::test
