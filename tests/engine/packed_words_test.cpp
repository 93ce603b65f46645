#include "engine/packed_words.hpp"

#include "engine/pack/pack_words.hpp"
#include "engine/word_model.hpp"
#include "tests/engine/kernels.hpp"

#include <random>

namespace vkalgo::test {
namespace {

using Words = std::vector<std::uint32_t>;

/// Returns random words below `end`, in which earlier words are often repeated.
Words repetitive(std::mt19937& random, std::size_t count, std::uint32_t end) {
    Words words;
    while (words.size() < count) {
        if (!words.empty() && random() % 3 == 0) {
            const std::size_t from = random() % words.size();
            const std::size_t length = 1 + random() % (random() % 10 == 0 ? 2000 : 20);
            for (std::size_t k = 0; k < length; ++k) {  // May overlap what it appends
                words.push_back(words[from + k]);
            }
        } else {
            words.push_back(static_cast<std::uint32_t>(random()) % end);
        }
    }
    words.resize(count);
    return words;
}

std::vector<Words> samples() {
    std::mt19937 random(7);
    std::vector<Words> made = {{}, {0}, {0x07230203}, {0x07230203, 1, 2}, Words(100'000, 0), Words(1000, UINT32_MAX)};
    for (const std::uint32_t mask : {UINT32_MAX, 0x0003'000FU, 0xFU}) {
        Words& words = made.emplace_back(5000);
        for (std::uint32_t& word : words) {
            word = static_cast<std::uint32_t>(random()) & mask;
        }
    }
    for (int round = 0; round < 300; ++round) {
        made.push_back(repetitive(random, random() % 300, 1 + static_cast<std::uint32_t>(random() % 300)));
    }
    made.push_back(repetitive(random, 100'000, 3));
    made.push_back(repetitive(random, 100'000, 70'000));
    for (const std::span<const std::uint32_t> kernel :
         {std::span<const std::uint32_t>(spirv::tests_engine_add_constant),
          std::span<const std::uint32_t>(spirv::tests_engine_choose_grid)}) {
        made.emplace_back(kernel.begin(), kernel.end());
        Words twice = made.back();
        twice.insert(twice.end(), kernel.begin(), kernel.end());
        made.push_back(twice);
    }
    return made;
}

TEST(PackedWords, AreUnpackedToTheSameWords) {
    for (const Words& words : samples()) {
        const auto again = unpack_words(pack_words(words), words.size());
        ASSERT_TRUE(again) << words.size();
        EXPECT_EQ(*again, words);
    }
}

TEST(PackedWords, OfARepeatedModuleTakeHardlyMoreBytesThanOnce) {
    const Words once(spirv::tests_engine_add_constant.begin(), spirv::tests_engine_add_constant.end());
    Words twice = once;
    twice.insert(twice.end(), once.begin(), once.end());
    EXPECT_LT(pack_words(twice).size(), pack_words(once).size() + 16);
    EXPECT_LT(pack_words(Words(1U << 20, 7)).size(), 30U);
}

TEST(PackedWords, TakeFewBitsIfFewNumbersOccur) {
    std::mt19937 random(6);
    Words bits(80'000), all(80'000);
    for (std::size_t k = 0; k < bits.size(); ++k) {
        bits[k] = static_cast<std::uint32_t>(random() % 2);
        all[k] = static_cast<std::uint32_t>(random());
    }
    EXPECT_LT(pack_words(bits).size(), 14'000U);  // 10,000 is the least
    EXPECT_LT(pack_words(all).size(), 340'000U);  // 320,000 is the least
}

/// Returns additions, each of two of the last four results. `next` is the id of the first.
Words additions(std::uint32_t next, std::uint32_t seed) {
    std::mt19937 random(seed);
    Words words;
    for (const std::uint32_t end = next + 200; next < end; ++next) {
        const auto near = [&] { return next - 1 - static_cast<std::uint32_t>(random() % 4); };
        words.insert(words.end(), {5U << 16 | spv::OpIAdd, 2, next, near(), near()});
    }
    return words;
}

TEST(PackedWords, OfTheSameCodeWithOtherIdsTakeHardlyAnyBytes) {
    Words words = {spv::MagicNumber, 0x00010500, 0, 500, 0};
    const auto append = [&](const Words& more) { words.insert(words.end(), more.begin(), more.end()); };
    append(additions(10, 1));
    const std::size_t once = pack_words(words).size();
    append(additions(210, 1));
    EXPECT_LT(pack_words(words).size(), once + 16);
    append({spv::MagicNumber, 0x00010500, 0, 500, 0});  // Another module, whose ids begin anew
    append(additions(10, 1));
    EXPECT_LT(pack_words(words).size(), once + 40);
}

TEST(PackedWords, OfRealModulesTakeAsFewBytesAsMeasured) {
    Words words;
    for (const std::span<const std::uint32_t> kernel :
         {std::span<const std::uint32_t>(spirv::tests_engine_add_constant),
          std::span<const std::uint32_t>(spirv::tests_engine_choose_grid),
          std::span<const std::uint32_t>(spirv::tests_engine_linger)}) {
        words.insert(words.end(), kernel.begin(), kernel.end());
    }
    EXPECT_LT(pack_words(words).size(), 1100U);  // 1,051 when this was written
}

TEST(PackedWords, SurviveManyImprobableBitsInARow) {
    std::mt19937 random(1);
    const auto word = [&](std::uint32_t low) {
        return (static_cast<std::uint32_t>(random()) & 0x00FFFF80U) | 0x00800000U | low;
    };
    Words words = {0xFFFF0001U};  // All that follows are operands
    const auto append = [&](std::uint32_t low, int count) {
        for (int k = 0; k < count; ++k) {
            words.push_back(word(5));
            words.push_back(word(low));
        }
    };
    for (unsigned bits = 7; bits-- > 0;) {
        append(0x7FU << (7 - bits) & 0x7FU, 200);
    }
    append(0x7F, 20);
    const auto again = unpack_words(pack_words(words), words.size());
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, words);
}

// That nothing is read or written out of bounds is seen by the sanitizers.
TEST(PackedWords, ThatAreDamagedAreRefusedOrHaveAnotherChecksum) {
    std::mt19937 random(11);
    for (const Words& words : samples()) {
        const std::string packed = pack_words(words);
        EXPECT_FALSE(unpack_words(packed + '\0', words.size()));
        EXPECT_FALSE(unpack_words(packed, words.size() + 1));
        EXPECT_FALSE(unpack_words(packed.substr(0, packed.size() - 1), words.size()));
        for (int round = 0; round < 30; ++round) {
            std::string damaged = packed;
            damaged[random() % damaged.size()] = static_cast<char>(random());
            const auto made = unpack_words(damaged, words.size());
            EXPECT_TRUE(!made || *made == words || checksum_of(*made) != checksum_of(words));
        }
    }
}

TEST(PackedWords, OfABlobAreUnpackedOnceForAllItsModules) {
    const Words words = {5, 6, 7, 8};
    const std::string packed = pack_words(words);
    const PackedBlob blob(packed, words.size(), checksum_of(words));
    const PackedWords first(blob, 0, 1), rest(blob, 1, 3);
    EXPECT_EQ(Words(rest.begin(), rest.end()), Words({6, 7, 8}));
    EXPECT_EQ(first.data() + 1, rest.data());
    EXPECT_EQ(blob.words().data(), first.data());
}

TEST(PackedWordsDeathTest, EndTheProgramIfTheirChecksumDiffers) {
    const Words words = {5, 6, 7, 8};
    const std::string packed = pack_words(words);
    const PackedBlob blob(packed, words.size(), checksum_of(words) + 1);
    EXPECT_DEATH(blob.words(), "damaged");
    const PackedBlob cut(std::string_view(packed).substr(0, packed.size() - 1), words.size(), checksum_of(words));
    EXPECT_DEATH(cut.words(), "damaged");
}

TEST(PackedWords, OfTheBuildAreValidModules) {
    for (const std::span<const std::uint32_t> kernel :
         {std::span<const std::uint32_t>(spirv::tests_engine_add_constant),
          std::span<const std::uint32_t>(spirv::tests_engine_linger)}) {
        ASSERT_GT(kernel.size(), 5U);
        EXPECT_EQ(kernel[0], 0x07230203U);
    }
}

}  // namespace
}  // namespace vkalgo::test
