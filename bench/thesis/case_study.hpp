#pragma once

#include "algorithms/dp/solve.hpp"
#include "engine/result.hpp"
#include "engine/runner.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

/// The four case studies of the thesis (chapter 5), each on one random instance whose table is square. They run by
/// plain loops on the CPU and by kernels written by hand. The framework is compared with both.
namespace vkalgo::bench::thesis {

/// The result of a kernel written by hand.
struct HandRun {
    /// The milliseconds of each timed run: of the table, and of the traceback if it ran on the device.
    std::vector<double> gpu_ms;
    /// Milliseconds on the host's clock to download the table, if the host runs the traceback.
    double download_ms = 0;
    /// The value of the solution, if the device ran the traceback.
    std::uint64_t worth = 0;
    /// The table in the device's layout, if it was downloaded.
    std::vector<std::byte> table;
};

/// A case study. Tables on the host are row-major, as Solution::table is.
class CaseStudy {
public:
    virtual ~CaseStudy() = default;

    /// Returns the problem's name: "lcs".
    std::string_view problem() const { return problem_; }
    const dp::Instance& instance() const { return instance_; }
    /// Returns the number of rows, which is also the number of columns.
    std::size_t side() const { return side_; }
    std::size_t cell_bytes() const { return cell_bytes_; }
    /// Returns whether the problem has a solution. Binomial coefficients have only an answer.
    virtual bool has_solution() const { return true; }

    /// Fills the table by two plain loops (three for a chain). `table` is zero on entry.
    virtual void fill(std::span<std::byte> table) const = 0;
    /// Returns the answer in a filled table.
    virtual std::uint64_t answer(std::span<const std::byte> table) const = 0;
    /// Traces back over a filled table. Returns the value of the solution, which equals the answer.
    virtual std::uint64_t traceback(std::span<const std::byte> table) const = 0;
    /// Returns the value of the solution of a run on the device.
    virtual std::uint64_t worth(const dp::Solution& solution) const = 0;

    /// Fills a table by kernels written for this problem alone, in `repeat` timed runs. With `tracebacks`, each run
    /// also traces back on the device. Without it, the table is downloaded after the last run. Errors: those of the
    /// engine; unsupported: the device lacks what a kernel needs.
    virtual Result<HandRun> by_hand(Runner& runner, bool tracebacks, int repeat) const = 0;
    /// Does what traceback() does, on a table in the layout of by_hand().
    virtual std::uint64_t traceback_by_hand(std::span<const std::byte> table) const { return traceback(table); }
    /// Converts the table of by_hand() to row-major order. Elements without a cell are 0.
    virtual std::vector<std::byte> rows_of(std::vector<std::byte> table) const { return table; }

protected:
    CaseStudy(std::string_view problem, dp::Instance instance, std::size_t side, std::size_t cell_bytes)
        : problem_(problem), instance_(std::move(instance)), side_(side), cell_bytes_(cell_bytes) {}

    template <class T>
    static std::span<T> cells(std::span<std::byte> bytes) {
        return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
    }
    template <class T>
    static std::span<const T> cells(std::span<const std::byte> bytes) {
        return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
    }
    /// Returns the input of this name as 32-bit numbers. Its elements are 32-bit numbers or bytes.
    std::vector<std::uint32_t> input(std::string_view name) const;

private:
    std::string_view problem_;
    dp::Instance instance_;
    std::size_t side_, cell_bytes_;
};

/// Returns the problems, in the order of the thesis's figures.
std::span<const std::string_view> problems();

/// Draws an instance. `problem` is one of problems(), `side` at least 2. Errors: those of the generator.
Result<std::unique_ptr<CaseStudy>> draw(std::string_view problem, std::size_t side, std::uint64_t seed);

/// Each of these functions creates the study of one problem, for draw().
std::unique_ptr<CaseStudy> binomial_study(dp::Instance instance, std::size_t side);
std::unique_ptr<CaseStudy> knapsack_study(dp::Instance instance, std::size_t side);
std::unique_ptr<CaseStudy> lcs_study(dp::Instance instance, std::size_t side);
std::unique_ptr<CaseStudy> matrix_chain_study(dp::Instance instance, std::size_t side);

/// Times the commands that `record` records, and downloads `table` unless `tracebacks` is set.
Result<HandRun> timed_by_hand(Runner& runner, const Buffer& table, std::uint64_t table_bytes, bool tracebacks,
                              int repeat, const std::function<Result<void>(Recorder&)>& record);
/// Creates a buffer of 32-bit words on the device.
Result<Buffer> words_on_device(Runner& runner, std::span<const std::uint32_t> words, const char* name);
/// Downloads the first `count` words of a buffer of 32-bit words.
Result<std::vector<std::uint32_t>> words_from_device(Runner& runner, const Buffer& buffer, std::size_t count);

/// Returns the number of workgroups of 256 invocations that contain `invocations` invocations.
constexpr std::uint32_t groups_of_256(std::size_t invocations) {
    return static_cast<std::uint32_t>((invocations + 255) / 256);
}

}  // namespace vkalgo::bench::thesis
