#include "cli/command.hpp"
#include "cli/system/signals.hpp"
#include "support/streams.hpp"

#include <string>
#include <vector>

int main(int count, char** words) {
    vkalgo::open_standard_streams();
    vkalgo::cli::watch_signals();
    const std::vector<std::string> arguments(words + (count > 0 ? 1 : 0), words + count);
    const int code = vkalgo::cli::run_command_line(arguments);
    if (const int signal = vkalgo::cli::received_signal(); signal != 0) {
        vkalgo::cli::end_by_signal(signal);
    }
    return code;
}
