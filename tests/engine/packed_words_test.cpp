#include "engine/packed_words.hpp"

#include "engine/pack/pack_words.hpp"
#include "tests/engine/kernels.hpp"

#include <random>

namespace vkalgo::test {
namespace {

using Words = std::vector<std::uint32_t>;

std::vector<Words> samples() {
    std::mt19937 random(7);
    std::vector<Words> made = {{}, {0}, {0x07230203}, {0x07230203, 1, 2}, Words(100'000, 0), Words(1000, UINT32_MAX)};
    for (const std::uint32_t mask : {UINT32_MAX, 0x0003'000FU, 0xFU}) {
        Words& words = made.emplace_back(5000);
        for (std::uint32_t& word : words) {
            word = static_cast<std::uint32_t>(random()) & mask;
        }
    }
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
    EXPECT_LT(pack_words(once).size(), once.size() * 2);
    EXPECT_LT(pack_words(twice).size(), pack_words(once).size() + 16);
}

TEST(PackedWords, ThatAreDamagedAreRefusedOrHaveTheSameNumberOfWords) {
    std::mt19937 random(11);
    for (const Words& words : samples()) {
        const std::string packed = pack_words(words);
        EXPECT_FALSE(unpack_words(packed, words.size() + 1));
        EXPECT_FALSE(unpack_words(packed.substr(0, packed.size() - 1), words.size()));
        for (int round = 0; round < 300; ++round) {
            std::string damaged = packed;
            damaged[random() % damaged.size()] = static_cast<char>(random());
            const auto made = unpack_words(damaged, words.size());
            EXPECT_TRUE(!made || made->size() == words.size());
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
