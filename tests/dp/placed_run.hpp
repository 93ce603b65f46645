#pragma once

#include "algorithms/dp/solve.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

/// A run of a method whose views lie in one buffer of the test, as a host would place them. Each view begins at a
/// multiple of 256 bytes and lies between guards; the whole buffer is poisoned beforehand.
namespace vkalgo::dp::test {

class PlacedRun {
public:
    PlacedRun(Runner& runner, const CompiledRecurrence& recurrence, const Instance& instance, const MethodPlan& plan)
        : runner_(runner), recurrence_(recurrence), plan_(plan), params_(pack_params(recurrence.header, instance)) {
        std::vector<std::vector<std::byte>> inputs;
        inputs.reserve(recurrence.header.inputs.size());
        for (const InputDeclaration& input : recurrence.header.inputs) {
            inputs.push_back(instance.inputs.at(input.name).data);
            inputs.back().resize(std::max<std::size_t>(4, (inputs.back().size() + 3) / 4 * 4));
        }
        std::vector<std::uint64_t> at;
        at.reserve(inputs.size());
        for (const auto& input : inputs) {
            at.push_back(reserve(input.size()));
        }
        std::vector<std::uint32_t> counts;
        for (const InputDeclaration& input : recurrence.header.inputs) {
            counts.push_back(static_cast<std::uint32_t>(instance.inputs.at(input.name).count));
        }
        const std::uint64_t counts_at = reserve(counts.size() * 4);
        const std::uint64_t table = reserve(plan.table_bytes);
        const std::uint64_t scratch = reserve(plan.scratch_bytes);
        const std::uint64_t status = reserve(sizeof(Status));
        const std::uint64_t answer = reserve(sizeof(AnswerRecord));
        const std::uint64_t path_bytes = plan.path_bytes;
        const std::uint64_t path = reserve(path_bytes);
        before_.assign(static_cast<std::size_t>(reserve(0)), std::byte{0xA5});
        for (std::size_t k = 0; k < inputs.size(); ++k) {
            std::copy(inputs[k].begin(), inputs[k].end(), before_.begin() + static_cast<std::ptrdiff_t>(at[k]));
        }
        if (!counts.empty()) {
            std::memcpy(before_.data() + counts_at, counts.data(), counts.size() * 4);
        }
        memory_ = vkalgo::test::take(runner.upload_new(before_, "placed run"));
        const auto view = [&](std::uint64_t offset, std::uint64_t bytes) {
            return bytes == 0 ? BufferView{} : memory_.view().slice(offset, bytes);
        };
        for (std::size_t k = 0; k < inputs.size(); ++k) {
            input_views_.push_back(view(at[k], inputs[k].size()));
        }
        arguments_.inputs = input_views_;
        arguments_.counts = view(counts_at, counts.size() * 4);
        arguments_.params = params_;
        arguments_.table = view(table, plan.table_bytes);
        arguments_.scratch = view(scratch, plan.scratch_bytes);
        arguments_.status = view(status, sizeof(Status));
        arguments_.answer = view(answer, sizeof(AnswerRecord));
        arguments_.path = view(path, path_bytes);
    }
    PlacedRun(const PlacedRun&) = delete;
    PlacedRun& operator=(const PlacedRun&) = delete;

    /// Records all steps and the traceback.
    Result<void> record(Recorder& recorder, const MethodRun& run) const {
        VKALGO_CHECK(run.record(recorder, arguments_, 0, plan_.steps));
        return plan_.traceback_steps == 0 ? Result<void>()
                                          : run.record_traceback(recorder, arguments_, 0, plan_.traceback_steps);
    }

    /// Records only steps [first, first + count), without the traceback.
    Result<void> record(Recorder& recorder, const MethodRun& run, std::uint64_t first, std::uint64_t count) const {
        return run.record(recorder, arguments_, first, count);
    }

    /// Returns the results as solve() would give them; nothing else in the buffer may have changed. If `ends`, the
    /// traceback must have ended.
    Solution read(const Shape& shape, bool ends = true) {
        std::vector<std::byte> after(before_.size());
        vkalgo::test::take(runner_.download(memory_.view(), after));
        expect_guards(after);
        const auto bytes = [&](const BufferView& view) { return after.data() + view.offset; };
        Status status;
        std::memcpy(&status, bytes(arguments_.status), sizeof status);
        flags_ = status.flags;
        const RecurrenceHeader& header = recurrence_.header;
        Solution solution;
        solution.shape = shape;
        solution.answer = read_number(header.cell, bytes(arguments_.answer));
        std::memcpy(&record_, bytes(arguments_.answer), sizeof record_);
        if (plan_.path_records != 0) {
            PathHead head;
            std::memcpy(&head, bytes(arguments_.path), sizeof head);
            EXPECT_TRUE(head.done == 1U || !ends);
            EXPECT_LE(head.count, plan_.path_records);
            solution.path.resize(std::min<std::uint64_t>(head.count, plan_.path_records));
            if (!solution.path.empty()) {
                std::vector<std::array<std::int32_t, 3>> records(solution.path.size());  // Two indices and a decision
                std::memcpy(records.data(), bytes(arguments_.path) + sizeof head, records.size() * sizeof records[0]);
                std::transform(records.begin(), records.end(), solution.path.begin(), [](const auto& record) {
                    return PathRecord{record[0], record[1], static_cast<std::uint32_t>(record[2])};
                });
            }
            if (header.has_step) {
                solution.path_end = Cell{head.i, head.j};
            }
        }
        return solution;
    }

    /// Returns the flags that the kernels raised; valid after read().
    std::uint32_t status_flags() const { return flags_; }
    /// Returns the answer with its cell; valid after read().
    const AnswerRecord& answer_record() const { return record_; }

    /// Returns the table, row-major in the user's orientation.
    std::vector<std::byte> table(const Shape& shape) const {
        std::vector<std::byte> stored(static_cast<std::size_t>(plan_.table_bytes));
        vkalgo::test::take(download_table(runner_, arguments_.table, stored));
        const std::size_t bytes = size_of(recurrence_.header.cell);
        std::vector<std::byte> cells;
        for (std::int64_t i = 0; i < shape.size.rows; ++i) {
            for (std::int64_t j = 0; j < shape.size.columns; ++j) {
                const auto* cell = stored.data() + static_cast<std::size_t>(plan_.layout.index_of({i, j})) * bytes;
                cells.insert(cells.end(), cell, cell + bytes);
            }
        }
        return cells;
    }

private:
    /// Reserves a range that begins at a multiple of 256, with a guard of at least 256 bytes before it.
    std::uint64_t reserve(std::uint64_t bytes) {
        const std::uint64_t begin = (end_ + 256 + 255) / 256 * 256;
        ranges_.push_back({begin, begin + bytes});
        end_ = begin + bytes;
        return begin;
    }

    void expect_guards(const std::vector<std::byte>& after) const {
        std::uint64_t at = 0;
        for (const auto& [begin, end] : ranges_) {
            for (; at < begin; ++at) {
                ASSERT_EQ(after[at], std::byte{0xA5}) << "byte " << at << " before the part at " << begin;
            }
            at = end;
        }
    }

    Runner& runner_;
    const CompiledRecurrence& recurrence_;
    const MethodPlan& plan_;
    std::vector<std::byte> params_, before_;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges_;
    std::uint64_t end_ = 0;
    std::uint32_t flags_ = 0;
    AnswerRecord record_;
    Buffer memory_;
    std::vector<BufferView> input_views_;
    RunArguments arguments_;
};

}  // namespace vkalgo::dp::test
