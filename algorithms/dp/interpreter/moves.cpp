#include "algorithms/dp/interpreter/decoder.hpp"

#include <algorithm>

namespace vkalgo::dp::moves {
namespace {

/// Returns the instruction with number `target`. A backward jump counts as a loop iteration. Returns null if the loop
/// may not go on.
const Instruction* go(Machine& m, const Instruction& in, std::uint32_t target) {
    const Instruction* next = m.program->code.data() + target;
    if (next <= &in && --m.turns < 0) {
        if (const auto why = m.out_of_turns()) {
            return m.stop(in, *why);
        }
    }
    return next;
}

}  // namespace

const Instruction* copy(Machine& m, const Instruction& in) {
    m.slots[in.to] = m.slots[in.a];
    return &in + 1;
}

const Instruction* copy_marked(Machine& m, const Instruction& in) {
    m.slots[in.to] = m.slots[in.a];
    m.set[in.to] = m.set[in.a];
    return &in + 1;
}

/// Copies c slots, from slot a on, to the slots from `to` on, together with the marks that say which of them were set.
const Instruction* copy_block(Machine& m, const Instruction& in) {
    std::memmove(&m.slots[in.to], &m.slots[in.a], in.c * sizeof(std::uint64_t));
    std::memmove(&m.set[in.to], &m.set[in.a], in.c);
    return &in + 1;
}

/// Loads from the slot whose number is a plus the number in slot b.
const Instruction* load_indirect(Machine& m, const Instruction& in) {
    const std::size_t from = in.a + m.slots[in.b];
    m.slots[in.to] = m.slots[from];
    m.set[in.to] = m.set[from];
    return &in + 1;
}

/// Stores to the slot whose number is `to` plus the number in slot b.
const Instruction* store_indirect(Machine& m, const Instruction& in) {
    const std::size_t to = in.to + m.slots[in.b];
    m.slots[to] = m.slots[in.a];
    m.set[to] = m.set[in.a];
    return &in + 1;
}

const Instruction* look(Machine& m, const Instruction& in) {
    if (m.set[in.to] == 0) {
        return m.value_fault(in, FaultKind::unset);
    }
    return &in + 1;
}

const Instruction* unmark(Machine& m, const Instruction& in) {
    std::fill_n(m.set.begin() + in.to, in.c, std::uint8_t{0});
    return &in + 1;
}

/// Sets slot `to` to the number a plus the number in slot b.
const Instruction* address(Machine& m, const Instruction& in) {
    m.slots[in.to] = in.a + m.slots[in.b];
    return &in + 1;
}

/// Adds c times the index in slot a to the number in slot `to`. The index must be less than b.
const Instruction* offset(Machine& m, const Instruction& in) {
    const auto index = get<std::int32_t>(m, in.a);
    if (index < 0 || static_cast<std::uint32_t>(index) >= in.b) {
        const std::uint64_t before = m.slots[in.to];
        const Instruction* next = m.value_fault(in, FaultKind::index, {index, in.b});
        m.slots[in.to] = before;
        return next;
    }
    m.slots[in.to] += static_cast<std::uint64_t>(index) * in.c;
    return &in + 1;
}

const Instruction* choose(Machine& m, const Instruction& in) {
    const std::uint32_t from = m.slots[in.a] != 0 ? in.b : in.c;
    m.slots[in.to] = m.slots[from];
    m.set[in.to] = m.set[from];
    return &in + 1;
}

const Instruction* jump(Machine& m, const Instruction& in) {
    return go(m, in, in.a);
}

const Instruction* branch(Machine& m, const Instruction& in) {
    return go(m, in, m.slots[in.a] != 0 ? in.b : in.c);
}

const Instruction* branch_equal(Machine& m, const Instruction& in) {
    return m.slots[in.a] == m.slots[in.b] ? go(m, in, in.c) : &in + 1;
}

const Instruction* call(Machine& m, const Instruction& in) {
    m.returns[m.depth++] = &in + 1;
    return m.program->code.data() + in.a;
}

const Instruction* give_back(Machine& m, const Instruction&) {
    return m.depth == 0 ? nullptr : m.returns[--m.depth];
}

}  // namespace vkalgo::dp::moves
