#include "cli/commands/boxcount/box_options.hpp"

#include "algorithms/volume/box_count_call.hpp"
#include "algorithms/volume/box_grid.hpp"
#include "support/numbers.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

Error bad(std::string message) {
    return Error{ErrorCode::invalid_argument, std::move(message), {}};
}

Result<std::vector<std::uint32_t>> parse_list(std::string_view text, std::uint64_t least) {
    std::vector<std::uint32_t> numbers;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view word = text.substr(begin, end - begin);
        const auto parsed = parse_size(word);
        if (!parsed) {
            return least == 0 ? parsed.error()
                              : bad(fmt::format("'{}' is not a side of a box; give sides as in 1,3,9, or 3^k for all "
                                                "powers of 3",
                                                word));
        }
        const std::uint64_t number = *parsed;
        if (number < least || number > kMaxBoxSide) {
            return bad(fmt::format("{} is out of range; give numbers from {} to {}", number, least, kMaxBoxSide));
        }
        numbers.push_back(static_cast<std::uint32_t>(number));
        begin = end + 1;
    }
    return numbers;
}

}  // namespace

std::vector<std::uint32_t> SizeChoice::up_to(std::uint32_t largest) const {
    if (!base || *base == 2) {
        return sizes;
    }
    std::vector<std::uint32_t> powers{1};
    while (powers.back() < largest && std::uint64_t{powers.back()} * *base <= kMaxBoxSide) {
        powers.push_back(powers.back() * *base);
    }
    return powers;
}

Result<SizeChoice> parse_sizes(std::string_view text) {
    SizeChoice choice;
    if (text.ends_with("^k")) {
        VKALGO_TRY(const std::uint64_t base, parse_size(text.substr(0, text.size() - 2)));
        constexpr std::uint64_t kLeast = 2, kGreatest = 1024;
        if (base < kLeast || base > kGreatest) {
            return bad(fmt::format("{}: {} is out of range; give {} to {} before ^k", text, base, kLeast, kGreatest));
        }
        choice.base = static_cast<std::uint32_t>(base);
        return choice;
    }
    VKALGO_TRY(choice.sizes, parse_list(text, 1));
    std::sort(choice.sizes.begin(), choice.sizes.end());
    const auto twice = std::adjacent_find(choice.sizes.begin(), choice.sizes.end());
    if (twice != choice.sizes.end()) {
        return bad(fmt::format("{} is given twice; give each size once", *twice));
    }
    return choice;
}

Result<OffsetChoice> parse_offsets(const std::vector<std::string>& texts) {
    OffsetChoice choice;
    for (const std::string& text : texts) {
        if (text == "all") {
            choice.steps = kEveryOffset;
        } else if (text.find(',') == std::string::npos) {
            VKALGO_TRY(const std::uint64_t steps, parse_size(text));
            if (steps == 0 || steps > kMaxBoxSide) {
                return bad(
                    fmt::format("{} is out of range; give 1 to {} grids along each axis, all, or an offset X,Y,Z", text,
                                kMaxBoxSide));
            }
            choice.steps = static_cast<std::uint32_t>(steps);
        } else {
            VKALGO_TRY(std::vector<std::uint32_t> numbers, parse_list(text, 0));
            if (numbers.size() > 3) {
                return bad(
                    fmt::format("{} has more than three numbers; give an offset X,Y,Z, or X,Y for an image", text));
            }
            numbers.resize(3);
            choice.offsets.push_back({numbers[0], numbers[1], numbers[2]});
        }
    }
    if (texts.size() > 1 && choice.offsets.size() != texts.size()) {
        return bad(
            "only offsets X,Y,Z may be given several times; give all, or a number of grids, only once and by itself");
    }
    return choice;
}

}  // namespace vkalgo::cli
