#include "tests/dp/random_recurrence.hpp"

#include "compiler/inputs.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace vkalgo::dp::test {
namespace {

constexpr const char* kNames[] = {"i", "j", "k", "l"};
constexpr const char* kFieldNames[] = {"M", "E", "F"};

double real_of(std::uint64_t bits) {
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}
std::uint64_t bits_of(double value) {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

std::string comma(const std::string& text) {
    return text.empty() ? "" : ", ";
}

}  // namespace

RandomRecurrence::RandomRecurrence(std::uint64_t seed) : random_(seed) {
    indices_ = below(4) == 0 ? 3 + below(2) : 2;
    size_ = {1 + below(20), 1 + below(20), indices_ > 2 ? 1 + below(5) : 1, indices_ > 3 ? 1 + below(4) : 1};
    constexpr ElementType kTypes[] = {ElementType::u32, ElementType::i32, ElementType::u64,
                                      ElementType::i64, ElementType::f32, ElementType::f64};
    record_ = below(3) == 0;
    fields_.assign(record_ ? 2 + below(2) : 1, ElementType::u32);
    for (ElementType& type : fields_) {
        type = kTypes[below(6)];
    }
    value_field_ = below(static_cast<std::uint32_t>(fields_.size()));
    for (std::int64_t k = 0; k < size_.rows; ++k) {
        x_.push_back(static_cast<std::uint8_t>(below(4)));
    }
    for (std::int64_t k = 0; k < size_.columns; ++k) {
        y_.push_back(static_cast<std::uint8_t>(below(4)));
    }
    draw_order();
    draw_reads();
    draw_base();
    fill();
    draw_answer();
    walks_ = base_.empty() && below(2) == 0;
}

void RandomRecurrence::draw_order() {
    by_pattern_ = indices_ == 2 && below(3) != 0;
    stage_.coefficients = {};
    if (by_pattern_) {
        stage_ = StageFunction::of(static_cast<Pattern>(below(8)));
        domain_ = below(3) == 0 ? (below(2) == 0 ? Domain::upper : Domain::lower) : Domain::full;
        sequential_ = std::abs(stage_.coefficients[0]) == 1 && stage_.coefficients[1] == 0 && below(3) == 0;
        return;
    }
    while (stage_ == StageFunction{{0, 0, 0, 0}}) {
        for (std::size_t d = 0; d < indices_; ++d) {
            stage_.coefficients[d] = static_cast<int>(below(6)) - 2;
        }
    }
}

void RandomRecurrence::draw_reads() {
    local_ = below(2) == 0;
    const int reach = local_ ? 1 : 2;
    const std::uint32_t wanted = 1 + below(4);
    for (int tries = 0; tries < 200 && reads_.size() < wanted; ++tries) {
        RandomRead read;
        for (std::size_t d = 0; d < indices_; ++d) {
            read.offset[d] = static_cast<std::int64_t>(below(static_cast<std::uint32_t>(2 * reach + 1))) - reach;
        }
        const std::int64_t stages = stage_.at(Cell::of(read.offset));
        const bool left = sequential_ && read.offset[0] == 0 && read.offset[1] < 0;
        if (stages >= 0 && !left) {
            continue;
        }
        for (std::size_t f = 0; f < fields_.size(); ++f) {
            read.factors.push_back(1 + below(1000));
        }
        reads_.push_back(std::move(read));
    }
}

void RandomRecurrence::draw_base() {
    for (std::uint32_t count = below(3); count > 0; --count) {
        Region region;
        region.diagonal = indices_ == 2 && below(4) == 0;
        region.index = below(static_cast<std::uint32_t>(indices_));
        region.last = below(2) == 0;
        region.amount = region.diagonal ? static_cast<std::int64_t>(below(5)) - 2 : 1 + below(2);
        const bool twice = std::any_of(base_.begin(), base_.end(), [&](const Region& other) {
            return other.diagonal == region.diagonal &&
                   (region.diagonal ? other.amount == region.amount
                                    : other.index == region.index && other.last == region.last);
        });
        if (!twice) {
            base_.push_back(region);
        }
    }
}

bool RandomRecurrence::exists(const Indices& at) const {
    return size_.contains(Cell::of(at)) &&
           (domain_ == Domain::full || (domain_ == Domain::upper ? at[0] <= at[1] : at[0] >= at[1]));
}

bool RandomRecurrence::in_region(const Region& region, const Indices& at) const {
    if (region.diagonal) {
        return at[1] - at[0] == region.amount;
    }
    const std::int64_t extent = size_.extents()[region.index];
    return region.last ? at[region.index] >= extent - region.amount : at[region.index] < region.amount;
}

bool RandomRecurrence::in_base(const Indices& at) const {
    return std::any_of(base_.begin(), base_.end(), [&](const Region& region) { return in_region(region, at); });
}

std::uint64_t RandomRecurrence::wrap(std::size_t field, std::uint64_t value) const {
    return size_of(fields_[field]) == 4 ? value & 0xffffffffu : value;
}

CellValue RandomRecurrence::compute(const Indices& at) const {
    const std::uint64_t symbols = x_[static_cast<std::size_t>(at[0])] * 7U + y_[static_cast<std::size_t>(at[1])] * 13U +
                                  static_cast<std::uint64_t>(at[2] * 5 + at[3] * 3);
    CellValue value;
    const bool base = in_base(at);
    for (std::size_t f = 0; f < fields_.size(); ++f) {
        std::uint64_t sum = symbols + f;
        double most = static_cast<double>(sum);
        for (std::size_t r = 0; r < reads_.size() && !base; ++r) {
            Indices from = at;
            for (std::size_t d = 0; d < kMostIndices; ++d) {
                from[d] += reads_[r].offset[d];
            }
            if (!exists(from)) {
                continue;
            }
            const CellValue& read = table_.at(from);
            const std::size_t other = (f + r) % fields_.size();
            // Of a field of another kind, the least significant 8 bits; of a float its value.
            if (is_float(fields_[f])) {
                most = std::max(most, is_float(fields_[other]) ? real_of(read[other]) + 1
                                                               : static_cast<double>(read[other] & 0xff));
            } else {
                sum += reads_[r].factors[other] *
                       (is_float(fields_[other]) ? static_cast<std::uint64_t>(real_of(read[other])) : read[other]);
            }
        }
        value.push_back(is_float(fields_[f]) ? bits_of(most) : wrap(f, sum));
    }
    return value;
}

void RandomRecurrence::fill() {
    std::vector<Indices> cells;
    for (Indices at{}; at[0] < size_.rows; ++at[0]) {
        for (at[1] = 0; at[1] < size_.columns; ++at[1]) {
            for (at[2] = 0; at[2] < size_.third; ++at[2]) {
                for (at[3] = 0; at[3] < size_.fourth; ++at[3]) {
                    if (exists(at)) {
                        cells.push_back(at);
                    }
                }
            }
        }
    }
    std::stable_sort(cells.begin(), cells.end(), [&](const Indices& a, const Indices& b) {
        return stage_.at(Cell::of(a)) < stage_.at(Cell::of(b));
    });
    for (const Indices& at : cells) {
        table_.emplace(at, compute(at));
    }
}

bool RandomRecurrence::better(const CellValue& one, const CellValue& other) const {
    const ElementType type = fields_[value_field_];
    const auto compare = [&](auto a, auto b) { return answer_ == Answer::min ? a < b : a > b; };
    const std::uint64_t a = one[value_field_];
    const std::uint64_t b = other[value_field_];
    switch (type) {
        case ElementType::i32:
            return compare(static_cast<std::int32_t>(static_cast<std::uint32_t>(a)),
                           static_cast<std::int32_t>(static_cast<std::uint32_t>(b)));
        case ElementType::i64:
            return compare(static_cast<std::int64_t>(a), static_cast<std::int64_t>(b));
        case ElementType::f32:
        case ElementType::f64:
            return compare(real_of(a), real_of(b));
        default:
            return compare(a, b);
    }
}

void RandomRecurrence::draw_answer() {
    answer_ = static_cast<Answer>(below(4));
    if (answer_ == Answer::last) {
        for (std::size_t d = 0; d < kMostIndices; ++d) {
            answer_cell_[d] = stage_.coefficients[d] < 0 ? 0 : size_.extents()[d] - 1;
        }
        if (exists(answer_cell_)) {
            return;
        }
        answer_ = Answer::at;
    }
    if (answer_ == Answer::at) {
        answer_cell_ = std::next(table_.begin(), below(static_cast<std::uint32_t>(table_.size())))->first;
        return;
    }
    for (std::uint32_t count = below(3); count > 0; --count) {
        borders_.push_back({below(static_cast<std::uint32_t>(indices_)), below(2) == 0, false, 1});
    }
    const auto counts = [&](const Indices& at) {
        return borders_.empty() || std::any_of(borders_.begin(), borders_.end(),
                                               [&](const Region& border) { return in_region(border, at); });
    };
    if (std::none_of(table_.begin(), table_.end(), [&](const auto& cell) { return counts(cell.first); })) {
        borders_.clear();
    }
    const CellValue* best = nullptr;
    for (const auto& [at, value] : table_) {  // in order of i, j, k, l: of equal ones the first stays
        if (counts(at) && (best == nullptr || better(value, *best))) {
            best = &value;
            answer_cell_ = at;
        }
    }
}

Number RandomRecurrence::answer() const {
    const std::uint64_t bits = table_.at(answer_cell_)[value_field_];
    switch (fields_[value_field_]) {
        case ElementType::i32:
            return std::int64_t{static_cast<std::int32_t>(static_cast<std::uint32_t>(bits))};
        case ElementType::i64:
            return static_cast<std::int64_t>(bits);
        case ElementType::f32:
        case ElementType::f64:
            return real_of(bits);
        default:
            return bits;
    }
}

std::vector<std::pair<Indices, std::uint32_t>> RandomRecurrence::walk() const {
    std::vector<std::pair<Indices, std::uint32_t>> steps;
    for (Indices at = answer_cell_; exists(at);) {
        Indices next{-1, -1, -1, -1};
        auto decision = static_cast<std::uint32_t>(reads_.size());
        for (std::size_t r = 0; r < reads_.size(); ++r) {
            Indices from = at;
            for (std::size_t d = 0; d < kMostIndices; ++d) {
                from[d] += reads_[r].offset[d];
            }
            if (exists(from)) {
                next = from;
                decision = static_cast<std::uint32_t>(r);
                break;
            }
        }
        steps.emplace_back(at, decision);
        at = next;
    }
    return steps;
}

Instance RandomRecurrence::instance() const {
    Instance instance;
    instance.inputs["x"] = InputArray::of(ElementType::u8, std::span<const std::uint8_t>(x_));
    instance.inputs["y"] = InputArray::of(ElementType::u8, std::span<const std::uint8_t>(y_));
    return instance;
}

std::string RandomRecurrence::type_of(std::size_t field) const {
    return std::string(compiler::glsl_type(fields_[field]));
}

std::string RandomRecurrence::text() const {
    std::string head = "//! problem  random\n";
    if (by_pattern_) {
        head += "//! pattern  " + std::string(to_string(*stage_.pattern())) + "\n";
    } else {
        std::string sum;
        for (std::size_t d = 0; d < indices_; ++d) {
            if (const int step = stage_.coefficients[d]; step != 0) {
                sum += std::string(step < 0      ? " - "
                                   : sum.empty() ? ""
                                                 : " + ") +
                       std::to_string(std::abs(step)) + " * " + kNames[d];
            }
        }
        head += "//! stage    " + sum + "\n";
    }
    head += sequential_ ? "//! sequential row\n" : "";
    // Beside the eight patterns a class says little: reads at distance 1.
    head += std::string("//! class    ") + (local_ && !sequential_ ? "local" : "any") + "\n";
    std::string cell;
    for (std::size_t f = 0; f < fields_.size(); ++f) {
        cell += comma(cell) + std::string(to_string(fields_[f])) + (record_ ? std::string(" ") + kFieldNames[f] : "");
    }
    head += "//! cell     " + cell + "\n//! input    x u8[] in 0 .. 3\n//! input    y u8[] in 0 .. 3\n";
    head += "//! rows     len(x)\n//! columns  len(y)\n";
    for (std::size_t d = 2; d < indices_; ++d) {
        head += std::string("//! index    ") + kNames[d] + " " + std::to_string(size_.extents()[d]) + "\n";
    }
    head += domain_ == Domain::full ? "" : domain_ == Domain::upper ? "//! domain   upper\n" : "//! domain   lower\n";
    const auto border = [&](const Region& region) {
        constexpr const char* kBorders[] = {"row", "column", "k", "l"};
        return std::string(region.last ? "last-" : "first-") + kBorders[region.index];
    };
    for (const Region& region : base_) {
        head += "//! base     " + (region.diagonal ? "diagonal" : border(region)) + " " +
                std::to_string(region.amount) + "\n";
    }
    std::string answer = "last";
    if (answer_ == Answer::at) {
        answer.clear();
        for (std::size_t d = 0; d < indices_; ++d) {
            answer += comma(answer) + std::to_string(answer_cell_[d]);
        }
        answer = "at(" + answer + ")";
    } else if (answer_ != Answer::last) {
        answer.clear();
        for (const Region& region : borders_) {
            answer += (answer.empty() ? "" : " or ") + border(region);
        }
        answer = (answer_ == Answer::min ? "min " : "max ") + (answer.empty() ? "all" : answer);
    }
    head += "//! answer   " + answer + "\n";
    head += record_ ? "//! value    " + std::string(to_string(fields_[value_field_])) + " c." +
                          kFieldNames[value_field_] + "\n"
                    : "";

    std::string parameters;
    std::string inside;
    const std::string extents[] = {"rows()", "columns()", std::to_string(size_.third), std::to_string(size_.fourth)};
    for (std::size_t d = 0; d < indices_; ++d) {
        parameters += comma(parameters) + "int " + kNames[d];
        inside += std::string(d == 0 ? "" : " && ") + kNames[d] + " >= 0 && " + kNames[d] + " < " + extents[d];
    }
    inside += domain_ == Domain::full ? "" : domain_ == Domain::upper ? " && i <= j" : " && i >= j";
    std::string symbols = "uint symbols(" + parameters + ") { return uint(x(i)) * 7u + uint(y(j)) * 13u";
    symbols += indices_ > 2 ? " + uint(k) * 5u" : "";
    symbols += indices_ > 3 ? " + uint(l) * 3u; }\n" : "; }\n";

    std::string there = "bool there(" + parameters + ") { return " + inside + "; }\n";
    const auto place = [&](const Indices& offset) {
        std::string text;
        for (std::size_t d = 0; d < indices_; ++d) {
            text += comma(text) + kNames[d] +
                    (offset[d] == 0  ? ""
                     : offset[d] < 0 ? " - " + std::to_string(-offset[d])
                                     : " + " + std::to_string(offset[d]));
        }
        return text;
    };
    const auto body = [&](bool with_reads) {
        std::string names;
        for (std::size_t d = 0; d < indices_; ++d) {
            names += comma(names) + kNames[d];
        }
        std::string code = "    uint s = symbols(" + names + ");\n";
        for (std::size_t f = 0; f < fields_.size(); ++f) {
            code += "    " + type_of(f) + " v" + std::to_string(f) + " = " + type_of(f) + "(s + " + std::to_string(f) +
                    "u);\n";
        }
        for (std::size_t r = 0; r < reads_.size() && with_reads; ++r) {
            code += "    if (there(" + place(reads_[r].offset) + ")) {\n        cell_t c = at(" +
                    place(reads_[r].offset) + ");\n";
            for (std::size_t f = 0; f < fields_.size(); ++f) {
                const std::size_t other = (f + r) % fields_.size();
                const std::string read = record_ ? std::string("c.") + kFieldNames[other] : "c";
                const std::string v = "v" + std::to_string(f);
                if (is_float(fields_[f])) {
                    const std::string term = is_float(fields_[other])
                                                 ? type_of(f) + "(" + read + " + " + type_of(other) + "(1))"
                                                 : type_of(f) + "(uint(" + read + ") & 255u)";
                    code.append("        ").append(v).append(" = max(").append(v).append(", ").append(term);
                    code += ");\n";
                } else {
                    // Signed values extend to 64 bits by their bits, as in the values that are compared.
                    const std::string wide = is_float(fields_[other])       ? "uint(" + read + ")"
                                             : size_of(fields_[other]) == 4 ? "uint(" + read + ")"
                                                                            : read;
                    code.append("        ").append(v).append(" += ").append(type_of(f)).append("(");
                    code.append(std::to_string(reads_[r].factors[other])).append("u) * ").append(type_of(f));
                    code.append("(").append(wide).append(");\n");
                }
            }
            code += "    }\n";
        }
        std::string values;
        for (std::size_t f = 0; f < fields_.size(); ++f) {
            values += comma(values) + "v" + std::to_string(f);
        }
        return code + "    return " + (record_ ? "cell_t(" + values + ")" : values) + ";\n";
    };
    std::string code = symbols + there;
    if (!base_.empty()) {
        code += "cell_t base(" + parameters + ") {\n" + body(false) + "}\n";
    }
    code += "cell_t cell(" + parameters + ") {\n" + body(true) + "}\n";
    if (walks_) {
        code += "step_t step(" + parameters + ") {\n";
        for (std::size_t r = 0; r < reads_.size(); ++r) {
            code += "    if (there(" + place(reads_[r].offset) + ")) return step_t(" + place(reads_[r].offset) + ", " +
                    std::to_string(r) + "u);\n";
        }
        std::string outside;
        for (std::size_t d = 0; d < indices_; ++d) {
            outside += "-1, ";
        }
        code += "    return step_t(" + outside + std::to_string(reads_.size()) + "u);\n}\n";
    }
    return head + code;
}

}  // namespace vkalgo::dp::test
