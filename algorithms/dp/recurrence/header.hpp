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

/// The value of a param or a cell: int64 for i32 and i64, uint64 for the unsigned types, double for f32 and f64.
using Number = std::variant<std::int64_t, std::uint64_t, double>;

/// The range of every value of an input or a param. Limits of whole numbers are expressions, limits of real numbers are
/// numbers.
struct InputRange {
    /// The least and the greatest value. A real limit is a number that the type of the input or param holds exactly.
    std::variant<Expression, double> low, high;
    /// The range as the file declares it: "LOW .. HIGH".
    std::string text;
};

/// How a random instance draws the values of an input. The line is `random NAME[LENGTH] LOW .. HIGH [ascending]` or
/// `random NAME letters ACGT`.
struct RandomDraw {
    /// Length of an input whose brackets are empty. If not set, the first input without a length has n elements, and
    /// each further one has m.
    std::optional<Expression> length;
    /// Each whole number from LOW to HIGH is equally likely. Real numbers are LOW + f * (HIGH - LOW) for a random f in
    /// [0, 1), rounded to the type.
    std::optional<InputRange> range;
    /// The bytes from which values are drawn if `range` is not set. Each byte of this string is equally likely.
    std::string letters;
    /// Whether the values are sorted in ascending order after they are drawn.
    bool ascending = false;
    int line = 0;
};

/// The line `input NAME TYPE[SIZE]`, to which `in LOW .. HIGH` may be added.
struct InputDeclaration {
    std::string name;
    ElementType type = ElementType::u32;
    /// Not set if the brackets are empty. An instance may then give any number of elements.
    std::optional<Expression> length;
    /// If not set: any value of the type.
    std::optional<InputRange> range;
    /// How random values are drawn. If not set, they are drawn from `range`. If `range` is not set either,
    /// random_instance.hpp says how the type is drawn.
    std::optional<RandomDraw> random;
    /// The reads of this input's elements that the text shows.
    InputReads reads;
    int line = 0;
};

/// The line `param NAME TYPE [default] [in LOW .. HIGH]`; u8 and u16 are not allowed here.
struct ParamDeclaration {
    std::string name;
    ElementType type = ElementType::u32;
    std::optional<Number> fallback;
    /// If not set: any value of the type.
    std::optional<InputRange> range;
    /// The line `default NAME EXPRESSION`. The expression may use the instance's inputs and the params declared before
    /// this one.
    std::optional<Expression> derived;
    int derived_line = 0;
    int line = 0;
    /// Offset in bytes from kParamsOffset in the push constants.
    std::uint32_t offset = 0;
};

/// The line `output NAME TYPE[SIZE]`: an array that the text writes by NAME(k, value). All its elements are 0 before a
/// run.
struct OutputDeclaration {
    std::string name;
    /// A type that a cell may have.
    ElementType type = ElementType::u32;
    Expression length;
    int line = 0;
};

/// A border of the table: the cells whose index `index` has its least or its greatest value.
struct Border {
    /// The number of the index: 0 for rows, 1 for columns, then the declared indices.
    std::size_t index = 0;
    bool last = false;
    bool operator==(const Border&) const = default;
};
inline constexpr Border kFirstRow{0, false}, kLastRow{0, true}, kFirstColumn{1, false}, kLastColumn{1, true};

/// The line `base first-row K` ... `base diagonal OFFSET` (cells with j - i == OFFSET), in the file's own indices.
struct BaseRegion {
    /// Not set for a diagonal.
    std::optional<Border> border;
    /// For a border, the number of values of its index that belong to the region. For a diagonal, OFFSET.
    std::int64_t amount = 0;
    int line = 0;
};

/// A field of a cell that holds several numbers: `cell i32 M, i32 E`.
struct CellField {
    std::string name;
    ElementType type = ElementType::u32;
    /// Offset in bytes from the start of the cell. Fields lie on multiples of their size, as in GLSL's std430.
    std::uint32_t offset = 0;
};

/// The line `index k EXPR`: an index after i and j, and the number of its values.
struct IndexDeclaration {
    std::string name;
    Expression extent;
    int line = 0;
};

/// The line `value [TYPE] EXPR`: the value of a cell c. EXPR is GLSL.
struct ValueDeclaration {
    ElementType type = ElementType::u32;
    std::string text;
    int line = 0;
};

