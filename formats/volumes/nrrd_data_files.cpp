#include "formats/volumes/nrrd_data_files.hpp"

#include "support/read_number.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace vkalgo::formats {
namespace {

constexpr std::string_view kFileBlanks = " \t";

std::vector<std::string_view> file_words(std::string_view value) {
    std::vector<std::string_view> words;
    for (std::size_t at = value.find_first_not_of(kFileBlanks); at != std::string_view::npos;
         at = value.find_first_not_of(kFileBlanks, at)) {
        const std::size_t end = std::min(value.find_first_of(kFileBlanks, at), value.size());
        words.push_back(value.substr(at, end - at));
        at = end;
    }
    return words;
}

bool is_whole(std::string_view word) {
    std::int64_t number = 0;
    return read_number(word, number) == NumberFault::none;
}

/// A printf format with one whole number.
struct NameFormat {
    std::string_view before, after;
    bool has_zeros = false;
    std::size_t width = 0;
    bool is_valid = false;

    explicit NameFormat(std::string_view word) {
        const std::size_t percent = std::min(word.find('%'), word.size());
        before = word.substr(0, percent);
        std::size_t at = percent + 1;
        has_zeros = at < word.size() && word[at] == '0';
        constexpr std::size_t kMaxWidth = 64;
        for (; at < word.size() && word[at] >= '0' && word[at] <= '9' && width <= kMaxWidth; ++at) {
            width = width * 10 + static_cast<std::size_t>(word[at] - '0');
        }
        is_valid = at < word.size() && width <= kMaxWidth && (word[at] == 'd' || word[at] == 'i' || word[at] == 'u') &&
                   word.find('%', at) == std::string_view::npos;
        after = is_valid ? word.substr(at + 1) : std::string_view();
    }

    std::string name(std::int64_t number) const {
        return has_zeros ? fmt::format("{}{:0{}}{}", before, number, width, after)
                         : fmt::format("{}{:{}}{}", before, number, width, after);
    }
};

}  // namespace

bool is_nrrd_file_list(std::string_view value) {
    const std::vector<std::string_view> words = file_words(value);
    return !words.empty() && words.front() == "LIST" &&
           (words.size() == 1 || (words.size() == 2 && is_whole(words[1])));
}

bool is_nrrd_file_pattern(std::string_view value) {
    const std::vector<std::string_view> words = file_words(value);
    return words.size() >= 4 && words.size() <= 5 && words.front().find('%') != std::string_view::npos &&
           std::all_of(words.begin() + 1, words.end(), is_whole);
}

std::string append_nrrd_files(std::string_view value, std::vector<std::string>& names) {
    const std::vector<std::string_view> words = file_words(value);
    const NameFormat format(words.front());
    std::int64_t first = 0, last = 0, step = 0;
    read_number(words[1], first);
    read_number(words[2], last);
    read_number(words[3], step);
    if (!format.is_valid) {
        return fmt::format("'{}' is not a name with one number in it, such as slice%03d.raw; correct it",
                           words.front().substr(0, 40));
    }
    constexpr std::int64_t kMost = std::int64_t{1} << 40;
    constexpr std::int64_t kMaxFiles = std::int64_t{1} << 20;
    const bool small =
        first > -kMost && first < kMost && last > -kMost && last < kMost && step > -kMost && step < kMost;
    const std::int64_t count = small && step != 0 ? (last - first) / step + 1 : 0;
    if (count < 1 || count > kMaxFiles || (step > 0 ? last < first : last > first)) {
        return fmt::format(
            "the numbers {} to {} of the data files, in steps of {}, do not give 1 to {} files; correct them", first,
            last, step, kMaxFiles);
    }
    for (std::int64_t file = 0; file < count; ++file) {
        names.push_back(format.name(first + file * step));
    }
    return {};
}

}  // namespace vkalgo::formats
