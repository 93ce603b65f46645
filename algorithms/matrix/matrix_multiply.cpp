#include "algorithms/matrix/matrix_multiply.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/exact_number.hpp"
#include "algorithms/matrix/matrix_method.hpp"
#include "algorithms/matrix/matrix_tuning.hpp"
#include "algorithms/recorded.hpp"
#include "algorithms/word.hpp"
#include "engine/binding.hpp"
#include "engine/context.hpp"
#include <vkalgo_spirv/matrix/sum_partials_f16.hpp>
#include <vkalgo_spirv/matrix/sum_partials_f16_plain.hpp>
#include <vkalgo_spirv/matrix/sum_partials_f32.hpp>
#include <vkalgo_spirv/matrix/sum_partials_f64.hpp>
#include <vkalgo_spirv/matrix/sum_partials_i32.hpp>
#include <vkalgo_spirv/matrix/sum_partials_i64.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

static_assert(sizeof(shader::MatrixPush) <= 128);

constexpr std::uint32_t kSumThreads = 256;

const MatrixKernels& sum_kernels() {
    static const MatrixKernels kernels{{"matrix/sum_partials_f32", spirv::matrix_sum_partials_f32},
                                       {"matrix/sum_partials_f64", spirv::matrix_sum_partials_f64},
                                       {"matrix/sum_partials_i32", spirv::matrix_sum_partials_i32},
                                       {"matrix/sum_partials_i64", spirv::matrix_sum_partials_i64},
                                       {"matrix/sum_partials_f16", spirv::matrix_sum_partials_f16},
                                       {"matrix/sum_partials_f16_plain", spirv::matrix_sum_partials_f16_plain}};
    return kernels;
}

std::uint32_t sum_threads(const DeviceProfile& profile) {
    return std::min({kSumThreads, profile.max_workgroup_invocations, profile.max_workgroup_size[0]});
}

struct Words {
    std::uint32_t low = 0, high = 0;
};
/// Converts a factor to the words that the kernels of a type expect.
Words words_of(double factor, ElementType type) {
    if (type == ElementType::f64) {
        const auto bits = std::bit_cast<std::uint64_t>(factor);
        return {word(bits), word(bits >> 32)};
    }
    if (is_float(type)) {
        return {std::bit_cast<std::uint32_t>(static_cast<float>(factor)), 0};
    }
    const auto bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(factor));
    return {word(bits), word(bits >> 32)};
}

Result<void> check_factor(double factor, ElementType type, const char* name) {
    if (!is_float(type) && (!(std::abs(factor) < 0x1p32) || factor != std::trunc(factor))) {
        return Error{ErrorCode::invalid_argument,
                     std::string(name) + " is " + to_string(ExactNumber(factor)) + ", but a factor of matrices of " +
                         to_string(type) + " must be a whole number from -(2^32 - 1) to 2^32 - 1",
                     name};
    }
    return {};
}

std::vector<Argument> arguments_of(const MatrixMultiplyArguments& arguments, const MatrixMultiplyPlan& plan,
                                   const DeviceProfile& profile) {
    const std::uint64_t alignment = profile.vector_offset_alignment();
    const bool empty = plan.c.bytes == 0;
    return {
        {.name = "a", .view = arguments.a, .bytes = empty ? 0 : plan.a.bytes, .alignment = alignment},
        {.name = "b", .view = arguments.b, .bytes = empty ? 0 : plan.b.bytes, .alignment = alignment},
        {.name = "c", .view = arguments.c, .bytes = plan.c.bytes, .alignment = alignment, .access = Access::read_write},
        {.name = "scratch",
         .view = arguments.scratch,
         .bytes = plan.scratch_bytes,
         .alignment = alignment,
         .access = Access::read_write}};
}

/// A part of m, n, k and of the products that one dispatch computes; with splits of k, a second dispatch adds their
/// sums.
struct Block {
    std::uint64_t batch = 0, batches = 0;
    std::uint64_t row = 0, rows = 0;
    std::uint64_t column = 0, columns = 0;
    std::uint64_t inner = 0, inners = 0;
};

/// A recording of all products of a plan, for given arguments.
class Recording {
public:
    Recording(Recorder& recorder, const MatrixMultiplyPlan& plan, const Kernel& multiply, const Kernel* sum,
              const MatrixMultiplyArguments& arguments)
        : recorder_(recorder), plan_(plan), multiply_(multiply), sum_(sum), arguments_(arguments) {}

