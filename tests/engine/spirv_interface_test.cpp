#include "tests/engine/kernels.hpp"
#include <vkalgo_spirv/tests_engine/interface_sample.hpp>

#include <algorithm>

namespace vkalgo::test {
namespace {

std::vector<std::uint32_t> words_of_module(std::span<const std::uint32_t> spirv) {
    return {spirv.begin(), spirv.end()};
}

TEST(ModuleInterface, ReadsBindingsAccessesAndPushConstants) {
    const auto module = take(read_interface(spirv::tests_engine_interface_sample));
    const auto buffer = [](Access access) { return ModuleBinding{BindingKind::storage_buffer, access}; };
    EXPECT_EQ(module.bindings,
              (std::vector<ModuleBinding>{
                  buffer(Access::read_write), {}, buffer(Access::read), {}, {}, buffer(Access::write)}));
    EXPECT_EQ(module.push_constants, 100U);
    EXPECT_NE(std::find(module.capabilities.begin(), module.capabilities.end(), 11U), module.capabilities.end())
        << "Int64";
}

TEST(ModuleInterface, ReadsAModuleWithoutBindings) {
    const auto module = take(read_interface(spirv::tests_engine_add_by_address));
    EXPECT_TRUE(module.bindings.empty());
    EXPECT_EQ(module.push_constants, 12U);
}

TEST(ModuleInterface, RefusesWordsThatAreNoModule) {
    EXPECT_ERROR(read_interface({}), ErrorCode::invalid_argument);
    const std::vector<std::uint32_t> magic{0x07230203};
    EXPECT_ERROR(read_interface(magic), ErrorCode::invalid_argument);
    EXPECT_ERROR(read_interface(std::vector<std::uint32_t>(100, 0)), ErrorCode::invalid_argument);
    EXPECT_ERROR(read_interface(std::vector<std::uint32_t>(100, UINT32_MAX)), ErrorCode::invalid_argument);
}

TEST(ModuleInterface, NeverCrashesOnATruncatedModule) {
    const auto whole = words_of_module(spirv::tests_engine_interface_sample);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        // A copy of exactly this size, so that a sanitizer detects a read beyond it.
        const std::vector<std::uint32_t> part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        const auto module = read_interface(part);
        if (module) {
            EXPECT_LE(module->bindings.size(), 6U);
        }
    }
}

TEST(ModuleInterface, NeverCrashesOnRandomDamage) {
    const auto whole = words_of_module(spirv::tests_engine_interface_sample);
    std::uint32_t refused = 0;
    for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
        SplitMix64 random(seed);
        std::vector<std::uint32_t> damaged = whole;
        for (std::uint32_t hits = 1 + random.below(4); hits > 0; --hits) {
            std::uint32_t& word = damaged[random.below(static_cast<std::uint32_t>(damaged.size()))];
            switch (random.below(3)) {
                case 0:
                    word = random.next32();
                    break;
                case 1:
                    word = random.below(64);
                    break;
                default:
                    word ^= 1U << random.below(32);
                    break;
            }
        }
        const auto module = read_interface(damaged);
        refused += module ? 0U : 1U;
        if (module) {
            EXPECT_LE(module->bindings.size(), 1024U);
        }
    }
    EXPECT_GT(refused, 100U);
}

/// Assembles a module: header, a compute entry point "main", and then `body`.
std::vector<std::uint32_t> assemble(const std::vector<std::uint32_t>& body) {
    std::vector<std::uint32_t> words{0x07230203, 0x00010300, 0, 100, 0, (5U << 16) | 15U, 5, 1, 0x6E69616D, 0};
    words.insert(words.end(), body.begin(), body.end());
    return words;
}
std::uint32_t op(std::uint32_t opcode, std::uint32_t length) {
    return length << 16 | opcode;
}

TEST(ModuleInterface, RefusesVariablesThatTheEngineCannotBind) {
    // Declares a variable of id 10 with pointer type 9 to type 8 in storage class `storage`, bound to set `set`.
    const auto variable = [](std::uint32_t storage, std::uint32_t set, std::vector<std::uint32_t> type) {
        std::vector<std::uint32_t> body{op(71, 4), 10, 34, set, op(71, 4), 10, 33, 0};
        body.insert(body.end(), type.begin(), type.end());
        const std::vector<std::uint32_t> tail{op(32, 4), 9, storage, 8, op(59, 4), 9, 10, storage};
        body.insert(body.end(), tail.begin(), tail.end());
        return assemble(body);
    };
    const std::vector<std::uint32_t> structure{op(21, 4), 7, 32, 0, op(30, 3), 8, 7};
    const std::vector<std::uint32_t> array{op(21, 4), 7, 32, 0, op(30, 3), 6, 7, op(29, 3), 8, 6};
    EXPECT_OK(read_interface(variable(12, 0, structure)));
    EXPECT_ERROR(read_interface(variable(12, 1, structure)), ErrorCode::invalid_argument);
    EXPECT_ERROR(read_interface(variable(12, 0, array)), ErrorCode::invalid_argument);
    EXPECT_ERROR(read_interface(variable(2, 0, structure)), ErrorCode::invalid_argument);
    EXPECT_ERROR(read_interface(variable(0, 0, structure)), ErrorCode::invalid_argument);
    EXPECT_ERROR(read_interface(variable(9, 0, {})), ErrorCode::invalid_argument);
    // A struct that contains itself must not cause endless recursion.
    EXPECT_ERROR(read_interface(variable(9, 0, {op(30, 3), 8, 8})), ErrorCode::invalid_argument);
    EXPECT_OK(read_interface(variable(7, 3, structure))) << "a function's own variable binds nothing";
}

TEST(ModuleInterface, RefusesAModuleWithoutAComputeEntryPoint) {
    auto words = assemble({});
    EXPECT_OK(read_interface(words));
    words[6] = 4;  // A fragment shader
    EXPECT_ERROR(read_interface(words), ErrorCode::invalid_argument);
    words[6] = 5;
    words[8] = 0x6E69616E;  // "nain"
    EXPECT_ERROR(read_interface(words), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace vkalgo::test