/// Whether lesser or greater values are better. This determines which numbers stand for INFEASIBLE and UNBOUNDED.
enum class Goal : std::uint8_t { none, minimum, maximum };

/// The line `answer last` (the last cell of the last stage), `answer at(E, E)`, `answer min|max all`, `answer min|max
/// BORDER` or `answer min|max BORDER or BORDER`.
struct AnswerDeclaration {
    /// The kind of answer: the last cell, a named cell, the least or the greatest value of several cells.
    enum class Kind : std::uint8_t { last, at, min, max } kind = Kind::last;
    /// For `at`: the indices of the cell, one expression per index.
    std::vector<Expression> indices;
    /// For `min` and `max`: the borders that are searched. Empty: all cells are searched.
    std::vector<Border> borders;
    int line = 0;

    /// Returns whether the answer is the least or the greatest value of several cells.
    bool searches() const { return kind == Kind::min || kind == Kind::max; }
};

/// The line "reduce min k = FIRST .. LAST": cell(i, j) is the least (with `max`, the greatest) term(i, k, j) over all k
/// from FIRST to LAST, including LAST. FIRST and LAST are GLSL.
struct Reduction {
    bool minimum = true;
    std::string variable, first, last;
    int line = 0;
};

/// The line `files csv A, B`, `files letters X, Y as ACGT` or `files numbers D`, with an optional `: TEXT` at the end:
/// what the INPUT files of the command hold. If there are several such lines, they describe the files in the order of
/// the lines.
struct FilesDeclaration {
    /// One table with a column per input, a file of letters per input, or a file of numbers per input.
    enum class Kind : std::uint8_t { csv, letters, numbers } kind = Kind::letters;
    std::vector<std::string> inputs;
    /// The letters that a file may have; each stands for its index in this alphabet. Empty: all letters are accepted
    /// and stand for themselves.
    std::string alphabet;
    /// A description for people.
    std::string about;
    int line = 0;
};
inline constexpr std::array<std::string_view, 3> kFilesKindNames{"csv", "letters", "numbers"};

/// The line `solution KIND [INPUT(INDEX) | INDEX] [where decision D] [sum INPUT] [as TEXT]`: how a solution is printed.
/// The code that prints solutions knows the kinds, and which of these parts each kind takes.
struct SolutionDeclaration {
    std::string kind;
    std::string input;
    /// An expression that is evaluated for each step. Besides params and inputs, it may use the indices of the step's
    /// cell and `decision`.
    std::optional<Expression> index;
    /// If set, steps with another decision are left out.
    std::optional<std::uint32_t> decision;
    std::string sum;
    std::string text;
    int line = 0;
};

/// The line `reach INDEX EXPR`: a cell reads cells at most this far away in that index, in either direction. `reach
/// INDEX LOW .. HIGH`: a cell reads cells in this range, relative to its own index.
struct ReachDeclaration {
    std::size_t index = 0;
    /// The least offset. If not set, it is `most`, negated.
    std::optional<Expression> least;
    Expression most;
    int line = 0;
};

/// The line `decisions E_0, E_1 ...`: decision d of step() goes to the previous stage and, in the other index, back by
/// E_d.
struct DecisionsDeclaration {
    /// One GLSL text per decision, made of the index of the stage (i for rows, j for columns), params and inputs.
    std::vector<std::string> distances;
    int line = 0;
    /// Whether the text of step() shows that step() goes where this line says (steps.hpp). If it does, a run need not
    /// test each step.
    bool is_shown = false;
    static constexpr std::size_t kMax = 16;

    /// Returns the number of bits that hold a decision: 1, 2 or 4.
    std::uint32_t bits() const { return distances.size() <= 2 ? 1 : distances.size() <= 4 ? 2 : 4; }
};

