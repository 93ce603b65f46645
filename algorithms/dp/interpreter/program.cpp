#include "algorithms/dp/interpreter/decoder.hpp"

#include <algorithm>

namespace vkalgo::dp {
namespace {

using SignatureKind = DecodedSignature::Kind;

/// Returns the kind of a function that the module only declares as a stub; Kind::own for functions that the text
/// defines. Sets `number` to the number of the input or output that the function accesses, otherwise to 0.
SignatureKind kind_of(const std::string& name, const RecurrenceHeader& header, std::uint32_t& number) {
    if (name == mangled("at", header.index_count())) {
        return SignatureKind::at;
    }
    if (name == "rows(") {
        return SignatureKind::rows;
    }
    if (name == "columns(") {
        return SignatureKind::columns;
    }
    if (name == "overflow_if(b1;") {
        return SignatureKind::overflow;
    }
    for (number = 0; number < header.inputs.size(); ++number) {
        if (name == header.inputs[number].name + "(i1;") {
            return SignatureKind::input;
        }
    }
    for (number = 0; number < header.outputs.size(); ++number) {
        const std::string read = header.outputs[number].name + "(i1;";
        if (name.starts_with(read)) {
            return name == read ? SignatureKind::output_read : SignatureKind::output_write;
        }
    }
    number = 0;
    return SignatureKind::own;
}

/// The pointer parameters through which the module's functions only read.
class ReadOnlyParameters {
public:
    ReadOnlyParameters(const SpirvModule& module, const std::map<std::uint32_t, DecodedSignature>& signatures)
        : module_(module), signatures_(signatures) {}

    bool operator()(std::uint32_t id, std::size_t parameter) {
        const auto signature = signatures_.find(id);
        if (signature == signatures_.end() || signature->second.kind != SignatureKind::own) {
            return true;
        }
        const auto function = std::find_if(module_.functions.begin(), module_.functions.end(),
                                           [&](const SpirvFunction& one) { return one.id == id; });
        return !uses_of(*function).writes_through(function->parameters[parameter]);
    }

