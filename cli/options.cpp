#include "cli/options.hpp"

#include "support/bad_usage.hpp"
#include "support/names.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace vkalgo::cli {
namespace {

std::string without_value(const std::string& word) {
    return word.substr(0, word.find('='));
}

std::function<Result<void>(const std::string&)> take_size(const std::function<void(std::uint64_t)>& store,
                                                          std::uint64_t least, std::uint64_t most) {
    return [=](const std::string& text) -> Result<void> {
        const bool bounded = most != std::numeric_limits<std::uint64_t>::max();
        const std::string limits = bounded ? fmt::format("{} to {}", least, most) : fmt::format("{} or more", least);
        const auto size = parse_size(text);
        if (!size && text.starts_with('-') && parse_number(text)) {
            return bad_usage(fmt::format("'{}' is negative; give {}", text, limits));
        }
        if (!size) {
            Error error = size.error();
            error.message += bounded ? fmt::format(" ({})", limits) : "";
            return error;
        }
        if (*size < least || *size > most) {
            return bad_usage(fmt::format("{} is out of range; give {}", *size, limits));
        }
        store(*size);
        return {};
    };
}

std::function<Result<void>(const std::string&)> take_choice(std::function<void(std::string)> store,
                                                            std::vector<std::string> allowed) {
    return [store = std::move(store), allowed = std::move(allowed)](const std::string& text) -> Result<void> {
        if (std::find(allowed.begin(), allowed.end(), text) == allowed.end()) {
            return bad_usage(fmt::format("'{}' is unknown; {}", text, name_advice(text, allowed)));
        }
        store(text);
        return {};
    };
}

}  // namespace

/// A CLI11 parser with the options that are declared in an Options object.
struct Options::Parser {
    explicit Parser(const Options& options) {
        app.set_help_flag();
        app.allow_extras();
        for (const Spec& spec : options.specs_) {
            CLI::Option* option = nullptr;
            const std::string names = spec.short_name.empty() ? spec.name : spec.short_name + "," + spec.name;
            if (spec.is_flag()) {
                option = app.add_flag(names);
            } else {
                option = app.add_option(names);
                option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
                if (spec.is_input()) {
                    option->expected(0, 1)->allow_extra_args();  // parse() checks their number
                }
            }
            parsed.push_back(option);
        }
    }

    CLI::App app;
    std::vector<CLI::Option*> parsed;  // Entry k belongs to entry k of specs_
};

Options::Options(std::vector<std::string> arguments) : arguments_(std::move(arguments)) {}

Options::Spec& Options::add(std::string name, std::string value_name, std::string help,
                            std::function<Result<void>(const std::string&)> take) {
    Spec& spec = specs_.emplace_back();
    const auto comma = name.find(',');
    if (comma != std::string::npos) {
        spec.short_name = name.substr(0, comma);
        name.erase(0, comma + 1);
    }
    spec.name = std::move(name);
    spec.value_name = std::move(value_name);
    spec.help = std::move(help);
    spec.group = group_;
    spec.take = std::move(take);
    return spec;
}

void Options::flag(std::string name, bool& target, std::string help) {
    add(std::move(name), {}, std::move(help), [&target](const std::string&) -> Result<void> {
        target = true;
        return {};
    });
}

void Options::text(std::string name, std::string& target, std::string value_name, std::string help) {
    const std::string shown = target;
    value(std::move(name), std::move(value_name), std::move(help), [&target](const std::string& text) -> Result<void> {
        target = text;
        return {};
    });
    specs_.back().shown_default = shown;
}

void Options::text(std::string name, std::optional<std::string>& target, std::string value_name, std::string help) {
    value(std::move(name), std::move(value_name), std::move(help), [&target](const std::string& text) -> Result<void> {
        target = text;
        return {};
    });
}

void Options::texts(std::string name, std::vector<std::string>& target, std::string value_name, std::string help) {
    values(std::move(name), std::move(value_name), std::move(help), [&target](const std::string& text) -> Result<void> {
        target.push_back(text);
        return {};
    });
}

void Options::size(std::string name, std::uint64_t& target, std::string help, std::uint64_t least, std::uint64_t most) {
    value(std::move(name), "SIZE", std::move(help),
          take_size([&target](std::uint64_t size) { target = size; }, least, most));
    specs_.back().shown_default = fmt::format("{}", target);
}

void Options::size(std::string name, std::optional<std::uint64_t>& target, std::string help, std::uint64_t least,
                   std::uint64_t most) {
    value(std::move(name), "SIZE", std::move(help),
          take_size([&target](std::uint64_t size) { target = size; }, least, most));
}

