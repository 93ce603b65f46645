// Every combination of any two of type, method (counting, onesweep, pratt and radix), distribution and profile. With
// VKALGO_DEEP=1 all combinations of the four, and the methods shell-... that sort.
#include "algorithms/sort/sort_method.hpp"
#include "tests/sort/sorting.hpp"
#include "tests/support/effort.hpp"

#include <string_view>

namespace vkalgo::test {
namespace {

constexpr ElementType kTypes[] = {ElementType::u8,  ElementType::i8,  ElementType::u16, ElementType::i16,
                                  ElementType::u32, ElementType::i32, ElementType::f32, ElementType::u64,
                                  ElementType::i64, ElementType::f64, ElementType::f16};

/// Sorts all distributions with one object, since compiling its kernels takes longer than running them.
void sort_each_spread(Context& context, Runner& runner, const SortOptions& options, std::size_t count) {
    const auto plan = plan_sort({options, count}, context.profile());
    if (!plan && plan.error().code == ErrorCode::unsupported) {
        EXPECT_TRUE(options.method == "onesweep" && !context.profile().subgroup_shuffle) << plan.error().message;
        return;
    }
    ASSERT_OK(plan);
    const Sort sort = take(Sort::create(context, options));
    for (const Spread spread : kSpreads) {
        const SortBuffers buffers(runner, *plan, some_bytes(options.type, count, spread), count);
        ASSERT_OK(runner.run([&](Recorder& recorder) { return sort.record(recorder, buffers.arguments()); }));
        buffers.expect(sort_words(options, count) + ", spread " + std::to_string(static_cast<int>(spread)));
    }
}

bool is_stable(std::string_view method) {
    const auto methods = sort_methods();
    return std::any_of(methods.begin(), methods.end(),
                       [&](const SortMethod* one) { return one->name == method && one->stable; });
}

/// Returns whether the method sorts keys of this type.
bool takes(std::string_view method, ElementType type) {
    return (size_of(type) < 4) == (method == "counting");
}

TEST(SortProfiles, SortEveryPairOfTypeMethodDistributionAndProfile) {
    constexpr const char* kMethods[] = {"onesweep", "pratt", "radix"};
    std::size_t profile = 0;
    on_each_profile([&](Context& context, Runner& runner) {
        ++profile;
        for (std::size_t t = 0; t < std::size(kTypes); ++t) {
            const char* method = size_of(kTypes[t]) < 4 ? "counting" : kMethods[(t + profile) % std::size(kMethods)];
            const bool values = t % 2 != 0 && method != std::string_view("pratt");
            sort_each_spread(context, runner,
                             {.type = kTypes[t], .descending = profile % 2 != 0, .values = values, .method = method},
                             3001);
        }
    });
}

TEST(SortProfilesLong, SortTheFullProduct) {
    if (!deep()) {
        GTEST_SKIP() << "takes minutes; set VKALGO_DEEP=1";
    }
    on_each_profile([&](Context& context, Runner& runner) {
        for (const char* method :
             {"counting", "onesweep", "pratt", "radix", "shell-0", "shell-a", "shell-d", "shell-e", "shell-f"}) {
            for (const ElementType type : kTypes) {
                for (const bool descending : {false, true}) {
                    if (!takes(method, type) || (descending && std::string_view(method).starts_with("shell"))) {
                        continue;
                    }
                    SortOptions options{.type = type, .descending = descending, .method = method};
                    options.values = descending && is_stable(method);
                    for (const std::size_t count : {31U, 3001U}) {
                        sort_each_spread(context, runner, options, count);
                    }
                }
            }
        }
    });
}

}  // namespace
}  // namespace vkalgo::test
