#include "formats/npy.hpp"

#include "formats/number_text.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

static_assert(std::endian::native == std::endian::little, "byte orders below are written for little-endian machines");

constexpr std::string_view kMagic("\x93NUMPY", 6);
constexpr std::size_t kAlignment = 64;  // The data begin at a multiple of this, as in NumPy

struct DtypeName {
    std::string_view code;
    ElementType type;
};

constexpr DtypeName kDtypes[] = {
    {"u1", ElementType::u8},  {"i1", ElementType::i8},  {"u2", ElementType::u16}, {"i2", ElementType::i16},
    {"u4", ElementType::u32}, {"i4", ElementType::i32}, {"u8", ElementType::u64}, {"i8", ElementType::i64},
    {"f2", ElementType::f16}, {"f4", ElementType::f32}, {"f8", ElementType::f64}, {"b1", ElementType::u8},
};

struct Header {
    ElementType type = ElementType::u8;
    bool swapped = false;
    bool fortran_order = false;
    std::vector<std::uint64_t> shape;
};

Error bad_npy(const std::string& name, const std::string& message) {
    return {ErrorCode::invalid_argument, fmt::format("'{}' {}", name, message), name};
}

/// A parser of the only kind of Python literal that a .npy header may be: a dictionary of a string, a bool and a tuple.
class HeaderParser {
public:
    HeaderParser(std::string_view text, std::size_t offset, const std::string& name)
        : text_(text), offset_(offset), name_(name) {}

    Result<Header> parse() {
        VKALGO_CHECK(expect('{'));
        bool seen_type = false;
        bool seen_order = false;
        bool seen_shape = false;
        while (!accept('}')) {
            VKALGO_TRY(const std::string_view key, quoted());
            VKALGO_CHECK(expect(':'));
            if (key == "descr" && !std::exchange(seen_type, true)) {
                VKALGO_CHECK(dtype());
            } else if (key == "fortran_order" && !std::exchange(seen_order, true)) {
                VKALGO_CHECK(boolean());
            } else if (key == "shape" && !std::exchange(seen_shape, true)) {
                VKALGO_CHECK(shape());
            } else {
                return malformed(fmt::format("key '{}' is unknown or given twice", key));
            }
            if (!accept(',')) {
                VKALGO_CHECK(expect('}'));
                break;
            }
        }
        skip_blanks();
        if (position_ != text_.size()) {
            return malformed("text follows the dictionary");
        }
        if (!seen_type || !seen_order || !seen_shape) {
            return malformed("it must have the keys descr, fortran_order and shape");
        }
        return header_;
    }

private:
    Error malformed(const std::string& message) const {
        return bad_npy(name_, fmt::format("has a malformed .npy header at byte {}: {}; save it again",
                                          offset_ + position_, message));
    }

    void skip_blanks() {
        while (position_ < text_.size() && std::string_view(" \t\n").find(text_[position_]) != std::string_view::npos) {
            ++position_;
        }
    }

    bool accept(char letter) {
        skip_blanks();
        if (position_ < text_.size() && text_[position_] == letter) {
            ++position_;
            return true;
        }
        return false;
    }

    Result<void> expect(char letter) {
        if (!accept(letter)) {
            return malformed(fmt::format("'{}' was expected", letter));
        }
        return {};
    }

    Result<std::string_view> quoted() {
        const bool single = accept('\'');
        if (!single && !accept('"')) {
            return malformed("a quoted word was expected");
        }
        const auto end = text_.find(single ? '\'' : '"', position_);
        if (end == std::string_view::npos) {
            return malformed("a quote is not closed");
        }
        const std::string_view word = text_.substr(position_, end - position_);
        position_ = end + 1;
        return word;
    }

    Result<void> dtype() {
        skip_blanks();
        if (position_ < text_.size() && text_[position_] == '[') {
            return bad_npy(name_, fmt::format("has records of several fields, of dtype {}; save one field as a "
                                              "separate array",
                                              nested_dtype()));
        }
        if (position_ < text_.size() && text_[position_] == '(') {
            return bad_npy(name_, fmt::format("has elements that are arrays themselves, of sub-array dtype {}; save it "
                                              "as a plain array, of the base type and with one more dimension",
                                              nested_dtype()));
        }
        VKALGO_TRY(const std::string_view word, quoted());
        const char order = word.empty() ? '?' : word.front();
        for (const DtypeName& dtype : kDtypes) {
            if (word.substr(word.empty() ? 0 : 1) == dtype.code &&
                std::string_view("<>|=").find(order) != std::string_view::npos) {
                header_.type = dtype.type;
                header_.swapped = order == '>';
                return {};
            }
        }
        return bad_npy(name_,
                       fmt::format("has elements of dtype '{}'; convert them with .astype() to one of uint8, int8, "
                                   "uint16, int16, uint32, int32, uint64, int64, float16, float32, float64",
                                   word));
    }