/// Everything that the `//!` lines of a recurrence file say, and facts that its text shows.
struct RecurrenceHeader {
    std::string problem, about, order;
    /// The order of the stages, by `pattern` or by `stage`.
    StageFunction stage = StageFunction::of(Pattern::NOSE);
    /// `sequential row`: cells of one row may read the cells to their left.
    bool sequential = false;
    /// The declared class; without a declaration, the narrowest class that fits the text.
    RecurrenceClass recurrence_class = RecurrenceClass::any;
    /// The properties that follow from the class and from the text together.
    Properties properties;
    /// The terms of a `reduce`, if the text shows that they are products of segments.
    std::optional<SegmentTerms> segments;
    /// Why `segments` is not set.
    std::string no_segments;
    /// Set if the text shows that one or two bits hold the difference between neighbouring cells.
    std::optional<BitCells> bits;
    /// Why `bits` is not set.
    std::string no_bits;
    /// Set if the text shows that the cells are those of a local alignment.
    std::optional<PackedF16Cells> packed_f16;
    /// Why `packed_f16` is not set.
    std::string no_packed_f16;
    /// The lookup in cell() whose index depends on both a symbol of the row and a symbol of the column.
    std::optional<ProfileRead> profile;
    /// At most one line per index. Distances may depend on the instance.
    std::vector<ReachDeclaration> reach;
    /// A cell's type; for a cell with fields, the type of the first field.
    ElementType cell = ElementType::u32;
    /// The fields of a cell. Empty: a cell is one number.
    std::vector<CellField> fields;
    std::optional<ValueDeclaration> value;
    Goal goal = Goal::none;
    std::vector<InputDeclaration> inputs;
    std::vector<OutputDeclaration> outputs;
    std::vector<ParamDeclaration> params;
    Expression rows, columns;
    /// The indices after i and j.
    std::vector<IndexDeclaration> indices;
    Domain domain = Domain::full;
    std::vector<BaseRegion> base;
    AnswerDeclaration answer;
    std::optional<Expression> bound;
    std::optional<Reduction> reduce;
    /// Set if a row is a linear recurrence; then `sequential` is true.
    std::optional<RowScan> scan;
    /// Empty: a file per input, in the order of the inputs.
    std::vector<FilesDeclaration> files;
    /// The name of the answer in output.
    std::string label = "answer";
    /// Advice for the case that a value does not fit the cells, from the line `overflow`. Empty: no such line exists.
    std::string overflow;
    /// If not set: the list of steps or splits is printed.
    std::optional<SolutionDeclaration> solution;
    /// Where each decision of step() goes.
    std::optional<DecisionsDeclaration> decisions;
    /// Whether the text defines step(), so that a solution can be traced back.
    bool has_step = false;
    /// Whether the text defines step(i, j, state). A traceback then keeps a state for the recurrence; the state begins
    /// as 0.
    bool has_states = false;
    /// Whether the text shows that step() goes further than to a neighbour.
    bool has_far_steps = false;
    /// Whether the text defines solution(), which reads the whole table and writes the outputs.
    bool has_solution_function = false;
    /// Whether the text names INFEASIBLE or plus().
    bool names_infeasible = false;
    /// Whether the text calls overflow_if.
    bool has_overflow_check = false;
    /// Whether the text has a loop, or a macro that may be one.
    bool has_loops = false;
    /// Whether a run with a small bound may compute with 32-bit cells instead of u64 (narrow.hpp).
    bool narrows = false;
    /// Whether this is the header of a run with 32-bit cells: cells are u32 where the file says u64.
    bool is_narrow = false;
    /// The status of an answer that is UNBOUNDED: that of the line `status` or, without this line, `unbounded`. ok: the
    /// text does not name UNBOUNDED.
    AnswerStatus unbounded = AnswerStatus::ok;

