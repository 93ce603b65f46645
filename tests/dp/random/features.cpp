#include "tests/dp/random/description.hpp"

#include <algorithm>

namespace vkalgo::dp::test {
namespace {

using Traceback = Description::Traceback;

class Features {
public:
    void add(bool has, const std::string& name) {
        all.push_back(name);
        if (has) {
            found.insert(name);
        }
    }

    std::vector<std::string> all;
    std::set<std::string> found;
};

bool has_type(const std::vector<ElementType>& types, ElementType type) {
    return std::find(types.begin(), types.end(), type) != types.end();
}

void add_order(Features& features, const Description& drawn) {
    for (std::size_t p = 0; p < kPatternNames.size(); ++p) {
        const bool is = drawn.by_pattern && drawn.stage == StageFunction::of(static_cast<Pattern>(p));
        features.add(is, "pattern " + std::string(kPatternNames[p]));
    }
    features.add(!drawn.by_pattern, "stage function");
    for (std::size_t c = 0; c < kClassNames.size(); ++c) {
        features.add(drawn.declared == static_cast<RecurrenceClass>(c), "class " + std::string(kClassNames[c]));
    }
    features.add(!drawn.declared, "class left out");
    features.add(drawn.sequential, "sequential row");
    features.add(drawn.indices == 3, "three indices");
    features.add(drawn.indices == 4, "four indices");
    features.add(drawn.domain == Domain::upper, "domain upper");
    features.add(drawn.domain == Domain::lower, "domain lower");
    features.add(std::max(drawn.size.rows, drawn.size.columns) > 128 && drawn.size.rows > 1 && drawn.size.columns > 1,
                 "large table");
    features.add(drawn.size.rows == 1 && drawn.size.columns > 1, "one row");
    features.add(drawn.size.columns == 1 && drawn.size.rows > 1, "one column");
    features.add(drawn.size.rows == 1 && drawn.size.columns == 1, "one cell");
    features.add(drawn.sized_by_n, "size by n and m");
}

void add_data(Features& features, const Description& drawn) {
    for (const std::string_view name : kInputTypeNames) {
        const ElementType type = *input_type_from(name);
        features.add(drawn.x.type == type || drawn.y.type == type, "input " + std::string(name));
        if (size_of(type) >= 4) {
            features.add(has_type(drawn.fields, type), "cell " + std::string(name));
        }
    }
    const auto any_param = [&](auto&& holds) { return std::any_of(drawn.params.begin(), drawn.params.end(), holds); };
    features.add(drawn.x.has_range || drawn.y.has_range, "range of an input");
    features.add(any_param([](const DrawnParam& p) { return p.fallback && !p.given; }), "param by default");
    features.add(any_param([](const DrawnParam& p) { return p.fallback && p.given; }), "param beside its default");
    features.add(any_param([](const DrawnParam& p) { return p.derived; }), "param from the inputs");
    features.add(drawn.record, "fields");
}

void add_computation(Features& features, const Description& drawn) {
    const auto any_read = [&](auto&& holds) { return std::any_of(drawn.reads.begin(), drawn.reads.end(), holds); };
    const bool reduces = drawn.mode == Mode::reduction;
    features.add(drawn.mode == Mode::sums, "sums");
    features.add(drawn.mode == Mode::optimum && drawn.minimum, "goal min");
    features.add(drawn.mode == Mode::optimum && !drawn.minimum, "goal max");
    features.add(drawn.mode == Mode::optimum && !drawn.declares_goal, "goal by the answer");
    features.add(reduces && drawn.minimum, "reduce min");
    features.add(reduces && !drawn.minimum, "reduce max");
    features.add(reduces && drawn.reduction.reads.size() > 1, "reduce of two cells");
    features.add(any_read([](const Read& read) { return read.is_line(); }), "reads of a line");
    features.add(any_read([](const Read& read) { return !read.is_line() && !read.is_fixed(); }), "reads by value");
    features.add(drawn.unguarded, "reads without a test");
    const auto any_base = [&](auto&& holds) { return std::any_of(drawn.base.begin(), drawn.base.end(), holds); };
    features.add(any_base([](const Region& base) { return base.diagonal; }), "base of a diagonal");
    features.add(any_base([](const Region& base) { return !base.diagonal; }), "base of a border");
    features.add(drawn.base.empty(), "no base");
}

void add_answer(Features& features, const Description& drawn) {
    const bool searches = drawn.answer == Description::Answer::min || drawn.answer == Description::Answer::max;
    features.add(drawn.answer == Description::Answer::last, "answer last");
    features.add(drawn.answer == Description::Answer::at, "answer at");
    features.add(drawn.answer == Description::Answer::min, "answer min");
    features.add(drawn.answer == Description::Answer::max, "answer max");
    features.add(searches && drawn.answer_borders.empty(), "answer of all cells");
    features.add(searches && drawn.answer_borders.size() == 1, "answer of a border");
    features.add(searches && drawn.answer_borders.size() > 1, "answer of several borders");
    features.add(searches && drawn.value_mask.has_value(), "ties");
    features.add(drawn.traceback == Traceback::first, "traceback");
    features.add(drawn.traceback == Traceback::largest, "traceback by values");
    features.add(drawn.traceback == Traceback::states, "traceback with states");
    features.add(drawn.traceback != Traceback::none && drawn.ends_by_value, "traceback that ends by a value");
    features.add(drawn.traceback != Traceback::none && !drawn.base.empty(), "traceback into a base");
    features.add(drawn.bound && drawn.refusal == Refusal::none, "bound");
    features.add(drawn.limit && drawn.refusal == Refusal::none, "overflow_if");
    features.add(drawn.refusal == Refusal::bound_passed, "bound that is passed");
    features.add(drawn.refusal == Refusal::bound_too_large, "bound that does not fit");
    features.add(drawn.refusal == Refusal::overflow, "overflow_if that is true");
    features.add(drawn.refusal == Refusal::range, "input outside its range");
}

Features features(const Description& drawn) {
    Features features;
    add_order(features, drawn);
    add_data(features, drawn);
    add_computation(features, drawn);
    add_answer(features, drawn);
    return features;
}

}  // namespace

std::set<std::string> features_of(const Description& drawn) {
    return features(drawn).found;
}

std::vector<std::string> all_features() {
    return features({}).all;
}

}  // namespace vkalgo::dp::test
