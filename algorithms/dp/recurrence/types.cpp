#include "algorithms/dp/recurrence/types.hpp"

#include <algorithm>

namespace vkalgo::dp {

namespace {

template <class Enum, std::size_t Count>
std::optional<Enum> find_name(const std::array<std::string_view, Count>& names, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
        return std::nullopt;
    }
    return static_cast<Enum>(found - names.begin());
}

}  // namespace

std::string_view to_string(Pattern pattern) {
    return kPatternNames[static_cast<std::size_t>(pattern)];
}
std::optional<Pattern> pattern_from(std::string_view name) {
    return find_name<Pattern>(kPatternNames, name);
}
std::string_view to_string(RecurrenceClass name) {
    return kClassNames[static_cast<std::size_t>(name)];
}
std::optional<RecurrenceClass> class_from(std::string_view name) {
    return find_name<RecurrenceClass>(kClassNames, name);
}
std::optional<ElementType> input_type_from(std::string_view name) {
    const bool known = std::find(kInputTypeNames.begin(), kInputTypeNames.end(), name) != kInputTypeNames.end();
    return known ? element_type_from(name) : std::nullopt;
}

std::string name_of(ElementType type) {
    return std::string(to_string(type));
}

Frame Frame::of(Pattern pattern, TableSize size) {
    Frame frame;
    frame.size = size;
    switch (pattern) {
        case Pattern::RUD:
            break;
        case Pattern::RDU:
            frame.reflect_rows = true;
            break;
        case Pattern::CLR:
            frame.transpose = true;
            break;
        case Pattern::CRL:
            frame.reflect_columns = true;
            frame.transpose = true;
            break;
        case Pattern::NOSE:
            frame.diagonal = true;
            break;
        case Pattern::SENO:
            frame.diagonal = frame.reflect_rows = frame.reflect_columns = true;
            break;
        case Pattern::SONE:
            frame.diagonal = frame.reflect_rows = true;
            break;
        case Pattern::NESO:
            frame.diagonal = frame.reflect_columns = true;
            break;
    }
    return frame;
}

Cell Frame::to_canonical(Cell user) const {
    const std::int64_t row = reflect_rows ? size.rows - 1 - user.i : user.i;
    const std::int64_t column = reflect_columns ? size.columns - 1 - user.j : user.j;
    return transpose ? Cell{column, row, user.k, user.l} : Cell{row, column, user.k, user.l};
}

Cell Frame::to_user(Cell canonical) const {
    const std::int64_t row = transpose ? canonical.j : canonical.i;
    const std::int64_t column = transpose ? canonical.i : canonical.j;
    return {reflect_rows ? size.rows - 1 - row : row, reflect_columns ? size.columns - 1 - column : column, canonical.k,
            canonical.l};
}

std::string_view to_string(AnswerStatus status) {
    static constexpr std::array<std::string_view, 4> kNames{"ok", "infeasible", "unbounded", "negative-cycle"};
    return kNames[static_cast<std::size_t>(status)];
}

bool holds(ElementType type, std::int64_t value) {
    if (is_float(type) || type == ElementType::i64) {
        return true;
    }
    if (type == ElementType::u64) {
        return value >= 0;
    }
    const std::uint32_t bits = 8 * size_of(type);
    const bool is_signed = type == ElementType::i8 || type == ElementType::i16 || type == ElementType::i32;
    const std::int64_t most = (std::int64_t{1} << (bits - (is_signed ? 1 : 0))) - 1;
    return value <= most && value >= (is_signed ? -most - 1 : 0);
}

std::optional<std::int64_t> TableSize::cells() const {
    constexpr std::int64_t kMax = std::int64_t{1} << 60;
    std::int64_t product = 1;
    for (const std::int64_t extent : extents()) {
        if (extent <= 0) {
            return 0;
        }
        if (product > kMax / extent) {
            return std::nullopt;
        }
        product *= extent;
    }
    return product;
}

}  // namespace vkalgo::dp
