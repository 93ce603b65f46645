#include "cli/commands/sort/table_keys.hpp"

#include "algorithms/element_type.hpp"
#include "algorithms/sort/sort_reference.hpp"
#include "formats/writer.hpp"
#include "support/bad_usage.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

constexpr std::uint64_t kAllBits = std::numeric_limits<std::uint64_t>::max();

template <class T>
int compare_elements(const Array& array, std::size_t a, std::size_t b) {
    T left, right;
    std::memcpy(&left, array.data.data() + a * sizeof(T), sizeof(T));
    std::memcpy(&right, array.data.data() + b * sizeof(T), sizeof(T));
    if constexpr (!std::is_integral_v<T>) {
        if (left == right) {  // -0 comes before 0
            return int{std::signbit(static_cast<double>(right))} - int{std::signbit(static_cast<double>(left))};
        }
    }
    return left < right ? -1 : left > right ? 1 : 0;
}

/// Returns the rank of each text among the different texts, from 0. The rank of a missing text has no meaning.
std::vector<std::uint64_t> text_ranks(const ColumnText& text) {
    std::vector<std::string_view> different;
    different.reserve(text.values.size());
    for (std::size_t row = 0; row < text.values.size(); ++row) {
        if (text.is_missing.empty() || !text.is_missing[row]) {
            different.push_back(text.values[row]);
        }
    }
    std::sort(different.begin(), different.end());
    different.erase(std::unique(different.begin(), different.end()), different.end());
    std::vector<std::uint64_t> ranks;
    ranks.reserve(text.values.size());
    for (const std::string_view value : text.values) {
        const auto found = std::lower_bound(different.begin(), different.end(), value);
        ranks.push_back(static_cast<std::uint64_t>(found - different.begin()));
    }
    return ranks;
}

/// A part of the key of each row: a number of `width` bits.
struct KeyBits {
    std::vector<std::uint64_t> numbers;
    unsigned width = 0;
};

/// Returns the bits by which rows are compared, the most significant first. A column whose keys are equal in all rows
/// has none.
std::vector<KeyBits> bits_of_rows(const TableKeys& keys) {
    std::vector<KeyBits> bits;
    for (const KeyColumn& column : keys.columns) {
        std::uint64_t most = 0;
        bool beyond = false;
        std::vector<std::uint64_t> ordinals = column.ordinals(most, beyond);
        if (beyond) {
            KeyBits missing{{}, 1};
            for (std::size_t row = 0; row < ordinals.size(); ++row) {
                missing.numbers.push_back(column.is_missing(row) ? 1 : 0);
            }
            bits.push_back(std::move(missing));
        }
        if (most != 0) {
            bits.push_back({std::move(ordinals), static_cast<unsigned>(std::bit_width(most))});
        }
    }
    return bits;
}

Array key_array(const KeyBits& bits) {
    Array array{bits.width <= 32 ? ElementType::u32 : ElementType::u64, {bits.numbers.size()}, {}};
    const std::size_t size = size_of(array.type);
    array.data.resize(bits.numbers.size() * size);
    for (std::size_t row = 0; row < bits.numbers.size(); ++row) {
        const auto narrow = static_cast<std::uint32_t>(bits.numbers[row]);
        const void* const source = size == 4 ? static_cast<const void*>(&narrow) : &bits.numbers[row];
        std::memcpy(array.data.data() + row * size, source, size);
    }
    return array;
}

/// The words after a column's name.
struct ColumnWords {
    std::optional<bool> descending;
    std::optional<ElementType> type;
    bool text = false;
};

Result<ColumnWords> words_after(const FoundColumn& column) {
    ColumnWords words;
    for (const std::string& word : column.suffixes) {
        const bool is_direction = word == "asc" || word == "desc";
        if (is_direction ? words.descending.has_value() : words.text || words.type) {
            return bad_usage(fmt::format("--column: '{}' has two {}; leave one out", column.label,
                                         is_direction ? "directions" : "types"));
        }
        if (is_direction) {
            words.descending = word == "desc";
        } else if (word == "text") {
            words.text = true;
        } else {
            words.type = element_type_from(word);
        }
    }
    return words;
}

Result<void> check_columns(const TableText& table) {
    for (std::size_t a = 0; a < table.columns.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            if (table.columns[a].index == table.columns[b].index) {
                return bad_usage(fmt::format("--column: '{}' and '{}' are the same column; leave one out",
                                             table.columns[b].label, table.columns[a].label));
            }
        }
    }
    return {};
}

}  // namespace

std::vector<std::string> column_suffixes() {
    std::vector<std::string> words{"asc", "desc", "text"};
    words.insert(words.end(), kElementTypeNames.begin(), kElementTypeNames.end());
    return words;
}

std::string KeyColumn::key_text(std::size_t row) const {
    if (is_missing(row)) {
        return is_text() ? "" : "nan";
    }
    return is_text() ? std::string(text_->values[row]) : element_text(numbers_.values, row);
}