    /// Returns the dtype in brackets that begins here, shortened if it is long.
    std::string nested_dtype() const {
        int depth = 0;
        std::size_t end = position_;
        do {
            const char letter = text_[end++];
            depth += letter == '(' || letter == '[' ? 1 : letter == ')' || letter == ']' ? -1 : 0;
        } while (depth > 0 && end < text_.size());
        return excerpt(text_.substr(position_, end - position_));
    }

    Result<void> boolean() {
        skip_blanks();
        for (const bool value : {true, false}) {
            const std::string_view word = value ? "True" : "False";
            if (text_.substr(position_).starts_with(word)) {
                position_ += word.size();
                header_.fortran_order = value;
                return {};
            }
        }
        return malformed("True or False was expected");
    }

    Result<void> shape() {
        VKALGO_CHECK(expect('('));
        while (!accept(')')) {
            skip_blanks();
            std::uint64_t extent = 0;
            const char* begin = text_.data() + position_;
            const auto [end, failure] = std::from_chars(begin, text_.data() + text_.size(), extent);
            if (failure != std::errc()) {
                return malformed("an extent of the shape is not a whole number that fits 64 bits");
            }
            position_ += static_cast<std::size_t>(end - begin);
            accept('L');  // Python 2 wrote long integers with an L
            header_.shape.push_back(extent);
            if (!accept(',')) {
                VKALGO_CHECK(expect(')'));
                break;
            }
        }
        return {};
    }

    std::string_view text_;
    std::size_t offset_;
    const std::string& name_;
    std::size_t position_ = 0;
    Header header_;
};

void swap_bytes(Array& array) {
    const std::size_t size = size_of(array.type);
    for (auto element = array.data.begin(); element != array.data.end(); element += static_cast<std::ptrdiff_t>(size)) {
        std::reverse(element, element + static_cast<std::ptrdiff_t>(size));
    }
}

/// Reorders data whose first index runs fastest into data whose last index runs fastest.
void fortran_to_c(Array& array) {
    const std::size_t size = size_of(array.type);
    const std::size_t dimensions = array.shape.size();
    if (dimensions < 2 || array.data.empty()) {
        return;
    }
    std::vector<std::size_t> stride(dimensions);  // Bytes between neighbours along each index in Fortran order
    std::size_t running = size;
    for (std::size_t axis = 0; axis < dimensions; ++axis) {
        stride[axis] = running;
        running *= array.shape[axis];
    }
    Bytes ordered(array.data.size());
    std::vector<std::uint64_t> index(dimensions, 0);
    std::size_t source = 0;
    for (std::size_t target = 0; target < ordered.size(); target += size) {
        std::memcpy(ordered.data() + target, array.data.data() + source, size);
        for (std::size_t axis = dimensions; axis-- > 0;) {  // Counts up, the last index fastest
            source += stride[axis];
            if (++index[axis] < array.shape[axis]) {
                break;
            }
            source -= stride[axis] * array.shape[axis];
            index[axis] = 0;
        }
    }
    array.data = std::move(ordered);
}

/// Returns the offset and the length of the header's text, according to the format version.
Result<std::pair<std::size_t, std::size_t>> find_header(std::span<const std::byte> bytes, const std::string& name) {
    const auto byte = [&](std::size_t index) { return std::to_integer<std::size_t>(bytes[index]); };
    VKALGO_CHECK(check_npy_start(bytes, name));
    const Error truncated =
        bad_npy(name, fmt::format("is a truncated .npy file: it ends within its header, after {}; copy it again",
                                  plural(bytes.size(), "byte")));
    if (bytes.size() < 10) {
        return truncated;
    }
    const std::size_t version = byte(6);
    if (version < 1 || version > 3) {
        return bad_npy(
            name,
            fmt::format("has .npy format version {}, but only versions 1 to 3 are supported; save it again", version));
    }
    const std::size_t start = version == 1 ? 10 : 12;
    if (bytes.size() < start) {
        return truncated;
    }
    std::size_t length = byte(8) | byte(9) << 8;
    if (version > 1) {
        length |= byte(10) << 16 | byte(11) << 24;
    }
    if (bytes.size() - start < length) {
        return truncated;
    }
    return std::pair{start, length};
}

/// Returns the parsed header and the offset of the values.
Result<std::pair<Header, std::size_t>> read_header(std::span<const std::byte> bytes, const std::string& name) {
    VKALGO_TRY(const auto found, find_header(bytes, name));
    const auto [start, length] = found;
    VKALGO_TRY(Header header, HeaderParser(as_text(bytes).substr(start, length), start, name).parse());
    return std::pair{std::move(header), start + length};
}

Result<std::uint64_t> data_bytes(const Header& header, const std::string& name) {
    const auto wanted = byte_count(header.shape, header.type);
    if (!wanted) {
        return bad_npy(name, "has a shape whose array has more bytes than 64 bits can count; save it again");
    }
    return *wanted;
}

}  // namespace

bool looks_like_npy(std::string_view content) {
    return content.starts_with(kMagic);
}

