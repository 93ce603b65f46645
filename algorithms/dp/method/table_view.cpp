#include "algorithms/dp/method/table_view.hpp"

#include "algorithms/dp/method/method.hpp"
#include "engine/runner.hpp"

#include <algorithm>

namespace vkalgo::dp {
namespace {

/// Calls copy(view, offset) for each part that holds some of the first `bytes` bytes of the table. `view` is the range
/// of the part that holds them; `offset` is the position of this range in the table.
template <class Copy>
Result<void> each_part(const TableView& table, std::size_t bytes, const Copy& copy) {
    std::size_t done = 0;
    for (const BufferView& part : table.parts) {
        const std::size_t here = std::min<std::size_t>(static_cast<std::size_t>(part.size), bytes - done);
        if (here != 0) {
            VKALGO_CHECK(copy(part.slice(0, here), done));
        }
        done += here;
    }
    return {};
}

}  // namespace

TableView::TableView(const BufferView& whole, std::uint64_t device_address) : address(device_address) {
    if (whole) {
        parts.push_back(whole);
    }
}

void TableView::use(Recorder& recorder, Access access) const {
    if (address == 0) {
        return;
    }
    for (const BufferView& part : parts) {
        recorder.use_by_address(part, access);
    }
    if (list) {
        recorder.use_by_address(list, Access::read);
    }
}

void TableView::clear(Recorder& recorder) const {
    for (const BufferView& part : parts) {
        recorder.fill(part, 0);
    }
}

Result<void> download_table(Runner& runner, const TableView& table, std::span<std::byte> bytes) {
    return each_part(table, bytes.size(), [&](const BufferView& part, std::size_t first) {
        return runner.download(part, bytes.subspan(first, static_cast<std::size_t>(part.size)));
    });
}

Result<void> upload_table(Runner& runner, const TableView& table, std::span<const std::byte> bytes) {
    return each_part(table, bytes.size(), [&](const BufferView& part, std::size_t first) {
        return runner.upload(part, bytes.subspan(first, static_cast<std::size_t>(part.size)));
    });
}

Result<TableBuffers> TableBuffers::create(Context& context, const MethodPlan& plan) {
    TableBuffers made;
    made.by_address_ = plan.table_by_address;
    const std::uint64_t each = plan.part_bytes != 0 ? plan.part_bytes : plan.table_bytes;
    for (std::uint64_t first = 0; first < plan.table_bytes; first += each) {
        VKALGO_TRY(Buffer part, Buffer::create(context, {.size = std::min(each, plan.table_bytes - first),
                                                         .device_address = plan.table_by_address,
                                                         .name = "table"}));
        made.parts_.push_back(std::move(part));
    }
    if (plan.part_bytes != 0) {
        VKALGO_TRY(made.list_, Buffer::create(context, {.size = plan.part_list_bytes(),
                                                        .device_address = true,
                                                        .name = "addresses of the table"}));
    }
    return made;
}

TableView TableBuffers::view() const {
    TableView table;
    for (const Buffer& part : parts_) {
        table.parts.push_back(part.view());
        table.addresses.push_back(part.device_address());
    }
    if (by_address_ && !parts_.empty()) {
        table.list = list_.view();
        table.address = table.list ? list_.device_address() : table.addresses.front();
    }
    return table;
}

}  // namespace vkalgo::dp