void Options::whole(std::string name, std::uint64_t& target, std::string help) {
    size(std::move(name), target, std::move(help));
    specs_.back().value_name = "NUMBER";
}

void Options::whole(std::string name, std::optional<std::uint64_t>& target, std::string help) {
    size(std::move(name), target, std::move(help));
    specs_.back().value_name = "NUMBER";
}

void Options::integer(std::string name, std::optional<std::int64_t>& target, std::string help) {
    value(std::move(name), "INTEGER", std::move(help), [&target](const std::string& text) -> Result<void> {
        VKALGO_TRY(target, parse_integer(text));
        return {};
    });
}

void Options::number(std::string name, std::optional<double>& target, std::string help) {
    value(std::move(name), "NUMBER", std::move(help), [&target](const std::string& text) -> Result<void> {
        VKALGO_TRY(target, parse_number(text));
        return {};
    });
}

void Options::range(std::string name, std::optional<Range>& target, std::string help) {
    value(std::move(name), "LO:HI", std::move(help), [&target](const std::string& text) -> Result<void> {
        VKALGO_TRY(target, parse_range(text));
        return {};
    });
}

void Options::choice(std::string name, std::string& target, std::vector<std::string> allowed, const std::string& help) {
    value(std::move(name), "NAME", help,
          take_choice([&target](std::string chosen) { target = std::move(chosen); }, allowed));
    specs_.back().shown_default = target;
    specs_.back().choices = std::move(allowed);
}

void Options::choice(std::string name, std::optional<std::string>& target, std::vector<std::string> allowed,
                     const std::string& help) {
    value(std::move(name), "NAME", help,
          take_choice([&target](std::string chosen) { target = std::move(chosen); }, allowed));
    specs_.back().choices = std::move(allowed);
}

void Options::former_choices(std::map<std::string, std::string> renamed) {
    specs_.back().take = [take = std::move(specs_.back().take), renamed = std::move(renamed)](const std::string& text) {
        const auto found = renamed.find(text);
        return take(found == renamed.end() ? text : found->second);
    };
}

void Options::value(std::string name, std::string value_name, std::string help,
                    std::function<Result<void>(const std::string&)> take, std::size_t most) {
    add(std::move(name), std::move(value_name), std::move(help), std::move(take)).most = most;
}

void Options::values(std::string name, std::string value_name, std::string help,
                     std::function<Result<void>(const std::string&)> take) {
    value(std::move(name), std::move(value_name), std::move(help), std::move(take));
    specs_.back().most = std::numeric_limits<std::size_t>::max();
}

void Options::inputs(std::vector<std::string>& target, std::string help, std::size_t most,
                     const std::string& value_name) {
    add(value_name, value_name, std::move(help), [&target](const std::string& text) -> Result<void> {
        target.push_back(text);
        return {};
    }).most = most;
}

void Options::suggest(std::vector<std::string> values, bool brings_options) {
    specs_.back().choices = std::move(values);
    specs_.back().only_suggested = true;
    specs_.back().brings_options = brings_options;
}

std::optional<std::string> Options::peek(std::string_view name) const {
    for (std::size_t index = 0; index < arguments_.size() && arguments_[index] != "--"; ++index) {
        const std::string& word = arguments_[index];
        if (word == name && index + 1 < arguments_.size()) {
            return arguments_[index + 1];
        }
        if (word.size() > name.size() && word.starts_with(name) && word[name.size()] == '=') {
            return word.substr(name.size() + 1);
        }
    }
    return std::nullopt;
}

const Options::Spec* Options::find(std::string_view name) const {
    const auto found = std::find_if(specs_.begin(), specs_.end(), [&](const Spec& spec) { return spec.name == name; });
    return found == specs_.end() ? nullptr : &*found;
}

Error Options::needs_value(const Spec& spec) {
    return bad_usage(fmt::format("{0} needs a value; give {0} {1}", spec.name, spec.value_name), spec.name);
}