Result<void> check_npy_start(std::span<const std::byte> head, const std::string& name) {
    if (head.empty()) {
        return bad_npy(name, "is empty, so it is not a .npy file; save it again");
    }
    const std::size_t compared = std::min(head.size(), kMagic.size());
    if (as_text(head).substr(0, compared) != kMagic.substr(0, compared)) {
        return bad_npy(name, "is not a .npy file: it does not start with \\x93NUMPY; save it with numpy.save");
    }
    return {};
}

Result<PartsLayout> npy_layout(std::span<const std::byte> head, const std::string& name) {
    VKALGO_TRY(const auto found, read_header(head, name));
    const auto& [header, start] = found;
    VKALGO_TRY(const std::uint64_t bytes, data_bytes(header, name));
    const auto longer_than_one = [](std::uint64_t extent) { return extent > 1; };
    if (header.fortran_order && std::count_if(header.shape.begin(), header.shape.end(), longer_than_one) > 1) {
        return bad_npy(name,
                       "is in Fortran order, which cannot be read as a stream; save it with numpy.ascontiguousarray");
    }
    return PartsLayout{header.type, start, bytes, header.swapped};
}

Result<NpyHead> npy_head(std::span<const std::byte> head, const std::string& name) {
    VKALGO_TRY(auto found, read_header(head, name));
    VKALGO_TRY(const std::uint64_t bytes, data_bytes(found.first, name));
    static_cast<void>(bytes);
    return NpyHead{found.first.type, std::move(found.first.shape)};
}

Result<NpyView> view_npy(std::span<const std::byte> bytes, const std::string& name) {
    VKALGO_TRY(auto found, read_header(bytes, name));
    auto& [header, start] = found;
    VKALGO_TRY(const std::uint64_t wanted, data_bytes(header, name));
    const std::uint64_t given = bytes.size() - start;
    if (given != wanted) {
        return bad_npy(name, fmt::format("is {}: its shape needs {} of data, but there are {}; copy or save it again",
                                         given < wanted ? "a truncated .npy file" : "too long for a .npy file",
                                         plural(wanted, "byte"), given));
    }
    return NpyView{header.type, std::move(header.shape), header.fortran_order, header.swapped, bytes.subspan(start)};
}

Result<Array> parse_npy(Bytes bytes, const std::string& name) {
    VKALGO_TRY(NpyView view, view_npy(bytes, name));
    bytes.erase(bytes.begin(), bytes.end() - static_cast<std::ptrdiff_t>(view.data.size()));
    Array array{view.type, std::move(view.shape), std::move(bytes)};
    if (view.swapped) {
        swap_bytes(array);
    }
    if (view.fortran_order) {
        fortran_to_c(array);
    }
    return array;
}

namespace {

std::string dtype_code(ElementType type) {
    const auto* dtype = std::find_if(std::begin(kDtypes), std::end(kDtypes),
                                     [&](const DtypeName& candidate) { return candidate.type == type; });
    return fmt::format("{}{}", size_of(type) == 1 ? '|' : '<', dtype->code);
}

/// Returns the file's bytes. `descr` is the Python expression of the dtype.
Bytes encode(const Array& array, const std::string& descr, NpyOrder order) {
    std::string shape;
    for (const std::uint64_t extent : array.shape) {
        shape += fmt::format("{}{},", shape.empty() ? "" : " ", extent);
    }
    if (array.shape.size() > 1) {
        shape.pop_back();  // Only a tuple of one needs its comma
    }
    std::string header = fmt::format("{{'descr': {}, 'fortran_order': {}, 'shape': ({}), }}", descr,
                                     order == NpyOrder::fortran ? "True" : "False", shape);
    const std::size_t unpadded = kMagic.size() + 4 + header.size() + 1;
    header.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ');
    header += '\n';

    std::string front(kMagic);
    front += {'\x01', '\x00', static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
    front += header;
    Bytes bytes(front.size() + array.data.size());
    std::memcpy(bytes.data(), front.data(), front.size());
    if (!array.data.empty()) {
        std::memcpy(bytes.data() + front.size(), array.data.data(), array.data.size());
    }
    return bytes;
}

}  // namespace

Bytes encode_npy(const Array& array, NpyOrder order) {
    return encode(array, "'" + dtype_code(array.type) + "'", order);
}

Bytes encode_npy_records(const Array& array, std::span<const NpyField> fields, std::uint32_t item_bytes,
                         NpyOrder order) {
    // A .npy header has no offsets. An unnamed field fills a gap.
    std::string descr = "[";
    std::uint32_t end = 0;
    const auto gap = [&](std::uint32_t until) {
        descr += until > end ? fmt::format("('', '|V{}'), ", until - end) : "";
    };
    for (const NpyField& field : fields) {
        gap(field.offset);
        descr += fmt::format("('{}', '{}'), ", field.name, dtype_code(field.type));
        end = field.offset + size_of(field.type);
    }
    gap(item_bytes);
    return encode(array, descr + "]", order);
}

}  // namespace vkalgo::formats