    void record() const {
        const MatrixMultiplyParams& p = plan_.params;
        Block block;
        for (block.batch = 0; block.batch < p.batches; block.batch += plan_.block_batches) {
            block.batches = std::min(plan_.block_batches, p.batches - block.batch);
            for (block.row = 0; block.row < p.rows; block.row += plan_.block_rows) {
                block.rows = std::min(plan_.block_rows, p.rows - block.row);
                for (block.column = 0; block.column < p.columns; block.column += plan_.block_columns) {
                    block.columns = std::min(plan_.block_columns, p.columns - block.column);
                    along_inner(block);
                }
            }
        }
    }

private:
    /// Records the product for some cells of C, one block of k after another. From the second block on, the kernels add
    /// to the result of the earlier blocks. If alpha is 0, records one block with k = 0, which computes beta * C.
    void along_inner(Block block) const {
        const bool zero = is_zero_factor(arguments_.alpha, plan_.params.options.type);
        const std::uint64_t all = zero ? 0 : plan_.params.inner;
        block.inner = 0;
        do {
            block.inners = std::min(plan_.block_inner, all - block.inner);
            dispatch(block);
            block.inner += block.inners;
        } while (block.inner < all);
    }

    /// Returns a view that contains the block and begins at or before its first element, and that element's index in
    /// the view.
    std::pair<BufferView, std::uint32_t> part(const BufferView& view, const MatrixLayout& layout, const Block& block,
                                              std::uint64_t row, std::uint64_t rows, std::uint64_t column,
                                              std::uint64_t columns) const {
        if (rows == 0 || columns == 0) {
            // Every binding needs a buffer, even if the kernel does not read it. One word of C is enough; all of C may
            // exceed the largest binding.
            return {arguments_.c.slice(0, 4), 0};
        }
        const std::uint64_t size = size_of(plan_.params.options.type);
        const std::uint64_t alignment = recorder_.context().profile().vector_offset_alignment();
        const std::uint64_t first = block.batch * layout.batch_stride + row * layout.row_stride + column;
        const std::uint64_t elements =
            (block.batches - 1) * layout.batch_stride + (rows - 1) * layout.row_stride + columns;
        const std::uint64_t begin = first * size / alignment * alignment;
        const std::uint64_t end = ((first + elements) * size + 3) / 4 * 4;
        return {view.slice(begin, end - begin), word(first - begin / size)};
    }

    void dispatch(const Block& block) const {
        const MatrixMultiplyOptions& options = plan_.params.options;
        const bool ta = options.transpose_a, tb = options.transpose_b;
        const auto [a, first_a] =
            part(arguments_.a, plan_.a, block, ta ? block.inner : block.row, ta ? block.inners : block.rows,
                 ta ? block.row : block.inner, ta ? block.rows : block.inners);
        const auto [b, first_b] =
            part(arguments_.b, plan_.b, block, tb ? block.column : block.inner, tb ? block.columns : block.inners,
                 tb ? block.inner : block.column, tb ? block.inners : block.columns);
        const auto [c, first_c] =
            part(arguments_.c, plan_.c, block, block.row, block.rows, block.column, block.columns);
        shader::MatrixPush push{};
        push.rows = word(block.rows);
        push.columns = word(block.columns);
        push.inner = word(block.inners);
        push.first_a = first_a;
        push.first_b = first_b;
        push.first_c = first_c;
        push.stride_a = word(plan_.a.row_stride);
        push.stride_b = word(plan_.b.row_stride);
        push.stride_c = word(plan_.c.row_stride);
        push.batch_a = word(plan_.a.batch_stride);
        push.batch_b = word(plan_.b.batch_stride);
        push.batch_c = word(plan_.c.batch_stride);
        push.batches = word(block.batches);
        push.split_inner = word(plan_.split_inner);
        push.splits = std::max(word(divide_up(block.inners, plan_.split_inner)), 1U);
        const double beta = block.inner == 0 ? arguments_.beta : 1;
        push.flags = is_zero_factor(beta, options.type) ? 0 : VKALGO_MATRIX_READS_C;
        const Words alpha_words = words_of(arguments_.alpha, options.type), beta_words = words_of(beta, options.type);
        push.alpha_low = alpha_words.low;
        push.alpha_high = alpha_words.high;
        push.beta_low = beta_words.low;
        push.beta_high = beta_words.high;
        const MatrixTile tile = plan_.method->tile(plan_);
        push.groups = word(divide_up(block.rows, tile.rows) * divide_up(block.columns, tile.columns) * block.batches *
                           push.splits);
        const BufferView partials = sum_ != nullptr ? arguments_.scratch.slice(0, plan_.scratch_bytes) : c;
        dispatch(multiply_, {a, b, c, partials}, push);
        if (sum_ != nullptr) {
            push.groups =
                word(divide_up(block.rows * block.columns * block.batches, sum_threads(recorder_.context().profile())));
            dispatch(*sum_, {partials, b, c, c}, push);
        }
    }

