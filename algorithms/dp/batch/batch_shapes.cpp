#include "algorithms/dp/batch/batch_shapes.hpp"

#include "algorithms/dp/recurrence/text_errors.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <unordered_map>
#include <utility>

namespace vkalgo::dp {
namespace {

Error refused(const std::string& name, std::string message) {
    return Error{ErrorCode::invalid_argument, std::move(message), "input " + name};
}

/// Checks the offsets, the type and the number of arrays of an input. `count` is the number of problems.
Result<void> check_input(const InputDeclaration& declared, const BatchInput& input, std::size_t count) {
    const std::string& name = declared.name;
    const std::string quoted_name = "input '" + name + "'";
    if (input.type != declared.type) {
        return refused(name, quoted_name + " holds " + name_of(input.type) + " but the recurrence declares " +
                                 name_of(declared.type));
    }
    if (input.offsets.empty() || !std::is_sorted(input.offsets.begin(), input.offsets.end()) ||
        input.offsets.back() > input.data.size() / size_of(input.type)) {
        return refused(name, quoted_name +
                                 ": offsets must ascend, there must be one more offset than arrays, and the last "
                                 "offset must be at most " +
                                 std::to_string(input.data.size() / size_of(input.type)) + ", the number of elements");
    }
    if (input.chosen.empty() && input.arrays() != 1 && input.arrays() != count) {
        return refused(name, quoted_name + " has " + std::to_string(input.arrays()) + " arrays for " +
                                 std::to_string(count) +
                                 " problems; give one array per problem, or one array for all problems");
    }
    if (!input.chosen.empty() && input.chosen.size() != count) {
        return refused(name, quoted_name + " chooses arrays for " + std::to_string(input.chosen.size()) +
                                 " problems, but the batch has " + std::to_string(count));
    }
    const auto beyond = std::find_if(input.chosen.begin(), input.chosen.end(),
                                     [&](std::uint32_t array) { return array >= input.arrays(); });
    if (beyond != input.chosen.end()) {
        return refused(name, quoted_name + " has no array " + std::to_string(*beyond) +
                                 "; arrays count from 0, and their number is " + std::to_string(input.arrays()));
    }
    return {};
}

Result<void> check_inputs(const RecurrenceHeader& header, const Batch& batch) {
    for (const auto& [name, input] : batch.inputs) {
        const InputDeclaration* declared = header.input(name);
        if (declared == nullptr) {
            return refused(name, "the recurrence has no input '" + name + "'");
        }
        VKALGO_CHECK(check_input(*declared, input, batch.count));
    }
    for (const InputDeclaration& declared : header.inputs) {
        if (!batch.inputs.contains(declared.name)) {
            return refused(declared.name, "input '" + declared.name + "' (" + name_of(declared.type) + ") is missing");
        }
    }
    return {};
}

/// Returns whether problems may have different arrays of this input.
bool differs(const BatchInput& input) {
    return input.arrays() != 1;
}

bool reads_differing(const Expression& expression, const Batch& batch) {
    const std::vector<std::string> read = expression.inputs_read();
    return std::any_of(read.begin(), read.end(),
                       [&](const std::string& name) { return differs(batch.inputs.at(name)); });
}

bool uses_differing(const Expression& expression, const Batch& batch) {
    const std::vector<std::string> used = expression.inputs();
    return std::any_of(used.begin(), used.end(),
                       [&](const std::string& name) { return differs(batch.inputs.at(name)); });
}

/// Returns whether a range depends on inputs that differ from problem to problem.
bool range_differs(const std::optional<InputRange>& range, const Batch& batch) {
    return range && std::holds_alternative<Expression>(range->low) &&
           (uses_differing(std::get<Expression>(range->low), batch) ||
            uses_differing(std::get<Expression>(range->high), batch));
}

/// Returns whether the problems must be examined one by one, because the header reads elements that differ.
bool reads_elements(const RecurrenceHeader& header, const Batch& batch) {
    bool reads = reads_differing(header.rows, batch) || reads_differing(header.columns, batch);
    for (const Expression& index : header.answer.indices) {
        reads = reads || reads_differing(index, batch);
    }
    reads = reads || (header.bound && reads_differing(*header.bound, batch));
    for (const InputDeclaration& input : header.inputs) {
        reads = reads || range_differs(input.range, batch) || (input.length && reads_differing(*input.length, batch));
    }
    for (const ParamDeclaration& param : header.params) {
        const bool is_given = batch.params.contains(param.name);
        reads = reads || range_differs(param.range, batch) ||
                (!is_given && param.derived && uses_differing(*param.derived, batch));
    }
    return reads;
}

/// Returns whether expressions or kernel constants depend on the elements of the input.
bool is_read(const RecurrenceHeader& header, const std::string& name) {
    if (header.profile && header.inputs[header.profile->table].name == name) {
        return true;
    }
    const std::vector<const Expression*> all = expressions_of(header);
    return std::any_of(all.begin(), all.end(), [&](const Expression* expression) {
        const std::vector<std::string> read = expression->inputs_read();
        return std::find(read.begin(), read.end(), name) != read.end();
    });
}

/// Returns the only array of an input. If no expression or constant reads its elements, leaves them out, since there
/// may be very many.
InputArray common_input(const RecurrenceHeader& header, const std::string& name, const BatchInput& input) {
    const std::size_t bytes = size_of(input.type);
    const auto elements = is_read(header, name) ? input.data.subspan(input.offsets[0] * bytes, input.length(0) * bytes)
                                                : std::span<const std::byte>();
    return {input.type, input.length(0), {elements.begin(), elements.end()}};
}

std::string element_text(const BatchInput& input, std::uint64_t k) {
    return number_text(read_number(input.type, input.data.data() + k * size_of(input.type)), input.type);
}

/// Returns the error for element k of an input, which names the array of the element and its index in that array.
Error out_of_range(const InputDeclaration& declared, const BatchInput& input, std::uint64_t k) {
    const auto behind = std::upper_bound(input.offsets.begin(), input.offsets.end(), k);
    const auto array = static_cast<std::uint64_t>(behind - input.offsets.begin()) - 1;
    return refused(declared.name, "input '" + declared.name + "' has " + element_text(input, k) + " at index " +
                                      std::to_string(k - input.offsets[array]) + " of array " + std::to_string(array) +
                                      ", but its range is " + declared.range->text +
                                      "; indices and arrays count from 0");
}

/// Checks the elements of all arrays against the declared ranges.
Result<void> check_ranges(const RecurrenceHeader& header, const Batch& batch, const Instance& common) {
    for (const InputDeclaration& declared : header.inputs) {
        const BatchInput& input = batch.inputs.at(declared.name);
        if (!declared.range || input.offsets.front() == input.offsets.back()) {
            continue;
        }
        const std::uint64_t first = input.offsets.front();
        const std::uint64_t end = input.offsets.back();
        if (const double* low = std::get_if<double>(&declared.range->low)) {
            const double high = std::get<double>(declared.range->high);
            for (std::uint64_t k = first; k < end; ++k) {
                const Number number = read_number(input.type, input.data.data() + k * size_of(input.type));
                const double value = std::visit([](auto each) { return static_cast<double>(each); }, number);
                if (!(value >= *low && value <= high)) {
                    return out_of_range(declared, input, k);
                }
            }
            continue;
        }
        VKALGO_TRY(const WholeRange range, whole_range(declared, scope_of(header, common)));
        const auto check = [&]<class T>(T /*type*/) -> Result<void> {
            const auto* values = reinterpret_cast<const T*>(input.data.data());
            const auto* found = std::find_if(values + first, values + end, [&](T value) {
                return std::cmp_less(value, range.low) || std::cmp_greater(value, range.high);
            });
            return found == values + end ? Result<void>()
                                         : out_of_range(declared, input, static_cast<std::uint64_t>(found - values));
        };
        switch (input.type) {
            case ElementType::u8:
                VKALGO_CHECK(check(std::uint8_t{}));
                break;
            case ElementType::u16:
                VKALGO_CHECK(check(std::uint16_t{}));
                break;
            case ElementType::u32:
                VKALGO_CHECK(check(std::uint32_t{}));
                break;
            case ElementType::i32:
                VKALGO_CHECK(check(std::int32_t{}));
                break;
            case ElementType::i64:
                VKALGO_CHECK(check(std::int64_t{}));
                break;
            default:
                VKALGO_CHECK(check(std::uint64_t{}));
        }
    }
    return {};
}

Error of_problem(std::size_t p, Error error) {
    error.message = "problem " + std::to_string(p) + ": " + error.message;
    error.where = "problem " + std::to_string(p);
    return error;
}

/// The shapes of problems, which follow from the lengths of the inputs alone. Many problems have equal lengths, and so
/// one shape, which is computed once.
class ShapesByLength {
public:
    /// `common` must outlive this object.
    ShapesByLength(const RecurrenceHeader& header, const Batch& batch, const Instance& common)
        : header_(header), outline_(&common) {
        if (std::any_of(batch.inputs.begin(), batch.inputs.end(),
                        [](const auto& each) { return differs(each.second); })) {
            own_ = common;
            outline_ = &own_;
        }
        for (const InputDeclaration& declared : header.inputs) {
            const BatchInput& input = batch.inputs.at(declared.name);
            if (differs(input)) {
                own_.inputs[declared.name].type = declared.type;
                differing_.push_back({&declared, &input, &own_.inputs[declared.name]});
            }
        }
    }
    ShapesByLength(const ShapesByLength&) = delete;
    ShapesByLength& operator=(const ShapesByLength&) = delete;

