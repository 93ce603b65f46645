// One recurrence is written eight times, reflected and transposed. Every method that runs it gives the same table, bit
// for bit.
#include "algorithms/dp/solve.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/compile_module.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/effort.hpp"

#include <algorithm>

namespace vkalgo::dp::test {
namespace {

/// How the (i, j) of a file relates to the plain (i, j), which is that of pattern RUD or NOSE.
struct Orientation {
    Pattern pattern;
    /// Applied to the plain table; the transposition comes last.
    bool reflect_rows, reflect_columns, transpose;
};

const Orientation kOrientations[] = {
    {Pattern::RUD, false, false, false}, {Pattern::RDU, true, false, false},   {Pattern::CLR, false, false, true},
    {Pattern::CRL, true, false, true},   {Pattern::NOSE, false, false, false}, {Pattern::SENO, true, true, false},
    {Pattern::SONE, true, false, false}, {Pattern::NESO, false, true, false},
};

/// Returns the plain cell (r + dr, c + dc) in the indices of the file, where (r, c) is the plain cell for the file's
/// (i, j).
std::string offset_cell(const Orientation& orientation, int dr, int dc) {
    int di = orientation.reflect_rows ? -dr : dr;
    int dj = orientation.reflect_columns ? -dc : dc;
    if (orientation.transpose) {
        std::swap(di, dj);
    }
    const auto word = [](const char* name, int offset) {
        return offset == 0 ? std::string(name) : std::string(name) + (offset < 0 ? " - 1" : " + 1");
    };
    return word("i", di) + ", " + word("j", dj);
}

/// Returns the base lines for the borders that the plain first row and first column have become.
std::string base_lines(const Orientation& orientation) {
    std::string row = orientation.reflect_rows ? "last" : "first";
    std::string column = orientation.reflect_columns ? "last" : "first";
    if (orientation.transpose) {
        std::swap(row, column);
    }
    return "//! base " + row + "-row 1\n//! base " + column + "-column 1\n";
}

std::string pattern_name(const Orientation& orientation) {
    return std::string(to_string(orientation.pattern));
}

std::string binomial_text(const Orientation& orientation) {
    const std::string column = orientation.transpose ? "i" : "j";
    const std::string columns = orientation.transpose ? "rows()" : "columns()";
    const std::string first_column =
        orientation.reflect_columns ? column + " == " + columns + " - 1" : column + " == 0";
    return "//! problem oriented\n//! about Pascal's triangle\n//! class local\n//! cell u64\n//! answer last\n"
           "//! pattern " +
           pattern_name(orientation) + "\n" +
           (orientation.transpose ? "//! rows m + 1\n//! columns n + 1\n" : "//! rows n + 1\n//! columns m + 1\n") +
           base_lines(orientation) + "cell_t base(int i, int j) { return cell_t(" + first_column +
           " ? 1 : 0); }\n"
           "cell_t cell(int i, int j) { return at(" +
           offset_cell(orientation, -1, -1) + ") + at(" + offset_cell(orientation, -1, 0) + "); }\n";
}

/// Returns a text of lcs. A plain side takes prefixes of its string, a reflected side takes suffixes.
std::string lcs_text(const Orientation& orientation) {
    const std::string x = orientation.reflect_rows ? "x(i)" : "x(i - 1)";
    const std::string y = orientation.reflect_columns ? "y(j)" : "y(j - 1)";
    const std::string diagonal = offset_cell(orientation, -1, -1);
    const std::string up = offset_cell(orientation, -1, 0);
    const std::string left = offset_cell(orientation, 0, -1);
    return "//! problem oriented\n//! about longest common subsequence\n//! class local\n//! cell u32\n"
           "//! answer last\n"
           "//! pattern " +
           pattern_name(orientation) +
           "\n"
           "//! input x u8[]\n//! input y u8[]\n//! rows len(x) + 1\n//! columns len(y) + 1\n" +
           base_lines(orientation) +
           "cell_t base(int i, int j) { return 0u; }\n"
           "cell_t cell(int i, int j) {\n"
           "    if (" +
           x + " == " + y + ") return at(" + diagonal +
           ") + 1u;\n"
           "    return max(at(" +
           up + "), at(" + left +
           "));\n}\n"
           "step_t step(int i, int j) {\n"
           "    if (" +
           x + " == " + y + ") return step_t(" + diagonal +
           ", 0u);\n"
           "    if (at(" +
           up + ") >= at(" + left + ")) return step_t(" + up +
           ", 1u);\n"
           "    return step_t(" +
           left + ", 2u);\n}\n";
}

/// A recurrence that compiles each module of its text only once, however often it is solved.
class OrientedRecurrence {
public:
    explicit OrientedRecurrence(const std::string& text)
        : recurrence_(vkalgo::test::take(compiler::read_recurrence(text, "oriented.glsl"), text.c_str())) {}

