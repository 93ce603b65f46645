#pragma once

#include "../../../engine/result.hpp"
#include "bits.hpp"
#include "expression.hpp"
#include "input_reads.hpp"
#include "order.hpp"
#include "packed_f16.hpp"
#include "profile.hpp"
#include "properties.hpp"
#include "row_scan.hpp"
#include "segments.hpp"
#include "types.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vkalgo::dp {

/// A param's or a cell's value: int64 for i32 and i64, uint64 for the unsigned types, double for f32 and f64.
using Number = std::variant<std::int64_t, std::uint64_t, double>;

/// What every value of an input or a param lies between. Whole numbers are expressions, real ones are numbers.
struct InputRange {
    /// a number as the type has it
    std::variant<Expression, double> low, high;
    /// as declared, "LOW .. HIGH"
    std::string text;
};

/// `random NAME[LENGTH] LOW .. HIGH [ascending]`, `random NAME letters ACGT`: how a random instance has this input.
struct RandomDraw {
    /// of an input of open length; none: n elements of the first such input, m of the others
    std::optional<Expression> length;
    /// each value equally likely; of whole numbers the HIGH as well, of real ones not
    std::optional<InputRange> range;
    /// in place of a range: bytes, each equally likely
    std::string letters;
    /// the values are sorted, the least first
    bool ascending = false;
    int line = 0;
};

/// `input NAME TYPE[SIZE] in LOW .. HIGH`
struct InputDeclaration {
    std::string name;
    ElementType type = ElementType::u32;
    /// empty brackets: the input's own length
    std::optional<Expression> length;
    /// none: any value of the type
    std::optional<InputRange> range;
    /// none: values of the range, else as its type is drawn (random_instance.hpp)
    std::optional<RandomDraw> random;
    /// by which the text asks for its elements, as far as they are known beforehand
    InputReads reads;
    int line = 0;
};

/// `param NAME TYPE [default] [in LOW .. HIGH]`; u8 and u16 are not allowed here.
struct ParamDeclaration {
    std::string name;
    ElementType type = ElementType::u32;
    std::optional<Number> fallback;
    /// none: any value of the type
    std::optional<InputRange> range;
    /// `default NAME EXPRESSION`: made of the instance's inputs and the params before this one
    std::optional<Expression> derived;
    int derived_line = 0;
    int line = 0;
    /// bytes from kParamsOffset in the push constants
    std::uint32_t offset = 0;
};

/// `output NAME TYPE[SIZE]`: an array that the text writes as NAME(k, value), all zeros before a run.
struct OutputDeclaration {
    std::string name;
    /// one that a cell may have
    ElementType type = ElementType::u32;
    Expression length;
    int line = 0;
};

/// A border of the table: where an index has its least, or its greatest value.
struct Border {
    /// 0: rows; 1: columns; then those of the declared indices
    std::size_t index = 0;
    bool last = false;
    bool operator==(const Border&) const = default;
};
inline constexpr Border kFirstRow{0, false}, kLastRow{0, true}, kFirstColumn{1, false}, kLastColumn{1, true};

/// `base first-row K` ... `base diagonal OFFSET` (cells with j - i == OFFSET), in the file's own indices.
struct BaseRegion {
    /// none: a diagonal
    std::optional<Border> border;
    /// rows or columns of the border, or the diagonal's offset
    std::int64_t amount = 0;
    int line = 0;
};

/// A field of a cell that holds several numbers: `cell i32 M, i32 E`.
struct CellField {
    std::string name;
    ElementType type = ElementType::u32;
    /// bytes from the cell's begin; fields lie on multiples of their size, as in GLSL's std430
    std::uint32_t offset = 0;
};

/// `index k EXPR`: an index behind i and j, and how many values it takes.
struct IndexDeclaration {
    std::string name;
    Expression extent;
    int line = 0;
};

/// `value [TYPE] EXPR`: what of a cell c counts as its value; EXPR is GLSL.
struct ValueDeclaration {
    ElementType type = ElementType::u32;
    std::string text;
    int line = 0;
};

/// Whether less or more is better: what INFEASIBLE and UNBOUNDED mean.
enum class Goal : std::uint8_t { none, minimum, maximum };

/// `answer last` (the last cell of the last stage), `answer at(E, E)`, `answer min|max all`, `answer min|max BORDER`,
/// `answer min|max BORDER or BORDER`.
struct AnswerDeclaration {
    /// What the answer is: the last cell, a named cell, the least or the greatest value of several cells.
    enum class Kind : std::uint8_t { last, at, min, max } kind = Kind::last;
    /// of `at`: one for each index
    std::vector<Expression> place;
    /// of `min` and `max`: over the outermost rows and columns of these borders; none: over all cells
    std::vector<Border> borders;
    int line = 0;

    /// Is it the least or the greatest value of several cells?
    bool searches() const { return kind == Kind::min || kind == Kind::max; }
};

