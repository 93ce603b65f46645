// The kernels of method `packed-f16` on the device, and the list of pairs that they read.
#include "algorithms/dp/batch/batch_kernels.hpp"
#include "algorithms/dp/methods/packed_f16/packed_f16_plan.hpp"
#include "shaders/dp/packed_f16.h"
#include <vkalgo_spirv/dp/packed_f16.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace vkalgo::dp {
namespace {

/// Levels for each number of strips. The number of columns determines the level: eight levels are a factor of 2.
/// Problems with more than about 2^28 columns share the last level, and problems with more than kMaxStrips strips count
/// as having kMaxStrips.
constexpr std::uint32_t kColumnLevels = 224;
constexpr std::uint32_t kMaxStrips = 255;

/// Returns `value` as f16, in both halves of a word. Its magnitude must be 2048 or less, so that the result is exact.
std::uint32_t packed_f16_of(std::int32_t value) {
    const std::uint32_t sign = value < 0 ? 0x8000 : 0;
    const auto magnitude = static_cast<std::uint32_t>(std::abs(value));
    std::uint32_t half = 0;
    if (magnitude != 0) {
        const auto power = static_cast<std::uint32_t>(std::bit_width(magnitude)) - 1;
        half = ((power + 15) << 10) | ((magnitude << 11 >> (power + 1)) & 0x3ff);
    }
    return (sign | half) * 0x10001U;
}

shader::VkalgoPackedF16Push push_of(const PackedF16Numbers& numbers) {
    shader::VkalgoPackedF16Push push{};
    push.symbols = numbers.symbols;
    push.open = packed_f16_of(numbers.open);
    push.extend = packed_f16_of(numbers.extend);
    push.even_excess = packed_f16_of(1024 - numbers.least);
    push.odd_excess = packed_f16_of(64 - numbers.least);
    push.zero = packed_f16_of(-numbers.shift());
    return push;
}

class PackedF16Run final : public BatchKernels {
public:
    PackedF16Run(const PackedF16Plan& plan, const BatchCallFacts& call)
        : BatchKernels(plan), pairs_(plan), call_(call) {}

    Result<void> prepare() {
        const DeviceProfile& profile = call_.context.profile();
        for (const std::uint32_t registers : pairs_.sizes) {
            VKALGO_TRY(auto kernel,
                       call_.context.kernel(
                           {.name = "dp/packed_f16",
                            .spirv = spirv::dp_packed_f16,
                            .constants = {{VKALGO_PACKED_F16_CONSTANT_WORKGROUP, pairs_.numbers.workgroup},
                                          {VKALGO_PACKED_F16_CONSTANT_LANES, pairs_.lanes},
                                          {VKALGO_PACKED_F16_CONSTANT_REGISTERS, registers},
                                          {VKALGO_PACKED_F16_CONSTANT_LOCKSTEP, profile.type == DeviceType::software}},
                            .required_subgroup_size = profile.required_subgroup_size()}));
            kernels_.push_back(std::move(kernel));
        }
        scores_ = packed_f16_scores(*pairs_.header, *call_.checked.common, pairs_.numbers);
        scores_.resize(std::max<std::size_t>(scores_.size(), 4));
        return {};
    }

    /// Returns the level of a problem. Problems are sorted by rising level: those with the most strips first, and among
    /// problems with equally many strips those with the most columns first. Successive levels of columns are a factor
    /// of about 1.1 apart.
    std::uint32_t level(const BatchItem& item, std::size_t size) const override {
        const auto strips = static_cast<std::uint32_t>(std::min<std::int64_t>(pairs_.strips(item, size), kMaxStrips));
        const auto columns = static_cast<double>(pairs_.interior_columns(item));
        const double octaves = std::log2(columns + 1);
        return levels() - 1 -
               (strips * kColumnLevels + static_cast<std::uint32_t>(std::clamp(8 * octaves, 0.0, kColumnLevels - 1.0)));
    }
    std::uint32_t levels() const override { return (kMaxStrips + 1) * kColumnLevels; }

    /// Pairs problems that are neighbours in the list. If a pair would take more steps than its two problems take one
    /// after the other, its first problem gets no partner.
    void list(BatchChunk& chunk) const override {
        std::vector<SizeClass> classes;
        std::uint64_t groups = 0;
        chunk.list.reserve((chunk.order.size() + chunk.size_classes.size()) * VKALGO_PACKED_F16_PROBLEM_WORDS);
        for (const SizeClass& size_class : chunk.size_classes) {
            const auto first = chunk.list.size() / (2 * VKALGO_PACKED_F16_PROBLEM_WORDS);
            SizeClass& pairs =
                classes.emplace_back(SizeClass{size_class.fit, static_cast<std::uint32_t>(first), 0, {}});
            const std::uint32_t end = size_class.first + size_class.count;
            for (std::uint32_t k = size_class.first; k < end; ++pairs.count) {
                const Taken one = taken(chunk.order[k], size_class.fit);
                put(chunk, chunk.order[k++], groups);
                std::uint64_t own = one.groups;
                bool is_pair = k < end;
                if (is_pair) {
                    const Taken two = taken(chunk.order[k], size_class.fit);
                    const Taken both{std::max(one.strips, two.strips), std::max(one.groups, two.groups)};
                    is_pair = steps(both) <= steps(one) + steps(two);
                    own = is_pair ? both.groups : own;
                }
                if (is_pair) {
                    put(chunk, chunk.order[k++], groups);
                } else {
                    chunk.list.insert(chunk.list.end(), {0, 0, 0, 0, VKALGO_PACKED_F16_NONE, 0});
                }
                groups += own;
            }
        }
        chunk.size_classes = std::move(classes);
        chunk.range.row_cells = groups;
    }

