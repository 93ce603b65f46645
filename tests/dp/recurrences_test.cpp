// Files in recurrences/ as users write them, correct and incorrect. Each is refused for its fault, or passes and then
// has the same table by the interpreter, by method stage and by the method that the planner chooses.
#include "algorithms/dp/check/check.hpp"
#include "algorithms/dp/solve.hpp"
#include "tests/dp/interpreted.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/paths.hpp"

#include <filesystem>
#include <fstream>
#include <map>

namespace vkalgo::dp::test {
namespace {

/// Files that are refused without an instance, with part of the message.
const std::map<std::string, std::string, std::less<>> kRefused{
    {"reduce-and-cell", "both say what a cell is"},
    {"values-beyond-bound", "cell (0, 0) is 1000, which exceeds the declared bound 10"},
    {"sums-beyond-bound", "cell (1, 0) computes the sum 1007, which exceeds the declared bound 10 = 10 (line 8)"},
    {"stray-brace", ":8: '}' without a '{' before it"},
    {"debug-printf", ":8: "},
    {"macro-named-cell_t", ":8: "},
    {"macro-named-int", ":10: "},
    {"division-by-zero", "cell (0, 0) divides an integer by 0 (line 8)"},
    {"rows-twice", ":8: 'rows' is given twice"},
    {"default-of-two-numbers", ":8: the default '3 4' is not a number"},
    {"header-in-a-comment", "there is no '//!' line"},
    {"path-without-a-return", ":10: cell() can end without a return"},
    {"unknown-keyword-late", ":10: 'cel' is not a keyword"},
    {"endless-loop", "cell (0, 0) has a loop that seems endless (line 8)"},
    {"macro-that-loops", ":8: a macro of a recurrence must not contain '#'"},
    {"qualified-parameters", ":8: "},
    {"push-constants-of-a-template", ":8: 'push': undeclared identifier"},
    {"variable-of-a-template", ":8: 'tile_i': undeclared identifier"},
    {"variable-at-file-scope", ":9: a variable outside of a function must be const"},
    {"variable-never-set", "cell (0, 0) reads variable 's' before it was set (line 8)"},
    {"constant-array-too-short",
     "uses element 5 of an array or vector of 3 elements, which are numbered from 0 (line 9)"},
    {"step-reads-far", "reads at(0, 0), which class local may not read"},
    {"unsigned-index", "cell (0, 0) reads at(0, -1), which lies outside the table"},
    // The row of this file's answer cell is a param, and a made-up value of that param gives a cell outside the table.
    {"answer-cell-from-a-param", "the answer cell (7, 0) lies outside"},
};

/// Files whose inputs are read past their ends with made-up values. This is only a reason for a warning.
const std::map<std::string, std::string, std::less<>> kWarned{
    {"assignment-by-subsets", "of input 'c', which has no such element"},
    {"fewest-coins", "of input 'coin', which has no such element"},
    {"score-matrix", "of input 'score', which has no such element"},
    {"subset-sum-off-by-one", "of input 'w', which has no such element"},
    {"lcs-off-by-one", "of input 'x', which has no such element"},
};

/// Files that are refused on the real instance only.
const std::map<std::string, std::string, std::less<>> kRefusedThen{
    {"subset-sum-off-by-one", "cell (14, 0) reads element 14 of input 'w', which has no such element"},
    {"lcs-off-by-one", "reads element 11 of input 'y', which has no such element"},
};

std::string text_of_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::filesystem::path> all_files() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry :
         std::filesystem::directory_iterator(vkalgo::test::source_folder() + "/tests/dp/recurrences")) {
        files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// Returns an instance that fits the file: params and inputs as the file's name requires.
Instance instance_of(const RecurrenceHeader& header, const std::string& name) {
    Instance instance;
    instance.n = 14;
    instance.m = name == "assignment-by-subsets" ? 16 : 11;
    if (name == "assignment-by-subsets") {
        instance.n = 4;
    }
    const std::map<std::string, std::int64_t, std::less<>> params{{"q", name == "assignment-by-subsets" ? 4 : 2},
                                                                  {"lb", 11},
                                                                  {"w", 11},
                                                                  {"ncoin", 14},
                                                                  {"amount", 40},
                                                                  {"target", 30}};
    for (const ParamDeclaration& param : header.params) {
        if (const auto given = params.find(param.name); given != params.end()) {
            instance.params.emplace(param.name, given->second);
        } else if (!param.fallback) {
            instance.params.emplace(param.name, 0.5);
        }
    }
    SplitMix64 random(5);
    std::int64_t open = 0;
    for (const InputDeclaration& input : header.inputs) {
        const std::int64_t length = input.length
                                        ? vkalgo::test::take(input.length->evaluate(scope_of(header, instance)))
                                        : (open++ == 0 ? 14 : 11);
        InputArray array{input.type, static_cast<std::uint64_t>(length), {}};
        for (std::int64_t k = 0; k < length; ++k) {
            with_type(input.type, [&](auto type) {
                const auto value = static_cast<decltype(type)>(
                    static_cast<float>(name.starts_with("score-matrix") ? random.below(4) : 1 + random.below(8)));
                const auto* bytes = reinterpret_cast<const std::byte*>(&value);
                array.data.insert(array.data.end(), bytes, bytes + sizeof value);
            });
        }
        instance.inputs.emplace(input.name, std::move(array));
    }
    return instance;
}

TEST(Recurrences, AreRefusedForTheirFaults) {
    std::size_t refused = 0;
    for (const auto& path : all_files()) {
        const std::string name = path.stem().string();
        auto recurrence = compiler::read_recurrence(text_of_file(path), name + ".glsl");
        const auto report = recurrence ? check_reads(*recurrence, recurrence->header.stage, compile_module)
                                       : Result<CheckReport>(recurrence.error());
        const auto expected = kRefused.find(name);
        if (expected != kRefused.end()) {
            ++refused;
            ASSERT_FALSE(report) << name;
            EXPECT_NE(report.error().message.find(expected->second), std::string::npos)
                << name << ": " << report.error().message;
            continue;
        }
        ASSERT_TRUE(report) << name << ": " << report.error().message;
        const auto warned = kWarned.find(name);
        EXPECT_EQ(report->warnings.empty(), warned == kWarned.end()) << name;
        if (warned != kWarned.end() && !report->warnings.empty()) {
            EXPECT_NE(report->warnings.front().find(warned->second), std::string::npos) << report->warnings.front();
        }
    }
    EXPECT_EQ(refused, kRefused.size());
}

class RecurrencesOnDevice : public vkalgo::test::DeviceTest {};

TEST_F(RecurrencesOnDevice, HaveTheTableThatTheInterpreterHas) {
    std::size_t number = 0;
    std::size_t solved = 0;
    for (const auto& path : all_files()) {
        const std::string name = path.stem().string();
        if (kRefused.contains(name) || (!vkalgo::test::kEveryKernel && ++number % 5 != 0)) {
            continue;
        }
        const std::string source = text_of_file(path);
        const CompiledRecurrence recurrence = vkalgo::test::take(compiler::read_recurrence(source, name + ".glsl"));
        const Instance instance = instance_of(recurrence.header, name);
        SolveOptions options;
        options.keep.table = true;
        options.method = "stage";
        const auto stages = solve(runner(), recurrence, instance, options, compile_module);
        if (const auto expected = kRefusedThen.find(name); expected != kRefusedThen.end()) {
            ASSERT_FALSE(stages) << name;
            EXPECT_NE(stages.error().message.find(expected->second), std::string::npos) << stages.error().message;
            continue;
        }
        ASSERT_OK(stages) << name;
        const Interpreted made(source, instance);
        ASSERT_EQ(made.message(), "") << name;
        const ElementType cell = recurrence.header.cell;
        for (std::size_t at = 0; at < stages->table.size(); at += size_of(cell)) {
            const Number mine = read_number(cell, made.run->table().data() + at);
            const Number theirs = read_number(cell, stages->table.data() + at);
            if (is_float(cell)) {
                const double a = std::get<double>(mine);
                const double b = std::get<double>(theirs);
                EXPECT_TRUE(a == b || (a != a && b != b) || std::abs(a - b) < 1e-5 * std::abs(b))
                    << name << ": " << a << " and " << b;
            } else {
                EXPECT_EQ(mine, theirs) << name << " at byte " << at;
            }
        }
        if (!is_float(cell)) {
            EXPECT_EQ(made.run->answer(), stages->answer) << name;
            options.method = {};
            options.keep.table = false;
            const auto chosen = solve(runner(), recurrence, instance, options, compile_module);
            ASSERT_OK(chosen) << name;
            EXPECT_EQ(chosen->answer, stages->answer) << name << " by " << chosen->method;
        }
        ++solved;
    }
    EXPECT_GT(solved, vkalgo::test::kEveryKernel ? 40U : 6U);
}

}  // namespace
}  // namespace vkalgo::dp::test
