// The functions of a random recurrence: base(), cell() or term(), step().
#include "compiler/inputs.hpp"
#include "tests/dp/random/text.hpp"

#include <cstdlib>

namespace vkalgo::dp::test {
namespace {

using compiler::join;

/// One read of cell() or step(), as GLSL in which the cell is (i, j, k, l).
struct ReadText {
    /// Declarations of variables, or the head of a loop.
    std::string before;
    /// Indices, for example "i - 1, q0".
    std::string indices;
    /// For example "there(i - 1, q0) && earlier(...)"; empty if the read is not guarded.
    std::string guard;
};

std::string offset_text(std::int64_t offset) {
    return offset == 0 ? "" : (offset < 0 ? " - " : " + ") + std::to_string(std::abs(offset));
}

class Code {
public:
    explicit Code(const Description& drawn) : drawn_(drawn) {
        std::vector<std::string> parameters;
        std::vector<std::string> names;
        for (std::size_t d = 0; d < drawn.indices; ++d) {
            parameters.push_back(std::string("int ") + kIndexNames[d]);
            names.emplace_back(kIndexNames[d]);
        }
        parameters_ = listed(parameters);
        names_ = listed(names);
        for (const ElementType type : drawn.fields) {
            types_.emplace_back(compiler::glsl_type(type));
        }
    }

    std::string text() const {
        const bool reduces = drawn_.mode == Description::Mode::reduction;
        std::string code = symbols() + there() + (asks_for_order() ? earlier() : "");
        if (!drawn_.base.empty()) {
            code += "cell_t base(" + parameters_ + ") {\n    const uint s = symbols(" + names_ + ");\n" +
                    (reduces ? "    return cell_t(s & 15u);\n" : first_values() + return_values()) + "}\n";
        }
        code += reduces ? term() : cell();
        return code + (drawn_.traceback == Description::Traceback::none ? "" : step());
    }

private:
    std::string extent(std::size_t d) const {
        return d == 0 ? "rows()" : d == 1 ? "columns()" : std::to_string(drawn_.size.extents()[d]);
    }

    bool asks_for_order() const {
        bool asks = drawn_.mode == Description::Mode::reduction;
        for (const Read& read : drawn_.reads) {
            asks = asks || !read.is_fixed();
        }
        return asks;
    }

    std::string symbols() const {
        std::string sum = "uint(x(i)) * 7u + uint(y(j)) * 13u";
        sum += drawn_.indices > 2 ? " + uint(k) * 5u" : "";
        sum += drawn_.indices > 3 ? " + uint(l) * 3u" : "";
        for (const DrawnParam& param : drawn_.params) {
            sum += " + uint(" + param.name + ")";
        }
        return "uint symbols(" + parameters_ + ") { return " + sum + "; }\n";
    }

    std::string there() const {
        std::string test;
        for (std::size_t d = 0; d < drawn_.indices; ++d) {
            const std::string name = kIndexNames[d];
            test += join({d == 0 ? "" : " && ", name, " >= 0 && ", name, " < ", extent(d)});
        }
        test += drawn_.domain == Domain::full ? "" : drawn_.domain == Domain::upper ? " && i <= j" : " && i >= j";
        return "bool there(" + parameters_ + ") { return " + test + "; }\n";
    }

    /// Returns a GLSL expression: whether cell (i, j) is computed before cell (a, b).
    std::string earlier() const {
        std::string stages;
        for (std::size_t d = 0; d < drawn_.indices; ++d) {
            const int step = drawn_.stage.coefficients[d];
            stages += (stages.empty() ? "" : " + ") + ("(" + std::to_string(step) + ") * " + kIndexNames[d]);
        }
        constexpr const char* kOthers[] = {"a", "b", "c", "d"};
        std::vector<std::string> declared;
        std::vector<std::string> others;
        for (std::size_t d = 0; d < drawn_.indices; ++d) {
            declared.push_back(std::string("int ") + kOthers[d]);
            others.emplace_back(kOthers[d]);
        }
        const std::string from = "number(" + names_ + ")";
        const std::string to = "number(" + listed(others) + ")";
        return "int number(" + parameters_ + ") { return " + stages + "; }\nbool earlier(" + parameters_ + ", " +
               listed(declared) + ") { return " + from + " < " + to +
               (drawn_.sequential ? " || (" + from + " == " + to + " && j < b)" : "") + "; }\n";
    }