    /// Returns the input of that name, or null.
    const InputDeclaration* input(std::string_view name) const;
    /// Returns the param of that name, or null.
    const ParamDeclaration* param(std::string_view name) const;
    /// Returns the numbers of a cell: its fields or, for a cell without fields, one number without a name.
    std::vector<CellField> numbers() const;
    /// Returns the bytes of a cell in memory.
    std::uint32_t cell_bytes() const;
    /// Returns the type of a cell's value, and so of the answer.
    ElementType value_type() const { return value ? value->type : cell; }
    /// Returns whether one number of a cell's type stands for INFEASIBLE instead of a value. This is the case if the
    /// text names INFEASIBLE or plus(), if there is a `reduce` (its cells may have no term), or if there is a `scan`
    /// that compares. It is not the case without a goal, or if the greatest value of an unsigned type is sought: the
    /// least number, 0, is then a value like any other.
    bool has_infeasible() const {
        return (names_infeasible || reduce || (scan && scan->compares())) && goal != Goal::none &&
               !(goal == Goal::maximum && is_unsigned());
    }
    /// Returns whether the best number of a cell's type stands for UNBOUNDED. False if the text does not name
    /// UNBOUNDED, if there is no goal, or if the least value of an unsigned type is sought.
    bool has_unbounded() const {
        return unbounded != AnswerStatus::ok && goal != Goal::none && !(goal == Goal::minimum && is_unsigned());
    }
    /// Returns whether the values of cells are 32-bit integers with a `bound`, the domain is the full table, and the
    /// answer is the greatest value of all cells.
    bool searches_small_values() const {
        return answer.kind == AnswerDeclaration::Kind::max && answer.borders.empty() && domain == Domain::full &&
               bound.has_value() && (value_type() == ElementType::i32 || value_type() == ElementType::u32);
    }
    /// Returns whether the type of a cell, or of its first field, is unsigned.
    bool is_unsigned() const { return cell == ElementType::u32 || cell == ElementType::u64; }
    /// Returns whether the recurrence computes with numbers of this type, in its cells or their value.
    bool computes_with(ElementType type) const;
    /// Returns the number of indices of a cell.
    std::size_t index_count() const { return 2 + indices.size(); }
    /// Returns the pattern with the same stages; nullopt if the stages are not those of a pattern.
    std::optional<Pattern> pattern() const { return stage.pattern(); }
    /// Returns whether the stages are whole rows or columns, and cells are known to read only the previous stage.
    bool reads_stage_before(const StageFunction& stages) const;
    /// Returns the same as reads_stage_before(), but allows cells of a `sequential row` to read the cells to their left
    /// too.
    bool reads_line_before(const StageFunction& stages) const;
    /// Returns whether the cell lies in a base region, so that base() gives its value.
    bool in_base(Cell user, TableSize size) const;
    /// Returns whether the cell lies in the domain. Does not test whether it lies in the table.
    bool in_domain(Cell user) const;
    /// Returns the bytes per column that suffice for the elements of inputs that a method keeps: 4 bytes, or 8 for an
    /// 8-byte type, for each offset in InputReads::columns of each input, and 4 bytes more, rounded up to a multiple of
    /// 8.
    std::uint32_t column_input_bytes() const;
    /// Returns the alphabet of an input from its `files` line. Empty: the input's values are not indices in an
    /// alphabet.
    std::string alphabet_of(std::string_view input) const;
    /// Returns whether a solution can be recovered: by step(), by solution(), or by the splits of a `reduce`, for which
    /// the text needs no code.
    bool has_solution() const { return has_step || has_solution_function || reduce.has_value(); }
};

/// Returns the header's expressions whose values are needed before a run: sizes, lengths, ranges, defaults, reaches,
/// the indices of the answer and the bound. The pointers lead into the header.
std::vector<const Expression*> expressions_of(const RecurrenceHeader& header);

/// Returns "pattern NOSE", or "stage 2 i + j" for stages of no pattern.
std::string stage_text(const RecurrenceHeader& header, const StageFunction& stage);

/// Bytes at the start of the push constants that belong to the method. The recurrence's params follow, at most
/// kMaxParamsBytes.
inline constexpr std::uint32_t kParamsOffset = 64;
inline constexpr std::uint32_t kMaxParamsBytes = 64;

/// The most inputs and outputs together. Each takes a storage buffer, in addition to vkalgo's own buffers.
inline constexpr std::size_t kMaxInputs = 64;

/// Reads the `//!` lines of a recurrence file and finds out which functions its text defines (a token scan, which skips
/// comments and preprocessor lines). `file` is used in messages: "file:line: what is wrong; what to do".
/// Errors: invalid_argument: an unknown keyword or value; two lines with a keyword that may occur only once; a required
/// line that is missing (problem, pattern or stage, cell, rows, columns, answer); no cell() (or term() under `reduce`,
/// fresh() and along() under `scan`); no base() although a base region is declared; more than 64 inputs and outputs, or
/// more than 64 bytes of params; a name used twice or reserved; a file that is not text, or is larger than 64 KiB; and
/// what check_code() finds in the code (source_text.hpp): brackets that do not match, words that are not allowed in a
/// recurrence, recursion, paths without a return.
Result<RecurrenceHeader> parse_header(std::string_view source, std::string_view file);

/// Returns the recurrence's text with blanks in place of comments (same length, same lines), for the token scans.
std::string blank_comments(std::string_view source);

}  // namespace vkalgo::dp