    Result<BatchItem> item_of(std::size_t p, const OnShape& on_shape) {
        std::uint64_t key = 0;
        bool is_same = known_;
        for (Differing& each : differing_) {
            const std::uint64_t length = each.input->length(each.input->array_of(p));
            is_same = is_same && each.target->count == length;
            each.target->count = length;
            key = (key ^ length) * 0x9E3779B97F4A7C15ULL;
            key ^= key >> 32;
        }
        if (!is_same) {
            const auto found = items_.find(key);
            if (found != items_.end() && has_lengths(found->second.lengths)) {
                last_ = found->second.item;
            } else {
                VKALGO_TRY(last_, new_shape(key, on_shape));
            }
            known_ = true;
        }
        BatchItem item = last_;
        item.problem = static_cast<std::uint32_t>(p);
        return item;
    }

private:
    struct Differing {
        const InputDeclaration* declared;
        const BatchInput* input;
        InputArray* target;
    };
    struct Known {
        std::vector<std::uint64_t> lengths;
        BatchItem item;
    };

    bool has_lengths(const std::vector<std::uint64_t>& lengths) const {
        return std::equal(differing_.begin(), differing_.end(), lengths.begin(),
                          [](const Differing& each, std::uint64_t length) { return each.target->count == length; });
    }

