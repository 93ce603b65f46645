#include "cli/batch/cluster/messages.hpp"

#include <algorithm>
#include <concepts>
#include <cstring>
#include <functional>
#include <type_traits>
#include <utility>

namespace vkalgo::cli {
namespace {

template <class T>
concept Plain = std::is_trivially_copyable_v<T>;

/// A writer of packets. Like Unpacker it has operator()(fields...), so that each_field() below lists the fields of a
/// message once for both.
class Packer {
public:
    explicit Packer(PacketKind kind) { put(kind); }

    template <class... T>
    void operator()(const T&... fields) {
        (put(fields), ...);
    }
    template <Plain T>
    void put_all(std::span<T> values) {
        put(std::uint64_t{values.size()});
        put_bytes(values.data(), values.size_bytes());
    }
    Packet take() { return std::move(packet_); }

private:
    template <class T>
    void put(const T& value) {
        if constexpr (Plain<T>) {
            put_bytes(&value, sizeof value);
        } else {
            each_field(*this, value);
        }
    }
    void put(const std::string& text) { put_all(std::span(text)); }
    template <class T>
    void put(const std::vector<T>& values) {
        if constexpr (Plain<T>) {
            put_all(std::span(values));
        } else {
            put(std::uint64_t{values.size()});
            for (const T& each : values) {
                put(each);
            }
        }
    }
    template <class T>
    void put(const std::map<std::string, T, std::less<>>& values) {
        put(std::uint64_t{values.size()});
        for (const auto& [name, value] : values) {
            (*this)(name, value);
        }
    }
    void put_bytes(const void* bytes, std::size_t count) {
        const auto* first = static_cast<const std::byte*>(bytes);
        packet_.insert(packet_.end(), first, first + count);
    }
    Packet packet_;
};

/// A reader of a packet that the same program made.
class Unpacker {
public:
    explicit Unpacker(std::span<const std::byte> bytes) : bytes_(bytes.subspan(sizeof(PacketKind))) {}

