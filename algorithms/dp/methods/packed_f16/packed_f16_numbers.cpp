#include "algorithms/dp/methods/packed_f16/packed_f16_numbers.hpp"

#include "shaders/dp/packed_f16.h"

#include <algorithm>
#include <bit>
#include <string>

namespace vkalgo::dp {
namespace {

constexpr std::uint32_t kWorkgroup = 64;
/// Maximum bytes of all profiles together. They suffice for more workgroups than a device runs at once. So the device
/// can give the next workgroup to the first processor that is free.
constexpr std::uint64_t kProfileBytes = std::uint64_t{128} << 20;
/// Maximum workgroups of a dispatch on devices that limit loops. There each workgroup takes only one set of pairs.
constexpr std::uint32_t kSoftwareWorkgroups = 64;
/// Limits of the costs (kMaxCost) and of the absolute value of a score (kMaxBias). With these limits, if the answer is
/// below doubtful(), a half float holds exactly: value - shift(), this number minus a cost, and this number plus a
/// score.
constexpr std::int64_t kMaxCost = 1000, kMaxBias = 500;
constexpr std::int64_t kNibble = 15;
constexpr std::int64_t kMaxSymbols = 64;

Error refused(const std::string& why) {
    return Error{ErrorCode::unsupported, why, "method"};
}

/// Returns one more than the greatest symbol that an input of bytes may hold. Errors: unsupported.
Result<std::uint32_t> values_of(const InputDeclaration& input, const Expression::Scope& scope) {
    if (input.type != ElementType::u8) {
        return refused("takes only symbols of type u8, but '" + input.name + "' is " + name_of(input.type));
    }
    if (!input.range || !std::holds_alternative<Expression>(input.range->low)) {
        return std::uint32_t{256};
    }
    VKALGO_TRY(const WholeRange range, whole_range(input, scope));
    if (range.low < 0 || range.high > 255) {
        return refused("takes only symbols from 0 to 255, but the range of '" + input.name + "' is " +
                       input.range->text);
    }
    return static_cast<std::uint32_t>(range.high + 1);
}

}  // namespace

std::int32_t PackedF16Numbers::doubtful() const {
    return VKALGO_PACKED_F16_MOST + shift() - std::max(greatest, 0) - 1;
}

Result<PackedF16Numbers> packed_f16_numbers(const RecurrenceHeader& header, const Instance& common) {
    const PackedF16Cells& cells = *header.packed_f16;
    const ProfileRead& read = *header.profile;
    const Expression::Scope scope = scope_of(header, common);
    VKALGO_TRY(const std::int64_t open, cells.row_open.evaluate(scope));
    VKALGO_TRY(const std::int64_t extend, cells.row_extend.evaluate(scope));
    VKALGO_TRY(const std::int64_t column_open, cells.column_open.evaluate(scope));
    VKALGO_TRY(const std::int64_t column_extend, cells.column_extend.evaluate(scope));
    if (open != column_open || extend != column_extend) {
        return refused("runs only recurrences whose gaps cost the same in rows and in columns");
    }
    if (std::min(open, extend) < 0 || std::max(open, extend) > kMaxCost) {
        return refused("runs only recurrences whose gaps cost 0 to " + std::to_string(kMaxCost) +
                       ", but here the first symbol of a gap costs " + std::to_string(open) + " and each further one " +
                       std::to_string(extend));
    }
    VKALGO_TRY(const std::int64_t base_h, cells.base_h.evaluate(scope));
    VKALGO_TRY(const std::int64_t base_e, cells.base_e.evaluate(scope));
    VKALGO_TRY(const std::int64_t base_f, cells.base_f.evaluate(scope));
    // If base_e or base_f were much lower, sums of 32 bits might wrap around.
    if (base_h != 0 || std::max(base_e, base_f) > 0 || std::min(base_e, base_f) < -PackedF16Cells::kMaxNumber) {
        return refused("runs only recurrences whose base() has score 0, and gap scores of -" +
                       std::to_string(PackedF16Cells::kMaxNumber) + " to 0");
    }
    const auto table = common.inputs.find(header.inputs[read.table].name);
    if (table == common.inputs.end()) {
        return refused("needs one table of scores for all problems");
    }
    VKALGO_TRY(const Expression factor, Expression::parse(read.factor));
    VKALGO_TRY(const std::int64_t stride, factor.evaluate(scope));
    PackedF16Numbers numbers;
    VKALGO_TRY(numbers.letters, values_of(header.inputs[read.row], scope));
    VKALGO_TRY(numbers.symbols, values_of(header.inputs[read.column], scope));
    const std::uint64_t count = table->second.count;
    if (numbers.symbols > kMaxSymbols) {
        return refused("takes only symbols from 0 to " + std::to_string(kMaxSymbols - 1) + " in columns, but '" +
                       header.inputs[read.column].name + "' may hold " + std::to_string(numbers.symbols - 1));
    }
    if (stride < 1 || stride > 256) {
        return refused("takes only tables of scores with 1 to 256 scores per symbol of the rows, but '" + read.factor +
                       "' is " + std::to_string(stride));
    }
    if (static_cast<std::uint64_t>(stride) * (numbers.letters - 1) + numbers.symbols > count) {
        return refused("runs only if the table of scores has a score for every pair of symbols, but '" +
                       header.inputs[read.table].name + "' has only " + std::to_string(count) + " scores");
    }
    std::int64_t least = kMaxBias;
    for (std::uint64_t k = 0; k < count; ++k) {
        const std::int64_t score = table->second.integer(k);
        if (std::abs(score) > kMaxBias) {
            return refused("takes only scores of -" + std::to_string(kMaxBias) + " to " + std::to_string(kMaxBias) +
                           ", but score " + std::to_string(k) + " (from 0) of '" + header.inputs[read.table].name +
                           "' is " + std::to_string(score));
        }
        least = std::min(least, score);
        numbers.least = std::min(numbers.least, static_cast<std::int32_t>(score));
        numbers.greatest =
            k == 0 ? static_cast<std::int32_t>(score) : std::max(numbers.greatest, static_cast<std::int32_t>(score));
    }
    if (numbers.greatest - numbers.least > kNibble) {
        return refused("takes only tables whose greatest score is at most " + std::to_string(kNibble) +
                       ", and at most " + std::to_string(kNibble) + " above the least score, but the greatest is " +
                       std::to_string(numbers.greatest) + " and the least " + std::to_string(least));
    }
    numbers.open = static_cast<std::int32_t>(open);
    numbers.extend = static_cast<std::int32_t>(extend);
    return numbers;
}

Result<void> check_packed_f16_device(const DeviceProfile& profile, std::uint32_t lanes) {
    constexpr std::uint32_t kBuffers = 8;
    if (!profile.float16 || !profile.subgroup_shuffle_relative) {
        return refused("needs 16-bit floating point and relative subgroup shuffles, which this device does not have");
    }
    if (!profile.full_subgroups(profile.subgroup_size)) {
        return refused("needs full subgroups of a size that kernels can require, which this device does not have");
    }
    if (!std::has_single_bit(profile.subgroup_size) || profile.subgroup_size < lanes ||
        profile.subgroup_size > profile.max_workgroup_invocations || profile.max_storage_buffers < kBuffers) {
        return refused("needs subgroups of " + std::to_string(lanes) + " to " +
                       std::to_string(profile.max_workgroup_invocations) + " invocations, a power of 2, and " +
                       std::to_string(kBuffers) + " storage buffers per stage, but this device has " +
                       std::to_string(profile.subgroup_size) + " and " + std::to_string(profile.max_storage_buffers));
    }
    return {};
}

void choose_packed_f16_workgroups(PackedF16Numbers& numbers, const DeviceProfile& profile, const TestKnobs& knobs) {
    const std::uint32_t wanted = knobs.workgroup != 0 ? knobs.workgroup : kWorkgroup;
    const std::uint32_t least = std::max<std::uint32_t>(profile.subgroup_size, VKALGO_PACKED_F16_BLOCK);
    numbers.workgroup = std::clamp(wanted / least * least, least, profile.max_workgroup_invocations / least * least);
    if (knobs.groups_per_dispatch != 0) {
        numbers.most_workgroups = knobs.groups_per_dispatch;
        return;
    }
    const std::uint64_t bytes = std::min({kProfileBytes, profile.max_storage_range, profile.largest_buffer()});
    const std::uint64_t most = std::max<std::uint64_t>(1, bytes / numbers.profile_bytes());
    numbers.takes_several = profile.max_loop_iterations == 0;
    numbers.most_workgroups = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(most, numbers.takes_several ? 1U << 20 : kSoftwareWorkgroups));
}

std::vector<std::uint32_t> packed_f16_scores(const RecurrenceHeader& header, const Instance& common,
                                             const PackedF16Numbers& numbers) {
    const InputArray& table = common.inputs.at(header.inputs[header.profile->table].name);
    const auto factor = Expression::parse(header.profile->factor);
    const auto stride = static_cast<std::uint64_t>(*factor->evaluate(scope_of(header, common)));
    const std::size_t words = (numbers.symbols + 7) / 8;
    std::vector<std::uint32_t> scores(numbers.letters * words);
    for (std::uint32_t letter = 0; letter < numbers.letters; ++letter) {
        for (std::uint32_t symbol = 0; symbol < numbers.symbols; ++symbol) {
            const std::int64_t more = table.integer(letter * stride + symbol) - numbers.least;
            scores[letter * words + symbol / 8] |= static_cast<std::uint32_t>(more) << 4 * (symbol % 8);
        }
    }
    return scores;
}

}  // namespace vkalgo::dp