    ReadText read_text(std::size_t r) const {
        const Read& read = drawn_.reads[r];
        ReadText text;
        std::vector<std::string> indices;
        for (std::size_t d = 0; d < drawn_.indices; ++d) {
            const ReadIndex& each = read.index[d];
            const std::string variable = "q" + std::to_string(r) + kIndexNames[d];
            switch (each.kind) {
                case ReadIndex::Kind::offset:
                    indices.push_back(kIndexNames[d] + offset_text(each.amount));
                    break;
                case ReadIndex::Kind::by_value:
                    text.before += join({"    const int ", variable, " = int((symbols(", names_,
                                         ") + uint(i) * 5u + uint(j) * 3u + ", std::to_string(each.amount),
                                         "u) % uint(", extent(d), "));\n"});
                    indices.push_back(variable);
                    break;
                case ReadIndex::Kind::all:
                    text.before += join(
                        {"    for (int ", variable, " = 0; ", variable, " < ", extent(d), "; ++", variable, ")\n"});
                    indices.push_back(variable);
                    break;
            }
        }
        text.indices = listed(indices);
        text.guard = drawn_.unguarded ? "" : "there(" + text.indices + ")";
        text.guard += read.is_fixed() ? "" : " && earlier(" + text.indices + ", " + names_ + ")";
        return text;
    }

    std::string field_of(std::size_t f) const { return drawn_.record ? std::string("c.") + kFieldNames[f] : "c"; }

    /// Returns code that sets v0, v1, ... of a cell before its reads.
    std::string first_values() const {
        std::string code;
        for (std::size_t f = 0; f < types_.size(); ++f) {
            const std::string first = "(s + " + std::to_string(f) + "u)";
            const std::string& type = types_[f];
            std::string value = join({type, "(", first, is_float(drawn_.fields[f]) ? " & 255u)" : ")"});
            if (drawn_.mode == Description::Mode::optimum) {
                value = join({"(", first, " & 3u) == 0u ? ", type, "(", first, " & 255u) : ", type, "(INFEASIBLE)"});
            }
            code += join({"    ", type, " v", std::to_string(f), " = ", value, ";\n"});
        }
        return code;
    }

    /// Returns code that applies a read of field `other` to the value of field f.
    std::string taken(std::size_t f, std::size_t other, std::uint32_t factor) const {
        const ElementType type = drawn_.fields[f];
        const std::string v = "v" + std::to_string(f);
        const std::string read = field_of(other);
        const bool real = is_float(drawn_.fields[other]);
        if (drawn_.mode == Description::Mode::optimum) {
            const std::string least = is_signed(type) || is_float(type) ? " - 5" : "";
            const std::string weight =
                types_[f] + "(int((s & 15u) + " + std::to_string(factor & 7U) + "u)" + least + ")";
            return v + " = " + (drawn_.minimum ? "min(" : "max(") + v + ", plus(" + read + ", " + weight + "));\n";
        }
        if (is_float(type)) {
            return v + " = max(" + v + ", " +
                   (real ? types_[f] + "(" + read + " + " + types_[other] + "(1))"
                         : types_[f] + "(uint(" + read + ") & 255u)") +
                   ");\n";
        }
        // Signed values of 32 bits are extended to 64 bits with zeros, as in the expected values.
        const std::string wide = real || size_of(drawn_.fields[other]) == 4 ? "uint(" + read + ")" : read;
        return v + " += " + types_[f] + "(" + std::to_string(factor) + "u) * " + types_[f] + "(" + wide + ");\n";
    }

    std::string return_values() const {
        std::vector<std::string> values;
        for (std::size_t f = 0; f < types_.size(); ++f) {
            values.push_back("v" + std::to_string(f));
        }
        return "    return " + (drawn_.record ? "cell_t(" + listed(values) + ")" : values[0]) + ";\n";
    }

    std::string limit() const {
        const ElementType type = drawn_.fields[0];
        const std::string end = type == ElementType::f32   ? ".0"
                                : type == ElementType::f64 ? ".0lf"
                                : type == ElementType::i64 ? "L"
                                : type == ElementType::u64 ? "UL"
                                : type == ElementType::u32 ? "u"
                                                           : "";
        return "    overflow_if(v0 > " + std::to_string(*drawn_.limit) + end + ");\n";
    }

