#pragma once

#include "../../../engine/buffer.hpp"
#include "../../../engine/recorder.hpp"
#include "../../../engine/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {
class Context;
class Runner;
}  // namespace vkalgo

namespace vkalgo::dp {

struct MethodPlan;

/// A table on the device: one buffer that kernels bind, or buffers that they reach by device address.
struct TableView {
    TableView() = default;
    /// Views one buffer. `device_address`: the address of its first byte if kernels reach it by address. 0: kernels
    /// bind it.
    TableView(const BufferView& whole, std::uint64_t device_address = 0);  // NOLINT(google-explicit-constructor)

    /// The buffers in the order of the cells. Each except the last has MethodPlan::part_bytes bytes; the last has the
    /// rest of the table.
    std::vector<BufferView> parts;
    /// Device address of the only part, or of `list` if there are several parts. 0: the only part is bound.
    std::uint64_t address = 0;
    /// Only with several parts: buffer for the device addresses of the parts, 8 bytes each.
    BufferView list;
    /// The addresses that record_description() writes to `list`.
    std::vector<std::uint64_t> addresses;

    /// Returns the buffer that kernels bind. Null if they reach the table by address.
    BufferView bound() const { return parts.empty() || address != 0 ? BufferView{} : parts.front(); }
    /// If kernels reach the table by address, tells the recorder that its next dispatch does so.
    void use(Recorder& recorder, Access access) const;
    /// Records fills that set every byte to 0.
    void clear(Recorder& recorder) const;
};

/// Copies the first bytes of a table to the host. Errors: those of Runner::download.
Result<void> download_table(Runner& runner, const TableView& table, std::span<std::byte> bytes);
/// Copies bytes to the beginning of a table. Errors: those of Runner::upload.
Result<void> upload_table(Runner& runner, const TableView& table, std::span<const std::byte> bytes);

/// The memory of a table.
class TableBuffers {
public:
    /// Creates the buffers of the plan; no buffers if it has no table. Errors: those of Buffer::create.
    static Result<TableBuffers> create(Context& context, const MethodPlan& plan);
    /// Returns a view that is valid as long as this object exists.
    TableView view() const;

private:
    std::vector<Buffer> parts_;
    Buffer list_;
    bool by_address_ = false;
};

}  // namespace vkalgo::dp
