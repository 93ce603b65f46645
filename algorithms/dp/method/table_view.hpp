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
    /// One buffer. `device_address`: of its first byte, where kernels reach it so; 0: they bind it.
    TableView(const BufferView& whole, std::uint64_t device_address = 0);  // NOLINT(google-explicit-constructor)

    /// in the order of the cells; as many bytes each as MethodPlan::part_bytes says, the last one the rest
    std::vector<BufferView> parts;
    /// of the part or, where there are several, of `list`; 0: the part is bound
    std::uint64_t address = 0;
    /// of several parts: room for the device address of each, 8 bytes
    BufferView list;
    /// what record_place() writes there
    std::vector<std::uint64_t> addresses;

    /// What kernels bind; null where they reach the table by address.
    BufferView bound() const { return parts.empty() || address != 0 ? BufferView{} : parts.front(); }
    /// Tells the recorder that its next dispatch reaches the table by address, if it does.
    void use(Recorder& recorder, Access access) const;
    /// Zeros every byte.
    void clear(Recorder& recorder) const;
};

/// Copies the first bytes of a table to the host. Errors: those of Runner::download.
Result<void> download_table(Runner& runner, const TableView& table, std::span<std::byte> bytes);
/// Copies bytes to the beginning of a table. Errors: those of Runner::upload.
Result<void> upload_table(Runner& runner, const TableView& table, std::span<const std::byte> bytes);

/// The memory of a table.
class TableBuffers {
public:
    /// As the plan says; none without a table. Errors: those of Buffer::create.
    static Result<TableBuffers> create(Context& context, const MethodPlan& plan);
    /// Valid as long as this object.
    TableView view() const;

private:
    std::vector<Buffer> parts_;
    Buffer list_;
    bool by_address_ = false;
};

}  // namespace vkalgo::dp
