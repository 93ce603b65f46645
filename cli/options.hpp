#pragma once

#include "cli/option_row.hpp"
#include "engine/result.hpp"
#include "support/numbers.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vkalgo::cli {

/// The options and inputs of one command. A command declares them, each with the variable it fills; parse() then fills
/// what the command line gives, strictly: unknown, repeated or malformed options are errors, and near misses
/// get a suggestion. A variable's value at its declaration is the default that help shows; std::optional has none.
///
/// CLI11 does the parsing; only options.cpp includes it, for its compile time.
class Options {
public:
    /// `arguments` is what stands on the command line, less the command's own name.
    explicit Options(std::vector<std::string> arguments);

    /// The title that help puts above the options declared next.
    void group(std::string title) { group_ = std::move(title); }

    /// Set to true when given; takes no value.
    void flag(std::string name, bool& target, std::string help);

    void text(std::string name, std::string& target, std::string value_name, std::string help);
    void text(std::string name, std::optional<std::string>& target, std::string value_name, std::string help);

    /// May be given several times; every value is appended.
    void texts(std::string name, std::vector<std::string>& target, std::string value_name, std::string help);

    /// A size as parse_size reads it, from `least` to `most`.
    void size(std::string name, std::uint64_t& target, std::string help, std::uint64_t least = 0,
              std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
    void size(std::string name, std::optional<std::uint64_t>& target, std::string help, std::uint64_t least = 0,
              std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

    /// A whole number from 0 up that counts nothing, such as a seed; written as a size.
    void whole(std::string name, std::uint64_t& target, std::string help);
    void whole(std::string name, std::optional<std::uint64_t>& target, std::string help);

    /// A whole number that may be negative; a floating-point number; LO:HI.
    void integer(std::string name, std::optional<std::int64_t>& target, std::string help);
    void number(std::string name, std::optional<double>& target, std::string help);
    void range(std::string name, std::optional<Range>& target, std::string help);

    /// One of `allowed`.
    void choice(std::string name, std::string& target, std::vector<std::string> allowed, const std::string& help);
    void choice(std::string name, std::optional<std::string>& target, std::vector<std::string> allowed,
                const std::string& help);

    /// Former values of the choice declared last, each with the value that it is now: they are taken, but not shown.
    void former_choices(std::map<std::string, std::string> renamed);

    /// Any other kind of value: `take` gets the text and may refuse it.
    void value(std::string name, std::string value_name, std::string help,
               std::function<Result<void>(const std::string&)> take);

    /// The words that are no options, at most `most`.
    void inputs(std::vector<std::string>& target, std::string help, std::size_t most,
                const std::string& value_name = "INPUT");

    /// Values of the option (or input) declared last, for completions; they are not enforced. `brings_options`:
    /// declare() adds further options for such a value, which the manual then lists too.
    void suggest(std::vector<std::string> values, bool brings_options = false);

    /// The value that the command line gives to the option `name` ("--problem"), before parse(): for a command whose
    /// further options depend on it, as dp's params do on the recurrence.
    std::optional<std::string> peek(std::string_view name) const;

    /// Names of options that exist for other commands only, so that the message can say so.
    void refuse(std::vector<std::string> names) { refused_ = std::move(names); }

    /// Fills the variables. Errors: invalid_argument. `command` is what messages call the command ("dp").
    Result<void> parse(const std::string& command);

    /// What was declared, in order.
    std::vector<OptionRow> rows() const;

    /// The index of the first word that is neither an option nor the value of one declared here; nothing if there is
    /// none.
    std::optional<std::size_t> first_free_word() const;

private:
    struct Spec : OptionRow {
        std::function<Result<void>(const std::string&)> take;
    };
    struct Parser;

    Spec& add(std::string name, std::string value_name, std::string help,
              std::function<Result<void>(const std::string&)> take);
    const Spec* find(std::string_view name) const;
    static Error needs_value(const Spec& spec);
    Error unexpected(const std::string& word, const std::string& command) const;
    Result<void> take_values(const Spec& spec, const std::vector<std::string>& values) const;

    std::vector<std::string> arguments_;
    std::string group_ = "Options";
    std::vector<Spec> specs_;
    std::vector<std::string> refused_;
};

}  // namespace vkalgo::cli
