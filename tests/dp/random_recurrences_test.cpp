// Recurrences drawn at random, run by every method that takes them, against values that the test computes itself.
// VKALGO_RECURRENCES=N runs N of them, from VKALGO_RECURRENCE_SEED on.
#include "algorithms/dp/interpreter/interpreter.hpp"
#include "algorithms/dp/solve.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/random_recurrence.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"

#include <cstdlib>
#include <cstring>

namespace vkalgo::dp::test {
namespace {

const CompileModule kCompile = [](CompiledRecurrence& recurrence, const std::string& module) {
    return compiler::assemble_module(recurrence, module);
};

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

std::vector<std::byte> bytes_of(const RandomRecurrence& drawn, const RecurrenceHeader& header) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(*drawn.size().cells()) * header.cell_bytes());
    const auto extents = drawn.size().extents();
    for (const auto& [at, value] : drawn.table()) {
        std::int64_t index = 0;
        for (std::size_t d = 0; d < kMostIndices; ++d) {
            index = index * extents[d] + at[d];
        }
        std::byte* cell = bytes.data() + static_cast<std::size_t>(index) * header.cell_bytes();
        for (std::size_t f = 0; f < value.size(); ++f) {
            std::byte* target = cell + (header.fields.empty() ? 0 : header.fields[f].offset);
            const ElementType type = drawn.fields()[f];
            double real = 0;
            std::memcpy(&real, &value[f], sizeof real);
            const auto single = static_cast<float>(real);
            const void* from = type == ElementType::f32 ? static_cast<const void*>(&single) : &value[f];
            std::memcpy(target, from, size_of(type));
        }
    }
    return bytes;
}

/// Cells outside the domain hold nothing to compare, nor do gaps between fields.
void expect_same_cells(const RandomRecurrence& drawn, const RecurrenceHeader& header,
                       const std::vector<std::byte>& table) {
    const std::vector<std::byte> expected = bytes_of(drawn, header);
    ASSERT_EQ(table.size(), expected.size());
    const auto extents = drawn.size().extents();
    for (const auto& [at, value] : drawn.table()) {
        std::int64_t index = 0;
        for (std::size_t d = 0; d < kMostIndices; ++d) {
            index = index * extents[d] + at[d];
        }
        const std::size_t cell = static_cast<std::size_t>(index) * header.cell_bytes();
        for (std::size_t f = 0; f < value.size(); ++f) {
            const std::size_t offset = cell + (header.fields.empty() ? 0 : header.fields[f].offset);
            ASSERT_EQ(std::memcmp(table.data() + offset, expected.data() + offset, size_of(drawn.fields()[f])), 0)
                << "cell " << cell_text(Cell::of(at), drawn.indices()) << ", field " << f;
        }
    }
}

void expect_walk(const RandomRecurrence& drawn, const Solution& solution) {
    const auto expected = drawn.walk();
    ASSERT_EQ(solution.path.size(), expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k) {
        const PathRecord& record = solution.path[k];
        EXPECT_EQ((Indices{record.i, record.j, record.k, record.l}), expected[k].first) << "step " << k;
        EXPECT_EQ(record.decision, expected[k].second) << "step " << k;
    }
}

/// The interpreter's table, answer and walk.
void expect_interpreted(const RandomRecurrence& drawn, const CompiledRecurrence& recurrence) {
    Instance instance = drawn.instance();
    const Shape shape = vkalgo::test::take(check_instance(recurrence.header, instance, recurrence.header.stage));
    const Interpreter interpreter = vkalgo::test::take(Interpreter::create(recurrence));
    Interpretation run = vkalgo::test::take(interpreter.start(instance, shape, recurrence.header.stage));
    ASSERT_OK(run.fill());
    EXPECT_EQ(run.answer(), drawn.answer());
    EXPECT_EQ(run.answer_cell().indices(), drawn.answer_cell());
    expect_same_cells(drawn, recurrence.header, {run.table().begin(), run.table().end()});
    if (drawn.walks()) {
        auto walked = run.walk(1 << 20);
        ASSERT_OK(walked);
        Solution solution;
        solution.path = std::move(walked->path);
        expect_walk(drawn, solution);
    }
}

class RandomRecurrences : public vkalgo::test::DeviceTest {};

TEST_F(RandomRecurrences, HaveTheValuesThatTheirTextSays) {
    const bool deep = std::getenv("VKALGO_DEEP") != nullptr;
    const std::uint64_t count = setting("VKALGO_RECURRENCES", deep ? 500 : 100);
    const std::uint64_t first = setting("VKALGO_RECURRENCE_SEED", 1);
    std::uint64_t runs = 0;
    for (std::uint64_t seed = first; seed < first + count && !HasFailure(); ++seed) {
        const RandomRecurrence drawn(seed);
        SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + drawn.text());
        auto read = compiler::read_recurrence(drawn.text(), "random.glsl");
        ASSERT_OK(read);
        CompiledRecurrence recurrence = std::move(*read);
        ASSERT_OK(kCompile(recurrence, std::string(kInterpretModule)));
        expect_interpreted(drawn, recurrence);
        for (const Method* method : methods()) {
            for (const bool keep : {true, false}) {
                SolveOptions options;
                options.method = method->name;
                options.keep = {.table = keep, .solution = drawn.walks() && keep};
                const auto solution = solve(runner(), recurrence, drawn.instance(), options, kCompile);
                if (!solution && solution.error().code == ErrorCode::unsupported) {
                    continue;
                }
                ASSERT_OK(solution) << method->name;
                ++runs;
                EXPECT_EQ(solution->answer, drawn.answer()) << method->name << (keep ? ", table kept" : "");
                EXPECT_EQ(solution->shape.answer.indices(), drawn.answer_cell()) << method->name;
                if (keep) {
                    expect_same_cells(drawn, recurrence.header, solution->table);
                }
                if (options.keep.solution) {
                    expect_walk(drawn, *solution);
                }
            }
        }
    }
    EXPECT_GE(runs, 2 * count);  // `stage` runs them all, with the table and without
    RecordProperty("recurrences", static_cast<int>(count));
    RecordProperty("runs", static_cast<int>(runs));
}

}  // namespace
}  // namespace vkalgo::dp::test
