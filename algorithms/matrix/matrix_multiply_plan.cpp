#include "algorithms/matrix/matrix_multiply_plan.hpp"

#include "algorithms/divide_up.hpp"
#include "algorithms/matrix/matrix_method.hpp"
#include "algorithms/matrix/matrix_tuning.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace vkalgo {

namespace {

constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kMaxSize = std::numeric_limits<std::uint32_t>::max();
/// Limit on the bytes of partial sums, so that splits of k do not take much of the device's memory.
constexpr std::uint64_t kMaxPartials = std::uint64_t{1} << 30;

/// Returns a * b + c, or kMax if the result does not fit 64 bits.
std::uint64_t multiply_add(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
    if (b != 0 && a > (kMax - c) / b) {
        return kMax;
    }
    return a * b + c;
}

struct Strides {
    const char* name;
    std::optional<std::uint64_t> row, batch;
    bool written;
};

Result<MatrixLayout> layout_of(const MatrixMultiplyParams& params, std::uint64_t rows, std::uint64_t columns,
                               const Strides& strides) {
    MatrixLayout layout;
    layout.rows = rows;
    layout.columns = columns;
    layout.row_stride = strides.row.value_or(columns);
    layout.batch_stride = strides.batch.value_or(multiply_add(rows, layout.row_stride, 0));
    const std::string of = std::string(" of ") + strides.name;
    if (rows > 1 && layout.row_stride < columns) {
        return Error{ErrorCode::invalid_argument,
                     "the row stride" + of + " is " + std::to_string(layout.row_stride) +
                         ", less than the number of elements of a row, " + std::to_string(columns),
                     std::string("row_stride_") + strides.name};
    }
    if (rows == 0 || columns == 0 || params.batches == 0) {
        return layout;
    }
    const std::uint64_t one = multiply_add(rows - 1, layout.row_stride, columns);
    if (strides.written && params.batches > 1 && layout.batch_stride < one) {
        return Error{ErrorCode::invalid_argument,
                     "the batch stride" + of + " is " + std::to_string(layout.batch_stride) +
                         ", so matrices overlap; it must be at least " + std::to_string(one) +
                         ", the number of elements from the first to the last of a matrix",
                     std::string("batch_stride_") + strides.name};
    }
    layout.elements = multiply_add(params.batches - 1, layout.batch_stride, one);
    layout.bytes = multiply_add(layout.elements, size_of(params.options.type), 3) / 4 * 4;
    if (layout.elements == kMax || layout.bytes >= kMax / 4 * 4) {
        return Error{ErrorCode::too_large, "the matrices" + of + " need more bytes than 64 bits can count",
                     strides.name};
    }
    return layout;
}

Result<void> check_options(const MatrixMultiplyParams& params, const DeviceProfile& profile) {
    const ElementType type = params.options.type;
    if (!is_matrix_type(type)) {
        return Error{ErrorCode::invalid_argument,
                     std::string("matrices of ") + to_string(type) +
                         " cannot be multiplied; the types are f16, f32, f64, i32, u32, i64, u64. Convert 8-bit "
                         "and 16-bit integers to a type that holds the sums",
                     "type"};
    }
    if (type == ElementType::f64 && !profile.float64) {
        return Error{
            ErrorCode::unsupported,
            "f64 needs 64-bit floating point (shaderFloat64), which this device lacks or the program has not enabled; "
            "choose another type",
            "type"};
    }
    if ((type == ElementType::i64 || type == ElementType::u64) && !profile.int64) {
        return Error{ErrorCode::unsupported,
                     std::string(to_string(type)) +
                         " needs 64-bit integers (shaderInt64), which this device lacks or the program has not "
                         "enabled; choose another type",
                     "type"};
    }
    for (const auto& [size, name] : {std::pair{params.rows, "rows"}, std::pair{params.columns, "columns"},
                                     std::pair{params.inner, "inner"}, std::pair{params.batches, "batches"}}) {
        if (size > kMaxSize) {
            return Error{
                ErrorCode::too_large,
                std::string(name) + " is " + std::to_string(size) + "; it can be at most " + std::to_string(kMaxSize),
                name};
        }
    }
    return {};
}

Result<void> lay_out(MatrixMultiplyPlan& plan) {
    const MatrixMultiplyParams& p = plan.params;
    const bool ta = p.options.transpose_a, tb = p.options.transpose_b;
    VKALGO_TRY(plan.a, layout_of(p, ta ? p.inner : p.rows, ta ? p.rows : p.inner,
                                 {"a", p.row_stride_a, p.batch_stride_a, false}));
    VKALGO_TRY(plan.b, layout_of(p, tb ? p.columns : p.inner, tb ? p.inner : p.columns,
                                 {"b", p.row_stride_b, p.batch_stride_b, false}));
    VKALGO_TRY(plan.c, layout_of(p, p.rows, p.columns, {"c", p.row_stride_c, p.batch_stride_c, true}));
    const auto by_four = [&](const MatrixLayout& layout) {
        return layout.columns % 4 == 0 && (layout.rows <= 1 || layout.row_stride % 4 == 0) &&
               (p.batches <= 1 || layout.batch_stride % 4 == 0);
    };
    plan.vectors_a = by_four(plan.a);
    plan.vectors_b = by_four(plan.b);
    plan.vectors_c = by_four(plan.c);
    return {};
}

Result<const MatrixMethod*> method_for(const MatrixMultiplyParams& params, const DeviceProfile& profile) {
    const MatrixMethod* best = nullptr;
    int best_rank = 0;
    for (const MatrixMethod* method : matrix_methods()) {
        if (params.options.method == method->name) {
            return method;
        }
        const int rank = method->rank(params, profile);
        if (rank > best_rank) {
            best = method;
            best_rank = rank;
        }
    }
    if (params.options.method == "auto" && best != nullptr) {
        return best;
    }
    std::string names = "auto";
    for (const MatrixMethod* method : matrix_methods()) {
        names += std::string(", ") + method->name;
    }
    return Error{ErrorCode::invalid_argument,
                 "there is no method '" + params.options.method + "' of matrix multiplication; methods: " + names,
                 "method"};
}

/// The size of the largest part of a stored matrix that fits one binding: its number of rows, and the columns per row.
struct Fit {
    std::uint64_t rows, columns;
};
Fit fit_of(const MatrixLayout& layout, std::uint64_t elements) {
    if (layout.columns > elements) {
        return {1, elements};
    }
    const std::uint64_t stride = std::max<std::uint64_t>(layout.row_stride, 1);
    return {1 + (elements - layout.columns) / stride, layout.columns};
}

/// Returns the size of a block: all of `size` if it is at most `most`. Otherwise a block consists of whole tiles if one
/// fits, so that only the last block has a partial tile.
std::uint64_t cut(std::uint64_t size, std::uint64_t most, std::uint64_t tile) {
    if (size <= most) {
        return size;
    }
    return most >= tile ? most / tile * tile : most >= 4 ? most / 4 * 4 : std::max<std::uint64_t>(most, 1);
}

/// Sets the largest part of m, n, k and of the products that one dispatch computes.
void cut_blocks(MatrixMultiplyPlan& plan, const DeviceProfile& profile) {
    const MatrixMultiplyParams& p = plan.params;
    const MatrixTile tile = plan.method->tile(plan);
    // A view may begin up to one alignment before its first element.
    const std::uint64_t slack = profile.vector_offset_alignment() + 4;
    const std::uint64_t elements =
        std::min((profile.max_storage_range - std::min(slack, profile.max_storage_range / 2)) / size_of(p.options.type),
                 kMaxSize - slack);
    const Fit a = fit_of(plan.a, elements), b = fit_of(plan.b, elements), c = fit_of(plan.c, elements);
    const bool ta = p.options.transpose_a, tb = p.options.transpose_b;
    const std::uint64_t loops =
        profile.max_loop_iterations == 0 ? kMax : std::max<std::uint64_t>(profile.max_loop_iterations / 2, 1);
    plan.block_rows = cut(p.rows, std::min(c.rows, ta ? a.columns : a.rows), tile.rows);
    plan.block_columns = cut(p.columns, std::min(c.columns, tb ? b.rows : b.columns), tile.columns);
    plan.block_inner = cut(p.inner, std::min({loops, ta ? a.rows : a.columns, tb ? b.columns : b.rows}), tile.inner);
    const bool whole = plan.block_rows == p.rows && plan.block_columns == p.columns && plan.block_inner == p.inner;
    if (!whole && (plan.block_rows % 4 != 0 || plan.block_columns % 4 != 0 || plan.block_inner % 4 != 0)) {
        const auto odd = [](std::uint64_t block, std::uint64_t all) { return block != all && block % 4 != 0; };
        if (odd(plan.block_rows, p.rows) || odd(plan.block_columns, p.columns) || odd(plan.block_inner, p.inner)) {
            plan.vectors_a = plan.vectors_b = plan.vectors_c = false;
        }
    }
    plan.block_batches = whole ? p.batches : std::min<std::uint64_t>(p.batches, 1);
    for (const MatrixLayout* layout : {&plan.a, &plan.b, &plan.c}) {
        if (layout->bytes != 0 && layout->batch_stride != 0) {
            const std::uint64_t one = (layout->rows - 1) * layout->row_stride + layout->columns;
            const std::uint64_t more = one > elements ? 0 : (elements - one) / layout->batch_stride;
            plan.block_batches = std::min(plan.block_batches, 1 + more);
        }
    }
}

/// Reduces the number of splits of k that the method chose until the partial sums fit the memory for them. Sets
/// everything that follows from this number.
void cut_splits(MatrixMultiplyPlan& plan, const DeviceProfile& profile) {
    const std::uint64_t inner = std::max<std::uint64_t>(plan.block_inner, 1);
    const std::uint64_t tile = plan.method->tile(plan).inner;
    const std::uint64_t element = std::max<std::uint64_t>(size_of(plan.params.options.type), 4);
    const std::uint64_t cells = plan.block_rows * plan.block_columns * plan.block_batches;
    const std::uint64_t most = std::min(profile.max_storage_range, kMaxPartials) / element;
    const std::uint64_t fitting = cells == 0 ? 1 : std::max<std::uint64_t>(most / cells, 1);
    const std::uint64_t splits = std::min({plan.splits, fitting, divide_up(inner, tile)});
    plan.split_inner = divide_up(divide_up(inner, splits), tile) * tile;
    plan.splits = divide_up(inner, plan.split_inner);
    plan.scratch_bytes = plan.splits > 1 ? plan.splits * cells * element : 0;
    // One loop is along k, and one, in the second dispatch, along the splits. The kernels unroll all other loops.
    plan.loop_iterations = std::max(plan.split_inner, plan.splits);
}

Result<MatrixMultiplyPlan> plan_with(const MatrixMultiplyParams& params, const DeviceProfile& profile,
                                     const MatrixTuning* tuning) {
    VKALGO_CHECK(check_options(params, profile));
    MatrixMultiplyPlan plan;
    plan.params = params;
    VKALGO_CHECK(lay_out(plan));
    VKALGO_TRY(plan.method, method_for(params, profile));
    if (tuning != nullptr) {
        plan.tuning = std::make_shared<const MatrixTuning>(*tuning);
    }
    VKALGO_CHECK(plan.method->plan(plan, profile));
    cut_blocks(plan, profile);
    cut_splits(plan, profile);
    const auto parts = [](std::uint64_t all, std::uint64_t block) { return block == 0 ? 0 : divide_up(all, block); };
    plan.dispatches = parts(params.rows, plan.block_rows) * parts(params.columns, plan.block_columns) *
                      parts(params.batches, plan.block_batches) *
                      std::max<std::uint64_t>(parts(params.inner, plan.block_inner), 1) * (plan.splits > 1 ? 2 : 1);
    return plan;
}

}  // namespace

bool is_matrix_type(ElementType type) {
    return is_float(type) || size_of(type) >= 4;
}

std::string_view MatrixMultiplyPlan::method_name() const {
    return method == nullptr ? "" : method->name;
}

std::vector<std::string_view> matrix_method_names() {
    std::vector<std::string_view> names;
    for (const MatrixMethod* method : matrix_methods()) {
        names.emplace_back(method->name);
    }
    return names;
}

Result<MatrixMultiplyPlan> plan_matrix_multiply(const MatrixMultiplyParams& params, const DeviceProfile& profile) {
    return plan_with(params, profile, nullptr);
}

Result<MatrixMultiplyPlan> plan_tuned_matrix_multiply(const MatrixMultiplyParams& params, const DeviceProfile& profile,
                                                      const MatrixTuning& tuning) {
    return plan_with(params, profile, &tuning);
}

}  // namespace vkalgo
