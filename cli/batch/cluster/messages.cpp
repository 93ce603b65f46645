#include "cli/batch/cluster/messages.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

namespace vkalgo::cli {
namespace {

class Packer {
public:
    explicit Packer(PacketKind kind) { put(kind); }

    template <class T>
        requires std::is_trivially_copyable_v<T>
    void put(const T& value) {
        put_bytes(&value, sizeof value);
    }
    void put(const std::string& text) { put_all(std::span(text)); }
    template <class T>
    void put(const std::vector<T>& values) {
        put_all(std::span(values));
    }
    template <class T>
        requires std::is_trivially_copyable_v<T>
    void put_all(std::span<T> values) {
        put(std::uint64_t{values.size()});
        put_bytes(values.data(), values.size_bytes());
    }
    Packet take() { return std::move(packet_); }

private:
    void put_bytes(const void* bytes, std::size_t count) {
        const auto* first = static_cast<const std::byte*>(bytes);
        packet_.insert(packet_.end(), first, first + count);
    }
    Packet packet_;
};

/// Of a packet that the same program made.
class Unpacker {
public:
    explicit Unpacker(std::span<const std::byte> bytes) : bytes_(bytes.subspan(sizeof(PacketKind))) {}

    template <class T>
        requires std::is_trivially_copyable_v<T>
    void get(T& value) {
        std::memcpy(&value, take(sizeof value), sizeof value);
    }
    template <class T>
    T get() {
        T value{};
        get(value);
        return value;
    }
    void get(std::string& text) { get_all(text); }
    template <class T>
    void get(std::vector<T>& values) {
        get_all(values);
    }

private:
    template <class List>
    void get_all(List& list) {
        using T = typename List::value_type;
        const auto count = get<std::uint64_t>();
        list.resize(count);
        if (count > 0) {
            std::memcpy(list.data(), take(count * sizeof(T)), count * sizeof(T));
        }
    }
    const std::byte* take(std::size_t count) {
        const std::byte* first = bytes_.data();
        bytes_ = bytes_.subspan(count);
        return first;
    }
    std::span<const std::byte> bytes_;
};

/// Arrays [first, first + count).
void put_column(Packer& packer, const ArrayBlock& column, std::size_t first, std::size_t count) {
    const std::uint64_t begin = column.offsets[first];
    const std::uint64_t elements = column.offsets[first + count] - begin;
    const std::uint64_t all = column.offsets.back();
    const std::size_t element_bytes = all == 0 ? 1 : column.data.size() / all;
    packer.put_all(std::span(column.data).subspan(begin * element_bytes, elements * element_bytes));
    packer.put(begin);
    packer.put_all(std::span(column.offsets).subspan(first, count + 1));
    const bool has_names = column.name_offsets.size() > first + count;
    packer.put(has_names);
    if (has_names) {
        const std::uint64_t begin_name = column.name_offsets[first];
        packer.put_all(std::span(column.names).subspan(begin_name, column.name_offsets[first + count] - begin_name));
        packer.put(begin_name);
        packer.put_all(std::span(column.name_offsets).subspan(first, count + 1));
    }
    const bool has_qualities = !column.qualities.empty();
    packer.put(has_qualities);
    if (has_qualities) {
        packer.put_all(std::span(column.qualities).subspan(begin, elements));
    }
}

void get_offsets(Unpacker& unpacker, std::vector<std::uint64_t>& offsets) {
    const auto begin = unpacker.get<std::uint64_t>();
    unpacker.get(offsets);
    for (std::uint64_t& each : offsets) {
        each -= begin;
    }
}

void get_column(Unpacker& unpacker, ArrayBlock& column) {
    unpacker.get(column.data);
    get_offsets(unpacker, column.offsets);
    if (unpacker.get<bool>()) {
        unpacker.get(column.names);
        get_offsets(unpacker, column.name_offsets);
    }
    if (unpacker.get<bool>()) {
        unpacker.get(column.qualities);
    }
}

void put_rows(Packer& packer, const Rows& rows, std::size_t first, std::size_t count) {
    packer.put(rows.first + first);
    packer.put(std::uint64_t{rows.columns.size()});
    for (const ArrayBlock& column : rows.columns) {
        put_column(packer, column, first, count);
    }
    for (const std::vector<Bytes>* letters : {&rows.places, &rows.turned}) {
        packer.put(std::uint64_t{letters->size()});
        for (std::size_t k = 0; k < letters->size(); ++k) {
            const std::vector<std::uint64_t>& offsets = rows.columns[k].offsets;
            const bool there = !(*letters)[k].empty();
            const std::uint64_t begin = there ? offsets[first] : 0;
            packer.put_all(std::span((*letters)[k]).subspan(begin, there ? offsets[first + count] - begin : 0));
        }
    }
    packer.put(rows.alphabet);
}

std::shared_ptr<const Rows> get_rows(Unpacker& unpacker) {
    auto rows = std::make_shared<Rows>();
    unpacker.get(rows->first);
    rows->columns.resize(unpacker.get<std::uint64_t>());
    for (ArrayBlock& column : rows->columns) {
        get_column(unpacker, column);
    }
    for (std::vector<Bytes>* letters : {&rows->places, &rows->turned}) {
        letters->resize(unpacker.get<std::uint64_t>());
        for (Bytes& each : *letters) {
            unpacker.get(each);
        }
    }
    unpacker.get(rows->alphabet);
    return rows;
}

/// The rows that a task is about.
std::pair<std::size_t, std::size_t> range_of(const Task& task) {
    if (task.kind != Task::Kind::tell_kept) {
        return {task.row, task.count};
    }
    const auto [least, most] =
        std::minmax_element(task.kept.begin(), task.kept.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
    return task.kept.empty() ? std::pair<std::size_t, std::size_t>{0, 0}
                             : std::pair<std::size_t, std::size_t>{least->x, most->x - least->x + 1};
}

}  // namespace

std::size_t rows_before(const Task& task) {
    return range_of(task).first;
}

PacketKind kind_of(std::span<const std::byte> bytes) {
    return static_cast<PacketKind>(bytes.front());
}

Packet pack_kind(PacketKind kind) {
    return Packer(kind).take();
}

Packet pack(const Hello& hello) {
    Packer packer(PacketKind::hello);
    packer.put(hello.host);
    packer.put(hello.devices);
    return packer.take();
}

Hello unpack_hello(std::span<const std::byte> bytes) {
    Unpacker unpacker(bytes);
    Hello hello;
    unpacker.get(hello.host);
    unpacker.get(hello.devices);
    return hello;
}

Packet pack(const SharedSetup& setup) {
    Packer packer(PacketKind::setup);
    packer.put(std::uint64_t{setup.files.size()});
    for (const BatchFile& file : setup.files) {
        packer.put(file.has_names);
        packer.put(std::uint64_t{file.inputs.size()});
        for (const std::string& input : file.inputs) {
            packer.put(input);
        }
    }
    packer.put(std::uint64_t{setup.common.size()});
    for (const auto& [name, array] : setup.common) {
        packer.put(name);
        packer.put(array.type);
        packer.put(array.count);
        packer.put(array.data);
    }
    packer.put(setup.second != nullptr);
    if (setup.second) {
        put_rows(packer, *setup.second, 0, setup.second->count());
    }
    return packer.take();
}

SharedSetup unpack_setup(std::span<const std::byte> bytes) {
    Unpacker unpacker(bytes);
    SharedSetup setup;
    setup.files.resize(unpacker.get<std::uint64_t>());
    for (BatchFile& file : setup.files) {
        unpacker.get(file.has_names);
        file.inputs.resize(unpacker.get<std::uint64_t>());
        for (std::string& input : file.inputs) {
            unpacker.get(input);
        }
    }
    for (auto left = unpacker.get<std::uint64_t>(); left > 0; --left) {
        std::string name;
        unpacker.get(name);
        dp::InputArray& array = setup.common[name];
        unpacker.get(array.type);
        unpacker.get(array.count);
        unpacker.get(array.data);
    }
    if (unpacker.get<bool>()) {
        setup.second = get_rows(unpacker);
    }
    return setup;
}

Packet pack(const Task& task) {
    Packer packer(PacketKind::task);
    const auto [first, count] = range_of(task);
    packer.put(task.kind);
    packer.put(task.number);
    packer.put(std::uint64_t{count});
    packer.put(std::uint64_t{task.column});
    packer.put(std::uint64_t{task.columns});
    packer.put(task.first);
    packer.put(std::uint64_t{task.kept.size()});
    for (KeptProblem each : task.kept) {
        each.x -= static_cast<std::uint32_t>(first);
        packer.put(each);
    }
    packer.put(std::uint64_t{task.rows.size()});
    for (const auto& rows : task.rows) {
        put_rows(packer, *rows, first, count);
    }
    return packer.take();
}

std::shared_ptr<Task> unpack_task(std::span<const std::byte> bytes) {
    Unpacker unpacker(bytes);
    auto task = std::make_shared<Task>();
    unpacker.get(task->kind);
    unpacker.get(task->number);
    task->count = unpacker.get<std::uint64_t>();
    task->column = unpacker.get<std::uint64_t>();
    task->columns = unpacker.get<std::uint64_t>();
    unpacker.get(task->first);
    unpacker.get(task->kept);
    for (auto left = unpacker.get<std::uint64_t>(); left > 0; --left) {
        task->rows.push_back(get_rows(unpacker));
    }
    return task;
}

Packet pack(const TaskResult& result) {
    Packer packer(PacketKind::result);
    packer.put(result.number);
    packer.put(result.problems);
    packer.put(std::uint64_t{result.told.size()});
    for (const Told& told : result.told) {
        packer.put(told.text);
        packer.put(told.solutions);
        packer.put(told.statuses);
        packer.put(told.pairs);
        packer.put(told.names);
        packer.put(told.strands);
    }
    packer.put(result.kept);
    return packer.take();
}

TaskResult unpack_result(std::span<const std::byte> bytes) {
    Unpacker unpacker(bytes);
    TaskResult result;
    unpacker.get(result.number);
    unpacker.get(result.problems);
    result.told.resize(unpacker.get<std::uint64_t>());
    for (Told& told : result.told) {
        unpacker.get(told.text);
        unpacker.get(told.solutions);
        unpacker.get(told.statuses);
        unpacker.get(told.pairs);
        unpacker.get(told.names);
        unpacker.get(told.strands);
    }
    unpacker.get(result.kept);
    return result;
}

Packet pack(const Error& error) {
    Packer packer(PacketKind::failed);
    packer.put(error.code);
    packer.put(error.message);
    packer.put(error.where);
    return packer.take();
}

Error unpack_error(std::span<const std::byte> bytes) {
    Unpacker unpacker(bytes);
    Error error;
    unpacker.get(error.code);
    unpacker.get(error.message);
    unpacker.get(error.where);
    return error;
}

Packet pack(const std::vector<DeviceShare>& shares) {
    Packer packer(PacketKind::shares);
    packer.put(std::uint64_t{shares.size()});
    for (const DeviceShare& share : shares) {
        packer.put(share.device);
        packer.put(share.tasks);
        packer.put(share.problems);
        packer.put(share.cells);
        packer.put(share.gpu_milliseconds);
        packer.put(share.busy_milliseconds);
        packer.put(share.upload_milliseconds);
        packer.put(share.download_milliseconds);
        packer.put(share.device_bytes);
        packer.put(share.scratch_bytes);
        packer.put(share.last_task);
        packer.put(share.method);
        packer.put(share.plan_summary);
        packer.put(share.compared);
        packer.put(share.differs_at);
        packer.put(share.difference);
    }
    return packer.take();
}

std::vector<DeviceShare> unpack_shares(std::span<const std::byte> bytes) {
    Unpacker unpacker(bytes);
    std::vector<DeviceShare> shares(unpacker.get<std::uint64_t>());
    for (DeviceShare& share : shares) {
        unpacker.get(share.device);
        unpacker.get(share.tasks);
        unpacker.get(share.problems);
        unpacker.get(share.cells);
        unpacker.get(share.gpu_milliseconds);
        unpacker.get(share.busy_milliseconds);
        unpacker.get(share.upload_milliseconds);
        unpacker.get(share.download_milliseconds);
        unpacker.get(share.device_bytes);
        unpacker.get(share.scratch_bytes);
        unpacker.get(share.last_task);
        unpacker.get(share.method);
        unpacker.get(share.plan_summary);
        unpacker.get(share.compared);
        unpacker.get(share.differs_at);
        unpacker.get(share.difference);
    }
    return shares;
}

Packet pack_leave(int code) {
    Packer packer(PacketKind::leave);
    packer.put(code);
    return packer.take();
}

int unpack_leave(std::span<const std::byte> bytes) {
    return Unpacker(bytes).get<int>();
}

}  // namespace vkalgo::cli