/// `reduce min k = FIRST .. LAST`: cell(i, j) is the least (or largest) term(i, k, j); FIRST and LAST are GLSL.
struct Reduction {
    bool minimum = true;
    std::string variable, first, last;
    int line = 0;
};

/// `files csv A, B`, `files letters X, Y as ACGT`, `files numbers D`, each with `: TEXT`: what INPUT files hold, the
/// lines' files one after another.
struct FilesDeclaration {
    /// one table with a column for each input; a file of letters for each; a file of numbers for each
    enum class Kind : std::uint8_t { csv, letters, numbers } kind = Kind::letters;
    std::vector<std::string> inputs;
    /// letters stand for their place in it, and others are refused; empty: for themselves
    std::string alphabet;
    /// words for people
    std::string about;
    int line = 0;
};
inline constexpr std::array<std::string_view, 3> kFilesKindNames{"csv", "letters", "numbers"};

/// `solution KIND [INPUT(PLACE) | PLACE] [where decision D] [sum INPUT] [as TEXT]`: how a solution is printed. Who
/// prints knows the kinds and which of these each takes.
struct SolutionDeclaration {
    std::string kind;
    std::string input;
    /// for each step, from its indices and `decision`
    std::optional<Expression> place;
    /// other steps are left out
    std::optional<std::uint32_t> decision;
    std::string sum;
    std::string text;
    int line = 0;
};

/// `reach INDEX EXPR`: cells read lie at most so far away in that index, before or behind. `reach INDEX LOW .. HIGH`:
/// they lie there, counted from the cell's own.
struct ReachDeclaration {
    std::size_t index = 0;
    /// none: as far as `most`, before
    std::optional<Expression> least;
    Expression most;
    int line = 0;
};

/// `decisions E, E`: decision d of step() goes to the stage before, and E_d back in the other index.
struct DecisionsDeclaration {
    /// GLSL of the index that the stages run along and of the inputs, one for each decision
    std::vector<std::string> distances;
    int line = 0;
    /// the text of step() shows that it goes there (steps.hpp): nothing of it is tested in a run
    bool is_shown = false;
    static constexpr std::size_t kMax = 16;

    /// Bits that hold a decision; at least 1, a power of two.
    std::uint32_t bits() const { return distances.size() <= 2 ? 1 : distances.size() <= 4 ? 2 : 4; }
};

/// Everything the `//!` lines of a recurrence file say, and which functions its text defines.
struct RecurrenceHeader {
    std::string problem, about, order;
    /// the order of the stages, by `pattern` or by `stage`
    StageFunction stage = StageFunction::of(Pattern::NOSE);
    /// `sequential row`: cells of one row may read what is left of them
    bool sequential = false;
    /// declared, or else the narrowest that fits the text
    RecurrenceClass recurrence_class = RecurrenceClass::any;
    /// what the class promises and the text shows
    Properties properties;
    /// of a `reduce` whose terms are products of segments, as far as the text shows
    std::optional<SegmentTerms> segments;
    /// why there are none
    std::string no_segments;
    /// of cells that differ from their neighbours by a bit or two, as far as the text shows
    std::optional<BitCells> bits;
    /// why it does not
    std::string no_bits;
    /// of cells that are those of a local alignment, as far as the text shows
    std::optional<PackedF16Cells> packed_f16;
    /// why they are not
    std::string no_packed_f16;
    /// of a cell that looks up what a symbol of its row and one of its column have together
    std::optional<ProfileRead> profile;
    /// one for an index at most; distances may follow from the instance
    std::vector<ReachDeclaration> reach;
    /// a cell's type; of a cell with fields, the first one's
    ElementType cell = ElementType::u32;
    /// empty: a cell is one number
    std::vector<CellField> fields;
    std::optional<ValueDeclaration> value;
    Goal goal = Goal::none;
    std::vector<InputDeclaration> inputs;
    std::vector<OutputDeclaration> outputs;
    std::vector<ParamDeclaration> params;
    Expression rows, columns;
    /// behind i and j
    std::vector<IndexDeclaration> indices;
    Domain domain = Domain::full;
    std::vector<BaseRegion> base;
    AnswerDeclaration answer;
    std::optional<Expression> bound;
    std::optional<Reduction> reduce;
    /// a row is a linear recurrence: it is `sequential` as well
    std::optional<RowScan> scan;
    /// none: a file for each input, in the order of the inputs
    std::vector<FilesDeclaration> files;
    /// what the answer is called
    std::string label = "answer";
    /// what to do where a value does not fit the cells; empty: nothing is said
    std::string overflow;
    /// none: the list of steps or splits
    std::optional<SolutionDeclaration> solution;
    /// what is known of a step by its decision and stage alone
    std::optional<DecisionsDeclaration> decisions;
    /// defines step(i, j): its solution can be traced back
    bool has_step = false;
    /// step(i, j, state): a traceback goes on in a state of the recurrence's own; it begins in state 0
    bool has_states = false;
    /// step() goes further than to a neighbour, as far as the text shows
    bool has_far_steps = false;
    /// defines solution(): it reads the whole table and writes the outputs
    bool has_solution_function = false;
    /// names INFEASIBLE or plus()
    bool names_infeasible = false;
    /// calls overflow_if
    bool has_overflow_check = false;
    /// holds a loop, or a macro that may be one
    bool has_loops = false;
    /// a run whose bound is small may compute with 32-bit cells in place of u64 (narrow.hpp)
    bool narrows = false;
    /// such a run's own: cells are u32 where the file says u64
    bool is_narrow = false;
    /// What an answer that is UNBOUNDED is called, by `status`; ok: the text does not name UNBOUNDED.
    AnswerStatus unbounded = AnswerStatus::ok;

