#include "algorithms/dp/interpreter/externals.hpp"

namespace vkalgo::dp {
namespace {

/// Returns whether the cell may be read. Sets `next` to the instruction after `in`, or to null if the read is a fault.
bool may_read(Machine& m, const Instruction& in, Cell target, const Instruction*& next) {
    next = &in + 1;
    if (m.on_read != nullptr) {
        const ReadVerdict verdict = (*m.on_read)(m.function, m.cell, target);
        if (verdict == ReadVerdict::stop) {
            next = m.stop(in, FaultKind::refused, target);
        }
        if (verdict != ReadVerdict::go_on) {
            return false;
        }
    }
    const bool in_table = m.size.contains(target);
    const bool in_domain =
        m.domain == Domain::full || (m.domain == Domain::upper ? target.i <= target.j : target.i >= target.j);
    if (m.function == InterpretedFunction::base) {
        next = m.stop(in, FaultKind::base_reads, target);
        return false;
    }
    if (!in_table || !in_domain) {
        next = m.stop(in, FaultKind::outside, target);
        return false;
    }
    if (!m.is_computed(target)) {
        next = m.stop(in, FaultKind::not_earlier, target);
        return false;
    }
    return true;
}

Cell target_of(const Machine& m, const Instruction& in) {
    // Slot 0 holds 0, for an index that a table does not have.
    return {get<std::int32_t>(m, in.a), get<std::int32_t>(m, in.b), get<std::int32_t>(m, in.c),
            get<std::int32_t>(m, in.d)};
}

template <class T>
const Instruction* run_at(Machine& m, const Instruction& in) {
    const Cell target = target_of(m, in);
    const Instruction* next = nullptr;
    T value{};
    if (may_read(m, in, target, next)) {
        std::memcpy(&value, m.table.data() + m.index_of(target) * sizeof value, sizeof value);
    }
    put(m, in.to, value);
    return next;
}

const Instruction* run_at_fields(Machine& m, const Instruction& in) {
    const Cell target = target_of(m, in);
    const Instruction* next = nullptr;
    const bool is_there = may_read(m, in, target, next);
    const Program& program = *m.program;
    for (std::uint32_t field = 0; field < program.cell_fields.size(); ++field) {
        m.slots[in.to + field] = 0;
        if (is_there) {
            std::memcpy(&m.slots[in.to + field],
                        m.table.data() + m.index_of(target) * m.cell_bytes + program.cell_offsets[field],
                        program.cell_fields[field]);
        }
    }
    return next;
}

/// Reads an element. 8- and 16-bit elements are 32-bit numbers in a recurrence.
template <class Stored>
const Instruction* run_input(Machine& m, const Instruction& in) {
    const MachineInput& input = m.inputs[in.b];
    const auto k = get<std::int32_t>(m, in.a);
    std::uint64_t element = static_cast<std::uint32_t>(k);
    m.slots[in.to] = 0;
    if (element >= input.count) {
        if (!input.may_overrun) {
            const Instruction* next = m.value_fault(in, FaultKind::input, {k, in.b});
            if (next == nullptr) {
                return nullptr;
            }
        }
        if (input.count == 0) {
            return &in + 1;
        }
        element = input.count - 1;
    }
    std::memcpy(&m.slots[in.to], input.data + element * sizeof(Stored), sizeof(Stored));
    return &in + 1;
}

const Instruction* beyond_output(Machine& m, const Instruction& in, std::int32_t k) {
    m.slots[in.to] = 0;
    return m.outputs_may_overrun && k >= 0 ? &in + 1 : m.value_fault(in, FaultKind::output, {k, in.b});
}

template <class Stored>
const Instruction* run_output_write(Machine& m, const Instruction& in) {
    InputArray& output = m.outputs[in.b];
    const auto k = get<std::int32_t>(m, in.a);
    if (static_cast<std::uint32_t>(k) >= output.count) {
        return beyond_output(m, in, k);
    }
    if (!m.touch_output(in.b, static_cast<std::size_t>(k), true)) {
        return m.value_fault(in, FaultKind::race, {k, in.b});
    }
    std::memcpy(output.data.data() + static_cast<std::size_t>(k) * sizeof(Stored), &m.slots[in.c], sizeof(Stored));
    return &in + 1;
}

template <class Stored>
const Instruction* run_output_read(Machine& m, const Instruction& in) {
    const InputArray& output = m.outputs[in.b];
    const auto k = get<std::int32_t>(m, in.a);
    if (static_cast<std::uint32_t>(k) >= output.count) {
        return beyond_output(m, in, k);
    }
    if (!m.touch_output(in.b, static_cast<std::size_t>(k), false)) {
        return m.value_fault(in, FaultKind::race, {k, in.b});
    }
    m.slots[in.to] = 0;
    std::memcpy(&m.slots[in.to], output.data.data() + static_cast<std::size_t>(k) * sizeof(Stored), sizeof(Stored));
    return &in + 1;
}

const Instruction* run_overflow(Machine& m, const Instruction& in) {
    // A run that goes on after faults ignores overflows, since made-up values may overflow where real values do not,
    // and a run on the device finds an overflow of real values.
    return m.slots[in.a] != 0 && !m.goes_on ? m.value_fault(in, FaultKind::overflow) : &in + 1;
}

}  // namespace

Handler at_handler(const std::vector<std::uint32_t>& cell_fields) {
    if (cell_fields.size() == 1) {
        return cell_fields.front() == 8 ? run_at<std::uint64_t> : run_at<std::uint32_t>;
    }
    return run_at_fields;
}

Handler input_handler(ElementType type) {
    switch (size_of(type)) {
        case 1:
            return run_input<std::uint8_t>;
        case 2:
            return run_input<std::uint16_t>;
        case 4:
            return run_input<std::uint32_t>;
        default:
            return run_input<std::uint64_t>;
    }
}

Handler output_write_handler(ElementType type) {
    return size_of(type) == 8 ? run_output_write<std::uint64_t> : run_output_write<std::uint32_t>;
}

Handler output_read_handler(ElementType type) {
    return size_of(type) == 8 ? run_output_read<std::uint64_t> : run_output_read<std::uint32_t>;
}

Handler overflow_handler() {
    return run_overflow;
}

}  // namespace vkalgo::dp