    Result<Solution> solve(Runner& runner, const Instance& instance, const SolveOptions& options) {
        return test::solve(runner, recurrence_, instance, options,
                           [this](CompiledRecurrence& wanted, const std::string& module) -> Result<void> {
                               VKALGO_CHECK(compile_module(recurrence_, module));
                               wanted.modules[module] = recurrence_.modules.at(module);
                               return {};
                           });
    }

private:
    CompiledRecurrence recurrence_;
};

/// Returns a plain cell in the file's own indices.
Cell oriented(const Orientation& orientation, Cell plain, TableSize size) {
    const Cell reflected{orientation.reflect_rows ? size.rows - 1 - plain.i : plain.i,
                         orientation.reflect_columns ? size.columns - 1 - plain.j : plain.j};
    return orientation.transpose ? Cell{reflected.j, reflected.i} : reflected;
}

/// Returns the file's table in plain order.
template <class T>
std::vector<T> plain_table(const Orientation& orientation, const Solution& solution, TableSize size) {
    const std::vector<T> cells = cells_of<T>(solution.table);
    std::vector<T> plain;
    for (std::int64_t i = 0; i < size.rows; ++i) {
        for (std::int64_t j = 0; j < size.columns; ++j) {
            const Cell cell = oriented(orientation, {i, j}, size);
            plain.push_back(cells[static_cast<std::size_t>(cell.i * solution.shape.size.columns + cell.j)]);
        }
    }
    return plain;
}

/// Returns the methods that the tests run in this pattern: `stage` and, in the diagonal patterns, `tile`, which must
/// run every local recurrence there.
std::vector<std::string> methods_for(Pattern pattern) {
    const bool diagonal = pattern >= Pattern::NOSE;
    return diagonal ? std::vector<std::string>{"stage", "tile"} : std::vector<std::string>{"stage"};
}

class Orientations : public vkalgo::test::DeviceTest, public ::testing::WithParamInterface<Orientation> {};

TEST_P(Orientations, BinomialHasTheSameTable) {
    OrientedRecurrence recurrence(binomial_text(GetParam()));
    for (const auto& [n, m] : {std::pair{0, 0}, {1, 6}, {40, 33}, {60, 70}}) {
        std::vector<std::byte> expected;
        const std::uint64_t answer = reference_answer("binomial", coefficient(n, m), &expected);
        for (const std::string& method : methods_for(GetParam().pattern)) {
            Instance instance;
            instance.n = n;
            instance.m = m;
            SolveOptions options;
            options.method = method;
            options.keep.table = true;
            const auto solution = recurrence.solve(runner(), instance, options);
            ASSERT_OK(solution) << method;
            EXPECT_EQ(*solution->answer, Number(answer)) << method << " " << n << " " << m;
            EXPECT_EQ(plain_table<std::uint64_t>(GetParam(), *solution, {n + 1, m + 1}),
                      cells_of<std::uint64_t>(expected))
                << method << " " << n << " " << m;
        }
    }
}

class DiagonalOrientations : public Orientations {};

TEST_P(DiagonalOrientations, LcsHasTheSameTableAndItsSolutionReplays) {
    const Orientation& orientation = GetParam();
    OrientedRecurrence recurrence(lcs_text(orientation));
    for (const auto& [n, m] : {std::pair{0, 0}, {0, 5}, {1, 7}, {33, 32}, {257, 130}, {90, 400}}) {
        // A reflected side reads its string from the end, so the instance of the plain table has that string reversed.
        const Instance given = generated("lcs", {n, m, 11, {}});
        Instance plain = given;
        for (const auto& [name, reflected] :
             {std::pair{"x", orientation.reflect_rows}, {"y", orientation.reflect_columns}}) {
            std::vector<std::byte>& data = plain.inputs.find(name)->second.data;
            if (reflected) {
                std::reverse(data.begin(), data.end());
            }
        }
        std::vector<std::byte> expected;
        const std::uint64_t answer = reference_answer("lcs", plain, &expected);
        const TableSize size{n + 1, m + 1};
        for (const std::string& method : methods_for(orientation.pattern)) {
            for (const Keep keep : {Keep{.table = true}, Keep{.solution = true}}) {
                SolveOptions options;
                options.method = method;
                options.keep = keep;
                auto solution = recurrence.solve(runner(), given, options);
                ASSERT_OK(solution) << method;
                EXPECT_EQ(*solution->answer, Number(answer)) << method << " " << n << " " << m;
                if (keep.table) {
                    EXPECT_EQ(plain_table<std::uint32_t>(orientation, *solution, size),
                              cells_of<std::uint32_t>(expected))
                        << method << " " << n << " " << m;
                    continue;
                }
                // A reflection is its own inverse.
                for (PathRecord& record : solution->path) {
                    const Cell cell = oriented(orientation, {record.i, record.j}, size);
                    record.i = static_cast<std::int32_t>(cell.i);
                    record.j = static_cast<std::int32_t>(cell.j);
                }
                solution->path_end = oriented(orientation, *solution->path_end, size);
                const auto replayed = oracle("lcs").replay(plain, *solution);
                ASSERT_OK(replayed) << method << " " << n << " " << m;
                EXPECT_EQ(*replayed, Number(answer));
            }
        }
    }
}

std::string orientation_name(const ::testing::TestParamInfo<Orientation>& info) {
    return pattern_name(info.param);
}

INSTANTIATE_TEST_SUITE_P(Written, Orientations, ::testing::ValuesIn(kOrientations), orientation_name);
INSTANTIATE_TEST_SUITE_P(Written, DiagonalOrientations,
                         ::testing::ValuesIn(std::span(kOrientations).subspan(4, vkalgo::test::kEveryKernel ? 4 : 2)),
                         orientation_name);

}  // namespace
}  // namespace vkalgo::dp::test