    Result<BatchItem> new_shape(std::uint64_t key, const OnShape& on_shape) {
        for (const Differing& each : differing_) {
            if (!each.declared->length) {
                continue;
            }
            VKALGO_TRY(const std::int64_t length, each.declared->length->evaluate(scope_of(header_, *outline_)));
            if (std::cmp_not_equal(length, each.target->count)) {
                return invalid("input '" + each.declared->name + "' has " + std::to_string(each.target->count) +
                                   " elements, but " + each.declared->length->text() + " = " + std::to_string(length) +
                                   " are declared",
                               each.declared->name);
            }
        }
        VKALGO_TRY(const Shape shape, shape_of(header_, *outline_, header_.stage));
        VKALGO_CHECK(check_bound(header_, scope_of(header_, *outline_)));
        std::optional<std::int64_t> bound;
        if (header_.bound) {
            VKALGO_TRY(bound, header_.bound->evaluate(scope_of(header_, *outline_)));
        }
        on_shape(shape, bound);
        const BatchItem item{0, static_cast<std::int32_t>(shape.size.rows),
                             static_cast<std::int32_t>(shape.size.columns), static_cast<std::int32_t>(shape.answer.i),
                             static_cast<std::int32_t>(shape.answer.j)};
        Known& known = items_[key];
        known.item = item;
        known.lengths.clear();
        for (const Differing& each : differing_) {
            known.lengths.push_back(each.target->count);
        }
        return item;
    }

    const RecurrenceHeader& header_;
    /// A copy of the common instance in which inputs that differ have the lengths of the current problem.
    Instance own_;
    /// Points to own_, or to the common instance if no input differs.
    const Instance* outline_;
    std::vector<Differing> differing_;
    std::unordered_map<std::uint64_t, Known> items_;
    BatchItem last_;
    bool known_ = false;
};

}  // namespace

Result<CheckedBatch> check_batch(const RecurrenceHeader& header, const Batch& batch, const OnShape& on_shape) {
    VKALGO_CHECK(check_inputs(header, batch));
    if (batch.count > std::numeric_limits<std::uint32_t>::max()) {
        return Error{ErrorCode::too_large, "a batch has at most 2^32 - 1 problems; divide the batch", "count"};
    }
    CheckedBatch checked;
    const auto common = std::make_shared<Instance>();
    checked.common = common;
    common->params = checked.params = batch.params;
    common->n = batch.n;
    common->m = batch.m;
    for (const auto& [name, input] : batch.inputs) {
        if (!differs(input) && batch.count > 0) {
            common->inputs.emplace(name, common_input(header, name, input));
        }
    }
    if (batch.count == 0) {
        return checked;
    }
    if (header.index_count() != 2 || reads_elements(header, batch)) {
        return checked;
    }
    VKALGO_CHECK(complete_params(header, *common));
    checked.params = common->params;
    VKALGO_CHECK(check_param_ranges(header, *common, true));
    VKALGO_CHECK(check_ranges(header, batch, *common));
    ShapesByLength shapes(header, batch, *common);
    checked.items.reserve(batch.count);
    for (std::size_t p = 0; p < batch.count; ++p) {
        auto item = shapes.item_of(p, on_shape);
        if (!item) {
            return of_problem(p, item.error());
        }
        checked.items.push_back(*item);
    }
    return checked;
}

}  // namespace vkalgo::dp
