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

/// The options and inputs of one command. A command declares them, each with the variable it fills. parse() then sets
/// the variables from the command line. It is strict: unknown or malformed options are errors, and so is an option that
/// is given too often. If a word is similar to an option, the error suggests the option. The value of a variable at its
/// declaration is the default that help shows; an std::optional has no default.
///
/// CLI11 does the parsing. Only options.cpp includes it, because it compiles slowly.
class Options {
public:
    /// `arguments` are the words of the command line without the command's own name.
    explicit Options(std::vector<std::string> arguments);

    /// Sets the title that help puts above the options declared next.
    void group(std::string title) { group_ = std::move(title); }

    /// Declares a flag. It takes no value; its variable becomes true if the flag is given.
    void flag(std::string name, bool& target, std::string help);

    void text(std::string name, std::string& target, std::string value_name, std::string help);
    void text(std::string name, std::optional<std::string>& target, std::string value_name, std::string help);

    /// Declares an option that may be given several times. Every value is appended to the variable.
    void texts(std::string name, std::vector<std::string>& target, std::string value_name, std::string help);

    /// Declares a size, in the form that parse_size reads, from `least` to `most`.
    void size(std::string name, std::uint64_t& target, std::string help, std::uint64_t least = 0,
              std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
    void size(std::string name, std::optional<std::uint64_t>& target, std::string help, std::uint64_t least = 0,
              std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

    /// Declares a whole number >= 0 that is not a count, such as a seed; written as a size.
    void whole(std::string name, std::uint64_t& target, std::string help);
    void whole(std::string name, std::optional<std::uint64_t>& target, std::string help);

    /// Declare a whole number that may be negative; a floating-point number; a range LO:HI.
    void integer(std::string name, std::optional<std::int64_t>& target, std::string help);
    void number(std::string name, std::optional<double>& target, std::string help);
    void range(std::string name, std::optional<Range>& target, std::string help);

    /// Declares an option whose value is one of `allowed`.
    void choice(std::string name, std::string& target, std::vector<std::string> allowed, const std::string& help);
    void choice(std::string name, std::optional<std::string>& target, std::vector<std::string> allowed,
                const std::string& help);

    /// Declares former names of values of the last declared choice, each with its present name. They are accepted but
    /// not shown.
    void former_choices(std::map<std::string, std::string> renamed);

    /// Declares an option with any other kind of value. It may be given at most `most` times. `take` gets the text of
    /// each value and may refuse it.
    void value(std::string name, std::string value_name, std::string help,
               std::function<Result<void>(const std::string&)> take, std::size_t most = 1);

    /// Does the same for an option that may be given any number of times.
    void values(std::string name, std::string value_name, std::string help,
                std::function<Result<void>(const std::string&)> take);

    /// Declares the words that are not options, at most `most`.
    void inputs(std::vector<std::string>& target, std::string help, std::size_t most,
                const std::string& value_name = "INPUT");

    /// Sets the values that completions offer for the option (or input) declared last. It may accept other values too,
    /// so its help must say which values it accepts. With `brings_options`, such a value makes declare() add more
    /// options; the manual lists these too.
    void suggest(std::vector<std::string> values, bool brings_options = false);

    /// Returns the value that the command line gives to the option `name` ("--problem"), before parse(). It is for a
    /// command whose other options depend on this value, as dp's params depend on the recurrence.
    std::optional<std::string> peek(std::string_view name) const;

    /// Sets the names of options that exist only for other commands, so that the error message can say so.
    void refuse(std::vector<std::string> names) { refused_ = std::move(names); }

    /// Fills the variables. Errors: invalid_argument. `command` is the name of the command in messages ("dp").
    Result<void> parse(const std::string& command);

    /// Returns the declared options, in order.
    std::vector<OptionRow> rows() const;

    /// Returns the index of the first word that is neither an option declared here nor the value of one; nullopt if
    /// no such word exists.
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