    void dispatch(const Kernel& kernel, std::initializer_list<Binding> bindings, const shader::MatrixPush& push) const {
        recorder_.dispatch(kernel, bindings, push, Groups::linear(push.groups, recorder_.context()));
    }

    Recorder& recorder_;
    const MatrixMultiplyPlan& plan_;
    const Kernel& multiply_;
    const Kernel* sum_;
    const MatrixMultiplyArguments& arguments_;
};

}  // namespace

bool is_zero_factor(double factor, ElementType type) {
    const bool single = is_float(type) && type != ElementType::f64;
    return single ? static_cast<float>(factor) == 0 : factor == 0;
}

const KernelInfo& MatrixKernels::of(ElementType type, const DeviceProfile& profile) const {
    switch (type) {
        case ElementType::f64:
            return f64;
        case ElementType::f16:
            return profile.storage_16bit ? f16 : f16_plain;
        case ElementType::i32:
        case ElementType::u32:
            return i32;
        case ElementType::i64:
        case ElementType::u64:
            return i64;
        default:
            return f32;
    }
}

Result<MatrixMultiply> MatrixMultiply::create(Context& context, MatrixMultiplyPlan plan) {
    MatrixMultiply made;
    made.context_ = &context;
    made.plan_ = std::move(plan);
    VKALGO_TRY(made.multiply_, context.kernel(made.plan_.method->kernel(made.plan_, context.profile())));
    if (made.plan_.splits > 1) {
        KernelInfo sum = sum_kernels().of(made.plan_.params.options.type, context.profile());
        sum.constants = {{VKALGO_MATRIX_CONSTANT_THREADS, sum_threads(context.profile())}};
        VKALGO_TRY(made.sum_, context.kernel(sum));
    }
    return made;
}

Result<MatrixMultiply> MatrixMultiply::create(Context& context, const MatrixMultiplyParams& params) {
    VKALGO_TRY(MatrixMultiplyPlan plan, plan_matrix_multiply(params, context.profile()));
    return create(context, std::move(plan));
}

Result<MatrixMultiply> create_tuned_matrix_multiply(Context& context, const MatrixMultiplyParams& params,
                                                    const MatrixTuning& tuning) {
    VKALGO_TRY(MatrixMultiplyPlan plan, plan_tuned_matrix_multiply(params, context.profile(), tuning));
    return MatrixMultiply::create(context, std::move(plan));
}

Result<ScratchNeed> MatrixMultiply::scratch(const MatrixMultiplyParams& params, const DeviceProfile& profile) {
    VKALGO_TRY(const MatrixMultiplyPlan plan, plan_matrix_multiply(params, profile));
    ScratchNeed need;
    need.bytes = plan.scratch_bytes;
    return need;
}

Result<MatrixMultiplyAccess> MatrixMultiply::access(const MatrixMultiplyArguments& arguments) const {
    VKALGO_CHECK(check_created(context_, "matrix product"));
    return accesses_of<MatrixMultiplyAccess>(*context_, arguments_of(arguments, plan_, context_->profile()),
                                             [&](Recorder& recorder) { return record(recorder, arguments); });
}

Result<void> MatrixMultiply::record(Recorder& recorder, const MatrixMultiplyArguments& arguments) const {
    VKALGO_CHECK(check_recorder(recorder, context_, "matrix product"));
    const ElementType type = plan_.params.options.type;
    VKALGO_CHECK(check_factor(arguments.alpha, type, "alpha"));
    VKALGO_CHECK(check_factor(arguments.beta, type, "beta"));
    const DeviceProfile& profile = context_->profile();
    VKALGO_CHECK(check_arguments(arguments_of(arguments, plan_, profile), profile));
    if (plan_.c.bytes == 0) {
        return recorder.status();
    }
    const SpanScope span(recorder, std::string("multiply ") + plan_.method->name);
    Recording(recorder, plan_, *multiply_, sum_.get(), arguments).record();
    return recorder.status();
}

}  // namespace vkalgo