int KeyColumn::compare(std::size_t a, std::size_t b) const {
    if (is_missing(a) || is_missing(b)) {
        return int{is_missing(a)} - int{is_missing(b)};
    }
    int order = 0;
    if (is_text()) {
        order = text_->values[a].compare(text_->values[b]);
    } else {
        order = with_type(numbers_.values.type,
                          [&](auto sample) { return compare_elements<decltype(sample)>(numbers_.values, a, b); });
    }
    return !descending_ || order == 0 ? order : order < 0 ? 1 : -1;
}

std::vector<std::uint64_t> KeyColumn::ordinals(std::uint64_t& most, bool& beyond) const {
    std::vector<std::uint64_t> ordinals =
        is_text() ? text_ranks(*text_) : sort_ordinals(numbers_.values.data, {.type = numbers_.values.type});
    std::uint64_t low = kAllBits;
    std::uint64_t high = 0;
    for (std::size_t row = 0; row < ordinals.size(); ++row) {
        if (!is_missing(row)) {
            low = std::min(low, ordinals[row]);
            high = std::max(high, ordinals[row]);
        }
    }
    most = high < low ? 0 : high - low;
    beyond = missing() != 0 && most == kAllBits;
    // If all cells are missing, all rows are equal.
    const std::uint64_t last = missing() == 0 || beyond || high < low ? 0 : most + 1;
    for (std::size_t row = 0; row < ordinals.size(); ++row) {
        ordinals[row] = is_missing(row) ? last : descending_ ? high - ordinals[row] : ordinals[row] - low;
    }
    most = std::max(most, last);
    return ordinals;
}

std::uint64_t TableKeys::missing() const {
    std::uint64_t missing = 0;
    for (const KeyColumn& column : columns) {
        missing += column.missing();
    }
    return missing;
}

int TableKeys::compare(std::size_t a, std::size_t b) const {
    for (const KeyColumn& column : columns) {
        if (const int order = column.compare(a, b); order != 0) {
            return order;
        }
    }
    return 0;
}

std::string TableKeys::text() const {
    std::string text;
    for (const KeyColumn& column : columns) {
        text += fmt::format("{}{}{}:{}", text.empty() ? "" : ", ", column.label(), column.descending() ? ":desc" : "",
                            column.is_text() ? "text" : to_string(column.numbers().type));
    }
    return text;
}

Json TableKeys::json() const {
    Json json = Json::array();
    for (const KeyColumn& column : columns) {
        json.push_back({{"column", column.label()},
                        {"direction", column.descending() ? "desc" : "asc"},
                        {"type", column.is_text() ? "text" : to_string(column.numbers().type)}});
    }
    return json;
}

Result<TableKeys> read_table_keys(InputReader& reader, const std::string& path, std::span<const std::string> wanted,
                                  const KeyDefaults& defaults) {
    TableKeys keys;
    VKALGO_TRY(keys.table, reader.table(path, wanted, column_suffixes()));
    VKALGO_CHECK(check_columns(keys.table));
    bool takes_type = false;
    bool takes_direction = false;
    for (std::size_t k = 0; k < wanted.size(); ++k) {
        const FoundColumn& found = keys.table.columns[k];
        VKALGO_TRY(const ColumnWords words, words_after(found));
        const bool descending = words.descending.value_or(defaults.descending);
        takes_direction = takes_direction || !words.descending;
        if (words.text) {
            keys.columns.emplace_back(found.label, descending, column_text(keys.table, k));
            continue;
        }
        takes_type = takes_type || !words.type;
        const std::optional<ElementType> type = words.type ? words.type : defaults.type;
        auto numbers = column_numbers(keys.table, k, type ? std::vector{*type} : defaults.tried, true);
        if (!numbers && !type) {
            numbers.error().message += fmt::format(", or sort it as text by --column {}:text", found.label);
        }
        VKALGO_CHECK(numbers);
        keys.columns.emplace_back(found.label, descending, std::move(*numbers));
    }
    if (defaults.type && !takes_type) {
        return bad_usage("--type is for columns without their own type, but all columns have one; leave out --type");
    }
    if (defaults.descending_given && !takes_direction) {
        return bad_usage(
            "--descending is for columns without their own direction, but all columns have one; leave out "
            "--descending");
    }
    return keys;
}

std::vector<Array> packed_keys(const TableKeys& keys) {
    std::vector<KeyBits> bits = bits_of_rows(keys);
    std::vector<KeyBits> words;  // The least significant word is the first
    for (auto next = bits.rbegin(); next != bits.rend(); ++next) {
        if (words.empty() || words.back().width + next->width > 64) {
            words.push_back(std::move(*next));
            continue;
        }
        KeyBits& word = words.back();
        for (std::size_t row = 0; row < word.numbers.size(); ++row) {
            word.numbers[row] |= next->numbers[row] << word.width;
        }
        word.width += next->width;
    }
    if (words.empty()) {
        words.push_back({std::vector<std::uint64_t>(keys.count()), 1});
    }
    std::vector<Array> arrays;
    for (auto word = words.rbegin(); word != words.rend(); ++word) {
        arrays.push_back(key_array(*word));
    }
    return arrays;
}

}  // namespace vkalgo::cli