    std::string cell() const {
        std::string code = "cell_t cell(" + parameters_ + ") {\n    const uint s = symbols(" + names_ + ");\n";
        code += first_values();
        for (std::size_t r = 0; r < drawn_.reads.size(); ++r) {
            const ReadText read = read_text(r);
            code += read.before + "    " + (read.guard.empty() ? "" : "if (" + read.guard + ") ") +
                    "{\n        const cell_t c = at(" + read.indices + ");\n";
            for (std::size_t f = 0; f < types_.size(); ++f) {
                const std::size_t other = (f + r) % types_.size();
                code += "        " + taken(f, other, drawn_.reads[r].factors[other]);
            }
            code += "    }\n";
        }
        if (drawn_.mode == Description::Mode::optimum) {
            code += "    if ((s & 31u) == 5u) v0 = " + types_[0] + "(INFEASIBLE);\n";
        }
        return code + (drawn_.limit ? limit() : "") + return_values() + "}\n";
    }

    std::string term() const {
        std::string code =
            "cell_t term(int i, int k, int j) {\n    cell_t v = cell_t((symbols(i, j) + uint(k) * 11u) & " +
            std::to_string(drawn_.reduction.mask) + "u);\n";
        const ElementType type = drawn_.fields[0];
        const bool has_none = drawn_.minimum || is_signed(type) || is_float(type);
        for (const auto& read : drawn_.reduction.reads) {
            const std::string cell = text_of(read.row) + ", " + text_of(read.column);
            code += join({"    if (there(", cell, ") && earlier(", cell,
                          ", i, j)) v = ", has_none ? "plus(v, at(" : "v + (at(", cell, "));\n"});
        }
        return code + "    return v;\n}\n";
    }

    std::string outside(std::size_t decision) const {
        std::string text = "    return step_t(";
        for (std::size_t d = 0; d < drawn_.indices; ++d) {
            text += "-1, ";
        }
        return text + std::to_string(decision) + "u" + (states() ? ", 0u" : "") + ");\n";
    }
    bool states() const { return drawn_.traceback == Description::Traceback::states; }

    std::string step() const {
        const std::vector<std::size_t> choices = drawn_.choices();
        const std::string count = std::to_string(choices.size());
        std::string code = "step_t step(" + parameters_ + (states() ? ", uint state" : "") + ") {\n";
        std::vector<ReadText> reads;
        for (const std::size_t r : choices) {
            reads.push_back(read_text(r));
            code += reads.back().before;
        }
        const std::string first = drawn_.record ? std::string(".") + kFieldNames[0] : "";
        if (drawn_.ends_by_value) {
            code += "    if ((uint(at(" + names_ + ")" + first + ") & 7u) == 3u)\n    " + outside(choices.size());
        }
        const auto guarded = [](const ReadText& read) { return read.guard.empty() ? "true" : read.guard; };
        if (drawn_.traceback == Description::Traceback::largest) {
            code += "    int best = -1;\n    " + types_[0] + " most = " + types_[0] + "(0);\n";
            for (std::size_t c = 0; c < reads.size(); ++c) {
                const std::string value = "at(" + reads[c].indices + ")" + first;
                code += join({"    if (", guarded(reads[c]), ") {\n        if (best < 0 || ", value,
                              " > most) {\n            best = ", std::to_string(c), ";\n            most = ", value,
                              ";\n        }\n    }\n"});
            }
            for (std::size_t c = 0; c < reads.size(); ++c) {
                const std::string number = std::to_string(c);
                code += join({"    if (best == ", number, ") return step_t(", reads[c].indices, ", ", number, "u);\n"});
            }
            return code + outside(choices.size()) + "}\n";
        }
        for (std::size_t turn = 0; turn < (states() ? choices.size() : 1); ++turn) {
            for (std::size_t c = 0; c < reads.size(); ++c) {
                const std::string number = std::to_string(c) + "u";
                const std::string condition =
                    join({"(state % ", count, "u + ", std::to_string(turn), "u) % ", count, "u == ", number, " && "});
                const std::string decision = number + (states() ? " + 16u * (state & 3u)" : "");
                code += join({"    if (", states() ? condition : "", guarded(reads[c]), ") return step_t(",
                              reads[c].indices, ", ", decision, states() ? ", state * 5u + " + decision + " + 1u" : "",
                              ");\n"});
            }
        }
        return code + outside(choices.size()) + "}\n";
    }

    const Description& drawn_;
    std::string parameters_, names_;
    std::vector<std::string> types_;
};

}  // namespace

std::string code_of(const Description& drawn) {
    return Code(drawn).text();
}

std::string text_of(const Description& drawn) {
    return header_of(drawn) + code_of(drawn);
}

}  // namespace vkalgo::dp::test