    /// The input of that name, or null.
    const InputDeclaration* input(std::string_view name) const;
    /// The param of that name, or null.
    const ParamDeclaration* param(std::string_view name) const;
    /// The numbers of a cell: its fields, or the one number without a name.
    std::vector<CellField> numbers() const;
    /// Bytes of a cell in memory.
    std::uint32_t cell_bytes() const;
    /// The type of a cell's value, and so of the answer.
    ElementType value_type() const { return value ? value->type : cell; }
    /// Is one number of a cell's type no value, but what INFEASIBLE stands for: of a text that names it, of a `reduce`,
    /// whose cells may have no term, and of a `scan`? Not where the most of an unsigned type is sought: its least
    /// number, 0, is a value like others.
    bool has_infeasible() const {
        return (names_infeasible || reduce || (scan && scan->compares())) && goal != Goal::none &&
               !(goal == Goal::maximum && is_unsigned());
    }
    /// The same for UNBOUNDED, the best number of a cell's type. Not where the least of an unsigned type is sought.
    bool has_unbounded() const {
        return unbounded != AnswerStatus::ok && goal != Goal::none && !(goal == Goal::minimum && is_unsigned());
    }
    /// Is the answer the greatest of all cells of 32-bit integers that a `bound` limits?
    bool searches_small_values() const {
        return answer.kind == AnswerDeclaration::Kind::max && answer.borders.empty() && domain == Domain::full &&
               bound.has_value() && (value_type() == ElementType::i32 || value_type() == ElementType::u32);
    }
    /// Has a cell, or its first field, no negative numbers?
    bool is_unsigned() const { return cell == ElementType::u32 || cell == ElementType::u64; }
    /// Does the recurrence compute with numbers of this type: in its cells or their value?
    bool computes_with(ElementType type) const;
    /// How many indices a cell has.
    std::size_t index_count() const { return 2 + indices.size(); }
    /// The pattern that has this recurrence's stages; none for stage functions beside the eight.
    std::optional<Pattern> pattern() const { return stage.pattern(); }
    /// Of stages that are whole rows or columns: do cells read the stage before and no other, as far as is known?
    bool reads_stage_before(const StageFunction& stages) const;
    /// The same, where cells may also read what is left of them in a `sequential row`.
    bool reads_line_before(const StageFunction& stages) const;
    /// Whether base() gives the cell.
    bool in_base(Cell user, TableSize size) const;
    /// Whether the cell exists.
    bool in_domain(Cell user) const;
    /// Bytes at most of what a method keeps of the inputs for one column (see InputReads).
    std::uint32_t column_input_bytes() const;
    /// The letters that an input's values stand for, by its `files` line; empty: they are no places in an alphabet.
    std::string alphabet_of(std::string_view input) const;
    /// Can a solution be recovered: by step() or solution(), or of a reduction whose k the method finds.
    bool has_solution() const { return has_step || has_solution_function || reduce.has_value(); }
};

/// "pattern NOSE", or "stage 2 i + j" for functions beside the eight.
std::string stage_text(const RecurrenceHeader& header, const StageFunction& stage);

/// Bytes at the start of the push constants that belong to the method; the recurrence's params follow, at most as many.
inline constexpr std::uint32_t kParamsOffset = 64;
inline constexpr std::uint32_t kMaxParamsBytes = 64;

/// Of inputs and outputs together: each is a storage buffer; vkalgo's own stand beside them.
inline constexpr std::size_t kMaxInputs = 64;

/// Reads the `//!` lines of a recurrence file and looks at which functions its text defines (a token scan; comments and
/// preprocessor lines are skipped). `file` is used in messages: "file:line: what is wrong; what to do".
/// Errors: invalid_argument: an unknown keyword or value, a line twice, a required line missing (problem, pattern,
/// class, cell, rows, columns, answer), no cell() (or term() under `reduce`,
/// fresh() and along() under `scan`), no base() although a base region is
/// declared, more than 64 inputs or 64 bytes of params, a name used twice or reserved; text that is none or larger than
/// 64 KiB; and what check_code says of the code (source_text.hpp): brackets, words that have no place in a recurrence,
/// recursion, paths without a return.
Result<RecurrenceHeader> parse_header(std::string_view source, std::string_view file);

/// The recurrence's own text with comments blanked out (same length and lines): what the token scans work on.
std::string blank_comments(std::string_view source);

}  // namespace vkalgo::dp
