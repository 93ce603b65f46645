#include "algorithms/dp/interpreter/exact.hpp"

#include "algorithms/dp/interpreter/machine.hpp"
#include "algorithms/dp/interpreter/operation_kinds.hpp"
#include "engine/spirv_words.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <type_traits>

namespace vkalgo::dp {
namespace {

using ExactKind = ExactState::Kind;
using Whole = ExactState::Whole;

/// The limit of magnitudes, larger than all products of two numbers of 60 bits. A number at the limit counts as
/// infinite, as INFEASIBLE does.
constexpr Whole kBeyond = Whole{1} << 120;

constexpr Whole bounded(Whole value) {
    return std::clamp(value, -kBeyond, kBeyond);
}
constexpr bool is_beyond(Whole value) {
    return value == kBeyond || value == -kBeyond;
}

constexpr auto kSum = [](Whole a, Whole b) { return is_beyond(a) ? a : bounded(a + b); };
constexpr auto kDifference = [](Whole a, Whole b) { return is_beyond(a) ? a : bounded(a - b); };
constexpr auto kProduct = [](Whole a, Whole b) {
    Whole product = 0;
    if (__builtin_mul_overflow(a, b, &product)) {
        return (a < 0) == (b < 0) ? kBeyond : -kBeyond;
    }
    return bounded(product);
};
constexpr auto kQuotient = [](Whole a, Whole b) { return b == 0 || is_beyond(a) ? a : a / b; };
constexpr auto kRest = [](Whole a, Whole b) { return b == 0 || is_beyond(a) ? a : a % b; };
constexpr auto kOpposite = [](Whole a) { return -a; };
constexpr auto kMagnitude = [](Whole a) { return a < 0 ? -a : a; };
constexpr auto kLeast = [](Whole a, Whole b) { return std::min(a, b); };
constexpr auto kMax = [](Whole a, Whole b) { return std::max(a, b); };
constexpr auto kWithin = [](Whole a, Whole low, Whole high) { return std::min(std::max(a, low), high); };
constexpr auto kLess = [](Whole a, Whole b) { return a < b; };
constexpr auto kLessEqual = [](Whole a, Whole b) { return a <= b; };
constexpr auto kGreater = [](Whole a, Whole b) { return a > b; };
constexpr auto kGreaterEqual = [](Whole a, Whole b) { return a >= b; };

std::string text_of(Whole value) {
    if (is_beyond(value)) {
        return value < 0 ? "a number below -2^120" : "a number above 2^120";
    }
    std::string digits;
    for (Whole rest = value < 0 ? -value : value; rest != 0 || digits.empty(); rest /= 10) {
        digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
    }
    return value < 0 ? "-" + digits : digits;
}

/// Returns INFEASIBLE or UNBOUNDED if a slot holds the bits of one of them; otherwise null.
const NoNumber* no_number_in(const Machine& m, std::uint32_t slot) {
    const auto& known = m.program->no_numbers;
    const auto found =
        std::find_if(known.begin(), known.end(), [&](const NoNumber& one) { return one.bits == m.slots[slot]; });
    return found == known.end() ? nullptr : &*found;
}

/// Returns an operand of an operation: the number that a slot would hold if integers did not wrap. INFEASIBLE counts as
/// infinite.
template <class T>
Whole exact(const Machine& m, std::uint32_t slot) {
    const ExactState& state = m.states[slot];
    return state.kind == ExactKind::right ? Whole{get<T>(m, slot)} : state.value;
}
/// Returns an operand of a comparison: the number that a slot would hold if integers did not wrap. INFEASIBLE counts as
/// the number that stands for it.
template <class T>
Whole exact_compared(const Machine& m, std::uint32_t slot) {
    return m.states[slot].is_astray() ? m.states[slot].value : Whole{get<T>(m, slot)};
}

/// Sets the state of a result that would be `value` if integers did not wrap. The result is right if its slot holds
/// this value. A number that was compared may become right again, as in `a -= b; if (a >= p) a += p;`. Then the
/// comparison only asked whether the number wrapped, so its note is dropped.
template <class T>
void settle(Machine& m, const Instruction& in, Whole value, std::initializer_list<std::uint32_t> operands,
            ExactKind kind = ExactKind::wrapped) {
    ExactState made{.kind = kind, .value = value, .origin = &in};
    for (const std::uint32_t slot : operands) {
        const ExactState& state = m.states[slot];
        made.of_cells = made.of_cells || state.of_cells;
        made.inputs |= state.inputs;
        if (state.is_astray() && made.origin == &in) {
            made.kind = state.kind;
            made.origin = state.origin;
            made.cell_index = state.cell_index;
        } else if (state.kind == ExactKind::no_number && made.kind == kind) {
            made.kind = ExactKind::infeasible;
            made.cell_index = state.cell_index;
        }
    }
    if (value == Whole{get<T>(m, in.to)}) {
        if (made.origin != &in && made.origin == m.compared) {
            m.pending.reset();
            m.compared = nullptr;
        }
        made.kind = ExactKind::right;
    } else if (made.kind == ExactKind::infeasible && is_beyond(value) && no_number_in(m, in.to) != nullptr) {
        made.kind = ExactKind::no_number;
    }
    m.states[in.to] = made;
}

/// Notes a slot that holds a wrong number, if it is the first one and cell() or base() runs. `words` says what the
/// number is used for, such as "it compares". The note is dropped if `ended` is set before the function that the host
/// called returns.
template <class T>
void note(Machine& m, std::uint32_t slot, const char* words) {
    const ExactState& state = m.states[slot];
    const bool fills = m.function == InterpretedFunction::cell || m.function == InterpretedFunction::base;
    if (m.astray || m.pending || !fills) {
        return;
    }
    const bool infeasible = state.kind == ExactKind::infeasible;
    Fault made{infeasible ? FaultKind::infeasible : FaultKind::wrapped, m.function, m.cell, {-1, -1}, 0, {}};
    made.line = m.program->lines[static_cast<std::size_t>(state.origin - m.program->code.data())];
    if (infeasible) {
        const auto& known = m.program->no_numbers;
        made.name = (known.size() > 1 && known[1].is_low == (state.value < 0) ? known[1] : known[0]).name;
        made.target = state.cell_index < 0 ? made.target : m.cell_at(static_cast<std::size_t>(state.cell_index));
    } else {
        made.name = words;
        if constexpr (std::is_integral_v<T>) {
            made.name += " " + text_of(get<T>(m, slot)) + " in place of " + text_of(state.value);
        } else {
            made.name += " a number that follows from " + text_of(state.value) + ", which did not fit its integer type";
        }
    }
    m.pending = made;
}

template <class T, auto F>
void track_unary(Machine& m, const Instruction& in) {
    settle<T>(m, in, F(exact<T>(m, in.a)), {in.a});
}
template <class T, auto F>
void track_binary(Machine& m, const Instruction& in) {
    settle<T>(m, in, F(exact<T>(m, in.a), exact<T>(m, in.b)), {in.a, in.b});
}

/// Tracks a difference. If a recurrence subtracts two elements of one input, they are usually prefix sums. Real prefix
/// sums ascend, but made-up ones need not, so that their differences may wrap. If Machine::trusts_differences is set,
/// further wrong numbers are ignored after such a difference has wrapped.
template <class T>
void track_difference(Machine& m, const Instruction& in) {
    const ExactState& a = m.states[in.a];
    const ExactState& b = m.states[in.b];
    const bool of_one_input = a.inputs == b.inputs && std::has_single_bit(a.inputs) && !a.of_cells && !b.of_cells;
    track_binary<T, kDifference>(m, in);
    m.ended = m.ended || (m.trusts_differences && of_one_input && m.states[in.to].is_astray());
}

/// Tracks the least or the greatest of two numbers. If integers did not wrap, the other operand might be the result.
template <class T, auto F>
void track_best(Machine& m, const Instruction& in) {
    const Whole value = F(exact_compared<T>(m, in.a), exact_compared<T>(m, in.b));
    const std::uint32_t won = value == exact_compared<T>(m, in.a) ? in.a : in.b;
    const bool no_number = m.states[won].kind == ExactKind::no_number && m.slots[won] == m.slots[in.to];
    settle<T>(m, in, value, {in.a, in.b});
    if (no_number) {
        m.states[in.to] = m.states[won];
    }
}
template <class T>
void track_clamp(Machine& m, const Instruction& in) {
    settle<T>(m, in, kWithin(exact_compared<T>(m, in.a), exact_compared<T>(m, in.b), exact_compared<T>(m, in.c)),
              {in.a, in.b, in.c});
}

/// Returns whether a comparison of slots `slot` and `other` asks if a sum in `slot` wrapped, as `sum < a` does after
/// `sum = a + b`.
bool asks_for_wrapping(const Machine& m, std::uint32_t slot, std::uint32_t other) {
    const ExactState& state = m.states[slot];
    return state.kind == ExactKind::wrapped &&
           (m.slots[state.origin->a] == m.slots[other] || m.slots[state.origin->b] == m.slots[other]);
}

/// Tracks a comparison, whose outcome may be wrong. A wrong operand counts only if it follows from a cell. A wrapped
/// index does not count, since recurrences let indices wrap on purpose: `uint(i) - 1u < n` and `uint(j - k) < n` test
/// both ends of a range at once.
template <class T, auto F>
void track_comparison(Machine& m, const Instruction& in) {
    m.states[in.to] = {};
    for (const auto& [slot, other] : {std::pair(in.a, in.b), std::pair(in.b, in.a)}) {
        const ExactState& state = m.states[slot];
        const bool counts = state.of_cells && (state.kind == ExactKind::wrapped || state.kind == ExactKind::infeasible);
        if (counts && F(exact_compared<T>(m, in.a), exact_compared<T>(m, in.b)) != (m.slots[in.to] != 0) &&
            !asks_for_wrapping(m, slot, other)) {
            const bool is_first = !m.pending;
            note<T>(m, slot, "it compares");
            m.compared = is_first && m.pending ? state.origin : m.compared;
        }
    }
}

/// Tracks the conversion of an integer to another type.
template <class From, class To>
void track_conversion(Machine& m, const Instruction& in) {
    const ExactState from = m.states[in.a];
    if (from.kind == ExactKind::no_number) {
        m.states[in.a].kind = ExactKind::right;  // A conversion keeps the number that stands for INFEASIBLE
    }
    settle<To>(m, in, exact<From>(m, in.a), {in.a}, ExactKind::converted);
    m.states[in.a] = from;
}

/// Tracks a result that is not an integer, or that is computed from floats. The result is right unless it follows from
/// a wrong number.
void track_real(Machine& m, const Instruction& in) {
    ExactState made;
    for (const std::uint32_t slot : {in.a, in.b, in.c}) {
        const ExactState& state = m.states[slot];
        if (!made.is_astray() && state.is_astray()) {
            made = state;
        }
    }
    m.states[in.to] = made;
}

/// Tracks bit operations and shifts. Their results count as right, whatever the operands are.
void track_bits(Machine& m, const Instruction& in) {
    ExactState made;
    made.of_cells = m.states[in.a].of_cells || m.states[in.b].of_cells;
    made.inputs = m.states[in.a].inputs | m.states[in.b].inputs;
    m.states[in.to] = made;
}

template <class T>
void track_result(Machine& m, const Instruction& in) {
    m.states[in.to] = m.states[in.a];
    if (m.states[in.to].is_astray()) {
        note<T>(m, in.to, "it holds");
    }
}

template <class T>
void track_output(Machine& m, const Instruction& in) {
    m.states[in.to] = {};
    if (m.states[in.c].is_astray()) {
        note<T>(m, in.c, "an output takes");
    }
}

/// Returns make(T{}), where T is the C++ type of the integer type `type`.
template <class Make>
Tracker for_integer(const SpirvType& type, Make make) {
    switch (type.width) {
        case 8:
            return type.is_signed ? make(std::int8_t{}) : make(std::uint8_t{});
        case 16:
            return type.is_signed ? make(std::int16_t{}) : make(std::uint16_t{});
        case 32:
            return type.is_signed ? make(std::int32_t{}) : make(std::uint32_t{});
        default:
            return type.is_signed ? make(std::int64_t{}) : make(std::uint64_t{});
    }
}
template <auto F>
constexpr auto kUnaryTracker = [](auto t) -> Tracker { return track_unary<decltype(t), F>; };
template <auto F>
constexpr auto kBinaryTracker = [](auto t) -> Tracker { return track_binary<decltype(t), F>; };
template <auto F>
constexpr auto kBestTracker = [](auto t) -> Tracker { return track_best<decltype(t), F>; };
template <auto F>
constexpr auto kComparisonTracker = [](auto t) -> Tracker { return track_comparison<decltype(t), F>; };

Tracker comparison_tracker(std::uint16_t op, const SpirvType& type) {
    SpirvType compared = type;
    switch (op) {
        case spv::OpUGreaterThan:
        case spv::OpSGreaterThan:
            compared.is_signed = op == spv::OpSGreaterThan;
            return for_integer(compared, kComparisonTracker<kGreater>);
        case spv::OpUGreaterThanEqual:
        case spv::OpSGreaterThanEqual:
            compared.is_signed = op == spv::OpSGreaterThanEqual;
            return for_integer(compared, kComparisonTracker<kGreaterEqual>);
        case spv::OpULessThan:
        case spv::OpSLessThan:
            compared.is_signed = op == spv::OpSLessThan;
            return for_integer(compared, kComparisonTracker<kLess>);
        case spv::OpULessThanEqual:
        case spv::OpSLessThanEqual:
            compared.is_signed = op == spv::OpSLessThanEqual;
            return for_integer(compared, kComparisonTracker<kLessEqual>);
        default:
            return nullptr;
    }
}

}  // namespace

Tracker operation_tracker(std::uint16_t op, const SpirvType& from, const SpirvType& to) {
    if (from.kind != SpirvType::Kind::integer || to.kind != SpirvType::Kind::integer) {
        if (from.kind == SpirvType::Kind::integer && to.kind == SpirvType::Kind::boolean) {
            const Tracker found = comparison_tracker(op, from);
            return found != nullptr ? found : trackers::forget;
        }
        return to.kind == SpirvType::Kind::boolean ? trackers::forget : track_real;
    }
    switch (op) {
        case spv::OpIAdd:
            return for_integer(to, kBinaryTracker<kSum>);
        case spv::OpISub:
            return for_integer(to, [](auto t) -> Tracker { return track_difference<decltype(t)>; });
        case spv::OpIMul:
            return for_integer(to, kBinaryTracker<kProduct>);
        case spv::OpUDiv:
        case spv::OpSDiv:
            return for_integer(to, kBinaryTracker<kQuotient>);
        case spv::OpUMod:
        case spv::OpSRem:
        case spv::OpSMod:
            return for_integer(to, kBinaryTracker<kRest>);
        case spv::OpSNegate:
            return for_integer(to, kUnaryTracker<kOpposite>);
        case spv::OpBitcast:
        case spv::OpUConvert:
        case spv::OpSConvert:
            return for_integer(from, [&](auto f) {
                return for_integer(to, [](auto t) -> Tracker { return track_conversion<decltype(f), decltype(t)>; });
            });
        default:
            return track_bits;
    }
}

Tracker function_tracker(std::uint16_t op, const SpirvType& from) {
    SpirvType type = from;
    if (from.kind != SpirvType::Kind::integer) {
        return track_real;
    }
    type.is_signed = op == GLSLstd450SMin || op == GLSLstd450SMax || op == GLSLstd450SClamp || op == GLSLstd450SAbs;
    switch (op) {
        case GLSLstd450SAbs:
            return for_integer(type, kUnaryTracker<kMagnitude>);
        case GLSLstd450UMin:
        case GLSLstd450SMin:
            return for_integer(type, kBestTracker<kLeast>);
        case GLSLstd450UMax:
        case GLSLstd450SMax:
            return for_integer(type, kBestTracker<kMax>);
        case GLSLstd450UClamp:
        case GLSLstd450SClamp:
            return for_integer(type, [](auto t) -> Tracker { return track_clamp<decltype(t)>; });
        default:
            return track_bits;
    }
}

Tracker output_tracker(ElementType type) {
    switch (type) {
        case ElementType::u32:
            return track_output<std::uint32_t>;
        case ElementType::i32:
            return track_output<std::int32_t>;
        case ElementType::u64:
            return track_output<std::uint64_t>;
        case ElementType::i64:
            return track_output<std::int64_t>;
        default:
            return track_output<double>;
    }
}

ExactState no_number_state(const NoNumber& held) {
    return {.kind = ExactKind::no_number, .value = held.is_low ? -kBeyond : kBeyond};
}

Tracker result_tracker(const SpirvType& type) {
    switch (type.kind) {
        case SpirvType::Kind::integer:
            return for_integer(type, [](auto t) -> Tracker { return track_result<decltype(t)>; });
        case SpirvType::Kind::real:
            return track_result<double>;
        default:
            return trackers::move;
    }
}

namespace trackers {

void move(Machine& m, const Instruction& in) {
    m.states[in.to] = m.states[in.a];
}

void move_block(Machine& m, const Instruction& in) {
    std::copy_n(m.states.begin() + in.a, in.c, m.states.begin() + in.to);
}

void load_indirect(Machine& m, const Instruction& in) {
    m.states[in.to] = m.states[in.a + m.slots[in.b]];
}

void store_indirect(Machine& m, const Instruction& in) {
    m.states[in.to + m.slots[in.b]] = m.states[in.a];
}

void choose(Machine& m, const Instruction& in) {
    m.states[in.to] = m.states[m.slots[in.a] != 0 ? in.b : in.c];
}

void nothing(Machine& /*m*/, const Instruction& /*in*/) {}

void forget(Machine& m, const Instruction& in) {
    m.states[in.to] = {};
}

void at(Machine& m, const Instruction& in) {
    const Cell target{get<std::int32_t>(m, in.a), get<std::int32_t>(m, in.b), get<std::int32_t>(m, in.c),
                      get<std::int32_t>(m, in.d)};
    for (std::uint32_t slot = in.to; slot < in.to + m.program->cell_fields.size(); ++slot) {
        ExactState read{.of_cells = true};
        if (const NoNumber* found = no_number_in(m, slot)) {
            read = no_number_state(*found);
            read.of_cells = true;
            read.cell_index = static_cast<std::int64_t>(m.index_of(target));
        }
        m.states[slot] = read;
    }
}

void input(Machine& m, const Instruction& in) {
    m.states[in.to] = {.inputs = std::uint64_t{1} << in.b % 64};
}

void output_read(Machine& m, const Instruction& in) {
    m.states[in.to] = {.of_cells = true};
}

void overflow(Machine& m, const Instruction& in) {
    m.states[in.to] = {};
    m.ended = m.ended || m.slots[in.a] != 0;
}

}  // namespace trackers

}  // namespace vkalgo::dp