    std::span<const std::byte> constants() const override { return std::as_bytes(std::span(scores_)); }

    std::vector<std::pair<const char*, std::uint64_t>> scratch(const BatchChunk& chunk) const override {
        return {{"rows", chunk.range.row_cells * 8 * VKALGO_PACKED_F16_GROUP},
                {"symbols", chunk.range.row_cells * 8},
                {"profiles", pairs_.profile_bytes()}};
    }

    void record(Recorder& recorder, const BatchViews& views, const BatchChunk& chunk) const override {
        const SpanScope span(recorder, "tables");
        const ProfileRead& read = *pairs_.header->profile;
        const std::uint32_t each = pairs_.numbers.workgroup / pairs_.lanes;
        const std::vector<Binding> bindings{views.list,       views.inputs[read.row], views.inputs[read.column],
                                            views.constants,  views.scratch[1],       views.scratch[0],
                                            views.scratch[2], views.answers};
        shader::VkalgoPackedF16Push push = push_of(pairs_.numbers);
        for (const SizeClass& size_class : chunk.size_classes) {
            const std::uint32_t end = size_class.first + size_class.count;
            for (push.first_pair = size_class.first; push.first_pair < end; push.first_pair = push.end_pair) {
                const std::uint32_t sets = (end - push.first_pair + each - 1) / each;
                const std::uint32_t most = pairs_.workgroups;
                // All workgroups take the same number of sets, except that some may take one set fewer.
                const std::uint32_t turns = (sets + most - 1) / most;
                const bool takes_several = pairs_.numbers.takes_several;
                push.workgroups = takes_several ? (sets + turns - 1) / turns : std::min(sets, most);
                push.end_pair = !takes_several && sets > most ? push.first_pair + most * each : end;
                recorder.dispatch(*kernels_[size_class.fit.size], bindings, std::as_bytes(std::span(&push, 1)),
                                  Groups::linear(push.workgroups, recorder.context()));
            }
        }
    }

    bool is_doubtful(const std::byte* answer) const override {
        return read_number(ElementType::i32, answer) >= Number(std::int64_t{pairs_.numbers.doubtful()});
    }

private:
    struct Taken {
        std::uint64_t strips = 0, groups = 0;
    };
    Taken taken(std::uint32_t problem, const BatchFit& fit) const {
        const BatchItem& item = call_.checked.items[problem];
        return {static_cast<std::uint64_t>(pairs_.strips(item, fit.size)), pairs_.row_cells(item, fit)};
    }
    /// Returns the steps that a problem or a pair of that shape takes.
    std::uint64_t steps(const Taken& of) const { return of.strips * (of.groups + pairs_.lanes - 1); }

    void put(BatchChunk& chunk, std::uint32_t problem, std::uint64_t group) const {
        const ProfileRead& read = *pairs_.header->profile;
        const BatchItem& item = call_.checked.items[problem];
        const auto u32 = [](auto value) { return static_cast<std::uint32_t>(value); };
        const auto begin = [&](std::size_t input, std::int64_t offset) {
            const BatchInput& of = call_.batch.inputs.at(pairs_.header->inputs[input].name);
            const std::uint64_t first = of.offsets[of.array_of(problem)] - chunk.range.inputs[input].begin;
            return u32(static_cast<std::int64_t>(first) + 1 + offset);
        };
        chunk.list.insert(chunk.list.end(), {u32(pairs_.interior_rows(item)), u32(pairs_.interior_columns(item)),
                                             begin(read.row, read.row_offset), begin(read.column, read.column_offset),
                                             u32(problem - chunk.range.first), u32(group)});
    }

    const PackedF16Plan& pairs_;
    BatchCallFacts call_;
    /// One per size of the plan.
    std::vector<std::shared_ptr<const Kernel>> kernels_;
    std::vector<std::uint32_t> scores_;
};

}  // namespace

Result<std::unique_ptr<BatchKernels>> PackedF16Plan::create(const BatchCallFacts& call) const {
    auto made = std::make_unique<PackedF16Run>(*this, call);
    VKALGO_CHECK(made->prepare());
    return made;
}

}  // namespace vkalgo::dp