Error Options::unexpected(const std::string& word, const std::string& command) const {
    const std::string advice = fmt::format("see {} --help", command.empty() ? "vkalgo" : "vkalgo " + command);
    if (word.starts_with('-') && word != "-") {
        const std::string name = without_value(word);
        if (std::find(refused_.begin(), refused_.end(), name) != refused_.end()) {
            return bad_usage(fmt::format("option {} does not apply to {}; leave it out", name, command));
        }
        std::vector<std::string> names;
        for (const Spec& spec : specs_) {
            if (!spec.is_input()) {
                names.push_back(spec.name);
            }
        }
        std::string meant = nearest_name(name, names).value_or("");
        if (meant.empty() && name.size() > 3) {
            // For example, drainage has no --output, but five options whose names begin with it.
            std::erase_if(names, [&](const std::string& known) { return !known.starts_with(name); });
            meant = fmt::format("{}", fmt::join(names, ", "));
        }
        return bad_usage(fmt::format("unknown option '{}'; {}{}", name,
                                     meant.empty() ? std::string() : fmt::format("did you mean {}? ", meant), advice));
    }
    const auto inputs = std::find_if(specs_.begin(), specs_.end(), [](const Spec& spec) { return spec.is_input(); });
    const std::size_t most = inputs == specs_.end() ? 0 : inputs->most;
    return bad_usage(fmt::format("unexpected argument '{}': {} reads {}; {}", word, command,
                                 most == 0   ? "no inputs"
                                 : most == 1 ? "at most one input"
                                             : fmt::format("at most {} inputs", most),
                                 advice));
}

Result<void> Options::take_values(const Spec& spec, const std::vector<std::string>& values) const {
    if (values.size() > spec.most || (spec.value_name.empty() && values.size() > 1)) {
        return bad_usage(fmt::format("{} is given {} times; give it once{}", spec.name, values.size(),
                                     spec.most == 2 ? " or twice" : ""),
                         spec.name);
    }
    for (const std::string& text : values) {
        if (auto taken = spec.take(text); !taken) {
            Error error = std::move(taken).error();
            if (!spec.is_input()) {
                error.message = fmt::format("{}: {}", spec.name, error.message);
            }
            error.where = spec.name;
            return error;
        }
    }
    return {};
}

Result<void> Options::parse(const std::string& command) {
    for (std::size_t index = 0; index < arguments_.size() && arguments_[index] != "--"; ++index) {
        const std::string& word = arguments_[index];
        const Spec* spec = find(without_value(word));
        if (spec == nullptr) {
            continue;
        }
        const bool has_value = word.find('=') != std::string::npos;
        if (spec->value_name.empty() && has_value) {
            return bad_usage(fmt::format("{} takes no value; leave out '{}'", spec->name, word.substr(word.find('='))));
        }
        // After "--name=" without a value, CLI11 would take the next word as the value.
        if (!spec->value_name.empty() && !spec->is_input() && word.find('=') + 1 == word.size()) {
            return needs_value(*spec);
        }
        if (!spec->value_name.empty() && !spec->is_input() && !has_value) {
            // The name of an option is not accepted as a value. It would be taken for a file, and the option itself
            // would be lost.
            const Spec* next = ++index < arguments_.size() ? find(arguments_[index]) : nullptr;
            if (next != nullptr && !next->is_input()) {
                return needs_value(*spec);
            }
        }
    }
    Parser parser(*this);
    try {
        // CLI11 expects the words in reverse order.
        parser.app.parse(std::vector<std::string>(arguments_.rbegin(), arguments_.rend()));
    } catch (const CLI::ParseError& failure) {
        const std::string message = failure.what();
        const Spec* spec = find(message.substr(0, message.find(':')));
        if (spec != nullptr && failure.get_name() == "ArgumentMismatch") {
            return needs_value(*spec);
        }
        return bad_usage(fmt::format("{}; see vkalgo {} --help", message, command));
    }
    // An unknown option explains the stray words after it, so it is reported first.
    std::vector<std::string> strays = parser.app.remaining();
    for (std::size_t index = 0; index < specs_.size(); ++index) {
        const auto values = parser.parsed[index]->results();
        if (specs_[index].is_input() && values.size() > specs_[index].most) {
            strays.push_back(values[specs_[index].most]);
        }
    }
    for (const bool options_only : {true, false}) {
        for (const std::string& word : strays) {
            const bool is_option = word.starts_with('-') && word != "-";
            if (word != "--" && (is_option || !options_only)) {
                return unexpected(word, command);
            }
        }
    }
    for (std::size_t index = 0; index < specs_.size(); ++index) {
        if (parser.parsed[index]->count() > 0) {
            VKALGO_CHECK(take_values(specs_[index], parser.parsed[index]->results()));
        }
    }
    return {};
}

std::vector<OptionRow> Options::rows() const {
    return {specs_.begin(), specs_.end()};
}

std::optional<std::size_t> Options::first_free_word() const {
    for (std::size_t index = 0; index < arguments_.size(); ++index) {
        const std::string& word = arguments_[index];
        if (word == "-" || !word.starts_with('-')) {
            return index;
        }
        const Spec* spec = find(word);
        index += spec != nullptr && !spec->is_flag() ? 1U : 0U;
    }
    return std::nullopt;
}

}  // namespace vkalgo::cli