    /// Returns the uses of a function. Calls itself for each function that is called there. This ends, since GLSL has
    /// no recursion.
    const FunctionUses& uses_of(const SpirvFunction& function) {
        const auto found = uses_.find(function.id);
        if (found != uses_.end()) {
            return *found->second;
        }
        auto made = std::make_unique<FunctionUses>(
            module_, function, [this](std::uint32_t id, std::size_t parameter) { return (*this)(id, parameter); });
        return *uses_.emplace(function.id, std::move(made)).first->second;
    }

private:
    const SpirvModule& module_;
    const std::map<std::uint32_t, DecodedSignature>& signatures_;
    std::map<std::uint32_t, std::unique_ptr<FunctionUses>> uses_;
};

/// Returns the number of bytes of each scalar of the cell that cell() returns.
Result<std::vector<std::uint32_t>> fields_of(const SpirvModule& module, const SpirvType& type) {
    std::vector<std::uint32_t> fields;
    if (type.kind == SpirvType::Kind::structure) {
        for (const std::uint32_t member : type.members) {
            fields.push_back(module.types[member].width / 8);
        }
    } else {
        fields.push_back(type.width / 8);
    }
    if (std::any_of(fields.begin(), fields.end(), [](std::uint32_t bytes) { return bytes != 4 && bytes != 8; })) {
        return Error{ErrorCode::unsupported, "the interpreter supports only cells of numbers of 32 or 64 bits",
                     "recurrence"};
    }
    return fields;
}

/// Returns the bits that stand for INFEASIBLE and UNBOUNDED in a slot.
std::vector<NoNumber> no_numbers_of(const RecurrenceHeader& header) {
    std::vector<NoNumber> known;
    const auto add = [&](Goal goal, const char* name) {
        const Number held = infeasible(header.cell, goal);
        const std::uint64_t bits = std::visit([](auto number) { return static_cast<std::uint64_t>(number); }, held);
        known.push_back({size_of(header.cell) == 8 ? bits : bits & 0xFFFFFFFFU, goal == Goal::maximum, name});
    };
    if (is_float(header.cell)) {
        return known;
    }
    if (header.has_infeasible()) {
        add(header.goal, "INFEASIBLE");
    }
    if (header.has_unbounded()) {
        add(header.goal == Goal::minimum ? Goal::maximum : Goal::minimum, "UNBOUNDED");
    }
    return known;
}

Result<void> make_signatures(Decoding& decoding) {
    for (const SpirvFunction& function : decoding.module.functions) {
        DecodedSignature& signature = decoding.signatures[function.id];
        signature.kind = kind_of(function.name, decoding.header, signature.number);
        if (function.name == mangled("cell", decoding.header.index_count())) {
            VKALGO_TRY(decoding.program.cell_fields, fields_of(decoding.module, decoding.type(function.result_type)));
            for (const CellField& field : decoding.header.fields) {
                decoding.program.cell_offsets.push_back(field.offset);
            }
        }
        const std::uint32_t count = decoding.type(function.result_type).slots;
        signature.result = decoding.range(decoding.new_slots(count), count);
    }
    return {};
}

void add_parameters(Decoding& decoding, ReadOnlyParameters& read_only) {
    for (const SpirvFunction& function : decoding.module.functions) {
        DecodedSignature& signature = decoding.signatures[function.id];
        for (std::size_t k = 0; k < function.parameters.size(); ++k) {
            const SpirvType& type = decoding.type(function.parameter_types[k]);
            DecodedSignature::Parameter parameter;
            parameter.is_pointer = type.kind == SpirvType::Kind::pointer;
            parameter.type = parameter.is_pointer ? type.element : function.parameter_types[k];
            parameter.by_value = !parameter.is_pointer || read_only(function.id, k);
            const std::uint32_t count = parameter.by_value ? decoding.type(parameter.type).slots : 1;
            parameter.slots = decoding.range(decoding.new_slots(count), count);
            signature.parameters.push_back(std::move(parameter));
        }
    }
}

}  // namespace

std::string mangled(std::string_view name, std::size_t indices) {
    std::string text = std::string(name) + "(";
    for (std::size_t d = 0; d < indices; ++d) {
        text += "i1;";
    }
    return text;
}

Result<Program> decode_program(const SpirvModule& module, const RecurrenceHeader& header, Watch watch) {
    Decoding decoding{module, header, {}, {}, {}, {}, {}, 0, {}, watch};
    decoding.program.no_numbers = no_numbers_of(header);
    decoding.new_slots(1);  // Slot 0 holds 0
    decoding.name({});
    decoding.program.push_constants =
        decoding.new_slots(static_cast<std::uint32_t>(kMaxIndices + header.params.size()));
    VKALGO_CHECK(make_signatures(decoding));
    if (decoding.program.cell_fields.empty()) {
        return Error{ErrorCode::invalid_argument,
                     "the module 'interpret' of the recurrence has no cell(); assemble it again", "interpret"};
    }
    ReadOnlyParameters read_only(module, decoding.signatures);
    add_parameters(decoding, read_only);
    for (const SpirvFunction& function : module.functions) {
        DecodedSignature& signature = decoding.signatures[function.id];
        if (signature.kind != SignatureKind::own || function.name == "main" || function.name == "main(") {
            continue;
        }
        FunctionDecoder(decoding, function, read_only.uses_of(function)).decode();
        if (!decoding.error.empty()) {
            return Error{ErrorCode::unsupported, "the interpreter does not support " + decoding.error, "recurrence"};
        }
        ProgramFunction& known = decoding.program.functions[function.name];
        known.entry = signature.entry;
        known.result = signature.result;
        for (const DecodedSignature::Parameter& parameter : signature.parameters) {
            const std::uint32_t slot = parameter.slots.empty() ? 0 : parameter.slots.front();
            known.parameters.push_back(parameter.by_value ? ProgramFunction::Parameter{slot, 0}
                                                          : ProgramFunction::Parameter{decoding.new_slots(1), slot});
        }
    }
    for (const auto& [instruction, callee] : decoding.calls) {
        decoding.program.code[instruction].a = decoding.signatures.at(callee).entry;
    }
    if (watch == Watch::numbers) {
        decoding.program.states.resize(decoding.program.slots.size());
        for (const auto& [slot, held] : decoding.known_constants) {
            decoding.program.states[slot] = no_number_state(held);
        }
    }
    decoding.program.most_calls = static_cast<std::uint32_t>(module.functions.size());
    return std::move(decoding.program);
}

}  // namespace vkalgo::dp