    template <class... T>
    void operator()(T&... fields) {
        (get(fields), ...);
    }
    template <class T>
    T next() {
        T value{};
        get(value);
        return value;
    }

private:
    template <class T>
    void get(T& value) {
        if constexpr (Plain<T>) {
            std::memcpy(&value, take(sizeof value), sizeof value);
        } else {
            each_field(*this, value);
        }
    }
    void get(std::string& text) { get_all(text); }
    template <class T>
    void get(std::vector<T>& values) {
        if constexpr (Plain<T>) {
            get_all(values);
        } else {
            values.resize(next<std::uint64_t>());
            for (T& each : values) {
                get(each);
            }
        }
    }
    template <class T>
    void get(std::map<std::string, T, std::less<>>& values) {
        for (auto left = next<std::uint64_t>(); left > 0; --left) {
            get(values[next<std::string>()]);
        }
    }
    template <class List>
    void get_all(List& list) {
        using T = typename List::value_type;
        const auto count = next<std::uint64_t>();
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

/// Whether M is T (a message to unpack) or const T (a message to pack).
template <class M, class T>
concept Is = std::same_as<std::remove_const_t<M>, T>;

template <class Archive, Is<Hello> M>
void each_field(Archive& archive, M& hello) {
    archive(hello.host, hello.tasks);
}
template <class Archive, Is<BatchFile> M>
void each_field(Archive& archive, M& file) {
    archive(file.name, file.has_names, file.inputs);
}
template <class Archive, Is<dp::InputArray> M>
void each_field(Archive& archive, M& array) {
    archive(array.type, array.count, array.data);
}
template <class Archive, Is<FormattedRows> M>
void each_field(Archive& archive, M& formatted) {
    archive(formatted.text, formatted.lists);
}
template <class Archive, Is<TaskResult> M>
void each_field(Archive& archive, M& result) {
    archive(result.number, result.problems, result.formatted, result.kept);
}
template <class Archive, Is<Error> M>
void each_field(Archive& archive, M& error) {
    archive(error.code, error.message, error.where);
}
template <class Archive, Is<DeviceShare> M>
void each_field(Archive& archive, M& share) {
    archive(share.device, share.tasks, share.problems, share.cells, share.gpu_milliseconds, share.busy_milliseconds,
            share.upload_milliseconds, share.download_milliseconds, share.device_bytes, share.scratch_bytes,
            share.last_task, share.method, share.plan_summary, share.compared, share.kept, share.compared_kept,
            share.differs_at, share.difference);
}

template <class T>
Packet packed(PacketKind kind, const T& message) {
    Packer packer(kind);
    packer(message);
    return packer.take();
}

/// Packs the arrays [first, first + count) of `column`.
void put_column(Packer& packer, const ArrayBlock& column, std::size_t first, std::size_t count) {
    const std::uint64_t begin = column.offsets[first];
    const std::uint64_t elements = column.offsets[first + count] - begin;
    const std::uint64_t all = column.offsets.back();
    const std::size_t element_bytes = all == 0 ? 1 : column.data.size() / all;
    packer.put_all(std::span(column.data).subspan(begin * element_bytes, elements * element_bytes));
    packer(begin);
    packer.put_all(std::span(column.offsets).subspan(first, count + 1));
    const bool has_names = column.name_offsets.size() > first + count;
    packer(has_names);
    if (has_names) {
        const std::uint64_t begin_name = column.name_offsets[first];
        packer.put_all(std::span(column.names).subspan(begin_name, column.name_offsets[first + count] - begin_name));
        packer(begin_name);
        packer.put_all(std::span(column.name_offsets).subspan(first, count + 1));
    }
    const bool has_qualities = !column.qualities.empty();
    packer(has_qualities);
    if (has_qualities) {
        packer.put_all(std::span(column.qualities).subspan(begin, elements));
    }
}

void get_offsets(Unpacker& unpacker, std::vector<std::uint64_t>& offsets) {
    const auto begin = unpacker.next<std::uint64_t>();
    unpacker(offsets);
    for (std::uint64_t& each : offsets) {
        each -= begin;
    }
}

void get_column(Unpacker& unpacker, ArrayBlock& column) {
    unpacker(column.data);
    get_offsets(unpacker, column.offsets);
    if (unpacker.next<bool>()) {
        unpacker(column.names);
        get_offsets(unpacker, column.name_offsets);
    }
    if (unpacker.next<bool>()) {
        unpacker(column.qualities);
    }
}

void put_rows(Packer& packer, const Rows& rows, std::size_t first, std::size_t count) {
    packer(rows.first + first);
    packer(std::uint64_t{rows.columns.size()});
    for (const ArrayBlock& column : rows.columns) {
        put_column(packer, column, first, count);
    }
    for (const std::vector<Bytes>* letters : {&rows.letter_indices, &rows.reverse}) {
        packer(std::uint64_t{letters->size()});
        for (std::size_t k = 0; k < letters->size(); ++k) {
            const std::vector<std::uint64_t>& offsets = rows.columns[k].offsets;
            const bool there = !(*letters)[k].empty();
            const std::uint64_t begin = there ? offsets[first] : 0;
            packer.put_all(std::span((*letters)[k]).subspan(begin, there ? offsets[first + count] - begin : 0));
        }
    }
    packer(rows.alphabet);
}

std::shared_ptr<const Rows> get_rows(Unpacker& unpacker) {
    auto rows = std::make_shared<Rows>();
    unpacker(rows->first);
    rows->columns.resize(unpacker.next<std::uint64_t>());
    for (ArrayBlock& column : rows->columns) {
        get_column(unpacker, column);
    }
    for (std::vector<Bytes>* letters : {&rows->letter_indices, &rows->reverse}) {
        letters->resize(unpacker.next<std::uint64_t>());
        for (Bytes& each : *letters) {
            unpacker(each);
        }
    }
    unpacker(rows->alphabet);
    return rows;
}

/// Returns the first row that a task uses, and the number of rows from it to the last row that the task uses.
std::pair<std::size_t, std::size_t> range_of(const Task& task) {
    if (task.kind != Task::Kind::solve_kept) {
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
    return packed(PacketKind::hello, hello);
}

Hello unpack_hello(std::span<const std::byte> bytes) {
    return Unpacker(bytes).next<Hello>();
}

Packet pack(const SharedSetup& setup) {
    Packer packer(PacketKind::setup);
    packer(setup.files, setup.common, setup.second != nullptr);
    if (setup.second) {
        put_rows(packer, *setup.second, 0, setup.second->count());
    }
    return packer.take();
}

SharedSetup unpack_setup(std::span<const std::byte> bytes) {
    Unpacker unpacker(bytes);
    SharedSetup setup;
    unpacker(setup.files, setup.common);
    if (unpacker.next<bool>()) {
        setup.second = get_rows(unpacker);
    }
    return setup;
}

Packet pack(const Task& task) {
    Packer packer(PacketKind::task);
    const auto [first, count] = range_of(task);
    std::vector<KeptProblem> kept = task.kept;
    for (KeptProblem& each : kept) {
        each.x -= static_cast<std::uint32_t>(first);
    }
    packer(task.kind, task.number, count, task.column, task.columns, task.first, kept, std::uint64_t{task.rows.size()});
    for (const auto& rows : task.rows) {
        put_rows(packer, *rows, first, count);
    }
    return packer.take();
}

std::shared_ptr<Task> unpack_task(std::span<const std::byte> bytes) {
    Unpacker unpacker(bytes);
    auto task = std::make_shared<Task>();
    unpacker(task->kind, task->number, task->count, task->column, task->columns, task->first, task->kept);
    for (auto left = unpacker.next<std::uint64_t>(); left > 0; --left) {
        task->rows.push_back(get_rows(unpacker));
    }
    return task;
}

Packet pack(const TaskResult& result) {
    return packed(PacketKind::result, result);
}

TaskResult unpack_result(std::span<const std::byte> bytes) {
    return Unpacker(bytes).next<TaskResult>();
}

Packet pack(const Error& error) {
    return packed(PacketKind::failed, error);
}

Error unpack_error(std::span<const std::byte> bytes) {
    return Unpacker(bytes).next<Error>();
}

Packet pack(const std::vector<DeviceShare>& shares) {
    return packed(PacketKind::shares, shares);
}

std::vector<DeviceShare> unpack_shares(std::span<const std::byte> bytes) {
    return Unpacker(bytes).next<std::vector<DeviceShare>>();
}

Packet pack_leave(int code) {
    return packed(PacketKind::leave, code);
}

int unpack_leave(std::span<const std::byte> bytes) {
    return Unpacker(bytes).next<int>();
}

}  // namespace vkalgo::cli
